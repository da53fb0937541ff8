"""Write docs/reference/compliance.md: regulators' requirements, how each is met, and its tests."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from pitboss.audit.readiness import GROUPS, ReadinessState, Requirement, describe_test, requirements

_INTRO = Path(__file__).with_suffix(".md")
"""What comes before the tables, written by hand."""


def compliance_page() -> str:
    """Return the page."""
    return "\n".join([_INTRO.read_text(encoding="utf-8"), *_summary(), *_groups()]).rstrip() + "\n"


def _summary() -> Iterator[str]:
    listed = requirements()
    yield "| | met | tested inside only | in part | the operator's |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for start, title in GROUPS.items():
        states = [requirement.state for requirement in listed if requirement.id.startswith(start)]
        counts = " | ".join(str(states.count(state)) for state in ReadinessState)
        yield f"| {title} | {counts} |"
    states = [requirement.state for requirement in listed]
    yield (
        "| **all** | " + " | ".join(f"**{states.count(state)}**" for state in ReadinessState) + " |"
    )
    yield ""


def _groups() -> Iterator[str]:
    for start, group in groupby(requirements(), key=lambda requirement: requirement.id[:3]):
        yield f"## {GROUPS[start]}\n"
        for requirement in group:
            yield from _lines(requirement)


def _lines(requirement: Requirement) -> Iterator[str]:
    sources = ", ".join(requirement.sources)
    standing = f"{requirement.state}; {sources}; for {requirement.about}"
    yield f"**{requirement.id}** ({standing}). {requirement.asks}\n"
    yield f"- {requirement.how}"
    for test in requirement.tests:
        path = test.partition("::")[0]
        yield f"- Proven: [{describe_test(test)}](../../{path})."
    if requirement.needs:
        yield f"- Still needed: {requirement.needs}"
    yield ""
