"""`pitboss solve co/3-card-21`: the edge alone and with the bonus, the ends and the best play."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.three_card_21.chart import (
    LEGEND,
)
from pitboss.exact.three_card_21.solution import (
    ThreeCardSolution,
)
from pitboss.report.games.three_card_21_words import (
    ALIKE,
    alike_rows,
    letter,
    three_card_figures,
    totals_charts,
)

_WIDTH = 76


def three_card_lines(solution: ThreeCardSolution) -> Iterator[str]:
    """Yield the same for people."""
    for name, text in three_card_figures(solution):
        yield f"  {name:<30}{text}"
    yield ""
    yield "  bonus at pay table    its edge   both together"
    for each in solution.every_bonus:
        yield f"  {each.bonus.table:<18}{float(each.bonus.edge):>12.4%}{each.house_edge:>16.4%}"
    yield ""
    yield "  House edge by up card, %"
    yield "  " + "".join(f"{up_name(up):>7}" for up in UPS)
    yield "  " + "".join(f"{-100 * solution.by_up_card[up][1]:>7.2f}" for up in UPS)
    yield ""
    yield from _alike_lines(solution)
    for title, chart in totals_charts(solution).items():
        for part, rows in chart.items():
            yield ""
            yield f"  {title}, {part} totals"
            yield "        " + "".join(f"{up_name(up):>4}" for up in UPS)
            for total, row in rows.items():
                yield f"  {total:>6}" + "".join(f"{code:>4}" for code in row)
    yield ""
    words = "; ".join(f"{code} {text}" for code, text in LEGEND.items())
    yield from wrap(words, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _alike_lines(solution: ThreeCardSolution) -> Iterator[str]:
    yield f"  {ALIKE}"
    yield "   " + " ".join(map(letter, UPS))
    for row, names in alike_rows(solution):
        codes = f"   {' '.join(row)}   "
        yield from wrap(names, _WIDTH, initial_indent=codes, subsequent_indent=" " * len(codes))
