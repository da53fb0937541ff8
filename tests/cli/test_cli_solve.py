"""`pitboss solve` as a person and a program call it: figures, charts, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

SPANISH = ("wa/spanish-21", "-o", "decks=6", "-o", "soft17=hit", "-o", "redouble=true")
KEYS = {
    *("house_edge", "standard_deviation", "variance", "average_wager", "element_of_risk"),
    *("by_up_card", "by_first_cards", "distribution", "strategy", "game", "options", "digest"),
}


def solved(called: Run, *arguments: str) -> dict[str, Any]:
    done = called("solve", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def test_json_has_the_documented_keys_and_edges_are_fractions(called: Run) -> None:
    output = solved(called, "co/21-plus-3")

    assert set(output) >= KEYS
    assert output["house_edge"] == pytest.approx(0.00615389123, abs=5e-12)
    assert output["element_of_risk"] == pytest.approx(
        output["house_edge"] / output["average_wager"]
    )
    assert output["variance"] == pytest.approx(output["standard_deviation"] ** 2)
    assert output["options"]["decks"] == 6
    assert len(output["digest"]) == 64
    assert output["strategy"]["hard"]["16"]["6"] == "S"


def test_hands_of_a_split_are_played_as_they_are_told(called: Run) -> None:
    two_decks = ("reference/blackjack", "-o", "decks=2", "--split-play")
    unsplit, best = (solved(called, *two_decks, play) for play in ("as-unsplit", "best"))

    assert (unsplit["split_play"], best["split_play"]) == ("as-unsplit", "best")
    assert unsplit["house_edge"] == pytest.approx(0.0038044507547, abs=1e-13)
    assert best["house_edge"] == pytest.approx(0.0038024200213, abs=1e-12)
    assert unsplit["after_split"] == []
    doubled = {"pair": "4 4", "hand": "4 4", "up": "6", "paired": True, "action": "double"}
    assert any(doubled.items() <= hand.items() for hand in best["after_split"])


def test_the_parts_add_up_to_the_whole(called: Run) -> None:
    output = solved(called, "co/21-plus-3")
    ups = output["by_up_card"].values()
    first = output["by_first_cards"]

    assert list(output["by_up_card"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    for parts in (ups, first):
        assert sum(part["probability"] for part in parts) == pytest.approx(1, abs=1e-12)
        edge = sum(part["probability"] * part["house_edge"] for part in parts)
        assert edge == pytest.approx(output["house_edge"], abs=1e-12)
    assert sum(row["probability"] for row in output["distribution"]) == pytest.approx(1, abs=1e-9)
    gain = sum(row["gain"] * row["probability"] for row in output["distribution"])
    assert gain == pytest.approx(-output["house_edge"], abs=1e-4)


def test_a_wager_brings_in_the_super_bonus(called: Run) -> None:
    output = solved(called, *SPANISH, "--wager", "5")
    bonus = output["super_bonus"]

    assert (output["wager"], bonus["prize"], bonus["envy"]) == (500, 100_000, 5_000)
    assert output["house_edge"] == pytest.approx(0.00416759, abs=1e-8)
    with_bonus = output["house_edge"] - bonus["value"]
    assert output["house_edge_with_super_bonus"] == pytest.approx(with_bonus)
    assert bonus["value"] == pytest.approx(0.000278592, abs=1e-9)
    assert output["house_edge_with_super_bonus_and_envy"] == pytest.approx(
        with_bonus - bonus["envy_value_per_other_player"]
    )
    assert output["strategy"]["pairs"]["7,7"]["7"] == "P+"


def test_without_a_wager_nothing_is_said_of_the_super_bonus(called: Run) -> None:
    output = solved(called, *SPANISH)

    assert "house_edge_with_super_bonus" not in output
    assert output["strategy"]["pairs"]["7,7"]["7"] == "P"


def test_text_fits_eighty_columns_and_shows_percent(called: Run) -> None:
    done = called("solve", *SPANISH, "--wager", "5", columns=80)

    assert "House edge            0.416759% of the first wager" in done.stdout
    assert "With the Super Bonus  0.388900% at a wager of $5" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())
    assert done.stderr == ""


def test_what_nobody_said_is_filled_in_and_said(called: Run) -> None:
    done = called("solve", "wa/spanish-21")

    assert "decks=6, soft17=hit" in done.stderr
    assert "0.776777%" in done.stdout


def test_effects_are_told_one_by_one(called: Run) -> None:
    output = solved(called, "co/21-holdem", "--effects")
    by_option = {(effect["option"], effect["value"]): effect for effect in output["effects"]}

    assert set(by_option) == {
        ("soft17", "stand"),
        ("surrender", True),
        ("double_for_less", False),
        ("resplit_aces", True),
    }
    for effect in by_option.values():
        assert effect["change"] == pytest.approx(effect["house_edge"] - output["house_edge"])
    assert by_option["soft17", "stand"]["change"] < 0
    assert by_option["surrender", True]["change"] < 0


@pytest.mark.parametrize("ending", [".txt", ".html", ".pdf"])
def test_charts_are_written_whole(ending: str, called: Run, tmp_path: Path) -> None:
    out = tmp_path / f"charts{ending}"
    output = solved(called, "co/21-holdem", "--charts", str(out))

    assert output["charts"]["file"] == str(out)
    assert 0 < output["charts"]["cost"] <= output["charts"]["cost_without_exceptions"] < 0.001
    content = out.read_bytes()
    if ending == ".pdf":
        assert content.startswith(b"%PDF-")
    else:
        assert "Hard hands" in content.decode()
        assert output["digest"] in content.decode()
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_free_bet_charts_show_free_hands_apart(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "free.txt"
    called("solve", "co/free-bet", "--charts", str(out))
    text = out.read_text()

    assert "Hands a lammer carries, hard" in text
    assert "FP" in text
    assert "split free" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("no/game",), ["game/unknown"]),
        (("reference/blackjack", "--split-play", "worst"), ["option/invalid"]),
        (("co/pai-jack", "--split-play", "best"), ["option/conflict"]),
        (("--all", "--split-play", "best"), ["option/conflict"]),
        (
            ("wa/spanish-21", "-o", "decks=3", "-o", "colour=red"),
            ["option/invalid", "option/unknown"],
        ),
        (("wa/spanish-21", "-o", "soft17=stand", "-o", "redouble=true"), ["option/conflict"]),
        (("wa/spanish-21", "--wager", "much", "--charts", "x.doc"), ["option/invalid"] * 2),
        (("wa/spanish-21", "--wager", "0"), ["option/invalid"]),
        (("wa/spanish-21", "-o", "min=500", "--wager", "1"), ["wager/off-limits"]),
        (("wa/spanish-21", "--charts", "no/such/folder/x.txt"), ["file/unwritable"]),
    ],
)
def test_what_cannot_be_solved_is_refused_with_all_its_reasons(
    arguments: tuple[str, ...], codes: list[str], called: Run
) -> None:
    done = called("solve", *arguments)

    assert done.returncode == 2
    lines = [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()]
    assert sorted(lines) == sorted(codes), done.stderr
    assert done.stdout == ""


def test_both_commands_are_in_the_help(pitboss: Run) -> None:
    output = pitboss("--help").stdout

    assert "  solve " in output
    assert "  advise " in output
