"""Deuces Wild Xtreme on the command line: solved, and advised on five cards."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.cli.conftest import Run

GAME = "co/deuces-wild-xtreme"


def test_the_edge_is_told_as_a_number_and_as_a_fraction(called: Run) -> None:
    data = json.loads(called("solve", GAME, "--json").stdout)

    assert float(Fraction(data["house_edge_fraction"])) == data["house_edge"]
    assert data["house_edge_without_odds"] == data["without_odds"]["house_edge"] < 0
    for part in (data, data["without_odds"]):
        assert sum(Fraction(o["probability_fraction"]) for o in part["outcomes"]) == 1
        mean = sum(
            Fraction(row["gain"]) * Fraction(row["probability_fraction"])
            for row in part["distribution"]
        )
        assert -mean == Fraction(part["house_edge_fraction"])
        wagers = part["by_wager"].values()
        assert sum(Fraction(w["house_edge_fraction"]) for w in wagers) == -mean
    assert data["strategy"]["play_from"] == "pair of fives"
    assert data["assumed"] == ["table.odds=PT-FLT-DWHF-ODS-01"]


def test_text_fits_eighty_columns_and_says_the_rule(called: Run) -> None:
    done = called("solve", GAME, "--effects", columns=80)

    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "Play a pair of fives or better" in done.stdout


def test_a_hand_is_played_or_folded(called: Run) -> None:
    data = json.loads(called("advise", GAME, "--hand", "4s 4h 3d 7c 9d", "--json").stdout)

    assert data["best"] == "fold"
    assert [action["action"] for action in data["actions"]] == ["fold", "bet"]
    assert sum(data["dealer_hands"].values()) == 1_712_304
    assert called("advise", GAME, "--hand", "4s 4h 5d 7c Jk").stdout.startswith("4s 4h 5d 7c Jk")


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        (("--hand", "4s 4h"), ["hand/impossible"]),
        (("--hand", "4s 4h 5d 7c 7c"), ["record/card-not-in-shoe"]),
        (("--hand", "4s 4h 5d 7c xx"), ["record/card-unknown"]),
        (("--hand", "4s 4h 5d 7c 9c", "--up", "2s"), ["option/conflict"]),
        (("--hand", "4s 4h 5d 7c 9c", "--doubled", "1"), ["option/conflict"]),
        (("--hand", "4s 4h 5d 7c 9c", "-o", "decks=2"), ["option/invalid"]),
    ],
)
def test_what_no_seat_has_is_refused(given: tuple[str, ...], codes: list[str], called: Run) -> None:
    done = called("advise", GAME, *given)

    assert done.returncode == 2
    assert [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()] == codes
