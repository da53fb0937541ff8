"""A document as one HTML file with styles and drawings inside, for print."""

from __future__ import annotations

from html import escape
from typing import assert_never

from pitboss.report.document.blocks import (
    Block,
    Cell,
    Charts,
    Document,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Signatures,
)

STYLE = """
:root { --ink: #222; --soft: #5a5a5a; --rule: #c9ced6; --blue: #1f4e79; --shade: #f3f5f8; }
* { box-sizing: border-box; }
html { font: 15px/1.45 "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: var(--ink); }
body { margin: 0 auto; max-width: 60rem; padding: 2.5rem 2rem 4rem; background: #fff; }
header { border-bottom: 3px solid var(--blue); margin-bottom: 1.6rem; padding-bottom: .8rem; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: 0 0 .25rem; color: var(--blue); }
header p { margin: 0; color: var(--soft); }
h2 { font-size: 1.25rem; margin: 2rem 0 .7rem; color: var(--blue); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
h4 { font-size: .95rem; margin: 1.2rem 0 .4rem; color: var(--soft); }
h2 b, h3 b { font-weight: inherit; color: var(--soft); margin-right: .6em; }
p { margin: .6rem 0; max-width: 46rem; }
p.note { color: var(--soft); font-size: .85rem; }
figcaption { font-weight: 600; font-size: .88rem; margin-bottom: .3rem; }
table { border-collapse: collapse; max-width: 100%; margin: .7rem 0; font-size: .85rem;
  font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 1.5px solid var(--ink);
  padding: .25rem 1.4rem .25rem 0; vertical-align: bottom; }
td { padding: .28rem 1.4rem .28rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.r { text-align: right; }
body.wide { max-width: 100rem; }
.wide table { font-size: .76rem; }
.wide th, .wide td { padding-right: .7rem; }
tr.total td { font-weight: 600; border-bottom: 0; border-top: 1.5px solid var(--ink); }
small { display: block; color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
dd small { display: inline; margin-left: .8em; }
dd code + small { display: block; margin: 0; }
td.any { overflow-wrap: anywhere; min-width: 7.5rem; }
dl { display: grid; grid-template-columns: minmax(10rem, 14rem) 1fr; margin: .7rem 0;
  font-size: .9rem; border-top: 1px solid var(--rule); }
dt, dd { margin: 0; padding: .28rem 0; border-bottom: 1px solid var(--rule); }
dd { min-width: 0; overflow-wrap: anywhere; }
dt { color: var(--soft); padding-right: 1rem; }
code { font: .82rem/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  overflow-wrap: anywhere; }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; margin: 1rem 0; }
figure { margin: 0; flex: 1 1 20rem; max-width: 29rem; }
.charts.wide figure { max-width: none; }
svg { width: 100%; height: auto; display: block; }
.lines { display: flex; gap: 3rem; margin-top: 4rem; }
.lines div { flex: 1; border-top: 1px solid var(--ink); padding-top: .3rem; color: var(--soft);
  font-size: .85rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: .5rem;
  color: var(--soft); font-size: .8rem; }
@media screen and (max-width: 40rem) {
  body { padding: 1.2rem 1rem 3rem; }
  table { display: block; overflow-x: auto; }
  dl { display: block; }
  dt { border-bottom: 0; padding-bottom: 0; }
  dd { padding-top: 0; }
  th, td { padding-right: .9rem; }
  .lines { flex-direction: column; }
}
@page { margin: 20mm 16mm 18mm;
  @top-left { content: "HEAD"; font: 8pt sans-serif; color: #666; }
  @bottom-left { content: "FOOT"; font: 8pt sans-serif; color: #666; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #666; }
}
@page :first { @top-left { content: ""; } }
@media print {
  html { font-size: 8.6pt; line-height: 1.35; }
  body { max-width: none; padding: 0; }
  h2, h3, h4 { break-after: avoid; }
  tr, figure, dt, dd, section.sign, .charts { break-inside: avoid; }
  tr:nth-child(-n+2), tr:nth-last-child(-n+3):not(:last-child) { break-after: avoid; }
  thead { display: table-header-group; }
  figure { flex-basis: 45%; max-width: 48%; }
  footer { display: none; }
}
"""

_WIDE = ' class="wide"'
_TURNED = "@page { size: landscape; }\n"


def html_page(document: Document) -> str:
    """Return *document* as one self-contained page.

    >>> page = Document(title="A & B", subtitle="", head="", foot="", date="", blocks=())
    >>> "<h1>A &amp; B</h1>" in html_page(page)
    True
    """
    style = STYLE + (_TURNED if document.wide else "")
    style = style.replace("HEAD", _css(document.head)).replace("FOOT", _css(document.foot))
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(document.head)}</title>",
            f"<style>{style}</style></head><body{_WIDE if document.wide else ''}>",
            f"<header><h1>{escape(document.title)}</h1><p>{escape(document.subtitle)}</p></header>",
            "<main>",
            *map(_block, document.blocks),
            "</main>",
            f"<footer>{escape(document.foot)}, {escape(document.date)}</footer>",
            "</body></html>\n",
        )
    )


def _css(text: str) -> str:
    """Return *text* escaped for a string of a style sheet inside a page."""
    return "".join(c if c.isalnum() or c in " ,.-/()" else f"\\{ord(c):06x} " for c in text)


def _block(block: Block) -> str:
    match block:
        case Heading(level=level, number=number, text=text):
            before = f"<b>{escape(number)}</b>" if number else ""
            return f"<h{level + 1}>{before}{escape(text)}</h{level + 1}>"
        case Paragraph(text=text, kind=kind):
            note = ' class="note"' if kind == "note" else ""
            return f"<p{note}>{escape(text)}</p>"
        case Facts():
            return _facts(block)
        case Grid():
            return _grid(block)
        case Charts():
            return _charts(block)
        case Signatures():
            return _signatures(block)
        case _:
            assert_never(block)


def _charts(block: Charts) -> str:
    drawn = "".join(
        f"<figure><figcaption>{escape(chart.caption)}</figcaption>{chart.svg}{_below(chart.note)}"
        "</figure>"
        for chart in block.charts
    )
    kind = "charts wide" if block.wide else "charts"
    return f'<div class="{kind}">{drawn}</div>'


def _signatures(block: Signatures) -> str:
    lines = "".join(f"<div>{escape(name)}, date</div>" for name in block.names)
    signed = f'<div class="lines">{lines}</div>'
    return f'<section class="sign"><p>{escape(block.statement)}</p>{signed}</section>'


def _facts(block: Facts) -> str:
    parts = []
    for fact in block.facts:
        text = f"<code>{escape(fact.text)}</code>" if fact.code else escape(fact.text)
        parts.append(f"<dt>{escape(fact.name)}</dt><dd>{text}{_below(fact.below)}</dd>")
    return f"<dl>{''.join(parts)}</dl>"


def _grid(grid: Grid) -> str:
    head = "".join(
        f"<th{_side(grid, place)}>{escape(name)}</th>" for place, name in enumerate(grid.heads)
    )
    last = len(grid.rows) - grid.totals
    rows = []
    for number, row in enumerate(grid.rows):
        cells = (f"<td{_side(grid, place)}>{_cell(cell)}</td>" for place, cell in enumerate(row))
        total = ' class="total"' if number >= last else ""
        rows.append(f"<tr{total}>{''.join(cells)}</tr>")
    body = "".join(rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _side(grid: Grid, place: int) -> str:
    if grid.align[place] == "r":
        return ' class="r"'
    return ' class="any"' if place == grid.wide else ""


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return escape(cell)
    text, below = cell
    return escape(text) + _below(below)


def _below(text: str) -> str:
    """Return the small text below another; empty if there is none."""
    return f"<small>{escape(text)}</small>" if text else ""
