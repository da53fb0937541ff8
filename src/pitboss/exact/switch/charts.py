"""The play of Blackjack Switch after the switch as a chart, and its cost.

Each of the two hands is played by itself, like a hand of blackjack; so the chart is derived like
every other, from the hands that a seat plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.any_shoe import side_by_side
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.follow import HandToPlay, Strategy, follow_strategy
from pitboss.exact.charts.model import Chart
from pitboss.exact.switch.cases import TWO_CARDS, DealerOutcomes
from pitboss.exact.switch.play import SwitchUpCard
from pitboss.exact.switch.solver import (
    WAGERS,
    SolvedSwitch,
    SwitchDeals,
    hands_against_blackjack,
    switch_game,
)
from pitboss.exact.switch.split_hands import PlayedSplits, as_unsplit, pairs_to_split


def play_chart(solved: SolvedSwitch) -> Chart:
    """Return the chart for play after the switch, kept or not."""
    return derive_chart(hands_played(solved))


@dataclass(frozen=True, slots=True)
class PlayedHands:
    """The hands after the switch, switched or kept."""

    game: SolvedGame
    hands: tuple[FirstHand, ...]


def hands_played(solved: SolvedSwitch) -> PlayedHands:
    """Return the game as one hand after another, each with its share of all hands.

    The expected value of a hand is its average beside the other hands that occur with it.
    """
    hands = (
        hand for part in solved.by_up for hand in _played_hands(solved, part.up, part.probability)
    )
    return PlayedHands(_OneHand(solved), tuple(hands))


class _OneHand(SolvedGame):
    """The strategy for one hand by itself, against all up cards."""

    def __init__(self, solved: SolvedSwitch) -> None:
        """Take the solution."""
        first = next(iter(solved.ups.values())).solved
        self.setup, self.arithmetic, self.rules = solved.setup, first.arithmetic, first.rules
        self.ups = {up: play.solved for up, play in solved.ups.items()}
        self.splits = {
            up: PlayedSplits(play.solved, play.split_hands) for up, play in solved.ups.items()
        }


def _played_hands(solved: SolvedSwitch, up: int, probability: Number) -> Iterator[FirstHand]:
    """Yield the hands against one up card; a 21 made by a switch is separate from a blackjack."""
    against, deals = solved.ups[up], solved.deals[up]
    lost = _sum_by_hand(deals.kept_hands, deals.probability * deals.dealer_blackjack)
    against_blackjack = hands_against_blackjack(against.solved, np.arange(len(TWO_CARDS)))
    for switched in (False, True):
        shares, worth = _shares(against, deals, switched=switched)
        all_shares = shares if switched else shares + lost
        for place in np.nonzero(all_shares)[0].tolist():
            yield FirstHand(
                up=up,
                values=TWO_CARDS[place],
                suits=None,
                probability=probability * all_shares[place] / WAGERS,
                dealer_blackjack=1 - shares[place] / all_shares[place],
                best=worth[place] / (shares[place] or 1),
                action=int(against.first.action[hand_graph().node(*TWO_CARDS[place])]),
                against_blackjack=against_blackjack[place],
            )


def _shares(against: SwitchUpCard, deals: SwitchDeals, *, switched: bool) -> tuple[Array, Array]:
    """Return how often each hand is played, kept or switched, and that times its expected value."""
    hands = deals.switched_hands if switched else deals.kept_hands
    values = against.switched if switched else against.kept
    shares = np.where(deals.switches == switched, deals.switch_chances, 0)
    worth = np.stack([shares * values[tuple(hands)], shares * values[tuple(hands[::-1])]])
    return _sum_by_hand(hands, shares), _sum_by_hand(hands, worth)


def _sum_by_hand(hands: Array, shares: Array) -> Array:
    """Add up the deals by the two hands of each."""
    sums = np.zeros(len(TWO_CARDS))
    np.add.at(sums, hands, np.broadcast_to(shares, hands.shape).astype(float))
    return sums


def follow_switch(
    solved: SolvedSwitch, strategy: Strategy, outcomes: dict[int, DealerOutcomes] | None = None
) -> SolvedSwitch:
    """Return the same game with every hand played by *strategy*, and then switched optimally.

    A pair that it does not split is played like one that cannot be split. The dealer's *outcomes*
    by up card, if they are known, need not be worked out again.
    """

    def follow(up: int) -> tuple[SwitchUpCard, SwitchDeals]:
        played = _follow_strategy(solved.ups[up], strategy, outcomes)
        return played, solved.deals[up].with_values(played)

    every = dict(zip(solved.ups, side_by_side(follow, solved.ups), strict=True))
    return switch_game(solved.setup, every, {part.up: part.probability for part in solved.by_up})


def _follow_strategy(
    against: SwitchUpCard, strategy: Strategy, outcomes: dict[int, DealerOutcomes] | None
) -> SwitchUpCard:
    solved, legal = against.solved, against.solved.rules.first.legal

    def splits_pair(value: int) -> bool:
        node = hand_graph().node(value, value)
        hand = HandToPlay(up=solved.up, node=node, legal=int(legal[node]))
        return strategy.choose(hand) == action_codes.SPLIT

    played = follow_strategy(solved, strategy)
    split = filter(splits_pair, pairs_to_split(solved))
    plays = {pair: as_unsplit(played, pair) for pair in split}
    return SwitchUpCard(played, plays, outcomes=outcomes)
