"""When to play Deuces Wild Xtreme, in words."""

from __future__ import annotations

from pitboss.exact.wild_poker.fold_rule import Divided, FoldRule
from pitboss.patterns.wild import WildRank
from pitboss.text.hands import height_word, ranked_name

_LEADING_SHIFT = 16


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
