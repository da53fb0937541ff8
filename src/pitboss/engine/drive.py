"""Driving a round: open it, supply cards and decisions, read what happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter

from pitboss.cards import Card
from pitboss.engine.actions import (
    Action,
    ActionKind,
    IllegalAction,
    Question,
    Refusal,
    RefusedError,
)
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    Event,
    IrregularityRuled,
    MeterFed,
    MeterRead,
    WagerPlaced,
)
from pitboss.engine.fold import APPLY
from pitboss.engine.irregular import refuse_ruling, return_seat, ruling_events
from pitboss.engine.legal import refusal
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import CardNeeded, MeterDue, ReshuffleNeeded, Step, places, step
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import Hand, Seat, State, Status


def open_table(
    setup: Setup,
    bets: Sequence[Bets],
    meters: Mapping[str, Meter] | None = None,
    linked: Collection[str] = (),
    *,
    paid_as_decided: bool = False,
) -> State:
    """Return a table with empty seats where *bets* are about to be placed.

    The meters of *linked* jackpots are kept elsewhere, and read when something is won from them.
    *paid_as_decided*: nothing waits for the end of the round, as in the rounds of older journals.
    """
    hands = _empty_hands(setup.mains)
    ordered = sorted(bets, key=_seat_number)
    seats = tuple(
        [
            Seat(
                number=bet.seat,
                player=bet.player or "",
                wagers={},
                units=(),
                hands=hands,
                insured={},
            )
            for bet in ordered
        ]
    )
    held = open_meters(setup, {}, {}) if meters is None else meters
    order = places(setup, tuple([bet.seat for bet in ordered]))
    unread = frozenset(linked) & held.keys() if linked else frozenset()
    return State(setup, seats, held, places=order, unread=unread, paid_as_decided=paid_as_decided)


_seat_number = attrgetter("seat")


@lru_cache(maxsize=16)
def _empty_hands(mains: tuple[str, ...]) -> tuple[Hand, ...]:
    """Return a hand for each main wager.

    It is played once that wager lies there; a seat with side wagers only is not asked.
    """
    settled = Status.SETTLED
    return tuple(Hand(number, wager=main, status=settled) for number, main in enumerate(mains, 1))


def place(state: State, bets: Iterable[Bets]) -> tuple[Event, ...]:
    """Return the events that lock the bets in and feed the meters (ruling W25), or refuse them."""
    ordered = sorted(bets, key=_seat_number)
    refused = refuse_bets(state.setup, ordered)
    if refused is not None:
        raise RefusedError(refused.code, refused.message)
    events: list[Event] = []
    spots = state.setup.configured.spots
    for bet in ordered:
        seat = bet.seat
        wagers = bet.wagers
        events += [WagerPlaced(seat, wager, wagers[wager]) for wager in spots if wager in wagers]
        if bet.tips:
            events += [WagerPlaced(seat, f"{TIP}{w}", tip) for w, tip in bet.tips.items()]
    if state.meters:
        events += _feed_meters(state, ordered)
    return tuple(events)


def _feed_meters(state: State, bets: Sequence[Bets]) -> Iterator[Event]:
    for bet in bets:
        for wager, meter in state.meters.items():
            if wager in bet.wagers:
                yield MeterFed(bet.seat, wager, meter.wager_share(bet.wagers[wager]))


def question(state: State) -> Question | None:
    """Return what is asked now; None where a card is due or the round is over."""
    due = step(state)
    return due if isinstance(due, Question) else None


def refuse(state: State, action: Action) -> Refusal | None:
    """Say why *action* may not be taken now, or None if it may."""
    return refusal(question(state), action)


def act(state: State, action: Action) -> tuple[Event, ...]:
    """Return what a decision causes, or raise `IllegalAction`."""
    due = question(state)
    refused = refusal(due, action)
    if refused is not None:
        raise IllegalAction(refused.code, refused.message)
    assert due is not None
    return decision_events(state, due, action)


def decision_events(state: State, question: Question, action: Action) -> tuple[Event, ...]:
    """Return what a decision that was found legal causes."""
    kind = action.kind
    tip = action.tip or 0
    low = action.low or ()
    amount, units = _decision_cost(state, question, action)
    taken = ActionTaken(
        seat=action.seat,
        hand=action.hand,
        action=kind,
        amount=amount,
        wager=question.wager,
        tip=tip,
        low=low,
        units=units,
    )
    if kind is ActionKind.BACK_OUT:
        return (taken, *return_seat(state, state.seat(action.seat)))
    return (taken, *state.setup.plan.decision_events(state, action))


def _decision_cost(state: State, question: Question, action: Action) -> tuple[int, int]:
    """Return what a decision puts down for each unit, and how many units ride on the hand."""
    if action.kind is ActionKind.SPLIT:
        seat = state.seat(action.seat)
        hand = seat.hand(action.hand)
        return 0 if hand.split_waits else hand.split_stake, len(seat.units_on(hand))
    amount = action.amount
    if amount is None:
        choice = question.choice(action.kind)
        amount = choice.default or 0 if choice else 0
    if action.kind in _ON_EVERY_UNIT:
        seat = state.seat(action.seat)
        return amount, len(seat.units_on(seat.hand(action.hand)))
    return amount, 1


_ON_EVERY_UNIT = frozenset({ActionKind.DOUBLE, ActionKind.REDOUBLE})


@dataclass(slots=True)
class Round:
    """A round under way: the state, and everything that happened, in order.

    The one mutable thing of the engine, and only a cursor: `state` is replaced, never changed.
    """

    opening: State
    """The table before the first wager."""
    state: State
    events: list[Event] = field(default_factory=list)
    due: Step = None
    """The card, shuffle, reading or decision that is needed; None once the round is over."""
    states: list[State] = field(default_factory=list)
    """The state after each event."""

    @classmethod
    def start(
        cls,
        setup: Setup,
        bets: Sequence[Bets],
        meters: Mapping[str, Meter] | None = None,
        linked: Collection[str] = (),
        *,
        paid_as_decided: bool = False,
    ) -> Round:
        """Open a round with its bets placed; `RefusedError` if the table does not take them."""
        state = open_table(setup, bets, meters, linked, paid_as_decided=paid_as_decided)
        placed = place(state, bets)
        round_ = cls(state, state)
        round_.take(placed)
        return round_

    def again(self) -> Round:
        """Return a copy that goes on by itself: another round from here."""
        return Round(
            opening=self.opening,
            state=self.state,
            events=[*self.events],
            due=self.due,
            states=[*self.states],
        )

    def take(self, events: Iterable[Event]) -> None:
        """Fold in *events* and the automatic events after them, up to the next card or decision."""
        state = self.state
        happened = self.events.append
        states = self.states.append
        following: Step = tuple(events)
        while isinstance(following, tuple):
            for event in following:
                state = APPLY[type(event)](state, event)
                happened(event)
                states(state)
            following = step(state)
        self.state = state
        self.due = following

    def deal(self, card: Card) -> None:
        """Put the next card where it is due."""
        due = self.due
        assert isinstance(due, CardNeeded), "no card is due now"
        self.take((CardDealt(card, due.place, due.seat, due.hand),))

    def reshuffle(self) -> None:
        """Note that all cards but those to keep were shuffled."""
        due = self.due
        assert isinstance(due, ReshuffleNeeded), "no shuffle is due now"
        self.take((CardsReshuffled(due.keep),))

    def read(self, reading: MeterRead) -> None:
        """Say what the linked meter that is due holds, with all that was fed to it so far."""
        due = self.due
        assert isinstance(due, MeterDue), "no meter is due now"
        assert due.wager == reading.wager, "another meter is due now"
        self.take((reading,))

    def act(self, action: Action) -> None:
        """Take a decision, or raise `IllegalAction` and change nothing."""
        question = self.due if isinstance(self.due, Question) else None
        refused = refusal(question, action)
        if refused is not None:
            raise IllegalAction(refused.code, refused.message)
        assert question is not None
        self.take(decision_events(self.state, question, action))

    def rule(self, ruled: IrregularityRuled) -> None:
        """Rule on an irregularity, or raise `RefusedError` and change nothing."""
        refused = refuse_ruling(self.state, ruled)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        self.take(ruling_events(self.state, ruled))

    def play(self, cards: Iterator[Card], decide: Callable[[State, Question], Action]) -> State:
        """Play to the end with decisions from outside, and cards in the order they are dealt.

        Only for rounds without linked jackpots.
        """
        while self.due is not None:
            if isinstance(self.due, CardNeeded):
                self.deal(next(cards))
            elif isinstance(self.due, ReshuffleNeeded):
                self.reshuffle()
            else:
                assert isinstance(self.due, Question)
                self.act(decide(self.state, self.due))
        return self.state
