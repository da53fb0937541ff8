"""One seat with side wagers as a graphics card walks it: whole rounds, and a pass over their log.

A lane walks its shoe by `walk_tables`, as one seat with its main wager alone does, and notes how
each round ended. The cards stay where they were dealt. So when the shoe is over, a pass looks up
the number of every deal, as `wager_pass` does on a processor. The dealer's hand and a hand's
lammers follow from the end of the round, which is counted anyway; only where he busts are his cards
looked at again. Rounds with a split, and deals that may win what a meter pays, get the same look.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Flags, Halves, Integers, Ints, LongInts
from pitboss.simulator.blackjack.play import FIRST_RESULT, BlackjackTables
from pitboss.simulator.blackjack.round_automaton import round_automaton
from pitboss.simulator.blackjack.steps import RESULTS_MAX, STACK_MAX, StepTables, step_tables
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.blackjack.wager_looks import BY_CARDS, PRESUMED, SecondLooks
from pitboss.simulator.blackjack.wager_pass import (
    always_draws,
    is_deferred,
    is_of_down,
    is_passed,
    wager_pass,
)
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK, RoundWalk, walk
from pitboss.simulator.side_wager_kernels import LAMMERS
from pitboss.simulator.side_wagers import (
    BASE,
    BEFORE_DEAL,
    FAMILY,
    MADE,
    OF_DEALER,
    WagerTables,
)

if TYPE_CHECKING:
    from pitboss.simulator.blackjack.job import BlackjackJob

NO_LOOK, AT_EVENT, AT_CARDS = range(3)
"""Whether a round needs a look: for none of its wagers, for those of its end, or for all."""
LOOK = 1 << 15
"""The bit of the number of a deal whose round needs a look at its cards."""
INDEX_BITS, EVENT_BITS = 10, 12
"""A line of the log: where the round ended, where the dealer's draws began, and the event."""


class SeatSections(NamedTuple):
    """Where the counters of a walk with side wagers begin."""

    split: int
    """Results of hands that a split made, by the dealer's outcome."""
    nets: int
    """Sums of the hands of a split, zero in the middle."""
    insurance: int
    """Seats that could insure and would lose, and would win."""
    up: int
    """Numbers of deals by the up card."""
    down: int
    """Numbers of deals by the down card."""
    combinations: int
    """Combinations that the cards of a round decide."""


class SeatLooks(NamedTuple):
    """What looks at the cards of a round read."""

    felt: Felt
    wagers: WagerTables
    by_event: Bytes
    """(event): whether a round that ended so needs a look, `AT_EVENT` or `AT_CARDS`."""
    rows: Ints
    """(event, wager): the combination of rows, `BY_CARDS`, `PRESUMED` or `NOT_MADE`."""
    of_event: Bytes
    """(wager): whether the end of a round decides it, whatever the deal."""
    hands: BlackjackTables
    """The automata, by classes of cards."""
    waits: Bytes
    """(result): whether it waits for the dealer; he may draw though none does (W28)."""
    kinds: Bytes
    """(card): its class."""


class SeatGame(NamedTuple):
    """All data that a walk with side wagers needs beside its table."""

    tables: StepTables
    pays: LongInts
    sections: SeatSections
    columns: Bytes
    """(card): its byte in the rows of the table."""
    by_up: Halves
    """(first, second, up card): the number of the deal, with `LOOK`."""
    by_down: Halves
    """(first, second, down card): another; empty if no wager is on the down card."""
    looks: SeatLooks


@dataclass(frozen=True)
class SeatWalk:
    """One seat with side wagers whose rounds are walked."""

    walk: RoundWalk
    game: SeatGame
    up_rows: LongInts
    """(number by the up card, wager): the combination of rows."""
    down_rows: LongInts
    up_wagers: tuple[int, ...]
    """The wagers that numbers by the up card decide."""
    down_wagers: tuple[int, ...]
    cells: int
    nets: int

    @cached_property
    def counters(self) -> int:
        """How many counters a block shares, beside those of events."""
        wagers = self.game.looks.wagers
        return self.game.sections.combinations + len(wagers.paid)

    def lean_counts(self, counted: LongInts, events: LongInts) -> LongInts:
        """Return the counters of one seat with its main wager alone."""
        whole = np.zeros(self.cells, dtype=np.int64)
        np.add.at(whole, self.walk.tables.cells, events)
        return np.concatenate((whole, counted[: self.cells + self.nets]))

    def count_combinations(self, counted: LongInts, events: LongInts) -> LongInts:
        """Return how often each combination came: by deals, by events, and by cards."""
        sections, looks = self.game.sections, self.game.looks
        total = counted[sections.combinations : self.counters].copy()
        bases = looks.wagers.columns[BASE]
        for wagers, rows, at in (
            (self.up_wagers, self.up_rows, sections.up),
            (self.down_wagers, self.down_rows, sections.down),
        ):
            for wager in wagers:
                np.add.at(total, bases[wager] + rows[:, wager], counted[at : at + len(rows)])
        for wager in np.flatnonzero(looks.of_event).tolist():
            paid = np.where(
                looks.rows[:, wager] == PRESUMED, self.up_rows[0, wager], looks.rows[:, wager]
            )
            known = paid >= 0
            np.add.at(total, bases[wager] + paid[known], events[known])
        return total


def seat_walk(job: BlackjackJob) -> SeatWalk | None:
    """Return how a graphics card walks one seat with side wagers; None if it cannot."""
    fits = (
        job.seats == job.layout.hands_each == 1
        and bool(job.wagers)
        and job.counter is None
        and not job.setup.bonus_cards
        and not job.is_fresh
        and job.setup.rules.max_hands <= STACK_MAX
        and len(job.layout.results) <= RESULTS_MAX
        and job.cut + job.reserve + 2 * CARDS_A_BLOCK <= len(job.full_shoe) < 1 << INDEX_BITS
        and is_passed(job.wagers, job.layout)
    )
    if not fits:
        return None
    own = job.layout.strategy.classes
    kinds = np.array(own.class_of, dtype=np.uint8)
    hands = job.layout.tables(own)
    drawn = hands
    if always_draws(job.wager_tables):
        draws = np.ones_like(hands.waits)
        draws[: int(FIRST_RESULT)] = 0
        drawn = hands._replace(waits=draws)
    automaton, steps = round_automaton(drawn), step_tables(drawn)
    made = walk(automaton, steps, own.values, kinds[job.full_shoe], job.burn)
    if made is None or made.plan.ends >> EVENT_BITS:
        return None
    passed, presumed = wager_pass(
        job.wagers,
        job.wager_tables,
        job.felt,
        automaton._replace(cells=made.tables.cells),
        0,
        job.tables,
    )
    by_both = presumed.reshape(-1, int(passed.step), presumed.shape[1]).astype(np.int64)
    looks = passed.looks
    needed = np.zeros(by_both.shape[:2], dtype=bool)
    if looks is not None:
        needed = looks.numbers.reshape(needed.shape) != 0
    downs, ups = needed.shape
    nets_at = job.sections.cells
    insurance_at = nets_at + job.sections.nets
    of_event = _find_of_event(job.wager_tables, by_both[0])
    is_down = np.array([is_of_down(wager) for wager in job.wagers])
    return SeatWalk(
        walk=made._replace(full_shoe=job.full_shoe.astype(np.uint8)),
        game=SeatGame(
            tables=steps,
            pays=job.pays,
            sections=SeatSections(
                split=0,
                nets=nets_at + job.sections.nets // 2,
                insurance=insurance_at,
                up=insurance_at + 2,
                down=insurance_at + 2 + ups,
                combinations=insurance_at + 2 + ups + downs,
            ),
            columns=made.bytes[kinds],
            by_up=_with_looks(passed.by_up, needed.all(axis=0)),
            by_down=_with_looks(passed.by_down, needed.all(axis=1)),
            looks=SeatLooks(
                felt=job.felt,
                wagers=job.wager_tables,
                by_event=_find_looks(job, looks, made, of_event),
                rows=_rows_of_events(job, looks, made),
                of_event=of_event,
                hands=hands,
                waits=job.tables.waits.astype(np.uint8),
                kinds=kinds,
            ),
        ),
        up_rows=by_both[0],
        down_rows=by_both[:, 0],
        up_wagers=tuple(np.flatnonzero(~is_down & (of_event == 0)).tolist()),
        down_wagers=tuple(np.flatnonzero(is_down & (of_event == 0)).tolist()),
        cells=job.sections.cells,
        nets=job.sections.nets,
    )


def _find_of_event(tables: WagerTables, up_rows: LongInts) -> Bytes:
    """Return (wager): whether it depends on the end of the round, and is the same for all deals."""
    columns = tables.columns[:, : int(tables.size)]
    is_late = columns[MADE] != BEFORE_DEAL
    is_of_event = columns[OF_DEALER].astype(bool) | is_late | (columns[FAMILY] == LAMMERS)
    return (is_of_event & (up_rows == up_rows[0]).all(axis=0)).astype(np.uint8)


def _with_looks(numbers: Integers | None, needed: Flags) -> Halves:
    """Return numbers of deals with `LOOK` where a round needs a look."""
    if numbers is None:
        return np.zeros(0, dtype=np.uint16)
    assert len(needed) <= LOOK, "a number of a deal is fifteen bits"
    flags = np.where(needed, LOOK, 0).astype(np.uint16)
    return numbers.astype(np.uint16) | flags[numbers]


def _rows_of_events(job: BlackjackJob, looks: SecondLooks | None, made: RoundWalk) -> Ints:
    """Return (event, wager): the combination of rows; without looks it is that of the deal."""
    if looks is None:
        return np.full((len(made.tables.cells), len(job.wagers)), PRESUMED, dtype=np.int32)
    return looks.rows


def _find_looks(
    job: BlackjackJob, looks: SecondLooks | None, made: RoundWalk, of_event: Bytes
) -> Bytes:
    """Return (event): whether a round needs a look: for the dealer's cards, or to defer a win."""
    rows = _rows_of_events(job, looks, made)
    needed = (rows == BY_CARDS).any(axis=1)
    for number, wager in enumerate(job.wagers):
        if of_event[number]:
            late = np.array([is_deferred(wager, c) for c in range(wager.combinations)])
            needed |= (rows[:, number] >= 0) & late[np.maximum(rows[:, number], 0)]
    kinds = np.where(needed, AT_EVENT, NO_LOOK)
    kinds[(rows[:, of_event == 0] != PRESUMED).any(axis=1)] = AT_CARDS
    kinds[: int(FIRST_RESULT)] = AT_CARDS  # a split
    return kinds.astype(np.uint8)
