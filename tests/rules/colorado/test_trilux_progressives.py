"""TriLux Blackjack, 30-2115(1), (3), (7): several progressives at a table, each by itself.

The rows and awards of each pay table stand in `test_trilux_progressive`; here tables are beside
each other, and each must pay, feed and reseed as if it were alone.
"""

from __future__ import annotations

from itertools import permutations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import (
    TRILUX,
    given_to_dealer,
    play,
    record,
    refused,
    settled_in_order,
)
from tests.rules.colorado.test_trilux_progressive import AWARDS, SHOWN, TABLES, terms
from tests.rules.table import refusal

FIRST, SECOND, THIRD = WAGERS = (
    "trilux-progressive",
    "trilux-progressive-2",
    "trilux-progressive-3",
)
PLAIN = "Th 7s 9d Tc"
"""Nothing on any progressive; 19 beats 17."""


def house(*tables: str, meters: bool = True) -> dict[str, object]:
    """Return what a record says of progressives with these pay tables."""
    by_wager = dict(zip(WAGERS, tables, strict=False))
    shown = {"meters": {wager: TABLES[table].before for wager, table in by_wager.items()}}
    return {
        "tables": by_wager,
        "jackpots": {wager: terms(table) for wager, table in by_wager.items()},
        **(shown if meters else {}),
    }


def bets(*tables: str) -> str:
    """Return the bets of a seat on the blackjack wager and on all of its progressives."""
    sides = (f"{w} {TABLES[table].wager}" for w, table in zip(WAGERS, tables, strict=False))
    return ", ".join(("1000", *sides))


def printed_result(table: str, hand: str) -> tuple[int, str, int]:
    """Return what a table pays a hand in cents, its meter after, and the dealer's envy."""
    printed = TABLES[table]
    pay = dict(zip(SHOWN, printed.pays.split(), strict=True))[hand]
    envy = 100 * int(dict(zip(SHOWN, printed.envy.split(), strict=True))[hand])
    if pay.endswith("%"):
        return *AWARDS[table][pay], envy
    return 0 if pay == "-" else int(pay) * printed.wager, printed.fed, envy


@clause(TRILUX, "2115(1)", "2115(3)", "2115(7)", "2115(7) Table 2", "2115(7) Table 4")
@ruling("L1", "C9")
@every_row("hand", SHOWN)
@every_row("tables", list(permutations(TABLES, 3)))
def test_2115_3_all_progressive_wagers_are_independent_of_each_other(
    tables: tuple[str, ...], hand: str
) -> None:
    """Any three tables at any three places: each row, award, meter and envy as printed."""
    shown = SHOWN[hand][0]
    done = play(TRILUX, shown.cards, shown.decisions, bets(*tables), **house(*tables))
    results = [printed_result(table, hand) for table in tables]
    for wager, table, (paid, _, _) in zip(WAGERS, tables, results, strict=True):
        assert done.won(wager) == paid - TABLES[table].wager
    assert done.net == shown.main + sum(
        paid - TABLES[table].wager for table, (paid, _, _) in zip(tables, results, strict=True)
    )
    assert done.meters == {w: after for w, (_, after, _) in zip(WAGERS, results, strict=True)}
    given = [cents for _, cents in given_to_dealer(done)]
    assert sorted(given) == sorted(envy for _, _, envy in results if envy)


@clause(TRILUX, "2115(3)", "2115(7) Table 2", "2115(7) Table 4")
@ruling("L1", "C58")
def test_2115_7_two_progressives_hit_in_one_round_pay_and_reseed_each_by_itself() -> None:
    """A-K against the queen of spades: 100% of 01 and of 07; then parts of a cent stay."""
    tables = ("progressive-01", "progressive-07")
    done = play(TRILUX, "As Qs Ks 7d", "", bets(*tables), **house(*tables))
    assert done.won(FIRST) == 2000120 - 500  # $20,000 and 24% of $5
    assert done.won(SECOND) == 400024 - 100  # $4,000 and 24% of $1
    assert done.net == 1500 + 2000120 - 500 + 400024 - 100
    assert done.meters == {FIRST: "10000.0000", SECOND: "2000.0000"}
    assert given_to_dealer(done) == [(1, 10000)]  # 01 alone has dealer envy

    odd = house(*tables) | {"meters": {FIRST: "10000.0001", SECOND: "2000.0077"}}
    done = play(TRILUX, "Ah Qh Kh 7d", "", bets(*tables), **odd)
    # 10% of $10001.2001 is $1000.12, of $2000.2477 $200.02.
    assert (done.won(FIRST), done.won(SECOND)) == (100012 - 500, 20002 - 100)
    assert done.meters == {FIRST: "9001.0801", SECOND: "1800.2277"}


@clause(TRILUX, "2115(3)", "2115(7)")
@ruling("L1", "C57")
def test_2115_7_seats_that_hit_both_share_each_meter_in_its_own_order() -> None:
    """Seat 2, at the dealer's right, is paid 10% first; seat 1 takes 10% of what is left."""
    tables = ("progressive-01", "progressive-07")
    both = bets(*tables)
    cards = "Ah Ah Qh Kh Kh 7d"  # both seats hold A-K of hearts, the queen of hearts is up
    done = play(TRILUX, cards, "", {1: both, 2: both}, **house(*tables))
    # 01: $20002.40: $2000.24, then $1800.21 of $18002.16. 07: $4000.48: $400.04, then $360.04.
    assert (done.won(FIRST, 2), done.won(FIRST, 1)) == (200024 - 500, 180021 - 500)
    assert (done.won(SECOND, 2), done.won(SECOND, 1)) == (40004 - 100, 36004 - 100)
    assert done.meters == {FIRST: "16201.9500", SECOND: "3240.4000"}
    order = [place for place in settled_in_order(done) if place[1] in WAGERS]
    assert [wager for seat, wager in order if seat == 2] == [FIRST, SECOND]


@clause(TRILUX, "2115(1)", "2115(1)(b)", "2115(3)")
@ruling("L1")
@every_row("chosen", [(), (FIRST,), (SECOND,), (THIRD,), (SECOND, THIRD), WAGERS])
def test_2115_1_a_player_makes_any_of_the_progressives_a_house_offers(
    chosen: tuple[str, ...],
) -> None:
    """No progressive needs another bet beside it; only those that are bet feed their meters."""
    tables = ("progressive-05", "progressive-06", "progressive-07")
    by_wager = dict(zip(WAGERS, tables, strict=True))
    seats = ", ".join(("1000", *(f"{wager} {TABLES[by_wager[wager]].wager}" for wager in chosen)))
    done = play(TRILUX, PLAIN, "1 stand", seats, **house(*tables))
    assert done.net == 1000 - sum(TABLES[by_wager[wager]].wager for wager in chosen)
    assert done.meters == {
        wager: TABLES[table].fed if wager in chosen else TABLES[table].before
        for wager, table in by_wager.items()
    }


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4")
@ruling("L1", "C64")
def test_2115_7_each_meter_starts_at_the_seed_of_its_own_table() -> None:
    tables = ("progressive-01", "progressive-05", "progressive-06")
    done = play(TRILUX, PLAIN, "1 stand", bets(*tables), **house(*tables, meters=False))
    assert done.meters == {FIRST: "10001.2000", SECOND: "5001.2000", THIRD: "2000.1700"}


@clause(TRILUX, "2115(1)", "2115(7)", how="judged")
@ruling("L1", how="judged")
@every_row(
    ("tables", "code"),
    [
        ({SECOND: "progressive-06"}, "option/conflict"),  # no first
        ({FIRST: "progressive-05", THIRD: "progressive-06"}, "option/conflict"),  # no second
        ({FIRST: "progressive-05", SECOND: "progressive-05"}, "option/conflict"),  # one option
        ({FIRST: "progressive-05", SECOND: "TRI-05"}, "option/invalid"),
        ({FIRST: "progressive-05", "trilux-progressive-4": "progressive-06"}, "wager/not-offered"),
    ],
)
def test_2115_1_which_progressives_a_house_may_not_offer(tables: dict[str, str], code: str) -> None:
    jackpots = {wager: terms(table) for wager, table in tables.items() if table in TABLES}
    assert refused(TRILUX, PLAIN, "1 stand", tables=tables, jackpots=jackpots) == code


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4", how="judged")
@ruling("C67", how="judged")
@every_row(
    ("seats", "changes", "code"),
    [
        (f"1000, {SECOND} 500", {}, "wager/fixed-amount"),  # $1 by its table, whatever the first
        (f"1000, {SECOND} 100, tip {SECOND} 50", {}, "wager/not-offered"),
        (f"{SECOND} 100", {}, "wager/needs-main"),
        ("1000", {"seed": "5000.00"}, "option/conflict"),
        ("1000", {"contribution": "24%"}, "option/conflict"),
        ("1000", {"wager": 99}, "option/invalid"),
        ("1000", {"scheme": "house"}, "option/invalid"),
    ],
)
def test_2115_7_a_second_progressive_is_as_its_own_table_prints(
    seats: str, changes: dict[str, object], code: str
) -> None:
    rest = house("progressive-05", "progressive-06")
    jackpots = {FIRST: terms("progressive-05"), SECOND: terms("progressive-06", **changes)}
    assert refusal(record(TRILUX, PLAIN, "1 stand", seats, **rest | {"jackpots": jackpots})) == code


@clause(TRILUX, "2115(3)(b)")
@ruling("L1")
def test_2115_3_b_with_cards_face_down_every_progressive_is_settled() -> None:
    tables = ("progressive-07", "progressive-01")
    options = {"cards_dealt": "face down"}
    done = play(TRILUX, "As Qs Ks 7d", "", bets(*tables), options=options, **house(*tables))
    assert (done.won(FIRST), done.won(SECOND)) == (400024 - 100, 2000120 - 500)
    assert done.meters == {FIRST: "2000.0000", SECOND: "10000.0000"}
