"""What every legal choice with a hand is worth, given that the dealer has no blackjack."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pitboss.cards import Card, suit_of
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.setup import Setup
from pitboss.exact.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.hand_graph import VALUES, hand_graph
from pitboss.exact.rule_tables import DOUBLED_KINDS, KINDS, hand_of
from pitboss.exact.solver import CARRIED, PAID, Found, Rules, Splits, UpCard
from pitboss.exact.suited import SUITS, CardsLeft
from pitboss.exact.suited_play import SuitedPlay
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.totals import value as value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A hand that has to be played."""

    cards: tuple[Card, ...]
    up: Card
    doublings: int = 0
    after_split: bool = False
    """It was made by a split; the card that started its neighbour is known to be gone."""
    carried: bool = False
    """A lammer carries it: it loses nothing."""

    @property
    def values(self) -> tuple[int, ...]:
        """What its cards count."""
        return tuple(map(value_of, self.cards))


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice and what it is worth in units of the first wager."""

    action: ActionKind
    value: Number


def advise(setup: Setup, position: Position, arithmetic: Arithmetic = FLOATS) -> list[Advice]:
    """Return every legal choice with its value, the best first; `RefusedError` if none is asked."""
    kinds = _legal(setup, position)
    left = _cards_left(setup, position)
    up = UpCard(Rules.of(setup), left.by_value(arithmetic), value_of(position.up), arithmetic)
    values = _doubled(up, position) if position.doublings else _undoubled(up, left, position)
    found = [Advice(kind, values[kind]) for kind in kinds]
    return sorted(found, key=lambda each: each.value, reverse=True)


def _legal(setup: Setup, position: Position) -> list[ActionKind]:
    hand = hand_of(position.cards, split=position.after_split, doublings=position.doublings)
    if position.carried:
        hand = hand._replace(stake=0, free=hand.base, made_free=True)
    if len(hand.cards) < 2 + position.doublings:
        message = f"a hand doubled {position.doublings} times has {2 + position.doublings} cards"
        raise RefusedError("hand/impossible", f"{message} or more")
    if hand.total > TWENTY_ONE:
        raise RefusedError("hand/over", f"{hand.total} is over 21: there is nothing to decide")
    kinds = [choice.kind for choice in legal.hand_choices(setup, hand, 1 + position.after_split)]
    if not kinds:
        raise RefusedError(
            "hand/nothing-asked", "this hand is asked nothing: it is settled or stands"
        )
    return kinds


def _cards_left(setup: Setup, position: Position) -> ShoeLeft:
    """The shoe without the up card and, after a split, without the neighbour's first card."""
    cards = Counter((value_of(card), suit_of(card)) for card in setup.shoe.cards())
    cards.subtract([(value_of(position.up), suit_of(position.up))])
    return ShoeLeft(cards, position.values[0] if position.after_split else None)


@dataclass(frozen=True, slots=True)
class ShoeLeft:
    """What is left of a shoe, by value and suit."""

    cards: Counter[tuple[int, int]]
    neighbour: int | None
    """The value of a card that is gone too, of no known suit."""

    def by_value(self, arithmetic: Arithmetic) -> Number:
        """Return how many there are of each value."""
        counts = [sum(self.cards[v, suit] for suit in SUITS) for v in range(1, VALUES + 1)]
        if self.neighbour is not None:
            counts[self.neighbour - 1] -= 1
        return arithmetic.counts(counts)

    def by_suit(self) -> CardsLeft:
        """Return how many there are of each value and suit."""
        values = range(1, VALUES + 1)
        return CardsLeft({v: tuple(self.cards[v, suit] for suit in SUITS) for v in values})


def _doubled(up: UpCard, position: Position) -> dict[ActionKind, Number]:
    node, level = hand_graph().node(*position.values), position.doublings - 1
    found = _found(up, position).doubled_values[level, node]
    return {kind: found[place] * 2**position.doublings for kind, place in DOUBLED_KINDS.items()}


def _found(up: UpCard, position: Position) -> Found:
    if not position.after_split:
        return up.first
    return up.split[position.values[0] == 1, CARRIED if position.carried else PAID]


def _undoubled(up: UpCard, left: ShoeLeft, position: Position) -> dict[ActionKind, Number]:
    node, found = hand_graph().node(*position.values), _found(up, position)
    values = {kind: found.values[node, place] for kind, place in KINDS.items()}
    play = SuitedPlay(Splits(up), left.by_suit())
    if len(position.cards) == 2:
        suits = (suit_of(position.cards[0]), suit_of(position.cards[1]))
        live = (up.rules.live_split if position.after_split else up.rules.live).get(node)
        if live is not None and suits[0] == suits[1]:
            values[ActionKind.HIT] = play.hit(found, live, suits[0], up.left, play.cards)
        if position.values[0] == position.values[1]:
            made = 1 + position.after_split
            values[ActionKind.SPLIT] = play.split(position.values[0], suits, made)
            values[ActionKind.FREE_SPLIT] = play.splits.value(
                position.values[0], free=up.rules.setup.rules.free_bets, made=made
            )
    return values
