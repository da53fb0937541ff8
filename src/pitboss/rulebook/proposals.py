"""What is proposed to a house that sets up a game: by the interview, and by the form of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pitboss.rulebook.check.tables import percentages
from pitboss.rulebook.configured import configure
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, JackpotSetup, Limits
from pitboss.rulebook.house_file import option_note
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, Option, OptionValue, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.rulebook.phrases import format_value
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.profiles import find_profile

NONE = "none"
"""The answer that takes a wager off the table."""
_MIN_CENTS = 1_000
_MAX_CENTS = 50_000
"""The proposed limits of the main wager: $10 to $500, or what the document and the law allow."""
_PRIZE_CENTS = 500_000
"""The proposed prize of a house jackpot, for 100 %."""
_ALL = 100


def complete(house: House) -> House:
    """Return *house* with the proposals for everything that it does not say.

    >>> complete(House(game="wa/spanish-21", options={"decks": 8})).options["soft17"]
    'hit'
    """
    house = complete_table(house)[0]
    if house.tables is None:
        return replace(house, tables=dict(game_of(house.game).default_tables))
    return house


def wagers_with_tables(game: Game) -> Sequence[str]:
    """Return the wagers whose pay table the house chooses.

    >>> wagers_with_tables(game_of("ilani/spanish-21"))
    ['match-up', 'jackpot-1']
    """
    counted = {option.offers for option in game.options if option.offers}
    return [
        wager.id
        for wager in game.wagers
        if game.tables_of(wager.id)
        and not wager.follows
        and not any(wager.id.startswith(offers) for offers in counted)
    ]


def without_wager(house: House, wager_id: str) -> House:
    """Return the house without a wager, its jackpot and its prizes."""
    tables = {name: table for name, table in (house.tables or {}).items() if name != wager_id}
    jackpots = {name: setup for name, setup in house.jackpots.items() if name != wager_id}
    pays = {name: rows for name, rows in house.pays.items() if name != wager_id}
    return replace(house, tables=tables, jackpots=jackpots, pays=pays)


def limit_proposals(game: Game) -> tuple[int, int]:
    """Return the smallest and the largest main wager that are proposed, in cents.

    >>> limit_proposals(game_of("wa/spanish-21"))
    (1000, 40000)
    """
    main = game.wagers[0]
    profile = find_profile(game.id)
    bounds = (main.max, profile.single_wager_max if profile else None, _MAX_CENTS)
    high = min(bound for bound in bounds if bound is not None)
    low = min(max(main.min or 0, _MIN_CENTS if main.max is None else 0, CENTS_PER_DOLLAR), high)
    return low, high


def wagers_alike(house: House) -> tuple[str, ...]:
    """Return the first wager, and the offered ones that must equal it."""
    game = game_of(house.game)
    main = game.wagers[0].id
    offered = configure(house).spots
    return (main, *(w.id for w in game.wagers if w.id in offered and w.equals == main))


def with_limit(house: House, name: Literal["min", "max"], cents: int) -> House:
    """Return the house with a limit of its first wager; wagers that must equal it get the same."""
    limits = dict(house.limits)
    for wager_id in wagers_alike(house):
        given = limits.get(wager_id, Limits())
        low = cents if name == "min" else given.min
        limits[wager_id] = replace(given, min=low, max=cents if name == "max" else given.max)
    return replace(house, limits=limits)


def house_jackpot(setup: JackpotSetup, table: PayTable) -> JackpotSetup:
    """Return a jackpot as a house jackpot: posted prizes in place of a meter."""
    seed = _PRIZE_CENTS if setup.seed is None else parse_dollars(setup.seed)
    prizes = {
        f"{share}%": f"{seed * share / _ALL / CENTS_PER_DOLLAR:.2f}" for share in percentages(table)
    }
    return JackpotSetup(scheme="house", wager=setup.wager, prize=prizes)


def value_text(value: OptionValue) -> str:
    """Return the value of an option as a person answers it."""
    return value if isinstance(value, str) else format_value(value)


def option_value(option: Option, text: str) -> OptionValue:
    """Return the value of an option that *text* names; raise `ValueError` with what is allowed."""
    for value in option.values:
        if text.lower() == value_text(value).lower():
            return value
    if option.allows(text.lower()):
        return text.lower()
    msg = f"{shorten(text)!r} is not one of {option_note(option)}"
    raise ValueError(msg)
