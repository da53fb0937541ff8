"""Following a strategy against the table: exactly equal on tiny shoes.

A strategy that decides by a hash of what it sees does everything there is to do, mostly badly. The
table's own engine is walked through all that can happen while a seat plays it; that must be worth
what `exact.charts.follow` says, to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any
from zlib import crc32

import pytest

from pitboss.cards import Card, card_suit, parse_cards
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS
from pitboss.compiled.suit_sensitive import SUITS, CardsLeft
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt, Event
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.setup import prepare
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solver import Rules, Splits, UpCard
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.charts.follow import (
    NO_SPLIT,
    HandToPlay,
    first_value,
    follow_strategy,
    suit_bonus,
)
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.house import house_from

UNIT = 200
KIND_OF = {place: kind for kind, place in KINDS.items()}
DOUBLED_KIND_OF = {place: kind for kind, place in DOUBLED_KINDS.items()}
PLAIN = {"game": "co/21-plus-3", "options": {"surrender": True}, "tables": {}}
FREE = {"game": "co/free-bet", "tables": {}}
WASHINGTON = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit", "redouble": True},
    "tables": {},
}
POSITIONS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "a hard hand": (PLAIN, "Th 3d", "9s", "5h 2h 7c Kd Kd 2s 4c"),
    "against an ace": (PLAIN, "5h 6d", "As", "5h 7d 7d Kd Kd 2s 4c"),
    "a pair": (PLAIN, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd Kd Kd Kd Kd 9h 9h"),
    "a free pair": (FREE, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd Kd Kd Kd Kd Kd Kd"),
    "nine": (FREE, "5h 4d", "Ts", "8s 8s 3h Kd Kd 2c"),
    "doubled again": (WASHINGTON, "5h 4d", "6s", "2h 2h 3d Kd Kd Kd"),
    "suited": (WASHINGTON, "6h 7h", "2s", "8h 8d 3h Kd Kd 9h"),
    "sevens": (WASHINGTON, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd"),
    "sixes": (WASHINGTON, "6h 6s", "6d", "7h 8h 7s 8s Kd Kd Kd"),
}


class Hashed:
    """Decides by a hash of what it sees; *seed* makes another of it."""

    def __init__(self, seed: int, *, split: bool) -> None:
        self.seed = seed
        self.split = split

    def choose(self, hand: HandToPlay) -> int:
        if hand.suits and hand.live and self._hash(hand, "suited") % 2:
            return action_codes.HIT
        splits = [kind for kind in SPLITS if hand.legal >> kind & 1]
        if splits and self.split:
            return splits[-1]
        mask = hand.legal & NO_SPLIT
        legal = [kind for kind in range(action_codes.ACTIONS) if mask >> kind & 1]
        return legal[self._hash(hand, "") % len(legal)]

    def _hash(self, hand: HandToPlay, more: str) -> int:
        key = (self.seed, hand.node, hand.doublings, hand.carried, more)
        return crc32(repr(key).encode()) >> 3


class Following:
    """One position, valued by following and played at the table."""

    def __init__(self, name: str, strategy: Hashed) -> None:
        house, hand, up, rest = POSITIONS[name]
        self.setup = prepare(house_from(house))
        self.strategy = strategy
        self.hand = parse_cards(hand)
        self.up_card = parse_cards(up)[0]
        self.left = Counter([*self.hand, *parse_cards(rest)])
        self.rules = Rules.from_setup(self.setup)
        self.seen: Counter[ActionKind] = Counter()

    def followed(self) -> tuple[Fraction, int]:
        cards = Counter((value_of(card), card_suit(card)) for card in self.left.elements())
        by_suit = {v: tuple(cards[v, suit] for suit in SUITS) for v in range(1, VALUES + 1)}
        left = [sum(by_suit[value]) for value in range(1, VALUES + 1)]
        solved = UpCard(self.rules, left, value_of(self.up_card), fractions())
        play = SuitedPlay(Splits(follow_strategy(solved, self.strategy)), CardsLeft(by_suit))
        low, high = sorted(map(value_of, self.hand))
        one, two = (card_suit(card) for card in self.hand)
        return first_value(play, self.strategy, (low, high), (one, two))

    def decide(self, hand: Hand, offered: set[ActionKind]) -> ActionKind:
        node = hand_graph().node(*map(value_of, hand.cards))
        up = value_of(self.up_card)
        tables = self.rules.first
        if hand.split:
            tables = self.rules.split_tables(value_of(hand.cards[0]))
        if hand.doublings:
            mask = int(tables.doubled_legal[hand.doublings - 1, node])
            to_play = HandToPlay(up=up, node=node, legal=mask, doublings=hand.doublings)
            return DOUBLED_KIND_OF[self.strategy.choose(to_play)]
        if hand.split and (again := offered & {self.first}) and self.first in _SPLIT_KINDS:
            return again.pop()
        live = self.rules.live_split if hand.split else self.rules.live
        is_live = node in live
        suits = suit_bonus((card_suit(hand.cards[0]), card_suit(hand.cards[1])))
        to_play = HandToPlay(
            up=up,
            node=node,
            legal=int(tables.legal[node]) & (NO_SPLIT if hand.split else -1),
            suits=suits if is_live else suit_bonus(None),
            carried=hand.made_free,
            live=is_live,
        )
        return KIND_OF[self.strategy.choose(to_play)]

    def played(self, first: int) -> Fraction:
        """Play the position at the table, given that the dealer has no blackjack."""
        self.first = KIND_OF[first]
        left = Counter(self.left)
        total = Fraction(0)
        ways = 0
        left.subtract(self.hand)
        for down, copies in list(left.items()):
            round_ = Round.start(self.setup, [Bets(1, {"main": UNIT})])
            for card in (self.hand[0], self.up_card, self.hand[1], down):
                round_.deal(card)
            if copies <= 0 or round_.state.exposed or round_.state.dealer_blackjack:
                continue
            state = round_.state
            due = round_.due
            if isinstance(due, Question) and due.choices[0].kind is ActionKind.INSURE:
                state, due = after(state, act(state, Action(seat=1, kind=ActionKind.DECLINE)))
            rest = left.copy()
            rest[down] -= 1
            total += copies * self._walk(state, due, rest)
            ways += copies
        return total / ways / UNIT

    def _walk(self, state: State, due: Step, left: Counter[Card]) -> Fraction:
        if due is None:
            return Fraction(sum(state.net().values()))
        if isinstance(due, Question):
            offered = {choice.kind for choice in due.choices}
            kind = self.decide(state.seat(1).hand(due.hand), offered)
            self.seen[kind] += 1
            action = Action(seat=due.seat, hand=due.hand, kind=kind)
            return self._walk(*after(state, act(state, action)), left)
        assert isinstance(due, CardNeeded)
        total = Fraction(0)
        for card, copies in list(left.items()):
            if copies:
                left[card] -= 1
                event = CardDealt(card, due.place, due.seat, due.hand)
                total += copies * self._walk(*after(state, [event]), left)
                left[card] += 1
        return total / sum(left.values())


_SPLIT_KINDS = {ActionKind.SPLIT, ActionKind.FREE_SPLIT}


def after(state: State, events: Iterable[Event]) -> tuple[State, Step]:
    round_ = Round(state, state)
    round_.take(events)
    return round_.state, round_.due


@pytest.mark.nightly(every=12)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", POSITIONS)
def test_following_a_strategy_is_worth_what_it_is_worth_at_the_table(name: str, seed: int) -> None:
    pairs = {"a pair", "a free pair", "sevens", "sixes"}
    position = Following(name, Hashed(seed, split=name in pairs and seed > 0))
    value, first = position.followed()

    assert position.played(first) == value
    assert position.seen
