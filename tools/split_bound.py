"""Bound the value of seeing all hands of a split: `python -m tools.split_bound`.

A player who looks at all hands sees, while one of them is played, some cards of the others. Cards
are exchangeable, so every hand may as well draw from a pile of its own. Here the player of a hand
is shown more than anybody sees at a table: all cards that the other hands, before and after it, can
take from their piles as long as they may draw. Who knows more never loses by it, and a hand of its
own has no other hand to think of; so the sum of what the hands are then worth is a bound. The mean
over piles is taken from a sample, and its standard error is printed with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand, SolvedGame
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.rulebook.house import House

_DRAWS = 1 << action_codes.HIT | 1 << action_codes.DOUBLE
SEED = 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a sample, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, sample: Array) -> Estimate:
        """Estimate the mean of what was sampled."""
        return cls(float(sample.mean()), float(sample.std(ddof=1)) / sqrt(len(sample)))

    def above(self, value: float) -> Estimate:
        """Return by how much the mean is above a value, nothing if it is not.

        A pair that is better unsplit must first make up what its split is worth less.
        """
        return Estimate(max(0.0, self.mean - value), self.error)


class SplitBound:
    """The split of one pair against one up card."""

    def __init__(self, splits: Splits, pair: int) -> None:
        """Take the best play of a pair's hands; splits again are paid, and nothing is carried."""
        self.splits = splits
        self.pair = pair
        self.up = splits.up
        self.hands_max = splits.hands_max(pair)
        self.again = self.hands_max > 2 and splits.is_split_again(pair, PAID)
        self.tables = self.up.rules.split_tables(pair)
        self._descent: dict[int, Array] = {}
        self._best = HandValues.empty(self.up.arithmetic)
        play = splits.actions(pair, PAID)
        self._kept = {False: self._follow(play.usual), True: self._follow(play.paired)}
        """The best play of the split by whether the second card paired; values are worked on."""

    def _follow(self, actions: HandActions) -> HandValues:
        values = HandValues.empty(self.up.arithmetic)
        values.action[:] = actions.action
        values.doubled_action[:] = actions.doubled_action
        return values

    def gain(self, samples: int, random: np.random.Generator) -> Estimate:
        """Return a bound on what looking adds to the best play of this split."""
        return Estimate.of(np.array([self._sample(random) for _ in range(samples)]))

    def _sample(self, random: np.random.Generator) -> float:
        """Deal piles once, and return what looking at them gains over all hands."""
        cards = iter(self._shuffled(random))
        seconds = self._second_cards(cards)
        piles = [self._full_draw(second, cards) for second in seconds]
        seen = np.sum(piles, axis=0)
        return sum(
            self._gain_of_hand(second, seen - pile)
            for second, pile in zip(seconds, piles, strict=True)
        )

    def _shuffled(self, random: np.random.Generator) -> list[int]:
        """Return the values of the cards to be dealt; the down card, no blackjack, is taken off."""
        left = np.array(self.up.left.tolist(), dtype=np.int64)
        left[self.pair - 1] -= 2
        may_lie = left.copy()
        if self.up.forbidden >= 0:
            may_lie[self.up.forbidden] = 0
        left[random.choice(VALUES, p=may_lie / may_lie.sum())] -= 1
        every = np.repeat(np.arange(1, VALUES + 1), left)
        random.shuffle(every)
        return [int(number) for number in every]

    def _second_cards(self, cards: Iterator[int]) -> list[int]:
        """Return the second card of every hand, once pairs have been split again."""
        waiting = 2
        seconds = list[int]()
        while waiting:
            second = next(cards)
            if second == self.pair and self.again and len(seconds) + waiting < self.hands_max:
                waiting += 1
                continue
            seconds.append(second)
            waiting -= 1
        return seconds

    def _full_draw(self, second: int, cards: Iterator[int]) -> Array:
        """Return the cards of a pile that a hand may take: it draws as long as the rules let it."""
        drawn = np.zeros(VALUES, dtype=np.int64)
        drawn[self.pair - 1] += 1
        drawn[second - 1] += 1
        node = hand_graph().node(self.pair, second)
        while node >= 0 and self.tables.legal[node] & _DRAWS:
            card = next(cards)
            drawn[card - 1] += 1
            node = int(hand_graph().child[node, card - 1])
        return drawn

    def _gain_of_hand(self, second: int, others: Array) -> float:
        """Return what the best play for these cards gone is worth more than that of the split."""
        up = self.up
        node = hand_graph().node(self.pair, second)
        needed = self._from(node)
        left = up.left - up.arithmetic.counts(others)
        beside = left, *up.stands(left, needed)
        up.play(self._best, self.tables, PAID, beside, needed, fixed=False)
        kept = self._kept[second == self.pair]
        up.play(kept, self.tables, PAID, beside, needed, fixed=True)
        return float(self._best.best[node] - kept.best[node])

    def _from(self, node: int) -> Array:
        """(nodes): the hands that can come of one of two cards."""
        if node not in self._descent:
            cards = hand_graph().cards
            self._descent[node] = (cards >= cards[node]).all(axis=1)
        return self._descent[node]


def bounds(game: SolvedGame, samples: int) -> Iterator[tuple[FirstHand, Estimate]]:
    """Yield every pair with a bound on the gain of looking, split or not."""
    random = np.random.default_rng(SEED)
    for hand in game.first_hands():
        pair = hand.values[0]
        if hand.values[1] != pair:
            continue
        splits = game.splits[hand.up]
        gain = SplitBound(splits, pair).gain(samples, random)
        short = 0.0 if hand.action in SPLITS else float(hand.best - splits.value(pair))
        yield hand, gain.above(short)


def main() -> None:
    """Print the bound of each split and of a round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", type=int, default=1)
    parser.add_argument("--max-hands", type=int, default=4)
    parser.add_argument("--samples", type=int, default=400, help="for each pair and up card")
    order = parser.parse_args()
    options = {"decks": order.decks, "max_hands": order.max_hands}
    game = SolvedGame(prepare(House(game="reference/blackjack", options=options)))
    total = 0.0
    variance = 0.0
    for hand, bound in bounds(game, order.samples):
        chance = float(hand.probability * (1 - hand.dealer_blackjack))
        total = total + chance * bound.mean
        variance = variance + (chance * bound.error) ** 2
        named = f"{hand.values[0]:2} against {hand.up:2}"
        print(f"{named}: {bound.mean:.6f} (error {bound.error:.6f})", flush=True)
    points = 100 * total
    error = 100 * sqrt(variance)
    print(f"decks {order.decks}, up to {order.max_hands} hands: at most {points:.6f} points")
    print(f"standard error {error:.6f}")


if __name__ == "__main__":
    main()
