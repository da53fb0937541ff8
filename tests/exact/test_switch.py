"""Blackjack Switch solved: held against the engine's own tree, its table, and published figures.

On a tiny shoe the engine is asked for everything that may follow, card by card, while a seat plays
the solved strategy; the sum must be the solver's fraction to the last digit. On six decks the seat
plays a few thousand rounds with fixed seeds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import Card, SeededBits, parse_cards, shuffle_cards
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import KINDS
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt, Event
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import Hand, State, Status
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import FLOATS, fractions
from pitboss.exact.blackjack.solver import PAID, Rules, UpCard
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.switch.cases import TWO_CARDS, TwoCards
from pitboss.exact.switch.play import SwitchUpCard
from pitboss.exact.switch.solution import switch_solution
from pitboss.exact.switch.solver import SolvedSwitch, solve_switch
from pitboss.patterns.totals import value
from pitboss.rulebook.house import House
from tests.exact.switch_deals import compare, should_switch, switch_table
from tests.tiers import by_day

STAKE = 100
BETS = Bets(1, {"main-1": STAKE, "main-2": STAKE})
ROUNDS = int(os.environ.get("MONTE_CARLO_ROUNDS", by_day(1500, 4000)))
Samples = NDArray[np.float64]
KIND_OF = {number: kind for kind, number in KINDS.items()}


def table(decks: int = 6, soft17: str = "hit") -> Setup:
    return prepare(House(game="co/blackjack-switch", options={"decks": decks, "soft17": soft17}))


@cache
def solved() -> SolvedSwitch:
    return switch_solution(table()).game


def _action(against: SwitchUpCard, values: tuple[int, ...], *, split: bool, may_split: bool) -> int:
    """What to do with a hand; a pair made by a split is split again where that is better."""
    node = hand_graph().node(*values)
    if not split:
        return int(against.first.action[node])
    pair, second, *_ = values
    hands = against.split_hands[pair]
    tables = against.solved.rules.split_tables(pair)
    if may_split and tables.legal[node] >> action_codes.SPLIT & 1 and hands.again:
        return action_codes.SPLIT
    actions = hands.play.paired if second == pair else hands.play.usual
    return int(actions.action[node])


class Player:
    """A seat that plays as solved; it looks at what lies face up only."""

    def __init__(self, game: SolvedSwitch) -> None:
        self.game = game
        self.taken: Counter[ActionKind] = Counter()

    def decide(self, state: State, question: Question) -> Action:
        kind = self.choose(state, question)
        self.taken[kind] += 1
        return Action(seat=question.seat, hand=question.hand, kind=kind, wager=question.wager)

    def choose(self, state: State, question: Question) -> ActionKind:
        kinds = {choice.kind for choice in question.choices}
        seat = state.seat(question.seat)
        up = value(state.dealer[0])
        if ActionKind.DECLINE in kinds:
            return ActionKind.DECLINE
        if ActionKind.SWITCH in kinds:
            first, second = (two_cards(hand) for hand in seat.hands)
            switches = should_switch(self.game, up, first, second)
            return ActionKind.SWITCH if switches else ActionKind.KEEP
        hand = seat.hand(question.hand)
        values = tuple(value(card) for card in hand.cards)
        may_split = ActionKind.SPLIT in kinds
        return KIND_OF[_action(self.game.ups[up], values, split=hand.split, may_split=may_split)]


def two_cards(hand: Hand) -> TwoCards:
    one, two = hand.cards
    return value(one), value(two)


class Tree:
    """Everything that may follow at the engine's table while one seat plays as solved."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.known: dict[Hashable, Fraction] = {}

    def gain(self, state: State, due: Step, left: Counter[Card]) -> Fraction:
        """Return what the seat gains on average, in cents."""
        if due is None:
            return Fraction(sum(state.net().values()))
        position = position_of(state, left)
        if position not in self.known:
            self.known[position] = self.followed(state, due, left)
        return self.known[position]

    def followed(self, state: State, due: Step, left: Counter[Card]) -> Fraction:
        if isinstance(due, Question):
            return self.gain(*after(state, act(state, self.player.decide(state, due))), left)
        assert isinstance(due, CardNeeded)
        count = left.total()
        assert count, "the shoe is too small"
        total = Fraction(0)
        for card, copies in left.items():
            if copies:
                dealt = after(state, [CardDealt(card, due.place, due.seat, due.hand)])
                total += Fraction(copies, count) * self.gain(*dealt, left - Counter([card]))
        return total


def position_of(state: State, left: Counter[Card]) -> Hashable:
    """Return what the rest of a round may depend on: of hands that are done only their totals."""
    (seat,) = state.seats
    playing = tuple(
        replace(hand, number=0, cards=(*hand.cards[:1], *sorted(hand.cards[1:])))
        for hand in seat.hands
        if hand.status == Status.PLAYING
    )
    done = sorted(
        (hand.wager, hand.status, hand.total, hand.stake)
        for hand in seat.hands
        if hand.status != Status.PLAYING
    )
    dealer = *state.dealer[:2], *sorted(state.dealer[2:])
    gained = state.net()[seat.number]
    insured = tuple(seat.insured)
    rest = state.phase, state.dealt, state.exposed, gained, dealer, tuple(sorted(left.items()))
    return playing, tuple(done), seat.asked_to_switch, insured, rest


def after(state: State, events: Sequence[Event]) -> tuple[State, Step]:
    round_ = Round(state, state)
    round_.take(events)
    return round_.state, round_.due


def shoe_of(text: str) -> Counter[Card]:
    """Return the cards of a shoe written as "8 Ts, 4 6h"."""
    shoe: Counter[Card] = Counter()
    for part in text.split(","):
        copies, card = part.split()
        (kind,) = parse_cards(card)
        shoe[kind] += int(copies)
    return shoe


def counts(shoe: Counter[Card]) -> list[int]:
    values = Counter(value(card) for card in shoe.elements())
    return [values[worth] for worth in range(1, VALUES + 1)]


def searched(player: Player, shoe: Counter[Card], start: Sequence[Card] = ()) -> Fraction:
    """Return the gain on average once *start* is dealt, in units of one wager."""
    round_ = Round.start(player.game.setup, [BETS])
    for card in start:
        round_.deal(card)
    return Tree(player).gain(round_.state, round_.due, shoe - Counter(start)) / STAKE


WHOLE_SHOES = {
    "naturals, peeks and split aces": ("3 Ah, 3 9h, 15 Ts", "hit"),
    "splits up to four hands and dealer 22s": ("6 6h, 16 Ts", "hit"),
    "soft hands and doubles": ("3 Ah, 24 8h", "stand"),
}


@pytest.mark.nightly(only=["naturals"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("cards", "soft17"), WHOLE_SHOES.values(), ids=WHOLE_SHOES)
def test_the_engine_s_whole_tree_has_the_same_value(cards: str, soft17: str) -> None:
    shoe = shoe_of(cards)
    game = solve_switch(table(6, soft17), fractions(), counts(shoe))
    player = Player(game)
    assert searched(player, shoe) == game.value
    assert isinstance(game.value, Fraction)
    assert player.taken[ActionKind.SWITCH] > 0
    assert player.taken[ActionKind.KEEP] > 0


STARTS = ["6h 5h 6h 6h Ts", "5h 6h Ts 5h 5h", "6h Ts 5h 5h 6h", "Ts 5h 6h 5h Ts", "6h 6h 6h Ts 6h"]
"""Hand 1, hand 2, the up card, hand 1, hand 2: pairs that may be split, doubles, both at once."""


# By day the two hands of other starts are searched, and the whole trees of tiny shoes.
@pytest.mark.nightly(only=["6h 5h 6h 6h Ts", "5h 6h Ts 5h 5h"])
@pytest.mark.parametrize("start", STARTS)
def test_a_position_of_the_engine_s_has_the_same_value(start: str) -> None:
    shoe = shoe_of("5 5h, 6 6h, 12 Ts")
    game = _three_kinds()
    one, two, up, three, four = parse_cards(start)
    keep, switch = compare(game, value(up), (value(one), value(three)), (value(two), value(four)))
    assert searched(Player(game), shoe, (one, two, up, three, four)) == max(keep, switch)


@cache
def _three_kinds() -> SolvedSwitch:
    return solve_switch(table(), fractions(), counts(shoe_of("5 5h, 6 6h, 12 Ts")))


SPLIT_BEST = {
    "6h Ts Ts 6h 9h": "5 5h, 4 6h, 3 9h, 8 Ts",
    "7h Ts 7h 7h Ts": "4 2h, 6 7h, 8 Ts",
    "4h 8h Ts 4h 8h": "6 4h, 6 8h, 11 Ts",
}
"""Starts and shoes where hands of a split are not played as unsplit; the last is split once."""


def test_the_best_play_after_a_split_has_its_value_at_the_engine_s_table() -> None:
    """One position by day, three at night; the first two gain by that play."""
    for start, cards in [*SPLIT_BEST.items()][: by_day(1, len(SPLIT_BEST))]:
        unsplit, best = (_position_value(start, shoe_of(cards), play) for play in SplitPlay)
        assert (best > unsplit) == (start[0] != "4"), start


def _position_value(start: str, shoe: Counter[Card], play: SplitPlay) -> Fraction:
    """Return the value of a position at the engine's table, which is that of the solver."""
    one, two, up, three, four = parse_cards(start)
    made = [(one, three), (two, four), (one, four), (two, three)]
    hands = [(value(first), value(second)) for first, second in made]
    left = UpCard(Rules.from_setup(table()), counts(shoe - Counter([up])), value(up), fractions())
    against = SwitchUpCard(left, play, {(min(hand), max(hand)) for hand in hands})
    game = SolvedSwitch(setup=table(), ups={value(up): against}, deals={}, by_up=())
    gain = searched(Player(game), shoe, (one, two, up, three, four))
    assert gain == max(compare(game, value(up), *hands[:2]))
    return gain


# By day the best play of split hands has its value at the engine's own table.
@pytest.mark.nightly
def test_the_best_play_after_a_split_gains_a_little_at_every_table() -> None:
    """By day at one of them."""
    tables = [table(decks, soft17) for decks in (6, 8) for soft17 in ("hit", "stand")]
    for setup in tables[: by_day(1, len(tables))]:
        unsplit, best = (switch_solution(setup, split_play=play) for play in SplitPlay)
        assert 3e-8 < unsplit.house_edge - best.house_edge < 4e-7
        assert not unsplit.after_split
        assert best.after_split


def test_floats_and_fractions_agree() -> None:
    exact = _three_kinds()
    fast = solve_switch(table(), FLOATS, counts(shoe_of("5 5h, 6 6h, 12 Ts")))
    assert float(exact.value) == pytest.approx(fast.value, abs=1e-13)
    for up, deals in exact.deals.items():
        assert deals.keep.astype(float) == pytest.approx(fast.deals[up].keep, abs=1e-12)
        assert deals.switch.astype(float) == pytest.approx(fast.deals[up].switch, abs=1e-12)


def test_the_edge_at_six_decks_is_the_published_one() -> None:
    """Published: 0.5 to 0.6 % of both wagers, the dealer hitting soft 17."""
    game = solved()
    assert 0.005 < game.edge < 0.006
    assert game.edge_of_one_wager == pytest.approx(2 * game.edge)


def test_switching_is_what_makes_the_game_worth_playing() -> None:
    """Blackjacks at even money and pushes on 22 cost nine percent to who never switches."""
    game = solved()
    assert game.edge < game.edge_by_values < game.edge + 1e-5
    assert 0.09 < game.edge_never_switching < 0.11
    assert 0.3 < game.switch_probability < 0.4


def test_all_probability_is_accounted_for() -> None:
    game = _three_kinds()
    assert sum(part.probability for part in game.by_up) == 1
    assert sum(deal.probability for deal in switch_table(game)) == 1
    assert all(deals.probability.sum() == 1 for deals in game.deals.values())


def test_the_table_of_deals_is_what_the_decision_looks_at() -> None:
    game = _three_kinds()
    for deal in switch_table(game):
        assert compare(game, deal.up, deal.first, deal.second) == (deal.keep, deal.switch)
        assert should_switch(game, deal.up, deal.first, deal.second) is deal.switches


def test_which_hand_is_called_the_first_does_not_matter() -> None:
    game = solved()
    for up in (1, 6, 10):
        assert compare(game, up, (9, 5), (8, 10)) == compare(game, up, (8, 10), (9, 5))


def test_equal_second_cards_are_never_switched() -> None:
    deals = solved().deals[10]
    equal = deals.cards[1] == deals.cards[3]
    assert not deals.switches[equal].any()
    natural = (deals.cards.min(axis=0) == 0) & (deals.cards.max(axis=0) == VALUES - 1)
    assert (deals.keep == deals.switch)[equal & ~natural].all()


def test_a_21_made_by_a_switch_is_worth_less_than_a_natural() -> None:
    """2105(8)(b), (e): it is a push against 21 and 22, where a natural has been paid."""
    game = solved()
    for up in game.ups:
        kept = {c: game.ups[up].alone(c, switched=False) for c in TWO_CARDS}
        switched = {c: game.ups[up].alone(c, switched=True) for c in TWO_CARDS}
        assert kept[1, 10] == 1
        assert 0.5 < switched.pop((1, 10)) < 1
        assert switched == {cards: kept[cards] for cards in switched}


def test_a_natural_is_switched_away_only_for_two_better_hands() -> None:
    game = solved()
    assert not should_switch(game, 6, (1, 10), (10, 10))
    assert should_switch(game, 10, (1, 10), (10, 1)) is False
    assert should_switch(game, 6, (10, 5), (5, 10)), "20 and 10 instead of two hands of 15"


def test_insurance_is_never_worth_taking() -> None:
    """It pays 2 to 1: a third of the unseen cards would have to be ten-values."""
    assert np.max(solved().deals[1].dealer_blackjack) < 1 / 3


class Played(NamedTuple):
    """Seeded rounds through the engine, in units of one wager."""

    gains: Samples
    surprises: Samples
    """Gains less what the deal was worth."""
    staked: Samples
    taken: Counter[ActionKind]


@cache
def rounds_played() -> Played:
    player = Player(solved())
    gains, surprises, staked = (np.zeros(ROUNDS) for _ in range(3))
    for number in range(ROUNDS):
        cards = shuffle_cards(player.game.setup.shoe.cards(), SeededBits(f"switch/{number}"))
        round_ = Round.start(player.game.setup, [BETS])
        state = round_.play(iter(cards), player.decide)
        gains[number] = state.net()[1] / STAKE
        surprises[number] = gains[number] - _expected(player.game, cards)
        staked[number] = sum(hand.stake for hand in state.seat(1).hands) / STAKE
    return Played(gains, surprises, staked, player.taken)


def test_rounds_at_the_table_gain_what_was_computed() -> None:
    """Seeded rounds through the engine: the mean, and the mean surprise given the deal."""
    played = rounds_played()
    for sample, expected in ((played.gains, solved().value), (played.surprises, 0.0)):
        assert abs(sample.mean() - expected) < 3 * sample.std() / sqrt(ROUNDS)
    assert {ActionKind.SWITCH, ActionKind.SPLIT, ActionKind.DOUBLE} <= set(played.taken)


def _expected(game: SolvedSwitch, cards: Sequence[Card]) -> float:
    """Return what the first five cards of a round are worth before the dealer looks."""
    one, two, up, three, four = (value(card) for card in cards[:5])
    deals = game.deals[up]
    wanted = np.array([[one], [three], [two], [four]]) - 1
    (place,) = np.nonzero((deals.cards == wanted).all(axis=0))[0]
    looked = deals.dealer_blackjack[place]
    best = max(deals.keep[place], deals.switch[place])
    return float((1 - looked) * best + looked * deals.against_blackjack[place])


@pytest.mark.parametrize("up", [1, 6, 10])
def test_hands_valued_all_at_once_are_what_each_is_worth_by_itself(up: int) -> None:
    """To the last bit: what cases share changes no sum."""
    against = solved().ups[up]
    graph = hand_graph()
    tables = against.solved.rules.first
    alone = against.first.with_same_actions(FLOATS)
    unsplit = [
        (row, graph.node(*cards))
        for row, cards in enumerate(TWO_CARDS)
        if against.first.action[graph.node(*cards)] != action_codes.SPLIT
    ]
    for other in ((1, 10), (6, 6), (2, 9)):
        left = against.left_beside(other)
        assert left is not None
        win, loss = against.solved.stands(left, np.ones(graph.size, dtype=bool))
        reached = against.followed_hands.reached > 0
        against.solved.play(alone, tables, PAID, (left, win, loss), reached, fixed=True)
        place = TWO_CARDS.index(other)
        for row, node in unsplit:
            assert against.kept[row, place] == alone.best[node]
        natural = graph.node(1, 10)
        waits = against.switched[TWO_CARDS.index((1, 10)), place]
        assert waits == win[natural] - loss[natural]
