"""Many wagers as a list, one line each: fixed-pay edge, long-run edge, spread, hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.cli.entry_table import entry_table, print_table
from pitboss.exact.odds.progressive import ProgressiveOdds, meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.report.catalogue.edges import COLUMNS
from pitboss.report.catalogue.odds_entry import METER_APART, odds_entry
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.phrases import choice

_NARROW = 110
"""Columns below which a list leaves the method out."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A wager, with the value of its meter if it has one."""

    odds: WagerOdds
    meter: ProgressiveOdds | None
    alternates: tuple[str, ...] = ()
    """Alternates of the same pay table with equal cost."""

    @classmethod
    def from_odds(cls, item: WagerOdds, value: MeterValue) -> OddsLine:
        """Price the meter."""
        return cls(item, None if item.meter is None else meter_value(item, value))

    @property
    def long_run(self) -> Fraction | None:
        """The edge after everything that feeds the meter is won; None without a known meter."""
        return None if self.meter is None else self.meter.long_run_edge

    @property
    def without_alternate(self) -> tuple[object, ...]:
        """Everything that two lines share if they differ only in their alternate."""
        item = self.odds
        options = tuple((k, v) for k, v in item.options.items() if k != ALTERNATE)
        same = (item.game, item.wager, item.table, item.decks, options, item.bound, item.play)
        return *same, item.edge, item.variance, item.hit_frequency, self.long_run


def print_list(computed: Sequence[WagerOdds], value: MeterValue) -> None:
    """Print one line for each wager; a single game is named above them."""
    lines = tuple(fold_alternates(OddsLine.from_odds(item, value) for item in computed))
    several = len({item.game for item in computed}) > 1
    has_meter = any(line.long_run is not None for line in lines)
    printed = any(item.agrees is not None for item in computed)
    console = output_console()
    columns = (
        *("game",) * several,
        *("wager", "table", "decks", "options", "edge"),
        *("long run",) * has_meter,
        *("sd", "hits"),
        *("method",) * (console.width >= _NARROW),
        *("printed",) * printed,
    )
    table = entry_table(columns)
    for line in lines:
        table.add_row(*_cells(line, columns))
    print_table(table, computed[0].game if computed and not several else "")
    if has_meter:
        console.print(Text(_meter_note(lines), style="dim"))


def fold_alternates(lines: Iterable[OddsLine]) -> Iterator[OddsLine]:
    """Yield each line once, with the alternates whose odds are equal to its own.

    >>> from pitboss.exact.odds.wagers import odds
    >>> found = odds("wa/spanish-21", wager="jackpot-1", decks=6)
    >>> folded = list(fold_alternates(OddsLine.from_odds(item, MeterValue()) for item in found))
    >>> len(found), len(folded), folded[0].alternates
    (53, 29, ('3-alt-1', '3-alt-2'))
    """
    groups: dict[tuple[object, ...], list[OddsLine]] = {}
    for line in lines:
        groups.setdefault(line.without_alternate, []).append(line)
    for first, *others in groups.values():
        yield replace(
            first, alternates=tuple(str(other.odds.options[ALTERNATE]) for other in others)
        )


def _meter_note(lines: Iterable[OddsLine]) -> str:
    """Return what both edges are, and how much of a wager feeds the meter."""
    meters = [line.meter for line in lines if line.meter is not None]
    fed = dict.fromkeys(
        f"{float(meter.contribution):.2%} ({meter.feeding.contribution_from})"
        for meter in meters
        if meter.contribution is not None
    )
    return (
        "edge: the fixed pays alone. long run: the edge when all that feeds the meter has been won."
        f" Of each wager, {choice(tuple(fed))} feeds the meter."
    )


def _cells(line: OddsLine, columns: Sequence[str]) -> Iterator[str | Text]:
    """Return the columns of every table of wagers, and those of odds alone."""
    item, long_run = line.odds, line.long_run
    of_odds: dict[str, str | Text] = {
        "decks": str(item.decks),
        "options": _options(line),
        "long run": "" if long_run is None else f"{float(long_run):.4%}",
        "hits": f"{float(item.hit_frequency):.3%}",
        "printed": _agrees(item),
    }
    entry = odds_entry(item)
    entry = replace(entry, method=entry.method.removesuffix(METER_APART))
    for name in columns:
        yield of_odds[name] if name in of_odds else COLUMNS[name](entry)


def _options(line: OddsLine) -> str:
    own = " ".join(f"{value}" for value in line.odds.options.values())
    others = f"or {', '.join(line.alternates)}" if line.alternates else ""
    return " ".join(filter(None, (own, others)))


def _agrees(item: WagerOdds) -> Text:
    printed = item.printed.get("house_advantage", "")
    if item.agrees is None:
        return Text("")
    mark = ("agrees", "green") if item.agrees else ("differs", "bold red")
    return Text.assemble(f"{printed} ", mark)
