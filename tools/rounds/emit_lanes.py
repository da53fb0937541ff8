"""From a program to the function that plays one round in every lane of a thread.

A processor loses most of its time where it guesses the length of a hand wrong, and where it waits
for a look-up. So the lanes go through the program together: one loop over all lanes for the
operations up to the first hand that draws cards, then the draws of all lanes, then the next loop.
In a loop the look-ups of neighbouring lanes overlap.

A register that a later loop reads is stored, but for cards, which are read again: that is one load,
as much as the stored number would be. What no end depends on is left out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import cast

from pitboss.simulator.lanes.memory import REGISTERS
from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Deal,
    End,
    Limit,
    Look,
    LookFunction,
    Operation,
    Program,
    Reshuffle,
    Split,
    Wager,
    Wait,
    Walk,
)
from tools.rounds.source import Source

_PHILOX = "pitboss.simulator.random.philox"
_MEMORY = "pitboss.simulator.lanes.memory"
_HANDS = "pitboss.simulator.lanes.hands"
_DECKS = "pitboss.simulator.lanes.decks"
_DEALERS_HAND = 3
"""Where lanes keep the dealer's hand, behind those of the seat."""


def emit_lanes(program: Program) -> str:
    """Return the source of `play(lanes, table)`, or of `play(decks, table, turn)`."""
    return LaneEmitter(program).emit()


class _LaneMemory(ABC):
    """How code reads and writes what belongs to a lane."""

    def __init__(self, source: Source) -> None:
        self.source = source
        source.use(_PHILOX, "U32")

    lane = "lane"
    """The variable with the number of the lane."""
    head: str
    loop: str
    walked: str
    """What a walk takes before the table."""

    @abstractmethod
    def card(self, place: int) -> str:
        """Return a card of the deal."""

    @abstractmethod
    def hand(self, number: int) -> str:
        """Return where a hand is kept: a code, and after its walk a result."""

    @abstractmethod
    def note(self, number: int) -> str:
        """Return where a register is stored."""

    @abstractmethod
    def begin_cards(self) -> str | None:
        """Return what comes before the first card of a loop is read."""

    @abstractmethod
    def after_deal(self, cards: int) -> str:
        """Return what says where the next card lies."""

    @abstractmethod
    def end(self, which: int, number: str) -> str:
        """Return what reports an end."""

    @abstractmethod
    def keep(self, fact: str) -> str:
        """Return what says whether a lane played its round itself."""

    def result(self, number: int) -> str:
        """Return how a hand has ended."""
        self.source.use(_HANDS, "ROW_BITS")
        return f"U32({self.hand(number)} >> U32(ROW_BITS))"


class _ShoeMemory(_LaneMemory):
    """A shoe in every lane (`lanes/memory.py`)."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        source.use(_PHILOX, "U64")
        source.use(_MEMORY, "Lanes", "count")
        self.head = "def play(lanes: Lanes, table: {}) -> None:"
        self.loop = "for lane in range(count(lanes.playing)):"
        self.walked = "lanes"

    def card(self, place: int) -> str:
        return f"U32(lanes.cards[U64(at + U64({place}))])"

    def hand(self, number: int) -> str:
        return f"lanes.codes[{self._row(number)}]"

    def note(self, number: int) -> str:
        return f"lanes.notes[{self._row(number)}]"

    def _row(self, number: int) -> str:
        self.source.use(_MEMORY, "LANES")
        return f"U64(U64({number} * LANES) + {self.lane})" if number else self.lane

    def begin_cards(self) -> str | None:
        return f"at = U64(lanes.starts[{self.lane}])"

    def after_deal(self, cards: int) -> str:
        return f"lanes.places[lane] = U64(at + U64({cards}))"

    def end(self, which: int, number: str) -> str:
        self.source.use(_MEMORY, "end")
        return f"end(lanes.ends, lane, {which}, {number})"

    def keep(self, fact: str) -> str:
        return f"lanes.kept[lane] = {fact}"


class _DeckMemory(_LaneMemory):
    """A fresh deck for every round (`lanes/decks.py`)."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        source.use(_DECKS, "LANES", "DeckTurn", "Decks", "lane_card")
        self.head = "def play(decks: Decks, table: {}, turn: DeckTurn) -> None:"
        self.loop = "for lane in range(LANES):"
        self.walked = "decks"

    def card(self, place: int) -> str:
        return f"lane_card(decks.cards, {place}, lane)"

    def hand(self, number: int) -> str:
        return "decks.dealers[lane]" if number == _DEALERS_HAND else "decks.mine[lane]"

    def note(self, number: int) -> str:
        place = f"U32(U32({number} * LANES) + U32(lane))" if number else "lane"
        return f"decks.notes[{place}]"

    def begin_cards(self) -> str | None:
        return None

    def after_deal(self, cards: int) -> str:
        return f"decks.next[lane] = U32(U32({cards} * LANES) + U32(lane))"

    def end(self, which: int, number: str) -> str:
        place = f"U32(U32({which} * LANES) + U32(lane))" if which else "lane"
        return f"decks.ends[{place}] = {number}"

    def keep(self, fact: str) -> str:
        return f"decks.kept[lane] = {fact}"


@dataclass
class _Stage:
    """A loop over the lanes, or one operation of all of them."""

    operations: list[Operation] = field(default_factory=list)
    alone: Operation | None = None
    guard: End | None = None
    """The end that not every table counts, for which alone the loop is."""

    @property
    def reads(self) -> list[str]:
        """The registers that come from before."""
        made: set[str] = set()
        wanted: dict[str, None] = {}
        for operation in self.operations:
            reads = (operation.hand,) if isinstance(operation, Split) else operation.reads
            wanted.update((name, None) for name in reads if name not in made)
            made.update(() if isinstance(operation, Split) else operation.writes)
        if isinstance(self.alone, Split):
            wanted.update(dict.fromkeys(self.alone.reads[1:]))
        return list(wanted)


class LaneEmitter:
    """One function in the making."""

    def __init__(self, program: Program) -> None:
        assert program.lanes is not None, "lanes play by this program"
        assert program.lane_looks is not None, "they have looks of their own"
        self.program = program
        self.table = program.lanes
        self.looks = program.lane_looks
        self.source = Source(program)
        memory = _DeckMemory if program.has_decks else _ShoeMemory
        self.memory = cast(_LaneMemory, memory(self.source))
        self.operations = self._needed()
        self.cards = self._places()
        self.hands = self._hands()
        self.shown = {
            one.shows: self.hands[one.hand] for one in self.operations if isinstance(one, Walk)
        }
        """What a hand shows -> the hand."""
        self.stages = self._group()
        self.notes = self._store()
        self.walked: set[str] = set()
        """Hands that have ended."""
        self.stores: list[str] = []
        self.waits: list[str] = []
        ends = [one for one in self.operations if isinstance(one, End)]
        self.ends = sorted(ends, key=lambda one: one.is_counted is not None)
        """In the order of their numbers: those that every table counts come first."""
        self.has_more = any(isinstance(one, End) and one.of_splits for one in self.operations)

    # --- what is played, and in which loops -----------------------------------------------------

    def _needed(self) -> list[Operation]:
        """Return the operations on which an end depends, or the cards that are drawn."""
        live: set[str] = set()
        needed: list[Operation] = []
        for operation in reversed(self.program.operations):
            match operation:
                case Limit():
                    continue
                case Deal() if operation.several is not None:
                    continue  # whoever plays in lanes has refused such a house
                case Reshuffle():
                    is_needed = operation.function is not None
                case Deal():
                    is_needed = bool(live.intersection(operation.cards)) or operation.when is None
                    is_needed |= operation.to is SEATS
                case Look():
                    is_needed = operation.into in live
                case _:
                    is_needed = True
            if not is_needed:
                continue
            needed.append(operation)
            live.update([operation.hand] if isinstance(operation, Walk) else operation.reads)
        return needed[::-1]

    def _places(self) -> dict[str, str]:
        """Return how each card is read: one seat and the dealer get them one after another."""
        cards: dict[str, str] = {}
        read = self.memory.card
        before = 0
        for operation in self.operations:
            if isinstance(operation, Reshuffle):
                read = self._again
                before = len(cards)
            elif isinstance(operation, Deal):
                for card in operation.cards:
                    dealt = read(len(cards) - before)
                    if operation.when and operation.to is DEALER:
                        other = int(operation.otherwise)  # a card would write its notation
                        dealt += f" if {self._decide(operation)} else U32({other})"
                    cards[card] = dealt
        return cards

    def _decide(self, deal: Deal) -> str:
        """Return whether a card is dealt at this table, which is the same for all its rounds."""
        for one in self.program.operations:
            if isinstance(one, Look) and one.into == deal.when and not one.by:
                return self._call(one, one.function)
        raise deal.line.refuse("lanes know such a card only where the table decides it")

    def _again(self, place: int) -> str:
        name = self.source.use(self.looks.__name__, "dealt_again")
        return f"{name}({self.memory.walked}, {place}, lane)"

    def _hands(self) -> dict[str, int]:
        """Return where the code of each hand is kept."""
        walks = [one for one in self.operations if isinstance(one, Walk)]
        mine = [one.hand for one in walks if one.hand in self.program.of_seats]
        return {
            one.hand: mine.index(one.hand) if one.hand in mine else _DEALERS_HAND for one in walks
        }

    def _group(self) -> list[_Stage]:
        stages = [_Stage()]
        apart = self._optional()
        for operation in self.operations:
            if any(operation in stage.operations for stage in apart):
                continue
            if isinstance(operation, Walk | Reshuffle):
                stages += [_Stage(alone=operation), _Stage()]
            elif isinstance(operation, Split):
                stages[-1].operations.append(operation)
                stages += [_Stage(alone=operation), _Stage()]
            elif not isinstance(operation, Deal):
                stages[-1].operations.append(operation)
        made = [stage for stage in stages if stage.operations or stage.alone]
        return [made[0], *apart, *made[1:]]

    def _optional(self) -> list[_Stage]:
        """Return loops for ends that not every table counts.

        A table by three cards is too large for the nearest caches: in a loop of its own the lanes
        wait for it together (Ante Up 21 with its bonus 0.86 times as fast as by hand, otherwise).
        """
        stages = []
        for end in self.operations:
            if isinstance(end, End) and end.is_counted is not None:
                before = [
                    one for one in self.operations if isinstance(one, Wager) and one.into in end.by
                ]
                stages.append(_Stage([*before, end], guard=end))
        return stages

    def _store(self) -> dict[str, int]:
        """Give a row of notes to every register that a later loop reads."""
        made_in: dict[str, int] = {}
        notes: dict[str, int] = {}
        for number, stage in enumerate(self.stages):
            for name in stage.reads:
                if name in made_in and name not in self.hands and name not in self.shown:
                    notes.setdefault(name, len(notes))
            for operation in stage.operations:
                made_in.update(dict.fromkeys(operation.writes, number))
                if len(notes) > REGISTERS:
                    raise operation.line.refuse(f"more than {REGISTERS} registers are to be stored")
        return notes

    # --- the function ---------------------------------------------------------------------------

    def emit(self) -> str:
        """Return the source."""
        source = self.source
        table = self.table
        for stage in self.stages:
            self._stage(stage)
        source.use("pitboss.compiled.jit", "jit_inlined")
        name = source.use(table.__module__, table.__name__)
        always = sum(one.is_counted is None for one in self.ends)
        has_more = "" if self.program.has_decks else f"HAS_MORE = {self.has_more}\n"
        return source.render(
            "a round in every lane",
            self.memory.head.format(name),
            f"Play a round in every lane ({self.program.cite}).",
            "@jit_inlined",
            f"ENDS = {always}\n{has_more}",
        )

    def _look(self, operation: Operation, function: LookFunction) -> LookFunction:
        """Return the look of lanes with the same name."""
        name = getattr(function, "py_func", function).__name__
        looks = self.looks
        made: LookFunction | None = getattr(looks, name, None)
        if made is None:
            raise operation.line.refuse(f"{looks.__name__} has no look {name!r}")
        return made

    def _call(self, operation: Operation, function: LookFunction, *by: str) -> str:
        return self.source.call(self._look(operation, function), "table", *by)

    def _stage(self, stage: _Stage) -> None:
        match stage.alone:
            case None:
                self._loop(stage)
            case Walk() as walk:
                self.source.cite(walk)
                arguments = self.memory.walked, "table", str(self.hands[walk.hand])
                look = self._look(walk, walk.function)
                self.source.add(self.source.call(look, *arguments, *self._turn()))
                self.walked.add(walk.hand)
            case Split() as split:
                self._begin_hands(split, stage)
            case Reshuffle() as again:
                self.source.cite(again)
                assert again.function is not None, "others are not needed"
                look = self._look(again, again.function)
                self.source.add(self.source.call(look, "decks", "turn"))
            case other:
                raise other.line.refuse("lanes do not do this together")

    def _turn(self) -> tuple[str, ...]:
        return ("turn",) if self.program.has_decks else ()

    def _load(self, stage: _Stage) -> None:
        """Load what a loop reads."""
        reads = stage.reads
        begin = self.memory.begin_cards()
        is_first = stage is self.stages[0]
        if begin and (is_first or any(name in self.cards for name in reads)):
            self.source.add(begin)
        for name in reads:
            if name in self.cards:
                self.source.add(f"{name} = {self.cards[name]}")
            elif name in self.shown:
                show = self.source.use(self.looks.__name__, "show_hand")
                shown = f"{show}(lanes, table, {self.shown[name]}, {self.memory.lane})"
                self.source.add(f"{name} = {shown}")
            elif name in self.walked:
                self.source.add(f"{name} = {self.memory.result(self.hands[name])}")
            elif name in self.hands:
                self.source.add(f"{name} = U32({self.memory.hand(self.hands[name])})")
            elif name in self.notes:
                self.source.add(f"{name} = U32({self.memory.note(self.notes[name])})")

    def _loop(self, stage: _Stage) -> None:
        if stage.guard is not None:
            assert stage.guard.is_counted is not None, "otherwise it is counted by all"
            with self.source.block(f"if {self._call(stage.guard, stage.guard.is_counted)}:"):
                self._loop_here(stage)
            return
        if not (self.program.has_decks and self.hands and stage is self.stages[-1]):
            self._loop_here(stage)
            return
        # By themselves the last look-ups have all registers, and the loop without look-ups does
        # eight lanes to an instruction: 21-Hold 'em 1.00 times as fast as by hand, and not 0.91.
        with self.source.block(self.memory.loop):
            name = self.source.use(self.looks.__name__, "is_kept")
            self.source.add(self.memory.keep(f"{name}(decks, table, turn, lane)"))
        head = f"def end_rounds(decks: Decks, table: {self.table.__name__}) -> None:"
        with self.source.apart("end_rounds(decks, table)", head, "End the round of every lane."):
            self._loop_here(stage)

    def _loop_here(self, stage: _Stage) -> None:
        source = self.source
        if any(isinstance(operation, Split) for operation in stage.operations):
            source.add("left = U64(0)")
        with source.block(self.memory.loop):
            self._load(stage)
            for operation in stage.operations:
                source.cite(operation)
                self._act(operation)
            # Behind all look-ups: LLVM must think that a store changes any table.
            if self.stores:
                source.add("# for later loops")
            for store in self.stores:
                source.add(store)
            self.stores.clear()
            self._after(stage)
        for operation in stage.operations:
            if isinstance(operation, End) and operation.of_splits is not None:
                look = self._look(operation, operation.of_splits)
                source.add(source.call(look, "lanes", "table"))

    def _after(self, stage: _Stage) -> None:
        """Add what is said of every lane once: where its next card lies, who plays its round."""
        walks = [one for one in self.operations if isinstance(one, Walk)]
        if stage is self.stages[0]:
            first = self.program.operations
            dealt = sum(len(one.cards) for one in first if isinstance(one, Deal) and not one.when)
            before = [one for one in first if isinstance(one, Reshuffle)]
            if before and before[0].function is not None:
                until = first[: first.index(before[0])]
                dealt = sum(len(one.cards) for one in until if isinstance(one, Deal))
            if walks:
                self.source.add(self.memory.after_deal(dealt))
            if not self.program.has_decks and not any(walk.leaves for walk in walks):
                self.source.add(self.memory.keep("1"))
            if self.has_more:
                self._begin_more()
        if stage is self.stages[0] and self.program.has_decks and not walks:
            self.source.add(self.memory.keep("decks.doubts[lane] == 0"))

    def _begin_more(self) -> None:
        """Say how many ends a lane has beside those of every table; splits add to it."""
        more = [self._call(one, one.is_counted) for one in self.ends if one.is_counted is not None]
        self.source.add(f"lanes.more[lane] = {' + '.join(more) or 0}")

    def _act(self, operation: Operation) -> None:
        match operation:
            case Look():
                self._define(operation)
            case Split():
                self._split(operation)
            case Wait():
                self._wait(operation)
            case End():
                skipped = {one.into for one in self.program.operations if isinstance(one, Limit)}
                by = [name for name in operation.by if name not in skipped]
                number = self._call(operation, operation.function, *by)
                which = next(at for at, one in enumerate(self.ends) if one is operation)
                # Not between the look-ups of others: a store keeps LLVM from moving them.
                is_last = operation in self.stages[-1].operations
                add = self.source.add if is_last else self.stores.append
                add(self.memory.end(which, number))
            case _:
                raise operation.line.refuse("lanes do not know this operation")

    def _define(self, operation: Look) -> None:
        name = operation.into
        value = self._call(operation, operation.function, *operation.by)
        self.source.add(f"{name} = {value}")
        if name in self.hands:
            self.stores.append(f"{self.memory.hand(self.hands[name])} = {name}")
            self._see_cards(name)
        elif name in self.notes:
            self.stores.append(f"{self.memory.note(self.notes[name])} = {name}")

    def _see_cards(self, hand: str) -> None:
        """Let lanes take notice of the first cards of a hand that shows something."""
        for one in self.operations:
            if isinstance(one, Walk) and one.hand == hand and one.holds:
                see = self.source.use(self.looks.__name__, "see_cards")
                cards = ", ".join(one.holds)
                self.stores.append(f"{see}(lanes, {self.hands[hand]}, lane, {cards})")

    def _split(self, operation: Split) -> None:
        """List the lanes that split: no processor predicts which they are."""
        no_hand = self.source.use(self.looks.__name__, "NO_HAND")
        is_split = self._call(operation, operation.is_split, operation.hand)
        for number, name in enumerate(operation.hands):
            place = self.memory.hand(self.hands[name])
            self.stores.append(f"{place} = {no_hand if number else operation.hand}")
        self.source.add("lanes.split[left] = lane")
        self.source.add(f"left = U64(left + U64({is_split}))")

    def _begin_hands(self, operation: Split, stage: _Stage) -> None:
        source = self.source
        source.cite(operation)
        with source.block("for number in range(left):"):
            self.memory.lane = "split_lane"
            source.add(f"{self.memory.lane} = U64(lanes.split[number])")
            self._load(stage)
            for name, by in zip(operation.hands, operation.by, strict=True):
                start = self._call(operation, operation.start, *by)
                source.add(f"{self.memory.hand(self.hands[name])} = {start}")
            self.memory.lane = "lane"

    def _wait(self, operation: Wait) -> None:
        """Let the dealer of a lane draw, and say which lanes play their rounds themselves."""
        source = self.source
        look = operation.function
        self.waits += [self._call(operation, look, name) for name in operation.by] or [
            self._call(operation, look)
        ]
        if operation is not [one for one in self.operations if isinstance(one, Wait)][-1]:
            return
        leaves = [
            f"not {self._call(walk, walk.leaves, walk.hand)}"
            for walk in self.operations
            if isinstance(walk, Walk) and walk.leaves is not None
        ]
        if leaves and not self.program.has_decks:
            source.add(self.memory.keep(" and ".join(leaves)))
        source.add("is_waiting = U32(" + " | ".join(self.waits) + ")")
        row = self.memory.hand(_DEALERS_HAND)
        begin = source.use("pitboss.simulator.machine.lane_dealer", "begin_dealer")
        source.add(f"{row} = {begin}(U32({row}), is_waiting)")
