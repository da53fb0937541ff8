"""`pitboss odds` as a program calls it: its JSON, its CSV, and what it refuses."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from functools import partial

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def run(called: Run) -> Run:
    """Return `run("co/trilux", "--json")`: what `pitboss odds` did, as in a pipe."""
    return partial(called, "odds", columns=None)


JACKPOT = ("wa/spanish-21", "--wager", "jackpot-1", "--table", "3c-5")


def test_json_has_the_documented_shape_with_exact_fractions(run: Run) -> None:
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


def test_a_meter_changes_the_edge_by_its_share(run: Run) -> None:
    (record,) = json.loads(run(*JACKPOT, "--json", "--meter", "10000").stdout)
    value = record["progressive"]

    assert Fraction(value["edge_at_meter"]) == Fraction(record["edge"]) - 10000 * Fraction(
        record["meter_share"]
    )


def test_csv_has_a_line_for_every_row(run: Run) -> None:
    lines = list(csv.DictReader(run(*JACKPOT, "--csv").stdout.splitlines()))

    assert [line["row"] for line in lines][-1] == "1 Non-Suited Match"
    assert {line["agrees"] for line in lines} == {"True"}


STRAIGHT = ("co/straight-jack-progressive", "--wager", "straight-jack", "--table", "SJP1")
STRAIGHT_6 = (*STRAIGHT, "--decks", "6", "-o", "soft17=hit")
LONG_RUN = ("-o", "contribution=20%", "-o", "seed=1000")


def test_what_play_decides_is_given_for_the_best_play_with_the_main_wager(run: Run) -> None:
    records = json.loads(run(*STRAIGHT_6, *LONG_RUN, "--json").stdout)
    bounds = records[:2]
    (alone, both) = records[2:]

    assert [record["bound"] for record in bounds] == [
        "bound: never drawing",
        "bound: always drawing",
    ]
    assert alone["play"] == "best for the main wager"
    assert both["play"].startswith("best for both wagers, of equal size, $")
    assert alone["main_given_up"] == 0 < both["main_given_up"]
    assert alone["main_edge"] == both["main_edge"]
    assert both["both_edge"] < alone["both_edge"]
    value = both["progressive"]
    meter = Fraction(value["long_run_edge"]) - Fraction(both["edge"])
    assert value["both_long_run_edge"] == pytest.approx(both["both_edge"] + float(meter))
    assert f"${float(Fraction(value['mean_meter'])):,.2f} on the meter" in both["play"]
    assert (value["contribution_from"], value["seed_from"]) == ("given", "given")


def test_the_best_play_stands_in_text_and_csv_too(run: Run) -> None:
    output = run(*STRAIGHT_6, *LONG_RUN).stdout
    lines = list(csv.DictReader(run(*STRAIGHT_6, *LONG_RUN, "--csv").stdout.splitlines()))

    plays = list(dict.fromkeys(line["play"] for line in lines))
    assert plays[:3] == ["bound: never drawing", "bound: always drawing", "best for the main wager"]
    last = lines[-1]
    assert last["play"] in output
    assert f"{float(last['main_given_up']):.6%} of the main wager" in output
    assert f"{float(last['both_edge']):.6%} of one of two equal wagers" in output
    assert f"{float(Fraction(last['long_run_edge'])):.6%}" in output
    assert f"${float(Fraction(last['mean_meter'])):,.2f} for $1" in output
    assert lines[0]["main_given_up"] == lines[0]["both_edge"] == ""


def test_text_leads_with_the_best_play_and_shows_what_is_alike_once(run: Run) -> None:
    text = run("co/free-bet", "--wager", "pot-of-gold", "--table", "POG-01", "--decks", "6").stdout
    titles = [line for line in text.splitlines() if line.startswith("co/free-bet")]

    assert len(titles) == 2
    assert titles[0].endswith("6 decks, soft17 stand or hit")
    assert text.index("8.239034%") < text.index("bound  ") < text.index("not optimal play: a free")


def test_without_the_best_play_the_bounds_are_left(run: Run) -> None:
    records = json.loads(run(*STRAIGHT_6, "--no-best-play", "--json").stdout)

    assert len(records) == 2
    assert all("play" not in record for record in records)


def test_a_long_run_that_the_house_decides_is_asked_for(run: Run) -> None:
    output = run(*STRAIGHT_6, "--no-best-play").stdout

    assert "the house sets it: -o contribution=... -o seed=..." in output


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
    arguments: tuple[str, ...], code: str, run: Run
) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: ")
    assert line.endswith(f"[{code}]")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("odds co/golden-21 --wager golden-21 --meter 100", "none of these wagers has a meter"),
        ("odds co/golden-21 --wager golden-21 -o wager=5", "none of these wagers has a meter"),
        ("odds wa/spanish-21 --wager jackpot-1 -o wager=0", "a wager is more than nothing"),
        ("odds co/golden-21 -o decks=2 -o decks=6", "it is set to 2 and to 6; set it once"),
        ("solve co/golden-21 -o decks=2 -o decks=6", "it is set to 2 and to 6; set it once"),
        ("simulate co/pai-jack --rounds 1e99", "'1e99' is too large"),
    ],
)
def test_what_would_be_ignored_is_refused(called: Run, words: str, message: str) -> None:
    done = called(*words.split())
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_a_jackpot_is_valued_for_the_wager_that_everybody_makes(called: Run) -> None:
    words = "odds wa/spanish-21 --wager jackpot-1 --table 3c-5 --decks 6 -o seed=5000 -o wager=5"
    (found,) = json.loads(called(*words.split(), "--json").stdout)
    progressive = found["progressive"]
    assert progressive["wager"] == 500
    assert f"{float(Fraction(progressive['break_even_meter'])):.2f}" == "54345.26"
    assert f"{float(Fraction(progressive['long_run_edge'])):.6%}" == "9.941416%"
    assert "for $5 wagered" in called(*words.split()).stdout
