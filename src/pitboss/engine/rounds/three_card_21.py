"""3 Card 21: blackjack with three cards each, which may be over 21 already (2111)."""

from __future__ import annotations

from functools import lru_cache

from pitboss.cards import Card
from pitboss.engine import legal, settle
from pitboss.engine.actions import Choice, Question
from pitboss.engine.events import Phase, Place
from pitboss.engine.rounds import blackjack
from pitboss.engine.rounds.plan import ENDED, RoundPlan, Step, Where, find_kind_rules, first_two
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import Setup
from pitboss.engine.values import replace
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.rulebook.model import Game, ThreeCardRules
from pitboss.rulebook.pays import Odds, parse_ratio

_CARDS = 3
_ACE_AS_ELEVEN = 10


@lru_cache(maxsize=256)
def _three_each(seats: tuple[int, ...], _extra: int = 0) -> tuple[Where, ...]:
    """2111(3): the third card comes after the dealer's second."""
    one_each = [(Place.HAND, seat, 1) for seat in seats]
    dealer = (Place.DEALER, 0, 0)
    return (*one_each, dealer, *one_each, dealer, *one_each)


def _first_21s(state: State) -> Step:
    """2111(6); ruling T1: a three-card 21 is paid, unless its player may and does split it."""
    for seat in state.seats:
        for hand in seat.hands:
            is_open = hand.status == Status.PLAYING and not hand.split_due
            if is_open and hand.total == TWENTY_ONE:
                choices = legal.hand_choices(state.setup, hand, 1)
                if choices:
                    return Question(seat.number, hand.number, choices)
                return tuple(settle.pay_twenty_one(state, seat, hand))
    return ENDED[Phase.FIRST_21S]


def _twenty_one_odds(game: Game) -> Odds:
    return parse_ratio(find_kind_rules(game, ThreeCardRules).three_card_21_pays)


def _choices(setup: Setup, hand: Hand) -> tuple[Choice, ...] | None:
    """2111, player rules (1) to (4): three cards that may be over 21 already.

    An ace may be counted as 11 to put the hand over 21 (player rule (4); ruling T4). A 21 asks only
    where it holds a pair or an ace (ruling T1).
    """
    if hand.split or len(hand.cards) != _CARDS:
        return None
    total = hand.total
    is_pair = len({value(card) for card in hand.cards}) < _CARDS
    over_with_ace = hand.has_ace and hand.hard + _ACE_AS_ELEVEN > TWENTY_ONE
    if total == TWENTY_ONE:
        return (legal.STAND, legal.SPLIT) if is_pair or hand.has_ace else ()
    if total > TWENTY_ONE:
        return legal.SURRENDER, legal.SPLIT
    choices = [legal.HIT, legal.STAND, legal.double(setup, hand)]
    if is_pair or over_with_ace:
        choices.append(legal.SPLIT)
    if over_with_ace:
        choices.append(legal.SURRENDER)
    return tuple(choices)


def split(hand: Hand) -> tuple[Hand, ...]:
    """2111, player rules (2)(a), (3)(b); ruling T2: a hand for each card, as they were dealt.

    A 21 is split once the peek is done (T3).
    """
    if hand.split_waits:
        return (replace(hand, split_due=True),)
    bare = replace(hand, cards=(), hard=0, has_ace=False, split=True, split_due=False)
    return tuple(
        replace(bare, number=hand.number + place, tip=0 if place else hand.tip).with_card(card)
        for place, card in enumerate(hand.cards)
    )


def _may_insure(seat: Seat) -> bool:
    """Ruling T3: no insurance after a 21 that has been paid."""
    return any(hand.status != Status.SETTLED for hand in seat.hands)


def _three_cards(seat: Seat) -> dict[str, Card]:
    """2111(4): the player's own third card is where other games look at the up card."""
    first, second = first_two(seat)
    return {"first": first, "second": second, "up": seat.hand(1).cards[2]}


PLAN = RoundPlan(
    phases=blackjack.phases_before(Phase.INSURANCE, {Phase.FIRST_21S: _first_21s}),
    decision_events=blackjack.decision_events,
    deal_order=_three_each,
    first_cards=_three_cards,
    twenty_one_odds=_twenty_one_odds,
    choices=_choices,
    splits_again=False,  # 2111, player rules (2)(a), (3)(b)
    may_insure=_may_insure,
)
