"""The books against a model, and every way of tampering with them."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pitboss.ledger.accounts import CHART, account_type
from pitboss.ledger.book import Book, BookError, trial_balance
from pitboss.ledger.checkpoint import Checkpoint, make_checkpoint, merkle_root
from pitboss.ledger.entry import GENESIS, Draft, Entry, Posting, seal
from tests.ledger.books import fold, verify

PLAYERS = ("ann", "bob", "cid")
ACCOUNTS = (
    "external:demo",
    "tray:7",
    "escrow:7",
    *(f"wallet:{name}" for name in PLAYERS),
    "stack:7:1",
)


class Books(RuleBasedStateMachine):
    """Random movements: the book takes what the model allows and nothing else."""

    def __init__(self) -> None:
        """Open both empty."""
        super().__init__()
        self.book = Book()
        self.model: Counter[str] = Counter()
        self.entries: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []

    @rule(
        source=st.sampled_from(ACCOUNTS),
        into=st.sampled_from(ACCOUNTS),
        amount=st.integers(0, 200),
        off=st.sampled_from([0, 0, 0, 1]),
        now=st.integers(0, 50),
        stream=st.sampled_from(["table/7", "account/ann", "cage"]),
    )
    def move(self, source: str, into: str, amount: int, off: int, now: int, stream: str) -> None:
        """Move an amount; *off* by one it does not balance."""
        postings = (Posting(source, -amount), Posting(into, amount + off))
        key = str(len(self.entries))
        wanted = self.model.copy()
        wanted[source] -= amount
        wanted[into] += amount + off
        is_right = not off and all(
            wanted[code] >= 0 for code in (source, into) if account_type(code).floor == 0
        )
        before = dict(self.book.balances), dict(self.book.heads)
        draft = Draft(stream, "move", "ann", key, b"{}", postings)
        if is_right:
            self.entries.append(self.book.write(draft, now=now))
            self.model = wanted
            return
        with pytest.raises(BookError) as error:
            self.book.write(draft, now=now)
        assert error.value.code == ("entry/balance" if off else "account/floor")
        assert before == (dict(self.book.balances), dict(self.book.heads))

    @rule(now=st.integers(0, 50))
    def take_checkpoint(self, now: int) -> None:
        """Take a checkpoint as the books stand."""
        last = self.checkpoints[-1] if self.checkpoints else None
        self.checkpoints.append(
            make_checkpoint(self.book.heads, self.book.balances, at=now, last=last)
        )

    @invariant()
    def the_books_hold(self) -> None:
        """Balances are the model's, sum to zero, and verify."""
        assert {code: held for code, held in self.book.balances.items() if held} == {
            code: held for code, held in self.model.items() if held
        }
        assert trial_balance(self.book.balances) == 0
        assert verify(self.entries, self.checkpoints, balances=self.book.balances) is None


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=40, stateful_step_count=25)


def a_day() -> tuple[list[Entry], list[Checkpoint]]:
    """Return sixty entries in three streams, with a checkpoint after every twenty."""
    book = Book()
    entries = list[Entry]()
    checkpoints = list[Checkpoint]()
    source = random.Random(7)
    for number in range(60):
        amount = source.randrange(1, 500)
        postings = (
            Posting("external:demo", -amount),
            Posting(f"wallet:{PLAYERS[number % 3]}", amount),
        )
        draft = Draft(
            f"account/{PLAYERS[number % 3]}", "deposit", "ann", f"k{number}", b'{"n":1}', postings
        )
        entries.append(book.write(draft, now=1000 + number))
        if number % 20 == 19:
            last = checkpoints[-1] if checkpoints else None
            checkpoints.append(make_checkpoint(book.heads, book.balances, at=number, last=last))
    return entries, checkpoints


ENTRIES, CHECKPOINTS = a_day()

CHANGES: dict[str, Callable[[Entry], Entry]] = {
    "body": lambda entry: entry._replace(body=b'{"n":2}'),
    "actor": lambda entry: entry._replace(actor="bob"),
    "kind": lambda entry: entry._replace(kind="withdrawal"),
    "key": lambda entry: entry._replace(key="other"),
    "time": lambda entry: entry._replace(at=entry.at + 1),
    "amount": lambda entry: entry._replace(
        postings=tuple(p._replace(amount=p.amount * 2) for p in entry.postings)
    ),
    "account": lambda entry: entry._replace(
        postings=(entry.postings[0], entry.postings[1]._replace(account="wallet:eve"))
    ),
    "hash": lambda entry: entry._replace(hash=bytes(32)),
    "chain": lambda entry: entry._replace(before=bytes(31) + b"\x01"),
}


def resealed(entry: Entry) -> Entry:
    """The same with a hash that fits: a forger who knows how hashes are made."""
    draft = Draft(entry.stream, entry.kind, entry.actor, entry.key, entry.body, entry.postings)
    return seal(draft, version=entry.version, at=entry.at, before=entry.before)


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_entry_is_named(change: str) -> None:
    wrong = []
    for place, entry in enumerate(ENTRIES):
        finding = verify(
            [*ENTRIES[:place], CHANGES[change](entry), *ENTRIES[place + 1 :]], CHECKPOINTS
        )
        if finding is None or finding.place != entry.name:
            wrong.append((entry.name, finding))
    assert wrong == []


def test_a_forger_who_mends_one_hash_is_found_at_the_next_entry_or_checkpoint() -> None:
    for place, entry in enumerate(ENTRIES):
        forged = resealed(CHANGES["body"](entry))
        finding = verify([*ENTRIES[:place], forged, *ENTRIES[place + 1 :]], CHECKPOINTS)
        assert finding is not None
        assert finding.code in {"entry/chain", "checkpoint/entries"}


def rebuilt(entries: list[Entry]) -> list[Entry]:
    """Every entry sealed again from the start: only a copy of a checkpoint shows it."""
    book = Book()
    return [
        book.write(
            Draft(entry.stream, entry.kind, entry.actor, entry.key, entry.body, entry.postings),
            now=entry.at,
        )
        for entry in entries
    ]


def test_a_chain_built_anew_is_found_by_a_checkpoint() -> None:
    for place, entry in enumerate(ENTRIES):
        forged = rebuilt([*ENTRIES[:place], CHANGES["body"](entry), *ENTRIES[place + 1 :]])
        assert verify(forged) is None, "the chain alone cannot show it"
        finding = verify(forged, CHECKPOINTS)
        assert finding is not None
        assert finding.place == f"checkpoint {place // 20 + 1}"


def test_removed_swapped_and_cut_off_entries_are_found() -> None:
    for place in range(len(ENTRIES)):
        removed = verify([*ENTRIES[:place], *ENTRIES[place + 1 :]], CHECKPOINTS)
        assert removed is not None, place
        cut = verify(ENTRIES[:place], CHECKPOINTS)
        assert cut is not None
        assert cut.code == "entry/missing"
        assert cut.place == f"checkpoint {place // 20 + 1}"
    later = [*ENTRIES[:3], ENTRIES[6], *ENTRIES[4:6], ENTRIES[3], *ENTRIES[7:]]
    swapped = verify(later, CHECKPOINTS)
    assert swapped is not None
    assert swapped.code == "entry/order"
    twice = verify([*ENTRIES, ENTRIES[-1]], CHECKPOINTS)
    assert twice is not None
    assert twice.code == "entry/order"


def test_checkpoints_are_a_chain_and_signed() -> None:
    assert verify(ENTRIES, CHECKPOINTS) is None
    gone = verify(ENTRIES, CHECKPOINTS[1:])
    assert gone is not None
    assert gone.code == "checkpoint/chain"
    changed = [CHECKPOINTS[0]._replace(balances=bytes(32)), *CHECKPOINTS[1:]]
    finding = verify(ENTRIES, changed)
    assert finding is not None
    assert finding.code == "checkpoint/chain"

    def sign(text: bytes) -> bytes:
        return sha256(b"a key" + text).digest()

    book = fold(ENTRIES)
    signed = make_checkpoint(book.heads, book.balances, at=0, sign=sign)
    assert (
        verify(
            ENTRIES,
            [signed],
            is_signed=lambda checkpoint: checkpoint.signature == sign(checkpoint.hash),
        )
        is None
    )
    forged = signed._replace(at=1)
    finding = verify(
        ENTRIES,
        [forged],
        is_signed=lambda checkpoint: checkpoint.signature == sign(checkpoint.hash),
    )
    assert finding is not None
    assert finding.code == "checkpoint/signature"


def test_a_balance_that_its_entries_do_not_give_is_named() -> None:
    right = dict(fold(ENTRIES).balances)
    assert verify(ENTRIES, balances=right) is None
    for shown in (right | {"wallet:ann": 1}, right | {"wallet:eve": 1}):
        finding = verify(ENTRIES, balances=shown)
        assert finding is not None
        assert finding.code == "account/balance"


def test_a_key_is_written_once() -> None:
    book = Book()
    draft = Draft("table/7", "bet", "ann", "k", b"{}")
    book.write(draft, now=1)
    with pytest.raises(BookError) as error:
        book.write(draft, now=2)
    assert error.value.code == "entry/key"


def test_time_never_runs_back() -> None:
    book = Book()
    first = book.write(Draft("table/7", "bet", "ann", "1", b""), now=100)
    assert book.write(Draft("table/7", "bet", "ann", "2", b""), now=50).at == first.at
    early = seal(
        Draft("table/7", "bet", "ann", "3", b""), version=3, at=1, before=book.head("table/7").hash
    )
    with pytest.raises(BookError) as error:
        book.add(early)
    assert error.value.code == "entry/time"


def test_money_goes_to_known_accounts_only() -> None:
    with pytest.raises(BookError) as error:
        Book().write(
            Draft("t", "x", "ann", "k", b"", (Posting("pocket:me", 1), Posting("tray:7", -1))),
            now=0,
        )
    assert error.value.code == "account/unknown"
    assert len({account.pattern for account in CHART}) == len(CHART)


@given(st.lists(st.binary(max_size=4), max_size=40))
def test_the_tree_is_that_of_rfc_6962(leaves: list[bytes]) -> None:
    def root(those: list[bytes]) -> bytes:
        if not those:
            return sha256().digest()
        if len(those) == 1:
            return sha256(b"\x00" + those[0]).digest()
        split = 1 << (len(those) - 1).bit_length() - 1
        return sha256(b"\x01" + root(those[:split]) + root(those[split:])).digest()

    assert merkle_root(leaves) == root(leaves)


@given(
    st.lists(st.text("ab", max_size=3), min_size=4, max_size=4),
    st.lists(st.text("ab", max_size=3), min_size=4, max_size=4),
)
def test_entries_that_differ_have_different_hashes(one: list[str], two: list[str]) -> None:
    """Fields are hashed as a list, so that nothing slides from one into the next."""
    hashes = {
        seal(Draft(stream, kind, actor, key, b""), version=1, at=0, before=GENESIS).hash
        for stream, kind, actor, key in (one, two)
    }
    assert len(hashes) == len({tuple(one), tuple(two)})


@given(st.text(), st.binary(), st.integers(-(2**62), 2**62))
def test_a_hash_can_be_computed_without_this_package(text: str, body: bytes, amount: int) -> None:
    draft = Draft(text, "bet", "ann", text, body, (Posting(text, amount),))
    entry = seal(draft, version=2, at=3, before=GENESIS)
    coded = [b64encode(part).decode() for part in (body, GENESIS)]
    fields = [text, 2, 3, "ann", text, "bet", coded[0], [[text, amount]], coded[1]]
    written = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    assert entry.hash == sha256(b"pitboss/entry/2\0" + written.encode()).digest()


def test_a_balance_of_no_account_is_a_finding_and_no_failure() -> None:
    """A damaged store shows anything: an account that is no text, and one that no entry names."""
    damaged: Any = {None: 0}
    for balances in (damaged, {"escrow:7": 0}):
        finding = verify([], balances=balances)
        assert finding is not None
        assert finding.code == "account/balance"
        assert "is in no entry" in finding.message
