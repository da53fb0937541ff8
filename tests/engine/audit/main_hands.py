"""The main wagers, what rides with them, insurance, and the tips beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.actions import ActionKind
from tests.engine.audit import reference, spanish
from tests.engine.audit.felt import TIP, AuditedHand, AuditedSeat, Felt, best
from tests.engine.audit.line import Line


def main_lines(felt: Felt) -> Iterator[Line]:
    for number, seat in felt.seats.items():
        for hand in seat.hands:
            if not hand.base:
                continue  # side wagers alone
            net = spanish.hand_net(felt, hand) if felt.terms.spanish else hand_net(felt, hand)
            for unit in units(seat, hand):
                yield Line(number, hand.number, unit, hand.stake, net)
            yield from tip_lines(felt, seat, hand)


def units(seat: AuditedSeat, hand: AuditedHand) -> list[str]:
    """Each Bet Bigger unit is settled by itself; a hand of Switch rides on its own wager (C48)."""
    return [w for w in seat.wagers if w == hand.wager or w.startswith("bet-bigger-")]


def outcome(felt: Felt, hand: AuditedHand) -> str:
    """C0: how a Colorado hand ends."""
    if felt.terms.reference and (posted := reference.posted_outcome(felt, hand)):
        return posted
    if hand.ended == ActionKind.SURRENDER:
        return "surrendered"
    if felt.dealer_blackjack:
        return "push" if hand.blackjack else "lost"
    if hand.blackjack:  # C13, C25: against a 22 too
        return "blackjack"
    compare = reference.against if felt.terms.reference else against
    return compare(felt, best(hand.cards), best(felt.dealer))


def against(felt: Felt, total: int, dealer: int) -> str:
    if total > 21:
        return "lost"
    if total == dealer or (dealer == 22 and felt.terms.pushes_22):
        return "push"
    return "won" if dealer > 21 or total > dealer else "lost"


def blackjack_pays(felt: Felt, hand: AuditedHand) -> Fraction:
    if felt.terms.reference:
        return reference.blackjack_pays(felt, hand)
    if felt.terms.blackjack is not None:
        return felt.terms.blackjack
    to, per = str(felt.game.options["blackjack"]).split(":")  # 2116(7)(i)
    return Fraction(int(to), int(per))


def hand_net(felt: Felt, hand: AuditedHand) -> int:
    """C43: lammers are paid like money when the hand wins, and cost nothing."""
    ended = outcome(felt, hand)
    if ended in {"charlie", "rescued"}:
        return reference.posted_net(felt, hand, ended)
    match ended:
        case "surrendered":
            return hand.stake // 2 - hand.stake
        case "blackjack":
            return felt.cents(hand.stake * blackjack_pays(felt, hand))
        case "won":
            return hand.stake + hand.lammers * hand.base
        case "push":
            return 0
        case _:
            original = felt.terms.reference and reference.takes_original_only(felt)
            lost = hand.base if hand.number == 1 else 0
            return -(lost if original else hand.stake)


def tip_lines(felt: Felt, seat: AuditedSeat, hand: AuditedHand) -> Iterator[Line]:
    """C60: a tip stays on the first hand of its wager; Free Bet's shares the free bets.

    2105(3): what is added for the dealer lies beside the player's own addition.
    """
    wager = f"{TIP}{hand.wager}"
    is_first = hand.number == felt.terms.mains.index(hand.wager) + 1
    placed = seat.wagers.get(wager, 0)
    tip = hand.added_tip + (placed if is_first or not hand.added_tip else 0)
    own = is_first or hand.added_tip > 0
    shared = hand.lammers if felt.terms.tip_shares_free_bets and (own or hand.made_free) else 0
    ended = outcome(felt, hand) if tip else ""
    if tip and own:
        nets = {
            "surrendered": tip // 2 - tip,
            "blackjack": felt.cents(tip * blackjack_pays(felt, hand)),
            "charlie": felt.cents(tip * reference.charlie_pays(felt))
            if felt.terms.reference
            else 0,
            "rescued": -tip,
            "won": tip + shared * tip,
            "push": 0,
            "lost": -tip,
        }
        yield Line(seat.number, hand.number, wager, tip, nets[ended])
    elif tip and shared and ended == "won":
        yield Line(seat.number, hand.number, wager, 0, shared * tip)


def insurance_lines(felt: Felt) -> Iterator[Line]:
    """DP8, C0: two to one against a dealer blackjack; in Switch on each hand (2105(8)(a))."""
    for number, seat in felt.seats.items():
        for wager, amount in seat.insured.items():
            if amount:
                hand = 2 if wager == "insurance-2" else 1
                net = 2 * amount if felt.dealer_blackjack else -amount
                yield Line(number, hand, wager, amount, net)
