"""Plain blackjack, seen by the auditor: what may be done with a hand (reference R5 to R14)."""

from __future__ import annotations

from pitboss.engine.actions import ActionKind
from tests.engine.audit.felt import AuditedHand, AuditedSeat, Felt, best, points

TOTALS = {"any": range(22), "9-11": (9, 10, 11), "10-11": (10, 11)}


def may(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> set[ActionKind]:
    """Return what may be done; nothing: it is not asked."""
    posted = felt.game.options
    cards = hand.cards
    is_over = posted["peek"] and felt.dealer_blackjack  # R5: the round is over
    if is_over or best(cards) >= 21 or hand.doublings or hand.ended:
        return set()
    if is_charlie(felt, hand):  # R18: paid at once
        return set()
    splits = {ActionKind.SPLIT} if may_split(felt, seat, hand) else set()
    if hand.split and cards[0][0] == "A" and not posted["hit_split_aces"]:  # R13
        return {ActionKind.STAND, *splits} if splits else set()
    allowed = {ActionKind.HIT, ActionKind.STAND, *splits}
    if may_double(felt, hand):
        allowed.add(ActionKind.DOUBLE)
    if len(cards) == 2 and not hand.split and posted["surrender"] in {"late", "early"}:  # R14
        allowed.add(ActionKind.SURRENDER)
    return allowed


def is_charlie(felt: Felt, hand: AuditedHand) -> bool:
    """R18: so many cards not over 21, and not doubled."""
    posted = int(felt.game.options.get("charlie", 0))
    return (
        bool(posted) and len(hand.cards) >= posted and best(hand.cards) <= 21 and not hand.doublings
    )


def is_asked_early(felt: Felt, hand: AuditedHand) -> bool:
    """R14: before the dealer looks, against an ace, a ten-value card, or both."""
    up = points(felt.dealer[0])
    asked = {"early": {1, 10, 11}, "early-against-ten": {10}, "early-against-ace": {1, 11}}
    return up in asked.get(str(felt.game.options["surrender"]), ()) and not hand.blackjack


def takes_original_only(felt: Felt) -> bool:
    """R17: a late blackjack takes the first wager of a seat, and nothing that was added."""
    return felt.game.options.get("obo") is True and felt.dealer_blackjack


def may_double(felt: Felt, hand: AuditedHand) -> bool:
    """R8 to R10: a soft hand of 9 to 11 there is not, as one ace of it counts 11."""
    posted = felt.game.options
    two = len(hand.cards) == 2 or posted["double_cards"] == "any"
    after_split = not hand.split or bool(posted["das"])
    return two and after_split and best(hand.cards) in TOTALS[str(posted["double"])]


def may_split(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> bool:
    """R11, R12: two cards of equal value, up to the posted hands; aces once, or as posted."""
    posted = felt.game.options
    cards = hand.cards
    if len(cards) != 2 or points(cards[0]) != points(cards[1]):
        return False
    aces_again = hand.split and cards[0][0] == "A"
    return len(seat.hands) < int(posted["max_hands"]) and (
        not aces_again or bool(posted["resplit_aces"])
    )
