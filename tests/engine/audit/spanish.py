"""What only Spanish 21 has: 21s that win at once, Bonus 21s, the Super Bonus and its envy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.actions import ActionKind
from tests.engine.audit.felt import AuditedHand, AuditedSeat, Felt, best
from tests.engine.audit.line import Line

BONUSES = {
    "five-cards": Fraction(3, 2),
    "six-cards": Fraction(2),
    "seven-cards": Fraction(3),
    "mixed": Fraction(3, 2),
    "suited": Fraction(2),
    "spades": Fraction(3),
}


def hand_net(felt: Felt, hand: AuditedHand) -> int:
    points = best(hand.cards)
    dealer = best(felt.dealer)
    if hand.ended in {ActionKind.RESCUE, ActionKind.SURRENDER}:
        rescued = hand.ended == ActionKind.RESCUE
        return (hand.portions[-1] if rescued else hand.stake // 2) - hand.stake
    if hand.blackjack and not hand.doublings:
        return felt.cents(hand.stake * Fraction(3, 2))
    if felt.dealer_blackjack or points > 21:
        return -hand.stake
    if points == 21:
        return felt.cents(hand.stake * bonus_21(felt, hand))
    better = (21 >= dealer > points) - (dealer > 21 or points > dealer)
    return -better * hand.stake


def bonus_21(felt: Felt, hand: AuditedHand) -> Fraction:
    even = Fraction(1)
    if hand.doublings or (hand.split and not felt.terms.split_bonuses):
        return even
    if len(hand.cards) >= 5:
        word = {5: "five-cards", 6: "six-cards"}.get(len(hand.cards), "seven-cards")
        return BONUSES[word]
    ranks = "".join(sorted(card[0] for card in hand.cards))
    if ranks not in {"678", "777"}:
        return even
    suits = {card[1] for card in hand.cards}
    if len(suits) > 1:
        two_decks = felt.terms.super_bonus and felt.game.options["decks"] == 2
        return Fraction(2) if two_decks and ranks == "777" else BONUSES["mixed"]
    return BONUSES["spades" if suits == {"s"} else "suited"]


def super_bonus(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> int:
    if not felt.terms.super_bonus or hand.split or hand.doublings:
        return 0
    cards = sorted(hand.cards)
    if felt.game.options["decks"] == 2:
        won = cards == ["7c", "7d", "7h"] and felt.dealer[0] == "7s"
    else:
        won = cards == [f"7{cards[0][1]}"] * 3 and felt.dealer[0][0] == "7"
    wager = seat.wagers["main"]
    return 0 if not won or wager < 500 else 500_000 if wager >= 2500 else 100_000


def super_bonus_lines(felt: Felt) -> Iterator[Line]:
    """Each Super Bonus; $50 of envy for each of somebody else, on a player's lowest seat."""
    winners = []
    for number, seat in felt.seats.items():
        for hand in seat.hands:
            prize = super_bonus(felt, seat, hand)
            if prize:
                winners.append(seat.player)
                yield Line(number, hand.number, "super-bonus", 0, prize)
    for player in {seat.player for seat in felt.seats.values()}:
        won = sum(other != player for other in winners)
        lowest = min(number for number, seat in felt.seats.items() if seat.player == player)
        if won:
            yield Line(lowest, 1, "envy", 0, 5000 * won)
