"""Open a table by keywords: `pitboss.table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.api.houses import (
    Changes,
    Jackpots,
    Pays,
    Source,
    Tables,
    WagerLimits,
    build_house,
)
from pitboss.rulebook.house import ShoeSettings
from pitboss.rulebook.model import Game, OptionValue

if TYPE_CHECKING:
    pass
from pitboss.api.tables import Table


def table(
    game: str | Game = "",
    *,
    house: Source | None = None,
    tables: Tables | None = None,
    pays: Pays | None = None,
    jackpots: Jackpots | None = None,
    limits: WagerLimits | None = None,
    shoe: ShoeSettings | Mapping[str, int] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **more_options: OptionValue,
) -> Table:
    """Open a table of *game*; missing choices are filled in, as on the command line.

    Args:
        game: A game or its id, as `games` lists them; may be left out with *house*.
        house: A house configuration to start from: the path of a TOML file, a `House`, or its
            keys as a mapping.
        tables: Wager -> the id of its pay table; None takes a wager off the table. Wagers that
            are not named keep the table that the house or the game offers.
        pays: Wager -> row -> the prize that the house sets: "50 for 1".
        jackpots: Wager -> how the house runs the jackpot: scheme, wager, contribution, seed.
        limits: Wager -> `min`, `max` and `aggregate`: cents, or dollars as text ("$5").
        shoe: `burn` and `cut`, in cards.
        options: House options as a mapping.
        more_options: House options by name: `decks=6, soft17="hit"`.

    Everything that is wrong is raised at once, as `RulesError`.

    >>> table("wa/spanish-21", decks=7, redoble=True)
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: options.redoble: wa/spanish-21 has no such \
option; did you mean redouble? [option/unknown]
    options.decks: 7 is not allowed; choose 2, 4, 5, 6 or 8 (GR2) [option/invalid]
    """
    changes = Changes(
        options={**(options or {}), **more_options},
        tables=tables,
        pays=pays,
        jackpots=jackpots,
        limits=limits,
        shoe=shoe,
    )
    return Table.open(build_house(game, house, changes))
