"""Compute the value of seeing the other hand of a split: `python -m tools.split_sight`.

The best play after a split knows the pair that was split, not the cards of the other hand. Where a
pair is split into two hands and no more, the value to a player who sees both can be found exactly:
the first hand is played as if every end of it were also worth what the second hand is then worth,
and the second hand is solved anew for each set of cards that the first one ends with.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solver import PAID, HandValues, UpCard
from pitboss.rulebook.house import House

_KNOWN = 1 << action_codes.STAND | 1 << action_codes.HIT | 1 << action_codes.DOUBLE


class SeenSplit:
    """A pair split into two hands, for a player who sees the first while playing the second."""

    def __init__(self, up: UpCard, pair: int) -> None:
        """Prepare the split of *pair*; only hits, doubles and stands may be legal."""
        self.up = up
        self.pair = pair
        self._tables = up.rules.split_tables(pair)
        self._start = hand_graph().node(pair)
        self._needed = hand_graph().cards[:, pair - 1] > 0
        legal = self._tables.legal[self._needed] & ~(1 << action_codes.SPLIT)
        assert not (legal & ~_KNOWN).any(), "hits, doubles and stands"
        assert not self._tables.doubled_legal[:, self._needed].any(), "one card after a double"
        self._needed[self._start] = False
        self._left = up.without(pair, 1)
        self._stands = up.stands(self._left, self._needed)
        self._seconds: dict[tuple[int, ...], Number] = {}
        self._values: dict[int, Number] = {}
        self._found = HandValues.empty(up.arithmetic)

    def value(self) -> Number:
        """Return the value of the split."""
        return self._drawn(self._start, doubled=False)

    def second_value(self, first: Array) -> Number:
        """Return the value of the second hand after the first ends with these cards."""
        key = tuple(int(count) for count in first)
        if key not in self._seconds:
            up = self.up
            known = self._found
            left = up.left - up.arithmetic.counts(first)
            win, loss = up.stands(left, self._needed)
            up.play(known, self._tables, PAID, (left, win, loss), self._needed, fixed=False)
            chances = up.chances_after(self._start, left)
            then = hand_graph().child[self._start]
            self._seconds[key] = (chances * known.best[then]).sum()
        return self._seconds[key]

    def _drawn(self, node: int, *, doubled: bool) -> Number:
        """Return the value of a first hand that takes a card."""
        cards = hand_graph().cards[node]
        total = self.up.arithmetic.number(0)
        chances = self.up.chances_after(node, self._left)
        for place, (chance, to) in enumerate(zip(chances, hand_graph().child[node], strict=True)):
            if not chance:
                continue
            if to < 0:
                bust = cards.copy()
                bust[place] += 1
                total += chance * (self.second_value(bust) - (2 if doubled else 1))
            elif doubled:
                total += chance * self._stood(int(to), stake=2)
            else:
                total += chance * self._best(int(to))
        return total

    def _stood(self, node: int, stake: int = 1) -> Number:
        win, loss = self._stands
        return stake * (win[node] - loss[node]) + self.second_value(hand_graph().cards[node])

    def _best(self, node: int) -> Number:
        if node not in self._values:
            legal = int(self._tables.legal[node])
            values = [self._stood(node)]
            if legal >> action_codes.HIT & 1:
                values.append(self._drawn(node, doubled=False))
            if legal >> action_codes.DOUBLE & 1:
                values.append(self._drawn(node, doubled=True))
            self._values[node] = max(values)
        return self._values[node]


@dataclass(frozen=True, slots=True)
class SeenValue:
    """One pair against one up card: its value, and the gain of looking at both hands."""

    pair: int
    up: int
    probability: float
    """Of the pair against the up card, and no dealer blackjack."""
    best: float
    """To a player who does not look at the other hand; it may be worth more unsplit."""
    seen: float

    @property
    def gain(self) -> float:
        """The gain of looking with this pair."""
        return self.seen - self.best


def seen_values(setup: Setup) -> Iterator[SeenValue]:
    """Yield every pair against every up card."""
    game = SolvedGame(setup)
    for hand in game.first_hands():
        pair = hand.values[0]
        if hand.values[1] == pair:
            assert game.splits[hand.up].hands_max(pair) == 2, "two hands and no more"
            chance = float(hand.probability * (1 - hand.dealer_blackjack))
            best = float(hand.best)
            seen = float(SeenSplit(game.ups[hand.up], pair).value())
            yield SeenValue(pair, hand.up, chance, best, max(best, seen))


def main() -> None:
    """Print the gain of looking for each split and for a round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", type=int, default=1)
    decks = parser.parse_args().decks
    options = {"decks": decks, "max_hands": 2}
    total = 0.0
    most = 0.0
    for value in seen_values(prepare(House(game="reference/blackjack", options=options))):
        total = total + value.probability * value.gain
        most = max(most, value.gain)
        print(f"{value.pair:2} against {value.up:2}: {value.gain:.6f}", flush=True)
    print(f"decks {decks}, two hands: {100 * total:.6f} points; one pair at most {most:.6f}")


if __name__ == "__main__":
    main()
