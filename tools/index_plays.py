"""Compute the lists of index plays in docs/explanation/index-plays.md, for several games.

Every list stands between two marks that name its game, its options and its count. It takes some
minutes; cached solutions are used again.

Usage: python -m tools.index_plays            write the lists
       python -m tools.index_plays --check    write nothing; exit 1 if one is stale
"""

import json
import re
import sys
from pathlib import Path

from pitboss.advantage.indices.plays import index_plays
from pitboss.counts import find_system
from pitboss.engine.setup import prepare
from pitboss.report.document.markdown import pipe_table
from pitboss.report.index_charts import index_text, list_of_plays, total_gain
from pitboss.rulebook.house import House

FILE = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "index-plays.md"
MARKED = re.compile(
    r"(?<=^<!-- index plays: )(?P<order>\{.*?\})(?P<mark> -->\n)"
    r".*?(?=^<!-- end of index plays -->$)",
    re.MULTILINE | re.DOTALL,
)


def list_text(order: str) -> str:
    """Return the list of an order: a game, its options, a count and how many plays.

    >>> list_text('{"game": "co/pai-jack", "system": "hi-lo", "plays": 3}')
    'No play of this game changes with the count.'
    """
    fields = json.loads(order)
    setup = prepare(House(game=fields["game"], options=fields.get("options", {})))
    plays = index_plays(setup, find_system(fields["system"]))
    if not plays:
        return "No play of this game changes with the count."
    grid = list_of_plays(plays[: fields["plays"]])
    assert index_text(plays[0]) in str(grid.rows[0])
    rows = [tuple(str(cell) for cell in row) for row in grid.rows]
    return f"{pipe_table(grid.heads, rows)}\n\n{total_gain(plays)}"


def write_page(text: str) -> str:
    """Return the page with every list computed."""
    return MARKED.sub(
        lambda match: f"{match['order']}{match['mark']}\n{list_text(match['order'])}\n\n", text
    )


if __name__ == "__main__":
    before = FILE.read_text(encoding="utf-8")
    after = write_page(before)
    if after != before and "--check" in sys.argv[1:]:
        print(f"{FILE.name} is stale")
        sys.exit(1)
    FILE.write_text(after, encoding="utf-8")
