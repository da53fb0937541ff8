"""Ante Up 21: the expected values of the first two cards against each up card, folded and bet.

The player folds or bets first, by two cards and the up card, before the dealer looks (2106(9)). A
player who bets plays one hand for two wagers: a further card may cost the one and help the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from pitboss.cards import RANK_LETTERS
from pitboss.compiled import action_codes
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.exact.ante_up.hands import RANKS, make_card, rank_graph
from pitboss.exact.ante_up.kernels import OF_21, OF_POKER
from pitboss.exact.ante_up.pays import ANTES
from pitboss.exact.ante_up.play import AimPlay, AnteUpUpCard, Objective, Table
from pitboss.exact.ante_up.splits import SplitRoom, split_values
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.lazy_property import lazy_property

Ranks = tuple[int, int]
FOLDED, DEALER_BLACKJACK, SPLIT = "folded", "bet, dealer blackjack", "bet, split"
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
        bet, fold = self.bet[aim], self.fold
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
        self.table, self.up = table, AnteUpUpCard(table, left, up)
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
        left, full, (one, two) = self.up.left, self.table.full, ranks
        unseen = int(left.sum())
        ways = int(left[one]) * int(left[two] - (one == two)) * (1 if one == two else 2)
        return float(full[self.up.up] / full.sum() * ways / (unseen * (unseen - 1)))

    def value_hand(
        self, ranks: Ranks, play: Mapping[Objective, AimPlay], chance: float = 1
    ) -> AnteUpHand:
        """Value two cards, given the play of all hands."""
        hand, blackjacks = find_node(ranks), list(self._blackjacks(ranks))
        none = 1 - sum(share for share, _ in blackjacks)
        ends = [(share, self._against_blackjack(ranks, down)) for share, down in blackjacks]
        forfeit = self.table.pays.fold_gain()
        bet, fold = {}, []
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

    def _against_blackjack(self, ranks: Ranks, down: int) -> tuple[int, int]:
        """2106(10)(a): 21 and ANTE are won, lost or tied, BET is a push."""
        mine, dealers = map(make_card, ranks), map(make_card, (self.up.up, down))
        return self.table.pays.against_blackjack(tuple(mine), tuple(dealers))


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
