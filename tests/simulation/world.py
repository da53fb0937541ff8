"""The world of a run: workers on the same books, which start, stop, are killed and come back."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import Any

from starlette.applications import Starlette

from pitboss.floor.terms import TableTerms
from pitboss.office.papers import OfficeTerms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.server.app import create_app
from pitboss.server.logs import logger
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services, Settings
from pitboss.store import StoreError
from tests.simulation.loop import START, FloorLoop, Life
from tests.simulation.model_store import ModelDatabase
from tests.simulation.network import Network
from tests.simulation.swarm import Scenario
from tests.simulation.trace import Trace, Violation

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
RESTART_SECONDS = (0.5, 2.0, 8.0)


class Watch(logging.Handler):
    """Keeps the errors that the server logs: a mistake of the server is a violation."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        event = record.getMessage()
        said = f"{type(error).__name__}: {error}" if error else str(getattr(record, "fields", ""))
        self._world.trace.note("log", event, said[:300])
        if event == "fault" and error is not None and not self._world.is_injected(error):
            self._world.note_error("log", error)


@dataclass(eq=False)
class Process:
    """A worker in its place: one life after another."""

    world: World
    number: int
    lives: int = 0
    life: Life | None = None
    app: Starlette | None = None
    is_up: bool = False
    """Its lifespan has begun: it answers."""
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        """The name of the worker."""
        return f"w{self.number}"

    @property
    def services(self) -> Services:
        """The parts of the server that runs."""
        assert self.app is not None
        services: Services = self.app.state.services
        return services

    def start(self) -> None:
        """Begin a life."""
        self.lives += 1
        world = self.world
        scenario = self.world.scenario
        machine = f"machine-{self.number % scenario.machines}"
        life = self.life = Life(f"{self.name}.{self.lives}", machine, world.draw_skew(self.name))
        self._stop = asyncio.Event()
        world.trace.note(life.name, "starts", f"skew {life.skew:.3f}")
        world.loop.create_task(self._run(life), context=life.context)

    async def _run(self, life: Life) -> None:
        """Serve until told to stop; a start that fails is tried again, as a supervisor does."""
        world = self.world
        app = create_app(world.settings(life), page={}, site={})
        try:
            async with app.router.lifespan_context(app):
                self.app = app
                self.is_up = True
                world.trace.note(life.name, "serves")
                await self._stop.wait()
                self.is_up = False
                await self.services.lines.say_goodbye()
                if self.services.leases is not None:
                    await self.services.leases.drain()
        except Exception as error:  # noqa: BLE001 - what it is, is looked at
            if not isinstance(error, StoreError | TimeoutError) and not world.is_injected(error):
                world.note_error(life.name, error)
            world.trace.note(life.name, "cannot start", f"{type(error).__name__}: {error}")
            self.is_up = False
            world.loop.call_later(1.0, self._again, life, context=Context())
        else:
            world.trace.note(life.name, "ends")
            world.end(self, life)

    def _again(self, life: Life) -> None:
        if self.life is life and not self.world.is_ending:
            self.world.kill(self)
            self.start()

    def stop(self) -> None:
        """Tell it to stop: tables are given away, and the process ends."""
        self.world.trace.note(self.name, "is told to stop")
        self._stop.set()


@dataclass(eq=False)
class World:
    """Everything in a run."""

    scenario: Scenario
    loop: FloorLoop
    trace: Trace
    network: Network
    database: ModelDatabase
    folder: Path
    """Has the key file, the one file of a run."""
    processes: list[Process] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    graveyard: list[Life] = field(default_factory=list)
    is_closed: bool = False
    """Players and staff begin nothing new."""
    is_over: bool = False
    """Nothing fails any more."""
    is_ending: bool = False
    """Nobody is started again."""
    sent: list[Any] = field(default_factory=list)
    """Every command with a key that somebody sent (`clients.Sent`)."""
    witnesses: list[Callable[[Any, bytes, str], None]] = field(default_factory=list)
    """Called with all that workers send: to whom, what, and on which path."""
    accounts: dict[str, str] = field(default_factory=dict)
    """Account -> who has it."""
    listeners: list[Callable[[Any, dict[str, Any]], None]] = field(default_factory=list)
    """Called with every frame of a table that a player was sent."""
    limits: list[tuple[float, str, dict[str, int]]] = field(default_factory=list)
    """When which account was told that which limits hold."""
    tokens: dict[str, bytes] = field(default_factory=dict)
    """Who -> the token of his session."""
    watching: Any = None
    """What was seen while the run went on (`watching.Watching`)."""
    make_line: Callable[..., Any] = field(default=dict)
    """Makes a line of the ledger of commands."""

    def rng(self, *name: object) -> random.Random:
        """Return the chance of one actor: what others draw does not change it."""
        return random.Random(f"{self.scenario.seed} {' '.join(map(str, name))}")

    def draw_skew(self, worker: str) -> float:
        """Return how wrong the clock of a worker is."""
        return self.rng("skew", worker).uniform(-1, 1) * self.scenario.skew

    def is_injected(self, error: BaseException) -> bool:
        """Return whether an error is one that the run itself injected."""
        seen: BaseException | None = error
        while seen is not None:
            if "a mistake of the store" in str(seen):
                return True
            seen = seen.__cause__ or seen.__context__
        return False

    def settings(self, life: Life) -> Settings:
        """Return how a worker is run."""
        scenario = self.scenario

        def clock() -> int:
            return round((START + self.loop.time() + life.skew) * 1_000_000)

        return Settings(
            db=f"postgresql://{life.name}@model/books",
            keys=self.folder / "server.key",
            tables=tables_of(scenario),
            jackpots=jackpots_of(scenario),
            office=OfficeTerms(runs_tables=True, large_cents=50_000) if scenario.office else None,
            rates=Rates() if scenario.real_rates else FREE,
            bridge=f"10.0.0.{scenario.machines}" if scenario.machines > 1 else "",
            clock=clock,
            steady_clock=self.loop.time,
        )

    def ledger_line(self, who: Any, path: str, body: dict[str, Any], key: str) -> Any:  # noqa: ANN401
        """Begin to keep the answers to a command."""
        line = self.make_line(who.name, who.account, path, body, key, self.loop.time())
        self.sent.append(line)
        return line

    def witness(self, who: Any, data: bytes, path: str) -> None:  # noqa: ANN401
        """Let everybody look at what a worker sends."""
        for look in self.witnesses:
            look(who, data, path)

    def know(self, who: Any) -> None:  # noqa: ANN401
        """Note that somebody has an account."""
        self.accounts[who.account] = who.name
        self.tokens[who.name] = who.token.encode()

    def announce(self, who: Any, frame: dict[str, Any]) -> None:  # noqa: ANN401
        """Note a frame of a table that somebody was sent."""
        for look in self.listeners:
            look(who, frame)

    def note_limits(self, who: Any, limits: dict[str, int]) -> None:  # noqa: ANN401
        """Note that a player was told that limits hold."""
        self.limits.append((self.loop.time(), who.account, dict(limits)))

    def note_error(self, who: str, error: BaseException) -> None:
        """Note a mistake of the server."""
        frames = [f"{it.filename}:{it.lineno} {it.name}" for it in extract_tb(error.__traceback__)]
        self.trace.note(who, repr(error), " < ".join(frames[:-8:-1]))
        self.violations.append(Violation("fault", repr(error), frames[-1:]))

    @property
    def up(self) -> list[Process]:
        """The workers that answer."""
        return [process for process in self.processes if process.is_up]

    # -- what happens to workers -------------------------------------------------------------------

    def kill(self, process: Process) -> None:
        """Kill a worker: its memory is gone, and its connections end."""
        life = process.life
        process.is_up = False
        process.app = None
        if life is not None and not life.is_dead:
            self.trace.note(life.name, "is killed")
            self._bury(life)

    def end(self, process: Process, life: Life) -> None:
        """Note that a worker ended by itself, and start it again."""
        process.is_up = False
        self._bury(life)
        if not self.is_ending:
            self.loop.call_later(1.0, self._restart, process, life, context=Context())

    def _bury(self, life: Life) -> None:
        self.loop.kill(life)
        for call in tuple(life.on_end):
            call()
        self.graveyard.append(life)
        self.database.kill(life.name)
        self.network.end(life)

    def _restart(self, process: Process, life: Life) -> None:
        if process.life is life and not self.is_ending:
            process.start()

    async def crash(self, rng: random.Random) -> None:
        """Kill a worker at some moment, and let it come back."""
        alive = [it for it in self.processes if it.life is not None and not it.life.is_dead]
        if not alive:
            return
        process = rng.choice(alive)
        self.kill(process)
        await asyncio.sleep(rng.choice(RESTART_SECONDS))
        if process.life is None or process.life.is_dead:
            process.start()

    async def close(self) -> None:
        """Stop every worker in order: the last one signs the books."""
        self.is_ending = True
        for process in self.processes:
            process.stop()
        async with asyncio.timeout(120):
            while any(it.life and not it.life.is_dead for it in self.processes):  # noqa: ASYNC110
                await asyncio.sleep(0.5)

    async def wait_until_up(self, seconds: float = 120.0) -> None:
        """Wait until every worker answers."""
        async with asyncio.timeout(seconds):
            while len(self.up) < len(self.processes):  # noqa: ASYNC110 - many things end it
                await asyncio.sleep(0.25)


@cache
def tables_of(scenario: Scenario) -> tuple[TableTerms, ...]:
    """Return the tables of a scenario."""
    return scenario.make_tables()


@cache
def jackpots_of(scenario: Scenario) -> tuple[PlannedJackpot, ...]:
    """Return the shared jackpots of a scenario."""
    return scenario.make_jackpots()


def attach_watch(world: World) -> Watch:
    """Send the server's log to a world."""
    watch = Watch(world)
    own = logger()
    own.handlers[:] = [watch]
    own.propagate = False
    own.setLevel(logging.WARNING)
    return watch
