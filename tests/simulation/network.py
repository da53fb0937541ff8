"""A network in memory: between workers, and between clients and workers.

What is sent arrives later, in the order of its connection; requests on different connections pass
each other. A path between two places can be cut: then what is sent waits until the path is back, or
is lost for good while both ends believe that they are connected (half-open).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any

from tests.simulation.loop import LIFE, FloorLoop, Life

ProtocolFactory = Callable[[], asyncio.BaseProtocol]


@dataclass(frozen=True)
class Weather:
    """How good the network is."""

    delay: float = 0.002
    """Seconds that something is under way, on average."""
    lost: float = 0.0
    """How many requests or answers of clients are lost."""
    cut_every: float = 0.0
    """Seconds between two cuts of a path; 0: none."""
    cut_for: float = 5.0
    """Seconds that a path is cut, on average."""
    half_open: float = 0.0
    """How many cuts leave connections that are dead without a word."""


@dataclass
class Network:
    """All paths of a run."""

    loop: FloorLoop
    rng: random.Random
    weather: Weather
    delivered: int = 0
    """Messages that arrived."""
    faults: int = 0
    _doors: dict[str, Server] = field(default_factory=dict)
    _cuts: dict[tuple[str, str], float] = field(default_factory=dict)
    """The two ends of a path that is cut -> when it is back."""
    pipes: list[Pipe] = field(default_factory=list)
    _ports: int = 40_000

    def draw_delay(self) -> float:
        """Return how long the next thing is under way."""
        return self.rng.expovariate(1.0) * self.weather.delay + 1e-5

    def is_lost(self) -> bool:
        """Return whether the next request or answer is lost."""
        is_lost = self.weather.lost > 0 and self.rng.random() < self.weather.lost
        self.faults += is_lost
        return is_lost

    def cut(self, one: str, other: str, seconds: float, *, half_open: bool) -> None:
        """Cut the path between two places for a while."""
        self.faults += 1
        ends = (min(one, other), max(one, other))
        self._cuts[ends] = max(self._cuts.get(ends, 0.0), self.loop.time() + seconds)
        if half_open:
            for pipe in self.pipes:
                if {pipe.here, pipe.there} == {one, other}:
                    pipe.is_dead = True

    def back_at(self, one: str, other: str) -> float:
        """Return when a path carries something again; now, if it is not cut."""
        return max(self.loop.time(), self._cuts.get((min(one, other), max(one, other)), 0.0))

    def is_cut(self, one: str, other: str) -> bool:
        """Return whether a path is cut now."""
        return self.back_at(one, other) > self.loop.time()

    def heal(self) -> None:
        """Let every path carry again, and lose nothing any more."""
        self._cuts.clear()
        self.weather = Weather(delay=self.weather.delay)

    # -- between workers ---------------------------------------------------------------------------

    def listen(self, address: str, factory: ProtocolFactory) -> Server:
        """Take connections at an address."""
        if address.endswith(":0"):
            self._ports += 1
            address = f"{address[:-1]}{self._ports}"
        server = Server(address, factory, copy_context(), self)
        self._doors[address] = server
        return server

    async def dial(
        self, address: str, factory: ProtocolFactory
    ) -> tuple[asyncio.Transport, asyncio.BaseProtocol]:
        """Connect to an address."""
        server = self._doors.get(address)
        own = LIFE.get()
        assert own is not None
        if server is not None:
            wait = self.back_at(own.name, server.life.name) - self.loop.time()
            await asyncio.sleep(wait + self.draw_delay())
        if server is None or server.life.is_dead or self._doors.get(address) is not server:
            raise ConnectionRefusedError(f"nobody listens at {address}")
        near = Pipe(self, own.name, server.life.name, copy_context())
        far = Pipe(self, server.life.name, own.name, server.context)
        near.other = far
        far.other = near
        self.pipes += [near, far]
        protocol = factory()
        near.protocol = protocol
        protocol.connection_made(near)
        self.loop.call_soon(far.begin, server.factory, context=server.context)
        return near, protocol

    def close_door(self, server: Server) -> None:
        """Take no more connections at an address."""
        if self._doors.get(server.address) is server:
            del self._doors[server.address]

    def end(self, life: Life) -> None:
        """End everything of a process that was killed: the other ends hear of it soon."""
        for address in [it for it, server in self._doors.items() if server.life is life]:
            del self._doors[address]
        for pipe in [pipe for pipe in self.pipes if pipe.here == life.name]:
            pipe.abort()


@dataclass(eq=False)
class Server:
    """Something that listens."""

    address: str
    factory: ProtocolFactory
    context: Context
    network: Network

    @property
    def life(self) -> Life:
        """The process that listens."""
        life = self.context.get(LIFE)
        assert life is not None
        return life

    @property
    def sockets(self) -> tuple[Server, ...]:
        """Stands in for the sockets of a real server."""
        return (self,)

    def getsockname(self) -> tuple[str, int]:
        """Return the host and the port."""
        host, _, port = self.address.rpartition(":")
        return host, int(port)

    def close(self) -> None:
        """Take no more connections."""
        self.network.close_door(self)


class Pipe(asyncio.Transport):
    """One end of a connection between two workers."""

    other: Pipe
    protocol: Any = None

    def __init__(self, network: Network, here: str, there: str, context: Context) -> None:
        super().__init__()
        self._network = network
        self.here = here
        self.there = there
        self.context = context
        self._waiting = 0
        self._is_closing = False
        self.is_dead = False
        """Nothing that is sent arrives, and nobody hears of it."""
        self._last = 0.0

    def begin(self, factory: ProtocolFactory) -> None:
        """Connect the end that was dialled."""
        if self._is_closing:
            return
        self.protocol = factory()
        self.protocol.connection_made(self)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._waiting += len(data)
            self._later(self._arrive, bytes(data))

    def _later(self, call: Callable[..., None], *given: object) -> None:
        """Do something at the other end: after all that was sent before."""
        network = self._network
        back = network.back_at(self.here, self.there)
        self._last = max(self._last, back + network.draw_delay())
        network.loop.call_at(self._last, call, *given, context=self.other.context)

    def _arrive(self, data: bytes) -> None:
        self._waiting -= len(data)
        other = self.other
        if other.protocol is not None and not other.is_closing() and not self.is_dead:
            self._network.delivered += 1
            other.protocol.data_received(data)

    def _hear_end(self, error: Exception | None) -> None:
        if not self.is_dead:
            self.other.lose(error)

    def lose(self, error: Exception | None) -> None:
        """End here."""
        if self._is_closing:
            return
        self._is_closing = True
        if self in self._network.pipes:
            self._network.pipes.remove(self)
        if self.protocol is not None:
            self._network.loop.call_soon(self.protocol.connection_lost, error, context=self.context)

    def close(self) -> None:
        self._end(None)

    def abort(self) -> None:
        self._end(ConnectionResetError("the other end is gone"))

    def _end(self, error: Exception | None) -> None:
        if not self._is_closing:
            self._later(self._hear_end, error)
            self.lose(None)

    def is_closing(self) -> bool:
        return self._is_closing

    def get_write_buffer_size(self) -> int:
        return self._waiting

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - any value
        del name
        return default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        del high, low
