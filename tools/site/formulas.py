r"""Formulas of a page as MathML, which browsers draw without a script or a font of ours.

They are written as GitHub reads them: ``$`E = 1 - p`$`` in a sentence, and a block of code in the
language `math` for a line of its own. A plain dollar sign is always money.
"""

from __future__ import annotations

import re
from typing import Final

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

INLINE: Final = r"\$`([^`\n]+)`\$"
_BEFORE_CODE: Final = 195
"""Above 190, the priority of code between backticks."""


class Formulas(InlineProcessor):
    """Replaces a formula in a sentence."""

    def handleMatch(  # noqa: N802 - the name is the package's
        self, match: re.Match[str], _: str
    ) -> tuple[str, int, int]:
        """Return the formula, put aside until the page is done, and where it begins and ends."""
        return self.md.htmlStash.store(convert(match[1])), *match.span(0)


class FormulaExtension(Extension):
    """Adds formulas to Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is the package's
        """Register the processor that replaces formulas."""
        md.inlinePatterns.register(Formulas(INLINE, md), "formula", _BEFORE_CODE)


def makeExtension(**_: object) -> FormulaExtension:  # noqa: N802 - the name is the package's
    """Return the extension, as Markdown looks for it."""
    return FormulaExtension()


def block(source: str, *_: object, **__: object) -> str:
    """Return a formula on a line of its own."""
    return f'<div class="formula">{convert(source.strip(), display="block")}</div>'
