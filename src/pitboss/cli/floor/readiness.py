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
    ReadinessState.INSIDE: "tested inside only",
    ReadinessState.PART: "in part",
    ReadinessState.OPERATOR: "the operator's",
}


_FOR = {
    "card rooms": "physical card rooms",
    "online": "online systems",
    "both": "both kinds of house",
}


def list_requirements(*, only: str, as_json: bool) -> None:
    """Print the requirements, or those of one standing."""
    if only and only not in set(ReadinessState):
        raise refusal("option/invalid", f"--only is {choice(list(ReadinessState))}", "only")
    listed = [
        requirement for requirement in requirements() if not only or requirement.state == only
    ]
    if as_json:
        rows = [{**to_builtins(row), "about": row.about} for row in listed]
        print_json({"requirements": rows, "counts": _counts()})
        return
    for start, title in GROUPS.items():
        group = [requirement for requirement in listed if requirement.id.startswith(start)]
        if group:
            print(f"{title}\n")
            for requirement in group:
                _print_one(requirement)
    counts = ", ".join(f"{count} {_MARKS[state]}" for state, count in _counts().items())
    print("Rules for physical card rooms bind no online floor, and the other way round: an online")
    print("floor in Washington is no card room. Tables of 25 CFR 543, CTR and SAR are not covered.")
    print(f"{counts}. Nothing here is a certificate, and the server starts with play money only.")


def _counts() -> dict[ReadinessState, int]:
    states = [requirement.state for requirement in requirements()]
    return {state: states.count(state) for state in ReadinessState}


def _print_one(requirement: Requirement) -> None:
    sources = ", ".join(requirement.sources)
    about = f"({sources}; for {_FOR[requirement.about]})"
    _print(f"{requirement.id}  {_MARKS[requirement.state]}: {requirement.asks} {about}", "  ")
    _print(requirement.how, "      ")
    for test in requirement.tests:
        _print(f"tested: {describe_test(test)}", "      ")
    if requirement.needs:
        _print(f"still needed: {requirement.needs}", "      ")
    print()


def _print(text: str, indent: str) -> None:
    print(fill(text, terminal_width(), initial_indent=indent, subsequent_indent=f"{indent}  "))
