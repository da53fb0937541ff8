"""The solver against the table: exactly equal on tiny shoes, splits and redoubles included.

The table's own engine is walked through everything that can happen, deciding as the solver says;
what that is worth must be the solver's value to the last digit. The solver's play looks at the
hand and the up card alone, so the walk may know the down card without using it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import pytest

from pitboss.cards import Card, parse_cards, suit_of
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS
from pitboss.compiled.suit_sensitive import SUITS, CardsLeft, SuitSensitiveHand
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt, Event
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.blackjack.solver import CARRIED, PAID, HandValues, Rules, Splits, UpCard
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.house import house_from

UNIT = 200
KIND_OF = {place: kind for kind, place in KINDS.items()}
DOUBLED_KIND_OF = {place: kind for kind, place in DOUBLED_KINDS.items()}

PLAIN = {"game": "co/21-plus-3", "options": {"decks": 6, "soft17": "hit"}, "tables": {}}
STANDS = {"game": "co/21-plus-3", "options": {"decks": 6, "soft17": "stand", "surrender": True}}
FREE = {"game": "co/free-bet", "options": {"decks": 6, "soft17": "hit"}, "tables": {}}
WASHINGTON = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit", "redouble": True},
    "tables": {},
}
ILANI = {"game": "ilani/spanish-21", "tables": {}}
NO_PEEK = {
    "game": "reference/blackjack",
    "options": {"peek": False, "hit_split_aces": True, "resplit_aces": True, "max_hands": 3},
}


@dataclass(frozen=True)
class Position:
    """Two cards against an up card, and what else is in the shoe."""

    house: dict[str, Any]
    hand: str
    up: str
    rest: str
    more_money: bool = True

    @cached_property
    def setup(self) -> Setup:
        return replace(prepare(house_from(self.house)), more_money=self.more_money)

    @cached_property
    def up_card(self) -> Card:
        return parse_cards(self.up)[0]

    @cached_property
    def left(self) -> list[Card]:
        """Everything but the up card."""
        return [*parse_cards(self.hand), *parse_cards(self.rest)]


class Solved:
    """A position, solved with fractions."""

    def __init__(self, position: Position) -> None:
        self.position, self.arithmetic = position, fractions()
        self.rules = Rules.of(position.setup)
        cards = Counter((value_of(card), suit_of(card)) for card in position.left)
        by_suit = {v: tuple(cards[v, suit] for suit in SUITS) for v in range(1, VALUES + 1)}
        left = [sum(by_suit[value]) for value in range(1, VALUES + 1)]
        self.up = UpCard(self.rules, left, value_of(position.up_card), self.arithmetic)
        self.play = SuitedPlay(Splits(self.up), CardsLeft(by_suit))
        self.value, self.first = self._first(parse_cards(position.hand))

    def _first(self, cards: tuple[Card, ...]) -> tuple[Fraction, ActionKind]:
        hand = Hand(1, tuple(cards), stake=UNIT, base=UNIT)
        node = hand_graph().node(*map(value_of, cards))
        best, action = self.up.first.best[node], self._unsplit(hand)
        live = self.rules.live.get(node)
        suits = (suit_of(cards[0]), suit_of(cards[1]))
        if live is not None and suits[0] == suits[1]:
            best = self.play.first(live, suits[0])[0]
        mask = int(self.rules.first.legal[node])
        pair = value_of(cards[0])
        for kind, free in ((action_codes.SPLIT, False), (action_codes.FREE_SPLIT, True)):
            if mask >> kind & 1:
                split = (
                    self.play.split(pair, suits)
                    if not free
                    else self.play.splits.value(pair, free=True)
                )
                if split > best:
                    best, action = split, KIND_OF[kind]
        return Fraction(best), action

    def _unsplit(self, hand: Hand) -> ActionKind:
        node = hand_graph().node(*map(value_of, hand.cards))
        return self._action(self.up.first, self.rules.live, node, hand)

    def _action(
        self, found: HandValues, live: dict[int, SuitSensitiveHand], node: int, hand: Hand
    ) -> ActionKind:
        suits = {suit_of(card) for card in hand.cards}
        if node in live and len(suits) == 1 and len(hand.cards) == 2:
            place = self.play.better(found, live[node], suits.pop())[1]
        else:
            place = int(found.action[node])
        return KIND_OF[max(place, action_codes.STAND)]

    def decide(self, state: State, asked: Question) -> ActionKind:
        """Say what the solver does; pairs of a split are split again as long as that is legal."""
        hand = state.seat(1).hand(asked.hand)
        offered = [choice.kind for choice in asked.choices]
        node = hand_graph().node(*map(value_of, hand.cards))
        if hand.doublings:
            found = self._found(hand)
            place = int(found.doubled_action[hand.doublings - 1, node])
            return DOUBLED_KIND_OF[max(place, action_codes.STAND)]
        if not hand.split:
            return self.first if len(hand.cards) == 2 else self._unsplit(hand)
        if self.first in offered and self.first in {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
            return self.first
        return self._action(self._found(hand), self.rules.live_split, node, hand)

    def _found(self, hand: Hand) -> HandValues:
        if not hand.split:
            return self.up.first
        loses = CARRIED if hand.made_free else PAID
        return self.up.split[value_of(hand.cards[0]) == 1, loses]


@dataclass
class Walk:
    """A walk through everything that can happen at the table."""

    decide: Callable[[State, Question], ActionKind]
    seen: Counter[str] = field(default_factory=Counter)

    def value(self, state: State, due: Step, left: Counter[Card]) -> Fraction:
        if due is None:
            return Fraction(sum(state.net().values()))
        if isinstance(due, Question):
            kind = self.decide(state, due)
            self.seen[kind.value] += 1
            action = Action(seat=due.seat, hand=due.hand, kind=kind)
            return self.value(*after(state, act(state, action)), left)
        assert isinstance(due, CardNeeded)
        total = sum(left.values())
        found = Fraction(0)
        for card, copies in list(left.items()):
            if copies:
                left[card] -= 1
                event = CardDealt(card, due.place, due.seat, due.hand)
                found += copies * self.value(*after(state, [event]), left)
                left[card] += 1
        return found / total


def after(state: State, events: Iterable[Event]) -> tuple[State, Step]:
    this = Round(state, state)
    this.take(events)
    return this.state, this.due


def walked(position: Position, solved: Solved) -> tuple[Fraction, Counter[str]]:
    """Play the position at the table, given that the dealer's peek finds no blackjack."""
    walk, total, ways = Walk(solved.decide), Fraction(0), 0
    first, second = parse_cards(position.hand)
    left = Counter(position.left)
    left.subtract([first, second])
    mains = dict.fromkeys(position.setup.mains, UNIT)
    for down, copies in list(left.items()):
        this = Round.start(position.setup, [Bets(1, mains)])
        for card in (first, position.up_card, second, down):
            this.deal(card)
        found = position.setup.rules.peek and this.state.dealer_blackjack
        if copies <= 0 or found:
            continue
        state, due = this.state, this.due
        if isinstance(due, Question) and due.wager:  # insurance is declined
            state, due = after(state, act(state, Action(seat=1, kind=ActionKind.DECLINE)))
        rest = Counter(left)
        rest[down] -= 1
        total += copies * walk.value(state, due, rest)
        ways += copies
    return total / ways / UNIT, walk.seen


POSITIONS = {
    "a hard hand": Position(PLAIN, "Th 6d", "9s", "5h 5h 7c Kd Kd 2s 4c"),
    "a soft hand": Position(PLAIN, "Ah 6d", "5s", "4h 5d Kd Kd Kd 2s 3c"),
    "a double": Position(PLAIN, "5h 6d", "6s", "4h Kd Kd Kd Kd 2s 9d 9d"),
    "against an ace": Position(PLAIN, "Th 6d", "As", "5h 7d 7d Kd Kd 2s 4c"),
    "against a ten": Position(PLAIN, "9h 6d", "Ts", "5h Ad 7c Ad 2s Kh Kh 4c"),
    "a surrender": Position(STANDS, "Th 6d", "Ts", "Ah 7d 7d Kd Ah Kd Kd 9c"),
    "a split, and again": Position(PLAIN, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd 9h 9h Kd Kd"),
    "aces": Position(PLAIN, "Ah Ad", "6s", "As As 3h Kd Kd Kd 9h 9h"),
    "a free split": Position(FREE, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd Kd Kd Kd Kd"),
    "a free double": Position(FREE, "5h 6d", "Ts", "8s 8s 3h Kd Kd Kd 2c"),
    "a redouble": Position(WASHINGTON, "5h 4d", "6s", "2h 2h 3d Kd Kd Kd Kd Kd"),
    "a rescue": Position(WASHINGTON, "5h 6d", "7s", "2h 2h 8d Kd Kd Kd Kd Kd 9c"),
    "a suited six and seven": Position(WASHINGTON, "6h 7h", "2s", "8h 8d 3h Kd Kd Kd 9h"),
    "a mixed six and seven": Position(WASHINGTON, "6h 7s", "2s", "8h 8d 3h Kd Kd Kd 9h"),
    "suited sevens that are split": Position(
        WASHINGTON, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd Kd Kd Kd"
    ),
    "mixed sevens that are split": Position(
        WASHINGTON, "7h 7s", "5s", "7h 6h 8s Kd Kd Kd Kd Kd Kd Kd"
    ),
    "sixes whose suits matter": Position(WASHINGTON, "6h 6s", "6d", "7h 8h 7s 8s Kd Kd Kd Kd Kd"),
    "five cards and more": Position(ILANI, "2h 3d", "9s", "2d 3h 4h 5d 6c Kd Kd"),
    "a double that nobody peeked for": Position(NO_PEEK, "5h 6d", "Ts", "4h Kd Kd Ad 2s 9d 9d"),
    "a split that nobody peeked for": Position(
        NO_PEEK, "8h 8d", "As", "8s 3h Kd Kd Kd 9h 9h 6c Kd Kd"
    ),
    "aces played on": Position(NO_PEEK, "Ah Ad", "6s", "As 9h 5c Kd Kd Kd Kd Kd Kd Kd Kd Kd"),
    "a split without bonuses": Position(ILANI, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd Kd Kd"),
}
ABSENT = {
    "absent: eleven": Position(PLAIN, "5h 6d", "6s", "4h Kd Kd Kd Kd 2s 9d 9d", more_money=False),
    "absent: eights": Position(PLAIN, "8h 8d", "6s", "8s 3h Kd Kd Kd Kd 9h 9h", more_money=False),
    "absent: a double later": Position(
        WASHINGTON, "5h 2d", "6s", "2h 3d 2c Kd Kd Kd", more_money=False
    ),
    "absent: a free split": Position(
        FREE, "4h 4d", "6s", "4s 3h 7d Kd Kd Kd Kd Kd", more_money=False
    ),
    "absent: a free double": Position(
        FREE, "5h 6d", "Ts", "8s 8s 3h Kd Kd Kd 2c", more_money=False
    ),
}
"""Hands of absent players, for whom nothing more is put down."""


@cache
def both(name: str) -> tuple[Fraction, Fraction, Counter[str]]:
    """What a position is worth by the solver and at the table, and what was decided there."""
    position = (POSITIONS | ABSENT)[name]
    solved = Solved(position)
    return solved.value, *walked(position, solved)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_solvers_value_is_what_its_play_is_worth_at_the_table(name: str) -> None:
    solved, played, _ = both(name)
    assert solved == played


def test_the_play_of_an_absent_players_hand_is_worth_what_the_solver_says() -> None:
    seen: Counter[str] = Counter()
    for name in ABSENT:
        solved, played, decided = both(name)
        assert solved == played, name
        seen.update(decided)
    assert set(seen) == {"hit", "stand", "free-split", "free-double"}


def test_the_positions_try_every_action_the_solver_knows() -> None:
    seen: Counter[str] = Counter()
    for name in POSITIONS:
        seen.update(both(name)[2])
    wanted = {kind.value for kind in (*KINDS, *DOUBLED_KINDS)}
    assert wanted <= set(seen)
