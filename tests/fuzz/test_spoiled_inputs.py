"""Hundreds of spoiled inputs of every kind; `make nightly` runs a million (`tools/fuzz.py`).

Each must end in a value or in a refusal with a code and a sentence, within bounded time. A failure
names the command that runs the one input again.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.tiers import by_day
from tools.fuzz import Summary, main, run_one, run_range
from tools.fuzz_kinds import KINDS
from tools.fuzz_kinds.outcome import FuzzError
from tools.spoiling import spoil_bytes, spoil_values

INPUTS = by_day(120, 400)
PIECES = 5


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_spoiled_input_ends_in_a_value_or_a_refusal(piece: int) -> None:
    summary = run_range("tests", piece * INPUTS, INPUTS)
    assert summary.failures == []
    assert summary.inputs == INPUTS


def test_every_kind_of_input_is_both_taken_and_refused(tmp_path: Path) -> None:
    """A spoiler so harsh that nothing passes, or so mild that all does, would find nothing."""
    assert sum(share for share, _ in KINDS.values()) == 100
    for kind in KINDS:
        first, *others = (f"both:{number}" for number in range(120))
        outcome = run_one(kind, first, tmp_path)
        assert any(run_one(kind, other, tmp_path) != outcome for other in others), kind


def test_the_same_seed_spoils_the_same_way() -> None:
    content = b"game = 'co/trilux'\n" * 5
    value = {"seats": [{"seat": 1}], "cards": "As"}
    for seed in range(50):
        once = random.Random(seed)
        again = random.Random(seed)
        assert spoil_bytes(once, content) == spoil_bytes(again, content)
        assert spoil_values(once, value) == spoil_values(again, value)
    assert value == {"seats": [{"seat": 1}], "cards": "As"}


def test_a_run_in_pieces_meets_the_inputs_of_the_whole_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(*arguments: str) -> list[str]:
        monkeypatch.setattr("sys.argv", ["fuzz", "--seed", "x", "--processes", "1", *arguments])
        with pytest.raises(SystemExit):
            main()
        return capsys.readouterr().out.splitlines()

    def broken(_: random.Random, __: Path) -> str:
        raise KeyError("insurance")

    monkeypatch.setattr("tools.fuzz.KINDS", {"record": (50, broken), "house": (50, broken)})
    monkeypatch.setattr("tools.fuzz.PIECE", 2)
    monkeypatch.setattr("tools.fuzz.ProcessPoolExecutor", ThreadPoolExecutor)
    whole = printed("--inputs", "9")
    pieces = printed("--inputs", "4") + printed("--first", "4", "--inputs", "5")
    failures = [line for line in whole if line.startswith("FAILED")]
    assert failures == [line for line in pieces if line.startswith("FAILED")]
    assert len(failures) == 9
    assert pieces[-1] == "inputs 4 to 8 of seed x, 5 failed"


def test_what_goes_wrong_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: random.Random, __: Path) -> str:
        raise KeyError("insurance")

    monkeypatch.setattr("tools.fuzz.KINDS", {"record": (100, broken)})
    summary = Summary()
    summary.add(run_range("x", 3, 2))
    assert summary.failures == [
        "--kind record --one x:3  KeyError: 'insurance'",
        "--kind record --one x:4  KeyError: 'insurance'",
    ]
    assert issubclass(FuzzError, AssertionError)
