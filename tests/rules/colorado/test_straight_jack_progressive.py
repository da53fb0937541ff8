"""Colorado 30-2110: Straight Jack Progressive, odds and shares of a meter.

How straights grow, break and bust is in test_straight_jack.py, for both games.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import STRAIGHT_PROGRESSIVE as GAME
from tests.rules.colorado.felt import list_events, net, progressive
from tests.rules.colorado.straights import on, straight
from tests.rules.colorado.table import play, refused

HANDS = {
    "spade ace": ["As 2h 3d 4c 5s 6h", "3s 4s 5s 2h As 6d", "5h 6d 4c 3s 2h As"],
    "heart ace": ["Ah 2h 3d 4c 5s 6h", "2s 3s 4s 5s 6s Ah"],
    "diamond ace": ["Ad 2s 3s 4s 5s 6s"],
    "club ace": ["2s Ac 3s 4s 5s 6s"],
    "5": ["2h 3d 4c 5s 6h", "As 2h 3d 4c 5s", "Ah 2s 3s 4s 5s"],
    "4": ["4h 5d 3c 6s", "As 2s 3s 4s"],
    "3": ["6h 7d 8c", "Qh Kd As", "As 2s 3s"],
    "2": ["4h 5d", "As Ks", "Kh Qd"],
    "0": ["4h 6d", "As Js"],
}
"""What a table may tell apart -> hands."""

OTHER_ACES = ("heart ace", "diamond ace", "club ace")
PRINTED: dict[str, dict[str, tuple[int, int]]] = {
    # Odds to 1 and percent of the meter.
    "SJP1": {
        "spade ace": (200, 100),
        **dict.fromkeys(OTHER_ACES, (200, 10)),
        "5": (200, 0),
        "4": (50, 0),
        "3": (15, 0),
        "2": (3, 0),
    },
    "SJP2": {
        "spade ace": (200, 100),
        **dict.fromkeys(OTHER_ACES, (200, 10)),
        "5": (200, 0),
        "4": (50, 0),
        "3": (10, 0),
        "2": (3, 0),
    },
    "SJP3": {
        **dict.fromkeys(("spade ace", *OTHER_ACES), (200, 100)),
        "5": (200, 0),
        "4": (50, 0),
        "3": (15, 0),
        "2": (3, 0),
    },
    "SJP4": {
        # Six cards are not listed and paid as five.
        **dict.fromkeys(("spade ace", *OTHER_ACES), (200, 100)),
        "5": (200, 100),
        "4": (50, 0),
        "3": (10, 0),
        "2": (2, 0),
    },
}

ROWS = {
    "SJP1": {
        "spade ace": "6 cards w/Ace (Spades)",
        **dict.fromkeys(OTHER_ACES, "6 Cards w/Ace (Club,Hearts,Diamonds)"),
    },
    "SJP3": dict.fromkeys(("spade ace", *OTHER_ACES), "6 cards"),
    "SJP4": dict.fromkeys(("spade ace", *OTHER_ACES), "5 Cards"),
}


@clause(GAME, "2110(14)", "2110(4)", "2110(8)", "2110(10)")
@ruling("C5", "C26", "C52", "C69")
@every_row("decks", [1, 2, 3, 4, 5, 6, 7, 8])
@every_row("table", PRINTED)
def test_2110_14_every_row_of_every_table_with_every_deck_count(table: str, decks: int) -> None:
    """C69: the stake stays the player's beside odds and award; the odds are on $2."""
    rows = ROWS.get(table, ROWS["SJP1"])
    for kind, hands in HANDS.items():
        odds, percent = PRINTED[table].get(kind, (-1, 0))
        award = 8000 * percent  # cents: a hundredth of $8,000 is 8000 cents
        for hand in hands:
            played = straight(hand, game=GAME, decks=decks, **on(table))
            assert played.won("straight-jack") == 200 * odds + award, hand
            left = {100: "1000.0000", 10: "7200.0000", 0: "8000.0000"}[percent]
            assert played.meters == {"straight-jack": left}
            row = rows.get(kind, "lose" if kind == "0" else f"{kind} Cards")
            assert played.outcome("straight-jack") == row


@clause(GAME, "2110(3)", "2110(4)")
@ruling("C52")
@every_row("wager", [100, 137, 500, 12345])
@every_row("fixed", [None, 100])
def test_2110_3_any_amount_from_1_dollar_scales_the_odds_and_not_the_award(
    wager: int, fixed: int | None
) -> None:
    """A `wager` in the jackpot's terms is not enforced; a seat may have another than the next."""
    bets = f"1000, straight-jack {wager}"
    house = on("SJP1", fixed)
    five = straight("2h 3d 4c 5s 6h", bets, game=GAME, **house)
    assert five.won("straight-jack") == 200 * wager
    six = straight("As 2h 3d 4c 5s 6h", bets, game=GAME, **house)
    assert six.won("straight-jack") == 200 * wager + 800000


@clause(GAME, "2110(3)")
@ruling("C52")
@every_row("wager", [99, 1, 0, -100])
def test_2110_3_the_minimum_is_1_dollar(wager: int) -> None:
    bets = f"1000, straight-jack {wager}"
    assert refused(GAME, "4h 9s 5d Tc", "1 stand", bets, **on("SJP1")) == "wager/off-limits"


@clause(GAME, "2110(3)")
@clause(GAME, "2110(3)", how="judged", words="the house must set the minimum at $1")
@ruling("C112")
def test_2110_3_the_house_posts_a_maximum_but_no_other_minimum() -> None:
    cards = "4h 9s 5d Tc"
    limits = {"straight-jack": {"max": 2500}}
    bets = "1000, straight-jack 2501"
    code = refused(GAME, cards, "1 stand", bets, limits=limits, **on("SJP1"))
    assert code == "wager/off-limits"
    bets = "1000, straight-jack 2500"
    assert net(GAME, cards, "1 stand", bets, limits=limits, **on("SJP1")) == 7500 - 1000
    for other in (50, 99, 101, 500):
        posted = {"straight-jack": {"min": other}}
        assert refused(GAME, cards, "1 stand", limits=posted, **on("SJP1")) == "option/invalid"
    # The table's own limits: a minimum of $5 leaves the $1 as it is, and the maximum binds.
    table = {"main": {"min": 500, "max": 2000}}
    for wager in (100, 2000):
        bets = f"1000, straight-jack {wager}"
        won = net(GAME, cards, "1 stand", bets, limits=table, **on("SJP1"))
        assert won == 3 * wager - 1000
    bets = "1000, straight-jack 2001"
    code = refused(GAME, cards, "1 stand", bets, limits=table, **on("SJP1"))
    assert code == "wager/off-limits"


@clause(GAME, "2110(7)", words="When all bets are down the dealer locks them")
@ruling("C57", "C94")
def test_2110_7_wagers_are_locked_before_the_deal_and_feed_the_meter_won_or_lost() -> None:
    """10% of $2 and of $1.37: 0.2000 and 0.1370; seat 3 has no wager."""
    played = play(
        GAME,
        "4h 2h Kh 9s 5d 9d Qd Tc",
        "1 stand, 2 stand, 3 stand",
        {1: "1000, straight-jack 200", 2: "1000, straight-jack 137", 3: 1000},
        **on("SJP1", contribution="10%"),
    )
    assert played.meters == {"straight-jack": "8000.3370"}
    assert played.when("meter-fed", seat=2, amount="0.1370") < played.when("card-dealt")
    assert played.nets == {1: 600 - 1000, 2: -137 - 1000, 3: 1000}


@ruling("C94")
def test_ruling_c94_each_contribution_is_rounded_down_to_a_hundredth_of_a_cent() -> None:
    # 0.5% of 137 cents are 0.00685 dollars: 0.0068.
    bets = "1000, straight-jack 137"
    played = straight("4h 6d", bets, game=GAME, **on("SJP1", contribution="0.5%"))
    assert played.meters == {"straight-jack": "8000.0068"}


@clause(GAME, "2110(16)")
@ruling("C28", "C57", "C95")
@every_row(
    ("first", "second", "won", "after"),
    [
        # Wagers of $2 feed 20 cents each: $8,000.40. Seat 2, at the dealer's right, is paid first.
        # All of it, then a tenth of the seed.
        ("h", "s", {2: 800040, 1: 10000}, "900.0000"),
        # A tenth, 800.04, then all of the 7200.36 that are left.
        ("s", "h", {2: 80004, 1: 720036}, "1000.0000"),
        # A tenth, then a tenth of 7200.36: 720.03 and 0.006 that stays.
        ("d", "c", {2: 80004, 1: 72003}, "6480.3300"),
        # All of it, then all of the seed.
        ("s", "s", {2: 800040, 1: 100000}, "1000.0000"),
    ],
)
def test_2110_16_several_awards_go_counter_clockwise_each_from_what_is_left(
    first: str, second: str, won: dict[int, int], after: str
) -> None:
    bets = "1000, straight-jack 200"
    played = play(
        GAME,
        f"A{first} A{second} 9s 2h 2d Tc 3h 4h 5h 6h 3d 4d 5d 6d",
        ", ".join(["1 hit"] * 4 + ["2 hit"] * 4),
        {1: bets, 2: bets},
        **on("SJP1", contribution="10%"),
    )
    assert played.nets == {seat: 1000 + 40000 + award for seat, award in won.items()}
    assert played.meters == {"straight-jack": after}
    assert list_events(played, "jackpot-awarded") == [
        "jackpot-awarded 2 straight-jack",
        "jackpot-awarded 1 straight-jack",
    ]


@clause(GAME, "2110(16)")
@ruling("C28", "C66")
def test_2110_16_after_100_percent_the_meter_is_seed_and_reserve() -> None:
    """20% of $2 are 0.4000, half of it kept: 8000.20 shown, 12.3456 + 0.2000 in reserve."""
    house = on("SJP1", contribution="20%", reserve="50%")
    reserves = {"straight-jack": "12.3456"}
    played = straight("As 2h 3d 4c 5s 6h", game=GAME, reserves=reserves, **house)
    assert played.won("straight-jack") == 40000 + 800020
    assert played.meters == {"straight-jack": "1012.5456"}
    ten = straight("Ah 2h 3d 4c 5s 6h", game=GAME, reserves=reserves, **house)
    assert ten.won("straight-jack") == 40000 + 80002
    assert ten.meters == {"straight-jack": "7200.1800"}
    assert ten.result["reserves_after"] == {"straight-jack": "12.5456"}


@clause(GAME, "2110(16)")
@ruling("C58")
@every_row(
    ("meter", "hand", "award", "after"),
    [
        # A tenth of 8000.0555 is 800.00555.
        ("8000.0555", "Ah 2h 3d 4c 5s 6h", 80000, "7200.0555"),
        ("8000.0555", "As 2h 3d 4c 5s 6h", 800005, "1000.0055"),
        ("0.0999", "Ah 2h 3d 4c 5s 6h", 0, "0.0999"),
        ("0.0000", "As 2h 3d 4c 5s 6h", 0, "1000.0000"),
    ],
)
def test_ruling_c58_a_part_of_a_cent_stays_in_the_meter(
    meter: str, hand: str, award: int, after: str
) -> None:
    house = on("SJP1") | {"meters": {"straight-jack": meter}}
    played = straight(hand, game=GAME, **house)
    assert played.won("straight-jack") == 40000 + award
    assert played.meters == {"straight-jack": after}


@ruling("C64")
def test_ruling_c64_without_a_meter_it_starts_at_the_seed_without_a_jackpot_not_at_all() -> None:
    house = on("SJP1")
    del house["meters"]
    played = straight("As 2h 3d 4c 5s 6h", game=GAME, **house)
    assert played.won("straight-jack") == 40000 + 100000
    del house["jackpots"]
    bets = "1000, straight-jack 200"
    assert refused(GAME, "4h 9s 5d Tc", "1 stand", bets, **house) == "option/invalid"


@ruling("C52", "C68", how="judged")
@every_row("missing", ["contribution", "seed", "scheme"])
def test_ruling_c52_only_the_fixed_amount_may_be_left_out_of_its_terms(missing: str) -> None:
    terms = progressive(None)
    del terms[missing]
    house = on("SJP1") | {"jackpots": {"straight-jack": terms}}
    assert refused(GAME, "4h 9s 5d Tc", "1 stand", **house) == "option/invalid"


@ruling("C61")
def test_ruling_c61_no_tip_on_the_progressive_but_one_on_the_main_wager() -> None:
    bets = "1000, straight-jack 200, tip straight-jack 100"
    assert refused(GAME, "4h 9s 5d Tc", "1 stand", bets, **on("SJP1")) == "wager/not-offered"
    played = straight("6h 7d 8c", "1000, straight-jack 200, tip 100", game=GAME, **on("SJP1"))
    assert (played.won("tip:main"), played.net) == (100, 1000 + 3000)


@clause(GAME, "2110(14)", how="judged")
@ruling("C93", how="judged")
@every_row("table", ["SJP5", "standard", "SJP 1"])
def test_2110_14_there_is_no_other_table(table: str) -> None:
    assert refused(GAME, "4h 9s 5d Tc", "1 stand", **on(table)) == "option/invalid"


@clause(GAME, "2110(12)")
def test_2110_12_an_award_is_paid_after_the_dealer_and_after_the_main_wager() -> None:
    """The dealer's 9-3 draws a 6; 21 wins. Nothing follows the last payment but the end."""
    bets = "1000, straight-jack 200"
    cards = "As 9s 2h 3c 3d 4c 5s 6h 6d"
    played = play(GAME, cards, "1 hit, 1 hit, 1 hit, 1 hit", bets, **on("SJP1"))
    assert played.net == 1000 + 40000 + 800000
    awarded = played.when("jackpot-awarded", percent=100, amount=800000)
    assert played.when("card-dealt", place="dealer", card="6d") < awarded
    assert played.when("wager-settled", wager="main") < awarded
    assert [event["event"] for event in played.events[-2:]] == ["wager-settled", "phase-ended"]


@ruling("C26")
def test_ruling_c26_a_lost_blackjack_game_does_not_cost_the_straight() -> None:
    # 2-3-4-5-6 = 20 against a drawn 21: 200 to 1 on $2, less $10.
    bets = "1000, straight-jack 200"
    cards = "2h 9s 3d 2c 4c 5s 6h Td"
    played = play(GAME, cards, "1 hit, 1 hit, 1 hit, 1 stand", bets, **on("SJP1"))
    assert played.net == 40000 - 1000
