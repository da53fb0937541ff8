"""Trips: the money of a counter along the same rounds, with the bets that he really makes.

A trip is a number of rounds with a bankroll. Every trip has shoes of its own, by its number, so it
is the same trip everywhere. The bankroll is lost when it no longer covers the smallest bet that is
due; a double is not refused. Cover and errors of bets belong here, because such a bet depends on
the rounds before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_cached
from pitboss.counts.system import Counter
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.kernel import BIN, HANDS, NET, PLAYS, SECOND_NET
from pitboss.simulator.counting.settings import Trips
from pitboss.simulator.job import Job
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.tally import UNLIMITED, Tally, no_hits

TRIPS_MAX = 20_000
TRIP_ROUNDS_IN_ALL = 20_000_000
"""So many rounds are played for trips at most: a second or two."""
QUANTILES = (5, 25, 50, 75, 95)
_BET_ERRORS = 2
"""Errors of bets have a stream of words of their own."""
_AT_ONCE = 1 << 18
"""Rounds whose journal is kept at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TripResults:
    """What trips came to, in units."""

    rounds: int
    bank: int
    trips: int
    ruined: int
    """Trips that lost the bankroll."""
    ruin: float
    ruin_error: float
    mean: float
    """What a trip wins on average; a ruined one ends at once."""
    sd: float
    quantiles: dict[str, float]
    """Share of trips -> they win at most this."""
    behind: float
    """The share of trips that end with a loss."""
    average_bet: float
    """Of rounds before the bankroll was lost."""
    mean_without_ruin: float
    """What a trip wins on average that could go on with borrowed money."""


def play_trips(job: Job, terms: Trips, rounds: int) -> TripResults | None:
    """Play as many trips as *rounds* rounds hold, within limits; None if not even one."""
    shoes = shoes_of_rounds(job, terms.rounds)
    trips = min(TRIPS_MAX, rounds // terms.rounds, max(1, TRIP_ROUNDS_IN_ALL // terms.rounds))
    if not trips:
        return None
    ends = []
    ruined = 0
    bets = []
    borrowed = []
    a_time = max(1, _AT_ONCE // terms.rounds)
    for first in range(0, trips, a_time):
        journal = _journal(job, terms.rounds, shoes, first, min(a_time, trips - first))
        money = _money(job, journal, first, terms)
        ends.append(money.ends)
        ruined += money.ruined
        bets.append(money.bets)
        borrowed.append(money.borrowed)
    won = np.concatenate(ends)
    share = ruined / trips
    return TripResults(
        rounds=terms.rounds,
        bank=terms.bank,
        trips=trips,
        ruined=ruined,
        ruin=share,
        ruin_error=(share * (1 - share) / trips) ** 0.5,
        mean=float(won.mean()),
        sd=float(won.std()),
        quantiles={f"{q}%": float(np.percentile(won, q)) for q in QUANTILES},
        behind=float((won < 0).mean()),
        average_bet=float(np.concatenate(bets).mean()),
        mean_without_ruin=float(np.concatenate(borrowed).mean()),
    )


def shoes_of_rounds(job: Job, rounds: int) -> int:
    """Return more shoes than so many rounds need: each takes all cards that it possibly may."""
    cards = max(1, job.cut - job.burn)
    most = min(cards, job.reserve)
    return -(-rounds * most // cards)


def _journal(job: Job, rounds: int, shoes: int, first: int, trips: int) -> Array:
    """(trip, round, column): the rounds of some trips."""
    kept = job.count_layout.journal(trips * rounds).reshape(trips, rounds, -1)
    for trip in range(trips):
        played = cpu.play(job, (first + trip) * shoes, shoes, rounds, kept[trip])
        assert played.rounds == rounds < UNLIMITED, "a trip has shoes enough"
    return kept


@dataclass(frozen=True, slots=True)
class _Money:
    ends: Array
    """(trip): units won when it ended."""
    ruined: int
    bets: Array
    """(trip): the average bet."""
    borrowed: Array
    """(trip): units won if it went on after ruin."""


def _money(job: Job, journal: Array, first: int, terms: Trips) -> _Money:
    counter = job.counter
    layout = job.count_layout
    assert counter is not None, "trips are a counter's"
    counts = np.arange(layout.low_bin, layout.low_bin + layout.bins)
    ramp = np.array([counter.ramp.units(int(count)) for count in counts], dtype=np.float64)
    wanted = ramp[journal[:, :, BIN]] * (journal[:, :, PLAYS] == 1)
    units = _apply_cover(job, counter, wanted, journal, first)
    wagered = _unit_cents(job)
    won = units * (journal[:, :, NET] + journal[:, :, SECOND_NET]) * (layout.unit / wagered)
    money = np.cumsum(won, axis=1)
    before = terms.bank + money - won
    least = float(min((u for u in ramp if u > 0), default=1.0))
    is_ruined = (before < least) & (units > 0)
    ruined = is_ruined.any(axis=1)
    at = np.where(ruined, is_ruined.argmax(axis=1), units.shape[1])
    ends = np.where(ruined, before[np.arange(len(at)), np.minimum(at, units.shape[1] - 1)]
                    - terms.bank, money[:, -1])  # fmt: skip
    played = np.arange(units.shape[1]) < at[:, np.newaxis]
    bets = (units * journal[:, :, HANDS] * played).sum(axis=1) / np.maximum(1, at)
    return _Money(ends, int(ruined.sum()), bets, money[:, -1])


def _unit_cents(job: Job) -> int:
    """Return the cents of one unit: the first wagers of a round."""
    empty = Tally(0, np.zeros(job.counters, dtype=np.int64), no_hits())
    return job.parts(empty)[0].part.wagered


def _apply_cover(job: Job, counter: Counter, wanted: Array, journal: Array, first: int) -> Array:
    """(trip, round): the units that are bet, with errors and cover."""
    cover = counter.cover
    units = wanted
    if cover.bet_errors > 0:
        units = _with_errors(job, counter, wanted, first)
    if cover.raise_max is None and not cover.raise_after_win and not cover.lower_after_loss:
        return units
    units = units.copy()
    net = journal[:, :, NET] + journal[:, :, SECOND_NET]
    last = units[:, 0].copy()
    won = np.zeros(len(units))
    for turn in range(units.shape[1]):
        bet = units[:, turn]
        plays = units[:, turn] > 0
        if turn:
            if cover.raise_max is not None:
                bet = np.minimum(bet, np.maximum(last * cover.raise_max, counter.ramp.low or 1))
            if cover.raise_after_win:
                bet = np.where((bet > last) & (won <= 0), last, bet)
            if cover.lower_after_loss:
                bet = np.where((bet < last) & (won >= 0), last, bet)
        units[:, turn] = np.where(plays, bet, 0.0)
        last = np.where(plays, units[:, turn], last)
        won = np.where(plays, net[:, turn], won)
    return units


def _with_errors(job: Job, counter: Counter, wanted: Array, first: int) -> Array:
    """Move some bets to a neighbouring step of the ramp, by words of a stream of their own."""
    steps = np.array(sorted({units for _, units in counter.ramp.steps}), dtype=np.float64)
    place = np.searchsorted(steps, wanted)
    words = np.zeros((*wanted.shape, 2), dtype=np.uint32)
    error_words(U64(job.seed), first, words)
    errs = words[:, :, 0] < counter.cover.bet_errors * 2.0**32
    moved = np.clip(place + np.where(words[:, :, 1] & 1, 1, -1), 0, len(steps) - 1)
    return np.where(errs & (wanted > 0), steps[moved], wanted)


@jit_cached
def error_words(seed: np.uint64, first: Integer, words: Array) -> None:
    """Put two random words for every round of every trip into *words*."""
    for trip in range(words.shape[0]):
        for turn in range(words.shape[1]):
            one, two, _, _ = philox(
                U32(turn),
                U32(first + trip),
                U32(0),
                U32(_BET_ERRORS),
                U32(seed),
                U32(seed >> U64(32)),
            )
            words[trip, turn, 0] = one
            words[trip, turn, 1] = two
