"""Strategy charts: as blocks of a report, and as a document of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import AfterSplit
from pitboss.exact.blackjack.super_bonus import SuperBonusValue
from pitboss.exact.charts.model import (
    TITLES,
    UPS,
    Cell,
    Chart,
    Part,
    chart_place,
    row_name,
    up_name,
)
from pitboss.report.document.blocks import (
    Block,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.strategy_svg import draw_rows, strategy_cell
from pitboss.report.games.page import EFFECTS_TITLE, effect_blocks
from pitboss.report.games.report import ChartCost, GameReport
from pitboss.text.numbers import percent, short_money
from pitboss.text.options import rule_options

METHOD = (
    "Columns are the dealer's up card, and the dealer has no blackjack. Every cell comes from the"
    " exact solution for a full shoe, which plays each hand by its own cards: it is the choice that"
    " is worth most over all hands of its row, each weighed by its probability. The cost of the"
    " charts is exact too, splits included: the same sum over all deals, played by the chart."
)
ONLY_PAIRS = frozenset({(Part.HARD, 4), (Part.SOFT, 12)})
"""Totals that only a pair makes: they are in the chart of pairs."""
_GROUPS = {
    "How to play": (Part.HARD, Part.SOFT, Part.PAIRS),
    "After doubling": (Part.DOUBLED_HARD, Part.DOUBLED_SOFT),
    "Hands a lammer carries": (Part.FREE_HARD, Part.FREE_SOFT),
}
"""Heading -> the parts of a chart with the same letters."""
AFTER_SPLIT = "After a split"
EVERY_AFTER_SPLIT = "Every play after a split"
SPLIT_MARK = "°"
SPLIT_MARK_WORDS = f"some hands made by a split are played otherwise: see {AFTER_SPLIT}"
_Marks = AbstractSet[tuple[Part, int, int]]
"""The part, row and up card of marked cells."""
_ROWS = 24
"""The most hands in the table: the shortest, which come most often."""
_INTRO = (
    "These hands are played otherwise if a split made them, because cards of the pair are gone. The"
    " last column is what that is worth each time, in units of the wager on the hand before it is"
    " doubled. The cost of the charts above is that of playing without this table."
)


def strategy_blocks(
    chart: Chart,
    cost: ChartCost,
    edge: float,
    *,
    bonus: SuperBonusValue | None = None,
    best: str = "optimal composition-dependent play",
    after_split: Sequence[AfterSplit] = (),
) -> Iterator[Block]:
    """Yield the cost of a chart against *best*, the chart, its letters, and notes.

    Cells in which a hand made by a split is played otherwise are marked.
    """
    marks = frozenset(map(_place, after_split))
    yield Facts(
        (
            Fact("The charts cost", percent(cost.cost, 6),
                 f"more than {best}"),
            Fact("Without exceptions", percent(cost.without_exceptions, 6),
                 "more, if numbers and marks are ignored"),
            Fact("House edge by the charts", percent(edge + cost.cost, 6),
                 "followed to the letter; the game is quoted by its optimal play"),
        )
    )  # fmt: skip
    yield Paragraph(METHOD, "note")
    for title, group in _GROUPS.items():
        parts = tuple(part for part in group if part in chart.parts)
        if not parts:
            continue
        yield Heading(3, "", title)
        yield Charts(tuple(draw_rows(TITLES[part], _cells(chart, part, marks)) for part in parts))
        legend = chart.short_legend(*parts)
        if any(part in parts for part, _, _ in marks):
            legend |= {SPLIT_MARK: SPLIT_MARK_WORDS}
        yield Grid(heads=("Cell", "Meaning"), rows=tuple(legend.items()), align="ll", wide=1)
    for note in _notes(chart, bonus):
        yield Paragraph(note)
    yield from after_split_blocks(after_split)


def _place(play: AfterSplit) -> tuple[Part, int, int]:
    place = chart_place(play.node, doubled=play.doublings > 0, carried=play.carried)
    return place.part, place.row, play.up


def _cells(chart: Chart, part: Part, marks: _Marks) -> list[tuple[str, list[tuple[str, str]]]]:
    lines = []
    for rows, cells in _merge_rows(chart, part, marks):
        drawn = [strategy_cell(cells.get(up)) for up in UPS]
        signs = [SPLIT_MARK * ((part, rows[0], up) in marks) for up in UPS]
        marked = [(text + sign, fill) for (text, fill), sign in zip(drawn, signs, strict=True)]
        lines.append((_label(part, rows), marked))
    return lines


def _merge_rows(
    chart: Chart, part: Part, marks: _Marks
) -> list[tuple[list[int], Mapping[int, Cell]]]:
    """Return the rows of a part; neighbours with equal cells and marks are together."""
    merged: list[tuple[list[int], Mapping[int, Cell]]] = []
    last: list[tuple[str, bool]] = []
    for row, cells in chart.parts[part].items():
        if (part, row) in ONLY_PAIRS:
            continue
        texts = [(cells[up].text if up in cells else "", (part, row, up) in marks) for up in UPS]
        if merged and part is not Part.PAIRS and texts == last:
            merged[-1][0].append(row)
        else:
            merged.append(([row], cells))
        last = texts
    return merged


def _label(part: Part, rows: list[int]) -> str:
    first, last = row_name(part, rows[0]), row_name(part, rows[-1])
    return first if first == last else f"{first}-{last}"


def _notes(chart: Chart, bonus: SuperBonusValue | None) -> Iterator[str]:
    if Part.FREE_HARD in chart.parts:
        yield "Pairs that may be split again are split again, free where that is offered."
    if any(cell.bonus is not None for cell in chart.cells()):
        yield "A bonus is possible only where it is paid: not where a split has ended it."
    if bonus is not None and bonus.probability:
        which = "a suited pair of sevens against a seven"
        if not bonus.hit_share:
            which = "two of 7h 7c 7d against 7s"
        prize = short_money(bonus.prize)
        wager = short_money(bonus.wager)
        yield f"The Super Bonus of {prize} is alive with a wager of {wager}: hit {which}."


def strategy_page(setup: Setup, report: GameReport, *, date: str) -> Document:
    """Return the figures, the charts and the effects of options as a document of its own."""
    game = setup.configured.game
    digest = setup.configured.digest
    blocks: list[Block] = [
        Facts(
            (
                Fact("Options", ", ".join(rule_options(setup))),
                *report.figures,
                Fact("Digest", digest, code=True),
            )
        )
    ]
    for title, strategy in report.strategy.items():
        blocks += (Heading(1, "", title), *strategy)
    if report.effects is not None:
        blocks += (Heading(1, "", EFFECTS_TITLE), *effect_blocks(report.effects))
    return Document(
        title=f"{game.title}: strategy",
        subtitle=f"{game.id}, exact for this table",
        head=f"Strategy charts, {game.id}",
        foot=f"Pitboss, digest {digest[:16]}",
        date=date,
        blocks=tuple(blocks),
    )


def after_split_blocks(plays: Sequence[AfterSplit]) -> Iterator[Block]:
    """Yield the heading and the table; nothing where no hand is played otherwise."""
    if not plays:
        return
    yield Heading(3, "", AFTER_SPLIT)
    yield Paragraph(_INTRO, "note")
    shortest = sorted(plays, key=lambda play: (len(play.cards), -play.gain))[:_ROWS]
    yield after_split_grid(play for play in plays if play in shortest)
    if more := len(plays) - len(shortest):
        yield Paragraph(
            f"{more} more such hands, with as many cards or more, are in pitboss solve --json and"
            f" in the appendix of the mathematics report: {EVERY_AFTER_SPLIT}.",
            "note",
        )


def after_split_grid(plays: Iterable[AfterSplit]) -> Grid:
    """Return a row for each play."""
    return Grid(
        heads=("pair", "hand", "up card", "best", "unsplit", "gain"),
        rows=tuple(map(_row, plays)),
        align="lllllr",
    )


def _row(play: AfterSplit) -> tuple[str, ...]:
    about = [
        *["second card paired"] * play.paired,
        *["carried by a lammer"] * play.carried,
        *[f"doubled {play.doublings} x"] * (play.doublings > 0),
    ]
    pair = up_name(play.pair)
    return (
        f"{pair} {pair}",
        play.hand + (f" ({', '.join(about)})" if about else ""),
        up_name(play.up),
        str(play.action).replace("-", " "),
        str(play.otherwise).replace("-", " "),
        f"{play.gain:.6f}",
    )
