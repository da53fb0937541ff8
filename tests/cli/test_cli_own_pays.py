"""A pay table of one's own through the commands: what a row's words say is paid, and priced."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pitboss.patterns.rows import underpaid_rows
from pitboss.rulebook.reading.library import games
from tests.cli.conftest import Run
from tests.own_games import OwnGame

GAME = "co/21-plus-3"
ROWS = "\n".join(
    f'  {{ name = "{name}", on = "{outcome}", pays = ["9 to 1"] }},'
    for name, outcome in (
        *(("Straight Flush", "straight-flush"), ("3 of a Kind", "three-of-a-kind")),
        *(("Straight", "straight"), ("Flush", "flush")),
    )
)
"""The rows of 21+3 in the catalogue's file."""
DECKS = 6
FLUSHES = Fraction(4 * comb(13 * DECKS, 3), comb(52 * DECKS, 3))
"""Three cards of one suit, straight flushes and three alike included."""


def own_rows(own_game: OwnGame, pays: Mapping[str, str]) -> str:
    rows = "\n".join(
        f'  {{ name = "{outcome}", on = "{outcome}", pays = ["{pay}"] }},'
        for outcome, pay in pays.items()
    )
    return own_game(GAME, {ROWS: rows})


def test_any_flush_is_every_flush(called: Run, own_game: OwnGame) -> None:
    game = own_rows(own_game, {"flush": "14 to 1"})
    chosen = (game, "--wager", "21-plus-3", "--decks", str(DECKS))
    odds = json.loads(called("odds", *chosen, "--json").stdout)[0]
    assert Fraction(odds["hit_frequency"]) == FLUSHES
    assert odds["edge_float"] == pytest.approx(0.0895, abs=5e-5)
    unpaid = {name: float(Fraction(chance)) for name, chance in odds["unpaid"].items()}
    assert {"three-of-a-kind", "pair-no-flush", "straight", "total-21"} == set(unpaid)
    text = called("odds", *chosen).stdout
    assert f"no row pays             pair no flush {unpaid['pair-no-flush']:.4%}" in text


@pytest.mark.parametrize(
    ("cards", "won"), [("7h 7h 8d 9h", 6000), ("Th 9h 9d 8h", 6000), ("Th 9h 9d 8c", -500)]
)
def test_the_table_pays_what_the_odds_count(
    called: Run, own_game: OwnGame, tmp_path: Path, cards: str, won: int
) -> None:
    game = own_rows(own_game, {"flush": "12 to 1"})
    first, second, down, up = cards.split()
    record = {
        "game": game,
        "options": {"decks": DECKS},
        "tables": {"21-plus-3": "standard"},
        "seats": [{"seat": 1, "wagers": {"main": 1000, "21-plus-3": 500}}],
        "cards": f"{first} {up} {second} {down}",
        "decisions": [{"seat": 1, "action": "stand"}],
    }
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    done = called("replay", str(file), "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    events = json.loads(done.stdout)["events"]
    settled = [event for event in events if event["event"] == "wager-settled"]
    assert [event["net"] for event in settled if event["wager"] == "21-plus-3"] == [won]


def test_check_names_the_hands_that_lose(called: Run, own_game: OwnGame, tmp_path: Path) -> None:
    game = own_rows(own_game, {"flush": "14 to 1"})
    file = next(own_game.root.rglob("own.toml"))
    done = called("check", str(file))
    assert done.returncode == 0, done.stdout
    assert "tables.standard: no row pays these hands, which lose: pair no flush 19." in done.stdout
    house = tmp_path / "house.toml"
    house.write_text(f'game = "{game}"\n[tables]\n21-plus-3 = "standard"\n')
    verdict = json.loads(called("check", str(house), "--json").stdout)
    assert verdict["ok"]
    codes = [warning["code"] for warning in verdict["warnings"]]
    assert "table/unpaid" in codes


@pytest.mark.parametrize(
    ("pays", "codes", "words"),
    [
        # Three of a kind is a pair too, and is paid as what it is.
        (
            {"pair": "3 to 1", "three-of-a-kind": "2 to 1"},
            {"table/order", "table/unpaid"},
            "'three-of-a-kind' is the stronger hand and pays 2 to 1, less than 'pair' at 3 to 1",
        ),
        # 4 for 1 is 3 to 1, and no less than that.
        ({"pair": "3 to 1", "three-of-a-kind": "4 for 1"}, {"table/unpaid"}, "no row pays"),
        # A pair is more than one hand in five: at 5 to 1 the player gains.
        ({"pair": "5 to 1"}, {"table/loses", "table/unpaid"}, "players win 2"),
    ],
)
def test_check_warns_of_what_an_inventor_overlooks(
    called: Run, own_game: OwnGame, pays: Mapping[str, str], codes: set[str], words: str
) -> None:
    own_rows(own_game, pays)
    file = next(own_game.root.rglob("own.toml"))
    verdict = json.loads(called("check", str(file), "--json").stdout)
    assert verdict["ok"]
    assert {warning["code"] for warning in verdict["warnings"]} == codes
    assert {warning["key"] for warning in verdict["warnings"]} == {"tables.standard"}, (
        "nothing is said of the tables that a document prints"
    )
    assert words in called("check", str(file)).stdout


def test_no_table_of_a_document_pays_a_stronger_hand_less() -> None:
    wrong = [
        (game.id, table.id, paid.name, other.name)
        for game in games()
        for table in game.tables
        for paid, other in underpaid_rows(table)
    ]
    assert wrong == []
