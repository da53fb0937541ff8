"""Pages of the trainer: the chart, and the keys."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, up_name
from pitboss.table.training.chart import ChartCell, chart_rows
from pitboss.text.actions import KEYS, LABELS, MEANINGS
from pitboss.tui.screens.pages import key_table

_TITLE = "bold #ffd75f"
_HERE = "bold #10241a on #ffd75f"


def draw_chart(chart: Chart, here: ChartCell | None) -> Group:
    """Draw every part of a chart; the cell *here* stands out."""
    parts = [_draw_part(chart, part, here) for part in chart.parts]
    legend = [Text(f"{cell}  {words}") for cell, words in chart.short_legend(*chart.parts).items()]
    return Group(*parts, Text("Meanings", style=_TITLE), *legend)


def _draw_part(chart: Chart, part: Part, here: ChartCell | None) -> Group:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold #a9cdb9")
    table.add_column("")
    for up in UPS:
        table.add_column(up_name(up), justify="center", min_width=4)
    for row in chart_rows(chart, part, here):
        cells = [
            Text(text, style=_HERE if place == row.marked else "")
            for place, text in enumerate(row.cells)
        ]
        table.add_row(Text(row.name, style="bold"), *cells)
    return Group(Text(TITLES[part], style=_TITLE), table, Text())


def training_help() -> Group:
    """Draw what the keys of the trainer do."""
    keys = {
        "Enter, Space": "go on to the next decision; where a hand is set: set it",
        "1-5, ← →": "choose cards, where a hand is set",
        "C": "the chart; after an answer the cell of the decision is marked",
        "?": "this page",
        "Q, Esc": "leave; what is answered is kept, and what was missed is summed up",
    }
    deciding = [(KEYS[kind].upper(), f"{LABELS[kind]}: {MEANINGS[kind]}") for kind in KEYS]
    themes = "pitboss train GAME --theme pairs asks one kind of decision alone."
    return Group(
        key_table("Answers (only what is legal is offered)", deciding),
        key_table("Keys", keys.items()),
        Text("Themes", style=_TITLE),
        Text(f"  {themes}"),
        Text("  --theme countdown, true-count or index-plays drills counting."),
    )
