"""21-Hold 'em solved: a blackjack hand for the main wager, then a poker hand for PK (2104).

Fold rules are derived from the solution by the shape of the visible cards, the community's and the
player's own: whether they are paid already or hold a pair, whether all share a suit, how many of
them would be paid as a pair, and how many straights hold them all. For shapes that differ only in
straights the rules give the number of straights needed to bet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import RANK_LETTERS, Card, card_rank, card_suit, format_cards
from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute_part
from pitboss.exact.holdem.poker import Community, PokerPays, PokerSolution, poker_solution
from pitboss.exact.solution import EdgePart, exact_json, outcome_json
from pitboss.patterns.five_card import FiveCard, five_card, rank_height, straight_top

_HAND = 5
_COMMUNITY = 2
_NUMBERS = ("no", "one", "two", "three", "four")
NEVER = 11
"""More straights than there are."""


class MadeHand(StrEnum):
    """The hand that the known cards make."""

    NOTHING = "no pair"
    PAIR = "a pair that is not paid"
    PAID = "a paid hand"


class ShapeKind(NamedTuple):
    """A shape except for its straights."""

    made: MadeHand
    one_suit: bool
    high_count: int
    """How many of the cards would be paid as a pair."""


def _straights() -> tuple[frozenset[int], ...]:
    """Return all sets of heights that the pattern counts as a straight."""
    heights = (frozenset(ranks) for ranks in combinations(range(2, 15), _HAND))
    return tuple(h for h in heights if straight_top(sum(1 << height for height in h), _HAND))


class Shapes:
    """Finds the shape of cards under a pay table."""

    def __init__(self, pays: PokerPays) -> None:
        """Find shapes for *pays*."""
        self._pays = pays
        self._straights = _straights()
        self.high = frozenset(rank for rank in range(13) if self._is_paid(_fill_hand((rank, rank))))
        """The ranks whose pair is paid."""
        self._known: dict[tuple[tuple[int, ...], bool], tuple[ShapeKind, int]] = {}

    def _is_paid(self, cards: Sequence[int]) -> bool:
        return self._pays.gains[five_card(cards)] > self._pays.gains[FiveCard.HIGH_CARD]

    def shape(self, cards: Sequence[Card]) -> tuple[ShapeKind, int]:
        """Return the shape of three or four known cards: its kind, and the number of straights."""
        one_suit = len({card_suit(card) for card in cards}) == 1
        key = tuple(sorted(card >> 2 for card in cards)), one_suit
        if key not in self._known:
            self._known[key] = self._shape(*key)
        return self._known[key]

    def _shape(self, ranks: tuple[int, ...], one_suit: bool) -> tuple[ShapeKind, int]:  # noqa: FBT001 - a key
        heights = {rank_height(rank << 2) for rank in ranks}
        straights = sum(heights <= straight for straight in self._straights)
        made = MadeHand.NOTHING
        if len(heights) < len(ranks):
            made = MadeHand.PAID if self._is_paid(_fill_hand(ranks)) else MadeHand.PAIR
            straights = 0
        return ShapeKind(made, one_suit, sum(rank in self.high for rank in ranks)), straights


def _fill_hand(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Add cards to ranks with a pair, without making more of it."""
    suits: defaultdict[int, int] = defaultdict(int)
    cards = []
    for rank in ranks:
        cards.append(4 * rank + suits[rank])
        suits[rank] += 1
    # Ranks far apart, in other suits.
    others = [rank for rank in (1, 4, 6, 8, 11, 2) if rank not in ranks]
    filling = [4 * rank + 3 - place for place, rank in enumerate(others[: _HAND - len(cards)])]
    return (*cards, *filling)


class FoldRules:
    """The best rules of that kind for one decision, and their results."""

    def __init__(self, solution: PokerSolution) -> None:
        """Find them for the poker part of a table."""
        self.solution = solution
        self.shapes = Shapes(solution.pays)
        self._gains: tuple[defaultdict[tuple[ShapeKind, int], int], ...] = (
            defaultdict(int),
            defaultdict(int),
        )
        for community in solution.communities:
            for held, gain in _decisions(community):
                self._gains[len(held) - 1][self.shapes.shape((*community.cards, *held))] += gain

    @cached_property
    def least_straights(self) -> tuple[Mapping[ShapeKind, int], Mapping[ShapeKind, int]]:
        """After one card and after two: kind -> the straights needed to bet, or `NEVER`."""
        first, second = (_thresholds(gains) for gains in self._gains)
        return first, second

    def is_always_bet(self, held: int, kind: ShapeKind) -> bool:
        """Return whether the fewest straights of a kind are enough."""
        fewest = min(straights for other, straights in self._gains[held - 1] if other == kind)
        return self.least_straights[held - 1][kind] <= fewest

    def bets(self, community: Sequence[Card], held: Sequence[Card]) -> bool:
        """Return whether the rules bet on with the known cards."""
        kind, straights = self.shapes.shape((*community, *held))
        return straights >= self.least_straights[len(held) - 1][kind]

    @cached_property
    def wrong(self) -> tuple[int, int]:
        """The number of deals of one card, and of two, that the rules decide wrongly."""
        wrong = [0, 0]
        for community in self.solution.communities:
            for held, gain in _decisions(community):
                if (gain > 0) != self.bets(community.cards, held):
                    wrong[len(held) - 1] += community.ways
        return wrong[0], wrong[1]

    @cached_property
    def poker_edge(self) -> Fraction:
        """The edge for a player who folds by the rules."""
        total = sum(
            (community.ways * self._value(community) for community in self.solution.communities),
            Fraction(0),
        )
        return -total / comb(len(self.solution.deck), 2)

    def _value(self, community: Community) -> Fraction:
        left = community.left
        scale = community.scale
        total = 0
        for first, card in enumerate(left):
            if not self.bets(community.cards, (card,)):
                total -= scale * perm(len(left) - 1, 2)
                continue
            for second, other in enumerate(left):
                if first != second:
                    bets = self.bets(community.cards, (card, other))
                    folded = -2 * scale * (len(left) - 2)
                    total += int(community.second[first, second]) if bets else folded
        return Fraction(total, community.deals * scale)


def fold_rules(solution: PokerSolution) -> FoldRules:
    """Return the rules for a solved poker part, cached with their cost."""

    def compute() -> FoldRules:
        rules = FoldRules(solution)
        _ = rules.wrong, rules.poker_edge
        return rules

    return load_or_compute_part(solution.key, "fold-rules", compute, solution)


def _decisions(community: Community) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield the cards at every decision, and the gain of a bet over a fold, weighted.

    After two cards only if the first was bet on: other hands do not occur.
    """
    left = community.left
    scale = community.scale
    bets = community.bets_first
    gains_first = community.first + scale * perm(len(left) - 1, 2)
    gains_second = community.second + 2 * scale * (len(left) - 2)
    for first in np.arange(len(left)):
        yield (left[first],), community.ways * int(gains_first[first])
        if bets[first]:
            for second, gain in enumerate(gains_second[first].tolist()):
                if first != second:
                    yield (left[first], left[second]), community.ways * gain


def _thresholds(gains: Mapping[tuple[ShapeKind, int], int]) -> dict[ShapeKind, int]:
    thresholds = {}
    for kind in sorted({kind for kind, _ in gains}, key=str):
        of_kind = {straights: gain for (other, straights), gain in gains.items() if other == kind}
        best = max(
            (NEVER, *of_kind),
            key=lambda least: sum(gain for count, gain in of_kind.items() if count >= least),
        )
        thresholds[kind] = best
    return thresholds


def bet_words(rules: FoldRules, held: int) -> Iterator[str]:
    """Yield the cards to bet on with, with one own card or two; all others are folded."""
    number = _NUMBERS[_COMMUNITY + held]
    groups = {
        (MadeHand.PAID, False): "a hand that is paid already",
        (MadeHand.PAIR, False): "any other pair",
        (MadeHand.NOTHING, True): f"{number} cards of one suit",
        (MadeHand.NOTHING, False): f"{number} cards",
    }
    for (made, one_suit), name in groups.items():
        least = {
            kind.high_count: straights
            for kind, straights in rules.least_straights[held - 1].items()
            if (kind.made, kind.one_suit) == (made, one_suit)
        }
        kinds = [ShapeKind(made, one_suit, count) for count in least]
        if all(rules.is_always_bet(held, kind) for kind in kinds):
            yield name
        else:
            yield from (f"{name}{words}" for words in _conditions(least, _high(rules)))


def _conditions(least: Mapping[int, int], high: str) -> Iterator[str]:
    """Yield the conditions on the cards: several high cards, or fewer that fit into straights."""
    enough = max(count for count, straights in least.items() if straights) + 1
    if enough in least:
        yield f" of {high}" if enough == max(least) else f", {_NUMBERS[enough]} or more {high}"
    for straights in sorted({most for most in least.values() if 0 < most < NEVER}):
        count = min(count for count, most in least.items() if most == straights)
        some = "" if count == min(least) else f", {_NUMBERS[count]} of them {high},"
        run = "a straight" if straights == 1 else f"{_NUMBERS[straights]} straights or more"
        yield f"{some} that fit into {run}"


def _high(rules: FoldRules) -> str:
    """Name the cards that would be paid as a pair."""
    lowest = min(rules.shapes.high, key=lambda rank: rank_height(rank << 2), default=0)
    return f"{RANK_LETTERS[lowest]} or better"


CONVENTION = "the poker part per unit of PK"
METHOD = "exact: every pair of community cards with every three cards that may follow"
_AFTER = {1: "after_first_card", 2: "after_second_card"}


@dataclass(frozen=True, repr=False)
class HoldemSolution(BlackjackSolution):
    """The blackjack hand, and the poker part: they share no cards."""

    @cached_property
    def poker(self) -> PokerSolution:
        """The poker part."""
        return poker_solution(self.setup)

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The main wager and the poker part."""
        poker = self.poker
        part = EdgePart.exactly(POKER, "PK", poker.poker_edge, poker.standard_deviation)
        return self.main_part, part

    def as_json(self) -> dict[str, Any]:
        """Return the record of the blackjack hand and that of the poker part."""
        return super().as_json() | _poker_json(self.poker)


def _poker_json(poker: PokerSolution) -> dict[str, Any]:
    return {
        "poker_convention": CONVENTION,
        "poker_method": METHOD,
        **exact_json("poker_edge", poker.poker_edge),
        **exact_json("poker_edge_never_folding", poker.poker_edge_never_folding),
        "poker_standard_deviation": poker.standard_deviation,
        "poker_average_wager": float(poker.average_wager),
        "poker_outcomes": [
            outcome_json(outcome, chance, gain=float(gain))
            for outcome, (chance, gain) in poker.outcomes.items()
        ],
        "poker_strategy": _strategy_json(fold_rules(poker)),
        "poker_by_community": [_community_json(community) for community in poker.communities],
    }


def _strategy_json(rules: FoldRules) -> dict[str, Any]:
    record: dict[str, Any] = {"poker_edge_by_rules": float(rules.poker_edge)}
    for held, least in enumerate(rules.least_straights, start=1):
        record[_AFTER[held]] = {
            "bet_with": list(bet_words(rules, held)),
            "decided_otherwise": rules.wrong[held - 1],
            "least_straights": [
                {
                    "made": str(kind.made),
                    "one_suit": kind.one_suit,
                    "high_cards": kind.high_count,
                    "straights": straights,
                }
                for kind, straights in least.items()
                if straights < NEVER
            ],
        }
    return record


def _community_json(community: Community) -> dict[str, Any]:
    one, two = community.cards
    decided = zip(community.left, community.bets_first, strict=True)
    return {
        "community": format_cards(community.cards),
        "one_suit": card_suit(one) == card_suit(two),
        "pair": card_rank(one) == card_rank(two),
        "pairs_of_cards": community.ways,
        **exact_json("poker_edge", -community.value),
        "fold_after_first": format_cards([card for card, bets in decided if not bets]),
    }


def holdem_solution(
    setup: Setup, keep: Keep = Keep.DISK, split_play: SplitPlay = SplitPlay.BEST
) -> HoldemSolution:
    """Solve the game of a table; its poker part is solved when it is first needed."""
    alone = solve(setup, keep, split_play)
    return HoldemSolution(setup, alone.game, alone.hands, alone.key)
