"""One meter and the tables that feed it: their rounds, contributions, bets and awards.

Bets change no card. So the simulator plays the rounds of every table first, seat by seat, and the
meter is followed through them afterwards. Tables are played in sittings that begin with a fresh
shoe; a shoe is a function of the seed, the sitting and the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.compiled.jit import Integer, Number, jit_cached, jit_inlined
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.side_wagers import is_from_the_right
from pitboss.exact.any_wager.polynomial import Polynomial, compute_value
from pitboss.exact.any_wager.terms import form_array, take_card
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.kernel import CARDS_GONE, FIRST_SIDE
from pitboss.simulator.counting.trips import shoes_of_rounds
from pitboss.simulator.job import Job
from pitboss.simulator.meter_pass import meter_rows
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.random.shoes import ShoeMemory, open_shoe, shoe_memory
from pitboss.simulator.random.shuffle import Cutting, card_at
from pitboss.simulator.side_wagers import Wager

Array = Any
ALL = 100
_HIDDEN = 3
"""Hidden amounts have a stream of words of their own."""
_HALF = 32
_WORD = 0xFFFF_FFFF
DISPLAY, HIGH, POINT, OWN, OTHERS = range(5)
"""What compiled code changes: the meter, the most that it showed since it was won, the hidden
amount (-1: none), wagers of hunters, wagers of the others."""
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
        job = self.job
        shoes = shoes_of_rounds(self.job, SITTING)
        gains, shares = np.zeros((2, rounds, self.hunters))
        nets = np.zeros((rounds, self.hunters), dtype=np.int64)
        hits = []
        fixed = 0
        for table in range(self.tables):
            first = (number * self.tables + table) * shoes
            hunted = table < self.hunters
            journal = job.count_layout.journal(rounds if hunted else 0)
            tally = cpu.play(job, first, shoes, rounds, journal)
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
        sums = self.value.sums
        gain = self.value.polynomial
        job = self.job
        assert sums is not None, "checked before"
        assert gain is not None
        full = np.array(job.setup.shoe.cards(), dtype=np.uint8)
        forms = form_array(self.value.full)
        shoes = Shoes(
            full=full,
            cutting=job.cutting,
            seed=U64(job.seed),
            first=U64(first),
            memory=shoe_memory(len(full)),
        )
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
    forms = parts.left
    before = U32(0)
    deck = open_shoe(full, cutting, seed, number, memory)
    for turn in range(len(starts)):
        gone = U32(starts[turn])
        assert gone <= len(full), "no more cards are gone than a shoe has"
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


class Spread(NamedTuple):
    """Mean squares of what a wager wins, from a full shoe, in units of the wager.

    With other cards left, what comes with a share of the meter is as often as the share is large.
    """

    gains: float
    """Of the pays without the meter."""
    both: float
    """Twice the mean of such a pay times the share, for each part of the meter won on average."""
    shares: float
    """Of the share, likewise."""


class Felt(NamedTuple):
    """The inputs of the compiled code."""

    tables: int
    seats: int
    hunters: int
    step: int
    """Units of the meter that a wager adds to it."""
    ceiling: int
    """Units that the meter must hit by."""
    stake: float
    """Units of the meter that a wager is worth."""
    least: float
    spread: Spread


class HunterBets(NamedTuple):
    """The wagers that hunters may make, by `(round, hunter)`."""

    gains: Array
    shares: Array
    made: Array
    """Whether the wager is made."""
    values: Array
    """Its exact value in units; 0 without one."""
    variances: Array


class Hit(NamedTuple):
    """The whole meter was won."""

    end: int
    """Bets of hunters before it, of this sitting, in order: `(round, hunter)` in one row."""
    round: int
    display: int
    by_hunter: bool
    by_ceiling: bool
    """Because the meter must hit by its ceiling."""


class Followed(NamedTuple):
    """The results of hunters in a sitting."""

    bets: HunterBets
    won: Array
    """(round, hunter): cents."""
    hits: list[Hit]


class MeterRun:
    """Follows a meter through one sitting after the other."""

    def __init__(self, terms: HuntSettings, wager: Wager, meter: Meter, spread: Spread) -> None:
        """Begin with a meter."""
        self.terms = terms
        self.wager = wager
        self.before = meter
        self.meter = meter
        fed = meter.contribute(wager.stake)
        self.felt = Felt(
            tables=terms.tables,
            seats=terms.seats,
            hunters=terms.hunters,
            step=fed.display - meter.display,
            ceiling=(terms.ceiling or 0) * UNITS_PER_CENT,
            stake=float(wager.stake * UNITS_PER_CENT),
            least=terms.least,
            spread=spread,
        )
        self.awards = {True: 0, False: 0}
        """Cents of the meter that hunters won, and that others won."""
        self.wagers = {True: 0, False: 0}
        """Wagers of hunters, and of others."""
        self.drawn = 0
        """Units that fixed pays took out of the meter; what it did not hold the house pays."""
        self._cycle = 0
        self._state = np.zeros(5, dtype=np.int64)
        self._begin_cycle()

    def follow(self, sitting: Sitting) -> Followed:
        """Make every wager of a sitting, and pay the awards of the meter."""
        shape = sitting.gains.shape
        self._bets = HunterBets(
            gains=sitting.gains,
            shares=sitting.shares,
            made=np.zeros(shape, dtype=np.uint8),
            values=np.zeros(shape),
            variances=np.zeros(shape),
        )
        self._won = np.zeros(sitting.nets.shape, dtype=np.int64)
        self._full: list[Hit] = []
        place: Integer = 0
        seat: Integer = 0
        for hit_place, together in groupby(sitting.hits.tolist(), key=self._hit_place):
            place, seat = self._feed(place, seat, hit_place)
            for round_, table, hit_seat, combination in together:
                self._pay(round_, table, hit_seat, combination)
        self._feed(place, seat, sitting.rounds * self.terms.tables - 1)
        self._won += self._bets.made * sitting.nets
        return Followed(self._bets, self._won, self._full)

    def _hit_place(self, hit: list[int]) -> int:
        return hit[0] * self.terms.tables + hit[1]

    def _feed(self, place: Integer, seat: Integer, last: int) -> tuple[Integer, Integer]:
        """Make the wagers up to those of place *last*; return where to go on."""
        while place <= last:
            state = self._state
            state[DISPLAY] = self.meter.display
            state[OWN] = 0
            state[OTHERS] = 0
            begin = place, seat, last
            place, seat, crossed = feed_meter(self.felt, self._bets, state, *begin)
            own = int(state[OWN])
            others = int(state[OTHERS])
            self.wagers[True] += own
            self.wagers[False] += others
            self.meter = self.meter.contribute(self.wager.stake, own + others)
            assert self.meter.display == state[DISPLAY], "compiled code feeds as the meter does"
            if crossed:
                # The seat before the one to go on with took the meter past its hidden amount.
                round_, table = divmod(int(place), self.terms.tables)
                self._award(round_, table, int(seat) - 1, ALL, by_ceiling=True)
        return place, seat

    def _pay(self, round_: int, table: int, seat: int, combination: int) -> None:
        """Pay the award of a seat's cards, if the wager was made."""
        if self._is_hunter(table, seat) and not self._bets.made[round_, table]:
            return
        for cents, share in meter_rows(self.wager, combination):
            if cents:
                shown = self.meter.display
                self.meter = self.meter.pay(cents)
                self.drawn += shown - self.meter.display
            if share:
                self._award(round_, table, seat, share, by_ceiling=False)

    def _award(self, round_: int, table: int, seat: int, share: int, *, by_ceiling: bool) -> None:
        display = self.meter.display
        hunts = self._is_hunter(table, seat)
        cents, self.meter = self.meter.award(share)
        self.awards[hunts] += cents
        if hunts:
            self._won[round_, table] += cents
        if share == ALL:
            hunters = self.terms.hunters
            end = round_ * hunters + min(table + 1, hunters)
            self._full.append(
                Hit(end=end, round=round_, display=display, by_hunter=hunts, by_ceiling=by_ceiling)
            )
            self._begin_cycle()

    def _is_hunter(self, table: int, seat: int) -> bool:
        return seat == 0 and table < self.terms.hunters

    def _begin_cycle(self) -> None:
        """Hide an amount between what the meter shows and its ceiling, every unit as likely."""
        ceiling = self.felt.ceiling
        state = self._state
        state[HIGH] = self.meter.display
        state[POINT] = -1
        if ceiling:
            state[HIGH] = min(self.meter.display, ceiling - 1)
            room = ceiling - int(state[HIGH])
            state[POINT] = ceiling - (room * hidden_word(self.terms.seed, self._cycle) >> 64)
        self._cycle += 1


def hidden_word(seed: int, cycle: int) -> int:
    """Return 64 random bits for a hidden amount.

    >>> hidden_word(1, 0) == hidden_word(1, 0) != hidden_word(1, 1)
    True
    """
    zero = U32(0)
    stream = U32(_HIDDEN)
    key = U32(seed & _WORD), U32(seed >> _HALF)
    low, high, _, _ = _words(U32(cycle & _WORD), U32(cycle >> _HALF), zero, stream, *key)
    return int(high) << _HALF | int(low)


@jit_cached
def _words(
    c0: np.uint32, c1: np.uint32, c2: np.uint32, c3: np.uint32, k0: np.uint32, k1: np.uint32
) -> tuple[np.uint32, np.uint32, np.uint32, np.uint32]:
    return philox(c0, c1, c2, c3, k0, k1)


@jit_inlined
def wager_value(
    felt: Felt, gain: Number, share: Number, display: Integer, high: Integer
) -> tuple[Number, Number]:
    """Return the exact value of a hunter's wager, in units, and its variance.

    The meter is that of the pay: the whole table's wagers are in it. Where it must hit by its
    ceiling, every amount from the highest display to there is as likely to be the hidden one.
    """
    spread = felt.spread
    assert display >= 0, "a meter is never below nothing"
    assert not felt.ceiling or high < felt.ceiling, "it would have been won before"
    meter = (display + felt.step * felt.seats) / felt.stake
    value = gain + share * meter
    squares = spread.gains + share * meter * (spread.both + spread.shares * meter)
    variance = squares - value * value
    if felt.ceiling:
        grown = min(display + felt.step, felt.ceiling) - high
        if grown > 0:
            chance = grown / (felt.ceiling - high)
            whole = (display + felt.step) / felt.stake
            value += chance * whole
            variance += chance * (1.0 - chance) * whole * whole
    return value, variance


@jit_cached
def feed_meter(
    felt: Felt, bets: HunterBets, state: Array, place: Integer, seat: Integer, last: Integer
) -> tuple[Integer, Integer, bool]:
    """Make the wagers of all seats from a place and seat on; a place is a round of a table.

    Return where to go on, and whether the last wager took the meter to its hidden amount.
    """
    while place <= last:
        round_ = place // felt.tables
        table = place % felt.tables
        while seat < felt.seats:
            hunts = seat == 0 and table < felt.hunters  # a hunter has the first seat of a table
            seat += 1
            if hunts:
                gain = bets.gains[round_, table]
                share = bets.shares[round_, table]
                value, variance = wager_value(felt, gain, share, state[DISPLAY], state[HIGH])
                if value <= felt.least:
                    continue
                bets.made[round_, table] = 1
                bets.values[round_, table] = value
                bets.variances[round_, table] = variance
                state[OWN] += 1
            else:
                state[OTHERS] += 1
            state[DISPLAY] += felt.step
            state[HIGH] = max(state[HIGH], state[DISPLAY])
            if state[POINT] >= 0 and state[DISPLAY] >= state[POINT]:
                return place, seat, True
        place = place + 1
        seat = 0
    return place, seat, False
