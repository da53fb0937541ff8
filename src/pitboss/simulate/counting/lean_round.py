"""A round of one seat with its main wager alone, whose cards are counted as they are drawn.

That is cheaper than to read all cards of a round again when it is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined, jit_linked
from pitboss.simulate.blackjack import play
from pitboss.simulate.counting import kernel, rounds
from pitboss.simulate.counting.kernel import (
    BETS,
    INDICES,
    AnyDeck,
    Asks,
    Counting,
    see_round,
)
from pitboss.simulate.counting.rounds import rebound
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import START, card_at, dealt_card

Array = Any
I32 = np.int32
_ZERO, _ONE, _TWO, _THREE = U32(0), U32(1), U32(2), U32(3)


@jit_inlined
def walk(
    deck: AnyDeck, index: np.uint32, code: np.int32, steps: Array, classes: np.uint32
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Draw cards until the hand is a result, as `play.walk` does, and count them."""
    card, count, tags = _ZERO, I32(0), deck.tags
    while code >= 0:
        card = card_at(deck, index)
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(code) * classes + card)])
        count = I32(count + tags[card])
    deck.running[INDICES] += count
    return index, code, card


@jit_inlined
def seen_by(deck: AnyDeck, _: Asks, __: np.uint32) -> Integer:
    """Return the running count of the cards seen so far: those drawn, and three of the deal."""
    start, tags = U32(deck.state[START]), deck.tags
    dealt = tags[dealt_card(deck, start)] + tags[dealt_card(deck, U32(start + _ONE))]
    return deck.running[INDICES] + dealt + tags[dealt_card(deck, U32(start + _TWO))]


@jit_inlined
def see_deal(
    deck: AnyDeck, counting: Counting, left: Array, start: np.uint32, index: np.uint32
) -> None:
    """Count the four cards of the deal when the round is over; all others have been counted."""
    tags, count = deck.tags, deck.running[INDICES]
    count += tags[dealt_card(deck, start)] + tags[dealt_card(deck, U32(start + _ONE))]
    count += tags[dealt_card(deck, U32(start + _TWO))]
    count += tags[dealt_card(deck, U32(start + _THREE))]
    deck.running[INDICES] = count
    if counting.two_counts:
        see_round(deck, counting, left, start, index)
    else:
        deck.running[BETS] = count


_answer = jit_inlined(rebound(kernel.answer, seen_by=seen_by))
_answer_ask = jit_linked(rebound(kernel.answer_ask, answer=_answer))
_play_on = jit_inlined(rebound(rounds.play_on, walk=walk, answer_ask=_answer_ask))
_play_split = jit_linked(rebound(play.play_split, play_on=_play_on))
_dealer_outcome = jit_inlined(rebound(play.dealer_outcome, walk=walk))
insures = jit_linked(rebound(kernel.insures, answer=_answer))
play_round = jit_inlined(
    rebound(
        play.play_round, play_on=_play_on, play_split=_play_split, dealer_outcome=_dealer_outcome
    )
)
