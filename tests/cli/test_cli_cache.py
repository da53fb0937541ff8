"""`pitboss cache` and `--no-cache`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pitboss.exact import cache
from pitboss.rulebook import cache_folder
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a cache of its own."""
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    cache.forget()
    return tmp_path / "cache"


def test_what_was_solved_is_shown_and_cleared(called: Run, place: Path) -> None:
    assert json.loads(called("cache", "show", "--json").stdout)["entries"] == []
    first = called("solve", "co/pai-jack", "--json").stdout
    shown = json.loads(called("cache", "--json").stdout)
    assert shown["folder"] == str(place)
    names = {entry["name"] for entry in shown["entries"]}
    assert "pai-jack" in names
    assert {entry["version"] for entry in shown["entries"]} == {shown["version"]}
    assert shown["bytes"] == sum(entry["bytes"] for entry in shown["entries"])
    assert 0 < shown["bytes"] <= shown["bytes_max"]
    cache.forget()
    assert called("solve", "co/pai-jack", "--json").stdout == first
    text = called("cache").stdout
    assert str(place) in text
    assert "pai-jack" in text
    cleared = json.loads(called("cache", "clear", "--json").stdout)
    assert cleared == {
        "folder": str(place),
        "removed": len(shown["entries"]),
        "bytes": shown["bytes"],
    }
    assert called("cache", "clear").stdout == "Removed 0 cached solutions, 0.0 MB.\n"


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("place_of_it", [0, 1, 3])
def test_no_cache_may_stand_anywhere_and_keeps_nothing(
    called: Run, place: Path, place_of_it: int
) -> None:
    arguments = ["solve", "co/pai-jack", "--json"]
    arguments.insert(place_of_it, "--no-cache")
    assert called(*arguments).returncode == 0
    assert not place.exists()
    assert os.environ[cache_folder.VARIABLE] == str(place), "the next command has its cache again"


def test_a_cache_that_is_switched_off_says_so(called: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache_folder.VARIABLE, "off")
    assert called("cache").stdout == "The cache is switched off.\n"
    assert json.loads(called("cache", "--json").stdout)["folder"] is None
    assert json.loads(called("cache", "clear", "--json").stdout)["removed"] == 0


def test_another_word_is_refused(called: Run) -> None:
    done = called("cache", "burn", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["code"] == "command/usage"
