"""Marks: what was signed is there, whole and in order, and everything else is named."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from pitboss.ledger.book import Book
from pitboss.ledger.checkpoint import Checkpoint, heads_root, make_checkpoint
from pitboss.ledger.entry import GENESIS, Draft, Entry
from pitboss.ledger.marks import (
    BEGUN,
    CHECKPOINTS,
    WRITERS,
    Mark,
    Signatures,
    Signed,
    count_signed,
    writer_name,
)

Written = list[tuple[Entry, int | None]]


def sign(text: bytes) -> bytes:
    return sha256(b"a key" + text).digest()


def is_signed(signed: Signed) -> bool:
    return signed.signature == sign(signed.hash)


def signed_books() -> tuple[Book, Written, dict[str, Mark], list[Checkpoint]]:
    """Return books of two old entries and five that two processes signed, with a checkpoint."""
    book = Book()
    written = Written()
    marks: dict[str, Mark] = {}

    def put(mark: Mark) -> None:
        marks[mark.name] = mark.signed(sign)

    for number, writer in enumerate((None, None, 1, 2, 1, 2, 2)):
        if number == 2:
            put(Mark(BEGUN, 2, heads_root(book.heads)))
        draft = Draft(f"table/{number % 2}", "opened", "floor", f"k{number}", b"{}")
        entry = book.write(draft, now=number)
        written.append((entry, writer))
        if writer is not None:
            name = writer_name(writer)
            put(marks.get(name, Mark(name, 0, GENESIS)).extended([entry]))
    checkpoint = make_checkpoint(book.heads, book.balances, at=9)
    put(Mark(WRITERS, 2, GENESIS))
    put(Mark(CHECKPOINTS, checkpoint.number, checkpoint.hash))
    return book, written, marks, [checkpoint]


def find(
    written: Written,
    marks: Mapping[str, Mark],
    checkpoints: list[Checkpoint],
    *,
    checked: bool = True,
) -> tuple[str, str, str] | None:
    """Return the first finding, as code, place and sentence; it stays the first."""
    signatures = Signatures(marks, is_signed if checked else None)
    book = Book()
    for entry, writer in written:
        book.add(entry)
        finding = signatures.add(entry, writer, book.heads)
        if finding:
            assert signatures.add(entry, writer, book.heads) == finding
    ended = signatures.end(checkpoints)
    assert ended == signatures.finding
    return None if ended is None else tuple[str, str, str](ended)


def test_a_mark_is_a_line_that_any_language_can_check() -> None:
    mark = Mark("writer/7", 3, b"c" * 32)
    text = b"pitboss/mark/1\0writer/7\0" + (3).to_bytes(8, "big") + b"c" * 32
    assert mark.hash == sha256(text).digest()
    assert mark.signed(sign) == Mark("writer/7", 3, b"c" * 32, sign(mark.hash))
    assert (mark.writer, writer_name(7)) == (7, "writer/7")
    _, written, marks, _ = signed_books()
    chain = GENESIS
    for entry, writer in written:
        if writer == 2:
            chain = sha256(chain + entry.hash).digest()
    assert (marks["writer/2"].number, marks["writer/2"].chain) == (3, chain)
    assert marks["writer/2"].extended([]).signature == b""
    assert count_signed(marks) == 7


def test_books_are_as_they_were_signed_or_have_no_marks_yet() -> None:
    _, written, marks, checkpoints = signed_books()
    assert find(written, marks, checkpoints) is None
    assert find(written, {}, checkpoints) is None
    later = make_checkpoint({}, {}, at=10, last=checkpoints[0])
    assert find(written, marks, [*checkpoints, later]) is None, "its mark may come after it"
    none_yet = marks | {CHECKPOINTS: Mark(CHECKPOINTS, 0, GENESIS).signed(sign)}
    assert find(written, none_yet, []) is None
    unsigned = {name: mark._replace(signature=b"") for name, mark in marks.items()}
    assert find(written, unsigned, checkpoints, checked=False) is None


def test_a_mark_that_is_missing_forged_or_unknown_is_named() -> None:
    _, written, marks, checkpoints = signed_books()
    for name in marks:
        left = {other: mark for other, mark in marks.items() if other != name}
        sentence = f"the mark {name!r} of the books is missing"
        assert find(written, left, checkpoints) == ("mark/missing", name, sentence)
        forged = marks | {name: marks[name]._replace(number=marks[name].number + 1)}
        sentence = f"the signature of the mark {name!r} is wrong"
        assert find(written, forged, checkpoints) == ("mark/signature", name, sentence)
    stranger = Mark("writer/3", 1, GENESIS).signed(sign)
    sentence = "the mark 'writer/3' is of no known writer"
    found = find(written, marks | {"writer/3": stranger}, checkpoints)
    assert found == ("mark/unknown", "writer/3", sentence)
    new = Mark("writer/3", 0, GENESIS).signed(sign)
    assert find(written, marks | {"writer/3": new}, checkpoints) is None, "it has written nothing"


def test_an_entry_that_nobody_signed_is_named() -> None:
    book, written, marks, checkpoints = signed_books()
    forged = book.write(Draft("table/1", "paid", "eve", "k9", b"{}"), now=20)
    for writer in (None, 3):
        sentence = "table/1 #4 was written by nobody who signs these books"
        finding = find([*written, (forged, writer)], marks, checkpoints)
        assert finding == ("entry/unsigned", "table/1 #4", sentence)
    sentence = "table/1 #4 or an entry before it is not what writer/2 has signed"
    finding = find([*written, (forged, 2)], marks, checkpoints)
    assert finding == ("entry/unsigned", "table/1 #4", sentence)


def test_an_entry_that_was_changed_is_named_at_the_end_of_its_writer() -> None:
    _, written, marks, checkpoints = signed_books()
    book = Book()
    changed = Written()
    for number, (entry, writer) in enumerate(written):
        actor = "eve" if number == 3 else entry.actor
        draft = Draft(entry.stream, entry.kind, actor, entry.key, entry.body, entry.postings)
        changed.append((book.write(draft, now=entry.at), writer))
    sentence = "table/0 #4 or an entry before it is not what writer/2 has signed"
    assert find(changed, marks, checkpoints) == ("entry/unsigned", "table/0 #4", sentence)


def test_entries_before_the_first_signing_are_those_that_were_there() -> None:
    _, written, marks, checkpoints = signed_books()
    other = marks | {BEGUN: marks[BEGUN]._replace(chain=GENESIS).signed(sign)}
    sentence = "the first 2 entries are not those that were there before the first signing"
    assert find(written, other, checkpoints) == ("entry/unsigned", "table/1 #1", sentence)


def test_what_was_cut_off_at_the_end_is_counted() -> None:
    _, written, marks, checkpoints = signed_books()
    for left in (4, 6):
        sentence = f"{7 - left} signed entries are missing: {left} are left"
        finding = find(written[:left], marks, checkpoints)
        assert finding == ("entry/missing", "the end of the books", sentence)
    sentence = "checkpoint 1 is missing or another"
    finding = ("checkpoint/missing", "checkpoint 1", sentence)
    assert find(written, marks, []) == finding
    assert find(written, marks, [checkpoints[0]._replace(at=8)]) == finding
