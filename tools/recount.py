"""Recompute every report of a floor from the rows of its journal, by independent plain loops.

    python -m tools.recount rehearsal.db

Each report of `pitboss floor report` is compared with the figures that this file counts itself.
"""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

PLAY = {"dealt", "decided", "ruled", "called-off", "taken-back"}
DAY_STARTS = timedelta(hours=6)
LIABILITIES = {
    "wallet": "Wallets",
    "pending": "Withdrawals asked for",
    "stack": "Chips at tables",
    "escrow": "Wagers on the felt",
    "jackpot": "Jackpots",
    "tips": "Tips for dealers",
}


ORDINARY = {
    *("seat-taken", "bought-in", "seats-left", "promised", "shown", "registered", "fed", "kept"),
    *("deposit", "withdrawal", "deposited", "paid-out"),
}
"""Kinds of entries that are the ordinary life of tables, accounts and jackpots."""
DAILY = {
    *("table-stopped", "tray-counted", "table-opened", "table-closed", "box-taken", "count-joined"),
    *("box-counted", "box-recounted", "count-signed", "count-finished", "slip-asked"),
    *("slip-signed", "withdrawal-asked", "payment-made"),
}
"""Kinds of entries that are daily work, unless something was found or the house's money moved."""
CLASSES = {
    "access": "locked unlocked password-replaced role-given role-taken dealer-assigned "
    "log-in-refused denied password-changed factor-confirmed factor-removed passkey-added "
    "passkey-removed passkey-copied staff-disabled staff-enabled",
    "program": "taken-over components-checked components-changed",
    "void, override or correction": "requested approved declined withdrawn expired carried-out "
    "taken-back void-asked void-dismissed call-off-ordered ruling-ordered "
    "dispute-opened dispute-stated "
    "dispute-answered dispute-decided slip-voided",
    "game or jackpot parameter": "terms-set terms-changed",
    "account adjustment": "play-money dispute-paid",
    "player protection": "limits exclusion-proposed excluded exclusion-lifted limits-imposed",
    "money of the house": "table-opened table-closed count-finished withdrawal-refused "
    "payment-made day-opened day-closed progressives-deposited progressives-checked",
    "table": "paused resumed play-opened play-closed tables-switched",
    "jackpot": "hit-locked hit-paid hit-confirmed hit-rejected hit-voided adjusted transferred "
    "received switched closed proposed",
}
"""Class of GLI-19 2.8.8 or of the house -> the kinds of entries that are in it."""


PROGRAM = (sys.executable, "-m", "pitboss.cli.main")
PLAYERS = 10
"""Whose statements are compared."""


class Row(NamedTuple):
    """An entry as the database has it."""

    stream: str
    at: datetime
    actor: str
    kind: str
    body: dict[str, Any]
    postings: list[tuple[str, int]]

    @property
    def table(self) -> str:
        """The table of the entry, if any."""
        return self.stream.removeprefix("table/") if self.stream.startswith("table/") else ""

    @property
    def day(self) -> str:
        """The gambling day."""
        return (self.at - DAY_STARTS).date().isoformat()

    def moved(self, pattern: str) -> int:
        """Return the sum of its postings to accounts of a pattern."""
        return sum(amount for code, amount in self.postings if re.fullmatch(pattern, code))


def read(path: str) -> list[Row]:
    """Read the journal in the order it was written."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as books:
        rows = books.execute(
            "SELECT stream, at, actor, kind, body, postings FROM entry ORDER BY position"
        )
        return [
            Row(
                stream,
                datetime.fromtimestamp(at / 1e6, UTC),
                actor,
                kind,
                json.loads(body),
                [(code, amount) for code, amount in json.loads(postings)],
            )
            for stream, at, actor, kind, body, postings in rows
        ]


def units(text: str) -> int:
    """Read an amount of a report."""
    return int(Decimal(text) * 10_000)


Facts = dict[Any, Any]


def master_games(rows: list[Row]) -> Facts:
    """Count rounds, drop, fills, credits and win of each table and day."""
    totals: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    dropped: dict[str, str] = {}  # table -> the day of its last drop
    boxes: dict[str, tuple[str, str]] = {}  # box -> that day, and its table
    for row in rows:
        for box in row.body["boxes"] if row.kind == "count-finished" else ():
            totals[boxes[f"box:{box['box']}"]]["drop"] += box["units"] - box["book"]
        if row.table and row.kind in PLAY:
            tally = totals[row.day, row.table]
            tally["rounds"] += "settled" in row.body
            tally["adjusted_win"] += row.moved(f"tray:{row.table}|house:jackpot-accrual")
            tally["accrued"] += row.moved("jackpot:.*") + row.moved("house:seed")
        for code, amount in row.postings:
            kind, _, table = code.partition(":")
            if kind == "drop" and amount > 0:
                totals[row.day, table]["drop"] += amount
                dropped[table] = row.day
            elif kind == "drop":
                boxes |= {b: (dropped[table], table) for b, _ in row.postings if b[:4] == "box:"}
            if kind == "tray" and row.kind == "slip-signed":
                name = "fills" if amount > 0 else "credits"
                totals[row.day, table][name] += abs(amount)
    return {
        (day, table, name): tally[name]
        for (day, table), tally in totals.items()
        for name in ("rounds", "adjusted_win", "accrued", "drop", "fills", "credits")
    }


def said_by_master_games(report: dict[str, Any]) -> Facts:
    """Read the same out of the report, and that its two wins agree."""
    names = ("adjusted_win", "accrued", "drop", "fills", "credits")
    facts: Facts = {}
    for row in _rows(report, "tables"):
        place = row["day"], row["table"]
        facts[*place, "rounds"] = row["rounds"]
        facts |= {(*place, name): units(row[name]) for name in names}
        facts[*place, "adjusted_win"] -= units(row["counted"])  # what a count found is no play
        assert units(row["difference"]) == 0, row
    return facts


def hourly(rows: list[Row]) -> Facts:
    """Count rounds and drop of each table and hour."""
    totals: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        if row.table:
            hour = row.at.strftime("%Y-%m-%dT%H")
            totals[hour, row.table, "rounds"] += row.kind in PLAY and "settled" in row.body
            totals[hour, row.table, "drop"] += max(0, row.moved(f"drop:{row.table}"))
    return dict(totals)


def said_hourly(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    facts: Facts = {}
    for row in _rows(report, "hours"):
        place = row["hour"][:13], row["table"]
        facts |= {(*place, "rounds"): row["rounds"], (*place, "drop"): units(row["drop"])}
    return facts


def performance(rows: list[Row]) -> Facts:
    """Count rounds and the money of each game, by the tables that play it."""
    opened = (row for row in rows if row.kind == "opened" and row.table)
    games = {row.table: row.body["house"]["game"] for row in opened}
    totals: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.table and row.kind in PLAY:
            game = games[row.table]
            totals[game, "rounds"] += "settled" in row.body
            of_house = f"tray:{row.table}|house:jackpot-accrual|house:seed"
            totals[game, "win"] += row.moved(f"{of_house}|jackpot:.*")
            totals[game, "voids"] += row.kind in {"called-off", "taken-back"}
    return dict(totals)


def said_by_performance(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    return {
        (row["game"], name): units(row[name]) if name == "win" else row[name]
        for row in _rows(report, "games")
        for name in ("rounds", "win", "voids")
    }


def balances(rows: Iterable[Row]) -> Counter[str]:
    """Add up every posting."""
    totals: Counter[str] = Counter()
    for row in rows:
        for code, amount in row.postings:
            totals[code] += amount
    return totals


def trial(rows: list[Row]) -> Facts:
    """Add up the debits and credits of every account."""
    totals: Counter[tuple[str, str]] = Counter()
    for row in rows:
        nets: Counter[str] = Counter()
        for code, amount in row.postings:
            nets[code] += amount
        for code, amount in nets.items():
            totals[code, "closing"] += amount
    return dict(totals)


def said_by_trial(report: dict[str, Any]) -> Facts:
    """Read the same out of the report; in less out is what changed."""
    facts: Facts = {}
    for row in _rows(report, "accounts"):
        facts[row["account"], "closing"] = units(row["closing"])
        assert units(row["opening"]) + units(row["in"]) - units(row["out"]) == units(row["closing"])
    return facts


def funds(rows: list[Row]) -> Facts:
    """Add up the money held for players."""
    totals: Counter[str] = Counter()
    for code, amount in balances(rows).items():
        kind = code.partition(":")[0]
        if kind in LIABILITIES:
            totals[LIABILITIES[kind]] += amount
    return dict(totals)


def said_by_funds(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    return {row["kind"]: units(row["closing"]) for row in _rows(report, "liability")}


def cage(rows: list[Row]) -> Facts:
    """Add up the money in the cage, in the bank and outside."""
    kinds = {"cage", "bank", "external"}
    return {c: amount for c, amount in balances(rows).items() if c.partition(":")[0] in kinds}


def said_by_cage(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    return {row["account"]: units(row["closing"]) for row in _rows(report, "cage")}


def jackpots(rows: list[Row]) -> Facts:
    """Add up each jackpot's accounts, and count its hits."""
    totals: Counter[tuple[str, str]] = Counter()
    for code, amount in balances(rows).items():
        if code.startswith("jackpot:"):
            totals[code.split(":")[1], "closing"] += amount
    for row in rows:
        if row.stream.startswith("jackpot/"):
            totals[row.stream.removeprefix("jackpot/"), "hits"] += row.kind == "hit-locked"
    return dict(totals)


def said_by_jackpots(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    facts: Facts = {}
    for row in _rows(report, "jackpots"):
        assert units(row["difference"]) == 0, row
        parts = ("display", "reserve", "overflow", "coming", "pending")
        assert sum(units(row[part]) for part in parts) == units(row["closing"]), row
        facts[row["jackpot"], "closing"] = units(row["closing"])
        facts[row["jackpot"], "hits"] = row["hits"]
    return facts


def counts(rows: list[Row]) -> Facts:
    """Add up the notes of every box, beside what the journal moved into it."""
    figures: dict[Any, Any] = {}
    for row in rows:
        if row.kind == "box-taken":
            figures[row.body["box"], "book"] = row.moved("box:.*")
        if row.kind == "box-counted":
            notes = row.body["notes"].items()
            figures[row.body["box"], "counted"] = sum(int(cents) * 100 * n for cents, n in notes)
    return figures


def said_by_counts(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    names = ("counted", "book")
    boxes = _rows(report, "boxes")
    return {(row["box"], name): int(Decimal(row[name]) * 10_000) for row in boxes for name in names}


def slips(rows: list[Row]) -> Facts:
    """List the numbers of slips, from requests and counts."""
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for row in rows:
        if row.kind == "slip-asked":
            numbers[row.body["kind"]].add(row.body["number"])
        if row.kind in {"table-opened", "table-closed"} and row.body.get("slip"):
            numbers["error"].add(row.body["slip"])
    return {kind: (len(used), max(used)) for kind, used in numbers.items()}


def said_by_slips(report: dict[str, Any]) -> Facts:
    """Read the same out of the report: no number lacks."""
    assert all(row["gaps"] == 0 for row in _rows(report, "numbers"))
    return {row["kind"]: (row["slips"], row["last"]) for row in _rows(report, "numbers")}


def exceptions(rows: list[Row]) -> Facts:
    """Count rounds, decisions and voids of each table."""
    totals: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.table:
            totals[row.table, "rounds"] += row.kind == "dealt"
            totals[row.table, "decisions"] += row.kind == "decided"
            totals[row.table, "clocked"] += row.kind == "decided" and row.actor == "clock"
    return dict(totals)


def said_by_exceptions(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    names = ("rounds", "decisions", "clocked")
    return {(row["table"], name): row[name] for row in _rows(report, "clock") for name in names}


def exclusions(rows: list[Row]) -> Facts:
    """Count exclusions and limits."""
    kinds = {"excluded", "exclusion-lifted", "exclusion-proposed", "limits-imposed", "limits"}
    return {"changes": sum(row.kind in kinds for row in rows)}


def said_by_exclusions(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    return {"changes": len(_rows(report, "changes"))}


def payouts(rows: list[Row]) -> Facts:
    """Find wins of $5,000 or more, and those of $600 or more and 300 times the wager."""
    totals: Counter[tuple[str, int, int, str]] = Counter()
    for row in rows:
        for seat, _, wager, stake, _, net in row.body.get("settled", ()) if row.table else ():
            is_large = net >= 500_000 or (net >= 60_000 and net >= 300 * stake)
            if is_large and not wager.startswith("tip:"):
                totals[row.table, row.body["round"], seat, wager] += net * 100
    return dict(totals)


def said_by_payouts(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    totals: Counter[tuple[str, int, int, str]] = Counter()
    for row in _rows(report, "payouts"):
        totals[row["table"], row["round"], row["seat"], row["wager"]] += units(row["net"])
    return dict(totals)


def statement(rows: list[Row], player: str) -> Facts:
    """Follow one player's wallet, and count his rounds."""
    rounds = 0
    playing: dict[str, bool] = {}
    for row in rows:
        if row.table and row.kind == "dealt":
            seats = {str(seat) for seat, who, _ in row.body["before"]["seats"] if who == player}
            playing[row.table] = not seats.isdisjoint(row.body["bets"])
        is_over = "settled" in row.body or "void" in row.body
        rounds += bool(row.table) and is_over and playing[row.table]
    wallet = sum(row.moved(f"wallet:{player}") for row in rows)
    return {"wallet": wallet, "rounds": rounds}


def said_by_statement(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    (row,) = _rows(report, "sums")
    return {"wallet": units(row["wallet"]), "rounds": row["rounds"]}


def events(rows: list[Row]) -> Facts:
    """Count significant events by class and place."""
    totals: Counter[tuple[str, str]] = Counter()
    for row in rows:
        where = row.stream
        if row.table and row.kind in {"dealt", "decided", "ruled", "called-off"}:
            is_void = bool(row.body.get("void"))
            totals["void, override or correction", where] += is_void + (row.kind == "ruled")
            totals["large win or wager", where] += sum(map(is_large, row.body.get("settled") or ()))
        elif row.kind == "opened":
            totals["game or jackpot parameter", where] += not where.startswith("account/")
        elif row.kind not in ORDINARY and not is_daily(row):
            kinds = (name for name, kinds in CLASSES.items() if row.kind in kinds.split())
            totals[next(kinds, "other"), where] += 1
    return dict(totals)


def is_daily(row: Row) -> bool:
    """Return whether an entry is daily work in which nothing was found."""
    is_found = any(code in {"house:variance", "house:rounding"} for code, _ in row.postings)
    is_own = row.kind == "payment-made" and row.body["kind"] in {"adjustment", "capital"}
    return row.kind in DAILY and not is_found and not is_own


def is_large(line: list[Any]) -> bool:
    """Return whether a settled wager is large: $5,000 bet or won, or a taxed win."""
    _, _, wager, stake, outcome, net = line
    is_taxed = net >= 60_000 and net >= 300 * stake
    is_own = outcome != "void" and not wager.startswith("tip:")
    return is_own and (max(stake, net) >= 500_000 or is_taxed)


def said_by_events(report: dict[str, Any]) -> Facts:
    """Read the same out of the report, and that its sums by class agree."""
    listed = _rows(report, "events")
    classes = Counter(row["class"] for row in listed)
    assert classes == {row["class"]: row["events"] for row in _rows(report, "classes")}, classes
    return dict(Counter((row["class"], row["where"]) for row in listed))


def components(rows: list[Row]) -> Facts:
    """List the checks of the software's files."""
    verdicts = {"components-checked": "as expected", "components-changed": "differ"}
    totals: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        if row.kind in verdicts:
            body = row.body
            names = ("why", "version", "files", "root")
            changed = ", ".join(body.get("changed", ()))
            at = row.at.isoformat()[:19]
            totals[at, *(body[name] for name in names), verdicts[row.kind], changed] += 1
    return dict(totals)


def said_by_components(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    names = ("why", "version", "files", "root", "verdict", "changed")
    rows = _rows(report, "checks")
    return dict(Counter((row["at"][:19], *(row[name] for name in names)) for row in rows))


def retention(rows: list[Row]) -> Facts:
    """Count entries by stream and kind."""
    return dict(Counter((row.stream.partition("/")[0], row.kind) for row in rows))


def said_by_retention(report: dict[str, Any]) -> Facts:
    """Read the same out of the report."""
    return {(row["stream"], row["kind"]): row["entries"] for row in _rows(report, "kept")}


def _rows(report: dict[str, Any], section: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(
        part["rows"] for part in report["sections"] if part["name"] == section
    )
    return rows


REPORTS: dict[str, tuple[Callable[[list[Row]], Facts], Callable[[dict[str, Any]], Facts]]] = {
    "master-games": (master_games, said_by_master_games),
    "table-hourly": (hourly, said_hourly),
    "game-performance": (performance, said_by_performance),
    "jackpots": (jackpots, said_by_jackpots),
    "large-payouts": (payouts, said_by_payouts),
    "player-funds": (funds, said_by_funds),
    "cage": (cage, said_by_cage),
    "count": (counts, said_by_counts),
    "slips": (slips, said_by_slips),
    "exceptions": (exceptions, said_by_exceptions),
    "exclusions": (exclusions, said_by_exclusions),
    "significant-events": (events, said_by_events),
    "components": (components, said_by_components),
    "trial-balance": (trial, said_by_trial),
    "retention": (retention, said_by_retention),
}
"""Report -> what this file counts, and how the same is read out of it."""


def differences(counted: Facts, reported: Facts) -> list[str]:
    """Return the differences; zero figures may be left out."""
    return [
        f"{place}: counted {counted.get(place, 0)}, said {reported.get(place, 0)}"
        for place in sorted({*counted, *reported}, key=str)
        if (counted.get(place) or 0) != (reported.get(place) or 0)
    ]


def main(path: str) -> int:
    """Compare every report; return how many differ."""
    rows = read(path)
    wrong = [
        compare(name, count(rows), say(ask(path, name))) for name, (count, say) in REPORTS.items()
    ]
    players = sorted({row.actor for row in rows if row.kind == "seat-taken"})
    for player in players[:: max(1, len(players) // PLAYERS)]:
        reported = said_by_statement(ask(path, "statement", "--player", player))
        wrong.append(compare(f"statement of {player}", statement(rows, player), reported))
    return sum(wrong)


def ask(path: str, name: str, *more: str) -> dict[str, Any]:
    """Run `pitboss floor report`."""
    command = [*PROGRAM, "floor", "report", name, "--db", path, "--format", "json", *more]
    made = subprocess.run(command, capture_output=True, check=True)
    report: dict[str, Any] = json.loads(made.stdout)
    return report


def compare(name: str, counted: Facts, reported: Facts) -> bool:
    """Return how many figures differ; return whether any does."""
    lines = differences(counted, reported)
    print(f"{name}: {len(counted):,} figures, {len(lines)} differ")
    print("".join(f"    {line}\n" for line in lines[:10]), end="")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
