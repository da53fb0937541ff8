"""Problems of a file to write, found before the work starts."""

from __future__ import annotations

from pathlib import Path

from pitboss.report.document.typesetting import pdf_is_possible
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.files import place_problems
from pitboss.rulebook.problems import Problem


def out_problems(out: Path, endings: tuple[str, ...], *, key: str) -> tuple[Problem, ...]:
    """Return the problems of writing *out*, before anything is computed."""
    ending = out.suffix.lower()
    if ending not in endings:
        message = f"'{out}' must end in {', '.join(endings[:-1])} or {endings[-1]}"
        return (Problem(code="option/invalid", key=key, message=message),)
    if ending == ".pdf" and not pdf_is_possible():
        message = f"a PDF needs Typst; install it with: {install_command('report')}"
        return (Problem(code="extra/missing", key="", message=message),)
    return place_problems(out)
