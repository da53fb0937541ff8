"""The key file: private, made once, and what it seals and signs."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.ledger.book import Book
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import Draft
from pitboss.server.keys import KeyFileError, Keys, SealError, open_keys
from tests.ledger.books import verify


def test_the_file_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "server.key"
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(lambda _: open_keys(path), range(16)))
    assert made == {open_keys(path)}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["server.key"]


def test_a_file_that_is_no_key_file_or_open_to_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    for text in ("", "[]", "{}", '{"signing": "00", "sealing": "00"}', '{"signing": 3}', "\xff"):
        path.write_text(text, encoding="latin-1")
        path.chmod(0o600)
        with pytest.raises(KeyFileError, match="is not a key file"):
            open_keys(path)
    path.chmod(0o644)
    with pytest.raises(KeyFileError, match="chmod 600"):
        open_keys(path)
    with pytest.raises(KeyFileError, match="cannot be used"):
        open_keys(path / "below")


def test_entropy_opens_only_whole_and_under_its_own_name() -> None:
    keys = Keys.new()
    sealed = keys.seal("7/1", bytes(2048))
    assert keys.unseal("7/1", sealed) == bytes(2048)
    assert keys.seal("7/1", bytes(2048)) != sealed, "the same entropy twice looks different"
    wrong = [sealed[:-1], sealed[:5], b"", sealed[:40] + bytes([sealed[40] ^ 1]) + sealed[41:]]
    for broken in wrong:
        with pytest.raises(SealError):
            keys.unseal("7/1", broken)
    for other, name in ((keys, "7/2"), (Keys.new(), "7/1")):
        with pytest.raises(SealError):
            other.unseal(name, sealed)


def test_the_books_verify_with_checkpoints_that_these_keys_signed() -> None:
    keys = Keys.new()
    book = Book()
    entry = book.write(Draft("table/1", "opened", "floor", "k", b"{}"), now=1)
    signed = make_checkpoint(book.heads, book.balances, at=1, sign=keys.sign)
    assert verify([entry], [signed], is_signed=keys.is_signed) is None
    assert verify([entry], [signed], is_signed=Keys.new().is_signed) is not None
    assert verify([entry], [signed._replace(signature=b"")], is_signed=keys.is_signed) is not None


def test_keys_are_not_in_what_is_printed() -> None:
    keys = Keys.new()
    assert repr(keys) == "Keys()"
