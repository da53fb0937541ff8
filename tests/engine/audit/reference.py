"""Plain blackjack, seen by the auditor: what may be done with a hand (reference R5 to R26)."""

from __future__ import annotations

from fractions import Fraction

from pitboss.engine.actions import ActionKind
from tests.engine.audit.felt import AuditedHand, AuditedSeat, Felt, best, is_soft, points

LOWEST = {"any": 0, "hard": 0, "8-11": 8, "9-11": 9, "10-11": 10, "11": 11}
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}


def may(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> set[ActionKind]:
    """Return what may be done; nothing: it is not asked."""
    posted = felt.game.options
    cards = hand.cards
    is_over = looked(felt) and felt.dealer_blackjack  # R5: the round is over
    if is_over or best(cards) >= 21 or hand.ended:
        return set()
    if hand.doublings:  # R21
        return {ActionKind.STAND, ActionKind.RESCUE} if posted["surrender_doubled"] else set()
    if is_paid_at_once(felt, hand):  # R18, R25
        return set()
    splits = {ActionKind.SPLIT} if may_split(felt, seat, hand) else set()
    if hand.split and cards[0][0] == "A" and not posted["hit_split_aces"]:  # R13
        if posted["double_split_aces"] == "always" and may_double(felt, hand):  # R19
            splits.add(ActionKind.DOUBLE)
        return {ActionKind.STAND, *splits} if splits else set()
    allowed = {ActionKind.HIT, ActionKind.STAND, *splits}
    if may_double(felt, hand):
        allowed.add(ActionKind.DOUBLE)
    first = len(cards) == 2 and (not hand.split or posted["surrender_after_split"])  # R20
    if first and posted["surrender"] in {"late", "early"}:  # R14
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
    if hand.split and hand.cards[0][0] == "A" and posted["double_split_aces"] == "never":  # R19
        return False
    hard, _, soft = str(posted["double"]).partition("-or-")
    if is_soft(hand.cards):
        return two and after_split and (hard == "any" or bool(soft))
    most = 20 if hard in {"any", "hard"} else 11
    return two and after_split and LOWEST[hard] <= best(hand.cards) <= most


def may_split(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> bool:
    """R11, R12: two cards of equal value, up to the posted hands; aces once, or as posted."""
    posted = felt.game.options
    cards = hand.cards
    if len(cards) != 2 or points(cards[0]) != points(cards[1]):
        return False
    rank = "A" if cards[0][0] == "A" else str(points(cards[0]))
    if rank in str(posted["never_split"]).split(","):  # R22
        return False
    fewer = dict(part.split(":") for part in str(posted["hands_of"]).split(",") if ":" in part)
    if len(seat.hands) >= int(fewer.get(rank, posted["max_hands"])):
        return False
    aces_again = hand.split and cards[0][0] == "A"
    return len(seat.hands) < int(posted["max_hands"]) and (
        not aces_again or bool(posted["resplit_aces"])
    )


def looked(felt: Felt) -> bool:
    """R5, R6: under an ace or a ten-value card, or under one of them alone."""
    under = {True: {1, 10, 11}, "ace": {1, 11}, "ten": {10}}
    return points(felt.dealer[0]) in under.get(felt.game.options["peek"], set())


def loses_the_rest(felt: Felt, hand: AuditedHand) -> bool:
    """R14: the dealer had not looked when half of the wager was given up late."""
    late = felt.game.options["surrender"] == "late"
    return late and felt.dealer_blackjack and hand.ended == ActionKind.SURRENDER


def posted_outcome(felt: Felt, hand: AuditedHand) -> str:
    """Say how a hand ends by a posted rule; nothing where it ends as everywhere."""
    if loses_the_rest(felt, hand):
        return "lost"
    if hand.ended == ActionKind.RESCUE:
        return "rescued"
    if is_charlie(felt, hand):
        return "charlie"
    return "blackjack" if is_split_blackjack(felt, hand) else ""


def posted_net(felt: Felt, hand: AuditedHand, ended: str) -> int:
    """R18: a Charlie pays; R21: the doubled part comes back, and the rest is lost."""
    if ended == "charlie":
        return felt.cents(hand.stake * charlie_pays(felt))
    return hand.portions[-1] - hand.stake


def is_split_blackjack(felt: Felt, hand: AuditedHand) -> bool:
    """R25: an ace and a ten-value card after a split."""
    natural = hand.split and len(hand.cards) == 2 and best(hand.cards) == 21
    return natural and felt.game.options["split_blackjack"] is True


def is_paid_at_once(felt: Felt, hand: AuditedHand) -> bool:
    return is_charlie(felt, hand) or is_split_blackjack(felt, hand)


def charlie_pays(felt: Felt) -> Fraction:
    """R18."""
    to, per = str(felt.game.options["charlie_pays"]).split(":")
    return Fraction(int(to), int(per))


def blackjack_pays(felt: Felt, hand: AuditedHand) -> Fraction:
    """R2, R26: more for one suit."""
    posted = felt.game.options
    text = str(posted["blackjack"])
    suits = {card[1] for card in hand.cards}
    wanted = SUITS.get(str(posted["suited_blackjack_in"]))
    if posted["suited_blackjack"] != "same" and len(suits) == 1 and wanted in {None, *suits}:
        text = str(posted["suited_blackjack"])
    to, per = text.split(":")
    return Fraction(int(to), int(per))


def against(felt: Felt, total: int, dealer: int) -> str:
    """R15, R23, R24: who wins between a total that stood and the dealer's."""
    posted = felt.game.options
    if total > 21:
        return "lost"
    if dealer in listed(str(posted["dealer_pushes"])) or (dealer == 22 and posted["push_22"]):
        return "push"
    if total == dealer:
        return "lost" if total in listed(str(posted["ties_lost"])) else "push"
    return "won" if dealer > 21 or total > dealer else "lost"


def listed(text: str) -> set[int]:
    if text == "none":
        return set()
    low, _, high = text.partition("-")
    return {*range(int(low), int(high or low) + 1)}
