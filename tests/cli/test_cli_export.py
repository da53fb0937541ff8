"""`pitboss simulate --export` and `pitboss replay FILE.parquet`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

SIMULATE = ("simulate", "reference/blackjack", "--rounds", "30", "--seed", "2", "--threads", "1")


def test_exported_rounds_are_replayed_from_the_file(called: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "rounds.parquet")
    done = called(*SIMULATE, "--seats", "2", "--export", out)
    assert done.returncode == 0
    assert f"{out}: 30 rounds, 60 rows\n" in done.stdout
    replayed = called("replay", out)
    assert replayed.returncode == 0
    lines = replayed.stdout.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["ok"] * 30


def test_json_names_the_file_and_its_rounds(called: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "rounds.parquet")
    plain = json.loads(called(*SIMULATE, "--json").stdout)
    record = json.loads(called(*SIMULATE, "--export", out, "--json").stdout)
    assert record.pop("export") == {"file": out, "rounds": 30, "rows": 30}
    assert record["digest"] == plain["digest"]
    first = json.loads(called("replay", out, "--json").stdout.splitlines()[0])
    assert first["net"].keys() == {"1"}


def test_one_file_for_two_things_and_a_missing_file_are_refused(
    called: Run, tmp_path: Path
) -> None:
    out = str(tmp_path / "x.parquet")
    both = called(*SIMULATE, "--parquet", out, "--export", out)
    assert (both.returncode, both.stdout) == (2, "")
    assert "the rounds need a file of their own" in both.stderr
    missing = called("replay", out)
    assert missing.returncode == 2
    assert "[file/missing]" in missing.stderr
