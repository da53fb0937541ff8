"""Compute our figures beside published ones about these games.

src/pitboss/report/published/published.toml names every figure, its source and the table it is
about. Our own values are computed, which takes some minutes, and are kept in the same file; the
page of the documentation and that of the lab are made of it.

Usage: python -m tools.published            compute our values again and write them into the file
       python -m tools.published --check    write nothing; exit 1 if one is stale
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pitboss
from pitboss.engine.setup import make_setup
from pitboss.exact.kinds import house_edge_as_unsplit
from pitboss.report.published.figures import PublishedFigure, read_figures
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from tools.published_plays import PLAY_MEASURES
from tools.published_removals import removal_of_card
from tools.published_wagers import WAGER_MEASURES

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "pitboss" / "report" / "published" / "published.toml"
DIGITS = 4
"""Behind the point of our percentages, unless the source prints more."""


def _risk(arguments: Mapping[str, Any]) -> float:
    """Return one figure of the risk of a bankroll, by formula."""
    terms = {key: value for key, value in arguments.items() if key != "figure"}
    value = pitboss.risk(**terms).formula[arguments["figure"]]
    assert value is not None
    return value


def _correlation(arguments: Mapping[str, Any]) -> float:
    """Return the correlation of a count with the removals of a main game, or with insurance."""
    options = {key: value for key, value in arguments.items() if key != "system"}
    (row,) = pitboss.count(**options, system=arguments["system"], design=1).systems()
    assert isinstance(row["correlation"], float)
    return row["correlation"]


def _rule_worth(arguments: Mapping[str, Any]) -> float:
    """Return by how much a rule of plain blackjack lowers the edge, everything else equal."""
    usual: dict[str, Any] = {"decks": 6, "soft17": "stand"}
    edges = [
        float(pitboss.table("reference/blackjack", **options).solve().house_edge)
        for options in (usual, usual | dict(arguments))
    ]
    return edges[0] - edges[1]


MEASURES: Mapping[str, Callable[[Mapping[str, Any]], float]] = {
    "risk": _risk,
    "correlation": _correlation,
    "removal": removal_of_card,
    "rule-worth": _rule_worth,
    **PLAY_MEASURES,
    **WAGER_MEASURES,
}
"""What a figure can be, beside a house edge -> how it is computed."""

BLOCK = re.compile(r"(?<=^\[\[sections\.figures\]\]\n).*?(?=^\[\[|^$|\Z)", re.MULTILINE | re.DOTALL)


def compute(figure: PublishedFigure) -> str:
    """Return our value, with as many digits as are printed, and four at least."""
    printed = figure.published.removesuffix("%").partition(".")[2]
    digits = max(DIGITS, len(printed), figure.digits)
    if not figure.measure:
        return f"{100 * _edge(figure):.{digits}f}%"
    value = MEASURES[figure.measure](figure.arguments)
    if isinstance(value, int):
        return f"{value:+d}" if value and figure.published[0] in "+-" else str(value)
    is_share = figure.published.endswith("%")
    return f"{100 * value:.{digits}f}%" if is_share else f"{value:.{digits}f}"


def _edge(figure: PublishedFigure) -> float:
    if figure.wager:
        tables = {figure.wager: figure.table} if figure.table else {}
        table = pitboss.table(figure.game, also=tables, **figure.options)
        return float(table.odds(figure.wager).edge)
    configured = configure(House(game=figure.game, options=dict(figure.options)))
    if configured.rules is None:
        raise ValueError(f"{figure.game} plays no blackjack")
    rules = replace(configured.rules, **figure.rules)
    return house_edge_as_unsplit(make_setup(replace(configured, rules=rules)))


def recompute(text: str) -> str:
    """Return the file with every value of ours computed again."""
    values = iter(read_figures(text))

    def with_value(block: re.Match[str]) -> str:
        kept = [line for line in block[0].splitlines() if not line.startswith("ours = ")]
        return "\n".join([*kept, f'ours = "{compute(next(values))}"']) + "\n"

    return BLOCK.sub(with_value, text)


if __name__ == "__main__":
    before = FILE.read_text(encoding="utf-8")
    after = recompute(before)
    if after != before and "--check" in sys.argv[1:]:
        print(f"{FILE.name} is stale")
        sys.exit(1)
    FILE.write_text(after, encoding="utf-8")
