"""`pitboss outcomes`: the outcomes that rows of a pay table can name, family by family."""

from __future__ import annotations

from textwrap import fill

from pitboss.cli.output import print_json, refuse, terminal_width
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.phrases import nearest
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.outcomes import FAMILIES


def print_outcomes(family: str, *, as_json: bool) -> None:
    """Print the outcomes of one family, or of all."""
    if family and family not in FAMILIES:
        near = nearest(family, tuple(FAMILIES)) or ", ".join(FAMILIES)
        message = f"there is no family {shorten(family)!r}; the nearest is {near}"
        refuse([Problem(code="rulebook/invalid", key="family", message=message)], as_json=as_json)
    shown = {name: sorted(FAMILIES[name]) for name in ([family] if family else FAMILIES)}
    if as_json:
        print_json(shown)
        return
    for name, outcomes in shown.items():
        print(name)
        text = ", ".join(outcomes)
        width = max(40, terminal_width())
        print(
            fill(text, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        )
