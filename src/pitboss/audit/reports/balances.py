"""Reports of balances: what the house owes players, the cage, all accounts, and one player."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pitboss.audit.facts import Fact, OtherEntry, RoundFacts, TakenBack
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.ledger.accounts import CHART, account_type
from pitboss.ledger.checkpoint import balances_root
from pitboss.ledger.entry import Entry


@dataclass
class Balance:
    """One account over the interval, in units."""

    opening: int = 0
    came: int = 0
    went: int = 0

    @property
    def closing(self) -> int:
        """The balance at the end."""
        return self.opening + self.came - self.went

    def add(self, other: Balance) -> None:
        """Add another account to a sum of accounts."""
        self.opening += other.opening
        self.came += other.came
        self.went += other.went

    def cells(self) -> tuple[int, int, int, int]:
        """Return the figures of a row."""
        return self.opening, self.came, self.went, self.closing


FIGURES = columns(
    ("opening", "Opening", Format.MONEY),
    ("in", "In", Format.MONEY),
    ("out", "Out", Format.MONEY),
    ("closing", "Closing", Format.MONEY),
)


@dataclass(eq=False)
class Balances(BaseReport):
    """Follows every account; the reports of balances look at it from several sides."""

    balances: dict[str, Balance] = field(default_factory=lambda: defaultdict(Balance), init=False)

    def before(self, fact: Fact) -> None:
        """Follow the balances up to the interval."""
        for account, units in fact.amounts_by_account.items():
            self.balances[account].opening += units

    def add(self, fact: Fact) -> None:
        """Follow the balances; every posting counts by itself, in or out, at its own time."""
        self._post(fact.entries)

    def cut(self, round_: RoundFacts) -> None:
        """Follow what a round has moved that is not over at the end."""
        end = self.question.interval.end
        self._post(entry for entry in round_.entries if entry.at < end)

    def _post(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            is_before = entry.at < self.question.interval.start
            for account, units in entry.postings:
                balance = self.balances[account]
                if is_before:
                    balance.opening += units
                else:
                    balance.came += max(units, 0)
                    balance.went += max(-units, 0)

    def by_type(self, patterns: Iterable[str]) -> list[Row]:
        """Return a row for each account of some types, in the order of the chart."""
        wanted = list(patterns)
        listed = [
            (wanted.index(kind.pattern), account, balance)
            for account, balance in self.balances.items()
            if (kind := account_type(account)).pattern in wanted
        ]
        return [
            (account, *balance.cells())
            for _, account, balance in sorted(listed, key=lambda item: (item[0], natural(item[1])))
        ]


class TrialBalance(Balances):
    """Every account, which together hold nothing, and the checkpoints over them."""

    def sections(self) -> list[SheetSection]:
        """Return the types of accounts, the accounts, and the last checkpoints."""
        return [self._types(), self._accounts(), self._roots(), self._checkpoints()]

    def _types(self) -> SheetSection:
        sums = {kind.pattern: Balance() for kind in CHART}
        counts = Counter[str]()
        for account, balance in self.balances.items():
            pattern = account_type(account).pattern
            sums[pattern].add(balance)
            counts[pattern] += 1
        holds = {kind.pattern: kind.holds for kind in CHART}
        return SheetSection(
            name="types",
            title="By type of account",
            columns=(
                *columns(
                    ("type", "Type"), ("holds", "Holds"), ("accounts", "Accounts", Format.COUNT)
                ),
                *FIGURES,
            ),
            rows=[
                (pattern, holds[pattern], counts[pattern], *total.cells())
                for pattern, total in sums.items()
                if counts[pattern]
            ],
            note="All accounts together hold nothing: every entry's postings sum to zero.",
        ).with_totals()

    def _accounts(self) -> SheetSection:
        ordered = sorted(self.balances, key=natural)
        return SheetSection(
            name="accounts",
            title="Accounts",
            columns=(*columns(("account", "Account")), *FIGURES),
            rows=[(account, *self.balances[account].cells()) for account in ordered],
        ).with_totals()

    def _roots(self) -> SheetSection:
        held = {account: balance.closing for account, balance in self.balances.items()}
        root = balances_root(held).hex()
        return SheetSection(
            name="root",
            title="Root over the closing balances",
            columns=columns(("root", "SHA-256, a Merkle tree as in RFC 6962"),
                            ("sum", "Sum of all balances", Format.MONEY)),
            rows=[(root, sum(held.values()))] if held else [],
        )  # fmt: skip

    def _checkpoints(self) -> SheetSection:
        wanted = [
            checkpoint
            for checkpoint in self.question.checkpoints
            if self.question.interval.holds(checkpoint.at)
        ]
        return SheetSection(
            name="checkpoints",
            title="Last checkpoints of the interval",
            columns=columns(
                ("number", "Number", Format.COUNT),
                ("at", "When", Format.TIME),
                ("entries", "Entries", Format.COUNT),
                ("hash", "Hash"),
                ("balances", "Root over balances"),
                ("signed", "Signed", Format.YES),
            ),
            rows=[
                (
                    checkpoint.number,
                    checkpoint.at,
                    checkpoint.entries,
                    checkpoint.hash.hex(),
                    checkpoint.balances.hex(),
                    bool(checkpoint.signature),
                )
                for checkpoint in wanted[-_CHECKPOINTS_SHOWN:]
            ],
        )


_CHECKPOINTS_SHOWN = 10
BOXES = ("tray:{table}", "tips:{pool}", "house:variance")
"""Not the drop: the cage sees no count (WAC 230-15-620). The trial balance has it."""


@dataclass(eq=False)
class Cage(Balances):
    """What is in the cage, in the bank behind the jackpots, and what came from outside."""

    _shifts: list[Row] = field(default_factory=list, init=False)

    def add(self, fact: Fact) -> None:
        """Follow the balances, and who took the cash drawer over."""
        super().add(fact)
        if isinstance(fact, OtherEntry) and fact.kind == "drawer-taken":
            self._take_shift(fact)

    def _take_shift(self, happened: OtherEntry) -> None:
        body = happened.body
        units = (body["book"], body["units"], body["units"] - body["book"])
        people = (body["given_by"], happened.entry.actor)
        self._shifts.append((happened.at, body["shift"], *people, *units))

    def sections(self) -> list[SheetSection]:
        """Return the cage's accounts."""
        patterns = ("cage:money", "cage:chips", "bank:progressive", "external:{rail}")
        section = SheetSection(
            name="cage",
            title="Cage position",
            columns=(*columns(("account", "Account")), *FIGURES),
            rows=self.by_type(patterns),
            note="Money that players brought from outside is negative under external: it came from"
            " there.",
        )
        return [section, self._drawer(), self._drops(), self._bank()]

    def _drawer(self) -> SheetSection:
        return SheetSection(
            name="drawer",
            title="The cash drawer, from shift to shift",
            columns=columns(
                ("at", "When", Format.TIME),
                ("shift", "Shift", Format.COUNT),
                ("given_by", "Counted and given by"),
                ("taken_by", "Counted and taken by"),
                ("expected", "Expected", Format.MONEY),
                ("counted", "Counted", Format.MONEY),
                ("difference", "Difference", Format.MONEY),
            ),
            rows=self._shifts,
        )

    def _drops(self) -> SheetSection:
        return SheetSection(
            name="boxes",
            title="Trays, tips and differences",
            columns=(*columns(("account", "Account")), *FIGURES),
            rows=[
                (account, opening, None, None, closing) if str(account).startswith("tray:") else row
                for row in self.by_type(BOXES)
                for account, opening, *_, closing in (row,)
            ],
            note="What went into a tray and out of it would tell the cage what was dropped there"
            " (WAC 230-15-620); fills and credits are in the report of slips.",
        ).with_totals()

    def _bank(self) -> SheetSection:
        owed = sum(
            balance.closing
            for account, balance in self.balances.items()
            if account.startswith("jackpot:")
        )
        bank = self.balances["bank:progressive"].closing
        return SheetSection(
            name="bank",
            title="The bank behind the jackpots (WAC 230-15-455)",
            columns=columns(
                ("required", "Owed to jackpots", Format.MONEY),
                ("held", "In the bank account", Format.MONEY),
                ("missing", "To be deposited", Format.MONEY),
            ),
            rows=[(owed, bank, max(0, owed - bank))] if owed or bank else [],
        )


@dataclass(eq=False)
class PlayerFunds(Balances):
    """What the house owes to players: wallets, chips, wagers and jackpots (GLI-19 2.9, A.4.2)."""

    _seats: dict[tuple[str, int], str] = field(default_factory=dict, init=False)

    def before(self, fact: Fact) -> None:
        """Follow balances and seats."""
        super().before(fact)
        self._sit(fact)

    def add(self, fact: Fact) -> None:
        """Follow balances and seats."""
        super().add(fact)
        self._sit(fact)

    def _sit(self, fact: Fact) -> None:
        if not isinstance(fact, OtherEntry):
            return
        if fact.kind == "seat-taken":
            self._seats[fact.table, fact.body["seat"]] = fact.body["account"]
        elif fact.kind == "seats-left":
            for seat, _, _ in fact.body["seats"]:
                self._seats.pop((fact.table, seat), None)

    def sections(self) -> list[SheetSection]:
        """Return the liability by kind, then by player."""
        return [self._liability(), self._players()]

    def _liability(self) -> SheetSection:
        patterns = {
            "wallet:{account}": "Wallets",
            "pending:{account}": "Withdrawals asked for",
            "stack:{table}:{seat}": "Chips at tables",
            "escrow:{table}": "Wagers on the felt",
            "dispute:{dispute}": "In dispute",
        }
        kinds = {name: Balance() for name in (*patterns.values(), "Jackpots", "Tips for dealers")}
        for account, balance in self.balances.items():
            name = patterns.get(account_type(account).pattern, "")
            if account.startswith("jackpot:"):
                name = "Jackpots"
            elif account.startswith("tips:"):
                name = "Tips for dealers"
            if name:
                kinds[name].add(balance)
        return SheetSection(
            name="liability",
            title="Liability",
            columns=(*columns(("kind", "Kind")), *FIGURES),
            rows=[(name, *total.cells()) for name, total in kinds.items() if any(total.cells())],
            note="What the house holds for others. Wagers of a round that is not over are on the"
            " felt.",
        ).with_totals()

    def _players(self) -> SheetSection:
        chips = Counter[str]()
        for (table, seat), account in self._seats.items():
            chips[account] += self.balances[f"stack:{table}:{seat}"].closing
        wallets = {
            account.removeprefix("wallet:"): balance
            for account, balance in self.balances.items()
            if account.startswith("wallet:")
        }
        section = SheetSection(
            name="players",
            title="Players",
            columns=columns(
                ("player", "Player"),
                ("opening", "Wallet at the start", Format.MONEY),
                ("wallet", "Wallet", Format.MONEY),
                ("chips", "Chips at tables", Format.MONEY),
                ("total", "Total", Format.MONEY),
            ),
        )
        names = self.question.names
        for player in sorted({*wallets, *chips}, key=lambda one: (names.get(one, "~"), one)):
            wallet = wallets.get(player, Balance())
            own = chips[player]
            total = wallet.closing + own
            if self.question.account in ("", player) and (wallet.opening or total):
                section.rows.append((player, wallet.opening, wallet.closing, own, total))
        return section.with_totals()


TITLES: Mapping[str, str] = {
    "seat-taken": "bought chips",
    "bought-in": "bought chips",
    "seats-left": "cashed chips",
    "opened": "account opened",
}


@dataclass(eq=False)
class Statement(BaseReport):
    """The money of one player."""

    _opening: int = field(default=0, init=False)
    _closing: int = field(default=0, init=False)
    _lines: list[Row] = field(default_factory=list, init=False)
    _seats: set[tuple[str, int]] = field(default_factory=set, init=False)
    _played: Counter[str] = field(default_factory=Counter, init=False)
    """Rounds, and what was staked, tipped and gained in them, in units."""

    def _wallet_change(self, fact: Fact) -> int:
        return fact.amounts_by_account.get(f"wallet:{self.question.account}", 0)

    def before(self, fact: Fact) -> None:
        """Follow the wallet up to the interval."""
        self._note_seats(fact)
        self._opening += self._wallet_change(fact)
        self._closing = self._opening

    def add_round(self, round_: RoundFacts) -> None:
        """Take a round in which the player bet."""
        seats = [seat for seat in round_.bets if self._is_own(round_.players.get(seat, ""))]
        if not seats:
            return
        lines = [line for line in round_.lines if line.seat in seats]
        own = [line for line in lines if not line.is_tip]
        staked = sum(line.stake for line in own) * UNITS_PER_CENT
        tips = sum(line.stake for line in lines if line.is_tip) * UNITS_PER_CENT
        gained = sum(line.net for line in own) * UNITS_PER_CENT
        self._played.update(rounds=1, staked=staked, tips=tips, gained=gained)
        title = "round, void" if round_.is_void else "round"
        place = (round_.at, title, round_.table, round_.number)
        self._lines.append((*place, staked, tips, gained, None, self._closing))

    def _is_own(self, account: str) -> bool:
        return account == self.question.account

    def add_other(self, happened: OtherEntry) -> None:
        """Take what moved the wallet, and rounds that were taken back."""
        self._note_seats(happened)
        if happened.kind == "taken-back":
            self._take_back(happened)
        units = self._wallet_change(happened)
        if not units:
            return
        self._closing += units
        title = TITLES.get(happened.kind, happened.kind.replace("-", " "))
        place = (happened.at, title, happened.table, None)
        self._lines.append((*place, None, None, None, units, self._closing))

    def _note_seats(self, fact: Fact) -> None:
        """Follow where the player sits."""
        if not isinstance(fact, OtherEntry):
            return
        if fact.kind == "seat-taken" and self._is_own(fact.body["account"]):
            self._seats.add((fact.table, fact.body["seat"]))
        elif fact.kind == "seats-left":
            self._seats -= {(fact.table, seat) for seat, _, _ in fact.body["seats"]}

    def _take_back(self, happened: OtherEntry) -> None:
        taken = TakenBack(happened)
        own = [
            cents for seat, cents in taken.stacks.items() if (happened.table, seat) in self._seats
        ]
        if not own:
            return
        gained = sum(own) * UNITS_PER_CENT
        self._played["gained"] += gained
        place = (happened.at, "round taken back", happened.table, taken.round)
        self._lines.append((*place, None, None, gained, None, self._closing))

    def sections(self) -> list[SheetSection]:
        """Return the sums, then the lines."""
        sums = SheetSection(
            name="sums",
            title="Summary",
            columns=columns(
                ("opening", "Wallet at the start", Format.MONEY),
                ("wallet", "Wallet at the end", Format.MONEY),
                ("rounds", "Rounds", Format.COUNT),
                ("staked", "Wagered", Format.MONEY),
                ("tips", "Tips", Format.MONEY),
                ("gained", "Won or lost", Format.MONEY),
            ),
        )
        if self._lines or self._opening:
            played = (self._played[name] for name in ("rounds", "staked", "tips", "gained"))
            sums.rows.append((self._opening, self._closing, *played))
        lines = SheetSection(
            name="lines",
            title="Rounds and movements",
            columns=columns(
                ("at", "When", Format.TIME),
                ("what", "What"),
                ("table", "Table"),
                ("round", "Round", Format.COUNT),
                ("staked", "Wagered", Format.MONEY),
                ("tips", "Tips", Format.MONEY),
                ("gained", "Won or lost", Format.MONEY),
                ("wallet_change", "Into the wallet", Format.MONEY),
                ("wallet", "Wallet after", Format.MONEY),
            ),
            rows=self._lines,
        )
        return [sums, lines.with_totals("round", "wallet")]
