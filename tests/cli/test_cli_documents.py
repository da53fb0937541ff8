"""`pitboss documents` and `pitboss report`: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.cli.commands import report
from pitboss.report.document import typesetting
from pitboss.report.documents.errata import ERRATA
from pitboss.rulebook.configured import configure
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.house import read_house
from pitboss.rulebook.reading.library import game_ids
from tests.cli.conftest import Run

SPANISH = ("wa/spanish-21", "-o", "table.jackpot-1=3c-5", "-o", "jackpot.jackpot-1.seed=5000.00")
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the main game out of reports: to solve it takes longer than everything else here.

    `test_cli_report_main.py` has it in.
    """
    monkeypatch.setattr(report, "game_reports", lambda _: ())


def refusal(done: subprocess.CompletedProcess[str], code: str) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: ")
    assert line.endswith(f" [{code}]")
    return line


def test_documents_prints_every_figure_and_every_erratum(called: Run) -> None:
    done = called("documents", columns=120)

    assert done.returncode == 0
    assert "407 figures are printed: 406 are reproduced, 1 differs." in done.stdout
    for word in ("3c-5", "10.45%", "10.44904%", "agrees", ".42%", ".83041%", "differs", "W1"):
        assert word in done.stdout
    assert not re.search(r"\bpending\b", done.stdout, re.IGNORECASE)
    for entry in ERRATA:
        assert f"\n{entry.id}  " in done.stdout


def test_documents_opens_with_the_verdict_and_no_row_is_broken(called: Run) -> None:
    lines = called("documents", columns=80).stdout.splitlines()

    assert lines[0].startswith("407 figures are printed: 406 are reproduced, 1 differs.")
    rows = lines[: lines.index("Readings")]
    assert sum(" agrees " in f"{line} " for line in rows) == 406
    assert any(line.startswith("probability, One suited and one non  .002193") for line in rows)


def test_documents_as_json_has_the_keys_it_promises(called: Run) -> None:
    done = called("documents", "--json")
    data = json.loads(done.stdout)

    assert done.returncode == 0
    assert len(data["figures"]) == 407
    keys = {"game", "table", "decks", "figure", "row"}
    keys |= {"printed", "exact", "exact_float", "agrees", "reading"}
    assert all(keys <= figure.keys() for figure in data["figures"])
    assert sum(figure["agrees"] is True for figure in data["figures"]) == 406
    (edge,) = (figure for figure in data["figures"] if figure["exact"] is None)
    assert (edge["printed"], edge["agrees"], edge["decks"]) == (".42%", False, 6)
    assert all(not figure["yielded_by"] for figure in data["figures"] if figure is not edge)
    keys = {"id", "documents", "clause", "printed", "reading", "effect"}
    assert all(keys <= entry.keys() for entry in data["errata"])
    assert len(data["errata"]) == len(ERRATA)


def test_documents_lists_the_rule_sets_that_yield_the_printed_edge(called: Run) -> None:
    data = json.loads(called("documents", "--json").stdout)
    (listed,) = (f["yielded_by"] for f in data["figures"] if f["yielded_by"])
    text = called("documents", columns=160).stdout

    assert "Rule sets that yield .42%" in text
    for rule_set in listed:
        assert rule_set.keys() == {"game", "options", "rules", "house_edge"}
        assert f"{rule_set['house_edge']:.2%}" == "0.42%"
        assert f"{rule_set['house_edge']:.4%}" in text


# By day the figures of the documents themselves are checked.
@pytest.mark.nightly
def test_an_edge_that_a_game_of_ones_own_prints_is_checked_too(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same Spanish 21, printing the edge it has: solved when it is asked for."""
    catalogue = Path(str(files("pitboss.rulebook") / "catalog"))
    text = (catalogue / "bet-bigger-spanish-21.toml").read_text(encoding="utf-8")
    text = text.replace('"bet-bigger/spanish-21"', '"own/spanish"').replace(".42%", ".83%")
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    done = pitboss("documents", "--json")

    assert done.returncode == 0, done.stderr
    data = [f for f in json.loads(done.stdout)["figures"] if f["figure"] == "house_advantage"]
    edges = {f["game"]: (f["printed"], f["agrees"]) for f in data if not f["table"]}
    assert edges == {"bet-bigger/spanish-21": (".42%", False), "own/spanish": (".83%", True)}


@pytest.mark.parametrize("name", ["report.html", "report.pdf", "REPORT.PDF"])
def test_a_report_is_written_whole(name: str, called: Run, tmp_path: Path) -> None:
    out = tmp_path / name
    done = called("report", *SPANISH, "--out", str(out))

    assert done.returncode == 0
    assert done.stdout.startswith(f"{out}: the maths report of wa/spanish-21, digest ")
    start = b"%PDF" if name.lower().endswith("pdf") else b"<!DOCTYPE html>"
    assert out.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [out]


def test_a_report_says_in_json_what_it_was_made_of(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = called("report", *SPANISH, "--out", str(out), "--json")
    data = json.loads(done.stdout)

    assert data["digest"] in out.read_text("utf-8")
    assert data["game"] == "wa/spanish-21"
    assert "decks=6" in data["assumed"]
    assert not any("seed" in assumed for assumed in data["assumed"])


def test_a_house_file_decides_which_wagers_appear(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    house = EXAMPLES / "co-21-plus-3.toml"
    assert (
        called("report", "co/21-plus-3", "--house", str(house), "--out", str(out)).returncode == 0
    )
    text = out.read_text("utf-8")

    assert configure(read_house(house)).digest in text
    assert "pay table PT-BJS-213-03" in text
    assert "pay table standard" not in text
    assert "Chosen for this report" not in text


def test_an_option_takes_a_wager_off_the_report(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    options = ("-o", "table.match-down=none", "-o", "decks=8")
    assert called("report", "wa/spanish-21", *options, "--out", str(out)).returncode == 0
    text = out.read_text("utf-8")

    assert "5.2</b>Match The Dealer Up Card, pay table 2</h3>" in text
    assert "2.99%" in text


@pytest.mark.nightly(every=7)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_a_report_without_a_word_of_configuration(
    game_id: str, called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "report.pdf"
    done = called("report", game_id, "--out", str(out))

    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(b"%PDF")


def test_a_pdf_without_its_extra_is_refused_with_the_way_to_install_it(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "find_spec", lambda _: None)
    line = refusal(called("report", *SPANISH, "--out", str(tmp_path / "a.pdf")), "extra/missing")

    assert f"install it with: {install_command('report')}" in line
    assert called("report", *SPANISH, "--out", str(tmp_path / "a.html")).returncode == 0


def test_what_cannot_be_reported_is_refused_and_nothing_is_written(
    called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "a.html"
    folder = tmp_path / "folder.html"
    folder.mkdir()
    to = ("--out", str(out))
    cases = {
        ("wa/spanish21", *to): "game/unknown",
        ("wa/spanish-21", "-o", "decks=7", *to): "option/invalid",
        ("wa/spanish-21", "-o", "dekcs=6", *to): "option/unknown",
        ("wa/spanish-21", "-o", "decks", *to): "option/invalid",
        ("wa/spanish-21", "-o", "table.jackpot-1=3c-9", *to): "option/invalid",
        ("wa/spanish-21", "-o", "table.jackpot-1=3a-1", *to): "option/conflict",
        ("wa/spanish-21", "--house", str(tmp_path / "no.toml"), *to): "file/missing",
        ("wa/spanish-21", "--house", str(EXAMPLES / "co-trilux.toml"), *to): "option/conflict",
        ("wa/spanish-21", "--paper", "a5", *to): "option/invalid",
        ("wa/spanish-21", "--out", str(tmp_path / "a.doc")): "option/invalid",
        ("wa/spanish-21", "--out", str(tmp_path / "a")): "option/invalid",
        ("wa/spanish-21", "--out", str(tmp_path / "none" / "a.html")): "file/unwritable",
        ("wa/spanish-21", "--out", str(folder)): "file/unwritable",
        ("wa/spanish-21",): "command/usage",
    }
    for arguments, code in cases.items():
        refusal(called("report", *arguments), code)
    assert list(tmp_path.iterdir()) == [folder]


def test_a_refusal_is_json_where_json_was_asked_for(called: Run, tmp_path: Path) -> None:
    done = called("report", "wa/spanish21", "--out", str(tmp_path / "a.html"), "--json")

    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["code"] == "game/unknown"


def test_a_file_that_cannot_be_replaced_stays_as_it_is(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at the last step: the old report is still there, and nothing beside it."""
    out = tmp_path / "a.html"
    out.write_text("the report of last year", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(Path, "replace", fail)
    line = refusal(called("report", *SPANISH, "--out", str(out)), "file/unwritable")

    assert "no space left on device" in line
    assert out.read_text("utf-8") == "the report of last year"
    assert list(tmp_path.iterdir()) == [out]
