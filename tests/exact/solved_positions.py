"""Two cards against an up card on a tiny shoe: by the solver, and at the table engine.

The engine is walked through everything that can happen, deciding as the solver says. The solver's
play looks at the hand and the up card alone, and after a split at the pair, so the walk may know
the down card without using it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

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
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.arithmetic import Arithmetic, fractions
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solver import CARRIED, PAID, Rules, Splits, UpCard
from pitboss.exact.blackjack.split_play import HandActions, SplitPlay, Start
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.wager_size import at_wager
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
CAPPED = WASHINGTON | {"limits": {"main": {"min": 100, "max": 200}}}
"""At the maximum: each double adds one unit (W16)."""
PARTLY = WASHINGTON | {"limits": {"main": {"min": 100, "max": 300}}}
"""The second and the third double add one unit and a half."""
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
        setup = replace(prepare(house_from(self.house)), more_money=self.more_money)
        return at_wager(setup, UNIT)

    @cached_property
    def up_card(self) -> Card:
        return parse_cards(self.up)[0]

    @cached_property
    def left(self) -> list[Card]:
        """Everything but the up card."""
        return [*parse_cards(self.hand), *parse_cards(self.rest)]


class Solved:
    """A position, solved with fractions."""

    def __init__(
        self,
        position: Position,
        split_play: SplitPlay = SplitPlay.AS_UNSPLIT,
        arithmetic: Arithmetic | None = None,
    ) -> None:
        self.position = position
        self.arithmetic = fractions() if arithmetic is None else arithmetic
        self.rules = Rules.from_setup(position.setup)
        cards = Counter((value_of(card), card_suit(card)) for card in position.left)
        by_suit = {v: tuple(cards[v, suit] for suit in SUITS) for v in range(1, VALUES + 1)}
        left = [sum(by_suit[value]) for value in range(1, VALUES + 1)]
        self.up = UpCard(self.rules, left, value_of(position.up_card), self.arithmetic)
        best = split_play is SplitPlay.BEST
        splits = BestSplits(self.up, everything=True) if best else Splits(self.up)
        self.play = SuitedPlay(splits, CardsLeft(by_suit))
        self.value, self.first = self._first(parse_cards(position.hand))

    def _first(self, cards: tuple[Card, ...]) -> tuple[Fraction, ActionKind]:
        hand = Hand(1, tuple(cards), stake=UNIT, base=UNIT)
        node = hand_graph().node(*map(value_of, cards))
        best = self.up.first.best[node]
        action = self._unsplit(hand)
        live = self.rules.live.get(node)
        suits = (card_suit(cards[0]), card_suit(cards[1]))
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
                    best = split
                    action = KIND_OF[kind]
        return Fraction(best), action

    def _unsplit(self, hand: Hand) -> ActionKind:
        node = hand_graph().node(*map(value_of, hand.cards))
        place = int(self.up.first.action[node])
        suit = _suit(hand)
        if node in self.rules.live and suit is not None:
            place = self.play.better(self.up.first, self.rules.live[node], suit)[1]
        return KIND_OF[max(place, action_codes.STAND)]

    def _split_hand(self, hand: Hand) -> ActionKind:
        node = hand_graph().node(*map(value_of, hand.cards))
        place = int(self._actions(hand).action[node])
        suit = _suit(hand)
        if node in self.rules.live_split and suit is not None:
            live = self.rules.live_split[node]
            place = self.play.split_action(value_of(hand.cards[0]), live, suit)
        return KIND_OF[max(place, action_codes.STAND)]

    def decide(self, state: State, question: Question) -> ActionKind:
        """Say what the solver does."""
        hand = state.seat(1).hand(question.hand)
        offered = [choice.kind for choice in question.choices]
        node = hand_graph().node(*map(value_of, hand.cards))
        if hand.doublings:
            place = int(self._actions(hand).doubled_action[hand.doublings - 1, node])
            return DOUBLED_KIND_OF[max(place, action_codes.STAND)]
        if not hand.split:
            return self.first if len(hand.cards) == 2 else self._unsplit(hand)
        if self.first in offered and self._splits_again(state, hand):
            return self.first
        return self._split_hand(hand)

    def _splits_again(self, state: State, hand: Hand) -> bool:
        if self.first not in {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
            return False
        start = Start.FIRST if state.seat(1).hands[0] is hand else Start.DRAWN
        return start in self.play.splits.split_again(value_of(hand.cards[0]))

    def _actions(self, hand: Hand) -> HandActions:
        if not hand.split:
            return self.up.first.actions
        pair = value_of(hand.cards[0])
        play = self.play.splits.actions(pair, CARRIED if hand.made_free else PAID)
        return play.paired if value_of(hand.cards[1]) == pair else play.usual


def _suit(hand: Hand) -> int | None:
    """Return the one suit of two cards."""
    suits = {card_suit(card) for card in hand.cards}
    return suits.pop() if len(suits) == 1 and len(hand.cards) == 2 else None


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
        gains = Fraction(0)
        for card, copies in list(left.items()):
            if copies:
                left[card] -= 1
                event = CardDealt(card, due.place, due.seat, due.hand)
                gains += copies * self.value(*after(state, [event]), left)
                left[card] += 1
        return gains / total


def after(state: State, events: Iterable[Event]) -> tuple[State, Step]:
    round_ = Round(state, state)
    round_.take(events)
    return round_.state, round_.due


def walked(position: Position, solved: Solved) -> tuple[Fraction, Counter[str]]:
    """Play the position at the table, given that the dealer's peek finds no blackjack."""
    walk = Walk(solved.decide)
    total = Fraction(0)
    ways = 0
    first, second = parse_cards(position.hand)
    left = Counter(position.left)
    left.subtract([first, second])
    mains = dict.fromkeys(position.setup.mains, UNIT)
    for down, copies in list(left.items()):
        round_ = Round.start(position.setup, [Bets(1, mains)])
        for card in (first, position.up_card, second, down):
            round_.deal(card)
        is_over = position.setup.rules.peek and round_.state.dealer_blackjack
        if copies <= 0 or is_over:
            continue
        state = round_.state
        due = round_.due
        if isinstance(due, Question) and due.wager:  # insurance is declined
            state, due = after(state, act(state, Action(seat=1, kind=ActionKind.DECLINE)))
        rest = Counter(left)
        rest[down] -= 1
        total += copies * walk.value(state, due, rest)
        ways += copies
    return total / ways / UNIT, walk.seen
