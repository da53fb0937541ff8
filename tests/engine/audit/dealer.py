"""The dealer's play, and the wagers on how it ends."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engine.audit import reference
from tests.engine.audit.felt import AuditedHand, AuditedSeat, Felt, best, is_soft, points
from tests.engine.audit.pays import Printed, first_of


def drew_right(felt: Felt) -> bool:
    """GR5, W28, C0: no card for nothing, then to 17, or to a hard 17 or a soft 18."""
    dealer = felt.dealer
    if not plays_out(felt):
        return len(dealer) == 2
    drawn = [dealer[:count] for count in range(2, len(dealer))]
    return all(must_draw(felt, cards) for cards in drawn) and not must_draw(felt, dealer)


def must_draw(felt: Felt, cards: list[str]) -> bool:
    soft_17 = best(cards) == 17 and is_soft(cards)
    return best(cards) < 17 or (soft_17 and felt.game.options["soft17"] == "hit")


def plays_out(felt: Felt) -> bool:
    """Whether a hand is live, or a wager still depends on the draw (W28, C44, C85)."""
    if felt.dealer_blackjack:
        return False  # C86: the round is over
    live = any(is_live(felt, hand) for seat in felt.seats.values() for hand in seat.hands)
    return live or _drawn_for(felt)


def is_live(felt: Felt, hand: AuditedHand) -> bool:
    """Whether a hand waits for the dealer: neither bust, paid, surrendered nor rescued."""
    settled = hand.ended is not None and hand.ended.value != "stand"
    total = best(hand.cards)
    if felt.terms.spanish:
        return bool(hand.base) and not settled and total < 21
    if felt.terms.reference and reference.is_paid_at_once(felt, hand):
        return False
    return bool(hand.base) and not settled and total <= 21 and not hand.blackjack


def _drawn_for(felt: Felt) -> bool:
    return any(
        wager in seat.wagers and not is_lost_at_30(felt, seat, wager)
        for seat in felt.seats.values()
        for wager in felt.terms.draws_for
    )


def is_lost_at_30(felt: Felt, seat: AuditedSeat, wager: str) -> bool:
    """2119(21)(a), (25)(a)(v); C45, C46: the first hand decides."""
    return wager in felt.terms.lost_at_30 and best(seat.hand(1).cards) == 30


# What the dealer's hand pays.


def bust_cards(felt: Felt, _: AuditedSeat, __: str, rows: Mapping[str, Printed]) -> list[str]:
    """2105(10), Break Bonus: how many cards the dealer broke with; a 22 breaks too (C12)."""
    count = len(felt.dealer)
    if best(felt.dealer) <= 21:
        return []
    names = ["8-or-more-cards"] if count >= 8 else [f"{count}-cards"]
    return first_of([*names, *(["3-or-4-cards"] if count in {3, 4} else [])], rows)


def dealer_22(felt: Felt, seat: AuditedSeat, wager: str, rows: Mapping[str, Printed]) -> list[str]:
    """2116(3), 2119(23): suited, one colour, or any 22."""
    if best(felt.dealer) != 22 or is_lost_at_30(felt, seat, wager):
        return []
    names = ["other-22"]
    if len({card[1] in "hd" for card in felt.dealer}) == 1:
        names.insert(0, "same-color")
    if is_suited(felt.dealer):
        names.insert(0, "suited")
    return first_of(names, rows)


def bust_up_card(
    felt: Felt, seat: AuditedSeat, wager: str, rows: Mapping[str, Printed]
) -> list[str]:
    """C91: the up card decides the row, three eights go before it."""
    dealer = felt.dealer
    if best(dealer) <= 21 or is_lost_at_30(felt, seat, wager):
        return []
    suited = "suited" if is_suited(dealer) else "off-suit"
    up = "ace" if dealer[0][0] == "A" else str(points(dealer[0]))
    names = [f"{up} {suited}"]
    if [card[0] for card in dealer] == ["8", "8", "8"]:
        names = [f"8-8-8 {suited}", f"8 8-8-8-{suited}", *names]
    return first_of(names, rows)


def is_suited(cards: list[str]) -> bool:
    return len({card[1] for card in cards}) == 1
