"""A game as one house runs it: every choice made, every prize known, with its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, Literal

from pitboss.rulebook.check import problems
from pitboss.rulebook.check.jackpots import printed_seed
from pitboss.rulebook.check.limits import wager_limits
from pitboss.rulebook.check.options import house_options
from pitboss.rulebook.check.tables import effective_table, offered_tables, operator_pay
from pitboss.rulebook.house import House, JackpotSetup, Limits, OperatorPay, parse_share
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import (
    TIP,
    WITHOUT_BLACKJACK,
    AggregatePer,
    BlackjackRules,
    Game,
    OptionValue,
    PayTable,
    ProcedureStep,
    Ruling,
    Wager,
)
from pitboss.rulebook.model.game import is_about
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import Rounding, format_pay
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.schema import decode

_SUMMARY_LENGTH = 160
"""The most characters of a game with its options at a prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jackpot:
    """How one jackpot runs at this table."""

    scheme: Literal["progressive", "house"]
    wager: int | None
    """Cents, the one fixed amount; None if any amount may be bet."""
    contribution: Fraction
    reserve: Fraction
    seed: int
    """Cents at which the meter starts and restarts."""
    prizes: Mapping[int, int] = field(hash=False)
    """House jackpots: percentage -> the posted prize in cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One wager on this table's felt."""

    wager: Wager
    table: PayTable | None
    """The pay table in use, with alternates and the house's own prizes."""
    min: int
    max: int | None
    own_limits: tuple[int, int | None]
    """Its least and its most without those of the table, which the main wager has."""
    aggregate: int | None
    """The most that is paid on it, in cents."""
    aggregate_per: AggregatePer
    """To all seats of a round together, or for each hand."""
    tip_max: int | None
    """The most that the house takes as a tip beside it, in cents."""
    jackpot: Jackpot | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ConfiguredGame:
    """A game with every house choice made."""

    game: Game
    options: Mapping[str, OptionValue] = field(hash=False)
    rules: BlackjackRules | None
    """None for the two games that play no blackjack."""
    spots: Mapping[str, Spot] = field(hash=False)
    automatic: tuple[PayTable, ...]
    """Tables that always apply (Bonus 21), for this deck count."""
    rounding: Rounding

    @property
    def summary(self) -> str:
        """The game and its options on one line: "co/trilux: decks 6, ..."."""
        options = ", ".join(f"{name} {choice((value,))}" for name, value in self.options.items())
        return shorten(f"{self.game.id}: {options}", _SUMMARY_LENGTH)

    def __repr__(self) -> str:
        """Name the game and its options."""
        return f"<ConfiguredGame {self.summary}>"

    @property
    def main_options(self) -> dict[str, OptionValue]:
        """The options that are rules of the main game, with their values; none without blackjack.

        >>> configure(House(game="co/pai-jack")).main_options
        {}
        """
        return {
            name: value
            for name, value in self.options.items()
            if hasattr(self.rules, self.game.option(name).decides(value)[0])
        }

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that apply to this table: those on the game and on its felt.

        >>> "W20" in {ruling.id for ruling in configure(House(game="ilani/spanish-21")).rulings}
        False
        """
        features = self.features
        return tuple(ruling for ruling in self.game.rulings if ruling.applies(features))

    @property
    def features(self) -> tuple[str, ...]:
        """What rulings and steps of the procedure may be about, as `rulings.toml` writes it.

        >>> "option:decks=8" in configure(House(game="ilani/spanish-21")).features
        True
        """
        return tuple(_features(self))

    @property
    def procedure(self) -> tuple[ProcedureStep, ...]:
        """The steps of the dealer's procedure that are this game's own and hold at this table.

        >>> configure(House(game="co/pai-jack")).procedure[-1].cite
        '2112(11)'
        """
        features = self.features
        return tuple(step for step in self.game.procedure if is_about(step.about, features))

    @property
    def digest(self) -> str:
        """The SHA-256 of this set-up: equal rules have equal digests.

        >>> len(configure(House(game="ilani/spanish-21")).digest)
        64
        """
        text = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        """Return everything that decides how a round is played and paid, and nothing else."""
        return {
            "game": self.game.id,
            "round": self.game.round,
            "deck": self.game.deck,
            "options": {
                name: v for name, v in self.options.items() if not self.is_implied(name, v)
            },
            "rules": self.rules
            and {k: v for k, v in asdict(self.rules).items() if v != _BEFORE.get(k)},
            "kind": self.game.kind_rules and asdict(self.game.kind_rules),
            "super_bonus": self.game.super_bonus and asdict(self.game.super_bonus),
            "automatic": [_table_json(table) for table in self.automatic],
            "spots": {spot_id: _spot_json(spot) for spot_id, spot in self.spots.items()},
        }

    def is_implied(self, name: str, value: OptionValue) -> bool:
        """Return whether a value was the rule before the house had a choice: digests stay valid."""
        option = self.game.option(name)
        return option.added and value == option.default


def _features(configured: ConfiguredGame) -> Iterator[str]:
    """Yield the features of a table: its options, wagers, pay tables, jackpots and limits."""
    for name, value in configured.options.items():
        yield f"option:{name}={str(value).lower()}"
    for wager, spot in configured.spots.items():
        yield wager
        if spot.table:
            yield f"table:{spot.table.id}"
            yield f"family:{spot.table.family}"
        if spot.jackpot:
            yield f"jackpot:{spot.jackpot.scheme}"
        if spot.aggregate is not None:
            yield "limit:aggregate"
        if spot.tip_max is not None:
            yield "limit:tips"


def configure(house: House, unread: Iterable[Problem] = ()) -> ConfiguredGame:
    """Return the game as *house* runs it, or raise `RulesError` with every problem.

    A caller passes problems of reading the house as *unread*: they come first.

    >>> configure(House(game="ilani/spanish-21")).options["decks"]
    8
    """
    if wrong := (*unread, *problems(house)):
        raise RulesError(wrong)
    game = game_of(house.game)
    options = house_options(game, house)
    return ConfiguredGame(
        game=game,
        options=options,
        rules=_rules(game, options),
        spots=_spots(game, house, options),
        automatic=tuple(
            table for table in game.tables if table.automatic and options["decks"] in table.decks
        ),
        rounding=Rounding(str(options.get("rounding", "down"))),
    )


def _rules(game: Game, options: Mapping[str, OptionValue]) -> BlackjackRules | None:
    if game.round in WITHOUT_BLACKJACK:
        return None
    decided = (game.option(name).decides(value) for name, value in options.items())
    values = {**game.fixed, **dict(decided)}
    names = (field.name for field in fields(BlackjackRules))
    chosen = {name: values[name] for name in names if name in values}
    rules: BlackjackRules = decode(BlackjackRules, chosen, where=game.id, code="rulebook/invalid")
    return rules


def _spots(game: Game, house: House, options: Mapping[str, OptionValue]) -> dict[str, Spot]:
    tables = offered_tables(game, house, options)
    spots = {}
    for wager in game.wagers:
        table = None
        if game.tables_of(wager.id):
            if wager.id not in tables:
                continue
            table = effective_table(game, house, wager.id, tables[wager.id], options["decks"])
            assert table, "checked before"
            table = _with_prizes(table, house.pays.get(wager.id, {}))
        limits = house.limits.get(wager.id, Limits())
        low, high = wager_limits(game, wager, house.limits, table)
        setup = house.jackpots.get(wager.id)
        spots[wager.id] = Spot(
            wager=wager,
            table=table,
            min=low,
            max=high,
            own_limits=wager_limits(game, replace(wager, within_table=False), house.limits, table),
            aggregate=limits.aggregate,
            aggregate_per=limits.aggregate_per or "round",
            tip_max=house.limits.get(f"{TIP}{wager.id}", Limits()).max,
            jackpot=_jackpot(wager, table, setup) if setup and table else None,
        )
    return spots


def _with_prizes(table: PayTable, given: Mapping[str, str | OperatorPay]) -> PayTable:
    """Fill in the prizes the house sets."""
    rows = []
    for row in table.rows:
        if row in table.operator_rows:
            pay, from_jackpot = operator_pay(given[row.name])
            rows.append(replace(row, pay=pay, text=format_pay(pay), from_jackpot=from_jackpot))
        else:
            rows.append(row)
    return replace(table, rows=tuple(rows))


def _jackpot(wager: Wager, table: PayTable, setup: JackpotSetup) -> Jackpot:
    terms = wager.jackpot
    assert terms
    house = setup.scheme == "house"
    share = setup.contribution or table.increment or terms.contribution or "0%"
    if setup.seed is not None:
        seed = parse_dollars(setup.seed)
    else:
        seed = printed_seed(table, setup.wager or 0) if table.seed else 0
    return Jackpot(
        scheme="house" if house else "progressive",
        wager=setup.wager if terms.fixed_wager else None,
        contribution=Fraction(0) if house else parse_share(share),
        reserve=parse_share(setup.reserve or "0%"),
        seed=seed,
        prizes={int(share[:-1]): parse_dollars(prize) for share, prize in setup.prize.items()},
    )


_BEFORE = {
    rule.name: rule.default for rule in fields(BlackjackRules) if rule.default is not MISSING
} | {"double_totals": "any"}
"""Rules added later, and their implied value before: old digests stay valid."""
_SPOT_BEFORE = {"aggregate_per": "round", "tip_max": None}
"""The same for the terms of a spot."""


def _table_json(table: PayTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "settled": table.settled,
        "envy": [table.envy_to, table.envy_scales],
        "base_wager": table.base_wager,
        "rows": [
            [row.outcome, format_pay(row.pay), row.envy, row.from_jackpot] for row in table.rows
        ],
    }


def _spot_json(spot: Spot) -> dict[str, Any]:
    later = {"aggregate_per": spot.aggregate_per, "tip_max": spot.tip_max}
    return {
        "table": None if spot.table is None else _table_json(spot.table),
        # The limits of the table are in the digest once, with the main wager.
        "limits": [*spot.own_limits, spot.aggregate],
        "jackpot": spot.jackpot and asdict(spot.jackpot),
        **{name: value for name, value in later.items() if value != _SPOT_BEFORE[name]},
    }
