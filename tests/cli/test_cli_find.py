"""`pitboss find`: pay tables of the rule book by wager, decks, edge and hits."""

from __future__ import annotations

import json

from tests.cli.conftest import Run
from tests.own_games import OwnGame


def find(called: Run, *arguments: str) -> list[dict[str, object]]:
    records: list[dict[str, object]] = json.loads(called("find", *arguments, "--json").stdout)
    return records


def test_jackpots_are_found_by_their_long_run_edge(called: Run) -> None:
    """All six-deck jackpots between 8 and 12%: those that Washington prints with such a figure."""
    records = find(called, "--wager", "jackpot", "--decks", "6", "--edge", "8%..12%")
    of_2024 = [r for r in records if r["game"] == "wa/spanish-21"]
    assert [r["table"] for r in of_2024] == [
        *("3c-6", "4d-6", "5c-6"),
        *("3c-5", "4d-5", "5c-5"),
        *("3c-4", "4d-4", "5c-4"),
    ]
    assert all(r["wagers"] == ["jackpot-1", "jackpot-2"] for r in of_2024)
    assert {r["decks"] for r in records} == {6}


def test_every_filter_narrows_the_list_and_every_order_sorts_it(called: Run) -> None:
    everything = find(called)
    cheap = find(called, "--edge", "..3%", "--sort", "table")
    assert {str(r) for r in cheap} < {str(r) for r in everything}
    frequent = find(called, "--hit", "25%..", "--sort", "hit")
    hits = [float(str(r["hit_frequency"])) for r in frequent]
    assert hits == sorted(hits, reverse=True)
    assert min(hits) >= 0.25
    assert {r["game"] for r in find(called, "--game", "spanish")} >= {"wa/spanish-21"}
    assert {r["game"] for r in find(called, "--game", "wa/spanish-21")} == {"wa/spanish-21"}


def test_a_game_of_ones_own_is_found_too(called: Run, own_game: OwnGame) -> None:
    game_id = own_game("co/golden-21")
    assert {r["game"] for r in find(called, "--game", game_id)} == {game_id}


def test_nothing_that_fits_is_said(called: Run) -> None:
    done = called("find", "--wager", "no-such-wager")
    assert (done.returncode, done.stdout[:17]) == (0, "No pay tables fit")


def test_what_cannot_be_looked_for_is_refused_all_at_once(called: Run) -> None:
    wrong = ("--edge", "5", "--hit", "10%..x", "--sort", "y", "--game", "zz")
    done = called("find", *wrong)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 4
    assert "write 8%..12%, ..12% or 8%.." in called("find", "--edge", "12%..8%").stderr
