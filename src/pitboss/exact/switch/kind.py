"""Blackjack Switch as one of the kinds of round that are solved, with any cards left too."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pitboss.cards import Unseen
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.exact.any_shoe import ShoeValue, ShoeValues
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.kept_play import play_up_card
from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.switch.decisions import SwitchDecisions
from pitboss.exact.switch.play import SwitchUpCard, switch_is_solved
from pitboss.exact.switch.solution import switch_rules, switch_solution
from pitboss.exact.switch.solver import WAGERS, SolvedSwitch, SwitchDeals, solve_switch, switch_game


class SwitchShoes(ShoeValues):
    """Values one table with any cards left, in units of both wagers together."""

    @property
    def base_value(self) -> float:
        """The value of the base with its best play."""
        return float(self._kept_game.value) / WAGERS

    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return the values of the best play and of the kept play with these cards."""
        game = solve_switch(self.setup, shoe=CardsLeft.from_unseen(unseen).by_value)
        fixed = -keep_switch_play(game, self._kept_game).edge_switching(
            {up: self._switches(up, deals) for up, deals in game.deals.items()}
        )
        return ShoeValue(float(game.value) / WAGERS, float(fixed))

    @cached_property
    def _kept_game(self) -> SolvedSwitch:
        if self.base == Unseen.from_shoe(self.setup.shoe):
            return switch_solution(self.setup).game
        return solve_switch(self.setup, shoe=CardsLeft.from_unseen(self.base).by_value)

    def _switches(self, up: int, deals: SwitchDeals) -> Array:
        """Return which deals are switched, as the kept play does with the same four cards."""
        kept = self._kept_game.deals[up]
        switches = np.zeros((VALUES,) * len(kept.cards), dtype=bool)
        switches[tuple(kept.cards)] = kept.switches
        return switches[tuple(deals.cards)]


def keep_switch_play(game: SolvedSwitch, kept: SolvedSwitch) -> SolvedSwitch:
    """Return *game* with every hand played as in another shoe, once it is switched or kept."""
    ups = {up: _play_like(play, kept.ups[up]) for up, play in game.ups.items()}
    every = {up: (play, game.deals[up].with_values(play)) for up, play in ups.items()}
    return switch_game(game.setup, every, {part.up: part.probability for part in game.by_up})


def _play_like(against: SwitchUpCard, like: SwitchUpCard) -> SwitchUpCard:
    """Return the play of *like* with other cards left; mostly it is the best for them too."""
    if _plays_alike(against, like):
        return against
    return SwitchUpCard(play_up_card(against.solved, like.solved), like.split_hands)


def _plays_alike(one: SwitchUpCard, other: SwitchUpCard) -> bool:
    """Return whether both play every hand alike that the first comes to."""
    nodes = one.followed_hands.reached > 0
    if (one.first.action[nodes] != other.first.action[nodes]).any():
        return False
    for pair, split in one.splits.items():
        like = other.split_hands[pair]
        if split.again != like.again:
            return False
        for hands, actions in ((split.usual, like.play.usual), (split.paired, like.play.paired)):
            nodes = hands.reached > 0
            if (hands.actions.action[nodes] != actions.action[nodes]).any():
                return False
    return True


KIND = SolvedKind(
    solve=switch_solution,
    decisions=SwitchDecisions,
    is_solved=switch_is_solved,
    is_charted=True,
    main_rules=switch_rules,
    any_shoe=SwitchShoes,
    solve_split_play=switch_solution,
)
