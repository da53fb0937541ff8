"""Ride Free, 30-2119: 21+3 Progressive and Lucky Ladies Progressive.

Seat 1 surrenders wherever a test says nothing else, which costs $5 of its $10 and ends the round.
Meters stand at $8,000 and take 10 % of each wager where a test says nothing else, and are seeded
with $1,000.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import RIDE_FREE, around
from tests.rules.colorado.progressives import (
    ALL,
    SURRENDER,
    Pay,
    expected,
    progressive,
    terms,
)
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import played, refusal

P213 = "21-plus-3-progressive"
LADIES = "lucky-ladies-progressive"

# What three cards are, from the highest down.
TRIPS = {
    "As As As": "specific aces",
    "Ks Ks Ks": "specific kings",
    "Qs Qs Qs": "specific queens",
    "Ah Ah Ah": "suited aces",
    "Kd Kd Kd": "suited kings",
    "Qc Qc Qc": "suited queens",
    "7h 7h 7h": "suited three",
    "Js Js Js": "suited three",  # a specific suit means nothing to jacks
    "5h 6h 7h": "straight flush",
    "Kd Qd Ad": "straight flush",
    "7h 7d 7s": "three",
    "Ah Ad As": "three",
    "As As Ah": "three",
    "5h 7d 6s": "straight",
    "3s 2h As": "straight",
    "Qd Kd As": "straight",
    "2h 7h Jh": "flush",
    "7h 7h 2h": "flush",
    "Kc 2c Ac": "flush",
    "7h 7d 2s": "pair",
    "Kh 2d As": "nothing",
    "2h 7d Js": "nothing",
}


def table_213(top: str, *rest: Pay) -> dict[str, Pay]:
    """Name a table's pays. *top* says which suited threes the two top rows name."""
    specific, suited, three_suited, straight_flush, three, straight, flush = rest
    pays: dict[str, Pay] = {
        "suited three": three_suited,
        "straight flush": straight_flush,
        "three": three,
        "straight": straight,
        "flush": flush,
    }
    for rank in ("aces", "kings", "queens"):
        named = rank in top.split()
        pays[f"specific {rank}"] = specific if named else three_suited
        pays[f"suited {rank}"] = suited if named else three_suited
    return pays


# 2119(30), as printed: specific suit, suited, three suited, straight flush, three, straight, flush.
TABLES_213 = {
    "PT-BJS-213-03": table_213("aces", ALL, ALL, 125, 25, 20, 7, 3),
    "PT-BJS-213-06": table_213("aces", ALL, ALL, 150, 40, 20, 7, 3),
    "PT-BJS-213-09": table_213("aces", ALL, 2000, 150, 40, 20, 5, 3),
    "PT-BJS-213-11": table_213("aces", ALL, 3000, 200, 30, 20, 10, None),
    "PT-BJS-213-01": table_213("aces kings", ALL, ALL, 125, 25, 20, 7, 3),
    "PT-BJS-213-04": table_213("aces kings", ALL, ALL, 150, 40, 20, 7, 3),
    "PT-BJS-213-07": table_213("aces kings", ALL, 2000, 150, 40, 20, 5, 3),
    "PT-BJS-213-10": table_213("aces kings", ALL, 3000, 200, 30, 20, 10, None),
    "PT-BJS-213-02": table_213("aces kings queens", ALL, ALL, 125, 25, 20, 6, 2),
    "PT-BJS-213-05": table_213("aces kings queens", ALL, ALL, 150, 40, 20, 7, 2),
    "PT-BJS-213-08": table_213("aces kings queens", ALL, 2000, 125, 40, 20, 6, 2),
}

LADIES_KINDS = ("specific", "suited bj", "bj", "queens", "matched", "suited", "any")

# 2119(31), as printed: decks, and queens with a dealer blackjack in the specific suit, suited, any;
# queens, matched, suited, any 20.
MANY = (2, 3, 4, 5, 6, 7, 8)
TWO = (2,)
FOUR_UP = (4, 5, 6, 7, 8)
TABLES_LADIES: dict[str, tuple[tuple[int, ...], tuple[Pay, ...]]] = {
    "PT-BJS-LL-26": (MANY, (ALL, ALL, ALL, 200, 25, 10, 2)),
    "PT-BJS-LL-27": (TWO, (ALL, ALL, ALL, 200, 20, 10, 3)),
    "PT-BJS-LL-28": (TWO, (ALL, ALL, "25%", 250, 50, 10, 2)),
    "PT-BJS-LL-29": (TWO, (ALL, ALL, 1000, 200, 50, 10, 2)),
    "PT-BJS-LL-30": (FOUR_UP, (ALL, ALL, ALL, 250, 30, 10, 2)),
    "PT-BJS-LL-31": (FOUR_UP, (ALL, ALL, ALL, 150, 20, 10, 3)),
    "PT-BJS-LL-32": (FOUR_UP, (ALL, ALL, "25%", 200, 25, 10, 2)),
    "PT-BJS-LL-33": (FOUR_UP, (ALL, ALL, 750, 150, 25, 10, 2)),
    "PT-BJS-LL-34": (FOUR_UP, (ALL, "25%", "10%", 250, 25, 10, 2)),
    "PT-BJS-LL-35": (FOUR_UP, (ALL, 3000, 1000, 150, 25, 10, 2)),
}

TWENTIES = {
    # The player's cards, the up and the down card.
    "Qh Qh Ks As": "specific",
    "Qh Qh As Ts": "specific",
    "Qh Qh Ah Kh": "suited bj",
    "Qh Qh Jd Ad": "suited bj",
    "Qh Qh As Kh": "bj",
    "Qh Qh Tc Ad": "bj",
    "Qh Qh 9s 8s": "queens",
    "Qh Qh Ks 7s": "queens",
    "Kd Kd 9s 8s": "matched",
    "Qs Qs 9s 8s": "matched",
    "Ts Ts As Ks": "matched",  # a dealer blackjack means nothing to tens
    "Kh Qh 9s 8s": "suited",
    "Ah 9h 9s 8s": "suited",
    "Kh Qd 9s 8s": "any",
    "Qh Qd 9s 8s": "any",
    "9c Ad 9s 8s": "any",
    "Kh Qd As Ks": "any",
    "Kh 9h 9s 8s": "nothing",
    "7h 7h Ks As": "nothing",
}


def test_what_is_expected_of_a_wager_and_its_meter() -> None:
    assert expected(ALL, 100) == (800_010 - 100, "1000.0000")
    assert expected("25%", 500) == (200_012 - 500, "6000.3800")  # 8000.50 / 4 = 2000.125
    assert expected(20, 100) == (1900, "8000.1000")
    assert expected(None, 300) == (-300, "8000.3000")


@clause(RIDE_FREE, "2119(21)(f)", "2119(30)", "2119(30)(a)(i)", "2119(30)(a)(ii)")
@ruling("C1", "C5", "C32", "C56", "C57", "C69", "C92", "C94")
@every_row("cards", TRIPS)
@every_row("table", TABLES_213)
def test_2119_30_every_row_of_21_plus_3_progressive(table: str, cards: str) -> None:
    gained, meter = expected(TABLES_213[table].get(TRIPS[cards]), 100)
    done = progressive(P213, table, cards)
    assert (done.won(P213), done.meters) == (gained, {P213: meter})
    assert done.net == -500 + gained


@clause(RIDE_FREE, "2119(30)(a)(iii)")
@ruling("C2", "C93")
@every_row("decks", range(1, 9))
@every_row("table", TABLES_213)
def test_2119_30_a_iii_three_to_eight_decks(table: str, decks: int) -> None:
    # Three sevens of hearts, which three decks hold.
    if decks >= 3:
        gained, _ = expected(TABLES_213[table]["suited three"], 100)
        assert progressive(P213, table, "7h 7h 7h", decks=decks).net == -500 + gained
    else:
        rest = {"tables": {P213: table}, "jackpots": {P213: terms()}, "decks": decks}
        assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", **rest) == "option/conflict"


@clause(RIDE_FREE, "2119(30)(a)(iv)")
@every_row("wager", [100, 500, 1000])
@every_row("cards", ["As As As", "7h 7h 7h", "5h 7d 6s", "2h 7h Jh", "2h 7d Js"])
def test_2119_30_a_iv_pays_grow_with_the_base_wager_and_shares_do_not(
    cards: str, wager: int
) -> None:
    gained, meter = expected(TABLES_213["PT-BJS-213-03"].get(TRIPS[cards]), wager)
    done = progressive(P213, "PT-BJS-213-03", cards, wager=wager)
    assert (done.won(P213), done.meters[P213]) == (gained, meter)


@clause(RIDE_FREE, "2119(30)(a)(iv)", "2119(31)(a)(iii)")
@every_row(("wager_id", "table"), [(P213, "PT-BJS-213-03"), (LADIES, "PT-BJS-LL-26")])
@every_row("amount", [99, 101, 200, 1])
def test_2119_30_a_iv_the_wager_is_the_one_fixed_amount(
    wager_id: str, table: str, amount: int
) -> None:
    rest = {"tables": {wager_id: table}, "jackpots": {wager_id: terms(100)}}
    wagers = f"1000, {wager_id} {amount}"
    assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", wagers, **rest) == "wager/fixed-amount"


@clause(RIDE_FREE, "2119(30)(a)(v)", "2119(31)(a)(iv)")
@ruling("C66", "C57")
@every_row(
    ("wager_id", "table", "cards"),
    [
        (P213, "PT-BJS-213-03", "As As As 6c"),
        (LADIES, "PT-BJS-LL-26", "Qh Qh Ks As"),
    ],
)
@every_row("seed", ["0.00", "1.00", "123456.78"])
def test_2119_30_a_v_with_a_reserve_any_seed(
    wager_id: str, table: str, cards: str, seed: str
) -> None:
    # 10 % of $1 is $0.10; 25 % of that is kept beside the meter: 8000.0750, 40.0250.
    jackpot = terms(seed=seed, reserve="25%")
    done = progressive(wager_id, table, cards, jackpot=jackpot, reserves={wager_id: "40.0000"})
    assert done.won(wager_id) == 800_007 - 100
    # The seed, the reserve and half a cent.
    cents = int(seed.replace(".", "")) * 100 + 400_250 + 50
    assert done.meters[wager_id] == f"{cents // 10_000}.{cents % 10_000:04}"
    assert "reserves_after" not in done.result
    lost = "2h 7d Js"
    after = progressive(wager_id, table, lost, jackpot=jackpot, reserves={wager_id: "40.0000"})
    assert after.result["reserves_after"] == {wager_id: "40.0250"}
    assert after.meters[wager_id] == "8000.0750"


@clause(RIDE_FREE, "2119(30)(a)(vi)", "2119(31)(a)(v)", how="judged")
@ruling("C64", "C68", how="judged")
@every_row(
    ("changed", "code"),
    [
        ({"seed": None}, "option/invalid"),
        ({"contribution": None}, "option/invalid"),
        ({"wager": None}, "option/invalid"),
        ({"scheme": "house"}, "option/invalid"),
        ({"seed": "lots"}, "option/invalid"),
        ({"contribution": "101%"}, "option/invalid"),
        ({"wager": 0}, "option/invalid"),
        ({"prize": {"100%": 5000}}, "option/conflict"),
    ],
)
@every_row(("wager_id", "table"), [(P213, "PT-BJS-213-03"), (LADIES, "PT-BJS-LL-26")])
def test_ruling_c68_seed_rate_and_wager_must_be_given(
    wager_id: str, table: str, changed: dict[str, object], code: str
) -> None:
    jackpot = {key: value for key, value in (terms() | changed).items() if value is not None}
    rest = {"tables": {wager_id: table}, "jackpots": {wager_id: jackpot}}
    assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", **rest) == code


@clause(RIDE_FREE, "2119(30)(a)(vi)", "2119(31)(a)(iii)", "2119(31)(a)(v)")
@ruling("C64", "C68")
@every_row(
    ("wager_id", "table", "cards"),
    [
        (P213, "PT-BJS-213-03", "As As As 6c"),
        (LADIES, "PT-BJS-LL-26", "Qh Qh Ks As"),
    ],
)
def test_ruling_c64_without_a_meter_it_starts_at_its_seed_and_restarts_there(
    wager_id: str, table: str, cards: str
) -> None:
    first, second, up, down = cards.split()
    won = record(
        RIDE_FREE,
        around(f"{first} {second}", up, down),
        "1 decline, 1 surrender" if up == "As" else "",
        f"1000, {wager_id} 100",
        tables={wager_id: table},
        jackpots={wager_id: terms(contribution="0%", seed="2500.00")},
        options=SURRENDER,
        meters_after={wager_id: "2500.0000"},
    )
    done = played(won)
    assert done.won(wager_id) == 250_000 - 100
    assert done.replay.difference() is None
    del won["jackpots"]
    assert refusal(won) == "option/invalid"


@clause(RIDE_FREE, "2119(21)(f)", "2119(30)")
@ruling("C56")
@every_row("suit", ["s", "h", "d", "c"])
def test_ruling_c56_the_specific_suit_of_21_plus_3_progressive(suit: str) -> None:
    for other in "shdc":
        cards = " ".join([f"A{other}"] * 3)
        gained, meter = expected(ALL if other == suit else 2000, 100)
        done = progressive(P213, "PT-BJS-213-09", cards, suit=suit)
        assert (done.won(P213), done.meters[P213]) == (gained, meter)


@clause(RIDE_FREE, "2119(21)(g)", "2119(31)")
@ruling("C16", "C56")
@every_row("suit", ["s", "h", "d", "c"])
def test_ruling_c16_the_specific_suit_of_lucky_ladies_progressive(suit: str) -> None:
    for other in "shdc":
        cards = f"Qh Qh K{other} A{other}"
        gained, meter = expected(ALL if other == suit else "25%", 100)
        done = progressive(LADIES, "PT-BJS-LL-34", cards, suit=suit)
        assert (done.won(LADIES), done.meters[LADIES]) == (gained, meter)


@ruling("C56", how="judged")
@every_row("suit", ["x", "spades", "S", 0])
def test_ruling_c56_there_are_four_suits(suit: object) -> None:
    options = {"specific_suit": suit}
    assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", options=options) == "option/invalid"


@clause(RIDE_FREE, "2119(21)(g)", "2119(31)", "2119(31)(a)(i)", "2119(31)(a)(ii)")
@ruling("C15", "C16", "C57", "C69", "C87", "C92", "C94")
@every_row("cards", TWENTIES)
@every_row(
    ("table", "decks"),
    [(table, decks) for table, (counts, _) in TABLES_LADIES.items() for decks in counts],
)
def test_2119_31_every_row_of_lucky_ladies_progressive(table: str, decks: int, cards: str) -> None:
    kinds = dict(zip(LADIES_KINDS, TABLES_LADIES[table][1], strict=True))
    gained, meter = expected(kinds.get(TWENTIES[cards]), 100)
    done = progressive(LADIES, table, cards, decks=decks)
    assert (done.won(LADIES), done.meters) == (gained, {LADIES: meter})
    blackjack = cards[6:] in {"Ks As", "As Ts", "Ah Kh", "Jd Ad", "As Kh", "Tc Ad", "As Ks"}
    assert done.won() == (-1000 if blackjack else -500)


@clause(RIDE_FREE, "2119(31)")
@ruling("C2", "C93")
@every_row("decks", range(1, 9))
@every_row("table", TABLES_LADIES)
def test_2119_31_each_table_for_its_own_decks(table: str, decks: int) -> None:
    rest = {"tables": {LADIES: table}, "jackpots": {LADIES: terms()}, "decks": decks}
    wagers = f"1000, {LADIES} 100"
    cards = "2h 9s 7d 8c"
    if decks in TABLES_LADIES[table][0]:
        assert play(RIDE_FREE, cards, "1 stand", wagers, **rest).net == -1100
    else:
        assert refused(RIDE_FREE, cards, "1 stand", **rest) == "option/conflict"


@clause(RIDE_FREE, "2119(31)(a)(iii)")
@every_row("wager", [100, 500, 2500])
@every_row("cards", ["Qh Qh Ks As", "Qh Qh As Kh", "Qh Qh 9s 8s", "Kh Qd 9s 8s"])
def test_2119_31_a_iii_pays_grow_with_the_base_wager_and_shares_do_not(
    cards: str, wager: int
) -> None:
    kinds = dict(zip(LADIES_KINDS, TABLES_LADIES["PT-BJS-LL-34"][1], strict=True))
    gained, meter = expected(kinds[TWENTIES[cards]], wager)
    done = progressive(LADIES, "PT-BJS-LL-34", cards, wager=wager)
    assert (done.won(LADIES), done.meters[LADIES]) == (gained, meter)


@clause(RIDE_FREE, "2119(31)")
@ruling("C28", "C57", "C58", "C95")
def test_ruling_c28_shares_go_from_the_highest_seat_down_each_taken_off_before_the_next() -> None:
    # Seats 1, 2 and 4 hold the queens of hearts; the dealer K of hearts and A of spades: 10 %.
    seats = dict.fromkeys((1, 2, 4), f"1000, {LADIES} 100")
    done = progressive(
        LADIES,
        "PT-BJS-LL-34",
        "Qh Qh Qh Kh Qh Qh Qh As",
        seats=seats,
        decisions="",
        meter="8000.1234",
    )
    # Three contributions of 0.10: 8000.4234. Seat 4: 800.04 of 800.04234; left 7200.3834.
    # Seat 2: 720.03; left 6480.3534. Seat 1: 648.03; left 5832.3234.
    won = [done.won(LADIES, seat) for seat in (4, 2, 1)]
    assert won == [80_004 - 100, 72_003 - 100, 64_803 - 100]
    assert done.meters == {LADIES: "5832.3234"}
    awards = [event for event in done.events if event["event"] == "jackpot-awarded"]
    assert [(event["seat"], event["percent"], event["amount"]) for event in awards] == [
        (4, 10, 80_004),
        (2, 10, 72_003),
        (1, 10, 64_803),
    ]


@clause(RIDE_FREE, "2119(30)")
@ruling("C28", "C57", "C58", "C66")
def test_ruling_c28_after_100_percent_the_next_seat_wins_from_the_seed() -> None:
    # Both seats: three aces of spades with the up card. 6 % of $5 each, half of it reserved.
    seats = dict.fromkeys((1, 3), f"1000, {P213} 500")
    done = progressive(
        P213,
        "PT-BJS-213-03",
        "As As As As As 6c",
        seats=seats,
        decisions="1 decline, 3 decline, 1 surrender, 3 surrender",
        meter="8000.1250",
        jackpot=terms(500, contribution="6%", reserve="50%"),
        reserves={P213: "10.0000"},
    )
    # Each wager: 0.30, half to the meter (8000.4250), half to the reserve (10.3000).
    # Seat 3: 8000.42, left 0.0050; restart at 1000 + 10.30 + 0.0050 = 1010.3050. Seat 1: 1010.30.
    assert done.won(P213, 3) == 800_042 - 500
    assert done.won(P213, 1) == 101_030 - 500
    assert done.meters == {P213: "1000.0050"}
    assert "reserves_after" not in done.result


@clause(RIDE_FREE, "2119(30)", "2119(31)")
@ruling("C57", "C94")
@every_row(
    ("contribution", "meter"),
    [("0%", "8000.0000"), ("0.5%", "8000.0150"), ("33.33%", "8000.9999"), ("100%", "8003.0000")],
)
def test_ruling_c94_every_wager_feeds_the_meter_won_or_lost(contribution: str, meter: str) -> None:
    # Up card 6s. Seat 1: a straight, $7 for 1. Seats 2 and 3 lose. 33.33 % of $1 is $0.3333.
    seats = dict.fromkeys((1, 2, 3), f"1000, {P213} 100") | {4: "1000"}
    done = progressive(
        P213,
        "PT-BJS-213-03",
        "5h 2h 2d 3d 6s 7d Js Ks 9d 6c",
        seats=seats,
        decisions="1 surrender, 2 surrender, 3 surrender, 4 surrender",
        jackpot=terms(contribution=contribution),
    )
    assert done.meters == {P213: meter}
    assert done.nets == {1: -500 + 600, 2: -600, 3: -600, 4: -500}
    fed = [event for event in done.events if event["event"] == "meter-fed"]
    assert [event["seat"] for event in fed] == [1, 2, 3]
    assert done.when("meter-fed") < done.when("card-dealt")


@clause(RIDE_FREE, "2119(7)")
@ruling("C61")
@every_row(("wager_id", "table"), [(P213, "PT-BJS-213-03"), (LADIES, "PT-BJS-LL-26")])
def test_2119_7_no_tip_on_a_progressive(wager_id: str, table: str) -> None:
    rest = {"tables": {wager_id: table}, "jackpots": {wager_id: terms()}}
    wagers = f"1000, {wager_id} 100, tip {wager_id} 100"
    assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", wagers, **rest) == "wager/not-offered"


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@clause(RIDE_FREE, "2119(6)")
@ruling("C6", "C73")
@every_row(("wager_id", "table"), [(P213, "PT-BJS-213-03"), (LADIES, "PT-BJS-LL-26")])
def test_ruling_c73_a_progressive_without_a_blackjack_wager(wager_id: str, table: str) -> None:
    rest = {"tables": {wager_id: table}, "jackpots": {wager_id: terms()}}
    cards = "2h 9s 7d 8c"
    wagers = f"{wager_id} 100"
    assert refused(RIDE_FREE, cards, "", wagers, **rest) == "wager/needs-main"
    done = play(RIDE_FREE, cards, "", wagers, options={"require_main": False}, **rest)
    assert (done.net, done.meters) == (-100, {wager_id: "1000.1000"})


@clause(RIDE_FREE, "2119(21)(f)", "2119(21)(g)")
@ruling("C85", "C87")
def test_ruling_c85_progressives_are_settled_before_play_and_never_make_the_dealer_draw() -> None:
    # K-Q with a jack of hearts: a straight flush and a suited 20. The player busts.
    done = play(
        RIDE_FREE,
        "Kh Jh Qh 3c 5s",
        "1 hit",
        f"1000, {P213} 100, {LADIES} 100",
        tables={P213: "PT-BJS-213-03", LADIES: "PT-BJS-LL-26"},
        jackpots={P213: terms(), LADIES: terms(contribution="5%")},
        meters={P213: "8000.0000"},
    )
    assert done.net == -1000 + 2400 + 900  # $25 and $10 for 1
    assert done.dealer == "Jh 3c"
    assert done.meters == {P213: "8000.1000", LADIES: "1000.0500"}
    for wager in (P213, LADIES):
        assert done.when("wager-settled", wager=wager) < done.when("action-taken")


@ruling("C64")
@every_row("meters", [{P213: "-1.0000"}, {P213: "a lot"}, {LADIES: "8000.0000"}])
def test_ruling_c64_a_meter_that_cannot_be_is_refused(meters: dict[str, str]) -> None:
    rest = {"tables": {P213: "PT-BJS-213-03"}, "jackpots": {P213: terms()}}
    code = refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", f"1000, {P213} 100", meters=meters, **rest)
    assert code == "record/malformed"
