"""The route of a record: a round that somebody sends, step by step. It needs no books."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from pitboss.engine.record import Replay, replay
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.scene import Eyes
from pitboss.server.past.replay import frames
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import RECORD_BYTES_MAX
from pitboss.server.requests.routes import Call, Routes, Text

RECORD_ROUTES = Routes("past", is_spoken=True)
"""A round from a file."""


class GivenRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A round record to be shown step by step."""

    record: Annotated[dict[str, Any], Meta(description="As `pitboss play` keeps it.")]
    seat: Annotated[int | None, Meta(description="Whose view; null: the first seat's.")] = None


@RECORD_ROUTES.post(
    "/replay",
    own="only the record that is sent with it",
    body=GivenRecord,
    body_bytes_max=RECORD_BYTES_MAX,
    answer=dict[str, Any],
    codes=("record/malformed", "seat/unknown", "game/unknown", "action/illegal"),
)
async def record_frames(call: Call) -> Text:
    """Replay a round record: return it step by step, with its layout."""
    body: GivenRecord = call.body
    async with call.services.replaying:
        return await asyncio.to_thread(_show_record, body)


def _show_record(body: GivenRecord) -> Text:
    played = replay(body.record)
    numbers = [seat.number for seat in played.round.opening.seats]
    seat = numbers[0] if body.seat is None else body.seat
    if seat not in numbers:
        raise ApiError("seat/unknown", f"the record has no seat {seat}")
    eyes = Eyes(seat, (seat,), is_stranger=True)
    return show_round(played, eyes, with_layout=True)


def show_round(played: Replay, eyes: Eyes, *, with_layout: bool) -> Text:
    """Return a round step by step, with its layout if no open table has it."""
    answer: dict[str, Any] = {"frames": frames(played.round, eyes), "seats": eyes.yours}
    if with_layout:
        answer["layout"] = setup_layout(played.round.opening.setup)
    return Text(json.encode(answer))
