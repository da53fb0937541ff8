"""The course of a Colorado round, seen by the auditor: who was asked what, and in which order.

The Spanish games have a second driver of their own among the perft tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.actions import ActionKind
from tests.engine.audit import reference
from tests.engine.audit.dealer import is_live
from tests.engine.audit.felt import AuditedHand, AuditedSeat, Felt, best, points

HANDS_MAX = 4


def may(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> set[ActionKind]:
    """C0, C35 to C37, C42, C88, C90: what may be done with a hand; nothing: it is not asked."""
    if felt.terms.reference:
        return reference.may(felt, seat, hand)
    cards = hand.cards
    if best(cards) >= 21 or hand.doublings or hand.ended:
        return set()
    two = len(cards) == 2
    splits = _splits(felt, seat, hand)
    if hand.split and cards[0][0] == "A":
        return {ActionKind.STAND, *splits} if splits else set()
    allowed = {ActionKind.HIT, ActionKind.STAND, *splits}
    if two:
        allowed.add(ActionKind.DOUBLE)
        hard = not any(card[0] == "A" for card in cards)
        if felt.terms.free_bets and hard and 9 <= best(cards) <= 11:
            allowed.add(ActionKind.FREE_DOUBLE)
    if two and not hand.split and felt.game.options["surrender"]:
        allowed.add(ActionKind.SURRENDER)
    return allowed


def _splits(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> set[ActionKind]:
    """Two cards of equal value, up to four hands of one wager (C49)."""
    cards = hand.cards
    hands = sum(other.wager == hand.wager for other in seat.hands)
    if len(cards) != 2 or points(cards[0]) != points(cards[1]) or hands >= HANDS_MAX:
        return set()
    again = felt.terms.free_bets or felt.game.options["resplit_aces"]  # C37, C90
    if hand.split and cards[0][0] == "A" and not again:
        return set()
    free = felt.terms.free_bets and points(cards[0]) != 10
    return {ActionKind.SPLIT, *({ActionKind.FREE_SPLIT} if free else set())}


class Watcher:
    """Writes down every decision that was taken and might not be."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(
        self, felt: Felt, seat: AuditedSeat, hand: AuditedHand, action: ActionKind
    ) -> None:
        if not felt.terms.spanish and action not in may(felt, seat, hand):
            self.found.append(f"seat {seat.number} hand {hand.number}: {action} on {hand.cards}")


def mistakes(felt: Felt) -> Iterator[str]:
    """Say everything that went otherwise than the rules have it, in a finished Colorado round."""
    if felt.terms.spanish:
        return
    if felt.order[: len(deal_order(felt))] != deal_order(felt):
        yield "the cards were dealt in another order"
    if felt.turns != sorted(felt.turns):
        yield "the hands were played in another order"
    for seat in felt.seats.values():
        if seat.answers != questions(felt, seat):
            yield f"seat {seat.number} was asked {seat.answers}, not {questions(felt, seat)}"
        for hand in seat.hands:
            if hand.base and not felt.dealer_blackjack and may(felt, seat, hand):
                yield f"seat {seat.number} hand {hand.number} was not played out"


def deal_order(felt: Felt) -> list[tuple[int, int]]:
    """One card to each hand of each seat, the up card, a second to each, the hole card."""
    hands = range(1, len(felt.terms.mains) + 1)
    once = [*((seat, hand) for seat in sorted(felt.seats) for hand in hands), (0, 0)]
    return [*once, *once]


def questions(felt: Felt, seat: AuditedSeat) -> list[str]:
    """What a seat is asked beside its hands, in order."""
    names_asked: list[str] = []
    spots = felt.game.spots
    if not seat.plays:  # C62, C97; C73: Bust Bonus alone, where no blackjack wager is required
        alone = felt.game.options.get("require_main") is False and not felt.dealer_blackjack
        return [str(felt.terms.early)] if alone and felt.terms.early in spots else []
    down = felt.game.options.get("cards_dealt") == "face down"
    if down and {"21-plus-3", "21-plus-3-xtreme"} & seat.wagers.keys():
        names_asked.append("expose")  # 2107 Winner(2)
    if felt.dealer[0][0] == "A":
        # C33: also with a blackjack; nothing to ask where half is less than a cent.
        names = ["insurance"] if len(felt.terms.mains) == 1 else ["insurance-1", "insurance-2"]
        wagers = [seat.wagers[main] for main in felt.terms.mains]
        names_asked += [name for name, wager in zip(names, wagers, strict=True) if wager >= 2]
    if felt.terms.reference and reference.is_asked_early(felt, seat.hand(1)):
        names_asked.append("surrender")
    if felt.dealer_blackjack:
        return names_asked  # C86
    if felt.terms.early in spots:
        names_asked.append(str(felt.terms.early))
    if len(felt.terms.mains) > 1:
        names_asked.append("switch")  # C47
    live = any(is_live(felt, hand) for hand in seat.hands)
    if felt.terms.late in spots and live:
        names_asked.append(str(felt.terms.late))
    return names_asked
