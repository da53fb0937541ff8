"""Journals from before payments waited for the end of a round (DP10, JP-pays, 2116(8)(d)).

`journals/paid_as_decided.jsonl` holds three tables as they were written then. At *spanish* and at
*linked*, whose jackpot is shared, seat 1 wins the Super Bonus in round 1 and both seats win 10% of
the jackpot in round 2. At *free*, seat 1 busts the original hand of a free split in round 1. The
last round of each is the same again, and still open.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import Event, HandBusted, JackpotAwarded, WagerSettled
from pitboss.floor.commands import Accepted, Decide
from pitboss.floor.history import PastTable, round_record
from pitboss.floor.journal import canonical, read_terms
from pitboss.floor.rebuild import JournalError, rebuild
from pitboss.floor.rounds import Orders
from pitboss.floor.running import decide
from pitboss.ledger.entry import Entry, Posting
from tests.rows import every_row

JOURNALS = Path(__file__).parent / "journals" / "paid_as_decided.jsonl"
TABLES = ("spanish", "linked", "free")


def read_journal(table: str) -> list[Entry]:
    """Read the entries of a table; their hashes are right, byte for byte."""
    entries = []
    for line in JOURNALS.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        if fields["stream"] != f"table/{table}":
            continue
        before, seal = (bytes.fromhex(fields.pop(name)) for name in ("before", "hash"))
        body = canonical(fields.pop("body"))
        postings = tuple(Posting(*posting) for posting in fields.pop("postings"))
        entry = Entry(**fields, body=body, postings=postings, before=before, hash=seal)
        assert entry.right_hash == entry.hash
        entries.append(entry)
    return entries


def replayed(entries: Sequence[Entry]) -> PastTable:
    past = PastTable()
    for entry in entries:
        past.add(entry)
    return past


def order_of(entries: Sequence[Entry]) -> Orders:
    """Return the order of the shoe: a burned card, the cards that left it, any others."""
    bodies = [json.loads(entry.body) for entry in entries if entry.kind in {"dealt", "decided"}]
    script = [card for body in bodies for card in parse_cards(body["cards"])]

    def order(_: int, cards: Sequence[Card], __: tuple[bytes, ...]) -> tuple[Card, ...]:
        rest = list(cards)
        for card in script:
            rest.remove(card)
        return (rest[0], *script, *rest[1:])

    return order


@every_row("table", TABLES)
def test_an_older_journal_still_verifies_entry_by_entry(table: str) -> None:
    past = replayed(read_journal(table))
    assert past.table is not None
    assert past.table.round is not None, "its last round is open"
    assert past.rounds == (1 if table == "free" else 2)


@every_row("table", TABLES)
def test_an_older_journal_with_other_money_is_still_caught(table: str) -> None:
    """The order is known from the deal: nothing is accepted because it might have been so."""
    entries = read_journal(table)
    for number, entry in enumerate(entries):
        if entry.kind != "dealt":
            continue
        body = json.loads(entry.body)
        assert "order" not in body
        entries[number] = entry._replace(body=canonical(body | {"order": 2}))
    with pytest.raises(JournalError):
        replayed(entries)


@every_row("table", TABLES)
def test_a_finished_round_of_an_older_journal_has_a_record_with_the_same_results(
    table: str,
) -> None:
    entries = read_journal(table)
    rounds = [entry for entry in entries if entry.kind in {"dealt", "decided"}]
    last = next(n for n, entry in enumerate(rounds) if "settled" in json.loads(entry.body))
    record = round_record(entries[0], rounds[: last + 1])
    keys = ("seat", "hand", "wager", "stake", "outcome", "net")
    lines = [[line[key] for key in keys] for line in record["settlement"]]
    written = json.loads(rounds[last].body)["settled"]
    assert sorted(map(str, lines)) == sorted(map(str, written))
    assert lines != written, "it is shown in the order of the documents"


@every_row(
    ("table", "decisions"),
    [("spanish", ["stand"]), ("linked", ["stand"]), ("free", ["stand", "stand"])],
)
def test_a_round_that_is_open_at_the_change_is_played_out_as_it_began(
    table: str, decisions: list[str]
) -> None:
    """What was paid or taken at once is not paid or taken again."""
    entries = read_journal(table)
    deal = max(n for n, entry in enumerate(entries) if entry.kind == "dealt")
    order = order_of(entries)
    state = rebuild(read_terms(entries[0]), entries[deal:], order, {})
    assert state.round is not None
    assert state.round.state.paid_as_decided
    felt = state.felt
    happened: list[Event] = []
    for action in decisions:
        assert state.round is not None
        question = state.round.question
        account = state.seats[question.seat].account
        command = Decide(account, question.seat, state.round.n, ActionKind(action))
        answer = decide(state, command, entries[-1].at, order)
        assert isinstance(answer, Accepted), answer
        assert answer.steps is not None
        happened += answer.steps.events
        state = answer.table
    assert state.round is None
    assert state.felt == 0 < felt
    assert not any(isinstance(event, HandBusted | JackpotAwarded) for event in happened)
    settled = [event.wager for event in happened if isinstance(event, WagerSettled)]
    assert "jackpot-1" not in settled
    assert settled.count("main") == 2
