"""Training on screen: the hand, the keys, the verdict; at both sizes a terminal has."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from pitboss.engine.bets import Bets
from pitboss.engine.setup import prepare
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.sitting.training.dealing import poker_table, training_bets
from pitboss.sitting.training.score import TableScore
from pitboss.sitting.training.trainer import Trainer
from pitboss.text.actions import KEYS
from pitboss.tui.screens.train_screen import TrainApp
from tests.tui.conftest import Screen, perform, press


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
            await press(pilot, KEYS[app.training.dealt.worth.values[-1].action].upper())
            shown.append(screen(app))
            await pilot.press("enter")
            await pilot.press(KEYS[app.training.dealt.worth.best.action], "enter")

    asyncio.run(run())
    assert kept == [1, 2]
    assert app.return_code in {None, 0}
    return trainer, shown[0], shown[1], len(kept)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_decision_is_shown_answered_and_judged(size: tuple[int, int], screen: Screen) -> None:
    trainer, question, judged, count = trained(size, screen)
    assert (trainer.session.asked, trainer.session.wrong, count) == (2, 1, 2)
    assert "1 of 2  0 right, 0 wrong" in question[0]
    text = "\n".join(question)
    assert re.search(r"What do you do\? .* against .*\.", text)
    assert re.search(r"^ H  Hit +S  Stand", text, re.MULTILINE)
    assert "costs" not in text
    assert "0 right, 1 wrong" in judged[0]
    verdict = "\n".join(judged)
    assert verdict.count("the best") == 1
    assert "Wrong: cost " in verdict
    assert "In units of the first wager, $10.00" in verdict
    assert re.search(r"^ Enter  Next", verdict, re.MULTILINE)


# -- other games ----------------------------------------------------------------------------------


def app_of(game: str, seed: str, count: int = 2) -> TrainApp:
    house, _ = add_compulsory_tables(House(game=game))
    setup = prepare(replace(house, tables={**(house.tables or {}), **poker_table(house)}))
    trainer = Trainer(setup, training_bets(setup), TableScore(game=game, options={}), seed)
    return TrainApp(trainer, count=count, keep=lambda: None)


def shown(app: TrainApp, screen: Screen, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """Press keys and return the screen."""
    lines: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        for key in keys:
            await press(pilot, key)
        lines.extend(screen(app))

    perform(app, script, size)
    return "\n".join(lines)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_hand_of_pai_jack_is_chosen_set_and_judged(size: tuple[int, int], screen: Screen) -> None:
    app = app_of("co/pai-jack", "a")
    first = shown(app, screen, "enter", size=size)
    assert "Choose two cards for the low hand: 1 to 5" in first  # nothing is chosen yet
    assert re.search(r"S  Set +1-5  choose the low hand", first)
    app = app_of("co/pai-jack", "a")
    best = app.training.dealt.worth.best
    assert best.low is not None
    cards = app.training.dealt.state.seat(1).hand(1).cards
    digits = [str(cards.index(card) + 1) for card in best.low]
    chosen = shown(app, screen, *digits, size=size)
    assert re.search(r"^ High \d+, low \d+\.", chosen, re.MULTILINE)
    app = app_of("co/pai-jack", "a")
    screen_text = shown(app, screen, *digits, "enter", size=size)
    assert "1 right, 0 wrong" in screen_text
    assert re.search(r"Right\. Next best: set .* \(costs \$\d+\.\d\d\)", screen_text)
    assert screen_text.count(" set ") > len(
        app.training.dealt.worth.values
    )  # all of them, and the next
    assert "In units of the main wager, $10.00" in screen_text


def test_a_foul_is_refused_and_the_cursor_chooses_too(screen: Screen) -> None:
    app = app_of("co/pai-jack", "a")
    training = app.training
    (choice,) = training.dealt.question.choices
    assert choice.fouls, "the hand of this seed can be set foul"
    cards = training.dealt.state.seat(1).hand(1).cards
    one, two = sorted(cards.index(card) for card in choice.fouls[0])
    moves = ["right"] * one + ["space"] + ["right"] * (two - one) + ["space", "s"]
    screen_text = shown(app, screen, *moves)
    assert "The low hand may not outrank the high hand" in screen_text
    assert app.training.trainer.session.asked == 0


def test_folding_is_asked_with_the_cards_in_common(screen: Screen) -> None:
    app = app_of("co/21-holdem", "a", count=40)
    trainer = app.training.trainer
    while not (dealt := trainer.next_decision()).question.wager:
        trainer.answer(dealt, dealt.worth.best.action)
    app.training.turn_to(dealt)
    screen_text = shown(app, screen)
    assert "COMMUNITY CARDS" in screen_text
    assert re.search(r"^ Bet or fold\? Your hand: ", screen_text, re.MULTILINE)
    assert re.search(r"B  Bet +F  Fold", screen_text)
    app = app_of("co/21-holdem", "a", count=40)
    app.training.turn_to(dealt)
    screen_text = shown(app, screen, "f")
    assert "In units of PK, $10.00" in screen_text


def test_the_next_decision_is_found_while_the_verdict_is_read(screen: Screen) -> None:
    app = app_of("co/deuces-wild-xtreme", "a")
    first = app.training.dealt
    shown(app, screen, "f", "enter", "enter", "f")
    assert app.training.dealt is not first
    assert app.training.trainer.session.asked == 2
