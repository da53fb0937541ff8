"""A blackjack game with any cards left in the shoe."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from pitboss.cards import Card, Unseen, card_suit
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import ShoeValue, ShoeValues, group_cards
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.kept_play import KeptPlay, KeptPlayGame
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.copies import in_copies
from pitboss.patterns.totals import value as value_of


class BlackjackShoes(ShoeValues):
    """Values one table with any cards left; the prizes of a Super Bonus are left out.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="ilani/spanish-21"))
    >>> shoes = BlackjackShoes(setup)
    >>> ace_gone = shoes.value(shoes.base.without(*parse_cards("As")))
    >>> f"{ace_gone.fixed:.6%}", f"{ace_gone.best:.6%}"
    ('-0.549233%', '-0.548854%')
    """

    @property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of one value, and of suits that are interchangeable where suits matter."""
        game = self._kept_play.game

        def kind(card: Card) -> tuple[int, int]:
            worth = value_of(card)
            return worth, game.alike[card_suit(card)] if worth in game.rules.live_values else 0

        return group_cards(self.base.kinds, kind)

    @cached_property
    def base_value(self) -> float:
        """The value of the base with its best play."""
        return _value(self._kept_play.game)

    def value_shoes(self, shoes: Sequence[Unseen]) -> tuple[ShoeValue, ...]:
        """Return both values of each of the *shoes*; those of the same values are solved once."""
        alike: dict[tuple[int, ...], list[Unseen]] = {}
        for unseen in shoes:
            alike.setdefault(tuple(CardsLeft.from_unseen(unseen).by_value), []).append(unseen)
        groups = tuple(alike.values())
        values = chain(*in_copies(self._values_of_suits, groups))
        by_shoe = dict(zip(chain(*groups), values, strict=True))
        return tuple(by_shoe[unseen] for unseen in shoes)

    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return the values of the best play and of the kept play with these cards."""
        return self._values_of_suits([unseen])[0]

    def _values_of_suits(self, shoes: list[Unseen]) -> list[ShoeValue]:
        """Value shoes that differ in their suits alone: all else is solved once."""
        game = SolvedGame(self.setup, unseen=shoes[0])
        both = game, KeptPlayGame(game, self._kept_play)
        cards = map(CardsLeft.from_unseen, shoes)
        return [ShoeValue(*(_value(side.with_suits(left)) for side in both)) for left in cards]

    @cached_property
    def _kept_play(self) -> KeptPlay:
        if self.base == Unseen.from_shoe(self.setup.shoe):
            return KeptPlay(solve(self.setup).game)
        return KeptPlay(SolvedGame(self.setup, unseen=self.base))


def solve_shoe(setup: Setup, unseen: Unseen) -> BlackjackSolution:
    """Return the solution of a table with only the *unseen* cards left; it is not cached."""
    game = SolvedGame(setup, unseen=unseen)
    return BlackjackSolution(setup, game, tuple(game.first_hands()))


def _value(game: SolvedGame) -> float:
    return float(sum(hand.probability * hand.value for hand in game.first_hands()))
