"""`pitboss floor` on books in PostgreSQL."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.pit.small_floor import play_floor
from tests.store.conftest import Address


def test_books_in_postgresql_are_verified_replayed_and_exported(
    called: Run,  # noqa: F811 - the fixture
    database: Address,
    tmp_path: Path,
) -> None:
    _, keys = play_floor(tmp_path, db=database, rounds=2)
    where = ("--db", database, "--keys", str(keys))
    done = called("floor", "verify", *where)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    answer = json.loads(called("floor", "replay", *where, "--json").stdout)
    assert (answer["same"], answer["rounds"]) == (True, 8)
    out = tmp_path / "rounds.jsonl"
    assert called("floor", "export", *where, "--out", str(out)).returncode == 0
    assert called("replay", str(out)).returncode == 0
    assert called("floor", "verify-shoe", "3/1", "--db", database).returncode == 0
    assert "ann-21" in called("floor", "user", "list", "--db", database).stdout
    done = called("floor", "backup", "--db", database, "--out", "floor.dump")
    assert "pg_dump --format=custom" in done.stdout
    gone = called("floor", "verify", "--db", "postgresql://nobody@127.0.0.1:9/floor")
    assert (gone.returncode, "[db/unusable]" in gone.stderr) == (2, True)
