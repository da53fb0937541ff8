"""The side wagers of one seat, settled when a shoe is over: a pass over the log of its rounds.

A line of the log says where the first card of a round lies, where the next round begins, and how
the round ended; the cards are still in memory. Three cards decide nearly every wager of nearly
every round, so a round only looks up a *number* of its deal, which stands for a combination of rows
on each wager. That combination is presumed: the dealer does not bust, nobody has a lammer, and so
on. Rounds of which more has to be known get a second *look*, which finds the hands again and asks
the patterns, as at any table. Only such rounds defer wins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.dealer_graph import BUST, TWENTY_TWO
from pitboss.compiled.jit import Integer, jit_cached
from pitboss.patterns.families import FAMILIES, DecidedBy
from pitboss.patterns.straights import LAMMERS_MAX
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.model import Moment
from pitboss.rulebook.wager_patterns import PREFIX
from pitboss.simulator.blackjack.layout import Layout
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    BlackjackTables,
)
from pitboss.simulator.blackjack.round_automaton import RoundAutomaton
from pitboss.simulator.blackjack.table import NOT_MADE, Felt, paid_rows
from pitboss.simulator.blackjack.wager_looks import (
    AT_CARDS,
    AT_END,
    BY_CARDS,
    CARDS,
    NO_LOOK,
    PRESUMED,
    SecondLooks,
    WagerPass,
)
from pitboss.simulator.hand_results import Ending
from pitboss.simulator.side_wager_kernels import (
    DEALER_22,
    LAMMERS,
    PATTERN,
    STRAIGHT_LENGTH,
    classify_begun_bust,
    classify_deal,
    classify_dealer,
    classify_straight,
    compare_suits,
)
from pitboss.simulator.side_wagers import (
    BASE,
    BEFORE_DEAL,
    FAMILY,
    LATE,
    MADE,
    OF_DEALER,
    ROLE,
    Wager,
    WagerTables,
    classify_words,
)

_THREES = CARDS**3
_THREE_CARDS_AND_SUIT = 4
_MATCHES = frozenset({"match-each-card", "match-both-cards"})
_OUTCOME = (1 << COLUMN_BITS) - 1
_NUMBERS_OF_A_BYTE = 256
_UP_VALUES = 10
_BUST_MOST = 26
"""The highest total: a ten on 16."""


def always_draws(tables: WagerTables) -> bool:
    """Return whether the dealer draws for a wager on his hand, though no hand waits (W28)."""
    columns = tables.columns[:, : tables.size]
    return bool((columns[OF_DEALER].astype(bool) & (columns[MADE] != LATE)).any())


def is_passed(wagers: tuple[Wager, ...], layout: Layout) -> bool:
    """Return whether the pass can settle the wagers of a table."""
    return all(_is_passed(wager, layout) for wager in wagers)


def _is_passed(wager: Wager, layout: Layout) -> bool:
    spot = wager.side.spot.wager
    decided_by = FAMILIES[wager.side.family].decided_by
    loses_on = spot.loses_on_total
    if loses_on and (loses_on <= TWENTY_ONE or loses_on in bust_totals(layout)):
        return False
    return wager.role <= 1 and decided_by in {DecidedBy.DEAL, DecidedBy.DEALER, DecidedBy.PLAY}


def bust_totals(layout: Layout) -> set[int]:
    """Return the totals with which a hand may bust that was not split, by the cards it draws.

    A hand of 16 busts with a six, and all that is higher: that tells its total.
    """
    classes = layout.strategy.classes
    results = layout.results
    busts = np.array([result.ending is Ending.BUST for result in results])
    ended = ~layout.player.step.astype(np.int64)
    is_result = (ended >= 0) & (ended < len(results))
    is_bust = is_result & busts[np.where(is_result, ended, 0)]
    totals: set[int] = set()
    for row in is_bust:
        values = {classes.values[number] for number in np.flatnonzero(row).tolist()}
        if values:
            hard = TWENTY_ONE + 1 - min(values)
            totals |= {hard + value for value in values}
    return totals


def wager_pass(
    wagers: tuple[Wager, ...],
    tables: WagerTables,
    felt: Felt,
    automaton: RoundAutomaton,
    fixed: int,
    main: BlackjackTables,
) -> tuple[WagerPass, Array]:
    """Classify every deal of three cards, and every end of a round.

    Return (number, wager), the combination that is presumed, too.
    """
    by_end = [_is_by_end(wager) for wager in wagers]
    up: list[tuple[int, Array, Array]] = []
    down: list[tuple[int, Array, Array]] = []
    for number, wager in enumerate(wagers):
        presumed = np.zeros(_THREES, dtype=np.int64)
        looked = np.zeros(_THREES, dtype=np.int64)
        is_of_deal = FAMILIES[wager.side.family].decided_by is DecidedBy.DEAL
        of_four = is_of_deal and not is_of_three(wager)
        _presume(tables, number, felt.suit, of_four, presumed, looked, np.zeros(2, dtype=np.int64))
        deferred = [is_deferred(wager, c) for c in range(wager.combinations)]
        looked[np.array(deferred)[presumed]] = AT_CARDS
        (down if is_of_down(wager) else up).append((number, presumed, looked))
    by_up, up_rows, up_looks = _number_deals(up, len(wagers))
    by_down, down_rows, down_looks = _number_deals(down, len(wagers))
    rows = _rows_of_ends(tables, felt, automaton, main, by_end)
    common = np.zeros(CARDS**2, dtype=np.uint8)
    busts = np.full((_UP_VALUES + 1) * 3 * 2 * len(wagers), BY_CARDS, dtype=np.int32)
    _presume_busts(tables, common, busts, np.zeros(2, dtype=np.int64))
    looks = SecondLooks(
        felt=felt,
        tables=tables,
        presumed=(up_rows[None] + down_rows[:, None]).reshape(-1, len(wagers)).astype(np.int32),
        numbers=np.maximum(up_looks[None], down_looks[:, None]).ravel().astype(np.uint8),
        ends=_looks_of_ends(rows, is_by_end=any(by_end)),
        rows=rows,
        by_end=np.array(by_end, dtype=np.uint8),
        ended=np.flatnonzero(by_end),
        common=common,
        busts=busts if (busts != BY_CARDS).any() else None,
        fixed=np.int64(fixed),
    )
    return WagerPass(
        by_up=by_up,
        by_down=by_down if down else None,
        step=np.uint64(len(up_rows)),
        numbers=np.uint64(len(looks.numbers)),
        looks=looks if looks.numbers.any() or looks.ends.any() else None,
    ), looks.presumed


def _is_by_end(wager: Wager) -> bool:
    """Return whether a wager depends on more than the deal: also whether it is made at all."""
    spot = wager.side.spot.wager
    is_of_deal = FAMILIES[wager.side.family].decided_by is DecidedBy.DEAL
    return not is_of_deal or spot.made is not Moment.BEFORE_DEAL or bool(spot.loses_on_total)


def is_of_down(wager: Wager) -> bool:
    """Return whether a hand and the dealer's down card decide a wager."""
    is_of_deal = FAMILIES[wager.side.family].decided_by is DecidedBy.DEAL
    return wager.role == 1 and (is_of_three(wager) or not is_of_deal)


def is_of_three(wager: Wager) -> bool:
    """Return whether a hand and one card of the dealer's decide a wager."""
    family = wager.side.family
    if family.startswith(PREFIX):
        return "down" not in FAMILIES[family].cards
    count: int = FAMILIES[family].classify.__code__.co_argcount
    return count <= _THREE_CARDS_AND_SUIT and (wager.role == 0 or family in _MATCHES)


def is_deferred(wager: Wager, combination: int) -> bool:
    """Return whether the win of one seat is deferred: a meter pays it, or it passes a limit."""
    passes = bool(wager.limit and wager.paid_cents(combination) > wager.limit)
    return wager.is_fed(combination) or passes


def _number_deals(
    parts: Sequence[tuple[int, Array, Array]], wagers: int
) -> tuple[Array, Array, Array]:
    """Number the deals that differ; return the numbers, and rows and looks of each number."""
    codes = np.zeros(_THREES, dtype=np.int64)
    for column in [column for _, presumed, looks in parts for column in (presumed, looks)]:
        _, codes = np.unique(codes * (column.max() + 1) + column, return_inverse=True)
    _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
    rows = np.zeros((len(first), wagers), dtype=np.int64)
    looks = np.zeros(len(first), np.int64)
    for number, presumed, own in parts:
        rows[:, number] = presumed[first]
        looks = np.maximum(looks, own[first])
    kind = np.uint8 if len(first) <= _NUMBERS_OF_A_BYTE else np.uint16
    return numbers.ravel().astype(kind), rows, looks


@jit_cached
def _presume(
    tables: WagerTables,
    number: Integer,
    suit: Integer,
    of_four: bool,  # noqa: FBT001
    presumed: Array,
    looks: Array,
    two: Array,
) -> None:
    """Write down the combination of a wager for a hand and a card of the dealer's.

    Where a fourth card may change it, or another card of the hand, that needs a second look. There
    is room for *two* cards.
    """
    family = tables.columns[FAMILY, number]
    role = tables.columns[ROLE, number]
    for row in range(CARDS**3):
        first = row // CARDS**2
        second = row // CARDS % CARDS
        third = row % CARDS
        for fourth in range(CARDS if of_four else 1):
            down = fourth if of_four else third
            if tables.columns[OF_DEALER, number]:
                two[0] = third
                two[1] = third
                outcomes = classify_dealer(family, two, 2, 0)
            elif family == LAMMERS:
                outcomes = 0
            elif family == STRAIGHT_LENGTH:
                two[0] = first
                two[1] = second
                outcomes = classify_straight(two, 2)
                looks[row] = AT_CARDS if outcomes else NO_LOOK  # it may grow
            elif family == PATTERN:
                outcomes = classify_words(tables, number, first, second, third, down)
            else:
                matched = down if role else third
                outcomes = classify_deal(family, first, second, 0, 0, third, down, matched, suit)
            combination = paid_rows(tables, number, family, outcomes)
            if fourth == 0:
                presumed[row] = combination
            elif combination != presumed[row]:
                looks[row] = AT_CARDS


@jit_cached
def _presume_busts(tables: WagerTables, common: Array, busts: Array, two: Array) -> None:
    """Fill `SecondLooks.common` and `SecondLooks.busts`; there is room for *two* cards."""
    for pair in range(CARDS**2):
        two[0] = pair // CARDS
        two[1] = pair % CARDS
        common[pair] = compare_suits(two, 2)
    for number in range(tables.size):
        family = tables.columns[FAMILY, number]
        for place in range(busts.size // tables.size if tables.columns[OF_DEALER, number] else 0):
            up = place // 6
            suits = place // 2 % 3
            outcome = classify_begun_bust(family, TWENTY_ONE + 1, up, suits)
            for total in range(TWENTY_ONE + 2, TWENTY_ONE + 2 if place % 2 else _BUST_MOST + 1):
                if classify_begun_bust(family, total, up, suits) != outcome:
                    outcome = -1
            if outcome >= 0:
                busts[place * tables.size + number] = paid_rows(tables, number, family, outcome)


def _rows_of_ends(
    tables: WagerTables,
    felt: Felt,
    automaton: RoundAutomaton,
    main: BlackjackTables,
    by_end: Sequence[bool],
) -> Array:
    """Return `SecondLooks.rows`; a split is told apart by the first state alone."""
    columns = tables.columns[:, : tables.size]
    result = automaton.cells >> COLUMN_BITS
    outcome = automaton.cells & _OUTCOME
    is_over = main.peeks & (outcome == int(DEALER_BLACKJACK))
    waits = main.waits[result].astype(bool)
    rows = np.full((len(result), int(tables.size)), PRESUMED, dtype=np.int32)
    for wager in np.flatnonzero(by_end).tolist():
        family = columns[FAMILY, wager]
        made = columns[MADE, wager]
        if columns[OF_DEALER, wager]:
            busts = (outcome == BUST) & (family != DEALER_22)
            rows[(outcome == TWENTY_TWO) | busts, wager] = BY_CARDS
            rows[is_over & (made != BEFORE_DEAL), wager] = NOT_MADE
            rows[~waits & (made == LATE), wager] = NOT_MADE
        elif made != BEFORE_DEAL:
            rows[:, wager] = BY_CARDS
        elif family == LAMMERS:
            held = np.minimum(felt.lammers[result], LAMMERS_MAX)
            rows[:, wager] = np.where(held > 0, tables.rows[wager, 0][held], PRESUMED)
    return rows


def _looks_of_ends(rows: Array, *, is_by_end: bool) -> Array:
    """Return (state in which a round has ended): whether its wagers need a second look."""
    looks = np.where((rows == BY_CARDS).any(axis=1), AT_CARDS, NO_LOOK)
    looks[(looks == NO_LOOK) & (rows != PRESUMED).any(axis=1)] = AT_END
    looks[0] = AT_END if is_by_end else NO_LOOK  # a split
    return looks.astype(np.uint8)


def add_combinations(presumed: Array, tables: WagerTables, numbers: Array, counts: Array) -> None:
    """Add what the *numbers* of deals presume to the counters of combinations."""
    for wager, base in enumerate(tables.columns[BASE, : tables.size].tolist()):
        np.add.at(counts, base + presumed[:, wager], numbers)
