"""The lobby: every game is there with a line on it; it is played, or its rules are read."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from pitboss.report.catalogue.edges import ready_game_edge
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game_ids, games
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.table_order import Base, TableOrder, order_problems, order_table
from pitboss.tui.screens.lobby import ChosenTable, LobbyApp, SetupScreen
from pitboss.tui.screens.pages import Page
from tests.tui.conftest import Screen, press
from tests.tui.conftest import perform as run_script

ROOT = Path(__file__).parents[2]


def perform(
    script: Callable[[Pilot[ChosenTable]], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    **given: Any,  # noqa: ANN401 - passed on
) -> LobbyApp:
    given = {"bankroll": 50_000} | given
    app = LobbyApp(games(), lambda game, _: Text(f"the sheet of {game.id}"), **given)
    run_script(app, script, size)
    return app


def test_enter_plays_the_game_under_the_cursor() -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await pilot.press("down", "plus", "enter")

    chosen = perform(script).return_value
    assert chosen == ChosenTable(order_table("wa/spanish-21-v003", bots=3))
    assert chosen.order.house == complete_table(ready_tables()["wa/spanish-21-v003"].house)[0]


def test_capital_letters_are_keys_too() -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await pilot.press("G")
        assert isinstance(pilot.app.screen, Page)
        await pilot.press("Q")
        assert not isinstance(pilot.app.screen, Page)
        await pilot.press("Q")

    assert not perform(script).is_running


def test_a_game_of_the_house_itself_is_listed_without_an_edge() -> None:
    own = replace(games()[0], id="our/own", title="Our Own")
    order = TableOrder(house=House(game="our/own"), base=Base.BARE)
    app = LobbyApp([own], lambda game, _: Text(game.id), bankroll=1, chosen=ChosenTable(order))

    async def main() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            about = str(app.query_one("#about", Static).render())
            assert "our/own" in about
            assert "House edge" not in about
            await pilot.press("enter")

    asyncio.run(main())
    assert app.return_value == ChosenTable(order)


def test_the_other_players_are_between_none_and_six() -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await pilot.press(*["minus"] * 9, "enter")

    assert perform(script).return_value == ChosenTable(order_table("wa/spanish-21", bots=0))

    async def more(pilot: Pilot[ChosenTable]) -> None:
        await pilot.press(*["plus"] * 9, "enter")

    assert perform(more).return_value == ChosenTable(order_table("wa/spanish-21", bots=6))


@pytest.mark.parametrize("game", ["co/free-bet", "co/blackjack-switch"])
def test_a_game_of_another_document_is_played_too(game: str, screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        for _ in range(game_ids().index(game)):
            await press(pilot, "down")
        assert any(game in line for line in screen(pilot.app))
        await pilot.press("enter")

    assert perform(script).return_value == ChosenTable(order_table(game))


def test_what_a_game_is_can_be_read_whole_at_the_smallest_size(screen: Screen) -> None:
    """Every description ends with its document, however narrow the terminal is."""

    async def script(pilot: Pilot[ChosenTable]) -> None:
        cut = []
        for game in games():
            await pilot.pause()
            shown = " ".join("\n".join(screen(pilot.app)).split())
            if f"{game.id}, {game.document} {game.section}".rstrip() + "." not in shown:
                cut.append(game.id)
            if f"House edge {ready_game_edge(game.id)} of the least you must wager." not in shown:
                cut.append(game.id)
            await pilot.press("down")
        assert cut == []

    perform(script, size=(60, 18))


def test_a_game_is_found_by_a_part_of_its_name(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await press(pilot, "slash", *"swi")
        shown = "\n".join(screen(pilot.app))
        assert "Blackjack Switch" in shown
        assert "Pai Jack" not in shown
        await press(pilot, "enter")
        assert "Pai Jack" in "\n".join(screen(pilot.app))
        await pilot.press("enter")

    assert perform(script).return_value == ChosenTable(order_table("co/blackjack-switch"))


def test_the_line_under_the_cursor_has_one_colour_that_can_be_read() -> None:
    """A style of its own on a part of the line would keep its colour on the cursor's gold."""

    async def script(pilot: Pilot[ChosenTable]) -> None:
        prompt = pilot.app.query_one(OptionList).get_option("wa/spanish-21").prompt
        assert isinstance(prompt, Text)
        assert {str(span.style) for span in prompt.spans} == {"bold"}

    perform(script)


def test_the_lobby_sets_a_table_up_and_trains_there(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await press(pilot, "o")
        shown = "\n".join(screen(pilot.app))
        for words in ("Set the table up", "◀ the ready table ▶", "Your seats", "◀ what you have ▶"):
            assert words in shown
        await pilot.press("down", "right", "down", "right", "down", "left")
        await pilot.press("down", "right", "T")

    chosen = perform(script).return_value
    assert chosen is not None
    assert chosen.train
    order = chosen.order
    assert (order.bankroll, order.seats, order.bots) == (10_000, 2, 1)
    assert order.house.options["decks"] == 8
    assert order_problems(order, 10_000) == ()


def test_the_set_up_shows_every_value_and_every_key_in_the_smallest_terminal(
    screen: Screen,
) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        assert "others at the table" in screen(pilot.app)[0]
        await press(pilot, "o")
        shown = screen(pilot.app)
        values = [line.partition("◀")[2] for line in shown if "◀" in line]
        assert [value for value in values if "▶" not in value] == []
        assert "the ready table" in "\n".join(values)
        assert "Esc  Back" in shown[-1]
        await pilot.press("escape", "q")

    perform(script, size=(60, 18))


def test_a_table_that_may_not_be_run_is_not_opened(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await press(pilot, "o", "down", "down", *["left"], "enter")
        assert isinstance(pilot.app.screen, SetupScreen)
        assert "The table has 7 seats, not 9" in "\n".join(screen(pilot.app))
        await pilot.press("escape", "q")

    assert perform(script).return_value is None


def test_the_last_sitting_is_shown_on_coming_back(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        assert "You leave with $485.00." in "\n".join(screen(pilot.app))
        await pilot.press("escape", "q")

    perform(script, news=["Spanish 21: 3 rounds played.", "You leave with $485.00."])


def test_the_keys_of_the_lobby_are_explained(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await press(pilot, "question_mark")
        shown = "\n".join(screen(pilot.app))
        assert "set the table up" in shown
        assert "back to the lobby" in shown

    perform(script)


def test_the_rules_of_a_game_can_be_read_before_it_is_played(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        for _ in range(game_ids().index("co/pai-jack")):
            await pilot.press("down")
        await press(pilot, "g")
        assert isinstance(pilot.app.screen, Page)
        assert "the sheet of co/pai-jack" in "\n".join(screen(pilot.app))
        await pilot.press("escape", "q")

    assert perform(script).return_value is None


def test_every_game_is_listed_under_its_document_with_a_line_on_it(screen: Screen) -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        seen: list[str] = []
        for _ in game_ids():
            seen += screen(pilot.app)
            await pilot.press("down")
        for game in games():
            start = game.summary[:30]
            row = next(line for line in seen if game.title in line and start in line)
            assert ready_game_edge(game.id) in row
            assert any(f" {game.title} {start}" in line for line in seen), "what it is, in full"
        headings = ("Washington", "ilani Spanish 21 guide", "Colorado Rule 21")
        assert all(any(line.strip() == heading for line in seen) for heading in headings)

    perform(script)


def test_the_lobby_comes_back_to_the_game_that_was_played() -> None:
    async def script(pilot: Pilot[ChosenTable]) -> None:
        await pilot.press("enter")

    chosen = ChosenTable(order_table("ilani/spanish-21", bots=4))
    assert perform(script, chosen=chosen).return_value == chosen


def test_pitboss_alone_on_a_terminal_opens_the_lobby_plays_and_leaves(tmp_path: Path) -> None:
    """Method: a pseudo-terminal of 80x24, keys as a person would press them, until it is over."""
    pty = pytest.importorskip("pty")
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli.main"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=ROOT,
        env={
            **os.environ,
            "COLUMNS": "80",
            "LINES": "24",
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": str(tmp_path),
        },
    )
    os.close(terminal)
    os.set_blocking(controller, False)
    shown = ""
    deadline = time.monotonic() + 60
    keys = iter([("Options", "\r"), ("Your bets", "q"), ("Your sitting", "\x1b"), ("Options", "q")])
    awaited, key = next(keys)
    start = 0
    while process.poll() is None and time.monotonic() < deadline:
        try:
            shown += os.read(controller, 65536).decode(errors="replace")
        except BlockingIOError:
            time.sleep(0.05)
        except OSError:  # the terminal is gone with its last user
            break
        if awaited in shown[start:]:
            start = len(shown)
            time.sleep(0.3)
            os.write(controller, key.encode())
            awaited, key = next(keys, ("nothing more", ""))
    assert process.wait(timeout=60) == 0
    os.close(controller)
    assert "no round was played. You leave with $500.00." in shown
