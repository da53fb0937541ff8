"""Tables of two or more houses side by side: rules, limits, pays, and edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.engine.setup import prepare
from pitboss.report.catalogue.edges import EdgeEntry
from pitboss.report.compare.documents import DocumentDifference, document_differences
from pitboss.report.compare.pay_tables import AlignedRow, WagerFigures, align_rows, merge_orders
from pitboss.report.kinds import main_entries, offered_reports
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport, maths
from pitboss.rulebook.configured import ConfiguredGame, Jackpot, Spot
from pitboss.rulebook.house import House
from pitboss.text.numbers import percent, short_money
from pitboss.text.rules import limit_words, yes_no


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """One rule, wager or limit of a house."""

    title: str
    text: str
    below: str = ""
    """Its limits, or the terms of a jackpot."""

    @property
    def line(self) -> str:
        """Both texts in one line."""
        return "; ".join(filter(None, (self.text, self.below)))


def setting_title(settings: Iterable[HouseSetting | None]) -> str:
    """Return the title that the first house gives a setting."""
    return next(setting.title for setting in settings if setting is not None)


@dataclass(frozen=True, kw_only=True)
class PricedHouse:
    """One game as one house runs it, its main game solved and every wager priced."""

    label: str
    """The head of its column."""
    house: House
    report: MathsReport
    main: tuple[EdgeEntry, ...]
    """The lines of the main game; none if it cannot be solved."""

    @property
    def configured(self) -> ConfiguredGame:
        """The game with every choice made."""
        return self.report.configured

    @cached_property
    def wagers(self) -> Mapping[str, tuple[str, WagerFigures]]:
        """Id of a side wager -> its title and its figures."""
        jackpots = {jackpot.wager.wagers[0].id: jackpot for jackpot in self.report.jackpots}
        wagers: dict[str, tuple[str, WagerFigures]] = {}
        for maths_of in self.report.wagers:
            for wager in maths_of.wagers:
                figures = WagerFigures(
                    edge=maths_of.edge,
                    long_run_edge=_long_run(jackpots.get(wager.id)),
                    hit_frequency=maths_of.odds.hit_frequency,
                    standard_deviation=maths_of.deviation,
                    play=maths_of.odds.play,
                )
                wagers.setdefault(wager.id, (wager.title, figures))
        return wagers

    @cached_property
    def settings(self) -> Mapping[str, HouseSetting]:
        """Every setting of the house or the document, by the key of a configuration."""
        configured = self.configured
        settings = {"game": HouseSetting("Game", configured.game.id)}
        for name, value in configured.options.items():
            title = configured.game.option(name).title
            settings[f"options.{name}"] = HouseSetting(title, yes_no(value))
        for wager, spot in configured.spots.items():
            settings[wager] = _spot_setting(spot)
        return settings

    def as_json(self) -> dict[str, Any]:
        """Return the house as one subject of a comparison."""
        return {
            "label": self.label,
            "game": self.configured.game.id,
            "digest": self.configured.digest,
            "assumed": list(self.report.assumed),
            "settings": {key: setting.line for key, setting in self.settings.items()},
            "main": [entry.as_json() for entry in self.main],
            "wagers": {
                wager: {"title": title, **figures.as_json()}
                for wager, (title, figures) in self.wagers.items()
            },
        }


def price_house(house: House, *, label: str, assumed: Sequence[str] = ()) -> PricedHouse:
    """Solve the main game of *house* and price every wager; raise `RulesError` if not allowed."""
    setup = prepare(house)
    games = offered_reports(setup)
    return PricedHouse(
        label=label,
        house=house,
        report=maths(house, games=games, assumed=assumed, proven=False),
        main=main_entries(setup) if games else (),
    )


def _long_run(jackpot: JackpotMaths | None) -> Fraction | None:
    if jackpot is None:
        return None
    house = jackpot.jackpot.scheme == "house"
    return jackpot.edge_with_prizes if house else jackpot.long_run_edge


def _spot_setting(spot: Spot) -> HouseSetting:
    limits = limit_words(spot)
    jackpot = spot.jackpot
    terms = () if jackpot is None else tuple(_jackpot_terms(jackpot))
    most: tuple[str, ...] = ()
    if spot.aggregate is not None:
        who = "to all" if spot.aggregate_per == "round" else "a hand"
        most = (f"at most {short_money(spot.aggregate)} {who}",)
    if spot.tip_max is not None:
        most = (*most, f"tips up to {short_money(spot.tip_max)}")
    if spot.table is None:
        return HouseSetting(spot.wager.title, limits, "; ".join((*most, *terms)))
    below = "; ".join((limits, *most, *terms))
    return HouseSetting(spot.wager.title, f"table {spot.table.id}", below)


def _jackpot_terms(jackpot: Jackpot) -> Iterator[str]:
    if jackpot.scheme == "house":
        prizes = (f"{share}% is {short_money(prize)}" for share, prize in jackpot.prizes.items())
        yield f"house jackpot: {', '.join(prizes)}"
        return
    reserve = f", {percent(jackpot.reserve, 0)} of it kept in reserve" if jackpot.reserve else ""
    yield f"progressive: {percent(jackpot.contribution, 2)} feeds the meter{reserve}"
    yield f"seed {short_money(jackpot.seed)}"


@dataclass(frozen=True, kw_only=True)
class HouseComparison:
    """Houses side by side."""

    houses: tuple[PricedHouse, ...]

    @cached_property
    def settings(self) -> Mapping[str, tuple[HouseSetting | None, ...]]:
        """Every setting of any house, by its key, one for each house."""
        keys = merge_orders([tuple(house.settings) for house in self.houses])
        return {key: tuple(house.settings.get(key) for house in self.houses) for key in keys}

    @property
    def differences(self) -> Mapping[str, tuple[HouseSetting | None, ...]]:
        """The settings that differ."""
        lines = {key: {s and s.line for s in row} for key, row in self.settings.items()}
        return {key: row for key, row in self.settings.items() if len(lines[key]) > 1}

    @cached_property
    def document_differences(self) -> tuple[DocumentDifference, ...]:
        """What the rule documents of the games say differently."""
        return document_differences([house.configured for house in self.houses])

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every side wager that any house offers."""
        return tuple(merge_orders([tuple(house.wagers) for house in self.houses]))

    def wager_title(self, wager: str) -> str:
        """Return the name of a wager, as the first house that offers it writes it."""
        return next(house.wagers[wager][0] for house in self.houses if wager in house.wagers)

    def figures(self, wager: str) -> tuple[WagerFigures | None, ...]:
        """Return the figures of a wager for each house; None if it is not offered."""
        wagers = (house.wagers.get(wager) for house in self.houses)
        return tuple(None if pair is None else pair[1] for pair in wagers)

    def main_lines(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the figures of the main games, name and a text for each house."""
        names = merge_orders([tuple(e.wager for e in house.main) for house in self.houses])
        for wagers in names:
            entries = [
                next((e for e in house.main if e.wager == wagers), None) for house in self.houses
            ]
            names_of = {
                "edge": [e and percent(e.house_edge) for e in entries],
                "standard deviation": [e and f"{e.standard_deviation:.4f}" for e in entries],
                "as parts of": [e and e.unit for e in entries],
            }
            title = self._titles(wagers)
            for name, texts in names_of.items():
                yield f"{title}: {name}", tuple(text or "–" for text in texts)

    def _titles(self, wagers: str) -> str:
        """Return the names of the wagers of an edge, as the first house writes them."""
        game = next(
            house.configured.game
            for house in self.houses
            if any(entry.wager == wagers for entry in house.main)
        )
        return ", ".join(game.wager(wager).title for wager in wagers.split(", "))

    def pay_lines(self, wager: str) -> tuple[AlignedRow, ...]:
        """Return the rows of a wager's pay tables, by outcome."""
        spots = [house.configured.spots.get(wager) for house in self.houses]
        return align_rows([None if spot is None else spot.table for spot in spots])

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss compare --json`."""
        return {
            "compared": "tables",
            "subjects": [house.as_json() for house in self.houses],
            "differences": [
                {
                    "what": key,
                    "title": setting_title(row),
                    "values": [None if setting is None else setting.line for setting in row],
                }
                for key, row in self.differences.items()
            ],
            "document_differences": [
                {"what": item.what, "title": item.title, "values": list(item.texts)}
                for item in self.document_differences
            ],
            "rows": [
                {
                    "wager": wager,
                    "name": line.name,
                    "differs": line.differs,
                    "pays": [None if row is None else row.text for row in line.rows],
                }
                for wager in self.wagers
                for line in self.pay_lines(wager)
            ],
        }
