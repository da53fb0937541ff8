"""The engine's legality and pays as arrays over the hand graph.

Every entry is an answer of the engine for an example hand, so no rule is written here:
`engine.legal` gives the legal actions, `engine.settle` the pay of a 21 that is paid at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import BLACKJACK, OUTCOMES, SEVENTEEN
from pitboss.compiled.hand_graph import IntArray, hand_graph
from pitboss.engine import legal, settle
from pitboss.engine.actions import ActionKind, Choice
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand
from pitboss.engine.values import replace
from pitboss.patterns.totals import TWENTY_ONE, is_ace, value
from pitboss.rulebook.model import BlackjackRules
from pitboss.rulebook.pays import Odds

KINDS = {
    ActionKind.STAND: action_codes.STAND,
    ActionKind.HIT: action_codes.HIT,
    ActionKind.DOUBLE: action_codes.DOUBLE,
    ActionKind.SURRENDER: action_codes.SURRENDER,
    ActionKind.FREE_DOUBLE: action_codes.FREE_DOUBLE,
    ActionKind.SPLIT: action_codes.SPLIT,
    ActionKind.FREE_SPLIT: action_codes.FREE_SPLIT,
}
DOUBLED_KINDS = {
    ActionKind.STAND: action_codes.STAND,
    ActionKind.RESCUE: action_codes.RESCUE,
    ActionKind.REDOUBLE: action_codes.REDOUBLE,
}
KIND_OF = {code: kind for kind, code in KINDS.items()}
DOUBLED_KIND_OF = {code: kind for kind, code in DOUBLED_KINDS.items()}
_UNIT = 2
"""Cents on an example hand; half of it is a whole number too."""
_KING = 12
_SUITS = (1, 2)
"""Hearts and diamonds by turns: no hand is suited."""
_EXAMPLES = tuple(
    {value: Card(4 * (_KING if value == 10 else value - 1) + suit) for value in range(1, 11)}
    for suit in _SUITS
)
"""Value -> a card of it, by turns."""


class Situation(Enum):
    """The history of a hand."""

    FIRST = "as dealt"
    SPLIT = "made by a split"
    SPLIT_ACES = "made by a split of aces"


@dataclass(frozen=True, slots=True)
class RuleTables:
    """The legal actions with the hands of one situation, and their immediate pays."""

    legal: IntArray
    """(nodes): a bit for each of `KINDS`."""
    doubled_legal: IntArray
    """(levels, nodes): a bit for each of `DOUBLED_KINDS`, by the number of doublings."""
    paid_immediately: NDArray[np.bool_]
    """(nodes): the hand is paid at once."""
    pays: NDArray[np.float64]
    """(nodes): the units it is paid."""
    exact_pays: tuple[Fraction, ...]
    """The same, exactly."""
    stakes: tuple[Fraction, ...]
    """The units on a hand by the number of doublings."""


def make_cards(values: Iterable[int]) -> tuple[Card, ...]:
    """Return cards of those values in two alternating suits.

    >>> from pitboss.cards import format_cards
    >>> format_cards(make_cards((1, 10, 7)))
    'Ah Kd 7h'
    """
    return tuple(_EXAMPLES[place % 2][value] for place, value in enumerate(values))


def make_hand(cards: Iterable[Card], *, split: bool = False, doublings: int = 0) -> Hand:
    """Return a hand of the engine with one unit on it before any double."""
    held = tuple(cards)
    hand = _unit_hand(held, sum(map(value, held)), has_ace=any(map(is_ace, held)), split=split)
    return _double_hand(hand, doublings) if doublings else hand


def _unit_hand(held: tuple[Card, ...], hard: int, *, has_ace: bool, split: bool) -> Hand:
    return Hand(
        1,
        held,
        hard=hard,
        has_ace=has_ace,
        stake=_UNIT,
        portion=_UNIT // 2,
        base=_UNIT,
        split=split,
    )


def _double_hand(hand: Hand, doublings: int) -> Hand:
    """Return a hand that has been doubled this often, with any cards."""
    stake = _UNIT << doublings
    return replace(hand, stake=stake, portion=stake // 2, doublings=doublings)


def rule_tables(setup: Setup, situation: Situation) -> RuleTables:
    """Compile the rules for the hands of one situation."""
    graph = hand_graph()
    split = situation is not Situation.FIRST
    rows = zip(graph.cards.tolist(), graph.hard.tolist(), strict=True)
    hands = [_example(counts, hard, situation, split=split) for counts, hard in rows]
    odds = [immediate_odds(setup, hand) for hand in hands]
    pays = tuple(Fraction(0) if pay is None else pay.ratio for pay in odds)
    levels = [
        [_doubled_mask(setup, hand, level) for hand in hands]
        for level in range(1, action_codes.LEVELS + 1)
    ]
    return RuleTables(
        legal=np.array([_mask(setup, hand) for hand in hands], dtype=np.int64),
        doubled_legal=np.array(levels, dtype=np.int64),
        paid_immediately=np.array([pay is not None for pay in odds]),
        pays=np.array([float(pay) for pay in pays]),
        exact_pays=pays,
        stakes=unit_stakes(setup),
    )


def unit_stakes(setup: Setup) -> tuple[Fraction, ...]:
    """Return the units on a hand that was doubled 0, 1, 2 and 3 times.

    GR8, ruling W16: the table's maximum caps what a double adds to a large wager.
    """
    wager = setup.main_wager
    if wager is None:
        return tuple(Fraction(2**level) for level in range(action_codes.LEVELS + 1))
    stakes = [wager, 2 * wager]
    for level in range(1, action_codes.LEVELS):
        hand = make_hand(make_cards((2,) * (2 + level)), doublings=level)
        hand = replace(hand, stake=stakes[level], portion=stakes[level] - stakes[level - 1])
        choices = legal.hand_choices(setup, hand, 1)
        added = [choice.high or 0 for choice in choices if choice.kind is ActionKind.REDOUBLE]
        stakes.append(stakes[level] + (added[0] if added else stakes[level]))
    return tuple(Fraction(stake, wager) for stake in stakes)


def _example(counts: list[int], hard: int, situation: Situation, *, split: bool) -> Hand:
    """Return a hand with so many cards of each value: a split ace depends on its first card."""
    values = [value for value, count in enumerate(counts, start=1) for _ in range(count)]
    if situation is not Situation.SPLIT_ACES:
        values.reverse()
    return _unit_hand(make_cards(values), hard, has_ace=counts[0] > 0, split=split)


def _mask(setup: Setup, hand: Hand) -> int:
    if len(hand.cards) < 2:
        return 0
    return _bits(legal.hand_choices(setup, hand, 1), KINDS)


def _bits(choices: Iterable[Choice], places: dict[ActionKind, int]) -> int:
    return sum(1 << places[choice.kind] for choice in choices)


def _doubled_mask(setup: Setup, hand: Hand, level: int) -> int:
    """Return the mask of a doubled hand, which has a card for each doubling."""
    if not setup.rules.rescue or len(hand.cards) < 2 + level:
        return 0
    return _bits(legal.hand_choices(setup, _double_hand(hand, level), 1), DOUBLED_KINDS)


@cache
def standing_results(rules: BlackjackRules) -> NDArray[np.int8]:
    """(totals, dealer outcomes): 1 where a hand that stood wins, 0 where it ties, -1 else.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> standing_results(prepare(House(game="co/free-bet")).rules)[20].tolist()
    [1, 1, 1, 0, -1, 0, 1, -1]
    """
    results = np.zeros((TWENTY_ONE + 1, OUTCOMES), dtype=np.int8)
    results[:, BLACKJACK] = -1
    for total, place in product(range(TWENTY_ONE + 1), range(BLACKJACK)):
        results[total, place] = settle.against_total(rules, total, SEVENTEEN + place)
    if rules.twenty_one_wins:
        results[TWENTY_ONE] = 1
    return results


def immediate_odds(setup: Setup, hand: Hand) -> Odds | None:
    """Return the odds of a hand that is paid without waiting for the dealer; None otherwise."""
    if len(hand.cards) < 2 or hand.total > TWENTY_ONE:
        return None
    if hand.is_blackjack or legal.is_split_blackjack(setup, hand):
        return settle.blackjack_odds(setup, hand.cards)
    if hand.total != TWENTY_ONE or not setup.rules.twenty_one_wins:
        return setup.charlie_odds if legal.is_charlie(setup, hand) else None
    row = settle.bonus_row(setup, hand)
    if row is None:
        return setup.twenty_one_odds
    assert isinstance(row.pay, Odds), "Bonus 21s are paid at odds"
    return row.pay
