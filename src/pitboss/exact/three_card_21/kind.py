"""3 Card 21 as one of the kinds of round that are solved, with any cards left too."""

from __future__ import annotations

from functools import cached_property

from pitboss.cards import Unseen
from pitboss.exact.any_shoe import ShoeValue, ShoeValues
from pitboss.exact.blackjack.kept_play import play_up_card
from pitboss.exact.blackjack.solver import PAID, HandValues
from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.three_card_21.decisions import ThreeCardDecisions
from pitboss.exact.three_card_21.solution import three_card_solution
from pitboss.exact.three_card_21.solver import (
    ACE,
    CARDS,
    FirstThree,
    Others,
    SplitInformation,
    SplitsInThree,
    ThreeCardGame,
)


class ThreeCardShoes(ShoeValues):
    """Values the main wager of one table with any cards left; the 3 Card Bonus is left out."""

    split_hands = CARDS

    @property
    def base_value(self) -> float:
        """The value of the base with its best play."""
        return float(sum(hand.probability * hand.value for hand in self._hands))

    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return the values of the best play and of the kept play with these cards."""
        game = ThreeCardGame(self.setup, cards=unseen.cards())
        best = sum(hand.probability * hand.value for hand in game.first_hands())
        kept = _KeptThreeCardGame(game, self._kept_game)
        fixed = 0.0
        for dealt in self._hands:
            if dealt.up in kept.ups:
                kinds = () if dealt.action is None else (dealt.action,)
                hand = kept.first_hand(dealt.up, dealt.values, kinds=kinds)
                if hand is not None:
                    fixed += float(hand.probability * hand.value_action(dealt.action))
        return ShoeValue(float(best), fixed)

    @cached_property
    def _kept_game(self) -> ThreeCardGame:
        """The solved game whose play is kept."""
        if self.base == Unseen.from_shoe(self.setup.shoe):
            return three_card_solution(self.setup).game
        return ThreeCardGame(self.setup, cards=self.base.cards())

    @cached_property
    def _hands(self) -> tuple[FirstThree, ...]:
        """Every three cards of the base, with their best actions."""
        if self.base == Unseen.from_shoe(self.setup.shoe):
            return three_card_solution(self.setup).hands
        return tuple(self._kept_game.first_hands())


class _KeptThreeCardGame(ThreeCardGame):
    """A game with other cards left, played as the solved game of another shoe is."""

    def __init__(self, game: ThreeCardGame, like: ThreeCardGame) -> None:
        """Play *game* as *like*."""
        self.__dict__.update(game.__dict__)
        self._game = game
        self._like = like
        self._solved = {}

    def against(self, up: int) -> SplitsInThree:
        """Return all hands and splits against an up card."""
        if up not in self._solved:
            self._solved[up] = _KeptSplits(self._game.against(up), self._like.against(up))
        return self._solved[up]


class _KeptSplits(SplitsInThree):
    """Splits of three cards, played as in another shoe."""

    def __init__(self, solved: SplitsInThree, like: SplitsInThree) -> None:
        super().__init__(play_up_card(solved.up, like.up))
        self.standing = solved.standing
        self._like = like

    def value_hands(
        self, others: Others, information: SplitInformation = SplitInformation.ALL_STARTS
    ) -> dict[bool, HandValues]:
        """Value all hands beside *others*, played by the cards that start the others too."""
        assert information is SplitInformation.ALL_STARTS, "the best play knows them"
        return {is_ace: self._follow(others, is_ace=is_ace) for is_ace in (False, True)}

    def _follow(self, others: Others, *, is_ace: bool) -> HandValues:
        up = self.up
        start = ACE if is_ace else ACE + 1
        hands = up.split[is_ace, PAID].with_same_actions(up.arithmetic)
        hands.action[:] = self._like.actions(start, others)
        beside = self.left_beside(others), *self.standing.beside(others)
        up.play(hands, up.rules.split_tables(start), PAID, beside, fixed=True)
        return hands


KIND = SolvedKind(solve=three_card_solution, decisions=ThreeCardDecisions, any_shoe=ThreeCardShoes)
