"""What everybody at the table saw: wagers, cards and decisions, put together by the auditor.

It reads the events that say what was wagered, dealt and decided, and nothing the engine concluded.
A card is a text of two letters, a hand is a list of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from pitboss.cards import format_card
from pitboss.engine.actions import ActionKind
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken, CardDealt, Place, WagerPlaced
from pitboss.rulebook.configured import ConfiguredGame
from tests.engine.audit.terms import TERMS, Terms

TIP = "tip:"


def points(card: str) -> int:
    """A card's value, an ace as 1."""
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def best(cards: list[str]) -> int:
    """The total a hand counts: an ace as 11 where that does not pass 21."""
    low = sum(map(points, cards))
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_soft(cards: list[str]) -> bool:
    return best(cards) != sum(map(points, cards))


@dataclass
class AuditedHand:
    """What lies before a seat, and what was put on it."""

    number: int
    wager: str = "main"
    cards: list[str] = field(default_factory=list)
    portions: list[int] = field(default_factory=list)
    """The player's money: the wager, then what doubles added."""
    base: int = 0
    """The wager it came from, which a lammer stands for."""
    doublings: int = 0
    split: bool = False
    made_free: bool = False
    free_double: bool = False
    switched: bool = False
    ended: ActionKind | None = None
    """The decision that ended it, if one did."""
    added_tip: int = 0
    """For the dealer, beside what the player added (2105(3))."""

    @property
    def stake(self) -> int:
        return sum(self.portions)

    @property
    def lammers(self) -> int:
        return self.made_free + self.free_double

    @property
    def blackjack(self) -> bool:
        natural = len(self.cards) == 2 and not self.split and not self.switched
        return natural and best(self.cards) == 21


@dataclass
class AuditedSeat:
    """A seat's wagers, the cards it was dealt and its hands, in the order they are played."""

    number: int
    player: str
    hands: list[AuditedHand]
    wagers: dict[str, int] = field(default_factory=dict)
    """Tips are here too, each as "tip:" and the wager it stands beside."""
    dealt: dict[int, list[str]] = field(default_factory=dict)
    """Hand -> its first two cards, whatever became of them."""
    insured: dict[str, int] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    """What it was asked beside its hands, in order: the wager, "switch" or "expose"."""
    concealed: bool = False
    """2107 Winner(2): cards dealt face down were not turned up."""

    @property
    def first(self) -> list[str]:
        return self.dealt[1]

    @property
    def plays(self) -> bool:
        """Whether it has a main wager; a seat may have side wagers alone (C62, C73)."""
        return any(hand.base for hand in self.hands)

    @property
    def lammers(self) -> int:
        """2116(10): all that were collected, over all its hands."""
        return sum(hand.lammers for hand in self.hands)

    def hand(self, number: int) -> AuditedHand:
        return next(hand for hand in self.hands if hand.number == number)


class Felt:
    """One round as it lies on the felt at its end (or so far)."""

    def __init__(self, round_: Round, watch: Watch | None = None) -> None:
        self.watch = watch
        """Called before each decision about a hand is carried out."""
        self.game: ConfiguredGame = round_.state.setup.configured
        self.terms: Terms = TERMS[self.game.game.id]
        self.seats: dict[int, AuditedSeat] = {}
        for seat in round_.state.seats:
            mains = enumerate(self.terms.mains, start=1)
            hands = [AuditedHand(number, main) for number, main in mains]
            # A seat without a name is a player of its own.
            player = seat.player or f"#{seat.number}"
            self.seats[seat.number] = AuditedSeat(seat.number, player, hands)
        self.dealer: list[str] = []
        self.bonus: list[str] = []
        self.order: list[tuple[int, int]] = []
        """Where cards went, as they came: seat and hand, or 0 and 0 for the dealer."""
        self.turns: list[tuple[int, int]] = []
        """Whose hand was played, decision by decision: seat and place among its hands."""
        for event in round_.events:
            self.read(event)

    def cents(self, exact: Fraction) -> int:
        """W23, C40: a part of a cent stays with the house, or goes to the player."""
        return ceil(exact) if self.game.options.get("rounding") == "up" else floor(exact)

    @property
    def dealer_blackjack(self) -> bool:
        return best(self.dealer[:2]) == 21

    # Reading what happened.

    def read(self, event: object) -> None:
        match event:
            case WagerPlaced():
                self.read_wager(event)
            case CardDealt():
                self.read_card(event)
            case ActionTaken():
                self.read_action(event)
            case _:
                pass

    def read_wager(self, event: WagerPlaced) -> None:
        seat = self.seats[event.seat]
        seat.wagers[event.wager] = event.amount
        for hand in seat.hands:
            if hand.wager == event.wager:
                hand.base = event.amount
                hand.portions = [event.amount]

    def read_card(self, event: CardDealt) -> None:
        card = format_card(event.card)
        self.order.append((event.seat, event.hand))
        if event.place == Place.DEALER:
            self.dealer.append(card)
        elif event.place == Place.BONUS:
            self.bonus.append(card)
        else:
            seat = self.seats[event.seat]
            seat.hand(event.hand).cards.append(card)
            if event.hand <= len(self.terms.mains):
                dealt = seat.dealt.setdefault(event.hand, [])
                dealt += [card] if len(dealt) < 2 else []

    def read_action(self, event: ActionTaken) -> None:
        seat = self.seats[event.seat]
        hand = seat.hand(event.hand)
        match event.action:
            case ActionKind.INSURE | ActionKind.DECLINE | ActionKind.BUST_BET:
                self.read_wager_decision(seat, event)
            case ActionKind.EXPOSE | ActionKind.CONCEAL:
                seat.answers.append("expose")
                seat.concealed = event.action == ActionKind.CONCEAL
            case ActionKind.SWITCH | ActionKind.KEEP:
                seat.answers.append("switch")
                if event.action == ActionKind.SWITCH:
                    switch(seat)
            case ActionKind.TAKE_BLACKJACK | ActionKind.KEEP_BLACKJACK:
                if event.action == ActionKind.TAKE_BLACKJACK:
                    hand.ended = event.action
            case ActionKind.SURRENDER if event.wager:  # reference R14: before the dealer looks
                seat.answers.append(event.wager)
                hand.ended = event.action
            case _:
                self.turns.append((seat.number, seat.hands.index(hand)))
                if self.watch is not None:
                    self.watch(self, seat, hand, event.action)
                played(seat, hand, event)

    def read_wager_decision(self, seat: AuditedSeat, event: ActionTaken) -> None:
        assert event.wager
        seat.answers.append(event.wager)
        if event.wager.startswith("insurance"):
            seat.insured[event.wager] = event.amount
        elif event.action == ActionKind.BUST_BET:
            seat.wagers[event.wager] = event.amount
            if event.tip:
                seat.wagers[f"{TIP}{event.wager}"] = event.tip


Watch = Callable[[Felt, AuditedSeat, AuditedHand, ActionKind], None]


def switch(seat: AuditedSeat) -> None:
    """2105(8)(b): the second cards change places; a 21 is then no blackjack."""
    one, two = seat.hands
    one.cards[1], two.cards[1] = two.cards[1], one.cards[1]
    one.switched = two.switched = True


def played(seat: AuditedSeat, hand: AuditedHand, event: ActionTaken) -> None:
    """One decision about one hand."""
    match event.action:
        case ActionKind.DOUBLE | ActionKind.REDOUBLE:
            hand.portions.append(event.amount)
            hand.doublings += 1
            hand.added_tip += event.tip
        case ActionKind.FREE_DOUBLE:
            hand.free_double = True
            hand.doublings += 1
        case ActionKind.SPLIT | ActionKind.FREE_SPLIT:
            free = event.action == ActionKind.FREE_SPLIT
            number = max(other.number for other in seat.hands) + 1
            new = AuditedHand(number, hand.wager, [hand.cards.pop()], base=hand.base)
            new.portions = [] if free else [hand.base]
            new.added_tip = event.tip
            hand.split = new.split = True
            new.made_free = free
            # C38: the new hand is played right after the one it came from.
            seat.hands.insert(seat.hands.index(hand) + 1, new)
        case ActionKind.STAND | ActionKind.RESCUE | ActionKind.SURRENDER:
            hand.ended = event.action
        case _:
            pass
