"""One-line shortcuts: open a table and do one thing there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pitboss.api.opening import table
from pitboss.rulebook.model import Game

if TYPE_CHECKING:
    from pitboss.advantage.hunting.terms import HuntSettings
    from pitboss.api.advice import Advice
    from pitboss.api.counting import CountResult
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.runs import Progress
    from pitboss.api.solutions import Solution
    from pitboss.counts import CountSystem
    from pitboss.simulate.counting.settings import CounterSettings
    from pitboss.simulate.result import Simulation


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
    return table(game, **configuration).advise(
        hand,
        up=up,
        other=other,
        community=community,
        doubled=doubled,
        after_split=after_split,
        free=free,
    )


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
    return table(game, **configuration).count(
        wager,
        system=system,
        design=design,
        balanced=balanced,
        suits=suits,
        unseen=unseen,
        gone=gone,
        indices=indices,
        meter=meter,
        hunt=hunt,
    )


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
    from pitboss.api.runs import RunArguments, open_and_run

    settings = RunArguments(
        rounds=rounds,
        seed=seed,
        strategy=strategy,
        seats=seats,
        penetration=penetration,
        device=device,
        threads=threads,
        cluster=cluster,
        until=until,
        checkpoint=checkpoint,
        count=count,
    )
    return open_and_run(lambda: table(game, **configuration), settings, progress, export)
