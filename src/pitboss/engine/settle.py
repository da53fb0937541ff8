"""Settle the main wager and insurance."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from pitboss.cards import SUIT_LETTERS, Card, card_suit
from pitboss.engine.events import TIP, Event, HandBusted, WagerSettled
from pitboss.engine.legal import (
    insurance_wager,
    is_charlie,
    is_split_blackjack,
)
from pitboss.engine.lines import NOTHING, Result, in_cents, line, tip_beside
from pitboss.engine.rounds.plan import EVEN_MONEY
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import Setup
from pitboss.engine.values import replace
from pitboss.patterns.bonus21 import bonus_21, wins_super_bonus
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.rulebook.model import BlackjackRules, PayRow
from pitboss.rulebook.pays import Odds, Rounding, format_pay

SUPER_BONUS = "super-bonus"
_MAY_HAVE_BLACKJACK = (1, 10)
"""The values of up cards under which a blackjack may lie."""


def pay_hand(setup: Setup, seat: Seat, hand: Hand, outcome: str, odds: Odds) -> list[Event]:
    """Settle every unit on a winning hand, each paid and rounded by itself, lammers too."""
    staked = hand.stake + hand.free
    net, remainder = in_cents(staked * odds.to, odds.per, setup.rounding)
    lines = _lines(seat, hand, outcome, net, remainder=remainder, pays=_format_pay(odds))
    return lines + _pay_tip(setup, seat, hand, outcome, odds)


_format_pay = lru_cache(maxsize=1024)(format_pay)


def _lines(
    seat: Seat, hand: Hand, outcome: str, net: int, *, remainder: Fraction = NOTHING, pays: str = ""
) -> list[Event]:
    number = hand.number
    stake = hand.stake
    return [
        WagerSettled(
            seat=seat.number,
            hand=number,
            wager=unit,
            stake=stake,
            outcome=outcome,
            net=net,
            remainder=remainder,
            pays=pays,
        )
        for unit in seat.units_on(hand)
    ]


def lose_hand(seat: Seat, hand: Hand, outcome: str) -> list[Event]:
    """Settle every unit on a losing hand; a lammer costs nothing."""
    return _lines(seat, hand, outcome, -hand.stake) + _tip(
        seat, hand, Result(outcome, is_returned=False)
    )


def push_hand(seat: Seat, hand: Hand) -> list[Event]:
    """Settle every unit on a hand that ties."""
    return return_hand(seat, hand, "push")


def return_hand(seat: Seat, hand: Hand, outcome: str) -> list[Event]:
    """Settle every unit on a hand whose stake comes back, and nothing with it."""
    return _lines(seat, hand, outcome, 0) + _tip(seat, hand, Result(outcome))


def _tip(seat: Seat, hand: Hand, result: Result) -> list[Event]:
    """The tip beside a main wager stays on the hand the wager was placed on (ruling C60)."""
    if not hand.tip:
        return []
    return [line(seat, f"{TIP}{hand.wager}", hand.tip, result, Rounding.DOWN, hand.number)]


def _pay_tip(setup: Setup, seat: Seat, hand: Hand, outcome: str, odds: Odds) -> list[Event]:
    """Pay the tip at the player's odds; in Free Bet it shares the free bets (2116(6)(a))."""
    name, beside = tip_beside(seat, hand.wager)
    staked = Fraction(hand.tip)
    shares = setup.blackjack is not None and setup.blackjack.tip_shares_free_bets
    if beside and shares and hand.base and (hand.tip or hand.made_free):
        staked += Fraction(beside * hand.free, hand.base)
    if not staked:
        return []
    won = staked * odds.ratio
    net, remainder = in_cents(won.numerator, won.denominator, setup.rounding)
    assert net, "a tip is a cent or more, a lammer is worth its base, and wins pay 1 to 1 or better"
    return [
        WagerSettled(
            seat=seat.number,
            hand=hand.number,
            wager=name,
            stake=hand.tip,
            outcome=outcome,
            net=net,
            remainder=remainder,
        )
    ]


def pay_blackjack(setup: Setup, seat: Seat, hand: Hand) -> list[Event]:
    """GR3: a blackjack pays 3 to 2."""
    return pay_hand(setup, seat, hand, "blackjack", blackjack_odds(setup, hand.cards))


def blackjack_odds(setup: Setup, cards: tuple[Card, ...]) -> Odds:
    """Return what a blackjack pays: one of the posted suit may pay more."""
    if setup.suited_blackjack_odds is None or not is_suited_blackjack(setup, cards):
        return setup.blackjack_odds
    return setup.suited_blackjack_odds


def is_suited_blackjack(setup: Setup, cards: tuple[Card, ...]) -> bool:
    """Return whether both cards are of one suit, and of that which is posted."""
    suits = {card_suit(card) for card in cards}
    suit = setup.rules.suited_blackjack_in
    return len(suits) == 1 and (suit == "any" or suits == {SUIT_LETTERS.index(suit[0])})


def bust(seat: Seat, hand: Hand) -> list[Event]:
    """A total over 21 loses."""
    return lose_hand(seat, hand, "bust")


def pay_charlie(setup: Setup, seat: Seat, hand: Hand) -> list[Event]:
    """A hand of so many cards wins at once."""
    return pay_hand(setup, seat, hand, f"{len(hand.cards)}-card Charlie", setup.charlie_odds)


def pay_at_once(state: State, seat: Seat, hand: Hand) -> list[Event]:
    """Pay a hand that does not wait for the dealer; none: it waits."""
    if is_split_blackjack(state.setup, hand):
        return pay_blackjack(state.setup, seat, hand)
    if hand.total == TWENTY_ONE and state.setup.rules.twenty_one_wins:
        return pay_twenty_one(state, seat, hand)
    return pay_charlie(state.setup, seat, hand) if is_charlie(state.setup, hand) else []


def bust_in_play(state: State, seat: Seat, hand: Hand) -> list[Event]:
    """Take a bust hand and its bet, unless the bet is what lammers are measured by.

    Where original bets alone are at risk it lies there until the down card is known.

    2116(8)(d), 2119(18): the original hand lies face down with the bet on top until the free split
    hands are settled. 2116(8)(d)(iii): it is collected as soon as the last of them busts as well.
    """
    up = value(state.dealer[0])
    if state.setup.rules.original_bets_only and up in _MAY_HAVE_BLACKJACK:
        return [HandBusted(seat.number, hand.number)]
    waits_for = [
        other
        for other in seat.hands
        if other is not hand and other.made_free and other.status is not Status.SETTLED
    ]
    if hand.number == 1 and waits_for and not state.paid_as_decided:
        return [HandBusted(seat.number, hand.number)]
    original = seat.hand(1)
    last = original.status is Status.BUST and not waits_for
    return bust(seat, hand) + (bust(seat, original) if last else [])


def rescue(seat: Seat, hand: Hand) -> list[Event]:
    """GR7, ruling W15: the last doubled portion comes back, the rest is forfeited."""
    assert 0 < hand.portion < hand.stake, "only a doubled hand is rescued, and it forfeits some"
    lost = _tip(seat, hand, Result("rescued", is_returned=False))
    return _lines(seat, hand, "rescued", hand.portion - hand.stake) + lost


def surrender(seat: Seat, hand: Hand) -> list[Event]:
    """GR9, ruling W27: half comes back, rounded down."""
    lines = _lines(seat, hand, "surrendered", hand.stake // 2 - hand.stake)
    for tip in _tip(seat, hand, Result("surrendered")):
        assert isinstance(tip, WagerSettled)
        lines.append(replace(tip, net=tip.stake // 2 - tip.stake))
    return lines


def given_up(state: State) -> list[Event]:
    """Take half of the hands that waited for the down card: it made no blackjack."""
    return [
        event
        for seat in state.seats
        for hand in seat.hands
        if hand.status is Status.GIVEN_UP
        for event in surrender(seat, hand)
    ]


def pay_twenty_one(state: State, seat: Seat, hand: Hand) -> list[Event]:
    """GR4, GR11: a 21 is paid at once, with its bonus; DP10: the Super Bonus after the round."""
    setup = state.setup
    row = bonus_row(setup, hand)
    if row is None:
        return pay_hand(setup, seat, hand, "21", setup.twenty_one_odds)
    assert isinstance(row.pay, Odds), "Bonus 21s are paid at odds"
    events = pay_hand(setup, seat, hand, row.name, row.pay)
    return [*events, *super_bonus_lines(state, seat, hand)] if state.paid_as_decided else events


def bonus_row(setup: Setup, hand: Hand) -> PayRow | None:
    """Return the Bonus 21 a hand of 21 is paid, if any: void once doubled, in places once split."""
    if hand.doublings or (hand.split and setup.rules.bonus_21 == "not doubled or split"):
        return None
    return setup.bonus_21.get(bonus_21(hand.cards, len(hand.cards)))


def super_bonus(state: State, hand: Hand) -> int:
    """Return the Super Bonus a hand of 21 wins, in cents (GR10, DP4c; rulings W14, W31)."""
    terms = state.setup.configured.game.super_bonus
    three = 3
    if terms is None or hand.split or hand.doublings or len(hand.cards) != three:
        return 0
    wanted = next(w for w in terms.hands if state.setup.rules.decks in w.decks)
    suited = wanted.player == "three suited sevens"
    if not wins_super_bonus(hand.cards, state.dealer[0], suited):
        return 0
    return terms.prize(hand.base)


def super_bonus_lines(state: State, seat: Seat, hand: Hand) -> list[WagerSettled]:
    """Return the line that pays a hand the Super Bonus, if it wins it."""
    prize = super_bonus(state, hand)
    if not prize:
        return []
    number = hand.number
    return [
        WagerSettled(
            seat=seat.number, hand=number, wager=SUPER_BONUS, stake=0, outcome="won", net=prize
        )
    ]


def insurance(state: State) -> list[Event]:
    """DP8: insurance wins against a dealer blackjack, 2 to 1 in every document."""
    setup = state.setup
    won = state.dealer_blackjack
    events: list[Event] = []
    for seat in state.seats:
        for unit in seat.units:
            wager = insurance_wager(unit)
            stake = seat.insured.get(wager)
            if stake:
                net = setup.insurance_odds.pay(stake) if won else -stake
                outcome = "dealer blackjack" if won else "no dealer blackjack"
                hand = seat.hand_number(unit)
                events.append(
                    WagerSettled(
                        seat=seat.number,
                        hand=hand,
                        wager=wager,
                        stake=stake,
                        outcome=outcome,
                        net=net,
                    )
                )
    return events


def against_dealer_blackjack(state: State) -> list[Event]:
    """Settle every hand still open when the dealer has a blackjack."""
    events: list[Event] = []
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status is Status.SETTLED:
                continue
            if state.setup.rules.original_bets_only and not hand.is_blackjack:
                events += _original_bet(seat, hand)
            elif hand.status is Status.BUST:
                events += bust(seat, hand)
            elif not hand.is_blackjack:
                events += lose_hand(seat, hand, "dealer blackjack")
            elif state.setup.rules.blackjack_wins:  # kept to be doubled (ruling W18)
                events += pay_blackjack(state.setup, seat, hand)
            else:
                events += push_hand(seat, hand)
    return events


def _original_bet(seat: Seat, hand: Hand) -> list[Event]:
    """Take the original wager of the first hand; what was added, and later hands, comes back."""
    if hand.number > 1:
        return return_hand(seat, hand, "original bets only")
    lost = min(hand.base, hand.stake)  # a hand that a lammer began has no money to lose
    assert 0 <= lost <= hand.stake
    result = Result("dealer blackjack", is_returned=False)
    return _lines(seat, hand, "dealer blackjack", -lost) + _tip(seat, hand, result)


def against_total(rules: BlackjackRules, own: int, dealer: int) -> int:
    """Return 1 if a hand that stood wins against the dealer's total, 0 if it ties, -1 if not."""
    assert own <= TWENTY_ONE, "a hand over 21 lost when it went over"
    if dealer in rules.totals_pushed:
        return 0
    if dealer > TWENTY_ONE or own > dealer:
        return 1
    return -1 if own < dealer or own in rules.totals_lost else 0


def against_dealer(state: State) -> list[Event]:
    """Settle the hands that stood."""
    dealer = state.dealer_total
    events: list[Event] = []
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status is Status.STOOD:
                result = against_total(state.setup.rules, hand.total, dealer)
                if result > 0:
                    events += pay_hand(state.setup, seat, hand, "win", EVEN_MONEY)
                elif result < 0:
                    events += lose_hand(seat, hand, "lose")
                else:
                    events += push_hand(seat, hand)
        # 2116(8)(d), 2119(18): collected once the free hands are settled.
        for hand in seat.hands:
            if hand.status is Status.BUST:
                events += bust(seat, hand)
    return events
