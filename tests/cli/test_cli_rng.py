"""`pitboss rng`: the generators by name, and files that another program can read."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
MASK = 0xFFFFFFFF


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, ...]:
    """The generator of the paper, written down a second time in plain integers."""
    (a, b, c, d) = counter
    (k, m) = key
    for _ in range(10):
        one = a * 0xD2511F53
        two = c * 0xCD9E8D57
        a = (two >> 32) ^ b ^ k
        b = two & MASK
        c = (one >> 32) ^ d ^ m
        d = one & MASK
        k = (k + 0x9E3779B9) & MASK
        m = (m + 0xBB67AE85) & MASK
    return a, b, c, d


def test_the_second_philox_gives_the_paper_s_known_answers() -> None:
    assert philox((0, 0, 0, 0), (0, 0)) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    ones = philox((MASK,) * 4, (MASK, MASK))
    assert ones == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)


def test_exported_bits_are_the_words_of_the_named_generator(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "bits.bin"
    seed = 0x0123456789ABCDEF
    done = called("rng", "--export", str(out), "--size", "1e5", "--seed", str(seed), "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["bytes"], said["seed"]) == (100_000, seed)
    assert said["sha256"] == sha256(out.read_bytes()).hexdigest()
    assert "Philox4x32-10" in said["generator"]
    words = np.frombuffer(out.read_bytes(), dtype="<u4")
    for shoe, block in ((0, 0), (0, 38), (1, 0), (159, 7)):
        at = 4 * (39 * shoe + block)
        expected = philox((block, shoe, 0, 0), (seed & MASK, seed >> 32))
        assert tuple(map(int, words[at : at + 4])) == expected


def test_shuffles_hold_the_whole_shoe_and_the_simulator_s_repeat(
    called: Run, tmp_path: Path
) -> None:
    seen = []
    for name, more in (("a", ("--seed", "5")), ("b", ("--seed", "5")), ("c", ())):
        source = () if more else ("--source", "table")
        done = called("rng", "--export", str(tmp_path / name), "--what", "shuffles", "--size", "3",
                      "--deck", "spanish-48", "--decks", "2", *more, *source)  # fmt: skip
        assert done.returncode == 0, done.stderr
        lines = (tmp_path / name).read_text("utf-8").splitlines()
        for line in lines:
            assert set(Counter(line.split()).values()) == {2}
            assert len(line.split()) == 96
        assert len(lines) == len(set(lines)) == 3
        seen.append(lines)
    assert seen[0] == seen[1] != seen[2]


def test_bits_go_to_a_pipe_for_suites_that_read_one() -> None:
    words = [sys.executable, "-m", "pitboss.cli.main", "rng", "--export", "-", "--size", "5000",
             "--source", "table"]  # fmt: skip
    done = subprocess.run(words, capture_output=True, check=True)
    assert len(done.stdout) == 5000
    assert len(set(done.stdout)) > 200
    assert done.stderr == b""


def test_without_a_file_it_names_the_generators(called: Run) -> None:
    said = json.loads(called("rng", "--json").stdout)
    assert set(said) == {"simulator", "table"}
    assert "Lemire" in said["simulator"]["bounded_integers"]
    assert "drawn again" in called("rng").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--size", "10"),
        ("--export", "nowhere/at/all.bin"),
        ("--export", "x.bin", "--source", "sun"),
        ("--export", "x.bin", "--source", "table", "--seed", "1"),
        ("--export", "x.bin", "--what", "cards"),
        ("--export", "x.bin", "--size", "0"),
        ("--export", "x.bin", "--size", "many"),
        ("--export", "x.bin", "--deck", "tarot"),
        ("--export", "x.bin", "--seed", "-1"),
        ("--export", "-", "--json"),
    ],
)
def test_nonsense_is_refused_and_writes_nothing(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = called("rng", *words)
    assert (done.returncode, done.stdout.startswith("{") or not done.stdout) == (2, True)
    assert "[option/" in done.stderr or "[file/" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_shipped_page_has_a_run_of_a_suite_in_which_nothing_failed() -> None:
    text = (ROOT / "docs" / "explanation" / "random-numbers.md").read_text("utf-8")
    for source in ("simulator", "table"):
        part = text.split(f"<!-- dieharder: {source} -->")[1].split("<!-- end")[0]
        verdicts = [line.split("|")[-2].strip() for line in part.splitlines() if "0." in line]
        assert len(verdicts) >= 10
        assert set(verdicts) <= {"passed", "weak"}
