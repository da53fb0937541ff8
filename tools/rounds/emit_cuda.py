"""From a program to the function that plays one round in a thread of a graphics card.

A thread has one round, so its registers are plain names: there is nothing to store for later. It
reports the ends that lanes report, and leaves the same rounds to the function for any table: those
with a split, and those whose cards are not placed.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from pitboss.simulator.machine.program import (
    DEALER,
    Deal,
    End,
    Limit,
    Look,
    Operation,
    Program,
    Wait,
    Walk,
)
from tools.rounds.emit_lanes import LaneEmitter

_DECK = "pitboss.simulator.machine.thread_deck"
_HEAD = """def play(
    cards: Array, entries: Array, places: Array, table: {}, base: Integer, lanes: Integer,
    {},
) -> RoundEnds:  # fmt: skip"""
_ENDS_MAX = 4
"""Ends of a round that a thread can report."""


def emit_cuda(program: Program) -> str:
    """Return the source of `play`, which returns the ends of a round."""
    return _ThreadEmitter(program).emit()


class _ThreadEmitter(LaneEmitter):
    """One function in the making."""

    def emit(self) -> str:
        """Return the source."""
        source = self.source
        program = self.program
        source.use("pitboss.compiled.arrays", "Array")
        source.use("pitboss.compiled.jit", "Integer", "jit_inlined")
        source.use("pitboss.simulator.lanes.plan", "NO_END", "RoundEnds")
        source.use("pitboss.simulator.random.philox", "U32")
        self.kept: list[str] = []
        self.reported: dict[int, str] = {}
        self._deal()
        for operation in self.operations:
            if not isinstance(operation, Deal):
                source.cite(operation)
                self._do(operation)
        if len(self.ends) > _ENDS_MAX:
            raise self.ends[-1].line.refuse(f"a thread reports {_ENDS_MAX} ends at most")
        ends = [self.reported.get(number, "NO_END") for number in range(_ENDS_MAX)]
        after = "U32(0)" if program.has_decks else "at"
        kept = " and ".join(self.kept) or "True"
        source.add(f"return RoundEnds({after}, {kept}, {', '.join(ends)})")
        assert program.lanes is not None, "threads read the tables of lanes"
        name = source.use(program.lanes.__module__, program.lanes.__name__)
        last = (
            "shoe: Integer, seed: Integer"
            if program.has_decks
            else ("index: Integer, frontier: Integer")
        )
        return source.render(
            "a round in a thread of a graphics card",
            _HEAD.format(name, last),
            f"Play a round ({program.cite}).",
            "@jit_inlined",
        )

    # --- cards ----------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Read the cards of the deal; a deck has to be shuffled first."""
        deals = [one for one in self.operations if isinstance(one, Deal)]
        read = self.source.use(_DECK, "thread_card")
        place = 0
        before = ""
        dealt = sum(len(one.cards) for one in deals)
        if self.program.has_decks:
            deck = self.source.use(_DECK, "place_deck")
            self.source.add(
                f"doubt = {deck}(cards, U32(places[0]), {dealt}, shoe, seed, base, lanes)"
            )
            self.kept.append("not doubt")
        else:
            before = "index + "
        for deal in deals:
            for card in deal.cards:
                text = f"{read}(cards, U32({before}U32({place})), lanes, base)"
                if deal.when and deal.to is DEALER:
                    text += f" if {self._decide(deal)} else U32({int(deal.otherwise)})"
                self.source.add(f"{card} = {text}")
                place += 1
        if not self.program.has_decks:
            self.source.add(f"at = U32(index + U32({place}))")

    # --- operations -----------------------------------------------------------------------------

    def _do(self, operation: Operation) -> None:
        match operation:
            case Look():
                value = self._call(operation, operation.function, *operation.by)
                self.source.add(f"{operation.into} = {value}")
            case Walk():
                self._walk(operation)
            case Wait():
                self._draw(operation)
            case End():
                self._report(operation)
            case _:
                raise operation.line.refuse("threads do not know this operation")

    def _walk(self, walk: Walk) -> None:
        """Draw cards to a hand, along the paths that its look goes."""
        source = self.source
        hand = walk.hand
        python = getattr(walk.function, "py_func", walk.function)
        paths = getattr(self.program.lane_looks, f"paths_of_{python.__name__}", None)
        if paths is None:
            raise walk.line.refuse(f"threads know no paths of {python.__name__!r}")
        along = source.call(paths, "table")
        draw = source.use(_DECK, "draw_cards")
        bits = source.use("pitboss.simulator.lanes.hands", "ROW_BITS")
        if walk.shows:
            source.add("begins = at")
        source.add(
            f"{hand}, at, has_ended = {draw}(cards, {along}, {hand}, at, frontier, lanes, base)"
        )
        source.add(f"{hand} = U32({hand} >> U32({bits}))")
        source.add(f"{hand}_has_ended = has_ended")
        self.kept.append(f"{hand}_has_ended")
        if walk.shows:
            source.add(f"{walk.shows} = U32(at - begins)")
        if walk.leaves is not None:
            self.kept.append(f"not {self._call(walk, walk.leaves, hand)}")

    def _draw(self, operation: Wait) -> None:
        """Let the dealer draw if a hand waits."""
        look = operation.function
        self.waits += [self._call(operation, look, name) for name in operation.by] or [
            self._call(operation, look)
        ]
        if operation is not [one for one in self.operations if isinstance(one, Wait)][-1]:
            return
        dealer = next(one.hand for one in self.operations[::-1] if isinstance(one, Walk))
        begin = self.source.use("pitboss.simulator.machine.lane_dealer", "begin_dealer")
        self.source.add("is_waiting = U32(" + " | ".join(self.waits) + ")")
        self.source.add(f"{dealer} = {begin}(U32({dealer}), is_waiting)")

    def _report(self, end: End) -> None:
        """Work out the number of an end; some tables do not count it."""
        skipped = {one.into for one in self.program.operations if isinstance(one, Limit)}
        by = [name for name in end.by if name not in skipped]
        which = next(at for at, one in enumerate(self.ends) if one is end)
        name = self.reported[which] = f"end_{which}"
        value = self._call(end, end.function, *by)
        block: AbstractContextManager[None] = nullcontext()
        if end.is_counted is not None:
            self.source.add(f"{name} = NO_END")
            block = self.source.block(f"if {self._call(end, end.is_counted)}:")
        with block:
            self.source.add(f"{name} = U32({value})")
