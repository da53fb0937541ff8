"""The frames for a player: visible events, the open question, and the player's own money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from msgspec import json

from pitboss.cards import format_card, format_cards
from pitboss.engine.actions import Choice, Question
from pitboss.engine.events import WagerSettled, event_json
from pitboss.engine.meter import format_units
from pitboss.engine.state import State
from pitboss.engine.view import HandView, SeatView, TableView, view
from pitboss.fair.cut import NO_CUT
from pitboss.floor.commands import Accepted
from pitboss.floor.cutting import cut_until, fixed_set, open_cut
from pitboss.floor.deadlines import decision_deadline
from pitboss.floor.links import Link
from pitboss.floor.state import OpenCut, Sitting, Steps, TableState
from pitboss.floor.terms import SECOND
from pitboss.sitting.deck_entry import closed_wagers
from pitboss.text.felt import limit_line

MILLISECOND = 1000
MINUTE = 60 * SECOND
GUEST = "guest"
"""The name of a player whom the table cannot name."""

Json = dict[str, Any]


def account_seats(table: TableState, account: str | None) -> tuple[int, ...]:
    """Return the seats that an account has at a table."""
    return tuple(sitting.seat for sitting in table.seats.values() if sitting.account == account)


def account_chips(table: TableState, account: str) -> int:
    """Return the cents of an account at a table; during a round, those before it."""
    before = table.round.stacks if table.round else {}
    seats = account_seats(table, account)
    return sum(before.get(seat, table.seats[seat].stack) for seat in seats)


def news(before: TableState, answer: Accepted, account: str | None, now: int) -> Json:
    """Return the changes that an account may see; None: a spectator."""
    after = answer.table
    yours = account_seats(after, account)
    frame: Json = {}
    if answer.steps:
        frame["events"] = events_json((answer.steps,), account)
        frame["round"] = after.rounds
    if answer.policy:
        frame["autoplay"] = answer.policy
    if before.seats is not after.seats or before.absences is not after.absences:
        frame["seats"] = seats_json(after)
        # To somebody who has just left the last seat, no stacks are news too.
        if yours or account_seats(before, account):
            frame["stacks"] = stacks_json(after, yours)
    frame |= _meter_news(before, after)
    if before.shuffles is not after.shuffles:
        frame["shuffles"] = shuffles_json(after)
    if answer.kind in {"called-off", "taken-back"}:
        frame["void"] = void_json(answer)
    if answer.kind == "shown":
        frame["shown"] = answer.key.removeprefix("show/")
    if before.terms is not after.terms or before.coming != after.coming:
        frame["limits"] = limits_json(after, now)
    frame |= _describe_switches(before, after) | waits_json(after, yours, now)
    return frame


def _describe_switches(before: TableState, after: TableState) -> Json:
    """Return the switches that changed: paused, closed, or progressives stopped."""
    names = ("paused", "closed", "stopped")
    changed = (name for name in names if getattr(before, name) != getattr(after, name))
    return {name: getattr(after, name) for name in changed}


def limits_json(table: TableState, now: int) -> Json:
    """Return the limits in force after a change, and those that are announced, in words."""
    coming = table.coming
    terms = table.terms
    frame: Json = {"digest": terms.digest, "words": f"The limits are: {limit_line(terms.setup)}."}
    if coming is not None:
        line = limit_line(terms.with_limits(coming.limits).setup)
        left = max(0, coming.at - now)
        minutes = -(-left // MINUTE)
        when = "From the next round on"
        if left:
            when = "In one minute" if minutes == 1 else f"In {minutes:,} minutes"
        frame["coming"] = {"ms": left // MILLISECOND, "words": f"{when} the limits are: {line}."}
    return frame


def void_json(answer: Accepted) -> Json:
    """Return a void: the round, the seats and the reason, but not who approved it."""
    body = json.decode(answer.body)
    return {name: body[name] for name in ("round", "seat", "reason") if body.get(name)}


def _meter_news(before: TableState, after: TableState) -> Json:
    frame: Json = {}
    if before.meters is not after.meters:
        frame["meters"] = meters_json(after)
    if before.links is not after.links:
        frame["jackpots"] = jackpots_json(after)
    return frame


def snapshot(table: TableState, account: str | None, now: int) -> Json:
    """Return the whole table as an account may see it."""
    yours = account_seats(table, account)
    current = table.round.state if table.round else table.last
    frame: Json = {
        "round": table.rounds,
        "seats": seats_json(table),
        "stacks": stacks_json(table, yours),
        "meters": meters_json(table),
        "shuffles": shuffles_json(table),
        "paused": table.paused,
        "closed": table.closed,
        "stopped": table.stopped,
        "felt": None
        if current is None
        else view_json(view(current, viewing_seat(current, account))),
    }
    if table.links:
        frame["jackpots"] = jackpots_json(table)
    if table.coming or table.terms.opened_digest:
        frame["limits"] = limits_json(table, now)
    if table.round:
        frame["events"] = events_json(table.round.steps, account)
    return frame | waits_json(table, yours, now)


def events_json(steps: Iterable[Steps], account: str | None) -> list[Json]:
    """Return the events that an account may see; a settled wager has its pay."""
    written: list[Json] = []
    for part in steps:
        for event in part.mask_steps(viewing_seat(part.before, account)):
            line = event_json(event)
            if isinstance(event, WagerSettled) and event.pays:
                line["pays"] = event.pays
            if isinstance(event, WagerSettled) and event.rows:
                line["rows"] = event.rows
            written.append(line)
    return written


def viewing_seat(state: State, account: str | None) -> int:
    """Return a seat with the account's view of this round; 0 has the public view."""
    return next((seat.number for seat in state.seats if account and seat.player == account), 0)


def waits_json(table: TableState, yours: tuple[int, ...], now: int) -> Json:
    """Return the questions that the table waits for, and how long."""
    current = table.round
    if current is None:
        since = table.betting_since
        clocks = table.terms.clocks
        if table.is_dealing:
            left = max(0, cut_until(table) - now) // MILLISECOND
            return {"stage": "cutting", "ask": None, "ms": left}
        frame: Json = {"stage": "betting", "ask": None}
        if since is not None and clocks.waits:
            frame["ms"] = max(0, since + clocks.betting - now) // MILLISECOND
        return frame
    open_question = current.question
    question: Json = {"n": current.n, "seat": open_question.seat, "hand": open_question.hand}
    if open_question.wager:
        question["wager"] = open_question.wager
    due = decision_deadline(table, current)
    if due is not None:
        question["ms"] = max(0, due - now) // MILLISECOND
    if open_question.seat in yours:
        question["choices"] = choices_json(open_question)
    return {"stage": "deciding", "ask": question}


def seats_json(table: TableState) -> list[Json]:
    """Return the public view of the seats: of their money, only the wagers on the felt."""
    return [_seat_json(table, sitting) for _, sitting in sorted(table.seats.items())]


def _seat_json(table: TableState, sitting: Sitting) -> Json:
    seat: Json = {"seat": sitting.seat, "name": sitting.name or GUEST, "bets": dict(sitting.bets)}
    if sitting.ready:
        seat["ready"] = True
    if sitting.out_since is not None:
        seat["out"] = True
    if sitting.leaving:
        seat["leaving"] = True
    if sitting.account in table.absences:
        seat["gone"] = True
    if closed := closed_wagers(table.terms.setup, table.shoe, sitting.account):
        seat["closed"] = closed
    return seat


def stacks_json(table: TableState, yours: tuple[int, ...]) -> dict[str, int]:
    """Return the cents in front of the player's own seats."""
    return {str(seat): table.seats[seat].stack for seat in yours}


def meters_json(table: TableState) -> dict[str, str]:
    """Return the meters in dollars."""
    return {wager: format_units(meter.display) for wager, meter in table.meters.items()}


def jackpots_json(table: TableState) -> Json:
    """Return the known state of a table's shared jackpots, wager by wager."""
    return {wager: _jackpot_json(link) for wager, link in table.links.items()}


def _jackpot_json(link: Link) -> Json:
    written: Json = {"id": link.jackpot, "title": link.title, "open": not link.code}
    if link.is_stale:
        written["stale"] = True
    if link.waiting:
        written["pending"] = [
            {"hit": number, "table": table, "seat": seat, "amount": format_units(units)}
            for number, table, seat, units in link.waiting
        ]
    if link.disclosures:
        written["disclosures"] = list(link.disclosures)
    return written


def shuffles_json(table: TableState) -> Json:
    """Return the commitments to the shoe, its cut, and the cut of the next shuffle."""
    now = table.shoe.shoes
    ahead = table.shuffles
    promised = {
        str(number): commitment.hex() for number, commitment in sorted(ahead.promised.items())
    }
    seeds = [seed.hex() for seed in ahead.cuts.get(now, NO_CUT).seeds]
    shoe = {"cards": len(table.shoe.cards), "left": table.shoe.cards_left}
    cut = _cut_json(table, open_cut(table))
    return {"current": now, "promised": promised, "seeds": seeds, "cut": cut, **shoe}


def _cut_json(table: TableState, cut: OpenCut) -> Json:
    """Return the cut that players commit to: what a client needs to take part and to check it."""
    written: Json = {
        "shuffle": cut.shuffle,
        "attempt": cut.attempt,
        "fixed": cut.is_fixed,
        "commitments": {str(seat): it.mark.hex() for seat, it in sorted(cut.commitments.items())},
        "revealed": sorted(cut.seeds),
    }
    if cut.is_fixed:
        fixed = fixed_set(cut)
        written["set"] = {**fixed.as_json(), "digest": fixed.digest(table.id).hex()}
    if cut.withheld:
        written["withheld"] = [list(seats) for seats in cut.withheld]
    if table.beacon is not None and cut.beacon is not None:
        due = table.beacon.published_at(cut.beacon.round)
        written["beacon"] = {
            "name": cut.beacon.name,
            "round": cut.beacon.round,
            "published_ms": due // MILLISECOND,
        }
    return written


def choices_json(question: Question) -> list[Json]:
    """Return the legal choices with their amounts."""
    return [_choice_json(choice) for choice in question.choices]


def _choice_json(choice: Choice) -> Json:
    written: Json = {"kind": choice.kind.value}
    for name in ("low", "high", "default"):
        if (value := getattr(choice, name)) is not None:
            written[name] = value
    if choice.step != 1:
        written["step"] = choice.step
    if choice.tip:
        written["tip"] = choice.tip
        if choice.tip_max is not None:
            written["tip_max"] = choice.tip_max
    if choice.lows:
        written["lows"] = [format_cards(low) for low in choice.lows]
    if choice.fouls:
        written["fouls"] = [format_cards(low) for low in choice.fouls]
    return written


def view_json(table: TableView) -> Json:
    """Return the felt as one seat sees it."""
    felt = _plain(table, skip=_WRITTEN_APART)
    felt["seats"] = [_felt_seat(seat) for seat in table.seats]
    felt["settled"] = [line.as_line() for line in table.settled]
    if table.rulings:
        felt["rulings"] = [event_json(ruled) for ruled in table.rulings]
    if table.replacement is not None:
        felt["replacement"] = format_card(table.replacement)
    return felt


_WRITTEN_APART = frozenset({"seat", "choices", "seats", "settled", "replacement", "rulings"})
_CARDS = frozenset({"cards", "dealer", "dealer_low", "bonus", "community", "poker", "low"})


def _felt_seat(seat: SeatView) -> Json:
    written = _plain(seat, skip=frozenset({"hands", "player"}))
    written["hands"] = [_plain(hand) for hand in seat.hands]
    return written


def _plain(view: TableView | SeatView | HandView, skip: frozenset[str] = frozenset()) -> Json:
    """Return a view's fields as JSON, without empty ones."""
    written: Json = {}
    for field in fields(view):
        value = getattr(view, field.name)
        if field.name in skip or value in (None, 0, "", (), False):
            continue
        if field.name in _CARDS:
            value = format_cards(value)
        elif isinstance(value, Enum):
            value = value.name.lower().replace("_", "-")
        elif isinstance(value, Mapping):
            value = dict(value)
        written[field.name] = value
    return written
