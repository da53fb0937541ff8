"""Colorado 30-2118, Deuces Wild Xtreme: Goin' Wild Progressive and Too Wild Progressive.

Seat 1 folds its $10 ante and $10 odds where a test says nothing else. Meters stand at $8,000, take
10 % of each wager and are seeded with $1,000 where a test says nothing else.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.progressives import ALL, Pay, expected, terms
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import Seats, play, record, refused
from tests.rules.table import Played, played, refusal

ODDS = {"odds": "PT-FLT-DWHF-ODS-01"}
GOIN = "goin-wild-progressive"
TOO = "too-wild-progressive"
TABLES = {GOIN: "PT-PRG-TW-GW-01", TOO: "PT-PRG-DWHF-DWP-01"}
TEN_HIGH = "3c 4d 6c 8s Td"


def progressive(
    wager_id: str,
    cards: str,
    *,
    wager: int = 100,
    table: str | None = None,
    meter: str = "8000.0000",
    seats: Seats | None = None,
    decisions: str = "1 fold",
    **rest: object,
) -> Played:
    jackpots = rest.pop("jackpots", {wager_id: terms(wager)})
    return play(
        GAME,
        cards,
        decisions,
        seats or f"1000, {wager_id} {wager}",
        tables=ODDS | {wager_id: table or TABLES[wager_id]},
        jackpots=jackpots,
        meters={wager_id: meter},
        **rest,
    )


WILDS = {
    "2s 2h 2d 2c Jk": "4 Deuces",  # C22
    "2s 2h 2d 2c 9s": "4 Deuces",
    "2s 2h 2d Jk 9s": "4 Wilds",
    "2s 2h 2d 9h 9s": "3 Deuces",
    "2s 2h Jk 9h 9s": "3 Wilds",
    "2s 2h 7d 9h 9s": "2 Deuces",
    "2s Jk 7d 9h 9s": "2 Wilds",
    "Jk Ah 7d 9h 9s": "lose",
    "2s Ah 7d 9h 9s": "lose",
    "As Ks Qs Js Ts": "lose",
}
GOIN_PAYS: dict[str, dict[str, Pay]] = {
    "PT-PRG-TW-GW-01": {
        "4 Deuces": ALL,
        "4 Wilds": 1000,
        "3 Deuces": 100,
        "3 Wilds": 50,
        "2 Deuces": 5,
        "2 Wilds": 3,
    },
    "PT-PRG-TW-GW-02": {
        "4 Deuces": ALL,
        "4 Wilds": 500,
        "3 Deuces": 100,
        "3 Wilds": 50,
        "2 Deuces": 5,
        "2 Wilds": 4,
    },
}


@clause(GAME, "2118(11)(d)", "2118(13)(d)", "2118(13)(d)(i)(A)")
@clause(GAME, "2118(13)(d)(i)(B)", "2118(13)(d)(i)(C)", "2118(8)(b)(i)")
@ruling("C22", "C57", "C69", "D2", "D3")
@every_row("wager", [100, 300, 2500])
@every_row("table", GOIN_PAYS)
@every_row(("hand", "row"), WILDS.items())
def test_2118_13_d_goin_wild_progressive(hand: str, row: str, table: str, wager: int) -> None:
    gained, meter = expected(GOIN_PAYS[table].get(row), wager)
    done = progressive(GOIN, f"{hand} {TEN_HIGH}", wager=wager, table=table)
    assert (done.outcome(GOIN), done.won(GOIN)) == (row, gained)
    assert done.meters == {GOIN: meter}
    assert done.net == -2000 + gained


TOO_WILD: list[tuple[str, str, Pay]] = [
    ("2s 2h 2d 2c Jk", "Five Wilds", ALL),
    ("As Ks Qs Js Ts", "Natural Royal Flush", "10%"),
    ("As Ks Qs Js 2s", "Wild Royal Flush", 200),
    ("As Ks Qs Js Jk", "Wild Royal Flush", 200),
    ("Ts 2s 2h 2d 2c", "Wild Royal Flush", 200),
    ("9s 9h 9d 9c 2s", "Five-of-a-Kind", 150),
    ("9s 2h 2d 2c 2s", "Five-of-a-Kind", 150),  # above the straight flush
    ("5h 6h 7h 8h 9h", "Straight Flush", 50),
    ("Ah 2h 3h 4h 5h", "Straight Flush", 50),
    ("Jk 6h 7h 8h 9h", "Straight Flush", 50),
    ("2s 6h 7h 8h 9h", "Straight Flush", 50),
    ("9s 9h 9d 9c Ks", "Four-of-a-Kind", 10),
    ("9s 9h Jk 2c Ks", "Four-of-a-Kind", 10),
    ("9s 9h 9d Ks Kh", "Full House", 9),
    ("9s 9h 2d Ks Kh", "Full House", 9),
    ("Kh Jh 9h 6h 3h", "Flush", 8),
    ("Kh Jh 9h 6h 2h", "Flush", 8),
    ("5s 6h 7d 8c 9s", "Straight", 5),
    ("As 2h 3d 4s 5s", "Straight", 5),
    ("5s 6h Jk 8c 9s", "Straight", 5),
    ("9s 9h 9d Kc 5h", "lose", None),
    ("9s 9h 2d Kc 5h", "lose", None),
    ("9s 9h Kd Kc 5h", "lose", None),
]


@clause(GAME, "2118(11)(e)", "2118(13)(e)", "2118(13)(e)(i)(A)")
@clause(GAME, "2118(13)(e)(i)(B)", "2118(13)(e)(i)(C)", "2118(8)(b)(i)")
@ruling("C19", "C57", "C69", "D2", "D3")
@every_row("wager", [100, 500])
@every_row(("hand", "row", "pay"), TOO_WILD)
def test_2118_13_e_too_wild_progressive(hand: str, row: str, pay: Pay, wager: int) -> None:
    gained, meter = expected(pay, wager)
    done = progressive(TOO, f"{hand} {TEN_HIGH}", wager=wager)
    assert (done.outcome(TOO), done.won(TOO)) == (row, gained)
    assert done.meters == {TOO: meter}
    assert done.net == -2000 + gained


@clause(GAME, "2118(13)(e)")
@ruling("C28", "C57", "C58", "C95", "D3")
def test_ruling_c28_awards_go_from_the_highest_seat_down_each_taken_off_before_the_next() -> None:
    # Seats 1, 2 and 4 hold natural royal flushes, seat 3 a wild one.
    done = progressive(
        TOO,
        f"As Ks Qs Js Ts Ah Kh Qh Jh Th Ad Kd Qd Jd Jk Ac Kc Qc Jc Tc {TEN_HIGH}",
        seats=dict.fromkeys((1, 2, 3, 4), f"1000, {TOO} 100"),
        decisions="1 bet, 2 fold, 3 bet, 4 bet",
        meter="8000.1234",
    )
    # Four contributions of 0.10: 8000.5234. Seat 4: 800.05; left 7200.4734.
    # Seat 2: 720.04; left 6480.4334. Seat 1: 648.04; left 5832.3934.
    awards = [event for event in done.events if event["event"] == "jackpot-awarded"]
    assert [(award["seat"], award["percent"], award["amount"]) for award in awards] == [
        (4, 10, 80_005),
        (2, 10, 72_004),
        (1, 10, 64_804),
    ]
    assert [done.won(TOO, seat) for seat in (1, 2, 3, 4)] == [64_704, 71_904, 19_900, 79_905]
    assert done.meters == {TOO: "5832.3934"}


@clause(GAME, "2118(13)(e)")
@ruling("C28", "C57", "C58", "C66", "C94")
def test_ruling_c28_after_100_percent_the_next_seat_wins_from_the_seed_and_the_reserve() -> None:
    # Seat 3 has five wilds, seat 1 a natural royal flush. 6 % of $5 each, half of it reserved.
    jackpots = {TOO: terms(500, contribution="6%", reserve="50%")}
    done = progressive(
        TOO,
        f"As Ks Qs Js Ts 2s 2h 2d 2c Jk {TEN_HIGH}",
        seats=dict.fromkeys((1, 3), f"1000, {TOO} 500"),
        decisions="1 fold, 3 fold",
        meter="8000.1250",
        jackpots=jackpots,
        reserves={TOO: "10.0000"},
    )
    # Each wager 0.30, half to the meter (8000.4250), half to the reserve (10.3000).
    # Seat 3: 8000.42, left 0.0050; restart at 1000 + 10.30 + 0.0050 = 1010.3050.
    # Seat 1: 10 % is 101.03; left 909.2750.
    assert (done.won(TOO, 3), done.won(TOO, 1)) == (800_042 - 500, 10_103 - 500)
    assert done.meters == {TOO: "909.2750"}
    assert "reserves_after" not in done.result


@clause(GAME, "2118(13)(e)")
@ruling("C28")
def test_ruling_c28_the_royal_at_the_dealers_right_comes_before_the_five_wilds() -> None:
    done = progressive(
        TOO,
        f"2s 2h 2d 2c Jk As Ks Qs Js Ts {TEN_HIGH}",
        seats=dict.fromkeys((1, 3), f"1000, {TOO} 100"),
        decisions="1 fold, 3 fold",
        jackpots={TOO: terms(contribution="0%")},
    )
    assert (done.won(TOO, 3), done.won(TOO, 1)) == (80_000 - 100, 720_000 - 100)
    assert done.meters == {TOO: "1000.0000"}


@clause(GAME, "2118(13)(d)")
@ruling("C57", "C66", "C94")
@every_row(
    ("contribution", "reserve", "meter", "kept"),
    [
        ("0%", "0%", "8000.0000", None),
        ("0.5%", "0%", "8000.0150", None),
        ("33.33%", "0%", "8000.9999", None),
        ("100%", "0%", "8003.0000", None),
        ("10%", "33.33%", "8000.2001", "0.0999"),  # 0.1000 a wager, of which 0.0333 is kept
        ("10%", "100%", "8000.0000", "0.3000"),
    ],
)
def test_ruling_c94_every_wager_feeds_the_meter_won_lost_or_folded(
    contribution: str, reserve: str, meter: str, kept: str | None
) -> None:
    done = progressive(
        GOIN,
        f"2s 2h 9s 7d 5c Ah Kd 9h 7c 4s As Kh 9d 7s 5h Ad Kc 9c 7h 3s {TEN_HIGH}",
        seats=dict.fromkeys((1, 2, 3), f"1000, {GOIN} 100") | {4: "1000"},
        decisions="1 fold, 2 fold, 3 bet, 4 fold",
        jackpots={GOIN: terms(contribution=contribution, reserve=reserve)},
    )
    assert done.meters == {GOIN: meter}
    assert done.result.get("reserves_after", {}).get(GOIN) == kept
    assert done.nets == {1: -2000 + 400, 2: -2100, 3: 3000 - 100, 4: -2000}


@clause(GAME, "2118(13)(d)", "2118(13)(d)(i)(C)")
@ruling("C64", "D3")
def test_ruling_c64_a_meter_that_is_not_given_starts_at_its_seed() -> None:
    given = record(
        GAME,
        f"2s 2h 2d 2c 9s {TEN_HIGH}",
        "1 fold",
        f"1000, {GOIN} 200",
        tables=ODDS | {GOIN: TABLES[GOIN]},
        jackpots={GOIN: terms(200, seed="2000.00")},
    )
    done = played(given)
    assert (done.won(GOIN), done.meters) == (200_020 - 200, {GOIN: "2000.0000"})


@clause(GAME, "2118(2)", "2118(10)")
def test_2118_10_each_progressive_has_a_meter_of_its_own() -> None:
    # Four deuces and the joker: all of both meters.
    done = play(
        GAME,
        f"2s 2h 2d 2c Jk {TEN_HIGH}",
        "1 bet",
        f"1000, {GOIN} 100, {TOO} 300",
        tables=ODDS | TABLES,
        jackpots={GOIN: terms(), TOO: terms(300, seed="3000.00")},
        meters={GOIN: "1111.1100", TOO: "2222.2200"},
    )
    assert (done.won(GOIN), done.won(TOO)) == (111_121 - 100, 222_252 - 300)
    assert done.meters == {GOIN: "1000.0000", TOO: "3000.0000"}
    assert done.net == 1_003_000 + done.won(GOIN) + done.won(TOO)


@clause(GAME, "2118(13)(d)", "2118(13)(e)")
@ruling("D3")
@every_row("wager_id", TABLES)
def test_a_round_with_a_jackpot_replays_from_its_own_result(wager_id: str) -> None:
    done = progressive(wager_id, f"2s 2h 2d 2c Jk {TEN_HIGH}", reserves={wager_id: "3.0000"})
    again = played(done.replay.complete_record())
    assert again.replay.difference() is None
    assert again.result == done.result
    # The reserve was put on display: $1,000 and $3.
    assert done.meters == {wager_id: "1003.0000"}


@clause(GAME, "2118(7)")
@ruling("C61")
@every_row("wager_id", [*TABLES, "five-card-linked"])
def test_2118_7_no_tip_on_a_progressive(wager_id: str) -> None:
    tables = TABLES | {"five-card-linked": "PT-BJS-5CL-01"}
    rest = {"tables": ODDS | {wager_id: tables[wager_id]}, "jackpots": {wager_id: terms()}}
    seats = f"1000, {wager_id} 100, tip {wager_id} 100"
    cards = f"As Kh 9d 7c 5h {TEN_HIGH} 7s"
    assert refused(GAME, cards, "1 fold", seats, **rest) == "wager/not-offered"


@clause(GAME, "2118(13)(d)(i)(C)", "2118(13)(e)(i)(C)", "2118(13)(f)(i)(D)", how="judged")
@ruling("C64", "D3", how="judged")
@every_row("wager_id", [*TABLES, "five-card-linked"])
@every_row(
    ("setup", "code"),
    [
        ({"wager": 150}, "option/invalid"),  # whole dollars
        ({"wager": 50}, "option/invalid"),
        ({"wager": 0}, "option/invalid"),
        ({"wager": -100}, "option/invalid"),
        ({"wager": None}, "option/invalid"),
        ({"seed": None}, "option/invalid"),
        ({"seed": "-1"}, "option/invalid"),
        ({"contribution": None}, "option/invalid"),
        ({"contribution": "101%"}, "option/invalid"),
        ({"reserve": "a third"}, "option/invalid"),
        ({"scheme": "house"}, "option/invalid"),
        ({"prize": {"100%": "500.00"}}, "option/conflict"),
        (None, "option/invalid"),
    ],
)
def test_ruling_d3_a_progressive_is_one_whole_dollar_unit_with_seed_and_contribution(
    wager_id: str, setup: dict[str, object] | None, code: str
) -> None:
    tables = TABLES | {"five-card-linked": "PT-BJS-5CL-01"}
    merged = terms() | (setup or {})
    jackpot = {key: value for key, value in merged.items() if value is not None}
    given = record(
        GAME,
        f"As Kh 9d 7c 5h {TEN_HIGH} 7s",
        "1 fold",
        tables=ODDS | {wager_id: tables[wager_id]},
        jackpots={} if setup is None else {wager_id: jackpot},
    )
    assert refusal(given) == code


@clause(GAME, "2118(13)(d)(i)(C)", "2118(13)(e)(i)(C)", "2118(13)(f)(i)(D)")
@ruling("D3")
@every_row("wager_id", [*TABLES, "five-card-linked"])
@every_row("cents", [100, 200, 400, 600, 0, -300])
def test_ruling_d3_every_wager_on_a_progressive_is_the_posted_unit(
    wager_id: str, cents: int
) -> None:
    tables = TABLES | {"five-card-linked": "PT-BJS-5CL-01"}
    rest = {"tables": ODDS | {wager_id: tables[wager_id]}, "jackpots": {wager_id: terms(300)}}
    cards = f"As Kh 9d 7c 5h {TEN_HIGH} 7s"
    code = refused(GAME, cards, "1 fold", f"1000, {wager_id} {cents}", **rest)
    assert code == "wager/fixed-amount"
