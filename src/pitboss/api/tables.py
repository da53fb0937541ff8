"""A table: one game as one house runs it, with everything that Pitboss can do there.

The heavy layers (numba, numpy) are imported inside the methods that need them, so a table opens at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pitboss.api.advice import Advice, from_values
from pitboss.api.argument_types import by_keywords, drop_none, not_texts, read_dollars
from pitboss.cards import Card
from pitboss.engine.setup import Setup, prepare
from pitboss.questions.advantage import Count, Protect
from pitboss.questions.ask import answers
from pitboss.questions.game import Advise, DesignPays, DesignRules, Report, Solve
from pitboss.questions.runs import Dataset, Simulate
from pitboss.rulebook.check import law_problems
from pitboss.rulebook.defaults import (
    Assumed,
    complete_for_report,
    complete_main_game,
    complete_table,
)
from pitboss.rulebook.house import House
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular, html_table
from pitboss.text.options import assumed_text, option_text, rule_options

if TYPE_CHECKING:
    from pitboss.api.counting import CountResult
    from pitboss.api.datasets import WrittenDataset
    from pitboss.api.designing import Design, DesignedRules
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.protection import Protection
    from pitboss.api.rounds import Round, Wagers
    from pitboss.api.solutions import Solution
    from pitboss.exact.decisions import Decisions
    from pitboss.simulator.result import Simulation


Completion = Callable[[House], tuple[House, Assumed]]
"""How a house configuration is completed: see `pitboss.rulebook.defaults`."""
_REPR_LENGTH = 190
"""Characters of a table at a prompt."""


@dataclass(frozen=True, repr=False)
class Table(Tabular):
    """One game as one house runs it. `pitboss.table` opens one.

    >>> import pitboss
    >>> table = pitboss.table("wa/spanish-21", decks=6)
    >>> table
    <Table of wa/spanish-21: decks 6, soft17 hit, ... assumed: soft17=hit>
    >>> table.options["soft17"], table.assumed, len(table.digest)
    ('hit', ('soft17=hit',), 64)
    """

    house: House
    """The complete house configuration."""
    assumed: Assumed
    """What was filled in, written as options of the command line: `soft17=hit`."""
    setup: Setup = field(compare=False)
    """The table made ready for play."""
    given: House = field(repr=False)
    """The configuration before it was completed."""

    @classmethod
    def open(
        cls,
        given: House,
        *,
        complete: Completion = complete_table,
        unread: Iterable[Problem] = (),
    ) -> Table:
        """Complete a configuration and open its table; `RulesError` has every problem.

        *unread* are problems that were found before, while *given* was read.
        """
        house, assumed = complete(given)
        setup = prepare(house, unread)
        return cls(house=house, assumed=assumed, setup=setup, given=given)

    @classmethod
    def open_to_players(
        cls, given: House, *, complete: Completion = complete_table, unread: Iterable[Problem] = ()
    ) -> Table:
        """Open a table that people play at: the law of its profile binds, too.

        >>> from pitboss.rulebook.house import House, Limits
        >>> house = House(game="wa/spanish-21", limits={"main": Limits(max=50000)})
        >>> Table.open_to_players(house)
        Traceback (most recent call last):
        pitboss.rulebook.problems.RulesError: limits.main.max: $500 is more than a single wager \
may be: $400 by profile wa-2023 (WAC 230-15-140, 230-15-490) [profile/exceeded]
        """
        return cls.open(given, complete=complete, unread=(*unread, *law_problems(given)))

    @property
    def game(self) -> Game:
        """The game, as the rule book has it."""
        return self.setup.configured.game

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Every house option with its value."""
        return dict(self.setup.configured.options)

    @property
    def wagers(self) -> dict[str, str]:
        """Wager -> the id of its pay table; "" where it has none."""
        spots = self.setup.configured.spots.items()
        return {name: spot.table.id if spot.table else "" for name, spot in spots}

    @property
    def digest(self) -> str:
        """The SHA-256 of the rules: equal rules, equal digest."""
        return self.setup.configured.digest

    @cached_property
    def main(self) -> Table:
        """This table with only the side wagers that were named or are compulsory.

        `solve` and `advise` work here, because side wagers do not change the main game.

        >>> import pitboss
        >>> pitboss.table("co/trilux").main.assumed
        ()
        """
        try:
            return Table.open(self.given, complete=complete_main_game)
        except RulesError:
            return self  # a pay table that was named needs what this table has

    def check(self) -> tuple[Problem, ...]:
        """Check the given configuration, with nothing filled in; return every problem.

        `pitboss check` judges a house file the same way: a house must state every choice that its
        document leaves to it.

        >>> import pitboss
        >>> [problem.key for problem in pitboss.table("wa/spanish-21", decks=6).check()]
        ['options.soft17']
        """
        from pitboss.rulebook.check import problems

        return problems(self.given)

    # -- prices --------------------------------------------------------------------------------

    @overload
    def odds(self, wager: str, *, meter: str | float | None = None) -> WagerOdds: ...
    @overload
    def odds(self, wager: None = None) -> dict[str, WagerOdds]: ...
    def odds(
        self, wager: str | None = None, *, meter: str | float | None = None
    ) -> WagerOdds | dict[str, WagerOdds]:
        """Return the exact odds of one side wager; without a name, of every one, by wager.

        *meter* is dollars on the meter of a progressive. A wager that this table does not offer,
        or whose odds are part of the main game, raises `RulesError`.

        >>> import pitboss
        >>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit", also={"match-up": "2"})
        >>> table.odds("match-up").edge
        Fraction(114, 3731)
        >>> sorted(table.odds())
        ['insurance', 'match-down', 'match-up']
        """
        from pitboss.api.pricing import price, spots_with_odds

        if wager is not None:
            return price(self.house, self.setup, wager, meter)
        if meter is not None:
            message = "name the wager whose meter it is"
            raise RulesError([Problem(code="option/conflict", key="meter", message=message)])
        return {name: price(self.house, self.setup, name) for name in spots_with_odds(self.setup)}

    @answers(DesignPays)
    def design(self, ask: DesignPays) -> Design:
        """Find the pay table of a wager that has the house edge wanted, "4%..5%".

        Every table of odds that felts print is priced or ruled out by its bounds, so no better one
        exists. A wish that no table fulfils raises `RulesError`.

        >>> import pitboss
        >>> table = pitboss.table("co/21-plus-3", decks=6, soft17="hit")
        >>> table.design("21-plus-3", edge="3%..4%")
        <Design of co/21-plus-3 21-plus-3: 125 to 1, 8 to 1, 7 to 1, 6 to 1, edge 3.504903%>
        """
        from pitboss.api.designing import design_wager

        return design_wager(self.house, self.setup, ask)

    @answers(DesignRules)
    def design_rules(self, ask: DesignRules) -> DesignedRules:
        """Find the rules of the main game that have the house edge wanted, "0.5%..0.6%".

        Every set of the options that may change is solved, so no set is missed.

        >>> import pitboss
        >>> table = pitboss.table("reference/blackjack", decks=6)
        >>> found = table.design_rules("soft17,das", edge="0.5%..0.6%")
        >>> [dict(it.options) for it in found.sets]
        [{'soft17': 'stand', 'das': False}]
        """
        from pitboss.api.designing import design_rules

        return design_rules(self.house, ask)

    # -- the main game -------------------------------------------------------------------------

    @answers(Dataset)
    def dataset(self, ask: Dataset) -> WrittenDataset:
        """Write decisions with the exact value of every choice to a Parquet file.

        It needs the extra `data`.

        >>> import pitboss, tempfile
        >>> from pathlib import Path
        >>> table = pitboss.table("reference/blackjack")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     written = table.dataset(Path(folder) / "decisions.parquet", rounds=20, seed=7)
        >>> written.rounds, written.cost
        (20, 0.0)
        """
        from pitboss.api.datasets import write_dataset

        return write_dataset(self, ask)

    @answers(Solve)
    def solve(self, ask: Solve) -> Solution:
        """Solve the main game: its exact house edge and its best play.

        A game that the solver does not know raises `RulesError`.

        >>> import pitboss
        >>> solution = pitboss.table("wa/spanish-21", decks=6, soft17="hit").solve()
        >>> f"{solution.house_edge:.6%}"
        '0.776777%'
        """
        from pitboss.api.solutions import solve_table
        from pitboss.exact.wager_size import wager_problems

        cents = read_dollars("wager", ask.wager)
        if problems := tuple(wager_problems(self.main.setup, cents)):
            raise RulesError(problems)
        return solve_table(self.main, ask.split_play, wager=cents)

    @answers(Advise)
    def advise(self, ask: Advise) -> Advice:
        """Return every legal choice with a hand and its expected value, the best first.

        Values are in units of the first wager and assume that the dealer has no blackjack.

        >>> import pitboss
        >>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
        >>> best, *others = table.advise("6h 7h", up="2s")
        >>> best.action, f"{best.value:+.6f}", [row.action for row in others]
        ('hit', '-0.222669', ['stand', 'surrender', 'double'])
        """
        return advise_at(self, ask)

    @answers(Count)
    def count(self, ask: Count) -> CountResult:
        """Return what a card that is gone changes, how well counts follow it, and the best tags.

        >>> import pitboss
        >>> found = pitboss.table("reference/blackjack").count(system="hi-lo", design=1)
        >>> found
        <CountResult of reference/blackjack main: expectation -0.615389%; Hi-Lo correlates 0.9659>
        >>> [found.best()[0][card] for card in (*"23456789", "T", "A")]
        [1, 1, 1, 1, 1, 1, 0, 0, -1, -1]
        """
        return count_at(self, ask)

    @answers(Protect)
    def protect(self, ask: Protect) -> Protection:
        """Return what counters win at this table, and what each counter-measure does.

        >>> import pitboss
        >>> found = pitboss.table("co/pai-jack").protect()
        >>> found.as_rows()[0]["reason"]
        'one deck is shuffled before every round: there is nothing to count'
        """
        from pitboss.api.protection import protect_table, read_terms

        file = None if ask.records is None else Path(ask.records)
        return protect_table(self, read_terms(self, ask), records=file, players=ask.players)

    @cached_property
    def decisions(self) -> Decisions:
        """The object that values the decisions of a round; it keeps its solutions."""
        from pitboss.exact.decisions import Decisions

        return Decisions(self.setup)

    @answers(Report)
    def report(self, ask: Report) -> Path:
        """Write the maths report to a file; return its path.

        >>> import pitboss, tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     page = pitboss.table("co/pai-jack").report(Path(folder) / "pai-jack.html")
        ...     page.read_text(encoding="utf-8")[:15]
        '<!DOCTYPE html>'
        """
        from pitboss.api.reports import write_report
        from pitboss.simulator.settings import RunSettings

        terms = None if ask.rounds is None else RunSettings(rounds=ask.rounds, seed=ask.seed or 0)
        try:
            table = Table.open(self.given, complete=complete_for_report)
        except RulesError:
            table = self  # a pay table that was named needs what this table has
        return write_report(
            table, Path(ask.path), paper=ask.paper, terms=terms, advantage=ask.advantage
        )

    # -- rounds --------------------------------------------------------------------------------

    @answers(Simulate)
    def simulate(self, ask: Simulate) -> Simulation:
        """Simulate *rounds* rounds and return the result.

        The same table, strategy, seats, penetration, seed and rounds give the same counts on any
        machine and device.

        >>> import pitboss
        >>> run = pitboss.table("reference/blackjack").simulate(rounds=1000, seed=7)
        >>> run.rounds, sum(run.histogram.values())
        (1000, 1000)
        """
        from pitboss.api.runs import open_and_run

        return open_and_run(lambda: self, ask)

    def rounds_table(self, run: Simulation) -> Any:
        """Return every round of a simulation of this table as an Arrow table, a row for each seat.

        The columns are those of `simulate(..., export=...)`. pandas, polars and others take the
        table without copying it: `run_table.to_pandas()`, `polars.from_arrow(run_table)`. It needs
        the extra `data`.

        >>> import pitboss
        >>> table = pitboss.table("reference/blackjack")
        >>> rounds = table.rounds_table(table.simulate(rounds=20, seed=7))
        >>> rounds.num_rows, rounds.column_names[:4]
        (20, ['round', 'shoe', 'seat', 'cards'])
        """
        from pitboss.api.runs import arrow_rounds

        return arrow_rounds(self, run)

    def deal(
        self,
        main_cents: int = 1000,
        *,
        seed: int | str | None = None,
        wagers: Wagers | None = None,
        seats: int | Mapping[int, Wagers] = 1,
        cards: str | Iterable[Card] = (),
    ) -> Round:
        """Deal a round up to its first decision.

        Args:
            main_cents: The main wager, or each of them, in cents.
            seed: The same seed deals the same cards; None shuffles with the system's randomness.
            wagers: Side wagers in cents; those that are compulsory are added.
            seats: How many seats play these wagers, or a mapping of each seat's own wagers.
            cards: Cards that come first out of the shoe: "7h 9s Kd 6h".

        Wagers that the table does not take raise `RefusedError`.

        >>> import pitboss
        >>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
        >>> hand = table.deal(main_cents=1000, cards="6h 5s 5h 9d", seed=7)
        >>> hand.choices
        ('hit', 'stand', 'double', 'surrender')
        >>> hand.act("double").settlement[0].stake
        2000
        """
        from pitboss.api.rounds import Round, seat_bets, shuffled_shoe

        bets = seat_bets(self.setup, main_cents, wagers or {}, seats)
        return Round(self, bets, shuffled_shoe(self.setup, self.house.shoe, seed, cards))

    # -- how it is shown and sent --------------------------------------------------------------

    def __reduce__(self) -> tuple[object, ...]:
        """Send the configuration to another process; the table is made ready there."""
        return _reopen, (self.house, self.assumed, self.given)

    def __repr__(self) -> str:
        """Name the game, its rule options and what was assumed."""
        assumed = f"; {assumed_text(self.assumed)}" if self.assumed else ""
        options = ", ".join(rule_options(self.setup))
        name = f"Table of {self.game.id}" + (f": {options}" if options else "") + assumed
        return f"<{shorten(name, _REPR_LENGTH)}>"

    def as_rows(self) -> list[Row]:
        """Return a row for each wager on the table: its pay table and its limits in cents."""
        return [
            {
                "wager": name,
                "title": spot.wager.title,
                "table": spot.table.id if spot.table else None,
                "min_cents": spot.min,
                "max_cents": spot.max,
            }
            for name, spot in self.setup.configured.spots.items()
        ]

    def _repr_html_(self) -> str:
        """Write options and wagers as tables; notebooks show them."""
        options: list[Row] = [
            {"option": name, "value": option_text(value)} for name, value in self.options.items()
        ]
        caption = f"{self.game.title} ({self.game.id})"
        return html_table(caption, options) + html_table("", self.as_rows())


def advise_at(table: Table, ask: Advise) -> Advice:
    """Return the advice about a hand at a table."""
    from pitboss.exact.advising.advise import advise
    from pitboss.exact.advising.shown_cards import show_cards

    main = table.main
    texts = {"hand": ask.hand, "up": ask.up, "gone": ask.gone}
    if wrong := tuple(not_texts(texts | drop_none(other=ask.other, community=ask.community))):
        raise RulesError(wrong)
    # An empty text names no cards here; on a command line it is a hand without any.
    named = replace(ask, other=ask.other or None, community=ask.community or None)
    with by_keywords():
        advice = advise(main.setup, show_cards(named), main.decisions)
    record = advice.as_json()
    return from_values(advice.choices, record | {"assumed": list(main.assumed)})


def count_at(table: Table, ask: Count) -> CountResult:
    """Return what there is to count at a table."""
    from pitboss.api.counting import count_table

    with by_keywords():
        return count_table(table.main if ask.wager is None else table, ask)


def _reopen(house: House, assumed: Assumed, given: House) -> Table:
    return Table(house=house, assumed=assumed, setup=prepare(house), given=given)
