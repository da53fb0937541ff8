"""What decisions at the table are worth, against the solver's own advice and the table itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import pytest

from pitboss.cards import Card, Shoe, card_suit, format_cards, parse_card, parse_cards
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import Hand, State
from pitboss.exact.ante_up.kind import value_hand
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.super_bonus import super_bonus
from pitboss.exact.decisions import Decisions
from pitboss.exact.switch.decisions import Cards, switch_values
from pitboss.exact.worth import NEGLIGIBLE
from pitboss.patterns.totals import value
from pitboss.rulebook.house import house_from
from tests.exact.advised import advise
from tests.tiers import by_day

EQUAL = 1e-12
"""Two sums of the same floats in another order."""
STAKE = 1000
WASHINGTON = {"decks": 6, "soft17": "hit"}
HOUSES: dict[str, dict[str, Any]] = {
    "wa/spanish-21": WASHINGTON | {"redouble": True},
    "wa/spanish-21-v003": WASHINGTON,
    "ilani/spanish-21": {},
    "bet-bigger/spanish-21": {},
    "co/21-plus-3": {"surrender": True},
    "co/free-bet": {},
    "co/ride-free": {},
    "co/21-holdem": {},
    "co/blackjack-switch": {},
    "reference/blackjack": {"peek": False, "resplit_aces": True},
}
OF_HANDS = KINDS.keys() | DOUBLED_KINDS.keys()


def setup_of(game: str, **options: Any) -> Setup:  # noqa: ANN401 - what a house may say
    return prepare(house_from({"game": game, "options": HOUSES.get(game, {}) | options}))


def bets(setup: Setup, amount: int = STAKE) -> list[Bets]:
    return [Bets(1, dict.fromkeys(setup.mains, amount))]


def dealt(setup: Setup, rng: random.Random) -> Iterator[tuple[State, Question, Round]]:
    """Play a round at random, and yield what is asked before it is answered."""
    round_ = Round.start(setup, bets(setup))
    cards = rng.sample(setup.shoe.cards(), min(60, setup.shoe.size))
    while round_.due is not None and round_.state.phase < 8:
        if isinstance(round_.due, CardNeeded):
            round_.deal(cards.pop())
            continue
        assert isinstance(round_.due, Question)
        question = round_.due
        yield round_.state, question, round_
        if round_.due is question:
            round_.act(any_action(question, rng))


def any_action(question: Question, rng: random.Random) -> Action:
    """Split where that can be done, so that hands after splits come about; else anything."""
    kinds = [choice.kind for choice in question.choices]
    splits = [kind for kind in kinds if kind.endswith("split")]
    kind = rng.choice(splits or [k for k in kinds if k is not ActionKind.SURRENDER])
    choice = next(choice for choice in question.choices if choice.kind is kind)
    amount = choice.high if choice.default is None and choice.high else None
    return Action(seat=question.seat, hand=question.hand, kind=kind, amount=amount)


def position_of(state: State, question: Question) -> tuple[Position, Hand]:
    seat = state.seat(question.seat)
    hand = seat.hand(question.hand)
    hands = sum(other.wager == hand.wager for other in seat.hands)
    position = Position(
        cards=hand.cards,
        up=state.dealer[0],
        doublings=hand.doublings,
        after_split=hand.split,
        carried=hand.made_free,
        hands=hands,
    )
    return position, hand


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("game", HOUSES)
def test_at_the_table_a_choice_is_worth_what_advice_says(game: str) -> None:
    """Goal: the bridge adds and loses nothing. Method: random rounds, every hand of them.

    The Super Bonus is left out here: advice knows of no wager in dollars.
    """
    rng = random.Random(f"decisions {game}")
    setup = setup_of(game)
    decisions = Decisions(setup)
    adviser = Adviser(setup)
    counts: Counter[str] = Counter()
    for _ in range(250):
        for state, question, _round in dealt(setup, rng):
            position, _hand = position_of(state, question)
            if not {choice.kind for choice in question.choices} <= OF_HANDS:
                continue
            if set(map(value, (*position.cards, position.up))) == {7}:
                continue
            worth = decisions.worth(state, question)
            advised = {advice.action: advice.value for advice in advise(adviser, position)}
            assert {advice.action for advice in worth.values} == advised.keys()
            for advice in worth.values:
                assert advice.value == pytest.approx(advised[advice.action], abs=EQUAL)
            counts.update(
                {
                    "asked": 1,
                    "after split": position.after_split,
                    "carried": position.carried,
                    "doubled": position.doublings > 0,
                }
            )
    assert counts["asked"] > 150
    assert counts["after split"] > 5
    assert (counts["carried"] > 3) == setup.rules.free_bets
    assert (counts["doubled"] > 3) == setup.rules.rescue


@pytest.mark.nightly(every=8)
@pytest.mark.parametrize("game", HOUSES)
def test_the_best_choice_costs_nothing_and_any_other_exactly_the_difference(game: str) -> None:
    rng = random.Random(f"costs {game}")
    setup = setup_of(game)
    decisions = Decisions(setup)
    for _ in range(by_day(25, 60)):
        for state, question, _round in dealt(setup, rng):
            try:
                worth = decisions.worth(state, question)
            except RefusedError as error:
                assert error.refusal.code == "decision/not-valued"  # noqa: PT017 - others are none
                continue
            assert [advice.value for advice in worth.values] == sorted(
                (advice.value for advice in worth.values), reverse=True
            )
            for choice in question.choices:
                action = Action(seat=1, hand=question.hand, kind=choice.kind, amount=choice.high)
                judged = decisions.judge(state, question, action)
                gap = worth.best.value - worth.choice_value(choice.kind)
                assert judged.cost == gap
                assert judged.cost_cents == gap * worth.unit
                assert judged.is_mistake == (gap > NEGLIGIBLE)
            assert decisions.judge(
                state, question, Action(seat=1, hand=question.hand, kind=worth.best.action)
            ).cost == (0 if worth.best.action is not ActionKind.INSURE else pytest.approx(0))


def at(setup: Setup, cards: str, *actions: str, amount: int = STAKE) -> tuple[State, Question]:
    """Deal cards in the order they leave the shoe, decide, and return what is asked next."""
    round_ = Round.start(setup, bets(setup, amount))
    left = list(parse_cards(cards))
    todo = [*actions]
    while left or todo:
        if isinstance(round_.due, CardNeeded):
            round_.deal(left.pop(0))
        else:
            assert isinstance(round_.due, Question)
            kind, _, cents = todo.pop(0).partition(" ")
            question = round_.due
            money = int(cents) if cents else None
            round_.act(
                Action(seat=question.seat, hand=question.hand, kind=ActionKind(kind), amount=money)
            )
    assert isinstance(round_.due, Question)
    return round_.state, round_.due


def test_without_a_rescue_a_double_for_less_wins_and_loses_as_much_less() -> None:
    """21-plus-3 has no rescue: what is doubled for half is worth three quarters of a double."""
    setup = setup_of("co/21-plus-3", double_for_less=True)
    decisions = Decisions(setup)
    state, question = at(setup, "6h 6s 5c 9d")
    full = decisions.worth(state, question).choice_value(ActionKind.DOUBLE)
    for cents in (1, 250, 500, 999, STAKE):
        action = Action(seat=1, kind=ActionKind.DOUBLE, amount=cents)
        judged = decisions.judge(state, question, action)
        assert judged.value == pytest.approx(full * (STAKE + cents) / (2 * STAKE), abs=EQUAL)


def test_all_that_lies_on_the_units_of_a_hand_is_one_unit() -> None:
    """Bet Bigger: further wagers ride on the hand, and a mistake costs all of them."""
    setup = setup_of("bet-bigger/spanish-21")
    wagers = {"main": STAKE, "bet-bigger-1": STAKE, "bet-bigger-2": STAKE}
    round_ = Round.start(setup, [Bets(1, wagers)])
    for card in parse_cards("Kh 9s 6c 7d"):
        round_.deal(card)
    assert isinstance(round_.due, Question)
    worth = Decisions(setup).worth(round_.state, round_.due)
    assert worth.unit == 3 * STAKE
    assert worth.cents(worth.choice_value(ActionKind.SURRENDER)) == -1500


# -- the Super Bonus ------------------------------------------------------------------------------


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("wager", [500, 2500, 10000])
def test_a_pair_of_sevens_counts_the_super_bonus(wager: int) -> None:
    """Goal: the prize is in the hint. Method: `super_bonus` has valued the same hands by itself."""
    setup = setup_of("wa/spanish-21")
    decisions = Decisions(setup)
    bonus = super_bonus(solve(setup), wager)
    assert bonus is not None
    assert any(sevens.gain > 0.1 for sevens in bonus.hands)
    for sevens in bonus.hands:
        up, one, two = (Card(24 + suit) for suit in (sevens.up_suit, *sevens.suits))
        state, question = at(setup, format_cards((one, up, two, parse_card("9d"))), amount=wager)
        best = decisions.worth(state, question).best
        advised = advise(Adviser(setup), position_of(state, question)[0])[0]
        assert best.value - advised.value == pytest.approx(sevens.gain, abs=1e-9)
        assert (best.action is ActionKind.HIT) >= sevens.is_hit


# -- before the dealer looks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand"),
    [("wa/spanish-21", "9h 8c"), ("co/21-holdem", "Kh Qc"), ("co/trilux", "2h 3c")],
)
def test_insurance_is_a_wager_on_the_cards_that_are_left(game: str, hand: str) -> None:
    """Goal: the exact odds. Method: every card that may lie face down is counted."""
    setup = setup_of(game, **(WASHINGTON if game.startswith("wa") else {}))
    one, two = parse_cards(hand)
    up, down = parse_cards("As 5d")
    state, question = at(setup, format_cards((one, up, two, down)))
    if question.wager != "insurance":
        pytest.fail("insurance is asked first")
    decisions = Decisions(setup, fractions())
    left = list(setup.shoe.cards())
    for card in (one, two, up):
        left.remove(card)
    wins = sum(value(card) == 10 for card in left)
    expected = Fraction(2 * wins - (len(left) - wins), len(left)) / 2
    worth = decisions.worth(state, question)
    assert worth.before_peek
    assert worth.choice_value(ActionKind.DECLINE) == 0
    assert worth.choice_value(ActionKind.INSURE) == expected
    less = decisions.judge(state, question, Action(seat=1, kind=ActionKind.INSURE, amount=100))
    assert less.value == expected / 5


def test_a_blackjack_is_worth_its_pay_and_kept_no_less() -> None:
    """Ruling W18: kept against a dealer blackjack it is paid, and it is doubled only for more."""
    setup = setup_of("wa/spanish-21")
    decisions = Decisions(setup)
    for up in ("2d", "6d", "9d", "Kd", "Ad"):
        state, question = at(setup, f"As {up} Kh 5c")
        worth = decisions.worth(state, question)
        assert worth.before_peek
        assert worth.choice_value(ActionKind.TAKE_BLACKJACK) == 1.5
        assert worth.choice_value(ActionKind.KEEP_BLACKJACK) >= 1.5
        if up == "6d":
            later, kept = at(setup, f"As {up} Kh 5c", "keep-blackjack")
            doubled = decisions.worth(later, kept).choice_value(ActionKind.DOUBLE)
            expected = max(1.5, doubled)
            assert worth.choice_value(ActionKind.KEEP_BLACKJACK) == pytest.approx(
                expected, abs=EQUAL
            )


# -- two hands ------------------------------------------------------------------------------------


def test_switching_is_worth_what_the_advice_on_four_cards_says() -> None:
    setup = setup_of("co/blackjack-switch")
    rng = random.Random("switch")
    decisions = Decisions(setup)
    count = 0
    for _ in range(40):
        for state, question, _round in dealt(setup, rng):
            if question.choices[0].kind is not ActionKind.SWITCH:
                continue
            first, second = (cast(Cards, hand.cards) for hand in state.seat(1).hands)
            up = Adviser(setup).play(Position(cards=first, up=state.dealer[0])).up
            values = switch_values(up, first, second)
            worth = decisions.worth(state, question)
            assert {advice.action: advice.value for advice in worth.values} == values
            assert worth.best.value == max(values.values())
            assert (worth.unit, worth.before_peek) == (STAKE, False)
            count += 1
    assert count > 20


# -- what is not valued ---------------------------------------------------------------------------


def ante_up(cards: str, *actions: ActionKind) -> Round:
    """Ante Up 21 with an ANTE half as large as the 21 wager, played so far."""
    round_ = Round.start(setup_of("co/ante-up-21"), [Bets(1, {"main": STAKE, "ante": STAKE // 2})])
    dealt = iter(parse_cards(cards))
    decided = iter(actions)
    while True:
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(dealt))
        elif (kind := next(decided, None)) is not None:
            round_.act(Action(seat=1, kind=kind))
        else:
            return round_


@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("9s Kh 8d 2c", []),
        ("9s Kh 8d 2c", [ActionKind.BET]),
        ("2s 9h 2d 2c 5c", [ActionKind.BET, ActionKind.HIT]),
    ],
)
def test_ante_up_is_valued_for_both_wagers_of_any_size(
    cards: str, actions: list[ActionKind]
) -> None:
    round_ = ante_up(cards, *actions)
    assert isinstance(round_.due, Question)
    worth = Decisions(round_.state.setup).worth(round_.state, round_.due)
    hand = round_.state.seat(1).hands[0].cards
    up = round_.state.dealer[0]
    advice = value_hand(round_.state.setup, hand, up, Fraction(1, 2))
    parts = advice.hand if actions else advice.first
    assert {e.action: e.value for e in worth.values} == {
        kind: part.of_21 + part.of_poker / 2 for kind, part in parts.items()
    }
    assert worth.best.value == max(advice.value for advice in worth.values)


def test_ante_up_without_a_bet_is_blackjack() -> None:
    round_ = ante_up("9s Kh 8d 2c", ActionKind.FOLD)
    assert isinstance(round_.due, Question)
    worth = Decisions(round_.state.setup).worth(round_.state, round_.due)
    hand = Position(cards=round_.state.seat(1).hands[0].cards, up=round_.state.dealer[0])
    assert worth.values == advise(Adviser(round_.state.setup), hand)


def test_a_hand_of_a_split_is_refused_where_all_hands_make_one_poker_hand() -> None:
    round_ = ante_up("8s 6h 8d 2c 3c", ActionKind.BET, ActionKind.SPLIT)
    assert isinstance(round_.due, Question)
    with pytest.raises(RefusedError) as refused:
        Decisions(round_.state.setup).worth(round_.state, round_.due)
    assert refused.value.refusal.code == "decision/not-valued"
    assert "." not in refused.value.refusal.message


# -- the table itself, on a tiny shoe -------------------------------------------------------------


@dataclass(frozen=True)
class TinyShoe:
    """A shoe of a few cards, so that everything that can happen can be walked through."""

    text: str

    def cards(self) -> tuple[Card, ...]:
        return parse_cards(self.text)


def tiny(game: str, cards: str, **options: Any) -> Setup:  # noqa: ANN401 - what a house may say
    return replace(setup_of(game, **options), shoe=cast(Shoe, TinyShoe(cards)))


class Walk:
    """The value of an answer: every card that may come, the best of what is asked then.

    The down card is dealt last of all, as nobody may use it; the engine settles every end.
    """

    def __init__(self, setup: Setup, hand: str, up: str) -> None:
        self.setup = setup
        self.first = parse_cards(hand)
        self.up = parse_card(up)
        self.rest = Counter(setup.shoe.cards())
        self.rest.subtract([*self.first, self.up])

    def value(self, actions: tuple[Action, ...], drawn: tuple[Card, ...] = ()) -> Fraction:
        """Return what a hand is worth once *actions* are taken and *drawn* cards came for them."""
        due = self._due(actions, drawn, self._any_down(drawn))
        if isinstance(due, CardNeeded) and due.seat:
            return self._average(lambda card: self.value(actions, (*drawn, card)), drawn)
        if isinstance(due, Question):
            return max(
                self.value((*actions, Action(seat=1, kind=choice.kind)), drawn)
                for choice in due.choices
            )
        return self._settled(actions, drawn)

    def _left(self, drawn: tuple[Card, ...]) -> Counter[Card]:
        left = self.rest.copy()
        left.subtract(drawn)
        return +left

    def _may_lie(self, drawn: tuple[Card, ...]) -> Counter[Card]:
        bad = {1: 10, 10: 1}.get(value(self.up), 0)
        return Counter({c: n for c, n in self._left(drawn).items() if value(c) != bad})

    def _any_down(self, drawn: tuple[Card, ...]) -> Card:
        return next(iter(self._may_lie(drawn)))

    def _average(self, worth: Any, drawn: tuple[Card, ...]) -> Fraction:  # noqa: ANN401
        """Average over the next card; the down card is one of those that may lie there."""
        left = self._left(drawn)
        lie = self._may_lie(drawn)
        total = Fraction(0)
        for card, count in left.items():
            chance = Fraction(0)
            for down, downs in lie.items():
                rest = count - (down == card)
                chance += Fraction(downs, lie.total()) * Fraction(rest, left.total() - 1)
            if chance:
                total += chance * worth(card)
        return total

    def _due(self, actions: tuple[Action, ...], drawn: tuple[Card, ...], down: Card) -> Any:  # noqa: ANN401
        return self._round(actions, drawn, down).due

    def _round(self, actions: tuple[Action, ...], drawn: tuple[Card, ...], down: Card) -> Round:
        round_ = Round.start(self.setup, bets(self.setup))
        for card in (self.first[0], self.up, self.first[1], down):
            round_.deal(card)
        cards = list(drawn)
        todo = list(actions)
        while True:
            if isinstance(round_.due, Question) and todo:
                round_.act(todo.pop(0))
            elif isinstance(round_.due, CardNeeded) and round_.due.seat and cards:
                round_.deal(cards.pop(0))
            else:
                return round_

    def _settled(self, actions: tuple[Action, ...], drawn: tuple[Card, ...]) -> Fraction:
        """Average over the down card and the dealer's draws, settled by the table."""
        lie = self._may_lie(drawn)
        total = Fraction(0)
        for down, count in lie.items():
            left = self._left(drawn)
            left[down] -= 1
            part = self._dealer(actions, drawn, down, (), +left)
            total += Fraction(count, lie.total()) * part
        return total

    def _dealer(
        self,
        actions: tuple[Action, ...],
        drawn: tuple[Card, ...],
        down: Card,
        more: tuple[Card, ...],
        left: Counter[Card],
    ) -> Fraction:
        round_ = self._round(actions, drawn, down)
        for card in more:
            round_.deal(card)
        if round_.due is None:
            return Fraction(round_.state.net()[1], STAKE)
        total = Fraction(0)
        for card, count in left.items():
            chance = Fraction(count, left.total())
            rest = left.copy()
            rest[card] -= 1
            total += chance * self._dealer(actions, drawn, down, (*more, card), +rest)
        return total


SPANISH_SHOE = "6h 5c 9s 2d 3d 4s 7h 7c 8d 8s 9c Kh Qd As"


@pytest.mark.nightly(but=["7h 3d"])
@pytest.mark.parametrize(
    ("hand", "up", "amount"),
    [
        ("6h 5c", "9s", 100),
        ("6h 5c", "9s", STAKE),
        ("6h 5c", "As", 500),
        ("7h 3d", "Kh", 100),
        ("7h 3d", "Kh", 999),
    ],
)
def test_a_double_for_less_with_its_rescue_is_worth_what_the_table_pays(
    hand: str, up: str, amount: int
) -> None:
    setup = tiny("wa/spanish-21-v003", SPANISH_SHOE, double_for_less=True)
    assert setup.rules.rescue
    first, second = hand.split()
    state, question = at(setup, f"{first} {up} {second} 8d", *(["decline"] if up == "As" else []))
    double = Action(seat=1, kind=ActionKind.DOUBLE, amount=amount)
    before = (Action(seat=1, kind=ActionKind.DECLINE),) if up == "As" else ()
    walked = Walk(setup, hand, up).value((*before, double))
    judged = Decisions(setup, fractions()).judge(state, question, double)
    assert judged.value == walked


def test_a_redouble_that_the_maximum_caps_is_worth_what_the_table_pays() -> None:
    """Ruling W16: at the maximum a redouble adds no more than the maximum."""
    house = {
        "game": "wa/spanish-21",
        "options": HOUSES["wa/spanish-21"],
        "limits": {"main": {"min": 500, "max": STAKE}},
    }
    setup = replace(prepare(house_from(house)), shoe=cast(Shoe, TinyShoe(SPANISH_SHOE)))
    decisions = Decisions(setup, fractions())
    state, question = at(setup, "6h 9s 5c 8d")
    double = Action(seat=1, kind=ActionKind.DOUBLE)
    assert decisions.judge(state, question, double).value == Walk(setup, "6h 5c", "9s").value(
        (double,)
    )
    later, again = at(setup, "6h 9s 5c 8d 2d", "double")
    worth = decisions.worth(later, again)
    redouble = Action(seat=1, kind=ActionKind.REDOUBLE)
    walked = Walk(setup, "6h 5c", "9s").value((double, redouble), parse_cards("2d"))
    assert worth.choice_value(ActionKind.REDOUBLE) == walked
    assert worth.choice_value(ActionKind.RESCUE) == -1


def test_the_cards_of_others_are_not_looked_at() -> None:
    """A seat is valued by its own cards alone, whoever else sits at the table."""
    setup = setup_of("co/21-plus-3")
    decisions = Decisions(setup)
    round_ = Round.start(setup, [Bets(1, {"main": STAKE}), Bets(2, {"main": STAKE}, "Ann")])
    for card in parse_cards("Kh 9s 6c 5c 7d 2d"):
        round_.deal(card)
    alone, asked_alone = at(setup, "Kh 6c 5c 2d")
    assert isinstance(round_.due, Question)
    together = decisions.worth(round_.state, round_.due)
    assert together.values == decisions.worth(alone, asked_alone).values


def test_suits_are_known_to_the_bridge() -> None:
    setup = setup_of("wa/spanish-21")
    decisions = Decisions(setup)
    hits = []
    for hand in ("6h 7c", "6h 7h", "6s 7s"):
        one, two = parse_cards(hand)
        state, question = at(setup, format_cards((one, parse_card("2c"), two, parse_card("9d"))))
        assert {card_suit(card) for card in state.seat(1).hand(1).cards} == set(
            map(card_suit, (one, two))
        )
        hits.append(decisions.worth(state, question).choice_value(ActionKind.HIT))
    assert hits == sorted(hits)
    assert len(set(hits)) == 3
