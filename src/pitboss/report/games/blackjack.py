"""One blackjack hand in a report: its figures, its charts, and hands played as examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pitboss.exact.blackjack.results import PlayFigures
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.super_bonus import SuperBonusValue, super_bonus, with_super_bonus
from pitboss.exact.charts.model import UPS, up_name
from pitboss.report.catalogue.edges import SOLVED, EdgeEntry
from pitboss.report.document.blocks import Block, Fact
from pitboss.report.games.kind import KindReport, by_chart_alone
from pitboss.report.games.page import distribution_blocks, up_card_blocks
from pitboss.report.games.report import (
    ChartCost,
    GameReport,
    ReportPart,
    UpCardEdge,
    main_wagers,
    results,
)
from pitboss.report.strategy_charts import strategy_blocks
from pitboss.text.numbers import percent, short_money
from pitboss.text.options import first_wager

METHOD = (
    "The house edge is the average loss under optimal play. It is exact, not sampled. The solver"
    " goes through all hands that a player can hold, from the highest totals down, and values"
    " every choice the rules allow: each next card with its probability among the cards that are"
    " left, each way the dealer may finish. The same functions by which Pitboss deals the game say"
    " which choices are legal and what is paid. All deals of a full shoe are then added up, each"
    " weighed with its probability."
)
LIMITS = (
    (
        "The shoe is full and freshly shuffled; no card is known but the player's own and the up"
        " card. The cut card and the gain of a card counter are left out."
    ),
    (
        "The strategy is composition-dependent: it looks at the cards of the hand and the up card."
        " All hands of a split follow one rule, whatever the others have drawn; their value under"
        " that rule is exact."
    ),
    "Insurance is never taken. Nothing is known of other seats, and they change nothing.",
    (
        "The arithmetic is 64-bit floating point, good to about twelve digits; on small shoes the"
        " tests compare it with fractions."
    ),
    (
        "The distribution follows rounds without a split exactly. Hands of one split are taken to"
        " be independent given the dealer's result, so the standard deviation, though not the house"
        " edge, ignores how one of them affects another: by less than 0.0005 of the wager, as"
        " rounds of the second method show for every game of blackjack hands."
    ),
)
STRATEGY = "Strategy"


def blackjack_report(solution: BlackjackSolution, wager: int | None = None) -> GameReport:
    """Report a solved hand; with the Super Bonus for a *wager* in cents, or for each band."""
    chart = solution.chart
    bonus = None
    if wager is not None:
        bonus = super_bonus(solution, wager)
        chart = chart if bonus is None else with_super_bonus(chart, bonus)
    cost = ChartCost(*solution.chart_costs)
    strategy = strategy_blocks(
        chart, cost, solution.house_edge, bonus=bonus, after_split=solution.after_split
    )
    report = played_report(
        solution,
        by_up_card=up_card_edges(solution.up_card_chances, solution.by_up_card),
        other_edges=tuple(_with_super_bonus(solution, wager)),
        cost=cost,
        strategy={STRATEGY: tuple(strategy)},
    )
    plays = tuple(solution.after_split)
    return replace(report, super_bonus=partial(super_bonus, solution), after_split=plays)


def up_card_edges(
    shares: Mapping[int, float], values: Mapping[int, float]
) -> tuple[UpCardEdge, ...]:
    """Return the probability and the edge of each up card, from the two to the ace."""
    return tuple(
        UpCardEdge(up=up_name(up), probability=shares[up], house_edge=-values[up])
        for up in UPS
        if up in shares
    )


def played_report(
    solution: PlayFigures,
    *,
    by_up_card: Sequence[UpCardEdge],
    other_edges: tuple[Fact, ...],
    cost: ChartCost,
    strategy: Mapping[str, tuple[Block, ...]],
    limits: tuple[str, ...] = (),
) -> GameReport:
    """Report a main game of blackjack hands with charts."""
    setup = solution.setup
    main = ReportPart(
        name=", ".join(wager.title for wager in main_wagers(setup)),
        unit=first_wager(setup),
        edge=solution.house_edge,
        standard_deviation=solution.standard_deviation,
        average_wager=solution.average_wager,
        distribution=results(solution.results.gains.items()),
    )
    return GameReport(
        parts=(main,),
        wagers=frozenset(setup.mains),
        figures=tuple(_figures(main, solution, other_edges)),
        sections={
            "By up card": tuple(up_card_blocks(by_up_card, main)),
            "Distribution of results": tuple(distribution_blocks(main)),
        },
        strategy=strategy,
        method=(METHOD, *LIMITS, *limits),
        chart_cost=cost,
    )


def _figures(main: ReportPart, solution: PlayFigures, others: tuple[Fact, ...]) -> Iterator[Fact]:
    yield Fact(
        "House edge",
        percent(main.house_edge, 6),
        f"of {main.unit}, optimal play, composition-dependent",
    )
    if (wager := solution.setup.main_wager) is not None and solution.setup.main_max is not None:
        most = short_money(solution.setup.main_max)
        yield Fact("At a wager of", short_money(wager), f"each double adds at most {most} (GR8)")
    yield Fact("Return to player", percent(1 - main.house_edge, 6))
    yield from others
    below = "of all that is wagered, doubles and splits included"
    yield Fact("Element of risk", percent(solution.element_of_risk, 6), below)
    units = f"in units of {main.unit}"
    average = f"{solution.average_wager:.6f}"
    yield Fact("Average wager", average, units)
    yield Fact("Variance", f"{solution.variance:.6f}")
    deviation = f"{solution.standard_deviation:.6f}"
    yield Fact("Standard deviation", deviation, units)


def _with_super_bonus(solution: BlackjackSolution, wager: int | None) -> Iterator[Fact]:
    """The edge with the Super Bonus, at the least wager of each band that the table takes."""
    terms = solution.setup.configured.game.super_bonus
    if terms is None or not terms.bands:
        return
    spot = solution.setup.configured.spots[solution.setup.mains[0]]
    starts = sorted({max(spot.min, band.wager_min) for band in terms.bands})
    allowed = [cents for cents in starts if spot.max is None or cents <= spot.max]
    for cents in allowed if wager is None else [wager]:
        bonus = super_bonus(solution, cents)
        assert bonus is not None
        yield from _bonus_facts(solution.house_edge, bonus)


def _bonus_facts(edge: float, bonus: SuperBonusValue) -> Iterator[Fact]:
    wager = short_money(bonus.wager)
    prize = short_money(bonus.prize)
    yield Fact(
        "With the Super Bonus",
        percent(edge - bonus.value, 6),
        f"at a wager of {wager}, for a prize of {prize}",
    )
    yield Fact(
        "And with envy",
        percent(edge - bonus.value - bonus.envy_value, 6),
        "with one other player who bets and plays the same",
    )


def played_entries(solution: PlayFigures) -> Iterator[EdgeEntry]:
    """Yield the catalogue's line of the main wager or wagers."""
    setup = solution.setup
    yield played_entry(solution, ", ".join(setup.mains), first_wager(setup))


def played_entry(solution: PlayFigures, wager: str, unit: str) -> EdgeEntry:
    """Return the catalogue's line of a main game in which hands are played."""
    return EdgeEntry(
        wager=wager,
        house_edge=solution.house_edge,
        standard_deviation=solution.standard_deviation,
        unit=unit,
        method=SOLVED,
    )


KIND: KindReport[BlackjackSolution] = KindReport(
    lambda solution, wager: (blackjack_report(solution, wager),),
    played_entries,
    "guides/solver.md",
    by_chart_alone,
)
