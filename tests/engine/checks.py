"""What must hold of any round, at any moment and at its end; each check says what it found."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import Card, format_card
from pitboss.engine.actions import Action, ActionKind, Choice, IllegalAction, Question
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    Phase,
    Place,
)
from pitboss.engine.fold import apply
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.record import record_of, replay
from pitboss.engine.rounds import step
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.steps import CardNeeded
from pitboss.engine.table import Round, act, legal_actions, question, refuse
from pitboss.engine.view import TableView, view
from tests.engine.audit.dealer import drew_right
from tests.engine.audit.felt import Felt, best, points
from tests.engine.audit.line import claimed
from tests.engine.audit.procedure import may
from tests.engine.audit.round import Audit

# At any moment.


def check_moment(this: Round) -> None:
    """No illegal state: hands, doublings, cards due, cards dealt, whose turn it is."""
    state = this.state
    for seat in state.seats:
        check_hands(state, seat)
    dealt = Counter(event.card for event in this.events if isinstance(event, CardDealt))
    assert all(count <= state.setup.shoe.copies(card) for card, count in dealt.items())
    assert dealt == Counter(all_cards(state)), "a card is lost or there twice"
    assert step(state) == this.due
    assert all(meter.conserved for meter in state.meters.values())
    match this.due:
        case CardNeeded():
            assert legal_actions(state) == ()
            assert question(state) is None
            if this.due.place == Place.HAND:
                seat = state.seat(this.due.seat)
                hand = seat.hand(this.due.hand)
                played = hand.status == Status.PLAYING
                assert played or not seat.units, "a card is due to a hand that is done"
                assert played or state.phase == Phase.DEAL
                assert hand.total < 21 or hand.doublings or hand.card_due
        case Question():
            assert question(state) == this.due
            assert legal_actions(state) == this.due.choices
            check_question(this, this.due)
        case _:
            assert this.due is None
            check_over(this)


def check_question(this: Round, asked: Question) -> None:
    """A hand that is asked is still played, and may do what the auditor finds it may."""
    state = this.state
    if state.phase not in {Phase.BLACKJACKS, Phase.HANDS}:
        assert asked.wager is not None, "what is asked between the hands is a wager"
        return
    hand = state.seat(asked.seat).hand(asked.hand)
    kinds = {choice.kind for choice in asked.choices}
    assert hand.status == Status.PLAYING
    assert hand.total <= 21
    felt = Felt(this)
    if not felt.terms.spanish and kinds != {ActionKind.SWITCH, ActionKind.KEEP}:
        seat = felt.seats[asked.seat]
        assert kinds == may(felt, seat, seat.hand(asked.hand))


def check_hands(state: State, seat: Seat) -> None:
    rules = state.setup.rules
    assert sorted(hand.number for hand in seat.hands) == list(range(1, len(seat.hands) + 1))
    most = rules.doublings if rules.redouble else 1
    hands = Counter(hand.wager for hand in seat.hands)
    assert set(hands) == set(state.setup.mains)
    for hand in seat.hands:
        texts = [format_card(card) for card in hand.cards]
        assert hand.total == best(texts)
        assert hand.has_ace == any(text[0] == "A" for text in texts)
        assert hands[hand.wager] <= rules.max_hands
        assert hand.split == (hands[hand.wager] > 1)
        assert hand.doublings <= most
        check_stake(state, seat, hand)
        if state.phase == Phase.HANDS:
            assert hand.status != Status.STOOD or hand.total <= 21


def check_stake(state: State, seat: Seat, hand: Hand) -> None:
    """Money at most doubled with each doubling; C43: lammers stand for the original wager."""
    base = seat.wagers.get(hand.wager, 0)
    assert hand.base == base
    if not hand.made_free:
        assert base <= hand.stake <= base * 2**hand.doublings
    else:
        assert 0 <= hand.stake <= base * hand.doublings
    free_doubles = 0 if hand.portion else hand.doublings
    assert hand.free == base * (hand.made_free + free_doubles)
    assert state.setup.rules.free_bets or not hand.free
    assert hand.portion <= (state.setup.main_max or hand.portion), "W16: a portion is capped"


def all_cards(state: State) -> Iterator[Card]:
    for seat in state.seats:
        for hand in seat.hands:
            yield from hand.cards
    yield from state.dealer
    yield from state.bonus


def check_over(this: Round) -> None:
    """Terminal: nothing to decide, every wager settled once for each hand it rode on."""
    state = this.state
    assert state.over
    assert legal_actions(state) == ()
    assert refuse(state, Action(seat=1, kind=ActionKind.HIT)) is not None
    for seat in state.seats:
        assert all(hand.status == Status.SETTLED for hand in seat.hands)
    wanted = Counter(key for seat in state.seats for key in settled_once(state, seat))
    beside = {"super-bonus", "envy", "dealer-envy"}
    lines = [line for line in state.settled if line.wager not in beside]
    # C60: what a tip wins with a free split is a line of its own, without a stake.
    lines = [line for line in lines if line.stake or not line.wager.startswith(TIP)]
    assert Counter((line.seat, line.hand, line.wager) for line in lines) == wanted


def settled_once(state: State, seat: Seat) -> Iterator[tuple[int, int, str]]:
    """Seat, hand and wager of every line its wagers must have."""
    mains = state.setup.mains
    for wager in seat.wagers:
        main = wager.removeprefix(TIP)
        if wager in seat.units:
            for hand in seat.hands:
                if wager in seat.units_on(hand):
                    yield seat.number, hand.number, wager
        else:
            yield seat.number, mains.index(main) + 1 if main in mains else 1, wager
    for wager, stake in seat.insured.items():
        if stake:
            yield seat.number, 2 if wager == "insurance-2" else 1, wager


# Decisions.


def illegal_actions(rng: random.Random, asked: Question) -> Iterator[tuple[Action, str]]:
    """Yield decisions that must be refused, each with its code."""
    offered = {choice.kind for choice in asked.choices}
    for kind in ActionKind:
        if kind not in offered:
            yield Action(seat=asked.seat, hand=asked.hand, kind=kind), "action/illegal"
    choice = rng.choice(asked.choices)
    amount = most(choice)
    right = Action(seat=asked.seat, hand=asked.hand, kind=choice.kind, amount=amount)
    yield replaced(right, seat=asked.seat + rng.choice((-1, 1, 7))), "action/not-your-turn"
    yield replaced(right, hand=asked.hand + rng.choice((-1, 1, 4))), "action/not-your-turn"
    yield replaced(right, wager="match-up"), "action/not-your-turn"
    for each in asked.choices:
        for wrong in wrong_amounts(each):
            yield replaced(right, kind=each.kind, amount=wrong), "action/amount"
        for tip in wrong_tips(each, most(each) or 0):
            tipped = Action(seat=asked.seat, hand=asked.hand, kind=each.kind, amount=most(each))
            yield replaced(tipped, tip=tip), "action/amount"


def replaced(action: Action, **changes: Any) -> Action:  # noqa: ANN401 - fields of an action
    names = ("seat", "kind", "hand", "amount", "wager", "tip")
    return Action(**{**{name: getattr(action, name) for name in names}, **changes})


def most(choice: Choice) -> int | None:
    """The largest amount that may be put on it."""
    return None if choice.high is None else choice.high // choice.step * choice.step


def wrong_amounts(choice: Choice) -> list[int | None]:
    if choice.low is None or choice.high is None:
        return [0, 1, 100]
    missing = [None] if choice.default is None else []
    odd = [choice.low + 1] if choice.step > 1 else []
    return [choice.low - 1, choice.high + 1, 0, -choice.high, *odd, *missing]


def wrong_tips(choice: Choice, amount: int) -> list[int]:
    """C61, C71: a tip beside a late wager is at most the wager, in whole dollars where asked."""
    if not choice.tip:
        return [1, 100]
    return [0, -1, amount + 1, *([1] if choice.tip > 1 else [])]


def check_decisions(this: Round, rng: random.Random) -> None:
    """What is legal is accepted at both ends of its range, everything else refused with a code."""
    asked = this.due
    assert isinstance(asked, Question)
    state, known, count = this.state, repr(this.state), len(this.events)
    kinds = [choice.kind for choice in asked.choices]
    assert len(set(kinds)) == len(kinds) > 0
    for choice in asked.choices:
        for amount in {choice.low, most(choice), choice.default}:
            if amount is None and choice.low is not None and choice.default is None:
                continue  # it must be said
            action = Action(seat=asked.seat, hand=asked.hand, kind=choice.kind, amount=amount)
            assert refuse(state, action) is None
            taken = act(state, action)[0]
            assert isinstance(taken, ActionTaken)
            assert taken.amount == (amount if amount is not None else choice.default or 0)
    for action, code in illegal_actions(rng, asked):
        refusal = refuse(state, action)
        assert refusal is not None, action
        assert refusal.code == code, (action, refusal)
        assert refusal.message
        with pytest.raises(IllegalAction) as raised:
            act(state, action)
        assert raised.value.refusal == refusal
        with pytest.raises(IllegalAction):
            this.act(action)
    assert this.state is state
    assert repr(state) == known, "a refusal changed something"
    assert len(this.events) == count


# Views.


def shown_cards(seen: TableView) -> Counter[Card]:
    hands = [card for seat in seen.seats for hand in seat.hands for card in hand.cards]
    return Counter([*hands, *seen.dealer, *seen.bonus])


def check_views(state: State, rng: random.Random) -> None:
    """A view shows every open card and no other, whatever lies face down."""
    hidden = [] if state.exposed else list(state.dealer[1:2])
    for seat in state.seats:
        seen = view(state, seat.number)
        everything = Counter(all_cards(state)) - Counter(hidden)
        if not state.setup.face_down:
            assert shown_cards(seen) == everything
        # 2115(3)(b): others may not see cards that lie face down; their owner does.
        assert shown_cards(seen) <= everything
        own = next(other for other in seen.seats if other.number == seat.number)
        assert [hand.cards for hand in own.hands] == [hand.cards for hand in seat.hands]
        assert seen.face_down == len(hidden)
        asked = question(state)
        mine = asked is not None and asked.seat == seat.number
        assert seen.choices == (asked.choices if asked and mine else ())
        for card in hidden:
            open_elsewhere = shown_cards(seen)[card] > 0
            # The felt's words for a settled wager may name cards: "3-Card Suited Match: 2s - Ks".
            words = re.findall(r"\w+", repr(replace(seen, settled=())))
            assert open_elsewhere or format_card(card) not in words
            assert seen == view(with_down_card(state, other_card(state, rng)), seat.number)


def other_card(state: State, rng: random.Random) -> Card:
    return rng.choice([card for card in state.setup.shoe.deck.cards if card != state.dealer[1]])


def with_down_card(state: State, card: Card) -> State:
    """Return the state with another card face down."""
    texts = [format_card(state.dealer[0]), format_card(card)]
    return state._replace(
        dealer=(state.dealer[0], card),
        dealer_hard=sum(map(points, texts)),
        dealer_has_ace=any(text[0] == "A" for text in texts),
    )


# At the end.


def check_finished(this: Round, house: Mapping[str, Any]) -> None:
    """The money, the record and the fold of a round that is over."""
    check_money(this)
    check_audit(this)
    check_fold(this)
    check_record(this, house)


def check_money(this: Round) -> None:
    """Nobody loses more than his stake, and every meter gains what is fed less what is paid."""
    doubled: Counter[tuple[int, int]] = Counter()
    for event in this.events:
        if isinstance(event, ActionTaken) and event.action in {"double", "redouble"}:
            doubled[event.seat, event.hand] += event.amount
    for line in this.state.settled:
        assert line.net >= -line.stake
        assert -1 < line.remainder < 1 or "+" in line.outcome
        seat = this.state.seat(line.seat)
        if line.wager in seat.units:
            hand = seat.hand(line.hand)
            own = 0 if hand.made_free else seat.wagers[hand.wager]
            assert line.stake == own + doubled[line.seat, line.hand]
        elif line.wager in seat.wagers:
            shared = line.wager.startswith(TIP) and seat.hand(line.hand).made_free  # C60
            assert line.stake == (0 if shared else seat.wagers[line.wager])
    for wager, meter in this.state.meters.items():
        before = this.opening.meters[wager]
        fed = sum(e.amount for e in this.events if isinstance(e, MeterFed) and e.wager == wager)
        out = sum(
            event.amount * UNITS_PER_CENT
            for event in this.events
            if isinstance(event, JackpotAwarded | JackpotPaid) and event.wager == wager
        )
        assert meter.conserved
        assert meter.contributed - before.contributed == fed
        assert meter.paid - before.paid <= out, "the house makes up what the meter lacks"
        if meter.display:
            assert meter.paid - before.paid == out
        gained = meter.display + meter.reserve - before.display - before.reserve
        assert gained == fed + (meter.seeded - before.seeded) - (meter.paid - before.paid)


def check_audit(this: Round) -> None:
    audit = Audit(this)
    wanted, found = Counter(audit.lines), claimed(this)
    assert wanted == found, f"only the auditor: {wanted - found}; only the engine: {found - wanted}"
    assert drew_right(audit.felt), f"the dealer has {audit.felt.dealer}"
    assert not audit.mistakes
    for wager, meter in this.state.meters.items():
        after = audit.meters.displays[wager], audit.meters.reserves[wager]
        assert (meter.display, meter.reserve) == after


def check_fold(this: Round) -> None:
    state = this.opening
    for event in this.events:
        state = apply(state, event)
    assert state == this.state


def check_record(this: Round, house: Mapping[str, Any]) -> None:
    """The record, written as JSON and read again, plays the same round, event for event."""
    record = json.loads(json.dumps(record_of(this, house)))
    again = replay(record)
    assert again.round.events == this.events
    assert again.round.state.settled == this.state.settled
    assert again.round.state.net() == this.state.net()
    for wager, meter in this.state.meters.items():
        other = again.round.state.meters[wager]
        assert (other.display, other.reserve) == (meter.display, meter.reserve)
    assert replay(json.loads(json.dumps(again.completed()))).difference() is None
