"""What the maths report rests on and who signs it: its last section."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Grid, Heading, Paragraph, Signatures
from pitboss.report.maths.model import MathsReport

TRANSCRIPTION_CELLS = 4097
TRANSCRIPTION_DIGEST = "9cba29a43f9b9fd4136eee59c82dae00f95b95b67a4327819c70894eca22fe58"
"""Of the second reading of the documents that the tests hold the rule book against."""
SOLVER_TESTS = (
    "Of the main game the suite holds the solver against the table: on tiny shoes, where everything"
    " that can happen is walked through, both give the same fraction, and charts are followed there"
    " too. Plain blackjack is held against published analyses of it."
)
TOLD_TESTS = (
    "What is more than a blackjack hand has a solver of its own, which the suite holds against the"
    " table too: on small decks and shoes, where everything that can happen is walked through, and"
    " by samples of rounds from whole ones."
)


def verification_section(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the section with that *number*: what was checked now, and what the tests check."""
    yield Heading(1, number, "Verification")
    yield Paragraph(
        "While this report was written, the probabilities of every wager were added up to exactly"
        " 1 and its returns to exactly 1 less the house edge, in fractions."
    )
    rows = tuple(
        ((it.title, it.check.text), "holds" if it.check.holds else "FAILS")
        for it in report.wagers
        if it.check
    )
    if rows:
        yield Paragraph(
            "Wagers on up to three dealt cards were counted a second time, deal by deal; those on"
            " four were also drawn at random."
        )
        yield Grid(heads=("wager and second count", ""), rows=rows, align="lr")
    yield Paragraph(
        "The test suite of this version, which this report does not run, holds the counts by"
        " classes against brute force over every deal of small decks, five-card hands against every"
        " hand of the deck, the dealer's draw against drawing card by card, and the odds of every"
        " wager against rounds dealt at the table. It holds every pay of the rule book"
        f" against a second, mechanical reading of the documents: {TRANSCRIPTION_CELLS:,} cells,"
        f" SHA-256 {TRANSCRIPTION_DIGEST}."
    )
    if report.main is not None:
        yield Paragraph(SOLVER_TESTS)
    if report.told is not None:
        yield Paragraph(TOLD_TESTS)
    yield Signatures(
        "Not verified here: the shuffle, and any equipment. Whoever signs states that the"
        " configuration above is the one submitted.",
        ("Prepared by", "Reviewed by"),
    )
