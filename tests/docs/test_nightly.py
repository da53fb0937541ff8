"""The night runs in parts: all of it, once, and again only where it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.nightly import INPUTS, PIECES, ROOT, Part, parts, passed_parts, run


def test_the_parts_are_every_test_every_input_and_every_fault() -> None:
    every_part = parts(7, "2")
    assert len({part.name for part in every_part}) == len(every_part)
    places = [
        ROOT / name for part in every_part for name in part.arguments if (ROOT / name).exists()
    ]
    tests = [*(ROOT / "tests").rglob("test_*.py")]
    assert [
        test for test in tests if sum(test.is_relative_to(place) for place in places) != 1
    ] == []
    fuzz = [part.arguments for part in every_part if part.name.startswith("fuzz/")]
    firsts = [int(arguments[arguments.index("--first") + 1]) for arguments in fuzz]
    counts = [int(arguments[arguments.index("--inputs") + 1]) for arguments in fuzz]
    assert firsts == [sum(counts[:place]) for place in range(PIECES)]
    assert sum(counts) == INPUTS
    seeds = [part.arguments[-1] for part in every_part if part.name.startswith("faults/")]
    assert len(set(seeds)) == PIECES


def test_a_part_leaves_one_line_and_only_what_failed_is_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = Part("tests/good", ("-c", "print('much'); print('== 3 passed in 1 s ==')"))
    bad = Part("fuzz/1", ("-c", "print('1 failed'); raise SystemExit(1)"))
    assert run(good, "abc", tmp_path)
    assert not run(bad, "abc", tmp_path)
    assert capsys.readouterr().out == (tmp_path / "nightly.md").read_text(encoding="utf-8")
    first, second = (tmp_path / "nightly.md").read_text(encoding="utf-8").splitlines()
    assert first.startswith("| tests/good | abc | passed | 3 passed in 1 s | 0 s CPU |")
    assert second.startswith("| fuzz/1 | abc | FAILED (1) | 1 failed |")
    assert "much" in (tmp_path / "nightly" / "tests-good.txt").read_text(encoding="utf-8")
    assert passed_parts("abc", tmp_path) == {"tests/good"}
    assert passed_parts("def", tmp_path) == set()
