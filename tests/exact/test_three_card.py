"""3 Card 21 "N" Done solved: exactly what the table comes to on tiny shoes, and by sampling."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement

import numpy as np
import pytest

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.odds.wagers import odds
from pitboss.exact.three_card_21.decisions import ThreeCardAdviser
from pitboss.exact.three_card_21.decisions import ThreeCardPosition as Asked
from pitboss.exact.three_card_21.solution import ThreeCardSolution, three_card_solution
from pitboss.exact.three_card_21.solver import (
    FirstThree,
    Others,
    SplitInformation,
    StandingChances,
    ThreeCardGame,
    legal_kinds,
    starts,
)
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.house import House
from tests.exact.advised import advise_three_cards
from tests.exact.solved_positions import Walk
from tests.tiers import by_day

UNIT = 200
EQUAL = 1e-12
"""Two sums of the same floats in another order."""


@cache
def setup_of(decks: int = 6, soft17: str = "hit", table: str = "3") -> Setup:
    options: dict[str, int | str] = {"decks": decks, "soft17": soft17}
    return prepare(House(game="co/3-card-21", options=options, tables={"3-card-bonus": table}))


@cache
def solution(decks: int = 6) -> ThreeCardSolution:
    return three_card_solution(setup_of(decks))


class Player:
    """Decides as the solver says; *first* is done with the three cards as dealt."""

    def __init__(
        self, game: ThreeCardGame, information: SplitInformation, first: ActionKind | None
    ) -> None:
        self.game = game
        self.information = information
        self.first = first

    def decide(self, state: State, question: Question) -> ActionKind:
        seat = state.seat(1)
        hand = seat.hand(question.hand)
        against = self.game.against(value_of(state.dealer[0]))
        if question.wager is not None:
            return ActionKind.DECLINE
        if not hand.split and len(hand.cards) == 3:
            assert self.first is not None
            return self.first
        node = hand_graph().node(*map(value_of, hand.cards))
        if not hand.split:
            action = against.up.first.action[node]
        elif self.information is SplitInformation.OWN_CARDS:
            action = against.up.split[value_of(hand.cards[0]) == 1, 1].action[node]
        else:
            low, high = sorted(value_of(h.cards[0]) for h in seat.hands if h is not hand)
            action = against.actions(value_of(hand.cards[0]), (low, high))[node]
        return KIND_OF[max(int(action), action_codes.STAND)]


@dataclass(frozen=True)
class Position:
    """Three cards against an up card, and what else is in the shoe."""

    hand: str
    up: str
    rest: str
    soft17: str = "hit"

    @cached_property
    def cards(self) -> list[Card]:
        return [*parse_cards(self.hand), *parse_cards(self.up), *parse_cards(self.rest)]

    @cached_property
    def game(self) -> ThreeCardGame:
        return ThreeCardGame(setup_of(6, self.soft17), fractions(), self.cards)

    def dealt(self, information: SplitInformation) -> FirstThree:
        low, middle, high = sorted(map(value_of, parse_cards(self.hand)))
        hand = self.game.first_hand(value_of(parse_card(self.up)), (low, middle, high), information)
        assert hand is not None
        return hand


def walked(position: Position, information: SplitInformation, first: ActionKind | None) -> Fraction:
    """Play the position at the table with every card that may lie face down."""
    walk = Walk(Player(position.game, information, first).decide)
    one, two, three = parse_cards(position.hand)
    up = parse_card(position.up)
    left = Counter(parse_cards(position.rest))
    total = Fraction(0)
    for down, copies in list(left.items()):
        round_ = Round.start(prepared(position), [Bets(1, {"main": UNIT, "3-card-bonus": UNIT})])
        for card in (one, up, two, down, three):
            round_.deal(card)
        rest = Counter(left)
        rest[down] -= 1
        bonus = sum(line.net for line in round_.state.settled if line.wager == "3-card-bonus")
        total += copies * (walk.value(round_.state, round_.due, rest) - bonus)
    return total / left.total() / UNIT


def prepared(position: Position) -> Setup:
    return position.game.setup


POSITIONS = {
    "a hard hand": Position("2h 3d Ts", "9s", "5h 5h 7c Kd Kd 2s 4c"),
    "a soft hand": Position("Ah 2d 4s", "5s", "4h 5d Kd Kd 3c 9c"),
    "a double": Position("2h 3d 6s", "6s", "4h Kd Kd Kd 2s 9d 9d"),
    "against an ace": Position("2h 4d Ts", "As", "5h 7d 7d Kd Kd 2s 4c"),
    "against a ten": Position("4h 5d 6s", "Ts", "5h Ad 7c Ad 2s Kh Kh"),
    "a pair": Position("8h 8d 2s", "6s", "3h Kd Kd Kd Kd 9h 9h Kd Kd 7c"),
    "three of a kind": Position("2h 2d 2s", "6s", "9h Kd Kd Kd Kd 9h 9h Kd Kd Kd Kd", "stand"),
    "aces": Position("Ah Ad 6s", "6s", "3h Kd Kd Kd 9h 9h 8c 5c"),
    "over 21": Position("9h Td Ts", "6s", "3h Kd Kd Kd Kd 9h 9h Kd 2c 5c"),
    "over 21 against a ten": Position("9h 8d 7s", "Ts", "Ah Kd Kd Kd 9h 9h 6c 6c 6d"),
    "over 21 with an ace as 11": Position("Ah 5d Ts", "5s", "Ah Kd Kd Kd 9h 9h 8c"),
    "a soft hand that may be surrendered": Position("Ah 7d 8s", "As", "Kd 9h 9h 9h 8c 6c 7h 7h"),
    "a 21 that may be split": Position("7h 7d 7s", "Ts", "Ah Kd Kd 9h 9h 8c 8h"),
    "a 21 with an ace": Position("Ah Td Ts", "As", "Kd Kd 9h 9h 8c 8h"),
    "a 21 that is paid": Position("6h 7d 8s", "Ts", "Ah Kd 9h"),
}


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("information", SplitInformation)
@pytest.mark.parametrize("name", POSITIONS)
def test_every_choice_is_worth_what_it_comes_to_at_the_table(
    name: str, information: SplitInformation
) -> None:
    """Each first choice in turn, then the solver's play; dealer blackjacks are counted in."""
    position = POSITIONS[name]
    dealt = position.dealt(information)
    blackjack = dealt.dealer_blackjack
    for kind, worth in dealt.choices.items():
        before = worth if dealt.paid is not None else (1 - blackjack) * worth - blackjack
        assert before == walked(position, information, kind), kind
    if not dealt.choices:
        assert dealt.value == dealt.paid == walked(position, information, None) == 1
    else:
        assert dealt.value == walked(position, information, dealt.action)


# Whether all positions together try everything: by day some of the positions are solved.
@pytest.mark.nightly
def test_the_positions_try_every_choice() -> None:
    tried = {
        kind for p in POSITIONS.values() for kind in p.dealt(SplitInformation.ALL_STARTS).choices
    }
    assert tried == set(KIND_OF.values()) - {ActionKind.FREE_DOUBLE, ActionKind.FREE_SPLIT}


def _searched(position: Position, start: Card, others: list[Card]) -> Fraction:
    """The best that a hand of a split can be worth, by search: nothing of the solver is asked.

    Everything is walked at the table. First this hand is hit as long as it can be, which shows what
    may be asked; then, from the hands with most cards down, what is worth most is kept. The other
    hands take a card and stand: what they do changes nothing for this one.
    """
    play: dict[tuple[int, ...], ActionKind] = {}
    best, choices = _followed(position, start, others, play)
    for key in sorted(choices, key=len, reverse=True):
        tried = {
            kind: _followed(position, start, others, play | {key: kind})[0] for kind in choices[key]
        }
        play[key] = max(tried, key=lambda kind: tried[kind])
        best = tried[play[key]]
    return best


def _followed(
    position: Position, start: Card, others: list[Card], play: dict[tuple[int, ...], ActionKind]
) -> tuple[Fraction, dict[tuple[int, ...], set[ActionKind]]]:
    choices: dict[tuple[int, ...], set[ActionKind]] = {}

    def decide(state: State, question: Question) -> ActionKind:
        hand = state.seat(1).hand(question.hand)
        if question.wager is not None:
            return ActionKind.DECLINE
        if not hand.split:
            return ActionKind.SPLIT
        if question.hand > 1:
            return ActionKind.STAND
        key = tuple(sorted(map(value_of, hand.cards)))
        choices[key] = {choice.kind for choice in question.choices}
        return play.get(key, ActionKind.HIT)

    left = Counter(parse_cards(position.rest))
    total = Fraction(0)
    ways = 0
    for down, copies in list(left.items()):
        round_ = Round.start(prepared(position), [Bets(1, {"main": UNIT, "3-card-bonus": UNIT})])
        for card in (start, parse_card(position.up), others[0], down, others[1]):
            round_.deal(card)
        if round_.state.dealer_blackjack:
            continue
        rest = Counter(left)
        rest[down] -= 1
        total += copies * _OwnWalk(decide).value(round_.state, round_.due, rest)
        ways += copies
    return total / ways / UNIT, choices


class _OwnWalk(Walk):
    """Counts what the first hand of a split gains, and no other."""

    def value(self, state: State, due: object, left: Counter[Card]) -> Fraction:
        if due is None:
            mine = (s for s in state.settled if s.wager == "main" and s.hand == 1)
            return Fraction(sum(line.net for line in mine))
        return super().value(state, due, left)  # type: ignore[arg-type]


@pytest.mark.nightly(but=["2h-"])
@pytest.mark.parametrize(
    ("start", "others", "up", "rest"),
    [
        ("8h", "8d 2s", "6s", "4h Kd Kd Kd 7c 7c 7c 7c 5h"),
        ("5h", "5d 9s", "Ts", "6h 6h Ad Kd Kd Kd 9h 9h 9h"),
        ("2h", "Td Ts", "7s", "9h 9h 9h Kd Kd Kd 5c 5c 5c"),
    ],
)
def test_no_other_play_of_a_split_hand_is_better(
    start: str, others: str, up: str, rest: str
) -> None:
    """A search through the hand's own decisions finds what the solver found."""
    position = Position(f"{start} {others}", up, rest)
    low, high = sorted(map(value_of, parse_cards(others)))
    solved = position.game.against(value_of(parse_card(up)))
    best = solved.hand_value(value_of(parse_card(start)), (low, high))

    assert _searched(position, parse_card(start), list(parse_cards(others))) == best


def test_hands_of_a_split_are_never_better_off_seeing_less() -> None:
    splits = solution().game.against(6)
    for values in combinations_with_replacement(range(1, VALUES + 1), 3):
        low, middle, high = values
        known = splits.value((low, middle, high))
        assert known >= splits.value((low, middle, high), SplitInformation.OWN_CARDS) - EQUAL


@pytest.mark.parametrize("up", [1, 6, 10])
@pytest.mark.parametrize("others", [(1, 1), (2, 9), (10, 10)])
def test_hands_that_stand_share_what_the_dealer_comes_to(up: int, others: Others) -> None:
    """Cards that are gone count the same, whether they lie in this hand or start the others."""
    against = solution().game.against(up).up
    standing = StandingChances(against)
    everything = np.ones(hand_graph().size, dtype=bool)
    one_by_one = against.stands(standing.left_beside(others), everything)
    possible = hand_graph().cards.max(axis=1) <= 20  # of an ace there are 24
    possible[0] = False
    for shared, alone in zip(standing.beside(others), one_by_one, strict=True):
        assert np.allclose(shared[possible], alone[possible], rtol=0, atol=EQUAL)


def test_the_edges_of_six_and_eight_decks() -> None:
    """Regression figures; the parts of each are held to the table above and below."""
    assert solution(6).house_edge == pytest.approx(-0.148099998289, abs=1e-11)
    assert solution(8).house_edge == pytest.approx(-0.147534634460, abs=1e-11)
    assert solution(6).house_edge_by_own_cards == pytest.approx(-0.148092137308, abs=1e-11)
    assert sum(hand.probability for hand in solution().hands) == pytest.approx(1, abs=EQUAL)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("decks", [6, 8])
def test_results_add_up_to_the_exact_mean(decks: int) -> None:
    """Splits too: independence given the dealer leaves means alone."""
    solved = solution(decks)
    gains = solved.results.gains
    assert sum(gains.values()) == pytest.approx(1, abs=EQUAL)
    mean = sum(float(gain) * chance for gain, chance in gains.items())
    assert mean == pytest.approx(solved.value, abs=EQUAL)
    assert sum(solved.action_chances().values()) == pytest.approx(1, abs=EQUAL)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("decks", "table"), [(6, "1"), (6, "5"), (8, "3"), (8, "4")])
def test_the_bonus_has_its_own_edge_and_the_edges_add_up(decks: int, table: str) -> None:
    (listed,) = odds("co/3-card-21", wager="3-card-bonus", table=table, decks=decks)
    both = solution(decks).together(table)

    assert both.bonus.edge == listed.edge
    assert both.bonus.variance == listed.variance
    assert both.house_edge == solution(decks).house_edge + float(listed.edge)


ROUNDS = by_day(3000, 12_000)


@cache
def sampled() -> list[tuple[Fraction, Fraction]]:
    """What rounds at the table gain on the main wager and on the bonus, in units."""
    rng = random.Random("three cards")
    setup = setup_of(table="1")
    solved = solution()
    best = {(hand.up, hand.values): hand.action for hand in solved.hands}
    shoe = list(setup.shoe.cards())
    nets = []
    for _ in range(ROUNDS):
        cards = iter(rng.sample(shoe, 40))
        round_ = Round.start(setup, [Bets(1, {"main": UNIT, "3-card-bonus": UNIT})])

        def decide(state: State, question: Question) -> Action:
            held = tuple(sorted(map(value_of, state.seat(1).hand(question.hand).cards)))
            first = best.get((value_of(state.dealer[0]), held))  # type: ignore[arg-type]
            kind = Player(solved.game, SplitInformation.ALL_STARTS, first).decide(state, question)
            return Action(seat=1, hand=question.hand, kind=kind)

        ended = round_.play(cards, decide)
        nets.append(
            (
                Fraction(sum(s.net for s in ended.settled if s.wager == "main"), UNIT),
                Fraction(sum(s.net for s in ended.settled if s.wager == "3-card-bonus"), UNIT),
            )
        )
    return nets


def test_a_sample_of_rounds_agrees_with_mean_and_spread() -> None:
    """Five standard errors, of the mean, of the square and of the product with the bonus."""
    solved = solution()
    _agrees([float(main) for main, _ in sampled()], solved.value)
    _agrees([float(main) ** 2 for main, _ in sampled()], solved.variance + solved.value**2)
    both = solved.together("1")
    _agrees([float(main + bonus) for main, bonus in sampled()], -both.house_edge)
    square = both.variance + both.house_edge**2
    _agrees([float(main + bonus) ** 2 for main, bonus in sampled()], square)


def test_a_sample_of_rounds_agrees_with_the_distribution() -> None:
    counts = Counter(main for main, _ in sampled())
    for gain, chance in solution().results.gains.items():
        spread = (ROUNDS * chance * (1 - chance)) ** 0.5
        assert abs(counts[gain] - ROUNDS * chance) <= 5 * max(spread, 1), gain


def _agrees(sample: list[float], mean: float) -> None:
    average = sum(sample) / len(sample)
    variance = sum((gain - average) ** 2 for gain in sample) / (len(sample) - 1)
    assert abs(average - mean) < 5 * (variance / len(sample)) ** 0.5


def test_advice_is_what_the_solution_says() -> None:
    adviser = ThreeCardAdviser(setup_of())
    for hand in random.Random("advice").sample(solution().hands, 40):
        if not hand.choices:
            continue
        cards = tuple(Card(4 * (12 if v == 10 else v - 1) + s) for s, v in enumerate(hand.values))
        up = Card(4 * (11 if hand.up == 10 else hand.up - 1) + 3)
        advice = advise_three_cards(adviser, Asked(cards=cards, up=up))
        assert {choice.action: choice.value for choice in advice} == pytest.approx(hand.choices)
        assert advice[0].action is hand.action


def test_what_may_be_done_is_asked_of_the_table() -> None:
    kinds = legal_kinds(setup_of(), (1, 7, 8))
    assert ActionKind.SURRENDER in kinds
    assert legal_kinds(setup_of(), (6, 7, 8)) == ()
    assert starts((2, 8, 8))[0] == (2, (8, 8))
