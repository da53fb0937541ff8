"""The rule book for the server: games at once, odds and postings from another process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from msgspec import json

from pitboss.api.houses import Changes, build_house
from pitboss.api.tables import Table
from pitboss.pit.workers import end_workers, start_workers
from pitboss.rulebook.export import game_json, summary_json
from pitboss.rulebook.house import house_data
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.server.errors import ApiError
from pitboss.server.limits import ANSWERS_KEPT, SOLVERS, SOLVES_WAITING_MAX
from pitboss.server.rule_answers import (
    Answered,
    HouseData,
    answer_odds,
    answer_posted,
)

WAIT_S: Final = 30
"""Seconds after which somebody who waits is told to come back; the work goes on."""

Work = Callable[[HouseData, str], Answered]
_Key = tuple[str, bytes, str]


class RuleBook:
    """Answers questions about games and tables, each worked out once."""

    def __init__(self) -> None:
        """Start nothing yet: the other process starts with the first question for it."""
        self._pool: ProcessPoolExecutor | None = None
        self._answers: OrderedDict[_Key, asyncio.Future[Answered]] = OrderedDict()
        self._running = 0

    async def games(self) -> bytes:
        """Return the catalogue."""
        return await asyncio.to_thread(_games)

    async def game(self, game_id: str) -> bytes:
        """Return one game, as `pitboss show --json` prints it."""
        return await asyncio.to_thread(_game, game_id)

    async def odds(self, game_id: str, wager: str, options: Sequence[str]) -> bytes:
        """Return exact odds of the wagers of a table."""
        return await self._ask(answer_odds, game_id, wager, options)

    async def posted(self, game_id: str, options: Sequence[str]) -> bytes:
        """Return what is posted at a table."""
        return await self._ask(answer_posted, game_id, "", options)

    def close(self) -> None:
        """End the other process, whatever it is doing."""
        if self._pool is not None:
            end_workers(self._pool)

    async def _ask(self, work: Work, game_id: str, wager: str, options: Sequence[str]) -> bytes:
        house = await asyncio.to_thread(open_house, game_id, options)
        key = (work.__name__, json.encode(house, order="sorted"), wager)
        answer = self._answers.get(key)
        if answer is None or (answer.done() and answer.exception() is not None):
            answer = self._answers[key] = self._start(work, house, wager)
        self._answers.move_to_end(key)
        while len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)
        try:
            async with asyncio.timeout(WAIT_S):
                found = await asyncio.shield(answer)
        except TimeoutError:
            message = "this takes longer to work out; ask again in a moment"
            raise ApiError("server/busy", message, retry_s=10) from None
        except BrokenProcessPool:
            self._pool = None
            raise ApiError("server/busy", "the solver was stopped; ask again", retry_s=1) from None
        if isinstance(found, tuple):
            raise RulesError(found)
        return found

    def _start(self, work: Work, house: HouseData, wager: str) -> asyncio.Future[Answered]:
        if self._running >= SOLVES_WAITING_MAX:
            raise ApiError("server/busy", "too many questions wait; ask again", retry_s=5)
        if self._pool is None:
            self._pool = start_workers(SOLVERS)
        self._running += 1
        answer = asyncio.get_running_loop().run_in_executor(self._pool, work, house, wager)
        answer.add_done_callback(self._end)
        return answer

    def _end(self, answer: asyncio.Future[Answered]) -> None:
        self._running -= 1
        if not answer.cancelled():
            answer.exception()  # read, so that nobody is warned of it when all who asked have left


def open_house(game_id: str, options: Sequence[str]) -> HouseData:
    """Return the complete house of a game's ready table, with some options changed.

    >>> open_house("co/free-bet", ["decks=8"])["options"]["decks"]
    8
    >>> open_house("co/free-bet", ["decks"])
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: decks: write it as key=value [option/invalid]
    """
    game = library.game(game_id)
    chosen = dict(map(_option, options))
    ready = ready_tables().get(game.id)
    house = build_house(game.id, ready.house if ready else None, Changes(options=chosen))
    return house_data(Table.open(house).house)


def _option(text: str) -> tuple[str, OptionValue]:
    key, sign, value = text.partition("=")
    if not sign or not key:
        message = "write it as key=value"
        raise RulesError([Problem(code="option/invalid", key=text, message=message)])
    if value in {"true", "false"}:
        return key, value == "true"
    is_number = value.isascii() and value.isdigit() and len(value) < 10
    return key, int(value) if is_number else value


def _games() -> bytes:
    return json.encode({"games": [summary_json(game) for game in library.games()]})


def _game(game_id: str) -> bytes:
    return json.encode(game_json(library.game(game_id)))
