"""Whole rounds of one seat as a graphics card walks them: every card is one look at one table.

`round_automaton` leads from the first card of a round to its end. Here the hands of a split and the
dealer who draws against them are in the same table, so that all lanes of a warp take the same card
of their shoes at the same moment, whatever each is at. A card leads to the row of the next state,
or to an *event*: the round has ended, or a hand of a split has.

Most rows tell cards apart by their value only, and are short; rows that need suits are wide. A byte
of the shoe says both columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_RESULT
from pitboss.simulate.blackjack.round_automaton import START, RoundAutomaton
from pitboss.simulate.blackjack.steps import StepTables

Array = Any
RESULT_BITS = 7
"""The results of four hands and the dealer's outcome are one word."""
UNIT = 2
"""Rows begin at multiples of this many entries: sixteen bits then find all of them."""
ROOM, ROOM_FRESH = 64 * 1024, 150 * 1024
"""Bytes for the table beside the shoes of twelve warps; with fresh shoes eight are enough."""
CARDS_A_BLOCK = 8
"""Cards that one block of random words places."""
WIDE_BITS = 4
"""The low bits of a byte are the column of a short row; the others are added in a wide one."""
_ENTRIES_MAX = 1 << 16
_SPLITS = int(FIRST_RESULT)
_NEVER = -(1 << 30)
_SCRAMBLER = 2026


class WalkTables(NamedTuple):
    """The table of whole rounds, as kernels read it."""

    entries: Array
    """(row, column): an event, or behind all events the row of the next state, in units."""
    cells: Array
    """(event): the cell (result, the dealer's outcome) of a round that ends."""
    codes: Array
    """(event): the code of `StepTables` of a hand, or a dealer, after a split."""
    rows: Array
    """(code of `StepTables`): the row of its state after a split."""
    starts: Array
    """(carried by a lammer, up, card): the row of a hand that a split starts."""
    classes: Array
    """(byte of the shoe): the class of the card."""
    begins: np.uint32
    """The row in which a shoe begins, before its burned cards."""
    start: np.uint32
    """The row in which a round begins."""
    over: np.uint32
    """The row of a shoe that is dealt through, which all cards lead back to."""


class WalkPlan(NamedTuple):
    """The numbers that a kernel is compiled for."""

    splits: int
    """Events below this split a pair that was dealt: 0 with money, 1 free."""
    hands: int
    """Events from there to before this end a hand of a split, or split it again."""
    specials: int
    """Events from there to before this end the dealer's hand after a split."""
    events: int
    """Events from there to before this end a round; behind them are rows."""
    wide: int
    """Rows before this are wide; none if it is `events`."""
    entries: int


class Walk(NamedTuple):
    """Whole rounds of one seat: the table, and the shoe in its bytes."""

    tables: WalkTables
    plan: WalkPlan
    full_shoe: Array


def walk(
    automaton: RoundAutomaton,
    steps: StepTables,
    values: Sequence[int],
    full_shoe: Array,
    burn: int,
    room: int,
) -> Walk | None:
    """Return the table of whole rounds, or None if it is larger than *room* bytes.

    The shoe is one of classes.
    """
    if not len(automaton.cells) or automaton.cells.max() >> COLUMN_BITS >> RESULT_BITS:
        return None
    columns = _Columns(values)
    maker = _Maker(automaton, steps, columns)
    if columns.extra.max() >> WIDE_BITS or not maker.lay_out(burn, room):
        return None
    return Walk(maker.tables, maker.plan, columns.bytes[full_shoe])


class _Columns:
    """The columns of short and of wide rows; values with several classes come last."""

    def __init__(self, values: Sequence[int]) -> None:
        several = {value: values.count(value) for value in values}
        order = sorted(several, key=lambda value: (several[value] > 1, value))
        self.short = len(order)
        """Columns of a short row."""
        step = sum(count > 1 for count in several.values())
        place = {value: number for number, value in enumerate(order)}
        own = [values[:at].count(value) for at, value in enumerate(values)]
        self.column = np.array([place[value] for value in values])
        """(class): its column in a short row."""
        self.extra = np.array(own) * step
        """(class): what is added to it in a wide row."""
        self.wide = int((self.column + self.extra).max()) + 1
        self.bytes = (self.column | self.extra << WIDE_BITS).astype(np.uint8)
        self.classes = np.zeros(256, dtype=np.uint8)
        self.classes[self.bytes] = np.arange(len(values))
        self.first = np.array([own.index(0, values.index(value)) for value in order])
        """(column of a short row): the first class of its value."""


class _Maker:
    """The states of all automata in one table; a state leads to states, or to `~event`."""

    def __init__(self, automaton: RoundAutomaton, steps: StepTables, columns: _Columns) -> None:
        self.columns, count, self.starts = columns, int(steps.classes), steps.starts
        self.codes = steps.steps.reshape(-1, count).astype(np.int64)
        hands = self._reached((steps.starts, steps.refused))
        dealer = self._reached((steps.dealer_first,))
        ends = len(automaton.cells)
        rounds = automaton.rows.reshape(-1, count).astype(np.int64) // count
        self.of_hands, self.of_dealer = self._ends(hands), self._ends(dealer)
        self.hands = _SPLITS + len(self.of_hands)
        self.specials = self.hands + len(self.of_dealer)
        self.events = self.specials + ends - START - 1
        whole = np.where(rounds < START, ~rounds, ~(rounds - START - 1 + self.specials))
        whole = np.where(rounds < ends, whole, rounds - ends + 1)
        self.at = {code: len(rounds) - ends + 1 + place for place, code in enumerate(hands)}
        self.at |= {code: len(rounds) - ends + 1 + len(hands) + n for n, code in enumerate(dealer)}
        self.next = np.concatenate(
            (
                whole[START : START + 1],
                whole[ends:],
                self._after(hands, self.of_hands, _SPLITS),
                self._after(dealer, self.of_dealer, self.hands),
            )
        )
        self.cells = np.zeros(self.events, dtype=np.int32)
        self.cells[self.specials :] = automaton.cells[START + 1 :]

    def _reached(self, begins: Iterable[Array]) -> list[int]:
        """Return the states that these codes lead to, themselves included."""
        found: set[int] = set()
        new = {int(code) for codes in begins for code in codes if code >= 0}
        while new:
            found |= new
            after = np.unique(self.codes[sorted(new)])
            new = set(after[after >= 0].tolist()) - found
        return sorted(found)

    def _ends(self, states: list[int]) -> list[int]:
        codes = np.unique(self.codes[states])
        return list(codes[codes < 0].tolist())

    def _after(self, states: list[int], ends: list[int], first: int) -> Array:
        """Return where the cards lead from states; their ends are events from *first* on."""
        number = {code: ~(first + place) for place, code in enumerate(ends)} | self.at
        rows = [[number[code] for code in row] for row in self.codes[states].tolist()]
        return np.array(rows, dtype=np.int64).reshape(-1, self.codes.shape[1])

    def lay_out(self, burn: int, room: int) -> bool:
        """Place the rows of all different states; return whether there is room."""
        label, kept = self._different()
        count = len(kept)
        rows = self.next[kept]
        rows = np.where(rows >= 0, label[rows], rows)
        over, burns = count, count + 1 + np.arange(burn)
        more = np.array([over, *burns[1:], label[0]][: burn + 1], dtype=np.int64)
        rows = np.concatenate((rows, np.repeat(more[:, None], rows.shape[1], axis=1)))
        columns = self.columns
        is_wide = (rows != rows[:, columns.first[columns.column]]).any(axis=1)
        width = np.where(is_wide, -(-columns.wide // UNIT), -(-columns.short // UNIT))
        order = np.argsort(~is_wide, kind="stable")
        at = np.zeros(len(rows), dtype=np.int64)
        at[order] = self.events + np.cumsum(width[order]) - width[order]
        size = int(width.sum())
        if self.events + size > _ENTRIES_MAX or 2 * UNIT * size > room:
            return False
        target = np.where(rows >= 0, at[rows], ~rows)
        entries = np.zeros(UNIT * size, dtype=np.uint16)
        base = UNIT * (at - self.events)
        place = columns.column + np.where(is_wide[:, None], columns.extra, 0)
        entries[base[:, None] + place] = target
        codes = np.zeros(max(1, self.specials), dtype=np.int16)
        codes[_SPLITS : self.specials] = self.of_hands + self.of_dealer
        of_codes = np.zeros(len(self.codes), dtype=np.uint16)
        for code, state in self.at.items():
            of_codes[code] = at[label[state]]
        self.tables = WalkTables(
            entries=entries,
            cells=self.cells,
            codes=codes,
            rows=of_codes,
            starts=of_codes[self.starts],
            classes=columns.classes,
            begins=np.uint32(at[burns[0]] if burn else at[label[0]]),
            start=np.uint32(at[label[0]]),
            over=np.uint32(at[over]),
        )
        wide = self.events + int(width[is_wide].sum())
        self.plan = WalkPlan(_SPLITS, self.hands, self.specials, self.events, wide, len(entries))
        return True

    def _different(self) -> tuple[Array, Array]:
        """Return (state): its number among the different ones, and one state of each number.

        States are the same if all cards lead to the same; a sum of random multiples tells rows
        apart.
        """
        count = self.next.shape[1]
        multiples = np.random.default_rng(_SCRAMBLER).integers(1, 1 << 62, count, dtype=np.int64)
        label, numbers = np.zeros(len(self.next), dtype=np.int64), 1
        while True:
            after = np.where(self.next >= 0, label[self.next], self.next) - _NEVER
            _, kept, label = np.unique(after @ multiples, return_index=True, return_inverse=True)
            assert np.array_equal(after[kept][label], after), "equal sums are equal rows"
            if len(kept) == numbers:
                return label, kept
            numbers = len(kept)
