"""The pays of Ante Up 21, from the engine with example hands: no rule is written here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.hand_graph import IntArray
from pitboss.compiled.rule_tables import make_cards, make_hand
from pitboss.engine import settle
from pitboss.engine.bets import Bets
from pitboss.engine.drive import open_table
from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.rounds import ante_up
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.values import replace
from pitboss.exact.ante_up.hands import RANKS, best_poker_hand, make_card
from pitboss.patterns.totals import TWENTY_ONE, is_ace, value

ANTES = 2
"""ANTE and a BET as large: the most that the poker part wins or loses."""
_UNIT = 100
TOTALS = 32
"""More than any total."""
_BESTS = 512
"""More than any comparison value of a poker hand."""
_DEUCE = make_card(1)
LEAST, MOST = 17, 26
"""The range of the dealer's totals."""
BUST_MAX = 30
"""A hard 20 may draw a ten."""


@dataclass(frozen=True)
class AnteUpPays:
    """The gains of hands at the end, in units of the 21 wager and of the ANTE."""

    setup: Setup

    @cached_property
    def twenty_one(self) -> IntArray:
        """(player's total, dealer's total): the gain of a hand that is not paid at once."""
        gains = np.zeros((TOTALS, TOTALS), dtype=np.int64)
        for total in range(4, BUST_MAX + 1):
            seat = self._seat((_hand(total),))
            for dealers in range(LEAST, MOST + 1):
                if total > TWENTY_ONE:
                    events = settle.bust(seat, seat.hands[0])
                else:
                    events = settle.against_dealer(self._state(seat, _hand(dealers).cards))
                gains[total, dealers] = _gain(events)
        return gains

    @cached_property
    def poker(self) -> IntArray:
        """(player's poker hand, dealer's): the gain of ANTE and BET without a dealer blackjack."""
        gains = np.zeros((_BESTS, _BESTS), dtype=np.int64)
        seats = {_best(mine): self._seat((Hand(1, mine),)) for mine in _pairs()}
        for dealers in _pairs():
            # An ace with a ten-value card is no blackjack once a third card has been drawn.
            drawn = (*dealers, _DEUCE) if sum(map(value, dealers)) == 11 else dealers
            state, theirs = self._state(self._open_state.seats[0], drawn), _best(drawn)
            for mine, seat in seats.items():
                gains[mine, theirs] = _gain(
                    ante_up.settle_comparison(replace(state, seats=(seat,)))
                )
        return gains

    def against_blackjack(
        self, mine: tuple[Card, ...], dealers: tuple[Card, ...]
    ) -> tuple[int, int]:
        """Return the gains of two cards against a dealer blackjack: of 21 and of poker."""
        hand = replace(make_hand(mine), stake=_UNIT, base=_UNIT)
        state = self._state(self._seat((hand,)), dealers)
        of_21 = _gain(settle.against_dealer_blackjack(state))
        return of_21, _gain(ante_up.settle_comparison(state))

    def fold_gain(self) -> int:
        """Return the gain of a fold."""
        return _gain(ante_up.settle_fold(self._seat((_hand(10),))))

    def _seat(self, hands: tuple[Hand, ...]) -> Seat:
        wagers = dict.fromkeys(("main", ante_up.ANTE, ante_up.BET), _UNIT)
        return replace(self._open_state.seats[0], wagers=wagers, units=("main",), hands=hands)

    def _state(self, seat: Seat, dealers: tuple[Card, ...]) -> State:
        return replace(
            self._open_state,
            seats=(seat,),
            dealer=dealers,
            dealer_hard=sum(map(value, dealers)),
            dealer_has_ace=any(map(is_ace, dealers)),
        )

    @cached_property
    def _open_state(self) -> State:
        return open_table(self.setup, [Bets(1, {})])


def _pairs() -> Iterable[tuple[Card, Card]]:
    return combinations_with_replacement(map(make_card, range(RANKS)), 2)


def _best(cards: Iterable[Card]) -> int:
    held = [0] * RANKS
    for card in cards:
        held[card // 4] += 1
    return best_poker_hand(tuple(held))


def _hand(total: int) -> Hand:
    """Return a standing hand of that total: tens and a rest, without an ace."""
    tens = (total - 2) // 10
    rest = total - 10 * tens
    hand = make_hand(make_cards((*(10,) * tens, *((9, 2) if rest == 11 else (rest,)))))
    return replace(hand, stake=_UNIT, base=_UNIT, status=Status.STOOD)


def _gain(events: Iterable[Event]) -> int:
    """Return the sum of a settlement's lines, in wagers."""
    net = sum(event.net for event in events if isinstance(event, WagerSettled))
    assert net % _UNIT == 0
    return net // _UNIT
