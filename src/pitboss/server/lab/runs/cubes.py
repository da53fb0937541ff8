"""The main game of a table for a player who counts, and the shipped cubes of counted runs.

`python -m tools.lab_cubes` writes them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import json

from pitboss.api.tables import Table
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.server.lab.terms import CubeTerms
from pitboss.server.rules.book import open_main
from pitboss.server.rules.house_work import HouseData

FOLDER: Final = "shipped"
GAMES: Final = (
    "reference/blackjack",
    "wa/spanish-21",
    "co/free-bet",
    "co/blackjack-switch",
)
"""Their ready tables have shipped cubes, with one hand and with two."""


def main_table(house: HouseData) -> Table:
    """Open the table of a main game alone: side wagers change neither the count nor the play."""
    table = open_main(house)
    bare = House(game=table.game.id, options=table.setup.configured.main_options, tables={})
    return Table.open(bare, complete=complete_main_game)


def shipped_cube(house: HouseData, terms: CubeTerms) -> bytes:
    """Return the shipped result of a counted run; empty if there is none."""
    return _read_shipped().get(cube_key(main_table(house), terms), b"")


def cube_key(table: Table, terms: CubeTerms) -> str:
    """Return the name of a counted run: equal rules and terms, equal names."""
    return f"{table.digest} {json.encode(terms).decode()}"


@cache
def _read_shipped() -> dict[str, bytes]:
    folder = files(__package__).joinpath(FOLDER)
    texts = [path.read_bytes() for path in folder.iterdir() if path.name.endswith(".json")]
    return {json.decode(text)["key"]: text for text in texts}
