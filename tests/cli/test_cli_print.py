"""`pitboss print`: the sheets of a house as a file."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

SPANISH = str(Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml")


def test_one_sheet_or_several_are_written(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "signs.html"
    done = called("print", SPANISH, "--what", "felt-sign,posting", "--out", str(out), "--json")
    record = json.loads(done.stdout)
    assert record["sheets"] == ["felt-sign", "posting"]
    page = out.read_text(encoding="utf-8")
    assert "Dealer hits soft 17" in page
    assert "WAC 230-15-060" in page


def test_the_words_of_the_house_are_printed(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "posting.html"
    words = ("--name", "Emerald <Card> Room", "--fees", "No fee to play.")
    called("print", SPANISH, "--what", "posting", *words, "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert "Emerald &lt;Card&gt; Room" in page
    assert "No fee to play." in page


def test_a_game_as_it_stands_is_printed_and_what_was_assumed_is_said(
    called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "card.pdf"
    done = called("print", "co/free-bet decks=8", "--what", "rack-card", "--out", str(out))
    assert "table.push-22=push-22-A" in done.stderr
    assert out.read_bytes().startswith(b"%PDF")


def test_everything_wrong_is_refused_at_once(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.doc"
    done = called("print", SPANISH, "--what", "sign", "--out", str(out), "--paper", "a5")
    assert done.returncode == 2
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == [
        "--what",
        "--out",
        "--paper",
    ]
    assert not out.exists()
