"""Drills: the trainer in steps, with everything it knows in what the page keeps."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.sitting.training.dealing import Dealing, DealtDecision, training_bets
from pitboss.sitting.training.drill import (
    DAYS_MAX,
    MISSED_MAX,
    SESSIONS_MAX,
    DrillAnswer,
    DrillStep,
    Progress,
    drill,
    new_progress,
    read_progress,
)
from pitboss.sitting.training.score import Day, Missed, Session, TableScore
from pitboss.sitting.training.trainer import Trainer
from tests.rows import every_row

GAMES = ("reference/blackjack", "co/pai-jack")
DAY = "2026-11-16"


@cache
def dealing_of(game: str, *, insurance: bool = False) -> Dealing:
    setup = prepare(House(game=game))
    return Dealing(setup, training_bets(setup), insurance=insurance)


def kept(progress: Progress, game: str) -> Progress:
    """Return a progress as it comes back from a page."""
    return read_progress(json.loads(json.dumps(progress.as_json())), dealing_of(game).setup)


def answer_to(dealt: DealtDecision, place: int) -> DrillAnswer:
    """Return the answer at a place of the list that begins with the best."""
    chosen = dealt.worth.values[min(place, len(dealt.worth.values) - 1)]
    decisions = tuple(str(kind) for kind in dealt.actions)
    low = format_cards(chosen.low or ())
    cards = format_cards(dealt.cards)
    return DrillAnswer(cards=cards, decisions=decisions, action=str(chosen.action), low=low)


def step(game: str, progress: Progress, **given: Any) -> DrillStep:  # noqa: ANN401 - passed on
    return drill(dealing_of(game), kept(progress, game), seed="a", day=DAY, **given)


@every_row("game", GAMES)
def test_a_drill_in_steps_is_a_session_with_the_trainer(game: str) -> None:
    """The same seed and answers ask the same decisions, with nothing kept but the progress."""
    dealing = dealing_of(game)
    score = TableScore(game=game, options={})
    trainer = Trainer(dealing.setup, dealing.bets, score, "a", dealing=dealing, day=DAY)
    place = [0, 9, 0, 0, 9, 0, 0, 0, 9, 0]
    now = step(game, new_progress(dealing.setup), fresh=True)
    for rank in place:
        dealt = trainer.next_decision()
        assert (dealt.key, dealt.cards) == (now.dealt.key, now.dealt.cards)
        given = answer_to(now.dealt, rank)
        chosen = dealt.worth.values[min(rank, len(dealt.worth.values) - 1)]
        judged = trainer.answer(dealt, chosen.action, chosen.low)
        now = step(game, now.progress, answer=given)
        assert now.answer is not None
        assert (now.answer.judged.cost, now.answer.dealt.key) == (judged.cost, dealt.key)
        assert now.progress.streak == trainer.streak
    assert now.progress.score.sessions == score.sessions == [trainer.session]
    assert now.progress.score.missed == score.missed
    (day,) = now.progress.score.days.items()
    assert day == (DAY, Day(asked=10, wrong=score.wrong, loss=score.loss))
    later = step(game, now.progress, fresh=True)
    after = step(game, later.progress, answer=answer_to(later.dealt, 0))
    assert [session.asked for session in after.progress.score.sessions] == [10, 1]


def test_a_missed_insurance_comes_again_whatever_is_trained() -> None:
    """The score of one theme must not be spoiled for the others."""
    game = "reference/blackjack"
    dealing = dealing_of(game, insurance=True)
    progress = new_progress(dealing.setup)
    now = drill(dealing, progress, seed="i", day=DAY, theme="insurance")
    insure = ActionKind.INSURE
    assert now.dealt.question.choice(insure) is not None
    cards = format_cards(now.dealt.cards)
    given = DrillAnswer(cards=cards, action=str(insure))
    now = drill(dealing, now.progress, seed="i", day=DAY, theme="insurance", answer=given)
    assert now.progress.score.owed_count == 1
    later = step(game, now.progress)
    assert later.progress.score.owed_count == 1


REFUSED = {
    "no question": (DrillAnswer(cards="6h 5s", action="hit"), "drill/unknown"),
    "no card": (DrillAnswer(cards="6h ?", action="hit"), "record/card-unknown"),
    "no action": (DrillAnswer(cards="6h 5s 5h 9d", action="dance"), "action/unknown"),
    "no decision": (
        DrillAnswer(cards="6h 5s 5h 9d", decisions=("x",), action="hit"),
        "action/unknown",
    ),
    "not legal": (DrillAnswer(cards="6h 5s 5h 9d", action="split"), "action/illegal"),
    "no low hand": (DrillAnswer(cards="6h 5s 5h 9d", action="hit", low="6h 5h"), "action/setting"),
}


@every_row("name", REFUSED)
def test_an_answer_to_no_question_is_refused(name: str) -> None:
    answer, code = REFUSED[name]
    with pytest.raises(RefusedError) as refused:
        step("reference/blackjack", new_progress(dealing_of(GAMES[0]).setup), answer=answer)
    assert refused.value.refusal.code == code


def _missed(count: int) -> dict[str, Missed]:
    return {f"k{n}": Missed(owed=n % 2, wrong=1, cards="", decisions=[]) for n in range(count)}


SPOILED: dict[str, dict[str, Any]] = {
    "another version": {"version": 2},
    "something unknown": {"more": 1},
    "a negative streak": {"streak": -1},
    "a long list": {"recent": ["a"] * 4},
    "no score": {"score": None},
    "another type": {"streak": "1"},
    "a day that is none": {"score": {"game": "x", "options": {}, "days": {"today": {}}}},
    "too many days": {
        "score": {"game": "x", "options": {}, "days": {f"2026-01-{n}": {} for n in range(801)}}
    },
    "too many missed": {
        "score": {
            "game": "x",
            "options": {},
            "missed": {key: value.model_dump() for key, value in _missed(MISSED_MAX + 1).items()},
        }
    },
}


@every_row("name", SPOILED)
def test_a_spoiled_progress_is_refused_in_one_sentence(name: str) -> None:
    setup = dealing_of(GAMES[0]).setup
    with pytest.raises(RulesError) as refused:
        read_progress(new_progress(setup).as_json() | SPOILED[name], setup)
    (problem,) = refused.value.problems
    assert problem.code == "progress/malformed"
    assert "\n" not in problem.message


def test_what_the_trainer_cannot_use_is_named_as_it_was_sent() -> None:
    progress = new_progress(dealing_of(GAMES[0]).setup)
    with pytest.raises(RulesError) as refused:
        step(GAMES[0], progress, theme="poker")
    assert [(problem.code, problem.key) for problem in refused.value.problems] == [
        ("option/invalid", "theme")
    ]
    progress.score.missed["T9 v 2: hit stand"] = Missed(
        owed=1, wrong=1, cards="6h 2s 5c 9d", decisions=[]
    )
    with pytest.raises(RulesError) as refused:
        step(GAMES[0], progress)
    problems = [(problem.code, problem.key) for problem in refused.value.problems]
    assert problems == [("progress/malformed", "progress")]


def test_the_progress_of_another_table_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        read_progress(
            new_progress(dealing_of(GAMES[1]).setup).as_json(), dealing_of(GAMES[0]).setup
        )
    assert refused.value.problems[0].code == "progress/other-table"


def test_a_progress_stays_small_and_keeps_what_matters() -> None:
    progress = new_progress(dealing_of(GAMES[0]).setup)
    score = progress.score
    score.missed = _missed(MISSED_MAX * 2)
    score.sessions = [Session(asked=2, wrong=1, loss=0.5, best_streak=n) for n in range(300)]
    score.days = {f"{2000 + n}-01-01": Day(asked=1) for n in range(DAYS_MAX + 5)}
    count = score.decision_count
    loss = score.loss
    progress.trim()
    assert len(score.missed) == MISSED_MAX
    assert all(decision.owed for decision in score.missed.values())
    assert len(score.sessions) == SESSIONS_MAX
    assert (score.decision_count, score.loss) == (count, loss)
    assert min(score.days) == "2005-01-01"
