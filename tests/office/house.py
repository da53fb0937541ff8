"""An office without a server: its books in memory, its people at hand, its tables by their sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.ledger.book import Book, BookError, trial_balance
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.office.cage import PayTips
from pitboss.office.core import HOUSE, STREAM, Done, Outcome, encode_body, event_kind, request_key
from pitboss.office.counting import CountBox, FinishCount, JoinCount, RecountBox, SignCount
from pitboss.office.day import (
    CheckProgressives,
    CloseDay,
    DayFacts,
    DepositProgressives,
    FundFacts,
    OpenDay,
)
from pitboss.office.decide import apply, decide, rebuild
from pitboss.office.inventory import CountTray, SignTray, StopTable, TableFacts, TakeBox
from pitboss.office.papers import Chips, SlipKind, SlipState, TrayState, chips_of_cents
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.roles import Role
from pitboss.office.slips import STEPS, AskSlip, SignSlip
from pitboss.office.state import Office
from pitboss.pit.invariants import Invariants, player_funds

START = 1_800_000_000_000_000
HOUR = 3_600_000_000
STAFF = {
    "flora": Role.FLOOR,
    "fred": Role.FLOOR,
    "shirin": Role.SHIFT,
    "dan": Role.DEALER,
    "dora": Role.DEALER,
    "carl": Role.CAGE,
    "cleo": Role.CAGE,
    "sam": Role.SECURITY,
    "sue": Role.SECURITY,
    "curt": Role.COUNT,
    "cora": Role.COUNT,
    "coen": Role.COUNT,
    "cyd": Role.COUNT,
    "ada": Role.ACCOUNTING,
    "alan": Role.ACCOUNTING,
    "vera": Role.SURVEILLANCE,
    "otto": Role.AUDITOR,
}
SIGNERS = {"floor": "flora", "cashier": "carl", "security": "sam", "dealer": "dan"}
TRAY: Chips = {500: 100, 2500: 40, 10_000: 20}
"""$3,500."""
PLAYER = "a1"
WALLET = 10**12


@dataclass
class House:
    """An office and its books."""

    book: Book = field(default_factory=Book)
    office: Office = field(default_factory=Office)
    entries: list[Entry] = field(default_factory=list)
    invariants: Invariants = field(default_factory=Invariants)
    now: int = START
    pending: dict[str, int] = field(default_factory=dict)
    _keys: count[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        for account, role in STAFF.items():
            self.must(GiveRole(account, role), HOUSE)
        self.assign("t")
        self.write(
            draft_of(f"account/{PLAYER}", ("house:promo", -(10**12)), (f"wallet:{PLAYER}", 10**12))
        )

    # -- the office ------------------------------------------------------------------------------

    def ask(self, command: object, by: str) -> Outcome:
        """Answer a command as a desk does."""
        outcome = decide(self.office, self.complete(command), by, self.now)
        if isinstance(outcome, Refusal):
            return outcome
        drafts = [*outcome.also, _office_draft(outcome, by, f"k{next(self._keys)}")]
        if outcome.agreed is not None:
            agreed = outcome.agreed
            own = _office_draft(agreed.done, agreed.by, request_key(agreed.request))
            drafts = [*agreed.done.also, *drafts, own]
        before = len(self.entries)
        try:
            for draft in drafts:
                self.write(draft)
        except BookError:
            assert len(self.entries) == before, "only the first of them can lack money"
            return Refusal("account/short", "an account does not hold so much")
        for entry in self.entries[before:]:
            if entry.stream == STREAM:
                self.office = apply(self.office, entry)
        return outcome

    def must(self, command: object, by: str) -> Done:
        outcome = self.ask(command, by)
        assert isinstance(outcome, Done), (command, by, outcome)
        return outcome

    def code(self, command: object, by: str) -> str:
        """Return the code a command is refused with; nothing is changed."""
        before = self.office
        outcome = self.ask(command, by)
        assert isinstance(outcome, Refusal), (command, by, outcome)
        assert self.office is before
        return outcome.code

    def write(self, draft: Draft) -> None:
        entry = self.book.write(draft, now=self.now)
        self.entries.append(entry)
        assert self.invariants.add(entry) == []

    def complete(self, command: object) -> object:
        """Add what the books say."""
        match command:
            case StopTable() | SignTray() | TakeBox():
                tray = self.office.trays.get(command.table)
                facts = TableFacts(
                    is_stopped=tray is not None and tray.state is not TrayState.OPEN,
                    escrow=self.book.balance(f"escrow:{command.table}"),
                    tray=self.book.balance(f"tray:{command.table}"),
                    drop=self.book.balance(f"drop:{command.table}"),
                )
                return replace(command, facts=facts)
            case PayTips():
                return replace(command, held=self.book.balance(f"tips:{command.pool}"))
            case CloseDay():
                rounds = tuple(
                    table for table in self.office.trays if self.book.balance(f"escrow:{table}")
                )
                facts_of_day = DayFacts(rounds, tuple(self.pending), self._funds())
                return replace(command, facts=facts_of_day)
            case DepositProgressives() | CheckProgressives():
                return replace(command, facts=self._funds())
            case _:
                return command

    def _funds(self) -> FundFacts:
        funds = player_funds(self.book.balances)["jackpot"]
        return FundFacts(funds, self.book.balance("bank:progressive"))

    def check(self) -> None:
        """What must hold at any time."""
        assert trial_balance(self.book.balances) == 0
        own = (entry for entry in self.entries if entry.stream == STREAM)
        assert rebuild(own) == self.office

    # -- what people do --------------------------------------------------------------------------

    def open_day(self) -> None:
        self.must(OpenDay(), "ada")

    def assign(self, table: str, dealer: str = "dan") -> None:
        """Have somebody deal at a table, if he or she does not already."""
        if self.office.dealers.get(table) != dealer:
            self.must(AssignDealer(table, dealer), "fred")

    def open_table(self, table: str = "t", chips: Chips | None = None) -> None:
        """Open a table with a count that is as it should be."""
        tray = self.office.trays.get(table)
        if tray is None:
            self.must(StopTable(table), "flora")
        opener = tray.opener if tray and tray.opener is not None else TRAY
        counted = dict(opener) if chips is None else chips
        self.assign(table)
        self.must(CountTray(table, counted), "dan")
        self.must(SignTray(table, counted), "flora")

    def counted(self, table: str = "t") -> Chips:
        """Return the chips that are in a tray."""
        cents = self.book.balance(f"tray:{table}") // 100
        return chips_of_cents(cents, self.office.terms.denominations)

    def close_table(self, table: str = "t", chips: Chips | None = None) -> None:
        counted = self.counted(table) if chips is None else chips
        self.assign(table)
        self.must(StopTable(table), "flora")
        self.must(CountTray(table, counted), "flora")
        self.must(SignTray(table, counted), "dan")

    def slip(
        self, kind: SlipKind, chips: Chips, until: SlipState | None = None, table: str = "t"
    ) -> int:
        """Ask for a slip and have it signed up to a state; None: to its end."""
        done = self.must(AskSlip(kind, table, chips), "flora")
        number: int = done.event.number  # type: ignore[attr-defined]
        for state, party in STEPS[kind]:
            if state is not SlipState.REQUESTED:
                if party == "dealer":
                    self.assign(table)
                self.must(SignSlip(kind, number, state, chips), SIGNERS[party])
            if state is until:
                break
        return number

    def fill_up(self, table: str = "t") -> None:
        """Fill a tray that has paid more chips than it had."""
        if (missing := -self.book.balance(f"tray:{table}")) > 0:
            cents = -(-missing // 100)
            chips = chips_of_cents(cents, self.office.terms.denominations)
            self.slip(SlipKind.FILL, chips, table=table)

    def count_boxes(self, lacking_cents: int = 0) -> None:
        """Count every box right, or find less in it."""
        self.must(JoinCount(), "curt")
        self.must(JoinCount(), "cora")
        for box in self.office.boxes.values():
            cents = box.units // 100 - lacking_cents
            notes = chips_of_cents(cents, self.office.terms.denominations)
            self.must(CountBox(box.number, notes), "curt")
            self.must(RecountBox(box.number, notes), "alan")
        self.must(SignCount(), "curt")
        self.must(SignCount(), "cora")
        if self.office.boxes:
            self.must(FinishCount(), "alan")

    def end_day(self, lacking_cents: int = 0) -> None:
        """Close every table, count, and close the day; boxes may hold less than they should."""
        for table, tray in self.office.trays.items():
            if tray.state is TrayState.OPEN:
                self.fill_up(table)
                self.close_table(table)
        for table, tray in self.office.trays.items():
            if tray.is_box_due:
                self.must(TakeBox(table), "sam")
        if self.office.boxes and not (self.office.count and self.office.count.is_finished):
            self.count_boxes(lacking_cents)
        self.must(CloseDay(), "ada")
        self.now += 24 * HOUR

    # -- what players do at a table ----------------------------------------------------------------

    def buy_in(self, cents: int, table: str = "t") -> None:
        units = cents * 100
        self.write(
            draft_of(
                f"table/{table}",
                (f"wallet:{PLAYER}", -units),
                (f"drop:{table}", units),
                (f"tray:{table}", -units),
                (f"stack:{table}:1", units),
                kind="bought-in",
                key=f"{len(self.entries)}",
            )
        )

    def bet(self, units: int, table: str = "t") -> None:
        """Put a wager on the felt."""
        moved = ((f"stack:{table}:1", -units), (f"escrow:{table}", units))
        self.write(draft_of(f"table/{table}", *moved, kind="dealt", key=f"{len(self.entries)}"))

    def settle(self, back: int, meter: int = 0, table: str = "t") -> None:
        """End the round: the player gets *back*, a meter its share, the tray the rest."""
        felt = self.book.balance(f"escrow:{table}")
        moved = (
            (f"escrow:{table}", -felt),
            (f"stack:{table}:1", back),
            (f"jackpot:{table}.main:display", meter),
            (f"tray:{table}", felt - back - meter),
        )
        key = f"{len(self.entries)}"
        self.write(
            draft_of(f"table/{table}", *moved, kind="decided", body=b'{"settled":[]}', key=key)
        )


def _office_draft(done: Done, by: str, key: str) -> Draft:
    kind = event_kind(type(done.event))
    body = encode_body(done.event, "")
    return Draft(STREAM, kind, by, key, body, done.postings)


def draft_of(
    stream: str, *moved: tuple[str, int], kind: str = "given", body: bytes = b"{}", key: str = "k"
) -> Draft:
    lines = tuple(Posting(account, amount) for account, amount in moved if amount)
    return Draft(stream, kind, "a1", key, body, lines)
