"""Training by themes: what is asked, streaks, the chart, and the lesson at the end."""

from __future__ import annotations

import pytest

from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import prepare
from pitboss.exact.charts.model import UPS, Part
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.training.chart import chart_of_table, chart_rows, find_cell
from pitboss.sitting.training.dealing import training_bets
from pitboss.sitting.training.score import TableScore
from pitboss.sitting.training.themes import THEMES, offered_themes
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.words import lesson_words, score_words
from pitboss.tui.screens.train_screen import draw_chart

HOUSE = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit", "redouble": True,
                                             "double_for_less": False})  # fmt: skip


def trainer(theme: str, house: House = HOUSE) -> Trainer:
    setup = prepare(house)
    score = TableScore(game=house.game, options={})
    return Trainer(setup, training_bets(setup), score, "a", theme)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("theme", ["pairs", "soft", "hard", "rescue", "insurance"])
def test_only_decisions_of_the_theme_are_asked(theme: str) -> None:
    asking = trainer(theme)
    for _ in range(3):
        dealt = asking.next_decision()
        assert THEMES[theme].holds(dealt.state, dealt.question)
        asking.answer(dealt, dealt.worth.best.action)
    assert asking.streak == asking.session.best_streak == 3


def test_every_game_offers_the_themes_that_it_has() -> None:
    offered = {
        game_id: offered_themes(prepare(ready_tables()[game_id].house)) for game_id in game_ids()
    }
    assert all(offered.values())
    assert offered["co/pai-jack"] == ("setting",)
    assert offered["co/deuces-wild-xtreme"] == ("poker",)
    assert "switch" in offered["co/blackjack-switch"]
    assert "rescue" in offered["wa/spanish-21"]
    assert "rescue" not in offered["reference/blackjack"]


def test_a_theme_that_a_game_has_not_is_refused() -> None:
    with pytest.raises(RulesError, match="has no theme 'switch'; it has all, pairs"):
        trainer("switch")


def test_the_lesson_names_what_was_missed_by_theme_with_the_chart() -> None:
    asking = trainer("pairs")
    dealt = asking.next_decision()
    asking.answer(dealt, dealt.worth.values[-1].action)
    assert asking.streak == 0
    lesson = list(lesson_words(asking))
    assert lesson[:2] == ["What to learn from it:", "  Pairs: 1 missed"]
    assert f"best: {dealt.worth.best.action}" in lesson[2]
    assert lesson[3].startswith("      chart: Pairs, ")
    chart = chart_of_table(asking.setup)
    assert chart is not None
    here = find_cell(chart, dealt.state, dealt.question)
    assert here is not None
    assert here.part is Part.PAIRS
    marked = [row for row in chart_rows(chart, Part.PAIRS, here) if row.marked is not None]
    assert [UPS[row.marked or 0] for row in marked] == [here.up]
    assert draw_chart(chart, here).renderables


def test_who_is_right_hears_of_the_streak_and_of_no_lesson() -> None:
    asking = trainer("soft")
    for _ in range(2):
        dealt = asking.next_decision()
        asking.answer(dealt, dealt.worth.best.action)
    assert "Your longest streak: 2 right answers in a row." in score_words(
        asking.session, asking.score
    )
    assert list(lesson_words(asking)) == []


def test_insurance_is_answered_in_full() -> None:
    asking = trainer("insurance")
    dealt = asking.next_decision()
    assert dealt.worth.best.action is ActionKind.DECLINE
    assert dealt.action(ActionKind.INSURE).amount == 500
