"""The section of a maths report on advantage play: counts, what they win, and what stops them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.advantage.count_study import CountStudy
from pitboss.advantage.protect.model import Protection
from pitboss.report.advantage.protect_page import (
    main_blocks,
    measure_blocks,
    method_blocks,
    tell_blocks,
    wager_blocks,
)
from pitboss.report.count_page import count_sections
from pitboss.report.document.blocks import Block, Heading, Paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageFigures:
    """The section on counting: the best counts of a table and their gains."""

    study: CountStudy
    """Of the main game."""
    protection: Protection


def advantage_section(figures: AdvantageFigures, number: str) -> Iterator[Block]:
    """Yield the section: effects of removal and counts first, then what counters win."""
    protection = figures.protection
    yield Heading(1, number, "Advantage play")
    if figures.study.tags is None:  # nothing to count is the whole answer
        yield from count_sections(figures.study)
        return
    yield Paragraph(
        "What somebody wins who counts the cards that are gone: from the exact effects of removal,"
        " and by simulated counters. Expectations are to the player here."
    )
    parts = (
        (Heading(1, "", "Effects of removal and counts"), *count_sections(figures.study)),
        main_blocks(protection, number=""),
        wager_blocks(protection, number=""),
        measure_blocks(protection, number=""),
        tell_blocks(protection, number=""),
        (Heading(1, "", "How this was computed"), *method_blocks(protection.terms)),
    )
    for place, blocks in enumerate(parts, start=1):
        yield from _one_level_down(blocks, f"{number}.{place}")


def _one_level_down(blocks: Iterable[Block], number: str) -> Iterator[Block]:
    """Yield blocks with the headings of a section as those of its part."""
    for block in blocks:
        if isinstance(block, Heading):
            yield Heading(block.level + 1, number if block.level == 1 else "", block.text)
        else:
            yield block
