"""Large payouts and wagers, and wins that must be reported to the tax office (W-2G)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.audit.facts import RoundFacts, SettledWager
from pitboss.audit.report import BaseReport, ReportQuery
from pitboss.audit.sheet import Format, Row, SheetSection, columns
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.terms import TableTerms
from pitboss.jackpot.state import is_taxed


class LargePayouts(BaseReport):
    """Every wager that won or staked a large amount."""

    def __init__(self, question: ReportQuery, tables: Mapping[str, TableTerms]) -> None:
        """Begin with no payout."""
        super().__init__(question, tables)
        self._payouts: list[Row] = []
        self._wagers: list[Row] = []

    def add_round(self, round_: RoundFacts) -> None:
        """Take the large lines of a round."""
        if not self.is_wanted(round_.table):
            return
        large = self.question.large_cents
        prizes: dict[tuple[int, str], int] = {}
        for award in round_.awards:
            key = (award.seat, award.wager)
            prizes[key] = prizes.get(key, 0) + award.cents
        for line in round_.lines:
            if line.is_tip:
                continue
            if line.net >= large or is_w2g(line):
                prize = prizes.get((line.seat, line.wager), 0) * UNITS_PER_CENT
                self._payouts.append((*_place(round_, line), prize, is_w2g(line)))
            if line.stake >= large:
                self._wagers.append(_place(round_, line))

    def sections(self) -> list[SheetSection]:
        """Return the payouts and the wagers."""
        place = columns(
            ("at", "When", Format.TIME),
            ("table", "Table"),
            ("round", "Round", Format.COUNT),
            ("player", "Player"),
            ("seat", "Seat", Format.COUNT),
            ("wager", "Wager"),
            ("outcome", "Outcome"),
            ("stake", "Stake", Format.MONEY),
            ("net", "Win", Format.MONEY),
        )
        more = columns(("prize", "of it a jackpot", Format.MONEY), ("w2g", "W-2G", Format.YES))
        least = self.question.large_cents // 100
        return [
            SheetSection(
                name="payouts",
                title=f"Wins of ${least:,} or more, and wins for a W-2G",
                columns=(*place, *more),
                rows=self._payouts,
                note="W-2G: a win of $600 or more that is 300 times the wager or more.",
            ),
            SheetSection(
                name="wagers",
                title=f"Wagers of ${least:,} or more",
                columns=place,
                rows=self._wagers,
            ),
        ]


def is_w2g(line: SettledWager) -> bool:
    """Whether a win must be reported.

    >>> [is_w2g(SettledWager(1, 1, "x", stake, "won", 60_000)) for stake in (200, 201)]
    [True, False]
    """
    return not line.is_tip and is_taxed(line.net, line.stake)


def _place(round_: RoundFacts, line: SettledWager) -> Row:
    player = round_.players.get(line.seat, "")
    amounts = (line.stake * UNITS_PER_CENT, line.net * UNITS_PER_CENT)
    where = (round_.at, round_.table, round_.number, player, line.seat)
    return (*where, line.wager, line.outcome, *amounts)
