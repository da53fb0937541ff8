"""An auditor for Deuces Wild Xtreme: settles a record again, from the text of 30-2118 alone.

Of the rule book it reads what each printed row pays, by the name the row is printed with; which
row a hand is on it finds out by putting every rank in the place of every wild card. Cards are the
two letters of the record. Meters are counted in 1/10,000 of a dollar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from pitboss.rulebook.reading.library import game

RANKS = "23456789TJQKA"
JOKER = "Jk"
HEIGHTS = range(2, 15)
NAMES = (
    *("High Card", "Pair", "Two Pair", "Three-of-a-Kind", "Straight", "Flush", "Full House"),
    *("Four-of-a-Kind", "Straight Flush", "Five-of-a-Kind", "Royal Flush", "Five Wilds"),
)
"""From the lowest hand to the highest (ruling C19)."""
TRIPS = 3
STRAIGHT = 4
FLUSH = 5
STRAIGHT_FLUSH = 8
ROYAL = 10
FIVE_WILDS = 11
STRAIGHTS = {frozenset(range(top - 4, top + 1)): top for top in range(6, 15)} | {
    frozenset({14, 2, 3, 4, 5}): 5
}
SHAPES = {(5,): 9, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
BY_CARDS = ("bad-beat", "trips-plus-wild", "goin-wild")
PROGRESSIVES = ("goin-wild-progressive", "too-wild-progressive", "five-card-linked")

Standing = tuple[int, tuple[int, ...]]
"""What two hands are compared by: the place in `NAMES`, then heights."""
Cards = tuple[str, ...]


# What a hand is.


def height(card: str) -> int:
    return RANKS.index(card[0]) + 2


def is_wild(card: str) -> bool:
    return card == JOKER or card[0] == "2"


def one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) <= 1


@cache
def standing_of(heights: tuple[int, ...], *, suited: bool) -> Standing:
    """Rank five cards as they lie."""
    counts = Counter(heights)
    order = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    if len(counts) < 5:
        return SHAPES[tuple(sorted(counts.values(), reverse=True))], order
    top = STRAIGHTS.get(frozenset(heights))
    if top:
        return (ROYAL if top == 14 else STRAIGHT_FLUSH) if suited else STRAIGHT, (top,)
    return FLUSH if suited else 0, order


@cache
def best(heights: tuple[int, ...], *, suited: bool) -> Standing:
    """Try every rank in the place of every wild card, of the other cards' suit if they have one.

    A suit that is shared can only help, and a flush has no rank twice (ruling C21).
    """
    missing = 5 - len(heights)
    if missing == 5:
        return FIVE_WILDS, ()
    return max(
        standing_of(tuple(sorted(heights + more)), suited=suited)
        for more in combinations_with_replacement(HEIGHTS, missing)
    )


def wild_standing(cards: Sequence[str]) -> Standing:
    kept = [card for card in cards if not is_wild(card)]
    return best(tuple(sorted(map(height, kept))), suited=one_suit(kept))


def plain_standing(cards: Sequence[str]) -> Standing:
    return standing_of(tuple(sorted(map(height, cards))), suited=one_suit(cards))


def readings(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of a hand with its column: 2118(13)(b)(i)(C)-(D), ruling C20."""
    wild_count = sum(map(is_wild, cards))
    yield NAMES[wild_standing(cards)[0]], "Wild" if wild_count else "Natural"
    if wild_count == 1 and JOKER not in cards:
        rank, order = plain_standing(cards)
        if rank in {STRAIGHT, STRAIGHT_FLUSH} and order[0] in {5, 6}:
            yield NAMES[rank], "Natural"


def linked_names(cards: Sequence[str]) -> Iterator[str]:
    """Yield every row that five cards without a wild one satisfy (13)(f)."""
    rank, _ = plain_standing(cards)
    yield NAMES[rank]
    if rank in {STRAIGHT_FLUSH, ROYAL}:
        yield f"5-Card {NAMES[rank]}"
    if one_suit(cards):
        yield "5-Card Flush"
    for four in combinations(cards, 4):
        if one_suit(four):
            yield "4-Card Flush"
            high = sorted(map(height, four))
            low = sorted(1 if rank == 14 else rank for rank in high)
            if any(ranks == list(range(ranks[0], ranks[0] + 4)) for ranks in (high, low)):
                yield "4-Card Straight Flush"


def wild_card_names(cards: Sequence[str]) -> Iterator[str]:
    """Yield what the wild cards of a hand are called (13)(c), (d); ruling C22."""
    deuces = sum(card[0] == "2" for card in cards)
    wilds = sum(map(is_wild, cards))
    for count in (2, 3, 4):
        if deuces >= count:
            yield f"{count} Deuces"
        if wilds >= count:
            yield f"{count} Wilds"
    if JOKER in cards and wilds == 1:
        yield "Joker"


# What it is paid.


class Pay(NamedTuple):
    """A printed pay. Written so that the higher of two compares higher."""

    percent: int
    ratio: int
    """What one cent earns."""
    keeps: bool
    """Whether the wager comes back with it."""
    envy: int


def read(text: str, envy: int) -> Pay:
    if text.endswith("%"):
        return Pay(int(text[:-1]), 0, keeps=False, envy=envy)
    if text.startswith("$"):
        return Pay(0, int(text[1:]), keeps=False, envy=envy)
    return Pay(0, 0 if text == "push" else int(text.removesuffix(" to 1")), keeps=True, envy=envy)


@cache
def printed(wager: str, table_id: str) -> Mapping[tuple[str, str], Pay]:
    """Return (row, column) -> what it pays."""
    tables = game("co/deuces-wild-xtreme").tables_of(wager)
    (table,) = (table for table in tables if table.id == table_id)
    return {
        (row.name, row.column or ""): read(row.text, row.envy or 0)
        for row in table.rows
        if row.text != "N/A"
    }


class Seat(NamedTuple):
    """One seat of a record."""

    number: int
    owner: object
    wagers: Mapping[str, int]
    tips: Mapping[str, int]
    cards: Cards
    folded: bool


class Audit:
    """One record, settled again: the net of every (seat, wager), tips as ``tip:`` wagers."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.tables: Mapping[str, str] = record.get("tables") or {}
        cards: list[str] = record["cards"].split()
        self.replacement = cards.pop() if "five-card-linked" in self.tables else ""
        self.dealer = tuple(cards[-5:])
        self.seats = list(self._seats(cards[:-5]))
        self.lines: dict[tuple[int, str], int] = {}
        self.displays: dict[str, int] = {}
        self.reserves: dict[str, int] = {}
        for seat in self.seats:
            self._standard(seat)
        self._limit("odds")
        for wager in BY_CARDS:
            for seat in self.seats:
                self._at_odds(seat, wager, self._row(wager, seat))
            self._limit(wager)
        for wager in PROGRESSIVES:
            if wager in self.tables:
                self._progressive(wager)
        self._envy()

    def _seats(self, cards: list[str]) -> Iterator[Seat]:
        decided = {decision["seat"]: decision for decision in self.record["decisions"]}
        given = sorted(self.record["seats"], key=lambda seat: int(seat["seat"]))
        assert len(cards) == 5 * len(given)
        for place, seat in enumerate(given):
            number = seat["seat"]
            wagers = dict(seat["wagers"])
            tips = dict(seat.get("tips", {}))
            decision = decided.pop(number, {"action": ""})
            assert bool(decision["action"]) == ("ante" in wagers), "who has an ante decides"
            if decision["action"] == "bet":
                wagers["play"] = 2 * wagers["ante"]
                tips |= {"play": decision["tip"]} if "tip" in decision else {}
            owner = seat.get("player") or number
            five = tuple(cards[5 * place : 5 * place + 5])
            yield Seat(number, owner, wagers, tips, five, decision["action"] == "fold")
        assert not decided

    def _book(self, seat: Seat, wager: str, factor: int) -> None:
        """Settle a wager, and the tip beside it, at so many times the stake."""
        if wager in seat.wagers:
            self.lines[seat.number, wager] = factor * seat.wagers[wager]
        if wager in seat.tips:
            self.lines[seat.number, f"tip:{wager}"] = factor * seat.tips[wager]

    def _standard(self, seat: Seat) -> None:
        """(8)(b), (9), (12)."""
        mine = wild_standing(seat.cards)
        dealers = wild_standing(self.dealer)
        lost = seat.folded or mine < dealers
        even = -1 if lost else int(mine > dealers)
        self._book(seat, "ante", even)
        self._book(seat, "play", even)
        rows = printed("odds", "PT-FLT-DWHF-ODS-01")
        row = rows.get((NAMES[mine[0]], ""), rows["Other", ""])
        self._book(seat, "odds", row.ratio if even > 0 else even)

    def _row(self, wager: str, seat: Seat) -> Pay | None:
        """Return the highest pay of those a seat's hand satisfies."""
        if wager not in self.tables:
            return None
        rows = printed(wager, self.tables[wager])
        satisfied = [rows[name] for name in self._names(wager, seat.cards) if name in rows]
        return max(satisfied, default=None)

    def _names(self, wager: str, cards: Cards) -> Iterator[tuple[str, str]]:
        match wager:
            case "bad-beat":
                mine = wild_standing(cards)
                dealers = wild_standing(self.dealer)
                if mine != dealers and min(mine, dealers)[0] >= TRIPS:
                    yield NAMES[min(mine, dealers)[0]], ""
            case "trips-plus-wild":
                yield from readings(cards)
            case "too-wild-progressive":
                for name, column in readings(cards):
                    yield name, ""
                    yield f"{column} {name}", ""
            case "five-card-linked":
                plain = tuple(self.replacement if card == JOKER else card for card in cards)
                yield from ((name, "") for name in linked_names(plain))
            case _:
                yield from ((name, "") for name in wild_card_names(cards))

    def _at_odds(self, seat: Seat, wager: str, row: Pay | None) -> None:
        assert row is None or row.keeps
        self._book(seat, wager, row.ratio if row else -1)

    def _limit(self, wager: str) -> None:
        """(4), ruling C74: a posted limit is shared in proportion to the pays due."""
        limit = self.record.get("limits", {}).get(wager, {}).get("aggregate")
        won = {at: net for at, net in self.lines.items() if at[1] == wager and net > 0}
        due = sum(won.values())
        if limit is not None and due > limit:
            self.lines |= {at: net * limit // due for at, net in won.items()}

    def _progressive(self, wager: str) -> None:
        """Rulings C28, C57, C58, C66: wagers feed the meter, then awards go from the right."""
        terms = self.record["jackpots"][wager]
        seed = units(terms["seed"])
        display = units(self.record.get("meters", {}).get(wager, terms["seed"]))
        reserve = units(self.record.get("reserves", {}).get(wager, 0))
        betting = [seat for seat in self.seats if wager in seat.wagers]
        for seat in betting:
            fed = int(seat.wagers[wager] * 100 * share(terms["contribution"]))
            kept = int(fed * share(terms.get("reserve", "0%")))
            display = display + fed - kept
            reserve = reserve + kept
        for seat in reversed(betting):
            stake = seat.wagers[wager]
            row = self._row(wager, seat)
            paid = stake * row.ratio if row else 0
            if row and row.percent:
                paid = display * row.percent // 100 // 100
                display -= paid * 100
                if row.percent == 100:
                    display = display + seed + reserve
                    reserve = 0
            self.lines[seat.number, wager] = paid - stake
        self.displays[wager] = display
        self.reserves[wager] = reserve

    def _envy(self) -> None:
        """(13)(f)(i)(C)-(D), ruling D4: one envy pay a round, in units of the wager."""
        wager = "five-card-linked"
        betting = [seat for seat in self.seats if wager in seat.wagers]
        rows = {seat.number: self._row(wager, seat) for seat in betting}
        envy = {seat.number: row.envy if (row := rows[seat.number]) else 0 for seat in betting}
        winners = {seat.owner for seat in betting if envy[seat.number]}
        for seat in betting:
            if winners and seat.owner not in winners:
                dollars = seat.wagers[wager] // 100
                self.lines[seat.number, "envy"] = max(envy.values()) * dollars


def units(dollars: object) -> int:
    return int(Fraction(str(dollars)) * 10_000)


def share(percent: str) -> Fraction:
    return Fraction(percent.removesuffix("%")) / 100


def gains(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> net in cents; tips as "tip:" wagers."""
    return Audit(record).lines


def settle(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> net in cents."""
    audit = Audit(record)
    nets = {seat.number: 0 for seat in audit.seats}
    for (seat, wager), net in audit.lines.items():
        nets[seat] += 0 if wager.startswith("tip:") else net
    return nets


def tips(record: Mapping[str, Any]) -> int:
    """Return what the dealer gains by all tips together, in cents."""
    lines = Audit(record).lines.items()
    return sum(net for (_, wager), net in lines if wager.startswith("tip:"))


def meters(record: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return progressive -> what its meter shows and what is in reserve, in 1/10,000 dollars."""
    audit = Audit(record)
    return {wager: (shown, audit.reserves[wager]) for wager, shown in audit.displays.items()}
