"""What the books say to people: every refusal and every finding by code, place and sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pitboss.ledger.book import Book, BookError, Head, seal_all
from pitboss.ledger.checkpoint import Checkpoint, make_checkpoint
from pitboss.ledger.entry import GENESIS, Draft, Entry, Posting, seal
from pitboss.ledger.findings import Finding
from pitboss.ledger.tree import audit_root
from pitboss.ledger.verify import Verification


def deposit(name: str, amount: int, key: str) -> Draft:
    """Return a deposit into a wallet."""
    postings = (Posting("external:demo", -amount), Posting(f"wallet:{name}", amount))
    return Draft(f"account/{name}", "deposit", name, key, b"{}", postings)


def written(*drafts: Draft) -> tuple[Book, list[Entry]]:
    """Return a book of some entries, one microsecond after another from 100 on, and the entries."""
    book = Book()
    return book, [book.write(draft, now=100 + number) for number, draft in enumerate(drafts)]


def refuse(book: Book, entry: Entry) -> tuple[str, str]:
    """Return the code and the sentence with which a book refuses an entry, unchanged by it."""
    before = dict(book.balances), dict(book.heads)
    with pytest.raises(BookError) as error:
        book.add(entry)
    assert before == (dict(book.balances), dict(book.heads))
    return error.value.code, str(error.value)


def find(
    entries: Iterable[Entry],
    checkpoints: Iterable[Checkpoint] = (),
    *,
    balances: Mapping[str, int] | None = None,
    heads: Mapping[str, Head] | None = None,
) -> tuple[str, str, str] | None:
    """Return the first finding in books, as code, place and sentence."""
    books = Verification(checkpoints, is_signed=lambda checkpoint: checkpoint.signature == b"ok")
    for entry in entries:
        books.add(entry)
    finding = books.end(balances=balances, heads=heads)
    return None if finding is None else tuple[str, str, str](finding)


def signed(book: Book, last: Checkpoint | None = None) -> Checkpoint:
    """Return a signed checkpoint of a book."""
    return make_checkpoint(book.heads, book.balances, at=7, last=last, sign=lambda _: b"ok")


def test_a_book_says_why_an_entry_has_no_place_in_it() -> None:
    book, (first,) = written(deposit("ann", 5, "k1"))
    after = deposit("ann", 5, "k2")
    assert refuse(book, seal(after, version=3, at=100, before=first.hash)) == (
        "entry/order",
        "account/ann #3 comes after #1 of its stream",
    )
    assert refuse(book, seal(after, version=2, at=100, before=GENESIS)) == (
        "entry/chain",
        "account/ann #2 does not follow from the entry before it",
    )
    right = seal(after, version=2, at=100, before=first.hash)
    assert refuse(book, right._replace(actor="eve")) == (
        "entry/hash",
        "account/ann #2 is not what its hash says",
    )
    assert refuse(book, seal(after, version=2, at=99, before=first.hash)) == (
        "entry/time",
        "account/ann #2 is dated before the entry before it",
    )
    again = seal(after._replace(key="k1"), version=2, at=100, before=first.hash)
    assert refuse(book, again) == (
        "entry/key",
        "account/ann #2 has the key of an earlier entry, 'k1'",
    )
    book.add(right)
    assert book.head("account/ann").version == 2


def test_a_book_says_why_money_does_not_move() -> None:
    book, (first,) = written(deposit("ann", 5, "k1"))

    def move(*postings: tuple[str, int]) -> Entry:
        posted = tuple(Posting(*posting) for posting in postings)
        draft = Draft("account/ann", "moved", "ann", "k2", b"{}", posted)
        return seal(draft, version=2, at=100, before=first.hash)

    assert refuse(book, move(("wallet:ann", -2), ("external:demo", 1))) == (
        "entry/balance",
        "the postings of account/ann #2 do not sum to zero",
    )
    assert refuse(book, move(("pocket:ann", 2), ("external:demo", -2))) == (
        "account/unknown",
        "there is no account 'pocket:ann' in the chart of accounts",
    )
    assert refuse(book, move(("wallet:ann", -7), ("external:demo", 7))) == (
        "account/floor",
        "wallet:ann holds 5 and cannot give 7",
    )
    # What an entry puts into an account and takes out of it counts together, in any order.
    book.add(move(("wallet:ann", -6), ("external:demo", 5), ("wallet:ann", 1)))
    assert book.balances == {"wallet:ann": 0, "external:demo": 0}


def test_an_entry_says_what_it_moved() -> None:
    _, (entry,) = written(deposit("ann", 5, "k1"))
    accounts = ("wallet:ann", "external:demo", "wallet:bob")
    assert [entry.moved(account) for account in accounts] == [5, -5, 0]


def test_drafts_are_sealed_one_after_another() -> None:
    book, _ = written(deposit("ann", 5, "k1"))
    drafts = [deposit("ann", amount, f"n{amount}") for amount in (1, 2, 3)]
    entries = seal_all(drafts, book.head("account/ann"), 50)
    for entry in entries:
        book.add(entry)
    assert [(entry.version, entry.at) for entry in entries] == [(2, 100), (3, 100), (4, 100)]
    assert book.balance("wallet:ann") == 11


def test_a_finding_names_the_entry_and_repeats_the_refusal() -> None:
    _, (first, second) = written(deposit("ann", 5, "k1"), deposit("ann", 5, "k2"))
    damaged = [first, second._replace(actor="eve")]
    finding = ("entry/hash", "account/ann #2", "account/ann #2 is not what its hash says")
    assert find(damaged) == finding
    books = Verification()
    assert books.add(first) is None
    assert books.add(damaged[1]) == finding
    assert books.add(second) == finding, "the first finding stays"
    assert books.entries == 2


def test_a_finding_names_a_checkpoint_out_of_line() -> None:
    book, entries = written(deposit("ann", 5, "k1"))
    first = signed(book)
    second = signed(book, first)
    assert find(entries, [first, second]) is None
    for wrong in ([second], [first, first], [first, second._replace(number=3)]):
        place = f"checkpoint {wrong[-1].number}"
        sentence = f"{place} does not follow the one before it"
        assert find(entries, wrong) == ("checkpoint/chain", place, sentence)
    forged = [first, second._replace(signature=b"")]
    sentence = "the signature of checkpoint 2 is wrong"
    assert find(entries, forged) == ("checkpoint/signature", "checkpoint 2", sentence)


def test_checkpoints_of_a_lost_key_are_known_by_their_hashes_alone() -> None:
    """Up to and with the last of them; the next must bear a signature of the new key."""
    book, entries = written(deposit("ann", 5, "1"))
    first = signed(book)
    second = signed(book, first)

    def finding(before: int) -> Finding | None:
        verification = Verification([first, second], is_signed=lambda _: False, before=before)
        for entry in entries:
            verification.add(entry)
        return verification.finding

    assert finding(2) is None
    for before, wrong in ((0, 1), (1, 2)):
        found = finding(before)
        assert found is not None
        assert found.message == f"the signature of checkpoint {wrong} is wrong"


def test_a_finding_names_a_checkpoint_that_the_entries_do_not_meet() -> None:
    book, entries = written(deposit("ann", 5, "k1"), deposit("bob", 5, "k2"))
    other, _ = written(deposit("ann", 5, "k1"), deposit("bob", 6, "k2"))
    sentence = "the entries before checkpoint 1 are not those it was taken over"
    finding = ("checkpoint/entries", "checkpoint 1", sentence)
    assert find(entries, [signed(other)]) == finding
    # Taken over no entry, and yet with the ends of streams.
    assert find(entries, [signed(book)._replace(entries=0)]) == finding
    empty = signed(Book())
    assert find(entries, [empty, signed(book, empty)]) is None
    lies = signed(book)._replace(balances=bytes(32))
    sentence = "balances differ from those of checkpoint 1"
    assert find(entries, [lies]) == ("checkpoint/balances", "checkpoint 1", sentence)


def test_a_finding_names_a_checkpoint_over_entries_in_another_order() -> None:
    """The ends of two streams do not say which was written first; the tree over all does."""
    book, entries = written(deposit("ann", 5, "k1"), deposit("bob", 5, "k2"))
    tree = audit_root(entry.hash for entry in entries)
    taken = make_checkpoint(book.heads, book.balances, at=7, sign=lambda _: b"ok", tree=tree)
    assert find(entries, [taken]) is None
    sentence = "the entries before checkpoint 1 are not in the order it was taken over"
    assert find(entries[::-1], [taken]) == ("checkpoint/order", "checkpoint 1", sentence)


def test_a_finding_counts_the_entries_that_are_missing() -> None:
    book, entries = written(*(deposit("ann", 5, f"k{number}") for number in range(5)))
    sentence = "3 entries are missing at the end: 2 are left"
    assert find(entries[:2], [signed(book)]) == ("entry/missing", "checkpoint 1", sentence)


def test_a_finding_names_the_first_account_that_shows_another_balance() -> None:
    book, entries = written(deposit("ann", 5, "k1"), deposit("bob", 6, "k2"))
    right = dict(book.balances)
    assert find(entries, balances=right) is None
    code, place, sentence = find(entries, balances=right | {"wallet:bob": 7}) or ("", "", "")
    assert (code, place) == ("account/balance", "wallet:bob")
    assert sentence == "wallet:bob shows 7; its entries give 6"
    missing = {"external:demo": -11, "wallet:bob": 6}
    sentence = "wallet:ann shows 0; its entries give 5"
    assert find(entries, balances=missing) == ("account/balance", "wallet:ann", sentence)
    sentence = "wallet:eve shows 0 and is in no entry"
    extra = right | {"wallet:eve": 0}
    assert find(entries, balances=extra) == ("account/balance", "wallet:eve", sentence)
    damaged: Any = right | {None: 3}
    sentence = "None shows 3 and is in no entry"
    assert find(entries, balances=damaged) == ("account/balance", "None", sentence)
    # An account that came back to zero may be missing from the store, which keeps no empty ones.
    spent = Draft(
        "account/ann",
        "withdrawal",
        "ann",
        "k3",
        b"{}",
        (Posting("wallet:ann", -5), Posting("external:demo", 5)),
    )
    book, entries = written(deposit("ann", 5, "k1"), spent)
    assert find(entries, balances={}) is None


def test_a_finding_names_the_first_stream_that_ends_elsewhere() -> None:
    book, entries = written(deposit("ann", 5, "k1"), deposit("bob", 6, "k2"))
    right = dict(book.heads)
    assert find(entries, heads=right) is None

    def name(heads: Mapping[Any, Head]) -> tuple[str, str, str] | None:
        return find(entries, heads=heads)

    ann = right["account/ann"]
    bob = right["account/bob"]
    later = right | {"account/bob": bob._replace(version=4)}
    sentence = "account/bob ends at #4; its entries end at #1"
    assert name(later) == ("stream/head", "account/bob", sentence)
    sentence = "account/ann is not listed; its entries end at #1"
    assert name({"account/bob": bob}) == ("stream/head", "account/ann", sentence)
    sentence = "account/ann #1 is not the entry that the stream ends with"
    swapped = right | {"account/ann": ann._replace(hash=bob.hash)}
    assert name(swapped) == ("stream/head", "account/ann", sentence)
    sentence = "account/eve ends at #2; its entries end at #0"
    assert name(right | {"account/eve": Head(2)}) == ("stream/head", "account/eve", sentence)
    sentence = "None ends at #1; its entries end at #0"
    assert name(right | {None: Head(1)}) == ("stream/head", "None", sentence)


def test_the_first_kind_of_finding_wins() -> None:
    """A wrong balance is named before a wrong end of a stream: both come from the same store."""
    book, entries = written(deposit("ann", 5, "k1"))
    finding = find(entries, balances={}, heads={})
    assert finding is not None
    assert finding[0] == "account/balance"
    assert isinstance(Verification().end(balances=book.balances), Finding)
