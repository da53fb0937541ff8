"""A round in progress: small immutable values, and every fact a rule may ask of them.

They are structs because a round replaces them at every event, and nothing in Python is made or
copied with a change as fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.events import IrregularityRuled, Phase, WagerSettled
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.terms import Setup
from pitboss.engine.values import Value, replace
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, is_soft, value

NOTHING: Mapping[str, int] = MappingProxyType({})
BACKED_OUT = "back-out"
"""Why a seat is out of the round whose player backed out after a misdeal."""


class Status(IntEnum):
    """Where a hand stands."""

    PLAYING = 0
    STOOD = 1
    SETTLED = 2
    BUST = 3
    """Over 21, with its bet still on the table (2116(8)(d), 2119(18))."""
    GIVEN_UP = 4
    """Surrendered; half of its bet lies there if a dealer blackjack may still take it."""


class Hand(Value, frozen=True):
    """One hand of a seat."""

    number: int
    cards: tuple[Card, ...] = ()
    hard: int = 0
    has_ace: bool = False
    stake: int = 0
    """The player's money on it, doubles included, for each unit of the main wager."""
    portion: int = 0
    """The last doubled portion."""
    doublings: int = 0
    split: bool = False
    """Made by a split, or split itself."""
    card_due: bool = False
    status: Status = Status.PLAYING
    wager: str = "main"
    """The main wager it rides on; Blackjack Switch has two."""
    base: int = 0
    """That wager as it was placed; what a lammer stands for."""
    free: int = 0
    """What lammers on it stand for: paid when it wins, nothing when it loses."""
    made_free: bool = False
    """Started by a lammer: no money came with it."""
    switched: bool = False
    split_due: bool = False
    """It will be split once the dealer is known to have no blackjack (ruling T3)."""
    low: tuple[Card, ...] = ()
    """The two cards of the low hand, once it is set."""
    tip: int = 0
    """Cents for the dealer that lie beside its wager."""

    @property
    def total(self) -> int:
        """The best total."""
        return best_total(self.hard, self.has_ace)

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11."""
        return is_soft(self.hard, self.has_ace)

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value card as the first two, not after a split or a switch (W21)."""
        natural = len(self.cards) == 2 and not self.split and not self.switched
        return natural and self.total == TWENTY_ONE

    @property
    def split_waits(self) -> bool:
        """Splitting it waits until the dealer is known to have no blackjack: three cards of 21."""
        return self.total == TWENTY_ONE and not self.split_due

    @property
    def split_stake(self) -> int:
        """What splitting it costs: the wager for every hand it makes but one."""
        return self.base * (len(self.cards) - 1)

    def with_card(self, card: Card) -> Hand:
        """Return the hand with one more card."""
        return replace(
            self,
            cards=(*self.cards, card),
            hard=self.hard + value(card),
            has_ace=self.has_ace or is_ace(card),
            card_due=False,
        )

    def double(self, amount: int, tip: int = 0) -> Hand:
        """Return the hand doubled with so much money, and so much more for the dealer."""
        return replace(
            self,
            stake=self.stake + amount,
            tip=self.tip + tip,
            portion=amount,
            doublings=self.doublings + 1,
            card_due=True,
        )

    def double_free(self) -> Hand:
        """Return the hand doubled with a lammer, which stands for the wager as placed (C38)."""
        return replace(self.double(0), free=self.free + self.base)


class Seat(Value, frozen=True):
    """One betting spot and its hands, in the order they are played."""

    number: int
    player: str
    """The player's name; empty if it is not known."""
    wagers: Mapping[str, int]
    units: tuple[str, ...]
    """The main wagers and what rides with them (Bet Bigger units), each settled by itself."""
    hands: tuple[Hand, ...]
    insured: Mapping[str, int]
    """Insurance wager -> its amount; 0 where it was declined."""
    kept_blackjack: bool = False
    late: Mapping[str, int] = NOTHING
    """A wager asked during the round -> its amount; 0 where it was declined."""
    lammers: int = 0
    """Free doubles and free splits taken, over all hands."""
    asked_to_switch: bool = False
    exposes: bool | None = None
    """Whether cards dealt face down were turned up for a wager; None: nobody asked."""
    poker: tuple[Card, ...] = ()
    """The cards of the poker part alone."""
    folded: bool = False
    ruled_out: str = ""
    """The irregularity that took it out of the round, or `BACKED_OUT`."""

    @property
    def owner(self) -> tuple[str, int]:
        """The identity of the player: the name, or else the seat."""
        return (self.player, 0) if self.player else ("", self.number)

    def units_on(self, hand: Hand) -> tuple[str, ...]:
        """Return the wagers that ride on *hand*, each settled by itself."""
        return self.units if hand.wager == "main" else (hand.wager,)

    def hand_number(self, unit: str) -> int:
        """Return the number of the hand that a unit was placed on: the first that rides on it.

        Units that ride along with the main wager are on the first hand.
        """
        return min((hand.number for hand in self.hands if hand.wager == unit), default=1)

    def hand(self, number: int) -> Hand:
        """Return the hand with that number."""
        for hand in self.hands:
            if hand.number == number:
                return hand
        raise KeyError(number)


class State(Value, frozen=True):
    """A round at one moment. It knows the down card; only `view` is for showing."""

    setup: Setup
    seats: tuple[Seat, ...]
    meters: Mapping[str, Meter]
    phase: Phase = Phase.DEAL
    dealt: int = 0
    """How many cards of the initial deal are out."""
    dealer: tuple[Card, ...] = ()
    """Up card, down card, then as drawn."""
    dealer_hard: int = 0
    dealer_has_ace: bool = False
    dealer_low: tuple[Card, ...] = ()
    """The dealer's low hand, once it is set."""
    bonus: tuple[Card, ...] = ()
    replacement: Card | None = None
    """The card that stands for the joker in a wager without wild cards."""
    exposed: bool = False
    """What the dealer had face down has been turned."""
    kept: tuple[Card, ...] = ()
    """The cards that stayed on the table when all others were shuffled in mid-round."""
    settled: tuple[WagerSettled, ...] = ()
    places: tuple[CardNeeded, ...] = ()
    """Where the cards of the initial deal go, in order."""
    unread: frozenset[str] = frozenset()
    """Jackpots shared with other tables whose meters were not read yet."""
    rulings: tuple[IrregularityRuled, ...] = ()
    """What a supervisor ruled, in order."""
    may_back_out: tuple[int, ...] = ()
    """The seats that are still asked whether they back out of the hand, in order."""
    paid_as_decided: bool = False
    """Nothing waits for the end of the round: so were rounds paid that older journals hold."""

    @property
    def dealer_total(self) -> int:
        """The dealer's best total."""
        return best_total(self.dealer_hard, self.dealer_has_ace)

    @property
    def dealer_blackjack(self) -> bool:
        """Whether the dealer's first two cards are a blackjack."""
        return len(self.dealer) == 2 and self.dealer_total == TWENTY_ONE

    @property
    def was_reshuffled(self) -> bool:
        """Whether the cards were shuffled in mid-round."""
        return bool(self.kept)

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return self.phase == Phase.OVER

    def seat(self, number: int) -> Seat:
        """Return the seat with that number."""
        seats = self.seats
        if 0 < number <= len(seats) and (seat := seats[number - 1]).number == number:
            return seat  # no seat before it is empty
        for seat in seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def hands_to_decide(self, question: Question) -> tuple[Hand, ...]:
        """Return the hands that are decided: one, or both where their cards may be switched."""
        seat = self.seat(question.seat)
        switches = any(choice.kind is ActionKind.SWITCH for choice in question.choices)
        return seat.hands if switches else (seat.hand(question.hand),)

    def net(self) -> dict[int, int]:
        """Return seat -> what it gained so far, in cents."""
        totals = {seat.number: 0 for seat in self.seats}
        for line in self.settled:
            if line.is_players:
                totals[line.seat] += line.net
        return totals
