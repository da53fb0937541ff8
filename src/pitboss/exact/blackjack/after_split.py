"""Where the best play of a hand made by a split differs from that of the same cards unsplit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KIND_OF
from pitboss.engine.actions import ActionKind
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.first_hands import SPLITS, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, UpCard
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.exact.charts.model import UPS, up_name

_DOUBLED_KIND_OF = {place: kind for kind, place in DOUBLED_KINDS.items()}
_Reached = set[tuple[int, int]]
"""Hands and how often they were doubled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterSplit:
    """A hand made by a split that is played otherwise than the same cards unsplit."""

    pair: int
    """The value of the cards that were split."""
    up: int
    cards: tuple[int, ...]
    """The values of its cards: that of the pair, then the others in any order."""
    paired: bool
    """Its second card was of the pair's value too, and it was not split again."""
    carried: bool
    """A lammer carries it."""
    doublings: int
    action: ActionKind
    """The best play."""
    otherwise: ActionKind
    """The best play of the same cards unsplit, where a split hand has the same choices."""
    gain: float
    """What the best play is worth more, in units of the wager before it was doubled.

    Where a pair is not split again: what that is worth to the whole first split.
    """

    @property
    def node(self) -> int:
        """The hand's place in the graph of hands."""
        return hand_graph().node(*self.cards)

    @property
    def hand(self) -> str:
        """The values of its cards as text."""
        return " ".join(map(up_name, self.cards))

    def as_json(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        return {
            "pair": f"{up_name(self.pair)} {up_name(self.pair)}",
            "hand": self.hand,
            "up": up_name(self.up),
            "paired": self.paired,
            "carried": self.carried,
            "doublings": self.doublings,
            "action": str(self.action),
            "otherwise": str(self.otherwise),
            "gain": self.gain,
        }


def plays_after_split(game: SolvedGame) -> tuple[AfterSplit, ...]:
    """Return all hands of pairs that are split whose best play differs, by pair and up card.

    Only hands that the best play reaches are listed.
    """
    split = {(hand.values[0], hand.up) for hand in game.first_hands() if hand.action in SPLITS}
    plays: list[AfterSplit] = []
    for pair, up in sorted(split, key=lambda place: (place[0], UPS.index(place[1]))):
        splits = game.splits[up]
        if isinstance(splits, BestSplits):
            for is_ace, loses in splits.up.split:
                if is_ace == (pair == 1):
                    plays += plays_of_split(splits, pair, loses)
    return tuple(plays)


def plays_of_split(splits: BestSplits, pair: int, loses: int) -> Iterator[AfterSplit]:
    """Yield the hands of one split that lose the same: first those that did not pair."""
    play = splits.actions(pair, loses)
    unsplit = splits.up.split[pair == 1, loses].actions
    for paired, actions in ((False, play.usual), (True, play.paired)):
        differing = _differing(actions, unsplit)
        if not differing:
            continue
        values = splits.means(pair, loses, paired=paired).values
        for node, doublings in sorted(differing & _reach(splits.up, pair, actions, paired=paired)):
            best, other = (_action(source, node, doublings) for source in (actions, unsplit))
            row = values.doubled_values[doublings - 1, node] if doublings else values.values[node]
            gain = float(row[best] - row[other]) * 2**doublings
            if gain > 0:  # a hand that the shoe cannot make has no values
                kinds = _DOUBLED_KIND_OF if doublings else KIND_OF
                yield AfterSplit(
                    pair=pair,
                    up=splits.up.up,
                    cards=_cards(node, pair),
                    paired=paired,
                    carried=loses == CARRIED,
                    doublings=doublings,
                    action=kinds[best],
                    otherwise=kinds[other],
                    gain=gain,
                )
    yield from _kept_pair(splits, pair, loses)


def _kept_pair(splits: BestSplits, pair: int, loses: int) -> Iterator[AfterSplit]:
    """Yield the pair itself where it is not split again."""
    if splits.hands_max(pair) == 2 or splits.is_split_again(pair, loses):
        return
    node = hand_graph().node(pair, pair)
    yield AfterSplit(
        pair=pair,
        up=splits.up.up,
        cards=(pair, pair),
        paired=True,
        carried=loses == CARRIED,
        doublings=0,
        action=KIND_OF[int(splits.actions(pair, loses).paired.action[node])],
        otherwise=ActionKind.FREE_SPLIT if splits.is_free(pair) else ActionKind.SPLIT,
        gain=float(splits.gain_of_keeping(pair)),
    )


def _action(actions: HandActions, node: int, doublings: int) -> int:
    return int(actions.doubled_action[doublings - 1, node] if doublings else actions.action[node])


def _differing(actions: HandActions, unsplit: HandActions) -> _Reached:
    (nodes,) = (actions.action != unsplit.action).nonzero()
    differing = {(node, 0) for node in nodes.tolist()}
    levels, nodes = (actions.doubled_action != unsplit.doubled_action).nonzero()
    more = zip(nodes.tolist(), levels.tolist(), strict=True)
    return differing | {(node, level + 1) for node, level in more}


def _reach(up: UpCard, pair: int, actions: HandActions, *, paired: bool) -> _Reached:
    """Return the hands that follow from a card of a pair, by whether the second card paired."""
    graph, live = hand_graph(), up.rules.live_split
    seconds = [pair] if paired else [value for value in range(1, VALUES + 1) if value != pair]
    waiting = [(graph.node(pair, second), 0) for second in seconds]
    reached: _Reached = set()
    while waiting:
        at = waiting.pop()
        if at in reached:
            continue
        reached.add(at)
        node, doublings = at
        for then in _doublings_after(actions, node, doublings, is_live=node in live):
            waiting += [(int(to), then) for to in graph.child[node] if to >= 0]
    return reached


def _doublings_after(
    actions: HandActions, node: int, doublings: int, *, is_live: bool
) -> Iterator[int]:
    """Yield how often a hand may be doubled when it gets its next card; nothing if it gets none.

    A hand whose suits matter may be hit for their sake. A free double ends the hand.
    """
    if doublings:
        if actions.doubled_action[doublings - 1, node] == action_codes.REDOUBLE:
            yield doublings + 1
        return
    action = actions.action[node]
    if action == action_codes.HIT or is_live:
        yield 0
    if action == action_codes.DOUBLE:
        yield 1


def _cards(node: int, pair: int) -> tuple[int, ...]:
    """Return the values of a hand's cards, that of the pair first."""
    held = hand_graph().cards[node].tolist()
    held[pair - 1] -= 1
    rest = (value for value, count in enumerate(held, start=1) for _ in range(count))
    return pair, *rest
