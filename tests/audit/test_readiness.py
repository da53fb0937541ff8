"""The list of requirements: each is proven by tests that there are, or says what is missing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.audit.readiness import GROUPS, PUBLIC, ReadinessState, requirements
from tests.cli.conftest import Run, called

__all__ = ["called"]

ROOT = Path(__file__).parents[2]
PROVEN = {ReadinessState.MET, ReadinessState.INSIDE}


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
        kinds = ast.FunctionDef | ast.AsyncFunctionDef
        yield from (node.name for node in ast.walk(tree) if isinstance(node, kinds))


def test_what_is_met_is_proven_and_what_is_not_says_what_is_missing() -> None:
    wrong = [
        requirement.id
        for requirement in requirements()
        if (requirement.state in PROVEN and not requirement.tests)
        or (requirement.state not in PROVEN and not requirement.needs)
    ]
    assert wrong == []


def test_met_is_claimed_only_where_a_test_goes_in_from_outside() -> None:
    """A test of a part may pass while the route around it lets everybody through."""
    wrong = [
        requirement.id
        for requirement in requirements()
        if requirement.state is ReadinessState.MET
        and not any(test.startswith(PUBLIC) for test in requirement.tests)
    ]
    assert wrong == []


def test_rules_for_card_rooms_and_for_online_systems_are_told_apart(called: Run) -> None:
    listed = json.loads(called("floor", "readiness", "--json").stdout)["requirements"]
    about = {row["id"]: row["about"] for row in listed}
    assert (about["OFF-01"], about["RNG-01"]) == ("card rooms", "online")
    shown = called("floor", "readiness").stdout
    assert "for physical card rooms" in " ".join(shown.split())
    assert "an online floor in Washington is no card room" in " ".join(shown.split())


def test_ids_are_numbered_and_known() -> None:
    ids = [requirement.id for requirement in requirements()]
    assert len(set(ids)) == len(ids)
    assert [id_ for id_ in ids if not re.fullmatch(r"[A-Z]{3}-[0-9]{2}", id_)] == []
    assert {id_[:3] for id_ in ids} == set(GROUPS)


def test_the_command_lists_them_and_refuses_another_standing(called: Run) -> None:
    shown = called("floor", "readiness", "--only", "operator")
    assert "LIC-01" in shown.stdout
    assert "RNG-01" not in shown.stdout
    refused = called("floor", "readiness", "--only", "perhaps")
    assert refused.returncode == 2
    assert "met, inside, part or operator" in refused.stderr
