"""Blocks as text: what fits a terminal, and that nothing but drawings is left out."""

from __future__ import annotations

import pytest

from pitboss.report.document.blocks import (
    Block,
    Chart,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Signatures,
)
from pitboss.report.document.terminal import WIDTH_MAX, terminal_page, terminal_text

WORDS = "All deals of a full shoe are added up, each weighed with its probability. " * 3
TABLE = Grid(
    heads=("rule", "edge"),
    rows=((WORDS, "1.5%"), (("two", "lines"), "−0.25%"), ("Total", "1.25%")),
    align="lr",
    totals=1,
)


def test_headings_are_underlined_by_level() -> None:
    blocks = [Heading(1, "4", "The main game"), Heading(2, "4.1", "Up cards"), Heading(3, "", "A")]
    assert terminal_text(blocks).splitlines() == [
        "4 The main game",
        "===============",
        "",
        "4.1 Up cards",
        "------------",
        "",
        "A",
    ]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_words_are_wrapped_and_tables_narrowed_to_the_width(width: int) -> None:
    facts = Facts((Fact("Method", WORDS, "of the first wager"),))
    shown = terminal_text([Paragraph(WORDS), facts, TABLE], width)
    assert width - 10 < max(map(len, shown.splitlines())) <= width
    assert all(set(text.split()) <= set(shown.split()) for text in (WORDS, "of the first wager"))


def test_a_wide_table_of_numbers_fits_and_breaks_no_number() -> None:
    heads = ("Count and play", "1-4", "1-8", "1-12", "1-16", "back-counting")
    cells = ("+4.09 ± 2.26", "+13.97 ± 2.08", "+16.11 ± 3.08", "+18.25 ± 4.10", "+1.44 ± 0.75")
    table = Grid(heads=heads, rows=(("Hi-Lo, index plays", *cells),), align="lrrrrr")
    lines = terminal_text([table], 80).splitlines()
    assert max(map(len, lines)) == 80
    assert any(all(cell in line for cell in cells) for line in lines)
    assert "back-counting" in lines[0]


def test_no_line_is_longer_than_can_be_read_however_wide_the_terminal_is() -> None:
    lines = terminal_text([Paragraph(WORDS), TABLE], 300).splitlines()
    assert max(map(len, lines)) <= WIDTH_MAX


def test_numbers_stand_right_below_each_other_and_totals_below_a_line() -> None:
    *_, above, rule, total = terminal_text([TABLE], 60).splitlines()
    assert above.startswith("lines")
    assert set(rule) == {"-"}
    assert total.startswith("Total")
    assert total.endswith(" 1.25%")
    assert "-0.25%" in terminal_text([TABLE], 60)  # the minus sign of a keyboard


def test_the_lines_of_a_list_stand_together_and_hang() -> None:
    listed = [
        Paragraph("Rules:"),
        Paragraph(f"1. {WORDS}"),
        Paragraph("2. Fold."),
        Paragraph("– x"),
    ]
    shown = terminal_text(listed, 40)
    assert "Rules:\n\n1. All deals" in shown
    assert "\n   up, each weighed with its\n" in shown
    assert shown.endswith("\n2. Fold.\n- x")


def test_a_drawing_is_shown_only_by_its_table() -> None:
    letters = Grid(heads=("", "2", "10"), rows=(("16", "S", "H"),), align="lll")
    charts = Charts(
        (Chart(svg="<svg/>", caption="A line"), Chart(svg="<svg/>", caption="Hard", table=letters))
    )
    assert terminal_text([charts]).splitlines() == ["Hard", "    2   10", "----------", "16  S   H"]


def test_what_is_signed_has_a_line_and_a_new_page_none() -> None:
    blocks: list[Block] = [Signatures("Checked.", ("Prepared by",))]
    assert terminal_text(blocks) == f"Checked.\nPrepared by, date: {'_' * 24}"


def test_a_whole_document_opens_with_its_title() -> None:
    page = Document(title="A × B", subtitle="C", head="", foot="", date="", blocks=(TABLE,))
    assert terminal_page(page).startswith("A x B\nC\n\nrule")


def test_a_digest_is_never_broken() -> None:
    digest = "0123456789abcdef" * 4
    facts = Facts((Fact("House edge", "1%"), Fact("Digest", digest, code=True)))
    assert terminal_text([facts], 80).splitlines()[1:] == [f"Digest      {digest}"]
    assert terminal_text([facts], 70).splitlines()[1:] == ["Digest", f"  {digest}"]
