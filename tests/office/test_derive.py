"""Entries that are well formed and signed, and that no command could have made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import json

from pitboss.engine.values import replace
from pitboss.jackpot.events import HitConfirmed, HitLocked, write_event
from pitboss.jackpot.state import Hit
from pitboss.ledger.book import NO_ENTRY, Head, seal_all
from pitboss.ledger.entry import Draft, Posting
from pitboss.ledger.findings import Finding
from pitboss.office.approvals import Approve
from pitboss.office.core import HOUSE, STREAM
from pitboss.office.decide import decide
from pitboss.office.derive import Derivation
from pitboss.office.disputes import DecideDispute, OpenDispute
from pitboss.office.people import AssignDealer, GiveRole, TakeRole
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.pit.verification import verify_store
from pitboss.server.keys import begin_signing, open_keys
from pitboss.store import Committer, open_store
from tests.office.acting import Acting

Forge = Callable[[Acting], Awaitable[list[Draft]]]


def office_draft(kind: str, actor: str, key: str, /, **body: object) -> Draft:
    text = json.encode(body | {"asked": "0123456789abcdef"}, order="sorted")
    return Draft(STREAM, kind, actor, key, text)


def paid(kind: str, actor: str, cents: int, source: str = "house:disputes") -> Draft:
    lines = (Posting(source, -cents * 100), Posting("wallet:eve", cents * 100))
    return Draft("account/eve", kind, actor, f"{kind}/9", b'{"dispute":1}', lines)


PAY = b'{"hit":1,"jackpot":"mtd","units":70000}'


def hand_pay(payee: str, units: int = 70_000, kept: int = 0) -> tuple[Posting, ...]:
    lines = (
        Posting("cage:money", -units),
        Posting(payee, units - kept),
        Posting("tax:winners", kept),
    )
    return tuple(line for line in lines if line.amount)


ROLE = {"account": "eve", "role": "cage", "why": ""}
GIFT = (Posting("house:promo", -100), Posting("wallet:eve", 100))
TIPS = (Posting("tips:1", -100), Posting("cage:money", 100))
LOCKED = {"table": "1", "round": 1, "wagers": {"jackpot-1": [1]}, "units": {"mtd": 100}}


def confirmed(*by: str) -> Draft:
    body = write_event(HitConfirmed(number=1, by=by))
    return Draft("jackpot/mtd", "hit-confirmed", "tom", "k", body)


FORGED: dict[str, list[Draft]] = {
    "a role by a player": [office_draft("role-given", "eve", "k", **ROLE)],
    "a role by staff who may not": [office_draft("role-given", "fay", "k", **ROLE)],
    "a trusted role by one alone": [office_draft("role-given", "sys", "k", **ROLE)],
    "a role under a request that nobody made": [
        office_draft("role-given", "sys", "approved/7", request=7, **ROLE)
    ],
    "an agreement to one's own request": [office_draft("approved", "sys", "k", number=2)],
    "a role taken that nobody had": [
        office_draft("role-taken", "sys", "k", account="eve", role="cage", why="")
    ],
    "a dispute that nobody opened": [
        office_draft("dispute-decided", "shift", "k", number=7, award_cents=0, text="so be it")
    ],
    "money of a dispute": [paid("dispute-paid", "shift", 10**6)],
    "money of the cage": [paid("deposit", "sys", 10**6, "external:cash")],
    "play money of the house's own account": [paid("play-money", "eve", 10**6)],
    "a password changed by another player": [
        Draft("account/eve", "password-changed", "ann", "k", b"{}")
    ],
    "an exclusion by another as oneself": [
        office_draft("excluded", "ann", "k", account="eve", until=0, is_own=True)
    ],
    "an exclusion by a player": [
        office_draft("excluded", "ann", "k", account="eve", until=0, is_own=False)
    ],
    "a payment on no gambling day": [
        office_draft(
            *("payment-made", "carl", "k"),
            number=1,
            day=1,
            kind="deposit",
            of="eve",
            cents=500,
            rail="cash",
        )
    ],
    "a request that never ends": [
        office_draft(
            *("requested", "sys", "k"),
            number=4,
            command="give-role",
            terms=ROLE,
            second="approve-staff",
            until=2**60,
        )
    ],
    "a hand pay of no hit": [
        Draft("account/eve", "hand-paid", "shift", "k", PAY, hand_pay("wallet:eve"))
    ],
    "cash for no hit": [
        Draft("payout/mtd", "hand-paid", "shift", "k", PAY, hand_pay("external:cash"))
    ],
    "a table stopped by a player": [office_draft("table-stopped", "eve", "k", table="1", turn=1)],
    "money beside what a dealer may do": [
        office_draft("wagers-locked", HOUSE, "k", **LOCKED)._replace(postings=GIFT)
    ],
    "another share of jackpot wagers": [
        office_draft("wagers-locked", HOUSE, "k", **LOCKED)._replace(
            postings=(
                Posting("house:jackpot-accrual", -(10**6)),
                Posting("jackpot:mtd:in", 10**6),
            )
        )
    ],
    "money beside an order": [
        office_draft("table-stopped", HOUSE, "k", table="1", turn=1)._replace(postings=GIFT)
    ],
    "money in a stream that nobody has": [Draft("gift/eve", "given", "eve", "k", b"{}", GIFT)],
    "money beside hand pays": [
        Draft("payout/mtd", "given", "shift", "k", b"{}", hand_pay("external:cash"))
    ],
}


async def some_history(acting: Acting) -> None:
    """Staff, a request that waits, a dispute that two people paid."""
    await acting.give(sys=Role.ADMIN, shift=Role.SHIFT, fay=Role.FLOOR, dan=Role.DEALER)
    await acting.ask(AssignDealer("1", "dan"), "fay")
    await acting.ask(GiveRole("carl", Role.CAGE), "sys")
    await acting.ask(Approve(1), "shift")
    await acting.ask(GiveRole("carla", Role.CAGE), "sys")  # waits as request 2
    await acting.ask(TakeRole("dan", Role.DEALER), "sys")
    await acting.ask(OpenDispute("1", 1, "I had a blackjack", ("00",)), "eve")
    await acting.ask(DecideDispute(1, 500, "so it was"), "shift")
    await acting.ask(Approve(3), "carl")


async def books_with(folder: Path, forged: list[Draft]) -> tuple[str, str]:
    """Write a history and forged entries with the right key; return what is found, and where."""
    key_file = folder / "server.key"
    keys = open_keys(key_file)
    store = await open_store(str(folder / "floor.db"))
    committer = Committer(store, await begin_signing(store, key_file, keys))
    try:
        acting = Acting(store, committer)
        await some_history(acting)
        before = await verify_store(store, None, keys.trust)
        assert before.finding is None, before.finding
        for draft in forged:
            head = await store.head(draft.stream)
            await committer.commit(seal_all([draft], head, acting.now))
        finding = (await verify_store(store, None, keys.trust)).finding
        return (finding.code, finding.place) if finding else ("", "")
    finally:
        await committer.close()
        await store.close()


@pytest.mark.parametrize("name", FORGED)
def test_an_entry_that_no_command_makes_is_named(tmp_path: Path, name: str) -> None:
    code, place = asyncio.run(books_with(tmp_path, FORGED[name]))
    assert code == "entry/underived"
    assert place.startswith(FORGED[name][0].stream)


PLAY_MONEY = (Posting("house:promo", -100), Posting("wallet:eve", 100))
DONE: dict[str, list[Draft]] = {
    "one's own password": [Draft("account/eve", "password-changed", "eve", "k", b"{}")],
    "play money": [Draft("account/eve", "play-money", "eve", "k", b"{}", PLAY_MONEY)],
    "one's own exclusion": [
        office_draft("excluded", "eve", "k", account="eve", until=0, is_own=True)
    ],
    "an exclusion at the machine": [
        office_draft("excluded", HOUSE, "house/k", account="eve", until=0, is_own=False)
    ],
}


@pytest.mark.parametrize("name", DONE)
def test_what_people_may_do_is_derived(tmp_path: Path, name: str) -> None:
    assert asyncio.run(books_with(tmp_path, DONE[name])) == ("", "")


def test_a_command_that_cannot_be_is_a_finding_and_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The office asserts what no caller asks; a forger's entry may ask it."""
    impossible = GiveRole("eve", Role.AUDITOR)

    def strict(office: Office, command: object, by: str, at: int) -> object:
        assert command != impossible, "nobody asks this"
        return decide(office, command, by, at)

    monkeypatch.setattr("pitboss.office.derive.decide", strict)
    forged = [office_draft("role-given", "sys", "k", account="eve", role="auditor", why="")]
    assert asyncio.run(books_with(tmp_path, forged))[0] == "entry/underived"


def test_what_the_house_does_at_the_machine_is_derived_too(tmp_path: Path) -> None:
    given = [office_draft("role-given", HOUSE, "house/k", account="zoe", role="auditor", why="")]
    assert asyncio.run(books_with(tmp_path, given)) == ("", "")


HIT = Hit(
    number=1,
    table="1",
    round=1,
    seat=1,
    wager="jackpot-1",
    percent=100,
    amount=70_000,
    account="eve",
)
WALLET = ("account/eve", hand_pay("wallet:eve"))


FLOORS = [
    office_draft("role-given", HOUSE, f"house/{who}", account=who, role="floor", why="")
    for who in ("sue", "tom")
]


def follow(derivation: Derivation, drafts: list[Draft]) -> list[Finding | None]:
    """Return what is found about each entry of several streams."""
    heads: dict[str, Head] = {}
    found = []
    for draft in drafts:
        (entry,) = seal_all([draft], heads.get(draft.stream, NO_ENTRY), 1)
        heads[draft.stream] = Head(entry.version, entry.at, entry.hash)
        found.append(derivation.add(entry, is_judged=True))
    return found


@pytest.mark.parametrize(
    ("draft", "problem"),
    [
        (confirmed("sue", "tom"), ""),
        (confirmed("sue", "sue"), "two people"),
        (confirmed("sue", "eve"), "may not"),
        (confirmed("eve", "ann"), "may not"),
        (confirmed(), "two people"),
        (confirmed("sue", "tom")._replace(postings=GIFT), "nothing else"),
        (Draft("jackpot/mtd", "fed", "house", "k", b"{}", GIFT), "nothing else"),
        (Draft("jackpot/mtd", "fed", "house", "k", b"{}", TIPS), "tips:1"),
        (Draft("jackpot/mtd", "closed", "sue", "k", b'{"why":"x"}'), ""),
        (Draft("table/1", "seats-left", "ann", "k", b"{}", GIFT), "nothing else"),
        (Draft("table/1", "dealt", "ann", "k", b"{}", hand_pay("external:cash")), "external:cash"),
    ],
)
def test_what_is_not_decided_again_is_bounded(draft: Draft, problem: str) -> None:
    """A jackpot is changed by two people who may, and each stream moves its own accounts only."""
    *_, found = follow(Derivation(), [*FLOORS, draft])
    assert (found is None) if not problem else (found is not None and problem in found.message)


@pytest.mark.parametrize(
    ("hit", "withheld", "pay", "problem"),
    [
        (HIT, 0, WALLET, ""),
        (HIT, 3, ("account/eve", hand_pay("wallet:eve", kept=300)), ""),
        (replace(HIT, account=""), 0, ("payout/mtd", hand_pay("external:cash")), ""),
        (replace(HIT, account="ann"), 0, WALLET, "another one's"),
        (HIT, 3, WALLET, "another amount"),
        (replace(HIT, amount=60_000), 0, WALLET, "another amount"),
        (replace(HIT, number=2), 0, WALLET, "nobody confirmed"),
    ],
)
def test_a_hand_pay_is_that_of_a_confirmed_hit_and_made_once(
    hit: Hit, withheld: int, pay: tuple[str, tuple[Posting, ...]], problem: str
) -> None:
    """Another winner or amount, a tax that nobody asked for, a second pay: each is named."""
    derivation = Derivation()
    body = {"jackpot": "mtd", "hit": 1, "withheld_cents": withheld, "name": "Eve"}
    winner = {"document": "d", "address": "", "tax_number": "", **body}
    confirmed = HitConfirmed(number=hit.number, by=("sue", "tom"))
    drafts = [
        *FLOORS,
        office_draft("winner-identified", HOUSE, "k", **winner),
        Draft("jackpot/mtd", "damaged", "sue", "k0", b"{}"),
        Draft("jackpot/mtd", "hit-confirmed", "sue", "k1", write_event(confirmed)),
        Draft("jackpot/mtd", "hit-locked", "sue", "k2", write_event(HitLocked(hit=hit))),
        Draft("jackpot/mtd", "hit-confirmed", "sue", "k3", write_event(confirmed)),
        Draft(pay[0], "hand-paid", "tom", "k4", PAY, pay[1]),
        Draft(pay[0], "hand-paid", "tom", "k5", PAY, pay[1]),
    ]
    *before, first, second = follow(derivation, drafts)
    assert before == [None] * 7
    assert (problem in first.message) if first else not problem
    assert second is not None
    assert "paid before" in second.message
