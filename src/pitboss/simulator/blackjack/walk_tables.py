"""Whole rounds of one seat as a graphics card walks them: every card is one look at one table.

`round_automaton` leads from the first card of a round to its end. Here the hands of a split and the
dealer who draws against them are in the same table, so that all lanes of a warp take the same card
of their shoes at the same moment, whatever each is at. A card leads to the row of the next state,
or to an *event*: the round has ended, or a hand of a split has.

Where that is too large, the dealer's hand is not in the states of the player's: the deal is an
event that keeps it, and the end of the player's hand another that asks for it.

Most rows tell cards apart by their value only, and are short; rows that need suits are wide. A byte
of the shoe says both columns.

Where somebody counts, a card may lead to a *question* instead, which the count answers: the next
row, an event, or another question. With an ace up the down card leads to one about insurance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_RESULT,
    LATE_BLACKJACK,
)
from pitboss.simulator.blackjack.round_automaton import LEVEL, Ask, RoundAutomaton
from pitboss.simulator.blackjack.steps import RESULTS_MAX, StepTables

RESULT_BITS = 7
"""The results of four hands and the dealer's outcome are one word."""
UNIT = 2
"""Rows begin at multiples of this many entries: sixteen bits then find all of them."""
ROOM = 64 * 1024
ROOM_MOST = 96 * 1024
"""Bytes for a table of one level, and of two; more leave too little for the shoes of a block."""
CARDS_A_BLOCK = 8
"""Cards that one block of random words places."""
WIDE_BITS = 4
"""The low bits of a byte are the column of a short row; the others are added in a wide one."""
_ENTRIES_MAX = 1 << 16
_SPLITS = int(FIRST_RESULT)
_BLACKJACK = int(DEALER_BLACKJACK)
_NOT_DRAWN = int(DEALER_NOT_DRAWN)
_NEVER = -(1 << 30)
_NO_LEVEL = -1
_INSURANCE = 1 << 20
"""The level of a state that asks nothing, and what is added to that of insurance."""
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


class WalkPlan(NamedTuple):
    """The numbers that a kernel is compiled for."""

    splits: int
    """Events below this split a pair that was dealt: 0 with money, 1 free."""
    hands: int
    """Events from there to before this end a hand of a split, or split it again."""
    specials: int
    """Events from there to before this end the dealer's hand after a split."""
    ends: int
    """Events from there to before this end a round."""
    results: int
    """Events from there to before this end a hand, with an end for each hand of the dealer's."""
    events: int
    """Events from there to before this deal a hand; behind them are questions."""
    insures: int
    """Questions from there to before this are about a play."""
    rows: int
    """Questions from there to before this are about insurance; behind them are rows."""
    wide: int
    """Rows before this are wide; none if it is `rows`."""
    has_wide: bool
    """Whether bytes of the shoe have more than the column of a short row."""
    finals: int
    """The place behind the rows where (result, dealer's hand) leads: to an event, or to a row."""
    deals: int
    """The place behind them with the row and the dealer's hand of every event that deals."""
    dealers: int
    """How many hands of the dealer's there are, with one more for a hand of a split."""
    entries: int
    begins: int
    """The row in which a shoe begins, before its burned cards."""
    start: int
    """The row in which a round begins."""
    over: int
    """The row of a shoe that is dealt through, which all cards lead back to."""


class Asking(NamedTuple):
    """The questions that the count answers."""

    asks: Sequence[Ask] = ()
    """As the automaton of rounds and `StepTables` have them."""
    insurance: int = _NO_LEVEL
    """The level at which he insures, or -1."""
    aces: tuple[int, ...] = ()
    """Classes of cards against which that is offered."""


class RoundWalk(NamedTuple):
    """Whole rounds of one seat: the table, and the shoe in its bytes."""

    tables: WalkTables
    plan: WalkPlan
    full_shoe: Array
    questions: Array
    """(question): its level, where the count leads at or above that, and where below."""
    bytes: Array
    """(class): the byte of the shoe."""


def walk(
    automaton: RoundAutomaton,
    steps: StepTables,
    values: Sequence[int],
    full_shoe: Array,
    burn: int,
    asking: Asking = Asking(),  # noqa: B008 - nobody changes it
) -> RoundWalk | None:
    """Return the table of whole rounds, or None if it is too large; the shoe is one of classes."""
    if not len(automaton.cells) or automaton.cells.max() >> COLUMN_BITS >> RESULT_BITS:
        return None
    columns = _Columns(values)
    if columns.extra.max() >> WIDE_BITS:
        return None
    maker = _Maker(automaton, steps, columns, asking)
    if not maker.lay_out(burn, ROOM):
        maker = _TwoLevels(steps, columns, asking)
        if not maker.lay_out(burn, ROOM_MOST):
            return None
    shoe = columns.bytes[full_shoe]
    return RoundWalk(maker.tables, maker.plan, shoe, maker.questions, columns.bytes)


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
    """The states of all automata in one table; a state leads to states, or to `~event`.

    A question is a state too, which the first card leads on from if the count is at or above its
    level, and any other card if it is below.
    """

    def __init__(
        self, automaton: RoundAutomaton, steps: StepTables, columns: _Columns, asking: Asking
    ) -> None:
        self.columns = columns
        count = int(steps.classes)
        self.starts = steps.starts
        self.codes = steps.steps.reshape(-1, count).astype(np.int64)
        self.asks = [level for level, _, _ in asking.asks]
        hands = self._list_reachable((steps.starts, steps.refused))
        dealer = self._list_reachable((steps.dealer_first,))
        ends = len(automaton.cells)
        start = int(automaton.start) // count
        rows = automaton.rows.reshape(-1, count).astype(np.int64)
        levels = rows[_SPLITS:start, LEVEL].copy()
        rows[_SPLITS:start, LEVEL] = rows[_SPLITS:start, LEVEL - 1]
        rounds = rows // count
        self.of_hands = self._ends(hands)
        self.of_dealer = self._ends(dealer)
        self.hands = _SPLITS + len(self.of_hands)
        self.specials = self.hands + len(self.of_dealer)
        self.events = self.specials + ends - start - 1
        asks_at = len(rounds) - ends + 1
        hands_at = asks_at + len(levels)
        whole = np.where(rounds < start, asks_at + rounds - _SPLITS, 0)
        whole = np.where(rounds < _SPLITS, ~rounds, whole)
        whole = np.where(rounds > start, ~(rounds - start - 1 + self.specials), whole)
        whole = np.where(rounds < ends, whole, rounds - ends + 1)
        self.at = {code: hands_at + place for place, code in enumerate(hands + dealer)}
        self.next = np.concatenate(
            (
                whole[start : start + 1],
                whole[ends:],
                whole[_SPLITS:start],
                self._after(hands, self.of_hands, _SPLITS),
                self._after(dealer, self.of_dealer, self.hands),
            )
        )
        self.cells = np.zeros(self.events, dtype=np.int32)
        self.cells[self.specials :] = automaton.cells[start + 1 :]
        self.ends = self.results = self.events
        self.deals: list[tuple[int, int]] = []
        self.finals = np.zeros((0, 1), dtype=np.int64)
        self._ask(asking)
        self.levels[asks_at:hands_at] = levels

    def _ask(self, asking: Asking) -> None:
        """Note which states ask for the count, and let the down card ask about insurance."""
        first = len(self.codes) - len(self.asks)
        self.levels = np.full(len(self.next), _NO_LEVEL)
        """(state): the level that it asks for."""
        for code, state in self.at.items():
            if code >= first:
                self.levels[state] = self.asks[code - first]
        if asking.insurance < 0:
            return
        is_ace = np.isin(np.arange(self.next.shape[1]), asking.aces)
        ups = self.next[self.next[0]]
        threes = np.unique(self.next[ups[:, is_ace]])
        others = self.next[ups[:, ~is_ace]]
        assert not np.isin(threes, others).any(), "a state of three cards knows the up card"
        targets, place = np.unique(self.next[threes], return_inverse=True)
        rows = np.repeat(targets[:, None], self.next.shape[1], axis=1)
        self.next[threes] = len(self.next) + place.reshape(len(threes), -1)
        self.next = np.concatenate((self.next, rows))
        level = np.full(len(targets), _INSURANCE + asking.insurance)
        self.levels = np.concatenate((self.levels, level))

    def _list_reachable(self, begins: Iterable[Array]) -> list[int]:
        """Return the states that these codes lead to, themselves included."""
        reached: set[int] = set()
        new = {int(code) for codes in begins for code in codes if code >= 0}
        while new:
            reached |= new
            after = np.unique(self.codes[sorted(new)])
            new = set(after[after >= 0].tolist()) - reached
        return sorted(reached)

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
        level = self.levels[kept]
        asks = np.argsort(level, kind="stable")[int((level == _NO_LEVEL).sum()) :]
        rows = self.next[kept]
        rows = np.where(rows >= 0, label[np.maximum(rows, 0)], rows)
        over = count
        burns = count + 1 + np.arange(burn)
        after = np.array([over, *burns[1:], label[0]][: burn + 1], dtype=np.int64)
        rows = np.concatenate((rows, np.repeat(after[:, None], rows.shape[1], axis=1)))
        columns = self.columns
        is_wide = (rows != rows[:, columns.first[columns.column]]).any(axis=1)
        is_wide[asks] = False
        width = np.where(is_wide, -(-columns.wide // UNIT), -(-columns.short // UNIT))
        width[asks] = 0
        order = np.argsort(~is_wide, kind="stable")
        first = self.events + len(asks)
        at = np.zeros(len(rows), dtype=np.int64)
        at[order] = first + np.cumsum(width[order]) - width[order]
        at[asks] = self.events + np.arange(len(asks))
        size = int(width.sum())
        more_bytes = 4 * len(self.deals) + 2 * self.finals.size + 8 * len(asks)
        if first + size > _ENTRIES_MAX or 2 * UNIT * size + more_bytes > room:
            return False
        target = np.where(rows >= 0, at[np.maximum(rows, 0)], ~rows)
        entries = np.zeros(UNIT * size, dtype=np.uint16)
        base = UNIT * (at - first)
        place = columns.column + np.where(is_wide[:, None], columns.extra, 0)
        is_row = at >= first
        entries[(base[:, None] + place)[is_row]] = target[is_row]
        finals = self.finals.ravel()
        finals = np.where(finals >= 0, at[label[np.maximum(finals, 0)]], ~finals)
        deals = [number for state, hand in self.deals for number in (at[label[state]], hand)]
        more = np.array([*finals, *([0] * (len(finals) % UNIT)), *deals], dtype=np.uint16)
        codes = np.zeros(max(1, self.specials), dtype=np.int16)
        codes[_SPLITS : self.specials] = self.of_hands + self.of_dealer
        of_codes = np.zeros(len(self.codes), dtype=np.uint16)
        for code, state in self.at.items():
            of_codes[code] = at[label[state]]
        self.tables = WalkTables(
            entries=np.concatenate((entries, more)),
            cells=self.cells,
            codes=codes,
            rows=of_codes,
            starts=of_codes[self.starts],
            classes=columns.classes,
        )
        answers = target[asks][:, :2]
        self.questions = np.column_stack((level[asks] % _INSURANCE, answers)).astype(np.uint16)
        wide = first + int(width[is_wide].sum())
        self.plan = WalkPlan(
            splits=_SPLITS,
            hands=self.hands,
            specials=self.specials,
            ends=self.ends,
            results=self.results,
            events=self.events,
            insures=self.events + int((level[asks] < _INSURANCE).sum()),
            rows=first,
            wide=wide,
            has_wide=bool(columns.extra.any()),
            finals=len(entries),
            deals=len(entries) + len(more) - len(deals),
            dealers=self.finals.shape[1],
            entries=len(entries) + len(more),
            begins=int(at[burns[0]] if burn else at[label[0]]),
            start=int(at[label[0]]),
            over=int(at[over]),
        )
        return True

    def _different(self) -> tuple[Array, Array]:
        """Return (state): its number among the different ones, and one state of each number.

        States are the same if they have the same question and all cards lead to the same states. A
        sum of random multiples distinguishes rows.
        """
        count = self.next.shape[1] + 1
        multiples = np.random.default_rng(_SCRAMBLER).integers(1, 1 << 62, count, dtype=np.int64)
        label = np.zeros(len(self.next), dtype=np.int64)
        numbers = 1
        while True:
            after = np.where(self.next >= 0, label[np.maximum(self.next, 0)], self.next) - _NEVER
            after = np.column_stack((after, self.levels))
            _, kept, label = np.unique(after @ multiples, return_index=True, return_inverse=True)
            assert np.array_equal(after[kept][label], after), "equal sums are equal rows"
            if len(kept) == numbers:
                return label, kept
            numbers = len(kept)


class _TwoLevels(_Maker):
    """The same with the dealer's hand apart from the player's."""

    def __init__(self, steps: StepTables, columns: _Columns, asking: Asking) -> None:
        self.columns = columns
        count = int(steps.classes)
        self.starts = steps.starts
        self.steps = steps
        self.count = count
        self.asks = [level for level, _, _ in asking.asks]
        self.codes = steps.steps.reshape(-1, count).astype(np.int64)
        hands = self._list_reachable((steps.first[: count**3], steps.starts, steps.refused))
        dealer = self._list_reachable((steps.dealer_first,))
        self.of_hands = self._ends(hands)
        self.of_dealer = self._ends(dealer)
        self.dealt = sorted({int(code) for code in steps.dealer_first})
        """The dealer's hands by their codes."""
        self.hands = _SPLITS + len(self.of_hands)
        self.specials = self.hands + len(self.of_dealer)
        self.cell_numbers: dict[int, int] = {}
        self.deal_numbers: dict[tuple[int, int], int] = {}
        self.waiting: dict[tuple[int, int], int] = {}
        """(result, state of the dealer's): the state in which the result waits for him."""
        dealt = np.unique(steps.first[: count**3])  # some hands end at once, and yet wait (W28)
        ends = sorted({*self.of_hands, *dealt[dealt < 0].tolist()})
        ends = [~code for code in ends if ~code & RESULTS_MAX]
        at = 1 + count + count**2
        self.at = {code: at + place for place, code in enumerate(hands + dealer)}
        at += len(self.at)
        for end in ends:
            for code in dealer:
                self.waiting[end % RESULTS_MAX, code] = at + len(self.waiting)
        self._deals_at = at + len(self.waiting)
        self._fill(hands, dealer)
        self._ask(asking)

    def _final(self, code: int, dealer: int) -> tuple[str, int]:
        """Return where the end of a hand leads: to a state, or to the end of the round."""
        end = ~code
        result = end % RESULTS_MAX
        waits = bool(end & RESULTS_MAX)
        if end < _SPLITS:
            return "event", end
        if waits and dealer >= 0:
            return "state", self.waiting[result, dealer]
        unseen = ~dealer if ~dealer in (_BLACKJACK, LATE_BLACKJACK) else _NOT_DRAWN
        return self._end(result, ~dealer if waits else unseen)

    def _end(self, result: int, outcome: int) -> tuple[str, int]:
        cell = result << COLUMN_BITS | outcome
        return "end", self.cell_numbers.setdefault(cell, len(self.cell_numbers))

    def _deal_rows(self) -> tuple[list[list[int]], list[list[tuple[str, int]]]]:
        """Return the states of three cards, and where the dealer's second card leads from them."""
        steps = self.steps
        count = self.count
        first = steps.first[: count**3].reshape(count, count, count).tolist()
        peeked = steps.peeked.reshape(count, count, count).tolist()
        downs = steps.dealer_first.reshape(count, count).tolist()
        numbers: dict[tuple[tuple[str, int], ...], int] = {}
        states = []
        for one in range(count):
            for up in range(count):
                row = []
                for two in range(count):
                    row_steps = tuple(
                        self._deal_step(first[up][one][two], peeked[up][one][two], dealer)
                        for dealer in downs[up]
                    )
                    row.append(self._deals_at + numbers.setdefault(row_steps, len(numbers)))
                states.append(row)
        return states, [list(row) for row in numbers]

    def _deal_step(self, code: int, peeked: int, dealer: int) -> tuple[str, int]:
        if self.steps.peeks and ~dealer == _BLACKJACK:
            return self._final(peeked, dealer)
        if code < 0:
            return self._final(code, dealer)
        deal = self.at[code], self.dealt.index(dealer)
        return "deal", self.deal_numbers.setdefault(deal, len(self.deal_numbers))

    def _fill(self, hands: list[int], dealer: list[int]) -> None:
        """Make all rows, then number the events."""
        count = self.count
        codes = self.codes
        states, deals = self._deal_rows()
        finals = [
            [*(self._final(code, hand) for hand in self.dealt), ("special", _SPLITS + place)]
            for place, code in enumerate(self.of_hands)
        ]
        waiting = [
            [self._dealer_step(result, code) for code in codes[state].tolist()]
            for result, state in self.waiting
        ]
        self.ends = self.specials + len(self.cell_numbers)
        self.results = self.ends + len(self.of_hands)
        self.events = self.results + len(self.deal_numbers)
        self.deals = list(self.deal_numbers)
        self.cells = np.zeros(self.ends, dtype=np.int32)
        self.cells[self.specials :] = list(self.cell_numbers)
        self.finals = self._number_rows(finals)
        self.next = np.concatenate(
            (
                1 + np.arange(count)[None],
                1 + count + np.arange(count**2).reshape(count, count),
                np.array(states),
                self._after(hands, self.of_hands, self.ends),
                self._after(dealer, self.of_dealer, self.hands),
                self._number_rows(waiting).reshape(-1, count),
                self._number_rows(deals),
            )
        )

    def _dealer_step(self, result: int, code: int) -> tuple[str, int]:
        """Return where a card of the dealer's leads while a result waits."""
        return ("state", self.waiting[result, code]) if code >= 0 else self._end(result, ~code)

    def _number_rows(self, rows: list[list[tuple[str, int]]]) -> Array:
        first = {"event": 0, "special": 0, "end": self.specials, "deal": self.results}
        return np.array(
            [[n if kind == "state" else ~(first[kind] + n) for kind, n in row] for row in rows],
            dtype=np.int64,
        )
