"""What Blackjack Switch costs who plays by a chart, exactly."""

from __future__ import annotations

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.charts.follow import HandToPlay, Strategy, followed
from pitboss.exact.switch.play import SwitchUpCard
from pitboss.exact.switch.solver import SolvedSwitch, switch_game


def follow_switch(solved: SolvedSwitch, strategy: Strategy) -> SolvedSwitch:
    """Return the same game with every hand played by *strategy*, and switched for the best then.

    A pair that it does not split is played as it plays one that may not be split.
    """
    ups = {up: _followed(each, strategy) for up, each in solved.ups.items()}
    return switch_game(solved.setup, ups, {each.up: each.probability for each in solved.by_up})


def _followed(against: SwitchUpCard, strategy: Strategy) -> SwitchUpCard:
    solved, legal = against.solved, against.solved.rules.first.legal

    def splits_pair(value: int) -> bool:
        node = hand_graph().node(value, value)
        asked = HandToPlay(up=solved.up, node=node, legal=int(legal[node]))
        return strategy.choose(asked) == action_codes.SPLIT

    return SwitchUpCard(followed(solved, strategy), splits_pair)
