"""Ante Up 21 solved: when to bet or fold, and how to play a hand for 21 and poker at once.

The player folds or bets first, by two cards and the up card, before the dealer looks (2106(9)). A
player who bets plays one hand for two wagers: a further card may cost the one and help the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain, combinations_with_replacement
from math import sqrt
from threading import local
from typing import Any

import numpy as np

from pitboss.cards import RANK_LETTERS
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import IntArray
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.hands import ANTES, RANKS, make_card, rank_graph
from pitboss.exact.ante_up.kernels import OF_21, OF_POKER
from pitboss.exact.ante_up.play import AimPlay, AnteUpUpCard, Objective, Table
from pitboss.exact.ante_up.splits import SplitRoom, lay_out_pairs, split_values
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.solver import main_rules
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.copies import in_copies
from pitboss.exact.lazy_property import lazy_property
from pitboss.exact.solution import MAIN, EdgePart, ShortRepr, table_json
from pitboss.rulebook.model import AnteUpRules

Ranks = tuple[int, int]
FOLDED = "folded"
DEALER_BLACKJACK = "bet, dealer blackjack"
SPLIT = "bet, split"
POKER_OUTCOMES = {
    2: "bet, ANTE and BET won",
    1: "bet, dealer does not qualify",
    0: "bet, ANTE and BET pushed",
    -2: "bet, ANTE and BET lost",
}
"""The gains of ANTE and BET together, without a dealer blackjack."""


@dataclass(frozen=True, slots=True)
class AnteUpWorth:
    """The expected value of a hand or a round, in units of the 21 wager and of an equal ANTE."""

    of_21: Number
    of_poker: Number
    square: Number
    """The mean square of the aim: of both wagers together, or of one."""

    @property
    def both(self) -> Number:
        """The value of both wagers together."""
        return self.of_21 + self.of_poker

    def as_json(self) -> dict[str, float]:
        """Return the value and its two parts."""
        return {
            "value": float(self.both),
            "value_of_21": float(self.of_21),
            "value_of_poker": float(self.of_poker),
        }


def mean(parts: Iterable[tuple[Number, AnteUpWorth]]) -> AnteUpWorth:
    """Return the mean of several results, each with its probability."""
    weighted = list(parts)
    return AnteUpWorth(
        sum(chance * value.of_21 for chance, value in weighted),
        sum(chance * value.of_poker for chance, value in weighted),
        sum(chance * value.square for chance, value in weighted),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteUpHand:
    """Two cards against an up card, before the fold or bet."""

    up: int
    ranks: Ranks
    probability: float
    fold: AnteUpWorth
    """Folded: the ANTE is lost, and the hand is played for 21 alone."""
    bet: dict[Objective, AnteUpWorth]
    """The hand with a bet, played for one wager or for both."""
    action: dict[Objective, int]
    """The first action after the bet."""

    def bets(self, aim: Objective) -> bool:
        """Return whether to bet: for both wagers together, or for the poker part alone."""
        bet = self.bet[aim]
        fold = self.fold
        if aim is Objective.BOTH:
            return bool(bet.both > fold.both)
        return bool(bet.of_poker > fold.of_poker)

    def worth(self, aim: Objective) -> AnteUpWorth:
        """Return the expected value of the hand, folded or bet."""
        return self.bet[aim] if self.bets(aim) else self.fold


class Against:
    """All hands against one up card, with every aim."""

    def __init__(self, table: Table, up: int, *, splits: bool = True) -> None:
        """Play against an up card of rank *up*; without *splits* nothing is split."""
        left = table.full.copy()
        left[up] -= 1
        self.table = table
        self.up = AnteUpUpCard(table, left, up)
        self.splits = splits

    @lazy_property
    def play_by_aim(self) -> dict[Objective, AimPlay]:
        """All hands with every aim."""
        return self.play_with(split_values(self.up) if self.splits else None)

    def play(self, room: SplitRoom) -> None:
        """Play all hands now, in memory that serves one up card after another."""
        self.play_by_aim = self.play_with(split_values(self.up, room=room) if self.splits else None)

    def play_with(self, splits: Mapping[Objective, Array] | None) -> dict[Objective, AimPlay]:
        """Return all hands with every aim, given the expected values of splits."""
        return {a: self.up.play(a, None if splits is None else splits[a]) for a in Objective}

    @lazy_property
    def first_hands(self) -> tuple[AnteUpHand, ...]:
        """Every two cards that may be dealt."""
        return tuple(self.value_first_hands(self.play_by_aim))

    def value_first_hands(self, play: Mapping[Objective, AimPlay]) -> Iterator[AnteUpHand]:
        """Yield every two cards that may be dealt, given the play of all hands."""
        for ranks in combinations_with_replacement(range(RANKS), 2):
            chance = self._chance(ranks)
            if chance > 0:
                yield self.value_hand(ranks, play, chance)

    def _chance(self, ranks: Ranks) -> float:
        left = self.up.left
        full = self.table.full
        (one, two) = ranks
        unseen = int(left.sum())
        ways = int(left[one]) * int(left[two] - (one == two)) * (1 if one == two else 2)
        return float(full[self.up.up] / full.sum() * ways / (unseen * (unseen - 1)))

    def value_hand(
        self, ranks: Ranks, play: Mapping[Objective, AimPlay], chance: float = 1
    ) -> AnteUpHand:
        """Value two cards, given the play of all hands."""
        hand = find_node(ranks)
        blackjacks = list(self._blackjacks(ranks))
        none = 1 - sum(share for share, _ in blackjacks)
        against = self.table.pays.against_blackjack
        (one, two) = map(make_card, ranks)
        up = make_card(self.up.up)
        # 2106(10)(a): 21 and ANTE are won, lost or tied, BET is a push.
        ends = [(share, against((one, two), (up, make_card(down)))) for share, down in blackjacks]
        forfeit = self.table.pays.fold_gain()
        bet = {}
        fold = []
        for aim, played in play.items():
            weights = self.table.weights(aim)
            lost = [
                (share, _with_parts(of_21, of_poker, weights)) for share, (of_21, of_poker) in ends
            ]
            bet[aim] = mean([(none, AnteUpWorth(*played.best[hand])), *lost])
            if aim is Objective.TWENTY_ONE:
                fold = [(none, AnteUpWorth(*played.best[hand])), *lost]
        return AnteUpHand(
            up=self.up.up,
            ranks=ranks,
            probability=chance,
            fold=mean((share, _fold(value, forfeit)) for share, value in fold),
            bet=bet,
            action={aim: int(played.action[hand]) for aim, played in play.items()},
        )

    def outcomes(self) -> Iterator[tuple[str, float]]:
        """Yield the results of rounds against this up card, played for both wagers."""
        results = self.up.poker_results(self.play_by_aim[Objective.BOTH])
        for hand in self.first_hands:
            if not hand.bets(Objective.BOTH):
                yield FOLDED, hand.probability
                continue
            blackjack = sum(share for share, _ in self._blackjacks(hand.ranks))
            yield DEALER_BLACKJACK, hand.probability * blackjack
            played = hand.probability * (1 - blackjack)
            if hand.action[Objective.BOTH] == action_codes.SPLIT:
                yield SPLIT, played
                continue
            for gain, outcome in POKER_OUTCOMES.items():
                yield outcome, played * float(results[find_node(hand.ranks)][gain + ANTES])

    def _blackjacks(self, ranks: Ranks) -> Iterator[tuple[Number, int]]:
        """Yield the probability of a dealer blackjack with each rank face down."""
        left = self.up.left - np.bincount(ranks, minlength=RANKS)
        unseen = self.table.arithmetic.number(1) * int(left.sum())
        for rank in self.up.hands.naturals.tolist():
            yield int(left[rank]) / unseen, rank


def _with_parts(of_21: int, of_poker: int, weights: Array) -> AnteUpWorth:
    """Return the value of a result with both parts."""
    return AnteUpWorth(
        of_21, of_poker, (weights[OF_21] * of_21 + weights[OF_POKER] * of_poker) ** 2
    )


def _fold(alone: AnteUpWorth, forfeit: int) -> AnteUpWorth:
    """Return the value of a hand after a fold."""
    square = alone.square + 2 * forfeit * alone.of_21 + forfeit**2
    return AnteUpWorth(alone.of_21, forfeit, square)


def find_node(ranks: Iterable[int]) -> int:
    """Return the place of cards of those ranks in the graph."""
    return rank_graph().index[tuple(np.bincount(list(ranks), minlength=RANKS).tolist())]


UPS = (*range(1, RANKS), 0)
"""Up cards in reading order: from the two to the ace."""


def name_action(hand: AnteUpHand, aim: Objective) -> str | None:
    """Name the first action with a hand; None if there is no decision."""
    kind = KIND_OF.get(hand.action[aim])
    return None if kind is None else str(kind)


def rank_name(rank: int) -> str:
    """Name a rank with one letter."""
    return RANK_LETTERS[rank]


def name_cards(hand: AnteUpHand) -> str:
    """Name two cards, the higher first, an ace above all."""
    return "".join(rank_name(rank) for rank in sorted(hand.ranks, key=UPS.index, reverse=True))


def folded_hands(hands: Iterable[AnteUpHand], up: int) -> list[str]:
    """Name the hands that are folded against an up card."""
    return [name_cards(h) for h in hands if h.up == up and not h.bets(Objective.BOTH)]


def fold_words(hands: Sequence[AnteUpHand]) -> Iterator[str]:
    """Yield when to fold, up cards with the same hands together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for up in UPS:
        alike.setdefault(tuple(folded_hands(hands, up)), []).append(rank_name(up))
    for folded, ups in sorted(alike.items(), key=lambda item: len(item[0])):
        against = f"Against {', '.join(ups)}"
        yield f"{against} fold {', '.join(folded)}." if folded else f"{against} always bet."


_NAME = "ante-up"
JOINT_ERROR = 3e-4
POKER_ERROR = 1e-3
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
        return {"joint_edge": self.joint_edge} | asdict(self)


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
        table = self.against[0].table
        rooms = local()
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
        joint = self.joint
        alone = self.figures(Objective.TWENTY_ONE)
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
