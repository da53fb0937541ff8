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
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.state import State
from pitboss.engine.view import TableView, view
from pitboss.floor.commands import Accepted
from pitboss.floor.state import Steps, TableState
from pitboss.patterns.pai_jack import high_and_low
from pitboss.pit.frames import view_json, viewing_seat
from pitboss.sitting.bankroll import sum_tips
from pitboss.sitting.narrate import VOID, Line, step_lines, tell_absent, tell_shuffle
from pitboss.sitting.questions import choice_button, offer_words, question_words
from pitboss.sitting.views import FeltView
from pitboss.text.actions import (
    KEYS,
    amount_range,
    choice_label,
    dealer_words,
    hand_words,
    poker_words,
    wager_title,
)
from pitboss.text.aloud import aloud
from pitboss.text.hands import setting_name
from pitboss.text.history import result, result_words

Json = dict[str, Any]
VOID_ALOUD = "The round is void: every wager comes back."


class Eyes(NamedTuple):
    """The viewer of a table."""

    seat: int
    """A seat with the viewer's view; 0 has the public view."""
    yours: tuple[int, ...]
    """The viewer's own seats."""


def account_eyes(state: State, account: str | None) -> Eyes:
    """Return the eyes of an account; None: of a spectator."""
    yours = tuple(seat.number for seat in state.seats if account and seat.player == account)
    return Eyes(viewing_seat(state, account), yours)


def scene(state: State, eyes: Eyes) -> Json:
    """Return the scene on the felt, with words for every hand and every result."""
    return _with_words(state, view(state, eyes.seat))


def _with_words(state: State, table: TableView) -> Json:
    felt = {"phase": table.phase.name.lower(), **view_json(table)}
    if words := dealer_words(table):
        felt["dealer_words"] = words
    nets = state.net() if state.over else {}
    for seat, written in zip(table.seats, felt["seats"], strict=True):
        if words := poker_words(table, seat):
            written["poker_words"] = words
        for hand, of_hand in zip(seat.hands, written["hands"], strict=True):
            if words := hand_words(hand, table.round):
                of_hand["words"] = words
        if seat.number in nets:
            written["net"] = nets[seat.number]
            if tips := sum_tips(state, [seat.number]):
                written["tips"] = tips
    for line, written in zip(table.settled, felt["settled"], strict=True):
        written["words"] = result_words(state, line)
        if line.pays:
            written["pays"] = line.pays
    return felt


def scene_after(steps: Steps, eyes: Eyes, question: Question | None = None) -> Json:
    """Return the scene after some steps, the lines that tell them, and both for screen readers."""
    before, after = steps.before, steps.states[-1] if steps.states else steps.before
    table = view(after, eyes.seat)
    words = aloud(after.setup, view(before, eyes.seat), table, eyes.yours, question)
    return {
        "scene": _with_words(after, table),
        "say": say(narrate_lines(steps, eyes)),
        "aloud": words,
    }


def narrate_lines(steps: Steps, eyes: Eyes) -> Iterator[Line]:
    """Yield steps in words; the last line of a round has everybody's net."""
    before = steps.before
    for event, after in zip(steps.events, steps.states, strict=True):
        yield from step_lines(before, event, after, eyes.yours)
        before = after
    if before.over and steps.states:
        yield Line(result(before))


def say(lines: Iterable[Line]) -> list[Json]:
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
    written: Json = {"words": question_words(setup, felt, question)}
    if question.wager:
        written["title"] = wager_title(setup, question.wager)
        if offer := offer_words(setup, felt, question):
            written["offer"] = offer
    written["labels"] = [
        {
            "label": choice_label(setup, question, choice.kind),
            "button": choice_button(setup, question, choice, hand),
            "key": KEYS[choice.kind],
            "range": amount_range(choice),
            **_settings(state, question, choice),
        }
        for choice in question.choices
    ]
    return written


def _settings(state: State, question: Question, choice: Choice) -> Json:
    """Name every way to set a hand, and the house way where this house shows it (2112(11)(j))."""
    if choice.kind is not ActionKind.SET:
        return {}
    cards = state.seat(question.seat).hand(question.hand).cards
    written: Json = {
        "settings": {
            format_cards(low): setting_name(high_and_low(count_setting(state.setup, cards, low)))
            for low in (*choice.lows, *choice.fouls)
        }
    }
    if state.setup.configured.options.get("house_way_help") is True:
        written["house_way"] = format_cards(house_way_low(state.setup, cards))
    return written


# -- what a watcher of a table is sent beside the frame ------------------------------------------


def add_news(frame: Json, before: TableState, answer: Accepted, account: str | None) -> None:
    """Add the scene and the lines to a frame, for a client that wants scenes."""
    after, steps = answer.table, answer.steps
    if steps is not None and steps.states:
        eyes = account_eyes(steps.before, account)
        frame |= scene_after(steps, eyes, after.round.question if after.round else None)
        if after.shoe.shoes > before.shoe.shoes:
            frame["say"] = [*say([tell_shuffle(after.shoe)]), *frame["say"]]
        if answer.policy and before.round is not None:
            seat = before.round.question.seat
            frame["say"] = [*say([tell_absent(seat, answer.policy)]), *frame["say"]]
            frame["aloud"] = f"Seat {seat} does not answer: the house decides. {frame['aloud']}"
        if after.round is None and not steps.states[-1].over:
            frame["scene"] = None
            frame["say"] += say([VOID])
            frame["aloud"] = VOID_ALOUD
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
    current, ask = table.round, frame.get("ask")
    if current is None or not ask or "choices" not in ask:
        return
    written = label_question(current.state, current.question, account_eyes(current.state, account))
    labels = written.pop("labels")
    choices = [a | b for a, b in zip(ask["choices"], labels, strict=True)]
    frame["ask"] = {**ask, **written, "choices": choices}
