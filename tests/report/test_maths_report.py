"""The maths report as a page and as PDF: nothing is lost on the way to paper."""

from __future__ import annotations

import io
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader

from pitboss.report.document.blocks import Charts, Document, Fact, Facts, Grid, Heading, Paragraph
from pitboss.report.document.charts import Mark, Point, bars, categories, columns, line
from pitboss.report.document.drawing import SMALL
from pitboss.report.document.html import html_page
from pitboss.report.document.typesetting import Paper, pdf_file
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import (
    NOT_SOLVED,
    TRANSCRIPTION_CELLS,
    TRANSCRIPTION_DIGEST,
    maths_page,
)
from pitboss.rulebook.house import house_from
from pitboss.rulebook.pays import Plain
from pitboss.text.numbers import one_in, percent
from pitboss.version import __version__

ROOT = Path(__file__).resolve().parents[2]
DATE = "2025-11-15"
HOUSES = {
    "spanish": {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"match-up": "2", "match-down": "2", "jackpot-1": "3c-5"},
        "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
    },
    "extreme": {
        "game": "co/extreme-21",
        "tables": {"extreme-21": "PT6D-G", "bust-the-house": "bust-the-house"},
    },
    "straight": {
        "game": "co/straight-jack-progressive",
        "tables": {"straight-jack": "SJP3"},
        "jackpots": {
            "straight-jack": {"scheme": "progressive", "contribution": "10%", "seed": "1000.00"}
        },
    },
}


@pytest.fixture(scope="module", params=HOUSES)
def report(request: pytest.FixtureRequest) -> MathsReport:
    return maths(house_from(HOUSES[request.param]), assumed=["decks=6"])


@pytest.fixture(scope="module")
def document(report: MathsReport) -> Document:
    return maths_page(report, date=DATE)


@pytest.fixture(scope="module")
def page(document: Document) -> str:
    return html_page(document)


@pytest.fixture(scope="module")
def pdf(document: Document) -> bytes:
    return pdf_file(document)


def test_every_fraction_that_is_in_the_appendix_is_there(document: Document) -> None:
    cited = 0
    for block in document.blocks:
        if isinstance(block, Facts):
            cited += sum("in the appendix" in fact.below for fact in block.facts)
        elif isinstance(block, Grid):
            cited += sum("in the appendix" in str(cell) for row in block.rows for cell in row)
    ends = [block for block in document.blocks if isinstance(block, Grid)][-1]
    appendix = ends.rows if ends.heads[-1] == "exactly" else ()
    assert len(appendix) == cited


def test_headings_are_numbered_without_a_gap(document: Document) -> None:
    numbers = {block.number for block in document.blocks if isinstance(block, Heading)}
    for number in numbers:
        parent, _, last = number.rpartition(".")
        if last.isdigit() and int(last) > 1:
            before = str(int(last) - 1)
            assert (f"{parent}.{before}" if parent else before) in numbers


def test_appendices_are_lettered_without_a_gap(document: Document) -> None:
    letters = "".join(
        block.number
        for block in document.blocks
        if isinstance(block, Heading) and block.level == 1 and block.number.isalpha()
    )
    assert letters
    assert "ABC".startswith(letters)


def test_the_page_holds_every_row_and_probability_of_every_wager(
    report: MathsReport, page: str
) -> None:
    text = unescape(page)
    for item in report.wagers:
        assert percent(item.edge, 6) in text
        assert str(item.odds.hit_frequency) in text
        for outcome in item.outcomes:
            assert outcome.name in text
            assert outcome.pays in text
            assert str(outcome.probability) in text
            if outcome.probability:
                assert f"{float(outcome.probability):.10f}" in text
                assert one_in(outcome.probability) in text
            if count := item.count(outcome):
                assert f"{count:,}" in text
        for row in item.table.rows if item.table else ():
            if row.pay not in (Plain.LOSS, Plain.NOT_OFFERED):
                assert row.name in text


def test_the_page_identifies_the_game_the_rules_and_the_program(
    report: MathsReport, page: str
) -> None:
    text = unescape(page)
    game = report.configured.game
    wanted = (report.configured.digest, f"Pitboss {__version__}", game.document, game.section)
    for word in (*wanted, DATE, "Exact enumeration", "decks=6"):
        assert word in text
    for option in game.options:
        assert option.title in text
    for spot in report.configured.spots.values():
        assert spot.wager.title in text
    assert NOT_SOLVED in text  # as nobody has solved it here


def test_the_page_lists_the_rulings_that_apply_and_no_other(report: MathsReport, page: str) -> None:
    text = unescape(page)
    for ruling in report.configured.game.rulings:
        applies = ruling in report.configured.rulings and "round record" not in ruling.cite
        assert (f"<td>{ruling.id}</td>" in text) is applies
        assert not applies or ruling.ruling.replace("`", "") in text


class Outside(HTMLParser):
    """Finds what a page would load from elsewhere, and tags that are not closed."""

    VOID = frozenset({"meta", "br", "circle", "rect", "line", "polyline"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_well_formed(page: str) -> None:
    reader = Outside()
    reader.feed(page)

    assert reader.open == []
    assert reader.loaded == []
    assert "url(" not in page
    assert "@import" not in page
    assert "<script" not in page
    for word in ("@page", "break-after: avoid", "counter(page)"):
        assert word in page


def test_every_chart_is_a_drawing_with_a_title(document: Document) -> None:
    charts = [c for block in document.blocks if isinstance(block, Charts) for c in block.charts]
    assert charts
    for chart in charts:
        root = ET.fromstring(chart.svg)  # noqa: S314 - our own
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text
        assert chart.caption


def text_of(pdf: bytes) -> str:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    return re.sub(r"\s+", " ", "\n".join(pages))


@pytest.mark.nightly(every=3)
def test_the_pdf_is_one_and_has_every_row(report: MathsReport, pdf: bytes) -> None:
    assert pdf.startswith(b"%PDF")
    read = PdfReader(io.BytesIO(pdf))
    assert len(read.pages) >= 5
    assert read.metadata is not None
    assert report.configured.game.title in str(read.metadata.title)

    assert report.configured.digest in text_of(pdf), "it can be copied and searched for"
    assert "\u200b" not in text_of(pdf)
    # A reader of PDF sees spaces wherever letters are set further apart.
    text = text_of(pdf).replace(" ", "")
    for item in report.wagers:
        assert percent(item.edge, 6) in text
        for outcome in item.outcomes:
            assert outcome.name.replace(" ", "") in text
            assert str(outcome.probability) in text
            if count := item.count(outcome):
                assert f"{count:,}" in text
    assert f"Page1of{len(read.pages)}" in text


@pytest.mark.nightly(every=3)
def test_no_page_is_nearly_empty_and_signatures_stand_under_their_statement(pdf: bytes) -> None:
    """Goal: nothing forces a page, and a table never leaves a row or two of it alone.

    Method: a page of an orphan has a few dozen letters beside its head and foot.
    """
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    assert [place for place, text in enumerate(texts[:-1], start=1) if len(text) < 700] == []
    (signed,) = (text for text in texts if "Reviewed by" in text)
    assert "Whoever signs states" in signed


def test_rows_of_a_table_stay_together_at_its_ends() -> None:
    """Goal: a long table breaks with three rows at least on either side.

    Method: tables of many lengths below a growing block of text; count the rows of every page.
    """
    rows = tuple((f"row{number}", "x") for number in range(12))
    wrong = []
    for lines in range(28, 48, 2):
        text = tuple(Paragraph(f"line {number}") for number in range(lines))
        grid = Grid(heads=("name", "value"), rows=rows, align="ll")
        page = Document(title="T", subtitle="", head="", foot="", date=DATE, blocks=(*text, grid))
        counts = [
            len(re.findall(r"row\d+", pdf_page.extract_text()))
            for pdf_page in PdfReader(io.BytesIO(pdf_file(page))).pages
        ]
        wrong += [(lines, count) for count in counts if 0 < count < 3]
    assert wrong == []


def test_the_same_report_is_the_same_bytes(document: Document, pdf: bytes) -> None:
    assert pdf_file(document) == pdf


@pytest.mark.nightly(every=3)
def test_the_pdf_fits_the_paper(document: Document) -> None:
    papers: tuple[Paper, ...] = ("a4", "us-letter")
    sizes = {}
    for paper in papers:
        box = PdfReader(io.BytesIO(pdf_file(document, paper=paper))).pages[0].mediabox
        sizes[paper] = (round(float(box.width)), round(float(box.height)))
    assert sizes == {"a4": (595, 842), "us-letter": (612, 792)}


def test_what_the_report_says_of_the_tests_is_true() -> None:
    """Goal: no statement about verification outlives what it rests on.

    Method: look the digest of the second reading up in its test, and each kind of test by name.
    """
    transcription = (ROOT / "tests/transcription/test_transcription.py").read_text("utf-8")
    assert f'DIGEST = "{TRANSCRIPTION_DIGEST}"' in transcription
    assert f"CELLS = {TRANSCRIPTION_CELLS}\n" in transcription
    exact = {path.name: path.read_text("utf-8") for path in (ROOT / "tests/exact").glob("*.py")}
    for name, test in (
        ("test_deals.py", "test_up_to_three_cards_are_counted_right_on_a_small_deck"),
        ("test_deals.py", "test_four_cards_are_counted_right_on_a_tiny_deck"),
        ("test_five_card_counts.py", "test_the_whole_deck_hand_by_hand"),
        ("test_pai_jack_counts.py", "test_the_whole_deck_hand_by_hand"),
        ("test_wild_counts.py", "test_the_whole_deck_hand_by_hand"),
        ("test_dealer.py", "test_from_one_deck_every_hand_after_a_high_card_is_counted_right"),
        ("test_monte_carlo.py", "test_every_wager_is_settled_as_often_and_as_well_as_computed"),
        ("test_every_row_at_the_table.py", "test_every_row_is_dealt_and_paid"),
        (
            "test_solver_at_the_table.py",
            "test_the_solvers_value_is_what_its_play_is_worth_at_the_table",
        ),
        (
            "test_following_at_the_table.py",
            "test_following_a_strategy_is_worth_what_it_is_worth_at_the_table",
        ),
        ("test_switch.py", "test_the_engine_s_whole_tree_has_the_same_value"),
        ("test_published_blackjack.py", "test_the_reference_game_is_worth_what_is_published"),
    ):
        assert f"def {test}(" in exact[name]


def test_a_page_shows_what_it_is_given_as_text() -> None:
    """A name with markup in it is shown, not obeyed: in the page, its style and the PDF."""
    bad = '</style><b>"#x" & \\ $y$'
    document = Document(title=bad, subtitle=bad, head=bad, foot=bad, date=DATE, blocks=())
    made = html_page(document)

    assert "<b>" not in made
    assert made.count("</style>") == 1
    assert '</style><b>"#x" & \\ $y$' in text_of(pdf_file(document)).replace("”", '"').replace(
        "“", '"'
    )


def test_charts_keep_within_their_frame() -> None:
    drawings = (
        bars(
            [("A row with a very long name that cannot fit the frame", 0.4), ("B", 0.0)], title="t"
        ),
        categories([Point(label="6", value=0.5)], title="t", axis="decks"),
        categories(
            [Point(label=str(n), value=0.5 - n / 10) for n in range(8)], title="t", axis="decks"
        ),
        columns([(-7.5, 1e-7), (-1, 0.6), (0, 1e-5), (8, 0.4)], title="t", axis="x", least=1e-6),
        line(lambda x: 0.3 - x, to=1, marks=[Mark(label="m", x=0.3, y=0)], title="t", axis="x"),
    )
    for drawing in drawings:
        root = ET.fromstring(drawing)  # noqa: S314 - our own
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for element in root.iter():
            across = ((name, width) for name in ("x", "x1", "x2", "cx"))
            down = ((name, height) for name in ("y", "y1", "y2", "cy"))
            for name, limit in (*across, *down):
                if name in element.attrib:
                    assert -1 <= float(element.attrib[name]) <= limit + 1


def test_a_figure_below_a_bar_does_not_run_into_the_axis() -> None:
    """A bar may end just above a round place, and its figure stands below it."""
    values = [Point(label=str(n), value=value) for n, value in enumerate((-0.1999, -0.01, 0.343))]
    root = ET.fromstring(categories(values, title="t", axis="up card"))  # noqa: S314 - our own
    texts = {
        node.text: float(node.attrib["y"]) for node in root.iter() if "font-size" in node.attrib
    }
    assert texts["-19.99%"] + SMALL <= texts["0"]


@pytest.mark.parametrize("lines", range(28, 46))
def test_a_short_introduction_stays_on_the_page_of_its_table(lines: int) -> None:
    """Wherever a page ends: facts and a line below a heading do not stand there alone."""
    document = Document(
        title="t",
        subtitle="",
        head="",
        foot="",
        date=DATE,
        blocks=(
            *(Paragraph(f"line {number}") for number in range(lines)),
            Heading(2, "7.1", "Theoretical win"),
            Facts((Fact("Pace", "60 rounds"),)),
            Paragraph("What is assumed.", "note"),
            Grid(
                heads=("wager", "win"), rows=tuple((f"row {n}", "1") for n in range(20)), align="lr"
            ),
        ),
    )
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf_file(document))).pages]
    (place,) = (number for number, text in enumerate(pages) if "Theoretical win" in text)

    assert len(pages) > 1
    for words in ("60 rounds", "What is assumed.", "row 0"):
        assert words in pages[place], (lines, words)
