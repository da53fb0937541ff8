"""The list of index plays, and the chart with the indices in its cells."""

from __future__ import annotations

from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.counts import find_system
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.report.document.blocks import Charts, Document, Paragraph
from pitboss.report.document.html import html_page
from pitboss.report.document.terminal import terminal_text
from pitboss.report.index_charts import (
    cell_text,
    explain,
    index_chart_blocks,
    list_of_plays,
    total_gain,
)
from pitboss.rulebook.house import House


def rated(
    hand: str, up: str, action: ActionKind, index: int, *, gain: float = 1e-4, below: bool = False
) -> RatedPlay:
    return RatedPlay(
        hand=hand,
        up=up,
        action=action,
        otherwise=ActionKind.HIT,
        difference=-0.01,
        slope=-0.01 if below else 0.01,
        correlation=0.5,
        first_order=1.0,
        critical=1.25,
        index=index,
        below=below,
        frequency=0.02,
        gain=gain,
    )


PLAYS = (
    rated("insurance", "A", ActionKind.INSURE, 3),
    rated("16", "T", ActionKind.STAND, 0),
    rated("16", "T", ActionKind.SURRENDER, -3, gain=5e-5),
    rated("A,7", "A", ActionKind.STAND, 1),
    rated("T,T", "6", ActionKind.SPLIT, 4),
    rated("9", "2", ActionKind.DOUBLE, -2, below=True),
)


def test_every_play_stands_in_its_cell_and_all_others_keep_their_letter() -> None:
    chart = solve(prepare(House(game="reference/blackjack"))).chart
    charts, _ = index_chart_blocks(chart, PLAYS)
    assert isinstance(charts, Charts)
    assert [row[1:4] for row in list_of_plays(PLAYS[:3]).rows] == [
        ("insurance", "insure", "+3"),
        ("16 v T", "stand", "0"),
        ("16 v T", "surrender", "-3"),
    ]
    cells = {}
    for drawn in charts.charts:
        assert drawn.table is not None
        for label, *texts in drawn.table.rows:
            for up, text in zip(drawn.table.heads[1:], texts, strict=True):
                cells[drawn.caption.split()[0].strip(":"), label, up] = text
    numbered = {key: text for key, text in cells.items() if any(map(str.isdigit, str(text)))}
    assert numbered == {
        ("Hard", "16", "10"): "R-3/S0",
        ("Soft", "18", "A"): "S+1",
        ("Pairs", "10,10", "6"): "P+4",
        ("Hard", "9", "2"): "D\u2039-2",
    }
    assert cells["Hard", "5", "2"] == "H"


def test_the_blocks_are_shown_on_a_page_and_in_a_terminal() -> None:
    chart = solve(prepare(House(game="reference/blackjack"))).chart
    words = Paragraph(f"{total_gain(PLAYS)} {explain(find_system('ko'))}")
    blocks = (words, *index_chart_blocks(chart, PLAYS))
    page = Document(title="x", subtitle="", head="", foot="", date="2026-01-01", blocks=blocks)
    assert ">R-3/S0</text>" in html_page(page)
    text = terminal_text(blocks)
    assert "6 plays change with the count; together they gain 55.0 units" in text
    assert "compared with the running" in " ".join(text.split())


def test_a_second_play_that_hardly_gains_is_left_out_of_the_cell() -> None:
    faint = rated("16", "T", ActionKind.SURRENDER, 9, gain=1e-8)
    assert cell_text((PLAYS[1], faint)) == "S0"
