"""What holds for every test."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings

from tests.own_games import OwnGame
from tests.tiers import HEAVY, IS_NIGHT, NIGHTLY, Parts, by_day

TESTS = Path(__file__).parent

# In CI the same examples are tried every time: a green suite stays green, and whoever wants to look
# for new ones runs it at home, where every run draws its own.
EXAMPLES = by_day(50, 100)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=EXAMPLES)
settings.register_profile("home", deadline=None, max_examples=EXAMPLES)
settings.load_profile("ci" if os.environ.get("CI") else "home")


_MADE: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Leave nightly proofs out by day; let processes of a run share what they solve and compile."""
    # Kernels are kept on disk whatever is said of bytecode: no process reads every source again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if not IS_NIGHT and not config.option.markexpr:
        config.option.markexpr = "not nightly"
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _MADE.append(mkdtemp(prefix="pitboss-tests-"))
        os.environ["PITBOSS_CACHE"] = _MADE[0]
    else:
        from tests.compile_once import compile_once  # noqa: PLC0415 - numba is slow to import

        compile_once(Path(os.environ["PITBOSS_CACHE"]))


def pytest_unconfigure() -> None:
    """Remove it."""
    for folder in _MADE:
        shutil.rmtree(folder, ignore_errors=True)


# Before pytest leaves out what is marked.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs at night, and begin with the files that take longest."""
    places: dict[Path, int] = {}
    parts = Parts()
    for item in items:
        if item.path.is_relative_to(TESTS):
            file = item.path.relative_to(TESTS).as_posix()
            begins = (place for place, heavy in enumerate(HEAVY) if file.startswith(heavy))
            places.setdefault(item.path, next(begins, len(HEAVY)))
            is_left_out = parts.leaves_out(file, item.name)
            if is_left_out or any(each.holds(file, item.name) for each in NIGHTLY):
                item.add_marker("nightly")
    items.sort(key=lambda item: places.get(item.path, len(HEAVY)))


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnGame:
    """Return a function that puts a changed game of the catalogue on the shelf and gives its id."""
    return OwnGame(tmp_path, monkeypatch)
