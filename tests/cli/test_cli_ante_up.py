"""`pitboss solve` and `pitboss advise` of Ante Up 21: what they print."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Run


def printed(called: Run, *arguments: str) -> dict[str, Any]:
    done = called(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


def test_the_solution_is_printed_as_data_and_in_words(called: Run) -> None:
    output = printed(called, "solve", "co/ante-up-21")
    both = output["played_for_both"]
    alone = output["played_for_21"]

    assert output["joint_edge"] == both["joint_edge"] == both["house_edge"] + both["poker_edge"]
    assert output["house_edge"] == pytest.approx(alone["house_edge"], abs=1e-12)
    assert output["poker_edge"] == output["played_for_poker"]["poker_edge"]
    assert alone["cost"] > 0 < output["played_for_poker"]["cost"]
    hands = output["by_first_cards"]
    value = sum(h["probability"] * h[h["best"]]["value"] for h in hands)
    assert output["joint_edge"] == pytest.approx(-value, abs=1e-12)
    folded = sum(h["probability"] for h in hands if h["best"] == "fold")
    assert folded == pytest.approx(both["fold_probability"], abs=1e-12)
    by_up = output["by_up_card"].values()
    edge = sum(row["probability"] * row["joint_edge"] for row in by_up)
    assert edge == pytest.approx(output["joint_edge"], abs=1e-12)

    text = called("solve", "co/ante-up-21", columns=80).stdout
    assert f"{output['joint_edge']:.4%} of the ANTE" in text
    assert max(map(len, text.splitlines())) <= 80
    for up, names in output["strategy"]["fold"].items():
        assert names == [h["cards"] for h in hands if h["up"] == up and h["best"] == "fold"]


def test_two_cards_are_bet_or_folded_and_then_played(called: Run) -> None:
    arguments = ("advise", "co/ante-up-21", "--hand", "9s 8d", "--up", "Kh")
    output = printed(called, *arguments)

    assert [action["action"] for action in output["actions"]] == ["fold", "bet"]
    assert output["best"] == "fold"
    assert output["after_bet"]["best"] == "hit"
    for choice in (*output["actions"], *output["after_bet"]["actions"]):
        assert choice["value"] == pytest.approx(choice["value_of_21"] + choice["value_of_poker"])
    fold, bet = output["actions"]
    assert fold["value_of_poker"] == pytest.approx(-1)
    text = called(*arguments).stdout
    assert "once the bet is made and the dealer has no blackjack" in text
    assert f"{bet['value']:+.6f}" in text


def test_with_more_cards_only_the_hand_is_played(called: Run) -> None:
    output = printed(called, "advise", "co/ante-up-21", "--hand", "2s 2d 5c", "--up", "9h")

    assert {action["action"] for action in output["actions"]} == {"hit", "stand"}
    assert "after_bet" not in output


def test_a_blackjack_is_bet_or_folded_and_asked_no_more(called: Run) -> None:
    output = printed(called, "advise", "co/ante-up-21", "--hand", "As Kd", "--up", "Ah")

    assert (output["best"], output["after_bet"]) == ("bet", {"actions": [], "best": None})


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("--hand", "6h", "--up", "2s"), ["hand/impossible"]),
        (("--hand", "6h 7h"), ["hand/no-up-card"]),
        (("--hand", "6h xx", "--up", "2s"), ["record/card-unknown"]),
        (("--hand", "Th Th Th", "--up", "2s"), ["hand/over"]),
        (("--hand", "Th 9h 2d", "--up", "2s"), ["hand/nothing-asked"]),
        (("--hand", "6h 7h", "--up", "2s", "--after-split"), ["option/conflict"]),
        (("--hand", "6h 7h", "--up", "2s", "--doubled", "1"), ["option/conflict"]),
        (("-o", "decks=2", "--hand", "6h 6h 6h", "--up", "2s"), ["record/card-not-in-shoe"]),
        (("-o", "decks=3", "--hand", "6h 7h", "--up", "2s"), ["option/invalid"]),
    ],
)
def test_what_makes_no_sense_is_refused(
    called: Run, arguments: tuple[str, ...], codes: list[str]
) -> None:
    done = called("advise", "co/ante-up-21", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    lines = [line.rsplit("[", 1)[1].rstrip("]") for line in done.stderr.splitlines()]
    assert lines == codes
