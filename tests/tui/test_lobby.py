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
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from pitboss.report.catalogue.edges import edge_of
from pitboss.rulebook.reading.library import game_ids, games
from pitboss.tui.screens.lobby import Chosen, LobbyApp
from pitboss.tui.screens.pages import Page

Screen = Callable[[App[Any]], list[str]]
ROOT = Path(__file__).parents[2]


def perform(script: Callable[[Pilot[Chosen]], Awaitable[None]], **given: Any) -> LobbyApp:  # noqa: ANN401
    app = LobbyApp(games(), lambda game, _: Text(f"the sheet of {game.id}"), **given)

    async def main() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(main())
    return app


def test_enter_plays_the_game_under_the_cursor() -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        await pilot.press("down", "plus", "enter")

    assert perform(script).return_value == Chosen("wa/spanish-21-v003", 3)


def test_capital_letters_are_keys_too() -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        await pilot.press("G")
        assert isinstance(pilot.app.screen, Page)
        await pilot.press("Q")
        assert not isinstance(pilot.app.screen, Page)
        await pilot.press("Q")

    assert not perform(script).is_running


def test_a_game_of_the_house_itself_is_listed_without_an_edge() -> None:
    own = replace(games()[0], id="our/own", title="Our Own")
    app = LobbyApp([own], lambda game, _: Text(game.id))

    async def main() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            about = str(app.query_one("#about", Static).render())
            assert "our/own" in about
            assert "House edge" not in about
            await pilot.press("enter")

    asyncio.run(main())
    assert app.return_value == Chosen("our/own", 2)


def test_the_other_players_are_between_none_and_six() -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        await pilot.press(*["minus"] * 9, "enter")

    assert perform(script).return_value == Chosen("wa/spanish-21", 0)

    async def more(pilot: Pilot[Chosen]) -> None:
        await pilot.press(*["plus"] * 9, "enter")

    assert perform(more).return_value == Chosen("wa/spanish-21", 6)


@pytest.mark.parametrize("game", ["co/free-bet", "co/blackjack-switch"])
def test_a_game_of_another_document_is_played_too(game: str, screen: Screen) -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        for _ in range(game_ids().index(game)):
            await pilot.press("down")
        await pilot.pause()
        assert any(line.startswith(f" {game} ") for line in screen(pilot.app))
        await pilot.press("enter")

    assert perform(script).return_value == Chosen(game, 2)


def test_the_rules_of_a_game_can_be_read_before_it_is_played(screen: Screen) -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        for _ in range(game_ids().index("co/pai-jack")):
            await pilot.press("down")
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Page)
        assert "the sheet of co/pai-jack" in "\n".join(screen(pilot.app))
        await pilot.press("escape", "q")

    assert perform(script).return_value is None


def test_every_game_is_listed_under_its_document_with_a_line_on_it(screen: Screen) -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        seen: list[str] = []
        for _ in game_ids():
            seen += screen(pilot.app)
            await pilot.press("down")
        for game in games():
            start = game.summary[:30]
            row = next(line for line in seen if game.title in line and start in line)
            assert edge_of(game.id) in row
            assert any(f"{game.id} {start}" in line for line in seen), "what it is, in full"
        headings = ("Washington", "ilani Spanish 21 guide", "Colorado Rule 21")
        assert all(any(line.strip() == heading for line in seen) for heading in headings)

    perform(script)


def test_the_lobby_comes_back_to_the_game_that_was_played() -> None:
    async def script(pilot: Pilot[Chosen]) -> None:
        await pilot.press("enter")

    chosen = Chosen("ilani/spanish-21", 4)
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
    shown, deadline = "", time.monotonic() + 60
    keys = iter([("choose one", "\r"), ("Your bets", "q"), ("choose one", "q")])
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
    assert process.wait(timeout=10) == 0
    os.close(controller)
    assert "No round was finished" in shown
