"""Bound the value of seeing all cards of a split: `python -m tools.split_hindsight`.

It prints a bound on the gain of a player who remembers every card of every hand of a split, and who
also splits again by them: in Ante Up 21 for both wagers, with `--game blackjack` in plain
blackjack. `docs/guides/solver.md` has the proof.

Cards are dealt at random, and all of them are shown to a player who decides afterwards. Every card
is charged for: the value that some rough play has with it, less the mean of that value over all
cards that could have come from the real shoe. A player who does not know the next card pays nothing
on average. So the best result with all cards known is, after the charges and on average, no less
than what any player wins who does not know them (Brown, Smith and Sun, Operations Research, 2010).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Protocol

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import prepare
from pitboss.exact.ante_up.hands import RANK_VALUES, RANKS, Held, bests, rank_graph
from pitboss.exact.ante_up.kernels import OF_21, OF_POKER
from pitboss.exact.ante_up.play import POKER_GAINS, AnteUpUpCard, Objective, Table
from pitboss.exact.ante_up.solution import (
    AnteUpSolution,
    ante_up_solution,
    find_node,
    name_cards,
    rank_name,
)
from pitboss.exact.ante_up.splits import BUST, Pair, Split, SplitMemory
from pitboss.exact.blackjack.first_hands import SPLITS, SolvedGame
from pitboss.exact.blackjack.solver import UpCard as BlackjackUpCard
from pitboss.rulebook.house import House
from tools.split_bound import SEED, Estimate

Array = Any
_BOTH = Objective.BOTH
_VALUES = np.array(RANK_VALUES) - 1
_HIT = action_codes.HIT
_DOUBLE = action_codes.DOUBLE
_SPLIT = action_codes.SPLIT
_CARDS = 12, 16, 24, 48
"""So many cards are dealt; more if some play draws more."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The solver's values with so many hands made and so many to play, by memory."""

    stood: Array
    """(place, memory): a hand that draws no more."""
    two: Array
    """(second card's value, memory): a hand of two cards."""
    more: Array
    """(place, memory): a hand that may draw on."""
    doubled: Array
    """(place, memory): a doubled hand."""


class SeenGame(Protocol):
    """A pair against one up card, the dealer without a blackjack."""

    pair: Pair
    left: Array
    """(ranks): the cards of the shoe without the up card."""
    natural: Array
    """(ranks): whether it would make a blackjack with the up card."""

    def chances(self, gone: Array) -> Array:
        """(rows of cards gone, ranks): the probability that each rank is drawn next."""

    def ends(self, gone: Array) -> Array:
        """(rows, places and one more): the gain of a hand that stands, and of the poker hand."""


class AnteUpSeen:
    """A pair of Ante Up 21, played for both wagers."""

    def __init__(self, up: AnteUpUpCard, held: Held) -> None:
        """Split the cards *held*."""
        self.up = up
        self.pair = Split(up, held).pair
        self.natural = up.natural
        self.left = np.array(up.left.tolist(), dtype=np.int64)

    def chances(self, gone: Array) -> Array:
        """Ask the solver."""
        return np.asarray(self.up.chances(gone), dtype=np.float64)

    def ends(self, gone: Array) -> Array:
        """Meet the dealer's hands from the cards that are left."""
        met = np.asarray(self.up.standing_chances(gone, bests(gone)), dtype=np.float64)
        weights = self.up.table.weights(_BOTH)
        (kinds, kind) = self.pair.kinds
        of_21 = weights[OF_21] * met.sum(axis=2) @ kinds.T
        of_poker = weights[OF_POKER] * met.sum(axis=1) @ POKER_GAINS
        return np.column_stack((of_21[:, kind], of_poker)).astype(np.float64)


class BlackjackSeen:
    """A pair of plain blackjack. Charges remember nothing, and tens are all of one rank."""

    def __init__(self, table: Table, up: BlackjackUpCard, pair: int) -> None:
        """Take the value of the pair, the ace as 1."""
        self.up = up
        held = tuple(2 if rank == pair - 1 else 0 for rank in range(RANKS))
        self.pair = Pair(table, held)
        self.pair.memory = SplitMemory(
            rows=np.array([held]),
            best=np.zeros(1, dtype=np.int64),
            following=np.zeros((1, RANKS), dtype=np.int64),
        )
        self.left = np.array((*up.left.tolist(), 0, 0, 0), dtype=np.int64)
        self.natural = up.forbidden == _VALUES
        self._nodes = [_hard_hand(total) for total in self.pair.places.total.tolist()]

    def chances(self, gone: Array) -> Array:
        """Deal the down card first, which makes no blackjack, and then the next one."""
        left = self.left - gone
        may_lie = np.where(self.natural, 0, left)
        lies = may_lie / may_lie.sum(axis=1, keepdims=True)
        return (left - lies) / np.maximum(left.sum(axis=1, keepdims=True) - 1, 1)

    def ends(self, gone: Array) -> Array:
        """Meet the dealer's hands with each total, a hand of that total put back first."""
        values = np.full((len(gone), len(self._nodes) + 1), -1.0)
        values[:, -1] = 0
        for row, left in enumerate((self.left - gone)[:, :VALUES]):
            for place, node in enumerate(self._nodes):
                if node >= 0:
                    values[row, place] = self._stand(left, node)
        return values

    def _stand(self, left: Array, node: int) -> float:
        counts = self.up.arithmetic.counts(left + hand_graph().cards[node])
        win, loss = self.up.stands(counts, np.arange(hand_graph().size) == node)
        return float(win[node] - loss[node])


def _hard_hand(total: int) -> int:
    """Return a hand of a hard total; -1 for a bust, and for what no hand comes to."""
    graph = hand_graph()
    hands = (graph.hard == total) & (graph.cards[:, 0] == 0) & (graph.cards.sum(axis=1) > 1)
    return next(iter(np.flatnonzero(hands).tolist()), -1)


class SplitValues:
    """The value of every state of a split to a player who remembers little."""

    def __init__(self, game: SeenGame) -> None:
        """Value the last hand first."""
        self.game = game
        self.pair = game.pair
        self.stages: dict[tuple[int, int], Stage] = {}
        self.to_go: dict[tuple[int, int], Array] = {}
        memory = self.pair.memory
        most = self.pair.hands_max
        self.chance = np.nan_to_num(game.chances(memory.rows))
        self._ends = np.nan_to_num(game.ends(memory.rows))
        for made in range(most, 1, -1):
            self.to_go[made, 0] = self._ends[:, -1]
            for waiting in range(1, made + 1):
                stage = self.stages[made, waiting] = self._stage(made, waiting)
                self.to_go[made, waiting] = self._draw(stage.two, _VALUES)

    def _draw(self, values: Array, places: Array) -> Array:
        """(memory): the mean over the next card, which leads to a place."""
        following = self.pair.memory.following
        drawn = (self.chance[:, r] * values[places[r]][following[:, r]] for r in range(RANKS))
        return sum(drawn, np.zeros(len(following)))

    def _stage(self, made: int, waiting: int) -> Stage:
        pair = self.pair
        places = self.pair.places
        rest = self.to_go[made, waiting - 1]
        stood, doubled = (stake * self._ends[:, :-1].T + rest for stake in (1, 2))
        more = stood.copy()
        two = stood[pair.second].copy()
        for place, legal in enumerate(places.legal.tolist()):
            if legal >> _HIT & 1:
                more[place] = np.maximum(more[place], self._draw(more, places.child[place]))
        for value, (place, legal) in enumerate(zip(pair.second, pair.legal_two, strict=True)):
            if legal >> _HIT & 1:
                two[value] = np.maximum(two[value], self._draw(more, places.child[place]))
            if legal >> _DOUBLE & 1:
                two[value] = np.maximum(two[value], self._draw(doubled, places.child[place]))
            if legal >> _SPLIT & 1 and made < pair.hands_max:
                two[value] = np.maximum(two[value], self.to_go[made + 1, waiting + 1])
        return Stage(stood, two, more, doubled)


class Dealt:
    """Cards that were dealt to a split, in order, and what they are charged for."""

    def __init__(self, values: SplitValues, ranks: Array) -> None:
        """Take the *ranks* of the cards to come, at least as many as can be drawn."""
        self.values = values
        self.pair = values.pair
        self.ranks = ranks.tolist()
        memory = [0]
        following = values.pair.memory.following
        for rank in self.ranks:
            memory.append(int(following[memory[-1], rank]))
        gone = np.zeros((len(ranks) + 1, RANKS), dtype=np.int64)
        gone[0] = values.pair.memory.rows[0]
        gone[1:] = gone[0] + np.cumsum(np.eye(RANKS, dtype=np.int64)[ranks], axis=0)
        self._memory = memory
        self._then = following[memory]
        self._chance = values.game.chances(gone)
        self._ends = values.game.ends(gone)
        self.start = cache(self._start)
        self.two = cache(self._two)
        self.more = cache(self._more)

    def _charged(self, drawn: int, values: Array, places: Array) -> float:
        """Return the charge for the next card, which leads to a place with a value."""
        could = values[places, self._then[drawn]]
        return float(could[self.ranks[drawn]] - self._chance[drawn] @ could)

    def _start(self, drawn: int, made: int, waiting: int) -> Array:
        """(best with all cards known, the solver's play): hands that still draw a second card."""
        if not waiting:
            return np.full(2, self._ends[drawn, -1])
        stage = self.values.stages[made, waiting]
        value = int(_VALUES[self.ranks[drawn]])
        charge = self._charged(drawn, stage.two, _VALUES)
        return self.two(drawn + 1, made, waiting, value) - charge

    def _two(self, drawn: int, made: int, waiting: int, value: int) -> Array:
        pair = self.pair
        place = int(self.pair.second[value])
        legal = int(pair.legal_two[value])
        options = self._options(drawn, made, waiting, place, legal)
        if legal >> _DOUBLE & 1:
            child = pair.places.child[place]
            stage = self.values.stages[made, waiting]
            then = int(child[self.ranks[drawn]])
            worth = self._stand(drawn + 1, made, waiting, then, 2)
            charge = self._charged(drawn, stage.doubled, child)
            options.append((self._mean(drawn, stage.doubled, child), worth - charge))
        if legal >> _SPLIT & 1 and made < pair.hands_max:
            hat = self.values.to_go[made + 1, waiting + 1][self._memory[drawn]]
            options.append((hat, self.start(drawn, made + 1, waiting + 1)))
        return self._choose(options)

    def _more(self, drawn: int, made: int, waiting: int, place: int) -> Array:
        legal = int(self.pair.places.legal[place]) if place != BUST else 0
        return self._choose(self._options(drawn, made, waiting, place, legal))

    def _options(
        self, drawn: int, made: int, waiting: int, place: int, legal: int
    ) -> list[tuple[float, Array]]:
        """Return standing and hitting: the solver's value of each, and the result of both plays."""
        stage = self.values.stages[made, waiting]
        stands = float(stage.stood[place, self._memory[drawn]])
        options = [(stands, self._stand(drawn, made, waiting, place, 1))]
        if legal >> _HIT & 1:
            child = self.pair.places.child[place]
            then = self.more(drawn + 1, made, waiting, int(child[self.ranks[drawn]]))
            charge = self._charged(drawn, stage.more, child)
            options.append((self._mean(drawn, stage.more, child), then - charge))
        return options

    def _stand(self, drawn: int, made: int, waiting: int, place: int, stake: int) -> Array:
        return stake * self._ends[drawn, place] + self.start(drawn, made, waiting - 1)

    def _mean(self, drawn: int, values: Array, places: Array) -> float:
        """Return the solver's value of one more card."""
        chance = self.values.chance[self._memory[drawn]]
        return float(chance @ values[places, self._then[drawn]])

    @staticmethod
    def _choose(options: list[tuple[float, Array]]) -> Array:
        best = max(float(both[0]) for _, both in options)
        _, played = max(options, key=lambda option: option[0])
        return np.array((best, played[1]))


class SplitSight:
    """A split, and what seeing all its cards can add to the solver's play."""

    def __init__(self, game: SeenGame) -> None:
        """Value it roughly."""
        self.game = game
        self.values = SplitValues(game)

    def sample(self, samples: int, random: np.random.Generator) -> Array:
        """(samples, 2): the best result with all cards known, and that of the solver's play."""
        return np.array([self._sampled(self._shuffled(random)) for _ in range(samples)])

    def _sampled(self, ranks: Array) -> Array:
        for count in _CARDS:
            try:
                return Dealt(self.values, ranks[:count]).start(0, 2, 2)
            except IndexError:  # a play draws more
                continue
        raise AssertionError("the shoe has cards for all hands")

    def _shuffled(self, random: np.random.Generator) -> Array:
        """Return the ranks of the cards to come; the down card, no blackjack, is taken off."""
        left = self.game.left - self.game.pair.memory.rows[0]
        may_lie = np.where(self.game.natural, 0, left)
        left[random.choice(RANKS, p=may_lie / may_lie.sum())] -= 1
        every = np.repeat(np.arange(RANKS), left)
        random.shuffle(every)
        return every


def ante_up_bounds(solution: AnteUpSolution, samples: int) -> Iterator[tuple[str, float, Estimate]]:
    """Yield every two cards that may be split: their probability, and a bound on the gain."""
    random = np.random.default_rng(SEED)
    graph = rank_graph()
    legal = solution.against[0].table.rules.first.legal
    for against in solution.against:
        for hand in against.first_hands:
            place = find_node(hand.ranks)
            if not legal[graph.node[place]] >> _SPLIT & 1:
                continue
            game = AnteUpSeen(against.up, tuple(graph.cards[place].tolist()))
            sample = SplitSight(game).sample(samples, random)
            if hand.action[_BOTH] == _SPLIT:
                bound = Estimate.of(sample[:, 0] - sample[:, 1])
            else:
                unsplit = against.play_by_aim[_BOTH].best[place][[OF_21, OF_POKER]].sum()
                bound = Estimate.of(sample[:, 0]).above(float(unsplit))
            yield f"{name_cards(hand)} against {rank_name(hand.up)}", hand.probability, bound


def blackjack_bounds(game: SolvedGame, samples: int) -> Iterator[tuple[str, float, Estimate]]:
    """Yield every pair: its probability without a dealer blackjack, and a bound on the gain."""
    random = np.random.default_rng(SEED)
    table = Table(game.setup, alone=game)
    for hand in game.first_hands():
        pair = hand.values[0]
        if hand.values[1] != pair:
            continue
        sample = SplitSight(BlackjackSeen(table, game.ups[hand.up], pair)).sample(samples, random)
        bound = Estimate.of(sample[:, 0] - float(hand.best))
        if hand.action not in SPLITS:
            bound = bound.above(0)
        chance = float(hand.probability * (1 - hand.dealer_blackjack))
        yield f"{pair} against {hand.up}", chance, bound


def main() -> None:
    """Print the bound of every split and of a round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=("ante-up", "blackjack"), default="ante-up")
    parser.add_argument("--decks", type=int, default=6)
    parser.add_argument("--samples", type=int, default=250, help="for each pair and up card")
    order = parser.parse_args()
    if order.game == "ante-up":
        setup = prepare(House(game="co/ante-up-21", options={"decks": order.decks}))
        bounds = ante_up_bounds(ante_up_solution(setup), order.samples)
    else:
        setup = prepare(House(game="reference/blackjack", options={"decks": order.decks}))
        bounds = blackjack_bounds(SolvedGame(setup), order.samples)
    total = 0.0
    variance = 0.0
    for name, chance, bound in bounds:
        total = total + chance * bound.mean
        variance = variance + (chance * bound.error) ** 2
        print(f"{name}: {bound.mean:.6f} (error {bound.error:.6f})", flush=True)
    points = 100 * total
    error = 100 * sqrt(variance)
    print(f"decks {order.decks}: at most {points:.5f} points (standard error {error:.5f})")


if __name__ == "__main__":
    main()
