"""A player's statement: every round and every movement of the wallet, with the balance after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.audit.facts import Fact, OtherEntry, RoundFacts, TakenBack
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns
from pitboss.engine.meter import UNITS_PER_CENT

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
