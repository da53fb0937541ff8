"""`pitboss odds` as a program calls it: its JSON, its CSV, and what it refuses."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from fractions import Fraction

import pytest


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "odds", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


JACKPOT = ("wa/spanish-21", "--wager", "jackpot-1", "--table", "3c-5")


def test_json_has_the_documented_shape_with_exact_fractions() -> None:
    (record,) = json.loads(run(*JACKPOT, "--json").stdout)

    assert {key: record[key] for key in ("game", "wager", "table", "decks", "agrees")} == {
        "game": "wa/spanish-21",
        "wager": "jackpot-1",
        "table": "3c-5",
        "decks": 6,
        "agrees": True,
    }
    assert record["printed"] == {"house_advantage": "10.45%"}
    # The printed advantage is the edge less the 21 % that feeds the meter (ruling W1).
    assert f"{float(Fraction(record['edge']) - Fraction(21, 100)):.2%}" == "10.45%"
    assert [row["pay"] for row in record["outcomes"]][:2] == ["100%", "10%"]
    assert all(Fraction(row["probability"]) > 0 for row in record["outcomes"])


def test_a_meter_changes_the_edge_by_its_share() -> None:
    (record,) = json.loads(run(*JACKPOT, "--json", "--meter", "10000").stdout)
    value = record["progressive"]

    assert Fraction(value["edge_at_meter"]) == Fraction(record["edge"]) - 10000 * Fraction(
        record["meter_share"]
    )


def test_csv_has_a_line_for_every_row() -> None:
    lines = list(csv.DictReader(run(*JACKPOT, "--csv").stdout.splitlines()))

    assert [line["row"] for line in lines][-1] == "1 Non-Suited Match"
    assert {line["agrees"] for line in lines} == {"True"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("wa/spanish21",), "game/unknown"),
        (("wa/spanish-21", "--table", "4a-1", "--decks", "6"), "option/conflict"),
        (("wa/spanish-21", "--wager", "moon"), "wager/not-offered"),
        ((*JACKPOT, "-o", "pay.No such row=5 for 1"), "option/unknown"),
        ((*JACKPOT, "-o", "contribution=101%"), "option/invalid"),
        ((*JACKPOT, "-o", "moon=1"), "option/unknown"),
        ((*JACKPOT, "-o", "decks"), "option/invalid"),
        ((*JACKPOT, "--meter=-5"), "option/invalid"),
        ((*JACKPOT, "--meter", "much"), "option/invalid"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    arguments: tuple[str, ...], code: str
) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: ")
    assert line.endswith(f"[{code}]")
