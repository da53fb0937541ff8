"""Counting drills for the page: one step, computed in another process."""

from __future__ import annotations

from typing import Any

from msgspec import json

from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.counts import read_system
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.practice.wire import CountDrillStep, PracticeCountDrill
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.training.counting.drill import count_step, read_count_progress
from pitboss.sitting.training.counting.question import CountQuestion
from pitboss.sitting.training.themes import COUNT_THEMES
from pitboss.sitting.training.words import count_score_words
from pitboss.text.actions import KEYS, LABELS
from pitboss.text.say import say, say_name


def step_count(house: HouseData, text: str) -> bytes:
    """Judge the last answer of a counting drill, and ask its next question."""
    body = json.decode(text, type=PracticeCountDrill)
    setup = Table.open(house_from(house)).setup
    if body.theme not in COUNT_THEMES:
        message = f"there is no such drill; there are {', '.join(COUNT_THEMES)}"
        raise RulesError([Problem(code="option/invalid", key="theme", message=message)])
    system = read_system(body.system, setup.shoe, key="system")
    game = setup.configured.game.id
    progress = read_count_progress(body.progress, game=game, theme=body.theme, system=system.name)
    given = None if body.answer is None else (body.answer.text, body.answer.seconds)
    step = count_step(
        setup,
        system,
        progress,
        seed=body.seed,
        fresh=body.fresh,
        answer=given,
        group=body.group,
    )
    score = step.drill.score
    session = step.drill.session
    answer = CountDrillStep(
        game=game,
        system=system.name,
        themes=[[theme, say_name(title)] for theme, title in COUNT_THEMES.items()],
        lesson=COUNT_THEMES[body.theme],
        verdict=None
        if step.verdict is None
        else {"right": step.verdict.is_right, "words": step.verdict.words},
        question=_question(step.question),
        score={
            "session": session.model_dump() | {"streak": step.drill.streak},
            "total": {"sessions": len(score.sessions), **score.total.model_dump()},
            "words": [*count_score_words(session, score)],
        },
        progress=step.progress.model_dump(mode="json"),
    )
    return json.encode(answer)


def _question(question: CountQuestion) -> dict[str, Any]:
    """Return what is shown and asked, without the answer."""
    return {
        "words": question.words,
        "facts": [*question.facts],
        "groups": [format_cards(group) for group in question.groups],
        "hand": format_cards(question.hand),
        "up": "" if question.up is None else format_cards((question.up,)),
        "tray": None if question.tray is None else [*question.tray],
        "choices": [
            {"kind": str(kind), "key": KEYS[kind], "label": say(LABELS[kind])}
            for kind in question.choices
        ],
    }
