"""Pages and pictures, set by Typst from a template, and the problems of writing them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from pitboss.late import LateFunction
from pitboss.report.document.blocks import Document
from pitboss.report.document.data import document_data
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.files import place_problems
from pitboss.rulebook.problems import Problem

Paper = Literal["a4", "us-letter"]
_compile: LateFunction[..., Any] = LateFunction("typst:compile")


def pdf_is_possible() -> bool:
    """Return whether the extra for PDF is installed."""
    return find_spec("typst") is not None


def typeset(
    template: bytes, form: Literal["pdf", "png"], inputs: Mapping[str, str], **options: object
) -> bytes:
    """Return a template with its *inputs* set as a file; the same inputs give the same bytes."""
    # Fonts come with Typst: those of the machine would give every machine its own report.
    made = _compile(template, format=form, ignore_system_fonts=True, sys_inputs=inputs, **options)
    assert isinstance(made, bytes)
    return made


TEMPLATE = Path(__file__).with_name("maths.typ")


def pdf_file(document: Document, *, paper: Paper = "a4") -> bytes:
    """Return *document* as a PDF/A file; the same document gives the same bytes."""
    return typeset(
        TEMPLATE.read_bytes(),
        "pdf",
        {"document": json.dumps(document_data(document)), "paper": paper},
        pdf_standards="a-2b",
        timestamp=datetime.fromisoformat(document.date).replace(tzinfo=UTC),
    )


def out_problems(out: Path, endings: tuple[str, ...], *, key: str) -> tuple[Problem, ...]:
    """Return the problems of writing *out*, before anything is computed."""
    ending = out.suffix.lower()
    if ending not in endings:
        message = f"'{out}' must end in {', '.join(endings[:-1])} or {endings[-1]}"
        return (Problem(code="option/invalid", key=key, message=message),)
    if ending in {".pdf", ".png"} and not pdf_is_possible():
        message = (
            f"a {ending[1:].upper()} needs Typst; install it with: {install_command('report')}"
        )
        return (Problem(code="extra/missing", key="", message=message),)
    return place_problems(out)
