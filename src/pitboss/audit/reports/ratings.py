"""Ratings: each player's time, average bet, hands and theoretical win at physical tables.

Hands that were keyed while a rating was open are known: their wagers, one by one, at the exact edge
of each. For the others the average bet of the notes counts, at the exact edge of the main game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.audit.expectations import Prices, price_house
from pitboss.audit.facts import Fact, OtherEntry
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.rulebook.house import house_from

MINUTE = 60_000_000
HOUR = 60


@dataclass
class RatedVisit:
    """One rating on its way from the first card to the last."""

    table: str
    seat: int
    player: str
    buy_in: int
    opened: int
    bets: list[int] = field(default_factory=list)
    keyed: list[dict[str, int]] = field(default_factory=list)
    """The wagers of each keyed hand, in cents."""
    net: int = 0
    """What keyed hands brought the player, in cents."""

    @property
    def average(self) -> float:
        """The average bet, in cents: of the keyed hands, or of the notes."""
        return sum(self.bets) / len(self.bets) if self.bets else 0.0


@dataclass(eq=False)
class Ratings(BaseReport):
    """Every rating that was closed in the interval."""

    _open: dict[int, RatedVisit] = field(default_factory=dict, init=False)
    _rows: list[Row] = field(default_factory=list, init=False)
    _players: dict[str, list[float]] = field(default_factory=dict, init=False)

    def before(self, fact: Fact) -> None:
        """Follow ratings that were opened before the interval."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._follow(fact, is_wanted=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take a step of a rating, or a keyed hand."""
        self._follow(happened, is_wanted=True)

    def _follow(self, happened: OtherEntry, *, is_wanted: bool) -> None:
        body = happened.body
        match happened.kind:
            case "rating-opened":
                who = (body["table"], body["seat"], body["player"], body["buy_in_cents"])
                self._open[body["number"]] = RatedVisit(*who, opened=happened.at)
            case "bet-noted":
                self._open[body["rating"]].bets.append(body["cents"])
            case "hand-settled":
                self._take_hand(body["table"], body["record"])
            case "rating-closed":
                visit = self._open.pop(body["rating"])
                if is_wanted and self.is_wanted(visit.table):
                    self._list(visit, happened.at, body)
            case _:
                pass

    def _take_hand(self, table: str, record: Mapping[str, Any]) -> None:
        wagers = {seat["seat"]: seat["wagers"] for seat in record["seats"]}
        for visit in self._open.values():
            if visit.table == table and visit.seat in wagers:
                visit.keyed.append(dict(wagers[visit.seat]))
                visit.net += record["net"][str(visit.seat)]

    def _list(self, visit: RatedVisit, at: int, body: Mapping[str, Any]) -> None:
        minutes = (at - visit.opened) / MINUTE
        noted = max(0, body["hands"] - len(visit.keyed))
        prices = price_house(house_from(self.physical[visit.table]["house"]))
        mains = [sum(bets.get(w, 0) for w in prices.main_wagers) for bets in visit.keyed]
        hands = noted + len(visit.keyed)
        average = visit.average if visit.bets else sum(mains) / len(mains) if mains else 0.0
        theoretical = sum(_expected(prices, bets) for bets in visit.keyed)
        theoretical += noted * average * _main_edge(prices)
        won = body["out_cents"] - visit.buy_in
        named = (self.gambling_day(at), visit.opened, at, visit.player, visit.table)
        places = (self.table_name(visit.table), visit.seat, round(minutes), hands)
        pace = round(hands / minutes * HOUR) if minutes else None
        money = (average, visit.buy_in, body["out_cents"], won, theoretical)
        self._rows.append((*named, *places, pace, *(_units(cents) for cents in money)))
        tally = self._players.setdefault(visit.player, [0, 0, 0, 0, 0])
        for place, amount in enumerate((1, minutes, hands, theoretical, won)):
            tally[place] += amount

    def sections(self) -> list[SheetSection]:
        """Return the players, then every rating."""
        players = SheetSection(
            name="players",
            title="By player",
            columns=columns(
                ("player", "Player"),
                ("visits", "Visits", Format.COUNT),
                ("minutes", "Minutes", Format.COUNT),
                ("hands", "Hands", Format.COUNT),
                ("theoretical", "Theoretical win", Format.MONEY),
                ("won", "Player won", Format.MONEY),
            ),
            rows=[
                (player, round(visits), round(minutes), round(hands), _units(theo), _units(won))
                for player, (visits, minutes, hands, theo, won) in sorted(self._players.items())
            ],
        )
        ratings = SheetSection(
            name="ratings",
            title="Every rating",
            columns=columns(
                *(("day", "Day"), ("from", "From", Format.TIME), ("to", "To", Format.TIME)),
                *(("player", "Player"), ("table", "Table"), ("name", "Name")),
                *(("seat", "Seat", Format.COUNT), ("minutes", "Minutes", Format.COUNT)),
                *(("hands", "Hands", Format.COUNT), ("pace", "Hands an hour", Format.COUNT)),
                *(("average", "Average bet", Format.MONEY), ("buy_in", "Bought in", Format.MONEY)),
                *(("out", "Left with", Format.MONEY), ("won", "Player won", Format.MONEY)),
                ("theoretical", "Theoretical win", Format.MONEY),
            ),
            rows=self._rows,
            note="Theoretical win of the house: the wagers of keyed hands at the exact edge of"
            " each, and for the other hands the average bet at the exact edge of the main game.",
        )
        return [players.with_totals(), ratings.with_totals("seat", "pace", "average")]


def _units(cents: float) -> int:
    return round(cents * UNITS_PER_CENT)


def _main_edge(prices: Prices) -> float:
    """Return the edge of the first wager of the main game."""
    edges = [price.edge for price in prices.mains if price.edge is not None]
    return float(edges[0]) if edges else 0.0


def _expected(prices: Prices, bets: Mapping[str, int]) -> float:
    """Return what the house expects to win from the bets of one hand, in cents."""
    expected = 0.0
    for price in prices.main_prices(bets):
        if price.edge is not None:
            stake = sum(bets[wager] for wager in price.first if wager in bets)
            expected += stake / price.stakes * float(price.edge)
    for wager, price in prices.sides.items():
        if price.edge is not None:
            expected += bets.get(wager, 0) * float(price.edge)
    return expected
