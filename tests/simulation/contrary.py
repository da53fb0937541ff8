"""People who ask for everything: any route, by anybody, with bodies that fit or nearly do.

Bodies are drawn from the types that the routes declare, and numbers and names from what earlier
answers showed. So a new route is asked for from the day it is there, and refusals that need a
certain state are met in it sooner or later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Final

from msgspec import inspect

from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE
from pitboss.office.people import GiveRole
from pitboss.office.roles import PERMISSIONS, Role
from pitboss.server.accounts.sessions import GUEST, token_hash
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access, Route
from pitboss.server.services import Services

KEPT: Final = 12
"""Values that are remembered of each name in an answer."""
APART: Final = (
    *("/reports", "/me/report", "/audit/verify", "/audit/components"),
    *("/lab/", "/practice/", "/games/", "/replay", "/verify", "/openapi", "/passkeys"),
)
"""Parts of the paths of what is answered without the books, or by processes of its own, which a
simulation has not."""
GIVEN: Final[Mapping[str, tuple[Any, ...]]] = {
    "account": ("nobody", "house"),
    "action": ("stand", "hit", "double", "split", "surrender", "insurance", "fold", "raise", "x"),
    "amount": (0, 1, 500, 1000),
    "answer": ("yes", ""),
    "award_cents": (0, 1, 500, 1 << 40),
    "box": (1, 2, 99),
    "cents": (0, 1, 99, 500, 1_000, 60_000, 1 << 50),
    "chips": ({"500": 20}, {"2500": 40, "500": 200}, {"7": 1}, {"500": -1}, {}),
    "code": ("000000", "x"),
    "days": (1, 30, 99_999),
    "decision": ("upheld", "refused", "x"),
    "format": ("json", "csv", "html", "pdf", "doc"),
    "game": ("free-bet", "spanish-21", "nothing"),
    "hit": (1, 2, 99),
    "jackpot": ("mega", "nothing"),
    "kind": ("fill", "credit", "misdeal", "exposed-card", "x"),
    "link": ("AAAA", "x"),
    "n": (0, 1, 2, 3, 99),
    "name": ("Ann_21", "bob", "admin", "x", "a" * 99, "sysadmin-1", "floor-1", "staff-1"),
    "number": (1, 2, 3, 99, "x"),
    "password": ("correct horse", "another horse", "short", ""),
    "proposal": (1, 2, 99),
    "rail": ("cash", "card", "x"),
    "reason": ("because", " ", "", "x" * 2_000),
    "reference": ("letter 7", " "),
    "text": ("so it was", " ", ""),
    "what": ("the lamp is out", " "),
    "region": ("wa", "co", "xx"),
    "role": (*Role, "king"),
    "round": (1, 2, 3, 99),
    "seat": (1, 2, 3, 7, 0, 9),
    "seed": ("00" * 32, "zz", ""),
    "shuffle": (1, 2, 99),
    "table": ("t1", "t2", "j1", "g0", "nothing"),
    "tip": (0, 100),
    "token": ("x",),
    "wagers": ({"main": 1_000}, {"main": 1_000, "jackpot-1": 500}, {"main": 1}, {"x": 5}, {}),
    "why": ("because", " ", "", "x" * 2_000),
}
"""What is drawn for fields and parts of paths, besides what answers showed."""
ALIKE: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("id", "table"),
    "jackpot": ("id", "jackpot"),
    "hit": ("hit", "number"),
    "proposal": ("proposal", "number"),
    "box": ("box", "number"),
    "dealer": ("account",),
    "player": ("account",),
    "approver": ("account",),
    "round": ("round", "rounds"),
    "shuffle": ("shuffle",),
    "job": ("job", "id"),
}
"""Names under which answers show what a request calls otherwise."""


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    data: Any

    @property
    def code(self) -> str:
        """The code of a refusal; "": it was none."""
        is_refused = self.status >= 400 and isinstance(self.data, dict)
        return str(self.data.get("code", "")) if is_refused else ""


Send = Callable[[str, str, str, Any, str], Awaitable[Reply | None]]
"""Sends a request: token, method, path, body, key. None: nobody answered."""


@cache
def routes() -> tuple[Route, ...]:
    """Return every route that a simulation can ask for."""
    return tuple(
        route for route in complete_table() if not any(part in route.path for part in APART)
    )


@dataclass
class Contrary:
    """Somebody who holds the sessions of several people and asks for anything in their names."""

    send: Send
    rng: Random
    tokens: dict[str, str] = field(default_factory=lambda: {"nobody": ""})
    """Who -> token."""
    accounts: dict[str, str] = field(default_factory=dict)
    """Who -> account."""
    seen: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    """Name in an answer -> values, the latest last."""
    kinds: set[str] = field(default_factory=set)
    _keys: int = 0
    _last_key: str = "k0"

    async def hire(self, services: Services, name: str) -> None:
        """Give somebody each role, with the second factor given just now."""
        for role in Role:
            if role is Role.PLAYER:
                continue
            for number in (1, 2):
                account = f"{role}.{name}.{number}"
                done = await services.desk.ask(GiveRole(account, role), HOUSE, account)
                if isinstance(done, Refusal) and done.code != "role/held":
                    continue
                begun = token_hash(await services.sessions.start(account, GUEST))
                session = await services.store.session(begun)
                if session is not None:
                    self.tokens[f"{role}.{number}"] = await services.sessions.step_up(session)
                    self.accounts[f"{role}.{number}"] = account
                    self._keep("account", account)

    async def enter(self, guests: int = 2) -> None:
        """Come in as guests."""
        for number in range(guests):
            reply = await self.send("", "POST", "/api/1/guest", None, "")
            if reply is not None and reply.status < 400:
                self.tokens[f"guest.{number}"] = reply.data["token"]
                self.accounts[f"guest.{number}"] = reply.data["account"]
                self.learn(reply.data)

    async def step(self) -> tuple[Route, Reply | None]:
        """Ask for one thing."""
        route = self.rng.choice(routes())
        who = self._draw_person(route)
        path = self._draw_path(route)
        body = self._draw_body(route)
        reply = await self.send(self.tokens[who], route.method, path, body, self._draw_key(route))
        if reply is not None and reply.status < 400:
            self.learn(reply.data)
            if isinstance(reply.data, dict) and reply.data.get("token"):
                self.tokens[who if who != "nobody" else "guest.1"] = reply.data["token"]
        return route, reply

    def learn(self, data: object) -> None:
        """Remember the values of an answer by their names."""
        if isinstance(data, dict):
            for name, value in data.items():
                if isinstance(value, str | int) and not isinstance(value, bool):
                    self._keep(str(name), value)
                self.learn(value)
        elif isinstance(data, list):
            for value in data[:20]:
                self.learn(value)

    def _keep(self, name: str, value: Any) -> None:  # noqa: ANN401 - a text or a number
        kept = self.seen[name]
        if value in kept:
            kept.remove(value)
        kept.append(value)
        del kept[:-KEPT]

    # -- drawing -----------------------------------------------------------------------------------

    def _draw_person(self, route: Route) -> str:
        """Mostly somebody who may; who that is shows in the names of roles."""
        if route.access is Access.ANYONE and self.rng.random() < 0.7:
            return "nobody"
        able = sorted(self.tokens)
        if self.rng.random() < 0.9:
            roles = PERMISSIONS[route.needs] if route.needs else {Role.PLAYER}
            able = [it for it in able if Role.PLAYER in roles or it.split(".")[0] in roles]
            if Role.PLAYER in roles and self.rng.random() < 0.8:
                able = [it for it in able if it.startswith("guest")]
        return self.rng.choice(able or ["nobody"])

    def _draw_key(self, route: Route) -> str:
        if not route.moves or self.rng.random() < 0.03:
            return ""
        if self.rng.random() < 0.05:
            return self._last_key
        self._keys += 1
        self._last_key = f"c{self._keys}" if self.rng.random() < 0.97 else "x" * 200
        return self._last_key

    def _draw_path(self, route: Route) -> str:
        parts = []
        for part in route.path.split("/"):
            name = part.partition("{")[2].partition("}")[0]
            drawn = str(self._draw_named(name, None)).replace("/", ".") if name else ""
            parts.append(part.replace(f"{{{name}}}", drawn) if name else part)
        path = "/".join(parts)
        if route.query is None or self.rng.random() < 0.3:
            return path
        given = self._draw_struct(inspect.type_info(route.query))
        pairs = [f"{key}={value}" for key, value in given.items() if not isinstance(value, dict)]
        return f"{path}?{'&'.join(pairs)}" if pairs else path

    def _draw_body(self, route: Route) -> Any:  # noqa: ANN401 - JSON
        if route.body is None:
            return None if self.rng.random() < 0.9 else {}
        chance = self.rng.random()
        if chance < 0.02:
            return self.rng.choice([None, [], "text", {"x": 1}, {}])
        return self._draw_struct(inspect.type_info(route.body))

    def _draw_struct(self, kind: Any) -> dict[str, Any]:  # noqa: ANN401 - of msgspec
        drawn = {}
        for it in kind.fields:
            if not it.required and self.rng.random() < 0.4:
                continue
            drawn[it.encode_name] = self._draw_named(it.encode_name, it.type)
        return drawn

    def _draw_named(self, name: str, kind: Any) -> Any:  # noqa: ANN401 - JSON
        pool = [*GIVEN.get(name, ())]
        for alike in ALIKE.get(name, (name,)):
            pool += self.seen.get(alike, ())
        if pool and (kind is None or self.rng.random() < 0.97):
            fitting = [it for it in pool if kind is None or _fits(it, kind)]
            if fitting and self.rng.random() < 0.98:
                return self.rng.choice(fitting)
        return "1" if kind is None else self._draw_type(kind)

    def _draw_type(self, kind: Any) -> Any:  # noqa: ANN401, C901, PLR0911 - a value of every type
        match kind:
            case inspect.BoolType():
                return self.rng.random() < 0.5
            case inspect.IntType():
                low = kind.ge if kind.ge is not None else 0
                return self.rng.choice([low, low + 1, low + 1, kind.le or 100, low - 1])
            case inspect.FloatType():
                return self.rng.choice([0.0, 0.5, 1.0])
            case inspect.StrType():
                return self.rng.choice(["", "x", "words of some length", "x" * 300])
            case inspect.EnumType():
                return self.rng.choice([it.value for it in kind.cls])
            case inspect.LiteralType():
                return self.rng.choice(kind.values)
            case inspect.ListType() | inspect.VarTupleType():
                return [self._draw_type(kind.item_type) for _ in range(self.rng.randrange(3))]
            case inspect.DictType():
                value = self._draw_type(kind.value_type)
                return {str(self._draw_type(kind.key_type)): value}
            case inspect.StructType():
                return self._draw_struct(kind)
            case inspect.UnionType():
                return self._draw_type(self.rng.choice(kind.types))
            case inspect.NoneType():
                return None
            case _:
                return self.rng.choice([1, "x", None])


def _fits(value: object, kind: Any) -> bool:  # noqa: ANN401 - of msgspec
    """Return whether a value is of a type, roughly."""
    match kind:
        case inspect.IntType():
            return isinstance(value, int)
        case inspect.StrType() | inspect.EnumType() | inspect.LiteralType():
            return isinstance(value, str)
        case inspect.DictType():
            return isinstance(value, dict)
        case inspect.UnionType():
            return any(_fits(value, it) for it in kind.types)
        case inspect.ListType() | inspect.StructType() | inspect.BoolType():
            return False
        case _:
            return True
