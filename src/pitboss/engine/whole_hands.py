"""Wagers on a whole hand: the class of the hand, family by family."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.cards import JOKER, Card
from pitboss.engine.rounds.plan import first_two
from pitboss.engine.state import Seat, State
from pitboss.patterns.busts import bust_cards, bust_up_card, compare_suits, dealer_22, three_eights
from pitboss.patterns.five_card import five_card
from pitboss.patterns.pai_jack import pai_jack
from pitboss.patterns.straights import LAMMERS_MAX, straight_length
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.patterns.wild import bad_beat, wild_cards, wild_hand


def _bust_up_card(state: State, _: Seat) -> int:
    dealer, count = state.dealer, len(state.dealer)
    eights, suits = three_eights(dealer, count), compare_suits(dealer, count)
    return bust_up_card(state.dealer_total, value(dealer[0]), eights, suits)


def _straight(_: State, seat: Seat) -> int:
    """C50, C51: every card but one that busts; a split freezes the first two."""
    hand = seat.hand(1)
    if hand.split:
        return straight_length(first_two(seat), 2)
    return straight_length(hand.cards, len(hand.cards) - (hand.total > TWENTY_ONE))


def _without_joker(state: State, seat: Seat) -> tuple[Card, ...]:
    """2118(13)(f)(i)(E), (F); ruling D5: no card is wild, and the replacement is the joker's."""
    assert state.replacement is not None
    return tuple(state.replacement if card == JOKER else card for card in seat.hands[0].cards)


CLASS_OF: Mapping[str, Callable[[State, Seat], int]] = {
    "dealer-bust-cards": lambda state, _: bust_cards(state.dealer_total, len(state.dealer)),
    "dealer-22": lambda state, _: dealer_22(
        state.dealer_total, compare_suits(state.dealer, len(state.dealer))
    ),
    "dealer-bust-up-card": _bust_up_card,
    "lammers": lambda _, seat: min(seat.lammers, LAMMERS_MAX),
    "straight-length": _straight,
    "five-card-poker": lambda state, seat: five_card(_without_joker(state, seat)),
    "wild-poker": lambda _, seat: wild_hand(seat.hands[0].cards),
    "wild-cards": lambda _, seat: wild_cards(seat.hands[0].cards),
    "bad-beat": lambda state, seat: bad_beat(seat.hands[0].cards, state.dealer),
    "pai-jack": lambda _, seat: pai_jack(seat.hands[0].cards),
}
"""Family -> the class of the completed hand that decides it."""
