"""Blackjack Switch: two hands, whose second cards may change places (2105)."""

from __future__ import annotations

from functools import lru_cache

from pitboss.cards import Card
from pitboss.engine import legal
from pitboss.engine.actions import Question
from pitboss.engine.events import Place
from pitboss.engine.rounds import blackjack
from pitboss.engine.rounds.plan import RoundPlan, Step, Where, wagers_first
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.values import replace


@lru_cache(maxsize=256)
def _two_hands_each(seats: tuple[int, ...], extra: int = 0) -> tuple[Where, ...]:
    one_each = [(Place.HAND, seat, hand) for seat in seats for hand in (1, 2)]
    dealer = (Place.DEALER, 0, 0)
    return (*one_each, dealer, *one_each, dealer, *[(Place.BONUS, 0, 0)] * extra)


def _opens(state: State, seat: Seat) -> Step:
    """C47: a seat is asked to switch first; a natural it keeps is paid then."""
    if not seat.asked_to_switch:
        return Question(seat.number, 1, legal.SWITCH_CHOICES)
    return tuple(blackjack.pay_naturals(state, seat)) or None


def switch_cards(seat: Seat) -> tuple[Hand, ...]:
    """2105(8)(b): the second cards change places, and 21 is then no blackjack."""
    one, two = seat.hands
    changed = []
    for hand, other in ((one, two), (two, one)):
        bare = replace(hand, cards=(), hard=0, has_ace=False, switched=True)
        changed.append(bare.with_card(hand.cards[0]).with_card(other.cards[1]))
    return tuple(changed)


def _four_cards(seat: Seat) -> dict[str, Card]:
    """Super Match looks at both hands, before any play."""
    one = seat.hands[0].cards
    two = seat.hands[1].cards
    return {"first": one[0], "second": one[1], "third": two[0], "fourth": two[1]}


PLAN = RoundPlan(
    phases=blackjack.PHASES,
    decision_events=blackjack.decision_events,
    mains=("main-1", "main-2"),
    deal_order=_two_hands_each,
    first_cards=_four_cards,
    opens=_opens,
    naturals_wait=True,
    settle_order=wagers_first,  # 2105(5)
)
