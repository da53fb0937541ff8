"""The workbook of a report: every formula, computed here, gives the exact value it carries.

The evaluator knows only the few functions that the workbook uses, and refuses any other.
"""

from __future__ import annotations

import ast
import io
import math
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pitboss import table

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "examples" / "wa-spanish-21.toml"
_NS = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
Range = list[float]


class Book:
    """The cells of a workbook, and a second computation of its formulas."""

    def __init__(self, content: bytes) -> None:
        self.cells: dict[str, dict[str, tuple[str, str]]] = {}
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            book = ET.fromstring(file.read("xl/workbook.xml"))  # noqa: S314 - our own file
            names = [sheet.attrib["name"] for sheet in book.findall(".//m:sheet", _NS)]
            for number, name in enumerate(names, start=1):
                page = ET.fromstring(file.read(f"xl/worksheets/sheet{number}.xml"))  # noqa: S314
                self.cells[name] = {
                    cell.attrib["r"]: (
                        cell.findtext("m:f", "", _NS),
                        "" if cell.get("t") == "s" else cell.findtext("m:v", "", _NS),
                    )
                    for cell in page.findall(".//m:c", _NS)
                }

    def number(self, sheet: str, place: str) -> float:
        formula, value = self.cells[sheet].get(place, ("", ""))
        return self.compute(sheet, formula) if formula else float(value or 0)

    def span(self, sheet: str, letter: str, first: str, last: str) -> Range:
        rows = range(int(first), int(last) + 1)
        return [self.number(sheet, f"{letter}{row}") for row in rows]

    def compute(self, sheet: str, formula: str) -> float:
        text = formula.replace("$", "").replace("^", "**")
        text = re.sub(r"'([^']+)'!([A-Z])(\d+)", r"cell('\1','\2\3')", text)
        text = re.sub(r"(?<!['\w])([A-Z])(\d+):\1(\d+)", r"span('\1','\2','\3')", text)
        text = re.sub(r"(?<!['\w])([A-Z]\d+)\b", r"cell(SHEET,'\1')", text)
        text = re.sub(r"(?<![<>=])=(?!=)", "==", text) if "IF(" in text else text
        return float(_value(ast.parse(text, mode="eval").body, self, sheet))  # type: ignore[arg-type]


def _each(
    left: float | Range, right: float | Range, work: Callable[[float, float], float]
) -> float | Range:
    if not isinstance(left, list) and not isinstance(right, list):
        return work(left, right)
    size = len(left) if isinstance(left, list) else len(right)  # type: ignore[arg-type]
    one = left if isinstance(left, list) else [left] * size
    two = right if isinstance(right, list) else [right] * size
    return [work(a, b) for a, b in zip(one, two, strict=True)]


_WORK: dict[type, Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
    ast.Gt: lambda a, b: float(a > b),
    ast.GtE: lambda a, b: float(a >= b),
    ast.Eq: lambda a, b: float(a == b),
}


_FUNCTIONS: dict[str, Callable[[Range], float]] = {
    "SQRT": lambda values: math.sqrt(values[0]),
    "INT": lambda values: math.floor(values[0]),
    "ROUND": lambda values: round(values[0], int(values[1])),
    "SUM": math.fsum,
    "MAX": max,
    "MIN": min,
}


def _value(node: ast.expr, book: Book, sheet: str) -> float | Range | str:  # noqa: C901, PLR0911 - a case each
    def inner(part: ast.expr) -> float | Range:
        value = _value(part, book, sheet)
        assert not isinstance(value, str)
        return value

    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return value
        case ast.Name(id="SHEET"):
            return sheet
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _each(0.0, inner(operand), _WORK[ast.Sub])
        case ast.BinOp(left=left, op=op, right=right):
            return _each(inner(left), inner(right), _WORK[type(op)])
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _each(inner(left), inner(right), _WORK[type(op)])
        case ast.Call(func=ast.Name(id="cell"), args=[name, place]):
            return book.number(*(str(_value(part, book, sheet)) for part in (name, place)))
        case ast.Call(func=ast.Name(id="span"), args=places):
            return book.span(sheet, *(str(_value(part, book, sheet)) for part in places))
        case ast.Call(func=ast.Name(id="IF"), args=[test, then, other]):
            return inner(then) if inner(test) else inner(other)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            values = [inner(argument) for argument in arguments]
            if name == "SUMPRODUCT":
                lists = [value if isinstance(value, list) else [value] for value in values]
                return math.fsum(math.prod(row) for row in zip(*lists, strict=True))
            return _FUNCTIONS[name](
                [x for value in values for x in (value if isinstance(value, list) else [value])]
            )
        case _:
            raise AssertionError(ast.dump(node))


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("workbook") / "report.xlsx"
    table(house=HOUSE).report(out)
    return out.read_bytes()


def test_every_formula_computes_the_exact_value(content: bytes) -> None:
    book = Book(content)
    count = 0
    for sheet, cells in book.cells.items():
        for place, (formula, value) in cells.items():
            if formula:
                count += 1
                computed = book.compute(sheet, formula)
                assert computed == pytest.approx(float(value), rel=1e-9, abs=1e-11), (sheet, place)
    assert count > 300
    edges = {sheet: book.number(sheet, "B7") for sheet in book.cells if sheet.startswith("Match")}
    assert min(edges.values()) == pytest.approx(114 / 3731, rel=1e-12)


def test_a_changed_pay_changes_the_edge(content: bytes) -> None:
    book = Book(content)
    sheet = next(name for name in book.cells if name.startswith("Match"))
    before = book.number(sheet, "B7")
    formula, pay = book.cells[sheet]["C17"]
    book.cells[sheet]["C17"] = (formula, str(float(pay) + 1))
    chance = book.number(sheet, "E17")
    assert before - book.number(sheet, "B7") == pytest.approx(chance, rel=1e-9)


def test_texts_are_never_formulas_and_the_file_repeats(tmp_path: Path) -> None:
    details = tmp_path / "d.toml"
    details.write_text('[document]\nnumber = "=1+1"\n', "utf-8")
    files = [tmp_path / "a.xlsx", tmp_path / "b.xlsx"]
    for out in files:
        words = ("report", "co/pai-jack", "--out", str(out), "--details", str(details))
        done = subprocess.run((sys.executable, "-m", "pitboss.cli.main", *words), check=False)
        assert not done.returncode
    assert files[0].read_bytes() == files[1].read_bytes()
    book = Book(files[0].read_bytes())
    formulas = {formula for cells in book.cells.values() for formula, _ in cells.values()}
    assert "1+1" not in formulas
    with zipfile.ZipFile(files[0]) as file:
        assert b"=1+1" in file.read("xl/sharedStrings.xml")
