"""Rebuild a table from the entries of its journal: replay them, and check them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import json, structs

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.bets import Bets
from pitboss.fair.cut import Cut, read_set
from pitboss.fair.order import cut_order
from pitboss.floor.cutting import begin_again
from pitboss.floor.journal import (
    CUT_REDONE,
    LIMITS_ANNOUNCED,
    ORDER,
    PLAY_CLOSED,
    PLAY_OPENED,
    PRACTICE,
    ROUND_CARDS,
    RULED,
    read_low,
    read_ruling,
    settled_lines,
)
from pitboss.floor.links import read_readings
from pitboss.floor.postings import table_postings, through_the_tray
from pitboss.floor.rounds import (
    Orders,
    Outside,
    PlayedStep,
    call_off,
    close_bets,
    round_cards,
    take_decision,
    take_ruling,
)
from pitboss.floor.snapshots import read_reversal, read_snapshot, with_reversal
from pitboss.floor.state import (
    NOBODY,
    OpenCut,
    SeedCommitment,
    Shuffles,
    TableState,
    limits_due,
    open_table,
    sit_down,
)
from pitboss.floor.terms import ComingLimits, TableTerms
from pitboss.ledger.entry import Entry
from pitboss.sitting.bets import make_bets
from pitboss.sitting.shoe import DealingShoe

_decode: Final = json.Decoder(dict[str, Any]).decode


class JournalError(Exception):
    """An entry that does not follow from the ones before it."""


class UnknownShuffleError(Exception):
    """The entropy of a shuffle is neither in the journal nor otherwise known."""


def rebuild(
    terms: TableTerms,
    entries: Iterable[Entry],
    orders: Orders,
    promised: Mapping[int, bytes],
) -> TableState:
    """Return the table of some entries: all of its stream, or those from a deal on.

    *promised*: the commitments to shuffles that are not revealed. Raise `JournalError` if an entry
    does not give its recorded cards, money or results.
    """
    table = open_table(terms)._replace(shuffles=Shuffles(promised))
    stream = list(entries)
    known = _with_shown(stream, orders)
    for entry in stream:
        table = apply_entry(table, entry, known)
    return table._replace(shuffles=_to_show(table))


def _to_show(table: TableState) -> Shuffles:
    """Leave out shuffles that were revealed before the first entry."""
    shuffles = table.shuffles
    shoe = table.shoe
    first = min([shoe.shoes + (not shoe.cards), *(past.number for past in shoe.past)])
    promised = {
        number: commitment for number, commitment in shuffles.promised.items() if number >= first
    }
    return shuffles._replace(promised=promised)


def _with_shown(entries: Sequence[Entry], orders: Orders) -> Orders:
    """Add the shuffles that the journal itself reveals to the known ones."""
    bodies = (_decode(entry.body) for entry in entries if entry.kind == "shown")
    shown = {body["terms"]["shuffle"]: bytes.fromhex(body["entropy"]) for body in bodies}

    def order(number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        if number in shown:
            return cut_order(shown[number], cards, seeds)
        return orders(number, cards, seeds)

    return order


def apply_entry(
    table: TableState, entry: Entry, orders: Orders, recorded: tuple[Card, ...] | None = None
) -> TableState:
    """Return the table after one more entry.

    *recorded*: the cards that it deals, if the order of the shoe is unknown.
    """
    body = _decode(entry.body)
    match entry.kind.removeprefix(PRACTICE):
        case "dealt" | "decided" | "ruled":
            table = _play_again(table, entry, body, orders, recorded)
        case "seat-taken":
            seat = body["seat"]
            account = body["account"]
            cents = body["cents"]
            table = table.with_sitting(sit_down(table.terms.clocks, seat, account, "", cents))
        case "bought-in":
            sitting = table.seats[body["seat"]]
            table = table.with_sitting(sitting._replace(stack=sitting.stack + body["cents"]))
        case "seats-left":
            left = {seat for seat, _, _ in body["seats"]}
            rest = {seat: seated for seat, seated in table.seats.items() if seat not in left}
            table = table._replace(seats=rest).without_empty_deck()
        case "promised" | "shown":
            table = _promise_again(table, entry, body)
        case "cut-fixed" | "cut-made" | "cut-redone":
            table = _cut_again(table, entry, body)
        case "limits-announced" | "limits-changed":
            table = _change_limits(table, entry, body)
        case "called-off" | "taken-back":
            table = _void_again(table, entry, body)
        case "shoes-abandoned":
            empty = open_table(table.terms)
            anew = read_snapshot(empty, body["before"], body["rounds"], orders)
            table = anew._replace(paused=body["paused"], closed=body["closed"])
        case _:
            table = table._replace(**_SWITCHES.get(entry.kind, {}))
    return table


def _promise_again(table: TableState, entry: Entry, body: Mapping[str, Any]) -> TableState:
    """Return the table after a commitment to a shuffle, or after its reveal."""
    if entry.kind == "shown":
        return table.without_shuffle(body["terms"]["shuffle"])
    promised = {**table.shuffles.promised}
    promised[body["shuffle"]] = bytes.fromhex(body["commitment"])
    return table._replace(shuffles=table.shuffles._replace(promised=promised))


def _change_limits(table: TableState, entry: Entry, body: Mapping[str, Any]) -> TableState:
    """Return the table after an entry about its limits: those announced come into force."""
    if entry.kind == LIMITS_ANNOUNCED:
        return table._replace(coming=ComingLimits(body["number"], body["at"], body["limits"]))
    coming = limits_due(table, entry.at)
    if coming is None or (coming.number, coming.limits) != (body["number"], body["limits"]):
        raise JournalError(f"{entry.name} changes limits otherwise than they were announced")
    return table._replace(terms=table.terms.with_limits(coming.limits), coming=None)


def _cut_again(table: TableState, entry: Entry, body: Mapping[str, Any]) -> TableState:
    """Return the table after an entry about its cut; the bets that wait for it are in no entry."""
    if entry.kind == CUT_REDONE:
        cut = table.shuffles.open._replace(seeds=_read_seeds(body), is_dealing=False)
        silent = {int(seat): account for seat, account in body["withheld"].items()}
        return begin_again(table, cut, silent, entry.at)
    fixed = read_set(body)
    promised = table.shuffles.promised
    if any(
        promised.get(fixed.shuffle + ahead, promise) != promise
        for ahead, promise in enumerate(fixed.promised)
    ):
        raise JournalError(f"{entry.name} names other commitments of the house")
    accounts = body.get("accounts")
    if accounts is None:
        accounts = {str(seat): it.account for seat, it in table.shuffles.open.commitments.items()}
    cut = OpenCut(
        shuffle=fixed.shuffle,
        attempt=fixed.attempt,
        commitments={
            seat: SeedCommitment(accounts[str(seat)], mark) for seat, mark in fixed.commitments
        },
        promised=fixed.promised,
        seeds=_read_seeds(body),
        withheld=fixed.withheld,
        spent=table.shuffles.open.spent,
        since=entry.at,
        beacon=fixed.beacon,
    )
    return table._replace(shuffles=table.shuffles._replace(open=cut))


def _read_seeds(body: Mapping[str, Any]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(seed) for seat, seed in body.get("seeds", {}).items()}


_SWITCHES: Final[Mapping[str, dict[str, bool]]] = {
    "paused": {"paused": True},
    "resumed": {"paused": False},
    PLAY_CLOSED: {"closed": True},
    PLAY_OPENED: {"closed": False},
}
"""Kind of entry -> what it switches on or off. Bets that wait are in no entry."""


class RecordedShoe(DealingShoe):
    """A shoe with an unknown order: it deals the cards that an entry records."""

    script: tuple[Card, ...] = ()

    @classmethod
    def from_shoe(cls, shoe: DealingShoe, script: tuple[Card, ...]) -> RecordedShoe:
        """Return a recorded shoe in place of a shoe."""
        return cls(**structs.asdict(shoe) | {"script": script})

    def draw(self) -> Card:
        """Return the next recorded card."""
        DealingShoe.draw(self)
        if not self.script:
            raise UnknownShuffleError
        card, *rest = self.script
        self.script = tuple(rest)
        return card


def _play_again(
    table: TableState,
    entry: Entry,
    body: Mapping[str, Any],
    orders: Orders,
    recorded: tuple[Card, ...] | None,
) -> TableState:
    """Deal or decide again as an entry says, and compare the result with the entry."""
    is_deal = entry.kind == "dealt"
    if is_deal:
        shuffles = table.shuffles._replace(cuts={}, open=NOBODY)  # a fixed set is used now
        empty = open_table(table.terms)._replace(shuffles=shuffles)
        table = read_snapshot(empty, body["before"], body["round"] - 1, orders)
    elif table.round is None or (table.round.number, table.round.n) != (body["round"], body["n"]):
        raise JournalError(f"{entry.name} decides what is not asked")
    before = _with_seeds(table, body)
    if recorded is not None:
        before = before._replace(shoe=RecordedShoe.from_shoe(before.shoe, recorded))
    outside = Outside(orders, read_readings(body), paid_as_decided=ORDER not in body)
    if is_deal:
        played = close_bets(before, _read_bets(before, body), entry.at, outside)
    elif entry.kind == RULED:
        played = take_ruling(before, read_ruling(body), entry.at, outside)
    else:
        played = take_decision(before, _read_action(before, body), entry.at, outside)
    _check_played(before, played, entry, body)
    return played.table


def _read_bets(table: TableState, body: Mapping[str, Any]) -> list[Bets]:
    return [
        make_bets(int(seat), wagers, table.seats[int(seat)].account)
        for seat, wagers in body["bets"].items()
    ]


def _read_action(table: TableState, body: Mapping[str, Any]) -> Action:
    assert table.round is not None
    hand = table.round.state.seat(body["seat"]).hand(body["hand"])
    return Action(
        seat=body["seat"],
        hand=body["hand"],
        kind=ActionKind(body["action"]),
        amount=body.get("amount"),
        wager=table.round.due.wager,
        tip=body.get("tip"),
        low=read_low(body, hand.cards),
    )


def _void_again(table: TableState, entry: Entry, body: Mapping[str, Any]) -> TableState:
    if entry.kind == "taken-back":
        return _check_money(table, with_reversal(table, read_reversal(body)), entry)
    if table.round is None or table.round.number != body["round"]:
        raise JournalError(f"{entry.name} calls off a round that is not under way")
    _check_cards(entry, body, (), round_cards(table))
    return _check_money(table, call_off(table), entry)


def _with_seeds(table: TableState, body: Mapping[str, Any]) -> TableState:
    """Return the table with the seeds that were sent without commitments, as old entries have."""
    if table.shuffles.made.fixed is not None:
        return table
    seeds = body.get("seeds", {})
    made = Cut(tuple(bytes.fromhex(seeds[seat]) for seat in sorted(seeds, key=int)))
    return table._replace(shuffles=table.shuffles._replace(made=made))


def _check_played(
    before: TableState, played: PlayedStep, entry: Entry, body: Mapping[str, Any]
) -> None:
    """Compare the replay with the entry."""
    _check_cards(entry, body, played.cards, round_cards(before, played))
    lines = settled_lines(played.table.last) if played.table.last and "settled" in body else None
    if lines != body.get("settled"):
        raise JournalError(f"{entry.name} does not settle as it says")
    _check_money(before, played.table, entry)


def _check_cards(
    entry: Entry, body: Mapping[str, Any], drawn: tuple[Card, ...], whole: tuple[Card, ...]
) -> None:
    """Compare the cards of a step, and those of its whole round, with what an entry says of them.

    Entries before version 1.1 name the cards of every step.
    """
    for key, cards in ((ROUND_CARDS, whole), ("cards", drawn)):
        if key in body and parse_cards(body[key]) != cards:
            message = f"{entry.name} says the cards were {body[key]!r}, and the shoe's are others"
            raise JournalError(message)
    if body.get("drawn", len(drawn)) != len(drawn):
        message = f"{entry.name} says {body['drawn']} cards left the shoe, and it was {len(drawn)}"
        raise JournalError(message)


def _check_money(before: TableState, after: TableState, entry: Entry) -> TableState:
    """Return the table after an entry, if it moves the money that the entry records."""
    moved = table_postings(before, after)
    if entry.postings not in (moved, through_the_tray(before.id, moved)):
        raise JournalError(f"{entry.name} moves other money than its round")
    return after
