"""One seat with side wagers as a graphics card walks it: whole rounds, and a pass over their log.

A lane walks its shoe by `walk_tables`, as one seat with its main wager alone does, and notes how
each round ended. The cards stay where they were dealt. So when the shoe is over, a pass looks up
the number of every deal, as `wager_pass` does on a processor. The dealer's hand and a hand's
lammers follow from the end of the round, which is counted anyway; only where he busts are his cards
looked at again. Rounds with a split, and deals that may win what a meter pays, get the same look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.compiled.arrays import Bytes, Flags, Halves, Integers, Ints, LongInts
from pitboss.simulator.blackjack.play import FIRST_RESULT, BlackjackTables
from pitboss.simulator.blackjack.round_automaton import RoundAutomaton, round_automaton
from pitboss.simulator.blackjack.seat_tables import (
    AT_CARDS,
    AT_EVENT,
    EVENT_BITS,
    INDEX_BITS,
    LOOK,
    NO_LOOK,
    DealPass,
    SeatGame,
    SeatLooks,
    SeatSections,
    SeatWalk,
)
from pitboss.simulator.blackjack.steps import RESULTS_MAX, STACK_MAX, step_tables
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
    BEFORE_DEAL,
    FAMILY,
    MADE,
    OF_DEALER,
    WagerTables,
)

if TYPE_CHECKING:
    from pitboss.simulator.blackjack.job import BlackjackJob


def can_walk(job: BlackjackJob) -> bool:
    """Return whether a card may walk the only seat of a table with side wagers."""
    return (
        job.seats == job.layout.hands_each == 1
        and bool(job.wagers)
        and not job.setup.bonus_cards
        and not job.is_fresh
        and job.setup.rules.max_hands <= STACK_MAX
        and len(job.layout.results) <= RESULTS_MAX
        and job.cut + job.reserve + 2 * CARDS_A_BLOCK <= len(job.full_shoe) < 1 << INDEX_BITS
        and is_passed(job.wagers, job.layout)
    )


def drawn_tables(job: BlackjackJob) -> tuple[BlackjackTables, BlackjackTables]:
    """Return the automata by classes of cards, and the same where the dealer draws anyway (W28)."""
    hands = job.layout.tables(job.layout.strategy.classes)
    if not always_draws(job.wager_tables):
        return hands, hands
    draws = np.ones_like(hands.waits)
    draws[: int(FIRST_RESULT)] = 0
    return hands, hands._replace(waits=draws)


def card_kinds(job: BlackjackJob) -> Bytes:
    """Return (card): its class in the main game."""
    return np.array(job.layout.strategy.classes.class_of, dtype=np.uint8)


def seat_walk(job: BlackjackJob) -> SeatWalk | None:
    """Return how a graphics card walks one seat with side wagers; None if it cannot."""
    if job.counter is not None or not can_walk(job):
        return None
    (hands, drawn) = drawn_tables(job)
    kinds = card_kinds(job)
    automaton = round_automaton(drawn)
    steps = step_tables(drawn)
    values = job.layout.strategy.classes.values
    made = walk(automaton, steps, values, kinds[job.full_shoe], job.burn)
    if made is None or made.plan.ends >> EVENT_BITS:
        return None
    passed = deal_pass(job, made, hands, automaton)
    insurance = job.sections.cells + job.sections.nets
    ups = len(passed.up_rows)
    downs = len(passed.down_rows)
    return SeatWalk(
        walk=made._replace(full_shoe=job.full_shoe.astype(np.uint8)),
        game=SeatGame(
            tables=steps,
            pays=job.pays,
            sections=SeatSections(
                split=0,
                nets=job.sections.cells + job.sections.nets // 2,
                insurance=insurance,
                up=insurance + 2,
                down=insurance + 2 + ups,
                combinations=insurance + 2 + ups + downs,
            ),
            columns=made.bytes[kinds],
            by_up=passed.by_up,
            by_down=passed.by_down,
            looks=passed.looks,
        ),
        passed=passed,
        cells=job.sections.cells,
        nets=job.sections.nets,
    )


def deal_pass(
    job: BlackjackJob, made: RoundWalk, hands: BlackjackTables, automaton: RoundAutomaton
) -> DealPass:
    """Return how deals, and ends of rounds that are walked, settle the side wagers of a table."""
    own, presumed = wager_pass(
        job.wagers,
        job.wager_tables,
        job.felt,
        automaton._replace(cells=made.tables.cells),
        0,
        job.tables,
    )
    by_both = presumed.reshape(-1, int(own.step), presumed.shape[1]).astype(np.int64)
    needed: Flags = np.zeros(by_both.shape[:2], dtype=bool)
    if own.looks is not None:
        needed = own.looks.numbers.reshape(needed.shape) != 0
    of_event = _find_of_event(job.wager_tables, by_both[0])
    is_down = np.array([is_of_down(wager) for wager in job.wagers])
    return DealPass(
        by_up=_with_looks(own.by_up, np.asarray(needed.all(axis=0))),
        by_down=_with_looks(own.by_down, np.asarray(needed.all(axis=1))),
        looks=SeatLooks(
            felt=job.felt,
            wagers=job.wager_tables,
            by_event=_find_looks(job, own.looks, made, of_event),
            rows=_rows_of_events(job, own.looks, made),
            of_event=of_event,
            hands=hands,
            waits=job.tables.waits.astype(np.uint8),
            kinds=card_kinds(job),
        ),
        up_rows=by_both[0],
        down_rows=by_both[:, 0],
        up_wagers=tuple(np.flatnonzero(~is_down & (of_event == 0)).tolist()),
        down_wagers=tuple(np.flatnonzero(is_down & (of_event == 0)).tolist()),
    )


def _find_of_event(tables: WagerTables, up_rows: LongInts) -> Bytes:
    """Return (wager): whether it depends on the end of the round, and is the same for all deals."""
    columns = tables.columns[:, : int(tables.size)]
    is_late = columns[MADE] != BEFORE_DEAL
    is_of_event = columns[OF_DEALER].astype(bool) | is_late | (columns[FAMILY] == LAMMERS)
    of_event: Bytes = (is_of_event & (up_rows == up_rows[0]).all(axis=0)).astype(np.uint8)
    return of_event


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
