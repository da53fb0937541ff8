"""The list of requirements: each is proven by tests that there are, or says what is missing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.audit.readiness import GROUPS, Standing, requirements
from tests.cli.conftest import Run, called

__all__ = ["called"]

ROOT = Path(__file__).parents[2]


def test_every_test_that_is_named_is_there() -> None:
    known: dict[str, set[str]] = {}
    missing = []
    for requirement in requirements():
        for test in requirement.tests:
            file, _, name = test.partition("::")
            if file not in known:
                known[file] = set(_functions(ROOT / file))
            if name not in known[file]:
                missing.append(f"{requirement.id}: {test}")
    assert missing == []


def _functions(path: Path) -> Iterator[str]:
    if path.is_file():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (it.name for it in ast.walk(tree) if isinstance(it, ast.FunctionDef))


def test_what_is_met_is_proven_and_what_is_not_says_what_is_missing() -> None:
    wrong = [
        it.id
        for it in requirements()
        if (it.state is Standing.MET and not it.tests)
        or (it.state is not Standing.MET and not it.needs)
    ]
    assert wrong == []


def test_ids_are_numbered_and_known() -> None:
    ids = [it.id for it in requirements()]
    assert len(set(ids)) == len(ids)
    assert [it for it in ids if not re.fullmatch(r"[A-Z]{3}-[0-9]{2}", it)] == []
    assert {it[:3] for it in ids} == set(GROUPS)


def test_the_command_lists_them_and_refuses_another_standing(called: Run) -> None:
    shown = called("floor", "readiness", "--only", "operator")
    assert "LIC-01" in shown.stdout
    assert "RNG-01" not in shown.stdout
    refused = called("floor", "readiness", "--only", "perhaps")
    assert refused.returncode == 2
    assert "met, part or operator" in refused.stderr
