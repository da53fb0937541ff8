"""Every report beside an independent recomputation from the same journal."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pitboss.audit.expectations import Price, Prices, price_house, price_wagers
from pitboss.audit.facts import FactReader
from pitboss.audit.interval import Interval
from pitboss.audit.report import ReportQuery
from pitboss.audit.reports.performance import WagerTally
from pitboss.audit.sheet import ReportSheet, SheetSection
from pitboss.engine.setup import prepare
from pitboss.ledger.checkpoint import balances_root, make_checkpoint
from pitboss.ledger.entry import Posting
from pitboss.report.catalogue.edges import main_lines
from pitboss.report.kinds import main_entries
from pitboss.report.maths.model import maths
from pitboss.rulebook.ready import ready_tables
from tests.audit.plain_loops import balances_at, plain_day, plain_rounds
from tests.audit.played import DAY, FIRST, make_sheet, played_floor
from tests.ledger.books import fold

END = 1 << 60
MIDDLE = FIRST + 3 * 3600 * 1_000_000 + 61_000_000
"""A moment in the middle of rounds of several tables."""
Row = dict[str, Any]


@cache
def report(name: str, start: int = 0, end: int = END, **more: object) -> ReportSheet:
    """Make a report of the played floor."""
    question = ReportQuery(
        interval=Interval(start, end),
        generated=END,
        price=lambda terms: known_prices(terms.house.game),
        **more,  # type: ignore[arg-type]
    )
    return make_sheet(name, question, played_floor().entries)


@cache
def known_prices(game: str) -> Prices:
    """Price a ready table; its main game is not solved again but as the catalogue has it."""
    lines = [line for line in main_lines() if line.game == game]
    return price_wagers(ready_tables()[game].house, lines)


def rows(section: SheetSection) -> list[Row]:
    names = [column.name for column in section.columns]
    return [dict(zip(names, row, strict=True)) for row in section.rows]


def test_master_games_has_drop_and_win_of_every_table_and_day() -> None:
    floor = played_floor()
    drop: Counter[tuple[str, str]] = Counter()
    lost: Counter[tuple[str, str]] = Counter()
    rounds: Counter[tuple[str, str]] = Counter()
    chips: Counter[str] = Counter()
    for entry in floor.entries:
        for account, amount in entry.postings:
            if account.startswith("drop:"):
                drop[plain_day(entry.at), account[5:]] += amount
            elif account.startswith("tray:"):
                chips[account[5:]] += amount
                assert amount % 100 == 0, "a tray never holds parts of a cent"
    for one in plain_rounds(floor.entries):
        key = (plain_day(one.at), one.table)
        rounds[key] += 1
        lost[key] += sum(line[5] for line in one.settled) * 100
    days = {
        (row["day"], row["table"]): row for row in rows(report("master-games").section("tables"))
    }
    assert {key for key, count in rounds.items() if count} <= days.keys()
    assert {key: row["drop"] for key, row in days.items()} == {key: drop[key] for key in days}
    assert {key: row["rounds"] for key, row in days.items()} == {k: rounds[k] for k in days}
    wins: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for (_, table), row in days.items():
        assert row["difference"] == 0
        assert row["win"] == row["settled_win"] == row["adjusted_win"] + row["accrued"]
        assert row["hold"] == (row["win"] / row["drop"] if row["drop"] else None)
        counted[table] += (
            row["closer"] - row["opener"] + row["drop"] + row["credits"] - row["fills"]
        )
        wins[table] += row["win"]
    for table in floor.tables:  # what players lost, with what meters paid them taken out
        players = sum(units for (_, name), units in lost.items() if name == table.state.id)
        paid = sum(meter.paid for meter in table.state.meters.values())
        assert wins[table.state.id] == paid - players
        # What a jackpot pays at the table leaves its tray as chips.
        assert counted[table.state.id] == -players
        assert (
            chips[table.state.id]
            + sum(drop[day, name] for day, name in drop if name == table.state.id)
            == counted[table.state.id]
        )


def test_opener_is_the_closer_of_the_day_before() -> None:
    days = rows(report("master-games").section("tables"))
    closers: dict[str, int] = defaultdict(int)
    for row in days:
        assert row["opener"] == closers[row["table"]]
        closers[row["table"]] = row["closer"]
    assert len({row["day"] for row in days}) == 2


def test_table_hourly_adds_up_to_the_master_games_report() -> None:
    hours = report("table-hourly").section("hours")
    days = report("master-games").section("tables")
    assert hours.totals
    assert days.totals
    for name in ("rounds", "wagered", "drop", "win"):
        assert sum(hours.column(name)) == sum(days.column(name)), name
    expected: Counter[tuple[int, str]] = Counter(
        (one.at // 3_600_000_000 * 3_600_000_000, one.table) for one in plain_rounds(FLOOR.entries)
    )
    by_hour = {(row["hour"], row["table"]): row["rounds"] for row in rows(hours) if row["rounds"]}
    assert by_hour == expected


FLOOR = played_floor()


def test_hands_wagered_and_shares_mean_the_same_in_every_report() -> None:
    """A hand is a seat in a round, wagered is without tips, hold is of the drop alone."""
    hours = report("table-hourly").section("hours")
    days = report("master-games").section("tables")
    games = report("game-performance").section("games")
    played = [*plain_rounds(FLOOR.entries)]
    hands = sum(len(one.deal["bets"]) for one in played)
    assert sum(hours.column("hands")) == sum(games.column("hands")) == hands
    assert sum(hours.column("wagered")) == sum(games.column("wagered"))
    assert sum(days.column("wagered")) == sum(games.column("wagered"))
    staked = [line for one in played for line in one.settled]
    assert any(line[2].startswith("tip:") for line in staked), "or the test says nothing of tips"
    for row in [*rows(hours), *rows(games)]:
        share = row["win"] / row["wagered"] if row["wagered"] else None
        assert row["win_share"] == share
        assert "hold" not in row
    assert games.totals
    names = [column.name for column in games.columns]
    total: dict[str, Any] = dict(zip(names, games.totals, strict=True))
    assert total["win_share"] == total["win"] / total["wagered"]


def test_game_performance_counts_every_wager_once() -> None:
    made: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    total: Counter[str] = Counter()
    games = {table.state.id: table.terms.house.game for table in FLOOR.tables}
    for one in plain_rounds(FLOOR.entries):
        for _, _, wager, stake, _, net in one.settled:
            made[games[one.table], wager] += stake * 100
            won[games[one.table], wager] -= net * 100
            total[games[one.table]] -= net * 100
    sheet = report("game-performance")
    wagers = {(row["game"], row["wager"]): row for row in rows(sheet.section("wagers"))}
    same = {
        ("co/ride-free", "Lucky Ladies"): ("co/ride-free", "lucky-ladies"),
        ("co/blackjack-switch", "Super Match"): ("co/blackjack-switch", "super-match"),
        ("ilani/spanish-21", "Match the Dealer"): ("ilani/spanish-21", "match-up"),
    }
    for shown, key in same.items():
        assert (wagers[shown]["first_wagered"], wagers[shown]["win"]) == (made[key], won[key])
    for game, units in total.items():
        parts = sum(row["win"] for (name, _), row in wagers.items() if name == game)
        awarded = sum(
            row["amount"]
            for row in rows(report("jackpots").section("hits"))
            if games[row["table"]] == game
        )
        assert parts == units + awarded
    by_game = {row["game"]: row for row in rows(sheet.section("games"))}
    assert {game: row["win"] - row["awarded"] for game, row in by_game.items()} == total
    # every first wager of the main game is in one row of it
    first = sum(bets["main"] * 100 for one in plain_rounds(FLOOR.entries) if one.table == "6"
                for bets in one.deal["bets"].values())  # fmt: skip
    assert wagers["reference/blackjack", "Blackjack"]["first_wagered"] == first


def test_theoretical_win_is_the_exact_edge_of_what_was_wagered() -> None:
    for row in rows(report("game-performance").section("wagers")):
        if row["edge"] is None:
            assert row["z"] is None
            continue
        assert row["theoretical_win"] == pytest.approx(row["edge"] * row["first_wagered"], abs=51)
        z = (row["win"] - row["edge"] * row["first_wagered"]) / row["deviation"]
        assert row["z"] == pytest.approx(z, rel=0.02, abs=0.02)
        assert abs(row["cautious_z"]) <= abs(row["z"]) + 1e-9
        assert row["low_99"] <= row["low_95"] <= row["theoretical_win"] <= row["high_95"]
        is_within = row["low_95"] <= row["win"] <= row["high_95"]
        assert (row["verdict"] == "within 95%") == is_within


def test_z_score_of_a_known_case() -> None:
    """A coin toss, 100 times $10: the win's deviation is $100, so $196 is the end of 95 %."""
    one = frozenset({"toss"})
    coin = Price(id="toss", title="Toss", wagers=one, first=one, edge=0.0, deviation=1.0)
    tally = WagerTally(coin, made=100, wagered=100_000, won=20_000, squares=100 * 1000**2,
                       round_squares=50 * 2000**2)  # fmt: skip
    assert tally.z() == pytest.approx(2.0)
    assert tally.z(cautious=True) == pytest.approx(2.0 / 2**0.5)
    assert tally.verdict == "outside 95%"
    low, high = tally.bounds("95%")
    assert (low, high) == (-1_960_000, 1_960_000)


def test_a_seat_plays_for_what_it_bet() -> None:
    prices = known_prices("co/ante-up-21")
    alone = prices.main_prices({"main": 500})
    together = prices.main_prices({"main": 500, "ante": 500})
    assert [part.id for part in (*alone, *together)] == ["main", "main+ante+bet"]
    assert together[0].stakes == 2
    assert prices.main_prices({"main": 500, "ante": 700}) == ()
    holdem = known_prices("co/21-holdem")
    assert len(holdem.main_prices({"main": 500, "poker": 700})) == 2


def test_prices_are_the_exact_edges_of_the_table() -> None:
    house = ready_tables()["reference/blackjack"].house
    prices = price_house(house)
    (solved,) = main_entries(prepare(house))
    assert (prices.mains[0].edge, prices.mains[0].deviation) == (
        solved.house_edge, solved.standard_deviation,
    )  # fmt: skip
    insurance = maths(house, proven=False).wagers[0]
    assert prices.sides["insurance"].edge == insurance.edge == Fraction(23, 311)


def test_jackpots_reconcile_with_the_meters_themselves() -> None:
    jackpots = {row["jackpot"]: row for row in rows(report("jackpots").section("jackpots"))}
    meters = {
        f"{table.state.id}.{wager}": meter
        for table in FLOOR.tables
        for wager, meter in table.state.meters.items()
    }
    assert jackpots.keys() == meters.keys()
    for name, meter in meters.items():
        row = jackpots[name]
        figures = ("seeded", "contributed", "awarded", "closing", "difference")
        held = meter.display + meter.reserve
        expected = (meter.seeded, meter.contributed, meter.paid, held, 0)
        assert tuple(row[figure] for figure in figures) == expected
    hits = rows(report("jackpots").section("hits"))
    assert {row["share"] for row in hits} == {0.1, 1.0}
    assert sum(row["amount"] for row in hits) == meters["1.jackpot-1"].paid


def test_a_meter_that_was_tampered_with_shows_as_a_difference() -> None:
    entries = list(FLOOR.entries)
    place = next(
        n for n, entry in enumerate(entries) if entry.kind == "dealt" and "1" in entry.stream
    )
    forged = entries[place]._replace(
        postings=(
            *entries[place].postings,
            Posting("jackpot:1.jackpot-1:display", 5),
            Posting("tray:1", -5),
        )
    )
    entries[place] = forged
    question = ReportQuery(generated=END)
    jackpots = make_sheet("jackpots", question, entries).section("jackpots")
    differences = {row["jackpot"]: row["difference"] for row in rows(jackpots)}
    assert differences["1.jackpot-1"] == 5
    tables = make_sheet("master-games", question, entries).section("tables")
    assert sum(tables.column("difference")) == -5


def test_large_payouts_and_w2g() -> None:
    large = {
        (one.at, one.table, line[0], line[2], line[3] * 100, line[5] * 100)
        for one in plain_rounds(FLOOR.entries)
        for line in one.settled
        if not line[2].startswith("tip:")
        and (line[5] >= 100_000 or line[5] >= max(60_000, 300 * line[3]))
    }
    payouts = rows(report("large-payouts").section("payouts"))
    names = ("at", "table", "seat", "wager", "stake", "net")
    assert {tuple(row[name] for name in names) for row in payouts} == large
    assert any(row["w2g"] and row["prize"] for row in payouts)


def test_player_funds_are_the_balances() -> None:
    for at in (END, MIDDLE):
        held = balances_at(FLOOR.entries, at)
        sheet = report("player-funds", 0, at)
        kinds = {row["kind"]: row["closing"] for row in rows(sheet.section("liability"))}
        names = {"Wallets": "wallet:", "Chips at tables": "stack:", "Wagers on the felt": "escrow:",
                 "Jackpots": "jackpot:", "Tips for dealers": "tips:"}  # fmt: skip
        for kind, start in names.items():
            expected = sum(units for code, units in held.items() if code.startswith(start))
            assert kinds.get(kind, 0) == expected, (at, kind)
        players = {row["player"]: row for row in rows(sheet.section("players"))}
        for player, row in players.items():
            assert row["wallet"] == held.get(f"wallet:{player}", 0)
        assert sum(row["chips"] for row in players.values()) == kinds["Chips at tables"]
    assert (
        report("player-funds", 0, MIDDLE)
        .section("liability")
        .column("kind")
        .count("Wagers on the felt")
    )


def test_trial_balance_is_the_book_at_any_moment() -> None:
    book = fold(FLOOR.entries)
    whole = report("trial-balance")
    closing = {row["account"]: row["closing"] for row in rows(whole.section("accounts"))}
    assert closing == dict(book.balances)
    assert rows(whole.section("root")) == [{"root": balances_root(book.balances).hex(), "sum": 0}]
    for start, end in ((0, MIDDLE), (MIDDLE, END), (FIRST + DAY // 8, MIDDLE)):
        accounts = rows(report("trial-balance", start, end).section("accounts"))
        opening = balances_at(FLOOR.entries, start)
        closing_at = balances_at(FLOOR.entries, end)
        for row in accounts:
            assert row["opening"] == opening.get(row["account"], 0)
            assert row["closing"] == closing_at.get(row["account"], 0)
            assert row["opening"] + row["in"] - row["out"] == row["closing"]
        assert sum(row["closing"] for row in accounts) == 0
    made = make_checkpoint(book.heads, book.balances, at=FIRST)
    with_one = rows(report("trial-balance", checkpoints=(made,)).section("checkpoints"))
    assert with_one[0]["balances"] == rows(whole.section("root"))[0]["root"]


def test_cage_position() -> None:
    held = balances_at(FLOOR.entries, END)
    sheet = report("cage")
    accounts = {row["account"]: row["closing"] for row in rows(sheet.section("cage"))}
    assert accounts == {
        account: held[account] for account in ("cage:money", "cage:chips", "external:test")
    }
    owed = sum(units for code, units in held.items() if code.startswith("jackpot:"))
    assert rows(sheet.section("bank"))[0] == {"required": owed, "held": 0, "missing": owed}


@pytest.mark.parametrize("player", ["cid", "gus"])
def test_statement_follows_the_wallet(player: str) -> None:
    sheet = report("statement", account=player)
    (sums,) = rows(sheet.section("sums"))
    assert sums["wallet"] == FLOOR.book.balance(f"wallet:{player}")
    gained = staked = count = 0
    for one in plain_rounds(FLOOR.entries):
        own = {seat for seat, account, _ in one.deal["before"]["seats"] if account == player}
        count += any(int(seat) in own for seat in one.deal["bets"])
        lines = [x for x in one.settled if x[0] in own and not x[2].startswith("tip:")]
        gained += sum(x[5] for x in lines) * 100
        staked += sum(x[3] for x in lines) * 100
    assert (sums["gained"], sums["staked"], sums["rounds"]) == (gained, staked, count)
    wallet = sums["opening"]
    for row in rows(sheet.section("lines")):
        wallet += row["wallet_change"] or 0
        assert row["wallet"] == wallet


def test_exceptions_and_events() -> None:
    clocked: Counter[str] = Counter()
    for one in plain_rounds(FLOOR.entries):
        clocked[one.table] += sum(entry.actor == "clock" for entry in one.entries[1:])
    clocks = rows(report("exceptions").section("clock"))
    assert {row["table"]: row["clocked"] for row in clocks} == dict(clocked)
    assert sum(clocked.values()) > 0
    kinds = [row["what"] for row in rows(report("exceptions").section("events"))]
    assert kinds == ["table paused", "table resumed"]
    events = report("significant-events")
    classes = {row["class"]: row["events"] for row in rows(events.section("classes"))}
    assert classes["game or jackpot parameter"] == len(FLOOR.tables)
    assert sum(classes.values()) == len(events.section("events").rows)


def test_retention_counts_every_entry() -> None:
    expected = Counter((entry.stream.split("/")[0], entry.kind) for entry in FLOOR.entries)
    open_ = sum(len(round_.entries) for round_ in _open_rounds())
    counts = report("retention").sections[0].column("entries")
    missing = sum(expected.values()) - sum(counts)
    assert missing == open_ == 1


def _open_rounds() -> list[Any]:
    reader = FactReader()
    for entry in FLOOR.entries:
        for _ in reader.add(entry):
            pass
    return list(reader.open_rounds())


def test_an_interval_that_cuts_rounds_loses_and_doubles_nothing() -> None:
    """Two parts add up to the whole, whatever moment they meet at."""
    moments = sorted({entry.at for entry in FLOOR.entries if entry.kind == "decided"})[::40]
    whole = report("master-games").section("tables")
    names = ("rounds", "wagered", "drop", "win", "accrued", "settled_win")
    for at in moments:
        parts = [report("master-games", 0, at), report("master-games", at, END)]
        tables = [part.section("tables") for part in parts]
        for name in names:
            assert sum(sum(table.column(name)) for table in tables) == sum(whole.column(name)), name
        assert not any(any(table.column("difference")) for table in tables)
        felt = sum(v for k, v in balances_at(FLOOR.entries, at).items() if k.startswith("escrow:"))
        games = report("game-performance", 0, at).section("games")
        assert sum(games.column("open")) == felt


def test_nothing_but_open_rounds_is_kept_of_what_was_read() -> None:
    reader = FactReader()
    for entry in FLOOR.entries:
        for _ in reader.add(entry):
            pass
    kept = [len(round_.entries) for round_ in reader.open_rounds()]
    assert kept == [json.loads(FLOOR.entries[-1].body)["round"] and 1]
