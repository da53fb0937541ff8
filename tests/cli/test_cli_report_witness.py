"""`pitboss report --witness`: the second method of a report, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.report.second_method.page import NONE_YET, WHAT
from tests.cli.conftest import Run

GAME = "reference/blackjack"


def test_a_report_compares_the_second_method_with_the_solved_chart(
    called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "a.json"
    done = called("report", GAME, "--out", str(out), "--witness", "2e5", "--seed", "4", "--json")
    said = json.loads(done.stdout)["witness"]
    solved = json.loads(called("solve", GAME, "--json").stdout)
    blocks = json.loads(out.read_text("utf-8"))["blocks"]
    heads = [block["text"] for block in blocks if block["kind"] == "Heading"]
    (table,) = (block for block in blocks if "second method" in block.get("heads", ()))

    assert (said["rounds"], said["seed"]) == (200_000, 4)
    assert said["verdict"] == "agree"
    assert abs(said["standard_errors"]) < 4
    assert said["counted_house_edge"] == pytest.approx(said["solved_house_edge"], abs=1e-12)
    # The charts cost a little more than the best play, whose edge `solve` states.
    assert 0 <= said["solved_house_edge"] - float(solved["house_edge"]) < 1e-4
    assert "A second method" in heads
    assert WHAT in json.dumps(blocks)
    assert [row[0] for row in table["rows"]][:5] == [
        "House edge by the charts",
        "Standard deviation",
        "Rounds won",
        "Rounds that change nothing",
        "Rounds lost",
    ]


def test_a_person_reads_the_verdict(called: Run, tmp_path: Path) -> None:
    done = called("report", GAME, "--out", str(tmp_path / "a.html"), "--witness", "1e5")

    assert "100,000 rounds of a second method" in done.stdout
    assert "they agree" in done.stdout


def test_a_round_without_a_second_method_says_so(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    done = called("report", "co/pai-jack", "--out", str(out), "--witness", "1e5")
    data = called("report", "co/pai-jack", "--out", str(out), "--witness", "1e5", "--json")

    assert NONE_YET in done.stdout
    assert NONE_YET in out.read_text("utf-8").replace("&#x27;", "'")
    assert json.loads(data.stdout)["witness"] is None


def test_without_a_witness_a_report_says_nothing_of_it(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    done = called("report", "co/pai-jack", "--out", str(out), "--json")

    assert "witness" not in json.loads(done.stdout)
    assert "A second method" not in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (("--witness", "many"), "--witness"),
        (("--witness", "999"), "--witness"),
        (("--witness", "1e13"), "--witness"),
        (("--witness", "1e5", "--seed", "-1"), "--seed"),
    ],
)
def test_what_no_witness_plays_is_refused(
    called: Run, tmp_path: Path, options: tuple[str, ...], key: str
) -> None:
    out = tmp_path / "a.html"
    done = called("report", GAME, "--out", str(out), *options)

    assert done.returncode == 2
    assert key in done.stderr
    assert done.stderr.count("option/invalid") == 1
    assert not out.exists()
