"""Nothing is left to the night without a smaller proof by day."""

from __future__ import annotations

from pathlib import Path

from tests.rows import every_row
from tests.tiers import HEAVY, IN_PARTS, NIGHTLY, Nightly, Parts

TESTS = Path(__file__).parent


@every_row("nightly", NIGHTLY)
def test_what_is_left_to_the_night_is_there_and_not_all_that_its_file_proves(
    nightly: Nightly,
) -> None:
    text = (TESTS / nightly.file).read_text("utf-8")
    assert f"def {nightly.test}(" in text
    left = sum(each.file == nightly.file and not (each.but or each.only) for each in NIGHTLY)
    assert text.count("def test_") > left


def test_heavy_files_and_folders_are_there() -> None:
    assert [place for place in HEAVY if not (TESTS / place).exists()] == []


def test_a_case_that_is_named_runs_by_day() -> None:
    nightly = Nightly("a.py", "test_x", but=("six",))
    assert nightly.holds("a.py", "test_x[two decks]")
    assert not nightly.holds("a.py", "test_x[six decks]")
    assert not nightly.holds("a.py", "test_y[two decks]")
    assert not nightly.holds("b.py", "test_x[two decks]")
    assert nightly.holds("a.py", "test_x")
    one = Nightly("a.py", "test_x", only=("six",))
    assert one.holds("a.py", "test_x[six decks]")
    assert not one.holds("a.py", "test_x[two decks]")


def test_what_runs_in_parts_is_there() -> None:
    missing = [
        f"{file}: {test}"
        for file, tests in IN_PARTS.items()
        for test in tests
        if f"def {test}(" not in (TESTS / file).read_text("utf-8")
    ]
    assert missing == []


def test_every_nth_case_runs_by_day_and_the_others_at_night() -> None:
    file, test = "exact/test_chart_reading.py", "test_the_chart_of_every_solved_game_is_read_back"
    every, parts = IN_PARTS[file][test], Parts()
    left = [parts.leaves_out(file, f"{test}[{n}]") for n in range(3 * every)]
    assert sum(left) == 3 * (every - 1)
    assert left[:every] == left[every : 2 * every] == left[2 * every :]
    assert not parts.leaves_out(file, "test_another[1]")
    assert not parts.leaves_out(file, "test_without_cases")
