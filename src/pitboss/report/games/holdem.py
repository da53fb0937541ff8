"""The poker part of 21-Hold 'em in a report: its results, and when to bet on."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import RANK_LETTERS, card_suit
from pitboss.engine.setup import Setup
from pitboss.exact.holdem.poker import PokerSolution
from pitboss.exact.holdem.solution import METHOD, FoldRules, HoldemSolution, bet_words, fold_rules
from pitboss.patterns.five_card import rank_height
from pitboss.report.catalogue.edges import EXACT, EdgeEntry
from pitboss.report.document.blocks import Block, Fact, Grid, Paragraph
from pitboss.report.games.blackjack import blackjack_report, played_entries
from pitboss.report.games.kind import KindReport
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import GameReport, ReportPart, results
from pitboss.rulebook.model import Game
from pitboss.text.numbers import format_signed, one_in, percent

TITLE = "The poker part"
DECISIONS = {1: "After the first card", 2: "After the second card"}
"""Number of own cards -> the moment of the decision."""
BY_COMMUNITY = "Percent of PK; community cards of one suit right of the diagonal, others left."


def holdem_reports(solution: HoldemSolution, wager: int | None) -> tuple[GameReport, ...]:
    """Report the blackjack hand, and the poker part beside it."""
    return blackjack_report(solution, wager), _poker_report(solution.setup, solution.poker)


def holdem_entries(solution: HoldemSolution) -> Iterator[EdgeEntry]:
    """Yield the catalogue's lines of the blackjack hand and of the poker part."""
    yield from played_entries(solution)
    yield _poker_entry(solution.setup, solution.poker)


def holdem_rules(solution: HoldemSolution) -> dict[str, tuple[Block, ...]]:
    """Return when to bet on in the poker part, and when to fold."""
    return _fold_strategy(fold_rules(solution.poker))


def _fold_strategy(rules: FoldRules) -> dict[str, tuple[Block, ...]]:
    return {"When to bet on": tuple(_strategy(rules))}


def _poker_report(setup: Setup, solution: PokerSolution) -> GameReport:
    rules = fold_rules(solution)
    game = setup.configured.game
    wagers = _poker_wagers(game)
    main = ReportPart(
        name=", ".join(game.wager(wager).title for wager in wagers),
        unit="PK",
        edge=solution.poker_edge,
        standard_deviation=solution.standard_deviation,
        average_wager=float(solution.average_wager),
        distribution=results((gain, p) for p, gain in solution.outcomes.values()),
    )
    return GameReport(
        parts=(main,),
        wagers=frozenset(wagers),
        figures=tuple(_figures(solution, rules)),
        sections={
            "How the poker part ends": tuple(_ends(solution)),
            "Edge by community cards": tuple(_community_table(solution)),
        },
        strategy=_fold_strategy(rules),
        method=(METHOD, FULL_DECK),
        title=TITLE,
        exact=(
            ("House edge", solution.poker_edge),
            ("House edge, never folding", solution.poker_edge_never_folding),
            *((outcome, chance) for outcome, (chance, _) in solution.outcomes.items()),
        ),
    )


def _poker_wagers(game: Game) -> list[str]:
    """The first poker wager, which has the pay table, and those that follow it."""
    return [wager.id for wager in game.wagers if wager.follows or game.tables_of(wager.id)]


def _poker_entry(setup: Setup, solution: PokerSolution) -> EdgeEntry:
    return EdgeEntry(
        wager=", ".join(_poker_wagers(setup.configured.game)),
        house_edge=float(solution.poker_edge),
        house_edge_fraction=solution.poker_edge,
        standard_deviation=solution.standard_deviation,
        unit="PK, the first poker wager",
        method=EXACT,
    )


def _figures(solution: PokerSolution, rules: FoldRules) -> Iterator[Fact]:
    edge = solution.poker_edge
    yield Fact("House edge", percent(edge, 6), f"of PK, {edge}")
    yield Fact("Never folding", percent(solution.poker_edge_never_folding, 6), "of PK")
    yield Fact("Folding by the rules below", percent(rules.poker_edge, 6), "of PK")
    yield Fact("Average wager", f"{float(solution.average_wager):.6f}", "PK wagers")
    yield Fact("Standard deviation", f"{solution.standard_deviation:.6f}", "PK wagers")


def _ends(solution: PokerSolution) -> Iterator[Block]:
    rows = tuple(
        (
            outcome,
            gain_text(gain),
            f"{float(chance):.10f}",
            one_in(chance),
            format_signed(float(chance * gain), 5),
        )
        for outcome, (chance, gain) in solution.outcomes.items()
    )
    total = ("Total", "", "1", "", format_signed(-float(solution.poker_edge), 5))
    heads = ("outcome", "gains", "probability", "1 in", "adds")
    yield Grid(heads=heads, rows=(*rows, total), align="lrrrr", totals=1)
    yield Paragraph("Gains are in units of PK, all three wagers together.", "note")


def _community_table(solution: PokerSolution) -> Iterator[Block]:
    heads, *rows = _community_rows(solution)
    yield Grid(heads=heads, rows=tuple(rows), align="l" + "r" * (len(heads) - 1), wide=-1)
    yield Paragraph(BY_COMMUNITY, "note")


def _community_rows(solution: PokerSolution) -> Iterator[tuple[str, ...]]:
    """Yield one row and one column for each rank, the names of the ranks first."""
    edges = {}
    for community in solution.communities:
        high, low = sorted(map(rank_height, community.cards), reverse=True)
        suited = len({card_suit(card) for card in community.cards}) == 1
        edges[(high, low) if suited else (low, high)] = -float(community.value)
    heights = sorted({height for pair in edges for height in pair}, reverse=True)
    yield "", *map(_letter, heights)
    for row in heights:
        cells = (f"{100 * edges[row, column]:.0f}" for column in heights)
        yield _letter(row), *(cell.replace("-", "−") for cell in cells)


def _letter(height: int) -> str:
    return RANK_LETTERS[(height - 1) % len(RANK_LETTERS)]


def _strategy(rules: FoldRules) -> Iterator[Block]:
    for held, title in DECISIONS.items():
        yield Paragraph(f"{title} bet on with any of these, else fold:")
        for words in bet_words(rules, held):
            yield Paragraph(f"– {words}", "note")


KIND = KindReport(holdem_reports, holdem_entries, "explanation/solver-21-holdem.md", holdem_rules)
