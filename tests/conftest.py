"""What holds for every test."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import pytest
from _pytest.doctest import DoctestModule
from _pytest.python import importtestmodule
from hypothesis import settings

from pitboss.exact import cache
from pitboss.rulebook import cache_folder
from tests.own_games import OwnGame
from tests.rules.evidence import Watch
from tests.tiers import HEAVY, IS_NIGHT, Cases, Nightly, by_day

TESTS = Path(__file__).parent
YOUNG = 20_000, 20, 20
"""How many new objects are looked through for garbage at a time, and how often older ones."""
SOLUTIONS_BYTES = 3 << 30
"""Room for all that a run solves, and for some of the run before: the oldest go first."""

# In CI the same examples are tried every time: a green suite stays green, and whoever wants to look
# for new ones runs it at home, where every run draws its own.
EXAMPLES = by_day(30, 100)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=EXAMPLES)
settings.register_profile("home", deadline=None, max_examples=EXAMPLES)
settings.load_profile("ci" if os.environ.get("CI") else "home")


_MADE: list[str] = []


class Collecting:
    """Collects thousands of tests quickly, those of `src` among them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Look for examples only in files that have any: most have none."""
        collectors = yield
        if file_path.suffix == ".py" and ">>>" in file_path.read_text("utf-8"):
            return collectors
        return [collector for collector in collectors if not isinstance(collector, DoctestModule)]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> Generator[None, object, object]:
        """Keep what is collected out of the garbage collector's rounds: it stays to the end."""
        gc.disable()
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            import_from_the_end(session.config)
        collected = yield
        gc.freeze()
        gc.set_threshold(*YOUNG)
        gc.enable()
        return collected


def import_from_the_end(config: pytest.Config) -> None:
    """In every other process, import the files of tests in the order opposite to the others'.

    A clean checkout has no bytecode. Two processes that come from both ends write half of it each,
    and read the other half.
    """
    if not os.environ.get("PYTEST_XDIST_WORKER", "gw0").endswith(tuple("13579")):
        return
    for path in sorted(TESTS.rglob("test_*.py"), reverse=True):
        with suppress(Exception, pytest.skip.Exception):  # said again where it is collected
            importtestmodule(path, config)


def pytest_configure(config: pytest.Config) -> None:
    """Leave nightly proofs out by day; let processes of a run share what they solve and compile."""
    # Kernels are kept on disk whatever is said of bytecode: no process reads every source again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    config.pluginmanager.register(Collecting())
    config.pluginmanager.register(Watch())
    if not IS_NIGHT and not config.option.markexpr:
        config.option.markexpr = "not nightly"
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ[cache_folder.VARIABLE] = str(solutions_folder())
    cache.DISK_BYTES_MAX = SOLUTIONS_BYTES


def solutions_folder() -> Path:
    """Return where this run keeps what it solves.

    By day it is a folder that stays: what is in it was solved by the same sources, to the letter,
    so a run after a change of a page, a test or the server solves nothing again. At night
    everything is solved anew.
    """
    kept = cache_folder.folder()
    if IS_NIGHT or kept is None:
        _MADE.append(mkdtemp(prefix="pitboss-tests-"))
        return Path(_MADE[0])
    return kept / "tests"


def pytest_unconfigure() -> None:
    """Remove it."""
    for folder in _MADE:
        shutil.rmtree(folder, ignore_errors=True)


# Before pytest leaves out what is marked.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Unmark the cases that run by day, and begin with the files that take longest."""
    places: dict[Path, int] = {}
    cases = Cases()
    for item in items:
        if not item.path.is_relative_to(TESTS):
            continue
        file = item.path.relative_to(TESTS).as_posix()
        begins = (place for place, heavy in enumerate(HEAVY) if file.startswith(heavy))
        places.setdefault(item.path, next(begins, len(HEAVY)))
        marks = [Nightly(**mark.kwargs) for mark in item.iter_markers("nightly")]
        if not cases.wait(file, item.name, marks):
            item.own_markers = [mark for mark in item.own_markers if mark.name != "nightly"]
    items.sort(key=lambda item: places.get(item.path, len(HEAVY)))


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnGame:
    """Return a function that puts a changed game of the catalogue on the shelf and gives its id."""
    return OwnGame(tmp_path, monkeypatch)
