"""The play of Blackjack Switch as charts: when to switch, how to play then, and the cost.

The exact decision to switch depends on all four cards. It is nearly always the same as adding up
the expected values of the single hands. Points are those values in hundredths of a wager, one
number for all hands of a total: a seat adds the points of its two hands, and of the two it would
have, and switches if the new sum is higher. Then each hand is played by itself, like a hand of
blackjack; so that chart is derived like every other, from the hands that a seat plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.follow import HandToPlay, Strategy, follow_strategy
from pitboss.exact.charts.model import UPS, Chart, Part, chart_place, pair_value, row_name, up_name
from pitboss.exact.copies import side_by_side
from pitboss.exact.switch.cases import TWO_CARDS, DealerOutcomes, TwoCards
from pitboss.exact.switch.play import (
    NATURAL,
    PlayedSplits,
    SwitchUpCard,
    as_unsplit,
    pairs_to_split,
)
from pitboss.exact.switch.solver import (
    WAGERS,
    SolvedSwitch,
    SwitchDeals,
    adds_up_to_more,
    hands_against_blackjack,
    switch_game,
    two_hands,
)


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
        self.setup = solved.setup
        self.arithmetic = first.arithmetic
        self.rules = first.rules
        self.ups = {up: play.solved for up, play in solved.ups.items()}
        self.splits = {
            up: PlayedSplits(play.solved, play.split_hands) for up, play in solved.ups.items()
        }


def _played_hands(solved: SolvedSwitch, up: int, probability: Number) -> Iterator[FirstHand]:
    """Yield the hands against one up card; a 21 made by a switch is separate from a blackjack."""
    against = solved.ups[up]
    deals = solved.deals[up]
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
    solved = against.solved
    legal = against.solved.rules.first.legal

    def splits_pair(value: int) -> bool:
        node = hand_graph().node(value, value)
        hand = HandToPlay(up=solved.up, node=node, legal=int(legal[node]))
        return strategy.choose(hand) == action_codes.SPLIT

    played = follow_strategy(solved, strategy)
    split = filter(splits_pair, pairs_to_split(solved))
    plays = {pair: as_unsplit(played, pair) for pair in split}
    return SwitchUpCard(played, plays, outcomes=outcomes)


POINTS = 100
"""Points in a wager."""
PARTS = (Part.HARD, Part.SOFT, Part.PAIRS)


@dataclass(frozen=True)
class SwitchPoints:
    """The points of hands of two cards against each up card."""

    parts: Mapping[Part, Mapping[int, Mapping[int, int]]]
    """Part -> total, or value of a pair -> up card -> points; a soft 21 is one made by a switch."""
    natural: int
    """The points of a blackjack that is kept, against every up card."""

    def hand_points(self, up: int, cards: TwoCards, *, switched: bool = False) -> int:
        """Return the points of a hand."""
        if cards == NATURAL and not switched:
            return self.natural
        part, row = chart_row(cards)
        return self.parts[part][row][up]

    def switches(self, solved: SolvedSwitch, step: int = 1) -> dict[int, Array]:
        """Return up card -> which deals are switched, points rounded to multiples of *step*."""
        return {
            up: deals.switches_by(*self._points_by_hand(up, step))
            for up, deals in solved.deals.items()
        }

    def _points_by_hand(self, up: int, step: int = 1) -> tuple[Array, Array]:
        """Return the points of each of `TWO_CARDS`, kept and made by a switch."""
        kept, made = (
            np.array(
                [_round_to(self.hand_points(up, hand, switched=s), step) for hand in TWO_CARDS]
            )
            for s in (False, True)
        )
        return kept, made

    def all_deals(self, up: int) -> Array:
        """Return whether to switch any four cards, by their values less one in the order dealt."""
        kept, made = self._points_by_hand(up)
        held, changed = two_hands(np.indices((VALUES,) * 4))
        return adds_up_to_more(kept[np.stack(held)], made[np.stack(changed)])

    def edge(self, solved: SolvedSwitch, step: int = 1) -> float:
        """Return the edge per unit of both wagers for a seat that switches by points."""
        return float(solved.edge_switching(self.switches(solved, step)))

    def as_json(self) -> dict[str, object]:
        """Return the points for programs: part -> row -> up card -> points."""
        record: dict[str, object] = {
            part.value: {
                row_name(part, row): {up_name(up): cells[up] for up in UPS if up in cells}
                for row, cells in rows.items()
            }
            for part, rows in self.parts.items()
        }
        return record | {"blackjack": self.natural}


def switch_points(solved: SolvedSwitch) -> SwitchPoints:
    """Return the points of a solved game: the average of the hands of one total, as dealt."""
    parts: dict[Part, dict[int, dict[int, int]]] = {part: {} for part in PARTS}
    for up, against in solved.ups.items():
        worth: dict[tuple[Part, int], list[tuple[Number, Number]]] = defaultdict(list)
        for cards in TWO_CARDS:
            ways = _ways(against.solved.left, cards)
            if ways:
                worth[chart_row(cards)].append((ways, against.alone(cards, switched=True)))
        for (part, row), hands in worth.items():
            mean = sum(ways * value for ways, value in hands) / sum(ways for ways, _ in hands)
            parts[part].setdefault(row, {})[up] = round(POINTS * mean)
    natural = round(POINTS * solved.setup.blackjack_odds.ratio)
    return SwitchPoints({p: dict(sorted(rows.items())) for p, rows in parts.items()}, natural)


def chart_row(cards: TwoCards) -> tuple[Part, int]:
    """Return the row of a hand; a pair is always in its own row."""
    node = hand_graph().node(*cards)
    pair = pair_value(node)
    place = chart_place(node)
    return (place.part, place.row) if pair is None else (Part.PAIRS, pair)


def _ways(left: Array, cards: TwoCards) -> int:
    """Return the number of ways to deal the cards, in any order."""
    low, high = cards
    if low == high:
        return int(left[low - 1] * (left[low - 1] - 1))
    return int(2 * left[low - 1] * left[high - 1])


def _round_to(points: int, step: int) -> int:
    """Round to the nearest multiple, halves away from nothing."""
    return (abs(points) + step // 2) // step * step * (1 if points >= 0 else -1)
