"""Close bets and take decisions: the only places where cards leave a table's shoe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    Event,
    HandSplit,
    IrregularityRuled,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.legal import refusal
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.money import dealer_cents, returned_cents, stake_cents, tip_cents
from pitboss.engine.rounds.plan import CardNeeded, MeterDue, ReshuffleNeeded
from pitboss.engine.state import State
from pitboss.engine.values import Value, replace
from pitboss.floor.links import (
    MetersDueError,
    Reading,
    SharedAward,
    awards,
    linked_meters,
    sum_contributions,
)
from pitboss.floor.state import NOBODY, OpenRound, Steps, TableState
from pitboss.floor.terms import SECOND
from pitboss.sitting.bankroll import affordable, cost, waiting_split_cents
from pitboss.sitting.bets import make_bets
from pitboss.sitting.deck_entry import begin_round
from pitboss.sitting.shoe import DealingShoe
from pitboss.text.numbers import money

Orders = Callable[[int, Sequence[Card], tuple[bytes, ...]], tuple[Card, ...]]
"""Puts cards in the order of a shuffle: its number, the cards, and the parts of its cut."""


class Outside(NamedTuple):
    """The inputs of a step from outside the table."""

    orders: Orders
    readings: Mapping[str, Reading] | None = None
    """Wager -> the reading of its shared jackpot; None: not locked."""
    paid_as_decided: bool = False
    """The round is of a journal from before payments waited for the end of a round."""


class PlayedStep(Value, frozen=True):
    """A table after its bets closed or a decision was taken."""

    table: TableState
    steps: Steps
    cards: tuple[Card, ...]
    """Those that left the shoe, in order."""
    is_void: bool = False
    """No card was left anywhere: every wager goes back (ruling C79)."""
    readings: tuple[Reading, ...] = ()
    """Those of shared jackpots that were used."""
    won: tuple[SharedAward, ...] = ()
    """The awards out of shared jackpots."""


def close_bets(table: TableState, bets: Sequence[Bets], now: int, outside: Outside) -> PlayedStep:
    """Open a round; raise `RefusedError` if the table does not take the bets."""
    terms = table.terms
    played = Round.start(
        terms.setup, bets, table.meters, terms.links, paid_as_decided=outside.paid_as_decided
    )
    shoe = _take_shoe(table, outside.orders)
    begin_round(shoe, table.terms.setup, bets)
    stacks = {bet.seat: table.seats[bet.seat].stack for bet in bets}
    return _play(table, played, shoe, stacks, now, outside.readings)


def take_decision(table: TableState, action: Action, now: int, outside: Outside) -> PlayedStep:
    """Take a legal decision; raise `IllegalAction` for any other."""
    current = table.round
    assert current is not None
    played = Round(current.state, current.state, due=current.due)
    played.act(action)
    shoe = _take_shoe(table, outside.orders)
    return _play(table, played, shoe, current.stacks, now, outside.readings)


def take_ruling(
    table: TableState, ruled: IrregularityRuled, now: int, outside: Outside
) -> PlayedStep:
    """Take a ruling on an irregularity; raise `RefusedError` if it cannot be made.

    Whoever is asked something else goes on with it: the number and the time of the question stay.
    """
    current = table.round
    assert current is not None
    played = Round(current.state, current.state, due=current.due)
    played.rule(ruled)
    shoe = _take_shoe(table, outside.orders)
    step = _play(table, played, shoe, current.stacks, now, outside.readings)
    after = step.table.round
    if after is None or after.due != current.due:
        return step
    same = replace(after, n=current.n, asked_at=current.asked_at)
    return replace(step, table=replace(step.table, round=same))


def round_cards(table: TableState, played: PlayedStep | None = None) -> tuple[Card, ...]:
    """Return the cards of the round under way, and of one more step of it."""
    steps = table.round.steps if table.round else ()
    earlier = (e.card for part in steps for e in part.events if isinstance(e, CardDealt))
    return (*earlier, *(played.cards if played else ()))


def _take_shoe(table: TableState, orders: Orders) -> DealingShoe:
    """Return a copy of the shoe that has the cut of the next shuffles."""

    def shuffle(number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        return orders(number, cards, table.shuffles.cut(number).parts(table.id))

    return replace(table.shoe, shuffler=shuffle)


def _play(
    table: TableState,
    played: Round,
    shoe: DealingShoe,
    stacks: Mapping[int, int],
    now: int,
    readings: Mapping[str, Reading] | None,
) -> PlayedStep:
    """Deal until a player must decide or the round is over."""
    cards: list[Card] = []
    links = table.terms.links
    try:
        _deal(played, shoe, cards, links, readings or {})
    except RefusedError as refused:
        if refused.refusal.code != "shoe/empty":
            raise
        if readings is None and table.round and table.round.won:
            raise MetersDueError({}) from None
        used = tuple((readings or {}).values())
        after = _void(_with_shoe(table, shoe), stacks)
        after.shoe.end_shuffle()
        return PlayedStep(after, _steps(played), tuple(cards), is_void=True, readings=used)
    steps = _steps(played)
    number = table.rounds if table.round else table.rounds + 1
    after = _with_money(_with_shoe(table, shoe), played.events)
    meters: Mapping[str, Meter] = played.state.meters
    won: tuple[SharedAward, ...] = ()
    if links:
        before = table.round.state if table.round else played.opening
        won = awards(before, played.events, played.states, links, readings or {})
        fed = sum_contributions(played.events, links)
        meters = linked_meters(table.meters, played.state.meters, fed, won, links)
        after = _without_hand_pays(after, won)
    if played.due is None:
        after = _over(after, number, played.state, stacks, meters)
    else:
        assert isinstance(played.due, Question)
        n = table.round.n + 1 if table.round else 1
        free = _free_cents(after, played.state, played.due.seat)
        question = affordable(played.state, played.due, free)
        at_start = table.round.meters if table.round else table.meters
        past = (*(table.round.steps if table.round else ()), steps)
        earlier = table.round.won if table.round else 0
        current = OpenRound(
            number=number,
            stacks=stacks,
            meters=at_start,
            state=played.state,
            due=played.due,
            question=question,
            n=n,
            asked_at=now,
            steps=past,
            won=earlier + len(won),
        )
        after = replace(after, rounds=number, meters=meters, round=current, betting_since=None)
    if not won:
        return PlayedStep(after, steps, tuple(cards))
    assert readings is not None
    used = tuple(readings[wager] for wager in dict.fromkeys(award.wager for award in won))
    return PlayedStep(after, steps, tuple(cards), readings=used, won=won)


def _without_hand_pays(table: TableState, won: Iterable[SharedAward]) -> TableState:
    """Hold back awards that two people must confirm; they are paid by hand, not in chips."""
    for award in won:
        if award.by_hand:
            sitting = table.seats[award.seat]
            stack = sitting.stack - award.units // UNITS_PER_CENT
            table = table.with_sitting(sitting._replace(stack=stack))
    return table


def _free_cents(table: TableState, state: State, seat: int) -> int:
    """Return the cents that a seat may still bet, less those for a split after the peek."""
    return table.seats[seat].stack - waiting_split_cents(state, seat)


def price_problem(table: TableState, action: Action) -> str:
    """Return why a seat cannot pay for a legal decision; empty: it can."""
    current = table.round
    assert current is not None
    free = _free_cents(table, current.state, action.seat)
    choice = current.due.choice(action.kind)
    amount = choice.default if choice and action.amount is None else action.amount
    price = cost(current.state, current.due, action.kind, amount or 0, action.tip or 0)
    is_offered = current.question is current.due or refusal(current.question, action) is None
    if price <= free and is_offered:
        return ""
    return f"{action.kind} needs more than the {money(free)} you have"


_MOVES_MONEY = frozenset({WagerPlaced, ActionTaken, HandSplit, WagerSettled})
"""Checked first: most events move no money, and matching them takes longer."""


def _with_money(table: TableState, events: Iterable[Event]) -> TableState:
    """Apply the money of events to the seats' chips, the felt and the dealers' tips."""
    stacks: dict[int, int] = {}
    felt = table.felt
    tips = table.tips
    for event in events:
        if type(event) not in _MOVES_MONEY:
            continue
        match event:
            case WagerSettled():
                gained = returned_cents(event)
                felt -= event.stake
                tips += dealer_cents(event)
            case WagerPlaced() | ActionTaken() | HandSplit():
                gained = -stake_cents(event) - tip_cents(event)
                felt -= gained
            case _:
                continue
        if gained:
            stacks[event.seat] = stacks.get(event.seat, 0) + gained
    if not stacks:
        return replace(table, felt=felt, tips=tips)
    seats = {**table.seats}
    for seat, gained in stacks.items():
        seats[seat] = replace(seats[seat], stack=seats[seat].stack + gained)
    return replace(table, seats=seats, felt=felt, tips=tips)


def _steps(played: Round) -> Steps:
    return Steps(played.opening, played.events, played.states)


def _deal(
    played: Round,
    shoe: DealingShoe,
    cards: list[Card],
    links: Mapping[str, str],
    readings: Mapping[str, Reading],
) -> None:
    while True:
        due = played.due
        if isinstance(due, CardNeeded):
            card = shoe.draw()
            cards.append(card)
            played.deal(card)
        elif isinstance(due, ReshuffleNeeded):
            shoe.reshuffle_but(due.keep)
            played.reshuffle()
        elif isinstance(due, MeterDue):
            if due.wager not in readings:
                raise MetersDueError(sum_contributions(played.events, links))
            played.read(readings[due.wager].read)
        else:
            return


def _with_shoe(table: TableState, shoe: DealingShoe) -> TableState:
    """Put the shoe back, and note the cuts of the shuffles that have begun."""
    begun = range(table.shoe.shoes + 1, shoe.shoes + 1)
    if not begun:
        return replace(table, shoe=shoe)
    cuts = {**table.shuffles.cuts, **{number: table.shuffles.cut(number) for number in begun}}
    return table._replace(shoe=shoe, shuffles=table.shuffles._replace(cuts=cuts, open=NOBODY))


def _over(
    table: TableState,
    number: int,
    state: State,
    stacks: Mapping[int, int],
    meters: Mapping[str, Meter],
) -> TableState:
    """Clear the felt: bets, clocks and allowances for the next round."""
    clocks = table.terms.clocks
    refill = clocks.bank_refill if number % clocks.refill_rounds == 0 else 0
    seats = {}
    for seat, sitting in table.seats.items():
        bank = sitting.bank
        lag = sitting.lag
        if seat in stacks:
            bank = min(clocks.bank, bank + refill)
            lag = min(clocks.lag_bank, lag + SECOND)
        seats[seat] = replace(sitting, bets={}, ready=False, bank=bank, lag=lag)
    if table.shoe.is_over:
        table.shoe.end_shuffle()
    return replace(
        table,
        seats=seats,
        rounds=number,
        meters=meters,
        round=None,
        betting_since=None,
        last=state,
    )


def call_off(table: TableState) -> TableState:
    """Give back every wager of the round under way; its cards are not dealt again."""
    assert table.round is not None
    after = _void(replace(table, shoe=replace(table.shoe)), table.round.stacks)
    if after.shoe.is_over:
        after.shoe.end_shuffle()
    return after


def _void(table: TableState, stacks: Mapping[int, int]) -> TableState:
    """Give back every wager and its contributions; only the cards are gone (ruling C79)."""
    seats = {
        seat: sitting._replace(stack=stacks.get(seat, sitting.stack), bets={}, ready=False)
        for seat, sitting in table.seats.items()
    }
    number = table.rounds + 1
    meters = table.meters
    tips = table.tips
    if table.round:
        number = table.round.number
        meters = table.round.meters
        played = (event for part in table.round.steps for event in part.events)
        tips -= sum(map(dealer_cents, played))
    return table._replace(
        seats=seats, rounds=number, round=None, betting_since=None, meters=meters, tips=tips, felt=0
    )


def bets_on_felt(table: TableState) -> list[Bets]:
    """Return the bets for the next round, seat by seat."""
    placed = [sitting for _, sitting in sorted(table.seats.items()) if sitting.bets]
    return [make_bets(sitting.seat, sitting.bets, sitting.account) for sitting in placed]
