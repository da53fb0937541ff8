"""What each family of wagers looks at, and what it sees there.

One entry a family: the cards it needs, in order, and the classes its patterns find in them. The
table settles by it and the exact odds count by it, so neither can see anything the other does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.patterns import outcomes as families
from pitboss.patterns.matches import (
    AllFour,
    all_four,
    four_cards,
    four_suited_jackpot,
    match,
    match_both,
    up_card_jackpot,
)
from pitboss.patterns.outcomes import Outcomes
from pitboss.patterns.three_card import in_order, pair_and_up, three_card
from pitboss.patterns.two_card import (
    dealers_blackjack,
    four_card_match,
    kings_bounty,
    lucky_ladies,
    two_card,
)

Hit = tuple[int, int]
"""Which of the family's class lists, and the class found in it."""

_ACE, _KING = 0, 12
_SPADES, _DIAMONDS = 0, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What one family of wagers looks at."""

    cards: tuple[str, ...]
    """The roles of the cards: the player's "first" and "second", the "up" and "down" card, the
    card to be "matched"."""
    hits: Callable[..., tuple[Hit, ...]]
    """From those cards and the posted specific suit to what is found."""
    outcomes: tuple[Outcomes, ...]
    alone: frozenset[int] = frozenset()
    """Classes of the first list that, where a table pays them, replace everything else."""
    ranks: frozenset[int] | None = frozenset()
    """The ranks its patterns know by name; None: all, as straights do."""
    suits: frozenset[int] = frozenset()
    """The suits its patterns know by name, beside the specific one."""


def _each(first: int, second: int, matched: int, _: int) -> tuple[Hit, ...]:
    return (0, match(first, matched)), (0, match(second, matched))


def _up_and_down(first: int, second: int, up: int, down: int, _: int) -> tuple[Hit, ...]:
    """Rulings W2-W4: all four cards together, then each dealer card by itself."""
    return (
        (0, all_four(first, second, up, down)),
        (1, match_both(first, second, up)),
        (1, match_both(first, second, down)),
    )


SIGHTS: Mapping[str, Sight] = {
    "match-each-card": Sight(
        cards=("first", "second", "matched"),
        hits=_each,
        outcomes=(families.MATCH_EACH_CARD,),
    ),
    "match-both-cards": Sight(
        cards=("first", "second", "matched"),
        hits=lambda first, second, matched, _: ((0, match_both(first, second, matched)),),
        outcomes=(families.MATCH_BOTH_CARDS,),
    ),
    "jackpot-up-card": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, _: ((0, up_card_jackpot(first, second, up, down)),),
        outcomes=(families.JACKPOT_UP_CARD,),
        ranks=frozenset({_ACE, _KING}),
        suits=frozenset({_SPADES}),
    ),
    "jackpot-up-and-down": Sight(
        cards=("first", "second", "up", "down"),
        hits=_up_and_down,
        outcomes=(families.JACKPOT_ALL_FOUR, families.JACKPOT_ONE_OF_BOTH),
        # The spade A-K twice keeps its two suited matches beside the award; the others do not.
        alone=frozenset(set(AllFour) - {AllFour.NONE, AllFour.SPADE_ACE_KING_TWICE}),
        ranks=frozenset({_ACE, _KING}),
        suits=frozenset({_SPADES}),
    ),
    "jackpot-four-suited": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, _: (
            (0, four_suited_jackpot(first, second, up, down)),
        ),
        outcomes=(families.JACKPOT_FOUR_SUITED,),
        ranks=frozenset({_ACE}),
    ),
    "jackpot-four-cards": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, _: ((0, four_cards(first, second, up, down)),),
        outcomes=(families.JACKPOT_FOUR_CARDS,),
        suits=frozenset(range(4)),  # colours pair the suits
    ),
    "three-card-poker": Sight(
        cards=("first", "second", "up"),
        hits=lambda first, second, up, suit: ((0, three_card(first, second, up, suit)),),
        outcomes=(families.THREE_CARD,),
        ranks=None,
        suits=frozenset({_DIAMONDS}),
    ),
    "three-card-in-order": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, _: ((0, in_order(first, second, up, down)),),
        outcomes=(families.THREE_CARD_IN_ORDER,),
        ranks=None,
        suits=frozenset({_SPADES}),
    ),
    "pair-and-up-card": Sight(
        cards=("first", "second", "up"),
        hits=lambda first, second, up, _: ((0, pair_and_up(first, second, up)),),
        outcomes=(families.PAIR_AND_UP_CARD,),
        ranks=frozenset({_ACE}),
        suits=frozenset({_SPADES}),
    ),
    "two-card-poker": Sight(
        cards=("first", "second"),
        hits=lambda first, second, _: ((0, two_card(first, second)),),
        outcomes=(families.TWO_CARD,),
        ranks=None,
    ),
    "kings-bounty": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, suit: (
            (0, kings_bounty(first, second, dealers_blackjack(up, down, suit))),
        ),
        outcomes=(families.KINGS_BOUNTY,),
        ranks=None,
        suits=frozenset({_SPADES}),
    ),
    "lucky-ladies": Sight(
        cards=("first", "second", "up", "down"),
        hits=lambda first, second, up, down, suit: (
            (0, lucky_ladies(first, second, dealers_blackjack(up, down, suit))),
        ),
        outcomes=(families.LUCKY_LADIES,),
        ranks=None,
        suits=frozenset({1}),  # the queen of hearts
    ),
    "four-card-match": Sight(
        cards=("first", "second", "third", "fourth"),
        hits=lambda first, second, third, fourth, _: (
            (0, four_card_match(first, second, third, fourth)),
        ),
        outcomes=(families.FOUR_CARD_MATCH,),
    ),
}
"""Family -> its sight, for every family that is decided by the cards of the deal."""
