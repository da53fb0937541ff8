"""Open a table by keywords, and shortcuts that open one and do one thing there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from pitboss.api.houses import (
    Changes,
    Jackpots,
    Pays,
    Source,
    Tables,
    WagerLimits,
    build_house,
    game_named,
)
from pitboss.api.tables import Table, advise_at, count_at
from pitboss.questions.advantage import Count
from pitboss.questions.ask import question_parameters
from pitboss.questions.game import Advise
from pitboss.questions.runs import Simulate
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import Game, OptionValue

if TYPE_CHECKING:
    from pitboss.api.advice import Advice
    from pitboss.api.counting import CountResult
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.solutions import Solution
    from pitboss.simulator.result import Simulation

Opening = Callable[[], Table]
"""Opens the table of a call, or raises `RulesError`."""
Question = TypeVar("Question")
Result = TypeVar("Result")


def table(
    game: str | Game = "",
    *,
    house: Source | None = None,
    also: Tables | None = None,
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
        also: Wager -> the id of its pay table; None takes a wager off the table. Wagers that
            are not named keep the table that the house or the game offers.
        tables: Every wager on the felt that has a pay table -> its id, as in a house file. Until
            2.0 it is read as *also* where it leaves some out, with a `FutureWarning`.
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
        also=tables if also is None else {**(tables or {}), **also},
        pays=pays,
        jackpots=jackpots,
        limits=limits,
        shoe=shoe,
    )
    changed = build_house(game, house, changes)
    if tables is not None:
        _warn_of_others(tables, changed)
    return Table.open(changed)


def _warn_of_others(tables: Tables, house: House) -> None:
    """Warn where *tables* leaves wagers out: the next major version takes them off the felt."""
    others = [it for it in house.tables or () if tables.get(it) is None]
    if others:
        message = (
            f"tables= will be every pay table on the felt from 2.0 on, as in a house file; "
            f"write also= to keep {', '.join(others)}"
        )
        warnings.warn(message, FutureWarning, stacklevel=3)


def _asks(
    kind: type[Question],
) -> Callable[[Callable[[Opening, Question], Result]], Callable[..., Result]]:
    """Return a decorator: a function takes a game, the fields of a question and a configuration."""
    # A run may be of a house file, which names its game itself.
    default = "" if kind is Simulate else Parameter.empty
    game = Parameter(
        "game", Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation="str | Game"
    )
    fields = question_parameters(kind)
    configuration = Parameter("configuration", Parameter.VAR_KEYWORD, annotation=Any)
    takes = Signature([game, *fields, configuration])

    def decorate(answer: Callable[[Opening, Question], Result]) -> Callable[..., Result]:
        @wraps(answer)
        def ask(*values: object, **named: object) -> Result:
            given = takes.bind(*values, **named).arguments
            which = given.pop("game", "")
            options = given.pop("configuration", {})
            return answer(lambda: table(which, **options), kind(**given))

        returns = signature(answer).return_annotation
        ask.__dict__["__signature__"] = takes.replace(return_annotation=returns)
        return ask

    return decorate


@overload
def odds(
    game: str | Game,
    wager: str,
    *,
    meter: str | float | None = None,
    every: Literal[False] = False,
    **configuration: Any,
) -> WagerOdds: ...
@overload
def odds(
    game: str | Game,
    wager: str | None = None,
    *,
    meter: str | float | None = None,
    every: Literal[True],
    **configuration: Any,
) -> tuple[WagerOdds, ...]: ...
@overload
def odds(
    game: str | Game, wager: None = None, *, every: Literal[False] = False, **configuration: Any
) -> dict[str, WagerOdds]: ...
def odds(
    game: str | Game,
    wager: str | None = None,
    *,
    meter: str | float | None = None,
    every: bool = False,
    **configuration: Any,
) -> WagerOdds | dict[str, WagerOdds] | tuple[WagerOdds, ...]:
    """Return the exact odds of a side wager, or of every one: `table(...).odds(wager)`.

    *configuration* is what `table` takes: options by name, `also`, `pays`, `house` ...

    With *every* they are the odds at every pay table, deck count and option of the rule book, or
    at those that you name with `table`, `decks` and options, as `pitboss odds` prints them.

    >>> odds("wa/spanish-21", "match-up", decks=6, soft17="hit").edge
    Fraction(114, 3731)
    >>> [(one.table, one.decks) for one in odds("wa/spanish-21", "match-up", every=True)][:3]
    [('2', 2), ('2', 4), ('2', 5)]
    """
    if every:
        from pitboss.api.pricing import price_every

        return price_every(game_named(game), wager, meter, configuration)
    opened = table(game, **configuration)
    return opened.odds() if wager is None else opened.odds(wager, meter=meter)


def solve(game: str | Game, *, wager: str | float | None = None, **configuration: Any) -> Solution:
    """Solve the main game: `table(...).solve()`.

    *configuration* is what `table` takes: options by name, `also`, `pays`, `house` ...

    >>> f"{solve('reference/blackjack', decks=6).house_edge:.4%}"
    '0.6154%'
    """
    return table(game, **configuration).solve(wager=wager)


@_asks(Advise)
def advise(opening: Opening, ask: Advise) -> Advice:
    """Return every legal choice with a hand, the best first: `table(...).advise(...)`.

    *configuration* is what `table` takes: options by name, `also`, `pays`, `house` ...

    >>> advise("reference/blackjack", "Th 6c", up="Ts", surrender="late").best.action
    'surrender'
    """
    return advise_at(opening(), ask)


@_asks(Count)
def count(opening: Opening, ask: Count) -> CountResult:
    """Return effects of removal, counts and best tags: `table(...).count(...)`.

    *configuration* is what `table` takes: options by name, `also`, `pays`, `house` ...

    >>> count("co/pai-jack")
    <CountResult of co/pai-jack main: nothing to count>
    """
    return count_at(opening(), ask)


@_asks(Simulate)
def simulate(opening: Opening, ask: Simulate) -> Simulation:
    """Simulate a game: `table(...).simulate(...)`.

    *configuration* is what `table` takes: options by name, `also`, `pays`, `house` ...

    >>> simulate("reference/blackjack", rounds=1000, seed=7, decks=6).rounds
    1000
    """
    from pitboss.api.runs import open_and_run

    return open_and_run(opening, ask)
