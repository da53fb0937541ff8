"""A blackjack game with any cards left in the shoe."""

from __future__ import annotations

from functools import cached_property

from pitboss.cards import Card, Unseen, suit_of
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import ShoeValue
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.kept_play import KeptPlay, KeptPlayGame
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.patterns.totals import value as value_of


class BlackjackShoes:
    """Values one table with any cards left; the prizes of a Super Bonus are not among them.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="ilani/spanish-21"))
    >>> shoes, full = BlackjackShoes(setup), Unseen.of(setup.shoe)
    >>> ace_gone = shoes.value(full.without(*parse_cards("As")))
    >>> f"{ace_gone.fixed:.6%}", f"{ace_gone.best:.6%}"
    ('-0.549330%', '-0.548855%')
    """

    def __init__(self, setup: Setup) -> None:
        """Value the table of *setup*."""
        self.setup = setup

    @cached_property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of one value, and of suits that are interchangeable where suits matter."""
        full, found = self._kept.game, dict[tuple[int, int], list[Card]]()
        for card in Unseen.of(self.setup.shoe).kinds:
            worth = value_of(card)
            suit = full.alike[suit_of(card)] if worth in full.rules.live_values else 0
            found.setdefault((worth, suit), []).append(card)
        return tuple(map(tuple, found.values()))

    def value(self, unseen: Unseen) -> ShoeValue:
        """Return the value of the best play, and of the play of the full shoe."""
        game = SolvedGame(self.setup, unseen=unseen)
        return ShoeValue(_value(game), _value(KeptPlayGame(game, self._kept)))

    def best(self, unseen: Unseen) -> float:
        """Return the value of the best play for these cards."""
        return _value(SolvedGame(self.setup, unseen=unseen))

    def fixed(self, unseen: Unseen) -> float:
        """Return the value with the play of the full shoe kept."""
        return _value(KeptPlayGame(SolvedGame(self.setup, unseen=unseen), self._kept))

    @cached_property
    def _kept(self) -> KeptPlay:
        return KeptPlay(solve(self.setup).game)


def solve_shoe(setup: Setup, unseen: Unseen) -> BlackjackSolution:
    """Return the solution of a table with only the *unseen* cards left; it is not cached."""
    game = SolvedGame(setup, unseen=unseen)
    return BlackjackSolution(setup, game, tuple(game.first_hands()))


def _value(game: SolvedGame) -> float:
    return float(sum(hand.probability * hand.value for hand in game.first_hands()))
