"""The observation of a learner: the hand to decide, the up card, the cards seen so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card
from pitboss.compiled import action_codes
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.view import TableView
from pitboss.gym.kinds import KINDS
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.simulator.buffers import HANDS_ROOM

RANKS = 13
SUITS = 4
Observation = dict[str, Any]


class Phase(IntEnum):
    """The kind of question."""

    OVER = 0
    """None: the episode has ended."""
    WAGER = 1
    """Deal the next round."""
    BLACKJACK = 2
    """Take a blackjack, or keep it to double."""
    INSURANCE = 3
    SWITCH = 4
    HAND = 5
    RESCUE = 6
    """Stand, rescue or double a doubled hand again."""
    LATE = 7
    """Make a side wager that is offered during the round."""
    BET = 8
    """Make a poker wager, or fold."""
    SET = 9
    """Set five cards as a low hand and a high hand."""


FACTS: dict[str, int] = {
    "phase": Phase.LATE + 1,
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
"""Facts that are one number each, and the number of their values."""
FACT = {name: number for number, name in enumerate(FACTS)}
CARDS = {"hand_cards": 5, "poker_cards": 3, "table_cards": 3}
"""The cards themselves, for poker, and their largest number."""


def ranks_in(setup: Setup) -> int:
    """Return how many ranks the cards of a table have: a joker is a rank of its own."""
    return int(max(setup.shoe.cards()) >> 2) + 1


def observation_space(setup: Setup) -> spaces.Dict:
    """Return the observation space of a table."""
    copies = SUITS * setup.shoe.deck_count
    ranks = ranks_in(setup)
    kind = KINDS[setup.round]

    def counts(size: int, most: int, kind: type[np.signedinteger[Any]] = np.int8) -> spaces.Box:
        return spaces.Box(0, most, (size,), kind)

    facts = {**FACTS, "phase": len(Phase)} if kind.shows_cards else FACTS
    cards = CARDS if kind.shows_cards else {}
    return spaces.Dict(
        {
            **{name: spaces.Discrete(values) for name, values in facts.items()},
            "ranks": counts(ranks, TWENTY_ONE),
            "suits": counts(SUITS, TWENTY_ONE),
            "cards": counts(2, ranks),
            "card_suits": counts(2, SUITS),
            "other": counts(2, ranks),
            # A round that begins before the cut card may take more cards than are left; those of
            # earlier rounds are shuffled in again, and may be seen a second time.
            "seen": counts(ranks, 2 * copies, np.int16),
            **{name: counts(size, JOKER + 1) for name, size in cards.items()},
            "action_mask": spaces.MultiBinary(len(kind.actions)),
        }
    )


_PHASES = {
    ActionKind.SET: Phase.SET,
    ActionKind.FOLD: Phase.BET,
    ActionKind.TAKE_BLACKJACK: Phase.BLACKJACK,
    ActionKind.INSURE: Phase.INSURANCE,
    ActionKind.SWITCH: Phase.SWITCH,
    ActionKind.BUST_BET: Phase.LATE,
    ActionKind.RESCUE: Phase.RESCUE,
}
"""A choice that only one question has -> the phase of that question."""


def question_phase(question: Question) -> Phase:
    """Return the phase of a question."""
    kinds = {choice.kind for choice in question.choices}
    return next((phase for kind, phase in _PHASES.items() if kind in kinds), Phase.HAND)


def mask_array(legal: Iterable[int], setup: Setup) -> NDArray[np.int8]:
    """Return the numbers of legal actions as an array of zeros and ones."""
    mask = np.zeros(len(KINDS[setup.round].actions), dtype=np.int8)
    mask[[*legal]] = 1
    return mask


def observe_between_rounds(
    setup: Setup, phase: Phase, seen: Sequence[int], mask: NDArray[np.int8]
) -> Observation:
    """Return the observation between rounds: the cards that are gone."""
    facts = {**dict.fromkeys(FACTS, 0), "phase": phase}
    return _observation(setup, facts, TableCards(), seen, mask)


def observe_question(
    state: State,
    question: Question,
    table: TableView,
    seen: Sequence[int],
    mask: NDArray[np.int8],
) -> Observation:
    """Return the observation at a question; *seen* are the cards seen so far."""
    seat = state.seat(question.seat)
    hand = seat.hand(question.hand)
    shown = table.community or table.dealer
    total = hand.total if state.setup.blackjack and hand.total <= TWENTY_ONE else 0
    facts = {
        "phase": question_phase(question),
        "total": total,
        "soft": bool(total and hand.soft),
        "pair": len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1]),
        "up": _rank(shown[0]) if shown else 0,
        "up_suit": _suit(shown[0]) if shown else 0,
        "doublings": hand.doublings,
        "hand": hand.number,
        "hands": len(seat.hands),
        "split": hand.split,
        "carried": hand.made_free,
        "free": hand.free // hand.base if hand.free else 0,
    }
    cards = TableCards(hand.cards, _other_cards(seat, hand), seat.poker, shown)
    return _observation(state.setup, facts, cards, seen, mask)


class TableCards(NamedTuple):
    """The cards of a question."""

    hand: tuple[Card, ...] = ()
    other: tuple[Card, ...] = ()
    poker: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()


def _observation(
    setup: Setup,
    facts: Mapping[str, int],
    cards: TableCards,
    seen: Sequence[int],
    mask: NDArray[np.int8],
) -> Observation:
    suits = [sum(card & 3 == suit for card in cards.hand if card != JOKER) for suit in range(SUITS)]
    themselves = (cards.hand, cards.poker, cards.shown)
    shows = CARDS.items() if KINDS[setup.round].shows_cards else ()
    return {
        **{name: _NUMBERS[fact] for name, fact in facts.items()},
        "ranks": np.array(count_ranks(cards.hand, len(seen)), dtype=np.int8),
        "suits": np.array(suits, dtype=np.int8),
        "cards": _first(2, _rank, cards.hand),
        "card_suits": _first(2, _suit, cards.hand),
        "other": _first(2, _rank, cards.other),
        "seen": np.array(seen, dtype=np.int16),
        **{
            name: _first(size, _number, held)
            for (name, size), held in zip(shows, themselves, strict=False)
        },
        "action_mask": mask,
    }


_NUMBERS = tuple(map(np.int64, range(1 + max(*FACTS.values(), len(Phase)))))
"""The numbers that facts may have."""


def count_ranks(cards: Iterable[Card], ranks: int) -> list[int]:
    """Return how many cards there are of each rank."""
    counts = [0] * ranks
    for card in cards:
        counts[card >> 2] += 1
    return counts


def visible_cards(table: TableView) -> list[Card]:
    """Return the face-up cards in front of a seat, and its own."""
    hands = [card for seat in table.seats for hand in seat.hands for card in hand.cards]
    poker = [card for seat in table.seats for card in seat.poker]
    return [*hands, *poker, *table.dealer, *table.bonus]


def _rank(card: Card) -> int:
    """Return the rank: an ace is 1, a king 13, a joker 14; 0 is no card."""
    return (card >> 2) + 1


def _suit(card: Card) -> int:
    """Return the suit in order from 1; 0 is no card, or a joker."""
    return 0 if card == JOKER else (card & 3) + 1


def _number(card: Card) -> int:
    """Return the number of a card in order from 1; 0 is no card."""
    return card + 1


def _first(size: int, fact: Callable[[Card], int], cards: Sequence[Card]) -> NDArray[np.int8]:
    """Return a fact of the first cards in order; a switch exchanges the second."""
    facts = [*map(fact, cards[:size])]
    return np.array(facts + [0] * (size - len(facts)), dtype=np.int8)


def _other_cards(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    """Return the cards of the first hand on the other main wager, if there are two."""
    return next((other.cards for other in seat.hands if other.wager != hand.wager), ())
