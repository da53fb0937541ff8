"""The parts of a running server, passed to every handler."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from pitboss.floor.terms import Absent, TableTerms
from pitboss.office.papers import OfficeTerms
from pitboss.pit.beacon import PublishedBeacon
from pitboss.pit.desk import Desk
from pitboss.pit.hall import Hall
from pitboss.pit.keeper import Keeper, PlannedJackpot
from pitboss.pit.leases import Leases
from pitboss.pit.orders import Errands
from pitboss.server.accounts.accounts import PLAY_MONEY_CENTS, Accounts
from pitboss.server.accounts.own_limits import OwnLimits
from pitboss.server.accounts.sessions import Clock, Sessions
from pitboss.server.accounts.tallies import Tallies
from pitboss.server.audit.reporter import Reporter
from pitboss.server.keys import FILE_NAME, Keys
from pitboss.server.lab.pool import Pool
from pitboss.server.metrics import Metrics
from pitboss.server.requests.limits import REPLAYS_AT_ONCE, Bounds, Buckets, Rates
from pitboss.server.rules.book import RuleBook
from pitboss.sitting.session_file import data_folder
from pitboss.sitting.settle_hand import SettleHand
from pitboss.store import Committer, Notices, PulseTerms, Store

if TYPE_CHECKING:
    from pitboss.server.audit.components import ComponentWatch
    from pitboss.server.live.silence import Silence
    from pitboss.server.live.socket import Lines
    from pitboss.server.live.switchboard import Switchboard
    from pitboss.server.staff.denials import Denials
    from pitboss.server.staff.factors import Factors
    from pitboss.store.sharing import Sharing

Network = IPv4Network | IPv6Network


def wall_clock() -> int:
    """Return the time, in microseconds since 1970."""
    return time.time_ns() // 1000


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server is run."""

    db: str = ""
    """The address of the books; "" is a file in the data folder."""
    keys: Path | None = None
    """The key file; None is one in the data folder."""
    origins: frozenset[str] = frozenset()
    """Allowed origins of pages besides the server itself: "https://floor.example"."""
    proxies: tuple[Network, ...] = ()
    """Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""
    rates: Rates = field(default_factory=Rates)
    bounds: Bounds = field(default_factory=Bounds)
    play_money_cents: int = PLAY_MONEY_CENTS
    guests: bool = True
    """Whether somebody without a name may play; a house for money takes none."""
    tables: tuple[TableTerms, ...] = ()
    """The tables to open, unless the books have one of that id."""
    jackpots: tuple[PlannedJackpot, ...] = ()
    """The shared jackpots to open, unless the books have one of that id."""
    office: OfficeTerms | None = None
    """The new terms of the office; None: unchanged."""
    beacon: PublishedBeacon | None = None
    """The public numbers that are mixed into every shuffle; None: there is no beacon."""
    alone: bool = True
    """Run every table of the books, or a share of them where other processes share the books.

    False: only `tables`, and nobody is asked.
    """
    bridge: str = ""
    """HOST:PORT at which servers on other machines that share the books reach this one."""
    absent: Absent = Absent.STAND
    """How the hands of absent players are played at practice tables."""
    pulse: PulseTerms = field(default_factory=PulseTerms)
    """The time limits of waiting for the books."""
    witness: Path | None = None
    """A folder in another place that gets a copy of every checkpoint."""
    components: str = ""
    """The hash over all files of the software that the operator expects; "": any."""
    clock: Clock = wall_clock
    steady_clock: Callable[[], float] = time.monotonic
    """Seconds that never run back, for rates and durations."""

    @property
    def address(self) -> str:
        """The address of the books."""
        return self.db or str(data_folder() / "floor.db")

    @property
    def shown_address(self) -> str:
        """The address of the books without a password, to show."""
        return re.sub(r"(?<=://)[^/@]*@", "", self.address)

    @property
    def key_file(self) -> Path:
        """The key file."""
        return self.keys or data_folder() / FILE_NAME


def make_folder(settings: Settings) -> None:
    """Make the folder of the books, where they are in the data folder."""
    if not settings.db:
        Path(settings.address).parent.mkdir(mode=0o700, parents=True, exist_ok=True)


@dataclass(kw_only=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    store: Store
    committer: Committer
    keys: Keys
    sessions: Sessions
    accounts: Accounts
    rules: RuleBook
    metrics: Metrics
    buckets: Mapping[str, Buckets]
    """Rate of `Rates` -> its buckets."""
    hall: Hall
    """The live tables."""
    keeper: Keeper
    """The jackpots that tables share."""
    desk: Desk
    """The office behind the tables."""
    errands: Errands
    """Approved requests that a table or a jackpot carries out."""
    tallies: Tallies
    """Results of accounts in the last day."""
    own_limits: OwnLimits
    """The limits that players set for themselves."""
    factors: Factors
    """The second factors of staff."""
    denials: Denials
    """The record of denied attempts."""
    lines: Lines
    """The open WebSockets."""
    notices: Notices
    """Notices from and to all processes on the same books."""
    leases: Leases | None = None
    """The leases of this process; None: it runs all tables."""
    sharing: Sharing | None = None
    """The connection to other processes; None: this one has the books to itself."""
    reporter: Reporter = field(default_factory=Reporter)
    """Makes reports in another process."""
    lab: Pool = field(default_factory=Pool)
    """Runs jobs of the lab in other processes."""
    components: ComponentWatch = field(init=False)
    """Checks the software's files."""
    silence: Silence = field(init=False)
    """Tells screens when the books do not answer."""
    switchboard: Switchboard = field(init=False)
    """Finds the process that runs a table."""
    replaying: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(REPLAYS_AT_ONCE))
    """Held while a round is played again, so tables get their time."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    physical_hands: dict[str, SettleHand] = field(default_factory=dict)
    """Physical table -> the hand on its felt, which is in no books before it is confirmed."""
    physical_keys: dict[str, str] = field(default_factory=dict)
    """Physical table -> the key of the last line that was taken."""
    is_ready: bool = False
    """Requests are answered: everything has started, and nothing is stopping."""

    def holds(self) -> bool:
        """Return whether this process still has the leases of its tables."""
        return self.leases is None or self.leases.holds()

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Hold a named lock, in this process and over all that share the books."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        shared = nullcontext() if self.sharing is None else self.sharing.hold_lock(name)
        async with lock, shared:
            yield

    def wallet(self, account: str) -> AbstractAsyncContextManager[None]:
        """Hold what lets money leave a wallet for a table or the cage, or new play money come."""
        return self.alone(f"wallet/{account}")


Part = Callable[[Services], AbstractAsyncContextManager[None]]
"""Something that runs as long as the server: entered before it is ready, left when it stops."""


@asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run work that never ends beside everything else, and cancel it on leaving."""
    task = asyncio.get_running_loop().create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
