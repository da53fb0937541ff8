"""From a program to the function that plays a whole table, one round at a time.

Operations of seats that follow one another share a loop over the seats: so each seat is played to
its end before the next, as a dealer does it. A register that a later loop reads again is stored for
every seat, but for cards, which still lie in the shoe.

With *checked* the function asserts what must hold after each operation. That form is for Python
alone (`NUMBA_DISABLE_JIT=1`): it is the one to step through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.simulator.buffers import LOOK_ROOM, SEATS_MAX, STORED_AT
from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Deal,
    End,
    Limit,
    Look,
    Operation,
    Program,
    Reshuffle,
    Split,
    Wager,
    Wait,
    Walk,
)
from tools.rounds.source import Source

SLOTS = (LOOK_ROOM - STORED_AT) // SEATS_MAX
"""Registers of seats that can be stored."""
_PHILOX = "pitboss.simulator.random.philox"
_SHUFFLE = "pitboss.simulator.random.shuffle"
_BUFFERS = "pitboss.simulator.buffers"
_WAITING = "waiting"
_DUE = "due"


@dataclass
class _Stage:
    """Operations of the table, or of all seats in one loop."""

    of_seats: bool
    operations: list[Operation] = field(default_factory=list)


def emit_scalar(program: Program, *, checked: bool = False) -> str:
    """Return the source of `play_round(deck, tables, seats, wagers, index, buffers)`."""
    return _Emitter(program, checked=checked).emit()


class _Emitter:
    """One function in the making."""

    def __init__(self, program: Program, *, checked: bool) -> None:
        self.program = program
        self.checked = checked
        self.source = Source(program)
        self.seat_cards: dict[str, tuple[int, str]] = {}
        """Card of a seat -> the number of its deal, and where it lies."""
        self.stages = self._group()
        self.slots = self._store()
        self.dealt = -1
        """The last deal to the seats of which every card lies in its place for sure."""
        self.deals = 0
        """Deals to the seats so far."""
        self.walked: set[str] = set()
        """Hands that have ended."""

    # --- which operations share a loop ----------------------------------------------------------

    def _group(self) -> list[_Stage]:
        stages: list[_Stage] = []
        deals = 0
        for operation in self.program.operations:
            if isinstance(operation, Wager) and operation.of_lanes:
                continue
            of_seats = self._is_of_seats(operation)
            # A card to every seat that is still in: all of them before the next card (2104(8)).
            is_barrier = isinstance(operation, Deal) and of_seats
            # What is due to all seats is known behind their loop.
            is_barrier |= bool(stages) and isinstance(stages[-1].operations[-1], Limit)
            if not stages or stages[-1].of_seats != of_seats or is_barrier:
                stages.append(_Stage(of_seats))
            stages[-1].operations.append(operation)
            if isinstance(operation, Deal) and operation.to is SEATS and not operation.when:
                for place, card in enumerate(operation.cards):
                    self.seat_cards[card] = deals, _lies(deals, len(operation.cards), place)
                deals += 1
        return stages

    def _is_of_seats(self, operation: Operation) -> bool:
        """Whether it is done for every seat."""
        match operation:
            case Deal():
                return operation.to is not DEALER and operation.when is not None
            case Reshuffle():
                return False
            case Wait() if not operation.by:
                return False
            case End() | Wager() | Wait() | Limit() | Split():
                return True
            case _:
                return bool(self.program.of_seats.intersection(operation.reads))

    def _store(self) -> dict[str, int]:
        """Give a slot to every register of seats that a later loop reads."""
        made_in: dict[str, int] = {}
        slots: dict[str, int] = {}
        for number, stage in enumerate(self.stages):
            for operation in stage.operations:
                wanted = (*operation.reads, *([operation.when] if operation.when else []))
                for name in wanted:
                    if self._is_of_lanes(name):
                        continue
                    if name in made_in and made_in[name] != number and stage.of_seats:
                        slots.setdefault(name, len(slots))
                if stage.of_seats and not isinstance(operation, Limit):
                    made_in.update(dict.fromkeys(operation.writes, number))
                if len(slots) > SLOTS:
                    raise operation.line.refuse(f"more than {SLOTS} registers are to be stored")
        return slots

    # --- the function ---------------------------------------------------------------------------

    def emit(self) -> str:
        """Return the source."""
        source = self.source
        source.use(_PHILOX, "U32")
        source.use(_SHUFFLE, "Deck")
        source.use(_BUFFERS, "RoundBuffers")
        source.use("pitboss.simulator.side_wagers", "WagerTables")
        source.use("pitboss.compiled.jit", "Integer", "jit_linked")
        assert self.program.tables is not None, "a whole table plays by this program"
        tables = source.use(self.program.tables.__module__, self.program.tables.__name__)
        if self.slots:
            source.add("stored = buffers.cards")
        for name, kind in ((_WAITING, Wait), (_DUE, Limit)):
            if any(isinstance(operation, kind) for operation in self.program.operations):
                source.add(f"{name} = np.int64(0)")
        for stage in self.stages:
            self._stage(stage)
        source.add("return index")
        head = (
            f"def play_round(deck: Deck, tables: {tables}, seats: Integer, "
            "wagers: WagerTables | None, index: np.uint32, buffers: RoundBuffers) -> np.uint32:"
        )
        made = "checked after every operation" if self.checked else "as a whole table plays it"
        docstring = f"Play a round ({self.program.cite}); return where the next card lies."
        return source.render(made, head, docstring, "@jit_linked")

    def _stage(self, stage: _Stage) -> None:
        if not stage.of_seats:
            for operation in stage.operations:
                self._operation(operation)
            return
        with self.source.block("for seat in range(seats):"):
            self._load(stage)
            for operation in stage.operations:
                self._operation(operation)
            self._keep(stage)
        for operation in stage.operations:
            if isinstance(operation, Limit):
                self.source.cite(operation)
                rows = self.source.call(operation.rows, "tables", _DUE)
                if operation.when:
                    rows += f" if {operation.when} else np.int64(0)"
                self._set(operation.into, rows)

    def _load(self, stage: _Stage) -> None:
        """Load the cards and stored registers that the operations of a stage read."""
        made: set[str] = set()
        loaded: list[str] = []
        for operation in stage.operations:
            wanted = (*operation.reads, *([operation.when] if operation.when else []))
            loaded += [name for name in wanted if name not in made and name not in loaded]
            made.update(operation.writes)
        last = self.dealt
        for name in loaded:
            if name in self.seat_cards:
                deal, place = self.seat_cards[name]
                # A card before one that was dealt lies in its place: nothing is to be shuffled.
                read = "dealt_card" if deal <= self.dealt else "card_at"
                self._card(name, read, place)
                last = max(last, deal)
            elif name in self.slots:
                self._set(self._name(name), f"U32(stored[{self._slot(name)}])")
        self.dealt = last

    def _keep(self, stage: _Stage) -> None:
        """Store the registers that later loops read."""
        made = dict.fromkeys(name for one in stage.operations for name in one.writes)
        for name in made:
            if name in self.slots:
                value = self._name(name)
                if self.checked:
                    self.source.add(f"assert {value} >= 0, {f'{value} can be stored'!r}")
                self.source.add(f"stored[{self._slot(name)}] = {value}")

    def _slot(self, name: str) -> str:
        self.source.use(_BUFFERS, "SEATS_MAX", "STORED_AT")
        slot = self.slots[name]
        return f"STORED_AT + {slot} * SEATS_MAX + seat" if slot else "STORED_AT + seat"

    def _name(self, register: str) -> str:
        """Return the variable of a register: a hand that has ended has a result, not a code."""
        return f"{register}_result" if register in self.walked else register

    def _names(self, registers: Sequence[str]) -> list[str]:
        return [self._name(register) for register in registers]

    def _set(self, name: str, value: str) -> None:
        self.source.add(f"{name} = {value}")

    def _card(self, name: str, read: str, place: str) -> None:
        self._set(name, f"{self.source.use(_SHUFFLE, read)}(deck, {place})")
        if self.checked:
            self.source.add(f"assert 0 <= {name} < 64, {f'{name!s} is a card'!r}")

    def _operation(self, operation: Operation) -> None:
        source = self.source
        source.cite(operation)
        if operation.when is None:
            self._act(operation)
        else:
            for name in () if isinstance(operation, Limit) else operation.writes:
                otherwise = operation.otherwise if isinstance(operation, Deal) else 0
                self._set(name, f"U32({int(otherwise)})")
            with source.block(f"if {operation.when}:"):
                self._act(operation)

    def _act(self, operation: Operation) -> None:
        source = self.source
        match operation:
            case Wager():
                self._wager(operation)
            case Look():
                by = self._names(operation.by)
                known = ("deck", "tables", "index") if operation.by_count else ("tables",)
                self._set(operation.into, source.call(operation.function, *known, *by))
            case Wait():
                self._wait(operation)
            case Limit():
                due = source.call(operation.due, "tables", self._name(operation.by))
                self._set(_DUE, f"{_DUE} + {due}")
            case _:
                self._take_cards(operation)

    def _take_cards(self, operation: Operation) -> None:
        match operation:
            case Deal():
                self._deal(operation)
            case Split():
                self._split(operation)
            case Walk():
                self._walk(operation)
            case Reshuffle():
                self._reshuffle(operation)
            case End():
                self._end(operation)
            case _:
                raise operation.line.refuse("a whole table does not know this operation")

    def _deal(self, operation: Deal) -> None:
        count = len(operation.cards)
        if operation.several is not None:
            known = "deck", "tables", "index", "buffers"
            self._set("index", self.source.call(operation.several, *known))
            return
        if operation.to is DEALER or operation.when is not None:
            kept = {
                name
                for other in self.program.operations
                if isinstance(other, Reshuffle)
                for name in other.keep
            }
            for place, card in enumerate(operation.cards):
                where = f"U32(index + U32({place}))" if place else "index"
                if card in kept:
                    self._set(f"place_of_{card}", where)
                self._card(card, "card_at", where)
                if operation.is_hidden:
                    self._set(f"deck.state[{self.source.use(_SHUFFLE, 'HOLE')}]", where)
            self._set("index", f"U32(index + U32({count}))")
            if operation.when is None:
                self.dealt = self.deals - 1
            return
        deal, _ = self.seat_cards[operation.cards[0]]
        self.deals = deal + 1
        self._set(f"deal_{deal}", "index")
        each = "U32(seats)" if count == 1 else f"U32({count}) * U32(seats)"
        self._set("index", f"U32(index + {each})")

    def _wait(self, operation: Wait) -> None:
        """Note whether the dealer draws; what is asked of the whole table only if he does not."""
        source = self.source
        function = operation.function
        if operation.by:
            waits = [source.call(function, "tables", name) for name in self._names(operation.by)]
            self._set(_WAITING, " | ".join((_WAITING, *waits)))
            return
        with source.block(f"if not {_WAITING}:"):
            known = "deck", "tables", "seats", "wagers", "buffers"
            self._set(_WAITING, source.call(function, *known))

    def _wager(self, operation: Wager) -> None:
        source = self.source
        by = self._names(operation.by)
        source.use(_BUFFERS, "WAGERS_ROOM")
        known = ["tables", "wagers", "wager"]
        if operation.of_round:
            known = ["deck", *known, "buffers", "seat"]
        with (
            source.block("if wagers is not None:"),
            source.block("for wager in range(wagers.size):"),
        ):
            row = source.call(operation.function, *known, *by)
            source.add(f"buffers.rows[seat * WAGERS_ROOM + wager] = {row}")

    def _split(self, operation: Split) -> None:
        source = self.source
        first, *others = operation.hands
        no_hand = source.use(operation.start.__module__, "NO_HAND")
        self._set(first, operation.hand)
        for name in others:
            self._set(name, no_hand)
        with source.block(f"if {source.call(operation.is_split, 'tables', operation.hand)}:"):
            for name, by in zip(operation.hands, operation.by, strict=True):
                self._set(name, source.call(operation.start, "tables", *by))

    def _walk(self, operation: Walk) -> None:
        hand = operation.hand
        source = self.source
        arguments = ["deck", "tables", "index", hand, *operation.by]
        if hand not in self.program.of_seats:
            arguments += [_WAITING, *(["buffers"] if operation.by else [])]
        elif operation.by:
            arguments += ["buffers", "seat"]
        if self.checked:
            self._set("before", "index")
        self.walked.add(hand)
        result = self._name(hand)
        self._set(f"index, {result}", source.call(operation.function, *arguments))
        if self.checked:
            source.add(f"assert index >= before and {result} >= 0, {f'{hand} has ended'!r}")

    def _reshuffle(self, operation: Reshuffle) -> None:
        if operation.function is None:
            self._set("index", "U32(deck.size)")
            return
        places = (f"place_of_{name}" for name in operation.keep)
        self._set("index", self.source.call(operation.function, "deck", *places))
        self.dealt = -1

    def _end(self, operation: End) -> None:
        ends = [one for one in self.program.operations if isinstance(one, End)]
        if operation is ends[0]:
            self.source.add("buffers.ended[seat] = 0")
        known = self._names([name for name in operation.by if not self._is_of_lanes(name)])
        ending = self.source.call(operation.function, "tables", "buffers", "seat", *known)
        self.source.add(ending)
        if self.checked and operation is ends[-1]:
            self.source.add("assert 0 < buffers.ended[seat] <= 8, 'a seat ends in a few cells'")

    def _is_of_lanes(self, name: str) -> bool:
        """Whether lanes alone have a register: a whole table stores what it is made of."""
        return any(
            (isinstance(one, Wager) and one.into == name)
            or (isinstance(one, Walk) and one.shows == name)
            for one in self.program.operations
        )


def _lies(deal: int, count: int, place: int) -> str:
    """Return where a card of a seat lies: behind those of the seats before it."""
    if count == 1:
        return f"U32(deal_{deal} + U32(seat))"
    after = f" + U32({place})" if place else ""
    return f"U32(deal_{deal} + U32({count}) * U32(seat){after})"
