"""Each table hour by hour: how much was dealt, bet and won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.audit.charts import money_columns
from pitboss.audit.facts import OtherEntry, RoundFacts, TakenBack
from pitboss.audit.interval import HOUR, clock_text
from pitboss.audit.report import BaseReport, ReportQuery
from pitboss.audit.reports.master_games import settled_win
from pitboss.audit.sheet import Format, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.terms import TableTerms


@dataclass
class TableHour:
    """One table in one hour, in units."""

    rounds: int = 0
    hands: int = 0
    players: set[str] = field(default_factory=set)
    wagered: int = 0
    win: int = 0
    drop: int = 0


class TableHourly(BaseReport):
    """Rounds, wagers and win of each table in each hour."""

    def __init__(self, question: ReportQuery, tables: Mapping[str, TableTerms]) -> None:
        """Begin with no hour."""
        super().__init__(question, tables)
        self._hours: dict[tuple[int, str], TableHour] = {}

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
        hour.wagered += sum(line.stake for line in round_.lines if not line.is_tip) * UNITS_PER_CENT
        hour.win += settled_win(round_)

    def add_other(self, happened: OtherEntry) -> None:
        """Count what was put into a drop box, prizes of shared jackpots, and rounds taken back."""
        is_jackpot = happened.entry.stream.startswith("jackpot/")
        for account, units in happened.amounts_by_account.items():
            kind, _, table = account.partition(":")
            if kind == "drop" and units > 0 and self.is_wanted(table):
                self._hour(table, happened.at).drop += units
            elif kind == "tray" and is_jackpot and self.is_wanted(table):
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
                ("hold", "Win / wagered", Format.SHARE),
            ),
        )
        by_hour: dict[int, int] = {}
        for (hour, table), tally in sorted(
            self._hours.items(), key=lambda item: (item[0][0], natural(item[0][1]))
        ):
            by_hour[hour] = by_hour.get(hour, 0) + tally.win
            hold = tally.win / tally.wagered if tally.wagered else None
            figures = (
                tally.rounds,
                tally.hands,
                len(tally.players),
                tally.wagered,
                tally.drop,
                tally.win,
                hold,
            )
            section.rows.append((hour, table, self.table_name(table), *figures))
        if by_hour:
            hours = [(clock_text(hour), win) for hour, win in by_hour.items()]
            section.charts = (money_columns(hours, caption="Win by hour, all tables"),)
            section.add_totals()
            section.blank_total("players")
        return [section]
