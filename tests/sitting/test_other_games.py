"""Training in the games that are more than one blackjack hand: poker, settings, three cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from pitboss.cards import Card, format_cards, parse_cards
from pitboss.cards.shuffle import SeededBits
from pitboss.engine import values
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.drive import question
from pitboss.engine.rounds.ante_up import is_live
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.holdem.decisions import HoldemDecisions
from pitboss.exact.pai_jack.kind import advise_setting
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.problems import RulesError
from pitboss.sitting.training.dealing import (
    SEAT,
    Dealing,
    DealtDecision,
    poker_table,
    training_bets,
)
from pitboss.sitting.training.score import Score, TableScore
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.weights import difficulty

HOLDEM = "co/21-holdem"
ANTE_UP = "co/ante-up-21"
THREE_CARD = "co/3-card-21"
PAI_JACK = "co/pai-jack"
WILD = "co/deuces-wild-xtreme"
GAMES = (HOLDEM, ANTE_UP, THREE_CARD, PAI_JACK, WILD)
DEALT = 200
"""Decisions that are looked at of each game."""


def setup_of(game: str) -> Setup:
    house, _ = add_compulsory_tables(House(game=game))
    return prepare(replace(house, tables={**(house.tables or {}), **poker_table(house)}))


@cache
def dealing_of(game: str) -> Dealing:
    setup = setup_of(game)
    return Dealing(setup, training_bets(setup))


@cache
def dealt_in(game: str) -> tuple[DealtDecision, ...]:
    return tuple(islice(dealing_of(game).rounds(SeededBits(f"others {game}")), DEALT))


def trainer_of(game: str, score: TableScore | None = None) -> Trainer:
    setup = setup_of(game)
    return Trainer(
        setup, training_bets(setup), score or TableScore(game=game, options={}), f"seed {game}"
    )


# -- what is dealt --------------------------------------------------------------------------------


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_what_the_table_asks_and_its_cards_deal_it_again(game: str) -> None:
    for dealt in dealt_in(game):
        assert question(dealt.state) == dealt.question
        again = dealing_of(game).again(dealt.cards, dealt.actions)
        assert again is not None
        assert (again.state, again.key, again.cards) == (dealt.state, dealt.key, dealt.cards)


def _sorts(game: str) -> Iterator[str]:
    for dealt in dealt_in(game):
        seat = dealt.state.seat(SEAT)
        hand = seat.hand(dealt.question.hand)
        if dealt.question.wager:
            yield f"{dealt.question.wager}, {len(seat.poker)} cards"
        elif game == ANTE_UP:
            yield "both" if is_live(seat) else "folded"
        else:
            yield f"{'split' if hand.split else 'dealt'}, {min(4, len(hand.cards))} cards"


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("game", "sorts"),
    [
        (HOLDEM, {"poker-2, 1 cards", "poker-3, 2 cards", "dealt, 2 cards", "split, 2 cards"}),
        (ANTE_UP, {"bet, 0 cards", "both", "folded"}),
        (THREE_CARD, {"dealt, 3 cards", "dealt, 4 cards", "split, 2 cards", "split, 3 cards"}),
        (PAI_JACK, {"dealt, 4 cards"}),
        (WILD, {"play, 0 cards"}),
    ],
)
def test_every_sort_of_decision_of_a_game_comes_up(game: str, sorts: set[str]) -> None:
    assert sorts <= set(_sorts(game))


def test_a_hand_of_a_split_in_ante_up_is_not_asked_while_poker_is_played() -> None:
    """Ruling A1: all its hands make one poker hand, so that one of them has no value."""
    split = 0
    for dealt in dealt_in(ANTE_UP):
        seat = dealt.state.seat(SEAT)
        assert not (is_live(seat) and seat.hand(dealt.question.hand).split)
        split += ActionKind.SPLIT is dealt.worth.best.action and is_live(seat)
    assert split > 0


def test_poker_is_dealt_from_all_cards_but_those_in_common() -> None:
    """2104(6): cards of the blackjack part come again, the two in common do not."""
    again = 0
    for dealt in dealt_in(HOLDEM):
        seat = dealt.state.seat(SEAT)
        assert not set(seat.poker) & set(dealt.state.dealer[:2])
        again += bool(set(seat.poker) & set(dealt.cards[: -len(seat.poker) or None]))
    assert again > 0


def test_cards_that_the_reshuffled_deck_does_not_have_deal_no_decision() -> None:
    dealing = dealing_of(HOLDEM)
    dealt = next(decision for decision in dealt_in(HOLDEM) if decision.question.wager == "poker-2")
    community = dealt.state.dealer[:2]
    common = dealt.cards[:-1]
    free = next(Card(n) for n in range(52) if n not in community)
    assert dealing.again((*common, free), dealt.actions) is not None
    assert dealing.again((*common, community[0]), dealt.actions) is None


# -- what is told of them -------------------------------------------------------------------------


def test_values_are_those_of_the_solvers() -> None:
    for dealt in dealt_in(HOLDEM):
        seat = dealt.state.seat(SEAT)
        if seat.poker:
            one, two = dealt.state.dealer[:2]
            decisions = HoldemDecisions(dealt.state.setup)
            assert dealt.worth.values == decisions.poker_values((one, two), seat.poker)
    for dealt in dealt_in(WILD)[:40]:
        cards = dealt.state.seat(SEAT).hand(1).cards
        hand = wild_solution(dealt.state.setup).hand(cards)
        assert {value.value for value in dealt.worth.values} == {hand.play, hand.fold}
    for dealt in dealt_in(PAI_JACK)[:40]:
        settings = advise_setting(dealt.state.setup, dealt.state.seat(SEAT).hand(1).cards)
        assert [(e.low, e.value) for e in dealt.worth.values] == [
            (e.low, e.value) for e in settings
        ]


@pytest.mark.parametrize("game", GAMES)
def test_decisions_of_one_key_have_the_same_values(game: str) -> None:
    """Goal: a decision that was missed is the one that comes again. Method: whatever is alike."""
    by_key: dict[str, list[list[tuple[str, float]]]] = defaultdict(list)
    for dealt in dealt_in(game):
        values = sorted((str(e.action), float(e.value)) for e in dealt.worth.values)
        by_key[dealt.key].append(values)
    assert len(by_key) > DEALT // 8
    for key, alike in by_key.items():
        for values in alike[1:]:
            assert [kind for kind, _ in values] == [kind for kind, _ in alike[0]], key
            assert [value for _, value in values] == pytest.approx(
                [value for _, value in alike[0]], abs=1e-9
            ), key


def test_keys_say_what_values_depend_on() -> None:
    """One example a game, dealt by hand: cards, what was decided, the key."""
    cases = (
        (HOLDEM, "8h Kd Ts 9s 2c", ("stand",), "9s Kh with 2d: bet fold"),
        (ANTE_UP, "Kh Qd 7s 2s", (), "K7 v Q: bet fold"),
        (ANTE_UP, "Kh Qd 7s 2s", ("fold",), "folded, T7 v T: hit stand double"),
        (THREE_CARD, "9h 7d 5s 2d Tc", (), "T95 v 7: surrender split"),
        (PAI_JACK, "Kh Qs 9h 5s 4h 2d 2c 3d 3c 4c", (), "TT954: set"),
        (WILD, "Kh Qs 9h 5s 4h 2d 2c 3d 3c 4c", (), "4s 5h 9s Qh Ks: bet fold"),
    )
    for game, cards, actions, key in cases:
        dealt = dealing_of(game).again(
            parse_cards(cards), [ActionKind(action) for action in actions]
        )
        assert dealt is not None, game
        assert dealt.key == key


def test_low_hands_that_are_worth_the_same_are_one_choice() -> None:
    """Any ten-value goes into the low hand as well as another: that is no close decision."""
    alike = 0
    for dealt in dealt_in(PAI_JACK):
        losses = [float(dealt.worth.best.value - value.value) for value in dealt.worth.values]
        worse = [lost for lost in losses if lost > 0]
        assert dealt.gap == (min(worse) if worse else 0)
        assert (difficulty(dealt.gap) > 0) == bool(worse)
        alike += losses.count(0) > 1 and bool(worse)
    assert alike > 0


# -- the trainer ----------------------------------------------------------------------------------


@pytest.mark.nightly(only=["co/ante-up-21"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_wrong_answers_are_owed_and_come_again_from_the_file(game: str) -> None:
    trainer = trainer_of(game)
    for _ in range(4):
        dealt = trainer.next_decision()
        worst = dealt.worth.values[-1]
        assert trainer.answer(dealt, worst.action, worst.low).is_mistake
    lost = trainer.session.loss
    assert (trainer.session.wrong, lost > 0) == (4, True)
    content = Score(tables={"a": trainer.score}).content()
    later = trainer_of(game, Score.model_validate_json(content).tables["a"])
    counts = Counter[str]()
    for _ in range(25):
        dealt = later.next_decision()
        counts[dealt.key] += 1
        best = dealt.worth.best
        assert not later.answer(dealt, best.action, best.low).is_mistake
    assert later.session.loss == 0
    assert sum(counts[key] for key in trainer.score.missed) >= 4
    assert later.score.loss == lost


def test_the_same_seed_asks_the_same_poker_hands() -> None:
    one, two = (trainer_of(HOLDEM) for _ in range(2))
    for _ in range(12):
        first = one.next_decision()
        second = two.next_decision()
        assert format_cards(first.cards) == format_cards(second.cards)
        for trainer, dealt in ((one, first), (two, second)):
            trainer.answer(dealt, dealt.worth.best.action)


# -- what is bet ----------------------------------------------------------------------------------


def test_every_wager_is_bet_that_a_decision_is_about() -> None:
    wagers = {game: set(dealing_of(game).bets.wagers) for game in GAMES}
    assert wagers == {
        HOLDEM: {"main", "poker"},
        ANTE_UP: {"main", "ante"},
        THREE_CARD: {"main", "3-card-bonus"},
        PAI_JACK: {"main"},
        WILD: {"ante", "odds"},
    }
    amounts = dealing_of(ANTE_UP).bets.wagers
    assert amounts["ante"] == amounts["main"]


def test_poker_is_bet_for_less_where_both_wagers_share_a_maximum() -> None:
    """2104(2)(b): where poker is required, both together stay within the limit of the main one."""
    options = {"poker": "required"}
    house = House(game=HOLDEM, options=options, tables={"poker": "poker"})
    low = prepare(replace(house, limits={"main": Limits(min=500, max=1000)}))
    assert sum(training_bets(low).wagers.values()) <= 1000
    assert "poker" in training_bets(low).wagers


def test_a_house_that_names_its_tables_gets_no_other() -> None:
    assert poker_table(House(game=HOLDEM, tables={})) == {}
    assert poker_table(House(game=ANTE_UP)) == {}  # ANTE and BET have no pay table
    setup = prepare(House(game=HOLDEM, tables={}))
    assert set(training_bets(setup).wagers) == {"main"}


def test_a_score_of_poker_that_cannot_have_been_dealt_is_refused() -> None:
    trainer = trainer_of(HOLDEM)
    while not (dealt := trainer.next_decision()).question.wager:
        trainer.answer(dealt, dealt.worth.best.action)
    worst = dealt.worth.values[-1].action
    trainer.answer(dealt, worst)
    missed = trainer.score.missed[dealt.key]
    first = missed.cards.split()[1]  # the up card is in common, and cannot come again
    missed.cards = " ".join((*missed.cards.split()[:-1], first))
    with pytest.raises(RulesError) as refused:
        trainer_of(HOLDEM, trainer.score)
    assert refused.value.problems[0].code == "score/malformed"


def test_a_value_that_is_not_known_is_none_to_be_asked() -> None:
    """Where the solver says nothing, `Decisions` refuses and the round goes on."""
    dealing = dealing_of(ANTE_UP)
    dealt = dealing.again(parse_cards("8h Ts 8d 7c 3h"), [ActionKind.BET, ActionKind.SPLIT])
    assert dealt is None
    known = dealing.again(parse_cards("8h Ts 8d 7c"), [ActionKind.BET])
    assert known is not None
    with pytest.raises(RefusedError):
        dealing.decisions.worth(
            values.replace(
                known.state,
                seats=tuple(
                    values.replace(
                        seat, hands=tuple(values.replace(hand, split=True) for hand in seat.hands)
                    )
                    for seat in known.state.seats
                ),
            ),
            known.question,
        )
