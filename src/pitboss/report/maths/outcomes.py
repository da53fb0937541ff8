"""What can happen to a wager, as tables and charts of the maths report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.report.document.blocks import Cell, Chart, Grid
from pitboss.report.document.charts import Point, bars, points
from pitboss.report.maths.fractions import fraction_text
from pitboss.report.maths.model import Outcome, WagerMaths
from pitboss.text.numbers import one_in, percent


def outcome_grid(it: WagerMaths) -> Grid:
    """Return every outcome with its probability; where deals are counted, with their number."""
    counted = it.deals is not None
    rows = [_outcome_row(it, outcome) for outcome in it.outcomes]
    total: tuple[Cell, ...] = ("Total", "", "1", "", percent(1 - it.edge, 4))
    heads: tuple[str, ...] = ("outcome", "pays", "probability", "1 in", "return")
    if counted:
        total = (*total[:2], f"{it.deals:,}", *total[2:])
        heads = (*heads[:2], "combinations", *heads[2:])
    return Grid(heads=heads, rows=(*rows, total), align="ll" + "r" * (len(heads) - 2), totals=1)


def up_card_grid(it: WagerMaths) -> Grid:
    """Return the house edge against each card the dealer may show."""
    edges = it.odds.by_up_card
    rows = (("house edge", *(percent(edge, 2) for edge in edges.values())),)
    return Grid(heads=("up card", *edges), rows=rows, align="l" + "r" * len(edges))


def outcome_charts(it: WagerMaths) -> Iterator[Chart]:
    """Yield where the return comes from, and how the edge moves with the decks."""
    rows = [(o.name, float(o.returned)) for o in it.outcomes if o.returned]
    if len(rows) > 1:
        most = sorted(rows, key=lambda row: -row[1])[:12]
        kept = [row for row in rows if row in most]
        yield Chart(
            svg=bars(kept, title=f"{it.title}: return by row"),
            caption="Return by row, for one unit wagered" + _of_these(kept, rows),
        )
    if len(it.by_decks) > 1:
        values = [
            Point(label=str(c.decks), value=float(c.edge), hollow=not c.allowed)
            for c in it.by_decks
        ]
        hollow = "; hollow: not approved with this table" if any(p.hollow for p in values) else ""
        yield Chart(
            svg=points(values, title=f"{it.title}: edge by deck count", axis="decks"),
            caption=f"House edge across deck counts{hollow}",
        )


def _outcome_row(it: WagerMaths, outcome: Outcome) -> tuple[Cell, ...]:
    count = it.count(outcome)
    chance = outcome.probability
    probability: Cell = (f"{float(chance):.10f}", fraction_text(chance)) if chance else "0"
    tail: tuple[Cell, ...] = (probability, one_in(outcome.probability), percent(outcome.returned))
    counted: tuple[Cell, ...] = () if count is None else (f"{count:,}",)
    return (outcome.name, outcome.pays, *counted, *tail)


def _of_these(kept: Sequence[object], rows: Sequence[object]) -> str:
    return "" if len(kept) == len(rows) else f" (the {len(kept)} largest of {len(rows)})"
