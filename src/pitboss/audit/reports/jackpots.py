"""Jackpots: each meter reconciled, every hit listed (WAC 230-15-685, 695; GLI-19 2.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field

from pitboss.audit.facts import Fact, OtherEntry, RoundFacts, TakenBack
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT

NOTE = (
    "Opening + seeded + contributions + adjustments − awards = closing, to 1/10,000 of a dollar."
    " The difference is what is not explained. Opening and closing are balances; contributions are"
    " worked out from the wagers (at physical tables: those that were locked), awards from the"
    " rounds played again."
)
SEEDING = frozenset({"opened", "hit-locked", "hit-rejected"})
"""Entries by which the house puts money in, or gets its seed back."""
FEEDING = frozenset({"wagers-locked", "wagers-released"})
"""Entries of physical tables: shares of wagers that are locked at the deal, or given back."""
PAYING = frozenset({"hit-paid", "hit-confirmed", "hit-voided"})
"""Entries by which awards leave a jackpot, or come back."""
OUTCOMES = {
    "hit-paid": "paid at the table",
    "hit-confirmed": "confirmed",
    "hit-rejected": "rejected",
    "hit-voided": "round called off",
}
PARTS = ("display", "reserve", "overflow", "in", "pending")


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
        """The unexplained difference."""
        came = self.opening + self.seeded + self.contributed + self.adjusted
        return self.closing - (came - self.awarded)


@dataclass(kw_only=True)
class HitLine:
    """One hit, as far as it has come."""

    at: int
    jackpot: str
    table: str
    round: int
    seat: int
    player: str
    percent: int
    units: int
    status: str

    def cells(self) -> Row:
        """Return its row."""
        place = (self.at, self.jackpot, self.table, self.round, self.seat, self.player)
        share = self.percent / 100 if self.percent else None
        return (*place, share, self.units, self.status)


@dataclass(eq=False)
class Jackpots(BaseReport):
    """Every jackpot reconciled, and its hits."""

    _meters: dict[str, MeterDay] = field(default_factory=dict, init=False)
    _balances: Counter[str] = field(default_factory=Counter, init=False)
    _hits: list[HitLine] = field(default_factory=list, init=False)
    _shared: dict[tuple[str, int], HitLine] = field(default_factory=dict, init=False)

    def _meter(self, name: str) -> MeterDay:
        return self._meters.setdefault(name, MeterDay())

    def before(self, fact: Fact) -> None:
        """Follow the balances, and hits that are not settled yet."""
        for name, units in jackpot_moves(fact.amounts_by_account).items():
            meter = self._meter(name)
            meter.opening += units
            meter.closing += units
        self._follow(fact)
        if isinstance(fact, OtherEntry):
            self._note_hit(fact, is_listed=False)

    def _follow(self, fact: Fact) -> None:
        for account, units in fact.amounts_by_account.items():
            if account.startswith("jackpot:"):
                self._balances[account] += units

    def add_round(self, round_: RoundFacts) -> None:
        """Take contributions and awards of a round."""
        for name, units in jackpot_moves(round_.amounts_by_account).items():
            self._meter(name).closing += units
        for wager, units in round_.contributions.items():
            self._meter(round_.jackpot_name(wager)).contributed += units
        for wager, units in round_.paid_by_meters.items():
            self._meter(round_.jackpot_name(wager)).awarded += units
        if seeded := -round_.amounts_by_account.get("house:seed", 0):
            self._seed_won_meters(round_, seeded)
        self._list_hits(round_)
        self._follow(round_)

    def _seed_won_meters(self, round_: RoundFacts, seeded: int) -> None:
        """Give the seed to the table's own meters whose whole was won."""
        spots = round_.terms.setup.configured.spots
        won = [award.wager for award in round_.awards if award.percent == 100 and not award.jackpot]
        for wager in won:
            jackpot = spots[wager].jackpot
            assert jackpot is not None
            units = min(seeded, jackpot.seed * UNITS_PER_CENT)
            self._meter(round_.jackpot_name(wager)).seeded += units
            seeded -= units

    def _list_hits(self, round_: RoundFacts) -> None:
        """List the hits of the table's own meters; a shared jackpot lists its own."""
        for award in round_.awards:
            if award.jackpot:
                continue
            name = round_.jackpot_name(award.wager)
            if not award.of_house:
                self._meter(name).hits += 1
            self._hits.append(
                HitLine(
                    at=round_.at,
                    jackpot=name,
                    table=round_.table,
                    round=round_.number,
                    seat=award.seat,
                    player=round_.players.get(award.seat, ""),
                    percent=award.percent,
                    units=award.cents * UNITS_PER_CENT,
                    status="paid by the house" if award.of_house else "paid at the table",
                )
            )

    def add_other(self, happened: OtherEntry) -> None:
        """Take what was put into a jackpot, paid out of it or changed otherwise."""
        if happened.kind == "taken-back":
            self._take_back(happened)
        for name, units in jackpot_moves(happened.amounts_by_account).items():
            meter = self._meter(name)
            meter.closing += units
            if happened.kind == "taken-back":
                continue
            if happened.kind in SEEDING:
                meter.seeded += units
            elif happened.kind in FEEDING:
                meter.contributed += units
            elif happened.kind in PAYING:
                meter.awarded -= units
            else:
                meter.adjusted += units
        self._note_hit(happened, is_listed=True)
        self._follow(happened)

    def _take_back(self, happened: OtherEntry) -> None:
        links = self.tables[happened.table].links
        for wager, amounts in TakenBack(happened).meters.items():
            meter = self._meter(links.get(wager) or f"{happened.table}.{wager}")
            meter.contributed += amounts["contributed"]
            meter.seeded += amounts["seeded"]
            meter.awarded += amounts["paid"]

    def _note_hit(self, happened: OtherEntry, *, is_listed: bool) -> None:
        """Follow the hits of a shared jackpot from the lock to the payment."""
        stream, _, name = happened.entry.stream.partition("/")
        if stream != "jackpot" or not happened.kind.startswith("hit-"):
            return
        body = happened.body
        if happened.kind == "hit-locked":
            hit = body["hit"]
            line = self._shared[name, hit["number"]] = HitLine(
                at=happened.at,
                jackpot=name,
                table=hit["table"],
                round=hit["round"],
                seat=hit["seat"],
                player=hit.get("account", ""),
                percent=hit["percent"],
                units=hit["amount"],
                status="waits for two people",
            )
            if is_listed:
                self._meter(name).hits += 1
                self._hits.append(line)
            return
        line = self._shared[name, body["number"]]
        by = ", ".join(body.get("by", ()))
        line.status = OUTCOMES[happened.kind] + (f" by {by}" if by else "")
        if is_listed and line not in self._hits:
            self._hits.append(line)

    def sections(self) -> list[SheetSection]:
        """Return a row for each jackpot, then the hits."""
        meters = SheetSection(
            name="jackpots",
            title="Reconciliation",
            columns=columns(
                ("jackpot", "Jackpot"),
                ("opening", "Opening", Format.MONEY),
                ("seeded", "Seeded", Format.MONEY),
                ("contributed", "Contributions", Format.MONEY),
                ("adjusted", "Adjustments", Format.MONEY),
                ("awarded", "Awards", Format.MONEY),
                ("closing", "Closing", Format.MONEY),
                ("difference", "Difference", Format.MONEY),
                ("display", "of it on display", Format.MONEY),
                ("reserve", "in reserve", Format.MONEY),
                ("overflow", "above the ceiling", Format.MONEY),
                ("coming", "not yet fed", Format.MONEY),
                ("pending", "for hits", Format.MONEY),
                ("hits", "Hits", Format.COUNT),
            ),
            rows=[
                self._row(name, self._meters[name]) for name in sorted(self._meters, key=natural)
            ],
            note=NOTE,
        ).with_totals()
        hits = SheetSection(
            name="hits",
            title="Hits",
            columns=columns(
                ("at", "When", Format.TIME),
                ("jackpot", "Jackpot"),
                ("table", "Table"),
                ("round", "Round", Format.COUNT),
                ("seat", "Seat", Format.COUNT),
                ("player", "Player"),
                ("share", "Share of the meter", Format.SHARE),
                ("amount", "Amount", Format.MONEY),
                ("status", "Status"),
            ),
            rows=[hit.cells() for hit in self._hits],
        )
        return [meters, hits]

    def _row(self, name: str, meter: MeterDay) -> Row:
        *figures, hits = astuple(meter)
        parts = (self._balances[f"jackpot:{name}:{part}"] for part in PARTS)
        return (name, *figures, meter.difference, *parts, hits)


def jackpot_moves(moved: Mapping[str, int]) -> dict[str, int]:
    """Return by how much each jackpot grew, all its accounts together.

    >>> jackpot_moves({"jackpot:7.x:display": 5, "jackpot:7.x:reserve": 1, "tray:7": -6})
    {'7.x': 6}
    """
    by_name = Counter[str]()
    for account, units in moved.items():
        if account.startswith("jackpot:"):
            by_name[account.split(":")[1]] += units
    return dict(by_name)
