"""The exact odds of the wagers of one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from pitboss.api.argument_types import read_dollars
from pitboss.engine.setup import Setup
from pitboss.exact.odds.progressive import ProgressiveOdds, meter_value, paid_by_meter
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.exact.odds.wager_odds import WagerOdds as ExactOdds
from pitboss.exact.odds.wagers import INSURANCE, odds, odds_at_table
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, meter_share
from pitboss.rulebook.phrases import choice, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WagerOdds(ExactOdds, Tabular):
    """The exact odds of one wager at one table: edge, hit frequency, variance and every row.

    >>> import pitboss
    >>> match = pitboss.table("wa/spanish-21", decks=6, soft17="hit").odds("match-up")
    >>> match
    <WagerOdds of wa/spanish-21 match-up, table 2, 6 decks: edge 3.055481% = 114/3731>
    >>> match.rows[0].name, match.rows[0].probability
    ('Unsuited Match Payout', Fraction(36, 287))
    """

    progressive: ProgressiveOdds | None = None
    """What the meter adds, where the wager has one: break-even meter, long-run edge."""
    edge_with_prizes: Fraction | None = None
    """The edge of a house jackpot, its posted prizes included."""

    def as_json(self) -> dict[str, Any]:
        """Return the odds as data; fractions are written "114/3731"."""
        data = ExactOdds.as_json(self)
        if self.progressive is not None:
            data["progressive"] = self.progressive.as_json()
        if self.edge_with_prizes is not None:
            data["edge_with_prizes"] = str(self.edge_with_prizes)
        return data

    def __repr__(self) -> str:
        """Say which wager it is, and its edge."""
        where = f"{self.game} {self.wager}" + (f", table {self.table}" if self.table else "")
        edge = f"{float(self.edge):.6%} = {self.edge}"
        return f"<WagerOdds of {where}, {self.decks} decks: edge {edge}>"

    def as_rows(self) -> list[Row]:
        """Return a row for each row of the pay table; `exact` is the probability as a fraction."""
        return [
            {
                "row": row.name,
                "column": row.column,
                "pays": row.pay,
                "probability": float(row.probability),
                "exact": str(row.probability),
                "returns": float(row.returns),
            }
            for row in self.rows
        ]

    def _caption(self) -> str:
        return f"{self.wager} {self.table}: house edge {float(self.edge):.4%}"


def price(house: House, setup: Setup, wager: str, meter: str | float | None = None) -> WagerOdds:
    """Return the odds of one wager; `RulesError` if the table has no such odds."""
    spots = spots_with_odds(setup)
    if wager not in spots:
        near = nearest(str(wager), tuple(spots)) or ", ".join(spots) or "none"
        message = f"this table has no odds for the wager {wager!r}; it has {near}"
        raise RulesError([Problem(code="wager/not-offered", key="wager", message=message)])
    spot = spots[wager]
    cents = read_dollars("meter", meter)
    found = odds_at_table(house, setup, spot)[0]
    jackpot = spot.jackpot
    is_progressive = found.meter is not None
    if jackpot is not None and jackpot.scheme == "house":
        is_progressive = False
    if cents is not None and not is_progressive:
        message = f"the wager {wager!r} has no meter"
        raise RulesError([Problem(code="option/conflict", key="meter", message=message)])
    return WagerOdds(
        **_exact(found),
        progressive=_progressive(found, spot, cents) if is_progressive else None,
        edge_with_prizes=_edge_with_prizes(found, spot),
    )


def price_every(
    game: Game, wager: str | None, meter: str | float | None, configuration: Mapping[str, Any]
) -> tuple[WagerOdds, ...]:
    """Return the odds of every pay table, deck count and option, as `pitboss odds GAME` prints."""
    value = MeterValue(meter=read_dollars("meter", meter))
    given = dict(configuration)
    options = {**given.pop("options", {}), **given}
    table = options.pop("table", None)
    decks = options.pop("decks", None)
    known = {option.id: option.values for option in game.options}
    wrong = []
    for key, chosen in options.items():
        if key not in known and key != ALTERNATE:
            near = nearest(key, tuple(known)) or choice((*known, ALTERNATE, "table"))
            message = f"every pay table is priced without {key!r}; there is {near}"
            wrong.append(Problem(code="option/unknown", key=key, message=message))
        elif key in known and chosen not in known[key]:
            message = f"{chosen!r} is not allowed; choose {choice(tuple(map(str, known[key])))}"
            wrong.append(Problem(code="option/invalid", key=key, message=message))
    if wrong:
        raise RulesError(wrong)
    found = odds(game.id, wager=wager, table=table, decks=decks, options=options, value=value)
    if value.meter is not None and all(item.meter is None for item in found):
        message = "none of these wagers has a meter"
        raise RulesError([Problem(code="option/conflict", key="meter", message=message)])
    return tuple(
        WagerOdds(
            **_exact(item), progressive=None if item.meter is None else meter_value(item, value)
        )
        for item in found
    )


def _exact(odds: ExactOdds) -> dict[str, Any]:
    return {item.name: getattr(odds, item.name) for item in fields(odds)}


def _progressive(odds: ExactOdds, spot: Spot, cents: int | None) -> ProgressiveOdds:
    """Return what the meter adds, fed and seeded as the house does it."""
    jackpot = spot.jackpot
    if jackpot is None:
        return meter_value(odds, MeterValue(meter=cents))
    value = MeterValue(
        meter=cents,
        contribution=jackpot.contribution,
        seed=jackpot.seed,
        pays=paid_by_meter(odds, spot.table),
    )
    return meter_value(odds, value, jackpot.wager)


def _edge_with_prizes(odds: ExactOdds, spot: Spot) -> Fraction | None:
    """Return the edge of a house jackpot, its posted prizes included."""
    jackpot = spot.jackpot
    table = spot.table
    if jackpot is None or table is None or jackpot.scheme != "house":
        return None
    shares = {(row.name, row.column): meter_share(row.pay) for row in table.rows}
    paid = ((row.probability, shares[row.name, row.column]) for row in odds.rows)
    prizes = sum((chance * jackpot.prizes[share] for chance, share in paid if share), Fraction(0))
    return odds.edge - prizes / (jackpot.wager or table.base_wager or CENTS_PER_DOLLAR)


def spots_with_odds(setup: Setup) -> dict[str, Spot]:
    """Return the wagers that have odds of their own; the main game is solved instead."""
    main = {*setup.mains, *setup.played_tables}
    return {
        name: spot
        for name, spot in setup.configured.spots.items()
        if name not in main and (spot.table is not None or name.startswith(INSURANCE))
    }
