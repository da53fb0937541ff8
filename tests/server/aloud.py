"""What somebody hears who does not see the table: the playthroughs in full sentences."""

from __future__ import annotations

from pathlib import Path

from pitboss.engine.record import replay
from pitboss.server.live.scene import Eyes, between_decisions, scene_after
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
        scene_after(steps, Eyes(seat, (seat,)), question)
        for steps, question in between_decisions(game_round)
    ]
    return [path.stem, *(f"  {part['aloud'] or '-'}" for part in parts), ""]
