"""The families of wagers: what decides each, the cards it looks at, the classes it knows.

One entry a family. The table settles by it, the exact odds count by it and the simulator compiles
it, so none can see anything the others do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pitboss.patterns import outcomes as families
from pitboss.patterns.five_card import FIVE_CARD
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
from pitboss.patterns.pai_jack import PAI_JACK
from pitboss.patterns.straights import LAMMERS, STRAIGHT_LENGTH
from pitboss.patterns.three_card import in_order, pair_and_up, three_card
from pitboss.patterns.two_card import (
    dealers_blackjack,
    four_card_match,
    kings_bounty,
    lucky_ladies,
    two_card,
)
from pitboss.patterns.wild import BAD_BEAT, WILD_CARDS, WILD_POKER
from pitboss.rulebook.wager_patterns import PREFIX, outcome_of, read_pattern

Hit = tuple[int, int]
"""Which of the family's class lists, and the class found in it."""

_ACE = 0
_KING = 12
_SPADES = 0
_DIAMONDS = 2


class DecidedBy(StrEnum):
    """What must be known before a wager of a family is decided."""

    DEAL = "certain cards of the deal"
    DEALER = "the dealer's completed hand"
    FIVE_CARDS = "the five cards of a packet"
    PLAY = "how the hand is played"
    TWENTY_ONE = "a hand that makes 21"


def _needs_a_whole_hand(*_: int) -> tuple[Hit, ...]:
    raise AssertionError("this family is not decided by cards of the deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What one family of wagers looks at."""

    decided_by: DecidedBy = DecidedBy.DEAL
    cards: tuple[str, ...] = ()
    """The roles of the cards of the deal: the player's "first" and "second", the "up" and "down"
    card, the card to be "matched"."""
    classify: Callable[..., tuple[Hit, ...]] = _needs_a_whole_hand
    """From those cards and the posted specific suit to what is found."""
    outcomes: tuple[Outcomes, ...]
    """For each of its class lists, class -> its outcomes, the finest first."""
    alone: frozenset[int] = frozenset()
    """Classes of the first list that, where a table pays them, replace everything else."""
    ranks: frozenset[int] | None = frozenset()
    """The ranks its patterns know by name; None: all, as straights do."""
    suits: frozenset[int] = frozenset()
    """The suits its patterns know by name, beside the specific one."""


def _hits_of_both(first: int, second: int, matched: int, _: int) -> tuple[Hit, ...]:
    return (0, match(first, matched)), (0, match(second, matched))


def _up_and_down(first: int, second: int, up: int, down: int, _: int) -> tuple[Hit, ...]:
    """Rulings W2-W4: all four cards together, then each dealer card by itself."""
    return (
        (0, all_four(first, second, up, down)),
        (1, match_both(first, second, up)),
        (1, match_both(first, second, down)),
    )


class _Families(dict[str, Family]):
    """The families by name; a pattern in words is made where it is asked for.

    It is not kept among them: whoever lists the families lists those of the rule book.
    """

    def __missing__(self, name: str) -> Family:
        if not name.startswith(PREFIX):
            raise KeyError(name)
        return pattern_family(name)


@lru_cache(maxsize=256)
def pattern_family(name: str) -> Family:
    """Return the family of a wager that is described in words."""
    pattern = read_pattern(name)
    rows = range(1, len(pattern.tests) + 1)
    return Family(
        cards=pattern.roles,
        classify=lambda *cards: ((0, pattern.classify(*cards[:-1])),),
        outcomes=({number: (outcome_of(number),) for number in rows},),
        ranks=None,
        suits=frozenset(range(4)),
    )


_KNOWN: Mapping[str, Family] = {
    "match-each-card": Family(
        cards=("first", "second", "matched"),
        classify=_hits_of_both,
        outcomes=(families.MATCH_EACH_CARD,),
    ),
    "match-both-cards": Family(
        cards=("first", "second", "matched"),
        classify=lambda first, second, matched, _: ((0, match_both(first, second, matched)),),
        outcomes=(families.MATCH_BOTH_CARDS,),
    ),
    "jackpot-up-card": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, _: (
            (0, up_card_jackpot(first, second, up, down)),
        ),
        outcomes=(families.JACKPOT_UP_CARD,),
        ranks=frozenset({_ACE, _KING}),
        suits=frozenset({_SPADES}),
    ),
    "jackpot-up-and-down": Family(
        cards=("first", "second", "up", "down"),
        classify=_up_and_down,
        outcomes=(families.JACKPOT_ALL_FOUR, families.JACKPOT_ONE_OF_BOTH),
        # The spade A-K twice keeps its two suited matches beside the award; the others do not.
        alone=frozenset(set(AllFour) - {AllFour.NONE, AllFour.SPADE_ACE_KING_TWICE}),
        ranks=frozenset({_ACE, _KING}),
        suits=frozenset({_SPADES}),
    ),
    "jackpot-four-suited": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, _: (
            (0, four_suited_jackpot(first, second, up, down)),
        ),
        outcomes=(families.JACKPOT_FOUR_SUITED,),
        ranks=frozenset({_ACE}),
    ),
    "jackpot-four-cards": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, _: ((0, four_cards(first, second, up, down)),),
        outcomes=(families.JACKPOT_FOUR_CARDS,),
        suits=frozenset(range(4)),  # colours pair the suits
    ),
    "three-card-poker": Family(
        cards=("first", "second", "up"),
        classify=lambda first, second, up, suit: ((0, three_card(first, second, up, suit)),),
        outcomes=(families.THREE_CARD,),
        ranks=None,
        suits=frozenset({_DIAMONDS}),
    ),
    "three-card-in-order": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, _: ((0, in_order(first, second, up, down)),),
        outcomes=(families.THREE_CARD_IN_ORDER,),
        ranks=None,
        suits=frozenset({_SPADES}),
    ),
    "pair-and-up-card": Family(
        cards=("first", "second", "up"),
        classify=lambda first, second, up, _: ((0, pair_and_up(first, second, up)),),
        outcomes=(families.PAIR_AND_UP_CARD,),
        ranks=frozenset({_ACE}),
        suits=frozenset({_SPADES}),
    ),
    "two-card-poker": Family(
        cards=("first", "second"),
        classify=lambda first, second, _: ((0, two_card(first, second)),),
        outcomes=(families.TWO_CARD,),
        ranks=None,
    ),
    "kings-bounty": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, suit: (
            (0, kings_bounty(first, second, dealers_blackjack(up, down, suit))),
        ),
        outcomes=(families.KINGS_BOUNTY,),
        ranks=None,
        suits=frozenset({_SPADES}),
    ),
    "lucky-ladies": Family(
        cards=("first", "second", "up", "down"),
        classify=lambda first, second, up, down, suit: (
            (0, lucky_ladies(first, second, dealers_blackjack(up, down, suit))),
        ),
        outcomes=(families.LUCKY_LADIES,),
        ranks=None,
        suits=frozenset({1}),  # the queen of hearts
    ),
    "four-card-match": Family(
        cards=("first", "second", "third", "fourth"),
        classify=lambda first, second, third, fourth, _: (
            (0, four_card_match(first, second, third, fourth)),
        ),
        outcomes=(families.FOUR_CARD_MATCH,),
    ),
    "dealer-bust-cards": Family(
        decided_by=DecidedBy.DEALER, outcomes=(families.DEALER_BUST_CARDS,)
    ),
    "dealer-22": Family(decided_by=DecidedBy.DEALER, outcomes=(families.DEALER_22,)),
    "dealer-bust-up-card": Family(
        decided_by=DecidedBy.DEALER, outcomes=(families.DEALER_BUST_UP_CARD,)
    ),
    "lammers": Family(decided_by=DecidedBy.PLAY, outcomes=(LAMMERS,)),
    "straight-length": Family(decided_by=DecidedBy.PLAY, outcomes=(STRAIGHT_LENGTH,)),
    "pai-jack": Family(decided_by=DecidedBy.FIVE_CARDS, outcomes=(PAI_JACK,)),
    "wild-poker": Family(decided_by=DecidedBy.FIVE_CARDS, outcomes=(WILD_POKER,)),
    "wild-cards": Family(decided_by=DecidedBy.FIVE_CARDS, outcomes=(WILD_CARDS,)),
    "bad-beat": Family(decided_by=DecidedBy.FIVE_CARDS, outcomes=(BAD_BEAT,)),
    "five-card-poker": Family(decided_by=DecidedBy.FIVE_CARDS, outcomes=(FIVE_CARD,)),
    "bonus-21": Family(decided_by=DecidedBy.TWENTY_ONE, outcomes=(families.BONUS_21,)),
}

FAMILIES: Mapping[str, Family] = _Families(_KNOWN)
"""Every family of wagers that pay tables belong to."""


def families_decided_by(decider: DecidedBy) -> frozenset[str]:
    """Return the families that one thing decides.

    >>> sorted(families_decided_by(DecidedBy.PLAY))
    ['lammers', 'straight-length']
    """
    return frozenset(name for name, family in _KNOWN.items() if family.decided_by is decider)
