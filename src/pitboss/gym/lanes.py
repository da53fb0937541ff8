"""The state of many tables at once: a *lane* is one table, its shoe, its hands and the cards seen.

No rule is written here. Legal actions are a mask, a card leads to a node of the hand graph, and the
table engine gave the results of hands and their pays beforehand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined, jit_pattern
from pitboss.engine.actions import ActionKind
from pitboss.gym.actions import BEFORE_THE_DEAL, action_mask
from pitboss.gym.observations import Phase
from pitboss.patterns import totals
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import Deck, card_at

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
"""The history of a hand."""
PLACED = 0
CARRIED = 1
"""The money on a hand before any double: the player's, or a lammer's."""
NO_END = -1

_OVER = int(Phase.OVER)
_WAGER = int(Phase.WAGER)
_BLACKJACK = int(Phase.BLACKJACK)
_INSURANCE = int(Phase.INSURANCE)
_ASK_BLACKJACK = action_mask((ActionKind.TAKE_BLACKJACK, ActionKind.KEEP_BLACKJACK))
_ASK_INSURANCE = action_mask((ActionKind.INSURE, ActionKind.DECLINE))
_ZERO = U32(0)
_ONE = U32(1)

value = jit_pattern(totals.value)


class LaneRules(NamedTuple):
    """A table as arrays; `gym.rules` numbers the monies, kinds and ends."""

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
    """Cents; zero if there is no insurance."""
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
    """(kind, money, node); `NO_END` if a hand is not paid at once."""
    card_class: Array
    """Card -> its class in the main game."""
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


class TableLanes(NamedTuple):
    """All tables: an array for each fact of a lane."""

    facts: Array
    shoes: Array
    shuffles: Array
    words: Array
    seeds: Array
    """The seed of its shoes."""
    numbers: Array
    """The number of the current shoe."""
    apart: Array
    """How many numbers further the next shoe is."""
    waiting: Array
    """Hands that wait: their card, whether a lammer carries them, their number."""
    ends: Array
    seen: Array
    ranks: Array
    suits: Array
    first: Array
    second: Array
    shown: Array
    """Cards as they are dealt: the hand's two, the dealer's two and the bonus cards."""


class TableLane(NamedTuple):
    """One table."""

    facts: Array
    deck: Deck
    """Its shoe: cards are placed when needed, with room for one block of words."""
    waiting: Array
    ends: Array
    seen: Array
    ranks: Array
    suits: Array
    first: Array
    second: Array
    shown: Array


@jit_inlined
def lane_at(rules: LaneRules, lanes: TableLanes, at: Integer) -> TableLane:
    """Return one table."""
    shoe = lanes.shoes[at]
    state = lanes.shuffles[at]
    words = lanes.words[at]
    size = U32(len(rules.full))
    number = U64(lanes.numbers[at])
    seed = U64(lanes.seeds[at])
    return TableLane(
        lanes.facts[at],
        Deck(shoe, state, words, _ZERO, _ONE, _ZERO, size, number, seed),
        lanes.waiting[at],
        lanes.ends[at],
        lanes.seen[at],
        lanes.ranks[at],
        lanes.suits[at],
        lanes.first[at],
        lanes.second[at],
        lanes.shown[at],
    )


@jit_inlined
def draw(lane: TableLane) -> Integer:
    """Return the next card of the shoe, face up."""
    index = lane.facts[INDEX]
    lane.facts[INDEX] = index + 1
    card = np.int64(card_at(lane.deck, U32(index)))
    show(lane, card)
    return card


@jit_inlined
def give(rules: LaneRules, lane: TableLane, card: Integer) -> None:
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
def show(lane: TableLane, card: Integer) -> None:
    """Turn a card face up."""
    lane.seen[card >> 2] += 1


@jit_inlined
def hit(rules: LaneRules, lane: TableLane) -> Integer:
    """Give the hand the next card, and return it."""
    card = draw(lane)
    give(rules, lane, card)
    return card


@jit_inlined
def clear(lane: TableLane, kind: Integer, money: Integer, number: Integer) -> None:
    """Start a hand without cards."""
    facts = lane.facts
    facts[NODE] = 0
    facts[COUNT] = 0
    facts[KIND] = kind
    facts[MONEY] = money
    facts[HAND] = number
    for rank in range(len(lane.ranks)):
        lane.ranks[rank] = 0
    for suit in range(len(lane.suits)):
        lane.suits[suit] = 0


@jit_inlined
def legal_now(rules: LaneRules, facts: Array) -> Integer:
    """Return the mask of legal actions at a table."""
    phase = facts[PHASE]
    if phase == _OVER:
        return 0
    if phase == _WAGER:
        return BEFORE_THE_DEAL
    if phase == _BLACKJACK:
        return _ASK_BLACKJACK
    if phase == _INSURANCE:
        return _ASK_INSURANCE
    return hand_choices(rules, facts)


@jit_inlined
def hand_choices(rules: LaneRules, facts: Array) -> Integer:
    """Return the mask of legal actions with the hand; 0 if there is no decision."""
    doublings = rules.doublings[facts[MONEY]]
    if doublings:
        return rules.doubled_legal[facts[KIND], doublings - 1, facts[NODE]]
    full = 1 if facts[HANDS] >= rules.hands_max else 0
    return rules.legal[full, facts[KIND], facts[NODE]]
