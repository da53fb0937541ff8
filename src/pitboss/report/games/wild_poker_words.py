"""Deuces Wild Xtreme in words: its figures, and when to play."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.wild_poker.fold_rule import Divided, FoldRule
from pitboss.exact.wild_poker.solution import Folding, WildSolution
from pitboss.patterns.wild import WildRank
from pitboss.text.hands import height_word, ranked_name

CONVENTION = "per unit of the ante, with Odds of the same size, which are compulsory"
METHOD = (
    "exact: every player hand up to its suits, against every dealer hand of the cards left,"
    " counted by ranks"
)
_LEADING_SHIFT = 16


def wagered(solution: WildSolution) -> dict[str, Folding]:
    """Return for which wagers the game is played, and how then."""
    return {
        "With Odds, as the rules have it": solution.with_odds,
        "For the ante and the play wager alone": solution.without_odds,
    }


def group_words(rank: WildRank, height: int) -> str:
    """Name all hands of a rank that are led by cards of one height."""
    return ranked_name(rank, height << _LEADING_SHIFT)


def rule_words(rule: FoldRule) -> str:
    """Say when to play and when to fold."""
    some = "".join(f", {_divided_words(each)}" for each in rule.divided)
    always = group_words(rule.always.rank, rule.always.height)
    return f"Play a {always} or better{some}; fold everything else."


def _divided_words(each: Divided) -> str:
    group = group_words(each.group.rank, each.group.height)
    if each.lowest is not None:
        return f"a {group} with no other card below {height_word(each.lowest)}"
    assert each.highest is not None
    return f"a {group} with another card of {height_word(each.highest)} or higher"


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
