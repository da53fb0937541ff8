"""Ante Up 21 with any cards left in the shoe, played for 21 and poker together.

Hands that are not split are exact, and so are fold or bet. In a split two things are approximate:
of the cards drawn only the highest pair and the ranks above it are remembered, as in the solution
of the full shoe; and with the play kept, pairs are split as before but the hands of the split are
played the best for the cards that are left. So the effects of removal of this one game do not
average to exactly zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import Card, Unseen, card_rank
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import Objective, Table
from pitboss.exact.ante_up.solution import Against, AnteUpHand, Ranks
from pitboss.exact.ante_up.splits import split_values
from pitboss.exact.any_shoe import ShoeValue, ShoeValues, group_cards
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.split_play import SplitPlay

_AIMS = Objective.TWENTY_ONE, Objective.BOTH
"""A hand is played for 21 alone once it is folded."""


@dataclass(frozen=True, slots=True)
class _KeptUpCard:
    """The play against one up card that is kept."""

    actions: Mapping[Objective, Array]
    bets: Mapping[Ranks, bool]
    value: float
    """The value of rounds with this up card, times its probability."""


class AnteUpShoes(ShoeValues):
    """Values one table with any cards left, in units of the ANTE with an equal 21 wager."""

    @property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of one rank: a poker hand tells jacks from queens, and looks at no suit."""
        return group_cards(self.base.kinds, card_rank)

    @property
    def base_value(self) -> float:
        """The value of the base with its best play."""
        return sum(kept.value for kept in self._kept_play.values())

    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return the values of the best play and of the kept play with these cards."""
        best = fixed = 0.0
        for against in self._against(unseen):
            kept = self._kept_play[against.up.up]
            splits = split_values(against.up)
            played = {aim: against.up.play(aim, splits[aim], kept.actions[aim]) for aim in _AIMS}
            for hand, like in zip(
                against.value_first_hands(against.play_with(splits)),
                against.value_first_hands(played),
                strict=True,
            ):
                best += _value(hand, bets=hand.bets(Objective.BOTH))
                fixed += _value(like, bets=kept.bets[like.ranks])
        return ShoeValue(best, fixed)

    @cached_property
    def _kept_play(self) -> dict[int, _KeptUpCard]:
        return {
            against.up.up: _KeptUpCard(
                actions={aim: against.play_by_aim[aim].action for aim in _AIMS},
                bets={hand.ranks: hand.bets(Objective.BOTH) for hand in against.first_hands},
                value=sum(
                    _value(hand, bets=hand.bets(Objective.BOTH)) for hand in against.first_hands
                ),
            )
            for against in self._against(self.base)
        }

    def _against(self, unseen: Unseen) -> list[Against]:
        game = SolvedGame(self.setup, unseen=unseen, split_play=SplitPlay.AS_UNSPLIT)
        table = Table(self.setup, cards=unseen.cards(), alone=game)
        return [Against(table, up) for up in range(RANKS) if table.full[up]]


def _value(hand: AnteUpHand, *, bets: bool) -> float:
    worth = hand.bet[Objective.BOTH] if bets else hand.fold
    return float(hand.probability * worth.both)
