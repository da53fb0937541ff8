"""What a learner sees: the hand that is asked about, the up card, the cards seen so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.view import TableView
from pitboss.gym.actions import ACTIONS
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.simulate.buffers import HANDS_ROOM

RANKS, SUITS = 13, 4
Observation = dict[str, Any]


class Phase(IntEnum):
    """What is asked."""

    OVER = 0
    """Nothing: the episode has ended."""
    WAGER = 1
    """The next round may be dealt."""
    BLACKJACK = 2
    """A blackjack is taken, or kept to be doubled."""
    INSURANCE = 3
    SWITCH = 4
    HAND = 5
    RESCUE = 6
    """A doubled hand stands, is rescued or doubled again."""
    LATE = 7
    """A side wager that is offered during the round."""


FACTS: dict[str, int] = {
    "phase": len(Phase),
    "total": TWENTY_ONE + 1,
    "soft": 2,
    "pair": 2,
    "up": RANKS + 1,
    "up_suit": SUITS + 1,
    "doublings": action_codes.LEVELS + 1,
    "hand": HANDS_ROOM + 1,
    "hands": HANDS_ROOM + 1,
    "split": 2,
    "carried": 2,
    "free": 3,
}
"""The facts that are one number each, and how many values it may have."""
FACT = {name: number for number, name in enumerate(FACTS)}


def observation_space(setup: Setup) -> spaces.Dict:
    """Return the space of what is seen at a table."""
    copies = SUITS * setup.shoe.deck_count

    def counts(size: int, most: int, kind: type[np.signedinteger[Any]] = np.int8) -> spaces.Box:
        return spaces.Box(0, most, (size,), kind)

    return spaces.Dict(
        {
            **{name: spaces.Discrete(values) for name, values in FACTS.items()},
            "ranks": counts(RANKS, TWENTY_ONE),
            "suits": counts(SUITS, TWENTY_ONE),
            "cards": counts(2, RANKS),
            "card_suits": counts(2, SUITS),
            "other": counts(2, RANKS),
            # A round that begins before the cut card may take more cards than are left; those of
            # earlier rounds are shuffled in again, and may be seen a second time.
            "seen": counts(RANKS, 2 * copies, np.int16),
            "action_mask": spaces.MultiBinary(len(ACTIONS)),
        }
    )


def phase_of(asked: Question) -> Phase:
    """Return what a question is about."""
    kinds = {choice.kind for choice in asked.choices}
    if ActionKind.TAKE_BLACKJACK in kinds:
        return Phase.BLACKJACK
    if ActionKind.INSURE in kinds:
        return Phase.INSURANCE
    if ActionKind.SWITCH in kinds:
        return Phase.SWITCH
    if ActionKind.BUST_BET in kinds:
        return Phase.LATE
    return Phase.RESCUE if ActionKind.RESCUE in kinds else Phase.HAND


def mask_array(mask: int) -> NDArray[np.int8]:
    """Return a mask as an array of zeros and ones."""
    return np.array([mask >> number & 1 for number in range(len(ACTIONS))], dtype=np.int8)


def nothing_asked(phase: Phase, seen: Sequence[int], mask: int) -> Observation:
    """Return what is seen between rounds: the cards that are gone."""
    return {
        **{name: np.int64(0) for name in FACTS},
        "phase": np.int64(phase),
        **_counted(()),
        **{name: np.zeros(2, dtype=np.int8) for name in ("cards", "card_suits", "other")},
        "seen": np.array(seen, dtype=np.int16),
        "action_mask": mask_array(mask),
    }


def observed(state: State, asked: Question, seen: Sequence[int], mask: int) -> Observation:
    """Return what is seen when something is asked; *seen* are the cards seen by now."""
    seat = state.seat(asked.seat)
    hand = seat.hand(asked.hand)
    facts = {
        "phase": phase_of(asked),
        "total": hand.total,
        "soft": hand.soft,
        "pair": len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1]),
        "up": _rank(state.dealer[0]),
        "up_suit": _suit(state.dealer[0]),
        "doublings": hand.doublings,
        "hand": hand.number,
        "hands": len(seat.hands),
        "split": hand.split,
        "carried": hand.made_free,
        "free": hand.free // hand.base,
    }
    return {
        **{name: np.int64(fact) for name, fact in facts.items()},
        **_counted(hand.cards),
        "cards": _two(_rank, hand.cards),
        "card_suits": _two(_suit, hand.cards),
        "other": _two(_rank, _other_cards(seat, hand)),
        "seen": np.array(seen, dtype=np.int16),
        "action_mask": mask_array(mask),
    }


def ranks_of(cards: Iterable[Card]) -> list[int]:
    """Return how many cards there are of each rank."""
    counts = [0] * RANKS
    for card in cards:
        counts[card >> 2] += 1
    return counts


def cards_seen(view: TableView) -> list[Card]:
    """Return the cards that lie face up before a seat, and its own."""
    hands = [card for seat in view.seats for hand in seat.hands for card in hand.cards]
    return [*hands, *view.dealer, *view.bonus]


def _rank(card: Card) -> int:
    """An ace is 1, a king 13; 0 is no card."""
    return (card >> 2) + 1


def _suit(card: Card) -> int:
    """The suits in their order from 1; 0 is no card."""
    return (card & 3) + 1


def _counted(cards: Iterable[Card]) -> Observation:
    held = tuple(cards)
    suits = [sum(card & 3 == suit for card in held) for suit in range(SUITS)]
    return {
        "ranks": np.array(ranks_of(held), dtype=np.int8),
        "suits": np.array(suits, dtype=np.int8),
    }


def _two(fact: Callable[[Card], int], cards: Sequence[Card]) -> NDArray[np.int8]:
    """A fact of the first two cards in their order; a switch exchanges the second."""
    return np.array([*map(fact, cards[:2]), 0, 0][:2], dtype=np.int8)


def _other_cards(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    """The cards of the first hand on the other main wager, where there are two."""
    return next((other.cards for other in seat.hands if other.wager != hand.wager), ())
