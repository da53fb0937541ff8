"""Write examples/rounds/every-game.jsonl: a played round of every game, for whoever reads records.

Two seats bet the least on everything that is offered before the deal, and play best. Of the first
shuffles the one is kept whose round has the most decisions that a reader can still follow.

Usage: python -m tools.example_rounds
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import pitboss
from pitboss.rulebook.model import Moment

TARGET: Final = Path(__file__).resolve().parents[1] / "examples" / "rounds" / "every-game.jsonl"
SHUFFLES: Final = 40
DECISIONS_MAX: Final = 12
MAIN_CENTS: Final = 1000
SIDE_CENTS: Final = 500


def main() -> int:
    """Write the file."""
    lines = [json.dumps(example(game.id), ensure_ascii=False) for game in pitboss.games()]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def example(game: str) -> dict[str, Any]:
    """Return the record of a round of a game, with its results."""
    table = pitboss.table(game)
    played = (played_round(table, f"{game} {number}") for number in range(SHUFFLES))
    records = [record for record in played if record and len(record["decisions"]) <= DECISIONS_MAX]
    record = max(records, key=lambda record: len(record["decisions"]))
    return {"name": f"Two seats at {table.game.title}", **record}


def played_round(table: pitboss.Table, seed: str) -> dict[str, Any] | None:
    """Deal a round to two seats, play it best, and return its record; None without a best play."""
    spots = table.setup.configured.spots
    side = {
        name: max(spot.min or 0, SIDE_CENTS)
        for name, spot in spots.items()
        if spot.wager.made is Moment.BEFORE_DEAL and name not in table.setup.mains
    }
    try:
        hand = table.deal(MAIN_CENTS, seed=seed, seats=2, wagers=side)
    except pitboss.RefusedError:  # an amount that hangs on another wager: the main wager alone
        hand = table.deal(MAIN_CENTS, seed=seed, seats=2)
    while not hand.is_over:
        try:
            hand.act(hand.advise().best.action)
        except pitboss.RefusedError:  # nobody knows what this choice is worth
            if "decline" not in hand.choices:
                return None
            hand.act("decline")
    return hand.record()


if __name__ == "__main__":
    sys.exit(main())
