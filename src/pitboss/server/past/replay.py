"""Replay a finished round: its record as one of its players may see it, and its scenes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.engine.drive import Round, question
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardHidden,
    MeterFed,
    Place,
    WagerPlaced,
    event_json,
)
from pitboss.engine.record import Replay
from pitboss.engine.view import TableView, mask_event, view
from pitboss.floor.state import Steps
from pitboss.server.live.scene import Eyes, label_question, scene, scene_after, void_aloud
from pitboss.sitting.narrate import step_lines
from pitboss.text.say import say

Json = dict[str, Any]
UNSEEN = "??"
"""The text of a card that the caller never saw."""
YOU = "you"


def frames(played: Round, eyes: Eyes) -> list[Json]:
    """Return a round step by step, each with its scene and its lines.

    Every event with a line begins a step; the wagers share one. Before a decision, the step also
    has the question.
    """
    if not played.events:
        line = {"text": say("dealer  calls the round void: every wager comes back")}
        return [{"scene": scene(played.opening, eyes), "say": [line], "aloud": void_aloud()}]
    return [_frame(played, start, end, eyes) for start, end in _cuts(played, eyes)]


def _cuts(played: Round, eyes: Eyes) -> Iterator[tuple[int, int]]:
    """Yield the first event of each step, and the one after its last."""
    befores = (played.opening, *played.states)
    steps = zip(befores, played.events, played.states, strict=False)
    is_told = [any(step_lines(*step, eyes.yours)) for step in steps]
    start = 0
    for end, following in enumerate(played.events[1:], 1):
        if isinstance(following, WagerPlaced | MeterFed) or not any(is_told[start:end]):
            continue
        if is_told[end] or isinstance(following, ActionTaken):
            yield start, end
            start = end
    yield start, len(played.events)


def _frame(played: Round, start: int, end: int, eyes: Eyes) -> Json:
    before = played.states[start - 1] if start else played.opening
    steps = Steps(before, played.events[start:end], played.states[start:end])
    is_decided = end < len(played.events) and isinstance(played.events[end], ActionTaken)
    decision = question(played.states[end - 1]) if is_decided else None
    frame = scene_after(steps, eyes, decision)
    if decision is not None:
        frame["ask"] = {"seat": decision.seat, "hand": decision.hand}
        if decision.seat in eyes.yours:
            frame["ask"] |= label_question(played.states[end - 1], decision, eyes)
    return frame


def mask_record(played: Replay, account: str) -> Json:
    """Return a record without the cards that its player never saw and the names of others.

    If cards were never turned up, the record cannot be replayed; it has their number.
    """
    record = played.complete_record()
    current = played.round
    eye = next((own.number for own in current.opening.seats if own.player == account), 0)
    names = {account: YOU}
    for seat in record["seats"]:
        other = f"player {len(names)}"
        seat["player"] = names.setdefault(seat.get("player", ""), other)
    cards, unseen = _mask_cards(current, eye)
    if unseen:
        steps = Steps(current.opening, current.events, current.states)
        events = [event_json(event) for event in steps.mask_steps(eye)]
        record |= {"cards": " ".join(cards), "unseen": unseen, "events": events}
    return record


def _mask_cards(played: Round, eye: int) -> tuple[list[str], int]:
    """Return the cards in the order dealt; those that stayed face down are hidden."""
    final = view(played.state, eye)
    befores = (played.opening, *played.states)
    cards = list[str]()
    unseen = 0
    for before, event, after in zip(befores, played.events, played.states, strict=False):
        if not isinstance(event, CardDealt):
            continue
        shown = mask_event(before, event, after, eye)[0]
        is_hidden = isinstance(shown, CardHidden) and _stays_down(final, shown)
        unseen += is_hidden
        cards.append(UNSEEN if is_hidden else event_json(event)["card"])
    return cards, unseen


def _stays_down(final: TableView, card: CardHidden) -> bool:
    """Return whether a card dealt face down is still face down at the end."""
    if card.place is Place.DEALER:
        return final.face_down > 0
    seat = next(other for other in final.seats if other.number == card.seat)
    if card.place is Place.POKER:
        return seat.poker_face_down > 0
    return any(hand.face_down for hand in seat.hands if hand.number == card.hand)
