"""`pitboss solve` and `pitboss advise` of Blackjack Switch, as a person and a program call them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.switch.solution import switch_solution
from pitboss.exact.switch.solver import SolvedSwitch, solve_switch
from pitboss.rulebook.house import House
from tests.cli.conftest import Run
from tests.exact.switch_deals import compare

SWITCH = "co/blackjack-switch"
UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]


def answer_json(called: Run, command: str, *arguments: str) -> dict[str, Any]:
    done = called(command, SWITCH, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


@pytest.fixture(scope="module")
def record(pitboss: Run) -> dict[str, Any]:
    """What is said with a wager, in a process of its own."""
    done = pitboss("solve", SWITCH, "--wager", "10", "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def test_json_has_the_keys_of_every_other_game(record: dict[str, Any], called: Run) -> None:
    other = json.loads(called("solve", "co/21-plus-3", "--wager", "10", "--json").stdout)

    assert set(other) <= set(record)
    for key in ("options", "by_up_card", "strategy"):
        assert type(record[key]) is type(other[key])
    assert set(record["by_up_card"]["2"]) == set(other["by_up_card"]["2"])
    assert set(record["by_first_cards"][0]) == {*other["by_first_cards"][0], "other"}
    assert set(record["strategy"]) == set(other["strategy"])
    assert record["house_edge_with_super_bonus"] == record["house_edge"]
    assert record["wager"] == 1000


def test_everything_is_in_units_of_both_wagers_together(record: dict[str, Any]) -> None:
    edge = record["house_edge"]
    variance = record["variance"]

    assert record["convention"] == "per unit of both wagers together"
    assert 0.005 < edge < 0.006
    assert record["house_edge_of_one_wager"] == pytest.approx(2 * edge)
    assert record["standard_deviation_of_one_wager"] == pytest.approx(2 * variance**0.5)
    assert record["element_of_risk"] == pytest.approx(edge / record["average_wager"])
    results = record["distribution"]
    assert sum(result["probability"] for result in results) == pytest.approx(1, abs=1e-12)
    squares = sum(result["probability"] * result["gain"] ** 2 for result in results)
    assert squares - edge**2 == pytest.approx(variance)


def test_the_parts_add_up_to_the_whole(record: dict[str, Any]) -> None:
    assert list(record["by_up_card"]) == UPS
    for parts in (record["by_up_card"].values(), record["by_first_cards"]):
        assert sum(part["probability"] for part in parts) == pytest.approx(1, abs=1e-11)
        edge = sum(part["probability"] * part["house_edge"] for part in parts)
        assert edge == pytest.approx(record["house_edge"], abs=1e-12)


def test_first_cards_are_named_once_however_they_are_dealt(record: dict[str, Any]) -> None:
    rows = {
        (by_first_card["up"], by_first_card["cards"], by_first_card["other"])
        for by_first_card in record["by_first_cards"]
    }

    assert len(rows) == len(record["by_first_cards"]) == 10 * (10**4 + 3 * 10**2) // 4
    actions = {"switch", "keep"}
    assert {by_first_card["action"] for by_first_card in record["by_first_cards"]} == actions


def test_worse_ways_to_switch_cost_more(record: dict[str, Any]) -> None:
    ways = ("", "_by_hand_values", "_by_points", "_by_rounded_points", "_never_switching")
    edges = [record[f"house_edge{way}"] for way in ways]

    assert edges == sorted(edges)
    assert record["switch_points"]["blackjack"] == 100
    assert (
        record["switch_points"]["pairs"]["10,10"]["6"] > record["switch_points"]["hard"]["11"]["6"]
    )


def test_text_fits_eighty_columns_and_says_both_conventions(called: Run) -> None:
    done = called("solve", SWITCH, columns=80)

    assert "House edge                0.542823% of both first wagers together" in done.stdout
    assert "Of one of the two wagers  1.085646%" in done.stdout
    assert "When to switch" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())


@pytest.mark.nightly
def test_effects_are_differences_of_games_solved_by_themselves(called: Run) -> None:
    output = answer_json(called, "solve", "--effects")
    changed = {(effect["option"], effect["value"]): effect for effect in output["effects"]}

    assert set(changed) == {
        ("decks", 8),
        ("soft17", "stand"),
        ("double_for_less", False),
        ("resplit_aces", True),
    }
    for (option, value), effect in changed.items():
        alone = solve_switch(prepare(House(game=SWITCH, options={option: value})))
        assert effect["house_edge"] == float(alone.edge)
        assert effect["change"] == effect["house_edge"] - output["house_edge"]
    assert changed["soft17", "stand"]["change"] < -0.003
    assert changed["resplit_aces", True]["change"] < 0 < changed["decks", 8]["change"]


@pytest.mark.nightly(but=[".txt"])
@pytest.mark.parametrize("ending", [".txt", ".html", ".pdf"])
def test_charts_are_written_whole(ending: str, called: Run, tmp_path: Path) -> None:
    out = tmp_path / f"switch{ending}"
    output = answer_json(called, "solve", "--charts", str(out))
    content = out.read_bytes()
    cost = output["charts"]["cost"]

    assert output["charts"]["file"] == str(out)
    assert output["house_edge_by_points"] - output["house_edge"] < cost < 5e-5
    assert cost <= output["charts"]["cost_without_exceptions"] < 1e-4
    if ending == ".pdf":
        assert content.startswith(b"%PDF-")
        return
    text = content.decode()
    for words in ("When to switch", "Hard hands, points", "Hard hands", "Pairs", output["digest"]):
        assert words in text
    assert ending == ".html" or max(map(len, text.splitlines())) <= 80


def test_a_switch_is_advised_with_what_it_makes(called: Run) -> None:
    advice = answer_json(called, "advise", "--hand", "Ts 6h", "--other", "5c Td", "--up", "6s")
    switch, keep = advice["actions"]

    assert advice["best"] == switch["action"] == "switch"
    assert switch["hands"] == ["Ts Td", "5c 6h"]
    assert keep["hands"] == [advice["hand"], advice["other"]] == ["Ts 6h", "5c Td"]
    assert switch["value"] > 1
    assert keep["value"] < 0


@cache
def _game() -> SolvedSwitch:
    return switch_solution(prepare(House(game=SWITCH))).game


@pytest.mark.parametrize(
    ("hand", "other", "up"),
    [("Ts 6h", "5c Td", "6s"), ("As Kh", "9h 2c", "Td"), ("8s Ac", "Ah 8d", "Ac")],
)
def test_advice_is_what_the_solved_game_compares(
    hand: str, other: str, up: str, called: Run
) -> None:
    """The whole game solved, every hand beside every other; here only those that are asked."""
    values = {"A": 1, "T": 10, "K": 10}
    one, two, three, four, five = (
        values.get(card[0]) or int(card[0]) for card in f"{hand} {other} {up}".split()
    )
    keep, switch = compare(_game(), five, (one, two), (three, four))
    advice = answer_json(called, "advise", "--hand", hand, "--other", other, "--up", up)
    advised = {action["action"]: action["value"] for action in advice["actions"]}

    assert advised == {"keep": pytest.approx(keep), "switch": pytest.approx(switch)}
    assert advice["best"] == ("switch" if switch > keep else "keep")


def test_equal_second_cards_are_kept(called: Run) -> None:
    advice = answer_json(called, "advise", "--hand", "9s 6h", "--other", "5c 6d", "--up", "7s")

    assert advice["best"] == "keep"
    assert advice["actions"][0]["value"] == pytest.approx(advice["actions"][1]["value"])


def test_a_hand_by_itself_pushes_on_22(called: Run) -> None:
    """Standing on 12 against a 2 is worth less than where a dealer 22 is a bust."""
    hand = ("--hand", "Ts 2h", "--up", "2s")
    switch = answer_json(called, "advise", *hand)
    plain = json.loads(called("advise", "co/21-plus-3", *hand, "--json").stdout)
    stand = [
        next(action["value"] for action in advice["actions"] if action["action"] == "stand")
        for advice in (switch, plain)
    ]

    assert stand[0] < stand[1] - 0.05
    assert "other" not in switch
    assert "not looked at" in called("advise", SWITCH, *hand).stdout


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ((SWITCH, "--hand", "6h 7h", "--other", "2s", "--up", "2s"), ["hand/impossible"]),
        ((SWITCH, "--hand", "6h 7h 2s", "--other", "2s 3s", "--up", "2s"), ["hand/impossible"]),
        ((SWITCH, "--hand", "6h 7h", "--other", "", "--up", "2s"), ["hand/impossible"]),
        ((SWITCH, "--hand", "6h 7h", "--other", "2s 3s"), ["hand/no-up-card"]),
        ((SWITCH, "--hand", "6h 7h", "--other", "2s 1x", "--up", "2s"), ["record/card-unknown"]),
        (
            (SWITCH, "--hand", "6h 6h", "--other", "6h 6h", "--up", "6h", "-o", "decks=3"),
            ["option/invalid"],
        ),
        (
            (SWITCH, "--hand", "6h 7h", "--other", "2s Jk", "--up", "6h"),
            ["record/card-not-in-shoe"],
        ),
        (
            (
                SWITCH,
                "--hand",
                "6h 7h",
                "--other",
                "2s 3s",
                "--up",
                "6h",
                "--doubled",
                "1",
                "--free",
            ),
            ["option/conflict", "option/conflict"],
        ),
        (
            ("co/21-plus-3", "--hand", "6h 7h", "--other", "2s 3s", "--up", "6h"),
            ["option/conflict"],
        ),
        ((SWITCH, "--hand", "As Kh", "--up", "6h"), ["hand/nothing-asked"]),
    ],
)
def test_what_cannot_be_advised_is_refused_with_all_its_reasons(
    arguments: tuple[str, ...], codes: list[str], called: Run
) -> None:
    done = called("advise", *arguments)

    assert done.returncode == 2
    assert [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()] == codes
    assert done.stdout == ""


OTHER_RULES = ["peek = false", "rescue = true", "free_bets = true", "twenty_one_wins = true"]


@pytest.mark.parametrize("rule", OTHER_RULES)
def test_a_house_s_own_switch_by_other_rules_is_refused(
    rule: str, called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Path(str(files("pitboss.rulebook") / "catalog"))
    text = (catalogue / "co-blackjack-switch.toml").read_text()
    text = text.replace(SWITCH, "own/switch").replace("[rules]\n", f"[rules]\n{rule}\n")
    (tmp_path / "own.toml").write_text(text)
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    done = called("solve", "own/switch")

    assert done.returncode == 2
    assert done.stderr.endswith("[game/not-solved]\n")
