"""A second opinion on 21-Hold 'em (30-2104): a finished record settled from the text alone.

Nothing of the table or of its patterns is used. `Blackjack` plays standard blackjack over a record,
as Colorado's combination games have it (30-2102), and keeps what every wager gains; poker follows.
A record that has a card or a decision too many or too few is an error.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from typing import Any

PAYS = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 50,
    "full house": 20,
    "flush": 6,
    "straight": 4,
    "three of a kind": 3,
    "two pairs": 2,
    "pair of 7s or better": 1,
}
"""2104(13)(b), as printed: to 1 on each of PK, 2 and 3."""

HEIGHTS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SPOTS = ("poker", "poker-2", "poker-3")
HANDS_MAX = 4


def gains(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what it gains, in cents; tips as "tip:" wagers."""
    return Holdem(record).gains


def settle(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what it gains, in cents; tips are the dealer's."""
    return Holdem(record).nets()


def tips(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what the tip beside that wager gains."""
    return Holdem(record).tips()


def height(card: str) -> int:
    """Return the rank of a card by number, an ace above the king."""
    return HEIGHTS.get(card[0]) or int(card[:-1])


def total(cards: list[str]) -> tuple[int, bool]:
    """Return the best blackjack total, and whether an ace counts 11 in it."""
    ranks = [height(card) for card in cards]
    hard = sum(1 if rank == 14 else min(rank, 10) for rank in ranks)
    soft = 14 in ranks and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft


def poker_hand(cards: list[str]) -> str | None:
    """Return the row that five cards are paid by, if any."""
    ranks = sorted(map(height, cards))
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[-1] for card in cards}) == 1
    straight = len(counts) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14])
    rows = {
        "royal flush": flush and straight and ranks[0] == 10,
        "straight flush": flush and straight,
        "four of a kind": shape == [4, 1],
        "full house": shape == [3, 2],
        "flush": flush,
        "straight": straight,
        "three of a kind": shape[0] == 3,
        "two pairs": shape == [2, 2, 1],
        "pair of 7s or better": any(counts[rank] == 2 for rank in range(7, 15)),
    }
    return next((row for row, is_it in rows.items() if is_it), None)


def choices(cards: list[str], hands: int, options: Mapping[str, Any], *, split: bool) -> set[str]:
    """Return what may be done with a hand of a seat that has so many (C0, C35, C37, C39).

    Nothing where nothing is asked.
    """
    if total(cards)[0] >= 21:
        return set()
    two = len(cards) == 2
    ace = split and cards[0][0] == "A"
    pair = two and total(cards[:1])[0] == total(cards[1:])[0] and hands < HANDS_MAX
    may_split = {"split"} if pair and (not ace or options.get("resplit_aces") is True) else set()
    if ace:
        return {"stand", "split"} if may_split else set()
    allowed = {"hit", "stand"} | may_split | ({"double"} if two else set())
    surrender = two and not split and options.get("surrender") is True
    return allowed | ({"surrender"} if surrender else set())


class Hand:
    """One blackjack hand of a seat."""

    def __init__(self, number: int, cards: list[str], stake: int, *, split: bool) -> None:
        self.number = number
        self.cards = cards
        self.stake = stake
        self.split = split
        self.done = False

    @property
    def natural(self) -> bool:
        return not self.split and len(self.cards) == 2 and total(self.cards)[0] == 21


class Blackjack(ABC):
    """Standard blackjack over a record, from the deal to the dealer's last card."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options: Mapping[str, Any] = record.get("options", {})
        self.cards = record["cards"].split()
        self.decisions = list(record.get("decisions", ()))
        seats = sorted(record["seats"], key=lambda seat: int(seat["seat"]))
        self.wagers: dict[int, dict[str, int]] = {s["seat"]: dict(s["wagers"]) for s in seats}
        self.tipped: dict[int, dict[str, int]] = {s["seat"]: dict(s.get("tips", {})) for s in seats}
        self.gains: Counter[tuple[int, str]] = Counter()
        self.hands: dict[int, list[Hand]] = {}
        self.dealer: list[str] = []
        self.play()
        assert not self.cards, f"left over: {self.cards}"
        assert not self.decisions, f"left over: {self.decisions}"

    def nets(self) -> dict[int, int]:
        nets = dict.fromkeys(self.wagers, 0)
        for (seat, wager), gain in self.gains.items():
            if not wager.startswith("tip:"):
                nets[seat] += gain
        return nets

    def tips(self) -> dict[tuple[int, str], int]:
        return {
            (seat, wager.removeprefix("tip:")): gain
            for (seat, wager), gain in self.gains.items()
            if wager.startswith("tip:")
        }

    @abstractmethod
    def play(self) -> None:
        """Go through the record from the first card to the last."""

    # What comes next.

    def draw(self) -> str:
        return str(self.cards.pop(0))

    def take_decision(self, seat: int, hand: int = 1) -> Mapping[str, Any]:
        decision: Mapping[str, Any] = self.decisions.pop(0)
        where = (decision["seat"], decision.get("hand", 1))
        assert where == (seat, hand), f"{(seat, hand)} is asked, not {decision}"
        return decision

    def pays(self, stake: int, to: int, per: int = 1) -> int:
        """Return what a stake wins; part of a cent is rounded by the house's option."""
        up = self.options.get("rounding") == "up"
        return -(-stake * to // per) if up else stake * to // per

    def settle(self, seat: int, wager: str, to: int) -> None:
        """Pay a wager of the poker part, and the tip beside it, *to* for 1; -1 is a loss."""
        self.gains[seat, wager] += self.wagers[seat][wager] * to
        if wager in self.tipped[seat]:
            self.gains[seat, f"tip:{wager}"] += self.tipped[seat][wager] * to

    # The round.

    def deal(self) -> None:
        first = {seat: self.draw() for seat in self.wagers}
        self.dealer = [self.draw()]
        for seat, wagers in self.wagers.items():
            cards = [first[seat], self.draw()]
            self.hands[seat] = [Hand(1, cards, wagers["main"], split=False)]
        self.dealer.append(self.draw())

    @property
    def dealer_blackjack(self) -> bool:
        return len(self.dealer) == 2 and total(self.dealer)[0] == 21

    def insurance(self) -> None:
        """C33: every seat is asked; half of a cent cannot be bet."""
        if self.dealer[0][0] != "A":
            return
        for seat, wagers in self.wagers.items():
            if wagers["main"] >= 2:
                decision = self.take_decision(seat)
                if decision["action"] == "insure":
                    amount = decision["amount"]
                    assert 1 <= amount <= wagers["main"] // 2
                    self.gains[seat, "insurance"] += (
                        2 * amount if self.dealer_blackjack else -amount
                    )
                else:
                    assert decision["action"] == "decline"

    def first_cards(self) -> None:
        """After the peek: a dealer blackjack settles every hand, else blackjacks are paid."""
        for seat, hands in self.hands.items():
            (hand,) = hands
            if self.dealer_blackjack:
                self.result(seat, hand, 0 if hand.natural else -1)
            elif hand.natural:
                self.result(seat, hand, 3, per=2)

    def result(self, seat: int, hand: Hand, to: int, per: int = 1) -> None:
        """C60: the tip rides on hand 1 and is never doubled."""
        hand.done = True
        tip = self.tipped[seat].get("main", 0) if hand.number == 1 else 0
        for wager, stake in (("main", hand.stake), ("tip:main", tip)):
            if stake:
                self.gains[seat, wager] += self.pays(stake, to, per)

    def play_hands(self) -> None:
        for seat, hands in self.hands.items():
            place = 0
            while place < len(hands):
                self.play_hand(seat, hands, place)
                place += 1

    def play_hand(self, seat: int, hands: list[Hand], place: int) -> None:
        hand = hands[place]
        while not hand.done:
            if len(hand.cards) == 1:
                hand.cards.append(self.draw())
            if total(hand.cards)[0] > 21:
                self.result(seat, hand, -1)
                return
            allowed = choices(hand.cards, len(hands), self.options, split=hand.split)
            if not allowed or self.answered(seat, hands, place, allowed):
                return

    def answered(self, seat: int, hands: list[Hand], place: int, allowed: set[str]) -> bool:
        """Take a decision; True where the hand takes no other."""
        hand = hands[place]
        decision = self.take_decision(seat, hand.number)
        assert decision["action"] in allowed, (decision, allowed)
        match decision["action"]:
            case "hit":
                hand.cards.append(self.draw())
                return False
            case "stand":
                return True
            case "double":
                amount = decision.get("amount", hand.stake)
                assert 1 <= amount <= hand.stake
                hand.stake += amount
                hand.cards.append(self.draw())
                if total(hand.cards)[0] > 21:
                    self.result(seat, hand, -1)
                return True
            case "split":
                stake = self.wagers[seat]["main"]
                new = Hand(len(hands) + 1, [hand.cards.pop()], stake, split=True)
                hand.split = True
                hands.insert(place + 1, new)
                return False
            case "surrender":
                self.surrendered(seat, hand)
                return True
            case other:
                raise AssertionError(other)

    def surrendered(self, seat: int, hand: Hand) -> None:
        """C39, C60: half comes back, rounded down, of the tip too."""
        hand.done = True
        self.gains[seat, "main"] += hand.stake // 2 - hand.stake
        tip = self.tipped[seat].get("main", 0)
        if tip:
            self.gains[seat, "tip:main"] += tip // 2 - tip

    def live(self) -> bool:
        """Whether anything waits for the dealer's hand."""
        return any(not hand.done for hands in self.hands.values() for hand in hands)

    def play_dealer(self) -> None:
        if not self.live():
            return
        hits_soft_17 = self.options.get("soft17", "hit") == "hit"
        while True:
            points, soft = total(self.dealer)
            if points > 17 or (points == 17 and not (soft and hits_soft_17)):
                return
            self.dealer.append(self.draw())

    def compare(self) -> None:
        dealer = total(self.dealer)[0]
        for seat, hands in self.hands.items():
            for hand in hands:
                if not hand.done:
                    points = total(hand.cards)[0]
                    wins = dealer > 21 or points > dealer
                    self.result(seat, hand, 1 if wins else -1 if points < dealer else 0)


class Holdem(Blackjack):
    """2104: blackjack, then three cards each with the dealer's first two in common."""

    def play(self) -> None:
        whole = list(self.cards)
        self.deal()
        self.insurance()
        self.first_cards()
        self.play_hands()
        self.play_dealer()
        self.compare()
        used = whole[: len(whole) - len(self.cards)]
        assert len(set(used)) == len(used), "the deck holds every card once"
        again = self.dealer[:2] + self.cards
        assert len(set(again)) == len(again), "and so does the reshuffled one"
        self.poker()

    def poker(self) -> None:
        held: dict[int, list[str]] = {seat: [] for seat, w in self.wagers.items() if "poker" in w}
        for spot in (*SPOTS[1:], None):
            for cards in held.values():
                cards.append(self.draw())
            for seat in list(held) if spot else ():
                if not self.goes_on(seat, str(spot)):
                    del held[seat]
        for seat, cards in held.items():
            row = poker_hand(cards + self.dealer[:2])
            for spot in SPOTS:
                self.settle(seat, spot, PAYS[row] if row else -1)

    def goes_on(self, seat: int, spot: str) -> bool:
        decision = self.take_decision(seat)
        stake = self.wagers[seat]["poker"]
        if decision["action"] == "bet":
            assert decision.get("amount", stake) == stake
            self.wagers[seat][spot] = stake
            if decision.get("tip"):
                self.tipped[seat][spot] = decision["tip"]
            return True
        assert decision["action"] == "fold"
        for made in SPOTS:
            if made in self.wagers[seat]:
                self.settle(seat, made, -1)
        return False
