"""What holds for every test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings

from tests.own_games import OwnGame

# In CI the same examples are tried every time: a green suite stays green, and whoever wants to look
# for new ones runs it at home, where every run draws its own.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("home", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")


_MADE: list[str] = []


def pytest_configure() -> None:
    """Let all processes of a run share one cache of solutions, whatever the user has cached."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _MADE.append(mkdtemp(prefix="pitboss-tests-"))
        os.environ["PITBOSS_CACHE"] = _MADE[0]


def pytest_unconfigure() -> None:
    """Remove it."""
    for folder in _MADE:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnGame:
    """Return a function that puts a changed game of the catalogue on the shelf and gives its id."""
    return OwnGame(tmp_path, monkeypatch)
