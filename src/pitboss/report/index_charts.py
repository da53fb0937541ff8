"""Index plays: the list, and the strategy chart with the indices in its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.counts.index_play import INSURANCE, UPS, hand_row
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.engine.actions import ActionKind
from pitboss.exact.charts.model import TITLES, Cell, Chart, Part, row_name, up_name
from pitboss.exact.charts.model import UPS as UP_CARDS
from pitboss.report.document.blocks import Block, Charts, Grid, Paragraph
from pitboss.report.document.blocks import Chart as Drawing
from pitboss.report.document.strategy_svg import draw_rows, strategy_cell
from pitboss.report.strategy_charts import ONLY_PAIRS

LETTERS = {
    ActionKind.HIT: "H",
    ActionKind.STAND: "S",
    ActionKind.DOUBLE: "D",
    ActionKind.FREE_DOUBLE: "F",
    ActionKind.SPLIT: "P",
    ActionKind.FREE_SPLIT: "FP",
    ActionKind.SURRENDER: "R",
    ActionKind.INSURE: "I",
}
_PARTS = (Part.HARD, Part.SOFT, Part.PAIRS)
_LAST = 20
"""Nobody thinks about a 21."""
_MATTERS = 1e-6
"""The least gain of a second play in a cell."""
_PER = 100_000
"""Rounds for which a gain is shown: a gain is small."""
_READ = {
    TrueCount.FLOOR: "the next whole number below the true count",
    TrueCount.TRUNCATE: "the true count without its fraction",
    TrueCount.ROUND: "the nearest whole number to the true count",
    TrueCount.EXACT: "the true count itself, which has reached the index",
    TrueCount.RUNNING: "the running count",
}


def index_chart_blocks(chart: Chart, plays: Sequence[RatedPlay]) -> Iterator[Block]:
    """Yield the strategy chart with the index of every play in its cell."""
    yield Charts(tuple(index_charts(chart, plays)))
    yield Paragraph(CHART_NOTE, "note")


CHART_NOTE = (
    "A cell with a number is an index play: its letter's play is made at that count or more, and"
    " below it the play that is next best; \u2039 means below that count. After a stroke comes the"
    " play of hands that are not surrendered. A cell without a number is played the same at any"
    " count that matters. The colour is the play at the count of a full shoe. H hit, S stand,"
    " D double, P split, R surrender, F double free, FP split free."
)


def list_of_plays(plays: Sequence[RatedPlay]) -> Grid:
    """Return index plays as a table, in the order given."""
    return Grid(
        heads=("", "Hand", "Play", "Index", "Otherwise", "Even at", "Correlation", "One round in",
               f"Gain in {_PER:,}"),
        rows=tuple(
            (
                str(number),
                _hand(play),
                play.action.value,
                index_text(play),
                play.otherwise.value,
                "" if play.critical is None else f"{play.critical:+.1f}",
                f"{play.correlation:.2f}",
                f"{1 / play.frequency:,.0f}" if play.frequency else "",
                f"{play.gain * _PER:.2f}",
            )
            for number, play in enumerate(plays, start=1)
        ),
        align="rllrlrrrr",
        wide=2,
    )  # fmt: skip


def _hand(play: RatedPlay) -> str:
    return play.hand if play.hand == INSURANCE else f"{play.hand} v {play.up}"


def index_text(play: RatedPlay) -> str:
    """Return an index as people write it: +4, 0, or \u2039-3 for below."""
    number = f"{play.index:+d}" if play.index else "0"
    return f"\u2039{number}" if play.below else number


def total_gain(plays: Sequence[RatedPlay]) -> str:
    """Return a sentence with the gain of all plays together."""
    gain = sum(play.gain for play in plays) * _PER
    return (
        f"{len(plays)} plays change with the count; together they gain {gain:.1f} units in"
        f" {_PER:,} rounds of one unit."
    )


def explain(system: CountSystem) -> str:
    """Say how indices, counts and figures are meant."""
    return (
        f"Three quarters of the shoe are dealt. The index is compared with"
        f" {_READ[system.convention]}; all cards seen are counted, the hand's own and the up card"
        " too. Even at: the true count at which both plays are worth the same. Correlation: how"
        " well the tags follow what each card does to the difference of the two plays. Lines from"
        " effects of removal were checked with shoes drawn at each count."
    )


def cells_of_plays(
    chart: Chart, plays: Sequence[RatedPlay]
) -> dict[str, dict[str, dict[str, str]]]:
    """Return part -> row -> up card -> the index plays there, as `cell_text` writes them."""
    parts: dict[str, dict[str, dict[str, str]]] = {}
    for (part, row, up), cell_plays in _by_cell(plays).items():
        if up in chart.parts.get(Part(part), {}).get(row, {}):
            cells = parts.setdefault(part, {}).setdefault(row_name(Part(part), row), {})
            cells[up_name(up)] = cell_text(cell_plays)
    return parts


def _by_cell(plays: Sequence[RatedPlay]) -> dict[tuple[str, int, int], list[RatedPlay]]:
    """Return part, row and up card -> the plays of that cell, in the order given."""
    by_cell: dict[tuple[str, int, int], list[RatedPlay]] = {}
    for play in plays:
        named = hand_row(play.hand)
        if named is not None:
            up = (UPS.index(play.up) + 1) % len(UPS) + 1
            by_cell.setdefault((*named, up), []).append(play)
    return by_cell


def index_charts(chart: Chart, plays: Sequence[RatedPlay]) -> Iterator[Drawing]:
    """Yield the parts of the strategy chart with the index of every play in its cell."""
    by_cell = _by_cell(plays)
    for part in _PARTS:
        if part in chart.parts:
            rows = [
                (row_name(part, row), _cells(part, row, cells, by_cell))
                for row, cells in chart.parts[part].items()
                if (part, row) not in ONLY_PAIRS and (part is Part.PAIRS or row <= _LAST)
            ]
            yield draw_rows(f"{TITLES[part]}: index plays", rows)


def _cells(
    part: Part,
    row: int,
    cells: Mapping[int, Cell],
    by_cell: Mapping[tuple[str, int, int], Sequence[RatedPlay]],
) -> list[tuple[str, str]]:
    drawn = []
    for up in UP_CARDS:
        text, colour = strategy_cell(cell := cells.get(up))
        if cell is not None:
            plays = by_cell.get((part.value, row, up), ())
            text = cell_text(plays) if plays else cell.code.letters
        drawn.append((text, colour))
    return drawn


def cell_text(plays: Sequence[RatedPlay]) -> str:
    """Return the most gainful play of a cell; a surrender and what two cards more do as two."""
    first = f"{LETTERS[plays[0].action]}{index_text(plays[0])}"
    given_up = {play.action is ActionKind.SURRENDER: play for play in reversed(plays)}
    if len(given_up) == 1 or given_up[False].gain < _MATTERS or given_up[True].gain < _MATTERS:
        return first
    both = given_up[True], given_up[False]
    return "/".join(f"{LETTERS[play.action]}{index_text(play)}" for play in both)
