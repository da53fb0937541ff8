"""Many tables at once, one decision a step: compiled, and walking the arrays of `gym.rules`.

No rule is written here. What may be done with a hand is a mask, where a card leads is a node of the
hand graph, and how a hand ends and what that pays was asked of the table engine beforehand.

A *lane* is one table: its facts, its shoe, the hands that wait for their turn and those that have
ended, and the cards seen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.hand_graph import BUST
from pitboss.compiled.jit import jit_cached, jit_inlined, jit_pattern
from pitboss.engine.actions import ActionKind
from pitboss.gym.actions import BEFORE_THE_DEAL, NUMBER, mask_of
from pitboss.gym.observations import FACT, Phase
from pitboss.gym.shoes import card_from, open_shoe
from pitboss.patterns import totals
from pitboss.simulate.blackjack.play import DEALER_BLACKJACK, DEALER_NOT_DRAWN
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import START

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""

(
    PHASE,
    INDEX,  # how many cards have left the shoe
    UP,
    DOWN,
    NODE,
    MONEY,
    KIND,
    COUNT,  # how many cards the hand has
    ONE,
    TWO,
    HAND,  # its number
    HANDS,  # how many there are
    WAITING_HANDS,  # how many of them wait for their turn
    ENDED,  # how many have ended
    STANDS,  # whether one of those waits for the dealer
    INSURED,
    NET,  # cents won by the round that has just ended
) = range(17)
STATE = 17
FIRST, SPLIT_PAIR, SPLIT_ACES = range(3)
"""How a hand came about."""
PLACED, CARRIED = 0, 1
"""The money on a hand before any double: the player's, or a lammer's."""
NO_END = -1
ASKED, OFFER, PEEK, PLAY, FINISH = range(5)
"""How a round goes on until something is asked: each of them happens at one place, so that it can
be compiled into what calls it."""

_OVER, _WAGER = int(Phase.OVER), int(Phase.WAGER)
_BLACKJACK, _INSURANCE = int(Phase.BLACKJACK), int(Phase.INSURANCE)
_HAND, _RESCUE = int(Phase.HAND), int(Phase.RESCUE)
_STAND = NUMBER[ActionKind.STAND]
_DOUBLE, _REDOUBLE = NUMBER[ActionKind.DOUBLE], NUMBER[ActionKind.REDOUBLE]
_FREE_DOUBLE, _RESCUED = NUMBER[ActionKind.FREE_DOUBLE], NUMBER[ActionKind.RESCUE]
_SPLIT, _FREE_SPLIT = NUMBER[ActionKind.SPLIT], NUMBER[ActionKind.FREE_SPLIT]
_SURRENDER, _INSURE = NUMBER[ActionKind.SURRENDER], NUMBER[ActionKind.INSURE]
_TAKE = NUMBER[ActionKind.TAKE_BLACKJACK]
_ASK_BLACKJACK = mask_of((ActionKind.TAKE_BLACKJACK, ActionKind.KEEP_BLACKJACK))
_ASK_INSURANCE = mask_of((ActionKind.INSURE, ActionKind.DECLINE))
_F_PHASE, _F_TOTAL, _F_SOFT = FACT["phase"], FACT["total"], FACT["soft"]
_F_PAIR, _F_UP, _F_UP_SUIT = FACT["pair"], FACT["up"], FACT["up_suit"]
_F_HAND, _F_HANDS, _F_SPLIT = FACT["hand"], FACT["hands"], FACT["split"]
_F_CARRIED, _F_FREE, _F_DOUBLINGS = FACT["carried"], FACT["free"], FACT["doublings"]
_CARDS = 52
_BYTE = 8

value, is_ace = jit_pattern(totals.value), jit_pattern(totals.is_ace)


class Rules(NamedTuple):
    """A table as arrays; monies, kinds and ends are numbered by `gym.rules`."""

    full: Array
    """The cards of the shoe in order."""
    burn: int
    cut: int
    bonus: int
    """Bonus cards that are dealt with the others."""
    hands_max: int
    peeks: bool
    blackjack_wins: bool
    asks_blackjack: bool
    """A blackjack may be kept to be doubled."""
    insurance_won: int
    insurance_lost: int
    """Cents; none where nothing may be insured."""
    natural: int
    """The node of a blackjack."""
    child: Array
    """(node, value less one): the next node."""
    total: Array
    soft: Array
    legal: Array
    """(no more hands, kind, node): a mask."""
    doubled_legal: Array
    """(kind, doublings less one, node): a mask."""
    doubled: Array
    """(money): the money after a double."""
    free_doubled: Array
    redoubled: Array
    doublings: Array
    carried: Array
    """(money): whether a lammer started the hand."""
    lammers: Array
    bust: Array
    """(money): an end, as are all that follow."""
    surrendered: Array
    rescued: Array
    stood: Array
    """(money, total)."""
    paid: Array
    """(kind, money, node); `NO_END` where a hand is not paid at once."""
    card_class: Array
    """Card -> what the main game sees of it."""
    suited: Array
    """(split, money, three classes): the ends of three cards whose suits may matter."""
    peeked: Array
    """(two classes): the ends of two cards when the dealer shows a blackjack."""
    pays: Array
    """(end, the dealer's outcome): cents."""
    stands: Array
    """(end): whether the dealer has to draw for it."""
    dealer_first: Array
    dealer_steps: Array


class Lanes(NamedTuple):
    """All tables: an array for each fact of a lane."""

    facts: Array
    shoes: Array
    shuffles: Array
    words: Array
    numbers: Array
    """Which shoe is dealt."""
    waiting: Array
    """Hands that wait: their card, whether a lammer carries them, their number."""
    ends: Array
    seen: Array
    ranks: Array
    suits: Array


class Lane(NamedTuple):
    """One table."""

    facts: Array
    shoe: Array
    shuffle: Array
    words: Array
    number: Integer
    waiting: Array
    ends: Array
    seen: Array
    ranks: Array
    suits: Array
    seed: Integer


class Seen(NamedTuple):
    """Where observations are written."""

    facts: Array
    """(fact, lane)."""
    ranks: Array
    suits: Array
    cards: Array
    card_suits: Array
    seen: Array
    mask: Array


@jit_inlined
def _lane(lanes: Lanes, at: Integer, seed: np.uint64) -> Lane:
    return Lane(
        lanes.facts[at],
        lanes.shoes[at],
        lanes.shuffles[at],
        lanes.words[at],
        U64(lanes.numbers[at]),
        lanes.waiting[at],
        lanes.ends[at],
        lanes.seen[at],
        lanes.ranks[at],
        lanes.suits[at],
        seed,
    )


@jit_inlined
def _draw(rules: Rules, lane: Lane) -> Integer:
    """Return the next card of the shoe."""
    index = lane.facts[INDEX]
    lane.facts[INDEX] = index + 1
    return np.int64(
        card_from(
            U32(len(rules.full)),
            lane.shoe,
            lane.shuffle,
            lane.words,
            lane.seed,
            lane.number,
            U32(index),
        )
    )


@jit_inlined
def _give(rules: Rules, lane: Lane, card: Integer) -> None:
    """Put a card on the hand, face up."""
    facts = lane.facts
    if facts[COUNT] == 0:
        facts[ONE] = card
    elif facts[COUNT] == 1:
        facts[TWO] = card
    facts[COUNT] += 1
    facts[NODE] = rules.child[facts[NODE], value(card) - 1]
    lane.ranks[card >> 2] += 1
    lane.suits[card & 3] += 1


@jit_inlined
def _show(lane: Lane, card: Integer) -> None:
    """Let everybody see a card."""
    lane.seen[card >> 2] += 1


@jit_inlined
def _hit(rules: Rules, lane: Lane) -> None:
    card = _draw(rules, lane)
    _show(lane, card)
    _give(rules, lane, card)


@jit_inlined
def _clear(lane: Lane, kind: Integer, money: Integer, number: Integer) -> None:
    """Begin a hand that has no cards yet."""
    facts = lane.facts
    facts[NODE], facts[COUNT] = 0, 0
    facts[KIND], facts[MONEY], facts[HAND] = kind, money, number
    for rank in range(len(lane.ranks)):
        lane.ranks[rank] = 0
    for suit in range(len(lane.suits)):
        lane.suits[suit] = 0


@jit_inlined
def legal_now(rules: Rules, facts: Array) -> Integer:
    """Return the mask of what may be done at a table."""
    phase = facts[PHASE]
    if phase == _OVER:
        return 0
    if phase == _WAGER:
        return BEFORE_THE_DEAL
    if phase == _BLACKJACK:
        return _ASK_BLACKJACK
    if phase == _INSURANCE:
        return _ASK_INSURANCE
    return _asked(rules, facts)


@jit_inlined
def _asked(rules: Rules, facts: Array) -> Integer:
    """Return the mask of what may be done with the hand; 0 where nothing is asked."""
    doublings = rules.doublings[facts[MONEY]]
    if doublings:
        return rules.doubled_legal[facts[KIND], doublings - 1, facts[NODE]]
    full = 1 if facts[HANDS] >= rules.hands_max else 0
    return rules.legal[full, facts[KIND], facts[NODE]]


@jit_inlined
def _deal(rules: Rules, lane: Lane) -> Integer:
    """Deal a round."""
    facts = lane.facts
    lane.shuffle[START] = facts[INDEX]
    facts[HANDS], facts[WAITING_HANDS], facts[ENDED] = 1, 0, 0
    facts[STANDS], facts[INSURED] = 0, 0
    _clear(lane, FIRST, PLACED, 1)
    _hit(rules, lane)
    facts[UP] = _draw(rules, lane)
    _show(lane, facts[UP])
    _hit(rules, lane)
    facts[DOWN] = _draw(rules, lane)
    for _ in range(rules.bonus):
        _show(lane, _draw(rules, lane))
    if rules.blackjack_wins and facts[NODE] == rules.natural:
        if rules.asks_blackjack:
            facts[PHASE] = _BLACKJACK
            return ASKED
        _end(rules, lane, rules.paid[FIRST, PLACED, facts[NODE]])
    return OFFER


@jit_inlined
def _offer_insurance(rules: Rules, lane: Lane) -> Integer:
    if rules.insurance_lost and is_ace(lane.facts[UP]):
        lane.facts[PHASE] = _INSURANCE
        return ASKED
    return PEEK


@jit_inlined
def _peek(rules: Rules, lane: Lane) -> Integer:
    """Let the dealer look for a blackjack where he does."""
    facts = lane.facts
    dealer = rules.dealer_first[facts[UP] * _CARDS + facts[DOWN]]
    found = rules.peeks and ~dealer == DEALER_BLACKJACK
    if found and not facts[ENDED]:
        one, two = rules.card_class[facts[ONE]], rules.card_class[facts[TWO]]
        _end(rules, lane, rules.peeked[one, two])
    return FINISH if facts[ENDED] else PLAY


@jit_inlined
def _end(rules: Rules, lane: Lane, end: Integer) -> None:
    facts = lane.facts
    lane.ends[facts[ENDED]] = end
    facts[ENDED] += 1
    facts[STANDS] |= rules.stands[end]


@jit_inlined
def _rest(rules: Rules, facts: Array) -> Integer:
    """Return the end of a hand that takes no more cards: it is paid at once, or waits."""
    paid = rules.paid[facts[KIND], facts[MONEY], facts[NODE]]
    if paid != NO_END:
        return paid
    return rules.stood[facts[MONEY], rules.total[facts[NODE]]]


@jit_inlined
def _go_on(rules: Rules, lane: Lane, end: Integer) -> Integer:
    """Play on to the next question, or to the last hand; *end* is this hand's, if it has one."""
    facts = lane.facts
    while True:
        if end == NO_END:
            if _asked(rules, facts):
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
def _take_up(rules: Rules, lane: Lane, hand: Integer) -> None:
    """Give a hand that a split has made its second card."""
    card = hand & 255
    kind = SPLIT_ACES if is_ace(card) else SPLIT_PAIR
    _clear(lane, kind, (hand >> _BYTE) & 255, hand >> (2 * _BYTE))
    _give(rules, lane, card)
    _hit(rules, lane)


@jit_inlined
def _split(rules: Rules, lane: Lane, carried: Integer) -> None:
    """W30: the second card starts a new hand, played right after the one it came from."""
    facts = lane.facts
    facts[HANDS] += 1
    made = facts[TWO] | (carried << _BYTE) | (facts[HANDS] << (2 * _BYTE))
    lane.waiting[facts[WAITING_HANDS]] = made
    facts[WAITING_HANDS] += 1
    _take_up(rules, lane, facts[ONE] | (facts[MONEY] << _BYTE) | (facts[HAND] << (2 * _BYTE)))


@jit_inlined
def _drawn(rules: Rules, lane: Lane) -> Integer:
    """Draw a card to the hand; return its end if that is one."""
    facts = lane.facts
    card = _draw(rules, lane)
    _show(lane, card)
    _give(rules, lane, card)
    if facts[NODE] == BUST:
        return rules.bust[facts[MONEY]]
    if facts[COUNT] == 3 and facts[MONEY] <= CARRIED:
        one, two = rules.card_class[facts[ONE]], rules.card_class[facts[TWO]]
        split = 1 if facts[KIND] != FIRST else 0
        return rules.suited[split, facts[MONEY], one, two, rules.card_class[card]]
    return NO_END


@jit_inlined
def _played(rules: Rules, lane: Lane, action: Integer) -> Integer:
    """Do something with the hand; return its end if that is one."""
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
    return _drawn(rules, lane)


@jit_inlined
def _act(rules: Rules, lane: Lane, action: Integer) -> None:
    """Do what was found legal, and play on to the next question."""
    facts = lane.facts
    phase, end, stage = facts[PHASE], NO_END, PLAY
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
        end = _played(rules, lane, action)
    if stage == OFFER:
        stage = _offer_insurance(rules, lane)
    if stage == PEEK:
        stage = _peek(rules, lane)
    if stage == PLAY:
        stage = _go_on(rules, lane, end)
    if stage == FINISH:
        _finish(rules, lane)


@jit_inlined
def _finish(rules: Rules, lane: Lane) -> None:
    """Let the dealer draw if he has to, and settle the round."""
    facts = lane.facts
    _show(lane, facts[DOWN])
    dealer = rules.dealer_first[facts[UP] * _CARDS + facts[DOWN]]
    blackjack = ~dealer == DEALER_BLACKJACK
    outcome = np.int64(DEALER_NOT_DRAWN)
    if facts[STANDS] or blackjack:
        while dealer >= 0:
            card = _draw(rules, lane)
            _show(lane, card)
            dealer = rules.dealer_steps[dealer * _CARDS + card]
        outcome = np.int64(~dealer)
    net = 0
    for hand in range(facts[ENDED]):
        net += rules.pays[lane.ends[hand], outcome]
    if facts[INSURED]:
        net += rules.insurance_won if blackjack else rules.insurance_lost
    facts[NET] = net
    facts[PHASE] = _OVER if facts[INDEX] >= rules.cut else _WAGER


@jit_inlined
def _open(rules: Rules, lane: Lane) -> None:
    """Begin an episode with a shoe."""
    open_shoe(rules.full, lane.shoe, lane.shuffle, lane.words, lane.seed, lane.number)
    lane.facts[INDEX] = rules.burn
    lane.facts[PHASE] = _WAGER
    for rank in range(len(lane.seen)):
        lane.seen[rank] = 0


@jit_cached
def open_all(rules: Rules, lanes: Lanes, seed: np.uint64) -> None:
    """Begin an episode at every table."""
    for at in range(len(lanes.facts)):
        _open(rules, _lane(lanes, at, seed))


@jit_cached
def step_all(
    rules: Rules,
    lanes: Lanes,
    seed: np.uint64,
    actions: Array,
    nets: Array,
    ended: Array,
    illegal: Array,
) -> None:
    """Take one action at every table.

    A table whose episode has ended begins the next one instead, with the shoe that is as many
    numbers on as there are tables. An action that is not legal does nothing.
    """
    tables = len(lanes.facts)
    for at in range(tables):
        facts = lanes.facts[at]
        facts[NET] = 0
        if facts[PHASE] == _OVER:
            lanes.numbers[at] += U64(tables)
            _open(rules, _lane(lanes, at, seed))
            continue
        if not (legal_now(rules, facts) >> actions[at]) & 1:
            illegal[at] = True
            continue
        _act(rules, _lane(lanes, at, seed), actions[at])
        nets[at] = facts[NET]
        ended[at] = facts[PHASE] == _OVER


@jit_cached
def observe_all(rules: Rules, lanes: Lanes, out: Seen) -> None:
    """Write what is seen at every table."""
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
def _observe_hand(rules: Rules, lanes: Lanes, at: Integer, out: Seen) -> None:
    facts = lanes.facts[at]
    node, money, one, two = facts[NODE], facts[MONEY], facts[ONE], facts[TWO]
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
