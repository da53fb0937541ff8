"""A table's stream of entries: what each says, and the table that they make.

Entries hold commands, not events: what was bet and decided, the cards that left the shoe, and what
was settled. They name players by account only: a name is personal and can be taken back, an entry
is for ever. Playing them again gives the events, and must give the same cards and the same money.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec import json, structs

from pitboss.cards import Card, format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.meter import Meter
from pitboss.engine.state import State
from pitboss.fair.order import cut_order
from pitboss.fair.reveal import Reveal
from pitboss.floor.commands import (
    Bet,
    BuyIn,
    CallOff,
    Close,
    Command,
    Decide,
    Leave,
    Open,
    Sit,
    TakeBack,
)
from pitboss.floor.links import cents_by_hand, read_readings, reading_json
from pitboss.floor.postings import meter_moves, table_postings
from pitboss.floor.reversal import read_reversal, with_reversal
from pitboss.floor.rounds import (
    Orders,
    Outside,
    Played,
    call_off,
    close_bets,
    next_cut,
    take_decision,
)
from pitboss.floor.shuffles import shoe_terms
from pitboss.floor.state import Shuffles, Sitting, TableState, open_table, sit_down
from pitboss.floor.terms import Absent, Clocks, TableTerms
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.rulebook.house import House, house_data, house_from
from pitboss.table.bets import bets_of
from pitboss.table.shoe import DealingShoe, PastShuffle
from pitboss.version import __version__

_encode: Final = json.Encoder(order="sorted").encode
_decode: Final = json.Decoder(dict[str, Any]).decode

PROMISES: Final = 3
"""Shuffles that are committed to ahead: a round may need one in its middle."""


PLAY_OPENED: Final = "play-opened"
PLAY_CLOSED: Final = "play-closed"
"""Kinds of entries that say whether the office lets a table take bets."""


class JournalError(Exception):
    """An entry that does not follow from the ones before it."""


class UnknownShuffleError(Exception):
    """The entropy of a shuffle is neither in the journal nor known otherwise."""


# -- what entries say --------------------------------------------------------------------------


def opened_draft(terms: TableTerms, actor: str) -> Draft:
    """Return the first entry of a table: what it is, and the seeds of its meters."""
    table = open_table(terms)
    body = {
        "id": terms.id,
        "name": terms.name,
        "house": house_data(terms.house),
        "seats": terms.seats,
        "clocks": asdict(terms.clocks),
        "absent": terms.absent,
        "owner": terms.owner,
        "digest": terms.digest,
    }
    if terms.links:
        body["links"] = dict(terms.links)
    moves = meter_moves(terms, {}, table.meters)
    lines = tuple(Posting(account, amount) for account, amount in moves if amount)
    return Draft(table.stream, "opened", actor, "open", canonical(body), lines)


def read_terms(entry: Entry | Draft) -> TableTerms:
    """Return what a table is from its first entry."""
    body = _decode(entry.body)
    return TableTerms(
        id=body["id"],
        name=body["name"],
        house=_read_house(_encode(body["house"])),
        seats=body["seats"],
        clocks=Clocks(**body["clocks"]),
        absent=Absent(body["absent"]),
        owner=body["owner"],
        links=body.get("links", {}),
    )


@lru_cache(maxsize=1024)
def _read_house(text: bytes) -> House:
    """Read a house; tables of the same one share it."""
    return house_from(_decode(text))


def taken_over_draft(stream: str, version: int) -> Draft:
    """Return the entry by which a process takes a table over: no other can write from then on.

    *version*: the entry's own.
    """
    body = canonical({"pitboss": __version__})
    return Draft(stream, "taken-over", "house", f"take-over/{version}", body, ())


def seat_body(sitting: Sitting, cents: int) -> bytes:
    """Write that chips were bought at a seat."""
    return canonical({"seat": sitting.seat, "account": sitting.account, "cents": cents})


def left_body(seats: Iterable[Sitting]) -> bytes:
    """Write which seats were given up."""
    return canonical({"seats": [[it.seat, it.account, it.stack] for it in seats]})


def promise_key(shuffle: int) -> str:
    """Return the key that a commitment is found by."""
    return f"promise/{shuffle}"


def promised_body(shuffle: int, commitment: bytes, sealed: bytes) -> bytes:
    """Write the commitment to a shuffle, with its entropy as nobody can read it."""
    text = b64encode(sealed).decode()
    return canonical({"shuffle": shuffle, "commitment": commitment.hex(), "sealed": text})


class Promised(NamedTuple):
    """A shuffle that was committed to."""

    shuffle: int
    commitment: bytes
    sealed: bytes


def read_promise(entry: Entry) -> Promised:
    """Read an entry that commits to a shuffle."""
    body = _decode(entry.body)
    sealed = b64decode(body["sealed"])
    return Promised(body["shuffle"], bytes.fromhex(body["commitment"]), sealed)


def promise_names(stream: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return where the commitments are that the end of a stream may need and does not have."""
    deals = (_decode(entry.body) for entry in stream if entry.kind == "dealt")
    first = max(1, next((body["before"]["shuffle"] for body in deals), 1))
    return [(stream[0].stream, promise_key(first + ahead)) for ahead in range(PROMISES + 1)]


def shown_body(table: TableState, past: PastShuffle, entropy: bytes) -> bytes:
    """Write all that is needed to deal a shuffle again: the file that verifiers read."""
    reveal = Reveal(
        terms=shoe_terms(table, past.number),
        commitment=table.shuffles.promised[past.number],
        seeds=table.shuffles.cuts.get(past.number, ()),
        entropy=entropy,
        dealt=past.dealt,
        of=past.of,
    )
    return canonical(reveal.as_json())


def dealt_body(table: TableState, played: Played) -> bytes:
    """Write that the bets of a round were closed, on the table as it was before."""
    bets = {str(seat): it.bets for seat, it in sorted(table.seats.items()) if it.bets}
    body = {"round": played.table.rounds, "bets": bets, "before": _snapshot(table)}
    return canonical(body | _outcome(table, played))


def decided_body(table: TableState, action: Action, played: Played, policy: str = "") -> bytes:
    """Write a decision; *policy*: by which the house took it for a player who did not answer."""
    assert table.round is not None
    body: dict[str, Any] = {
        "round": table.round.number,
        "n": table.round.n,
        "seat": action.seat,
        "hand": action.hand,
        "action": action.kind,
    }
    if action.amount is not None:
        body["amount"] = action.amount
    if action.tip:
        body["tip"] = action.tip
    if action.low:
        body["low"] = format_cards(action.low)
    if policy:
        body["policy"] = policy
    return canonical(body | _outcome(table, played))


def _outcome(table: TableState, played: Played) -> dict[str, Any]:
    """What came of it: the cards, the seeds of a shuffle, and what was settled at the end."""
    outcome: dict[str, Any] = {"cards": format_cards(played.cards)}
    if played.table.shoe.shoes > table.shoe.shoes and next_cut(table):
        seeds = {str(seat): it.seed.hex() for seat, it in table.seats.items() if it.seed}
        outcome["seeds"] = seeds
    if played.readings:
        outcome["readings"] = [reading_json(reading) for reading in played.readings]
    if by_hand := cents_by_hand(played.won):
        outcome["by_hand"] = {str(seat): cents for seat, cents in by_hand.items()}
    if played.is_void:
        outcome["void"] = True
    elif played.table.round is None:
        assert played.table.last is not None
        outcome["settled"] = settled_lines(played.table.last)
    return outcome


def settled_lines(state: State) -> list[list[Any]]:
    """Return what a round settled: seat, hand, wager, stake, outcome and net of every wager."""
    return [
        [line.seat, line.hand, line.wager, line.stake, line.outcome, line.net]
        for line in state.settled
    ]


def canonical(body: Mapping[str, Any]) -> bytes:
    """Write a body: JSON, keys in order, no blanks."""
    return _encode(body)


def says(entry: Entry, command: Command) -> bool:
    """Whether an entry is what a command was written as: a second try of it changes nothing."""
    body = _decode(entry.body)
    match command:
        case Bet():
            bets = {wager: cents for wager, cents in command.wagers.items() if cents}
            is_same = entry.kind == "dealt" and body["bets"].get(str(command.seat)) == bets
        case Decide():
            low = format_cards(command.low) if command.low else None
            asked = (command.seat, command.n, command.kind, command.amount, command.tip or None)
            written = tuple(body.get(name) for name in ("seat", "n", "action", "amount", "tip"))
            is_same = entry.kind == "decided" and (*asked, low) == (*written, body.get("low"))
        case Sit() | BuyIn():
            kind = "seat-taken" if isinstance(command, Sit) else "bought-in"
            written = (body.get("seat"), body.get("cents"))
            is_same = entry.kind == kind and written == (command.seat, command.cents)
        case Leave():
            is_same = entry.kind == "seats-left" and body["seats"][0][0] == command.seat
        case Open() | Close():
            kind = PLAY_OPENED if isinstance(command, Open) else PLAY_CLOSED
            return entry.kind == kind and body["turn"] == command.turn
        case CallOff():
            return entry.kind == "called-off" and entry.actor == command.by
        case TakeBack():
            return entry.kind == "taken-back" and entry.actor == command.by
        case _:
            return False
    return is_same and entry.actor == command.account


# -- a table between two rounds ----------------------------------------------------------------


def _snapshot(table: TableState) -> dict[str, Any]:
    """Write the table as it is before a deal, so that nothing before it need be read again."""
    shoe = table.shoe
    seats = [[it.seat, it.account, it.stack] for _, it in sorted(table.seats.items())]
    snapshot: dict[str, Any] = {"seats": seats, "shuffle": shoe.shoes, "tips": table.tips}
    if shoe.cards:
        snapshot["position"] = shoe.position
        seeds = table.shuffles.cuts.get(shoe.shoes, ())
        if seeds:
            snapshot["cut"] = [seed.hex() for seed in seeds]
        if shoe.of:
            snapshot |= {
                "of": format_cards(shoe.of),
                "kept": format_cards(shoe.cards[: shoe.first]),
            }
    if table.meters:
        snapshot["meters"] = {
            wager: [it.display, it.reserve, it.seeded, it.contributed, it.paid]
            for wager, it in table.meters.items()
        }
    if table.terms.links:
        snapshot["rates"] = {
            wager: str(it.contribution)
            for wager, it in table.meters.items()
            if wager in table.terms.links
        }
    return snapshot


def _from_snapshot(
    empty: TableState, snapshot: Mapping[str, Any], rounds: int, orders: Orders
) -> TableState:
    clocks = empty.terms.clocks
    seats = {
        seat: sit_down(clocks, seat, account, "", stack)
        for seat, account, stack in snapshot["seats"]
    }
    meters = {
        wager: _meter(meter, snapshot["meters"][wager]) for wager, meter in empty.meters.items()
    }
    for wager, rate in snapshot.get("rates", {}).items():
        meters[wager] = structs.replace(meters[wager], contribution=Fraction(rate))
    number, seeds = snapshot["shuffle"], tuple(map(bytes.fromhex, snapshot.get("cut", ())))
    shoe = structs.replace(empty.shoe, shoes=number)
    if "position" in snapshot:
        _set_cards(shoe, snapshot, orders, seeds)
    return empty._replace(
        seats=seats,
        shoe=shoe,
        shuffles=empty.shuffles._replace(cuts={number: seeds} if shoe.cards else {}),
        meters=meters,
        rounds=rounds,
        tips=snapshot["tips"],
    )


def _set_cards(
    shoe: DealingShoe, snapshot: Mapping[str, Any], orders: Orders, seeds: tuple[bytes, ...]
) -> None:
    of, kept = (parse_cards(snapshot.get(part, "")) for part in ("of", "kept"))
    shoe.cards = (*kept, *orders(shoe.shoes, of or shoe.shoe.cards(), seeds))
    shoe.of, shoe.first, shoe.position = of, len(kept), snapshot["position"]
    shoe.burned = () if of else shoe.cards[: shoe.settings.burn]


def _meter(meter: Meter, amounts: Sequence[int]) -> Meter:
    display, reserve, seeded, contributed, paid = amounts
    return structs.replace(
        meter,
        display=display,
        reserve=reserve,
        seeded=seeded,
        contributed=contributed,
        paid=paid,
    )


# -- rebuilding --------------------------------------------------------------------------------


def rebuild(
    terms: TableTerms,
    entries: Iterable[Entry],
    orders: Orders,
    promised: Mapping[int, bytes],
) -> TableState:
    """Return the table that entries make: all of its stream, or those from a deal on.

    *promised*: the commitments to shuffles that are not shown. `JournalError` where an entry does
    not give the cards, the money or the results it says.
    """
    table = open_table(terms)._replace(shuffles=Shuffles(promised))
    stream = list(entries)
    known = _with_shown(stream, orders)
    for entry in stream:
        table = apply_entry(table, entry, known)
    return table._replace(shuffles=_to_show(table))


def _to_show(table: TableState) -> Shuffles:
    """Leave out what was shown before the first of the entries."""
    shuffles, shoe = table.shuffles, table.shoe
    first = min([shoe.shoes + (not shoe.cards), *(past.number for past in shoe.past)])
    promised = {number: it for number, it in shuffles.promised.items() if number >= first}
    return shuffles._replace(promised=promised)


def _with_shown(entries: Sequence[Entry], orders: Orders) -> Orders:
    """Add the shuffles that the journal itself shows to those that are known."""
    bodies = (_decode(entry.body) for entry in entries if entry.kind == "shown")
    shown = {body["terms"]["shuffle"]: bytes.fromhex(body["entropy"]) for body in bodies}

    def order(number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        if number in shown:
            return cut_order(shown[number], cards, seeds)
        return orders(number, cards, seeds)

    return order


def apply_entry(
    table: TableState, entry: Entry, orders: Orders, *, is_recorded: bool = False
) -> TableState:
    """Return the table after one more entry.

    *is_recorded*: deal the cards that the entry says, where nobody knows the order of the shoe.
    """
    body = _decode(entry.body)
    match entry.kind:
        case "dealt":
            table = _deal_again(table, entry, body, orders, is_recorded=is_recorded)
        case "decided":
            table = _decide_again(table, entry, body, orders, is_recorded=is_recorded)
        case "seat-taken":
            seat, account, cents = body["seat"], body["account"], body["cents"]
            table = table.with_sitting(sit_down(table.terms.clocks, seat, account, "", cents))
        case "bought-in":
            sitting = table.seats[body["seat"]]
            table = table.with_sitting(sitting._replace(stack=sitting.stack + body["cents"]))
        case "seats-left":
            left = {seat for seat, _, _ in body["seats"]}
            table = table._replace(seats={s: it for s, it in table.seats.items() if s not in left})
        case "promised":
            promised = {**table.shuffles.promised}
            promised[body["shuffle"]] = bytes.fromhex(body["commitment"])
            table = table._replace(shuffles=table.shuffles._replace(promised=promised))
        case "shown":
            table = table.without_shuffle(body["terms"]["shuffle"])
        case "called-off" | "taken-back":
            table = _void_again(table, entry, body)
        case _:
            table = table._replace(**_SWITCHES.get(entry.kind, {}))
    return table


_SWITCHES: Final[Mapping[str, dict[str, bool]]] = {
    "paused": {"paused": True},
    "resumed": {"paused": False},
    PLAY_CLOSED: {"closed": True},
    PLAY_OPENED: {"closed": False},
}
"""Kind of entry -> what it switches on or off. Bets that wait are in no entry."""


class RecordedShoe(DealingShoe):
    """A shoe whose order nobody knows: it deals what an entry says was dealt."""

    script: tuple[Card, ...] = ()

    @classmethod
    def of_table(cls, shoe: DealingShoe, script: tuple[Card, ...]) -> RecordedShoe:
        """Take the place of a shoe."""
        return cls(**structs.asdict(shoe) | {"script": script})

    def draw(self) -> Card:
        """Hand out the next card that was recorded."""
        DealingShoe.draw(self)
        if not self.script:
            raise UnknownShuffleError
        card, *rest = self.script
        self.script = tuple(rest)
        return card


def _with_recorded(table: TableState, body: Mapping[str, Any]) -> TableState:
    return table._replace(shoe=RecordedShoe.of_table(table.shoe, parse_cards(body["cards"])))


def _deal_again(
    table: TableState,
    entry: Entry,
    body: Mapping[str, Any],
    orders: Orders,
    *,
    is_recorded: bool,
) -> TableState:
    empty = open_table(table.terms)._replace(shuffles=table.shuffles._replace(cuts={}))
    before = _from_snapshot(empty, body["before"], body["round"] - 1, orders)
    before = _with_seeds(before, body)
    if is_recorded:
        before = _with_recorded(before, body)
    bets = [
        bets_of(int(seat), wagers, before.seats[int(seat)].account)
        for seat, wagers in body["bets"].items()
    ]
    played = close_bets(before, bets, entry.at, Outside(orders, read_readings(body)))
    _check_played(before, played, entry, body)
    return played.table


def _decide_again(
    table: TableState,
    entry: Entry,
    body: Mapping[str, Any],
    orders: Orders,
    *,
    is_recorded: bool,
) -> TableState:
    if table.round is None or (table.round.number, table.round.n) != (body["round"], body["n"]):
        message = f"{entry.name} decides what is not asked"
        raise JournalError(message)
    before = _with_seeds(table, body)
    if is_recorded:
        before = _with_recorded(before, body)
    action = Action(
        seat=body["seat"],
        hand=body["hand"],
        kind=ActionKind(body["action"]),
        amount=body.get("amount"),
        wager=table.round.due.wager,
        tip=body.get("tip"),
        low=parse_cards(body["low"]) if "low" in body else None,
    )
    played = take_decision(before, action, entry.at, Outside(orders, read_readings(body)))
    _check_played(before, played, entry, body)
    return played.table


def _void_again(table: TableState, entry: Entry, body: Mapping[str, Any]) -> TableState:
    if entry.kind == "taken-back":
        return _checked_money(table, with_reversal(table, read_reversal(body)), entry)
    if table.round is None or table.round.number != body["round"]:
        message = f"{entry.name} calls off a round that is not under way"
        raise JournalError(message)
    return _checked_money(table, call_off(table), entry)


def _with_seeds(table: TableState, body: Mapping[str, Any]) -> TableState:
    seeds = body.get("seeds", {})
    seats = {
        seat: it._replace(seed=bytes.fromhex(seeds.get(str(seat), "")))
        for seat, it in table.seats.items()
    }
    return table._replace(seats=seats)


def _check_played(
    before: TableState, played: Played, entry: Entry, body: Mapping[str, Any]
) -> None:
    """Compare what was played again with what was written."""
    cards: tuple[Card, ...] = parse_cards(body["cards"])
    if played.cards != cards:
        message = f"{entry.name} says the cards were {body['cards']!r}, and the shoe's are others"
        raise JournalError(message)
    lines = settled_lines(played.table.last) if played.table.last and "settled" in body else None
    if lines != body.get("settled"):
        message = f"{entry.name} does not settle as it says"
        raise JournalError(message)
    _checked_money(before, played.table, entry)


def _checked_money(before: TableState, after: TableState, entry: Entry) -> TableState:
    """Return the table after an entry, if that moves the money which the entry says."""
    if table_postings(before, after) != entry.postings:
        message = f"{entry.name} moves other money than its round"
        raise JournalError(message)
    return after
