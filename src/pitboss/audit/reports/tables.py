"""Tables by gambling day and by the hour: how much was dealt, bet, dropped and won.

The master games report has drop and win of every table on every gambling day (WAC 230-15-730). Win
is computed twice. From the tray: closer less opener, plus drop and credits, less fills, plus the
prizes that jackpots paid in its chips. From the felt: what the settled wagers lost, less what they
won, the prizes that meters paid left out. The two share no figure and must be equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.audit.charts import money_columns
from pitboss.audit.facts import Fact, OtherEntry, RoundFacts, TakenBack
from pitboss.audit.interval import HOUR, clock_text
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Column, Format, Row, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.ledger.accounts import JACKPOT_ACCRUAL
from pitboss.office.inventory import PLAY

JACKPOT = "jackpot/"
NOTE = (
    "Win = closer − opener + drop + credits − fills + prizes that jackpots paid at the table."
    " Win by settlements is added up from the wagers of every round, without prizes that a jackpot"
    " paid. Difference = win − win by settlements − what counts of the tray and of the drop found:"
    " zero, or the books are wrong."
    " Drop is that of the count once it is finished, and of the journal before. Adjusted win ="
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


class TablePrizes:
    """Prizes of shared jackpots that tables paid in chips, or got back."""

    def __init__(self) -> None:
        """Know of no prize."""
        self._tables: dict[tuple[str, int], str] = {}

    def paid(self, happened: OtherEntry) -> tuple[str, int]:
        """Return the table of a prize and its units; 0: none was paid at a table."""
        if happened.kind not in {"hit-paid", "hit-voided"}:
            return "", 0
        hit = (happened.entry.stream, happened.body["number"])
        if happened.kind == "hit-paid":
            self._tables[hit] = happened.body["table"]
        table = self._tables.get(hit, "")
        units = happened.amounts_by_account.get(JACKPOT_ACCRUAL, 0)
        return table, units + happened.amounts_by_account.get(f"tray:{table}", 0)


@dataclass
class TableDay:
    """One table on one day, in units."""

    opener: int
    closer: int
    fills: int = 0
    credits: int = 0
    drop: int = 0
    accrued: int = 0
    accrual: int = 0
    """What its chips owe to jackpots, negative: an accrual leaves no tray."""
    settled: int = 0
    counted: int = 0
    """The difference between counts, of the tray and of the drop, and the books."""
    rounds: int = 0
    wagered: int = 0

    @property
    def win(self) -> int:
        """The win by the tray."""
        counted = self.closer - self.opener + self.drop + self.credits - self.fills
        return counted + self.accrued + self.accrual

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


@dataclass(eq=False)
class MasterGames(BaseReport):
    """Drop and win of each table on each day."""

    _trays: dict[str, int] = field(default_factory=lambda: defaultdict(int), init=False)
    _days: dict[tuple[str, str], TableDay] = field(default_factory=dict, init=False)
    _drops: dict[str, str] = field(default_factory=dict, init=False)
    """Table -> the gambling day of its last drop."""
    _boxes: dict[str, str] = field(default_factory=dict, init=False)
    """Account of a box -> the gambling day of the drop in it."""
    _prizes: TablePrizes = field(default_factory=TablePrizes, init=False)

    def before(self, fact: Fact) -> None:
        """Follow what is in the trays."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._note_box(fact)
        for table, units in _trays(fact):
            self._trays[table] += units

    def _day(self, table: str, at: int) -> TableDay:
        tray = self._trays[table]
        return self._days.setdefault((self.gambling_day(at), table), TableDay(tray, tray))

    def add_round(self, round_: RoundFacts) -> None:
        """Take a round at the moment it ends."""
        day = self._day(round_.table, round_.at)
        day.rounds += not round_.is_void
        day.wagered += wagered(round_)
        day.accrued += sum(round_.contributions.values())
        day.accrual += round_.amounts_by_account.get(JACKPOT_ACCRUAL, 0)
        day.settled += settled_win(round_)
        self._follow(round_)

    def add_other(self, happened: OtherEntry) -> None:
        """Take the drop, fills and credits, counts, prizes of shared jackpots, and voids."""
        for account, units in happened.amounts_by_account.items():
            kind, _, table = account.partition(":")
            if kind == "drop" and units > 0:  # until it is counted, what the journal says
                self._day(table, happened.at).drop += units
            elif kind == "tray" and not happened.table:
                self._move_tray(self._day(table, happened.at), happened, units)
        if happened.kind == "taken-back":
            taken = TakenBack(happened)
            day = self._day(happened.table, happened.at)
            day.settled += taken.settled
            day.accrued += taken.contribution
            day.accrual += happened.amounts_by_account.get(JACKPOT_ACCRUAL, 0)
        table, units = self._prizes.paid(happened)
        if units:
            day = self._day(table, happened.at)
            day.settled += units  # a prize that the table has paid out, or got back
            day.accrual += happened.amounts_by_account.get(JACKPOT_ACCRUAL, 0)
        self._take_physical(happened)
        self._note_box(happened)
        if happened.kind == "count-finished":
            self._take_count(happened)
        self._follow(happened)

    def _take_physical(self, happened: OtherEntry) -> None:
        """Take the prizes that accrued at a physical table: out of the house, not of the tray."""
        if happened.kind in {"wagers-locked", "wagers-released"}:
            day = self._day(happened.body["table"], happened.at)
            units = sum(happened.body["units"].values())
            day.accrued += units
            day.accrual -= units

    def _note_box(self, happened: OtherEntry) -> None:
        """Follow which day's drop is in which box, also where the journal knows of no drop."""
        accounts = happened.amounts_by_account
        if happened.kind == "box-taken" and not accounts:
            self._boxes[f"box:{happened.body['box']}"] = self.gambling_day(happened.at)
        for account, units in accounts.items():
            kind, _, table = account.partition(":")
            if kind == "drop" and units > 0:
                self._drops[table] = self.gambling_day(happened.at)
            elif kind == "drop":
                day = self._drops.get(table, self.gambling_day(happened.at))
                self._boxes |= {box: day for box in accounts if box.startswith("box:")}

    def _take_count(self, happened: OtherEntry) -> None:
        """Take the drop from the count, as the accountant does, on the day that it was dropped."""
        for box in happened.body["boxes"]:
            day = self._boxes.get(f"box:{box['box']}", "")
            figures = self._days.get((day, box["table"]))
            if figures is not None:  # a day before the interval has no row
                found = box["units"] - box["book"]
                figures.drop += found
                if box["table"] in self.physical:
                    figures.settled += found
                else:
                    figures.counted += found

    @staticmethod
    def _move_tray(day: TableDay, happened: OtherEntry, units: int) -> None:
        """Say what chips are that came into a tray or left it, by where they came from."""
        if happened.entry.stream.startswith(JACKPOT):
            return
        if {"house:variance", "house:rounding"} & happened.amounts_by_account.keys():
            day.counted += units
        elif PLAY in happened.amounts_by_account:
            day.settled += units  # what a physical table won is in its tray
        elif happened.kind == "table-opened":
            day.opener += units  # the first tray, which comes from the cage
        else:
            day.fills += max(units, 0)
            day.credits += max(-units, 0)

    def _follow(self, fact: Fact) -> None:
        for table, units in _trays(fact):
            self._day(table, fact.at).closer += units
            self._trays[table] += units

    def sections(self) -> list[SheetSection]:
        """Return a row for each day and table, and the total of each day."""
        keys = sorted(self._days, key=lambda key: (key[0], natural(key[1])))
        wanted = {key: self._days[key] for key in keys if self.is_wanted(key[1])}
        by_day = _sum_by_day(wanted)
        days = SheetSection(
            name="days",
            title="By gambling day",
            columns=(Column("day", "Day"), *_figures(without=("opener", "closer"))),
            rows=[(day, *_without_trays(total)) for day, total in by_day.items()],
        )
        if by_day:
            days.charts = tuple(
                money_columns([(day, getattr(total, name)) for day, total in by_day.items()],
                              caption=f"{name.capitalize()} by day")
                for name in ("win", "drop")
            )  # fmt: skip
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
        return [section.with_totals("opener", "closer") for section in (days, tables)]

    def _game(self, table: str) -> str:
        if table in self.physical:
            return str(self.physical[table]["house"]["game"])
        terms = self.tables.get(table)
        return terms.house.game if terms else ""


def settled_win(round_: RoundFacts) -> int:
    """Return the win of the house from the settled wagers of a round, in units."""
    lost = sum(line.net for line in round_.lines) + round_.dealers_gain
    paid = sum(round_.paid_by_meters.values()) + round_.paid_by_hand
    return paid - lost * UNITS_PER_CENT if round_.lines else 0


def wagered(round_: RoundFacts) -> int:
    """Return what players staked in a round, tips left out, in units."""
    return sum(line.stake for line in round_.lines if not line.is_tip) * UNITS_PER_CENT


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


def _sum_by_day(days: Mapping[tuple[str, str], TableDay]) -> dict[str, TableDay]:
    sums: dict[str, TableDay] = {}
    for (date, _), day in days.items():
        total = sums.setdefault(date, TableDay(0, 0))
        for name in TableDay.__dataclass_fields__:
            setattr(total, name, getattr(total, name) + getattr(day, name))
    return sums


@dataclass
class TableHour:
    """One table in one hour, in units."""

    rounds: int = 0
    hands: int = 0
    players: set[str] = field(default_factory=set)
    wagered: int = 0
    win: int = 0
    drop: int = 0


@dataclass(eq=False)
class TableHourly(BaseReport):
    """Rounds, wagers and win of each table in each hour."""

    _hours: dict[tuple[int, str], TableHour] = field(default_factory=dict, init=False)
    _prizes: TablePrizes = field(default_factory=TablePrizes, init=False)

    def _hour(self, table: str, at: int) -> TableHour:
        return self._hours.setdefault((at // HOUR * HOUR, table), TableHour())

    def add_round(self, round_: RoundFacts) -> None:
        """Count a round in the hour it ends."""
        if round_.is_void or not self.is_wanted(round_.table):
            return
        hour = self._hour(round_.table, round_.at)
        hour.rounds += 1
        hour.hands += len(round_.bets)
        hour.players |= {round_.players[seat] for seat in round_.bets}
        hour.wagered += wagered(round_)
        hour.win += settled_win(round_)

    def add_other(self, happened: OtherEntry) -> None:
        """Count what was put into a drop box, prizes of shared jackpots, and rounds taken back."""
        for account, units in happened.amounts_by_account.items():
            kind, _, table = account.partition(":")
            if kind == "drop" and units > 0 and self.is_wanted(table):
                self._hour(table, happened.at).drop += units
        table, units = self._prizes.paid(happened)
        if units and self.is_wanted(table):
            self._hour(table, happened.at).win += units
        if happened.kind == "taken-back" and self.is_wanted(happened.table):
            self._hour(happened.table, happened.at).win += TakenBack(happened).settled

    def sections(self) -> list[SheetSection]:
        """Return a row for each hour of each table."""
        section = SheetSection(
            name="hours",
            title="By hour and table",
            columns=columns(
                ("hour", "Hour from", Format.TIME),
                ("table", "Table"),
                ("name", "Name"),
                ("rounds", "Rounds", Format.COUNT),
                ("hands", "Hands", Format.COUNT),
                ("players", "Players", Format.COUNT),
                ("wagered", "Wagered", Format.MONEY),
                ("drop", "Drop", Format.MONEY),
                ("win", "Win", Format.MONEY),
                ("win_share", "Win / wagered", Format.SHARE),
            ),
        )
        by_hour: dict[int, int] = {}
        for hour, table in sorted(self._hours, key=lambda key: (key[0], natural(key[1]))):
            tally = self._hours[hour, table]
            by_hour[hour] = by_hour.get(hour, 0) + tally.win
            share = tally.win / tally.wagered if tally.wagered else None
            counts = (tally.rounds, tally.hands, len(tally.players))
            amounts = (tally.wagered, tally.drop, tally.win, share)
            section.rows.append((hour, table, self.table_name(table), *counts, *amounts))
        if by_hour:
            hours = [
                (clock_text(hour, self.question.days.zone), win) for hour, win in by_hour.items()
            ]
            section.charts = (money_columns(hours, caption="Win by hour, all tables"),)
        return [section.with_totals("players")]
