"""Values the decisions about a blackjack hand: insurance, even money, how to play it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pitboss.cards import Card, Unseen, card_suit
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS, make_cards, unit_stakes
from pitboss.compiled.suit_sensitive import SUITS
from pitboss.engine import legal, settle
from pitboss.engine.actions import ActionKind, Choice, Question, RefusedError
from pitboss.engine.events import WagerSettled
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.values import replace
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.outcomes import Outcomes, hand_outcomes
from pitboss.exact.blackjack.solver import UpCard, forbidden_under
from pitboss.exact.blackjack.split_cases import MeanHands
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.wager_size import at_wager
from pitboss.exact.worth import Advice, Worth, best_first
from pitboss.patterns.totals import TWENTY_ONE, value

_OF_HANDS = KINDS.keys() | DOUBLED_KINDS.keys()
_OF_BLACKJACKS = frozenset({ActionKind.TAKE_BLACKJACK, ActionKind.KEEP_BLACKJACK})
_NOBODY = Seat(number=1, player="", wagers={}, units=("main",), hands=(), insured={})
_CAPPED_KEPT = 4
"""Wagers that the maximum caps, whose solved hands stay in memory."""
_ONE_OF_EACH = tuple(make_cards((worth,))[0] for worth in range(1, VALUES + 1))
"""A card of each value: suits do not matter for a doubled hand, whose bonuses are void."""


class BlackjackDecisions:
    """Values the decisions of one table; solved hands are kept."""

    def __init__(
        self, setup: Setup, arithmetic: Arithmetic = FLOATS, unseen: Unseen | None = None
    ) -> None:
        """Value the decisions at the table of *setup*; *unseen*: with these cards left."""
        self.setup = setup
        self.unseen = unseen
        self.adviser = Adviser(setup, arithmetic, unseen)
        self._capped: dict[tuple[Fraction, ...], Adviser] = {}

    def _adviser(self, hand: Hand) -> Adviser:
        """Return who values hands of this wager: the maximum may cap its doubles (W16)."""
        setup = at_wager(self.setup, hand.base)
        if setup is self.setup:
            return self.adviser
        stakes = unit_stakes(setup)
        if stakes not in self._capped:
            if len(self._capped) == _CAPPED_KEPT:
                del self._capped[next(iter(self._capped))]
            self._capped[stakes] = Adviser(setup, self.adviser.arithmetic, self.unseen)
        return self._capped[stakes]

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""
        values = self.values(state, question)
        # Where choices are equal, the first is what the solver would do.
        advice = (Advice(kind, value) for kind, value in values.items())
        return Worth(
            values=best_first(advice),
            unit=_unit(*_hand(state, question)),
            before_peek=question.wager is not None or values.keys() <= _OF_BLACKJACKS,
        )

    def values(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """Return the expected values of the choices, in units of the first wager."""
        kinds = {choice.kind for choice in question.choices}
        if is_insurance(question):
            return self._insurance(state, question)
        if kinds <= _OF_BLACKJACKS:
            return self._blackjack(state, *_hand(state, question))
        if question.wager == legal.EARLY_SURRENDER:
            return self._early_surrender(state, *_hand(state, question))
        if kinds <= _OF_HANDS:
            return self._value_hand(state, question)
        raise RefusedError("decision/not-valued", "what this choice is worth is not computed yet")

    def outcomes(self, state: State, question: Question) -> Outcomes | None:
        """Return how the round ends after each choice; None for a split or a doubled hand."""
        kinds = {choice.kind for choice in question.choices}
        if is_insurance(question) or question.wager is not None or not kinds <= _OF_HANDS:
            return None
        seat, hand = _hand(state, question)
        if hand.split or hand.doublings:
            return None
        adviser = self._adviser(hand)
        whole = {
            choice.kind
            for choice in question.choices
            if choice.kind is not ActionKind.DOUBLE or self._is_whole(hand, choice)
        }
        up = adviser.splits(_position(state, seat, hand)).up
        return hand_outcomes(up, state.dealer[0], hand.cards, sorted(whole))

    def _value_hand(self, state: State, question: Question) -> dict[ActionKind, Number]:
        seat, hand = _hand(state, question)
        position = _position(state, seat, hand)
        adviser = self._adviser(hand)
        base = hand.base
        play = adviser.play(position)
        drawn = adviser.next_cards(position)
        if hand.doublings:
            return {k: v / base for k, v in doubled_values(drawn, hand).items()}
        values = adviser.values(position)
        for choice in question.choices:
            if choice.kind is ActionKind.DOUBLE and not self._is_whole(hand, choice):
                values[choice.kind] = double_value(drawn, hand, largest_amount(choice) or 0) / base
        values[ActionKind.HIT] += _prize(state, hand, play) / _unit(seat, hand)
        return values

    def _is_whole(self, hand: Hand, choice: Choice) -> bool:
        """Return whether this double, and every later one, is of the whole wager."""
        rules = self.setup.rules
        most = self.setup.main_max
        if rules.redouble and most is not None:  # ruling W16: what is added is capped
            return hand.stake << (rules.doublings - 1) <= most
        return largest_amount(choice) == (hand.stake or hand.base)

    def _insurance(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """DP8: value insurance by the seat's own cards and the up card."""
        seat, hand = _hand(state, question)
        number = self.adviser.arithmetic.number
        chance = number(self._dealer_blackjack(state, seat))
        gain = chance * number(self.setup.insurance_odds.ratio) - (1 - chance)
        insured = sum(largest_amount(choice) or 0 for choice in question.choices)
        return {
            ActionKind.DECLINE: number(0),
            ActionKind.INSURE: gain * insured / _unit(seat, hand),
        }

    def _blackjack(self, state: State, seat: Seat, hand: Hand) -> dict[ActionKind, Number]:
        """Value a blackjack: paid now, or kept and perhaps doubled (ruling W18)."""
        number = self.adviser.arithmetic.number
        paid = number(self.setup.blackjack_odds.ratio)
        chance = number(self._dealer_blackjack(state, seat))
        position = _position(state, seat, hand)
        doubled = self._adviser(hand).values(position)[ActionKind.DOUBLE]
        kept = paid + (1 - chance) * max(0, doubled - paid)
        return {ActionKind.TAKE_BLACKJACK: paid, ActionKind.KEEP_BLACKJACK: kept}

    def _early_surrender(self, state: State, seat: Seat, hand: Hand) -> dict[ActionKind, Number]:
        """Value half the wager now, or the hand with a dealer blackjack counted in."""
        number = self.adviser.arithmetic.number
        rules = self.setup.rules
        choices = legal.hand_choices(self.setup, hand, 1)
        values = self.adviser.values(_position(state, seat, hand))
        best = max(values[choice.kind] for choice in choices)
        at_risk = rules.original_at_risk(value(state.dealer[0]))
        found = self._dealer_blackjack(state, seat) if at_risk else Fraction(0)
        chance = number(found)
        kept = (1 - chance) * best - chance
        return {ActionKind.DECLINE: kept, ActionKind.SURRENDER: -number(1) / 2}

    def _dealer_blackjack(self, state: State, seat: Seat) -> Fraction:
        """Return the chance of a dealer blackjack, by this seat's cards and the up card."""
        place = forbidden_under(value(state.dealer[0]))
        if place < 0:
            return Fraction(0)
        left = Counter(map(value, self.adviser.unseen.cards()))
        left.subtract([value(state.dealer[0])])
        left.subtract(value(card) for hand in seat.hands for card in hand.cards)
        return Fraction(left[place + 1], left.total())


def is_insurance(question: Question) -> bool:
    """Return whether a wager on a dealer blackjack is offered."""
    return question.wager is not None and question.wager.startswith("insurance")


def _hand(state: State, question: Question) -> tuple[Seat, Hand]:
    seat = state.seat(question.seat)
    return seat, seat.hand(question.hand)


def _unit(seat: Seat, hand: Hand) -> int:
    return hand.base * len(seat.units_on(hand))


def largest_amount(choice: Choice) -> int | None:
    """Return the most that a choice puts on the table."""
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
    """Return the Super Bonus part of a hit, in cents; the engine says which card wins it."""
    number = play.up.arithmetic.number
    total = play.up.arithmetic.number(0)
    held = [(value(card), card_suit(card)) for card in hand.cards]
    worth = TWENTY_ONE - hand.hard
    if state.setup.configured.game.super_bonus is None or not 1 <= worth <= VALUES:
        return total
    left = play.cards.without(*held)
    chance = play.up.chances_after(hand_graph().node(*(rank for rank, _ in held)))[worth - 1]
    for suit in SUITS:
        card = Card((make_cards((worth,))[0] >> 2 << 2) + suit)
        prize = settle.super_bonus(state, hand.with_card(card))
        total += chance * number(left.share(worth, suit)) * prize
    return total


def double_value(up: UpCard | MeanHands, hand: Hand, amount: int) -> Number:
    """Return the expected value of doubling *hand* for *amount* cents, in units of the wager."""
    doubled = replace(hand, stake=hand.stake + amount, portion=amount, doublings=hand.doublings + 1)
    chances = up.chances_after(_node(hand))
    drawn = zip(chances, _ONE_OF_EACH, strict=True)
    return sum(chance * _best(up, doubled.with_card(card)) for chance, card in drawn if chance)


def doubled_values(up: UpCard | MeanHands, hand: Hand) -> dict[ActionKind, Number]:
    """Return the expected value of every choice with a doubled hand, in the same cents."""
    win = up.win[_node(hand)]
    loss = up.loss[_node(hand)]
    values = {ActionKind.STAND: (hand.stake + hand.free) * win - hand.stake * loss}
    for choice in legal.hand_choices(up.rules.setup, hand, 1):
        if choice.kind is ActionKind.RESCUE:
            values[choice.kind] = _rescue_value(hand)
        elif choice.kind is ActionKind.REDOUBLE:
            assert choice.default is not None, "a redouble has one amount"
            values[choice.kind] = double_value(up, hand, choice.default)
    return values


def _best(up: UpCard | MeanHands, hand: Hand) -> Number:
    """Return the expected value of a doubled hand under optimal play."""
    return -hand.stake if hand.total > TWENTY_ONE else max(doubled_values(up, hand).values())


def _rescue_value(hand: Hand) -> int:
    """GR7, ruling W15: return the money left after a rescue, from the engine."""
    seat = replace(_NOBODY, units=(hand.wager,))
    (line,) = settle.rescue(seat, hand)
    assert isinstance(line, WagerSettled)
    return line.net


def _node(hand: Hand) -> int:
    return hand_graph().node(*map(value, hand.cards))
