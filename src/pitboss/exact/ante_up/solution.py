"""Ante Up 21 solved: when to bet or fold, and how to play a hand for 21 and poker at once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import sqrt
from threading import local
from typing import Any

import numpy as np

from pitboss.compiled.hand_graph import IntArray
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.first_hands import (
    DEALER_BLACKJACK,
    FOLDED,
    POKER_OUTCOMES,
    SPLIT,
    UPS,
    Against,
    AnteUpHand,
    fold_words,
    folded_hands,
    mean,
    name_action,
    name_cards,
    rank_name,
)
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import Objective, Table
from pitboss.exact.ante_up.splits import SplitRoom, lay_out_pairs
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.solver import main_rules
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.copies import in_copies
from pitboss.exact.solution import MAIN, EdgePart, ShortRepr, table_json
from pitboss.rulebook.model import AnteUpRules

_NAME = "ante-up"
JOINT_ERROR, POKER_ERROR = 3e-4, 1e-3
"""The most error of the joint edge, and of the poker edge alone, as a share of the ANTE. It comes
from the cards of a split that are not remembered; for poker alone the play draws the most cards."""
CONVENTION = (
    "house_edge per unit of the 21 wager, played for alone; poker_edge per unit of the ANTE, ANTE"
    " and BET played for alone; joint_edge per unit of the ANTE, with a 21 wager as large, played"
    " for both"
)
METHOD = (
    "every hand by its ranks against every hand of the dealer, in floating point; of the cards"
    " drawn after a split only the highest pair and the ranks above it are remembered, and what"
    " that does to the 21 wager is put right by the exact value of the split"
)
_FOR_BOTH = "best play for 21 and poker together"
_Played = tuple[tuple[AnteUpHand, ...], list[tuple[str, float]], dict[Objective, IntArray]]
"""All first hands, the probabilities of results, and the action with every hand by aim."""


@dataclass(frozen=True, slots=True)
class AnteUpFigures:
    """The edges of a round with one aim."""

    house_edge: float
    """Of the 21 wager."""
    poker_edge: float
    """Of the ANTE: the expected loss on ANTE and BET."""
    fold_probability: float

    @property
    def joint_edge(self) -> float:
        """Of the ANTE, with a 21 wager as large."""
        return self.house_edge + self.poker_edge

    def as_json(self) -> dict[str, float]:
        """Return the edges, and how often a hand is folded."""
        return {
            "joint_edge": self.joint_edge,
            "house_edge": self.house_edge,
            "poker_edge": self.poker_edge,
            "fold_probability": self.fold_probability,
        }


@dataclass(frozen=True, repr=False)
class AnteUpSolution(ShortRepr):
    """The game solved for a full shoe."""

    setup: Setup
    alone: BlackjackSolution
    """The game of the 21 wager by itself."""
    key: str | None = None
    """The key of its parts in the cache."""

    @cached_property
    def against(self) -> tuple[Against, ...]:
        """All hands, by the rank of the up card."""
        table = Table(self.setup, alone=self.alone.game)
        return tuple(Against(table, up) for up in range(RANKS))

    @solution_part
    def hands(self) -> tuple[AnteUpHand, ...]:
        """Every two cards against every up card; their probabilities add up to 1."""
        return self._played[0]

    @cached_property
    def _played(self) -> _Played:
        """All hands against all up cards, the up cards side by side.

        Much of the work is Python, so copies of the process do it where that is possible.
        """
        table, rooms = self.against[0].table, local()
        lay_out_pairs(table)
        table.pays.poker  # noqa: B018 - made once, for all up cards

        def play(up: Against) -> _Played:
            if not hasattr(rooms, "mine"):  # one for each thread
                rooms.mine = SplitRoom(table)
            up.play(rooms.mine)
            actions = {aim: played.action for aim, played in up.play_by_aim.items()}
            return up.first_hands, [*up.outcomes()], actions

        hands, outcomes, actions = zip(*in_copies(play, self.against), strict=True)
        return (
            tuple(chain.from_iterable(hands)),
            [*chain.from_iterable(outcomes)],
            {aim: np.array([by_aim[aim] for by_aim in actions]) for aim in Objective},
        )

    @solution_part
    def actions(self) -> dict[Objective, IntArray]:
        """(up cards, hands) for each aim: the action with every hand that no split made."""
        return self._played[2]

    @property
    def house_edge(self) -> float:
        """Of the 21 wager played by itself."""
        return self.alone.house_edge

    def figures(self, aim: Objective) -> AnteUpFigures:
        """Return the edges of a round with that aim."""
        total = mean((hand.probability, hand.worth(aim)) for hand in self.hands)
        folded = sum(hand.probability for hand in self.hands if not hand.bets(aim))
        return AnteUpFigures(-float(total.of_21), -float(total.of_poker), folded)

    @solution_part
    def outcomes(self) -> dict[str, float]:
        """The probability of each result, played for both wagers."""
        outcomes = dict.fromkeys((FOLDED, DEALER_BLACKJACK, SPLIT, *POKER_OUTCOMES.values()), 0.0)
        for outcome, chance in self._played[1]:
            outcomes[outcome] += float(chance)
        return outcomes

    @cached_property
    def joint(self) -> AnteUpFigures:
        """The best play for both wagers."""
        return self.figures(Objective.BOTH)

    @cached_property
    def variance(self) -> float:
        """Of both wagers together under the best play for both, in squares of one."""
        total = mean((hand.probability, hand.worth(Objective.BOTH)) for hand in self.hands)
        return float(total.square - total.both**2)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation, in units of one wager."""
        return sqrt(self.variance)

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The 21 wager, ANTE and BET, and all of them."""
        both = self.joint
        edges = {
            MAIN: ("the 21 wager", both.house_edge, None),
            "poker": ("the ANTE", both.poker_edge, None),
            "both": ("the ANTE", both.joint_edge, self.standard_deviation),
        }
        return tuple(
            EdgePart(id=part, unit=unit, edge=edge, standard_deviation=spread, method=_FOR_BOTH)
            for part, (unit, edge, spread) in edges.items()
        )

    def against_up(self, up: int) -> tuple[float, float]:
        """Return the probability of an up card, and the expected loss of both wagers against it."""
        mine = [hand for hand in self.hands if hand.up == up]
        share = sum(hand.probability for hand in mine)
        value = sum(hand.probability * hand.worth(Objective.BOTH).both for hand in mine)
        return share, float(-value / share)

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the cost of each aim, and the strategy."""
        joint, alone = self.joint, self.figures(Objective.TWENTY_ONE)
        poker = self.figures(Objective.POKER)
        return table_json(self.setup) | {
            "convention": CONVENTION,
            "method": METHOD,
            "error": {"joint_edge": JOINT_ERROR, "poker_edge": POKER_ERROR},
            "house_edge": self.house_edge,
            "poker_edge": poker.poker_edge,
            "joint_edge": joint.joint_edge,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "played_for_both": joint.as_json(),
            "played_for_21": alone.as_json() | {"cost": alone.joint_edge - joint.joint_edge},
            "played_for_poker": poker.as_json() | {"cost": poker.joint_edge - joint.joint_edge},
            "outcomes": [
                {"outcome": outcome, "probability": chance}
                for outcome, chance in self.outcomes.items()
            ],
            "by_up_card": {rank_name(up): self._up_json(up) for up in UPS},
            "strategy": {
                "rules": list(fold_words(self.hands)),
                "fold": {rank_name(up): folded_hands(self.hands, up) for up in UPS},
            },
            "by_first_cards": [_hand_json(hand) for hand in self.hands],
        }

    def _up_json(self, up: int) -> dict[str, float]:
        share, edge = self.against_up(up)
        return {"probability": share, "joint_edge": edge}


def _hand_json(hand: AnteUpHand) -> dict[str, Any]:
    return {
        "up": rank_name(hand.up),
        "cards": name_cards(hand),
        "probability": hand.probability,
        "bet": hand.bet[Objective.BOTH].as_json(),
        "fold": hand.fold.as_json(),
        "best": "bet" if hand.bets(Objective.BOTH) else "fold",
        "action": name_action(hand, Objective.BOTH),
        "action_for_21": name_action(hand, Objective.TWENTY_ONE),
    }


def ante_up_rules(setup: Setup) -> Hashable:
    """Return all that the game is solved by."""
    return main_rules(setup), setup.kind_rules(AnteUpRules)


def ante_up_solution(setup: Setup, keep: Keep = Keep.DISK) -> AnteUpSolution:
    """Return the solution of a table, cached or new; its parts are solved when needed."""
    rules = ante_up_rules(setup)

    def compute() -> AnteUpSolution:
        # The 21 wager alone, with the play of split hands that the two wagers share.
        alone = solve(setup, keep, SplitPlay.AS_UNSPLIT)
        return AnteUpSolution(setup, alone, table_key(setup, _NAME, rules=rules))

    return load_or_compute(setup, _NAME, compute, keep=Keep.MEMORY if keep is Keep.DISK else keep)
