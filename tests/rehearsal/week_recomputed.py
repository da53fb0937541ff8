"""Every report of a rehearsed week, worked out again from raw entries and from what people did.

It shares no code with the reports: it reads bodies as JSON, adds postings up, and keeps lists.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from pitboss.ledger.entry import Entry
from tests.audit.plain_loops import PlainRound, plain_rounds

DOLLAR = 10_000
CENT = 100
Report = Mapping[str, Any]

DONE = {
    "role-given": "role given",
    "denied": "denied: the role does not allow it",
    "dealer-assigned": "dealer assigned to a table",
    "day-opened": "gambling day opened",
    "day-closed": "gambling day closed",
    "play-opened": "table opened for play",
    "play-closed": "table closed for play",
    "requested": "asked for a second person",
    "approved": "agreed as second person",
    "table-added": "physical table put under the office",
    "terms-set": "terms of the office set",
    "hit-locked": "jackpot hit",
    "proposed": "change of a jackpot proposed",
    "hit-confirmed": "hit confirmed by two people",
    "withdrawn": "request of a jackpot agreed to or withdrawn",
    "hand-paid": "hit paid by hand",
    "winner-identified": "winner of a hit identified",
}
"""What is out of the ordinary in this week, and what a paper calls it; written by hand."""


class WeekKept(NamedTuple):
    """What an accountant wrote down during the week."""

    slips: Sequence[tuple[str, int]]
    """Table and cents of each fill, in order."""
    fed: int
    """Units that jackpot wagers fed."""
    seed: int
    award: int
    """Units of the one hit; it took the whole meter."""
    withheld: int
    shorts: int
    """Cents that the counts found less."""
    days: int
    physical: str
    virtual: str


def section(report: Report, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(it["rows"] for it in report["sections"] if it["name"] == name)
    return rows


def units(amount: object) -> int:
    """Return an amount of a paper in units, exactly."""
    return int(Fraction(str(amount).replace(",", "")) * DOLLAR)


def expect_every_report(
    reports: Mapping[str, Report], entries: Sequence[Entry], kept: WeekKept
) -> None:
    """Compare every report with the journal added up by hand."""
    rounds = [*plain_rounds(entries)]
    balances: defaultdict[str, int] = defaultdict(int)
    for entry in entries:
        assert sum(amount for _, amount in entry.postings) == 0
        for account, amount in entry.postings:
            balances[account] += amount
    _expect_hours(reports["table-hourly"], rounds, entries)
    _expect_games(reports["game-performance"], rounds)
    _expect_jackpots(reports["jackpots"], balances, kept)
    _expect_balances(reports, balances, kept)
    _expect_slips(reports["slips"], kept)
    _expect_events(reports, entries, rounds, kept)
    _expect_retention(reports["retention"], entries)
    assert section(reports["large-payouts"], "wagers") == []
    (paid,) = section(reports["large-payouts"], "payouts")
    assert (paid["player"], paid["table"], paid["seat"]) == ("Ann Player", kept.physical, 4)
    assert (units(paid["prize"]), units(paid["net"])) == (kept.award, kept.award - 500 * CENT)
    assert paid["w2g"] is True, "$5,000 for $5 is reported"
    assert section(reports["exclusions"], "changes") == []
    assert reports["exclusions"]["activity"] is False


def _staked(rounds: Iterable[PlainRound]) -> int:
    cents: int = sum(line[3] for one in rounds for line in one.settled if line[2][:4] != "tip:")
    return cents * CENT


def _won(rounds: Iterable[PlainRound]) -> int:
    cents: int = -sum(line[5] for one in rounds for line in one.settled)
    return cents * CENT


def _expect_hours(report: Report, rounds: Sequence[PlainRound], entries: Sequence[Entry]) -> None:
    by_hour: defaultdict[tuple[str, str], list[PlainRound]] = defaultdict(list)
    for one in rounds:
        by_hour[_hour(one.at), one.table].append(one)
    drops: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for account, amount in entry.postings:
            if account.startswith("drop:") and amount > 0:
                drops[_hour(entry.at), account.removeprefix("drop:")] += amount
    rows = {(row["hour"], row["table"]): row for row in section(report, "hours")}
    assert rows.keys() == by_hour.keys() | drops.keys()
    for place, row in rows.items():
        own = by_hour[place]
        assert (row["rounds"], row["hands"]) == (len(own), sum(len(it.deal["bets"]) for it in own))
        assert (units(row["wagered"]), units(row["win"])) == (_staked(own), _won(own))
        assert units(row["drop"]) == drops[place]


def _hour(at: int) -> str:
    return datetime.fromtimestamp(at // 3_600_000_000 * 3_600, UTC).strftime(
        "%Y-%m-%dT%H:%M:%S.000000Z"
    )


def _expect_games(report: Report, rounds: Sequence[PlainRound]) -> None:
    (game,) = section(report, "games")
    assert game["rounds"] == len(rounds)
    assert game["hands"] == sum(len(one.deal["bets"]) for one in rounds)
    assert (units(game["wagered"]), units(game["win"])) == (_staked(rounds), _won(rounds))
    assert game["win_share"] == pytest.approx(_won(rounds) / _staked(rounds))
    main = next(row for row in section(report, "wagers") if row["wager"] == "Blackjack")
    bets = [own for one in rounds for own in one.deal["bets"].values()]
    first = sum(own["main"] for own in bets) * CENT
    assert (main["made"], units(main["first_wagered"])) == (len(rounds), first)
    assert units(main["theoretical_win"]) == pytest.approx(main["edge"] * first, abs=51)


def _expect_jackpots(report: Report, balances: Mapping[str, int], kept: WeekKept) -> None:
    (row,) = section(report, "jackpots")
    held = sum(amount for account, amount in balances.items() if account.startswith("jackpot:"))
    wanted = {
        "opening": 0,
        "seeded": 2 * kept.seed,  # at its opening, and after the hit
        "contributed": kept.fed,
        "adjusted": 0,
        "awarded": kept.award,
        "closing": 2 * kept.seed + kept.fed - kept.award,
        "difference": 0,
    }
    assert {name: units(row[name]) for name in wanted} == wanted
    assert held == wanted["closing"]
    assert row["hits"] == 1
    (hit,) = section(report, "hits")
    assert (hit["table"], units(hit["amount"]), hit["share"]) == (kept.physical, kept.award, 1.0)


def _expect_balances(
    reports: Mapping[str, Report], balances: Mapping[str, int], kept: WeekKept
) -> None:
    accounts = section(reports["trial-balance"], "accounts")
    closing = {row["account"]: units(row["closing"]) for row in accounts}
    assert closing == {account: balances[account] for account in closing}
    assert {account for account, amount in balances.items() if amount} <= closing.keys()
    assert sum(closing.values()) == 0
    assert balances["external:cash"] == kept.award - kept.withheld
    assert balances["tax:winners"] == kept.withheld
    for name in ("cage", "boxes"):
        for row in section(reports["cage"], name):
            assert units(row["closing"]) == balances[row["account"]], row
    assert balances["house:variance"] == kept.shorts * CENT
    (bank,) = section(reports["cage"], "bank")
    held = sum(amount for account, amount in balances.items() if account.startswith("jackpot:"))
    assert (units(bank["required"]), units(bank["held"])) == (held, balances["bank:progressive"])
    wallets = {
        account.removeprefix("wallet:"): amount
        for account, amount in balances.items()
        if account.startswith("wallet:") and amount
    }
    players = section(reports["player-funds"], "players")
    assert {row["player"]: units(row["total"]) for row in players} == wallets
    liability = {
        row["kind"]: units(row["closing"]) for row in section(reports["player-funds"], "liability")
    }
    assert liability["Wallets"] == sum(wallets.values())
    assert liability["Jackpots"] == held
    assert liability["Chips at tables"] == liability["Wagers on the felt"] == 0


def _expect_slips(report: Report, kept: WeekKept) -> None:
    rows = section(report, "slips")
    assert [(row["table"], units(row["amount"]) // CENT) for row in rows] == [*kept.slips]
    assert [row["number"] for row in rows] == [*range(1, len(kept.slips) + 1)]
    assert all(row["signatures"].count(":") == 6 for row in rows), "asked, and five signatures"
    (numbers,) = section(report, "numbers")
    assert (numbers["slips"], numbers["gaps"]) == (len(kept.slips), 0)


def _expect_events(
    reports: Mapping[str, Report],
    entries: Sequence[Entry],
    rounds: Sequence[PlainRound],
    kept: WeekKept,
) -> None:
    kinds = Counter(entry.kind for entry in entries)
    wanted = {words: kinds[kind] for kind, words in DONE.items() if kinds[kind]}
    wanted["jackpot opened"] = wanted["table opened under these rules"] = 1
    wanted["count finished"] = 1  # that of the day on which the count found less
    found = section(reports["significant-events"], "events")
    named = Counter(row["what"] for row in found)
    assert named == wanted, (named - Counter(wanted), Counter(wanted) - named)
    classes = section(reports["significant-events"], "classes")
    assert sum(row["events"] for row in classes) == len(found)
    (clock,) = section(reports["exceptions"], "clock")
    clocked = sum(e.actor == "clock" for one in rounds for e in one.entries[1:])
    decided = sum(len(one.entries) - 1 for one in rounds)
    assert (clock["table"], clock["rounds"]) == (kept.virtual, len(rounds))
    assert (clock["decisions"], clock["clocked"]) == (decided, clocked)
    asked = [row["what"] for row in section(reports["exceptions"], "events")]
    assert asked == ["asked for a second person", "agreed as second person"]


def _expect_retention(report: Report, entries: Sequence[Entry]) -> None:
    wanted = Counter((entry.stream.partition("/")[0], entry.kind) for entry in entries)
    rows = {(row["stream"], row["kind"]): row for row in section(report, "kept")}
    assert {place: row["entries"] for place, row in rows.items()} == wanted
    for (stream, kind), row in rows.items():
        own = [e for e in entries if (e.stream.partition("/")[0], e.kind) == (stream, kind)]
        assert row["bytes"] == sum(len(entry.body) for entry in own)


def expect_statement(report: Report, account: str, entries: Sequence[Entry]) -> None:
    """Compare a player's statement with the player's own entries."""
    (sums,) = section(report, "sums")
    wallet = sum(n for e in entries for name, n in e.postings if name == f"wallet:{account}")
    own = [
        one
        for one in plain_rounds(entries)
        if any(who == account for _, who, _ in one.deal["before"]["seats"])
    ]
    assert own
    assert (units(sums["wallet"]), sums["rounds"]) == (wallet, len(own))
    assert (units(sums["staked"]), units(sums["gained"])) == (_staked(own), -_won(own))
    last = [row["wallet"] for row in section(report, "lines")][-1]
    assert units(last) == wallet
