"""Drills for the page: one step of training, computed in another process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import convert, json

from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.engine.drive import Round
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from pitboss.server.live.scene import Eyes, scene
from pitboss.server.practice.advice import SOLVED_KEPT, judged_json, value_choices
from pitboss.server.practice.rounds import ask_in_words
from pitboss.server.practice.wire import (
    DrillScore,
    DrillSituation,
    DrillStep,
    DrillVerdict,
    PracticeDrill,
)
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.coach import assumption_words, hint_rows
from pitboss.sitting.training.chart import find_place
from pitboss.sitting.training.dealing import SEAT, Dealing, DealtDecision, training_bets
from pitboss.sitting.training.drill import DrillAnswer, drill, new_progress, read_progress
from pitboss.sitting.training.themes import ALL, THEMES, offered_themes, theme_title
from pitboss.sitting.training.trainer import Answer, Trainer, asks_insurance
from pitboss.sitting.training.words import decision_in_words, score_words, verdict_words
from pitboss.sitting.why import why_json
from pitboss.text.aloud import aloud
from pitboss.text.say import say_name

Json = dict[str, Any]
_MISSED_SHOWN = 20


def step_drill(house: HouseData, text: str) -> bytes:
    """Judge the last answer of a drill, and deal its next decision."""
    body = json.decode(text, type=PracticeDrill)
    dealing = _dealing(json.encode(house, order="sorted"), insurance=asks_insurance(body.theme))
    setup = dealing.setup
    progress = new_progress(setup) if body.progress is None else read_progress(body.progress, setup)
    step = drill(
        dealing,
        progress,
        seed=body.seed,
        day=body.day,
        theme=body.theme,
        fresh=body.fresh,
        answer=_answer(body),
    )
    titles = {ALL: "All decisions"} | {it: THEMES[it].title for it in offered_themes(setup)}
    names = {theme: say_name(title) for theme, title in titles.items()}
    drill_step = DrillStep(
        game=setup.configured.game.id,
        digest=setup.configured.digest,
        themes=[*names.items()],
        verdict=convert(_verdict(step.trainer, step.answer), DrillVerdict) if step.answer else None,
        situation=convert(_situation(step.trainer, step.dealt), DrillSituation),
        score=convert(_score(step.trainer), DrillScore),
        progress=step.progress.as_json(),
    )
    return json.encode(drill_step)


@lru_cache(maxsize=SOLVED_KEPT)
def _dealing(house: bytes, *, insurance: bool) -> Dealing:
    setup = Table.open(house_from(json.decode(house))).setup
    return Dealing(setup, training_bets(setup), insurance=insurance)


def _answer(body: PracticeDrill) -> DrillAnswer | None:
    if body.answer is None:
        return None
    given = body.answer
    decisions = tuple(given.decisions)
    return DrillAnswer(cards=given.cards, decisions=decisions, action=given.action, low=given.low)


def _situation(trainer: Trainer, dealt: DealtDecision) -> Json:
    eyes = Eyes(SEAT, (SEAT,))
    missed = trainer.score.missed.get(dealt.key)
    place = find_place(dealt.state, dealt.question)
    return {
        "words": decision_in_words(trainer, dealt),
        "aloud": _aloud(trainer, dealt),
        "theme": theme_title(dealt.state, dealt.question),
        "scene": scene(dealt.state, eyes),
        "ask": ask_in_words(dealt.state, dealt.question, eyes),
        "cell": place.as_json() if place else None,
        "owed": missed.owed if missed else 0,
        "deal": {
            "cards": format_cards(dealt.cards),
            "decisions": [str(kind) for kind in dealt.actions],
        },
    }


def _aloud(trainer: Trainer, dealt: DealtDecision) -> str:
    """Return the whole situation in sentences, since it is new to the player."""
    before = Round.start(trainer.setup, [trainer.dealing.bets]).opening
    seen = view(before, SEAT), view(dealt.state, SEAT)
    return aloud(trainer.setup, *seen, (SEAT,), dealt.question)


def _verdict(trainer: Trainer, answer: Answer) -> Json:
    """Return whether an answer was right, what it cost and why."""
    dealt, judged = answer
    place = find_place(dealt.state, dealt.question)
    return {
        "right": not judged.is_mistake,
        **judged_json(judged),
        "action": str(judged.action),
        "question": decision_in_words(trainer, dealt),
        "words": verdict_words(judged),
        "choices": [*value_choices(judged.worth)],
        "rows": [[*row] for row in hint_rows(judged.worth)],
        "unit_cents": judged.worth.unit,
        "cell": place.as_json() if place else None,
        "why": [assumption_words(trainer.setup, judged.worth)],
        "reason": why_json(
            trainer.dealing.decisions.explain(dealt.state, dealt.question, judged.worth)
        ),
    }


def _score(trainer: Trainer) -> Json:
    score = trainer.score
    session = trainer.session
    missed = sorted(score.missed.items(), key=lambda item: (-item[1].owed, -item[1].wrong))
    return {
        "session": session.model_dump() | {"streak": trainer.streak},
        "total": {
            "sessions": len(score.sessions),
            "asked": score.decision_count,
            "wrong": score.wrong,
            "loss": score.loss,
            "owed": score.owed_count,
        },
        "days": [
            {"day": day, **score_of_day.model_dump()}
            for day, score_of_day in sorted(score.days.items())
        ],
        "missed": [
            {
                "words": trainer.describe_missed(key, decision_in_words),
                "wrong": answer.wrong,
                "owed": answer.owed,
            }
            for key, answer in missed[:_MISSED_SHOWN]
        ],
        "words": [*score_words(session, score)],
    }
