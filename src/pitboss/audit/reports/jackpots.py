"""Jackpots: each meter reconciled, every hit listed (WAC 230-15-685, 695; GLI-19 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.audit.facts import Fact, Happened, Round
from pitboss.audit.report import BaseReport, Question
from pitboss.audit.sheet import Kind, Row, Section, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.terms import TableTerms

NOTE = (
    "Opening + seeded + contributions + adjustments − awards = closing, to 1/10,000 of a dollar."
    " The difference is what is not explained. Opening and closing are balances; contributions are"
    " worked out from the wagers, awards from the rounds played again."
)
PARTS = ("in", "display", "reserve", "overflow", "pending")


@dataclass
class MeterDay:
    """One jackpot over the interval, in units."""

    opening: int = 0
    seeded: int = 0
    contributed: int = 0
    adjusted: int = 0
    awarded: int = 0
    closing: int = 0
    hits: int = 0

    @property
    def difference(self) -> int:
        """What is not explained."""
        came = self.opening + self.seeded + self.contributed + self.adjusted
        return self.closing - (came - self.awarded)


class Jackpots(BaseReport):
    """Every jackpot reconciled, and its hits."""

    def __init__(self, question: Question, tables: Mapping[str, TableTerms]) -> None:
        """Begin with no jackpot."""
        super().__init__(question, tables)
        self._meters: dict[str, MeterDay] = {}
        self._balances: dict[str, int] = {}
        self._hits: list[Row] = []
        self._seeds: dict[str, int] = {}

    def _meter(self, name: str) -> MeterDay:
        return self._meters.setdefault(name, MeterDay())

    def before(self, fact: Fact) -> None:
        """Follow the balances up to the interval."""
        for name, units in jackpot_moves(fact.moved).items():
            meter = self._meter(name)
            meter.opening += units
            meter.closing += units
        self._follow(fact)

    def _follow(self, fact: Fact) -> None:
        for account, units in fact.moved.items():
            if account.startswith("jackpot:"):
                self._balances[account] = self._balances.get(account, 0) + units

    def add_round(self, round_: Round) -> None:
        """Take contributions and awards of a round."""
        seeded = -round_.moved.get("house:seed", 0)
        for name, units in jackpot_moves(round_.moved).items():
            self._meter(name).closing += units
        for wager, units in round_.contributed.items():
            self._meter(f"{round_.table}.{wager}").contributed += units
        for wager, units in round_.paid_by_meters.items():
            self._meter(f"{round_.table}.{wager}").awarded += units
        if seeded:
            self._seed_won_meters(round_, seeded)
        self._list_hits(round_)
        self._follow(round_)

    def _seed_won_meters(self, round_: Round, seeded: int) -> None:
        """Give the seed to the meters whose whole was won."""
        seeds = {wager: jackpot.seed * UNITS_PER_CENT for wager, jackpot in round_.meters}
        won = [it.wager for it in round_.awards if it.percent == 100]
        for wager in won:
            units = min(seeded, seeds[wager])
            self._meter(f"{round_.table}.{wager}").seeded += units
            seeded -= units
        if seeded:  # not explained: it stays visible as a difference
            self._meter(f"{round_.table}.{won[0] if won else next(iter(seeds))}").seeded += seeded

    def _list_hits(self, round_: Round) -> None:
        for award in round_.awards:
            name = f"{round_.table}.{award.wager}"
            if not award.of_house:
                self._meter(name).hits += 1
            share = award.percent / 100 if award.percent else None
            self._hits.append(
                (
                    round_.at,
                    name,
                    round_.table,
                    round_.number,
                    award.seat,
                    round_.players.get(award.seat, ""),
                    "house prize" if award.of_house else "meter",
                    share,
                    award.cents * UNITS_PER_CENT,
                )
            )

    def add_other(self, happened: Happened) -> None:
        """Take the opening of a meter, and what the house did with it."""
        moves = jackpot_moves(happened.moved)
        for name, units in moves.items():
            meter = self._meter(name)
            meter.closing += units
            if happened.kind == "opened":
                meter.seeded += units
            else:
                meter.adjusted += units
        self._follow(happened)

    def sections(self) -> list[Section]:
        """Return a row for each jackpot, then the hits."""
        meters = Section(
            name="jackpots",
            title="Reconciliation",
            columns=columns(
                ("jackpot", "Jackpot"),
                ("opening", "Opening", Kind.MONEY),
                ("seeded", "Seeded", Kind.MONEY),
                ("contributed", "Contributions", Kind.MONEY),
                ("adjusted", "Adjustments", Kind.MONEY),
                ("awarded", "Awards", Kind.MONEY),
                ("closing", "Closing", Kind.MONEY),
                ("difference", "Difference", Kind.MONEY),
                ("display", "of it on display", Kind.MONEY),
                ("reserve", "in reserve", Kind.MONEY),
                ("hits", "Hits", Kind.COUNT),
            ),
            rows=[self._row(name, it) for name, it in sorted(self._meters.items(), key=_by_name)],
            note=NOTE,
        )
        meters.add_totals()
        hits = Section(
            name="hits",
            title="Hits",
            columns=columns(
                ("at", "When", Kind.TIME),
                ("jackpot", "Jackpot"),
                ("table", "Table"),
                ("round", "Round", Kind.COUNT),
                ("seat", "Seat", Kind.COUNT),
                ("player", "Player"),
                ("paid_by", "Paid by"),
                ("share", "Share of the meter", Kind.SHARE),
                ("amount", "Amount", Kind.MONEY),
            ),
            rows=self._hits,
        )
        return [meters, hits]

    def _row(self, name: str, it: MeterDay) -> Row:
        held = {part: self._balances.get(f"jackpot:{name}:{part}", 0) for part in PARTS}
        figures = (it.opening, it.seeded, it.contributed, it.adjusted, it.awarded, it.closing)
        return (name, *figures, it.difference, held["display"], held["reserve"], it.hits)


def _by_name(item: tuple[str, MeterDay]) -> Any:  # noqa: ANN401 - a key to sort by
    return natural(item[0])


def jackpot_moves(moved: Mapping[str, int]) -> dict[str, int]:
    """Return by how much each jackpot grew, all its accounts together.

    >>> jackpot_moves({"jackpot:7.x:display": 5, "jackpot:7.x:reserve": 1, "tray:7": -6})
    {'7.x': 6}
    """
    found: dict[str, int] = {}
    for account, units in moved.items():
        if account.startswith("jackpot:"):
            name = account.split(":")[1]
            found[name] = found.get(name, 0) + units
    return found
