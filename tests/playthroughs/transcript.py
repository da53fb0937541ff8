"""Golden transcripts: a round record played step by step, written out as a hand history.

`NAME.json` is the record a person wrote; `NAME.txt` is what `tools/regenerate.py` makes of it. For
each decision stand the state in short (the down card in brackets: only the table knows it), whose
turn it is with every legal action and its amounts, what that seat can see, what was decided, and
each event that followed. At the end come the settlement, the nets and the meters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.cards import Card, format_card, format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind, Choice, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    DealerPeeked,
    DealerShown,
    DownCardExposed,
    Event,
    HandBusted,
    HandSet,
    HandSplit,
    HandStood,
    IrregularityRuled,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    MeterTakenBack,
    Phase,
    PhaseEnded,
    Place,
    WagerSettled,
)
from pitboss.engine.legal import UNLIMITED
from pitboss.engine.meter import format_units, parse_units
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import open_meters, prepare
from pitboss.engine.state import Hand, State, Status
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import HOUSE_KEYS, house_from
from pitboss.rulebook.model import PayRow
from pitboss.rulebook.pays import format_dollars

FOLDER = Path(__file__).parent
HIDDEN = "??"


def paths() -> list[Path]:
    """Return where a transcript stands or belongs, for every record."""
    return [path.with_suffix(".txt") for path in sorted(FOLDER.glob("*.json"))]


def record(path: Path) -> dict[str, Any]:
    """Return the record a transcript is made of."""
    read: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return read


def transcript(path: Path) -> str:
    """Return the text that belongs into *path*."""
    return "\n".join(line.rstrip() for line in _lines(record(path))) + "\n"


def _lines(given: Mapping[str, Any]) -> Iterator[str]:
    played = _started(given)
    configured = played.state.setup.configured
    yield given["name"]
    yield from (f"  {line}" for line in given["note"])
    yield ""
    yield f"game     {configured.game.id}"
    yield f"digest   {configured.digest}"
    chosen = configured.options.items()
    yield "options  " + ", ".join(
        f"{name} {_word(value)}" for name, value in chosen if not configured.is_implied(name, value)
    )
    for wager, spot in configured.spots.items():
        if spot.table:
            rows = ", ".join(_row(row) for row in spot.table.rows)
            yield f"felt     {wager}, table {spot.table.id}: {rows}"
    for seat in played.state.seats:
        bets = ", ".join(f"{wager} {format_dollars(c)}" for wager, c in seat.wagers.items())
        yield f"seat {seat.number}   {seat.player}: {bets}"
    for event in played.events:
        if isinstance(event, MeterFed):
            yield f"event    {_event(event)}"
    yield from _meters(played.state)
    yield from _steps(played, given)
    yield from _settlement(played.state)


def _row(row: PayRow) -> str:
    """Say a row of the felt; a bust table prints two columns for each up card."""
    column = f" {row.column}" if row.column else ""
    envy = f" and {format_dollars(row.envy)} envy" if row.envy else ""
    return f"{row.name}{column} {row.text}{envy}"


def _started(given: Mapping[str, Any]) -> Round:
    setup = prepare(house_from({key: given[key] for key in given if key in HOUSE_KEYS}))
    displays = {wager: parse_units(text) for wager, text in given.get("meters", {}).items()}
    reserves = {wager: parse_units(text) for wager, text in given.get("reserves", {}).items()}
    bets = [
        Bets(seat["seat"], seat["wagers"], seat.get("player"), seat.get("tips", {}))
        for seat in given["seats"]
    ]
    return Round.start(setup, bets, open_meters(setup, displays, reserves))


def _steps(played: Round, given: Mapping[str, Any]) -> Iterator[str]:
    """Say the deal, and then each decision with all that follows until the next one."""
    cards = iter(parse_cards(given["cards"]))
    decisions = iter(given["decisions"])
    rulings = list(given.get("irregularities", ()))
    step = 1
    dealt = 0
    decided = 0
    yield from _step(step, played.state)
    while played.due is not None:
        if rulings and rulings[0]["at"] == {"cards": dealt, "decisions": decided}:
            ruled = rulings.pop(0)
            seen = len(played.events)
            played.rule(IrregularityRuled(ruled["kind"], ruled["seat"], ruled.get("hand", 1)))
            yield from (f"     {line}" for line in _told(played.events[seen:]))
            continue
        seen = len(played.events)
        if isinstance(played.due, CardNeeded):
            played.deal(next(cards))
            dealt += 1
        elif isinstance(played.due, ReshuffleNeeded):
            played.reshuffle()
        else:
            assert isinstance(played.due, Question)
            step += 1
            yield from _step(step, played.state)
            yield f"     asked    {_question(played.due)}"
            yield from (f"     {line}" for line in _view(view(played.state, played.due.seat)))
            played.act(_action(next(decisions)))
            decided += 1
        yield from (f"     {line}" for line in _told(played.events[seen:]))
    assert next(cards, None) is None, "cards are left over"
    assert next(decisions, None) is None, "decisions are left over"
    assert not rulings, "irregularities are left over"


def _step(number: int, state: State) -> Iterator[str]:
    yield ""
    yield f"{number:<4} {_state(state)}"


def _told(events: list[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, ActionTaken):
            yield f"decides  {_decision(event)}"
        elif not isinstance(event, PhaseEnded):
            yield f"event    {_event(event)}"


def _state(state: State) -> str:
    """Say the phase, the dealer's cards and every hand in one line."""
    dealer = [format_card(card) for card in state.dealer]
    if not state.exposed:
        up = 1 if state.setup.blackjack else 0
        dealer = [*dealer[:up], *(f"[{card}]" for card in dealer[up:])]
    hands = []
    for seat in state.seats:
        hands += [f"{seat.number}.{hand.number} {_hand(state, hand)}" for hand in seat.hands]
        hands += [f"{seat.number}: {text}" for text in _beside(seat.late, seat.lammers, seat.poker)]
        hands += [f"{seat.number}: folded"] if seat.folded else []
        hands += [f"{seat.number}: out, {seat.ruled_out}"] if seat.ruled_out else []
    bonus = [f"bonus {format_cards(state.bonus)}"] if state.bonus else []
    if state.replacement is not None:
        bonus = [f"replacement {format_card(state.replacement)}"]
    parts = [Phase(state.phase).name.lower().replace("_", " "), f"dealer {' '.join(dealer) or '-'}"]
    return " | ".join([*parts, *hands, *bonus])


def _hand(state: State, hand: Hand) -> str:
    if not hand.cards:
        return "-"
    if state.setup.blackjack is None:
        status = "" if hand.status == Status.PLAYING else f" {Status(hand.status).name.lower()}"
        low = f" low {format_cards(hand.low)}" if hand.low else ""
        return f"{format_cards(hand.cards)}{low} {format_dollars(hand.stake)}{status}"
    soft = "soft " if hand.soft else ""
    status = "" if hand.status == Status.PLAYING else f" {Status(hand.status).name.lower()}"
    free = f" and {format_dollars(hand.free)} free" if hand.free else ""
    cards = f"{format_cards(hand.cards)} ({soft}{hand.total})"
    return f"{cards} {format_dollars(hand.stake)}{free}{status}"


def _beside(late: Mapping[str, int], lammers: int, poker: tuple[Card, ...] = ()) -> Iterator[str]:
    """Say what a seat has beside its hands: wagers made during the round, lammers, poker cards."""
    for wager, cents in late.items():
        yield f"{wager} {format_dollars(cents)}" if cents else f"no {wager}"
    if lammers:
        yield f"{lammers} lammer{'s' if lammers > 1 else ''}"
    if poker:
        yield f"poker {format_cards(poker)}"


def _question(question: Question) -> str:
    wager = f" about {question.wager}" if question.wager else ""
    choices = " | ".join(_choice(choice) for choice in question.choices)
    return f"seat {question.seat} hand {question.hand}{wager}: {choices}"


def _choice(choice: Choice) -> str:
    if choice.lows:
        return f"{choice.kind} low {', '.join(format_cards(low) for low in choice.lows)}"
    if choice.low is None or choice.high is None:
        return choice.kind.value
    low = f"{choice.kind} {format_dollars(choice.low)}"
    if choice.low == choice.high:
        return low
    step = f" by {format_dollars(choice.step)}" if choice.step > 1 else ""
    most = " or more" if choice.high == UNLIMITED else f" to {format_dollars(choice.high)}"
    return f"{low}{most}{step}"


def _view(seen: TableView) -> Iterator[str]:
    """Say what a seat sees, and only from its view."""
    dealer = " ".join([*map(format_card, seen.dealer), *[HIDDEN] * seen.face_down])
    own = next(seat for seat in seen.seats if seat.number == seen.seat)
    hands = ", ".join(
        f"{format_cards(hand.cards)}{_total(hand.total, soft=hand.soft)}"
        + (f" and {format_dollars(hand.free)} free" if hand.free else "")
        for hand in own.hands
    )
    hands = ", ".join([hands, *_beside(own.late, own.lammers, own.poker)])
    others = len(seen.seats) - 1
    beside = f", {others} more seat{'s' if others > 1 else ''}" if others else ""
    total = _total(seen.dealer_total, soft=seen.dealer_soft)
    if seen.replacement is not None:
        hands = f"{hands}, replacement {format_card(seen.replacement)}"
    yield f"sees     dealer {dealer}{total}, own {hands}{beside}"
    meters = ", ".join(f"{wager} ${text}" for wager, text in seen.meters.items())
    if meters:
        yield f"         meters {meters}"


def _total(total: int, *, soft: bool) -> str:
    """Say a blackjack total; there is none where no blackjack is played."""
    return f" ({'soft ' if soft else ''}{total})" if total else ""


def _action(decision: Mapping[str, Any]) -> Action:
    return Action(
        seat=decision["seat"],
        kind=ActionKind(decision["action"]),
        hand=decision.get("hand", 1),
        amount=decision.get("amount"),
        wager=decision.get("wager"),
        tip=decision.get("tip"),
        low=tuple(parse_cards(decision["low"])) if "low" in decision else None,
    )


def _decision(taken: ActionTaken) -> str:
    amount = f" {format_dollars(taken.amount)}" if taken.amount else ""
    tip = f" and {format_dollars(taken.tip)} for the dealer" if taken.tip else ""
    low = f" low {format_cards(taken.low)}" if taken.low else ""
    return f"seat {taken.seat} hand {taken.hand}: {taken.action}{amount}{tip}{low}"


def _event(event: Event) -> str:
    match event:
        case CardDealt() | DealerPeeked() | DownCardExposed() | DealerShown() | CardsReshuffled():
            return _dealing(event)
        case IrregularityRuled() | MeterTakenBack():
            return _ruling(event)
        case MeterFed():
            return f"seat {event.seat} feeds {event.wager} ${format_units(event.amount)}"
        case JackpotAwarded() | JackpotPaid():
            return _jackpot(event)
        case WagerSettled():
            return _line(event)
        case _:
            assert isinstance(event, HandStood | HandBusted | HandSet | HandSplit), event
            return _hand_event(event)


def _jackpot(event: JackpotAwarded | JackpotPaid) -> str:
    amount = format_dollars(event.amount)
    if isinstance(event, JackpotAwarded):
        return f"seat {event.seat} is awarded {event.percent}% of {event.wager}, {amount}"
    return f"seat {event.seat} is paid {amount} out of {event.wager}"


def _ruling(event: IrregularityRuled | MeterTakenBack) -> str:
    if isinstance(event, IrregularityRuled):
        return f"the floor rules on seat {event.seat} hand {event.hand}: {event.kind}"
    amount = format_units(event.amount)
    return f"seat {event.seat} takes ${amount} out of {event.wager} again"


def _hand_event(event: HandStood | HandBusted | HandSet | HandSplit) -> str:
    if isinstance(event, HandSet):
        who = f"seat {event.seat}" if event.seat else "the dealer"
        return f"{who} has {format_cards(event.low)} as the low hand"
    became = "stands" if isinstance(event, HandStood) else "is split"
    if isinstance(event, HandBusted):
        became = "busts, face down with its bet on top"
    return f"seat {event.seat} hand {event.hand} {became}"


PLACES = {
    Place.DEALER: "the dealer",
    Place.BONUS: "a bonus spot",
    Place.REPLACEMENT: "the joker's place",
}


def _dealing(
    event: CardDealt | DealerPeeked | DownCardExposed | DealerShown | CardsReshuffled,
) -> str:
    match event:
        case DealerPeeked():
            return f"the dealer looks: {'blackjack' if event.blackjack else 'no blackjack'}"
        case DownCardExposed():
            return f"the down card is turned: {format_card(event.card)}"
        case DealerShown():
            return f"the dealer's cards are turned: {format_cards(event.cards)}"
        case CardsReshuffled():
            return "all cards but the two in common are reshuffled"
        case _:
            where = "for poker" if event.place == Place.POKER else f"hand {event.hand}"
            place = PLACES.get(event.place, f"seat {event.seat} {where}")
            return f"{format_card(event.card)} to {place}"


def _line(line: WagerSettled) -> str:
    pays = f" pays {line.pays}" if line.pays not in ("", "loss", "push") else ""
    kept = f", {line.remainder} cent left over" if line.remainder else ""
    given = f", {format_dollars(line.dealer)} to the dealer" if line.dealer else ""
    where = f"seat {line.seat} hand {line.hand} {line.wager} {format_dollars(line.stake)}"
    return f"{where}: {line.outcome}{pays}, {_signed(line.net)}{given}{kept}"


def _signed(cents: int) -> str:
    sign = "-" if cents < 0 else "+" if cents else ""
    return f"{sign}{format_dollars(abs(cents))}"


def _settlement(state: State) -> Iterator[str]:
    yield ""
    yield f"     {_state(state)}"
    yield ""
    yield "settlement"
    for seat in state.seats:
        for line in state.settled:
            if line.seat == seat.number:
                yield f"  {_line(line)}"
        yield f"  seat {seat.number} net {_signed(state.net()[seat.number])}"
    # Rulings C59 and C70: a tip's result and an envy pay are the dealer's, in no seat's net.
    dealers = [line for line in state.settled if not line.is_players or line.dealer]
    if dealers:
        won = sum(line.dealer if line.is_players else line.net for line in dealers)
        yield f"  the dealer's own {_signed(won)}"
    yield from _meters(state)


def _meters(state: State) -> Iterator[str]:
    for wager, meter in state.meters.items():
        reserve = f", ${format_units(meter.reserve)} in reserve" if meter.reserve else ""
        yield f"meter    {wager} ${format_units(meter.display)}{reserve}"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
