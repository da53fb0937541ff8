"""Random histories of calls on books that several workers share, to compare two databases.

Every public method of `Store` and `Sharing` takes part, also one that is added tomorrow: arguments
are drawn by the names of parameters. A parameter that nobody can draw ends the test.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from random import Random
from typing import Any, Final

from pitboss.ledger.book import Book, BookError
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.ledger.marks import Mark
from pitboss.store import STILL, Place, Store
from pitboss.store.errors import StoreError
from pitboss.store.records import Credential, Search, Session
from pitboss.store.sharing import Sharing
from pitboss.store.staff import Invitation, Passkey
from tests.store.conftest import opened
from tests.store.test_sittings import left, taken

ACTORS: Final = 3
TOPIC: Final = "meter"
APART: Final = ("share", "close", "statement", "first", "note_silence", "listen", "keep_open")
"""Methods that ask the database nothing by themselves, or whose statements are others'."""
INNER: Final = ("pass_on", "say_missed")
UNORDERED: Final = ("factors", "find_all", "claim_new")
"""Their rows come in any order."""
IN_TURN: Final = (
    *("register", "claim", "hold_lock"),
    *("set_recovery", "delete_factor", "add_invitation", "clear_failures"),
)
"""At once they depend on who comes first: who gets which number, table or turn; and those that are
more than one statement."""
STREAMS: Final = ("table/1", "table/2", "account/ann", "account/bob", "Table/9", "table_8", "x")
PEOPLE: Final = ("ann", "bob", "Bob", "b%b", "ünï", "x\x1fy", "")
KINDS: Final = ("moved", "dealt", "opened", "ruled")
KEYS: Final = ("k1", "k2", "round/7/1", "K1", "bet-1", "\x1f", "'; --")
NUL: Final = "n\0l"


class Floor:
    """What a history knows of the books: enough to draw calls that fit, or nearly do."""

    def __init__(self, random: Random) -> None:
        """Start with empty books."""
        self.random = random
        self.book = Book()
        self.written: list[Entry] = []
        self.checkpoint: Any = None
        self.number = 0

    def pick(self, pool: Any) -> Any:  # noqa: ANN401 - whatever is in it
        """Draw one of some."""
        return self.random.choice(pool)

    def some(self, pool: Any, most: int = 4) -> list[Any]:  # noqa: ANN401
        """Draw a few different ones, in any order."""
        return self.random.sample(list(pool), min(len(pool), self.random.randrange(most + 1)))

    def person(self) -> str:
        """Draw a name; PostgreSQL refuses one of them."""
        return NUL if self.random.random() < 0.02 else str(self.pick(PEOPLE))

    def entries(self) -> list[Entry]:
        """Draw a batch; some do not fit."""
        book = Book()
        batch = []
        for entry in self.written:
            book.add(entry)
        for _ in range(self.random.randrange(1, 5)):
            try:
                batch.append(book.write(self._draft(), now=len(self.written)))
            except BookError:
                continue
        batch = _before_own_keys(batch)
        if batch and self.random.random() < 0.1:
            batch = batch[1:] or [batch[0]._replace(version=batch[0].version + 1)]
        return batch or [self.written[-1]] if self.written else self._first(book)

    def one_entry(self) -> Entry:
        """Draw an entry that was written, or one that nearly was."""
        if not self.written:
            return self._first(Book())[0]
        entry = self.random.choice(self.written)
        return entry if self.random.random() < 0.8 else entry._replace(version=entry.version + 1)

    def _first(self, book: Book) -> list[Entry]:
        lines = Posting("external:demo", -10_000), Posting("wallet:ann", 10_000)
        return [book.write(Draft("account/ann", "deposit", "ann", "k0", b"{}", lines), now=0)]

    def _draft(self) -> Draft:
        self.number += 1
        table = f"table/{self.pick('12')}"
        seat = self.pick((1, 2))
        amount = self.pick((1, 5, 9_000))
        chips = Posting(f"stack:{table[6:]}:{seat}", amount), Posting("wallet:ann", -amount)
        back = Posting(f"stack:{table[6:]}:{seat}", -amount), Posting("wallet:bob", amount)
        key = self.pick((f"k{self.number}", f"k{self.number}", f"bet-{self.number % 7}"))
        dealt = f'{{"keys":[["bet-{self.random.randrange(7)}",1]]}}'.encode()
        lines = Posting("external:demo", -50), Posting("wallet:bob", 50)
        drafts: list[Draft] = [
            taken(table, seat, self.pick(("ann", "bob")), self.number),
            left(table, self.number, (seat, "ann")),
            Draft(table, "bought-in", "ann", key, b"{}", chips),
            Draft(table, "moved", self.person(), key, b"\0\xff", back),
            Draft(table, "dealt", "ann", key, dealt),
            Draft(self.pick(STREAMS), self.pick(KINDS), self.person(), key, b""),
            Draft("account/bob", "deposit", "bob", key, b"{}", lines),
        ]
        return self.random.choice(drafts)

    def next_checkpoint(self) -> Any:  # noqa: ANN401 - a checkpoint
        """Draw a checkpoint; some have the number of an earlier one."""
        last = self.checkpoint if self.random.random() < 0.8 else None
        return make_checkpoint(self.book.heads, self.book.balances, at=1, last=last)

    def note(self, name: str, given: Mapping[str, Any], answer: object) -> None:
        """Remember what a call that succeeded changed."""
        del answer
        if name == "append":
            for entry in given["entries"]:
                self.book.add(entry)
                self.written.append(entry)
        elif name == "add_checkpoint":
            self.checkpoint = given["checkpoint"]


def _before_own_keys(batch: list[Entry]) -> list[Entry]:
    """Return a batch up to a deal under a key of a bet that an earlier deal of it names.

    SQLite refuses that deal; PostgreSQL compares with the bets before the batch alone. A table
    deals again only after its deal is written, so no process writes such a batch.
    """
    named: set[tuple[str, str]] = set()
    for place, entry in enumerate(batch):
        if entry.kind == "dealt" and (entry.stream, entry.key) in named:
            return batch[:place]
        keys = re.findall(rb'"keys":\[\["(.*?)"', entry.body)
        named |= {(entry.stream, key.decode()) for key in keys}
    return batch


def _token(floor: Floor) -> bytes:
    return bytes([floor.random.randrange(3)]) * 4


def _mark(floor: Floor) -> Mark:
    name = "writers" if floor.random.random() < 0.02 else floor.pick(("writer/1", "writer/2"))
    return Mark(name, floor.random.randrange(6), _token(floor), _token(floor))


def _moment(floor: Floor) -> int:
    return int(floor.pick((0, 1, 2, 5, 9, 1 << 62)))


DRAW: Final[Mapping[str, Callable[[Floor], Any]]] = {
    "account": Floor.person,
    "accounts": lambda floor: floor.some(("wallet:ann", "stack:1:1", "tray:1", "wallet:x")),
    "address": lambda floor: floor.pick(("1.2.3.4", "::1")),
    "after": lambda floor: floor.random.randrange(6),
    "argon2": Floor.person,
    "at": _moment,
    "balances": lambda floor: dict(floor.book.balances),
    "before": lambda floor: floor.random.randrange(8),
    "begun": lambda floor: floor.pick((3, 30, STILL)),
    "checkpoint": Floor.next_checkpoint,
    "count": lambda floor: floor.random.randrange(6),
    "counter": lambda floor: floor.random.randrange(4),
    "credential": lambda floor: Credential(
        floor.person(), floor.person(), "hash", 0, _moment(floor), 1, 0
    ),
    "draining": lambda floor: floor.random.random() < 0.2,
    "entries": Floor.entries,
    "entry": Floor.one_entry,
    "hashes": lambda floor: [bytes([number]) * 4 for number in range(floor.random.randrange(1, 4))],
    "heads": lambda floor: dict(floor.book.heads) if floor.random.random() < 0.8 else {},
    "invitation": lambda floor: Invitation(_token(floor), floor.pick(("a", "b")), _moment(floor)),
    "is_dense": lambda floor: floor.random.random() < 0.5,
    "key": lambda floor: floor.pick((*KEYS, *(it.key for it in floor.written[-5:]))),
    "kind": lambda floor: floor.pick(KINDS),
    "kinds": lambda floor: floor.some(KINDS) or [KINDS[0]],
    "known": _moment,
    "limit": lambda floor: floor.random.randrange(1, 9),
    "locked_until": _moment,
    "mark": _mark,
    "most": lambda floor: floor.random.randrange(1, 4),
    "name": Floor.person,
    "names": lambda floor: [
        *((it.stream, it.key) for it in floor.some(floor.written[-9:])),
        ("table/1", floor.pick(KEYS)),
    ],
    "now": _moment,
    "number": lambda floor: floor.random.randrange(6),
    "passkey": lambda floor: Passkey(
        _token(floor), floor.person(), floor.person(), b"sealed", floor.random.randrange(4), 1
    ),
    "place": lambda _: Place("machine", "key", "path", ""),
    "position": lambda floor: floor.random.randrange(12),
    "prefix": lambda floor: floor.pick(("table/", "Table", "table_", "a", "")),
    "purpose": lambda floor: floor.pick(("enrol", "use")),
    "seconds": lambda floor: floor.pick((600.0, 600.0, 0.0)),
    "seen": _moment,
    "session": lambda floor: Session(
        _token(floor), floor.person(), 1, _moment(floor), _moment(floor), 5
    ),
    "shown": lambda floor: floor.pick(("", "Ann", "Zoë")),
    "silent": lambda floor: floor.pick((0.0, 1.0)),
    "step": lambda floor: floor.random.randrange(4),
    "stream": lambda floor: floor.pick(STREAMS),
    "streams": lambda floor: floor.some(STREAMS),
    "text": lambda floor: floor.pick(("", "one", "two words", "ü" * 50)),
    "topic": lambda _: TOPIC,
    "until": _moment,
    "version": lambda floor: floor.random.randrange(6),
    "wanted": lambda floor: Search(
        stream=floor.pick(("", *STREAMS)),
        kind=floor.pick(("", *KINDS)),
        actor=floor.pick(("", *PEOPLE)),
        before=floor.pick((3, STILL)),
        limit=5,
    ),
}
"""Draws the argument of a parameter, by its name."""


def methods() -> dict[str, type]:
    """Return every public method that a history calls, and the class that has it."""
    return {
        name: kind
        for kind in (Store, Sharing)
        for name, member in inspect.getmembers(kind, callable)
        if not name.startswith("_") and name not in (*APART, *INNER)
    }


def draw_arguments(floor: Floor, kind: type, name: str) -> dict[str, Any]:
    """Draw the arguments of a call; raise `AssertionError` for a parameter that is not known."""
    drawn = {}
    for parameter in list(inspect.signature(getattr(kind, name)).parameters.values())[1:]:
        draw = _token if parameter.annotation == "bytes" else DRAW.get(parameter.name)
        assert draw is not None, f"{name}: teach `DRAW` to draw a {parameter.name}"
        if parameter.default is parameter.empty or floor.random.random() < 0.7:
            drawn[parameter.name] = draw(floor)
    if kind is Sharing:  # a refused text would break its connection, and who is alive depends on it
        drawn = {key: "x" if value == NUL else value for key, value in drawn.items()}
    return drawn


class Actor:
    """One worker on the books."""

    def __init__(self, store: Store, sharing: Sharing) -> None:
        """Listen to notices."""
        self.store = store
        self.sharing = sharing
        self.heard: list[str] = []
        sharing.listen(TOPIC, self.heard.append)

    async def call(self, kind: type, name: str, given: Mapping[str, Any]) -> object:
        """Call a method; return what it answers, or the name of its error."""
        target = self.store if kind is Store else self.sharing
        try:
            answer = getattr(target, name)(**given)
            if name == "hold_lock":
                async with answer:
                    return "held"
            if isinstance(answer, AsyncIterator):
                return [entry async for entry in answer]
            answer = await answer
        except (StoreError, IndexError) as error:  # some ask only for what is there
            return type(error).__name__
        if isinstance(answer, list) and name in UNORDERED:
            return sorted(answer)
        return answer


async def run_history(address: str, seed: int, steps: int) -> list[str]:
    """Call random methods on new books; return a line for each with what came of it."""
    floor = Floor(Random(seed))
    lines = []
    known = methods()
    async with AsyncExitStack() as stack:
        actors = []
        for _ in range(ACTORS):
            store = await stack.enter_async_context(opened(address))
            sharing = store.share()
            assert sharing is not None
            stack.push_async_callback(sharing.close)
            await sharing.workers()  # connects
            actors.append(Actor(store, sharing))
        for step in range(steps):
            name = floor.pick([*known, *["append"] * 8])
            given = draw_arguments(floor, known[name], name)
            at_once = actors if floor.random.random() < 0.2 else [floor.pick(actors)]
            calls = [actor.call(known[name], name, given) for actor in at_once]
            if name in IN_TURN:
                answers = [await call for call in calls]
            else:
                answers = sorted(await asyncio.gather(*calls), key=_plain)
            done = [it for it in answers if not str(it).endswith("Error")]
            if done:
                floor.note(name, given, done[0])
            heard = await _heard(actors, len(done) if name == "tell" else 0)
            lines.append(f"{step} {name} {_plain(given)} -> {_plain(answers)} {heard}")
        lines.append(_plain(sorted([entry async for entry in actors[0].store.entries()])))
        lines.append(_plain(await actors[0].store.books()))
        lines.append(_plain(await actors[0].sharing.leases()))
    return lines


async def _heard(actors: list[Actor], number: int) -> list[list[str]]:
    """Wait for notices; return what each heard."""
    async with asyncio.timeout(20):
        while any(len(actor.heard) < number for actor in actors):  # noqa: ASYNC110 - in a database
            await asyncio.sleep(0.001)
    heard = [[*actor.heard] for actor in actors]
    for actor in actors:
        actor.heard.clear()
    return heard


def _plain(value: object) -> str:
    """Return a value as text, the same for equal ones of either database."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{_plain(k)}: {_plain(v)}" for k, v in value.items())) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(_plain, value))) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return repr(value)
