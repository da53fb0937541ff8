"""`pitboss report --simulate`: what it adds to the report, what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss import simulate
from pitboss.cli.commands import report
from pitboss.report.simulation.page import WHAT
from tests.cli.conftest import Run

GAME = "reference/blackjack"


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the main game out of reports: to solve it takes longer than everything else here."""
    monkeypatch.setattr(report, "game_reports", lambda _: ())


def test_a_report_with_a_simulation_says_what_was_simulated(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    options = ("--simulate", "2e4", "--seed", "9")
    done = called("report", GAME, "--out", str(out), *options, "--json")
    printed = json.loads(done.stdout)["simulation"]
    text = out.read_text("utf-8")
    result = simulate(GAME, rounds=20_000, seed=9)

    assert printed == {
        "rounds": 20_000,
        "seed": 9,
        "house_edge": result.house_edge.mean,
        "standard_error": result.house_edge.standard_error,
        "digest": result.digest,
    }
    assert WHAT in text
    assert result.digest in text
    assert f"pitboss simulate {GAME} --house FILE --rounds 20000 --seed 9" in text


def test_without_a_seed_it_is_zero_and_without_simulate_nothing_is_simulated(
    called: Run, tmp_path: Path
) -> None:
    to = ("--out", str(tmp_path / "a.html"), "--json")
    with_it = json.loads(called("report", GAME, *to, "--simulate", "1000").stdout)
    assert with_it["simulation"]["seed"] == 0
    assert json.loads(called("report", GAME, *to).stdout)["simulation"] is None
    assert WHAT not in (tmp_path / "a.html").read_text("utf-8")


def test_a_game_with_rounds_of_its_own_kind_is_simulated_too(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    done = called("report", "co/pai-jack", "--out", str(out), "--simulate", "1000", "--json")

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["simulation"]["rounds"] == 1000
    assert WHAT in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "code", "key"),
    [
        (("--simulate", "0"), "option/invalid", "--simulate"),
        (("--simulate", "-5"), "option/invalid", "--simulate"),
        (("--simulate", "1.5"), "option/invalid", "--simulate"),
        (("--simulate", "1e16"), "option/invalid", "--simulate"),
        (("--simulate", "many"), "option/invalid", "--simulate"),
        (("--simulate", "nan"), "option/invalid", "--simulate"),
        (("--simulate", ""), "option/invalid", "--simulate"),
        (("--simulate", "9" * 4000), "option/invalid", "--simulate"),
        (("--simulate", "10", "--seed", "-1"), "option/invalid", "--seed"),
        (("--simulate", "10", "--seed", str(2**64)), "option/invalid", "--seed"),
        (("--seed", "1"), "option/conflict", "--seed"),
    ],
    ids=str,
)
def test_what_cannot_be_simulated_is_refused_and_nothing_is_written(
    options: tuple[str, ...], code: str, key: str, called: Run, tmp_path: Path
) -> None:
    done = called("report", GAME, "--out", str(tmp_path / "a.html"), *options)

    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"pitboss: {key}: ")
    assert line.endswith(f" [{code}]")
    assert list(tmp_path.iterdir()) == []


def test_everything_that_is_wrong_is_said_at_once(called: Run, tmp_path: Path) -> None:
    wrong = ("--simulate", "0", "--seed", "-1", "--paper", "a5", "--out", str(tmp_path / "a.doc"))
    done = called("report", GAME, *wrong, "--json")
    data = json.loads(done.stdout)["refused"]["problems"]

    assert done.returncode == 2
    assert {problem["key"] for problem in data} == {"--simulate", "--seed", "--paper", "--out"}


def test_the_drawn_outcomes_fit_and_one_verdict_judges_all(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    done = called("report", "wa/spanish-21", "-o", "decks=6", "-o", "soft17=hit", "--out", str(out),
                  "--simulate", "2e5", "--seed", "4")  # fmt: skip
    assert done.returncode == 0, done.stderr
    blocks = json.loads(out.read_text("utf-8"))["blocks"]
    (grid,) = (b for b in blocks if b["kind"] == "Grid" and "chi-square" in b["heads"])
    assert all(0.0001 < row[-1] <= 1 for row in grid["values"])
    texts = [b["text"] for b in blocks if b["kind"] == "Paragraph"]
    (verdict,) = (text for text in texts if text.startswith("Joint verdict"))
    assert "simulation and mathematics agree" in verdict
    facts = {f["name"]: f["text"] for b in blocks if b["kind"] == "Facts" for f in b["facts"]}
    assert facts["Generator"].startswith("Philox4x32-10")
    assert "Lemire" in facts["From number to card"]
