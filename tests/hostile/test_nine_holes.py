"""The nine holes that a table games manager found in the pit, tried again from outside.

Each was met by a test of a part once, while the route around it let everybody through. So whoever
attacks here has the routes, the commands and the papers, and nothing else. Others of the nine are
tried where their page is: the count's differences in every report (`test_office.py`), days of the
house's clock (`test_house_clock.py`), limits by two people (`test_cli_table_limits.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.catalogue import REPORTS
from pitboss.office.papers import OfficeTerms
from pitboss.office.roles import Role
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access, Route
from tests.cli.conftest import Run, called
from tests.server.asgi import Answer, Client, Clock, as_test, run_with
from tests.server.player import FREE, Player, terms_of
from tests.server.staff import account_of, staff
from tests.server.test_office import FLOAT, GAME, TABLE, Speaker, code, hire, open_table
from tests.server.test_permissions import sample
from tests.server.test_physical import HOUSE, JACKPOT, NEW, lock, open_physical, people_of

__all__ = ["called"]

ROOT = Path(__file__).parents[2]
LARGE = OfficeTerms().large_cents
"""Cents from which two people are needed."""
DAY_US = 24 * 3_600 * 1_000_000
WORKERS = [role for role in Role if role is not Role.PLAYER]
STAFF_ROUTES = [
    route
    for route in complete_table()
    if route.access is Access.PLAYER and "/staff" in route.path and route.method in {"POST", "PUT"}
]
READ_ROUTES = [
    route
    for route in complete_table()
    if route.method == "GET" and "{format}" not in route.path and "/ws" not in route.path
]


# -- one: nobody alone pays out large money --------------------------------------------------------


def bodies(route: Route, account: str) -> Iterator[dict[str, Any]]:
    """Yield what a thief would send: as much as it takes, to a friend, by every way of paying."""
    if route.body is None:
        yield {}
        return
    body = sample(route.body)
    for cents in (LARGE, LARGE * 100):
        greedy = {
            name: {
                "cents": cents,
                "award_cents": cents,
                "units": cents * 100,
                "account": account,
                "of": account,
                "table": TABLE,
                "name": "Ann Player",
                "chips": {"10000": cents // 10_000},
            }.get(name, value)
            for name, value in body.items()
        }
        if "award_cents" in getattr(route.body, "__struct_fields__", ()):
            greedy["award_cents"] = cents
        for rail in ("cash", "bank") if "rail" in greedy else ("",):
            yield greedy | ({"rail": rail} if rail else {})


def paths(route: Route, account: str) -> Iterator[str]:
    """Yield the path with every number that there may be."""
    parts = {"table": TABLE, "jackpot": "mtd", "account": account, "kind": "fill", "box": "1"}
    for number in ("1", "2", "3", "4"):
        numbers = dict.fromkeys(("number", "hit", "proposal", "rating"), number)
        yield fill(route.path, parts | numbers)
        if "{number}" not in route.path:
            return


def fill(path: str, parts: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)(:path)?\}", lambda match: parts.get(match[1], "1"), path)


@pytest.mark.parametrize("role", WORKERS)
def test_one_person_alone_pays_no_large_amount_by_any_route(tmp_path: Path, role: Role) -> None:
    """Every command of the staff, greedily, twice: wallets and cash stay as they were."""

    async def rob(client: Client, _: Clock) -> None:
        accountant = Speaker(await staff(client, Role.ACCOUNTING))
        await accountant.post("/staff/day/open")
        friend = Player(client, 3)
        await friend.enter()
        table = client.services.hall.tables[TABLE]
        assert await friend.ask(table, "sit", seat=1, cents=20_000) == 200
        await friend.bet(table)
        while table.state.round is not None:
            await friend.decide(table)
        about = {"table": TABLE, "round": table.state.rounds, "text": "more"}
        key = ("idempotency-key", "dispute")
        client.token = friend.token
        assert (await client.post("/api/1/me/disputes", about, key)).status == 200
        thief = await staff(replace(client, token=""), role)
        before = await held(client)
        asked = 0
        for turn in range(2):
            for route in STAFF_ROUTES:
                for at, path in enumerate(paths(route, friend.account)):
                    for way, body in enumerate(bodies(route, friend.account)):
                        name = f"{turn}/{route.path}/{at}/{way}"
                        answer = await send(thief, route.method, path, body, name[-190:])
                        asked += b'"requested"' in answer.body or b'"request":' in answer.body
        after = await held(client)
        assert after - before < LARGE * 100, (role, before, after)
        if role in {Role.CAGE, Role.SHIFT}:
            assert asked, "it was asked for, and waits for another person"

    tables = tuple(replace(terms, id=TABLE) for terms in terms_of((GAME,)))
    run_with(tmp_path, rob, rates=FREE, jackpots=(JACKPOT,), tables=tables)


async def send(client: Client, method: str, path: str, body: Any, key: str) -> Answer:  # noqa: ANN401
    headers = [("content-type", "application/json"), ("idempotency-key", key)]
    return await client.send(method, path, headers, [json.dumps(body).encode()])


async def held(client: Client) -> int:
    """Return the units that wallets hold and that left the house."""
    balances = await client.services.store.balances()
    outside = ("wallet:", "external:", "stack:", "pending:")
    return sum(units for name, units in balances.items() if name.startswith(outside))


# -- two: jackpots stop without money behind them --------------------------------------------------


@as_test(run_with, rates=FREE, jackpots=(JACKPOT,))
async def test_jackpots_stop_although_nobody_ever_deposited(client: Client, clock: Clock) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    await lock(people, 1, 2)
    clock.now += 9 * DAY_US
    people |= await people_of(client)  # who gave the second factor just now
    accountant: Any = people["ada"].client
    await accountant.post("/staff/progressives/check")
    dealer = await account_of(people["dan"].client.client)  # type: ignore[attr-defined]
    await people["flora"].assign_dealer("sp-9", dealer)
    assert await code(lock(people, 1)) == "jackpot/disabled"
    await accountant.post("/staff/progressives/deposit")
    await lock(people, 1)


# -- three: nobody who counts, and not the cage, reads the drop ------------------------------------

SECRET = 41_700
"""Cents in the box, of two players together: no other figure of this house."""
SHOWN = re.compile(rb"\b(41700|417\.00|417\.0|4170000)\b")


@as_test(run_with, rates=FREE, tables=terms_of((GAME, GAME)))
async def test_no_answer_of_any_route_tells_the_cage_or_the_count_the_drop(
    client: Client, clock: Clock
) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    clock.pass_s(1)
    await people["flora"].stop_table(TABLE)
    await open_table(people, FLOAT)
    live: Any = client.services.hall.tables[TABLE]
    for seat, cents in ((1, 20_000), (2, SECRET - 20_000)):
        player = Player(client, seat)
        await player.enter()
        assert await player.ask(live, "sit", seat=seat, cents=cents) == 200
        while seat == 2 and live.state.seats[2].stack == cents:  # not what was dropped leaves
            await player.bet(live)
            while live.state.round is not None:
                await player.decide(live)
        assert await player.ask(live, "leave", seat=seat) == 200
    other = Player(client, 9)  # at a second table, so that sums of the house are others
    await other.enter()
    second: Any = client.services.hall.tables["g1"]
    assert await other.ask(second, "sit", seat=1, cents=30_000) == 200
    assert await other.ask(second, "leave", seat=1) == 200
    await people["flora"].stop_table(TABLE)
    await people["sam"].take_box(TABLE)
    assert await client.services.store.balance("box:1") == SECRET * 100
    for name in ("carl", "cora", "alan", "ada"):
        person: Any = people[name].client
        own: Client = person.client
        for path in (*read_paths(), *report_paths()):
            answer = await own.get(path)
            while b'"working"' in answer.body:
                answer = await own.get(path)
            found = SHOWN.search(answer.body)
            assert not found, (name, path, answer.body[max(0, found.start() - 700) : found.end()])
    notes = {"10000": 4, "500": 3, "100": 2}
    for name in ("curt", "cora"):
        await people[name].join_count()
    await people["curt"].count_box(1, {int(size): count for size, count in notes.items()})
    for name in ("carl", "alan"):
        own = people[name].client.client  # type: ignore[attr-defined]
        for path in (*read_paths(), *report_paths()):
            assert not SHOWN.search((await own.get(path)).body), (name, path)
    auditor = await staff(client, Role.AUDITOR)
    seen = [path for path in (*read_paths(), *report_paths())
            if SHOWN.search((await patient(auditor, path)).body)]  # fmt: skip
    assert seen, "whoever neither counts nor pays may read it, so the search finds it"


def read_paths() -> Iterator[str]:
    parts = {"table": TABLE, "box": "1", "number": "1", "stream": f"table/{TABLE}", "kind": "fill"}
    for route in READ_ROUTES:
        if "openapi" in route.path or "metrics" in route.path:
            continue
        yield fill(route.path, parts)
    yield "/api/1/audit/entries?limit=500"


def report_paths() -> Iterator[str]:
    for name in REPORTS:
        yield f"/api/1/reports/{name}.json"


async def patient(client: Client, path: str) -> Answer:
    """Ask until the answer is there: a busy machine takes its time."""
    while b'"working"' in (answer := await client.get(path)).body:
        pass
    return answer


# -- eight: no table opens over the law ------------------------------------------------------------


@as_test(run_with, rates=FREE, jackpots=(JACKPOT,))
async def test_no_physical_table_opens_over_the_law(client: Client, clock: Clock) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    clock.pass_s(1)
    over = re.sub(r'max = "\$\d+"', 'max = "$500"', HOUSE, count=1)
    assert over != HOUSE
    opened = people["flora"].client.post("/staff/physical", NEW | {"text": over, "links": ""})
    assert await code(opened) == "limits/invalid"
    assert (await people["flora"].client.get("/staff/physical"))["tables"] == []


# -- seven and nine: what is printed ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["wa-spanish-21", "co-free-bet"])
def test_a_strategy_card_fits_a_pocket(called: Run, tmp_path: Path, name: str) -> None:
    out = tmp_path / "card.pdf"
    house = str(ROOT / "examples" / f"{name}.toml")
    assert called("print", house, "--what", "strategy-card", "--out", str(out)).returncode == 0
    assert 1 <= len(re.findall(rb"/Type\s*/Page[^s]", out.read_bytes())) <= 2
    page = tmp_path / "card.html"
    assert called("print", house, "--what", "strategy-card", "--out", str(page)).returncode == 0
    assert "After a split" not in page.read_text(encoding="utf-8")


def test_a_posting_tells_the_truth_about_a_reserve(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "posting.html"
    house = str(ROOT / "examples" / "wa-spanish-21.toml")
    assert called("print", house, "--what", "posting", "--out", str(out)).returncode == 0
    said = " ".join(re.sub(r"<[^>]+>", " ", out.read_text(encoding="utf-8")).split())
    assert "18.90% of each wager is added to it, and 2.10% is kept in reserve" in said
    assert "starts again at $2,500 plus the reserve" in said
