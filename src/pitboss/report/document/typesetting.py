"""Pages and pictures, set by Typst from a template."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, Literal

from pitboss.late import LateFunction

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
