"""What is promised to whoever clones Pitboss: `make run`, a browser, and books that are right."""

from __future__ import annotations

from pathlib import Path

from tests.web.conftest import need_browser
from tools.web_run import fresh_clone, run

HANDS = 10


def test_a_fresh_clone_plays_every_game_in_the_browser_and_its_books_are_right(
    tmp_path: Path,
) -> None:
    """It installs everything from the network, and plays ten hands of all 22 games."""
    need_browser()
    assert run(fresh_clone(tmp_path / "pitboss"), tmp_path / "data", HANDS) == 0
