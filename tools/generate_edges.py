"""Write src/pitboss/report/edges.toml: the house edge of every game.

Each is of the table that `pitboss play` opens where nothing is said. In Blackjack Switch it is per
unit of both wagers together.

Usage: python tools/generate_edges.py            write it
       python tools/generate_edges.py --check    write nothing; exit 1 if it is stale
"""

import sys
from pathlib import Path

from pitboss.cli.options import with_table_defaults
from pitboss.engine.setup import prepare
from pitboss.exact.edges import house_edge
from pitboss.rulebook.compulsory import with_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.library import games
from pitboss.rulebook.model import Game

FILE = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "report" / "edges.toml"
HEAD = (
    "# House edge of the main wager where nothing is said of the table; tools/generate_edges.py\n"
)


def edge(game: Game) -> float:
    """Return the edge of a game's main wager."""
    house, _ = with_compulsory_tables(House(game=game.id))
    house, _ = with_table_defaults(house)
    return house_edge(prepare(house))


def main(arguments: list[str]) -> int:
    """Write or check the file; return the exit code."""
    text = HEAD + "".join(f'"{game.id}" = "{edge(game):.2%}"\n' for game in games())
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
        return 0
    if "--check" in arguments:
        print(f"{FILE.name} is stale")
        return 1
    FILE.write_text(text, encoding="utf-8")
    print(f"wrote {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
