"""A comparison of houses as a document: differences first, then every figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.report.compare.houses import HouseComparison, HouseSetting, setting_title
from pitboss.report.compare.operation import HouseOperation, operation_lines
from pitboss.report.compare.pay_tables import WagerFigures, grid
from pitboss.report.document.blocks import Block, Cell, Document, Heading, Paragraph
from pitboss.rulebook.model import PayRow
from pitboss.text.numbers import percent, short_money
from pitboss.version import __version__


def house_page(
    comparison: HouseComparison, *, date: str, operations: Sequence[HouseOperation | None] = ()
) -> Document:
    """Return the comparison as a document; *operations* are the tables at a pace."""
    labels = [house.label for house in comparison.houses]
    games = dict.fromkeys(house.configured.game.title for house in comparison.houses)
    return Document(
        title=_title(tuple(games), len(labels)),
        subtitle=", ".join(labels),
        head=f"Comparison: {', '.join(labels)}",
        foot=f"Pitboss {__version__}, exact for these tables",
        date=date,
        blocks=tuple(_blocks(comparison, operations)),
    )


def _title(games: tuple[str, ...], count: int) -> str:
    if len(games) > 1:
        return " beside ".join(games)
    return games[0] if count == 1 else f"{games[0]}, side by side"


def _blocks(
    comparison: HouseComparison, operations: Sequence[HouseOperation | None]
) -> Iterator[Block]:
    heads = tuple(house.label for house in comparison.houses)
    several = len(heads) > 1
    if several:
        yield Heading(1, "", "What differs")
    if comparison.differences:
        yield grid(heads, _setting_rows(comparison.differences.values()), "Setting")
    elif several:
        yield Paragraph("The rules, limits, pay tables and jackpots are the same.")
    if items := comparison.document_differences:
        yield Heading(1, "", "What differs in the rule documents")
        lines = tuple((item.title, *(text or "–" for text in item.texts)) for item in items)
        yield grid(heads, lines, "Rule")
    yield from _operation_blocks(heads, operations)
    yield Heading(1, "", "The main game")
    yield grid(heads, tuple((name, *texts) for name, texts in comparison.main_lines()))
    if comparison.wagers:
        yield Heading(1, "", "What side wagers cost")
        yield grid(heads, tuple(_wager_rows(comparison)), "Wager")
        yield Paragraph(FIGURES_NOTE, "note")
    yield from _pay_blocks(comparison, heads)
    same = (settings[:1] for key, settings in comparison.settings.items()
            if key not in comparison.differences)  # fmt: skip
    if rows := _setting_rows(same):
        yield Heading(1, "", "The same in all" if several else "The table")
        yield grid(("",), rows, "Setting")
    for house in comparison.houses:
        if house.report.assumed:
            yield Paragraph(f"{house.label}, assumed: {', '.join(house.report.assumed)}.", "note")


def _operation_blocks(
    heads: tuple[str, ...], operations: Sequence[HouseOperation | None]
) -> Iterator[Block]:
    known = [operation for operation in operations if operation is not None]
    if not known:
        return
    fields = known[0].fields
    yield Heading(1, "", f"At {fields.rounds_per_hour} rounds an hour and {fields.seats} seats")
    yield grid(heads, tuple((name, *texts) for name, texts in operation_lines(operations)))
    for head, operation in zip(heads, operations, strict=True):
        if operation is not None:
            made = ", ".join(
                f"{action.name} {short_money(action.stake)}"
                f"{'' if action.share == 1 else f' on {percent(action.share, 0)} of hands'}"
                for action in operation.table.actions
            )
            yield Paragraph(f"{head}, on average: {made}.", "note")
    yield Paragraph(OPERATION_NOTE, "note")


OPERATION_NOTE = (
    "Theoretical win is the edge times what is wagered. The standard deviation lies between that of"
    " seats that win and lose independently and that of seats that win and lose together. Hold is"
    " win / drop. The most that one round can cost is the highest pay to every seat at the maximum"
    " wager, shares of a meter apart."
)
FIGURES_NOTE = (
    "The first figure is the edge of the fixed pays. The long-run edge is that when everything"
    " which feeds the meter has been won. Hits are wagers that are paid anything; sd is the"
    " standard deviation for one unit wagered."
)


def _setting_rows(
    settings: Iterable[tuple[HouseSetting | None, ...]],
) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            setting_title(row),
            *("–" if setting is None else (setting.text, setting.below) for setting in row),
        )
        for row in settings
    )


def _wager_rows(comparison: HouseComparison) -> Iterator[tuple[Cell, ...]]:
    """Yield the wagers; equal costs share a line."""
    titles: dict[tuple[Cell, ...], list[str]] = {}
    for wager in comparison.wagers:
        cells = tuple(map(_figures, comparison.figures(wager)))
        titles.setdefault(cells, []).append(comparison.wager_title(wager))
    for cells, alike in titles.items():
        yield (", ".join(alike), *cells)


def _figures(figures: WagerFigures | None) -> Cell:
    if figures is None:
        return "–"
    long_run = figures.long_run_edge
    parts = (
        "" if long_run is None else f"long run {percent(long_run)}",
        f"hits {percent(figures.hit_frequency, 2)}",
        f"sd {figures.standard_deviation:.2f}",
    )
    return percent(figures.edge), ", ".join(filter(None, parts))


def _pay_blocks(comparison: HouseComparison, heads: tuple[str, ...]) -> Iterator[Block]:
    """Yield the pay tables that differ; equal pays share a table."""
    titles: dict[tuple[tuple[Cell, ...], ...], list[str]] = {}
    for wager in comparison.wagers:
        lines = comparison.pay_lines(wager)
        offered = sum(figures is not None for figures in comparison.figures(wager))
        if offered > 1 and any(line.differs for line in lines):
            rows = tuple((line.name, *map(_pay, line.rows)) for line in lines)
            titles.setdefault(rows, []).append(comparison.wager_title(wager))
    for rows, wagers in titles.items():
        yield Heading(1, "", f"What {' and '.join(wagers)} pays")
        yield grid(heads, rows, "Outcome")


def _pay(row: PayRow | None) -> Cell:
    if row is None:
        return "–"
    return row.text, "from the meter" if row.from_jackpot else ""
