"""A table: one game as one house runs it, with everything that Pitboss can do there.

The heavy layers (numba, numpy) are imported inside the methods that need them, so a table opens at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pitboss.api.advice import Advice, from_values
from pitboss.api.argument_types import by_keywords
from pitboss.cards import Card
from pitboss.engine.setup import Setup, prepare
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
    from pitboss.advantage.hunting.terms import HuntSettings
    from pitboss.api.counting import CountResult
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.protection import Protection
    from pitboss.api.rounds import Round, Wagers
    from pitboss.api.runs import Progress
    from pitboss.api.solutions import Solution
    from pitboss.counts import CountSystem
    from pitboss.exact.decisions import Decisions
    from pitboss.simulator.counting.settings import CounterSettings
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
        >>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit", tables={"match-up": "2"})
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

    # -- the main game -------------------------------------------------------------------------

    def solve(self, *, split_play: str | None = None) -> Solution:
        """Solve the main game: its exact house edge and its best play.

        *split_play* chooses the play of hands made by a split: `best`, the default, or
        `as-unsplit`, like the same cards as dealt. A game that the solver does not know raises
        `RulesError`.

        >>> import pitboss
        >>> solution = pitboss.table("wa/spanish-21", decks=6, soft17="hit").solve()
        >>> f"{solution.house_edge:.6%}"
        '0.776777%'
        """
        from pitboss.api.solutions import solve_table

        return solve_table(self.main, split_play)

    def advise(
        self,
        hand: str,
        *,
        up: str = "",
        other: str = "",
        community: str = "",
        doubled: int = 0,
        after_split: bool = False,
        free: bool = False,
    ) -> Advice:
        """Return every legal choice with a hand and its expected value, the best first.

        Args:
            hand: The cards of the hand: "6h 7h".
            up: The dealer's up card, in games that show one.
            other: The seat's other hand, where the question is whether to switch; in 3 Card 21
                the cards that start the other two hands of a split.
            community: The two community cards, where the question is to bet or to fold.
            doubled: How many times the hand has been doubled.
            after_split: Whether a split made the hand.
            free: Whether a lammer carries the hand.

        Values are in units of the first wager and assume that the dealer has no blackjack.

        >>> import pitboss
        >>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
        >>> best, *others = table.advise("6h 7h", up="2s")
        >>> best.action, f"{best.value:+.6f}", [row.action for row in others]
        ('hit', '-0.222669', ['stand', 'surrender', 'double'])
        """
        from pitboss.exact.advising.advise import advise
        from pitboss.exact.advising.shown_cards import ShownCards

        table = self.main
        shown = ShownCards(
            hand=hand,
            up=up,
            other=other or None,
            community=community or None,
            doubled=doubled,
            after_split=after_split,
            free=free,
        )
        with by_keywords():
            advice = advise(table.setup, shown, table.decisions)
        record = advice.as_json()
        return from_values(advice.choices, record | {"assumed": list(table.assumed)})

    def count(
        self,
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
    ) -> CountResult:
        """Return what a card that is gone changes, how well counts follow it, and the best tags.

        Args:
            wager: A side wager of the table; None: the main game.
            system: A count by its name ("hi-lo"), by its tags ("5=1 A=-1"), or by its file; None:
                every one that is known.
            design: The level whose best tags are found; None: 1 to 4.
            balanced: Whether only balanced tags are looked for.
            suits: Whether tags may differ by suit.
            unseen: The cards left: all of them ("As 7h"), or by number ("5=12 T=60").
            gone: The cards that are no longer in the shoe: "As 7h 5=12".
            indices: How many index plays of *system* (Hi-Lo unless named), or "all"; None: none.
            meter: Dollars on the meter of a jackpot.
            hunt: Simulate hunters of the jackpot, as `HuntSettings` says; they begin at *meter*,
                or at the seed.

        >>> import pitboss
        >>> found = pitboss.table("reference/blackjack").count(system="hi-lo", design=1)
        >>> found
        <CountResult of reference/blackjack main: expectation -0.615389%; Hi-Lo correlates 0.9659>
        >>> [found.best()[0][card] for card in (*"23456789", "T", "A")]
        [1, 1, 1, 1, 1, 1, 0, 0, -1, -1]
        """
        arguments = _arguments(locals())
        from pitboss.api.counting import CountRequest, count_table

        request = CountRequest(**arguments)
        with by_keywords():
            return count_table(self.main if wager is None else self, request)

    def protect(
        self,
        *,
        low: str | int | None = None,
        high: str | int | None = None,
        rounds_an_hour: int | None = None,
        penetration: float | Iterable[float] = (),
        rounds: float | None = None,
        records: Path | str | None = None,
        players: Iterable[str] = (),
    ) -> Protection:
        """Return what counters win at this table, and what each counter-measure does.

        Args:
            low: The smallest main wager: cents, or dollars as text ("$5"); None: the house's.
            high: The largest main wager, likewise.
            rounds_an_hour: Rounds an hour; 70 by default.
            penetration: The part of the shoe that is dealt, or several; 0.75 by default.
            rounds: Rounds to simulate for each counter; forty million by default.
            records: Round records (.jsonl or .parquet), whose players are judged.
            players: Judge these players only.

        >>> import pitboss
        >>> found = pitboss.table("co/pai-jack").protect()
        >>> found.as_rows()[0]["reason"]
        'one deck is shuffled before every round: there is nothing to count'
        """
        from pitboss.api.protection import protect_table, read_terms

        terms = read_terms(
            self,
            low=low,
            high=high,
            rounds_an_hour=rounds_an_hour,
            penetration=penetration,
            rounds=rounds,
        )
        file = None if records is None else Path(records)
        return protect_table(self, terms, records=file, players=players)

    @cached_property
    def decisions(self) -> Decisions:
        """The object that values the decisions of a round; it keeps its solutions."""
        from pitboss.exact.decisions import Decisions

        return Decisions(self.setup)

    def report(
        self,
        path: Path | str,
        *,
        paper: str = "a4",
        rounds: float | None = None,
        seed: int = 0,
        advantage: bool = False,
    ) -> Path:
        """Write the maths report to a file that ends in .html or .pdf; return its path.

        Args:
            path: The file.
            paper: The paper of a PDF: "a4" or "letter".
            rounds: Also simulate this many rounds and compare them with the exact figures.
            seed: The seed of that simulation.
            advantage: Also show what counters win, and what stops them; takes a minute or two.

        >>> import pitboss, tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     page = pitboss.table("co/pai-jack").report(Path(folder) / "pai-jack.html")
        ...     page.read_text(encoding="utf-8")[:15]
        '<!DOCTYPE html>'
        """
        from pitboss.api.reports import write_report
        from pitboss.simulator.settings import RunSettings

        terms = None if rounds is None else RunSettings(rounds=rounds, seed=seed)
        try:
            table = Table.open(self.given, complete=complete_for_report)
        except RulesError:
            table = self  # a pay table that was named needs what this table has
        return write_report(table, Path(path), paper=paper, terms=terms, advantage=advantage)

    # -- rounds --------------------------------------------------------------------------------

    def simulate(
        self,
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
    ) -> Simulation:
        """Simulate *rounds* rounds and return the result.

        The same table, strategy, seats, penetration, seed and rounds give the same counts on any
        machine and device.

        Args:
            rounds: How many; with *until* at most so many.
            seed: A whole number below 2**64.
            strategy: "optimal", "chart", or the path of a strategy file.
            seats: How many seats play, all alike.
            penetration: How much of the shoe is dealt before it is shuffled, 0.75 for three
                quarters; None shuffles before every round.
            device: "cpu", "cuda" or "auto".
            threads: How many threads; None uses every core.
            cluster: The address of a Dask scheduler.
            until: The standard error of the house edge at which to stop early.
            checkpoint: A file that keeps the counts, to go on after an interruption.
            export: A Parquet file for the rounds one by one, a row for each seat; `read_rounds`
                makes round records of it. It needs the extra `data`.
            count: Somebody in the first seat who counts: the name of a count, or
                `CounterSettings`. It needs a *penetration*.
            progress: A function that is called with the counts so far, after every piece of work.

        >>> import pitboss
        >>> run = pitboss.table("reference/blackjack").simulate(rounds=1000, seed=7)
        >>> run.rounds, sum(run.histogram.values())
        (1000, 1000)
        """
        arguments = _arguments(locals())
        from pitboss.api.runs import open_and_run

        return open_and_run(lambda: self, **arguments)

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


def _arguments(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a method, of the local names with which it begins."""
    return {name: value for name, value in names.items() if name != "self"}


def _reopen(house: House, assumed: Assumed, given: House) -> Table:
    return Table(house=house, assumed=assumed, setup=prepare(house), given=given)
