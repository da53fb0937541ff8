"""Tables to sit down at, as files say or as the command line does, and what a screen shows."""

from __future__ import annotations

import asyncio
import html
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from pitboss.cli.main import main
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House, read_house
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile

ROOT = Path(__file__).parents[2]
Sit = Callable[..., TableSession]
Play = Callable[..., subprocess.CompletedProcess[str]]
Screen = Callable[[App[Any]], list[str]]


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, and wait until the screen shows what they did."""
    await pilot.press(*keys)
    await pilot.pause()


def perform(
    app: App[Any], script: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run an app, and let *script* press its keys."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(run())


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Return `sit("wa-spanish-21", seats=2, bots=3, seed="a")`: a session at an example's table."""

    def session(house: str | House, **given: Any) -> TableSession:  # noqa: ANN401 - passed on
        if isinstance(house, str):
            house = read_house(ROOT / "examples" / f"{house}.toml")
        file = given.pop("file", None) or SessionFile(tmp_path / "session.jsonl")
        return TableSession(house, file, valuer=Decisions, **given)

    return session


@pytest.fixture
def play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Play:
    """Return `play("wa/spanish-21", "--seed", "a", typed="bet 10")`: what the program does.

    It is called in this process, without a terminal and with all of *typed* on its input.
    """
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", "play", *arguments])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed.encode()), "utf-8"))
        code: object = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code or 0
        output = capsys.readouterr()
        assert isinstance(code, int)
        return subprocess.CompletedProcess(arguments, code, output.out, output.err)

    return run


@pytest.fixture(scope="session")
def screen() -> Screen:
    """Return `screen(app)`: the lines on an app's screen, read from its picture."""

    def lines(app: App[Any]) -> list[str]:
        width, height = app.size
        rows = [[" "] * width for _ in range(height)]
        texts = re.findall(
            r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>',
            app.export_screenshot(simplify=False),
        )
        for x, y, text in texts:
            row, column = round((float(y) - 18.5) / 24.4), round(float(x) / 12.2)
            for offset, character in enumerate(html.unescape(text).replace("\xa0", " ")):
                rows[row][column + offset] = character
        return ["".join(row).rstrip() for row in rows]

    return lines
