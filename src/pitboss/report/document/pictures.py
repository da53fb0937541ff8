"""A drawing as a file of its own: SVG as it is, or PNG, which Typst renders."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart
from pitboss.report.document.typesetting import typeset
from pitboss.rulebook.files import write_whole

ENDINGS = (".svg", ".png")
_CHART_POINTS = 300
"""The width of a chart on paper."""
_PIXELS_PER_INCH = 200.0
_TEMPLATE = """\
#set page(width: auto, height: auto, margin: 6pt, fill: white)
#image(bytes(sys.inputs.drawing), format: "svg", width: {width}pt)
"""


def write_picture(svg: str, out: Path) -> None:
    """Write a drawing in the form that the ending of *out* names."""
    write_whole(out, svg.encode() if out.suffix.lower() == ".svg" else _render_png(svg))


def _render_png(svg: str) -> bytes:
    """Return a drawing as PNG: so many points wide as it has charts side by side."""
    width = _CHART_POINTS * _size(svg)[0] / draw.WIDTH
    template = _TEMPLATE.format(width=width).encode()
    return typeset(template, "png", {"drawing": svg}, ppi=_PIXELS_PER_INCH)


_GUTTER = 12
_CAPTION = 22
_NOTE = 24
"""Between charts, above them and below them."""


def side_by_side(charts: Sequence[Chart], *, title: str) -> str:
    """Return charts as one picture, side by side, each with its caption and its note."""
    parts = []
    for place, chart in enumerate(charts):
        x = place * (draw.WIDTH + _GUTTER)
        parts.append(
            f'<g transform="translate({x:.0f},{_CAPTION})">'
            f"{draw.text(4, -6, chart.caption)}{_inside(chart.svg)}"
            f"{draw.text(4, _size(chart.svg)[1] + 14, chart.note, fill=draw.SOFT)}</g>"
        )
    width = len(charts) * (draw.WIDTH + _GUTTER) - _GUTTER
    height = max(_size(chart.svg)[1] for chart in charts) + _CAPTION + _NOTE
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    body = ground + "".join(parts)
    name = escape(title, quote=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" role="img"><title>{name}</title>{body}</svg>'
    )


def _size(svg: str) -> tuple[float, float]:
    """Return the width and the height of a drawing."""
    across, _, up = svg.partition('viewBox="0 0 ')[2].partition('"')[0].partition(" ")
    return float(across), float(up)


def _inside(svg: str) -> str:
    """Return the parts of a drawing without the element around them."""
    return svg.partition("</title>")[2].removesuffix("</svg>")
