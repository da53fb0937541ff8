"""`pitboss solve` and `pitboss advise` of rounds that are no blackjack: what they print."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards import parse_cards
from tests.cli.conftest import Run


def printed(called: Run, *arguments: str) -> dict[str, Any]:
    done = called(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


def same(fraction: str, number: float) -> bool:
    """Whether a fraction that is printed is the number beside it."""
    return float(Fraction(fraction)) == number


def test_pai_jack_is_printed_with_its_fractions(called: Run) -> None:
    output = printed(called, "solve", "co/pai-jack")

    assert same(output["house_edge_fraction"], output["house_edge"])
    assert same(output["house_way"]["house_edge_fraction"], output["house_way"]["house_edge"])
    assert 0 < output["house_edge"] < output["house_way"]["house_edge"]
    for figures in (output, output["house_way"]):
        chances = [Fraction(outcome["probability_fraction"]) for outcome in figures["outcomes"]]
        gains = [Fraction(outcome["gain"]) for outcome in figures["outcomes"]]
        edge = -sum(chance * gain for chance, gain in zip(chances, gains, strict=True))
        assert sum(chances) == 1
        assert edge == Fraction(figures["house_edge_fraction"])


def test_the_hands_of_pai_jack_add_up_to_those_that_are_set(called: Run) -> None:
    output = printed(called, "solve", "co/pai-jack")
    assert len(output["by_hand"]) == 1835
    assert sum(row["hands"] for row in output["by_hand"]) == 1877240
    assert all(row["value"] >= row["house_way_value"] for row in output["by_hand"])
    strategy = output["strategy"]
    assert len(strategy["rules"]) > len(strategy["house_way_from_low"])
    by_rules = strategy["house_edge_by_rules"]
    assert output["house_edge"] < strategy["house_edge_with_exceptions_in_words"] < by_rules


def test_pai_jack_in_words_fits_eighty_columns_and_names_the_same_edge(called: Run) -> None:
    data = printed(called, "solve", "co/pai-jack")
    done = called("solve", "co/pai-jack", "--effects", columns=80)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert f"{data['house_edge']:.6%} of the main wager" in done.stdout
    assert data["house_edge_fraction"] in done.stdout
    assert "The document leaves no rule of the main game open." in done.stdout


def test_a_round_that_is_no_blackjack_has_no_charts(called: Run) -> None:
    done = called("solve", "co/pai-jack", "--charts", "x.html")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("[option/conflict]\n")


def test_a_wager_changes_nothing_where_there_is_no_super_bonus(called: Run) -> None:
    output = printed(called, "solve", "co/pai-jack", "--wager", "10")
    assert (output["wager"], output["house_edge_with_super_bonus"]) == (1000, output["house_edge"])


def test_21_holdem_has_both_its_parts(called: Run) -> None:
    output = printed(called, "solve", "co/21-holdem")

    assert output["house_edge"] < 0.001 < output["poker_edge"]
    assert same(output["poker_edge_fraction"], output["poker_edge"])
    assert output["poker_edge"] < output["poker_edge_never_folding"]
    pairs = output["poker_by_community"]
    ways = sum(pair["pairs_of_cards"] for pair in pairs)
    total = sum(pair["pairs_of_cards"] * Fraction(pair["poker_edge_fraction"]) for pair in pairs)
    assert (len(pairs), ways) == (169, 1326)
    assert total / ways == Fraction(output["poker_edge_fraction"])
    for after in ("after_first_card", "after_second_card"):
        assert output["poker_strategy"][after]["decided_otherwise"] == 0
        assert output["poker_strategy"][after]["bet_with"]


def test_21_holdem_in_words_fits_eighty_columns(called: Run) -> None:
    done = called("solve", "co/21-holdem", columns=80)
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "22331/108290" in done.stdout


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("foul", ["reset", "lose", "house-way"])
def test_every_setting_is_advised_with_its_fraction(called: Run, foul: str) -> None:
    hand = "Ts 9h 5d 3c As"
    output = printed(called, "advise", "co/pai-jack", "--hand", hand, "-o", f"foul={foul}")

    assert output["best_low"] == output["actions"][0]["low"] == "Ts 9h"
    assert len(output["actions"]) == (5 if foul == "reset" else 10)
    for action in output["actions"]:
        assert same(action["value_fraction"], action["value"])
        assert sorted(parse_cards(f"{action['low']} {action['high']}")) == sorted(parse_cards(hand))
        if "win" in action:
            hands = action["win"] + action["push"] + action["lose"]
            assert Fraction(action["value_fraction"]) == Fraction(
                action["win"] - action["lose"], hands
            )


def test_betting_and_folding_are_advised_with_their_fractions(called: Run) -> None:
    output = printed(called, "advise", "co/21-holdem", "--community", "Ks 7d", "--hand", "8h 2c")
    assert [action["action"] for action in output["actions"]] == ["bet", "fold"]
    assert [action["value_fraction"] for action in output["actions"]] == ["-15/8", "-2"]
    assert output["best"] == "bet"


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("co/pai-jack", "--hand", "6h 7h"), ["hand/impossible"]),
        (("co/pai-jack", "--hand", "6h 7h 8h 9h xx"), ["record/card-unknown"]),
        (("co/pai-jack", "--hand", "6h 7h 8h 9h 9h"), ["record/card-not-in-shoe"]),
        (("co/pai-jack", "--hand", "Ah Kh Qh 9h 9c"), ["hand/nothing-asked"]),
        (("co/pai-jack", "--hand", "Th Kh Qh 9h 9c"), ["hand/nothing-asked"]),
        (("co/pai-jack", "--hand", "Th 3h Qh 9h 9c", "--up", "2s"), ["option/conflict"]),
        (("co/pai-jack", "--community", "2s 3s", "--hand", "4s"), ["option/conflict"]),
        (("co/21-holdem", "--community", "2s", "--hand", "4s"), ["hand/impossible"]),
        (("co/21-holdem", "--community", "2s 3s", "--hand", ""), ["hand/impossible"]),
        (("co/21-holdem", "--community", "2s 3s", "--hand", "3s"), ["record/card-not-in-shoe"]),
        (
            ("co/21-holdem", "--community", "2s 3s", "--hand", "4s", "--doubled", "1"),
            ["option/conflict"],
        ),
    ],
)
def test_what_cannot_be_advised_is_refused(
    called: Run, arguments: tuple[str, ...], codes: list[str]
) -> None:
    done = called("advise", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    lines = [line.rsplit("[", 1)[1].rstrip("]") for line in done.stderr.splitlines()]
    assert lines == codes
