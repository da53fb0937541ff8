"""What is promised to whoever clones Pitboss: `make run`, a browser, and books that are right."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.web.conftest import need_browser
from tools.browser import running_server
from tools.web_run import fresh_clone, play, run, verify

HANDS = 10
FEW = ("reference/blackjack", "co/pai-jack")


def test_hands_played_at_a_server_leave_books_that_are_right(tmp_path: Path) -> None:
    need_browser()
    data = tmp_path / "data"
    with running_server(data) as (_, address):
        assert play(address, 2, FEW) == dict.fromkeys(FEW, 2)
    program = [sys.executable, "-m", "pitboss.cli.main"]
    assert verify(program, os.environ | {"XDG_DATA_HOME": str(data)}) == 0


def test_a_fresh_clone_plays_every_game_in_the_browser_and_its_books_are_right(
    tmp_path: Path,
) -> None:
    """It installs everything from the network, and plays ten hands of all 22 games."""
    need_browser()
    assert run(fresh_clone(tmp_path / "pitboss"), tmp_path / "data", HANDS) == 0
