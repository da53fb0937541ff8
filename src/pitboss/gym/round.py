"""Rounds at many tables at once, one decision a step, and what the learner sees: all compiled.

The simulator's own functions deal the cards and draw the dealer's hand. In between the learner
decides, so hands follow the hand graph instead of an automaton.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import BUST
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_pattern
from pitboss.engine.actions import ActionKind
from pitboss.gym.actions import NUMBER
from pitboss.gym.lanes import (
    CARRIED,
    COUNT,
    DOWN,
    ENDED,
    FIRST,
    HAND,
    HANDS,
    INDEX,
    INSURED,
    KIND,
    MONEY,
    NET,
    NO_END,
    NODE,
    ONE,
    PHASE,
    PLACED,
    SPLIT_ACES,
    SPLIT_PAIR,
    STANDS,
    TWO,
    UP,
    WAITING_HANDS,
    LaneRules,
    TableLane,
    TableLanes,
    clear,
    give,
    hand_choices,
    hit,
    lane_at,
    legal_now,
    show,
    value,
)
from pitboss.gym.observations import FACT, Phase
from pitboss.patterns import totals
from pitboss.simulator.blackjack.play import DEALER_BLACKJACK, I32, deal_cards, dealer_outcome
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import START, begin, card_at

ASKED, OFFER, PEEK, PLAY, FINISH = range(5)
"""The next step of a round until a question: each is called in one place, so it can be inlined."""

_OVER = int(Phase.OVER)
_WAGER = int(Phase.WAGER)
_BLACKJACK = int(Phase.BLACKJACK)
_INSURANCE = int(Phase.INSURANCE)
_HAND = int(Phase.HAND)
_RESCUE = int(Phase.RESCUE)
_STAND = NUMBER[ActionKind.STAND]
_DOUBLE = NUMBER[ActionKind.DOUBLE]
_REDOUBLE = NUMBER[ActionKind.REDOUBLE]
_FREE_DOUBLE = NUMBER[ActionKind.FREE_DOUBLE]
_RESCUED = NUMBER[ActionKind.RESCUE]
_SPLIT = NUMBER[ActionKind.SPLIT]
_FREE_SPLIT = NUMBER[ActionKind.FREE_SPLIT]
_SURRENDER = NUMBER[ActionKind.SURRENDER]
_INSURE = NUMBER[ActionKind.INSURE]
_TAKE = NUMBER[ActionKind.TAKE_BLACKJACK]
_CARDS = 52
_CLASSES = U32(_CARDS)
_BYTE = 8
_ZERO = U32(0)
_ONE = U32(1)

is_ace = jit_pattern(totals.is_ace)
_F_PHASE = FACT["phase"]
_F_TOTAL = FACT["total"]
_F_SOFT = FACT["soft"]
_F_PAIR = FACT["pair"]
_F_UP = FACT["up"]
_F_UP_SUIT = FACT["up_suit"]
_F_HAND = FACT["hand"]
_F_HANDS = FACT["hands"]
_F_SPLIT = FACT["split"]
_F_CARRIED = FACT["carried"]
_F_FREE = FACT["free"]
_F_DOUBLINGS = FACT["doublings"]


@jit_inlined
def _deal(rules: LaneRules, lane: TableLane) -> Integer:
    """Deal a round."""
    facts = lane.facts
    lane.deck.state[START] = facts[INDEX]
    facts[HANDS] = 1
    facts[WAITING_HANDS] = 0
    facts[ENDED] = 0
    facts[STANDS] = 0
    facts[INSURED] = 0
    clear(lane, FIRST, PLACED, 1)
    index = U32(facts[INDEX])
    facts[INDEX], facts[UP], facts[DOWN] = deal_cards(
        lane.deck, _ONE, rules.bonus, index, lane.first, lane.second, lane.shown
    )
    for card in (np.int64(lane.first[0]), np.int64(lane.second[0])):
        show(lane, card)
        give(rules, lane, card)
    show(lane, facts[UP])
    for extra in range(rules.bonus):
        show(lane, np.int64(lane.shown[2 + extra]))
    if rules.blackjack_wins and facts[NODE] == rules.natural:
        if rules.asks_blackjack:
            facts[PHASE] = _BLACKJACK
            return ASKED
        _end(rules, lane, rules.paid[FIRST, PLACED, facts[NODE]])
    return OFFER


@jit_inlined
def _offer_insurance(rules: LaneRules, lane: TableLane) -> Integer:
    if rules.insurance_lost and is_ace(lane.facts[UP]):
        lane.facts[PHASE] = _INSURANCE
        return ASKED
    return PEEK


@jit_inlined
def _peek(rules: LaneRules, lane: TableLane) -> Integer:
    """Let the dealer peek, if he does."""
    facts = lane.facts
    dealer = rules.dealer_first[facts[UP] * _CARDS + facts[DOWN]]
    is_blackjack = rules.peeks and ~dealer == DEALER_BLACKJACK
    if is_blackjack and not facts[ENDED]:
        one = rules.card_class[facts[ONE]]
        two = rules.card_class[facts[TWO]]
        _end(rules, lane, rules.peeked[one, two])
    return FINISH if facts[ENDED] else PLAY


@jit_inlined
def _end(rules: LaneRules, lane: TableLane, end: Integer) -> None:
    facts = lane.facts
    lane.ends[facts[ENDED]] = end
    facts[ENDED] += 1
    facts[STANDS] |= rules.stands[end]


@jit_inlined
def _rest(rules: LaneRules, facts: Array) -> Integer:
    """Return the result of a hand that takes no more cards: it is paid at once, or waits."""
    paid = rules.paid[facts[KIND], facts[MONEY], facts[NODE]]
    if paid != NO_END:
        return paid
    return rules.stood[facts[MONEY], rules.total[facts[NODE]]]


@jit_inlined
def _go_on(rules: LaneRules, lane: TableLane, end: Integer) -> Integer:
    """Play to the next question, or to the last hand; *end* is the result of this hand, if any."""
    facts = lane.facts
    while True:
        if end == NO_END:
            if hand_choices(rules, facts):
                facts[PHASE] = _RESCUE if rules.doublings[facts[MONEY]] else _HAND
                return ASKED
            end = _rest(rules, facts)
        _end(rules, lane, end)
        if facts[WAITING_HANDS] == 0:
            return FINISH
        facts[WAITING_HANDS] -= 1
        _take_up(rules, lane, lane.waiting[facts[WAITING_HANDS]])
        end = NO_END


@jit_inlined
def _take_up(rules: LaneRules, lane: TableLane, hand: Integer) -> None:
    """Give a split hand its second card."""
    card = hand & 255
    kind = SPLIT_ACES if is_ace(card) else SPLIT_PAIR
    clear(lane, kind, (hand >> _BYTE) & 255, hand >> (2 * _BYTE))
    give(rules, lane, card)
    hit(rules, lane)


@jit_inlined
def _split(rules: LaneRules, lane: TableLane, carried: Integer) -> None:
    """W30: start a new hand with the second card, played right after the first."""
    facts = lane.facts
    facts[HANDS] += 1
    made = facts[TWO] | (carried << _BYTE) | (facts[HANDS] << (2 * _BYTE))
    lane.waiting[facts[WAITING_HANDS]] = made
    facts[WAITING_HANDS] += 1
    _take_up(rules, lane, facts[ONE] | (facts[MONEY] << _BYTE) | (facts[HAND] << (2 * _BYTE)))


@jit_inlined
def _draw_to_hand(rules: LaneRules, lane: TableLane) -> Integer:
    """Draw a card to the hand; return its result if it ends."""
    facts = lane.facts
    card = hit(rules, lane)
    if facts[NODE] == BUST:
        return rules.bust[facts[MONEY]]
    if facts[COUNT] == 3 and facts[MONEY] <= CARRIED:
        one = rules.card_class[facts[ONE]]
        two = rules.card_class[facts[TWO]]
        split = 1 if facts[KIND] != FIRST else 0
        return rules.suited[split, facts[MONEY], one, two, rules.card_class[card]]
    return NO_END


@jit_inlined
def _take_action(rules: LaneRules, lane: TableLane, action: Integer) -> Integer:
    """Take an action with the hand; return its result if it ends."""
    facts = lane.facts
    if action == _STAND:
        return _rest(rules, facts)
    if action == _SURRENDER:
        return rules.surrendered[facts[MONEY]]
    if action == _RESCUED:
        return rules.rescued[facts[MONEY]]
    if action in (_SPLIT, _FREE_SPLIT):
        _split(rules, lane, CARRIED if action == _FREE_SPLIT else PLACED)
        return NO_END
    if action == _DOUBLE:
        facts[MONEY] = rules.doubled[facts[MONEY]]
    elif action == _FREE_DOUBLE:
        facts[MONEY] = rules.free_doubled[facts[MONEY]]
    elif action == _REDOUBLE:
        facts[MONEY] = rules.redoubled[facts[MONEY]]
    return _draw_to_hand(rules, lane)


@jit_inlined
def _act(rules: LaneRules, lane: TableLane, action: Integer) -> None:
    """Take a legal action, and play to the next question."""
    facts = lane.facts
    phase = facts[PHASE]
    end = NO_END
    stage = PLAY
    if phase == _WAGER:
        stage = _deal(rules, lane)
    elif phase == _BLACKJACK:
        if action == _TAKE:
            _end(rules, lane, rules.paid[FIRST, PLACED, facts[NODE]])
        stage = OFFER
    elif phase == _INSURANCE:
        facts[INSURED] = action == _INSURE
        stage = PEEK
    else:
        end = _take_action(rules, lane, action)
    if stage == OFFER:
        stage = _offer_insurance(rules, lane)
    if stage == PEEK:
        stage = _peek(rules, lane)
    if stage == PLAY:
        stage = _go_on(rules, lane, end)
    if stage == FINISH:
        _finish(rules, lane)


@jit_inlined
def _finish(rules: LaneRules, lane: TableLane) -> None:
    """Let the dealer draw if necessary, and settle the round."""
    facts = lane.facts
    show(lane, facts[DOWN])
    dealer = I32(rules.dealer_first[facts[UP] * _CARDS + facts[DOWN]])
    begins = U32(facts[INDEX])
    draws = bool(facts[STANDS])
    index, outcome = dealer_outcome(lane.deck, begins, dealer, draws, rules.dealer_steps, _CLASSES)
    facts[INDEX] = index
    for place in range(begins, index):
        show(lane, np.int64(card_at(lane.deck, U32(place))))
    net = 0
    for hand in range(facts[ENDED]):
        net += rules.pays[lane.ends[hand], outcome]
    if facts[INSURED]:
        blackjack = U32(~dealer) == DEALER_BLACKJACK
        net += rules.insurance_won if blackjack else rules.insurance_lost
    facts[NET] = net
    facts[PHASE] = _OVER if facts[INDEX] >= rules.cut else _WAGER


@jit_inlined
def _open(rules: LaneRules, lane: TableLane) -> None:
    """Start an episode with a shoe."""
    for place in range(len(rules.full)):
        lane.deck.cards[place] = rules.full[place]
    begin(lane.deck, _ZERO, _ZERO)
    lane.facts[INDEX] = rules.burn
    lane.facts[PHASE] = _WAGER
    for rank in range(len(lane.seen)):
        lane.seen[rank] = 0


@jit_cached
def open_all(rules: LaneRules, lanes: TableLanes) -> None:
    """Start an episode at every table."""
    for at in range(len(lanes.facts)):
        _open(rules, lane_at(rules, lanes, at))


@jit_cached
def step_all(
    rules: LaneRules,
    lanes: TableLanes,
    actions: Array,
    nets: Array,
    ended: Array,
    illegal: Array,
) -> None:
    """Take one action at every table.

    A table whose episode has ended starts the next one instead, with its next shoe. An illegal
    action does nothing.
    """
    for at in range(len(lanes.facts)):
        facts = lanes.facts[at]
        facts[NET] = 0
        if facts[PHASE] == _OVER:
            lanes.numbers[at] += lanes.apart[at]
            _open(rules, lane_at(rules, lanes, at))
            continue
        if not (legal_now(rules, facts) >> actions[at]) & 1:
            illegal[at] = True
            continue
        _act(rules, lane_at(rules, lanes, at), actions[at])
        nets[at] = facts[NET]
        ended[at] = facts[PHASE] == _OVER


class ObservationArrays(NamedTuple):
    """The arrays of observations."""

    facts: Array
    """(fact, lane)."""
    ranks: Array
    suits: Array
    cards: Array
    card_suits: Array
    seen: Array
    mask: Array


@jit_cached
def observe_all(rules: LaneRules, lanes: TableLanes, out: ObservationArrays) -> None:
    """Write the observation of every table."""
    for at in range(len(lanes.facts)):
        facts = lanes.facts[at]
        out.facts[_F_PHASE, at] = facts[PHASE]
        mask = legal_now(rules, facts)
        for action in range(out.mask.shape[1]):
            out.mask[at, action] = (mask >> action) & 1
        for rank in range(out.seen.shape[1]):
            out.seen[at, rank] = lanes.seen[at, rank]
        if facts[PHASE] > _WAGER:
            _observe_hand(rules, lanes, at, out)


@jit_inlined
def _observe_hand(rules: LaneRules, lanes: TableLanes, at: Integer, out: ObservationArrays) -> None:
    facts = lanes.facts[at]
    node = facts[NODE]
    money = facts[MONEY]
    one = facts[ONE]
    two = facts[TWO]
    out.facts[_F_TOTAL, at] = rules.total[node]
    out.facts[_F_SOFT, at] = rules.soft[node]
    out.facts[_F_PAIR, at] = facts[COUNT] == 2 and value(one) == value(two)
    out.facts[_F_UP, at] = (facts[UP] >> 2) + 1
    out.facts[_F_UP_SUIT, at] = (facts[UP] & 3) + 1
    out.facts[_F_DOUBLINGS, at] = rules.doublings[money]
    out.facts[_F_HAND, at] = facts[HAND]
    out.facts[_F_HANDS, at] = facts[HANDS]
    out.facts[_F_SPLIT, at] = facts[KIND] != FIRST
    out.facts[_F_CARRIED, at] = rules.carried[money]
    out.facts[_F_FREE, at] = rules.lammers[money]
    out.cards[at, 0] = (one >> 2) + 1
    out.cards[at, 1] = (two >> 2) + 1
    out.card_suits[at, 0] = (one & 3) + 1
    out.card_suits[at, 1] = (two & 3) + 1
    for rank in range(out.ranks.shape[1]):
        out.ranks[at, rank] = lanes.ranks[at, rank]
    for suit in range(out.suits.shape[1]):
        out.suits[at, suit] = lanes.suits[at, suit]
