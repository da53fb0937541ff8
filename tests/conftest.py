"""What holds for every test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.own_games import OwnGame, stock

# In CI the same examples are tried every time: a green suite stays green, and whoever wants to look
# for new ones runs it at home, where every run draws its own.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("home", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnGame:
    """Return a function that puts a changed game of the catalogue on the shelf and gives its id."""
    return stock(tmp_path, monkeypatch)
