"""`pitboss floor readiness`: the requirements of regulators, one by one."""

from __future__ import annotations

from textwrap import fill

from msgspec import to_builtins

from pitboss.audit.readiness import GROUPS, ReadinessState, Requirement, describe_test, requirements
from pitboss.cli.output import print_json, terminal_width
from pitboss.cli.problems import refusal
from pitboss.rulebook.phrases import choice

_MARKS = {
    ReadinessState.MET: "met",
    ReadinessState.PART: "in part",
    ReadinessState.OPERATOR: "the operator's",
}


def list_requirements(*, only: str, as_json: bool) -> None:
    """Print the requirements, or those of one standing."""
    if only and only not in set(ReadinessState):
        raise refusal("option/invalid", f"--only is {choice(list(ReadinessState))}", "only")
    listed = [
        requirement for requirement in requirements() if not only or requirement.state == only
    ]
    if as_json:
        print_json({"requirements": to_builtins(listed), "counts": _counts()})
        return
    for start, title in GROUPS.items():
        group = [requirement for requirement in listed if requirement.id.startswith(start)]
        if group:
            print(f"{title}\n")
            for requirement in group:
                _print_one(requirement)
    counts = ", ".join(f"{count} {_MARKS[state]}" for state, count in _counts().items())
    print(f"{counts}. Nothing here is a certificate, and the server starts with play money only.")


def _counts() -> dict[ReadinessState, int]:
    states = [requirement.state for requirement in requirements()]
    return {state: states.count(state) for state in ReadinessState}


def _print_one(requirement: Requirement) -> None:
    sources = ", ".join(requirement.sources)
    _print(f"{requirement.id}  {_MARKS[requirement.state]}: {requirement.asks} ({sources})", "  ")
    _print(requirement.how, "      ")
    for test in requirement.tests:
        _print(f"tested: {describe_test(test)}", "      ")
    if requirement.needs:
        _print(f"still needed: {requirement.needs}", "      ")
    print()


def _print(text: str, indent: str) -> None:
    print(fill(text, terminal_width(), initial_indent=indent, subsequent_indent=f"{indent}  "))
