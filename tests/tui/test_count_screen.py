"""Counting drills on screen: cards come and go, a count is typed, a play is a key."""

from __future__ import annotations

from fractions import Fraction

import pytest
from textual.pilot import Pilot

from pitboss.counts import find_system
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House
from pitboss.sitting.training.counting.drill import CountDrill, open_asker
from pitboss.sitting.training.score import CountScore
from pitboss.text.actions import KEYS
from pitboss.tui.screens.count_screen import CountApp, Step
from tests.tui.conftest import Screen, perform, press


def open_app(theme: str, kept: list[int]) -> CountApp:
    setup = prepare(House(game="reference/blackjack"))
    system = find_system("hi-lo")
    score = CountScore(game="reference/blackjack", theme=theme, system=system.name)
    asker = open_asker(theme, setup, system, score, group=2, stop=4)
    drill = CountDrill(asker, score, "a", setup=setup, system=system)
    return CountApp(drill, count=2, pace=0, keep=lambda: kept.append(drill.session.asked))


def test_a_countdown_shows_cards_hides_them_and_takes_a_count(screen: Screen) -> None:
    kept: list[int] = []
    app = open_app("countdown", kept)

    async def script(pilot: Pilot[None]) -> None:
        drilled = app.training
        assert "the count starts at 0" in "\n".join(screen(app))
        await pilot.press("enter")
        assert drilled.step is Step.SHOWING
        for _ in drilled.question.groups:
            await press(pilot, "space")
        assert "The running count?" in "\n".join(screen(app))
        right = drilled.question.right
        assert isinstance(right, Fraction)
        await press(pilot, *str(right + 1), "enter")
        assert "Wrong" in "\n".join(screen(app))
        await pilot.press("enter", "enter", *(["enter"] * len(drilled.question.groups)))
        await pilot.press(*str(drilled.question.right), "enter", "enter")

    perform(app, script)
    assert kept == [1, 2]
    assert app.training.drill.session.wrong == 1


@pytest.mark.parametrize("size", [(60, 18), (120, 40)], ids=["60x18", "120x40"])
def test_an_index_play_is_answered_with_its_key(size: tuple[int, int], screen: Screen) -> None:
    app = open_app("index-plays", [])

    async def script(pilot: Pilot[None]) -> None:
        shown = "\n".join(screen(app))
        assert "true count" in shown
        assert "Dealer" in shown
        assert " or " in shown
        right = app.training.question.right
        assert not isinstance(right, Fraction)
        await press(pilot, "3", KEYS[right])
        assert "Right: " in "\n".join(screen(app))

    perform(app, script, size)


def test_a_letter_leaves_while_a_count_is_typed() -> None:
    app = open_app("true-count", [])

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "3", "q")

    perform(app, script)
    assert not app.is_running
    assert app.training.drill.session.asked == 0
