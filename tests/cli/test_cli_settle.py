"""`pitboss settle`: a hand of a physical table, keyed in, is settled as its record replays."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from pitboss.engine.setup import prepare
from pitboss.rulebook.ready import ready_tables
from pitboss.text.numbers import money
from tests.cli.conftest import Done, Run
from tests.keyed_hands import keys, played
from tests.rows import every_row
from tests.tiers import by_day

GAMES = sorted(ready_tables())
SPANISH = str(Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml")
HAND = ("1 25", "2 35 match-up 5", "deal", "1: 7h 7s", "2: As Kd", "d: 7c Jh")
ROUNDS = by_day(3, 30)


def keyed(run: Run, monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> Done:
    """Run the command with lines for its input, as a keyboard or a scanner sends them."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return run("settle", *arguments)


@every_row("game", GAMES)
def test_random_rounds_of_every_game_are_settled_as_their_records_replay(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    """The nets come from the engine, from the screen, and from `replay` of the saved record."""
    setup = prepare(ready_tables()[game].house)
    house = str(Path(__file__).parents[2] / "examples" / f"{game.replace('/', '-')}.toml")
    for number in range(ROUNDS):
        round_ = played(setup, random.Random(f"{game}/{number}"))
        file = tmp_path / f"{number}.json"
        lines = [*keys(round_), "quit"]
        done = keyed(called, monkeypatch, lines, house, "--out", str(file))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "refused" not in done.stdout, done.stdout
        replayed = json.loads(called("replay", str(file), "--json").stdout)
        right = {str(seat): net for seat, net in round_.state.net().items()}
        assert replayed["net"] == right
        for seat, net in right.items():
            words = f"wins {money(net)}" if net > 0 else f"loses {money(-net)}" if net else "even"
            assert f"seat {seat}  {words}\n" in done.stdout


def test_a_hand_is_settled_to_the_cent_with_the_clause_and_the_sentence(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    lines = [*HAND, "take", "hit", "7d", "quit"]
    done = keyed(called, monkeypatch, lines, "wa/spanish-21", "--out", str(file))
    assert done.returncode == 0, done.stdout
    assert "seat 2: blackjack against 7♣" in done.stdout
    assert "Main wager $35.00: blackjack pays 3 to 2, wins $52.50  (DP2)" in done.stdout
    said = "Main wager, blackjack pays 3 to 2: $52.50; I take $5.00; in all you win $47.50."
    assert f'Say: "{said}"' in done.stdout
    assert "7-7-7" in done.stdout
    assert "(GR11)" in done.stdout, "the bonus 21 has its own clause"
    assert json.loads(file.read_text())["net"]["2"] == 4750


def test_to_1_wins_beside_the_wager_and_for_1_takes_it(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One match of the up card: $5 at 3 to 1 wins $15, $1 at 2 for 1 wins $1 and not $2."""
    house = str(Path(__file__).parents[2] / "examples" / "ilani-spanish-21.toml")
    lines = ["1 15 match-up 5 jackpot-1 1", "deal", "1: 7h Ks", "d: 7c Jh", "stand", "quit"]
    done = keyed(called, monkeypatch, lines, house, "--json")
    record = json.loads(done.stdout)
    (tmp_path / "hand.json").write_text(json.dumps(record))
    record = json.loads(called("replay", str(tmp_path / "hand.json"), "--json").stdout)
    nets = {line["wager"]: line["net"] for line in record["settlement"]}
    assert nets == {"main": 0, "match-up": 1_500, "jackpot-1": 100}, done.stderr
    assert record["net"] == {"1": 1_600}


def test_undo_takes_lines_back_and_what_is_refused_changes_nothing(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["1 25", "deal", "undo", "1 50", "deal", "9h", "10h", "Kc", "undo", "Qc", "8h", "x"]
    lines += ["9d", "stand", "quit"]
    done = keyed(called, monkeypatch, lines, "wa/spanish-21", "--json")
    record = json.loads(done.stdout)
    assert record["seats"] == [{"seat": 1, "wagers": {"main": 5000}}]
    assert record["cards"] == "9h Qc 8h 9d"
    assert "(10h) is not in a Spanish deck" in done.stderr or "Th" in done.stderr
    assert "'x' is not a card" in done.stderr


def test_a_hand_that_is_not_over_is_not_settled(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    done = keyed(called, monkeypatch, ["1 25", "deal", "9h"], SPANISH, "--out", str(file))
    assert done.returncode == 2
    assert "[round/open]" in done.stderr
    assert not file.exists()


def test_replay_names_the_clause_behind_every_pay_and_takes_its_own_output(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    again = tmp_path / "again.json"
    keyed(
        called,
        monkeypatch,
        [*HAND, "take", "hit", "7d", "quit"],
        "wa/spanish-21",
        "--out",
        str(file),
    )
    told = called("replay", str(file)).stdout
    assert "seat 2  Main wager: blackjack pays 3 to 2, $52.50  (DP2)\n" in told
    whole = json.loads(called("replay", str(file), "--json").stdout)
    assert len(whole["clauses"]) == len(whole["settlement"])
    assert {"DP2", "GR11"} <= set(whole["clauses"])
    again.write_text(json.dumps(whole))
    assert called("replay", str(again)).returncode == 0


def test_a_dealer_trains_and_the_progress_is_kept(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    score = tmp_path / "score.json"
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 20))
        arguments = ("reference/blackjack", "--dealer", "--seed", "a", "--count", "3")
        done = called("train", *arguments, "--score", str(score))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "What comes next?" in done.stdout
    assert "All 2 sessions of this game: 6 answers" in done.stdout
    score.write_text("[]")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    refused = called("train", "reference/blackjack", "--dealer", "--score", str(score))
    assert refused.returncode == 2
    assert "[score/malformed]" in refused.stderr
