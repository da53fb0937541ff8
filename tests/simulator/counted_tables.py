"""A counter at the table engine: cards counted one by one, and index plays by the count.

It shares nothing with the kernels but the shoe: cards are counted as the engine deals them, true
counts are fractions, and index plays are looked up by the total of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.counts import Counted, Counter, IndexPlay
from pitboss.counts.index_play import hand_row
from pitboss.counts.true_count import true_count
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import open_meters
from pitboss.engine.state import Hand, State
from pitboss.patterns.totals import best_total, is_soft, value
from pitboss.rulebook.model import Moment
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import KINDS
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import open_shoe, shoe_memory
from pitboss.simulator.random.shuffle import Cutting
from pitboss.simulator.tally import BASE, Tally, no_hits

Array = Any
_ORDER = (
    ActionKind.SURRENDER,
    ActionKind.SPLIT,
    ActionKind.FREE_SPLIT,
    ActionKind.FREE_DOUBLE,
    ActionKind.DOUBLE,
    ActionKind.STAND,
    ActionKind.HIT,
)
STANDS_FROM = 17
_INSTEAD = {ActionKind.STAND: ActionKind.HIT, ActionKind.HIT: ActionKind.STAND}


@dataclass
class CountedRound:
    """One round as the engine played it."""

    cards_gone: int
    count: int
    """The count that bets are made by, whole."""
    net: int
    second_net: int
    hands: int
    side: list[int | None]
    changed: int
    """Decisions that an index play changed."""


@dataclass
class CountedTable:
    """Plays shoes of a job at the engine, with a counter in the first seat."""

    job: Job
    seen: list[Card] = field(default_factory=list)
    changed: int = 0

    @property
    def counter(self) -> Counter:
        assert self.job.counter is not None
        return self.job.counter

    def shoe(self, number: int) -> list[Card]:
        """Return the cards of a shoe in order; no kernel deals them."""
        setup = self.job.setup
        full = np.array([EVERY_CARD.class_of[card] for card in setup.shoe.cards()], dtype=np.uint8)
        memory = shoe_memory(len(full))
        size = U32(len(full))
        dealt = Cutting(U32(0), size, size, U32(128))
        open_shoe(full, dealt, U64(self.job.seed), U64(number), memory)
        return [Card(card) for card in memory.cards[: len(full)].tolist()]

    def play(self, number: int) -> Iterator[CountedRound]:
        """Yield the rounds of a shoe."""
        cards = self.shoe(number)
        gone = self.job.burn
        gate = self.job.burn
        self.seen = []
        meters = open_meters(self.job.setup, {}, {})
        while gate < self.job.cut:
            count = self.bet_count()
            seats = self.job.seats + any(count >= at for _, at in self.counter.hands)
            drawn: list[Card] = []
            played = Round.start(self.job.setup, self.bets(seats), meters)
            self.changed = 0
            state = played.play(draw(cards[gone:], drawn), partial(self.decide, drawn))
            yield self.read(state, gone, count, seats)
            self.seen += drawn
            start = gone
            gone = gone + len(drawn)
            gate = start if self.counter.after_cut else gone

    def bets(self, seats: int) -> list[Bets]:
        job = self.job
        placed = dict.fromkeys(job.first_wagers, BASE)
        side = {
            wager.id: wager.stake
            for wager in job.wagers
            if wager.side.spot.wager.made == Moment.BEFORE_DEAL
        }
        return [Bets(seat, placed | side) for seat in range(1, seats + 1)]

    def running(self, tags: tuple[int, ...], cards: list[Card]) -> int:
        system = self.counter.system
        shoe = self.job.setup.shoe
        beside = sum(system.bet_tags) != sum(system.tags)
        start = system.starting_count(shoe)
        if tags is system.tags and beside:  # side counts begin so that the sum of both fits
            start += sum(side.tags[card] for side in system.side for card in shoe.cards())
        return start + sum(tags[card] for card in cards)

    def true(self, running: int, seen: int) -> int:
        system = self.counter.system
        count = true_count(
            running,
            len(self.job.setup.shoe.cards()) - seen,
            system.convention,
            per=system.per,
            unit=system.unit,
            step=self.counter.cards_a_step,
        )
        return count.numerator // count.denominator

    def bet_count(self) -> int:
        system = self.counter.system
        shoe = self.job.setup.shoe
        if system.kind is not Counted.TAGS:
            left = Unseen.from_shoe(shoe).without(*self.seen)
            return self.true(system.running(left, shoe), len(self.seen))
        return self.true(self.running(system.bet_tags, self.seen), len(self.seen))

    def decide(self, drawn: list[Card], state: State, question: Question) -> Action:
        """Decide by the strategy; the counter's own hands by his index plays first."""
        usual = KINDS[self.job.setup.round].decide(self.job.layout, state, question)
        is_his = question.seat == 1 or question.seat > self.job.seats
        plays = self.counter.system.indices
        if not plays or not is_his:
            return usual
        shown = [*self.seen, *drawn]
        shown.remove(state.dealer[1])
        count = self.true(self.running(self.counter.system.tags, shown), len(shown))
        kinds = [choice.kind for choice in question.choices]
        if ActionKind.INSURE in kinds:
            wanted = any(play.hand == "insurance" and play.applies(count) for play in plays)
            most = next(c.high for c in question.choices if c.kind is ActionKind.INSURE)
            kind = ActionKind.INSURE if wanted else ActionKind.DECLINE
            amount = most if wanted else None
            return Action(seat=question.seat, hand=question.hand, kind=kind, amount=amount)
        if ActionKind.STAND not in kinds or usual.kind not in _ORDER:
            return usual
        hand = state.seat(question.seat).hand(question.hand)
        if hand.doublings:
            return usual
        made = self.indexed(hand, state.dealer[0], usual.kind, kinds, count)
        self.changed += made is not usual.kind
        return Action(seat=question.seat, hand=question.hand, kind=made)

    def indexed(
        self, hand: Hand, up: Card, usual: ActionKind, kinds: list[ActionKind], count: int
    ) -> ActionKind:
        plays = {
            play.action: play
            for play in self.counter.system.indices
            if is_row(play, hand, up, usual, kinds) and play.action in kinds
        }
        for action in _ORDER:
            play = plays.get(action)
            if play is not None and play.applies(count):
                return action
            if play is None and action is usual:
                return usual
            if play is not None and action in _INSTEAD:
                return _INSTEAD[action]
        # A pair that he does not split: in the plays of the tests tens, or eights against a ten.
        return ActionKind.STAND if hand.hard >= STANDS_FROM else ActionKind.HIT

    @cached_property
    def mains(self) -> tuple[str, ...]:
        """The wagers whose results the cube has."""
        nothing = Tally(0, np.zeros(self.job.counters, dtype=np.int64), no_hits())
        return self.job.parts(nothing)[0].part.wagers

    def read(self, state: State, gone: int, count: int, seats: int) -> CountedRound:
        unit = self.job.count_layout.unit

        def won(seat: int) -> int:
            lines = [line for line in state.settled if line.seat == seat]
            mine = [
                line.net
                for line in lines
                if line.wager in self.mains or line.wager.startswith("insurance")
            ]
            assert sum(mine) % unit == 0
            return sum(mine) // unit

        side: list[int | None] = []
        for wager in self.job.wagers:
            nets = [x.net for x in state.settled if x.seat == 1 and x.wager == wager.id]
            side.append(nets[0] if nets else None)
        more = seats > self.job.seats
        return CountedRound(
            gone, count, won(1), won(seats) if more else 0, 1 + more, side, self.changed
        )


def is_row(
    play: IndexPlay, hand: Hand, up: Card, usual: ActionKind, kinds: list[ActionKind]
) -> bool:
    row = hand_row(play.hand)
    if row is None or (
        value(up) != {"A": 1, "T": 10}.get(play.up, 0) and play.up != str(value(up))
    ):
        return False
    part, number = row
    may_split = ActionKind.SPLIT in kinds or ActionKind.FREE_SPLIT in kinds
    if part == "pairs":
        return may_split and value(hand.cards[0]) == number
    if may_split and usual in {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
        return False
    soft = is_soft(hand.hard, hand.has_ace)
    return (part == "soft") == soft and best_total(hand.hard, hand.has_ace) == number


def draw(cards: list[Card], drawn: list[Card]) -> Iterator[Card]:
    for card in cards:
        drawn.append(card)
        yield card
