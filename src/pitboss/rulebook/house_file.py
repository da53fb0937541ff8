"""Write a house configuration as a commented TOML file, which `check` reads back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from pitboss.rulebook.check.options import house_options
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.house import House, OperatorPay, ShoeSettings
from pitboss.rulebook.model import TIP, Game, Option
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.phrases import choice, format_value
from pitboss.rulebook.reading.library import game as game_of

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_COLUMN = 34
"""Where comments begin, if there is room."""
_CHOICES_MAX = 8
"""The most pay tables that a comment names; for more it says where they are listed."""
_CENTS = frozenset({"min", "max", "aggregate", "wager"})

Line = tuple[str, str]
"""A line of TOML, and its comment."""


def write_house(house: House, *, name: str) -> str:
    """Return the text of a file called *name*; wagers that are not offered are comments.

    >>> print(write_house(House(game="reference/blackjack"), name="mine.toml").splitlines()[1])
    # Check it with: pitboss check mine.toml
    """
    game = game_of(house.game)
    lines = [
        f"# {game.title}, {', '.join(filter(None, (game.document, game.section)))}",
        f"# Check it with: pitboss check {name}",
        f"game = {_value(game.id)}",
    ]
    if house.profile:
        lines.append(_as_comments(f"profile = {_value(house.profile)}", "legal limits"))
    for head, body in _sections(game, house):
        lines += ["", _as_comments(*head), *(_as_comments(*line) for line in body)]
    return "\n".join(lines) + "\n"


def _sections(game: Game, house: House) -> Iterator[tuple[Line, list[Line]]]:
    yield ("[options]", ""), list(_options(game, house))
    if tables := list(_tables(game, house)):
        yield ("[tables]", "a wager that is not named here is not offered"), tables
    for wager, rows in house.pays.items():
        yield (f"[pays.{_key(wager)}]", "the prizes that the house sets"), list(_pays(rows))
    for wager, setup in house.jackpots.items():
        body = [
            (f"{key} = {_amount(key, value)}", note)
            for key, note in _JACKPOT_NOTES.items()
            if (value := getattr(setup, key)) not in (None, "")
        ]
        prizes = ", ".join(f"{_value(k)} = {_value(v)}" for k, v in setup.prize.items())
        body += [(f"prize = {{ {prizes} }}", "the posted dollars")] if prizes else []
        yield (f"[jackpots.{_key(wager)}]", game.wager(wager).title), body
    for wager, limits in house.limits.items():
        amounts = asdict(limits).items()
        body = [(f"{key} = {_amount(key, v)}", "") for key, v in amounts if v is not None]
        title = game.wager(wager.removeprefix(TIP)).title
        words = f"tips on {title}" if wager.startswith(TIP) else title
        yield (f"[limits.{_key(wager)}]", f"{words}; dollars"), body
    if house.shoe != ShoeSettings():
        cards = asdict(house.shoe).items()
        body = [(f"{key} = {n}", _SHOE_NOTES[key]) for key, n in cards if n is not None]
        yield ("[shoe]", "how the cards are handled; no part of the digest"), body
    if pace := house.pace.stated:
        body = [(f"{key} = {n}", _PACE_NOTES[key]) for key, n in pace.items()]
        yield ("[pace]", "how fast it deals, for figures by the hour; no part of the digest"), body


_SHOE_NOTES = {"burn": "cards burned after a shuffle", "cut": "cards behind the cut card"}
_PACE_NOTES = {
    "rounds_per_hour": "rounds dealt in an hour",
    "seats": "seats that play",
    "shift_hours": "hours of a shift",
}
_JACKPOT_NOTES = {
    "scheme": "progressive: wagers feed the meter; house: posted prizes",
    "wager": "the one amount for everybody",
    "contribution": "of each wager, to the meter",
    "reserve": "of the contribution, kept for the next seed",
    "seed": "the dollars at which the meter starts, and starts again",
}


def _options(game: Game, house: House) -> Iterator[Line]:
    values = house_options(game, house)
    for option in game.options:
        if option.id in values:
            yield f"{_key(option.id)} = {_value(values[option.id])}", option_note(option)


def option_note(option: Option) -> str:
    """Return the meaning of an option, and its choices."""
    if len(option.values) == 1:
        return f"{option.title}: fixed ({option.cite})"
    values = choice(map(format_value, option.values))
    return f"{option.title}: {values}{option.or_several} ({option.cite})"


def _tables(game: Game, house: House) -> Iterator[Line]:
    offered = game.default_tables if house.tables is None else house.tables
    for wager in game.wagers:
        ids = tuple(dict.fromkeys(table.id for table in game.tables_of(wager.id)))
        if wager.follows or not ids:
            continue
        note = f"{wager.title}: {table_choices(game, wager.id)}"
        if wager.id in offered:
            yield f"{_key(wager.id)} = {_value(offered[wager.id])}", note
        else:
            yield f"# {_key(wager.id)} = {_value(ids[0])}", f"not offered; {note}"


def table_choices(game: Game, wager_id: str) -> str:
    """Return the pay tables of a wager, or where they are listed."""
    ids = tuple(dict.fromkeys(table.id for table in game.tables_of(wager_id)))
    if len(ids) > _CHOICES_MAX:
        return f"one of {len(ids)}, see: pitboss show {game.id} --wager {wager_id}"
    return choice(ids)


def _pays(rows: Mapping[str, str | OperatorPay]) -> Iterator[Line]:
    for row, pay in rows.items():
        if isinstance(pay, OperatorPay):
            text = f"{{ pay = {_value(pay.pay)}, from = {_value(pay.source)} }}"
            yield f"{_key(row)} = {text}", ""
        else:
            note = "" if row == ALTERNATE else "odds, or dollars for each $1 wagered"
            yield f"{_key(row)} = {_value(pay)}", note


def _amount(key: str, value: object) -> str:
    return (
        _value(format_dollars(value)) if key in _CENTS and isinstance(value, int) else _value(value)
    )


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: object) -> str:
    # Text in JSON is a basic string of TOML, and so are numbers, true and false.
    return json.dumps(value, ensure_ascii=False)


def _as_comments(line: str, note: str) -> str:
    return f"{line:<{_COLUMN}} # {note}" if note else line
