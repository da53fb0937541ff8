"""21-Hold 'em solved: a blackjack hand for the main wager, then a poker hand for PK (2104)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.cards import card_rank, card_suit, format_cards
from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep
from pitboss.exact.holdem.fold_rules import NEVER, FoldRules, bet_words, fold_rules
from pitboss.exact.holdem.poker import Community, PokerSolution, poker_solution
from pitboss.exact.solution import EdgePart, exact_json, outcome_json

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
