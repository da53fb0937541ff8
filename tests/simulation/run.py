"""Run a scenario to its end, and ask every oracle."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from logging import NullHandler
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitboss.server.logs import logger
from pitboss.strain import straining
from tests.simulation import oracles
from tests.simulation.clients import Sent
from tests.simulation.loop import FloorLoop, StuckError, watched
from tests.simulation.luck import luck
from tests.simulation.mischief import make_trouble
from tests.simulation.model_store import Faults, ModelDatabase, installed
from tests.simulation.network import Network, Weather
from tests.simulation.players import Player
from tests.simulation.seam import seam
from tests.simulation.sometimes import read_codes, read_counts, read_entries
from tests.simulation.staff import Crew
from tests.simulation.swarm import Scenario
from tests.simulation.trace import Trace, Violation
from tests.simulation.watching import Watching
from tests.simulation.world import Process, World, attach_watch

SETTLE_SECONDS = 40.0
"""After the last fault: the books are heard again, leases and tables find their workers."""
LAST_WORDS_SECONDS = 200.0
"""For so long people may still wait for answers."""

COLLECTIONS = 4


@dataclass
class Result:
    """What a run came to."""

    scenario: Scenario
    trace: Trace
    violations: list[Violation]
    counts: Counter[str] = field(default_factory=Counter)
    virtual: float = 0.0
    real: float = 0.0
    digest: str = ""
    marks: frozenset[str] = frozenset()
    """What was reached of all that a night must reach (`sometimes`)."""

    @property
    def events(self) -> int:
        """Messages delivered, commands answered, timers fired and calls of the store."""
        names = ("messages", "commands", "timers", "store calls")
        return sum(self.counts[name] for name in names)

    @property
    def states(self) -> set[int]:
        """The distinct ways that were taken, as hashes that do not change from run to run."""
        return {oracles.stable_hash(path) for path in self.trace.paths}


def simulate(scenario: Scenario) -> Result:
    """Run a scenario, and judge it."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda _: None  # tasks of killed processes are dropped as they are
    gc.disable()
    gc.freeze()  # the program itself is no garbage: only what a run makes is looked through
    try:
        with TemporaryDirectory() as folder:
            return _simulate(scenario, Path(folder))
    finally:
        for _ in range(COLLECTIONS):  # a coroutine that is ended may cling to others once more
            gc.collect()
        gc.unfreeze()
        gc.enable()
        sys.unraisablehook = hook


def _simulate(scenario: Scenario, folder: Path) -> Result:
    loop = FloorLoop()
    trace = Trace(loop.time)
    clear = Weather(delay=scenario.weather.delay)
    network = Network(loop, random.Random(f"network {scenario.seed}"), clear)
    loop.network = network
    database = ModelDatabase(scenario.seed, Faults(latency=scenario.faults.latency))
    world = World(scenario, loop, trace, network, database, folder)
    world.make_line = Sent
    watching = world.watching = Watching(world)
    watching.attach()
    began = time.perf_counter()
    try:
        with (
            seam(loop, scenario.seed),
            installed(database),
            watching.patched(),
            watched(loop),
            straining(dict(scenario.strain)),
            luck(is_lucky=scenario.lucky and not scenario.marked),
        ):
            attach_watch(world)
            asyncio.set_event_loop(loop)
            try:
                books = loop.run_until_complete(_whole(world))
            except StuckError as error:
                world.violations.append(Violation("progress", str(error)))
                books = None
            if books is not None:
                world.violations += oracles.judge(world, books)
    finally:
        logger().handlers[:] = [NullHandler()]  # what is dropped may still complain
        loop.set_exception_handler(lambda *_: None)
        loop.forget()
        asyncio.set_event_loop(None)
        loop.close()
    trace.end()
    real = time.perf_counter() - began
    return Result(
        scenario,
        trace,
        [*world.violations],
        count(world),
        loop.time(),
        real,
        trace.digest,
        read_marks(world, books),
    )


def read_marks(world: World, books: oracles.Books | None) -> frozenset[str]:
    """Return what a run has reached."""
    strained = [name for name, _ in world.scenario.strain]
    return frozenset(
        read_codes(str(part) for path in world.trace.paths for part in path)
        | read_counts(world.database.counts, strained)
        | read_entries(books.entries if books is not None else ())
    )


def count(world: World) -> Counter[str]:
    """Count what happened."""
    counts = Counter(
        {
            "messages": world.network.delivered,
            "commands": world.trace.commands,
            "timers": world.loop.timers,
            "store calls": world.database.statements,
            "entries": len(world.watching.written),
            "answers looked at": world.watching.checked,
            "unseen cards": world.watching.hidden,
            "network faults": world.network.faults,
            "lives": sum(process.lives for process in world.processes),
        }
    )
    counts |= {f"store {kind}": number for kind, number in sorted(world.database.counts.items())}
    return counts


async def _whole(world: World) -> oracles.Books | None:
    world.trace.note("world", str(world.scenario))
    try:
        for number in range(1, world.scenario.workers + 1):
            world.processes.append(Process(world, number))
            world.processes[-1].start()
        await world.wait_until_up()
        crew = Crew(world)
        if world.scenario.duties:
            await crew.hire()
        players = await live(world, crew)
        await settle(world)
        return await oracles.read_books(world, players)
    except Violation as violation:
        world.violations.append(violation)
    except TimeoutError:
        world.violations.append(Violation("progress", "the floor is not whole again in time"))
    return None


async def live(world: World, crew: Crew) -> list[Player]:
    """Let everybody come in, and go on until the floor closes."""
    scenario = world.scenario
    players = [
        Player(
            world,
            f"p{number}",
            is_named=number <= scenario.named_players,
            polls=number > scenario.players - scenario.http_players,
        )
        for number in range(1, scenario.players + 1)
    ]
    tasks = [world.loop.create_task(player.live()) for player in players]
    if scenario.rascals:
        tasks.append(world.loop.create_task(make_trouble(world)))
    tasks += [world.loop.create_task(crew.work(duty)) for duty in scenario.duties]
    troubles = [world.loop.create_task(work) for work in chaos(world)]
    if tasks:
        await asyncio.wait(tasks, timeout=scenario.seconds)
    else:
        await asyncio.sleep(scenario.seconds)  # a floor where nobody is
    world.is_closed = True
    await _end(troubles)
    if tasks:
        await asyncio.wait(tasks, timeout=LAST_WORDS_SECONDS)
    for task in tasks:
        if not task.done():
            world.trace.note("world", "still waits", getattr(task.get_coro(), "__qualname__", ""))
    await _end(tasks)
    return players


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


async def settle(world: World) -> None:
    """Let nothing fail any more, and wait until the floor is whole again."""
    world.is_over = True
    world.network.heal()
    world.database.calm()
    for process in world.processes:
        if process.life is None or process.life.is_dead:
            process.start()
    await asyncio.sleep(SETTLE_SECONDS)
    await world.wait_until_up()
    world.trace.note("world", "is whole again")


Step = Callable[[World, random.Random], Awaitable[None]]


def chaos(world: World) -> list[Coroutine[Any, Any, None]]:
    """Return what makes trouble."""
    scenario = world.scenario
    steps: tuple[tuple[float, str, Step], ...] = (
        (scenario.crash_every, "crash", World.crash),
        (scenario.stop_every, "stop", stop),
        (scenario.jump_every, "jump", jump),
        (scenario.weather.cut_every, "cut", cut),
    )
    works = [_repeat(world, seconds, name, step) for seconds, name, step in steps if seconds]
    return [begin_trouble(world), *works]


async def _repeat(world: World, seconds: float, name: str, step: Step) -> None:
    rng = world.rng("chaos", name)
    await asyncio.sleep(world.scenario.calm)
    while True:
        await asyncio.sleep(rng.expovariate(1 / seconds))
        await step(world, rng)


async def begin_trouble(world: World) -> None:
    """Let the database and the network fail, once everybody has come in."""
    await asyncio.sleep(world.scenario.calm)
    world.trace.note("database", "may fail from now on", world.scenario.faults.names())
    world.database.faults = world.scenario.faults
    world.database.start()
    world.network.weather = world.scenario.weather


async def cut(world: World, rng: random.Random) -> None:
    """Cut a path between two workers, or between a player and a worker."""
    scenario = world.scenario
    names = [process.name for process in world.processes]
    names += [f"p{number}" for number in range(1, scenario.players + 1)]
    one = rng.choice(names)
    other = rng.choice(names[: len(world.processes)])
    if one != other:
        seconds = rng.expovariate(1 / scenario.weather.cut_for)
        is_half = rng.random() < scenario.weather.half_open
        world.trace.note("network", f"cuts {one} from {other} for {seconds:.3f} s", is_half)
        lives = _life_name(world, one), _life_name(world, other)
        world.network.cut(*lives, seconds, half_open=is_half)
        world.network.cut(one, other, seconds, half_open=is_half)


async def jump(world: World, rng: random.Random) -> None:
    """Let the clock of a worker jump."""
    process = rng.choice(world.processes)
    if process.life is not None:
        process.life.skew += rng.uniform(-1, 1) * world.scenario.jump
        world.trace.note(process.life.name, "clock jumps", f"{process.life.skew:.3f}")


async def stop(world: World, rng: random.Random) -> None:
    """Tell a worker to stop; it is started again."""
    if world.up:
        rng.choice(world.up).stop()


def _life_name(world: World, name: str) -> str:
    for process in world.processes:
        if process.name == name and process.life is not None:
            return process.life.name
    return name
