"""A whole round of one seat as one automaton: every card of the shoe is one look-up in a table.

`automaton` leads a hand from card to card, and the dealer has another automaton. This one joins
both, from the first card of a round to its last: a state is all that matters of the cards so far.
So a processor goes through the cards of a shoe without a branch at the end of a hand, which it
would mispredict. The hands of a split are played one by one. Where the play depends on the count,
a state has no next card: the count decides the next state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_RESULT,
    LATE_BLACKJACK,
    BlackjackTables,
)

ROW_BITS = 20
"""Room for two to this many entries: a row and an index of the shoe fit into one word."""
LANES = 4
"""Shoes that are gone through side by side."""
SHOE_ROOM = 1024
"""More cards than a shoe has, with those that are shuffled in again: the lanes lie so far apart."""
LEVEL = 2
"""The column of the level of a state that asks for the count; before it are the rows of the next
state if the count is at or above the level, and if it is below."""
_OUTCOMES = 1 << COLUMN_BITS
_BLACKJACK = int(DEALER_BLACKJACK)
_NOT_DRAWN = int(DEALER_NOT_DRAWN)
_SPLITS = int(FIRST_RESULT)
_ENDED = -(1 << 20)
"""Ends have numbers from here on down until all are known."""


Ask = tuple[int, int, int]
"""A code that asks for the count: its level, the code at or above that, and the code below."""


class RoundAutomaton(NamedTuple):
    """The automaton of a whole round.

    Its first states are those of a pair that is split, with money and free; then come those that
    ask for the count, the one of a round that has not begun, and those in which a round has ended,
    from where the next begins too.
    """

    rows: Array
    """(state, card): where the row of the next state begins."""
    cells: Array
    """(state): the cell (result, the dealer's outcome) in which a round has ended; 0 after a split
    and before the first round. There are no states in which a round goes on here."""
    kinds: Array | None
    """(card of the shoe): its column; None if they are the same."""
    columns: np.uint32
    start: np.uint64
    """The row of a round that has not begun."""
    state_of: np.uint64
    """A row times this is the number of its state, above 32 bits."""


def round_automaton(tables: BlackjackTables, asks: Sequence[Ask] = ()) -> RoundAutomaton:
    """Return the automaton of a round; it is empty if it would be too large.

    Codes of *asks* come behind all results.
    """
    maker = _Maker(tables, asks)
    return maker.make() if maker.fits else no_automaton()


def no_automaton() -> RoundAutomaton:
    """Return an automaton without states."""
    nothing = np.zeros(0, dtype=np.uint32)
    zero = np.uint64(0)
    return RoundAutomaton(nothing, nothing, None, np.uint32(0), zero, zero)


class _Maker:
    """The states of both automata together, in the order of the cards.

    Nothing, one card, two, three of the deal; hands that draw, with a hand of the dealer each; and
    results that wait, each with the states of the dealer. Ends are negative until `make`.
    """

    def __init__(self, tables: BlackjackTables, asks: Sequence[Ask]) -> None:
        count = self.count = int(tables.classes)
        self.peeks = bool(tables.peeks)
        self.waits = tables.waits.astype(bool)
        self.asks = asks
        self.hands = len(tables.steps) // count
        """Codes of hands that draw; behind them are those that ask, as if two cards answered."""
        answers = [[yes, *[no] * (count - 1)] for _, yes, no in asks]
        steps = np.concatenate((tables.steps, *answers)).reshape(-1, count)
        self.steps = self._with_asks(steps)
        self.dealer_steps = tables.dealer_steps.reshape(-1, count).astype(np.int64)
        self.draws = len(self.dealer_steps)
        dealt = tables.dealer_first.reshape(count, count).astype(np.int64)
        self.dealt = np.where(dealt >= 0, dealt, self.draws + ~dealt)
        """(up, down card): a hand of the dealer: a state, or an outcome behind all states."""
        first = self._with_asks(tables.first[: count**3]).reshape(count, count, count)
        ups = np.arange(count)[:, None, None]
        peeked = tables.peeked.reshape(count, count, count)
        parts = np.broadcast_arrays(first, ups, peeked)
        keys, number = np.unique(
            np.stack([part.ravel() for part in parts]), axis=1, return_inverse=True
        )
        self.codes, self.ups, self.peeked = keys
        """(three cards): the code of the hand, the up card, the result against a blackjack."""
        self.three = number.reshape(count, count, count).transpose(1, 0, 2)
        """(first, up, second card): the number of the three."""
        self.pairs = self._pairs()
        waiting = np.nonzero(self.waits)[0]
        self.threes_at = 1 + count + count**2
        self.pairs_at = self.threes_at + len(self.codes)
        self.waiting_at = self.pairs_at + len(self.pairs)
        self.states = self.waiting_at + len(waiting) * self.draws
        self.rows_of = np.zeros(len(self.waits), dtype=np.int64)
        self.rows_of[waiting] = self.waiting_at + np.arange(len(waiting)) * self.draws

    @property
    def fits(self) -> bool:
        """Whether there is room for all states and ends."""
        ends = len(self.waits) << COLUMN_BITS
        return (self.states + ends) * self.count <= 1 << ROW_BITS

    def make(self) -> RoundAutomaton:
        """Return the automaton, its states in the order of `RoundAutomaton`."""
        states = self._states()
        asking = self.pairs // (self.draws + _OUTCOMES) - self.hands
        asking_pairs = self.pairs_at + np.nonzero(asking >= 0)[0]
        ended = np.unique(states[states <= _ENDED])[::-1]
        start = _SPLITS + len(asking_pairs)
        cells = np.concatenate((np.zeros(start + 1, dtype=np.int64), _ENDED - ended))
        others = np.setdiff1d(np.arange(1, len(states)), asking_pairs)
        numbers = np.full(len(states), start)
        numbers[asking_pairs] = _SPLITS + np.arange(len(asking_pairs))
        numbers[others] = len(cells) + np.arange(len(others))
        numbers_ended = np.zeros(len(self.waits) << COLUMN_BITS, dtype=np.int64)
        numbers_ended[_ENDED - ended] = start + 1 + np.arange(len(ended))
        moved = np.where(states < 0, ~states, numbers[np.maximum(states, 0)])
        is_ended = states <= _ENDED
        moved[is_ended] = numbers_ended[_ENDED - states[is_ended]]
        order = np.zeros(len(cells) + len(others), dtype=np.int64)
        order[_SPLITS:start] = asking_pairs
        order[len(cells) :] = others
        rows = moved[order] * self.count
        rows[_SPLITS:start, LEVEL] = [self.asks[ask][0] for ask in asking[asking >= 0]]
        return RoundAutomaton(
            rows=rows.ravel().astype(np.uint32),
            cells=cells.astype(np.uint32),
            kinds=None,
            columns=np.uint32(self.count),
            start=np.uint64(start * self.count),
            state_of=np.uint64((1 << 32) // self.count + 1),
        )

    def _with_asks(self, codes: Array) -> Array:
        """Return codes with those that ask behind those of hands that draw."""
        asks = ~codes.astype(np.int64) - len(self.waits)
        return np.where(asks >= 0, self.hands + asks, codes)

    def _pairs(self) -> Array:
        """Return every hand that draws with a hand of the dealer, as one number, in order."""
        codes = np.repeat(self.codes[:, None], self.count, axis=1)
        pairs = new = np.unique(self._pair(codes, self.dealt[self.ups])[codes >= 0])
        while len(new):
            codes = self.steps[new // (self.draws + _OUTCOMES)]
            dealer = np.repeat(new[:, None] % (self.draws + _OUTCOMES), self.count, axis=1)
            new = np.setdiff1d(self._pair(codes, dealer)[codes >= 0], pairs)
            pairs = np.union1d(pairs, new)
        return pairs

    def _pair(self, code: Array, dealer: Array) -> Array:
        return code * (self.draws + _OUTCOMES) + dealer

    def _states(self) -> Array:
        """Return (state, card): the next state; an end, or `~0` and `~1` for a split."""
        count = self.count
        dealer = self.pairs % (self.draws + _OUTCOMES)
        hands = self._after(self.steps[self.pairs // (self.draws + _OUTCOMES)], dealer[:, None])
        drawn = hands[self.pairs < self.hands * (self.draws + _OUTCOMES)]
        assert not ((drawn < 0) & (drawn > _ENDED)).any(), "only two cards are split"
        parts = [
            1 + np.arange(count),
            1 + count + np.arange(count**2),
            self.threes_at + self.three,
            self._fourth_card(),
            hands,
            *(self._dealer_draws(int(result)) for result in np.nonzero(self.waits)[0]),
        ]
        return np.concatenate([part.ravel() for part in parts]).reshape(-1, count)

    def _end(self, results: Array, outcomes: Array) -> Array:
        return _ENDED - (results << COLUMN_BITS | outcomes)

    def _fourth_card(self) -> Array:
        """Return the states after the dealer's down card."""
        dealer = self.dealt[self.ups]
        states = self._after(np.repeat(self.codes[:, None], self.count, axis=1), dealer)
        if not self.peeks:
            return states
        over = self._end(self.peeked[:, None], np.full_like(dealer, _BLACKJACK))
        return np.where(dealer == self.draws + _BLACKJACK, over, states)

    def _after(self, codes: Array, dealer: Array) -> Array:
        """Return the states of *codes* of the player's hand, by the dealer's hand."""
        codes, dealer = np.broadcast_arrays(codes, dealer)
        hands = np.searchsorted(self.pairs, self._pair(codes, dealer))
        results = np.where(codes < 0, ~codes, 0)
        drawn = dealer < self.draws
        outcomes = dealer - self.draws
        is_natural = (outcomes == _BLACKJACK) | (outcomes == LATE_BLACKJACK)
        unseen = np.where(is_natural, outcomes, _NOT_DRAWN)
        waits = self.waits[results]
        ended = self._end(results, np.where(waits, outcomes, unseen))
        over = np.where(waits & drawn, self.rows_of[results] + dealer, ended)
        over = np.where(results < _SPLITS, ~results, over)
        return np.where(codes >= 0, self.pairs_at + hands, over)

    def _dealer_draws(self, result: int) -> Array:
        """Return the states after the dealer's draws while a result waits."""
        codes = self.dealer_steps
        ended = self._end(np.full_like(codes, result), np.where(codes < 0, ~codes, 0))
        return np.where(codes >= 0, self.rows_of[result] + codes, ended)
