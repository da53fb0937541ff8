"""An auditor: settles a finished round again from what everybody saw and what the felt prints.

It reads the events that say what was wagered, dealt and decided, and nothing the engine concluded.
Hands are lists of two-letter texts, pays are parsed from the printed words, the meter is three
numbers. Only which table, option and limit is in force comes from the configured game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from pitboss.cards import format_card
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import ActionTaken, CardDealt, Place, WagerPlaced
from pitboss.engine.table import Round
from pitboss.rulebook.configured import ConfiguredGame, Jackpot, Spot

Line = tuple[int, int, str, int, int]
"""Seat, hand, wager, stake, net."""

BONUSES = {
    "five-cards": Fraction(3, 2),
    "six-cards": Fraction(2),
    "seven-cards": Fraction(3),
    "mixed": Fraction(3, 2),
    "suited": Fraction(2),
    "spades": Fraction(3),
}
BREAKS = {3: 1, 4: 3, 5: 4, 6: 15, 7: 50}
UNITS = 100
"""Meter units to a cent."""


def best(cards: list[str]) -> int:
    low = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


@dataclass
class AuditedHand:
    """What lies before a seat, and what was put on it."""

    cards: list[str] = field(default_factory=list)
    portions: list[int] = field(default_factory=list)
    split: bool = False
    ended: ActionKind | None = None
    """The decision that settled it, if one did."""

    @property
    def stake(self) -> int:
        return sum(self.portions)

    @property
    def blackjack(self) -> bool:
        return len(self.cards) == 2 and not self.split and best(self.cards) == 21


@dataclass
class AuditedSeat:
    """A seat's wagers, its first two cards and its hands."""

    player: str
    wagers: dict[str, int] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)
    hands: dict[int, AuditedHand] = field(default_factory=dict)
    insured: dict[str, int] = field(default_factory=dict)


class Audit:
    """One finished round, settled again."""

    def __init__(self, this: Round) -> None:
        self.game: ConfiguredGame = this.state.setup.configured
        # A seat without a name is a player of its own.
        self.seats = {
            seat.number: AuditedSeat(seat.player or f"#{seat.number}") for seat in this.state.seats
        }
        self.dealer: list[str] = []
        self.bonus: list[str] = []
        self.displays: dict[str, int] = {w: m.display for w, m in this.opening.meters.items()}
        self.reserves: dict[str, int] = {w: m.reserve for w, m in this.opening.meters.items()}
        for event in this.events:
            self.read(event)
        self.lines: list[Line] = [
            *self.main_lines(),
            *self.insurance_lines(),
            *self.side_lines(),
            *self.envy_lines(),
        ]

    @property
    def rounding_up(self) -> bool:
        return self.game.options["rounding"] == "up"

    def cents(self, exact: Fraction) -> int:
        return ceil(exact) if self.rounding_up else floor(exact)

    # Reading what happened.

    def read(self, event: object) -> None:
        match event:
            case WagerPlaced():
                seat = self.seats[event.seat]
                seat.wagers[event.wager] = event.amount
                if event.wager == "main":
                    seat.hands[1] = AuditedHand(portions=[event.amount])
            case CardDealt():
                self.read_card(event)
            case ActionTaken():
                self.read_action(event)
            case _:
                pass

    def read_card(self, event: CardDealt) -> None:
        card = format_card(event.card)
        if event.place == Place.DEALER:
            self.dealer.append(card)
        elif event.place == Place.BONUS:
            self.bonus.append(card)
        else:
            seat = self.seats[event.seat]
            seat.hands[event.hand].cards.append(card)
            if len(seat.first) < 2:
                seat.first.append(card)

    def read_action(self, event: ActionTaken) -> None:
        seat = self.seats[event.seat]
        hand = seat.hands[event.hand]
        if event.action in {ActionKind.DOUBLE, ActionKind.REDOUBLE}:
            hand.portions.append(event.amount)
        elif event.action == ActionKind.SPLIT:
            moved = hand.cards.pop()
            hand.split = True
            seat.hands[len(seat.hands) + 1] = AuditedHand([moved], list(hand.portions), split=True)
        elif event.action in {ActionKind.INSURE, ActionKind.DECLINE}:
            assert event.wager
            seat.insured[event.wager] = event.amount
        elif event.action in {
            ActionKind.RESCUE,
            ActionKind.SURRENDER,
            ActionKind.TAKE_BLACKJACK,
        }:
            hand.ended = event.action

    # The main wager, its units, and what comes with it.

    @property
    def dealer_blackjack(self) -> bool:
        return best(self.dealer[:2]) == 21

    def dealer_drew_right(self) -> bool:
        """GR5, W28: no card for nothing, then to 17, or to a hard 17 or a soft 18."""
        if not self.dealer_plays_out:
            return len(self.dealer) == 2
        drawn = [self.dealer[:count] for count in range(2, len(self.dealer))]
        return all(map(self.must_draw, drawn)) and not self.must_draw(self.dealer)

    @property
    def dealer_plays_out(self) -> bool:
        hands = [hand for seat in self.seats.values() for hand in seat.hands.values()]
        live = any(
            not hand.ended and best(hand.cards) < 21 and not self.dealer_blackjack for hand in hands
        )
        return live or any("break-bonus" in seat.wagers for seat in self.seats.values())

    def must_draw(self, cards: list[str]) -> bool:
        low = sum(1 if c[0] == "A" else 10 if c[0] in "JQK" else int(c[0]) for c in cards)
        soft_17 = low == 7 and best(cards) == 17
        return best(cards) < 17 or (soft_17 and self.game.options["soft17"] == "hit")

    def units(self, seat: AuditedSeat) -> list[str]:
        return [w for w in seat.wagers if w == "main" or w.startswith("bet-bigger-")]

    def main_lines(self) -> Iterator[Line]:
        for number, seat in self.seats.items():
            for hand_number, hand in seat.hands.items():
                net = self.hand_net(hand)
                for unit in self.units(seat):
                    yield number, hand_number, unit, hand.stake, net
                prize = self.super_bonus(seat, hand)
                if prize:
                    yield number, hand_number, "super-bonus", 0, prize

    def hand_net(self, hand: AuditedHand) -> int:
        points, dealer = best(hand.cards), best(self.dealer)
        if hand.ended in {ActionKind.RESCUE, ActionKind.SURRENDER}:
            rescued = hand.ended == ActionKind.RESCUE
            return (hand.portions[-1] if rescued else hand.stake // 2) - hand.stake
        if hand.blackjack and len(hand.portions) == 1:
            return self.cents(hand.stake * Fraction(3, 2))
        if self.dealer_blackjack or points > 21:
            return -hand.stake
        if points == 21:
            return self.cents(hand.stake * self.bonus_21(hand))
        better = (21 >= dealer > points) - (dealer > 21 or points > dealer)
        return -better * hand.stake

    def bonus_21(self, hand: AuditedHand) -> Fraction:
        even, washington = Fraction(1), self.game.game.id.startswith("wa/")
        if len(hand.portions) > 1 or (hand.split and not washington):
            return even
        if len(hand.cards) >= 5:
            word = {5: "five-cards", 6: "six-cards"}.get(len(hand.cards), "seven-cards")
            return BONUSES[word]
        ranks = "".join(sorted(card[0] for card in hand.cards))
        if ranks not in {"678", "777"}:
            return even
        suits = {card[1] for card in hand.cards}
        if len(suits) > 1:
            two_decks = washington and self.game.options["decks"] == 2
            return Fraction(2) if two_decks and ranks == "777" else BONUSES["mixed"]
        return BONUSES["spades" if suits == {"s"} else "suited"]

    def super_bonus(self, seat: AuditedSeat, hand: AuditedHand) -> int:
        if not self.game.game.id.startswith("wa/") or hand.split or len(hand.portions) > 1:
            return 0
        cards = sorted(hand.cards)
        if self.game.options["decks"] == 2:
            won = cards == ["7c", "7d", "7h"] and self.dealer[0] == "7s"
        else:
            won = cards == [f"7{cards[0][1]}"] * 3 and self.dealer[0][0] == "7"
        wager = seat.wagers["main"]
        return 0 if not won or wager < 500 else 500_000 if wager >= 2500 else 100_000

    def envy_lines(self) -> Iterator[Line]:
        """$50 for each Super Bonus of somebody else, once a player, on his lowest seat."""
        winners = [
            seat.player
            for seat in self.seats.values()
            for hand in seat.hands.values()
            if self.super_bonus(seat, hand)
        ]
        for player in {seat.player for seat in self.seats.values()}:
            won = sum(other != player for other in winners)
            lowest = min(number for number, seat in self.seats.items() if seat.player == player)
            if won:
                yield lowest, 1, "envy", 0, 5000 * won

    def insurance_lines(self) -> Iterator[Line]:
        for number, seat in self.seats.items():
            for wager, amount in seat.insured.items():
                if amount:
                    net = 2 * amount if self.dealer_blackjack else -amount
                    yield number, 1, wager, amount, net

    # The side wagers.

    def side_lines(self) -> Iterator[Line]:
        for wager, spot in self.game.spots.items():
            if spot.table is None:
                continue
            self.feed(wager, spot.jackpot)
            for number in sorted(self.seats):
                seat = self.seats[number]
                if wager in seat.wagers:
                    stake = seat.wagers[wager]
                    yield number, 1, wager, stake, self.side_net(wager, spot, seat.first, stake)

    def feed(self, wager: str, jackpot: Jackpot | None) -> None:
        if jackpot is None or wager not in self.displays:
            return
        for seat in self.seats.values():
            if wager in seat.wagers:
                share = floor(seat.wagers[wager] * UNITS * jackpot.contribution)
                kept = floor(share * jackpot.reserve)
                self.displays[wager] += share - kept
                self.reserves[wager] += kept

    def side_net(self, wager: str, spot: Spot, first: list[str], stake: int) -> int:
        assert spot.table
        paid, kept = 0, False
        by_outcome = {row.outcome: row for row in spot.table.rows}
        for outcome in self.won(wager, spot, first):
            row = by_outcome[outcome]
            number, _, rest = row.text.partition(" ")
            if row.text.endswith("%"):
                paid += self.award(wager, spot, int(row.text[:-1]))
            else:
                odds = Fraction(number.lstrip("$"))
                if rest:
                    word, per = rest.split()
                    odds /= int(per)
                    kept |= word == "to"
                amount = self.cents(stake * odds)
                paid += amount
                if row.from_jackpot and wager in self.displays:
                    self.displays[wager] -= min(amount * UNITS, self.displays[wager])
        return paid - (0 if kept else stake)

    def award(self, wager: str, spot: Spot, percent: int) -> int:
        """W19, W20, W25, W34: whole cents of the meter, which restarts at its seed after 100 %."""
        assert spot.jackpot
        if wager not in self.displays:
            return spot.jackpot.prizes[percent]
        amount = self.displays[wager] * percent // 100 // UNITS
        self.displays[wager] -= amount * UNITS
        if percent == 100:
            self.displays[wager] += spot.jackpot.seed * UNITS + self.reserves[wager]
            self.reserves[wager] = 0
        return amount

    def won(self, wager: str, spot: Spot, first: list[str]) -> list[str]:
        """Return the outcomes the felt pays, highest first where only one is."""
        assert spot.table
        offered = {row.outcome for row in spot.table.rows}
        four = [*first, *self.dealer[:2]]
        match spot.table.family:
            case "dealer-bust-cards":
                count = f"{len(self.dealer)}-cards" if len(self.dealer) < 8 else "8-or-more-cards"
                return [count] if best(self.dealer) > 21 else []
            case "match-each-card":
                card = self.matched(wager)
                words = {True: "suited", False: "unsuited"}
                return [words[own == card] for own in first if own[0] == card[0]]
            case "jackpot-four-cards":
                return self.four_cards(four)
            case "jackpot-up-and-down":
                return self.up_and_down(four, offered)
            case "jackpot-four-suited" if len(set(four)) == 1:
                return ["four-suited-aces" if four[0][0] == "A" else "four-suited-2-to-king"]
            case _:
                return self.both(first, self.matched(wager), offered)

    def matched(self, wager: str) -> str:
        """The card a wager is about; a jackpot against one card is about the up card."""
        spot = wager.removeprefix("match-bonus-")
        if spot.isdigit():
            return self.bonus[int(spot) - 1]
        return self.dealer[1 if wager == "match-down" else 0]

    def both(self, first: list[str], card: str, offered: set[str]) -> list[str]:
        """Two cards against one; three alike have many names, of which the table prints one."""
        suited = sum(own == card for own in first)
        ranks = sum(own[0] == card[0] for own in first)
        if suited == 2:
            names = ["two-suited", "three-suited-up-or-down", "two-suited-up-or-down"]
            if card[0] != "A":
                names.insert(0, "three-suited-2-to-king")
            elif card == "As":
                names = [
                    "two-suited-spade-aces",
                    "three-suited-spade-aces",
                    "three-suited-aces",
                    *names,
                ]
                if self.dealer[1] == "Ks":
                    names.insert(0, "three-suited-spade-aces-king-down")
            else:
                names = ["three-suited-other-aces", "three-suited-aces", *names]
            return [name for name in names if name in offered][:1]
        if suited:
            return ["suited-and-unsuited" if ranks == 2 else "one-suited"]
        return {0: [], 1: ["one-unsuited"], 2: ["two-unsuited"]}[ranks]

    def up_and_down(self, four: list[str], offered: set[str]) -> list[str]:
        each = [word for card in four[2:] for word in self.both(four[:2], card, offered)]
        aces = four[0][0] == "A"
        if "four-of-a-rank" in offered:
            if len({card[0] for card in four}) == 1:
                return ["four-aces" if aces else "four-of-a-rank"]
            if set(four[:2]) == set(four[2:]) == {"As", "Ks"}:
                return ["spade-ace-king-twice", *each]
        elif len(set(four)) == 1:
            four_alike = "four-suited-aces" if aces else "four-suited-2-to-king"
            return [four_alike if four_alike in offered else "two-suited-up-and-down"]
        return each

    def four_cards(self, four: list[str]) -> list[str]:
        rank, count = Counter(card[0] for card in four).most_common(1)[0]
        colors = {card[1] in "hd" for card in four if card[0] == rank}
        if count >= 3:
            words = {3: "three-of-a-kind", 4: "four-of-a-kind"}[count]
            if len(set(four)) == 1:
                return [f"{words}-suited"]
            return [f"{words}-same-color" if len(colors) == 1 else words]
        return ["one-suited"] if set(four[:2]) & set(four[2:]) else []


def claimed(this: Round) -> Counter[Line]:
    """Return the engine's own settlement in the auditor's form."""
    return Counter(
        (line.seat, line.hand, line.wager, line.stake, line.net) for line in this.state.settled
    )
