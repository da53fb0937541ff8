"""Build a house from the answers of a form; unanswered questions take proposed values.

An answer is a text under the key of a house file: `options.decks`, `tables.match-up`,
`jackpots.jackpot-1.seed`, `limits.main.min`. Nothing is refused here; `check` judges the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.rulebook import proposals
from pitboss.rulebook.check.options import house_options
from pitboss.rulebook.check.tables import ALTERNATE, effective_table
from pitboss.rulebook.house import House, Limits, house_data
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.phrases import match_id
from pitboss.rulebook.problems import RulesError
from pitboss.server.rules.book import read_value

Answers = Mapping[str, str]
"""Key of a house file -> the answer."""
FROM_JACKPOT = " from jackpot"
"""Behind a prize that is taken out of the meter."""
_CARDS = ("burn", "cut")


def answered_house(game: Game, answers: Answers) -> dict[str, Any]:
    """Return the data of the house in the form of a file; unreadable texts stay as they are.

    >>> from pitboss.rulebook.reading.library import game
    >>> data = answered_house(
    ...     game("wa/spanish-21"), {"options.decks": "8", "limits.main.min": "$5"}
    ... )
    >>> data["options"]["decks"], data["limits"]["main"]
    (8, {'min': '$5', 'max': '$400'})
    """
    answers = {key: text.strip() for key, text in answers.items() if text.strip()}
    options, unread = _options(game, answers)
    house = proposals.complete(House(game=game.id, options=options))
    house = proposals.complete(_with_tables(game, house, answers))
    house = _with_schemes(game, house, answers)
    data = house_data(_with_limits(game, house))
    data["options"] = {**data.get("options", {}), **unread}
    data.setdefault("tables", {})
    _write_dollars(data)
    _put_answers(data, answers)
    return data


def _options(game: Game, answers: Answers) -> tuple[dict[str, OptionValue], dict[str, OptionValue]]:
    """Return the allowed options, and the other options as answered."""
    known = {option.id: option for option in game.options}
    options: dict[str, OptionValue] = {}
    unread: dict[str, OptionValue] = {}
    for key, text in answers.items():
        group, _, name = key.partition(".")
        if group != "options":
            continue
        try:
            options[name] = proposals.option_value(known[name], text)
        except (KeyError, ValueError):
            unread[name] = read_value(text)
    return options, unread


def _with_tables(game: Game, house: House, answers: Answers) -> House:
    for wager_id in proposals.wagers_with_tables(game):
        text = answers.get(f"tables.{wager_id}", "")
        if text.lower() == proposals.NONE:
            house = proposals.without_wager(house, wager_id)
        elif text:
            ids = tuple(table.id for table in game.tables_of(wager_id))
            tables = {**(house.tables or {}), wager_id: match_id(text, ids)}
            house = replace(proposals.without_wager(house, wager_id), tables=tables)
        alternate = answers.get(f"pays.{wager_id}.{ALTERNATE}", proposals.NONE)
        if alternate != proposals.NONE and wager_id in (house.tables or {}):
            house = replace(house, pays={**house.pays, wager_id: {ALTERNATE: alternate}})
    return house


def _with_schemes(game: Game, house: House, answers: Answers) -> House:
    """Return the house with posted prizes in place of a meter, where the answers choose them."""
    jackpots = dict(house.jackpots)
    for wager_id, setup in jackpots.items():
        table = table_in_use(game, house, wager_id)
        if answers.get(f"jackpots.{wager_id}.scheme") == "house" and table is not None:
            jackpots[wager_id] = proposals.house_jackpot(setup, table)
    return replace(house, jackpots=jackpots)


def table_in_use(game: Game, house: House, wager_id: str) -> PayTable | None:
    """Return the pay table of a wager; None where there is none."""
    table_id = (house.tables or {}).get(wager_id, "")
    decks = house_options(game, house).get("decks")
    return effective_table(game, house, wager_id, table_id, decks)


def _with_limits(game: Game, house: House) -> House:
    low, high = proposals.limit_proposals(game)
    try:
        alike = proposals.wagers_alike(house)
    except RulesError:  # the check says why it is no house yet
        alike = (game.wagers[0].id,)
    return replace(house, limits={wager: Limits(min=low, max=high) for wager in alike})


def _write_dollars(data: dict[str, Any]) -> None:
    """Write amounts as a person does: a whole number would be cents."""
    for group in ("jackpots", "limits"):
        for entries in data.get(group, {}).values():
            for name in ("wager", "min", "max", "aggregate"):
                if isinstance(entries.get(name), int):
                    entries[name] = format_dollars(entries[name])


def _put_answers(data: dict[str, Any], answers: Answers) -> None:
    """Put every other answer in its place, except those about wagers that are not offered."""
    for key, text in answers.items():
        group, _, path = key.partition(".")
        wager_id, _, name = path.partition(".")
        if group == "profile":
            data["profile"] = text
        elif group == "shoe" and path in _CARDS:
            data.setdefault("shoe", {})[path] = read_value(text)
        elif group == "limits" and name:
            data.setdefault("limits", {}).setdefault(wager_id, {})[name] = text
        elif group == "jackpots" and wager_id in data.get("jackpots", {}) and name:
            _put_jackpot(data["jackpots"][wager_id], name, text)
        elif group == "pays" and wager_id in data["tables"] and name:
            _put_pay(data.setdefault("pays", {}).setdefault(wager_id, {}), name, text)


def _put_jackpot(setup: dict[str, Any], name: str, text: str) -> None:
    """Put one setting of a jackpot; prizes are for a house jackpot, the others for a meter."""
    share = name.removeprefix("prize.")
    if share != name:
        if setup.get("scheme") == "house":
            setup.setdefault("prize", {})[share] = text
    elif name in {"scheme", "wager"} or setup.get("scheme") != "house":
        setup[name] = text


def _put_pay(rows: dict[str, Any], name: str, text: str) -> None:
    pay = text.removesuffix(FROM_JACKPOT)
    if name == ALTERNATE and text == proposals.NONE:
        rows.pop(name, None)
    elif name == ALTERNATE or pay == text:
        rows[name] = text
    else:
        rows[name] = {"pay": pay, "from": "jackpot"}
