"""What a decision at the table is worth: the one place that screens, trainers and programs ask.

A round's state and what it asks go in; out comes the value of every choice, in units of the first
wager and in cents. A value assumes what a player sees of his own: the hand and the up card. The
rest of the shoe is full, a card that started the neighbour of a split hand is gone, and where the
dealer looks for a blackjack he has found none. What follows is played for the best, and whatever
it puts on the table can be paid for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast

from pitboss.cards import Card, suit_of
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS, cards_of
from pitboss.compiled.suit_sensitive import SUITS
from pitboss.engine import settle
from pitboss.engine.actions import Action, ActionKind, Choice, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.exact.blackjack.advice import Advice, Adviser, Position
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.doubling import double_value, doubled_values
from pitboss.exact.blackjack.solver import forbidden_under
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.kinds import is_solved
from pitboss.exact.other_decisions import worth_elsewhere
from pitboss.exact.switch.advice import Cards, advise_against
from pitboss.patterns.totals import TWENTY_ONE, value

NEGLIGIBLE = 1e-9
"""Units: a choice that is worse by no more is no mistake."""
_OF_HANDS = KINDS.keys() | DOUBLED_KINDS.keys()
_OF_BLACKJACKS = frozenset({ActionKind.TAKE_BLACKJACK, ActionKind.KEEP_BLACKJACK})
_OF_SWITCHING = frozenset({ActionKind.SWITCH, ActionKind.KEEP})


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What every choice of one decision is worth."""

    values: tuple[Advice, ...]
    """In units of the first wager, the best first; a double or an insurance for all it may be."""
    unit: int
    """The first wager in cents, with everything that is doubled, split and settled as it is."""
    before_peek: bool = False
    """The dealer has not looked yet: that he has a blackjack is counted in."""
    of: str = "the first wager"
    """What the unit is."""
    by: str | None = None
    """What the values rest on, where that is not a blackjack hand and the up card."""

    @property
    def best(self) -> Advice:
        """The best choice."""
        return self.values[0]

    @property
    def gap(self) -> float:
        """By how much the best choice is better than the next; 0 where there is only one."""
        return float(self.best.value - self.values[min(1, len(self.values) - 1)].value)

    def value_of(self, kind: ActionKind, low: tuple[Card, ...] | None = None) -> Number:
        """Return what a choice is worth; of hands that are set, that with this *low* hand."""
        cards = set(low or ())
        return next(e.value for e in self.values if e.action is kind and set(e.low or ()) == cards)

    def cents(self, units: Number) -> float:
        """Return units of the first wager as cents."""
        return float(units) * self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A decision that was taken, and what the best one would have been."""

    worth: Worth
    action: ActionKind
    value: Number
    """Of what was done, for the amount that it was done."""

    @property
    def cost(self) -> float:
        """What it cost in units of the first wager; 0 for the best choice."""
        return max(0.0, float(self.worth.best.value - self.value))

    @property
    def cost_cents(self) -> float:
        """The same in cents."""
        return self.worth.cents(self.cost)

    @property
    def is_mistake(self) -> bool:
        """Whether another choice was better."""
        return self.cost > NEGLIGIBLE


class Decisions:
    """Values the decisions of one table; what has been solved is kept."""

    def __init__(self, setup: Setup, arithmetic: Arithmetic = FLOATS) -> None:
        """Value the decisions at the table of *setup*."""
        self.setup = setup
        self.adviser = Adviser(setup, arithmetic)

    def worth(self, state: State, asked: Question) -> Worth:
        """Return what every choice of *asked* is worth; `RefusedError` where that is not known."""
        legal = {choice.kind for choice in asked.choices}
        if (other := worth_elsewhere(self.setup, state, asked)) is not None:
            reached = tuple(each for each in other.values if each.action in legal)
            return Worth(values=reached, unit=other.unit, of=other.of, by=other.by)
        found = self._values(state, asked)
        # Where it is all the same, the first is what the solver would do.
        values = [Advice(kind, value) for kind, value in found.items() if kind in legal]
        return Worth(
            values=tuple(sorted(values, key=lambda each: each.value, reverse=True)),
            unit=_unit(*_hand(state, asked)),
            before_peek=not (_OF_HANDS | _OF_SWITCHING).intersection(found),
        )

    def judge(self, state: State, asked: Question, action: Action) -> Judged:
        """Return what *action*, a legal answer to *asked*, is worth beside the best."""
        worth = self.worth(state, asked)
        taken = next(choice for choice in asked.choices if choice.kind is action.kind)
        if action.amount in (None, _amount(taken)):
            value = worth.value_of(action.kind, action.low)
            return Judged(worth=worth, action=action.kind, value=value)
        exactly = Question(
            asked.seat,
            asked.hand,
            (Choice(action.kind, action.amount, action.amount, action.amount),),
            asked.wager,
        )
        return Judged(worth=worth, action=action.kind, value=self.worth(state, exactly).best.value)

    def _values(self, state: State, asked: Question) -> dict[ActionKind, Number]:
        kinds = {choice.kind for choice in asked.choices}
        if asked.wager is not None and asked.wager.startswith("insurance"):
            return self._insurance(state, asked)
        if not self._is_solved:
            title = self.setup.configured.game.title
            raise RefusedError("game/not-solved", f"the main game of {title} is not solved yet")
        if kinds <= _OF_BLACKJACKS:
            return self._blackjack(state, *_hand(state, asked))
        if kinds <= _OF_SWITCHING:
            return self._switch(state, asked)
        if kinds <= _OF_HANDS:
            return self._of_hand(state, asked)
        raise RefusedError("decision/not-valued", "what this choice is worth is not computed yet")

    @cached_property
    def _is_solved(self) -> bool:
        return self.setup.blackjack is not None and is_solved(self.setup)

    def _switch(self, state: State, asked: Question) -> dict[ActionKind, Number]:
        """2105(8)(b): both hands together, in units of one of the two equal wagers."""
        first, second = (cast(Cards, hand.cards) for hand in state.hands_of(asked))
        up = self.adviser.play(Position(cards=first, up=state.dealer[0])).up
        return {each.action: each.value for each in advise_against(up, first, second)}

    def _of_hand(self, state: State, asked: Question) -> dict[ActionKind, Number]:
        seat, hand = _hand(state, asked)
        position = _position(state, seat, hand)
        play, base = self.adviser.play(position), hand.base
        if hand.doublings:
            return {k: v / base for k, v in doubled_values(play.up, hand).items()}
        values = self.adviser.values(position)
        for choice in asked.choices:
            if choice.kind is ActionKind.DOUBLE and not self._is_whole(hand, choice):
                values[choice.kind] = double_value(play.up, hand, _amount(choice) or 0) / base
        values[ActionKind.HIT] += _prize(state, hand, play) / _unit(seat, hand)
        return values

    def _is_whole(self, hand: Hand, choice: Choice) -> bool:
        """Whether this double is of the whole wager, and every one that may follow it too."""
        rules, most = self.setup.rules, self.setup.main_max
        if rules.redouble and most is not None:  # ruling W16: what is added is capped
            return hand.stake << (rules.doublings - 1) <= most
        return _amount(choice) == (hand.stake or hand.base)

    def _insurance(self, state: State, asked: Question) -> dict[ActionKind, Number]:
        """DP8: a wager of its own, which the seat's own cards and the up card tell something of."""
        seat, hand = _hand(state, asked)
        number = self.adviser.arithmetic.number
        chance = number(self._dealer_blackjack(state, seat))
        gain = chance * number(self.setup.insurance_odds.ratio) - (1 - chance)
        insured = sum(_amount(choice) or 0 for choice in asked.choices)
        return {
            ActionKind.DECLINE: number(0),
            ActionKind.INSURE: gain * insured / _unit(seat, hand),
        }

    def _blackjack(self, state: State, seat: Seat, hand: Hand) -> dict[ActionKind, Number]:
        """Taken, it is paid; kept, against no dealer blackjack it may be doubled (ruling W18)."""
        number = self.adviser.arithmetic.number
        paid = number(self.setup.blackjack_odds.ratio)
        chance = number(self._dealer_blackjack(state, seat))
        position = _position(state, seat, hand)
        doubled = self.adviser.values(position)[ActionKind.DOUBLE]
        kept = paid + (1 - chance) * max(0, doubled - paid)
        return {ActionKind.TAKE_BLACKJACK: paid, ActionKind.KEEP_BLACKJACK: kept}

    def _dealer_blackjack(self, state: State, seat: Seat) -> Fraction:
        """How likely the dealer has one, by the cards of this seat and the up card."""
        place = forbidden_under(value(state.dealer[0]))
        if place < 0:
            return Fraction(0)
        left = Counter(map(value, self.setup.shoe.cards()))
        left.subtract(map(value, (state.dealer[0], *_cards_of(seat))))
        return Fraction(left[place + 1], left.total())


def _hand(state: State, asked: Question) -> tuple[Seat, Hand]:
    seat = state.seat(asked.seat)
    return seat, seat.hand(asked.hand)


def _cards_of(seat: Seat) -> tuple[Card, ...]:
    return tuple(card for hand in seat.hands for card in hand.cards)


def _unit(seat: Seat, hand: Hand) -> int:
    return hand.base * len(seat.units_on(hand))


def _amount(choice: Choice) -> int | None:
    """The most that a choice puts on the table."""
    return choice.high if choice.default is None else choice.default


def _position(state: State, seat: Seat, hand: Hand) -> Position:
    return Position(
        cards=hand.cards,
        up=state.dealer[0],
        doublings=hand.doublings,
        after_split=hand.split,
        carried=hand.made_free,
        hands=sum(other.wager == hand.wager for other in seat.hands),
    )


def _prize(state: State, hand: Hand, play: SuitedPlay) -> Number:
    """What the Super Bonus adds to a hit, in cents: the table says which third card wins it."""
    number, total = play.up.arithmetic.number, play.up.arithmetic.number(0)
    held = [(value(card), suit_of(card)) for card in hand.cards]
    worth = TWENTY_ONE - hand.hard
    if state.setup.configured.game.super_bonus is None or not 1 <= worth <= VALUES:
        return total
    left = play.cards.without(*held)
    chance = play.up.chances_after(hand_graph().node(*(each for each, _ in held)))[worth - 1]
    for suit in SUITS:
        card = Card((cards_of((worth,))[0] >> 2 << 2) + suit)
        prize = settle.super_bonus(state, hand.with_card(card))
        total += chance * number(left.share(worth, suit)) * prize
    return total
