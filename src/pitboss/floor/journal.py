"""The entries of a table's stream, kind by kind.

Entries hold commands, not events: bets, decisions, the cards that left the shoe, and the
settlement. They name players by account only: a name is personal and can be removed, an entry is
for ever. Replaying them gives the events, and must give the same cards and the same money.

While a round is open its entries name no card: staff, backups and exports read the journal, and
some of the cards lie face down. They say how many cards left the shoe; which ones follows from the
sealed entropy that the table is committed to. The entry that ends the round has all of its cards.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from msgspec import json

from pitboss.cards import Card, format_cards, parse_cards
from pitboss.engine.actions import Action
from pitboss.engine.events import VOID, IrregularityRuled
from pitboss.engine.state import State
from pitboss.fair.cut import NO_CUT, FixedSet
from pitboss.fair.reveal import Reveal
from pitboss.floor import commands as ask
from pitboss.floor.links import cents_by_hand, reading_json
from pitboss.floor.postings import meter_moves
from pitboss.floor.rounds import PlayedStep, round_cards
from pitboss.floor.snapshots import write_snapshot
from pitboss.floor.state import (
    PROMISES,
    OpenCut,
    PlacedBet,
    Sitting,
    TableState,
    open_table,
    shoe_terms,
)
from pitboss.floor.terms import Absent, Clocks, TableTerms, read_house
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.rulebook.house import house_data
from pitboss.sitting.shoe import PastShuffle
from pitboss.version import __version__

_encode: Final = json.Encoder(order="sorted").encode
_decode: Final = json.Decoder(dict[str, Any]).decode

OPEN_KEY: Final = "open"
"""The key of a table's first entry."""
OWN_CHIPS: Final = "own"
PRACTICE: Final = "practice-"
"""Begins the kinds of entries about seats of a practice table: histories, limits and reports, which
go by the kinds of a seat, leave them out."""
ROUND_CARDS: Final = "round_cards"
"""Where the entry that ends a round has the cards of the whole round."""
RULED: Final = "ruled"
"""The kind of the entry of a ruling on an irregularity."""
PLAY_OPENED: Final = "play-opened"
PLAY_CLOSED: Final = "play-closed"
"""Kinds of entries that say whether the office lets a table take bets."""


def opened_draft(terms: TableTerms, actor: str) -> Draft:
    """Return the first entry of a table: its terms, and the seeds of its meters."""
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
    if terms.has_own_chips:
        body["chips"] = OWN_CHIPS
    moves = () if terms.has_own_chips else meter_moves(terms, {}, table.meters)
    lines = tuple(Posting(account, amount) for account, amount in moves if amount)
    return Draft(
        stream=table.stream,
        kind="opened",
        actor=actor,
        key=OPEN_KEY,
        body=canonical(body),
        postings=lines,
    )


def read_terms(entry: Entry | Draft) -> TableTerms:
    """Return the terms of a table from its first entry."""
    body = _decode(entry.body)
    return TableTerms(
        id=body["id"],
        name=body["name"],
        house=read_house(body["house"]),
        seats=body["seats"],
        clocks=Clocks(**body["clocks"]),
        absent=Absent(body["absent"]),
        owner=body["owner"],
        links=body.get("links", {}),
        has_own_chips=body.get("chips") == OWN_CHIPS,
    )


def terms_in_force(entries: Iterable[Entry]) -> TableTerms:
    """Return the terms of a table after some of its entries: its first one, and any later ones.

    A change of limits is an entry of its own, and every deal after it repeats them: the first entry
    and the deal of a round say what was in force in it.
    """
    first, *later = entries
    terms = read_terms(first)
    for entry in reversed(later):
        if entry.kind in {"dealt", LIMITS_CHANGED, ABANDONED}:
            body = _decode(entry.body)
            said = body if entry.kind == LIMITS_CHANGED else body["before"]
            return terms.with_limits(said["limits"]) if "limits" in said else terms
    return terms


LIMITS_ANNOUNCED: Final = "limits-announced"
"""Two people agreed on other limits of the table: what they are, and from when."""
LIMITS_CHANGED: Final = "limits-changed"
"""Announced limits are in force from the next round on: those of every wager."""


def limits_key(number: int) -> str:
    """Return the key of the entry by which announced limits come into force, once."""
    return f"limits/{number}"


def taken_over_draft(stream: str, version: int) -> Draft:
    """Return the entry by which a process takes a table over; then no other can write.

    *version*: the entry's own.
    """
    body = canonical({"pitboss": __version__})
    return Draft(
        stream=stream,
        kind="taken-over",
        actor="house",
        key=f"take-over/{version}",
        body=body,
        postings=(),
    )


def seat_body(sitting: Sitting, cents: int) -> bytes:
    """Write that chips were bought at a seat."""
    return canonical({"seat": sitting.seat, "account": sitting.account, "cents": cents})


def left_body(seats: Iterable[Sitting]) -> bytes:
    """Write which seats were given up."""
    return canonical(
        {"seats": [[sitting.seat, sitting.account, sitting.stack] for sitting in seats]}
    )


ABANDONED: Final = "shoes-abandoned"
"""The kind of an entry after which a table has new shoes: the entropy of the old ones is lost."""


def promise_key(shuffle: int) -> str:
    """Return the key of the entry of a commitment."""
    return f"promise/{shuffle}"


def promised_body(shuffle: int, commitment: bytes, sealed: bytes) -> bytes:
    """Write the commitment to a shuffle, with its encrypted entropy."""
    text = b64encode(sealed).decode()
    return canonical({"shuffle": shuffle, "commitment": commitment.hex(), "sealed": text})


class PromisedShuffle(NamedTuple):
    """A shuffle with a commitment."""

    shuffle: int
    commitment: bytes
    sealed: bytes


def read_promise(entry: Entry) -> PromisedShuffle:
    """Read an entry that commits to a shuffle."""
    body = _decode(entry.body)
    sealed = b64decode(body["sealed"])
    return PromisedShuffle(body["shuffle"], bytes.fromhex(body["commitment"]), sealed)


def promise_names(stream: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return the keys of commitments that the tail of a stream may need but lacks."""
    deals = (entry for entry in stream if entry.kind in {"dealt", ABANDONED})
    first = max(1, next(map(_first_shuffle, deals), 1))
    return [(stream[0].stream, promise_key(first + ahead)) for ahead in range(PROMISES + 1)]


def _first_shuffle(entry: Entry) -> int:
    """Return the first shuffle that a table needs after an entry with a snapshot."""
    shuffle: int = _decode(entry.body)["before"]["shuffle"]
    return shuffle + (entry.kind == ABANDONED)


CUT_FIXED: Final = "cut-fixed"
"""Nobody commits to the next cut any more: the set, and the accounts of its seats."""
CUT_MADE: Final = "cut-made"
"""All seeds of the set, and the round of the beacon that decides the order with them."""
CUT_REDONE: Final = "cut-redone"
"""Accounts withheld their seeds, so the others commit again."""


def cut_key(cut: OpenCut | FixedSet, kind: str) -> str:
    """Return the key of an entry about a cut: each is written once."""
    return f"{kind}/{cut.shuffle}/{cut.attempt}"


def shown_body(table: TableState, past: PastShuffle, entropy: bytes) -> bytes:
    """Write everything that a verifier needs to deal a shuffle again."""
    cut = table.shuffles.cuts.get(past.number, NO_CUT)
    reveal = Reveal(
        terms=shoe_terms(table, past.number),
        commitment=table.shuffles.promised[past.number],
        seeds=cut.seeds,
        fixed=cut.fixed,
        entropy=entropy,
        dealt=past.dealt,
        of=past.of,
    )
    return canonical(reveal.as_json())


ORDER: Final = "order"
"""The key of a deal that says in which order its round is paid."""
IN_DOCUMENTS_ORDER: Final = 2
"""DP10, JP-pays, 2116(8)(d), 2119(18). A deal without the key: everything is paid as decided."""


PLACED: Final = "keys"
"""Where a deal has the bets that came with keys since the last deal: key, seat and wagers. The key
of the bet that completed them is that of the entry itself. The stores index them by this name."""


def placed_bets(body: Mapping[str, Any]) -> list[PlacedBet]:
    """Return the bets with keys that the body of an entry has; older entries have none."""
    return [PlacedBet(*bet) for bet in body.get(PLACED, ())]


def name_bet(command: ask.Bet, key: str) -> PlacedBet:
    """Return what makes a bet the same as an earlier one."""
    return PlacedBet(key, command.seat, {wager: it for wager, it in command.wagers.items() if it})


def dealt_body(table: TableState, played: PlayedStep) -> bytes:
    """Write the deal of a round, with the table before it."""
    bets = {
        str(seat): sitting.bets for seat, sitting in sorted(table.seats.items()) if sitting.bets
    }
    body = {"round": played.table.rounds, "bets": bets, "before": write_snapshot(table)}
    if table.placed:
        body[PLACED] = table.placed
    return canonical(body | {ORDER: IN_DOCUMENTS_ORDER} | _outcome(table, played))


def decided_body(table: TableState, action: Action, played: PlayedStep, policy: str = "") -> bytes:
    """Write a decision; *policy* of the house, if the player did not answer."""
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
    if action.low:  # places, because the cards lie face down
        cards = table.round.state.seat(action.seat).hand(action.hand).cards
        body["low"] = [cards.index(card) for card in action.low]
    if policy:
        body["policy"] = policy
    return canonical(body | _outcome(table, played))


def ruled_body(
    table: TableState, ruled: IrregularityRuled, played: PlayedStep, approvers: Sequence[str]
) -> bytes:
    """Write a ruling on an irregularity, with its reason and who made it."""
    assert table.round is not None
    body: dict[str, Any] = {
        "round": table.round.number,
        "n": table.round.n,
        "irregularity": ruled.kind,
        "seat": ruled.seat,
        "hand": ruled.hand,
        "reason": ruled.reason,
        "approvers": approvers,
    }
    return canonical(body | _outcome(table, played))


def read_ruling(body: Mapping[str, Any]) -> IrregularityRuled:
    """Read a ruling from the body of its entry."""
    kind = body["irregularity"]
    seat = body["seat"]
    hand = body["hand"]
    return IrregularityRuled(kind, seat, hand, reason=body["reason"])


def _outcome(table: TableState, played: PlayedStep) -> dict[str, Any]:
    """Return the result: the cards and the settlement."""
    outcome: dict[str, Any] = {"drawn": len(played.cards)}
    if played.table.round is None:
        outcome[ROUND_CARDS] = format_cards(round_cards(table, played))
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
    """Return the settlement of a round: seat, hand, wager, stake, outcome and net."""
    return [
        [line.seat, line.hand, line.wager, line.stake, line.outcome, line.net]
        for line in state.settled
    ]


def played_lines(body: Mapping[str, Any]) -> list[list[Any]]:
    """Return the settlement of an entry's body without the wagers that were returned."""
    return [line for line in body.get("settled") or () if line[4] != VOID]


def canonical(body: Mapping[str, Any]) -> bytes:
    """Write a body: JSON, keys in order, no blanks."""
    return _encode(body)


def says(entry: Entry, command: ask.Command, table: TableState, key: str = "") -> bool:
    """Return whether a command was written as an entry: its second try changes nothing.

    *key*: of the command, which may be one of several in the entry of a deal.
    *table*: as it is now; the entry may be of a round long ago.
    """
    body = _decode(entry.body)
    match command:
        case ask.Bet():
            return _has_bet(entry, body, name_bet(command, key), command.account)
        case ask.Decide():
            facts = (command.seat, command.n, command.kind, command.amount, command.tip or None)
            written = tuple(body.get(name) for name in ("seat", "n", "action", "amount", "tip"))
            is_same = entry.kind == "decided" and facts == written
            is_same = is_same and _sets_as(body, command, table)
        case ask.Sit() | ask.BuyIn():
            kind = "seat-taken" if isinstance(command, ask.Sit) else "bought-in"
            written = (body.get("seat"), body.get("cents"))
            is_same = entry.kind.removeprefix(PRACTICE) == kind
            is_same = is_same and written == (command.seat, command.cents)
        case ask.Leave():
            is_same = entry.kind.removeprefix(PRACTICE) == "seats-left"
            is_same = is_same and body["seats"][0][0] == command.seat
        case ask.Open() | ask.Close() | ask.AnnounceLimits():
            return _orders(entry, body, command)
        case ask.RuleOn():
            written = tuple(body.get(name) for name in ("round", "irregularity", "seat", "hand"))
            return entry.kind == RULED and written == command[1:5]
        case ask.CallOff() | ask.TakeBack():
            kind = "called-off" if isinstance(command, ask.CallOff) else "taken-back"
            return entry.kind == kind and entry.actor == command.by
        case _:
            return False
    return is_same and entry.actor == command.account


def _orders(
    entry: Entry, body: Mapping[str, Any], command: ask.Open | ask.Close | ask.AnnounceLimits
) -> bool:
    """Return whether an order of the office was written as an entry."""
    if isinstance(command, ask.AnnounceLimits):
        return entry.kind == LIMITS_ANNOUNCED and body["number"] == command.coming.number
    kind = PLAY_OPENED if isinstance(command, ask.Open) else PLAY_CLOSED
    return entry.kind == kind and body["turn"] == command.turn


def _has_bet(entry: Entry, body: Mapping[str, Any], bet: PlacedBet, account: str) -> bool:
    """Return whether an entry deals a bet, or has it among those that were placed before."""
    if entry.key != bet.key:  # a key that names its account
        return bet in placed_bets(body)
    is_same = entry.kind == "dealt" and body["bets"].get(str(bet.seat)) == bet.wagers
    return is_same and entry.actor == account


def _sets_as(body: Mapping[str, Any], command: ask.Decide, table: TableState) -> bool:
    """Return whether a decision sets the low hand of an entry; unknown once the cards are gone."""
    if table.rounds != body["round"] or not ("low" in body and command.low):
        return ("low" in body) == bool(command.low)
    state = table.round.state if table.round else table.last
    if state is None:
        return True
    cards = state.seat(body["seat"]).hand(body["hand"]).cards
    return read_low(body, cards) == command.low


def read_low(body: Mapping[str, Any], cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the low hand that an entry sets out of a hand's *cards*.

    Entries before version 1.1 name the cards; later ones their places in the hand.
    """
    low = body.get("low")
    if low is None or isinstance(low, str):
        return parse_cards(low) if low else None
    return tuple(cards[place] for place in low)
