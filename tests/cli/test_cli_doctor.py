"""`pitboss doctor` says what is there, what is missing and what is wrong."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli.commands import doctor
from pitboss.cli.commands.doctor import Finding, State, run_check
from pitboss.server.keys import open_keys
from pitboss.server.services import Settings
from pitboss.store.migrations import migrations
from tests.cli.conftest import Run
from tests.store.conftest import Address, database, server

__all__ = ["database", "server"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a data folder of its own, which is not made yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "pitboss"


def states(findings: Iterator[Finding]) -> dict[str, State]:
    return {finding.name: finding.state for finding in findings}


def test_everything_is_a_line_and_a_whole_installation_is_well(called: Run) -> None:
    done = called("doctor", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["ok"]) == (0, True), data
    assert {finding["state"] for finding in data["findings"]} <= {"right", "absent"}
    names = [finding["name"] for finding in data["findings"]]
    assert len({*names}) == len(names)
    for name in ("pitboss", "libraries", "extra report", "cache", "books", "odds", "solver"):
        assert name in names
    assert "23/311" in next(
        finding["words"] for finding in data["findings"] if finding["name"] == "odds"
    )


def test_nothing_is_made_or_changed(called: Run, home: Path) -> None:
    called("doctor")
    assert not home.exists()


def test_a_wrong_answer_is_named_and_exits_1(called: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "INSURANCE_EDGE", Fraction(23, 312))
    monkeypatch.setattr(doctor, "SPREADS_MAX", 0)
    done = called("doctor")
    assert done.returncode == 1
    wrong = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("!!")]
    assert wrong == ["odds", "solver"]
    assert done.stdout.endswith("Lines with !! need mending.\n")


def test_an_error_is_a_finding_and_the_rest_is_still_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> Iterator[Finding]:
        raise OSError("no\nway")

    monkeypatch.setattr(doctor, "program", fail)
    monkeypatch.setattr(doctor, "known_answers", lambda: iter(()))
    findings = [*doctor.findings("")]
    assert findings[0] == Finding("pitboss", State.WRONG, "OSError: no way")
    assert len(findings) > 10


def test_a_missing_library_is_wrong_and_a_missing_extra_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "_version", lambda _: None)
    needed = states(doctor.libraries())
    assert needed["numpy"] is State.WRONG
    offered = {extra.name: extra for extra in doctor.extras()}
    assert offered["extra report"].state is State.ABSENT
    assert "pip install 'typst" in offered["extra report"].words


def test_books_that_are_there_are_counted_and_newer_ones_refused(home: Path) -> None:
    home.mkdir(parents=True)
    path = home / "floor.db"
    last = migrations("sqlite", after=0)[-1].number
    with closing(sqlite3.connect(path)) as books, books:
        for migration in migrations("sqlite", after=0):
            books.executescript(migration.text)
        books.execute(f"PRAGMA user_version = {last}")
    first = next(doctor.books(Settings()))
    assert (first.state, first.words) == (State.RIGHT, f"{path}: 0 entries")
    with closing(sqlite3.connect(path)) as books, books:
        books.execute(f"PRAGMA user_version = {last + 1}")
    assert next(doctor.books(Settings())).state is State.WRONG
    path.write_bytes(b"no books at all" * 100)
    assert next(run_check("books", lambda: doctor.books(Settings()))).state is State.WRONG


def test_a_key_file_that_others_may_read_is_wrong(home: Path) -> None:
    open_keys(home / "server.key")
    assert states(doctor.books(Settings()))["key file"] is State.RIGHT
    (home / "server.key").chmod(0o644)
    assert states(doctor.books(Settings()))["key file"] is State.WRONG


def test_books_in_postgresql_are_looked_at(database: Address) -> None:
    checked = states(doctor.books(Settings(db=database)))
    assert checked["books"] is State.RIGHT
    assert checked["PostgreSQL"] in {State.RIGHT, State.WRONG}  # a test server may not sync


def test_a_place_that_cannot_be_written_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    assert next(doctor.data()).state is State.WRONG
    monkeypatch.setenv("PITBOSS_CACHE", str(blocked))
    assert next(doctor.cache()).state is State.WRONG


def test_the_digest_is_the_identification_that_a_report_carries(
    called: Run, tmp_path: Path
) -> None:
    out = tmp_path / "r.json"
    assert called("report", "co/pai-jack", "--out", str(out)).returncode == 0
    report = json.loads(out.read_text("utf-8"))
    said = json.loads(called("doctor", "--digest", "--json").stdout)
    assert said == {name: report["about"][name] for name in said}
    assert len(said["software_digest"]) == 64
    shown = called("doctor", "--digest").stdout
    assert said["software_digest"] in shown
    text = json.dumps(report["blocks"], ensure_ascii=False)
    assert all(words in text for words in said.values())
    assert "numpy" in said["libraries"]
    assert "typst" in said["libraries"]
