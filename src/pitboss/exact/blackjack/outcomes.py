"""How a round ends after each choice: why one choice is better than another.

The values of choices are means; a player asks what happens. So the probability of a hand flows
along one choice and then along the best play, to the ends that the results of a game are counted
by. The shares are those of the hand and the up card, as the values are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card
from pitboss.compiled.dealer_graph import BLACKJACK, BUST, OUTCOMES, TWENTY_TWO
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KINDS
from pitboss.engine.actions import ActionKind
from pitboss.exact.blackjack.results import ResultShares, follow, no_mass
from pitboss.exact.blackjack.solver import PAID, UpCard
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.patterns.totals import value

_NAMES: Final = {TWENTY_TWO: "22", BUST: "bust", BLACKJACK: "blackjack"}
_FOLLOWED: Final = frozenset(
    {ActionKind.STAND, ActionKind.HIT, ActionKind.DOUBLE, ActionKind.FREE_DOUBLE}
)
"""The choices whose ends are followed: those of a split depend on each other."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How often a choice wins, pushes and loses, and what it brings."""

    win: float
    push: float
    lose: float
    mean: float
    """In units of the first wager."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How a round ends: the dealer's hands, and each choice followed by the best play."""

    up: Card
    """The dealer's up card."""
    dealer: Mapping[str, float]
    """The dealer's total, "bust" or "blackjack" -> how often."""
    choices: Mapping[ActionKind, Shares]


def hand_outcomes(
    solved: UpCard, up: Card, cards: Iterable[Card], kinds: Iterable[ActionKind]
) -> Outcomes:
    """Follow an unsplit hand that is not doubled through each of some choices."""
    node = hand_graph().node(*map(value, cards))
    dealer = _follow(solved, node, ActionKind.STAND)[0]
    followed = {kind: _follow(solved, node, kind)[1] for kind in kinds if kind in _FOLLOWED}
    return Outcomes(up, dealer, followed)


def _follow(up: UpCard, node: int, kind: ActionKind) -> tuple[Mapping[str, float], Shares]:
    """Return the dealer's hands, and how a hand ends that begins with one choice."""
    best = up.first.actions
    tables = up.rules.first
    chosen = best.action.copy()
    chosen[node] = KINDS[kind]
    mass = no_mass()
    mass[0, node] = 1.0
    ends = ResultShares.empty()
    follow(up, up.left, tables, HandActions(chosen, best.doubled_action), mass, ends)
    dealer: dict[str, float] = {}
    won = pushed = lost = 0.0
    mean = 0.0
    for place in range(OUTCOMES):
        reached = 0.0
        for gain, _, chance in ends.results(place, tables, PAID):
            share = float(chance)
            reached += share
            won += share if gain > 0 else 0.0
            pushed += share if gain == 0 else 0.0
            lost += share if gain < 0 else 0.0
            mean += float(gain) * share
        if reached:
            # 22 is a total of its own only where it pushes.
            is_bust = place == TWENTY_TWO and not up.rules.setup.rules.dealer_22_pushes
            name = "bust" if is_bust else _NAMES.get(place, str(17 + place))
            dealer[name] = dealer.get(name, 0.0) + reached
    return dealer, Shares(win=won, push=pushed, lose=lost, mean=mean)
