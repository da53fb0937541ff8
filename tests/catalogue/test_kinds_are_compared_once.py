"""What kind of round is played is asked in one table a layer, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import pitboss
from pitboss.engine.events import Phase
from pitboss.engine.rounds.kinds import ROUND_PLANS
from pitboss.rulebook.model import KIND_RULES
from pitboss.sitting.basic_play import STAYS_IN

SOURCE = Path(pitboss.__file__).parent

TABLES: Mapping[str, frozenset[str]] = {
    "cards": frozenset(),
    "patterns": frozenset(),
    "rulebook": frozenset({"model/rules.py", "reading/playable.py"}),
    "engine": frozenset({"rounds/kinds.py"}),
    "exact": frozenset({"kinds.py", "advising/positions.py"}),
    "simulator": frozenset(
        {"kinds.py", "players.py", "lanes/kinds.py", "rounds/kinds.py", "backends/shares.py"}
    ),
    "compiled": frozenset(),
    "counts": frozenset(),
    "advantage": frozenset({"kinds.py"}),
    "gym": frozenset({"kinds.py"}),
    "sitting": frozenset({"kinds.py", "basic_play.py"}),
    "tui": frozenset(),
    "api": frozenset(),
    "text": frozenset({"kinds.py"}),
    "report": frozenset({"kinds.py"}),
}
"""Layer -> its modules that may name kinds of round: those with the tables keyed by kind."""

OF_ONE_KIND = frozenset({"main-1", "main-2", "insurance-1", "insurance-2"})
"""Wagers that only one kind of round has: to look for one is to ask for the kind."""


def named_kinds(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every place of a module where it asks what kind of round is played."""
    rules = {kind.__name__ for kind in KIND_RULES.values()}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="RoundKind"), attr=name):
                yield node.lineno, f"RoundKind.{name}"
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                names = {leaf.id for leaf in ast.walk(kinds) if isinstance(leaf, ast.Name)}
                if names & rules:
                    yield node.lineno, f"isinstance of {', '.join(sorted(names & rules))}"
            case ast.Compare(left=left, comparators=others):
                for side in (left, *others):
                    if isinstance(side, ast.Constant) and side.value in OF_ONE_KIND:
                        yield node.lineno, f"compares with {side.value!r}"
            case _:
                pass


@pytest.mark.parametrize("layer", TABLES)
def test_kinds_are_named_in_the_tables_of_a_layer_alone(layer: str) -> None:
    places = [
        f"{path.relative_to(SOURCE)}:{line}: {what}"
        for path in sorted((SOURCE / layer).rglob("*.py"))
        if path.relative_to(SOURCE / layer).as_posix() not in TABLES[layer]
        for line, what in named_kinds(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not places, "\n".join(places)


@pytest.mark.parametrize(
    "code",
    [
        "if setup.round == RoundKind.SWITCH: pass",
        "match kind:\n    case RoundKind.HOLDEM: pass",
        "_SOME = frozenset({RoundKind.PAI_JACK})",
        "isinstance(rules, HoldemRules | AnteUpRules)",
        "hand = 2 if unit == 'main-2' else 1",
    ],
)
def test_every_way_of_asking_is_noticed(code: str) -> None:
    assert list(named_kinds(ast.parse(code)))


def test_every_plan_is_a_whole_round() -> None:
    for kind, plan in ROUND_PLANS.items():
        phases = list(plan.phases)
        assert phases[0] is Phase.DEAL, kind
        assert phases[-1] is Phase.OVER, kind
        assert set(plan.phase_after) == set(phases[:-1]), kind


def test_every_phase_belongs_to_a_round() -> None:
    assert {phase for plan in ROUND_PLANS.values() for phase in plan.phases} == set(Phase)


def test_seats_that_nobody_sits_at_know_when_to_fold() -> None:
    """Every kind of round with a phase in which a seat may fold."""
    folds = {Phase.BET_OR_FOLD, Phase.POKER}
    assert set(STAYS_IN) == {k for k, plan in ROUND_PLANS.items() if folds & set(plan.phases)}
