"""The expected value of doubling for any amount: for less, or capped at the table's maximum.

The hand graph has doubles of the whole wager. At the table an amount may be less, which changes
what a rescue gives up. So the engine's own hand is followed card by card: `engine.legal` gives the
legal actions and amounts, `engine.settle` what a rescue gives back.
"""

from __future__ import annotations

from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import make_cards
from pitboss.engine import legal, settle
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import WagerSettled
from pitboss.engine.state import Hand, Seat
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.solver import UpCard
from pitboss.exact.blackjack.split_cases import MeanHands
from pitboss.patterns.totals import TWENTY_ONE, value

_NOBODY = Seat(1, "", {}, ("main",), (), {})
_ONE_OF_EACH = tuple(make_cards((worth,))[0] for worth in range(1, VALUES + 1))
"""A card of each value: suits do not matter for a doubled hand, whose bonuses are void."""


def double_value(up: UpCard | MeanHands, hand: Hand, amount: int) -> Number:
    """Return the expected value of doubling *hand* for *amount* cents, in units of the wager."""
    doubled = replace(hand, stake=hand.stake + amount, portion=amount, doublings=hand.doublings + 1)
    chances = up.chances_after(_node(hand))
    drawn = zip(chances, _ONE_OF_EACH, strict=True)
    return sum(chance * _best(up, doubled.with_card(card)) for chance, card in drawn if chance)


def doubled_values(up: UpCard | MeanHands, hand: Hand) -> dict[ActionKind, Number]:
    """Return the expected value of every choice with a doubled hand, in the same cents."""
    win, loss = up.win[_node(hand)], up.loss[_node(hand)]
    values = {ActionKind.STAND: (hand.stake + hand.free) * win - hand.stake * loss}
    for choice in legal.hand_choices(up.rules.setup, hand, 1):
        if choice.kind is ActionKind.RESCUE:
            values[choice.kind] = _rescue_value(hand)
        elif choice.kind is ActionKind.REDOUBLE:
            assert choice.default is not None, "a redouble has one amount"
            values[choice.kind] = double_value(up, hand, choice.default)
    return values


def _best(up: UpCard | MeanHands, hand: Hand) -> Number:
    """Return the expected value of a doubled hand under optimal play."""
    return -hand.stake if hand.total > TWENTY_ONE else max(doubled_values(up, hand).values())


def _rescue_value(hand: Hand) -> int:
    """GR7, ruling W15: return what is left after a rescue, from the engine."""
    seat = replace(_NOBODY, units=(hand.wager,))
    (line,) = settle.rescue(seat, hand)
    assert isinstance(line, WagerSettled)
    return line.net


def _node(hand: Hand) -> int:
    return hand_graph().node(*map(value, hand.cards))
