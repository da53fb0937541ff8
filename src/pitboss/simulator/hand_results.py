"""The results of hands, and what each pays against every outcome of the dealer.

The pays are what the table engine settles for such a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pitboss.cards import Card, parse_cards
from pitboss.compiled.dealer_graph import BLACKJACK, BUST, OUTCOMES, SEVENTEEN, TWENTY_TWO
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import make_cards
from pitboss.engine import legal, settle, values
from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.patterns.totals import is_ace, value
from pitboss.simulator.blackjack.play import COLUMNS
from pitboss.simulator.blackjack.strategy import HandHistory
from pitboss.simulator.tally import BASE

_THREE = 3


class Ending(StrEnum):
    """How a hand ended."""

    SPLIT = "split"
    STOOD = "stood"
    PAID = "paid"
    BUST = "bust"
    SURRENDERED = "surrendered"
    RESCUED = "rescued"
    LOST = "dealer blackjack"


class HandStake(NamedTuple):
    """The money on a hand: these fields of the engine's hand."""

    stake: int
    free: int = 0
    portion: int = 0
    doublings: int = 0
    is_later: bool = False
    """A split made the hand, and only the first hand loses to a late dealer blackjack."""

    @classmethod
    def from_hand(cls, hand: Hand) -> HandStake:
        """Return the money on a hand of the engine."""
        return cls(hand.stake, hand.free, hand.portion, hand.doublings, hand.number > 1)

    @classmethod
    def first_wager(cls) -> HandStake:
        """Return a wager as it is placed."""
        return cls(BASE)

    @classmethod
    def carried_by_lammer(cls) -> HandStake:
        """Return the money on a hand that a free split started."""
        return cls(0, BASE)

    @classmethod
    def after_split(cls, setup: Setup, *, is_later: bool) -> HandStake:
        """Return the money on a hand before any double; *is_later*: a split made it."""
        if not is_later:
            return cls.first_wager()
        if setup.rules.original_bets_only:
            return cls(BASE, is_later=True)
        return cls.carried_by_lammer()

    def make_hand(self, cards: tuple[Card, ...] = (), *, split: bool = False) -> Hand:
        """Return a hand of the engine with this money."""
        return Hand(
            2 if self.is_later else 1,
            cards,
            hard=sum(map(value, cards)),
            has_ace=any(map(is_ace, cards)),
            split=split,
            base=BASE,
            stake=self.stake,
            free=self.free,
            portion=self.portion,
            doublings=self.doublings,
        )

    def double(self, *, free: bool) -> HandStake:
        """Return it doubled, by the first wager (ruling C43) or with a lammer."""
        hand = self.make_hand()
        return HandStake.from_hand(hand.double_free() if free else hand.double(BASE))

    def redouble(self, most: int | None) -> HandStake:
        """Return it doubled again: the money on it is doubled, or *most* is added (W16)."""
        added = self.stake if most is None else min(self.stake, most)
        return HandStake.from_hand(self.make_hand().double(added))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """The result of a hand."""

    ending: Ending
    name: str
    """Its name: the total it stood on, or what it was paid for."""
    money: HandStake
    pays: tuple[int, ...]
    """Cents won by the dealer's outcome, the last if he did not draw."""
    super_bonus: bool = False

    @property
    def waits(self) -> bool:
        """Whether the dealer has to draw for it."""
        return self.ending is Ending.STOOD


_SPLITS = tuple(
    HandResult(ending=Ending.SPLIT, name=name, money=HandStake(0), pays=(0,) * COLUMNS)
    for name in ("split", "free split")
)


def most_added(setup: Setup) -> int | None:
    """Return the most that a double adds, where one wager is simulated that the maximum caps."""
    if setup.main_wager is None or setup.main_max is None:
        return None
    most, rest = divmod(setup.main_max * BASE, setup.main_wager)
    assert rest == 0, "the settings refuse a wager that caps a part of a cent"
    return most


class ResultTable:
    """The results of one table's hands, numbered as they occur."""

    def __init__(self, setup: Setup) -> None:
        """Number a split and a free split first: they are not results of a hand."""
        self.setup = setup
        self._found: dict[HandResult, int] = {
            result: number for number, result in enumerate(_SPLITS)
        }
        self._known: dict[object, int] = {}
        self._paid: dict[object, HandResult] = {}
        self._super: dict[object, bool] = {}
        self._counts: dict[int, tuple[int, int]] = {}

    @property
    def results(self) -> tuple[HandResult, ...]:
        """All results, by number."""
        return tuple(self._found)

    def _number(self, result: HandResult) -> int:
        return self._found.setdefault(result, len(self._found))

    def bust(self, money: HandStake) -> int:
        """A total over 21."""
        key = Ending.BUST, money.stake, money.doublings, money.is_later
        if key not in self._known:
            hand = values.replace(money.make_hand(_OVER), status=Status.BUST)
            (line,) = _lines(settle.bust(_seat(hand), hand))
            pays = [line.net] * COLUMNS
            (line,) = _lines(settle.against_dealer_blackjack(_state(self.setup, hand, _BLACKJACK)))
            pays[BLACKJACK] = line.net
            self._known[key] = self._number(
                HandResult(ending=Ending.BUST, name="bust", money=money, pays=tuple(pays))
            )
        return self._known[key]

    def surrender(self, money: HandStake) -> int:
        """Half the wager comes back."""
        hand = money.make_hand(_SIXTEEN)
        events = settle.surrender(_seat(hand), hand)
        (line,) = _lines(events)
        pays = [line.net] * COLUMNS
        if any(legal.surrender_waits(self.setup.rules, up) for up in _MAY_BE_BLACKJACK):
            # Nobody looked: a down card that makes a blackjack takes the rest.
            waits = values.replace(hand, status=Status.GIVEN_UP)
            (lost,) = _lines(settle.against_dealer_blackjack(_state(self.setup, waits, _BLACKJACK)))
            pays[BLACKJACK] = lost.net
        return self._number(
            HandResult(ending=Ending.SURRENDERED, name="surrendered", money=money, pays=tuple(pays))
        )

    def rescue(self, money: HandStake) -> int:
        """The doubled portion comes back."""
        hand = money.make_hand(_SIXTEEN)
        return self._at_once(Ending.RESCUED, "rescued", money, settle.rescue(_seat(hand), hand))

    def stood(self, money: HandStake, total: int) -> int:
        """The result of a hand that waits for the dealer."""
        key = Ending.STOOD, money, max(total, SEVENTEEN - 1)
        if key not in self._known:
            cards = _OF_TOTAL[key[2]]
            pays = [self._against(cards, money, outcome) for outcome in range(OUTCOMES)]
            low = total < SEVENTEEN
            name = "16 or less" if low else str(total)
            result = HandResult(ending=Ending.STOOD, name=name, money=money, pays=(*pays, 0))
            self._known[key] = self._number(result)
        return self._known[key]

    def pay(
        self,
        money: HandStake,
        node: int,
        kind: HandHistory,
        cards: tuple[Card, ...] = (),
        up: Card | None = None,
    ) -> int:
        """The result of a 21 or a blackjack that is paid at once."""
        three = tuple(sorted(cards))
        split = kind.split
        key = Ending.PAID, money, split, self._by_count(node), three
        if key not in self._paid:
            self._paid[key] = self._pay_at_once(money, node, split=split, cards=three)
        result = self._paid[key]
        if up is not None and self._wins_super(money, three, up, split=split):
            result = replace(result, super_bonus=True)
        return self._number(result)

    def _by_count(self, node: int) -> tuple[int, int]:
        """The number of cards of a hand, and the cards themselves if a bonus depends on them."""
        if node not in self._counts:
            count = int(hand_graph().cards[node].sum())
            total = int(hand_graph().hard[node])
            self._counts[node] = count, node if count == _THREE else total
        return self._counts[node]

    def _pay_at_once(
        self, money: HandStake, node: int, *, split: bool, cards: tuple[Card, ...]
    ) -> HandResult:
        values = [v for v, held in enumerate(hand_graph().cards[node], 1) for _ in range(held)]
        cards = cards or make_cards(sorted(values, reverse=True))
        hand = money.make_hand(cards, split=split)
        if hand.is_blackjack:
            return self._blackjack(hand, money)
        state = _state(self.setup, hand, make_cards((2,)))
        lines = _lines(settle.pay_at_once(state, state.seats[0], hand))
        (main,) = (line for line in lines if line.wager == "main")
        return HandResult(
            ending=Ending.PAID, name=main.outcome, money=money, pays=(main.net,) * COLUMNS
        )

    def _wins_super(
        self, money: HandStake, cards: tuple[Card, ...], up: Card, *, split: bool
    ) -> bool:
        """Return whether three cards win the Super Bonus, with a wager that is high enough."""
        terms = self.setup.configured.game.super_bonus
        if terms is None:
            return False
        key = money, split, cards, up
        if key not in self._super:
            least = min(band.wager_min for band in terms.bands)
            hand = values.replace(money.make_hand(cards, split=split), base=least)
            self._super[key] = bool(settle.super_bonus(_state(self.setup, hand, (up,)), hand))
        return self._super[key]

    def _blackjack(self, hand: Hand, money: HandStake) -> HandResult:
        (line,) = _lines(settle.pay_blackjack(self.setup, _seat(hand), hand))
        state = _state(self.setup, hand, _BLACKJACK)
        (lost,) = _lines(settle.against_dealer_blackjack(state))
        pays = [line.net] * COLUMNS
        pays[BLACKJACK] = lost.net
        return HandResult(ending=Ending.PAID, name=line.outcome, money=money, pays=tuple(pays))

    def against_blackjack(self, cards: tuple[Card, ...]) -> int:
        """The result of two cards when the dealer shows a blackjack."""
        money = HandStake.first_wager()
        hand = money.make_hand(cards)
        if hand.is_blackjack:
            return self._number(self._blackjack(hand, money))
        (line,) = _lines(settle.against_dealer_blackjack(_state(self.setup, hand, _BLACKJACK)))
        pays = (line.net,) * COLUMNS
        return self._number(
            HandResult(ending=Ending.LOST, name=line.outcome, money=money, pays=pays)
        )

    def _at_once(self, ending: Ending, name: str, money: HandStake, events: list[Event]) -> int:
        (line,) = _lines(events)
        return self._number(
            HandResult(ending=ending, name=name, money=money, pays=(line.net,) * COLUMNS)
        )

    def _against(self, cards: tuple[Card, ...], money: HandStake, outcome: int) -> int:
        hand = values.replace(money.make_hand(cards), status=Status.STOOD)
        dealer = _DEALER[outcome]
        state = _state(self.setup, hand, dealer)
        blackjack = outcome == BLACKJACK
        settled = settle.against_dealer_blackjack if blackjack else settle.against_dealer
        (line,) = _lines(settled(state))
        return line.net


def _seat(hand: Hand) -> Seat:
    return Seat(1, "", {"main": BASE}, ("main",), (hand,), {})


def _state(setup: Setup, hand: Hand, dealer: tuple[Card, ...]) -> State:
    return State(
        setup,
        (_seat(hand),),
        {},
        dealer=dealer,
        dealer_hard=sum(map(value, dealer)),
        dealer_has_ace=any(map(is_ace, dealer)),
    )


def _lines(events: list[Event]) -> list[WagerSettled]:
    return [event for event in events if isinstance(event, WagerSettled)]


_MAY_BE_BLACKJACK = (1, 10)
"""The up cards under which a blackjack may lie, by value."""
_OVER = tuple(parse_cards("9h 8d 6h"))
_SIXTEEN = tuple(parse_cards("9h 7d"))
_BLACKJACK = tuple(parse_cards("Ah Kd"))
_OF_TOTAL = {
    16: _SIXTEEN,
    17: tuple(parse_cards("9h 8d")),
    18: tuple(parse_cards("9h 9d")),
    19: tuple(parse_cards("9h 8d 2h")),
    20: tuple(parse_cards("9h 9d 2h")),
    21: tuple(parse_cards("9h 9d 3h")),
}
_DEALER = {
    **{total - SEVENTEEN: cards for total, cards in _OF_TOTAL.items() if total > 16},
    TWENTY_TWO: tuple(parse_cards("9h 9d 4h")),
    BUST: _OVER,
    BLACKJACK: _BLACKJACK,
}
