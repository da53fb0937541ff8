"""The play of one shoe, kept with other cards left: the value for a player who does not count.

Every hand is played exactly as the solved game plays it: by its own cards, and by their suits
where those matter. No chart comes between.
"""

from __future__ import annotations

from copy import copy

from pitboss.compiled.rule_tables import RuleTables
from pitboss.compiled.suit_sensitive import SuitSensitiveHand
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits, StandingHands, UpCard
from pitboss.exact.blackjack.split_play import PairPlay, Start
from pitboss.exact.blackjack.suited_play import SuitedPlay


class KeptPlay:
    """The actions of a solved game, by the exact cards."""

    def __init__(self, game: SolvedGame) -> None:
        """Keep the actions of *game*."""
        self.game = game
        self._first: dict[tuple[int, ...], int] = {}
        self._plays: dict[tuple[int, int], SuitedPlay] = {}

    def first(
        self, up: int, up_suit: int, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> int:
        """Return the action with two cards as dealt."""
        key = self._key(up, up_suit, values, suits)
        if key not in self._first:
            play = self._play(up, up_suit)
            self._first[key] = self.game.first_action(play, values, suits)[1]
        return self._first[key]

    def split_action(
        self, up: int, up_suit: int, pair: int, live: SuitSensitiveHand, suit: int
    ) -> int:
        """Return the action with a split hand whose suits matter."""
        return self._play(up, up_suit).split_action(pair, live, suit)

    def _play(self, up: int, up_suit: int) -> SuitedPlay:
        key = up, up_suit
        if key not in self._plays:
            self._plays[key] = self.game.play(up, up_suit)
        return self._plays[key]

    def _key(
        self, up: int, up_suit: int, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> tuple[int, ...]:
        """Return the same key for cards that are interchangeable in the solved game."""
        if suits is None:
            return up, *values
        alike = self.game.alike
        (one, two) = suits
        same = one == two, one == up_suit, two == up_suit
        return up, *values, alike[up_suit], alike[one], alike[two], *same


class KeptPlayGame(SolvedGame):
    """A game with other cards left, played as the solved game of another shoe is."""

    def __init__(self, game: SolvedGame, kept: KeptPlay) -> None:
        """Play *game*, solved for the cards that are left, as *kept*.

        From now on both share the hands of splits that stand.
        """
        self.__dict__.update(game.__dict__)
        self.kept = kept
        self.ups = {up: play_up_card(solved, kept.game.ups[up]) for up, solved in game.ups.items()}
        shared = {up: StandingHands() for up in self.ups}
        game.splits = {up: game.value_splits(s, shared[up]) for up, s in game.ups.items()}
        like = kept.game.splits
        self.splits = {up: KeptSplits(s, like[up], shared[up]) for up, s in self.ups.items()}

    def play(self, up: int, up_suit: int) -> SuitedPlay:
        """Return the kept play of hands whose suits matter."""
        return _KeptSuits(super().play(up, up_suit), self.kept, up_suit)

    def first_action(
        self, play: SuitedPlay, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> tuple[Number, int]:
        """Return the value of two cards under the kept play, and its action."""
        assert isinstance(play, _KeptSuits)
        action = self.kept.first(play.up.up, play.up_suit, values, suits)
        return play.value_action(action, values, suits), action


class KeptSplits(Splits):
    """Splits played as with other cards left."""

    def __init__(self, up: UpCard, like: Splits, standing: StandingHands | None = None) -> None:
        """Value splits for *up*, played as in *like*."""
        super().__init__(up, standing)
        self._like = like

    def actions(self, pair: int, loses: int) -> PairPlay:
        """Return how the hands of a split are played."""
        return self._like.actions(pair, loses)

    def split_again(self, pair: int) -> frozenset[Start]:
        """Return the starts of the hands that are split again where they pair."""
        return self._like.split_again(pair)


class _KeptSuits(SuitedPlay):
    """Hands whose suits matter, played as in another shoe."""

    def __init__(self, play: SuitedPlay, kept: KeptPlay, up_suit: int) -> None:
        super().__init__(play.splits, play.cards)
        self.kept = kept
        self.up_suit = up_suit

    def split_action(self, pair: int, live: SuitSensitiveHand, suit: int) -> int:
        """Return the kept action with a live hand of one suit that the split of a pair made."""
        return self.kept.split_action(self.up.up, self.up_suit, pair, live, suit)


def play_up_card(up: UpCard, like: UpCard) -> UpCard:
    """Return all hands against one up card with the actions of another shoe."""
    made = copy(up)
    rules = up.rules
    made.first = _play_hands(up, rules.first, PAID, like.first)
    made.split = {
        (is_ace, loses): _play_hands(up, rules.split_tables(1 if is_ace else 2), loses, played)
        for (is_ace, loses), played in like.split.items()
    }
    return made


def _play_hands(up: UpCard, tables: RuleTables, loses: int, like: HandValues) -> HandValues:
    hands = like.with_same_actions(up.arithmetic)
    up.play(hands, tables, loses, fixed=True)
    return hands
