"""The workbook of a report in LibreOffice: a spreadsheet program of others computes each formula.

The values that the file carries are taken out first, so what comes back is LibreOffice's own.
`test_workbook.py` computes the same formulas where no LibreOffice is installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from pitboss import table
from tests.report.test_workbook import HOUSE, Book

OFFICE = shutil.which("soffice")
COMPUTED = re.compile(rb"(</f>)<v>[^<]*</v>")


def without_values(whole: Path, bare: Path) -> None:
    """Write a copy of a workbook whose formulas carry no value."""
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(bare, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename.startswith("xl/worksheets/sheet"):
                content = COMPUTED.sub(rb"\1", content)
            new.writestr(part.filename, content)


def recomputed(bare: Path, folder: Path) -> Book:
    assert OFFICE is not None
    words = (
        *(OFFICE, f"-env:UserInstallation=file://{folder / 'profile'}", "--headless"),
        *("--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out")),
        str(bare),
    )
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    return Book((folder / "out" / bare.name).read_bytes())


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_computes_the_values_that_every_formula_carries(tmp_path: Path) -> None:
    report = tmp_path / "report.xlsx"
    bare = tmp_path / "bare.xlsx"
    table(house=HOUSE).report(report)
    without_values(report, bare)
    ours = Book(report.read_bytes())
    theirs = recomputed(bare, tmp_path)
    empty = Book(bare.read_bytes())
    count = 0
    for sheet, cells in ours.cells.items():
        for place, (formula, value) in cells.items():
            if formula:
                count += 1
                assert empty.cells[sheet][place] == (formula, ""), "nothing to copy"
                there = float(theirs.cells[sheet][place][1])
                assert there == pytest.approx(float(value), rel=1e-9, abs=1e-11), (sheet, place)
    assert count > 300


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_gives_a_changed_pay_its_edge(tmp_path: Path) -> None:
    """Unsuited Match Payout at 5 to 1 instead of 4 to 1: an inventor changes one cell."""
    report = tmp_path / "report.xlsx"
    table(house=HOUSE).report(report)
    changed = tmp_path / "changed.xlsx"
    ours = Book(report.read_bytes())
    sheet = next(name for name in ours.cells if name.startswith("Match"))
    number = [*ours.cells].index(sheet) + 1
    (_, pay) = ours.cells[sheet]["C17"]
    with zipfile.ZipFile(report) as old, zipfile.ZipFile(changed, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename.startswith("xl/worksheets/sheet"):
                content = COMPUTED.sub(rb"\1", content)
            if part.filename == f"xl/worksheets/sheet{number}.xml":
                cell = re.compile(rb'(<c r="C17"[^>]*><v>)[^<]*(</v>)')
                content, cells = cell.subn(rb"\g<1>%d\2" % (float(pay) + 1), content)
                assert cells == 1
            new.writestr(part.filename, content)
    theirs = recomputed(changed, tmp_path)
    edge = float(theirs.cells[sheet]["B7"][1])
    chance = float(ours.cells[sheet]["E17"][1])
    assert edge == pytest.approx(ours.number(sheet, "B7") - chance, rel=1e-9)
