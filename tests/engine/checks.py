"""What must hold of any round, at any moment and at its end; each check says what it found."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pitboss.cards import Card, format_card
from pitboss.engine import values
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.drive import Round, question, refuse
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    Phase,
    Place,
)
from pitboss.engine.fold import apply
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.money import dealer_cents, returned_cents, stake_cents, tip_cents
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded, step
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.view import TableView, view
from pitboss.rulebook.model import RoundKind
from tests.engine.audit import by_record
from tests.engine.audit.by_record import AUDITORS
from tests.engine.audit.choices import choices
from tests.engine.audit.dealer import drew_right
from tests.engine.audit.felt import Felt, best, points
from tests.engine.audit.line import claimed
from tests.engine.audit.pai_jack import bonus_lines, settings
from tests.engine.audit.procedure import may
from tests.engine.audit.round import Audit

PACKETS = (RoundKind.PAI_JACK, RoundKind.WILD_POKER)
"""Kinds of round in which everybody's cards are dealt face down, the dealer's too."""

# At any moment.


def check_moment(round_: Round) -> None:
    """No illegal state: hands, doublings, cards due, cards dealt, whose turn it is."""
    state = round_.state
    for seat in state.seats:
        check_hands(state, seat)
    check_cards(round_)
    assert step(state) == round_.due
    assert all(meter.is_conserved for meter in state.meters.values())
    match round_.due:
        case CardNeeded():
            assert question(state) is None
            if round_.due.place == Place.HAND:
                seat = state.seat(round_.due.seat)
                hand = seat.hand(round_.due.hand)
                played = hand.status == Status.PLAYING
                assert played or not seat.units, "a card is due to a hand that is done"
                dealt = state.phase == Phase.DEAL
                assert played or dealt
                assert dealt or hand.total < 21 or hand.doublings or hand.card_due
        case ReshuffleNeeded():
            assert question(state) is None
            assert round_.due.keep == state.dealer[:2]
            assert not state.was_reshuffled
        case Question():
            assert question(state) == round_.due
            check_question(round_, round_.due)
        case _:
            assert round_.due is None
            check_over(round_)


def check_cards(round_: Round) -> None:
    """Every card dealt lies on the table, none more often than the shoe has it.

    2104(6): where cards are reshuffled during the round that holds before it, and after it for the
    cards dealt then with the two that stayed on the table.
    """
    state = round_.state
    parts = [Counter[Card]()]
    for event in round_.events:
        if isinstance(event, CardsReshuffled):
            parts.append(Counter(state.dealer[:2]))
        elif isinstance(event, CardDealt):
            parts[-1][event.card] += 1
    copies = state.setup.shoe.copies
    assert all(count <= copies(card) for part in parts for card, count in part.items())
    kept = Counter(state.dealer[:2] * (len(parts) - 1))
    assert sum(parts, Counter()) - kept == Counter(all_cards(state)), "a card is lost or too many"


def check_question(round_: Round, due: Question) -> None:
    """A hand that is asked is still played, and may do what the auditor finds it may."""
    state = round_.state
    if state.phase not in {Phase.BLACKJACKS, Phase.FIRST_21S, Phase.HANDS, Phase.SETTING}:
        assert due.wager is not None, "what is asked between the hands is a wager"
        return
    seat = state.seat(due.seat)
    hand = seat.hand(due.hand)
    kinds = {choice.kind for choice in due.choices}
    assert hand.status == Status.PLAYING
    game_id = state.setup.configured.game.id
    options = state.setup.configured.options
    if state.phase == Phase.SETTING:
        check_settings(due, hand, fouls_taken=options["foul"] != "reset")
    elif game_id in AUDITORS:
        assert kinds == choices(game_id, hand, len(seat.hands), options)
    else:
        check_choices(round_, due, hand, kinds)


def check_settings(due: Question, hand: Hand, *, fouls_taken: bool) -> None:
    """2112(6), (11)(i): every two of the five cards; a foul only where the house takes it."""
    (choice,) = due.choices
    assert choice.kind == ActionKind.SET
    ways = settings([format_card(card) for card in hand.cards])
    assert any(way.is_legal for way in ways), "a bust is not asked"
    lows = Counter(tuple(sorted(way.low)) for way in ways if fouls_taken or way.is_legal)
    assert Counter(tuple(sorted(map(format_card, low))) for low in choice.lows) == lows


def check_choices(round_: Round, due: Question, hand: Hand, kinds: set[ActionKind]) -> None:
    assert hand.total <= 21
    felt = Felt(round_)
    if not felt.terms.spanish and kinds != {ActionKind.SWITCH, ActionKind.KEEP}:
        seat = felt.seats[due.seat]
        assert kinds == may(felt, seat, seat.hand(due.hand))


def check_hands(state: State, seat: Seat) -> None:
    if state.setup.blackjack is None:
        check_packet(seat)
        return
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


def check_packet(seat: Seat) -> None:
    """Five cards and one wager; a low hand is two of the cards."""
    (hand,) = seat.hands
    assert len(hand.cards) <= 5
    assert hand.stake == hand.base == seat.wagers.get(hand.wager, 0)
    assert (hand.doublings, hand.split, hand.free) == (0, False, 0)
    assert len(hand.low) in {0, 2}
    assert set(hand.low) <= set(hand.cards)


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


def check_over(round_: Round) -> None:
    """Terminal: nothing to decide, every wager settled once for each hand it rode on."""
    state = round_.state
    assert state.over
    assert question(state) is None
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
        elif wager != main and main in mains:  # 2105(3): a new hand may have a tip of its own
            for hand in seat.hands:
                if hand.tip and hand.wager == main:
                    yield seat.number, hand.number, wager
        else:
            yield seat.number, mains.index(main) + 1 if main in mains else 1, wager
    for wager, stake in seat.insured.items():
        if stake:
            yield seat.number, 2 if wager == "insurance-2" else 1, wager


# Views.


def all_cards(state: State) -> Iterator[Card]:
    """Yield every card that lies on the table."""
    for seat in state.seats:
        for hand in seat.hands:
            yield from hand.cards
        yield from seat.poker
    yield from state.dealer
    yield from state.bonus
    if state.replacement is not None:
        yield state.replacement


def shown_cards(shown: TableView) -> Counter[Card]:
    hands = [card for seat in shown.seats for hand in seat.hands for card in hand.cards]
    poker = [card for seat in shown.seats for card in seat.poker]
    replacement = [] if shown.replacement is None else [shown.replacement]
    return Counter([*hands, *poker, *shown.dealer, *shown.bonus, *replacement])


def check_views(state: State, rng: random.Random) -> None:
    """A view shows every open card and no other, whatever lies face down."""
    hidden = dealers_hidden(state)
    for seat in state.seats:
        shown = view(state, seat.number)
        others = Counter(others_hidden(state, seat))
        everything = Counter(all_cards(state)) - Counter(hidden) - others
        assert shown_cards(shown) == everything
        own = next(other for other in shown.seats if other.number == seat.number)
        assert [hand.cards for hand in own.hands] == [hand.cards for hand in seat.hands]
        assert own.poker == seat.poker
        assert shown.face_down == len(hidden)
        due = question(state)
        mine = due is not None and due.seat == seat.number
        assert shown.choices == (due.choices if due and mine else ())
        for card in hidden:
            open_elsewhere = shown_cards(shown)[card] > 0
            # The felt's words for a settled wager may name cards: "3-Card Suited Match: 2s - Ks".
            words = re.findall(r"\w+", repr(replace(shown, settled=())))
            assert open_elsewhere or format_card(card) not in words
        assert shown == view(disguised(state, seat, rng), seat.number)


def dealers_hidden(state: State) -> tuple[Card, ...]:
    """Return the dealer's cards that lie face down: the second, or the whole packet."""
    if state.exposed:
        return ()
    return state.dealer if state.setup.round in PACKETS else state.dealer[1:2]


def others_hidden(state: State, seat: Seat) -> Iterator[Card]:
    """Yield the other players' cards that lie face down before them."""
    for other in state.seats:
        if other.owner == seat.owner:
            continue
        for hand in other.hands:
            if lies_face_down(state, hand) or waits_face_down(state, other, hand):
                yield from hand.cards
        if other.folded or not state.over:  # 2104(7), (8), (13)(a)
            yield from other.poker


def lies_face_down(state: State, hand: Hand) -> bool:
    """2112(3), (5), (8), 2118(8): until the dealer's is turned; a Pai Jack is shown when paid."""
    if state.setup.round not in PACKETS or state.exposed:
        return False
    texts = [format_card(card) for card in hand.cards]
    paid = state.setup.round == RoundKind.PAI_JACK and hand.status == Status.SETTLED
    return not (paid and len(texts) == 5 and "pai jack" in bonus_lines(texts))


def waits_face_down(state: State, seat: Seat, hand: Hand) -> bool:
    """2115(3)(b): cards dealt face down wait for their seat's turn, or until they are settled."""
    if not state.setup.face_down or state.exposed or hand.status != Status.PLAYING:
        return False
    if seat.exposes:  # 2107 Winner(2)
        return False
    playing = [s.number for s in state.seats for h in s.hands if h.status == Status.PLAYING]
    return state.phase < Phase.HANDS or seat.number != min(playing)


def other_card(state: State, rng: random.Random) -> Card:
    return rng.choice([card for card in state.setup.shoe.deck.cards if card != state.dealer[1]])


def with_down_card(state: State, card: Card) -> State:
    """Return the state with another card face down; as it is once nothing is any more."""
    if state.exposed:
        return state
    dealer = (state.dealer[0], card, *state.dealer[2:])
    texts = [format_card(card) for card in dealer]
    return values.replace(
        state,
        dealer=dealer,
        dealer_hard=sum(map(points, texts)),
        dealer_has_ace=any(text[0] == "A" for text in texts),
    )


def disguised(state: State, seat: Seat, rng: random.Random) -> State:
    """Return the state with other cards wherever *seat* cannot see them.

    In Pai Jack only the dealer's: another player's decide whether he is asked, which all may see.
    """
    deck = state.setup.shoe.deck.cards
    if len(state.dealer) > 1:
        state = with_down_card(state, other_card(state, rng))
    if state.setup.round in PACKETS and not state.exposed:
        state = values.replace(state, dealer=tuple(rng.sample(deck, len(state.dealer))))
    seats = []
    for other in state.seats:
        if other.owner == seat.owner:
            seats.append(other)
            continue
        poker = other.poker
        hands = other.hands
        if other.folded or not state.over:
            poker = tuple(rng.sample(deck, len(poker)))
        if state.setup.round == RoundKind.WILD_POKER and not state.exposed:
            hands = tuple(
                values.replace(h, cards=tuple(rng.sample(deck, len(h.cards)))) for h in hands
            )
        seats.append(values.replace(other, poker=poker, hands=hands))
    return values.replace(state, seats=tuple(seats))


# At the end.


def check_finished(round_: Round, house: Mapping[str, Any]) -> None:
    """The money, the record and the fold of a round that is over."""
    check_ledger(round_)
    check_money(round_)
    check_audit(round_)
    check_fold(round_)
    check_record(round_, house)


def check_ledger(round_: Round) -> None:
    """The events alone say where the money goes: every cent put down is staked, and comes out."""
    down = Counter[int]()
    back = Counter[int]()
    tips = for_dealer = 0
    for event in round_.events:
        seat = getattr(event, "seat", 0)
        down[seat] += stake_cents(event)
        back[seat] += returned_cents(event)
        tips += tip_cents(event)
        for_dealer += dealer_cents(event)
    own = [line for line in round_.state.settled if line.is_players]
    for seat, net in round_.state.net().items():
        assert down[seat] == sum(line.stake for line in own if line.seat == seat)
        assert back[seat] - down[seat] == net
    assert sum(down.values()) == sum(line.stake for line in own), "money of no seat"
    theirs = [line for line in round_.state.settled if not line.is_players]
    assert tips == sum(line.stake for line in theirs)
    assert for_dealer - tips == sum(line.net for line in theirs) + sum(
        line.dealer for line in round_.state.settled
    )


def check_tips(state: State) -> None:
    """Every cent for the dealer beside a main wager lies on one of its hands."""
    for seat in state.seats:
        for wager in set(seat.units) & set(state.setup.mains):
            beside = sum(hand.tip for hand in seat.hands if hand.wager == wager)
            assert beside == seat.wagers.get(f"{TIP}{wager}", 0)


def check_money(round_: Round) -> None:
    """Nobody loses more than his stake, and every meter gains what is fed less what is paid."""
    doubled: Counter[tuple[int, int]] = Counter()
    for event in round_.events:
        if isinstance(event, ActionTaken) and event.action in {"double", "redouble"}:
            doubled[event.seat, event.hand] += event.amount
    for line in round_.state.settled:
        assert line.net >= -line.stake
        assert -1 < line.remainder < 1 or "+" in line.outcome
        seat = round_.state.seat(line.seat)
        if line.wager in seat.units:
            hand = seat.hand(line.hand)
            own = 0 if hand.made_free else seat.wagers[hand.wager]
            assert line.stake == own + doubled[line.seat, line.hand]
        elif line.wager.startswith(TIP) and line.wager.removeprefix(TIP) in seat.units:
            shared = seat.hand(line.hand).made_free  # C60
            assert line.stake == (0 if shared else seat.hand(line.hand).tip)
        elif line.wager in seat.wagers:
            assert line.stake == seat.wagers[line.wager]
    check_tips(round_.state)
    for wager, meter in round_.state.meters.items():
        before = round_.opening.meters[wager]
        fed = sum(e.amount for e in round_.events if isinstance(e, MeterFed) and e.wager == wager)
        out = sum(
            event.amount * UNITS_PER_CENT
            for event in round_.events
            if isinstance(event, JackpotAwarded | JackpotPaid) and event.wager == wager
        )
        assert meter.is_conserved
        assert meter.contributed - before.contributed == fed
        assert meter.paid - before.paid <= out, "the house makes up what the meter lacks"
        if meter.display:
            assert meter.paid - before.paid == out
        gained = meter.display + meter.reserve - before.display - before.reserve
        assert gained == fed + (meter.seeded - before.seeded) - (meter.paid - before.paid)


def check_audit(round_: Round) -> None:
    """Hold the settlement against the auditor's of its game."""
    if round_.state.setup.configured.game.id in AUDITORS:
        check_audit_by_record(round_)
        return
    audit = Audit(round_)
    wanted = Counter(audit.lines)
    settled = claimed(round_)
    assert wanted == settled, (
        f"only the auditor: {wanted - settled}; only the engine: {settled - wanted}"
    )
    assert drew_right(audit.felt), f"the dealer has {audit.felt.dealer}"
    assert not audit.mistakes
    for wager, meter in round_.state.meters.items():
        after = audit.meters.displays[wager], audit.meters.reserves[wager]
        assert (meter.display, meter.reserve) == after


def check_audit_by_record(round_: Round) -> None:
    written = by_record.record(round_)
    wanted = by_record.audited(written)
    settled = by_record.claimed(round_)
    different = {where: (wanted[where], settled[where]) for where in wanted.keys() | settled.keys()}
    different = {where: gains for where, gains in different.items() if gains[0] != gains[1]}
    assert not different, f"the auditor's and the engine's gains: {different} in {written}"
    meters = {w: (meter.display, meter.reserve) for w, meter in round_.state.meters.items()}
    assert meters == by_record.meters(written)


def check_fold(round_: Round) -> None:
    state = round_.opening
    for event in round_.events:
        state = apply(state, event)
    assert state == round_.state


def check_record(round_: Round, house: Mapping[str, Any]) -> None:
    """The record, written as JSON and read again, plays the same round, event for event."""
    record = json.loads(json.dumps(write_record(round_, house)))
    again = replay(record)
    assert again.round.events == round_.events
    assert again.round.state.settled == round_.state.settled
    assert again.round.state.net() == round_.state.net()
    for wager, meter in round_.state.meters.items():
        other = again.round.state.meters[wager]
        assert (other.display, other.reserve) == (meter.display, meter.reserve)
    assert replay(json.loads(json.dumps(again.complete_record()))).difference() is None


def check_auditor(
    round_: Round,
    house: Mapping[str, Any],
    settle: Callable[[Mapping[str, Any]], dict[int, int]],
    tips: Callable[[Mapping[str, Any]], Mapping[Any, int]],
    *,
    by_seat: bool = False,
) -> None:
    """Compare every net and every tip with those of an auditor of the record."""
    record = json.loads(json.dumps(write_record(round_, house)))
    assert settle(record) == round_.state.net(), record
    given: Counter[Any] = Counter()
    for line in round_.state.settled:
        if line.wager.startswith(TIP):
            given[line.seat if by_seat else (line.seat, line.wager.removeprefix(TIP))] += line.net
    assert Counter(tips(record)) == given, record
