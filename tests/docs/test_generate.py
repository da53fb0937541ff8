"""One table names every generator of committed files; `make docs` runs it."""

from __future__ import annotations

import subprocess
import sys

from tools.generate import GENERATORS, ROOT

TABLE = [sys.executable, "-m", "tools.generate"]


def test_every_generator_and_what_it_writes_are_there() -> None:
    for generator in GENERATORS.values():
        assert (ROOT / f"{generator.module.replace('.', '/')}.py").is_file(), generator
        assert (ROOT / generator.writes).exists(), generator


def test_the_list_names_them_in_order() -> None:
    listed = subprocess.run(
        [*TABLE, "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [*GENERATORS]
    assert "golden" in listed.stdout
    assert "docs/reference/clauses.md" in listed.stdout


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    refused = subprocess.run(
        [*TABLE, "cluases"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "there is no cluases; there are rounds, golden, clauses" in refused.stderr


def test_make_docs_runs_the_table() -> None:
    assert "python -m tools.generate $(ARGS)" in (ROOT / "Makefile").read_text(encoding="utf-8")
