"""The table of reports: the one source of their names, readers and makers.

The commands, the routes, the documentation and the tests are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.audit.facts import FactReader, RoundFacts
from pitboss.audit.report import BaseReport, ReportQuery
from pitboss.audit.reports.balances import Cage, PlayerFunds, Statement, TrialBalance
from pitboss.audit.reports.counts import CountReport
from pitboss.audit.reports.events import Exceptions, LargePayouts, PlayerLimits, SignificantEvents
from pitboss.audit.reports.jackpots import Jackpots
from pitboss.audit.reports.performance import GamePerformance
from pitboss.audit.reports.ratings import Ratings
from pitboss.audit.reports.records import ComponentChecks, Retention, Slips
from pitboss.audit.reports.tables import MasterGames, TableHourly
from pitboss.audit.sheet import ReportSheet
from pitboss.ledger.entry import Entry
from pitboss.office.roles import Permission


@dataclass(frozen=True, kw_only=True)
class ReportKind:
    """One report."""

    name: str
    title: str
    about: str
    """The question that it answers, in a sentence."""
    make: type[BaseReport]
    needs: Permission = Permission.READ_REPORTS
    """The permission that a reader needs."""
    of_player: bool = False
    """It is about one player, who may read it too."""
    shows_drop: bool = False
    """It says what is in the drop boxes, which is hidden from those who are still to count them."""


_KINDS = (
    ReportKind(
        name="master-games",
        title="Master games report",
        about="Drop and win of every table on every gambling day, win computed twice.",
        make=MasterGames,
        needs=Permission.READ_TABLE_REPORTS,
        shows_drop=True,
    ),
    ReportKind(
        name="count",
        title="Count report",
        about="What was counted in every drop box, beside the journal, and every difference.",
        make=CountReport,
        needs=Permission.READ_TABLE_REPORTS,
        shows_drop=True,
    ),
    ReportKind(
        name="table-hourly",
        title="Tables by the hour",
        about="Rounds, wagers, drop and win of every table in every hour.",
        make=TableHourly,
        needs=Permission.READ_TABLE_REPORTS,
        shows_drop=True,
    ),
    ReportKind(
        name="ratings",
        title="Ratings",
        about="Time, average bet, hands and theoretical win of rated players at physical tables.",
        make=Ratings,
        needs=Permission.READ_TABLE_REPORTS,
    ),
    ReportKind(
        name="game-performance",
        title="Game performance",
        about="What each game and wager won, beside its exact expectation and its z-score.",
        make=GamePerformance,
        needs=Permission.READ_TABLE_REPORTS,
    ),
    ReportKind(
        name="jackpots",
        title="Jackpot reconciliation",
        about="Every jackpot from opening to closing, to the last unit, and every hit.",
        make=Jackpots,
        needs=Permission.READ_JACKPOT_REPORTS,
    ),
    ReportKind(
        name="large-payouts",
        title="Large payouts and W-2G",
        about="Large wins and wagers one by one, and wins that need a tax form.",
        make=LargePayouts,
        needs=Permission.READ_JACKPOT_REPORTS,
    ),
    ReportKind(
        name="player-funds",
        title="Player funds and liability",
        about="What the house holds for players: wallets, chips, wagers and jackpots.",
        make=PlayerFunds,
    ),
    ReportKind(
        name="cage",
        title="Cage position",
        about="Money and chips in the cage, trays, tips, and the jackpots' bank account.",
        make=Cage,
        needs=Permission.READ_CAGE,
    ),
    ReportKind(
        name="slips",
        title="Slips",
        about="Fills, credits and error slips with their signatures, and every missing number.",
        make=Slips,
        needs=Permission.READ_CAGE,
    ),
    ReportKind(
        name="exceptions",
        title="Voids, overrides and exceptions",
        about="Voids, overrides, corrections, pauses, and decisions timed out by the clock.",
        make=Exceptions,
        needs=Permission.READ_TABLE_REPORTS,
    ),
    ReportKind(
        name="exclusions",
        title="Exclusions and limits",
        about="What players and the house did to protect players, and when.",
        make=PlayerLimits,
        needs=Permission.READ_EXCLUSIONS,
    ),
    ReportKind(
        name="significant-events",
        title="Significant events and alterations",
        about="Everything out of the ordinary: who, what, where and when (GLI-19 2.8.8).",
        make=SignificantEvents,
        shows_drop=True,
    ),
    ReportKind(
        name="components",
        title="Component hashes",
        about="When the software's files were checked, and what was found (SEC-01).",
        make=ComponentChecks,
        needs=Permission.READ_HASHES,
    ),
    ReportKind(
        name="trial-balance",
        title="Trial balance and checkpoints",
        about="Every account from opening to closing, and the signed checkpoints over them.",
        make=TrialBalance,
        shows_drop=True,
    ),
    ReportKind(
        name="statement",
        title="Player statement",
        about="Every round and movement of one player's money, with the balance after it.",
        make=Statement,
        of_player=True,
    ),
    ReportKind(
        name="retention",
        title="Records and retention",
        about="What the journal holds, since when, and until when it is kept.",
        make=Retention,
        needs=Permission.READ_JOURNAL,
    ),
)
REPORTS: Final[Mapping[str, ReportKind]] = {kind.name: kind for kind in _KINDS}
"""Name -> report."""


class ReportRun:
    """One pass over the journal for one report."""

    def __init__(self, kind: ReportKind, question: ReportQuery) -> None:
        """Begin before the first entry."""
        self._kind = kind
        self._question = question
        self._reader = FactReader()
        self._report = kind.make(question, self._reader.tables)

    def add(self, entry: Entry) -> None:
        """Take the next entry, in the order written."""
        start, end = self._question.interval
        for fact in self._reader.add(entry):
            if fact.at < start:
                self._report.before(fact)
            elif fact.at < end:
                self._report.add(fact)
            elif isinstance(fact, RoundFacts) and fact.begun < end:
                self._report.cut(fact)

    def sheet(self) -> ReportSheet:
        """Return the report, once all entries are in."""
        question = self._question
        for round_ in self._reader.open_rounds():
            if round_.begun < question.interval.end:
                self._report.cut(round_)
        parts = {"table": question.table, "player": question.account}
        return ReportSheet(
            name=self._kind.name,
            title=self._kind.title,
            about=self._kind.about,
            operator=question.operator,
            interval=question.interval.up_to(question.generated),
            generated=question.generated,
            entries=self._reader.entries,
            sections=self._report.sections(),
            zone=question.days.zone,
            names=question.names,
            subject=", ".join(f"{name} {value}" for name, value in parts.items() if value),
        )
