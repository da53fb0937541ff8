"""Every report in every form: the forms agree, and each has what GLI-19 2.9 asks for."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest
from pypdf import PdfReader

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.expectations import Prices
from pitboss.audit.interval import Interval, read_interval
from pitboss.audit.render import RENDERERS, render, sheet_data, sheet_text
from pitboss.audit.report import ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.ledger.entry import Entry
from tests.audit.played import FIRST, make_sheet, played_floor

LATER = FIRST + 10 * 86_400_000_000


def sheet_of(name: str, interval: Interval = Interval()) -> ReportSheet:  # noqa: B008 - a constant
    question = ReportQuery(
        interval=interval,
        generated=LATER,
        operator="Nordlicht & Söhne",
        account="cid",
        price=lambda _: Prices((), {}),
    )
    return make_sheet(name, question, entries())


OTHERS = re.compile(r"<svg.*?</svg>|<style.*?</style>|<footer.*?</footer>|<[^>]+>", flags=re.DOTALL)
"""What is on a page and no figure."""
HELD = {"cage", "game-performance", "jackpots", "player-funds", "statement", "trial-balance"}
"""Reports that have balances or open rounds to show, whatever happened."""


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(played_floor().entries)


def test_forms_agree() -> None:
    """What JSON says is in the CSV cell by cell; what the text shows is on the page."""
    wrong: list[str] = []
    for name in REPORTS:
        sheet = sheet_of(name)
        data = json.loads(render(sheet, "json"))
        assert data == json.loads(json.dumps(sheet_data(sheet)))
        lines = list(csv.reader(io.StringIO(render(sheet, "csv").decode(), newline="")))
        table = {(line[0], tuple(line[1:])) for line in lines}
        for section in data["sections"]:
            for row in section["rows"]:
                cells = tuple("" if cell is None else str(cell) for cell in row.values())
                if (section["name"], cells) not in table:
                    wrong.append(f"{name}: {section['name']} {cells}")
        page = _words(OTHERS.sub(" ", unescape(render(sheet, "html").decode())))
        for form in ("md", "text"):
            lacking = page - _words(render(sheet, form).decode())
            wrong += [f"{name}: {form} lacks {cell}" for cell in lacking]
    assert not wrong[:10]


def _words(text: str) -> set[str]:
    """Return the figures of a text; a hash, which the text may shorten, is none."""
    text = re.sub(r"\b[0-9a-f]{12,}", " ", text)
    return set(re.findall(r"\$?[\d,.]{4,}%?", text.replace("−", "-")))


def test_head_has_operator_title_interval_and_time() -> None:
    interval = read_interval("2024-10-04", "2024-10-06")
    for name, kind in REPORTS.items():
        sheet = sheet_of(name, interval)
        for form in ("text", "html", "md", "csv", "json"):
            text = unescape(render(sheet, form).decode())
            assert "Nordlicht & Söhne" in text.replace("\\", ""), (name, form)
            assert kind.title in text
            assert "2024-10-14" in text  # generated
            assert "2024-10-04" in text
            assert "2024-10-06" in text


def test_no_activity_is_said() -> None:
    empty = Interval(LATER - 1000, LATER)
    for name in REPORTS:
        sheet = sheet_of(name, empty)
        if name in HELD:
            continue
        assert not sheet.has_activity, name
        for form in ("text", "html", "md", "csv"):
            assert "No Activity" in render(sheet, form).decode(), (name, form)
        assert sheet_data(sheet)["activity"] is False


@pytest.mark.parametrize("name", ["master-games", "significant-events"])
def test_pdf_has_the_figures(name: str) -> None:
    made = render(sheet_of(name), "pdf")
    pages = PdfReader(io.BytesIO(made)).pages
    text = "".join(page.extract_text() for page in pages)
    assert REPORTS[name].title in text
    assert "No Activity" not in text
    box = pages[0].mediabox
    assert (box.width > box.height) == (name == "master-games")
    assert render(sheet_of(name), "pdf") == made


def test_text_fits_the_terminal() -> None:
    for width in (80, 120, 200):
        for name in REPORTS:
            longest = max(map(len, sheet_text(sheet_of(name), width).splitlines()))
            assert longest <= max(width, 130), (name, width, longest)


def test_a_text_is_no_formula_in_a_spreadsheet() -> None:
    text = render(sheet_of("trial-balance"), "csv").decode()
    assert not re.search(r'(^|,)"?[=@]', text)
    assert set(RENDERERS) == {"json", "csv", "html", "pdf", "md", "text"}


@pytest.mark.parametrize(
    ("odd", "number"),
    [("退", "[U+9000]"), ("🂡", "[U+1F0A1]"), ("\x9a", "[U+009A]"), ("\x01", "[U+0001]")],
)
def test_a_pdf_is_made_whatever_script_people_write_in(odd: str, number: str) -> None:
    """PDF/A allows no character that its fonts lack; others stay as they are."""
    sheet = replace(sheet_of("significant-events"), operator=f"Söhne ♠ {odd}")
    pages = PdfReader(io.BytesIO(render(sheet, "pdf"))).pages
    text = "".join(page.extract_text() for page in pages)
    assert f"Söhne ♠ {number}" in text
