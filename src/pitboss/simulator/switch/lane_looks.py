"""What lanes of Blackjack Switch look up (`rounds/switch.py`).

One seat with its two hands, Super Match and Buster. The ranks of the four cards decide Super Match.
Buster is on the number of cards with which the dealer busts; for it he draws though no hand waits
(ruling C85).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, LongInts, Words
from pitboss.compiled.dealer_graph import BUST, TWENTY_TWO
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.patterns.busts import bust_cards
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card import four_card_match
from pitboss.rulebook.model import Moment
from pitboss.simulator.blackjack.play import COLUMN_BITS, FIRST_RESULT
from pitboss.simulator.lanes.hands import (
    BLACKJACK_ROW,
    RANKS,
    SUITS,
    HandLanes,
    Paths,
    hand_lanes,
    walk,
)
from pitboss.simulator.lanes.memory import LANES, REGISTERS, Lanes, count
from pitboss.simulator.lanes.plan import NOBODYS, LaneEnds, LanePlan, plan
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.side_wagers import BASE

_RANKS = U32(RANKS)
_VALUES = U32(VALUES)
_TEN = U32(VALUES - 1)
_COLUMN_BITS = U32(COLUMN_BITS)
_SUIT_BITS = U32(2)
_NO_INSURANCE = U32(2)
_MATCH = "four-card-match"
_BUSTER = "dealer-bust-cards"
_DRAWN_MAX = 32
"""More cards than the dealer draws."""
_DRAWS_AT = U64(REGISTERS * LANES)
"""The row of `Lanes.notes` with the place of the first card that the dealer draws."""


class SwitchLanes(NamedTuple):
    """The hands of both wagers, and when they switch."""

    hands: HandLanes
    switches: Bytes
    """(up, values of both hands): whether to switch."""
    pays: LongInts
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    nets: np.uint32
    """The end of a round in which nothing is won; before it come those of hands."""
    insurance: np.uint32
    """The ends of insurance that would lose, that would win, and that is not offered, each by the
    combinations of side wagers."""
    wagers: np.uint32
    """How many combinations there are of all side wagers together."""
    matches: Words
    """(ranks of both hands): what Super Match adds to an end."""
    busts: Words
    """(cards that the dealer drew, his outcome): what Buster adds to an end."""
    draws: np.uint32
    """Whether the dealer always draws."""


def switch_plan(job: Any) -> LanePlan | None:
    """Return how lanes play Blackjack Switch; None with side wagers that they do not know."""
    families = [wager.side.family for wager in job.wagers]
    is_known = all(
        wager.side.spot.wager.made is Moment.BEFORE_DEAL
        and not wager.side.spot.wager.loses_on_total
        for wager in job.wagers
    )
    if not is_known or not {_MATCH, _BUSTER}.issuperset(families) or job.setup.bonus_cards:
        return None
    cells = job.sections.cells
    nets = job.sections.nets
    full = job.sections.full
    sizes = [wager.combinations for wager in job.wagers]
    steps = [prod(sizes[:number]) for number in range(len(sizes) + 1)]
    matches = np.zeros(RANKS**4, dtype=np.uint32)
    busts = np.zeros(_DRAWN_MAX << COLUMN_BITS, dtype=np.uint32)
    for number, family in enumerate(families):
        own = matches if family == _MATCH else busts
        classes = _classify_matches() if family == _MATCH else _classify_busts()
        own += job.wager_tables.rows[number, 0][classes].astype(np.uint32) * np.uint32(
            steps[number]
        )
    table = SwitchLanes(
        hands=hand_lanes(job.tables),
        switches=job.felt.switches,
        pays=job.pays,
        nets=np.uint32(cells + nets // 2),
        insurance=np.uint32(cells + nets),
        wagers=np.uint32(steps[-1]),
        matches=matches,
        busts=busts,
        draws=np.uint32(_BUSTER in families),
    )
    won = np.arange(nets) - nets // 2
    ends = np.arange(3 * steps[-1])
    insured = ends // steps[-1]
    bases = job.wager_tables.columns[BASE]
    return plan(
        table,
        LaneEnds((full.hands + np.arange(cells),)),
        LaneEnds((full.nets + won, full.totals + won), (won,)),
        LaneEnds(
            (
                np.where(insured < _NO_INSURANCE, full.insurance + insured, NOBODYS),
                *(
                    full.combinations + bases[number] + ends // steps[number] % size
                    for number, size in enumerate(sizes)
                ),
            )
        ),
    )


@cache
def _classify_matches() -> LongInts:
    """Return (ranks of both hands): the class of Super Match."""
    cards = product(range(0, RANKS * SUITS, SUITS), repeat=4)
    return np.array([four_card_match(*four) for four in cards])


def _classify_busts() -> LongInts:
    """Return (cards that the dealer drew, his outcome): the class of Buster."""
    classes = np.zeros((_DRAWN_MAX, 1 << COLUMN_BITS), dtype=np.int64)
    for drawn in range(_DRAWN_MAX):
        classes[drawn, [TWENTY_TWO, BUST]] = bust_cards(TWENTY_ONE + 1, 2 + drawn)
    return classes.ravel()


@jit_inlined
def _rank(card: Card) -> np.uint32:
    return U32(card >> _SUIT_BITS)


@jit_inlined
def _value(card: Card) -> np.uint32:
    """Return the value of a card, less one."""
    return U32(min(_rank(card), _TEN))


@jit_inlined
def is_switched(
    table: SwitchLanes, up: Card, one: Card, two: Card, three: Card, four: Card
) -> np.uint32:
    """Return whether the second cards change places."""
    row = U32(U32(_value(up) * _VALUES + _value(one)) * _VALUES + _value(three))
    row = U32(U32(row * _VALUES + _value(two)) * _VALUES + _value(four))
    return U32(table.switches[row])


@jit_inlined
def dealer_start(table: SwitchLanes, up: Card, down: Card) -> np.uint32:
    """Return where the row of the dealer's first two cards begins."""
    return U32(table.hands.dealer_first[U32(_rank(up) * _RANKS + _rank(down))])


@jit_inlined
def is_over(table: SwitchLanes, dealer: np.uint32) -> bool:
    """Return whether the dealer looks for a blackjack, and has one."""
    return bool(table.hands.peeks != 0 and dealer == BLACKJACK_ROW)


@jit_inlined
def first_hand(
    table: SwitchLanes,
    over: bool,  # noqa: FBT001
    switched: np.uint32,
    up: Card,
    first: Card,
    own: Card,
    other: Card,
) -> np.uint32:
    """Return where the row of a hand begins: of its first card, and its own second or the other."""
    hands = table.hands
    mine = _rank(first)
    peeked = U32(hands.peeked[U32(mine * _RANKS + _rank(own))])
    second = _rank(other) if switched else _rank(own)
    row = U32(U32(switched * _RANKS + _rank(up)) * _RANKS + mine)
    return peeked if over else U32(hands.first[U32(row * _RANKS + second)])


@jit_inlined
def play_first(lanes: Lanes, table: SwitchLanes, hand: Integer) -> None:
    """Draw cards to the first hand of every lane."""
    walk(lanes, table.hands.player, hand)


@jit_inlined
def play_second(lanes: Lanes, table: SwitchLanes, hand: Integer) -> None:
    """Draw cards to the second hand of every lane."""
    walk(lanes, table.hands.player, hand)


@jit_inlined
def paths_of_play_first(table: SwitchLanes) -> Paths:
    """Return where cards lead a hand."""
    return table.hands.player


paths_of_play_second = paths_of_play_first


@jit_inlined
def paths_of_play_dealer(table: SwitchLanes) -> Paths:
    """Return where cards lead the dealer."""
    return table.hands.dealer


@jit_inlined
def is_split(_: SwitchLanes, result: np.uint32) -> bool:
    """Return whether a hand was split: that is played by itself."""
    return bool(result < FIRST_RESULT)


@jit_inlined
def waits(table: SwitchLanes, result: np.uint32) -> np.uint32:
    """Return whether a hand waits for the dealer."""
    return U32(table.hands.waits[result])


@jit_inlined
def dealer_draws(table: SwitchLanes) -> np.uint32:
    """Return whether the dealer draws though no hand waits."""
    return table.draws


@jit_inlined
def play_dealer(lanes: Lanes, table: SwitchLanes, hand: Integer) -> None:
    """Draw cards to the dealer of every lane."""
    for lane in range(count(lanes.playing)):
        lanes.notes[U64(_DRAWS_AT + lane)] = U32(lanes.places[lane])
    walk(lanes, table.hands.dealer, hand)


@jit_inlined
def show_hand(lanes: Lanes, _: SwitchLanes, __: Integer, lane: Integer) -> np.uint32:
    """Return how many cards the dealer drew."""
    return U32(U32(lanes.places[lane]) - U32(lanes.notes[U64(_DRAWS_AT + lane)]))


@jit_inlined
def wagers_of_deal(
    table: SwitchLanes, up: Card, down: Card, one: Card, two: Card, three: Card, four: Card
) -> np.uint32:
    """Return the end of insurance, which is offered against an ace, and of Super Match."""
    insured = U32(_value(down) == _TEN)
    insured = insured if _rank(up) == U32(0) else _NO_INSURANCE
    row = U32(U32(_rank(one) * _RANKS + _rank(two)) * _RANKS + _rank(three))
    match = U32(table.matches[U32(row * _RANKS + _rank(four))])
    return U32(table.insurance + U32(insured * table.wagers) + match)


@jit_inlined
def end_wagers(
    table: SwitchLanes, dealt: np.uint32, drawn: np.uint32, outcome: np.uint32
) -> np.uint32:
    """Return the end of all wagers beside the hands: those of the deal, and Buster."""
    return U32(dealt + table.busts[U32(U32(drawn << _COLUMN_BITS) + outcome)])


@jit_inlined
def end_hand(_: SwitchLanes, result: np.uint32, outcome: np.uint32) -> np.uint32:
    """Return the end of a hand."""
    return U32(U32(result << _COLUMN_BITS) + outcome)


@jit_inlined
def end_seat(
    table: SwitchLanes, first: np.uint32, second: np.uint32, outcome: np.uint32
) -> np.uint32:
    """Return the end of a seat: what both hands win."""
    one = U32(U32(first << _COLUMN_BITS) + outcome)
    two = U32(U32(second << _COLUMN_BITS) + outcome)
    return U32(np.int64(table.nets) + table.pays[one] + table.pays[two])
