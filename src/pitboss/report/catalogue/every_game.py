"""Every game of the rule book solved, and every wager computed: the lines of the one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import chain

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import main_rules
from pitboss.report.catalogue.entry import Entry, solve_command
from pitboss.report.catalogue.wager_entries import wager_entries
from pitboss.report.catalogue.workers import process_pool
from pitboss.report.kinds import main_entries
from pitboss.report.maths.model import maths
from pitboss.rulebook.defaults import complete_main_game, offer_everything
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game_ids

Entries = tuple[Entry, ...]


def solved_games() -> Entries:
    """Solve the main game of every game; those that are the same game once."""
    with process_pool() as pool:
        return tuple(chain.from_iterable(_solved(pool).values()))


def catalogue() -> Entries:
    """Solve every game, and compute every wager of it beside."""
    with process_pool() as pool:
        mains = _solved(pool)
        others = pool.map(_others, mains, mains.values(), chunksize=1)
        both = zip(mains.values(), others, strict=True)
        return tuple(entry for main, other in both for entry in (*main, *other))


def _solved(pool: Executor) -> Mapping[str, Entries]:
    """Game -> the lines of its main game, the rules of each solved once."""
    rules = {game_id: main_rules(_main_table(game_id)) for game_id in game_ids()}
    first = {each: game_id for game_id, each in reversed(rules.items())}
    solved = dict(zip(first, pool.map(_main, first.values(), chunksize=1), strict=True))
    return {game_id: tuple(_named(solved[each], game_id)) for game_id, each in rules.items()}


def _main_table(game_id: str) -> Setup:
    house, _ = complete_main_game(House(game=game_id))
    return prepare(house)


def _main(game_id: str) -> Entries:
    return main_entries(_main_table(game_id))


def _named(entries: Iterable[Entry], game_id: str) -> Iterator[Entry]:
    for entry in entries:
        yield replace(entry, game=game_id, strategy=solve_command(game_id))


def _others(game_id: str, main: Sequence[Entry]) -> Entries:
    return tuple(wager_entries(maths(offer_everything(game_id)), main))
