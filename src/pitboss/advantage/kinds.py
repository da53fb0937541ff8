"""The table of kinds for counting: the charted hands and the chart of each kind of round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.cards.unseen import Unseen
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.any_shoe import solve_shoe
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.charts.derive import HandsPlayed
from pitboss.exact.charts.model import Chart
from pitboss.exact.switch.charts import hands_played
from pitboss.exact.switch.solution import switch_solution
from pitboss.exact.switch.solver import solve_switch
from pitboss.rulebook.model import RoundKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedKind:
    """One kind of round, as a counter sees it."""

    hands: Callable[[Setup, Unseen | None], HandsPlayed] | None = None
    """The hands that are played against an up card by a chart, with any cards left or, without
    them, a full shoe; None if there are none."""
    chart: Callable[[Setup], Chart] | None = None
    """That chart."""


def _blackjack(setup: Setup, unseen: Unseen | None) -> HandsPlayed:
    return solve(setup) if unseen is None else solve_shoe(setup, unseen)


def _switch_hands(setup: Setup, unseen: Unseen | None) -> HandsPlayed:
    if unseen is None:
        return hands_played(switch_solution(setup).game)
    return hands_played(solve_switch(setup, shoe=CardsLeft.from_unseen(unseen).by_value))


KINDS: Mapping[RoundKind, CountedKind] = {
    RoundKind.BLACKJACK: CountedKind(hands=_blackjack, chart=lambda setup: solve(setup).chart),
    RoundKind.SWITCH: CountedKind(
        hands=_switch_hands, chart=lambda setup: switch_solution(setup).chart
    ),
    RoundKind.THREE_CARD_21: CountedKind(),
    RoundKind.ANTE_UP: CountedKind(),
    RoundKind.HOLDEM: CountedKind(),
    RoundKind.PAI_JACK: CountedKind(),
    RoundKind.WILD_POKER: CountedKind(),
}


def chart_hands(setup: Setup, unseen: Unseen | None = None) -> HandsPlayed | None:
    """Return the hands of a table that are played by a chart; None if there are none.

    They are those of the best play with the *unseen* cards left; without them, of a full shoe.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> chart_hands(prepare(House(game="co/pai-jack"))) is None
    True
    """
    hands = KINDS[setup.round].hands
    return None if hands is None else hands(setup, unseen)


def chart_of_hands(setup: Setup) -> Chart | None:
    """Return the chart of a table's hands against an up card; None if there is none.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> chart_of_hands(prepare(House(game="co/ante-up-21"))) is None
    True
    """
    chart = KINDS[setup.round].chart
    return None if chart is None else chart(setup)
