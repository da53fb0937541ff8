"""21-Hold 'em, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/holdem.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_apart, jit_inlined
from pitboss.simulator.holdem.lane_looks import (
    HoldemLanes,
    bets_on_first,
    bets_on_second,
    dealer_start,
    dealt_again,
    end_poker,
    end_seat,
    first_hand,
    is_kept,
    is_over,
    play_dealer,
    play_hand,
    shuffle_again,
    waits,
)
from pitboss.simulator.lanes.decks import LANES, Decks, DeckTurn, lane_card
from pitboss.simulator.lanes.hands import ROW_BITS
from pitboss.simulator.machine.lane_dealer import begin_dealer
from pitboss.simulator.random.philox import U32

ENDS = 1


@jit_apart
def end_rounds(decks: Decks, table: HoldemLanes) -> None:
    """End the round of every lane."""
    for lane in range(LANES):
        up = lane_card(decks.cards, 1, lane)
        down = lane_card(decks.cards, 3, lane)
        three = dealt_again(decks, 0, lane)
        four = dealt_again(decks, 1, lane)
        five = dealt_again(decks, 2, lane)
        hand = U32(decks.mine[lane] >> U32(ROW_BITS))
        dealer = U32(decks.dealers[lane] >> U32(ROW_BITS))
        # rounds/holdem.py:44  ask("bets", looks.bets_on_first, *_COMMUNITY, "three", when="poker"),  # 2104(8)
        bets = bets_on_first(table, up, down, three)
        # rounds/holdem.py:46  ask("stays", looks.bets_on_second, *_COMMUNITY, "three", "four", when="bets"),  # 2104(10)
        stays = bets_on_second(table, up, down, three, four)
        # rounds/holdem.py:48  pay("way", looks.end_poker, "bets", "stays", *_COMMUNITY, "three", "four", "five"),
        way = end_poker(table, bets, stays, up, down, three, four, five)
        # rounds/holdem.py:50  end(looks.end_seat, "hand", "dealer", "way", "row"),
        decks.ends[lane] = end_seat(table, hand, dealer, way)


@jit_inlined
def play(decks: Decks, table: HoldemLanes, turn: DeckTurn) -> None:
    """Play a round in every lane (2104)."""
    for lane in range(LANES):
        up = lane_card(decks.cards, 1, lane)
        down = lane_card(decks.cards, 3, lane)
        one = lane_card(decks.cards, 0, lane)
        two = lane_card(decks.cards, 2, lane)
        # rounds/holdem.py:35  look("dealer", looks.dealer_start, "up", "down"),
        dealer = dealer_start(table, up, down)
        # rounds/holdem.py:36  look("over", looks.is_over, "dealer"),
        over = is_over(table, dealer)
        # rounds/holdem.py:37  ask("hand", looks.first_hand, "over", "up", "one", "two"),
        hand = first_hand(table, over, up, one, two)
        # for later loops
        decks.dealers[lane] = dealer
        decks.mine[lane] = hand
        decks.next[lane] = U32(U32(4 * LANES) + U32(lane))
    # rounds/holdem.py:38  walk("hand", looks.play_hand, "up", "one", "two"),
    play_hand(decks, table, 0, turn)
    for lane in range(LANES):
        hand = U32(decks.mine[lane] >> U32(ROW_BITS))
        # rounds/holdem.py:39  wait(looks.waits, "hand"),
        is_waiting = U32(waits(table, hand))
        decks.dealers[lane] = begin_dealer(U32(decks.dealers[lane]), is_waiting)
    # rounds/holdem.py:40  walk("dealer", looks.play_dealer),
    play_dealer(decks, table, 3, turn)
    # rounds/holdem.py:42  reshuffle(looks.shuffle_again, *_COMMUNITY, when="poker"),  # 2104(5), (6)
    shuffle_again(decks, turn)
    for lane in range(LANES):
        decks.kept[lane] = is_kept(decks, table, turn, lane)
    end_rounds(decks, table)
