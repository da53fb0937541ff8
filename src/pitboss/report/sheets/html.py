"""Sheets as one HTML file, made to be printed: every sheet begins a page of its own size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import assert_never

from pitboss.report.sheets.parts import (
    Drawing,
    HouseStatement,
    Legend,
    Note,
    Panel,
    Panels,
    Part,
    Sheet,
    SheetLimits,
    SignLines,
    Statements,
    Steps,
    Title,
)

STYLE = """
:root { --green: #0b4a35; --gold: #a67c2e; --ink: #1f1f1d; --soft: #5f5f5a; --red: #a81f1f;
  --tint: #f5f1e6; --rule: #d8d2c2; }
* { box-sizing: border-box; }
body { margin: 0; background: #e9e6dd; color: var(--ink);
  font: 11pt/1.35 "Libertinus Serif", "Iowan Old Style", Palatino, Georgia, serif; }
article { background: #fff; margin: 1.5rem auto; padding: 12mm; position: relative;
  box-shadow: 0 1px 6px #0003; }
.landscape { width: PAPER_LONG; min-height: PAPER_SHORT; page: landscape; text-align: center; }
.portrait { width: PAPER_SHORT; min-height: PAPER_LONG; page: portrait; }
.rack { width: 4in; min-height: 9in; page: rack; padding: 8mm; font-size: 9pt; }
.card { width: 74mm; min-height: 105mm; page: card; padding: 4mm; font-size: 6.4pt; }
.felt-sign, .posting { outline: 2.4pt solid var(--green); outline-offset: -8mm;
  border: 9.9mm solid #fff; box-shadow: inset 0 0 0 .7pt var(--gold), 0 1px 6px #0003; }
h1 { color: var(--green); font-size: 30pt; line-height: 1.1; margin: 0 0 2mm; }
.landscape h1 { font-size: 52pt; } .rack h1 { font-size: 23pt; } .card h1 { font-size: 10pt; }
.rack header, .posting header { text-align: center; }
header p { margin: 0 0 2mm; color: var(--soft); font-style: italic; }
.suits { font-size: 15pt; letter-spacing: .5em; margin: 0 0 2mm .5em; }
.card .suits, .posting .suits { display: none; }
.red { color: var(--red); }
h2 { color: var(--green); font-size: .85em; letter-spacing: .12em; text-transform: uppercase;
  border-bottom: .8pt solid var(--gold); margin: 4mm 0 2mm; padding-bottom: 1mm; text-align: left;
  break-after: avoid; }
.lines p { font-size: 24pt; margin: 3mm 0; }
.note { color: var(--soft); } .rack .note { background: var(--tint); color: var(--ink);
  border-left: 2pt solid var(--gold); padding: 2mm; }
.limits { text-align: center; } .limits b { color: var(--green); display: block; font-size: 1.3em; }
.limits .main b { font-size: 2.6em; line-height: 1.1; } .limits small { color: var(--soft); }
.limits .others { display: flex; flex-wrap: wrap; justify-content: space-around; gap: 2mm 6mm; }
ol { list-style: none; margin: 0; padding: 0; }
ol li { display: grid; grid-template-columns: 2em 1fr auto; gap: .6em; padding: .3mm 0; }
ol li b { color: var(--gold); } cite { color: var(--soft); font: inherit; font-size: .78em; }
.panels { columns: 2; column-gap: 6mm; } .rack .panels { columns: 1; }
.panel, .statement, figure { break-inside: avoid; margin: 0 0 3.5mm; }
.panel h3 { display: flex; justify-content: space-between; gap: 1em; margin: 0; font-size: 1em;
  background: var(--tint); color: var(--green); border-bottom: 1pt solid var(--green);
  padding: 1.2mm 2mm; } .panel h3 small { color: var(--soft); font-weight: normal;
  white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: .92em; }
td, th { border-bottom: .4pt solid var(--rule); padding: .6mm 2mm; text-align: right;
  font-weight: 600; } th { color: var(--soft); font-weight: normal; font-size: .85em; }
td:first-child { text-align: left; font-weight: normal; }
.panel td:nth-child(2):last-child { white-space: nowrap; }
.panel p { color: var(--soft); font-style: italic; font-size: .82em; margin: 1mm 2mm 0; }
.statements { columns: 2; column-gap: 6mm; font-size: .92em; }
.statement b { color: var(--green); } .statement i { display: block; height: 8mm;
  border-bottom: .5pt solid var(--soft); }
figure svg { width: 100%; height: auto; display: block; } figcaption { font-weight: 600; }
.legend td:first-child { font-weight: 600; } .legend td { text-align: left; border: 0;
  font-weight: normal; padding: .1mm 1mm; }
footer { color: var(--soft); font-size: 6.5pt; text-align: center; margin-top: 5mm; }
@page landscape { size: PAPER_NAME landscape; margin: 0; }
@page portrait { size: PAPER_NAME portrait; margin: 0; }
@page rack { size: 4in 9in; margin: 0; }
@page card { size: 74mm 105mm; margin: 0; }
@media print { body { background: #fff; } article { margin: 0; box-shadow: none;
  break-after: page; print-color-adjust: exact; } }
"""
_SIZES = {"us-letter": ("letter", "11in", "8.5in"), "a4": ("A4", "297mm", "210mm")}
_SUITS = "♠♥♣♦"


def sheets_html(sheets: Iterable[Sheet], *, paper: str = "us-letter") -> str:
    """Return sheets as one self-contained page."""
    every = tuple(sheets)
    name, long_side, short_side = _SIZES[paper]
    style = STYLE.replace("PAPER_NAME", name)
    style = style.replace("PAPER_LONG", long_side).replace("PAPER_SHORT", short_side)
    head = f"<title>{escape(every[0].title)}</title><style>{style}</style>"
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8">{head}</head><body>',
            *map(_sheet, every),
            "</body></html>\n",
        )
    )


def _sheet(sheet: Sheet) -> str:
    subtitle = f"<p>{_text(sheet.subtitle)}</p>" if sheet.subtitle else ""
    head = f"<div class='suits'>{_text(_SUITS)}</div><h1>{_text(sheet.title)}</h1>{subtitle}"
    body = "\n".join(map(_part, sheet.parts))
    return (
        f'<article class="{sheet.page} {sheet.what}"><header>{head}</header>\n{body}\n'
        f"<footer>{_text(sheet.foot)}</footer></article>"
    )


def _text(words: str) -> str:
    """Escape *words*, hearts and diamonds in red."""
    return re.sub("([♥♦])", r'<span class="red">\1</span>', escape(words))


def _part(part: Part) -> str:
    match part:
        case SignLines(lines=lines):
            html = f'<div class="lines">{"".join(f"<p>{_text(line)}</p>" for line in lines)}</div>'
        case Note(text=text):
            html = f'<p class="note">{_text(text)}</p>'
        case Title(text=text):
            html = f"<h2>{_text(text)}</h2>"
        case SheetLimits():
            html = _limits(part)
        case Steps():
            html = _steps(part)
        case Panels(panels=panels):
            html = f'<div class="panels">{"".join(map(_panel, panels))}</div>'
        case Statements(statements=statements):
            html = f'<div class="statements">{"".join(map(_statement, statements))}</div>'
        case Drawing(title=title, svg=svg):
            html = f"<figure><figcaption>{_text(title)}</figcaption>{svg}</figure>"
        case Legend(rows=rows):
            html = f'<table class="legend">{"".join(map(_row, rows))}</table>'
        case _:
            assert_never(part)
    return html


def _limits(part: SheetLimits) -> str:
    main, others = (
        "".join(
            f"<div><small>{_text(limit.name)}</small><b>{_text(limit.amount)}</b></div>"
            for limit in limits
        )
        for limits in (part.main, part.others)
    )
    return (
        f'<div class="limits"><div class="main">{main}</div>'
        f'<div class="others">{others}</div></div>'
    )


def _steps(part: Steps) -> str:
    items = (
        f"<li><b>{number}</b><span>{_text(step.text)}</span><cite>{_text(step.cite)}</cite></li>"
        for number, step in enumerate(part.steps, start=part.first)
    )
    return f"<ol>{''.join(items)}</ol>"


def _panel(panel: Panel) -> str:
    heads = "".join(f"<th>{_text(head)}</th>" for head in ("", *panel.heads))
    head = f"<tr>{heads}</tr>" if panel.heads else ""
    notes = "".join(f"<p>{_text(note)}</p>" for note in panel.notes)
    title = f"<h3>{_text(panel.title)}<small>{_text(panel.limits)}</small></h3>"
    rows = "".join(map(_row, panel.rows))
    return f'<section class="panel">{title}<table>{head}{rows}</table>{notes}</section>'


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"


def _statement(statement: HouseStatement) -> str:
    text = _text(statement.text) if statement.text else "<i></i><i></i>"
    title = f"<b>{_text(statement.title)}</b> <cite>{_text(statement.cite)}</cite>"
    return f'<div class="statement">{title}<br>{text}</div>'
