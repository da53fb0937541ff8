"""The rounds of all tables that feed one meter: their value to a hunter, and the awards.

Bets change no card. So the simulator plays the rounds of every table first, seat by seat, and the
meter is followed through them afterwards. Tables are played in sittings that begin with a fresh
shoe; a shoe is a function of the seed, the sitting and the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import jit_cached
from pitboss.engine.side_wagers import is_from_the_right
from pitboss.exact.any_wager.polynomial import Polynomial, compute_value
from pitboss.exact.any_wager.terms import form_array, take_card
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.simulate.counting.kernel import CARDS_GONE, FIRST_SIDE
from pitboss.simulate.counting.play import journal_room, no_journal, play_counted
from pitboss.simulate.counting.trips import shoes_of_rounds
from pitboss.simulate.job import Job
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shoes import ShoeMemory, open_shoe, shoe_memory
from pitboss.simulate.random.shuffle import Cutting, card_at
from pitboss.simulate.side_wagers import Wager

Array = Any
SITTING = 1 << 14
"""Rounds of each table that are played at once."""
_ROUND, _SEAT, _WAGER, _COMBINATION = range(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Some rounds of every table."""

    rounds: int
    gains: Array
    """(round, hunter): what one unit gains on average without the meter, with the cards left."""
    shares: Array
    """(round, hunter): the part of the meter that the wager wins on average."""
    nets: Array
    """(round, hunter): cents that a wager of the first seat wins without the meter."""
    fixed: int
    """The same of all seats of all tables, summed."""
    hits: Array
    """(hit, field): round, table, seat and combination of what a meter pays, in order."""


class ValueParts(NamedTuple):
    """The parts of a wager's value, as compiled code takes them."""

    gain: Polynomial
    share: Polynomial
    full: Array
    """The forms of a full shoe."""
    left: Array
    """The forms of the cards left."""


class Shoes(NamedTuple):
    """Which shoes are dealt."""

    full: Array
    """uint8: the cards of a shoe."""
    cutting: Cutting
    seed: np.uint64
    first: np.uint64
    memory: ShoeMemory


@dataclass(frozen=True)
class FedTables:
    """Tables that play the same game for one meter."""

    job: Job
    value: WagerValue
    """The wager's exact value with any cards left."""
    tables: int
    hunters: int

    @property
    def place(self) -> int:
        """The number of the wager on the felt."""
        return [wager.id for wager in self.job.wagers].index(self.value.wager)

    @property
    def wager(self) -> Wager:
        """The wager as the simulator makes it."""
        return self.job.wagers[self.place]

    def sit(self, number: int, rounds: int) -> Sitting:
        """Play a sitting at every table."""
        job, shoes = self.job, shoes_of_rounds(self.job, SITTING)
        gains, shares = np.zeros((2, rounds, self.hunters))
        nets, hits, fixed = np.zeros((rounds, self.hunters), dtype=np.int64), [], 0
        for table in range(self.tables):
            first = (number * self.tables + table) * shoes
            hunted = table < self.hunters
            journal = journal_room(job, rounds) if hunted else no_journal()
            tally = play_counted(job, first, shoes, rounds, journal)
            assert tally.rounds == rounds, "a sitting has shoes enough"
            hits.append(self._hits(tally.hits, table))
            fixed += self._sum_fixed_pays(job.combinations(tally))
            if hunted:
                gains[:, table], shares[:, table] = self._values(journal, first)
                unit = job.count_layout.side_units[self.place]
                nets[:, table] = unit * journal[:, FIRST_SIDE + self.place]
        return Sitting(
            rounds=rounds,
            gains=gains,
            shares=shares,
            nets=nets,
            fixed=fixed,
            hits=_merge_hits(hits),
        )

    def _hits(self, hits: Array, table: int) -> Array:
        """Return the hits of the wager with their table, seats in the order of their pays."""
        own = hits[hits[:, _WAGER] == self.place]
        seats = own[:, _SEAT]
        turn = -seats if is_from_the_right(self.job.setup, self.wager.side) else seats
        columns = own[:, _ROUND], np.full(len(own), table), seats, own[:, _COMBINATION]
        return np.column_stack(columns)[np.lexsort((turn, own[:, _ROUND]))]

    def _sum_fixed_pays(self, combinations: Array) -> int:
        begin = sum(wager.combinations for wager in self.job.wagers[: self.place])
        counts = combinations[begin : begin + self.wager.combinations].tolist()
        return sum(count * self.wager.net(outcome) for outcome, count in enumerate(counts))

    def _values(self, journal: Array, first: int) -> Array:
        """(part, round): the parts of the wager's value before every round."""
        sums, gain, job = self.value.sums, self.value.polynomial, self.job
        assert sums is not None, "checked before"
        assert gain is not None
        full, forms = np.array(job.setup.shoe.cards(), dtype=np.uint8), form_array(self.value.full)
        shoes = Shoes(full, job.cutting, U64(job.seed), U64(first), shoe_memory(len(full)))
        values = np.zeros((2, len(journal)))
        parts = ValueParts(gain, sums.share_polynomial, forms, forms.copy())
        add_parts(shoes, parts, journal[:, CARDS_GONE].copy(), values)
        return values


def _merge_hits(hits: list[Array]) -> Array:
    """Return the hits of all tables by round, then by table."""
    every = np.concatenate(hits)
    return every[np.lexsort((every[:, 1], every[:, 0]))]


@jit_cached
def add_parts(shoes: Shoes, parts: ValueParts, starts: Array, values: Array) -> None:
    """Value the wager before every round: both parts, with the cards that were seen by then.

    *starts* are the cards gone before each round; where they are not more, a shoe began.
    """
    full, cutting, seed, number, memory = shoes
    forms, before = parts.left, U32(0)
    deck = open_shoe(full, cutting, seed, number, memory)
    for turn in range(len(starts)):
        gone = U32(starts[turn])
        if turn == 0 or gone <= before:
            if turn:
                number = U64(number + U64(1))
                deck = open_shoe(full, cutting, seed, number, memory)
            before = cutting.burn
            for form in range(len(forms)):
                forms[form] = parts.full[form]
        for place in range(before, gone):
            take_card(forms, card_at(deck, U32(place)))
        before = gone
        values[0, turn] = compute_value(parts.gain, forms)
        values[1, turn] = compute_value(parts.share, forms)
