"""Open tables of the rule book, and answer questions about them from other processes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from msgspec import json

from pitboss.api.houses import Changes, build_house
from pitboss.api.tables import Table
from pitboss.late import LateFunction
from pitboss.pit.workers import end_workers, start_workers
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House, house_data, house_from
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import ANSWERS_KEPT, SOLVERS, SOLVES_WAITING_MAX, TABLES_KEPT
from pitboss.server.rules.house_work import Answered, HouseData, HouseWork, do_work
from pitboss.strain import strained
from pitboss.text.options import option_text
from pitboss.text.say import current_language

WAIT_S: Final = 30
"""Seconds after which a waiting caller must ask again; the work goes on."""

SOON_S: Final = 3
"""The same for a page that shows something else meanwhile, and asks again by itself."""

TABLE_CODES: Final = ("game/unknown", "option/invalid", "house/malformed")
"""The codes that refuse a table."""
NO_TABLE: Final = "none"
"""`table.WAGER=none` takes a wager off the table."""
MAIN_LIMITS: Final = ("min", "max")
"""`max=$300` sets a limit of the main wager."""
_TABLE: Final = "table."
_DIGITS_MAX: Final = 9
_odds: HouseWork = LateFunction("pitboss.server.rules.answers:answer_odds")
_posting: HouseWork = LateFunction("pitboss.server.rules.answers:answer_posting")
_Key = tuple[str, bytes]


class RuleBook:
    """Answers questions about games and tables; each is computed once."""

    def __init__(self) -> None:
        """Start no process yet: it starts with the first question."""
        self._pool: ProcessPoolExecutor | None = None
        self._answers: OrderedDict[_Key, asyncio.Future[Answered]] = OrderedDict()
        self._running = 0

    async def odds(self, game_id: str, wager: str, options: Sequence[str]) -> bytes:
        """Return exact odds of the wagers of a table."""
        return await self._ask(_odds, game_id, wager, options)

    async def posting(self, game_id: str, options: Sequence[str]) -> bytes:
        """Return what is posted at a table."""
        return await self._ask(_posting, game_id, "", options)

    async def soon(
        self, work: HouseWork, house: HouseData, text: str = "", *, once: bool = False
    ) -> bytes | None:
        """Return the answer of *work* for a table; None if it is not ready.

        *once*: do not cache the answer, because nobody else will ask the same.
        """
        answer = await self._wait(work, house, text, SOON_S)
        if once and answer is not None:
            self._answers.pop(_key(work, house, text), None)
        return answer

    def close(self) -> None:
        """End the other process, even in the middle of its work."""
        if self._pool is not None:
            end_workers(self._pool)

    async def _ask(
        self, work: HouseWork, game_id: str, wager: str, options: Sequence[str]
    ) -> bytes:
        house = await asyncio.to_thread(open_house, game_id, options)
        answer = await self._wait(work, house, wager, WAIT_S)
        if answer is None:
            message = "this takes longer to work out; ask again in a moment"
            raise ApiError("server/busy", message, retry_s=10)
        return answer

    async def _wait(
        self, work: HouseWork, house: HouseData, text: str, wait_s: float
    ) -> bytes | None:
        """Return an answer that is known or ready in time; otherwise the work goes on."""
        key = _key(work, house, text)
        answer = self._answers.get(key)
        if answer is None or (answer.done() and answer.exception() is not None):
            answer = self._answers[key] = self._start(work, house, text)
        self._answers.move_to_end(key)
        while len(self._answers) > strained("cache.answers", ANSWERS_KEPT):
            self._answers.popitem(last=False)
        try:
            async with asyncio.timeout(wait_s):
                result = await asyncio.shield(answer)
        except TimeoutError:
            return None
        except BrokenProcessPool:
            self._pool = None
            raise ApiError("server/busy", "the solver was stopped; ask again", retry_s=1) from None
        if isinstance(result, tuple):
            raise RulesError(result)
        return result

    def _start(self, work: HouseWork, house: HouseData, wager: str) -> asyncio.Future[Answered]:
        if self._running >= SOLVES_WAITING_MAX:
            raise ApiError("server/busy", "too many questions wait; ask again", retry_s=5)
        if self._pool is None:
            self._pool = start_workers(SOLVERS)
        self._running += 1
        loop = asyncio.get_running_loop()
        answer = loop.run_in_executor(self._pool, do_work, work, house, wager, current_language())
        answer.add_done_callback(self._end)
        return answer

    def _end(self, answer: asyncio.Future[Answered]) -> None:
        self._running -= 1
        if not answer.cancelled():
            answer.exception()  # read, so nobody is warned of it when all who asked have left


def _key(work: HouseWork, house: HouseData, text: str) -> _Key:
    """Return a short key of a question, which can be long."""
    question = json.encode([house, text, current_language()], order="sorted")
    return work.place, sha256(question).digest()


def open_house(game_id: str, options: Sequence[str]) -> HouseData:
    """Return the complete house of a game's ready table, with some options changed.

    >>> open_house("co/free-bet", ["decks=8"])["options"]["decks"]
    8
    >>> open_house("co/free-bet", ["decks"])
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: decks: write it as key=value [option/invalid]
    """
    return house_data(open_table(game_id, options).house)


def open_table(
    game_id: str, options: Sequence[str] = (), house: Mapping[str, Any] | None = None
) -> Table:
    """Open the table of a *house*, or a game's ready table, with some options changed.

    >>> open_table("co/free-bet", house={"options": {"decks": 8}}).options["decks"]
    8
    """
    return _open_table(game_id, tuple(options), json.encode(house or {}, order="sorted"))


@lru_cache(maxsize=TABLES_KEPT)
def _open_table(game_id: str, options: tuple[str, ...], house: bytes) -> Table:
    game = library.game(game_id)
    given: House | dict[str, Any] | None = None
    if data := json.decode(house):
        given = {"game": game.id, **data}
    elif ready := ready_tables().get(game.id):
        given = ready.house
    return Table.open(build_house(game.id, given, _changes(options)))


def open_main(house: HouseData) -> Table:
    """Open the table of a house that is complete for its main game."""
    return Table.open(house_from(house), complete=complete_main_game)


def open_main_table(game_id: str, options: Sequence[str]) -> Table:
    """Open the table of a game's main wager, with some options changed.

    Side wagers of the ready table that do not fit are left out: no play depends on them. Those
    whose pay tables are named stay.

    >>> open_main_table("wa/spanish-21", ["decks=8"]).options["decks"]
    8
    >>> open_main_table("wa/spanish-21", ["decks=8", "table.match-up=2"]).wagers["match-up"]
    '2'
    """
    try:
        return open_table(game_id, options)
    except RulesError:
        game = library.game(game_id)
        ready = ready_tables().get(game.id)
        changes = _changes(options)
        named = {wager: table for wager, table in (changes.also or {}).items() if table}
        house = House(
            game=game.id,
            options=dict(ready.house.options) if ready else {},
            tables={} if named else None,
        )
        changed = build_house(game.id, house, replace(changes, also=named or None))
        return Table.open(changed, complete=complete_main_game)


def _changes(options: Sequence[str]) -> Changes:
    """Read `key=value` options, `table.WAGER=TABLE` and `max=$300` as on the command line."""
    chosen = dict(map(read_option, options))
    limits: dict[str, int | str] = {
        key: str(chosen.pop(key)) for key in MAIN_LIMITS if key in chosen
    }
    also = {
        key.removeprefix(_TABLE): str(chosen.pop(key))
        for key in [*chosen]
        if key.startswith(_TABLE)
    }
    return Changes(
        options=chosen,
        also={wager: None if table == NO_TABLE else table for wager, table in also.items()} or None,
        limits={"main": limits} if limits else None,
    )


def read_option(text: str) -> tuple[str, OptionValue]:
    """Return an option from `key=value`; raise `RulesError` for another form.

    >>> read_option("soft17=hit"), read_option("redouble=true")
    (('soft17', 'hit'), ('redouble', True))
    """
    key, sign, value = text.partition("=")
    if not sign or not key:
        message = "write it as key=value"
        raise RulesError([Problem(code="option/invalid", key=text, message=message)])
    return key, read_value(value)


def read_value(text: str) -> OptionValue:
    """Return a text as a value of a house file: a number, a boolean, or the text itself."""
    if text in {"true", "false"}:
        return text == "true"
    is_number = text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX
    return int(text) if is_number else text


def table_words(table: Table) -> Iterator[str]:
    """Yield the game and the choices of its house, in the form of `-o`."""
    yield table.game.id
    for text in _settings(table):
        yield from ("-o", text)


def _settings(table: Table) -> Iterator[str]:
    for name, value in table.options.items():
        if len(table.game.option(name).values) > 1:
            yield f"{name}={option_text(value)}"
    tables = table.house.tables
    data = house_data(table.house)
    if tables is not None:
        yield from (f"table.{wager}={pays}" for wager, pays in tables.items())
        gone = (wager for wager in table.game.default_tables if wager not in tables)
        yield from (f"table.{wager}={NO_TABLE}" for wager in gone)
    for group in ("pay", "jackpot", "limit"):
        for wager, entries in data.get(f"{group}s", {}).items():
            yield from (f"{group}.{wager}.{text}" for text in _entries(entries))
    yield from (f"shoe.{text}" for text in _entries(data.get("shoe", {})))


def _entries(entries: Mapping[str, Any]) -> Iterator[str]:
    for key, value in entries.items():
        if not isinstance(value, Mapping):
            yield f"{key}={value}"
        elif "pay" in value:
            yield f"{key}={value['pay']} from jackpot"
        else:
            yield from (f"{key}.{text}" for text in _entries(value))
