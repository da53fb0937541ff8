"""3 Card 21 "N" Done: what every choice is worth with three cards, with more, and after a split."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KINDS, hand_of
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Choice, RefusedError
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.solver import HandValues
from pitboss.exact.cache import Keep, cached
from pitboss.exact.three_card_21.solver import ACE, CARDS, ThreeCardGame
from pitboss.exact.three_card_21.standing import Others
from pitboss.exact.worth import Advice
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.totals import value as value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A hand that has to be played."""

    cards: tuple[Card, ...]
    up: Card
    others: tuple[Card, ...] = ()
    """After a split, the two cards that start the other hands."""

    @property
    def values(self) -> tuple[int, ...]:
        """What its cards count."""
        return tuple(map(value_of, self.cards))

    @property
    def started(self) -> Others:
        """What the cards count that start the other hands."""
        low, high = sorted(map(value_of, self.others))
        return low, high

    @property
    def is_before_peek(self) -> bool:
        """2111(6): whether it is a 21 as dealt, which is decided before the dealer looks."""
        dealt = len(self.cards) == CARDS and not self.others
        return dealt and hand_of(self.cards).total == TWENTY_ONE


class ThreeCardAdviser:
    """Values hands of one table; what has been solved is kept."""

    def __init__(self, setup: Setup, arithmetic: Arithmetic = FLOATS) -> None:
        """Advise at the table of *setup*."""
        self.game = ThreeCardGame(setup, arithmetic)
        self._beside: dict[tuple[int, Others], dict[bool, HandValues]] = {}

    def advise(self, position: Position) -> list[Advice]:
        """Return every legal choice with its value, the best first; `RefusedError` if none is."""
        hand = hand_of(position.cards, split=bool(position.others))
        hands = CARDS if position.others else 1
        kinds = [each.kind for each in legal.hand_choices(self.game.setup, hand, hands)]
        if not kinds:
            message = "this hand is asked nothing: it is settled or stands"
            raise RefusedError("hand/nothing-asked", message)
        values = self.values(position)
        found = [Advice(kind, values[kind]) for kind in kinds]
        return sorted(found, key=lambda each: each.value, reverse=True)

    def values(self, position: Position) -> dict[ActionKind, Number]:
        """Return what choices are worth; of those that are not legal it means nothing.

        Of a 21 as dealt that is before the dealer looks, of anything else given no blackjack.
        """
        up = value_of(position.up)
        if position.others:
            values = self._found(up, position.started, is_ace=position.values[0] == ACE).values
        elif len(position.cards) == CARDS:
            low, middle, high = sorted(position.values)
            dealt = self.game.first_hand(up, (low, middle, high))
            assert dealt is not None, "the shoe has these cards"
            return dealt.choices
        else:
            values = self.game.against(up).up.first.values
        node = hand_graph().node(*position.values)
        return {kind: values[node, place] for kind, place in KINDS.items()}

    def _found(self, up: int, others: Others, *, is_ace: bool) -> HandValues:
        key = up, others
        if key not in self._beside:
            self._beside.clear()  # each has megabytes: one split after another is asked about
            self._beside[key] = self.game.against(up).found(others)
        return self._beside[key][is_ace]


def three_card_values(
    setup: Setup, position: Position, choices: Iterable[Choice], stake: int
) -> tuple[Advice, ...]:
    """Return what choices are worth as they are offered with so much on the hand, the best first.

    A double for less is worth its part of a whole one: it draws one card and nothing is asked after
    it.
    """
    values = adviser(setup).values(position)
    found = []
    for choice in choices:
        value = values[choice.kind]
        if choice.kind is ActionKind.DOUBLE:
            added = choice.high if choice.default is None else choice.default
            value = value * (stake + (added or 0)) / (2 * stake)
        found.append(Advice(choice.kind, value))
    return tuple(sorted(found, key=lambda each: each.value, reverse=True))


def adviser(setup: Setup) -> ThreeCardAdviser:
    """Return the adviser of a table, with all that has been solved for it."""
    return cached(setup, "adviser", lambda: ThreeCardAdviser(setup), keep=Keep.MEMORY)
