"""Side wagers on how a seat played: Straight Jack's straights, and lammers collected."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engine.audit.felt import AuditedSeat, Felt, best
from tests.engine.audit.first_cards import RANKS, run
from tests.engine.audit.pays import Printed, first_of


def straight(_: Felt, seat: AuditedSeat, __: str, rows: Mapping[str, Printed]) -> list[str]:
    """2109(6) to (8), 2110(8) to (11): two cards in sequence, and what was drawn to them."""
    cards = straight_cards(seat)
    count = len(cards)
    if count < 2:
        return []
    names = [f"{length}-cards" for length in range(count, 1, -1)]  # C26: SJP 4 pays six as five
    if count >= 5:
        names.insert(0, "5-or-6-cards")
    if count == 6 and any(card[0] == "A" for card in cards):
        names.insert(0, "6-cards-spade-ace" if "As" in cards else "6-cards-other-ace")
    return first_of(names, rows)


def straight_cards(seat: AuditedSeat) -> list[str]:
    """The cards of the first hand that make the straight, as long as it is not broken."""
    hand = seat.hand(1)
    cards = list(seat.first)
    if not run(cards):
        return []
    if hand.split:  # C51
        return cards
    # (8): the card that busts does not count. C50: the card of a double does.
    drawn = hand.cards[2:-1] if best(hand.cards) > 21 else hand.cards[2:]
    for card in drawn:
        if not joins(cards, card):
            break
        cards.append(card)
    return cards


def joins(cards: list[str], card: str) -> bool:
    """C98: it stands at either end; C26: an ace joins a 2 or a king, not both ends."""
    ranks = {card[0] for card in cards}
    return card[0] not in ranks and len(cards) < len(RANKS) and run([*cards, card])


def lammers(_: Felt, seat: AuditedSeat, __: str, rows: Mapping[str, Printed]) -> list[str]:
    """2116(4), 2119(24); C89: however the hands ended."""
    return first_of([str(seat.lammers)], rows)
