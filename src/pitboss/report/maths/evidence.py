"""The evidence of the maths report: printed figures, rulings, checks, fractions, signatures."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.details import DocumentFields
from pitboss.report.document.blocks import Block, Cell, Grid, Heading, Paragraph, Signatures
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.software import source_digest

RECORDS = "round record"
"""Rulings that cite it are about records, not about play or pays."""


def rulings_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: every ruling on how this table is played or paid."""
    yield Heading(1, "A", "Rulings that apply")
    yield Paragraph(
        "Where the document is silent, unclear or contradicts itself, it is read as follows. A"
        " ruling is a reading of the document and no part of it. Rulings on wagers and options that"
        " this table does not have are left out.",
        "note",
    )
    rows = tuple(
        (
            ruling.id,
            (plain_text(f"{ruling.question} {ruling.ruling}"), f"{ruling.status}; {ruling.cite}"),
        )
        for ruling in report.configured.rulings
        if RECORDS not in ruling.cite
    )
    yield Grid(heads=("", "question and answer"), rows=rows, align="ll", wide=1)


def plain_text(text: str) -> str:
    """Return the text of a ruling without the marks for code.

    >>> plain_text("The option `soft17` decides.")
    'The option soft17 decides.'
    """
    return text.replace("`", "")


def printed_section(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the section with that *number*: the reproduced figures, and their readings."""
    yield Heading(1, number, "Printed figures")
    rows: list[tuple[Cell, ...]] = []
    for it in report.wagers:
        rows += [
            (
                f"Table {figure.table}, {figure.decks} decks",
                figure.name,
                figure.printed,
                figure.exact_text,
                "reproduced" if figure.agrees else "NOT reproduced",
                ", ".join(figure.rulings) or "–",
            )
            for figure in it.printed
        ]
    if not rows:
        yield Paragraph("The document prints no figure for the pay tables in use.")
        return
    heads = ("where", "figure", "printed", "exact", "", "reading")
    yield Grid(heads=heads, rows=tuple(rows), align="llrrll")
    used = {ruling for it in report.wagers for figure in it.printed for ruling in figure.rulings}
    texts = [r for r in report.configured.game.rulings if r.id in used]
    for ruling in texts:
        yield Paragraph(plain_text(f"{ruling.id}: {ruling.ruling}"), "note")


TRANSCRIPTION_CELLS = 4097
TRANSCRIPTION_DIGEST = "9cba29a43f9b9fd4136eee59c82dae00f95b95b67a4327819c70894eca22fe58"
"""Digest of the second reading of the documents, which the tests compare with the rule book."""
SOLVER_TESTS = (
    "For the main game the suite compares the solver with the table: on tiny shoes and decks, where"
    " every deal is walked through, both give the same result, and charts are followed there too."
    " Plain blackjack is compared with published analyses of it, and the other kinds of round with"
    " samples of rounds from whole shoes."
)


def verification_section(
    report: MathsReport, number: str, control: DocumentFields
) -> Iterator[Block]:
    """Yield the section with that *number*: the checks made now, and those of the tests."""
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
            "Wagers on up to four dealt cards were counted a second time: every sequence of card"
            " kinds by itself."
        )
        yield Grid(heads=("wager and second count", ""), rows=rows, align="lr")
    yield Paragraph(
        "Writing a report does not run the test suite, and nobody has signed here that it passed."
        f" Run it on the files of this version (SHA-256 {source_digest()}) with `make test`. It"
        " compares the counts by classes with brute force over every deal of small decks,"
        " five-card hands with every hand of the deck, the dealer's draw with drawing card by card,"
        " and the odds of every wager with rounds dealt at the table. It compares every pay of the"
        " rule book with a second, mechanical reading of the documents:"
        f" {TRANSCRIPTION_CELLS:,} cells, SHA-256 {TRANSCRIPTION_DIGEST}."
    )
    if report.games:
        yield Paragraph(SOLVER_TESTS)
    prepared, reviewed = (f": {name}" if name else "" for name in
                          (control.prepared_by, control.reviewed_by))  # fmt: skip
    yield Heading(2, f"{number}.1", "Statement")
    yield Signatures(
        "Not verified here: the shuffle, and any equipment. Whoever signs states that the"
        " configuration above is the one submitted.",
        (f"Prepared by{prepared}", f"Reviewed by{reviewed}"),
    )
