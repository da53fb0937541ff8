"""Reports of unusual events: exceptions, significant events, large payouts, limits of players.

One table says what each kind of entry means; an entry of a kind that it does not know, outside
tables and the ordinary life of accounts, is significant until somebody says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pitboss.audit.facts import CLOCK, Fact, OtherEntry, RoundFacts, SettledWager
from pitboss.audit.interval import clock_text
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns, natural
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.jackpot.tax import W2G, is_taxed
from pitboss.text.numbers import money


class EventClass(StrEnum):
    """The classes of GLI-19 2.8.8, and those of the house's own."""

    ACCESS = "access"
    """Refused log-ins, locked accounts, new passwords, roles."""
    PROGRAM = "program"
    """Starts, components, errors."""
    LARGE = "large win or wager"
    VOID = "void, override or correction"
    PARAMETER = "game or jackpot parameter"
    ACCOUNT = "account adjustment"
    PLAYER = "player protection"
    MONEY = "money of the house"
    TABLE = "table"
    JACKPOT = "jackpot"
    OTHER = "other"


class Meaning(NamedTuple):
    """The meaning of a kind of entry."""

    group: EventClass
    words: str
    is_exception: bool = False
    """Also in the report of voids, overrides and exceptions."""


G = EventClass
MEANINGS: Final[Mapping[str, Meaning]] = {
    # accounts
    "locked": Meaning(G.ACCESS, "account locked"),
    "unlocked": Meaning(G.ACCESS, "account unlocked"),
    "password-replaced": Meaning(G.ACCESS, "password replaced by the house"),
    "play-money": Meaning(G.ACCOUNT, "play money given"),
    "limits": Meaning(G.PLAYER, "limits set by the player"),
    "dispute-paid": Meaning(G.ACCOUNT, "paid to settle a dispute", is_exception=True),
    # staff
    "role-given": Meaning(G.ACCESS, "role given"),
    "role-taken": Meaning(G.ACCESS, "role taken away"),
    "dealer-assigned": Meaning(G.ACCESS, "dealer assigned to a table"),
    "log-in-refused": Meaning(G.ACCESS, "wrong password or code"),
    "denied": Meaning(G.ACCESS, "denied: the role does not allow it"),
    "password-changed": Meaning(G.ACCESS, "password changed by its owner"),
    "factor-confirmed": Meaning(G.ACCESS, "second factor enrolled"),
    "factor-removed": Meaning(G.ACCESS, "second factor removed"),
    "passkey-added": Meaning(G.ACCESS, "passkey added by its owner"),
    "passkey-removed": Meaning(G.ACCESS, "passkey removed by its owner"),
    "passkey-copied": Meaning(G.ACCESS, "passkey refused: its counter went back"),
    "staff-disabled": Meaning(G.ACCESS, "staff account disabled"),
    "staff-enabled": Meaning(G.ACCESS, "staff account enabled"),
    "requested": Meaning(G.VOID, "asked for a second person", is_exception=True),
    "approved": Meaning(G.VOID, "agreed as second person", is_exception=True),
    "declined": Meaning(G.VOID, "declined as second person", is_exception=True),
    "withdrawn": Meaning(G.VOID, "request withdrawn", is_exception=True),
    "expired": Meaning(G.VOID, "request expired", is_exception=True),
    "carried-out": Meaning(G.VOID, "request carried out", is_exception=True),
    "terms-set": Meaning(G.PARAMETER, "terms of the office set"),
    # software and processes
    "taken-over": Meaning(G.PROGRAM, "table taken over by a new process"),
    "components-checked": Meaning(G.PROGRAM, "components checked"),
    "components-changed": Meaning(G.PROGRAM, "components differ", is_exception=True),
    # tables and rounds
    "paused": Meaning(G.TABLE, "table paused", is_exception=True),
    "resumed": Meaning(G.TABLE, "table resumed", is_exception=True),
    "play-opened": Meaning(G.TABLE, "table opened for play"),
    "play-closed": Meaning(G.TABLE, "table closed for play"),
    "rules": Meaning(G.PARAMETER, "table opened under these rules"),
    "void": Meaning(G.VOID, "round void: no card was left", is_exception=True),
    "cut-redone": Meaning(G.TABLE, "seed withheld, shoe cut again", is_exception=True),
    "shoes-abandoned": Meaning(G.TABLE, "shoes abandoned: their key is lost", is_exception=True),
    "key-begun": Meaning(G.PROGRAM, "another key signs the books", is_exception=True),
    "called-off": Meaning(G.VOID, "round called off", is_exception=True),
    "taken-back": Meaning(G.VOID, "settled round taken back", is_exception=True),
    "ruled": Meaning(G.VOID, "ruling on an irregularity", is_exception=True),
    "ruling-ordered": Meaning(G.VOID, "ruling on an irregularity ordered", is_exception=True),
    "void-asked": Meaning(G.VOID, "void asked for", is_exception=True),
    "void-dismissed": Meaning(G.VOID, "void dismissed", is_exception=True),
    "tables-switched": Meaning(G.TABLE, "table switched off or on", is_exception=True),
    "call-off-ordered": Meaning(G.VOID, "round ordered to be called off", is_exception=True),
    "large": Meaning(G.LARGE, "large win or wager"),
    # disputes and protection of players
    "dispute-opened": Meaning(G.VOID, "dispute opened", is_exception=True),
    "dispute-stated": Meaning(G.VOID, "statement to a dispute", is_exception=True),
    "dispute-answered": Meaning(G.VOID, "dispute answered", is_exception=True),
    "dispute-decided": Meaning(G.VOID, "dispute decided", is_exception=True),
    "exclusion-proposed": Meaning(G.PLAYER, "exclusion proposed"),
    "excluded": Meaning(G.PLAYER, "player excluded"),
    "exclusion-lifted": Meaning(G.PLAYER, "exclusion lifted"),
    "limits-imposed": Meaning(G.PLAYER, "limits imposed by the house"),
    # money of the house
    "table-stopped": Meaning(G.MONEY, "table stopped for its count"),
    "table-added": Meaning(G.MONEY, "physical table put under the office"),
    "wagers-locked": Meaning(G.MONEY, "jackpot wagers of a physical table locked"),
    "wagers-released": Meaning(G.VOID, "jackpot wagers given back", is_exception=True),
    "hand-settled": Meaning(G.MONEY, "hand of a physical table settled"),
    "winner-identified": Meaning(G.JACKPOT, "winner of a hit identified"),
    "tokes-counted": Meaning(G.MONEY, "dealers' tips of a physical table counted"),
    "rating-opened": Meaning(G.MONEY, "rating of a player opened"),
    "bet-noted": Meaning(G.MONEY, "bet of a rated player noted"),
    "rating-closed": Meaning(G.MONEY, "rating of a player closed"),
    "tray-counted": Meaning(G.MONEY, "tray counted"),
    "table-opened": Meaning(G.MONEY, "table opened with a counted tray"),
    "table-closed": Meaning(G.MONEY, "table closed with a counted tray"),
    "box-taken": Meaning(G.MONEY, "drop box taken"),
    "count-joined": Meaning(G.MONEY, "joined the count"),
    "box-counted": Meaning(G.MONEY, "drop box counted"),
    "box-recounted": Meaning(G.MONEY, "drop box recounted"),
    "count-signed": Meaning(G.MONEY, "count signed"),
    "count-finished": Meaning(G.MONEY, "count finished"),
    "slip-asked": Meaning(G.MONEY, "slip asked for"),
    "slip-signed": Meaning(G.MONEY, "slip signed"),
    "slip-voided": Meaning(G.VOID, "slip void", is_exception=True),
    "withdrawal-asked": Meaning(G.MONEY, "withdrawal asked for"),
    "withdrawal-refused": Meaning(G.MONEY, "withdrawal refused"),
    "payment-made": Meaning(G.MONEY, "payment of the cage"),
    "chips-redeemed": Meaning(G.MONEY, "chips bought back"),
    "drawer-counted": Meaning(G.MONEY, "cash drawer counted"),
    "drawer-taken": Meaning(G.MONEY, "cash drawer taken over"),
    "day-opened": Meaning(G.MONEY, "gambling day opened"),
    "day-closed": Meaning(G.MONEY, "gambling day closed"),
    "progressives-deposited": Meaning(G.MONEY, "progressive money brought to the bank"),
    "progressives-checked": Meaning(G.MONEY, "bank behind the jackpots checked"),
    "malfunction-reported": Meaning(G.OTHER, "malfunction reported", is_exception=True),
    "notice-filed": Meaning(G.OTHER, "regulator notified", is_exception=True),
    # jackpots
    "jackpot-opened": Meaning(G.PARAMETER, "jackpot opened"),
    "hit-locked": Meaning(G.JACKPOT, "jackpot hit"),
    "hit-paid": Meaning(G.JACKPOT, "hit paid at the table"),
    "hit-confirmed": Meaning(G.JACKPOT, "hit confirmed by two people"),
    "hand-paid": Meaning(G.JACKPOT, "hit paid by hand"),
    "jackpot-request-ended": Meaning(G.JACKPOT, "request of a jackpot agreed to or withdrawn"),
    "hit-rejected": Meaning(G.JACKPOT, "hit rejected", is_exception=True),
    "hit-voided": Meaning(G.JACKPOT, "hit undone with its round", is_exception=True),
    "terms-changed": Meaning(G.PARAMETER, "terms of a jackpot changed"),
    "adjusted": Meaning(G.JACKPOT, "jackpot adjusted", is_exception=True),
    "transferred": Meaning(G.JACKPOT, "jackpot moved to another", is_exception=True),
    "received": Meaning(G.JACKPOT, "money of another jackpot received"),
    "switched": Meaning(G.JACKPOT, "jackpot switched on or off"),
    "closed": Meaning(G.JACKPOT, "jackpot closed"),
    "removal-permitted": Meaning(
        G.JACKPOT, "regulator's permission to remove a jackpot recorded", is_exception=True
    ),
    "proposed": Meaning(G.JACKPOT, "change of a jackpot proposed"),
}
"""Kind of an entry -> what it means."""
ORDINARY: Final = frozenset(
    {
        "seat-taken",
        "bought-in",
        "seats-left",
        "promised",
        "shown",
        "cut-fixed",
        "cut-made",
        "registered",
        "opened",
        "fed",
        "kept",
    }
)
"""Kinds that are the ordinary life of tables and accounts."""
ROUTINE: Final = frozenset(
    {
        *("table-stopped", "tray-counted", "table-opened", "table-closed", "box-taken"),
        *("count-joined", "box-counted", "box-recounted", "count-signed", "count-finished"),
        *("slip-asked", "slip-signed", "withdrawal-asked", "payment-made", "chips-redeemed"),
        *("drawer-counted", "drawer-taken", "tokes-counted", "wagers-locked", "hand-settled"),
        *("rating-opened", "bet-noted", "rating-closed"),
    }
)
"""Daily work of the house: the reports of slips, counts, cage, jackpots and ratings list it.

It is significant where a count found a difference, or where the house moved its own money.
"""
_DIFFERENCES: Final = frozenset({"house:variance", "house:rounding"})
_OF_THE_HOUSE: Final = frozenset({"adjustment", "capital"})
DEPOSITS: Final = frozenset({"deposit", "withdrawal", "deposited", "paid-out"})
"""Kinds of entries of accounts that move a player's own money."""


def interpret_entry(happened: OtherEntry) -> Meaning | None:
    """Return the meaning of an entry; None if it is ordinary."""
    kind = happened.kind
    if kind == "opened":
        stream = happened.entry.stream.partition("/")[0]
        kind = {"table": "rules", "jackpot": "jackpot-opened"}.get(stream, kind)
    if kind == "withdrawn" and happened.entry.stream.startswith("jackpot/"):
        kind = "jackpot-request-ended"  # whoever agrees ends it too: no withdrawal
    if kind in ORDINARY or kind in DEPOSITS or _is_routine(happened):
        return None
    return MEANINGS.get(kind) or Meaning(G.OTHER, kind.replace("-", " "))


def _is_routine(happened: OtherEntry) -> bool:
    if happened.kind not in ROUTINE or _DIFFERENCES & happened.amounts_by_account.keys():
        return False
    return happened.kind != "payment-made" or happened.body["kind"] not in _OF_THE_HOUSE


COLUMNS: Final = columns(
    ("at", "When", Format.TIME),
    ("class", "Class"),
    ("what", "What"),
    ("where", "Where"),
    ("by", "By"),
    ("details", "Details"),
)


def event_row(happened: OtherEntry, meaning: Meaning, zone: str = "UTC") -> Row:
    """Return an entry as a row."""
    entry = happened.entry
    body = happened.body
    if happened.table and happened.kind == "opened":
        details = f"{body['house']['game']}, digest {body['digest'][:12]}"
    elif happened.kind == "cut-redone":
        details = describe({name: body[name] for name in ("shuffle", "attempt", "withheld")})
    else:
        details = describe(body, zone)
    return (happened.at, meaning.group, meaning.words, entry.stream, entry.actor, details)


def void_row(round_: RoundFacts) -> Row:
    """Return a round that was void, or called off by the house with a reason, as a row."""
    entry = round_.called_off
    meaning = MEANINGS["void" if entry is None else "called-off"]
    stakes = sum(sum(bets.values()) for bets in round_.bets.values())
    details = f"round {round_.number}, {stakes / 100:,.2f} returned"
    if entry is not None:
        body = OtherEntry(entry).body
        details += f"; {describe({name: body.get(name) for name in ('reason', 'approvers')})}"
    actor = "house" if entry is None else entry.actor
    where = f"table/{round_.table}"
    return (round_.at, meaning.group, meaning.words, where, actor, details)


def ruling_rows(round_: RoundFacts) -> Iterator[Row]:
    """Yield the rulings of a round on single seats as rows."""
    meaning = MEANINGS["ruled"]
    where = f"table/{round_.table}"
    for entry in round_.rulings:
        body = OtherEntry(entry).body
        facts = {n: body[n] for n in ("irregularity", "seat", "hand", "reason", "approvers")}
        details = f"round {round_.number}; {describe(facts)}"
        yield (entry.at, meaning.group, meaning.words, where, entry.actor, details)


_TIMES: Final = frozenset({"until", "notice_due"})
_UNITS: Final = frozenset({"units", "book", "opener", "funds", "bank"})


def describe(body: Mapping[str, Any], zone: str = "UTC") -> str:
    """Write the fields of a body in one line: amounts in dollars, times by the clock of the house.

    >>> describe({"award_cents": 700, "until": 1_700_000_000_000_000, "units": 50_000})
    'award: $7.00; until: 2023-11-14 22:13; units: $5.00'

    >>> describe({"reason": "wrong pay", "asked": "0123", "approvers": ["ann", "bob"], "note": ""})
    'reason: wrong pay; approvers: ann, bob'
    """
    return "; ".join(
        f"{_title(name)}: {_text(value, name, zone)}"
        for name, value in body.items()
        if name != "asked" and value not in (None, "", [], {}) and (value or name not in _TIMES)
    )


def _title(name: str) -> str:
    return name.removesuffix("_cents").replace("_", " ")


def _text(value: object, name: str, zone: str) -> str:
    if isinstance(value, list):
        return ", ".join(_text(part, name, zone) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{_title(key)} {_text(part, key, zone)}" for key, part in value.items())
    if isinstance(value, int) and not isinstance(value, bool):
        if name in _TIMES:
            return clock_text(value, zone)
        if name in _UNITS or name == "cents" or name.endswith("_cents"):
            return money(value // UNITS_PER_CENT if name in _UNITS else value)
    return str(value)


@dataclass(eq=False)
class SignificantEvents(BaseReport):
    """Everything that GLI-19 2.8.8 calls significant, in order."""

    _rows: list[Row] = field(default_factory=list, init=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take an entry that is not ordinary."""
        if (meaning := interpret_entry(happened)) is not None:
            self._rows.append(event_row(happened, meaning, self.question.days.zone))

    def add_round(self, round_: RoundFacts) -> None:
        """Take a void, and large wins and wagers."""
        where = f"table/{round_.table}"
        if round_.is_void:
            self._rows.append(void_row(round_))
        self._rows.extend(ruling_rows(round_))
        large = self.question.large_cents
        for line in round_.lines:
            if line.is_tip or not (
                line.net >= large or line.stake >= large or is_w2g(line, round_.at)
            ):
                continue
            amounts = f"stake {line.stake / 100:,.2f}, net {line.net / 100:,.2f}"
            details = f"round {round_.number}, {line.wager}: {amounts}"
            who = round_.players.get(line.seat, "")
            meaning = MEANINGS["large"]
            self._rows.append((round_.at, meaning.group, meaning.words, where, who, details))

    def sections(self) -> list[SheetSection]:
        """Return how many there were of each class, then all of them."""
        counts = Counter(str(row[1]) for row in self._rows)
        classes = SheetSection(
            name="classes",
            title="By class",
            columns=columns(("class", "Class"), ("events", "Events", Format.COUNT)),
            rows=sorted(counts.items()),
        ).with_totals()
        events = SheetSection(name="events", title="Events", columns=COLUMNS, rows=self._rows)
        return [classes, events]


@dataclass(eq=False)
class Exceptions(BaseReport):
    """Voids, overrides, corrections, pauses, and decisions that the clock took."""

    _rows: list[Row] = field(default_factory=list, init=False)
    _tables: dict[str, tuple[int, ...]] = field(default_factory=dict, init=False)

    def add_round(self, round_: RoundFacts) -> None:
        """Count decisions of the clock and voids."""
        if not self.is_wanted(round_.table):
            return
        tally = self._tables.get(round_.table, (0,) * 5)
        is_closed = round_.entries[0].actor == CLOCK
        figures = (1, round_.decisions, round_.clocked, round_.is_void, is_closed)
        self._tables[round_.table] = tuple(map(sum, zip(tally, figures, strict=True)))
        if round_.is_void:
            self._rows.append(void_row(round_))
        self._rows.extend(ruling_rows(round_))

    def add_other(self, happened: OtherEntry) -> None:
        """Take an entry that is an exception."""
        meaning = interpret_entry(happened)
        if meaning is not None and meaning.is_exception:
            self._rows.append(event_row(happened, meaning, self.question.days.zone))

    def sections(self) -> list[SheetSection]:
        """Return the exceptions, and the clock's part in each table's rounds."""
        clock = SheetSection(
            name="clock",
            title="Rounds, voids and decisions by the clock",
            columns=columns(
                ("table", "Table"),
                ("name", "Name"),
                ("rounds", "Rounds", Format.COUNT),
                ("decisions", "Decisions", Format.COUNT),
                ("clocked", "by the clock", Format.COUNT),
                ("share", "Share", Format.SHARE),
                ("voids", "Voids", Format.COUNT),
                ("closed", "Bets closed by the clock", Format.COUNT),
            ),
            rows=[
                (table, self.table_name(table), rounds, decisions, clocked,
                 clocked / decisions if decisions else None, voids, closed)
                for table, (rounds, decisions, clocked, voids, closed)
                in sorted(self._tables.items(), key=lambda item: natural(item[0]))
            ],
            note="A clock decision is taken for a player who did not answer in time; it never puts"
            " more money down. A void gives every wager back.",
        ).with_totals()  # fmt: skip
        title = "Voids, overrides, corrections and pauses"
        return [SheetSection(name="events", title=title, columns=COLUMNS, rows=self._rows), clock]


@dataclass(eq=False)
class PlayerLimits(BaseReport):
    """Exclusions and limits of players: what changed, when and by whom."""

    _rows: list[Row] = field(default_factory=list, init=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take what protects a player."""
        meaning = interpret_entry(happened)
        if meaning is not None and meaning.group is EventClass.PLAYER:
            self._rows.append(event_row(happened, meaning, self.question.days.zone))

    def sections(self) -> list[SheetSection]:
        """Return the changes."""
        return [
            SheetSection(
                name="changes",
                title="Exclusions and limits",
                columns=COLUMNS,
                rows=self._rows,
                note="Tightening holds at once, loosening after 24 hours; an exclusion never keeps"
                " a player from taking money out.",
            )
        ]


@dataclass(eq=False)
class LargePayouts(BaseReport):
    """Large wins and wagers, and wins that must be reported to the tax office (W-2G)."""

    _payouts: list[Row] = field(default_factory=list, init=False)
    _wagers: list[Row] = field(default_factory=list, init=False)
    _hits: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict, init=False)
    """Jackpot and number -> a hit of a physical table, which no round of the journal tells of."""
    _winners: dict[tuple[str, int], str] = field(default_factory=dict, init=False)

    def before(self, fact: Fact) -> None:
        """Follow hits that may be confirmed later."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._follow(fact)

    def _follow(self, happened: OtherEntry) -> None:
        body = happened.body if happened.kind in {"hit-locked", "winner-identified"} else {}
        if happened.kind == "winner-identified":
            self._winners[body["jackpot"], body["hit"]] = body["name"]
        elif body and body["hit"]["table"] in self.physical:
            jackpot = happened.entry.stream.partition("/")[2]
            self._hits[jackpot, body["hit"]["number"]] = body["hit"]

    def add_other(self, happened: OtherEntry) -> None:
        """Take a hit at a physical table once two people have confirmed it."""
        self._follow(happened)
        if happened.kind != "hit-confirmed":
            return
        number = (happened.entry.stream.partition("/")[2], happened.body["number"])
        hit = self._hits.get(number)
        if hit is None or not self.is_wanted(hit["table"]):
            return
        stake = hit.get("stake", 0)
        net = hit["amount"] // UNITS_PER_CENT - stake
        is_reported = is_taxed(net, stake, happened.at)
        if net >= self.question.large_cents or is_reported:
            won = f"{hit['percent']}% of the meter" if hit.get("percent") else "a fixed prize"
            where = (happened.at, hit["table"], hit["round"], self._winners.get(number, ""))
            amounts = (stake * UNITS_PER_CENT, net * UNITS_PER_CENT, hit["amount"])
            row = (*where, hit["seat"], hit["wager"], f"{won}, paid by hand", *amounts, is_reported)
            self._payouts.append(row)

    def add_round(self, round_: RoundFacts) -> None:
        """Take the large lines of a round."""
        if not self.is_wanted(round_.table):
            return
        large = self.question.large_cents
        prizes = Counter[tuple[int, str]]()
        for award in round_.awards:
            prizes[award.seat, award.wager] += award.cents
        for line in round_.lines:
            if line.is_tip:
                continue
            if line.net >= large or is_w2g(line, round_.at):
                prize = prizes[line.seat, line.wager] * UNITS_PER_CENT
                self._payouts.append((*_place(round_, line), prize, is_w2g(line, round_.at)))
            if line.stake >= large:
                self._wagers.append(_place(round_, line))

    def sections(self) -> list[SheetSection]:
        """Return the payouts and the wagers."""
        place = columns(
            ("at", "When", Format.TIME),
            ("table", "Table"),
            ("round", "Round", Format.COUNT),
            ("player", "Player"),
            ("seat", "Seat", Format.COUNT),
            ("wager", "Wager"),
            ("outcome", "Outcome"),
            ("stake", "Stake", Format.MONEY),
            ("net", "Win", Format.MONEY),
        )
        more = columns(("prize", "of it a jackpot", Format.MONEY), ("w2g", "W-2G", Format.YES))
        least = self.question.large_cents // 100
        return [
            SheetSection(
                name="payouts",
                title=f"Wins of ${least:,} or more, and wins for a W-2G",
                columns=(*place, *more),
                rows=self._payouts,
                note="; ".join(profile.words for profile in W2G) + ".",
            ),
            SheetSection(
                name="wagers",
                title=f"Wagers of ${least:,} or more",
                columns=place,
                rows=self._wagers,
            ),
        ]


def is_w2g(line: SettledWager, at: int) -> bool:
    """Whether a win at a moment must be reported.

    >>> [is_w2g(SettledWager(1, 1, "x", stake, "won", 60_000), 0) for stake in (200, 201)]
    [True, False]
    """
    return not line.is_tip and is_taxed(line.net, line.stake, at)


def _place(round_: RoundFacts, line: SettledWager) -> Row:
    player = round_.players.get(line.seat, "")
    amounts = (line.stake * UNITS_PER_CENT, line.net * UNITS_PER_CENT)
    where = (round_.at, round_.table, round_.number, player, line.seat)
    return (*where, line.wager, line.outcome, *amounts)
