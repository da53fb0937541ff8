"""Pages and pictures, set by Typst from a template, and the problems of writing them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

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


_UNSURE: Final = re.compile(
    r"[^\n -~\xa0-\u024f\u0370-\u03ff\u0400-\u045f\u2010-\u2027\u20a0-\u20bf"
    r"\u2190-\u2199\u2200-\u226f\u2660-\u2667]"
)
"""Characters other than those of which the fonts of Typst surely have every one."""


def pdf_file(document: Document, *, paper: Paper = "a4") -> bytes:
    """Return *document* as a PDF/A file; the same document gives the same bytes.

    People write in any script, and PDF/A allows no character that the fonts lack: where there is
    one, all that are not surely there are written as their numbers, [U+4E2D].
    """
    data = document_data(document)
    date = datetime.fromisoformat(document.date).replace(tzinfo=UTC)

    def pages(content: object) -> bytes:
        inputs = {"document": json.dumps(content), "paper": paper}
        return typeset(TEMPLATE.read_bytes(), "pdf", inputs, pdf_standards="a-2b", timestamp=date)

    try:
        return pages(data)
    except RuntimeError as error:
        if "could not be displayed" not in str(error):
            raise
    return pages(_by_number(data))


def _by_number(content: object) -> object:
    """Return the content of a document with the numbers of characters that fonts may lack."""
    match content:
        case str():
            return _UNSURE.sub(lambda match: f"[U+{ord(match[0]):04X}]", content)
        case Mapping():
            return {key: _by_number(value) for key, value in content.items()}
        case list() | tuple():
            return [_by_number(value) for value in content]
        case _:
            return content


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
