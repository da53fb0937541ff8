"""Open a table by keywords, and shortcuts that open one and do one thing there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from pitboss.api.houses import (
    Changes,
    Jackpots,
    Pays,
    Source,
    Tables,
    WagerLimits,
    build_house,
)
from pitboss.api.tables import Table
from pitboss.rulebook.house import ShoeSettings
from pitboss.rulebook.model import Game, OptionValue

if TYPE_CHECKING:
    from pitboss.advantage.hunting.terms import HuntSettings
    from pitboss.api.advice import Advice
    from pitboss.api.counting import CountResult
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.runs import Progress
    from pitboss.api.solutions import Solution
    from pitboss.counts import CountSystem
    from pitboss.simulator.counting.settings import CounterSettings
    from pitboss.simulator.result import Simulation

Result = TypeVar("Result")


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
        limits: Wager -> `min`, `max` and `aggregate`: cents, or dollars as text ("$5");
            `tip:WAGER` -> `max`.
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


def _at_table(method: Callable[..., Result], arguments: dict[str, Any]) -> Result:
    """Open the table of a call, and call a *method* of it with the call's other *arguments*."""
    given = dict(arguments)
    opened = table(given.pop("game"), **given.pop("configuration"))
    return method(opened, **given)


@overload
def odds(
    game: str | Game, wager: str, *, meter: str | float | None = None, **configuration: Any
) -> WagerOdds: ...
@overload
def odds(game: str | Game, wager: None = None, **configuration: Any) -> dict[str, WagerOdds]: ...
def odds(
    game: str | Game,
    wager: str | None = None,
    *,
    meter: str | float | None = None,
    **configuration: Any,
) -> WagerOdds | dict[str, WagerOdds]:
    """Return the exact odds of a side wager, or of every one: `table(...).odds(wager)`.

    *configuration* is what `table` takes: options by name, `tables`, `pays`, `house` ...

    >>> odds("wa/spanish-21", "match-up", decks=6, soft17="hit").edge
    Fraction(114, 3731)
    """
    opened = table(game, **configuration)
    return opened.odds() if wager is None else opened.odds(wager, meter=meter)


def solve(game: str | Game, **configuration: Any) -> Solution:
    """Solve the main game: `table(...).solve()`.

    *configuration* is what `table` takes: options by name, `tables`, `pays`, `house` ...

    >>> f"{solve('reference/blackjack', decks=6).house_edge:.4%}"
    '0.6154%'
    """
    return table(game, **configuration).solve()


def advise(
    game: str | Game,
    hand: str,
    *,
    up: str = "",
    other: str = "",
    community: str = "",
    doubled: int = 0,
    after_split: bool = False,
    free: bool = False,
    **configuration: Any,
) -> Advice:
    """Return every legal choice with a hand, the best first: `table(...).advise(...)`.

    *configuration* is what `table` takes: options by name, `tables`, `pays`, `house` ...

    >>> advise("reference/blackjack", "Th 6c", up="Ts", surrender="late").best.action
    'surrender'
    """
    return _at_table(Table.advise, locals())


def count(
    game: str | Game,
    wager: str | None = None,
    *,
    system: str | Path | CountSystem | None = None,
    design: int | None = None,
    balanced: bool = False,
    suits: bool = False,
    unseen: str | None = None,
    gone: str | None = None,
    indices: int | str | None = None,
    meter: str | float | None = None,
    hunt: HuntSettings | None = None,
    **configuration: Any,
) -> CountResult:
    """Return effects of removal, counts and best tags: `table(...).count(...)`.

    *configuration* is what `table` takes: options by name, `tables`, `pays`, `house` ...

    >>> count("co/pai-jack")
    <CountResult of co/pai-jack main: nothing to count>
    """
    return _at_table(Table.count, locals())


def simulate(
    game: str | Game = "",
    *,
    rounds: float,
    seed: int = 0,
    strategy: str | Path = "optimal",
    seats: int = 1,
    penetration: float | None = None,
    device: str = "cpu",
    threads: int | None = None,
    cluster: str | None = None,
    until: float | None = None,
    checkpoint: Path | str | None = None,
    export: Path | str | None = None,
    count: str | CounterSettings | None = None,
    progress: Progress | None = None,
    **configuration: Any,
) -> Simulation:
    """Simulate a game: `table(...).simulate(...)`.

    *configuration* is what `table` takes: options by name, `tables`, `pays`, `house` ...

    >>> simulate("reference/blackjack", rounds=1000, seed=7, decks=6).rounds
    1000
    """
    arguments = dict(locals())
    from pitboss.api.runs import open_and_run

    game, configuration = arguments.pop("game"), arguments.pop("configuration")
    return open_and_run(lambda: table(game, **configuration), **arguments)
