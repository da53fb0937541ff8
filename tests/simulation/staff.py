"""Staff: they are hired, give their second factor, and do the work of the house over HTTP."""

from __future__ import annotations

import asyncio
import hmac
from base64 import b32decode
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pitboss.office.core import HOUSE, Done
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from tests.simulation.clients import NoAnswerError, Sent, Visitor
from tests.simulation.loop import START
from tests.simulation.players import PASSWORD
from tests.simulation.swarm import JACKPOT
from tests.simulation.world import World, tables_of

STEP_SECONDS = 30
CREW: Mapping[Role, int] = {
    Role.SHIFT: 2,
    Role.FLOOR: 2,
    Role.CAGE: 2,
    Role.ACCOUNTING: 2,
    Role.COUNT: 2,
    Role.JACKPOTS: 1,
    Role.SECURITY: 1,
    Role.SURVEILLANCE: 1,
    Role.AUDITOR: 1,
    Role.ADMIN: 2,
}
"""How many there are of each role, besides a dealer for each table."""
TRAY_CENTS = 2_000_000
DENOMINATIONS = (500_000, 100_000, 10_000, 5_000, 2_500, 500, 100, 25, 5, 1)

Duty = Callable[["Crew"], Awaitable[None]]


def break_down(cents: int) -> dict[str, int]:
    """Return chips that are worth so many cents.

    >>> break_down(2_600)
    {'2500': 1, '100': 1}
    """
    chips: dict[str, int] = {}
    for worth in DENOMINATIONS:
        number, cents = divmod(cents, worth)
        if number:
            chips[str(worth)] = number
    return chips


@dataclass(eq=False)
class Member(Visitor):
    """One of the staff."""

    role: Role = Role.FLOOR
    secret: bytes = b""
    last_step: int = 0

    @property
    def credentials(self) -> dict[str, str]:
        """The name and the password."""
        return {"name": self.name, "password": PASSWORD.format(self.name)}

    async def be_hired(self) -> None:
        """Take a name, get a role from the house, and enrol a second factor."""
        self._take(await self.call("POST", "/api/1/guest"))
        self._take(await self.call("POST", "/api/1/register", self.credentials))
        desk = self.pick().services.desk
        given = await desk.ask(GiveRole(self.account, self.role), HOUSE, f"hire/{self.name}")
        assert isinstance(given, Done), given
        password = {"password": self.credentials["password"]}
        answer = await self.call("POST", "/api/1/me/factor", password)
        if answer.code != "ok":
            return  # he works without the second factor, and is refused
        self.secret = b32decode(answer.data["secret"])
        confirm = {"code": await self.next_code()}
        self._take(await self.call("POST", "/api/1/me/factor/confirm", confirm))
        self.on_no_session = self.log_in

    def _take(self, answer: Any) -> None:  # noqa: ANN401 - an answer
        if answer.code == "ok":
            self.token = answer.data.get("token") or self.token
            self.account = answer.data.get("account") or self.account
            self.world.know(self)

    async def next_code(self) -> str:
        """Return a code that was not used yet; each half minute has one."""
        now = int(START + self.world.loop.time()) // STEP_SECONDS
        step = max(now, self.last_step + 1)
        if step > now + 1:
            await asyncio.sleep((step - now - 1) * STEP_SECONDS)
        self.last_step = step
        digest = hmac.digest(self.secret, step.to_bytes(8, "big"), "sha1")
        start = digest[-1] & 15
        number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
        return f"{number % 1_000_000:06d}"

    async def log_in(self) -> None:
        """Log in again with the second factor."""
        body = {**self.credentials, "code": await self.next_code()}
        self._take(await self.call("POST", "/api/1/login", body))

    async def step_up(self) -> None:
        """Give the password and a code."""
        body = {"password": self.credentials["password"], "code": await self.next_code()}
        self._take(await self.call("POST", "/api/1/step-up", body))

    async def do(self, path: str, /, method: str = "POST", **body: Any) -> Sent:  # noqa: ANN401
        """Do something, stepping up where that is needed."""
        given = body or None
        sent = await self.insist(method, f"/api/1/staff/{path}", given)
        if sent.answers[-1] in {"step-up/needed", "factor/missing"}:
            await self.step_up()
            sent = await self.insist(method, f"/api/1/staff/{path}", given)
        return sent

    async def see(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """Read something; None: it was not answered or refused."""
        answer = await self.read(f"/api/1/{path}")
        return answer.data if answer is not None and answer.code == "ok" else None


@dataclass(eq=False)
class Crew:
    """Everybody who works in the house."""

    world: World
    members: dict[Role, list[Member]] = field(default_factory=dict)
    dealers: dict[str, Member] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = self.world.rng("crew")

    @property
    def tables(self) -> list[str]:
        """The tables of the floor."""
        return [terms.id for terms in tables_of(self.world.scenario)]

    async def hire(self) -> None:
        """Hire everybody, before anything fails."""
        for role, number in CREW.items():
            names = [f"{role.value}-{place}" for place in range(1, number + 1)]
            self.members[role] = [Member(self.world, name, role=role) for name in names]
        for table in self.tables:
            self.dealers[table] = Member(self.world, f"dealer-{table}", role=Role.DEALER)
        everybody = [it for members in self.members.values() for it in members]
        for member in (*everybody, *self.dealers.values()):
            await member.be_hired()
        for table, dealer in self.dealers.items():
            floor = self.members[Role.FLOOR][0]
            await floor.do(f"tables/{table}/dealer", dealer=dealer.account)

    def one(self, *roles: Role) -> Member:
        """Return somebody with one of some roles."""
        return self.rng.choice([it for role in roles for it in self.members[role]])

    def table(self) -> str:
        """Return some table."""
        return self.rng.choice(self.tables)

    def player(self) -> str:
        """Return the account of some player; "": there is none."""
        names = sorted(self.world.accounts.items())
        players = [account for account, name in names if name.startswith("p")]
        return self.rng.choice(players) if players else ""

    def held(self, account: str) -> int:
        """Return the cents that really lie in a tray or a box."""
        return int(self.world.watching.held.get(account, 0)) // 100

    async def work(self, duty: str) -> None:
        """Do a duty again and again until the floor closes."""
        pause = self.world.rng("pause", duty)
        while not self.world.is_closed:
            with suppress(NoAnswerError):
                await DUTIES[duty](self)
            await asyncio.sleep(pause.expovariate(1.0) * PAUSE_SECONDS)

    async def answer_requests(self) -> None:
        """Let somebody agree to what others ask for, or try to agree to his own."""
        member = self.one(Role.SHIFT, Role.CAGE, Role.ACCOUNTING, Role.ADMIN, Role.FLOOR)
        seen = await member.see("staff/requests")
        for request in (seen or {}).get("requests", ())[:3]:
            number = request["number"]
            draw = self.rng.random()
            if draw < 0.15:
                await member.do(f"requests/{number}/decline", why="not today")
            elif draw < 0.2 and request["own"]:
                await member.do(f"requests/{number}/withdraw", why="a mistake")
            else:
                await member.do(f"requests/{number}/approve")


PAUSE_SECONDS = 6.0


async def run_day(crew: Crew) -> None:
    """Open the day and the tables, stop some, count trays and boxes."""
    accountant = crew.members[Role.ACCOUNTING][0]
    floor = crew.one(Role.FLOOR)
    day = await accountant.see("staff/day")
    if day is not None and day["day"] is None:
        await accountant.do("day/open")
    trays = await floor.see("staff/tables")
    for tray in (trays or {}).get("tables", ()):
        await _tend_tray(crew, floor, tray)
    if crew.rng.random() < 0.1:
        await floor.do(f"tables/{crew.table()}/stop")
    if crew.rng.random() < 0.1:
        await _end_day(crew)


async def _tend_tray(crew: Crew, floor: Member, tray: dict[str, Any]) -> None:
    name = tray["table"]
    dealer = crew.dealers.get(name)
    if dealer is None:
        return
    chips = tray["opener"] or break_down(TRAY_CENTS)
    if tray["state"] == "stopped":
        lost = 500 if crew.rng.random() < 0.05 else 0
        chips = break_down(max(0, crew.held(f"tray:{name}") - lost))
    if "count" in tray["next"]:
        await dealer.do(f"tables/{name}/count", chips=chips)
    if "sign" in tray["next"] or "count" in tray["next"]:
        await floor.do(f"tables/{name}/sign", chips=chips)


async def _end_day(crew: Crew) -> None:
    """Take the boxes, count them, and try to close the day."""
    security = crew.one(Role.SECURITY)
    accountants = crew.members[Role.ACCOUNTING]
    for table in crew.tables:
        await security.do(f"tables/{table}/take-box")
    for counter in crew.members[Role.COUNT]:
        await counter.do("count/join")
    count = await accountants[1].see("staff/count")
    for box in (count or {}).get("boxes", ()):
        notes = break_down(crew.held(f"box:{box['box']}"))
        await crew.one(Role.COUNT).do(f"count/boxes/{box['box']}/count", chips=notes)
        await accountants[1].do(f"count/boxes/{box['box']}/recount", chips=notes)
    for counter in crew.members[Role.COUNT]:
        await counter.do("count/sign")
    await accountants[1].do("count/finish")
    await accountants[0].do("progressives/deposit")
    await accountants[0].do("day/close")


async def move_chips(crew: Crew) -> None:
    """Ask for fills and credits, and let each party sign."""
    floor = crew.one(Role.FLOOR)
    if crew.rng.random() < 0.2:
        kind = crew.rng.choice(("fill", "credit"))
        chips = break_down(crew.rng.choice((10_000, 123_400)))
        await floor.do("slips", kind=kind, table=crew.table(), chips=chips)
    seen = await floor.see("staff/slips")
    for slip in (seen or {}).get("slips", ())[-12:]:
        if slip["next"] is None:
            continue
        people = {
            "floor": crew.members[Role.FLOOR],
            "cashier": crew.members[Role.CAGE],
            "security": crew.members[Role.SECURITY],
            "dealer": [crew.dealers[slip["table"]]] if slip["table"] in crew.dealers else [],
        }
        signers = people.get(slip["signs"] or "", [])
        place = f"slips/{slip['kind']}/{slip['number']}"
        if crew.rng.random() < 0.05:
            await crew.one(Role.CAGE).do(f"{place}/void", reason="the wrong amount")
        elif signers:
            body: dict[str, Any] = {"state": slip["next"]}
            if slip["counts"]:
                body["chips"] = slip["chips"]
            await crew.rng.choice(signers).do(f"{place}/sign", **body)


async def keep_cage(crew: Crew) -> None:
    """Take deposits, pay withdrawals, correct wallets, move capital and pay tips."""
    cashier = crew.one(Role.CAGE)
    account = crew.player()
    rng = crew.rng
    cents = rng.choice((1_000, 5_000, 30_000, 60_000))
    deposits = [
        crew.one(Role.CAGE).do("cage/deposit", account=account, cents=cents, rail="cash")
        for _ in range(rng.choice((1, 1, 3)))
        if account
    ]
    await asyncio.gather(*deposits)
    seen = await cashier.see("staff/cage")
    for paper in (seen or {}).get("withdrawals", ())[:2]:
        if rng.random() < 0.7:
            await cashier.do(f"cage/withdrawals/{paper['number']}/pay")
        else:
            await cashier.do(f"cage/withdrawals/{paper['number']}/refuse", reason="not known")
    if rng.random() < 0.3 and account:
        cents = rng.choice((-500, 700))
        member = crew.one(Role.CAGE, Role.SHIFT)
        await member.do("cage/adjust", account=account, cents=cents, reason="a mistake")
    if rng.random() < 0.2:
        accountant = crew.one(Role.ACCOUNTING)
        await accountant.do("cage/capital", part="money", cents=500_000, reason="for the day")
    if rng.random() < 0.2:
        await cashier.do("cage/tips", pool=crew.table(), cents=100)
    await crew.answer_requests()


async def answer_disputes(crew: Crew) -> None:
    """Answer and decide the disputes of players."""
    shift = crew.one(Role.SHIFT)
    floor = crew.one(Role.FLOOR)
    seen = await floor.see("staff/disputes")
    for dispute in (seen or {}).get("disputes", ())[:3]:
        place = f"disputes/{dispute['number']}"
        if dispute["stage"] == "open":
            await crew.one(Role.SURVEILLANCE).do(f"{place}/statement", text="I saw the round")
            await floor.do(f"{place}/answer", text="we look into it")
        elif dispute["stage"] == "answered":
            award = crew.rng.choice((0, 1_000, 100_000))
            await shift.do(f"{place}/decide", award_cents=award, text="as the rules say")
    await crew.answer_requests()


async def void_rounds(crew: Crew) -> None:
    """Ask for voids, call open rounds off, and take settled ones back."""
    table = crew.table()
    floor = crew.one(Role.FLOOR, Role.SHIFT)
    rng = crew.rng
    seen = await floor.see(f"tables/{table}")
    if seen is None or not seen["round"]:
        return
    number = seen["round"]
    why = "a card fell on the floor"
    draw = rng.random()
    if draw < 0.2:
        await crew.dealers[table].do(f"tables/{table}/ask-void", round=number, reason=why)
    elif draw < 0.3:
        await floor.do(f"tables/{table}/dismiss-void", round=number, reason="nobody saw it")
    elif draw < 0.6 and seen["stage"] == "deciding":
        await floor.do(f"tables/{table}/void-open", round=number, reason=why)
    elif draw < 0.65 and seen["stage"] == "deciding":
        body = {"round": number, "irregularity": "dead-hand", "reason": why, "seat": 1}
        await floor.do(f"tables/{table}/rule", **body)
    else:
        settled = rng.randint(max(1, number - 3), number)
        await floor.do(f"tables/{table}/void-settled", round=settled, reason=why)
    await crew.answer_requests()


async def settle_hits(crew: Crew) -> None:
    """Confirm or reject the hits of the shared jackpot, two people each; propose and approve."""
    if not crew.world.scenario.linked:
        return
    keeper = crew.one(Role.JACKPOTS)
    rng = crew.rng
    place = f"jackpots/{JACKPOT}"
    seen = await keeper.see(place)
    for hit in (seen or {}).get("jackpot", {}).get("pending", ())[:1]:
        people = rng.sample([*crew.members[Role.FLOOR], *crew.members[Role.SHIFT], keeper], 2)
        for member in people:
            if rng.random() < 0.8:
                await member.do(f"{place}/hits/{hit['hit']}/confirm")
            else:
                await member.do(f"{place}/hits/{hit['hit']}/reject", why="misread")
    if rng.random() < 0.1:
        await keeper.do(f"{place}/switch", on=rng.random() < 0.8, why="a test")
    if rng.random() < 0.1:
        await keeper.do(f"{place}/adjust", units=100_000, reason="malfunction", why="a fault")
    if rng.random() < 0.1:
        approver = crew.one(Role.SHIFT, Role.ACCOUNTING)
        await approver.do(f"{place}/proposals/{rng.randint(1, 3)}/approve")


async def give_roles(crew: Crew) -> None:
    """Give and take roles, disable and enable people; two agree to what does more than read."""
    admin = crew.one(Role.ADMIN)
    rng = crew.rng
    named = crew.world.scenario.named_players
    names = [f"player-p{number}" for number in range(1, named + 1)] or ["security-1"]
    role = rng.choice((Role.FLOOR, Role.DEALER, Role.SECURITY, Role.AUDITOR, Role.CAGE))
    body = {"name": rng.choice(names), "why": "we need somebody"}
    draw = rng.random()
    if draw < 0.6:
        sent = await admin.do("roles/give", role=role.value, **body)
        number = sent.data[-1].get("request") if sent.data else None
        if number:
            await admin.do(f"requests/{number}/approve")  # nobody agrees to his own request
    elif draw < 0.8:
        await admin.do("roles/take", role=role.value, **body)
    elif draw < 0.9:
        await admin.do("disable", **body)
    else:
        await admin.do("enable", **body)
    await crew.answer_requests()


async def exclude_players(crew: Crew) -> None:
    """Propose, impose and lift exclusions."""
    account = crew.player()
    rng = crew.rng
    if not account:
        return
    body = {"account": account, "reason": "a wish of the family"}
    draw = rng.random()
    if draw < 0.3:
        await crew.one(Role.FLOOR, Role.SURVEILLANCE).do("exclusions/propose", **body)
    elif draw < 0.4:
        await crew.one(Role.SHIFT).do("exclusions", days=rng.choice((0, 1)), **body)
    elif draw < 0.8:
        await crew.one(Role.SHIFT).do("exclusions/lift", **body)
    await crew.one(Role.SURVEILLANCE).see("staff/exclusions")


async def impose_limits(crew: Crew) -> None:
    """Limit what a player may do, and lift the limits again."""
    account = crew.player()
    rng = crew.rng
    if not account:
        return
    cents = rng.choice((None, 1_000, 50_000))
    body = {
        "reason": "to protect him",
        "limits": {rng.choice(("wager_cents", "loss_cents", "deposit_cents")): cents},
    }
    await crew.one(Role.SHIFT).do(f"players/{account}/limits", "PUT", **body)


async def switch(crew: Crew) -> None:
    """Switch tables and the floor off and on, pause tables, deal."""
    floor = crew.one(Role.FLOOR, Role.SHIFT)
    table = crew.table()
    rng = crew.rng
    draw = rng.random()
    if draw < 0.3:
        await floor.do(f"tables/{table}/pause", paused=rng.random() < 0.4)
    elif draw < 0.5:
        await floor.do(f"tables/{table}/deal")
    elif draw < 0.6:
        await crew.one(Role.SHIFT).do("floor/switch", on=rng.random() < 0.8, reason="a test")
    else:
        await floor.do(f"tables/{table}/switch", on=rng.random() < 0.7, reason="a test")


async def audit(crew: Crew) -> None:
    """Read what those may read who read most."""
    roles = (Role.AUDITOR, Role.SURVEILLANCE, Role.FLOOR, Role.SHIFT, Role.ACCOUNTING)
    reader = crew.one(*roles)
    table = crew.table()
    paths = (
        f"audit/entries?stream=table/{table}&limit=20",
        f"audit/entries?stream=table/{table}&limit=20",
        "audit/entries?limit=50",
        "audit/export?limit=100",
        "audit/checkpoints",
        f"staff/tables/{table}/rounds",
        f"staff/rounds/{table}/{crew.rng.randint(1, 6)}",
        f"tables/{table}",
        "staff/floor",
        "staff",
        f"jackpots/{JACKPOT}/hits",
        "reports",
    )
    for _ in range(4):
        await reader.see(crew.rng.choice(paths))


DUTIES: dict[str, Duty] = {
    "day": run_day,
    "slips": move_chips,
    "cage": keep_cage,
    "disputes": answer_disputes,
    "voids": void_rounds,
    "hits": settle_hits,
    "roles": give_roles,
    "exclusions": exclude_players,
    "limits": impose_limits,
    "switches": switch,
    "audit": audit,
}
