"""A second opinion: whole rounds played at random by a plain dealer written from the rulings alone.

The dealer below knows no engine, no catalogue and no patterns. It deals from a shuffled shoe, lets
everybody decide at random, works out every net, tip and meter, and writes the record; the replay
must take the record as it is and come to the same cents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.rules.clauses import ruling
from tests.rules.colorado.buffalo import OFF_SUIT, SUITED
from tests.rules.colorado.felt import (
    BUFFALO_2,
    BUFFALO_3,
    GOLDEN,
    STRAIGHT,
    STRAIGHT_PROGRESSIVE,
    TWENTY_ONE_PLUS_3,
    total,
)
from tests.rules.colorado.straights import RANKS, length, on
from tests.rules.table import played

DECKS = {
    TWENTY_ONE_PLUS_3: (2, 4, 5, 6, 7, 8),
    GOLDEN: (2, 6),
    STRAIGHT: tuple(range(1, 9)),
    STRAIGHT_PROGRESSIVE: tuple(range(1, 9)),
    BUFFALO_2: (1, 2, 4, 6),
    BUFFALO_3: (4, 6),
}
TABLES = {
    TWENTY_ONE_PLUS_3: {"21-plus-3": "standard", "21-plus-3-xtreme": "xtreme"},
    GOLDEN: {"golden-21": "2"},
    STRAIGHT: {"straight-jack": "standard"},
    STRAIGHT_PROGRESSIVE: {"straight-jack": "SJP2"},
    BUFFALO_2: {"21-plus-3": "B", "bust-bonus": "bust-bonus"},
    BUFFALO_3: {"21-plus-3": "A", "top-3": "top-3-B", "bust-bonus": "bust-bonus"},
}
SIDE = {
    TWENTY_ONE_PLUS_3: ("21-plus-3", "21-plus-3-xtreme"),
    GOLDEN: ("golden-21",),
    STRAIGHT: ("straight-jack",),
    STRAIGHT_PROGRESSIVE: ("straight-jack",),
    BUFFALO_2: ("21-plus-3",),
    BUFFALO_3: ("21-plus-3", "top-3"),
}


@dataclass
class Hand:
    """One hand: its cards, what lies on it, and what became of it."""

    number: int
    cards: list[str]
    stake: int
    split: bool = False
    doubled: bool = False
    result: int | None = None

    @property
    def total(self) -> int:
        return total(" ".join(self.cards))

    @property
    def blackjack(self) -> bool:
        return len(self.cards) == 2 and not self.split and self.total == 21


@dataclass
class Seat:
    """One seat: its wagers and tips, its hands in the order they are played."""

    number: int
    wagers: dict[str, int]
    tips: dict[str, int]
    hands: list[Hand] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    net: int = 0
    tip_nets: dict[str, int] = field(default_factory=dict)

    @property
    def main(self) -> int:
        return self.wagers["main"]


class Dealer:
    """Plays one round and writes it down."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.random = game, Random(f"{game} {seed}")
        self.options: dict[str, Any] = {
            "decks": self.random.choice(DECKS[game]),
            "surrender": self.random.random() < 0.5,
            "double_for_less": self.random.random() < 0.7,
            "resplit_aces": self.random.random() < 0.5,
        }
        if game != GOLDEN and self.random.random() < 0.5:
            self.options["soft17"] = "stand"
        deck = [rank + suit for rank in RANKS for suit in "shdc"]
        self.shoe = deck * self.options["decks"]
        self.random.shuffle(self.shoe)
        self.cards: list[str] = []
        self.decisions: list[dict[str, Any]] = []
        self.up: list[str] = []
        self.meter = 8000_0000
        numbers = sorted(self.random.sample(range(1, 8), self.random.randint(1, 4)))
        self.seats = [self._seat(number) for number in numbers]

    def _seat(self, number: int) -> Seat:
        wagers = {"main": self.random.choice((1, 999, 1000, self.random.randint(2, 5000)))}
        for wager in SIDE[self.game]:
            needed = wager != "top-3" or "21-plus-3" in wagers
            if needed and self.random.random() < 0.7:
                dollars = self.game in {BUFFALO_2, BUFFALO_3}
                wagers[wager] = 100 * self.random.randint(1, 9)
                wagers[wager] += 0 if dollars else self.random.randint(0, 99)
        tips: dict[str, int] = {}
        for wager, cents in wagers.items():
            allowed = self.game != STRAIGHT_PROGRESSIVE or wager == "main"
            allowed = allowed and ("main" in tips or wager == "main" or "buffalo" not in self.game)
            if allowed and self.random.random() < 0.4:
                tips[wager] = self.random.randint(1, cents)
        return Seat(number, wagers, tips)

    def draw(self) -> str:
        self.cards.append(self.shoe.pop())
        return self.cards[-1]

    def say(self, seat: Seat, action: str, **more: int) -> None:
        self.decisions.append({"seat": seat.number, "action": action, **more})

    def round(self) -> dict[str, Any]:
        """Play it and return the record."""
        # What every wager feeds is in the meter before the first card: 7% of it.
        if self.game == STRAIGHT_PROGRESSIVE:
            self.meter += sum(s.wagers.get("straight-jack", 0) * 7 for s in self.seats)
        for seat in self.seats:
            seat.first = [self.draw()]
        self.up = [self.draw()]
        for seat in self.seats:
            seat.first.append(self.draw())
            seat.hands = [Hand(1, list(seat.first), seat.main)]
        self.up.append(self.draw())
        self._three_and_two_cards()
        self._insurance()
        if self.total == 21:
            for seat in self.seats:
                self._main(seat, seat.hands[0], 0 if seat.hands[0].blackjack else -seat.main)
        else:
            self._play()
        if self.game in {STRAIGHT, STRAIGHT_PROGRESSIVE}:
            self._straights()
        return self._record()

    @property
    def total(self) -> int:
        return total(" ".join(self.up))

    def _insurance(self) -> None:
        if self.up[0][0] != "A":
            return
        for seat in self.seats:
            half = seat.main // 2
            if half and self.random.random() < 0.5:
                amount = self.random.randint(1, half)
                self.say(seat, "insure", amount=amount)
                seat.net += 2 * amount if self.total == 21 else -amount
            elif half:
                self.say(seat, "decline")

    def _play(self) -> None:
        for seat in self.seats:
            if seat.hands[0].blackjack:
                self._main(seat, seat.hands[0], seat.main * 3 // 2, blackjack=True)
        early = self.seats if self.game == BUFFALO_3 else []
        busts = {seat.number: self._bust_bet(seat) for seat in early}
        for seat in self.seats:
            place = 0
            while place < len(seat.hands):
                self._hand(seat, place)
                place += 1
        live = [s for s in self.seats if any(hand.result is None for hand in s.hands)]
        late = live if self.game == BUFFALO_2 else []
        busts |= {seat.number: self._bust_bet(seat) for seat in late}
        if live or any(amount for amount, _ in busts.values()):
            while self._draws():
                self.up.append(self.draw())
        for seat in self.seats:
            self._against(seat)
            amount, tip = busts.get(seat.number, (0, 0))
            self._pay(seat, "bust-bonus", amount, tip, self._bust())

    def _against(self, seat: Seat) -> None:
        for hand in seat.hands:
            if hand.result is None:
                sign = (hand.total > self.total) - (hand.total < self.total)
                self._main(seat, hand, hand.stake * (1 if self.total > 21 else sign))

    def _draws(self) -> bool:
        hard = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in self.up)
        soft = hard != self.total
        hits = self.options.get("soft17", "hit") == "hit"
        return self.total < 17 or (self.total == 17 and soft and hits)

    def _hand(self, seat: Seat, place: int) -> None:
        hand = seat.hands[place]
        if len(hand.cards) == 1:
            hand.cards.append(self.draw())
        while hand.result is None and hand.total < 21 and not hand.doubled:
            choices = self._choices(seat, hand)
            if not choices:
                return
            action = self.random.choice(choices)
            more = {} if hand.number == 1 else {"hand": hand.number}
            if action == "double" and self._for_less():
                more["amount"] = self.random.randint(1, seat.main)
            self.say(seat, action, **more)
            if action == "stand":
                return
            if action == "surrender":
                self._main(seat, hand, seat.main // 2 - seat.main, surrendered=True)
                return
            if action == "split":
                number = len(seat.hands) + 1
                new = Hand(number, [hand.cards.pop()], seat.main, split=True)
                seat.hands.insert(place + 1, new)
                hand.split = True
            if action == "double":
                hand.doubled = True
                hand.stake += more.get("amount", seat.main)
            hand.cards.append(self.draw())
        if hand.result is None and hand.total > 21:
            self._main(seat, hand, -hand.stake)

    def _for_less(self) -> bool:
        return bool(self.options["double_for_less"]) and self.random.random() < 0.5

    def _choices(self, seat: Seat, hand: Hand) -> list[str]:
        worth = ["T" if card[0] in "TJQK" else card[0] for card in hand.cards]
        pair = len(worth) == 2 and worth[0] == worth[1] and len(seat.hands) < 4
        if hand.split and worth[0] == "A":
            return ["stand", "split"] if pair and self.options["resplit_aces"] else []
        choices = ["hit", "stand"] + (["double"] if len(worth) == 2 else [])
        choices += ["split"] * 4 if pair else []
        first = len(worth) == 2 and not hand.split
        return choices + (["surrender"] if first and self.options["surrender"] else [])

    def _main(self, seat: Seat, hand: Hand, result: int, **how: bool) -> None:
        hand.result = result
        seat.net += result
        tip = seat.tips.get("main", 0)
        if not tip or hand.number != 1:
            return
        won = (result > 0) - (result < 0)
        if how.get("blackjack"):
            seat.tip_nets["main"] = tip * 3 // 2
        elif how.get("surrendered"):
            seat.tip_nets["main"] = tip // 2 - tip
        else:
            seat.tip_nets["main"] = won * tip

    def _bust_bet(self, seat: Seat) -> tuple[int, int]:
        if self.random.random() < 0.4:
            self.say(seat, "decline")
            return 0, 0
        amount = 100 * self.random.randint(1, 9)
        tip = self.random.randint(1, amount) if "main" in seat.tips else 0
        self.say(seat, "bust-bet", amount=amount, **({"tip": tip} if tip else {}))
        return amount, tip

    def _bust(self) -> int:
        if self.total <= 21:
            return -1
        row = "10" if self.up[0][0] in "TJQK" else self.up[0][0]
        if [card[0] for card in self.up] == ["8", "8", "8"]:
            row = "888"
        return (SUITED if len({card[1] for card in self.up}) == 1 else OFF_SUIT)[row]

    def _pay(self, seat: Seat, wager: str, amount: int, tip: int, pays: int) -> None:
        seat.net += amount * pays
        if tip:
            seat.tip_nets[wager] = tip * pays

    def _three_and_two_cards(self) -> None:
        for seat in self.seats:
            for wager in SIDE[self.game]:
                if wager in seat.wagers and wager != "straight-jack":
                    amount, tip = seat.wagers[wager], seat.tips.get(wager, 0)
                    if wager == "golden-21":
                        self._golden(seat, amount, tip)
                    else:
                        self._pay(seat, wager, amount, tip, self._three(seat, wager))

    def _golden(self, seat: Seat, amount: int, tip: int) -> None:
        """Schedule 2: 3:2, 1:1, 2:1, 8:1, 30:1; the halves are rounded down."""
        ranks = sorted(RANKS.index(card[0]) for card in seat.first)
        suited = seat.first[0][1] == seat.first[1][1]
        twice = -2
        if ranks == [0, 12]:
            twice = 60 if suited else 3
        elif ranks[0] == ranks[1]:
            twice = 4
        elif ranks[1] - ranks[0] == 1:
            twice = 16 if suited else 2
        elif ranks[0] == 0 and ranks[1] >= 9:
            twice = 3
        seat.net += amount * twice // 2
        if tip:
            seat.tip_nets["golden-21"] = tip * twice // 2

    def _three(self, seat: Seat, wager: str) -> int:
        cards = [*seat.first, self.up[0]]
        ranks = sorted(RANKS.index(card[0]) for card in cards)
        flush = len({card[1] for card in cards}) == 1
        runs = [[low, low + 1, low + 2] for low in range(11)] + [[0, 11, 12]]
        trips = ranks[0] == ranks[2]
        if wager == "top-3":
            if trips:
                return 1000 if flush else 70
            return 100 if flush and ranks in runs else -1
        xtreme = wager == "21-plus-3-xtreme" or self.game == BUFFALO_2
        pay = -1
        if ranks in runs and flush:
            pay = 30
        elif trips:
            pay = 20
        elif ranks in runs:
            pay = 10
        elif flush:
            pay = 5
        return pay if xtreme or pay == -1 else 9

    def _straights(self) -> None:
        """From the dealer's right, so that each award comes from what the last one left."""
        for seat in reversed(self.seats):
            amount, tip = seat.wagers.get("straight-jack", 0), seat.tips.get("straight-jack", 0)
            if not amount:
                continue
            cards = seat.first if seat.hands[0].split else seat.hands[0].cards
            count = length(" ".join(cards))
            pays = {0: -1, 2: 3, 3: 25, 4: 100, 5: 250, 6: 250}
            if self.game == STRAIGHT_PROGRESSIVE:
                pays = {0: -1, 2: 3, 3: 10, 4: 50, 5: 200, 6: 200}
            self._pay(seat, "straight-jack", amount, tip, pays[count])
            if count == 6 and self.game == STRAIGHT_PROGRESSIVE:
                spades = "As" in cards
                award = self.meter // 100 if spades else self.meter // 1000
                seat.net += award
                self.meter -= award * 100
                self.meter += 1000_0000 if spades else 0

    def _record(self) -> dict[str, Any]:
        house: dict[str, Any] = {}
        if self.game == STRAIGHT_PROGRESSIVE:
            house = on("SJP2", contribution="7%")
        seats = [
            {"seat": seat.number, "wagers": seat.wagers}
            | ({"tips": seat.tips} if seat.tips else {})
            for seat in self.seats
        ]
        self.random.shuffle(seats)
        return {
            **house,
            "game": self.game,
            "options": self.options,
            "tables": TABLES[self.game],
            "seats": seats,
            "cards": " ".join(self.cards),
            "decisions": self.decisions,
        }


@ruling("C0", "C33", "C35", "C36", "C37", "C38", "C39", "C40", "C59", "C60", "C65", "C95")
@pytest.mark.parametrize("game", DECKS)
@pytest.mark.parametrize("hundred", range(3))
def test_rounds_at_random_come_to_the_same_cents(game: str, hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        dealer = Dealer(game, seed)
        record = dealer.round()
        result = played(record).result
        assert result["net"] == {str(seat.number): seat.net for seat in dealer.seats}, record
        tips = {
            (line["seat"], line["wager"].removeprefix("tip:")): line["net"]
            for line in result["settlement"]
            if line["wager"].startswith("tip:")
        }
        wanted = {(s.number, wager): net for s in dealer.seats for wager, net in s.tip_nets.items()}
        assert tips == wanted, record
        if game == STRAIGHT_PROGRESSIVE:
            meter = f"{dealer.meter // 10_000}.{dealer.meter % 10_000:04}"
            assert result["meters_after"] == {"straight-jack": meter}, record
