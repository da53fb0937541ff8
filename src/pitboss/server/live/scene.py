"""Scenes: the cards and words on the felt, as one viewer may see them.

The page that draws a table knows no rules and no names of hands. The server sends it a scene, the
lines that tell the events since the last one, the same in full sentences for screen readers, and
the choices of a question with their labels. A client that wants events alone gets none of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pitboss.cards import format_cards
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.legal import count_setting
from pitboss.engine.rounds.ante_up import dealer_plays
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.rounds.switch import switch_cards
from pitboss.engine.state import State
from pitboss.engine.view import SeatView, TableView, view
from pitboss.floor.commands import Accepted
from pitboss.floor.state import Steps, TableState
from pitboss.patterns.pai_jack import high_and_low
from pitboss.patterns.totals import is_ace, value
from pitboss.patterns.two_card_poker import best_two
from pitboss.pit.frames import view_json, viewing_seat
from pitboss.sitting.amounts import full_amount
from pitboss.sitting.narrate import (
    Line,
    step_lines,
    tell_absent,
    tell_result,
    tell_shuffle,
    tell_void,
)
from pitboss.sitting.questions import choice_button, offer_words, question_words
from pitboss.sitting.views import FeltView
from pitboss.text.actions import (
    KEYS,
    amount_range,
    choice_label,
    dealer_words,
    hand_words,
    poker_words,
    total_words,
    wager_title,
)
from pitboss.text.aloud import aloud
from pitboss.text.hands import foul_name, setting_name
from pitboss.text.history import result_words
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import short_money
from pitboss.text.own_words import bet_title
from pitboss.text.results import hit_rows, round_result, sum_tips
from pitboss.text.say import say, say_name

Json = dict[str, Any]


def void_aloud() -> str:
    """Say that a round is void."""
    return say("The round is void: every wager comes back.")


class Eyes(NamedTuple):
    """The viewer of a table."""

    seat: int
    """A seat with the viewer's view; 0 has the public view."""
    yours: tuple[int, ...]
    """The viewer's own seats."""
    is_stranger: bool = False
    """Looks over a shoulder at a record that may be anybody's."""


def account_eyes(state: State, account: str | None) -> Eyes:
    """Return the eyes of an account; None: of a spectator."""
    yours = tuple(seat.number for seat in state.seats if account and seat.player == account)
    return Eyes(viewing_seat(state, account), yours)


def scene(state: State, eyes: Eyes) -> Json:
    """Return the scene on the felt, with words for every hand and every result."""
    return _with_words(state, view(state, eyes.seat), eyes)


def _with_words(state: State, table: TableView, eyes: Eyes) -> Json:
    felt = {"phase": table.phase.name.lower(), **view_json(table)}
    if words := _dealer_words(state, table):
        felt["dealer_words"] = words
    # Whose cards these are: somebody else may have had the seat in the round that is shown.
    felt["yours"] = eyes.yours
    if eyes.yours and state.over:
        felt["result"] = round_result(state, eyes.yours)._asdict()
    for seat, written in zip(table.seats, felt["seats"], strict=True):
        _add_seat_words(state, table, seat, written)
    for line, written in zip(table.settled, felt["settled"], strict=True):
        written["words"] = result_words(state, line)
        written["title"] = bet_title(state.setup, line.wager)
        if line.pays:
            written["pays"] = line.pays
        if rows := hit_rows(state.setup, line):
            written["rows"] = rows
    return felt


def _dealer_words(state: State, table: TableView) -> str:
    """Return the dealer's hand under the cards, and whether a poker hand of two cards plays."""
    words = dealer_words(table)
    cards = table.dealer
    if table.round in _FIVE_CARDS:
        return words
    if cards and (table.face_down or len(cards) == 1):  # the card itself is in sight
        return say_name("ace") if is_ace(cards[0]) else str(value(cards[0]))
    if not cards or not KINDS[table.round].two_card_poker:
        return words
    plays = dealer_plays(state.setup, best_two(cards, len(cards)))
    return say("{hand}, qualifies" if plays else "{hand}, does not qualify", hand=words)


_FIVE_CARDS = frozenset(kind for kind, text in KINDS.items() if text.name_five is not None)


def _add_seat_words(state: State, table: TableView, seat: SeatView, written: Json) -> None:
    if words := poker_words(table, seat):
        written["poker_words"] = words
    for hand, of_hand in zip(seat.hands, written["hands"], strict=True):
        if words := hand_words(hand, table.round):
            of_hand["words"] = words
    if state.over:
        written["net"] = state.net()[seat.number]
        if tips := sum_tips(state, [seat.number]):
            written["tips"] = tips


def scene_after(steps: Steps, eyes: Eyes, question: Question | None = None) -> Json:
    """Return the scene after some steps, the lines that tell them, and both for screen readers."""
    before = steps.before
    after = steps.states[-1] if steps.states else steps.before
    table = view(after, eyes.seat)
    words = aloud(after.setup, view(before, eyes.seat), table, eyes.yours, question)
    return {
        "scene": _with_words(after, table, eyes),
        "say": write_lines(narrate_lines(steps, eyes)),
        "aloud": words,
    }


def narrate_lines(steps: Steps, eyes: Eyes) -> Iterator[Line]:
    """Yield steps in words; the last line is the viewer's result, to others everybody's net."""
    before = steps.before
    for event, after in zip(steps.events, steps.states, strict=True):
        yield from step_lines(before, event, after, eyes.yours)
        before = after
    if before.over and steps.states:
        yield tell_result(before, () if eyes.is_stranger else eyes.yours)


def write_lines(lines: Iterable[Line]) -> list[Json]:
    """Return lines in the form sent to clients; a settled wager has its seat and its net."""
    written: list[Json] = []
    for line in lines:
        data: Json = {"text": line.text}
        if line.seat:
            data |= {"seat": line.seat, "net": line.net}
        written.append(data)
    return written


def label_question(state: State, question: Question, eyes: Eyes) -> Json:
    """Return a question in words, and its choices as buttons."""
    setup = state.setup
    felt = FeltView(view(state, eyes.seat), eyes.yours)
    hand = felt.hand(question.seat, question.hand)
    written: Json = {"words": question_words(setup, felt, question, is_you=len(eyes.yours) == 1)}
    if question.wager:
        written["title"] = wager_title(setup, question.wager)
        if offer := offer_words(setup, felt, question):
            written["offer"] = offer
    written["labels"] = [
        {
            "label": choice_label(setup, question, choice.kind),
            "button": _price_split(state, question, choice)
            or choice_button(setup, question, choice, hand),
            **_switched(state, question, choice),
            "key": KEYS[choice.kind],
            "range": amount_range(choice),
            "amount": full_amount(choice),
            **_settings(state, question, choice),
        }
        for choice in question.choices
    ]
    return written


def _price_split(state: State, question: Question, choice: Choice) -> str:
    """Return the button of a split with its price; empty for others, and where it costs nothing."""
    hand = state.seat(question.seat).hand(question.hand)
    if choice.kind is not ActionKind.SPLIT or hand.split_waits:
        return ""
    units = len(state.seat(question.seat).units_on(hand))
    amount = short_money(hand.split_stake * units)
    if len(hand.cards) > 2:
        return say("Split in {count} {amount}", count=len(hand.cards), amount=amount)
    return say("Split {amount}", amount=amount)


def _switched(state: State, question: Question, choice: Choice) -> Json:
    """Say which two hands a switch makes, and which two stay without it."""
    seat = state.seat(question.seat)
    if choice.kind not in {ActionKind.SWITCH, ActionKind.KEEP}:
        return {}
    hands = switch_cards(seat) if choice.kind is ActionKind.SWITCH else seat.hands
    words = (
        say("blackjack") if hand.is_blackjack else total_words(hand.total, soft=hand.soft)
        for hand in hands
    )
    return {"brings": say(" and ").join(words)}


def _settings(state: State, question: Question, choice: Choice) -> Json:
    """Name every way to set a hand, and the house way where this house shows it (2112(11)(j))."""
    if choice.kind is not ActionKind.SET:
        return {}
    cards = state.seat(question.seat).hand(question.hand).cards
    written: Json = {
        "settings": {
            format_cards(low): name(high_and_low(count_setting(state.setup, cards, low)))
            for name, lows in ((setting_name, choice.lows), (foul_name, choice.fouls))
            for low in lows
        }
    }
    if state.setup.configured.options.get("house_way_help") is True:
        written["house_way"] = format_cards(house_way_low(state.setup, cards))
    return written


# -- what a watcher of a table is sent beside the frame ------------------------------------------


def add_news(frame: Json, before: TableState, answer: Accepted, account: str | None) -> None:
    """Add the scene and the lines to a frame, for a client that wants scenes."""
    after = answer.table
    steps = answer.steps
    if steps is not None and steps.states:
        eyes = account_eyes(steps.before, account)
        frame |= scene_after(steps, eyes, after.round.question if after.round else None)
        if after.shoe.shoes > before.shoe.shoes:
            frame["say"] = [*write_lines([tell_shuffle(after.shoe)]), *frame["say"]]
        if answer.policy and before.round is not None:
            seat = before.round.question.seat
            frame["say"] = [*write_lines([tell_absent(seat, answer.policy)]), *frame["say"]]
            silent = say("Seat {seat} does not answer: the house decides.", seat=seat)
            frame["aloud"] = f"{silent} {frame['aloud']}"
        if after.round is None and not steps.states[-1].over:
            frame["scene"] = None
            frame["say"] += write_lines([tell_void()])
            frame["aloud"] = void_aloud()
    if limits := frame.get("limits"):
        words = limits.get("coming", limits)["words"]
        frame["say"] = [*frame.get("say", ()), *write_lines([Line(words)])]
        frame["aloud"] = " ".join(filter(None, (frame.get("aloud"), words)))
    _add_labels(frame, after, account)


def add_scene(frame: Json, table: TableState, account: str | None) -> None:
    """Add the whole scene, with all lines of the round under way."""
    current = table.round
    frame |= {"scene": None, "say": [], "aloud": ""}
    if current is not None:
        steps = _join_steps(current.steps) if current.steps else Steps(current.state, (), ())
        frame |= scene_after(steps, account_eyes(current.state, account), current.question)
    elif table.last is not None:
        frame["scene"] = scene(table.last, account_eyes(table.last, account))
    _add_labels(frame, table, account)


def _join_steps(steps: tuple[Steps, ...]) -> Steps:
    events = [event for part in steps for event in part.events]
    states = [state for part in steps for state in part.states]
    return Steps(steps[0].before, events, states)


def _add_labels(frame: Json, table: TableState, account: str | None) -> None:
    """Put labels beside the choices of the viewer's own question."""
    current = table.round
    ask = frame.get("ask")
    if current is None or not ask or "choices" not in ask:
        return
    written = label_question(current.state, current.question, account_eyes(current.state, account))
    labels = written.pop("labels")
    choices = [a | b for a, b in zip(ask["choices"], labels, strict=True)]
    frame["ask"] = {**ask, **written, "choices": choices}
