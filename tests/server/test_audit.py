"""Reports, the journal and its proof over HTTP; copies of checkpoints; hashes of the software."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from base64 import b64encode
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.audit.catalogue import REPORTS
from pitboss.ledger.book import Head
from pitboss.ledger.checkpoint import Checkpoint, make_checkpoint
from pitboss.office.roles import PERMISSIONS, Role
from pitboss.pit.witness import FILE, Witness, find_loss, read_line
from pitboss.server.app import create_app
from pitboss.server.audit import components
from pitboss.server.audit.checkpoint_copies import OlderBooksError
from pitboss.server.audit.components import ComponentWatch, read_components
from pitboss.server.opening.tables import demo_floor
from pitboss.server.services import Settings
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.server.asgi import Answer, Client, Clock, as_test, run_with
from tests.server.staff import staff


async def patient(client: Client, path: str) -> Answer:
    """Ask until the answer is there."""
    for _ in range(60):
        answer = await client.get(path)
        if answer.status != 202:
            return answer
    raise AssertionError(path)


@as_test(run_with)
async def test_staff_read_reports_and_a_player_his_own_statement(
    client: Client, clock: Clock
) -> None:
    guest = (await client.post("/api/1/guest")).data
    player = replace(client, token=guest["token"])
    clock.pass_s(5)
    listed = (await player.get("/api/1/reports")).data["reports"]
    assert [report["name"] for report in listed] == [*REPORTS]
    accountant = await staff(client, Role.ACCOUNTING)
    funds = await patient(accountant, "/api/1/reports/player-funds.json?to=2100-01-01")
    (row,) = [row for row in funds.data["sections"][1]["rows"] if row["player"] == guest["account"]]
    assert row["wallet"] == "1000.00"
    page = await patient(accountant, "/api/1/reports/trial-balance.html")
    style = page.body.partition(b"<style>")[2].partition(b"</style>")[0]
    allowed = b64encode(sha256(style).digest()).decode()
    assert f"style-src 'self' 'sha256-{allowed}'" in page.headers["content-security-policy"]
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert b"Trial balance" in page.body
    own = await patient(player, "/api/1/me/report?format=csv")
    assert own.body.decode().count("1000.00") >= 2
    other = f"/api/1/reports/statement.json?player={guest['account']}"
    assert (await player.get(other)).code == "permission/missing"
    assert (await patient(accountant, other)).data["activity"] is True
    for path, code in {
        "/api/1/reports/master-games.docx": "report/format",
        "/api/1/reports/statement.json": "query/invalid",
        "/api/1/reports/master-games.json?day=soon": "query/invalid",
        "/api/1/reports/wins.json": "request/not-found",
    }.items():
        assert (await accountant.get(path)).code == code, path
    cashier = await staff(client, Role.CAGE)
    assert (await cashier.get("/api/1/reports/components.json")).code == "permission/missing"


def test_readers_of_reports_are_those_of_the_table() -> None:
    assert Role.DEALER not in PERMISSIONS[REPORTS["master-games"].needs]
    read = {
        role: {report.name for report in REPORTS.values() if role in PERMISSIONS[report.needs]}
        for role in Role
    }
    assert read[Role.CAGE] == {"cage", "slips", "exclusions"}, "no count (WAC 230-15-620)"
    assert read[Role.JACKPOTS] == {"jackpots", "large-payouts"}
    assert not read[Role.COUNT] | read[Role.DEALER] | read[Role.SECURITY], "a recount is blind"
    assert read[Role.ACCOUNTING] == {*REPORTS} - {"components", "exclusions"}
    assert Role.CAGE in PERMISSIONS[REPORTS["cage"].needs]
    assert Role.ADMIN in PERMISSIONS[REPORTS["components"].needs]
    assert not any(Role.PLAYER in PERMISSIONS[report.needs] for report in REPORTS.values())


@as_test(run_with)
async def test_the_journal_is_searched_exported_and_verified(client: Client, clock: Clock) -> None:
    for _ in range(3):
        await client.post("/api/1/guest")
        clock.pass_s(60)
    auditor = await staff(client, Role.AUDITOR)
    await client.services.hall.checkpoint()
    pages = []
    position = 0
    while True:
        page = (await auditor.get(f"/api/1/audit/entries?limit=2&before={position}")).data
        pages += page["entries"]
        if page["next"] is None:
            break
        position = page["next"]
    every = [entry async for entry in client.services.store.entries()]
    assert [entry["hash"] for entry in pages] == [entry.hash.hex() for entry in reversed(every)]
    kinds = (await auditor.get("/api/1/audit/entries?kind=opened&stream=table/none")).data
    assert kinds == {"entries": [], "next": None}
    first = every[0]
    by = f"/api/1/audit/entries?actor={first.actor}&to=2027-01-15T08:00:30"
    shown = (await auditor.get(by)).data["entries"]
    assert [entry["stream"] for entry in shown][-1] == first.stream
    lines: list[dict[str, object]] = []
    while True:
        after = lines[-1]["position"] if lines else 0
        part = await auditor.get(f"/api/1/audit/export?after={after}&limit=5")
        assert part.headers["content-type"] == "application/x-ndjson"
        if not part.body:
            break
        lines += [json.loads(line) for line in part.body.splitlines()]
    assert [entry["hash"] for entry in lines] == [entry.hash.hex() for entry in every]
    kept = (await auditor.get("/api/1/audit/checkpoints")).data
    assert kept["public_key"] == client.services.keys.public.hex()
    assert kept["checkpoints"][0]["entries"] == len(every)
    verified = (await patient(auditor, "/api/1/audit/verify")).data
    assert (verified["verified"], verified["entries"]) == (True, len(every))
    floor = await staff(client, Role.FLOOR)
    assert (await floor.get("/api/1/audit/export")).code == "permission/missing"


def test_components_are_checked_and_changed_ones_stop_the_tables(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "a.py").write_text("a = 1\n")

    async def steps(client: Client, clock: Clock) -> None:
        services = client.services
        watch = services.components = ComponentWatch(services, package)
        await watch.check("start")
        admin = await staff(client, Role.ADMIN)
        same = (await admin.post("/api/1/audit/components")).data
        assert (same["as_expected"], same["changed"]) == (True, [])
        assert same["root"] == read_components(package).root
        assert not any(table.state.paused for table in services.hall.tables.values())
        (package / "a.py").write_text("a = 2\n")
        clock.pass_s(1)
        written = await services.store.position()
        seen = (await admin.get("/api/1/audit/components")).data
        assert (seen["as_expected"], seen["changed"]) == (False, ["a.py"])
        assert await services.store.position() == written, "a look writes nothing"
        assert not any(table.state.paused for table in services.hall.tables.values())
        other = (await admin.post("/api/1/audit/components")).data
        assert other == seen
        assert all(table.state.paused for table in services.hall.tables.values())
        entries = [entry.kind async for entry in services.store.entries("floor")]
        assert entries == ["components-checked", "components-checked", "components-changed"]
        report = await patient(admin, "/api/1/reports/components.json")
        assert [row["verdict"] for row in report.data["sections"][0]["rows"]] == [
            "as expected", "as expected", "differ",
        ]  # fmt: skip

    run_with(tmp_path, steps, tables=demo_floor()[:2])


@as_test(run_with, tables=demo_floor()[:1], components="0" * 64)
async def test_a_hash_that_the_operator_does_not_expect_stops_the_tables(
    client: Client, clock: Clock
) -> None:
    del clock
    async with components.watch_components(client.services):
        assert all(table.state.paused for table in client.services.hall.tables.values())


def test_a_witness_keeps_every_checkpoint_and_finds_books_that_were_cut(
    called: Run,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    folder = tmp_path / "witness"
    folder.mkdir()
    settings = Settings(db=str(tmp_path / "floor.db"), keys=tmp_path / "server.key", witness=folder)

    async def work() -> list[Checkpoint]:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            client = Client(app)
            for _ in range(3):
                await client.post("/api/1/guest")
                await client.services.hall.checkpoint()
            return await client.services.store.checkpoints()

    first = asyncio.run(work())
    shutil.copy2(settings.db, tmp_path / "older.db")
    with (folder / FILE).open("a") as file:
        file.write('{"number": 4, "a')  # the server died in the middle of a line
    kept = asyncio.run(work())
    lines = [line for line in (folder / FILE).read_text().splitlines() if line.endswith("}")]
    assert (len(first), len(kept)) == (3, 6)
    assert [read_line(line) for line in lines] == kept
    where = ("--db", settings.db, "--keys", str(settings.keys), "--witness", str(folder))
    assert called("floor", "verify", *where).returncode == 0
    _cut_books(Path(settings.db))
    for known in (where[:4], where):
        done = called("floor", "verify", *known)
        assert (done.returncode, "[entry/missing]" in done.stderr) == (1, True)
    for ending in ("", "-wal", "-shm"):
        Path(f"{settings.db}{ending}").unlink(missing_ok=True)
    shutil.copy2(tmp_path / "older.db", settings.db)  # whole books, as they once were
    assert called("floor", "verify", *where[:4]).returncode == 0, "nothing in the books says it"
    done = called("floor", "verify", *where)
    assert (done.returncode, "[entry/missing]" in done.stderr) == (1, True)
    missing = called("floor", "verify", *where[:4], "--witness", str(tmp_path / "none"))
    assert missing.returncode == 2
    with pytest.raises(OlderBooksError, match=r"has checkpoint 6, .* end with checkpoint 3"):
        asyncio.run(work())
    served = called("serve", "--port", "0", "--db", settings.db, "--witness", str(folder))
    assert (served.returncode, "[db/older]" in served.stderr) == (2, True)
    fresh = tmp_path / "fresh.db"
    refused = called("serve", "--port", "0", "--db", str(fresh), "--witness", str(folder))
    assert (refused.returncode, "[db/older]" in refused.stderr) == (2, True)
    assert not fresh.exists(), "books that are refused are not begun"
    (folder / FILE).rename(tmp_path / FILE)
    assert len(asyncio.run(work())) == 6, "with an empty folder as its witness it goes on"


def test_what_a_witness_has_seen_must_be_in_the_books() -> None:
    kept: list[Checkpoint] = []
    for number in range(1, 4):
        heads = {"a": Head(number, number, bytes(32))}
        kept.append(make_checkpoint(heads, {}, at=number, last=kept[-1] if kept else None))
    other = kept[1]._replace(at=9)
    for seen, entries, loss in (
        (kept[2], 3, None),
        (kept[1], 5, None),
        (kept[2], 2, "has seen 3 entries, and the books have 2"),
        (other, 3, "checkpoint 2 of the books is another"),
        (kept[2]._replace(number=4), 3, "end with checkpoint 3"),
    ):
        finding = find_loss(seen, kept, entries)
        assert (loss or "") in (finding or "")
        assert (loss is None) is (finding is None)
    assert "the books have none" in (find_loss(kept[0], [], 0) or "")


def test_a_witness_is_read_from_its_end_however_long_it_is(tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    line = make_checkpoint({}, {}, at=1)
    assert witness.last() is None
    witness.add(line._replace(number=number) for number in range(1, 400))
    assert (tmp_path / FILE).stat().st_size > 100_000
    with (tmp_path / FILE).open("a") as file:
        file.write('{"number": 400, "a')
    assert witness.last() == line._replace(number=399)
    witness.add([line._replace(number=400)])
    assert witness.last() == line._replace(number=400)


def _cut_books(path: Path) -> None:
    """Take the last account out of the books, with everything that knows of it."""
    with closing(sqlite3.connect(path)) as books, books:
        names = [
            row[0] for row in books.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
        ]
        for name in names:
            books.execute(f"DROP TRIGGER {name}")
        (stream,) = books.execute(
            "SELECT stream FROM entry ORDER BY position DESC LIMIT 1"
        ).fetchone()
        account = stream.removeprefix("account/")
        books.execute("DELETE FROM entry WHERE stream = ?", (stream,))
        books.execute("DELETE FROM head WHERE stream = ?", (stream,))
        (given,) = books.execute(
            "SELECT amount FROM balance WHERE account = ?", (f"wallet:{account}",)
        ).fetchone()
        books.execute("DELETE FROM balance WHERE account = ?", (f"wallet:{account}",))
        books.execute(
            "UPDATE balance SET amount = amount + ? WHERE account = 'house:promo'", (given,)
        )
        books.execute("DELETE FROM checkpoint WHERE number = 6")


@as_test(run_with)
async def test_a_reason_in_any_script_stops_no_pdf(client: Client, clock: Clock) -> None:
    manager = await staff(client, Role.SHIFT)
    key = ("idempotency-key", "k1")
    body = {"on": False, "reason": "退款 🂡 \x9a"}
    answer = await manager.post("/api/1/staff/floor/switch", body, key)
    assert (answer.status, answer.body) == (204, b"")
    clock.pass_s(5)
    report = await patient(manager, "/api/1/reports/significant-events.pdf?to=2100-01-01")
    assert (report.status, report.headers["content-type"]) == (200, "application/pdf")
