"""What somebody hears who does not see the table: the playthroughs in full sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from pitboss.engine.actions import Question
from pitboss.engine.drive import Round, question
from pitboss.engine.events import ActionTaken
from pitboss.engine.record import replay
from pitboss.floor.state import Steps
from pitboss.server.live.scene import Eyes, scene_after
from tests.playthroughs import transcript

PATH = Path(__file__).with_suffix(".txt")
"""The golden file; `tools/regenerate.py` writes it."""


def heard() -> str:
    """Return every playthrough as its first seat hears it."""
    return "\n".join(line for path in transcript.paths() for line in _heard(path))


def _heard(path: Path) -> list[str]:
    given = transcript.record(path)
    game_round = replay(given | {"note": " ".join(given["note"])}).round
    seat = game_round.opening.seats[0].number
    parts = [
        scene_after(steps, Eyes(seat, (seat,)), asked)
        for steps, asked in between_decisions(game_round)
    ]
    return [path.stem, *(f"  {part['aloud'] or '-'}" for part in parts), ""]


def between_decisions(played: Round) -> Iterator[tuple[Steps, Question | None]]:
    """Yield the events from one decision to the next, and the question after them."""
    starts = [place for place, event in enumerate(played.events) if isinstance(event, ActionTaken)]
    befores = (played.opening, *played.states)
    for start, end in pairwise((0, *starts, len(played.events))):
        states = played.states[start:end]
        yield Steps(befores[start], played.events[start:end], states), question(befores[end])
