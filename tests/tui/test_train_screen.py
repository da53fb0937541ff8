"""Training on screen: the hand, the keys, the verdict; at both sizes a terminal has."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.engine.setup import prepare
from pitboss.engine.wagers import Bets
from pitboss.rulebook.house import House
from pitboss.train.score import TableScore
from pitboss.train.trainer import Trainer
from pitboss.tui.train_screen import TrainApp
from pitboss.tui.words import KEYS

Screen = Callable[[Any], list[str]]


def trained(size: tuple[int, int], screen: Screen) -> tuple[Trainer, list[str], list[str], int]:
    """Answer two decisions, the first for the worst and the second for the best, and leave."""
    setup = prepare(House(game="co/free-bet"))
    score = TableScore(game="co/free-bet", options={})
    trainer = Trainer(setup, Bets(1, {"main": 1000}), score, "a")
    kept: list[int] = []
    app = TrainApp(trainer, count=2, keep=lambda: kept.append(trainer.session.asked))
    shown: list[list[str]] = []

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown.append(screen(app))
            await pilot.press("enter")  # nothing to go on from yet
            await pilot.press(KEYS[app.training.dealt.worth.values[-1].action])
            await pilot.pause()
            shown.append(screen(app))
            await pilot.press("enter")
            await pilot.press(KEYS[app.training.dealt.worth.best.action], "enter")

    asyncio.run(run())
    assert kept == [1, 2]
    assert app.return_code in {None, 0}
    return trainer, shown[0], shown[1], len(kept)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_decision_is_shown_answered_and_judged(size: tuple[int, int], screen: Screen) -> None:
    trainer, asked, judged, count = trained(size, screen)
    assert (trainer.session.asked, trainer.session.wrong, count) == (2, 1, 2)
    assert "1 of 2  0 right, 0 wrong" in asked[0]
    text = "\n".join(asked)
    assert re.search(r"What do you do\? .* against .*\.", text)
    assert re.search(r"^ H  Hit +S  Stand", text, re.MULTILINE)
    assert "costs" not in text
    assert "0 right, 1 wrong" in judged[0]
    verdict = "\n".join(judged)
    assert verdict.count("the best") == 1
    assert "Wrong: cost " in verdict
    assert "In units of the first wager, $10.00" in verdict
    assert re.search(r"^ Enter  Next", verdict, re.MULTILINE)
