"""Nothing is left to the night without a smaller proof by day."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tiers import HEAVY, Cases, Nightly

TESTS = Path(__file__).parent


def test_every_file_proves_something_by_day() -> None:
    idle = []
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text("utf-8")
        waiting = len(re.findall(r"^ *@pytest\.mark\.nightly$", text, re.MULTILINE))
        if 0 < len(re.findall(r"^ *(async )?def test_", text, re.MULTILINE)) <= waiting:
            idle.append(path.name)
    assert idle == []


def test_heavy_files_and_folders_are_there() -> None:
    assert [place for place in HEAVY if not (TESTS / place).exists()] == []


def test_a_mark_names_its_cases() -> None:
    assert Nightly().holds("test_x", "", 0)
    assert Nightly(but=["six"]).holds("test_x", "two decks]", 0)
    assert not Nightly(but=["six"]).holds("test_x", "six decks]", 0)
    assert Nightly(only=["six"]).holds("test_x", "six decks]", 0)
    assert not Nightly(only=["six"]).holds("test_x", "two decks]", 0)


def test_every_nth_case_runs_by_day_and_the_others_at_night() -> None:
    marks = [Nightly(every=4)]
    cases = Cases()
    waiting = [cases.wait("a.py", f"test_x[{n}]", marks) for n in range(12)]
    assert waiting.count(False) == 3
    assert waiting[:4] == waiting[4:8] == waiting[8:]
    assert not cases.wait("a.py", "test_without_cases", marks)
    assert not cases.wait("a.py", "test_unmarked[0]", [])
    assert cases.wait("a.py", "test_x[12]", [*marks, Nightly()])
