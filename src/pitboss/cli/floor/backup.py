"""`pitboss floor backup` and `restore`: copy the books, and put a copy back."""

from __future__ import annotations

import os
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp

from pitboss.cli.floor.books import (
    address_path,
    books_address,
    check_file,
    is_file,
    key_file,
    open_books,
    read_keys,
    run,
)
from pitboss.cli.output import EXIT_NO, print_error
from pitboss.cli.problems import check, refusal
from pitboss.pit.verification import NO_TRUST, verify_store
from pitboss.rulebook.files import place_problems, quote_path, reason
from pitboss.server.keys import Keys, open_keys
from pitboss.store.sqlite import SqliteStore

KEY_ENDING = ".key"


def back_up(*, out: Path, db: str, keys: Path | None, force: bool) -> None:
    """Copy the books while the server runs, with the key file beside them."""
    address = books_address(db)
    if not is_file(address):
        command = ["pg_dump", "--format=custom", f"--file={out}", address]
        _print_command("makes the copy", command, f"Copy the key file too: {key_file(keys)}")
        return

    async def work() -> Keys | None:
        own = read_keys(keys)
        for made in (out, _key_beside(out)) if own else (out,):
            _check_place(made, force=force)
        async with open_books(db) as store:
            assert isinstance(store, SqliteStore)
            with _private_file(out) as made:
                await store.backup(made)
        if own:
            _copy_keys(key_file(keys), _key_beside(out))
        return own

    own = run(work)
    print(f"The books are copied to {out}.")
    if own is None:
        print_error("there is no key file to copy; shoes in play cannot be opened without it")
        return
    print(f"The key file is copied to {_key_beside(out)}.")
    print_error("anybody with both files can read the shoes in play: keep them apart, and secret")


def restore(*, copy: Path, db: str, keys: Path | None, force: bool) -> None:
    """Verify a copy of the books and put it in their place; the server must be stopped."""
    source = copy
    address = books_address(db)
    if not is_file(address):
        command = ["pg_restore", "--clean", "--if-exists", f"--dbname={address}", str(source)]
        _print_command("reads the copy", command, f"Put the key file back too: {key_file(keys)}")
        return

    async def work() -> str | None:
        check_file(source)
        copied = _key_beside(source)
        made = open_keys(copied) if copied.exists() else read_keys(keys)
        target = address_path(address)
        target_keys = key_file(keys)
        _check_place(target, force=force)
        if copied.exists() and target_keys.exists() and open_keys(target_keys) != made:
            _check_place(target_keys, force=force)
        async with open_books(str(source)) as store:
            outcome = await verify_store(store, None, NO_TRUST if made is None else made.trust)
        if outcome.finding:
            return f"{outcome.finding.message} [{outcome.finding.code}]"
        _replace_books(source, target)
        if copied.exists():
            _copy_keys(copied, target_keys)
        return None

    wrong = run(work)
    if wrong is not None:
        print_error(f"the copy is wrong, and nothing was changed: {wrong}")
        raise SystemExit(EXIT_NO)
    print(f"The books are put back at {address_path(address)}; everybody has to log in again.")


def _print_command(does: str, command: list[str], after: str) -> None:
    print(f"The books are in PostgreSQL, which {does} itself:\n  {shlex.join(command)}\n{after}")


def _key_beside(path: Path) -> Path:
    return path.with_name(path.name + KEY_ENDING)


def _check_place(path: Path, *, force: bool) -> None:
    if path.exists() and not force:
        raise refusal("file/exists", f"{quote_path(path)} is there already; --force replaces it")
    check(place_problems(path))


def _copy_keys(source: Path, target: Path) -> None:
    """Copy a key file; at no moment can anybody but its owner read the copy."""
    if source.resolve() == target.resolve():
        return
    with _private_file(target) as made:
        shutil.copyfile(source, made)


@contextmanager
def _private_file(target: Path) -> Iterator[Path]:
    """Yield a file beside *target* that only its owner can read, then move it there."""
    descriptor, name = mkstemp(dir=target.parent, prefix=".pitboss-")  # mode 0600
    os.close(descriptor)
    made = Path(name)
    try:
        yield made
        made.replace(target)
    finally:
        made.unlink(missing_ok=True)


def _replace_books(source: Path, target: Path) -> None:
    """Replace the books, which nobody may be using, by a copy."""
    made = target.with_name(f".{target.name}.restored")
    made.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(made)) as books:
            copy.backup(books)
            # A session that was ended after the copy was made must not come back to life.
            books.execute("DELETE FROM session")
            books.commit()
        _check_unused(target)
        made.chmod(0o600)
        for ending in ("-wal", "-shm"):
            Path(f"{target}{ending}").unlink(missing_ok=True)
        made.replace(target)
    except sqlite3.Error as error:
        raise refusal("db/unusable", f"the copy cannot be put back: {error}") from None
    except OSError as error:
        message = f"the copy cannot be put back: {reason(error)}"
        raise refusal("file/unwritable", message) from None
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{made}{ending}").unlink(missing_ok=True)


def _check_unused(target: Path) -> None:
    """Refuse to replace books that a server has open."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as books:
            books.execute("PRAGMA locking_mode = EXCLUSIVE")
            books.execute("BEGIN EXCLUSIVE")
            books.execute("ROLLBACK")
    except sqlite3.OperationalError:
        message = f"{quote_path(target)} is in use: stop the server first"
        raise refusal("db/in-use", message) from None
    except sqlite3.DatabaseError:
        return  # broken books are what a copy is put back for
