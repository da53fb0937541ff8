"""Players: they come in, sit down, bet, decide, and do what else people do with their money.

A player knows what he was sent, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pitboss.fair.cut import SeedPlace
from pitboss.floor.terms import TableTerms
from tests.engine.bets import random_wagers
from tests.simulation.clients import (
    AGAIN,
    Answer,
    ClosedError,
    NoAnswerError,
    Sent,
    Socket,
    Visitor,
)
from tests.simulation.trace import Violation
from tests.simulation.world import tables_of

BUY_INS = (1_000, 20_000, 50_000, 100_000)
PASSWORD = "correct horse {}"  # noqa: S105
TRIES = 8

Habit = Callable[["Player"], Awaitable[None]]


@dataclass(eq=False)
class Player(Visitor):
    """Somebody who plays."""

    is_named: bool = False
    polls: bool = False
    """He asks over HTTP again and again, in place of a WebSocket."""
    socket: Socket | None = None
    table: str = ""
    known: dict[str, Any] = field(default_factory=dict)
    """The table as far as he was told."""
    is_barred: bool = False
    """He may not play any more; he tries it now and then."""
    has_asked_for_name: bool = False
    past: list[Sent] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    _answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _bet_for: dict[int, int] = field(default_factory=dict)
    _seeds: dict[SeedPlace, bytes] = field(default_factory=dict)
    """Seat -> the round that he has bet for."""
    _reader: asyncio.Task[None] | None = None

    async def live(self) -> None:
        """Play until the floor closes."""
        world = self.world
        self.on_no_session = self.come_back
        while not world.is_closed:
            try:
                if not self.account:
                    await self.enter()
                await self._turn()
            except (NoAnswerError, ClosedError):
                await self.think()
        if self._reader is not None:
            self._reader.cancel()

    async def enter(self) -> None:
        """Come in as a guest, and perhaps take a name."""
        answer = await self.call("POST", "/api/1/guest")
        if answer.code != "ok":
            raise NoAnswerError(answer.code)
        self.token = answer.data["token"]
        self.account = answer.data["account"]
        self.world.know(self)
        if self.is_named:
            self.has_asked_for_name = True  # and has it, even if the answer is lost
            answer = await self.call("POST", "/api/1/register", self._name_and_password)
            self._take_token(answer)

    @property
    def _name_and_password(self) -> dict[str, str]:
        return {"name": f"player-{self.name}", "password": PASSWORD.format(self.name)}

    def _take_token(self, answer: Answer) -> None:
        if answer.code == "ok" and answer.data.get("token"):
            self.token = answer.data["token"]
            self.world.know(self)

    async def come_back(self) -> None:
        """Log in again, because the session is over; a guest cannot."""
        if self.has_asked_for_name:
            answer = await self.call("POST", "/api/1/login", self._name_and_password)
            self._take_token(answer)
            if answer.code == "ok":
                return
        if not self.has_asked_for_name and not self.world.scenario.has_odd_clocks:
            message = "the session of a guest is gone"
            self.world.violations.append(Violation("announced", message, self.name))
        self.account = ""

    async def _turn(self) -> None:
        if self.world.scenario.habits and self.rng.random() < self.world.scenario.habit_share:
            habit = self.rng.choice(self.world.scenario.habits)
            await HABITS[habit](self)
        if not self.table or (self.rng.random() < 0.01 and not self.seats):
            await self._choose_table()
        elif self.polls:
            await self._look()
        elif self.socket is None or self.socket.closed:
            await self._connect()
        await self._act()
        await self.think()

    # -- what he sees ------------------------------------------------------------------------------

    async def _choose_table(self) -> None:
        answer = await self.call("GET", "/api/1/tables")
        if answer.code == "ok" and (tables := answer.data["tables"]):
            table = self.rng.choice([it for it in tables if not it.get("practice")] or tables)
            self.table = table["id"]
            self.known = {}
            self._bet_for = {}
            if self.socket is not None and not self.socket.closed:
                self.socket.send({"t": "watch", "table": self.table})

    async def _look(self) -> None:
        answer = await self.call("GET", f"/api/1/tables/{self.table}")
        if answer.code == "ok":
            self.known = answer.data
        elif answer.code == "table/unknown":
            self.table = ""

    async def _connect(self) -> None:
        self.socket = Socket(self, self.pick())
        await self.socket.open()
        self.known = {}
        self.socket.send({"t": "watch", "table": self.table, "scene": self.rng.random() < 0.2})
        if self._reader is not None:
            self._reader.cancel()
        self._reader = self.world.loop.create_task(self._read(self.socket))

    async def _read(self, socket: Socket) -> None:
        with suppress(ClosedError):
            while not self.world.is_over:
                frame = await socket.recv(60.0)
                if frame is None:
                    socket.close()
                elif frame["t"] == "p":
                    socket.send({"t": "p", "n": frame["n"]})
                else:
                    self._take(frame)

    def _take(self, frame: dict[str, Any]) -> None:
        match frame["t"]:
            case "ok" | "no":
                answer = self._answers.get(frame.get("a", ""))
                if answer is not None and not answer.done():
                    answer.set_result(frame)
            case "view" if frame["table"] == self.table:
                self.known = frame
            case "ev" if frame["table"] == self.table and self.known:
                if "seats" in frame:  # who has no seat any more is told of no chips
                    frame.setdefault("stacks", {})
                self.known = {**self.known, **frame}
        if frame["t"] in {"view", "ev"}:
            self.world.announce(self, frame)

    @property
    def seats(self) -> list[int]:
        """His seats at the table."""
        return sorted(map(int, self.known.get("stacks", {})))

    @property
    def terms(self) -> TableTerms | None:
        """The terms of his table; None: it is a practice table."""
        tables = {terms.id: terms for terms in tables_of(self.world.scenario)}
        return tables.get(self.table)

    # -- what he does ------------------------------------------------------------------------------

    async def _act(self) -> None:
        known = self.known
        rng = self.rng
        if not known:
            return
        ask = known.get("ask")
        if ask and "choices" in ask:
            await self._decide(ask)
        elif not self.seats:
            if not (self.is_barred or known.get("closed")) or rng.random() < 0.05:
                await self._sit()
        elif rng.random() < 0.03:
            await self.ask("leave", seat=rng.choice(self.seats))
        elif rng.random() < 0.03:
            await self.ask("buy-in", seat=rng.choice(self.seats), cents=rng.choice(BUY_INS))
        elif rng.random() < 0.03:
            await self.ask("sit-out", seat=rng.choice(self.seats), out=rng.random() < 0.5)
        elif rng.random() < 0.5 and (cut := self._cut()):
            what, details = cut
            await self.ask(what, **details)
        elif known.get("stage") == "betting":
            await self._bet()

    def _cut(self) -> tuple[str, dict[str, Any]] | None:
        """Commit to a seed for the next shuffle, or reveal it; now and then another one."""
        cut = self.known.get("shuffles", {}).get("cut")
        if cut is None:
            return None
        place = SeedPlace(self.table, cut["shuffle"], cut["attempt"], self.seats[0])
        if cut["fixed"]:
            seed = self._seeds.get(place)
            if seed is None or place.seat in cut["revealed"]:
                return None
            wrong = self.rng.random() < 0.05
            shown = self.rng.randbytes(32) if wrong else seed
            return "reveal", {"seat": place.seat, "seed": shown.hex()}
        if place in self._seeds and self.rng.random() < 0.9:
            return None
        seed = self._seeds[place] = self.rng.randbytes(32)
        mark = place.commit(seed).hex()
        details = {"seat": place.seat, "commitment": mark, "shuffle": place.shuffle}
        return "cut", {**details, "attempt": place.attempt}

    async def _sit(self) -> None:
        taken = {seat["seat"] for seat in self.known.get("seats", ())}
        free = [seat for seat in range(1, 8) if seat not in taken]
        if free:
            await self.ask("sit", seat=self.rng.choice(free), cents=self.rng.choice(BUY_INS))

    async def _bet(self) -> None:
        terms = self.terms
        number = self.known.get("round", 0) + 1
        if terms is None:
            return
        for seat in self.seats:
            if self._bet_for.get(seat) == number and self.rng.random() < 0.8:
                continue
            self._bet_for[seat] = number
            wagers = random_wagers(self.rng, terms.setup)
            stack = self.known["stacks"].get(str(seat), 0)
            if sum(wagers.values()) > stack:
                wagers = {wager: max(1, cents // 50) for wager, cents in wagers.items()}
            details: dict[str, Any] = {"seat": seat, "wagers": wagers}
            if self.rng.random() < 0.5:
                details["round"] = number
            if self.rng.random() < 0.2:
                details["ready"] = False
            await self.ask("bet", **details)

    async def _decide(self, ask: dict[str, Any]) -> None:
        choice = self.rng.choice(ask["choices"])
        details: dict[str, Any] = {"seat": ask["seat"], "n": ask["n"], "action": choice["kind"]}
        if choice.get("low") is not None and self.rng.random() < 0.5:
            details["amount"] = choice["low"]
        if choice.get("lows"):
            details["low"] = self.rng.choice(choice["lows"])
        await self.ask("act", **details)

    async def ask(self, what: str, **details: Any) -> Sent:  # noqa: ANN401 - JSON
        """Ask the table for something until the answer is known."""
        path = f"/api/1/tables/{self.table}/{what}"
        if self.polls or self.socket is None or self.socket.closed:
            sent = await self.insist("POST", path, details)
        else:
            sent = await self._ask_socket(what, path, details)
        self.past = [*self.past[-30:], sent]
        if sent.answers and sent.answers[-1] in {"account/excluded", "limit/time"}:
            self.is_barred = True
        return sent

    async def _ask_socket(self, what: str, path: str, details: dict[str, Any]) -> Sent:
        trace = self.world.trace
        table = self.table
        sent: Sent = self.world.ledger_line(self, path, details, self.new_key())
        for _ in range(TRIES):
            code = await self._try(what, table, sent)
            sent.answers.append(code)
            trace.note(self.name, f"ws {what} {table} {details} {sent.key}", code)
            trace.reach("ws", what, code, self.known.get("stage"))
            if code is not None:
                trace.commands += 1
                if code not in AGAIN:
                    break
            if self.world.is_closed:
                break
            await self.think(0.5)
        return sent

    async def _try(self, what: str, table: str, sent: Sent) -> str | None:
        """Send a command over the socket once; over HTTP if that is closed."""
        answer = self._answers[sent.key] = self.world.loop.create_future()
        try:
            if self.socket is None or self.socket.closed:
                return (await self.call("POST", sent.path, sent.body, sent.key)).code
            self.socket.send({"t": what, "a": sent.key, "table": table, "d": sent.body})
            await asyncio.wait({answer}, timeout=10.0)
            if not answer.done():
                return None
            frame = answer.result()
            return "ok" if frame["t"] == "ok" else str(frame["code"])
        except (ClosedError, NoAnswerError):
            return None
        finally:
            del self._answers[sent.key]


# -- habits ----------------------------------------------------------------------------------------


async def repeat(player: Player) -> None:
    """Send an old command again with the same key: it must not take effect twice."""
    if player.past:
        old = player.rng.choice(player.past)
        try:
            answer = await player.call("POST", old.path, old.body, old.key)
        except NoAnswerError:
            old.answers.append(None)
        else:
            old.answers.append(answer.code)


async def set_limits(player: Player) -> None:
    """Set limits of one's own, sometimes several at the same moment."""
    rng = player.rng
    wanted = {
        "wager_cents": rng.choice((500, 5_000, 20_000)),
        "loss_cents": rng.choice((2_000, 30_000)),
        "minutes": rng.choice((2, 30, 300)),
        "deposit_cents": rng.choice((1_000, 50_000)),
    }
    names = rng.sample(sorted(wanted), rng.choice((1, 2, 3)))
    if rng.random() < 0.5:
        bodies = [{name: wanted[name]} for name in names]
    else:
        bodies = [{name: wanted[name] for name in names}]
    await asyncio.gather(*(_set_limit(player, body) for body in bodies))


async def _set_limit(player: Player, body: dict[str, int]) -> None:
    answer = await player.call("PUT", "/api/1/me/limits", body)
    if answer.code == "ok":
        player.limits |= body
        player.world.note_limits(player, body)


async def withdraw(player: Player) -> None:
    """Ask for money, or take back what was asked for."""
    rng = player.rng
    if rng.random() < 0.5:
        cents = rng.choice((1, 5_000, 100_000))
        await player.insist("POST", "/api/1/me/withdrawals", {"cents": cents, "rail": "bank"})
        return
    answer = await player.call("GET", "/api/1/me/withdrawals")
    if answer.code == "ok" and answer.data["withdrawals"]:
        number = rng.choice(answer.data["withdrawals"])["number"]
        path = f"/api/1/me/withdrawals/{number}/take-back"
        await player.insist("POST", path, {"reason": "I changed my mind"})


async def refill(player: Player) -> None:
    """Ask for new play money, sometimes while sitting down with the old."""
    work = [player.insist("POST", "/api/1/me/play-money")]
    if player.table and player.known and player.rng.random() < 0.5:
        path = f"/api/1/tables/{player.table}/sit"
        body = {"seat": player.rng.randint(1, 7), "cents": player.rng.choice(BUY_INS)}
        work.append(player.insist("POST", path, body))
    await asyncio.gather(*work)


async def dispute(player: Player) -> None:
    """Dispute a round."""
    answer = await player.call("GET", "/api/1/me/rounds")
    if answer.code == "ok" and answer.data.get("rounds"):
        past = player.rng.choice(answer.data["rounds"])
        body = {"table": past["table"], "round": past["round"], "text": "that was wrong"}
        await player.insist("POST", "/api/1/me/disputes", body)


async def practise(player: Player) -> None:
    """Open a practice table, and play a round with its chips."""
    answer = await player.call("POST", "/api/1/tables", {"game": "co/free-bet"})
    if answer.code != "ok":
        return
    table = answer.data["table"]
    path = f"/api/1/tables/{table}"
    await player.insist("POST", f"{path}/sit", {"seat": 1, "cents": 20_000})
    for _ in range(player.rng.randint(1, 4)):
        await player.insist("POST", f"{path}/bet", {"seat": 1, "wagers": {"main": 1_000}})
        for _ in range(8):
            seen = await player.call("GET", path)
            ask = seen.data.get("ask") if seen.code == "ok" else None
            if not ask:
                break
            kind = player.rng.choice(ask["choices"])["kind"]
            body = {"seat": 1, "n": ask["n"], "action": kind}
            await player.insist("POST", f"{path}/act", body, tries=3)
    await player.insist("POST", f"{path}/leave", {"seat": 1})


async def exclude_oneself(player: Player) -> None:
    """Now and then somebody has enough."""
    if player.rng.random() < 0.1:
        await player.insist("POST", "/api/1/me/exclusion", {"days": 1})


async def spectate(player: Player) -> None:
    """Look at what is there for everybody."""
    paths = ["me", "tables", "jackpots", "me/rounds", "me/statement", "me/limits", "me/disputes"]
    if player.table:
        paths += [f"tables/{player.table}", f"tables/{player.table}/terms"]
        paths.append(f"tables/{player.table}/shoes/{player.rng.randint(1, 3)}")
        paths.append(f"rounds/{player.table}/{player.rng.randint(1, 5)}")
        paths.append(f"staff/rounds/{player.table}/1")
        paths.append("audit/entries")
    await player.call("GET", f"/api/1/{player.rng.choice(paths)}")


async def send_odd_things(player: Player) -> None:
    """Send commands with odd ids, odd numbers and odd texts, which hurt nobody else."""
    rng = player.rng
    socket = player.socket
    if socket is None or socket.closed or not player.table:
        body = {"seat": rng.choice((0, -1, 10**9)), "cents": rng.choice((0, -5, 10**15))}
        await player.insist("POST", f"/api/1/tables/{player.table or 't1'}/sit", body, tries=2)
        return
    for _ in range(rng.randint(1, 4)):
        name = rng.choice(("\x00", "a\x00b", "\x1f", "", "x" * 101, "é"))
        what = "buy-in" if player.seats else "sit"
        body = {"seat": rng.choice(player.seats or range(1, 8)), "cents": 1_000}
        socket.send({"t": what, "a": name, "table": player.table, "d": body})
        await player.think(0.05)


HABITS: dict[str, Habit] = {
    "limits": set_limits,
    "withdraw": withdraw,
    "refill": refill,
    "dispute": dispute,
    "practice": practise,
    "exclude": exclude_oneself,
    "repeat": repeat,
    "spectate": spectate,
    "odd": send_odd_things,
}
