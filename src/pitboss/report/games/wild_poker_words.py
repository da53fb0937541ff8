"""Deuces Wild Xtreme in words: its figures, and when to play."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.wild_poker.folding import Folding
from pitboss.exact.wild_poker.solution import WildSolution


def wagered(solution: WildSolution) -> dict[str, Folding]:
    """Return for which wagers the game is played, and how then."""
    return {
        "With Odds, as the rules have it": solution.with_odds,
        "For the ante and the play wager alone": solution.without_odds,
    }


def wild_figures(solution: WildSolution) -> Iterator[tuple[str, str]]:
    """Yield the figures by their names."""
    folding, without = solution.with_odds, solution.without_odds
    yield "house edge", f"{float(folding.house_edge):.6%} of the ante, with Odds"
    yield "as a fraction", str(folding.house_edge)
    yield "without Odds", f"{float(without.house_edge):.6%}, {without.house_edge}"
    for wager, share in folding.by_wager.items():
        yield f"of it on {wager}", f"{float(share):.6%} of the ante"
    risk = folding.house_edge / folding.average_wager
    yield "element of risk", f"{float(risk):.6%} of all that is wagered"
    yield "average wager", f"{float(folding.average_wager):.6f} antes"
    yield "standard deviation", f"{float(folding.variance) ** 0.5:.6f} antes"
