"""The common rules of each game, which are solved beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from pitboss.api.tables import Table
from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.server.rules.book import open_main_table
from pitboss.text.options import option_text

COMBINATIONS_MAX = 500
"""A game with more combinations of rules than this has only some of them solved beforehand."""
MOST_CHANGED: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    "decks": (),
    "soft17": (),
    "das": (),
    "surrender": (),
    "blackjack": ("3:2", "6:5"),
}
"""Of such a game, every combination of these rules, by these values or all; others one by one."""


def common_tables() -> Iterator[Table]:
    """Yield every table whose main game is solved beforehand, those that are ready to play first.

    Combinations that the rule book refuses are left out.
    """
    for game in library.games():
        yield open_main_table(game.id, ())
    for game in library.games():
        yield from _list_tables(game)


def _list_tables(game: Game) -> Iterator[Table]:
    ready = main_options(open_main_table(game.id, ()))
    values = {name: game.option(name).values for name in ready}
    for options in _combinations(ready, values):
        try:
            yield open_main_table(game.id, [f"{k}={option_text(v)}" for k, v in options.items()])
        except RulesError:
            continue


def _combinations(
    ready: dict[str, OptionValue], values: dict[str, tuple[OptionValue, ...]]
) -> Iterator[dict[str, OptionValue]]:
    count = 1
    for choices in values.values():
        count *= len(choices)
    chosen = values
    if count > COMBINATIONS_MAX:
        chosen = {name: few or values[name] for name, few in MOST_CHANGED.items()}
        for name, others in values.items():
            yield from (ready | {name: value} for value in others)
    for combination in product(*chosen.values()):
        yield ready | dict(zip(chosen, combination, strict=True))


def main_options(table: Table) -> dict[str, OptionValue]:
    """Return the rules of a table's main game that a house may choose.

    >>> main_options(open_main_table("co/free-bet", ["decks=8"]))["decks"]
    8
    """
    return table.setup.configured.main_options


def rules_key(configured: ConfiguredGame) -> str:
    """Return the rules of a main game as one word each.

    >>> rules_key(open_main_table("wa/spanish-21", ()).setup.configured)
    '6 hit true false'
    """
    return " ".join(map(option_text, configured.main_options.values()))
