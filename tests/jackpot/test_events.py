"""A jackpot is what its events say, and the books hold what it says, to the unit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot import operations as do
from pitboss.jackpot.commands import OFF_BEFORE_CLOSING, PROPOSALS_MAX, VALID_FOR, Moment
from pitboss.jackpot.operations import JackpotError, Reason
from pitboss.jackpot.postings import account, balances, draft, postings
from pitboss.jackpot.state import Hit, Jackpot, Outcome
from pitboss.jackpot.terms import Scheme, Terms
from pitboss.ledger.accounts import account_type
from pitboss.ledger.book import Book, trial_balance
from tests.tiers import by_day

TERMS = Terms(seed=10_000_000, rate=Fraction(21, 100), hidden_share=Fraction(1, 5))
HOUSE = Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE, prizes={"100%": 5_000_000})


@dataclass
class Books:
    """Jackpots, and the accounts that their events post to."""

    held: Counter[str] = field(default_factory=Counter)
    jackpots: dict[str, Jackpot] = field(default_factory=dict)
    at: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def tell(self, name: str, event: jackpot_events.Event) -> Jackpot:
        """Fold an event as it is read back from its entry, post it, and check everything."""
        self.at += 1
        before = self.jackpots.get(name)
        event = jackpot_events.read_event(jackpot_events.write_event(event))
        after = jackpot_events.apply(before, event, self.at)
        lines = postings(before, event, after)
        assert sum(line.amount for line in lines) == 0
        for line in lines:
            self.held[line.account] += line.amount
            floor = account_type(line.account).floor
            assert floor is None or self.held[line.account] >= floor, (event, line)
        for code, amount in balances(after).items():
            assert self.held[code] == amount, (event, code)
        assert after.is_conserved, event
        self.jackpots[name] = after
        self.kinds[jackpot_events.entry_kind(event)] += 1
        return after

    def feed(self, name: str, units: int) -> None:
        """Let tables collect and the jackpot take what they have."""
        after = do.contribute(self.jackpots[name], units)
        self.held[account(name, "in")] += units
        self.held["house:jackpot-accrual"] -= units
        self.tell(name, jackpot_events.Fed(units=units, display=after.display))
        assert self.held[account(name, "in")] == 0

    def lock(self, name: str, percent: int, prize: int = 0, who: str = "ann") -> Hit:
        wanted = Hit(
            number=0,
            table="1",
            round=1,
            seat=1,
            wager="jackpot-1",
            percent=percent,
            amount=prize,
            account=who,
            stake=500,
            at=self.at,
        )
        hit, _ = jackpot_events.lock_like(self.jackpots[name], wanted)
        self.tell(name, jackpot_events.HitLocked(hit=hit))
        return hit


def opened(name: str = "mtd", terms: Terms = TERMS) -> Books:
    books = Books()
    books.tell(name, jackpot_events.Opened(id=name, title="Match The Dealer", terms=terms))
    return books


def test_every_event_is_written_read_and_posted() -> None:
    books = opened()
    books.feed("mtd", 10_000)
    big = books.lock("mtd", 100)
    small = books.lock("mtd", 10)
    books.tell("mtd", jackpot_events.HitPaid(number=small.number, table="1"))
    assert books.held["house:jackpot-accrual"] == small.amount - 10_000
    for who in ("bob", "cid"):
        moment = Moment(who, books.at)
        if who == "bob":
            books.tell("mtd", ask.propose(books.jackpots["mtd"], _confirm(big), moment))
        else:
            for event in ask.approve(books.jackpots["mtd"], 1, moment):
                books.tell("mtd", event)
    assert books.held["cage:money"] == big.amount
    shown = books.jackpots["mtd"].recent
    assert [(hit.number, hit.outcome, hit.by) for hit in shown] == [
        (1, Outcome.CONFIRMED, ("bob", "cid")),
        (2, Outcome.PAID, ()),
    ]
    books.tell("mtd", jackpot_events.HitVoided(number=2))
    assert books.held["house:jackpot-accrual"] == -10_000
    books.tell("mtd", jackpot_events.Kept(jackpot=books.jackpots["mtd"]))
    assert sum(books.held.values()) == 0


def _confirm(hit: Hit) -> ask.Operation:
    return ask.ConfirmHit(number=hit.number)


def test_the_entries_of_a_jackpot_balance_in_the_book() -> None:
    book = Book()
    before = None
    first: list[jackpot_events.Event] = [
        jackpot_events.Opened(id="h", title="House", terms=HOUSE),
        jackpot_events.Switched(on=False, by="bob", why="the sign is broken"),
    ]
    for number, event in enumerate(first):
        after = jackpot_events.apply(before, event, number)
        book.write(draft(before, event, after, actor="bob", key=str(number)), now=number)
        before = after
    hit, _ = jackpot_events.lock_like(
        after,
        Hit(number=0, table="1", round=1, seat=1, wager="jackpot-1", percent=100, amount=5_000_000),
    )
    lock = jackpot_events.HitLocked(hit=hit)
    locked = jackpot_events.apply(after, lock, 3)
    book.write(draft(after, lock, locked, actor="house", key="hit"), now=3)
    assert book.balance("house:jackpot-expense") == -5_000_000
    assert book.balance("jackpot:h:pending") == 5_000_000
    assert trial_balance(book.balances) == 0


def test_the_last_hits_are_listed_and_large_ones_are_marked() -> None:
    books = opened()
    for _ in range(60):
        hit = books.lock("mtd", 1)
        books.tell("mtd", jackpot_events.HitPaid(number=hit.number, table="1"))
    assert len(books.jackpots["mtd"].recent) >= 25
    assert books.jackpots["mtd"].recent[-1].number == 60
    dollars = 10_000
    cases = {  # amount in dollars, stake in cents -> W-2G, shoe kept
        (499, 100): (False, False),
        (500, 100): (False, True),
        (600, 200): (True, True),
        (600, 201): (False, True),
        (599, 1): (False, True),
    }
    hit = books.lock("mtd", 1)
    wrong = []
    for (amount, stake), marks in cases.items():
        large = replace(hit, amount=amount * dollars, stake=stake)
        if (large.is_taxed, large.keeps_shoe) != marks:
            wrong.append((amount, stake))
    assert not wrong


def test_who_may_not_decide_and_what_may_not_be_done() -> None:
    books = opened()
    books.tell("other", jackpot_events.Opened(id="other", title="", terms=TERMS))
    hit = books.lock("mtd", 100)
    books.tell("mtd", ask.propose(books.jackpots["mtd"], _confirm(hit), Moment("bob", 1)))
    one = books.jackpots["mtd"]
    other = books.jackpots["other"]
    off = jackpot_events.apply(other, ask.switch(other, on=False, why="w", by="bob"), 5)
    late = Moment("bob", 5 + OFF_BEFORE_CLOSING, taker=one)
    kept = replace(off, terms=replace(TERMS, may_be_removed=False))
    heaped = replace(one, proposals=one.proposals * PROPOSALS_MAX)
    move = ask.Transfer(to="mtd", why="moved")
    close = ask.Close(why="gone")
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("approval/same-person", lambda: ask.approve(one, 1, Moment("bob", 2))),
        ("approval/involved", lambda: ask.approve(one, 1, Moment("ann", 2))),
        ("approval/involved", lambda: ask.approve(one, 1, Moment("dan", 2, dealers=["dan"]))),
        ("approval/involved", lambda: ask.propose(one, _confirm(hit), Moment("ann", 2))),
        ("proposal/too-many", lambda: ask.propose(heaped, _confirm(hit), Moment("cid", 2))),
        ("request/lapsed", lambda: ask.approve(one, 1, Moment("cid", 2, gone=["bob"]))),
        ("request/expired", lambda: ask.approve(one, 1, Moment("cid", 1 + VALID_FOR))),
        ("proposal/unknown", lambda: ask.approve(one, 2, Moment("cid", 2))),
        ("proposal/unknown", lambda: ask.withdraw(one, 2, "cid")),
        ("hit/unknown", lambda: ask.propose(one, ask.ConfirmHit(number=9), late)),
        ("jackpot/unexplained", lambda: ask.propose(off, ask.Close(why=" "), late)),
        ("jackpot/on", lambda: ask.propose(other, move, late)),
        ("jackpot/on", lambda: ask.propose(off, move, late._replace(at=6))),
        ("jackpot/unknown", lambda: ask.propose(off, move, late._replace(taker=None))),
        ("jackpot/kept", lambda: ask.propose(kept, move, late)),
        ("jackpot/kept", lambda: ask.propose(kept, close, late)),
        ("jackpot/owed", lambda: ask.propose(off, close, late)),
        ("jackpot/adjustment", lambda: ask.propose(one, _adjusted(Reason.TRANSFER), late)),
        (
            "jackpot/journal",
            lambda: jackpot_events.apply(one, jackpot_events.Fed(units=5, display=0), 1),
        ),
        (
            "jackpot/journal",
            lambda: jackpot_events.apply(None, jackpot_events.HitVoided(number=1), 1),
        ),
        (
            "jackpot/journal",
            lambda: jackpot_events.apply(one, jackpot_events.HitLocked(hit=hit), 1),
        ),
    ]
    wrong = []
    for code, attempt in attempts:
        with pytest.raises(JackpotError) as refused:
            attempt()
        if refused.value.code != code:
            wrong.append((code, refused.value.code))
    assert not wrong
    done = ask.approve(one, 1, Moment("cid", 2, dealers=["dan"]))
    assert [jackpot_events.entry_kind(event) for event in done] == ["withdrawn", "hit-confirmed"]


def _adjusted(reason: Reason) -> ask.Operation:
    return ask.Adjust(units=5, reason=reason, why="w")


OPERATIONS = by_day(10_000, 1_000_000)


def test_random_operations_of_the_staff_and_the_tables_keep_every_unit_in_the_books() -> None:
    """The equation, the balances and the floors hold after every one of very many events."""
    chance = random.Random(19)
    books = Books()
    done = 0
    names = [f"j{n}" for n in range(4)]
    refused: Counter[str] = Counter()
    while done < OPERATIONS:
        name = chance.choice(names)
        jackpot = books.jackpots.get(name)
        if jackpot is None or (jackpot.is_closed and not books.held[account(name, "in")]):
            fresh = name if jackpot is None else f"{name.partition('.')[0]}.{books.at}"
            names[names.index(name)] = fresh
            books.tell(fresh, jackpot_events.Opened(id=fresh, title="", terms=_some_terms(chance)))
            books.jackpots = {
                name: books.jackpots[name] for name in names if name in books.jackpots
            }
            continue
        try:
            _some_step(chance, books, names, name)
        except JackpotError as error:
            refused[error.code] += 1
        else:
            done += 1
    assert sum(books.held.values()) == 0
    assert refused.total() < OPERATIONS / 2, "nearly everything that was tried was done"
    assert set(books.kinds) == {
        kind.__struct_config__.tag for kind in jackpot_events.Event.__args__
    }


def _some_terms(chance: random.Random) -> Terms:
    if chance.random() < 0.1:
        return HOUSE
    seed = chance.choice((0, 500_000, 10_000_000))
    return Terms(
        seed=seed,
        rate=Fraction(chance.randrange(1, 60), 97),
        hidden_share=Fraction(chance.randrange(4), 7),
        reserve_limit=chance.choice((None, 300_000)),
        ceiling=chance.choice((None, seed + 400_000, 40_000_000)),
        secondary_rate=chance.choice((None, Fraction(1, 50))),
        may_be_removed=chance.random() < 0.8,
    )


def _some_step(chance: random.Random, books: Books, names: list[str], name: str) -> None:
    jackpot = books.jackpots[name]
    open_ones = [other for other in names if other in books.jackpots and other != name]
    other = chance.choice(
        [open_one for open_one in open_ones if not books.jackpots[open_one].is_house] or names
    )
    taker = books.jackpots.get(other)
    if jackpot.off_since is not None:
        books.at += chance.choice((1, OFF_BEFORE_CLOSING))
    moment = Moment(chance.choice(("bob", "cid", "dee")), books.at, taker=taker)
    number = jackpot.pending[0].number if jackpot.pending else 1
    paid = [hit.number for hit in jackpot.recent if hit.outcome is Outcome.PAID]
    operations = (
        ask.ConfirmHit(number=number),
        ask.ConfirmHit(number=number),
        ask.RejectHit(number=number, why="no such hand"),
        ask.ChangeTerms(terms=_some_terms(chance), why="approved"),
        ask.Adjust(
            units=chance.randrange(-90_000, 90_000), reason=chance.choice([*Reason]), why="found"
        ),
        ask.PermitRemoval(reference="D-17", date="1970-01-01", why="permitted"),
        ask.Transfer(to=other, why="moved"),
        ask.Close(why="no longer played"),
    )
    if jackpot.off_since is not None and chance.random() < 0.7:  # it is being wound up
        _wind_up(chance, books, name, operations, moment)
        return
    match chance.choices(range(8), (8, 5, 2, 1, 6, 6, 1, 1))[0]:
        case 0 if not jackpot.is_house:
            books.feed(name, chance.choice((1, 1, 1, -1)) * chance.randrange(1, 100_000))
        case 1:
            books.lock(name, chance.choice((0, 1, 10, 50, 100)), chance.randrange(90_000) * 100)
        case 2 if jackpot.pending:
            hit = chance.choice(jackpot.pending)
            books.tell(name, jackpot_events.HitPaid(number=hit.number, table=hit.table))
        case 3 if paid or jackpot.pending:
            books.tell(name, jackpot_events.HitVoided(number=chance.choice(paid or [number])))
        case 4:
            books.tell(name, ask.propose(jackpot, chance.choice(operations), moment))
        case 5 if jackpot.proposals:
            _decide(chance, books, name, moment)
        case 6:
            on = chance.random() < 0.6
            books.tell(name, ask.switch(jackpot, on=on, why="w", by="bob"))
        case _:
            books.tell(name, jackpot_events.Kept(jackpot=jackpot))


def _wind_up(
    chance: random.Random,
    books: Books,
    name: str,
    operations: tuple[ask.Operation, ...],
    moment: Moment,
) -> None:
    jackpot = books.jackpots[name]
    if jackpot.proposals:
        _decide(chance, books, name, moment)
        return
    move, close = operations[-2:]
    wanted = close if jackpot.is_house or not jackpot.units_owed else move
    wanted = operations[0] if jackpot.pending else wanted
    books.tell(name, ask.propose(jackpot, wanted, moment))


def _decide(chance: random.Random, books: Books, name: str, moment: Moment) -> None:
    jackpot = books.jackpots[name]
    proposal = chance.choice(jackpot.proposals)
    try:
        events = ask.approve(jackpot, proposal.number, moment)
    except JackpotError:
        books.tell(name, ask.withdraw(jackpot, proposal.number, moment.by))
        raise
    for event in events:
        books.tell(name, event)
        if isinstance(event, jackpot_events.Transferred):
            books.tell(event.to, jackpot_events.Received(origin=name, units=event.units))
            assert books.held[account(event.to, "in")] == 0
