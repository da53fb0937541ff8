"""Staff and players who do each step wrong before they do it right, or instead.

A duty is a few steps in the right order. Whoever does a step may do it wrong first: in another
person's name, twice, with another body, or not at all. So the refusals between the steps are met
where they belong.
"""

from __future__ import annotations

import asyncio
from base64 import b32decode
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.office.papers import OfficeTerms, SlipKind, chips_of_cents
from pitboss.office.slips import STEPS
from pitboss.server.staff.totp import STEP, code_at
from pitboss.store import StoreError
from tests.simulation.clients import ClosedError, NoAnswerError, Socket, Visitor
from tests.simulation.contrary import GIVEN, Contrary, Reply
from tests.simulation.loop import START
from tests.simulation.surfaces import (
    change_limits,
    own_account,
    play_privately,
    run_drawer,
    run_pit,
)
from tests.simulation.world import World

PARTIES: Final = {
    "floor": "floor.1",
    "cashier": "cage.1",
    "security": "security.1",
    "dealer": "dealer.1",
}
PASSWORD: Final = "correct horse"  # noqa: S105 - of a simulation
FLOAT: Final = {"2500": 40, "500": 200}

Body = Mapping[str, Any]


@dataclass
class Rascals(Contrary):
    """Everybody behind the tables, of another kind."""

    mischief: float = 0.3
    """How often a step is done wrong before it is done right, or not at all."""
    clock: Callable[[], int] = lambda: 0
    """The time on the wall, for codes of a second factor."""

    # -- one step ----------------------------------------------------------------------------------

    async def do(
        self, who: str, path: str, body: Body | None = None, *, method: str = "POST"
    ) -> Any:  # noqa: ANN401
        """Do a step, and perhaps do it wrong first; return the answer, {} if it was refused."""
        chance = self.rng.random() / self.mischief if self.mischief else 1.0
        if chance < 0.25:
            await self.ask(self.rng.choice(sorted(self.tokens)), method, path, body)
        elif chance < 0.5 and body:
            name = self.rng.choice(sorted(body))
            pool = [*GIVEN.get(name, ("x",)), *self.seen.get(name, ())]
            await self.ask(who, method, path, {**body, name: self.rng.choice(pool)})
        elif chance < 0.6:
            return {}
        elif chance < 0.75:
            key = self.new_key()
            asking = self.ask(who, method, path, body, key), self.ask(who, method, path, body, key)
            await asyncio.gather(*asking)
            await self.ask(who, method, path, {**(body or {}), "x": 1}, key)
            await self.ask(who, method, path, {}, key)
        elif chance < 1.0:
            await self.ask(who, method, path, body)
        return await self.ask(who, method, path, body)

    async def ask(
        self, who: str, method: str, path: str, body: Body | None = None, key: str = ""
    ) -> Any:  # noqa: ANN401 - JSON
        """Send a request in somebody's name; return its answer, {} if it was refused."""
        key = key or (self.new_key() if method != "GET" else "")
        given = None if body is None else dict(body)
        token = self.tokens.get(who, "")
        reply = await self.send(token, method, f"/api/1/{path}", given, key)
        if reply is None or reply.status >= 400 or not isinstance(reply.data, dict):
            return {}
        self.learn(reply.data)
        if reply.data.get("token"):
            self.tokens[who] = reply.data["token"]
        return reply.data

    async def read(self, who: str, path: str) -> Any:  # noqa: ANN401 - JSON
        """Read something."""
        return await self.ask(who, "GET", path)

    def new_key(self) -> str:
        """Return a key that nobody had."""
        self._keys += 1
        return f"crew-{self._keys}"

    def pick(self, name: str, otherwise: Any = 1) -> Any:  # noqa: ANN401 - a value
        """Draw a value that an answer showed under a name."""
        return self.rng.choice(self.seen.get(name) or [otherwise])

    async def second(self, answer: Body, *people: str) -> None:
        """Let a second person agree to what the first asked for, or not."""
        number = answer.get("request") or self.pick("request")
        for who in self.rng.sample(people, len(people)):
            match self.rng.randrange(6):
                case 0:
                    await self.do(who, f"staff/requests/{number}/decline", {"why": "no"})
                case 1:
                    await self.do(who, f"staff/requests/{number}/withdraw", {"why": "never mind"})
                case _:
                    await self.do(who, f"staff/requests/{number}/approve")
        await self.read(people[0], "staff/requests")

    async def table(self) -> str:
        """Draw a table."""
        listed = await self.read("nobody", "tables")
        tables = [it["id"] for it in listed.get("tables", ())] or ["t1"]
        return str(self.rng.choice(tables))

    async def round_of(self, table: str) -> int:
        """Return a late round of a table."""
        seen = await self.read("floor.1", f"tables/{table}")
        last = seen.get("round") or 1
        return max(1, int(last) - self.rng.choice((0, 0, 0, 1, 2)))


# -- the day ---------------------------------------------------------------------------------------


async def run_day(them: Rascals) -> None:
    """Open the gambling day or close it, and see to what is due."""
    first, other = them.rng.sample(("accounting.1", "accounting.2"), 2)
    await them.do(first, "staff/day/open")
    await them.read(first, "staff/day")
    match them.rng.randrange(20):
        case 0:
            await them.do(first, "staff/day/close")
        case 1 | 4 | 5:
            body = {"part": them.rng.choice(("money", "chips")), "cents": 100_000, "reason": "x"}
            await them.second(await them.do(first, "staff/cage/capital", body), other, first)
        case 2 | 6 | 7:
            await them.do(first, "staff/progressives/deposit")
            await them.do(other, "staff/progressives/check")
        case 3 | 8 | 9:
            what = {"what": "the lamp is out", "table": await them.table()}
            await them.do("floor.1", "staff/malfunctions", what)
            path = f"staff/notices/{them.pick('number')}/file"
            await them.do("accounting.1", path, {"reference": "letter 7"})
        case _:
            pass


async def open_floor(them: Rascals) -> None:
    """Open the day and every table, and make no mistake."""
    mischief = them.mischief
    them.mischief = 0.0
    await them.do("accounting.1", "staff/day/open")
    listed = await them.read("nobody", "tables")
    for table in listed.get("tables", ()):
        await open_table(them, str(table["id"]))
    them.mischief = mischief


async def open_table(them: Rascals, table: str = "") -> None:
    """Close a table, count its tray, and open it again."""
    table = table or await them.table()
    path = f"staff/tables/{table}"
    who = them.rng.choice(("dealer.1", "dealer.1", "dealer.1", "dealer.2"))
    dealer = {"dealer": them.accounts.get(who, "")}
    await them.do("floor.1", f"{path}/dealer", dealer)
    if them.mischief and them.rng.random() < 0.2:
        await them.do("floor.1", f"{path}/stop")
    seen = await them.read("dealer.1", "staff/tables")
    mine = [it for it in seen.get("tables", ()) if it.get("id", it.get("table")) == table]
    cents = mine[0].get("tray_cents", 0) if mine else 0
    chips: dict[str, int] = dict(FLOAT)
    if cents and them.rng.random() < 0.8:
        held = chips_of_cents(cents, OfficeTerms().denominations)
        chips = {str(value): number for value, number in held.items()}
    await them.do("dealer.1", f"{path}/count", {"chips": chips})
    await them.do("floor.1", f"{path}/sign", {"chips": chips})
    if them.mischief and them.rng.random() < 0.3:
        await them.do("security.1", f"{path}/take-box")


async def bring_slip(them: Rascals) -> None:
    """Bring chips to a table or back, with every signature."""
    kind = them.rng.choice((SlipKind.FILL, SlipKind.CREDIT, SlipKind.ERROR))
    table = await them.table()
    chips = them.rng.choice(({"500": 20}, {"2500": 1}, {"7": 1}))
    made = await them.do("floor.1", "staff/slips", {"kind": kind, "table": table, "chips": chips})
    number = made.get("number") or them.pick("number")
    for state, party in STEPS[kind][1:]:
        path = f"staff/slips/{kind}/{number}"
        if them.rng.random() < 0.05:
            await them.do("floor.1", f"{path}/void", {"reason": "wrong table"})
        await them.do(PARTIES[party], f"{path}/sign", {"state": state, "chips": chips})
    await them.read("floor.1", "staff/slips")


async def count_drop(them: Rascals) -> None:
    """Take a box, count it with a team, and let accounting count it again."""
    for _ in range(them.rng.randrange(3)):
        await them.do("security.1", f"staff/tables/{await them.table()}/take-box")
    for who in ("count.1", "count.2", "security.1", "floor.1")[: them.rng.randrange(2, 5)]:
        await them.do(who, "staff/count/join")
    seen = await them.read("accounting.2", "staff/count")
    for box in seen.get("boxes", ())[:3]:
        number = box.get("box", box.get("number", 1))
        chips = them.rng.choice(({"10000": 5}, {"2000": 25}, {}))
        again = chips if them.rng.random() < 0.8 else {"100": 1}
        await them.do("count.1", f"staff/count/boxes/{number}/count", {"chips": chips})
        await them.do("accounting.2", f"staff/count/boxes/{number}/recount", {"chips": again})
    for who in ("count.1", "count.2"):
        await them.do(who, "staff/count/sign")
    await them.do("accounting.2", "staff/count/finish")


# -- money -----------------------------------------------------------------------------------------


async def run_cage(them: Rascals) -> None:
    """Take money in, pay it out, correct a wallet."""
    account = them.pick("account", "nobody")
    first, other = them.rng.sample(("cage.1", "cage.2"), 2)
    seen = await them.read(first, "staff/cage")
    match them.rng.randrange(5):
        case 0:
            cents = them.rng.choice((500, 5_000, 2_000_000))
            body = {"account": account, "cents": cents, "rail": "cash"}
            await them.second(await them.do(first, "staff/cage/deposit", body), other, first)
        case 1:
            for paper in seen.get("withdrawals", ())[:2]:
                path = f"staff/cage/withdrawals/{paper['number']}"
                if them.rng.random() < 0.3:
                    await them.do(first, f"{path}/refuse", {"reason": "no papers"})
                await them.second(await them.do(first, f"{path}/pay"), other, first)
        case 2:
            body = {"pool": await them.table(), "cents": them.rng.choice((1, 100, 10_000))}
            await them.do(first, "staff/cage/tips", body)
        case 3:
            body = {"account": account, "cents": them.rng.choice((-100, 100)), "reason": "x"}
            made = await them.do("accounting.1", "staff/cage/adjust", body)
            await them.second(made, "accounting.2", "accounting.1")
        case _:
            who = them.rng.choice(("guest.0", "guest.1", first))
            body = {"cents": them.rng.choice((1, 500, 60_000, 1 << 40)), "rail": "bank"}
            for _ in range(them.rng.randrange(1, 4)):
                asked = await them.do(who, "me/withdrawals", body)
            path = f"me/withdrawals/{asked.get('number', 1)}/take-back"
            if them.rng.random() < 0.5:
                await them.do(who, path, {"reason": "never mind"})


# -- rounds ----------------------------------------------------------------------------------------


async def handle_disputes(them: Rascals) -> None:
    """Answer disputes and decide them; an award takes two."""
    table = await them.table()
    asked = {"table": table, "round": await them.round_of(table), "text": "that was wrong"}
    await them.do("guest.0", "me/disputes", asked)
    seen = await them.read("shift-manager.1", "staff/disputes")
    for dispute in seen.get("disputes", ())[:3]:
        path = f"staff/disputes/{dispute.get('number', 1)}"
        await them.read("surveillance.1", path)
        await them.do("floor.1", f"{path}/statement", {"text": "I saw it"})
        await them.do("guest.0", f"me/disputes/{dispute.get('number')}/statement", {"text": "so"})
        await them.do("shift-manager.1", f"{path}/answer", {"text": "we look into it"})
        award = them.rng.choice((0, 0, 500, 1 << 40))
        body = {"award_cents": award, "text": "so it is"}
        made = await them.do("shift-manager.1", f"{path}/decide", body)
        await them.second(made, "shift-manager.2", "shift-manager.1")


async def void_rounds(them: Rascals) -> None:
    """Rule on what went wrong, call a round off, take a settled one back."""
    table = await them.table()
    path = f"staff/tables/{table}"
    number = await them.round_of(table)
    body: dict[str, Any] = {"round": number, "reason": "a card was exposed"}
    match them.rng.randrange(6):
        case 0:
            await them.do("dealer.1", f"{path}/ask-void", body)
            await them.read("floor.1", "staff/voids")
            await them.do("floor.1", f"{path}/dismiss-void", body)
        case 1:
            await them.do("dealer.1", f"{path}/ask-void", body)
            await them.do("floor.1", f"{path}/call-off", body)
        case 2:
            await them.do("floor.1", f"{path}/void-open", body)
        case 3:
            seat = {"seat": them.rng.choice((0, 0, 1, 2, 3))}
            step = them.rng.choice(("void-settled", "take-back"))
            made = await them.do("floor.1", f"{path}/{step}", body | seat)
            await them.second(made, "floor.2", "shift-manager.1", "floor.1")
        case _:
            await rule(them, path, body)


async def rule_at_once(them: Rascals) -> None:
    """Let a round be dealt, and rule on it or call it off while it is under way."""
    table = await them.table()
    seats = {"seat": them.rng.choice((4, 5, 6)), "cents": 20_000}
    await them.ask("guest.0", "POST", f"tables/{table}/sit", seats)
    for _ in range(4):
        mine = await them.read("guest.0", f"tables/{table}")
        for seat in sorted(mine.get("stacks", {})):
            bet = {"seat": int(seat), "wagers": {"main": 1_000}}
            await them.ask("guest.0", "POST", f"tables/{table}/bet", bet)
        await them.ask("floor.1", "POST", f"staff/tables/{table}/deal")
        seen = await them.read("floor.1", f"tables/{table}")
        if seen.get("stage") == "deciding":
            break
    body = {"round": seen.get("round", 1), "reason": "a card fell"}
    path = f"staff/tables/{table}"
    for _ in range(4):
        await rule(them, path, body)
    if them.rng.random() < 0.3:
        await them.do("floor.1", f"{path}/{them.rng.choice(('call-off', 'void-open'))}", body)
    await stand(them, "guest.0", table)


async def play(them: Rascals) -> None:
    """Sit down and play, and do that wrong too: another's turn, an old question, a wrong wager."""
    table = await them.table()
    who = them.rng.choice(("guest.0", "guest.1", "guest.2"))
    for _ in range(them.rng.randrange(2, 8)):
        seen = await them.read(who, f"tables/{table}")
        seats = sorted(seen.get("stacks", {}))
        ask = seen.get("ask") or {}
        seat = int(them.rng.choice(seats)) if seats else them.rng.choice((1, 2, 3, 7))
        path = f"tables/{table}"
        if ask.get("choices"):
            choice = them.rng.choice(ask["choices"])
            body = {"seat": ask["seat"], "n": ask["n"], "action": choice["kind"]}
            if choice.get("lows"):
                body["low"] = them.rng.choice((*choice["lows"], "As", "xx"))
            await them.do(who, f"{path}/act", body)
        elif not seats:
            cents = them.rng.choice((1, 20_000, 50_000))
            await them.do(who, f"{path}/sit", {"seat": seat, "cents": cents})
        else:
            wagers = them.rng.choice(GIVEN["wagers"])
            await them.do(who, f"{path}/bet", {"seat": seat, "wagers": wagers})
        if them.rng.random() < 0.1:
            await them.do(who, f"{path}/leave", {"seat": seat})
            await them.do(who, f"{path}/cut", {"seat": seat, "seed": "00" * 16})


async def take_every_seat(them: Rascals) -> None:
    """Take one seat after another, until that is refused."""
    listed = await them.read("nobody", "tables")
    for table in listed.get("tables", ()):
        for seat in range(1, 9):
            body = {"seat": seat, "cents": 1_000}
            await them.ask("guest.2", "POST", f"tables/{table['id']}/sit", body)
        mine = await them.read("guest.2", f"tables/{table['id']}")
        for seat in sorted(mine.get("stacks", {})):
            await them.ask("guest.2", "POST", f"tables/{table['id']}/leave", {"seat": int(seat)})


async def win_together(them: Rascals) -> None:
    """Bet at two tables of one jackpot at the same moment."""
    for _ in range(5):
        bets = []
        for who, table in (("guest.0", "j1"), ("guest.1", "j2")):
            await them.ask(who, "POST", f"tables/{table}/sit", {"seat": 1, "cents": 20_000})
            wagers = {"main": 1_000, "jackpot-1": 500}
            bet = {"seat": 1, "wagers": wagers}
            bets.append(them.ask(who, "POST", f"tables/{table}/bet", bet))
        await asyncio.gather(*bets)
        for who, table in (("guest.0", "j1"), ("guest.1", "j2")):
            await stand(them, who, table)


async def stand(them: Rascals, who: str, table: str) -> None:
    """Stand until the round is over."""
    for _ in range(6):
        ask = (await them.read(who, f"tables/{table}")).get("ask") or {}
        if not ask.get("choices"):
            return
        kinds = [it["kind"] for it in ask["choices"]]
        kind = next((it for it in ("decline", "stand") if it in kinds), kinds[0])
        body = {"seat": ask["seat"], "n": ask["n"], "action": kind}
        await them.ask(who, "POST", f"tables/{table}/act", body)


async def rule(them: Rascals, path: str, body: Body) -> None:
    """Rule on an irregularity."""
    kinds = ("dead-hand", "dealer-misdeal", "fallen-card", "floor-ruling", "foul", "hand-ruling")
    kind = them.rng.choice((*kinds, "misdeal", "misplaced-community-cards", "x"))
    details = {"irregularity": kind, "seat": them.rng.choice((0, 1, 2, 3, 9)), "hand": 1}
    await them.do("floor.1", f"{path}/rule", {**body, **details})


async def pace(them: Rascals) -> None:
    """Pause a table, deal, and go on."""
    path = f"staff/tables/{await them.table()}"
    await them.do("floor.1", f"{path}/deal")
    await them.do("floor.1", f"{path}/pause", {"paused": True})
    await them.do(
        "guest.0", f"{path.removeprefix('staff/')}/bet", {"seat": 1, "wagers": {"main": 1_000}}
    )
    await them.ask("floor.1", "POST", f"{path}/pause", {"paused": False})


async def switch(them: Rascals) -> None:
    """Switch a table or the floor off, and on again."""
    path = them.rng.choice((f"staff/tables/{await them.table()}/switch", "staff/floor/switch"))
    who = them.rng.choice(("floor.1", "shift-manager.1", "sysadmin.1"))
    await them.do(who, path, {"on": False, "reason": "smoke"})
    await them.do(
        "guest.1", f"tables/{await them.table()}/bet", {"seat": 1, "wagers": {"main": 500}}
    )
    await them.ask("shift-manager.1", "POST", path, {"on": True, "reason": "it is over"})


# -- jackpots --------------------------------------------------------------------------------------


async def settle_hits(them: Rascals) -> None:
    """Confirm or reject hits with two people, and look after the jackpots."""
    listed = await them.read("nobody", "jackpots")
    for jackpot in listed.get("jackpots", ()):
        path = f"staff/jackpots/{jackpot['id']}"
        await them.read("jackpot-admin.1", f"{path}/books")
        seen = await them.read("nobody", f"jackpots/{jackpot['id']}/hits")
        for hit in seen.get("hits", ())[:2]:
            verb = them.rng.choice(("confirm", "confirm", "reject"))
            body = {"why": "not sure"} if verb == "reject" else None
            for who in ("floor.1", "shift-manager.1"):
                await them.read(who, f"{path}/hits/{hit['hit']}")
                await them.do(who, f"{path}/hits/{hit['hit']}/{verb}", body)
        await change_jackpot(them, path)


async def change_jackpot(them: Rascals, path: str) -> None:
    """Propose a change, and decide it."""
    rng = them.rng
    why = {"why": "because"}
    name, body = rng.choice(
        (
            ("adjust", {"units": rng.choice((-10_000, 0, 10_000, 10**12)), "reason": "x", **why}),
            ("adjust", {"units": 10_000, "reason": "malfunction", **why}),
            ("terms", {"seed": rng.choice((1, 50_000_000)), "contribution": "20%", **why}),
            ("terms", {"ceiling": rng.choice((0, 1, 10**12)), **why}),
            ("transfer", {"to": rng.choice(("mega", "other", "nothing")), **why}),
            ("close", why),
            ("permission", {"reference": "7", "date": rng.choice(("2027-01-15", "x")), **why}),
            ("switch", {"on": rng.random() < 0.5, **why}),
        )
    )
    made = await them.do("jackpot-admin.1", f"{path}/{name}", body)
    for proposal in made.get("proposals", ())[:2]:
        number = proposal.get("proposal", proposal.get("number", 1))
        verb = rng.choice(("approve", "approve", "withdraw"))
        who = (
            "jackpot-admin.1"
            if verb == "withdraw"
            else rng.choice(("accounting.1", "jackpot-admin.2"))
        )
        await them.do(who, f"{path}/proposals/{number}/{verb}")
    if name == "switch":
        await them.do("jackpot-admin.1", f"{path}/switch", {"on": True, **why})


# -- people ----------------------------------------------------------------------------------------


async def change_roles(them: Rascals) -> None:
    """Hire somebody with a name, give and take roles, disable and enable."""
    name = f"staff-{them.rng.randrange(4)}"
    who = f"named.{name}"
    login = {"name": name, "password": PASSWORD}
    if not (await them.ask(who, "POST", "register", login)).get("token"):
        await them.do(who, "login", login)
    role = them.rng.choice(("floor", "dealer", "cage", "auditor", "sysadmin", "count"))
    body = {"name": name, "role": role, "why": "a new job"}
    first, other = them.rng.sample(("sysadmin.1", "sysadmin.2"), 2)
    match them.rng.randrange(5):
        case 0:
            await them.do(first, "staff/roles/take", body)
        case 1:
            reason = {"name": name, "why": "on leave"}
            await them.do(first, "staff/disable", reason)
            await them.second(await them.do(first, "staff/enable", reason), other, first)
        case 2:
            step = them.rng.choice(("staff/unlock", "staff/reset-factor"))
            made = await them.do(first, step, {"name": name, "why": "lost the telephone"})
            await them.second(made, other, first)
        case 3:
            await enrol(them, who)
        case _:
            await them.second(await them.do(first, "staff/roles/give", body), other, first)
    await them.read(first, "staff")


async def enrol(them: Rascals, who: str) -> None:
    """Set up a second factor, and give it."""
    made = await them.do(who, "me/factor", {"password": PASSWORD})
    if not (secret := made.get("secret")):
        return
    code = code_at(b32decode(secret), them.clock() // STEP)
    await them.do(who, "me/factor/confirm", {"code": code})
    later = code_at(b32decode(secret), them.clock() // STEP + 1)
    await them.do(who, "step-up", {"password": PASSWORD, "code": later})
    changed = {"old": PASSWORD, "new": PASSWORD}
    await them.do(who, "me/password", changed)


async def exclude(them: Rascals) -> None:
    """Exclude a player and lift it; impose limits."""
    account = them.pick("account", "nobody")
    reason = {"account": account, "reason": "asked for it"}
    await them.do("floor.1", "staff/exclusions/propose", reason)
    await them.read("surveillance.1", "staff/exclusions")
    match them.rng.randrange(4):
        case 0:
            days = them.rng.choice((0, 1, 30))
            await them.do("shift-manager.1", "staff/exclusions", {**reason, "days": days})
        case 1:
            made = await them.do("shift-manager.1", "staff/exclusions/lift", reason)
            await them.second(made, "shift-manager.2")
        case 2:
            limits = {"wager_cents": them.rng.choice((100, 5_000)), "minutes": 1}
            body = {"reason": "care", "limits": limits}
            path = f"staff/players/{account}/limits"
            await them.do("shift-manager.1", path, body, method="PUT")
        case _:
            own = {them.rng.choice(("wager_cents", "loss_cents", "deposit_cents")): 500}
            await them.do("guest.1", "me/limits", own, method="PUT")


async def look(them: Rascals) -> None:
    """Read the books and ask for anything else."""
    await them.read("auditor.1", f"audit/entries?limit={them.rng.randrange(1, 50)}")
    for _ in range(10):
        await them.step()


# -- requests that no page sends -------------------------------------------------------------------


@dataclass(eq=False)
class Stranger(Visitor):
    """Sends requests in many names, and some that no browser sends."""

    more: tuple[tuple[bytes, bytes], ...] = ()
    """Headers for the next requests; one that is there already is replaced."""
    owners: dict[str, str] = field(default_factory=dict)
    """Token -> account: what a player may see depends on who asks."""

    def scope(self, kind: str, method: str, path: str, key: str, size: int) -> dict[str, Any]:
        """Return the scope of a request, with odd headers."""
        scope = super().scope(kind, method, path.replace(" ", "%20"), key, size)
        names = {name for name, _ in self.more}
        kept = [it for it in scope["headers"] if it[0] not in names]
        return {**scope, "headers": [*kept, *self.more]}

    async def send(self, token: str, method: str, path: str, body: Any, key: str) -> Reply | None:  # noqa: ANN401
        """Send a request in somebody's name; None: nobody answered."""
        try:
            answer = await self.in_name_of(token).call(method, path, body, key)
        except NoAnswerError:
            return None
        if isinstance(answer.data, dict) and answer.data.get("token"):
            owner = answer.data.get("account") or self.owners.get(token, "")
            self.owners[answer.data["token"]] = owner
        return Reply(answer.status, answer.data)

    def in_name_of(self, token: str) -> Stranger:
        """Return the same stranger with a session; others may be used at the same time."""
        one = copy(self)
        one.token, one.account = token, self.owners.get(token, "")
        return one


async def send_odd_requests(stranger: Stranger, them: Rascals) -> None:
    """Send what is refused before anybody looks at what it asks for."""
    wrong: Mapping[str, tuple[tuple[bytes, bytes], ...]] = {
        "host": ((b"host", b"elsewhere.example"),),
        "origin": ((b"origin", b"https://elsewhere.example"), (b"sec-fetch-site", b"cross-site")),
        "encoded": ((b"content-encoding", b"gzip"),),
        "plain": ((b"content-type", b"text/plain"),),
    }
    for headers in wrong.values():
        stranger.more = headers
        await them.ask("guest.0", "POST", "register", {"name": "ann-2", "password": "x"})
    stranger.more = ()
    await them.ask("guest.0", "PATCH", "me")
    await them.ask("guest.0", "GET", "no/such/thing")
    await them.ask("guest.0", "POST", "register", {"name": "ann", "password": "x" * 200_000})
    await them.ask("guest.0", "POST", "register", {"name": "ann-3", "password": "password"})
    await them.ask("guest.0", "POST", "register", {"name": "no", "password": "correct horse"})
    for house in ({"options": {"decks": 101}}, {"x": 1}, {"tables": 5}):
        await them.ask("guest.0", "POST", "tables", {"game": "co/free-bet", "house": house})
    await them.ask("guest.0", "POST", "tables", {"game": "co/nothing"})


async def send_odd_frames(stranger: Stranger, them: Rascals) -> None:
    """Send frames that a page never sends, over a few sockets."""
    one = stranger.in_name_of(them.tokens.get("guest.1", ""))
    sockets = [Socket(one, stranger.pick()) for _ in range(them.rng.choice((1, 2, 6)))]
    frames: tuple[Any, ...] = (
        {"t": "nonsense"},
        {"t": 5},
        [],
        {"t": "watch", "table": "nothing"},
        {"t": "bet", "a": "", "table": "t1", "d": {"seat": 1}},
        {"t": "act", "a": "x" * 300, "table": "t1", "d": {}},
        {"t": "cut", "a": "odd-1", "table": "t1", "d": {"seat": 1, "seed": "00"}},
    )
    for socket in sockets:
        await socket.open()
    for socket in sockets:
        with suppress(ClosedError):
            for frame in them.rng.sample(frames, 3):
                socket.send(frame)
            while (got := await socket.recv(1.0)) is not None:
                stranger.world.trace.reach("ws", "odd", got.get("code", got["t"]))
        socket.close()


# -- all day ---------------------------------------------------------------------------------------


async def make_trouble(world: World) -> None:
    """Do everything wrong until the floor closes."""
    stranger = Stranger(world, "stranger")

    def clock() -> int:
        return round((START + world.loop.time()) * 1_000_000)

    them = Rascals(stranger.send, world.rng("rascals"), clock=clock)
    await them.enter(3)
    while not world.is_closed:
        with suppress(NoAnswerError, ClosedError):
            if them.rng.random() < 0.2 or "floor.1" not in them.tokens:
                await _hire(world, them)
            duties = [duty for names in DUTIES.values() for duty in names]
            match them.rng.randrange(8):
                case 0:
                    await send_odd_requests(stranger, them)
                case 1:
                    await send_odd_frames(stranger, them)
                case 2:
                    await them.enter(3)
                    await open_floor(them)
                case _:
                    await them.rng.choice(duties)(them)
        await stranger.think(0.2)


async def _hire(world: World, them: Rascals) -> None:
    """Let a worker hire them; it may be killed while it does."""
    process = them.rng.choice(world.up) if world.up else None
    if process is None or process.life is None or process.app is None:
        return
    work = them.hire(process.services, "rascals")
    task = world.loop.create_task(work, context=process.life.context)
    ended, _ = await asyncio.wait({task}, timeout=20.0)
    with suppress(StoreError, asyncio.CancelledError):  # the next try serves as well
        for task in ended:
            task.result()


Duty = Callable[[Rascals], Awaitable[None]]
DUTIES: Final[Mapping[str, tuple[Duty, ...]]] = {
    "day": (run_day, open_table, open_floor),
    "slips": (bring_slip, open_table, count_drop, run_pit),
    "cage": (run_cage, run_drawer),
    "disputes": (handle_disputes, play),
    "voids": (void_rounds, pace, rule_at_once, rule_at_once),
    "hits": (settle_hits, win_together, settle_hits, run_pit, run_pit),
    "roles": (change_roles,),
    "exclusions": (exclude,),
    "limits": (exclude, change_limits),
    "switches": (switch,),
    "audit": (look, play, play, take_every_seat, win_together, play_privately, own_account),
}
"""What they do, by the names of duties of a scenario."""
