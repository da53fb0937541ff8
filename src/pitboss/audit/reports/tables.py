"""The master games report: drop and win of every table on every gambling day (WAC 230-15-730).

Win is computed twice. From the tray: closer less opener, plus drop and credits, less fills, plus
the prizes that accrued out of it. From the felt: what the settled wagers lost, less what they won,
the prizes that meters paid left out. The two share no figure and must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.audit.charts import money_columns
from pitboss.audit.facts import Fact, OtherEntry, RoundFacts, TakenBack
from pitboss.audit.report import BaseReport, ReportQuery
from pitboss.audit.sheet import Column, Format, Row, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.terms import TableTerms
from pitboss.report.document.blocks import Chart

NOTE = (
    "Win = closer − opener + drop + credits − fills + accrued prizes. Win by settlements is added"
    " up from the wagers of every round, without prizes that a jackpot paid. Difference = win − win"
    " by settlements − what counts of the tray found: zero, or the books are wrong. Adjusted win ="
    " win − accrued prizes, since progressive money is the players' (WAC 230-15-671). A round"
    " counts on the day it ends."
)
_MONEY: tuple[tuple[str, str], ...] = (
    ("opener", "Opener"),
    ("fills", "Fills"),
    ("credits", "Credits"),
    ("closer", "Closer"),
    ("drop", "Drop"),
    ("win", "Win"),
    ("accrued", "Accrued prizes"),
    ("adjusted_win", "Adjusted win"),
    ("settled_win", "Win by settlements"),
    ("counted", "Count differences"),
    ("difference", "Difference"),
)


@dataclass
class TableDay:
    """One table on one day, in units."""

    opener: int
    closer: int
    fills: int = 0
    credits: int = 0
    drop: int = 0
    accrued: int = 0
    settled: int = 0
    counted: int = 0
    """The difference between counts of the tray and the books."""
    rounds: int = 0
    wagered: int = 0

    @property
    def win(self) -> int:
        """The win by the tray."""
        counted = self.closer - self.opener + self.drop + self.credits - self.fills
        return counted + self.accrued

    @property
    def hold(self) -> float | None:
        """Win as a part of the drop."""
        return self.win / self.drop if self.drop else None

    @property
    def difference(self) -> int:
        """By how much the two wins differ."""
        return self.win - self.settled - self.counted

    def cells(self) -> Row:
        """Return the cells of a row behind its names."""
        money = (self.opener, self.fills, self.credits, self.closer, self.drop, self.win)
        more = (self.accrued, self.win - self.accrued, self.settled, self.counted)
        return (self.rounds, self.wagered, *money, self.hold, *more, self.difference)


class MasterGames(BaseReport):
    """Drop and win of each table on each day."""

    def __init__(self, question: ReportQuery, tables: Mapping[str, TableTerms]) -> None:
        """Begin with empty trays."""
        super().__init__(question, tables)
        self._trays: dict[str, int] = {}
        self._days: dict[tuple[str, str], TableDay] = {}

    def before(self, fact: Fact) -> None:
        """Follow what is in the trays."""
        super().before(fact)
        for table, units in _trays(fact):
            self._trays[table] = self._trays.get(table, 0) + units

    def _day(self, table: str, at: int) -> TableDay:
        tray = self._trays.get(table, 0)
        return self._days.setdefault((self.gambling_day(at), table), TableDay(tray, tray))

    def add_round(self, round_: RoundFacts) -> None:
        """Take a round at the moment it ends."""
        day = self._day(round_.table, round_.at)
        day.rounds += not round_.is_void
        day.wagered += sum(line.stake for line in round_.lines if not line.is_tip) * UNITS_PER_CENT
        day.accrued += sum(round_.contributions.values())
        day.settled += settled_win(round_)
        self._follow(round_)

    def add_other(self, happened: OtherEntry) -> None:
        """Take the drop, fills and credits, counts, prizes of shared jackpots, and voids."""
        for account, units in happened.amounts_by_account.items():
            kind, _, table = account.partition(":")
            if kind == "drop" and units > 0:
                self._day(table, happened.at).drop += units
            elif kind == "tray" and not happened.table:
                self._move_tray(self._day(table, happened.at), happened, units)
        if happened.kind == "taken-back":
            taken = TakenBack(happened)
            day = self._day(happened.table, happened.at)
            day.settled += taken.settled
            day.accrued += taken.contribution
        self._follow(happened)

    @staticmethod
    def _move_tray(day: TableDay, happened: OtherEntry, units: int) -> None:
        """Say what chips are that came into a tray or left it, by where they came from."""
        if happened.entry.stream.startswith("jackpot/"):
            day.settled += units  # a prize that the table has paid out, or got back
        elif {"house:variance", "house:rounding"} & happened.amounts_by_account.keys():
            day.counted += units
        elif happened.kind == "table-opened":
            day.opener += units  # the first tray, which comes from the cage
        else:
            day.fills += max(units, 0)
            day.credits += max(-units, 0)

    def _follow(self, fact: Fact) -> None:
        for table, units in _trays(fact):
            day = self._day(table, fact.at)
            day.closer += units
            self._trays[table] = self._trays.get(table, 0) + units

    def sections(self) -> list[SheetSection]:
        """Return a row for each day and table, and the total of each day."""
        wanted = {
            key: day
            for key, day in sorted(self._days.items(), key=_by_day)
            if self.is_wanted(key[1])
        }
        by_day = _sum_by(wanted, 0)
        days = SheetSection(
            name="days",
            title="By gambling day",
            columns=(Column("day", "Day"), *_figures(without=("opener", "closer"))),
            rows=[(day, *_without_trays(total)) for day, total in by_day.items()],
        )
        if by_day:
            days.charts = tuple(_charts(by_day))
        tables = SheetSection(
            name="tables",
            title="By day and table",
            columns=(
                *columns(("day", "Day"), ("table", "Table")),
                Column("name", "Name", is_shown=False),
                Column("game", "Game"),
                *_figures(),
            ),
            rows=[
                (day, table, self.table_name(table), self._game(table), *figures.cells())
                for (day, table), figures in wanted.items()
            ],
            note=NOTE,
        )
        for section in (days, tables):
            section.add_totals()
            _total_hold(section)
        return [days, tables]

    def _game(self, table: str) -> str:
        terms = self.tables.get(table)
        return terms.house.game if terms else ""


def _by_day(item: tuple[tuple[str, str], TableDay]) -> tuple[str, Any]:
    (day, table), _ = item
    return day, natural(table)


def settled_win(round_: RoundFacts) -> int:
    """Return the win of the house from the settled wagers of a round, in units."""
    lost = sum(line.net for line in round_.lines) + round_.dealers_gain
    paid = sum(round_.paid_by_meters.values()) + round_.paid_by_hand
    return paid - lost * UNITS_PER_CENT if round_.lines else 0


def _trays(fact: Fact) -> Iterator[tuple[str, int]]:
    for account, units in fact.amounts_by_account.items():
        if account.startswith("tray:"):
            yield account.removeprefix("tray:"), units


def _figures(without: tuple[str, ...] = ()) -> Iterator[Column]:
    yield Column("rounds", "Rounds", Format.COUNT)
    yield Column("wagered", "Wagered", Format.MONEY)
    for name, title in _MONEY:
        if name == "accrued":
            yield Column("hold", "Hold", Format.SHARE)
        if name not in without:
            yield Column(name, title, Format.MONEY)


def _without_trays(day: TableDay) -> Row:
    rounds, wagered, _, fills, credits_, _, *rest = day.cells()
    return (rounds, wagered, fills, credits_, *rest)


def _sum_by(days: Mapping[tuple[str, str], TableDay], part: int) -> dict[str, TableDay]:
    sums: dict[str, TableDay] = {}
    for key, day in days.items():
        total = sums.setdefault(key[part], TableDay(0, 0))
        for name in TableDay.__dataclass_fields__:
            setattr(total, name, getattr(total, name) + getattr(day, name))
    return sums


def _charts(days: Mapping[str, TableDay]) -> Iterator[Chart]:
    yield money_columns([(day, total.win) for day, total in days.items()], caption="Win by day")
    yield money_columns([(day, total.drop) for day, total in days.items()], caption="Drop by day")


def _total_hold(section: SheetSection) -> None:
    """Add the hold of all rows, and take away sums of trays of different days."""
    if section.totals is None:
        return
    names = [column.name for column in section.columns]
    cells = dict(zip(names, section.totals, strict=True))
    win, drop = cells["win"], cells["drop"]
    assert isinstance(win, int)
    cells["hold"] = win / drop if isinstance(drop, int) and drop else None
    section.totals = tuple(cells.values())
    section.blank_total("opener", "closer")
