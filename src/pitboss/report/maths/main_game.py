"""The numbers of the main game in a maths report: what the solver found for the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pitboss.engine.setup import setup_of
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.super_bonus import super_bonus
from pitboss.exact.charts.derive import chart_of
from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.effects import Effect, effects
from pitboss.exact.switch.solution import SwitchSolution, solved_switch
from pitboss.report.document.blocks import Fact
from pitboss.report.games.switch_words import switch_facts
from pitboss.report.strategy.facts import first_wager
from pitboss.report.strategy.model import Solved, solved_game, solved_switch_game
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_dollars
from pitboss.text.numbers import percent


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardEdge:
    """What one up card means."""

    up: str
    probability: float
    house_edge: float


@dataclass(frozen=True, slots=True)
class Result:
    """One way a round may end."""

    gain: float
    """In units."""
    probability: float


@dataclass(frozen=True, kw_only=True)
class MainGame:
    """The main game of a table, played for the best."""

    strategy: Solved
    """The solution, its charts and what they cost."""
    by_up_card: tuple[UpCardEdge, ...]
    effects: tuple[Effect, ...]
    other_edges: tuple[Fact, ...]
    """The edge with prizes added, or played otherwise."""

    @property
    def solution(self) -> BlackjackSolution | SwitchSolution:
        """The solved game."""
        return self.strategy.solution

    @property
    def unit(self) -> str:
        """What the edge is a part of."""
        return first_wager(self.solution.setup)

    @property
    def house_edge(self) -> float:
        """What is lost on average, per unit."""
        return self.solution.house_edge

    @cached_property
    def distribution(self) -> tuple[Result, ...]:
        """How rounds end, from the greatest loss to the greatest gain."""
        gains = self.solution.results.gains
        return tuple(Result(float(gain), chance) for gain, chance in gains.items())

    def chance(self, *, sign: int) -> float:
        """Return how often a round gains (*sign* 1), changes nothing (0) or loses (-1)."""
        return chance_of(self.distribution, sign)

    @property
    def skewness(self) -> float:
        """How far results lean to the rare and large."""
        return skewness(self.distribution, -self.house_edge, self.solution.standard_deviation)


def chance_of(results: Iterable[Result], sign: int) -> float:
    """Return how often a round gains (*sign* 1), changes nothing (0) or loses (-1).

    >>> chance_of([Result(3, 0.25), Result(-1, 0.75)], 1)
    0.25
    """
    return sum(it.probability for it in results if _sign(it.gain) == sign)


def skewness(results: Iterable[Result], mean: float, deviation: float) -> float:
    """Return the third moment around *mean*, in units of the standard deviation.

    >>> round(skewness([Result(3, 0.25), Result(-1, 0.75)], 0, 3**0.5), 6)
    1.154701
    """
    third = sum(it.probability * (it.gain - mean) ** 3 for it in results)
    return float(third / deviation**3)


def _sign(gain: float) -> int:
    return (gain > 0) - (gain < 0)


def solved_main(house: House) -> MainGame:
    """Solve the main game of a table that plays blackjack, or Blackjack Switch.

    >>> found = solved_main(House(game="ilani/spanish-21"))
    >>> f"{found.house_edge:.4%}", f"{found.chance(sign=1):.3%}"
    ('0.4289%', '43.021%')
    """
    setup = setup_of(configure(house))
    if setup.round == RoundKind.SWITCH:
        switch = solved_switch(setup)
        strategy = solved_switch_game(switch, None)
        others = tuple(switch_facts(switch, digits=6))
    else:
        solution = solve(setup)
        strategy = solved_game(solution, chart_of(solution), None, None)
        others = tuple(_with_super_bonus(solution))
    return MainGame(
        strategy=strategy,
        by_up_card=tuple(_by_up_card(strategy.solution)),
        effects=tuple(effects(house, strategy.solution.house_edge)),
        other_edges=others,
    )


def _by_up_card(solution: BlackjackSolution | SwitchSolution) -> Iterator[UpCardEdge]:
    if isinstance(solution, SwitchSolution):
        chances = {each.up: float(each.probability) for each in solution.game.by_up}
    else:
        chances = dict.fromkeys(solution.by_up_card, 0.0)
        for hand in solution.hands:
            chances[hand.up] += float(hand.probability)
    for up in UPS:
        if up in chances:
            edge = -solution.by_up_card[up]
            yield UpCardEdge(up=up_name(up), probability=chances[up], house_edge=edge)


def _with_super_bonus(solution: BlackjackSolution) -> Iterator[Fact]:
    """The edge with the Super Bonus, for the least wager of each of its bands."""
    terms = solution.setup.configured.game.super_bonus
    for band in terms.bands if terms else ():
        found = super_bonus(solution, band.wager_min)
        assert found is not None
        edge, wager = solution.house_edge - found.value, format_dollars(band.wager_min)
        yield Fact(
            name="With the Super Bonus",
            text=percent(edge, 6),
            below=f"at a wager of {wager}, for a prize of {format_dollars(found.prize)}",
        )
        yield Fact(
            name="And with envy",
            text=percent(edge - found.envy_value, 6),
            below="with one other player who bets and plays the same",
        )
