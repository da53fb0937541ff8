"""`pitboss risk`: its keys, its files, its pictures, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import pitboss
from tests.cli.conftest import Run

KEYS = (
    *("ruin_ever", "ruin_trip", "trip_mean", "ruin_before_goal", "lost_within", "won_within"),
    *("behind", "n0", "score", "kelly", "growth", "falls_to", "double_before_half"),
    *("bank_for", "unit_for", "method"),
)
BET = ("--ev", "0.0151", "--sd", "1.9715")


def answer(called: Run, *arguments: str) -> dict[str, object]:
    done = called("risk", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data: dict[str, object] = json.loads(done.stdout)
    return data


def test_every_key_is_there_and_the_library_says_the_same(called: Run) -> None:
    options = ("--bank", "100", "--goal", "100", "--rounds", "500", "--kelly", "0.5")
    data = answer(called, *BET, *options)
    assert [key for key in KEYS if data.get(key) is None] == []
    assert data["method"] == "formula"
    assert data["ruin_before_goal"] == pytest.approx(0.315, abs=5e-4)
    simulated = data["simulated"]
    assert isinstance(simulated, dict)
    errors = simulated["standard_errors"]
    for key in ("ruin_trip", "lost_within", "won_within", "trip_mean"):
        # Normal rounds are looked at once a round: a bank may dip below 0 in between.
        assert simulated[key] == pytest.approx(data[key], abs=6 * errors[key]), key
    asked_in_python = pitboss.risk(ev=0.0151, sd=1.9715, bank=100, goal=100, rounds=500, kelly=0.5)
    assert json.loads(json.dumps(asked_in_python.as_json())) == data
    assert {row["figure"] for row in asked_in_python.as_rows()} >= {"ruin_trip", "score"}
    assert "<table>" in asked_in_python._repr_html_()


def test_without_an_edge_the_ruin_is_1_and_that_is_an_answer(called: Run) -> None:
    data = answer(called, "--ev", "-0.005", "--sd", "1.16", "--bank", "100")
    assert (data["ruin_ever"], data["kelly"], data["n0"], data["bank_for"]) == (1, 0, None, None)
    assert data["notes"] == [{"code": "risk/no-edge", "message": data["notes"][0]["message"]}]  # type: ignore[index]
    done = called("risk", "--ev", "0", "--sd", "1", "--bank", "10")
    assert (done.returncode, "[risk/no-edge]" in done.stdout) == (0, True)


def test_a_bet_that_nobody_can_lose_is_answered(called: Run) -> None:
    done = called("risk", "--ev", "5", "--sd", "0.001", "--bank", "100", "--rounds", "100")
    assert (done.returncode, "over 1,000,000%" in done.stdout) == (0, True)


def test_money_is_counted_in_units(called: Run) -> None:
    """A bank in dollars gives the unit; with a unit it is so many units."""
    free = answer(called, *BET, "--bank", "$10,000", "--risk", "5%")
    unit = free["unit_for"]
    assert isinstance(unit, int)
    fixed = answer(called, *BET, "--bank", "$10,000", "--unit", f"{unit / 100:.2f}")
    assert free["ruin_ever"] == pytest.approx(0.05)
    assert fixed["ruin_ever"] == pytest.approx(0.05, rel=1e-3)
    units = answer(called, *BET, "--bank", "400", "--unit", "25")
    assert units["inputs"]["bank_cents"] == 1_000_000  # type: ignore[index]


def test_bets_are_taken_from_what_other_commands_print(called: Run, tmp_path: Path) -> None:
    bets = {
        "solve": called("solve", "reference/blackjack", "--json").stdout,
        "simulate": called("simulate", "reference/blackjack", "--rounds", "1e4", "--json").stdout,
        "odds": called(
            "odds", "wa/spanish-21", "--wager", "match-up", "--decks", "6", "--json"
        ).stdout,
        "count": json.dumps({"bets": {"expectation": 0.01, "sd": 2.0, "sd_long_run": 2.1}}),
        "own": json.dumps({"outcomes": [{"gain": g, "probability": 0.5} for g in (-1, 1.2)]}),
    }
    for name, text in bets.items():
        file = tmp_path / f"{name}.json"
        file.write_text(text, encoding="utf-8")
        data = answer(called, "--from", str(file), "--bank", "30", "--rounds", "100")
        assert (data["exact"] is not None) == (name in {"solve", "simulate", "own"}), name
        if isinstance(exact := data["exact"], dict):
            assert exact["ruin_trip"] == pytest.approx(data["ruin_trip"], abs=0.02), name


def test_the_kelly_bet_of_a_jackpot_is_exact(called: Run, tmp_path: Path) -> None:
    """Several times expectation / variance; odds at a meter has no outcomes, and says so."""
    file = tmp_path / "jackpot.json"
    words = ("wa/spanish-21", "--wager", "jackpot-1")
    meter = ("--table", "3c-5", "--meter", "25000", "--json")
    counted = called("count", *words, "-o", "decks=6", "--system", "hi-lo", "--design", "1", *meter)
    file.write_text(counted.stdout, encoding="utf-8")
    data = answer(called, "--from", str(file))
    count = json.loads(counted.stdout)
    assert data["inputs"]["ev"] == pytest.approx(count["expectation"])  # type: ignore[index]
    exact = data["exact"]
    assert isinstance(exact, dict)
    assert exact["kelly"] == pytest.approx(count["jackpot"]["kelly"])
    assert exact["kelly"] > 4 * data["kelly"] > 0  # type: ignore[operator]
    file.write_text(called("odds", *words, "--decks", "6", *meter).stdout, encoding="utf-8")
    done = called("risk", "--from", str(file))
    assert (done.returncode, "pitboss count GAME" in done.stderr) == (2, True)


def test_curves_are_drawn(called: Run, tmp_path: Path) -> None:
    svg = tmp_path / "risk.svg"
    png = tmp_path / "risk.png"
    assert (
        called("risk", *BET, "--bank", "50", "--rounds", "300", "--curve", str(svg)).returncode == 0
    )
    assert called("risk", *BET, "--curve", str(png), "--json").returncode == 0
    drawing = ET.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    dashed = [element for element in drawing.iter() if element.get("stroke-dasharray")]
    assert len(dashed) == 5, "a dashed line for each quantile"
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ((), ["command/usage"]),
        (("--ev", "1"), ["command/usage"]),
        ((*BET, "--kelly", "0.5", "--risk", "5%"), ["option/conflict"]),
        (
            (
                "--ev",
                "0.1",
                "--sd",
                "0",
                "--bank",
                "-3",
                "--rounds",
                "0",
                "--risk",
                "2",
                "--unit",
                "x",
            ),
            ["option/invalid"] * 5,
        ),
        ((*BET, "--rounds", "2.5", "--goal", "nan", "--curve", "a.gif"), ["option/invalid"] * 3),
        ((*BET, "--bank", "1e30"), ["option/invalid"]),
        (("--ev", "-1", "--sd", "1", "--bank", "$5"), ["option/conflict"]),
        (("--from", "no-such-file.json"), ["file/missing"]),
        (("--from", "pyproject.toml"), ["risk/malformed"]),
        (("--ev", "nan", "--sd", "inf"), ["option/invalid"] * 2),
    ],
)
def test_what_cannot_be_answered_is_refused_all_at_once(
    called: Run, arguments: tuple[str, ...], codes: list[str]
) -> None:
    done = called("risk", *arguments, "--json")
    assert done.returncode == 2
    refused = json.loads(done.stdout)["refused"]
    assert [problem["code"] for problem in refused["problems"]] == codes


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"outcomes": [{"gain": 1, "probability": 1}]}',
        '{"outcomes": [{"gain": "x", "probability": 1}]}',
        '{"outcomes": [{"gain": 1, "probability": -1}, {"gain": 2, "probability": 2}]}',
        '{"ev": 1, "sd": 0}',
        '{"ev": 1}',
        '{"bets": {}}',
    ],
)
def test_a_file_without_a_bet_is_refused(called: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bet.json"
    file.write_text(text, encoding="utf-8")
    done = called("risk", "--from", str(file), "--bank", "10")
    assert (done.returncode, "[risk/malformed]" in done.stderr) == (2, True)


@pytest.mark.parametrize(("up", "down", "total"), [(0.06, 0.05, "0.11"), (0.6, 0.6, "1.2")])
def test_probabilities_that_do_not_sum_to_1_are_no_bet(
    called: Run, tmp_path: Path, up: float, down: float, total: str
) -> None:
    """Whoever forgets the pushes has another bet in mind than the one that is left."""
    file = tmp_path / "bet.json"
    rows = [{"gain": 1, "probability": up}, {"gain": -1, "probability": down}]
    file.write_text(json.dumps({"outcomes": rows}), encoding="utf-8")
    done = called("risk", "--from", str(file), "--bank", "50")
    assert done.returncode == 2
    assert f"the probabilities of outcomes sum to {total}; they must sum to 1" in done.stderr
    rows.append({"gain": 0, "probability": 1 - up - down})
    file.write_text(json.dumps({"outcomes": rows}), encoding="utf-8")
    good = called("risk", "--from", str(file), "--bank", "50")
    assert good.returncode == (0 if up + down < 1 else 2), "a push completes them"
