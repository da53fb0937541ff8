# ruff: noqa: S608 - SQL of a forger
"""`pitboss floor`: books that are right pass in silence, and every way to change them is named."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.audit.catalogue import REPORTS
from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.rulebook.ready import ready_tables
from pitboss.store import open_store
from tests.cli.conftest import Run
from tests.pit.small_floor import GAMES, NAME, play_floor
from tests.tiers import by_day

Books = tuple[Path, Path]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Books:
    return play_floor(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def books(played: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Books:
    """Return a copy of the books, in an otherwise empty data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "pitboss"
    folder.mkdir()
    copied = tuple(Path(shutil.copy2(file, folder / file.name)) for file in played)
    return copied[0], copied[1]


def change(file: Path, *statements: str) -> None:
    """Change books behind the program's back, as somebody with the file can."""
    connection = sqlite3.connect(file, isolation_level=None)
    for (trigger,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_books_that_are_right_pass_in_silence(called: Run, books: Books) -> None:
    done = called("floor", "verify")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    data = json.loads(called("floor", "verify", "--json").stdout)
    assert data["verified"]
    assert data["finding"] is None
    assert data["checkpoints"] == len(GAMES)
    public = books[0].with_name("public")
    assert called("floor", "export", "--what", "public-key", "--out", str(public)).returncode == 0
    assert called("floor", "verify", "--keys", str(public)).returncode == 0


_SEAT = "(SELECT min(position) FROM entry WHERE kind = 'seat-taken' AND stream = 'table/1')"
"""An entry with postings, which the seat beside it follows."""
_FORGED = (
    "INSERT INTO entry SELECT max(position) + 1, 'table/1', 100000, max(at), 'house', 'x', "
    "'paused', CAST('{}' AS BLOB), '[]', x'00', x'00', 1 FROM entry"
)
TAMPERED: dict[str, tuple[tuple[str, ...], str, str]] = {
    "an amount is changed": (
        (f"UPDATE entry SET postings = replace(postings, ',-', ',-1') WHERE position = {_SEAT}",),
        "entry/hash",
        "table/1 #",
    ),
    "a body is changed": (
        (f"UPDATE entry SET body = CAST(body || ' ' AS BLOB) WHERE position = {_SEAT}",),
        "entry/hash",
        "table/1 #",
    ),
    "an entry is deleted": (
        (f"DELETE FROM entry WHERE position = {_SEAT}",),
        "entry/order",
        "table/1 #",
    ),
    "two entries are swapped": (
        (
            f"UPDATE entry SET position = -position WHERE position IN ({_SEAT}, {_SEAT} + 1)",
            (
                "UPDATE entry SET position = position - "
                "(SELECT sum(position) FROM entry WHERE position < 0) WHERE position < 0"
            ),
        ),
        "entry/order",
        "table/1 #",
    ),
    "the end is cut off": (
        ("DELETE FROM entry WHERE position = (SELECT max(position) FROM entry)",),
        "entry/missing",
        "entries are missing",
    ),
    "an entry is appended": (
        (_FORGED,),
        "stream/head",
        "table/1 #100000",
    ),
    "an entry is slipped in": (
        (
            _FORGED,
            "UPDATE head SET version = 100000 WHERE stream = 'table/1'",
        ),
        "entry/order",
        "table/1 #100000",
    ),
    "a balance is changed": (
        ("UPDATE balance SET amount = amount + 1 WHERE account = 'wallet:a1'",),
        "account/balance",
        "wallet:a1",
    ),
    "an account is added that holds nothing": (
        ("INSERT INTO balance VALUES ('esc2ow:1', 0, 0)",),
        "account/balance",
        "esc2ow:1",
    ),
    "a head is set back": (
        ("UPDATE head SET version = version - 1 WHERE stream = 'account/a1'",),
        "stream/head",
        "account/a1",
    ),
    "a checkpoint is changed": (
        ("UPDATE checkpoint SET entries = entries + 1 WHERE number = 1",),
        "checkpoint/signature",
        "checkpoint 1",
    ),
    "a signature is taken off": (
        ("UPDATE checkpoint SET signature = x'' WHERE number = 2",),
        "checkpoint/signature",
        "checkpoint 2",
    ),
    "a checkpoint is deleted": (
        ("DELETE FROM checkpoint WHERE number = 2",),
        "checkpoint/chain",
        "checkpoint 3",
    ),
}


def test_every_way_to_change_the_books_is_named(called: Run, books: Books, played: Books) -> None:
    wrong: list[tuple[object, ...]] = []
    for name, (statements, code, place) in TAMPERED.items():
        shutil.copy2(played[0], books[0])
        change(books[0], *statements)
        done = called("floor", "verify")
        if done.returncode != 1 or f"[{code}]" not in done.stderr or place not in done.stderr:
            wrong.append((name, done.returncode, done.stderr))
        data = json.loads(called("floor", "verify", "--json").stdout)
        if data["verified"] or data["finding"]["code"] != code:
            wrong.append((name, data))
    assert wrong == []


def test_a_copy_of_the_checkpoints_shows_books_that_were_built_anew(
    called: Run, played: Books, tmp_path: Path
) -> None:
    """A forger with the key builds other books, or takes the last entries and checkpoints off."""
    books, keys = played
    witness = tmp_path / "witness.jsonl"
    where = ("--db", str(books))
    done = called("floor", "export", "--what", "checkpoints", "--out", str(witness), *where)
    assert done.returncode == 0
    kept = ("--checkpoints", str(witness), "--keys", str(keys))
    assert called("floor", "verify", *kept, *where).returncode == 0

    other = tmp_path / "other"
    other.mkdir()
    shutil.copy2(keys, other / keys.name)
    forged, _ = play_floor(other, rounds=1, seed=2, games=GAMES[-1:])
    assert called("floor", "verify", "--db", str(forged), "--keys", str(keys)).returncode == 0
    done = called("floor", "verify", *kept, "--db", str(forged))
    assert done.returncode == 1
    assert "checkpoint 1" in done.stderr
    assert "[checkpoint/copy]" in done.stderr

    change(forged, "DELETE FROM checkpoint")  # books without a checkpoint of their own
    done = called("floor", "verify", *kept, "--db", str(forged))
    assert done.returncode == 1
    assert "[checkpoint/entries]" in done.stderr or "[entry/missing]" in done.stderr


def test_a_damaged_file_is_named(called: Run, books: Books, tmp_path: Path) -> None:
    content = bytearray(books[0].read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 40_960] = os.urandom(40_960)
    books[0].write_bytes(content)
    assert called("floor", "verify").returncode in {1, 2}  # 2 where not even its tables are left
    broken = tmp_path / "broken.db"
    for text in (b"", b"no books at all" * 500):
        broken.write_bytes(text)
        done = called("floor", "verify", "--db", str(broken))
        assert (done.returncode, "[db/unusable]" in done.stderr) == (2, True)
        assert broken.read_bytes() == text
    done = called("floor", "verify", "--db", str(tmp_path / "nothing.db"))
    assert (done.returncode, "[db/missing]" in done.stderr) == (2, True)
    assert not (tmp_path / "nothing.db").exists()


def test_books_of_a_newer_version_are_refused(called: Run, books: Books) -> None:
    change(books[0], "PRAGMA user_version = 1000")
    done = called("floor", "verify")
    assert (done.returncode, "newer version" in done.stderr) == (2, True)


def test_rounds_are_played_again_with_the_key_and_without(called: Run, books: Books) -> None:
    done = called("floor", "replay", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["same"]
    assert [table["rounds"] for table in data["tables"]] == [4] * len(GAMES)
    assert not any(table["from_record"] for table in data["tables"])
    books[1].unlink()
    data = json.loads(called("floor", "replay", "--json").stdout)
    assert data["same"]
    assert data["rounds"] == 4 * len(GAMES)
    assert data["tables"][0]["from_record"] == 4  # the shoe of table 1 is still in play
    done = called("floor", "replay", "--table", "3")
    assert done.stdout == "table 3: 4 rounds played again\n"
    assert called("floor", "replay", "--table", "9").returncode == 2


def test_a_floor_of_every_game_is_verified_replayed_and_exported(
    called: Run, tmp_path: Path
) -> None:
    """By day a round at every ready table; at night a whole evening."""
    games = tuple(ready_tables())
    rounds = by_day(1, 40)
    books, keys = play_floor(tmp_path, games=games, rounds=rounds, seed=21)
    where = ("--db", str(books))
    assert called("floor", "verify", *where, "--keys", str(keys)).returncode == 0
    data = json.loads(called("floor", "replay", *where, "--keys", str(keys), "--json").stdout)
    assert data["same"], data
    assert data["rounds"] == rounds * len(games)
    out = tmp_path / "rounds.jsonl"
    assert called("floor", "export", *where, "--out", str(out)).returncode == 0
    done = called("replay", str(out))
    assert done.stdout.count(": ok: ") == rounds * len(games), done.stdout


def test_a_round_that_did_not_happen_so_is_named(called: Run, books: Books, played: Books) -> None:
    """Only the journal is read here, and not its chain: play alone shows what is wrong."""
    changes: dict[str, Callable[[str], str]] = {
        "settlement": lambda body: body.replace('"settled":[[', '"settled":[[9'),
        "cards": lambda body: re.sub(r'"round_cards":"([^"]*)"', r'"round_cards":"\1 As"', body),
    }
    for has_keys in (True, False):
        for name, changed in changes.items():
            shutil.copy2(played[0], books[0])
            connection = sqlite3.connect(books[0], isolation_level=None)
            connection.create_function(
                "changed", 1, lambda body, do=changed: do(body.decode()).encode()
            )
            connection.execute("DROP TRIGGER entry_is_never_changed")
            connection.execute(
                "UPDATE entry SET body = changed(body) WHERE position = (SELECT max(position) FROM "
                "entry WHERE stream = 'table/1' AND instr(body, 'settled'))"
            )
            connection.close()
            if not has_keys:
                books[1].unlink(missing_ok=True)
            done = called("floor", "replay")
            assert done.returncode == 1, (name, has_keys)
            assert "table/1 #" in done.stderr
            assert "[replay/differs]" in done.stderr


@pytest.mark.usefixtures("books")
def test_exported_rounds_are_records_that_replay_accepts(called: Run, tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    assert called("floor", "export", "--out", str(out)).returncode == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4 * len(GAMES)
    done = called("replay", str(out))
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": ok: ") == len(lines)
    printed = called("floor", "export", "--table", "1").stdout.splitlines()
    assert printed == lines[:4]
    written = tmp_path / "rounds.csv"
    assert called("floor", "export", "--out", str(written)).returncode == 0
    rows = list(csv.DictReader(io.StringIO(written.read_text(encoding="utf-8"))))
    nets = {json.loads(line)["name"]: sum(json.loads(line)["net"].values()) for line in lines}
    for name, net in nets.items():
        table, number = name.split("/")
        own = [row for row in rows if (row["table"], row["round"]) == (table, number)]
        assert sum(int(row["net"]) for row in own if not row["wager"].startswith("tip:")) == net


@pytest.mark.usefixtures("books")
def test_entries_and_accounts_are_exported(called: Run, tmp_path: Path) -> None:
    entries = [
        json.loads(line)
        for line in called("floor", "export", "--what", "entries").stdout.splitlines()
    ]
    assert sum(amount for entry in entries for _, amount in entry["postings"]) == 0
    accounts = [
        json.loads(line)
        for line in called("floor", "export", "--what", "accounts").stdout.splitlines()
    ]
    assert sum(account["units"] for account in accounts) == 0
    moved = sum(
        amount for entry in entries for code, amount in entry["postings"] if code == "tray:1"
    )
    assert moved == next(account["units"] for account in accounts if account["account"] == "tray:1")
    out = tmp_path / "accounts.csv"
    assert called("floor", "export", "--what", "accounts", "--out", str(out)).returncode == 0
    codes = [row["account"] for row in csv.DictReader(io.StringIO(out.read_text()))]
    assert codes == [account["account"] for account in accounts]
    refused = called("floor", "export", "--what", "secrets", "--out", str(tmp_path / "x.txt"))
    assert (refused.returncode, "[option/invalid]" in refused.stderr) == (2, True)


def test_a_backup_is_put_back(called: Run, books: Books, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = called("floor", "backup", "--out", str(copy))
    assert done.returncode == 0, done.stderr
    assert "keep them apart" in done.stderr
    assert Path(f"{copy}.key").read_bytes() == books[1].read_bytes()
    assert Path(f"{copy}.key").stat().st_mode & 0o077 == 0
    assert called("floor", "backup", "--out", str(copy)).returncode == 2  # it is there
    refused = called("floor", "restore", str(copy))
    assert (refused.returncode, "[file/exists]" in refused.stderr) == (2, True)
    books[0].unlink()
    books[1].unlink()
    assert called("floor", "restore", str(copy)).returncode == 0
    assert called("floor", "verify").returncode == 0

    in_use = sqlite3.connect(books[0])
    in_use.execute("SELECT * FROM head").fetchone()
    refused = called("floor", "restore", str(copy), "--force")
    in_use.close()
    assert (refused.returncode, "[db/in-use]" in refused.stderr) == (2, True)
    change(copy, "UPDATE balance SET amount = amount + 1 WHERE account = 'wallet:a1'")
    before = books[0].read_bytes()
    refused = called("floor", "restore", str(copy), "--force")
    assert (refused.returncode, "[account/balance]" in refused.stderr) == (1, True)
    assert books[0].read_bytes() == before
    done = called("floor", "backup", "--db", "postgresql://me@host/floor", "--out", "floor.dump")
    assert "pg_dump --format=custom --file=floor.dump postgresql://me@host/floor" in done.stdout


def test_wrong_balances_and_ends_are_made_again_from_the_entries(called: Run, books: Books) -> None:
    change(
        books[0],
        "UPDATE balance SET amount = amount + 1 WHERE account LIKE 'wallet:%'",
        "UPDATE head SET at = at + 1 WHERE stream = 'table/1'",
        "DELETE FROM head WHERE stream = 'table/2'",
    )
    assert called("floor", "verify").returncode == 1
    done = called("floor", "rebuild")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Made again from ")
    assert lines[1] == "Ends that were wrong: table/1, table/2"
    assert lines[2].startswith("Balances that were wrong: wallet:")
    assert called("floor", "verify").returncode == 0
    data = json.loads(called("floor", "rebuild", "--json").stdout)
    assert data.pop("entries") > 10
    assert data == {"rebuilt": True, "streams": [], "accounts": [], "problem": None}


def test_nothing_is_rebuilt_from_wrong_entries(called: Run, books: Books) -> None:
    change(books[0], "UPDATE balance SET amount = amount + 1", "UPDATE entry SET at = at + 1")
    before = books[0].read_bytes()
    done = called("floor", "rebuild", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["rebuilt"], data["problem"]["code"]) == (1, False, "entry/hash")
    assert "nothing was changed [entry/hash]" in done.stderr
    assert books[0].read_bytes() == before


def test_a_shuffle_is_verified_from_the_books_and_from_a_file(
    called: Run, books: Books, tmp_path: Path
) -> None:
    done = called("floor", "verify-shoe", "3/1")
    assert done.returncode == 0, done.stderr
    assert "of shuffle 1 at table 3" in done.stdout
    shoe = json.loads(called("floor", "verify-shoe", "3/1", "--json").stdout)["shoe"]
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(shoe))
    assert called("floor", "verify-shoe", str(file)).returncode == 0
    dealt = shoe["dealt"].split()
    file.write_text(json.dumps({**shoe, "dealt": " ".join([dealt[1], dealt[0], *dealt[2:]])}))
    done = called("floor", "verify-shoe", str(file))
    assert (done.returncode, "[shoe/differs]" in done.stderr) == (1, True)
    wrong = {
        "1/1": "shoe/not-shown",  # still in play
        str(tmp_path / "nothing.json"): "file/missing",
        "http://127.0.0.1:9/shoe": "server/unreachable",
        str(books[1]): "shoe/malformed",
    }
    for name, code in wrong.items():
        done = called("floor", "verify-shoe", name)
        assert (done.returncode, f"[{code}]" in done.stderr) == (2, True), done.stderr


@pytest.mark.usefixtures("books")
def test_users_are_listed_added_locked_and_given_a_password(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str, line: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(line))
        done = called("floor", "user", *words)
        return done.returncode, done.stdout + done.stderr

    assert NAME in run("list")[1]
    assert run("add", "bob", line="a long password\n")[0] == 0
    code, message = run("add", "bob", line="a long password\n")
    assert (code, "[account/name-taken]" in message) == (2, True)
    code, message = run("add", "cid", line="short\n")
    assert (code, "[password/length]" in message) == (2, True)
    assert run("lock", "bob")[0] == 0
    assert "locked" in run("list")[1]
    assert run("unlock", "bob")[0] == 0
    assert "locked" not in run("list")[1]
    assert run("password", "bob", line="another long password\n")[0] == 0
    code, message = run("lock", "dee")
    assert (code, "[account/unknown]" in message) == (2, True)
    for words in (("list", "bob"), ("add",), ("remove", "bob"), ("link", "bob"), ("give", "bob")):
        assert run(*words)[0] == 2
    users = json.loads(run("list", "--json")[1])
    account = next(user["account"] for user in users if user["name"] == "bob")
    exported = called("floor", "export", "--what", "entries").stdout.splitlines()
    kinds = [
        (entry["kind"], entry["actor"])
        for entry in map(json.loads, exported)
        if entry["stream"] == f"account/{account}"
    ]
    assert kinds == [
        ("opened", account),
        ("registered", account),
        ("locked", "house"),
        ("unlocked", "house"),
        ("password-replaced", "house"),
    ]
    assert called("floor", "verify").returncode == 0


def test_reports_are_listed_printed_and_written(called: Run, books: Books, tmp_path: Path) -> None:
    del books
    listed = called("floor", "report").stdout
    names = [
        load["name"] for load in json.loads(called("floor", "report", "--format", "json").stdout)
    ]
    assert [line.split()[0] for line in listed.splitlines()] == names == [*REPORTS]
    text = called("floor", "report", "master-games", "--operator", "Nordlicht").stdout
    assert "Nordlicht" in text
    assert all(game in text for game in GAMES)
    data = json.loads(called("floor", "report", "statement", "--player", NAME,
                              "--format", "json").stdout)  # fmt: skip
    assert (data["report"], data["subject"], data["activity"]) == (
        "statement",
        "player a1",
        True,
    )
    for ending in ("html", "pdf", "csv", "md", "json", "txt"):
        out = tmp_path / f"report.{ending}"
        done = called("floor", "report", "trial-balance", "--output", str(out))
        assert (done.returncode, done.stderr) == (0, "")
        assert out.stat().st_size > 1000
    empty = called("floor", "report", "table-hourly", "--day", "2001-02-03")
    assert "No Activity" in empty.stdout


def test_what_cannot_be_reported_is_refused_at_once(called: Run, books: Books) -> None:
    del books
    for order, codes in {
        ("wins",): ["report/unknown"],
        ("statement",): ["option/invalid"],
        ("statement", "--player", "nobody"): ["account/unknown"],
        ("cage", "--day", "yesterday"): ["option/invalid"],
        ("cage", "--day", "2026-02-30"): ["option/invalid"],
        ("cage", "--from", "2026-02-03", "--to", "2026-02-02"): ["option/invalid"],
        ("cage", "--from", "2026-02-03", "--day", "2026"): ["option/invalid"],
        ("cage", "--output", "x.docx"): ["option/invalid"],
        ("wins", "--day", "?", "--format", "odt"): ["report/unknown", *["option/invalid"] * 2],
    }.items():
        done = called("floor", "report", *order)
        printed = re.findall(r"\[([a-z]+/[a-z-]+)\]", done.stderr)
        assert (done.returncode, printed, done.stdout) == (2, codes, ""), order


def test_verify_names_a_sum_that_does_not_hold(called: Run, tmp_path: Path) -> None:
    """An entry that balances, and leaves a wager on the felt of a table where no round is open."""

    async def write() -> None:
        store = await open_store(str(tmp_path / "floor.db"))
        lines = (Posting("external:test", -500), Posting("escrow:7", 500))
        draft = Draft("table/7", "opened", "house", "open", b"{}", lines)
        await store.append([seal(draft, version=1, at=1, before=NO_ENTRY.hash)])
        await store.close()

    asyncio.run(write())
    done = called("floor", "verify", "--db", str(tmp_path / "floor.db"))
    assert done.returncode == 1
    assert "escrow:7 holds 500 between two rounds [sums/broken]" in done.stderr


@pytest.mark.usefixtures("books")
def test_roles_are_given_and_taken_at_the_machine(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
        done = called("floor", "user", *words)
        return done.returncode, done.stdout + done.stderr

    assert run("add", "sue", "--role", "shift-manager")[0] == 0
    assert "shift-manager" in run("list")[1]
    for words, code in (
        (("give", "sue", "--role", "sysadmin"), "role/incompatible"),
        (("give", "sue", "--role", "king"), "option/invalid"),
        (("take", "sue", "--role", "cage"), "role/unknown"),
        (("give", "nobody", "--role", "cage"), "account/unknown"),
        (("lock", "sue", "--role", "cage"), "command/usage"),
    ):
        status, text = run(*words)
        assert (status, f"[{code}]" in text) == (2, True), text
    assert run("give", "sue", "--role", "floor")[0] == 0
    sue = json.loads(run("take", "sue", "--role", "shift-manager", "--json")[1])
    assert (sue["roles"], sue["disabled"]) == (["floor"], False)
    assert run("reset-factor", "sue")[0] == 0
    path = json.loads(run("link", "--role", "sysadmin", "--json")[1])["path"]
    assert len(path.removeprefix("/setup#")) == 76
    entries = [
        json.loads(part)
        for part in called("floor", "export", "--what", "entries").stdout.split("\n")
        if part
    ]
    office = [(entry["kind"], entry["actor"]) for entry in entries if entry["stream"] == "office"]
    assert office == [("role-given", "house")] * 2 + [("role-taken", "house")]
    assert called("floor", "verify").returncode == 0
