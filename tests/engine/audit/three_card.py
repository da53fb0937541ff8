"""An auditor of 3 Card 21: plays a finished record again from the words of 30-2111 alone.

Cards are two-letter texts and pays are those printed. Whatever the record decides must be among
what the player rules allow at that point, and no card or decision may be left at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

TIP = "tip:"
BONUS = "3-card-bonus"
ORDER = "A23456789TJQK"
ROWS = ("diamonds", "royal", "straight flush", "three", "straight", "flush", "pair", "21")
PRINTED = {
    "1": "- 50 15 5 2 3/2 1 1",
    "2": "100 50 15 5 2 3/2 1 1",
    "3": "100 25 15 5 2 3/2 1 1",
    "4": "100 40 12 5 2 3/2 1 1",
    "5": "250 50 10 5 2 3/2 1 1",
}
"""Pay table -> what `ROWS` pay to 1."""
DEFAULTS = {"soft17": "hit", "double_for_less": True, "rounding": "down"}


def total(cards: list[str]) -> int:
    low = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def with_ace_as_11(cards: list[str]) -> int:
    """Return the total with exactly one ace counted 11, where there is one (ruling T4)."""
    low = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in cards)
    return low + 10 if any(card[0] == "A" for card in cards) else low


def contains_pair(cards: list[str]) -> bool:
    return len({card[0] for card in cards}) < len(cards)


def bonus_lines(cards: list[str]) -> set[str]:
    """Return which of the printed lines are true of three cards."""
    ranks = sorted(ORDER.index(card[0]) for card in cards)
    low = ranks[0]
    ace_high = ranks == [0, 11, 12]
    suited = len({card[1] for card in cards}) == 1
    straight = ace_high or ranks == [low, low + 1, low + 2]
    true = {
        "diamonds": ace_high and suited and cards[0][1] == "d",
        "royal": ace_high and suited,
        "straight flush": straight and suited,
        "three": len(set(ranks)) == 1,
        "straight": straight,
        "flush": suited,
        "pair": len(set(ranks)) < 3,
        "21": total(cards) == 21,
    }
    return {line for line, is_true in true.items() if is_true}


def bonus_pay(table: str, cards: list[str]) -> Fraction | None:
    """Return what the bonus pays to 1, the highest only; None where it loses."""
    printed = zip(ROWS, PRINTED[table].split(), strict=True)
    pays = {line: Fraction(pay) for line, pay in printed if pay != "-"}
    return max((pays[line] for line in bonus_lines(cards) if line in pays), default=None)


def first_choices(cards: list[str]) -> set[str]:
    """Return what a player may do with three cards; nothing where there is nothing to ask."""
    pair = contains_pair(cards)
    ace = any(card[0] == "A" for card in cards)
    if total(cards) == 21:
        return {"stand", "split"} if pair or ace else set()
    if total(cards) > 21:
        return {"surrender", "split"}
    choices = {"hit", "stand", "double"} | ({"split"} if pair else set())
    return choices | ({"split", "surrender"} if with_ace_as_11(cards) > 21 else set())


def later_choices(cards: list[str], *, split: bool) -> set[str]:
    """Return what may be done with a hand after a split, or once it was hit; no pair is split."""
    if total(cards) >= 21 or (split and cards[0][0] == "A"):
        return set()
    return {"hit", "stand"} | ({"double"} if split and len(cards) == 2 else set())


@dataclass
class AuditedHand:
    """One hand and what lies on it."""

    number: int
    cards: list[str]
    stake: int
    split: bool = False
    stands: bool = False


@dataclass
class AuditedSeat:
    """One seat's money, hands and results."""

    number: int
    main: int
    bonus: int
    tips: Mapping[str, int]
    hands: list[AuditedHand] = field(default_factory=list)
    given_up: bool = False
    """Its 21 will be split."""
    paid: bool = False
    insured: int = 0
    gains: Counter[str] = field(default_factory=Counter)
    """Wager -> what it gained, in cents; tips as "tip:" wagers."""

    @property
    def net(self) -> int:
        return sum(gain for wager, gain in self.gains.items() if not wager.startswith(TIP))

    @property
    def tip_net(self) -> int:
        return sum(gain for wager, gain in self.gains.items() if wager.startswith(TIP))


class Auditor:
    """One finished record, dealt again card by card."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options = DEFAULTS | record.get("options", {})
        self.table = record["tables"][BONUS]
        self.cards: Iterator[str] = iter(record["cards"].split())
        self.decisions = iter(record["decisions"])
        self.seats = [self.seat(given) for given in sorted(record["seats"], key=seat_number)]
        self.dealer: list[str] = []
        self.play()
        assert next(self.cards, None) is None, "a card is left over"
        assert next(self.decisions, None) is None, "a decision is left over"

    @staticmethod
    def seat(given: Mapping[str, Any]) -> AuditedSeat:
        wagers = given["wagers"]
        assert wagers["main"] == wagers[BONUS]
        return AuditedSeat(given["seat"], wagers["main"], wagers[BONUS], given.get("tips", {}))

    def cents(self, exact: Fraction) -> int:
        return ceil(exact) if self.options["rounding"] == "up" else floor(exact)

    def decision(self, seat: int, hand: int, allowed: set[str]) -> Mapping[str, Any]:
        given: Mapping[str, Any] = next(self.decisions)
        assert (given["seat"], given.get("hand", 1)) == (seat, hand), given
        assert given["action"] in allowed, (given, allowed)
        return given

    def play(self) -> None:
        self.deal()
        for seat in self.seats:
            self.settle_bonus(seat)
        for seat in self.seats:
            self.first_21(seat)
        if self.dealer[0][0] == "A":
            for seat in self.seats:
                self.insure(seat)
        if total(self.dealer) == 21:
            for seat in self.seats:
                self.dealer_blackjack(seat)
            return
        for seat in self.seats:
            seat.gains["insurance"] -= seat.insured
            self.play_seat(seat)
        stood = [(seat, hand) for seat in self.seats for hand in seat.hands if hand.stands]
        while stood and self.dealer_hits():
            self.dealer.append(next(self.cards))
        dealer = total(self.dealer)
        for seat, hand in stood:
            mine = total(hand.cards)
            won = dealer > 21 or mine > dealer
            settled(seat, hand, won - (not won and mine < dealer))

    def deal(self) -> None:
        hands: dict[int, list[str]] = {seat.number: [] for seat in self.seats}
        for part in range(3):
            for seat in self.seats:
                hands[seat.number].append(next(self.cards))
            if part < 2:
                self.dealer.append(next(self.cards))
        for seat in self.seats:
            seat.hands = [AuditedHand(1, hands[seat.number], seat.main)]

    def settle_bonus(self, seat: AuditedSeat) -> None:
        pay = bonus_pay(self.table, seat.hands[0].cards)
        tip = seat.tips.get(BONUS, 0)
        for wager, stake in ((BONUS, seat.bonus), (TIP + BONUS, tip)):
            seat.gains[wager] += -stake if pay is None else self.cents(pay * stake)

    def first_21(self, seat: AuditedSeat) -> None:
        (hand,) = seat.hands
        if total(hand.cards) != 21:
            return
        allowed = first_choices(hand.cards)
        if allowed and self.decision(seat.number, 1, allowed)["action"] == "split":
            seat.given_up = True
        else:
            seat.paid = True
            settled(seat, hand, 1)

    def insure(self, seat: AuditedSeat) -> None:
        half = seat.main // 2
        if seat.paid or not half:
            return
        given = self.decision(seat.number, 1, {"insure", "decline"})
        if given["action"] == "insure":
            assert 1 <= given["amount"] <= half
            seat.insured = given["amount"]

    def dealer_blackjack(self, seat: AuditedSeat) -> None:
        seat.gains["insurance"] += 2 * seat.insured
        if not seat.paid:
            settled(seat, seat.hands[0], -1)

    def play_seat(self, seat: AuditedSeat) -> None:
        if seat.paid:
            return
        (hand,) = seat.hands
        if seat.given_up:
            self.split(seat)
            return
        given = self.decision(seat.number, 1, first_choices(hand.cards))
        match given["action"]:
            case "split":
                self.split(seat)
            case "surrender":
                tip = seat.tips.get("main", 0)
                seat.gains["main"] -= seat.main - seat.main // 2
                seat.gains[TIP + "main"] -= tip - tip // 2
            case _:
                self.play_hand(seat, hand, given)

    def split(self, seat: AuditedSeat) -> None:
        cards = seat.hands[0].cards
        seat.hands = [
            AuditedHand(number, [card], seat.main, split=True)
            for number, card in enumerate(cards, start=1)
        ]
        for hand in seat.hands:
            hand.cards.append(next(self.cards))
            if hand.cards[0][0] == "A" and total(hand.cards) < 21:
                hand.stands = True
            else:
                self.play_hand(seat, hand, None)

    def play_hand(
        self, seat: AuditedSeat, hand: AuditedHand, given: Mapping[str, Any] | None
    ) -> None:
        """Play one hand to its end; its first decision may have been read already."""
        while total(hand.cards) < 21:
            if given is None:
                allowed = later_choices(hand.cards, split=hand.split)
                given = self.decision(seat.number, hand.number, allowed)
            action = given["action"]
            amount = given.get("amount", hand.stake)
            given = None
            if action == "stand":
                hand.stands = True
                return
            hand.cards.append(next(self.cards))
            if action == "double":
                assert amount == hand.stake or self.options["double_for_less"]
                assert 1 <= amount <= hand.stake
                hand.stake += amount
                hand.stands = total(hand.cards) < 21
                break
        if total(hand.cards) >= 21:
            settled(seat, hand, 1 if total(hand.cards) == 21 else -1)

    def dealer_hits(self) -> bool:
        low = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in self.dealer)
        soft_17 = low == 7 and total(self.dealer) == 17
        return total(self.dealer) < 17 or (soft_17 and self.options["soft17"] == "hit")


def seat_number(given: Mapping[str, Any]) -> int:
    return int(given["seat"])


def settled(seat: AuditedSeat, hand: AuditedHand, sign: int) -> None:
    """A hand wins, ties or loses its stake; the tip is on hand 1 and as it was placed."""
    seat.gains["main"] += sign * hand.stake
    if hand.number == 1:
        seat.gains[TIP + "main"] += sign * seat.tips.get("main", 0)


def gains(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what it gained, in cents; tips as "tip:" wagers."""
    seats = Auditor(record).seats
    return {(seat.number, wager): gain for seat in seats for wager, gain in seat.gains.items()}


def settle(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what it gained, in cents."""
    return {seat.number: seat.net for seat in Auditor(record).seats}


def tips(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what its tips gained the dealer, in cents."""
    return {seat.number: seat.tip_net for seat in Auditor(record).seats}
