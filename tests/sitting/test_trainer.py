"""The trainer: what is asked, how often, and what becomes of the score."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.cards.shuffle import SeededBits, shuffle_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import question
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.worth import NEGLIGIBLE
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError
from pitboss.sitting.training.dealing import Dealing, DealtDecision
from pitboss.sitting.training.score import Missed, Score, Session, TableScore, read_score
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.weights import (
    OWED_MOST,
    POOL,
    difficulty,
    draw_place,
    owed_after,
    owed_weight,
)
from tests.exact.advised import advise
from tests.tiers import by_day

HOUSES: dict[str, dict[str, Any]] = {
    "wa/spanish-21": {"decks": 6, "soft17": "hit", "redouble": True},
    "co/free-bet": {},
    "co/21-holdem": {},
    "reference/blackjack": {},
    "co/blackjack-switch": {},
}
BETS = Bets(1, {"main": 1000})
SWITCH_BETS = Bets(1, {"main-1": 1000, "main-2": 1000})


def setup_of(game: str) -> Setup:
    return prepare(house_from({"game": game, "options": HOUSES[game]}))


def trainer_of(game: str, score: TableScore | None = None, seed: str = "a") -> Trainer:
    return Trainer(setup_of(game), BETS, score or TableScore(game=game, options={}), seed)


def answered(trainer: Trainer, count: int, choose: Any) -> list[str]:  # noqa: ANN401 - a function
    keys = []
    for _ in range(count):
        dealt = trainer.next_decision()
        keys.append(dealt.key)
        trainer.answer(dealt, choose(dealt))
    return keys


def best(dealt: DealtDecision) -> ActionKind:
    return dealt.worth.best.action


def worst(dealt: DealtDecision) -> ActionKind:
    return dealt.worth.values[-1].action


# -- what is dealt --------------------------------------------------------------------------------


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", HOUSES)
def test_a_decision_is_what_the_table_asks_and_its_cards_deal_it_again(game: str) -> None:
    """Goal: nothing is made up. Method: the engine itself is asked, and dealt the same cards."""
    setup = setup_of(game)
    two_hands = len(setup.mains) > 1
    dealing = Dealing(setup, SWITCH_BETS if two_hands else BETS)
    bits = SeededBits(f"dealt {game}")
    kinds = Counter[str]()
    for _ in range(60 if two_hands else 150):
        shoe = shuffle_cards(setup.shoe.cards(), bits)
        for dealt in dealing.round(shoe):
            assert question(dealt.state) == dealt.question
            assert dealt.cards == shoe[: len(dealt.cards)]
            again = dealing.again(dealt.cards, dealt.actions)
            assert again is not None
            assert (again.state, again.key) == (dealt.state, dealt.key)
            hand = dealt.state.seat(1).hand(dealt.question.hand)
            kinds["first"] += len(hand.cards) == 2 and not hand.split
            kinds["hit"] += len(hand.cards) > 2 and not hand.doublings
            kinds["split"] += hand.split
            kinds["doubled"] += hand.doublings > 0
            kinds["free"] += hand.made_free
            kinds["switch"] += any(choice.kind == "switch" for choice in dealt.question.choices)
    assert min(kinds["first"], kinds["hit"], kinds["split"]) > 0
    assert (kinds["doubled"] > 0) == setup.rules.rescue
    assert (kinds["free"] > 0) == setup.rules.free_bets
    assert (kinds["switch"] > 0) == two_hands


def test_what_is_told_of_a_decision_is_the_advice_for_it() -> None:
    trainer = trainer_of("co/free-bet")
    adviser = Adviser(trainer.setup)
    for _ in range(40):
        dealt = trainer.next_decision()
        seat = dealt.state.seat(1)
        hand = seat.hand(dealt.question.hand)
        position = Position(
            cards=hand.cards,
            up=dealt.state.dealer[0],
            after_split=hand.split,
            carried=hand.made_free,
            hands=len(seat.hands),
        )
        advised = {advice.action: advice.value for advice in advise(adviser, position)}
        assert {value.action: value.value for value in dealt.worth.values} == advised
        trainer.answer(dealt, best(dealt))


@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("6h 2s 5c", ()),  # a card is due
        ("6h 2s 5c 9d 8c", ()),  # a decision is due before the last card
        ("6h 2s 5c 9d", ("rescue",)),  # which is not legal
        ("6h 2s 5c 9d", ("stand",)),  # and after which nothing is asked
        ("Th 2s 5c 9d", ()),  # a Spanish deck has no ten
        ("Kh " * 7 + "2s", ()),  # nor six decks so many kings of hearts
    ],
)
def test_cards_that_lead_to_no_decision_deal_none(cards: str, actions: tuple[str, ...]) -> None:
    dealing = Dealing(setup_of("wa/spanish-21"), BETS)
    assert dealing.again(parse_cards(cards), [ActionKind(action) for action in actions]) is None


# -- how often ------------------------------------------------------------------------------------


def test_a_small_but_real_gap_weighs_most() -> None:
    gaps = [0.001, 0.01, 0.1, 0.5, 1.0]
    weights = [difficulty(gap) for gap in gaps]
    assert weights == sorted(weights, reverse=True)
    assert difficulty(0.1) == 0.25
    assert difficulty(0) == difficulty(NEGLIGIBLE) == 0
    tiny = [difficulty(gap) for gap in (2e-9, 1e-5, 1e-4, 1e-3)]
    assert tiny == sorted(tiny)
    assert difficulty(5e-4) == pytest.approx(difficulty(1e-3) / 2, rel=0.01)


def test_draws_are_as_likely_as_their_weights() -> None:
    """Chi-square by hand: 9,000 draws over weights 1, 2, 3; nothing drawn of weight 0."""
    bits = SeededBits("draws")
    counts = Counter(draw_place([1.0, 0.0, 2.0, 3.0], bits) for _ in range(9000))
    assert counts[1] == 0
    expected = {0: 1500, 2: 3000, 3: 4500}
    square = sum((counts[place] - many) ** 2 / many for place, many in expected.items())
    assert square < 28  # exceeded once in a million


def test_every_decision_of_the_pool_is_hard_or_owed_and_weighs_as_said() -> None:
    trainer = trainer_of("wa/spanish-21")
    answered(trainer, 5, worst)
    for place in range(10):
        pool = trainer.pool(SeededBits(place))
        owed = [dealt for dealt in pool if dealt.key in trainer.score.missed]
        assert len(pool) == POOL + len(owed)
        assert len({dealt.key for dealt in owed}) == len(owed) == trainer.score.owed_count
        for dealt in pool:
            missed = trainer.score.missed.get(dealt.key)
            expected = owed_weight(missed.owed) if missed else difficulty(dealt.worth.gap)
            assert trainer.weight(dealt) == expected > 0


def test_hard_decisions_come_more_often_than_they_are_dealt() -> None:
    """Goal: weights tell. Method: the average gap asked, against the average gap dealt."""
    trainer = trainer_of("reference/blackjack")
    gaps = [trainer.next_decision().worth.gap for _ in range(1)]
    dealt: list[float] = []
    for place in range(by_day(25, 60)):
        pool = trainer.pool(SeededBits(f"gaps {place}"))
        dealt += [offered.worth.gap for offered in pool]
        decision = trainer.next_decision()
        gaps.append(decision.worth.gap)
        trainer.answer(decision, best(decision))
    assert sum(gaps) / len(gaps) < 0.6 * sum(dealt) / len(dealt)


def test_a_wrong_answer_comes_again_until_it_is_made_up_for() -> None:
    trainer = trainer_of("wa/spanish-21")
    first = trainer.next_decision()
    trainer.answer(first, worst(first))
    assert trainer.score.missed[first.key].owed == OWED_MOST
    keys = answered(trainer, 40, best)
    assert keys.count(first.key) >= OWED_MOST
    assert trainer.score.missed[first.key].owed == 0
    assert first.key not in keys[:3]
    assert all(one != another for one, another in pairwise(keys))


def test_what_is_owed_grows_and_shrinks_as_said() -> None:
    owed = 0
    for wrong, expected in ((True, 3), (False, 2), (True, 3), (False, 2), (False, 1), (False, 0)):
        owed = owed_after(owed, wrong=wrong)
        assert owed == expected
    assert owed_after(0, wrong=False) == 0


# -- the score ------------------------------------------------------------------------------------


RIGHT = by_day(10, 30)


def test_the_best_answers_cost_exactly_nothing_and_others_the_difference() -> None:
    trainer = trainer_of("co/free-bet")
    answered(trainer, RIGHT, best)
    assert (trainer.session.asked, trainer.session.wrong, trainer.session.loss) == (RIGHT, 0, 0.0)
    assert trainer.score.missed == {}
    rng = random.Random("answers")
    cost = 0.0
    wrong = 0
    for _ in range(RIGHT):
        dealt = trainer.next_decision()
        choice = rng.choice(dealt.worth.values)
        gap = dealt.worth.best.value - choice.value
        cost = cost + gap
        wrong = wrong + (gap > NEGLIGIBLE)
        assert trainer.answer(dealt, choice.action).cost == gap
    assert trainer.session.loss == pytest.approx(cost, abs=1e-12)
    assert trainer.session.wrong == wrong > 0


def test_the_same_seed_and_score_ask_the_same_decisions() -> None:
    one, two, other = (trainer_of("co/free-bet", seed=seed) for seed in ("a", "a", "b"))
    count = by_day(8, 25)
    keys = answered(one, count, worst)
    assert answered(two, count, worst) == keys
    assert one.score == two.score
    assert answered(other, count, worst) != keys
    later = trainer_of("co/free-bet", one.score.model_copy(deep=True))
    again = trainer_of("co/free-bet", two.score.model_copy(deep=True))
    assert answered(later, 10, best) == answered(again, 10, best)
    assert len(later.score.sessions) == 2


def test_a_score_is_read_as_it_was_written(tmp_path: Path) -> None:
    trainer = trainer_of("wa/spanish-21")
    answered(trainer, 12, worst)
    score = Score(tables={"digest": trainer.score})
    file = tmp_path / "score.json"
    file.write_bytes(score.content())
    assert read_score(file) == score
    again = Trainer(trainer.setup, BETS, read_score(file).tables["digest"], "b")
    assert again.score.owed_count == trainer.score.owed_count > 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"\xff"',
        b'{"version": 2}',
        b'{"version": 1, "more": 1}',
        b'{"version": 1, "tables": {"a": {"game": "x"}}}',
        b'{"tables": {"a": {"game": "x", "options": {}, "sessions": [{"asked": -1}]}}}',
        b'{"tables": {"a": {"game": "x", "options": {}, "sessions": [{"loss": "1"}]}}}',
    ],
)
def test_a_broken_score_is_refused_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    file.write_bytes(content)
    with pytest.raises(RulesError) as refused:
        read_score(file)
    (problem,) = refused.value.problems
    assert problem.code == "score/malformed"
    assert str(file) in problem.message
    assert "\n" not in problem.message


@pytest.mark.parametrize(
    "missed",
    [
        Missed(owed=1, wrong=1, cards="Kh 9s", decisions=[]),
        Missed(owed=1, wrong=1, cards="Kh ?", decisions=[]),
        Missed(owed=1, wrong=1, cards="6h 2s 5c 9d", decisions=["dance"]),
        Missed(owed=1, wrong=1, cards="6h 2s 5c 9d", decisions=[]),
    ],
)
def test_a_score_whose_cards_do_not_lead_to_its_decision_is_refused(missed: Missed) -> None:
    score = TableScore(game="co/free-bet", options={}, missed={"T9 v 2: hit stand": missed})
    with pytest.raises(RulesError) as refused:
        trainer_of("co/free-bet", score)
    assert refused.value.problems[0].code == "score/malformed"


def test_a_session_without_answers_leaves_no_trace() -> None:
    trainer = trainer_of("co/free-bet")
    trainer.next_decision()
    assert trainer.score.sessions == []
    assert trainer.session == Session()
