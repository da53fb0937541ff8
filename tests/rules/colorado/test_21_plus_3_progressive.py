"""21+3 Progressive as 30-2107, 30-2113 and 30-2114 print it: eleven tables, one meter."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import (
    BUFFALO_2,
    BUFFALO_3,
    PROGRESSIVE,
    TWENTY_ONE_PLUS_3,
    WITH_PROGRESSIVE,
    list_events,
    progressive,
    three_cards,
)
from tests.rules.colorado.table import Seats, play, refused
from tests.rules.table import Played

DECKS = {TWENTY_ONE_PLUS_3: (4, 5, 6, 7, 8), BUFFALO_2: (4, 6), BUFFALO_3: (4, 6)}

ACES_OR_KINGS = "aces or kings"
ACES_KINGS_OR_QUEENS = "aces, kings or queens"
ACES = "aces"
PRINTED = {
    # The specific suit, suited, suited trips, straight flush, trips, straight, flush.
    "PT-BJS-213-01": (ACES_OR_KINGS, "100% 100% 125 25 20 7 3"),
    "PT-BJS-213-04": (ACES_OR_KINGS, "100% 100% 150 40 20 7 3"),
    "PT-BJS-213-07": (ACES_OR_KINGS, "100% 2000 150 40 20 5 3"),
    "PT-BJS-213-10": (ACES_OR_KINGS, "100% 3000 200 30 20 10 0"),
    "PT-BJS-213-02": (ACES_KINGS_OR_QUEENS, "100% 100% 125 25 20 6 2"),
    "PT-BJS-213-05": (ACES_KINGS_OR_QUEENS, "100% 100% 150 40 20 7 2"),
    "PT-BJS-213-08": (ACES_KINGS_OR_QUEENS, "100% 2000 125 40 20 6 2"),
    "PT-BJS-213-03": (ACES, "100% 100% 125 25 20 7 3"),
    "PT-BJS-213-06": (ACES, "100% 100% 150 40 20 7 3"),
    "PT-BJS-213-09": (ACES, "100% 2000 150 40 20 5 3"),
    "PT-BJS-213-11": (ACES, "100% 3000 200 30 20 10 0"),
}
"""Table -> which ranks its two first rows name, and its seven pays in dollars for $1."""

SPECIFIC, SUITED, TRIPS_SUITED, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, NOTHING = range(8)

HANDS = {
    # The specific suit is spades where nothing is said.
    "As As As": (SPECIFIC, SPECIFIC, SPECIFIC),
    "Ks Ks Ks": (SPECIFIC, SPECIFIC, TRIPS_SUITED),
    "Qs Qs Qs": (TRIPS_SUITED, SPECIFIC, TRIPS_SUITED),
    "Js Js Js": (TRIPS_SUITED,) * 3,
    "Ah Ah Ah": (SUITED, SUITED, SUITED),
    "Ad Ad Ad": (SUITED, SUITED, SUITED),
    "Ac Ac Ac": (SUITED, SUITED, SUITED),
    # C1: the second row of 02, 05 and 08 names aces only, as these sections print it.
    "Kh Kh Kh": (SUITED, TRIPS_SUITED, TRIPS_SUITED),
    "Qc Qc Qc": (TRIPS_SUITED,) * 3,
    "7d 7d 7d": (TRIPS_SUITED,) * 3,
    "5h 6h 7h": (STRAIGHT_FLUSH,) * 3,
    "As Ks Qs": (STRAIGHT_FLUSH,) * 3,
    "2s 3s As": (STRAIGHT_FLUSH,) * 3,
    "8h 8s 8d": (TRIPS,) * 3,
    "As As Ah": (TRIPS,) * 3,
    "Kh Kh Ks": (TRIPS,) * 3,
    "5h 6h 7d": (STRAIGHT,) * 3,
    "As Kd Qs": (STRAIGHT,) * 3,
    "3h 2d As": (STRAIGHT,) * 3,
    "2h 9h Kh": (FLUSH,) * 3,
    "Kc 2c Ac": (FLUSH,) * 3,
    "4d 9d 4d": (FLUSH,) * 3,
    "2h 9h Kd": (NOTHING,) * 3,
    "4h 4d 9s": (NOTHING,) * 3,
    "Ks 2h As": (NOTHING,) * 3,
}
"""Player's cards and up card -> its row in each of the three groups of tables."""


def on(table: str, wager: int | None = 100, /, **terms: object) -> dict[str, object]:
    """Return what offers the progressive: its table, its jackpot, its meter at $8,000."""
    return {
        "tables": {PROGRESSIVE: table},
        "jackpots": {PROGRESSIVE: progressive(wager, **terms)},
        "meters": {PROGRESSIVE: "8000.0000"},
    }


def bet(hand: str, table: str = "PT-BJS-213-01", /, wager: int = 100, **rest: object) -> Played:
    """Play three cards for the progressive in 30-2107, or in the `game` that is given."""
    game = rest.pop("game", TWENTY_ONE_PLUS_3)
    assert isinstance(game, str)
    terms = rest.pop("terms", {})
    assert isinstance(terms, dict)
    house = on(table, wager, **terms) | rest
    tables = house.pop("tables")
    assert isinstance(tables, dict)
    return three_cards(game, hand, {PROGRESSIVE: wager}, tables, **house)


@clause(TWENTY_ONE_PLUS_3, "2107 Winner(1)", "2107 Winner(2)")
@clause(BUFFALO_2, "2113(5) progressive rankings", "2113(5)", "2113(6)")
@clause(BUFFALO_3, "2114(5) progressive rankings", "2114(5)", "2114(6)")
@ruling("C1", "C32", "C69", "C92")
@every_row("table", PRINTED)
@every_row("game", WITH_PROGRESSIVE)
def test_progressive_every_row_of_every_table_with_every_deck_count(game: str, table: str) -> None:
    """C69: all pays are for 1, so a win is the pay less the $1 that was collected."""
    group, printed = PRINTED[table]
    place = (ACES_OR_KINGS, ACES_KINGS_OR_QUEENS, ACES).index(group)
    for decks in DECKS[game]:
        for hand, rows in HANDS.items():
            played = bet(hand, table, game=game, decks=decks)
            pays = [*printed.split(), "0"]
            pay = pays[rows[place]]
            cents = 800000 if pay == "100%" else int(pay) * 100
            assert played.won(PROGRESSIVE) == cents - 100, hand
            after = "1000.0000" if pay == "100%" else "8000.0000"
            assert played.meters == {PROGRESSIVE: after}


@clause(TWENTY_ONE_PLUS_3, "2107 Winner(2)")
@clause(BUFFALO_2, "2113 Progressive")
@clause(BUFFALO_3, "2114 Progressive")
@every_row("game", WITH_PROGRESSIVE)
@every_row("wager", [200, 500, 2500])
def test_progressive_the_fixed_pays_grow_with_the_wager_and_the_share_does_not(
    game: str, wager: int
) -> None:
    for hand, dollars in (("7d 7d 7d", 125), ("8h 8s 8d", 20), ("2h 9h Kh", 3)):
        played = bet(hand, wager=wager, game=game)
        assert played.won(PROGRESSIVE) == dollars * wager - wager
    assert bet("As As As", wager=wager, game=game).won(PROGRESSIVE) == 800000 - wager


@ruling("C56")
@every_row("game", WITH_PROGRESSIVE)
@every_row("suit", ["s", "h", "d", "c"])
def test_ruling_c56_the_house_names_the_specific_suit(game: str, suit: str) -> None:
    """On table 07 a named suit wins the meter, another $2,000."""
    for rank in "AK":
        for other in "shdc":
            hand = " ".join([f"{rank}{other}"] * 3)
            options = {"specific_suit": suit}
            played = bet(hand, "PT-BJS-213-07", game=game, options=options)
            wanted = 800000 if other == suit else 200000
            assert played.won(PROGRESSIVE) == wanted - 100


@ruling("C56", how="judged")
def test_ruling_c56_a_suit_that_is_none_is_refused() -> None:
    for suit in ("spades", "x", ""):
        code = refused(TWENTY_ONE_PLUS_3, "Kh 9c Qd 8c", options={"specific_suit": suit})
        assert code == "option/invalid"


@clause(BUFFALO_3, "2114(1)", how="judged", words="four or six packs of 52 are dealt from a shoe")
@clause(BUFFALO_2, "2113(1)", how="judged", words="the progressive is only for four or six decks")
@clause(TWENTY_ONE_PLUS_3, "2107(1)", how="judged")
@ruling("C2", "C93", how="judged")
@every_row(
    ("game", "decks", "code"),
    [
        (TWENTY_ONE_PLUS_3, 1, "option/conflict"),
        (TWENTY_ONE_PLUS_3, 2, "option/conflict"),
        (TWENTY_ONE_PLUS_3, 3, "option/invalid"),
        (BUFFALO_2, 1, "option/conflict"),
        (BUFFALO_2, 2, "option/conflict"),
        (BUFFALO_2, 8, "option/invalid"),
        (BUFFALO_3, 2, "option/invalid"),
        (BUFFALO_3, 8, "option/invalid"),
    ],
)
def test_progressive_needs_four_decks_or_more(game: str, decks: int, code: str) -> None:
    for table in PRINTED:
        assert refused(game, "Kh 9c Qd 8c", "1 stand", decks=decks, **on(table)) == code


@clause(BUFFALO_3, "2114(3)", words="locked in by the dealer and collected, being paid 'for 1'")
@clause(BUFFALO_2, "2113(3)", words="locked in by the dealer and collected, being paid 'for 1'")
@clause(
    TWENTY_ONE_PLUS_3,
    "2107 Start(2)",
    words="locked in by the dealer and collected, being paid 'for 1'",
)
@ruling("C57", "C94")
@every_row("game", WITH_PROGRESSIVE)
def test_progressive_wagers_are_locked_before_the_deal_and_feed_the_meter_won_or_lost(
    game: str,
) -> None:
    """24% of $5 is $1.20, of each of two seats; the third has no such wager."""
    bets = f"1000, {PROGRESSIVE} 500"
    played = play(
        game,
        "5h 2h 3h 7d 6h Qd 9d Kd",
        "1 stand, 2 stand, 3 stand",
        {1: bets, 2: bets, 3: 1000},
        **on("PT-BJS-213-01", 500, contribution="24%"),
    )
    assert played.meters == {PROGRESSIVE: "8002.4000"}
    fed = [event for event in played.events if event["event"] == "meter-fed"]
    assert [(event["seat"], event["amount"]) for event in fed] == [(1, "1.2000"), (2, "1.2000")]
    placed = [event for event in list_events(played, "wager-placed") if PROGRESSIVE in event]
    assert len(placed) == 2
    assert played.when("meter-fed", seat=2) < played.when("card-dealt")
    # A straight pays 7 for 1 on $5; the other wager was collected and stays so.
    assert [played.won(PROGRESSIVE, seat) for seat in (1, 2)] == [3500 - 500, -500]


@clause(TWENTY_ONE_PLUS_3, "2107 Start(3)")
@clause(BUFFALO_2, "2113(2)")
@clause(BUFFALO_3, "2114(2)")
@every_row("game", WITH_PROGRESSIVE)
@every_row("wager", [99, 101, 200, 0, -100])
def test_progressive_is_the_one_fixed_amount(game: str, wager: int) -> None:
    seats = f"1000, {PROGRESSIVE} {wager}"
    code = refused(game, "Kh 9c Qd 8c", "1 stand", seats, **on("PT-BJS-213-01"))
    assert code == "wager/fixed-amount"


@clause(TWENTY_ONE_PLUS_3, "2107 Start(1)")
@ruling("C6")
@every_row("game", WITH_PROGRESSIVE)
def test_progressive_needs_the_blackjack_wager(game: str) -> None:
    house = on("PT-BJS-213-01")
    code = refused(game, "Kh 9c Qd 8c", "1 stand", f"{PROGRESSIVE} 100", **house)
    assert code == "wager/needs-main"


@ruling("C61")
@every_row("game", WITH_PROGRESSIVE)
def test_ruling_c61_no_tip_is_taken_on_a_progressive(game: str) -> None:
    for tips in (f"tip {PROGRESSIVE} 100", f"tip 100, tip {PROGRESSIVE} 50"):
        seats = f"1000, {PROGRESSIVE} 100, {tips}"
        code = refused(game, "Kh 9c Qd 8c", "1 stand", seats, **on("PT-BJS-213-01"))
        assert code == "wager/not-offered"


@ruling("C64")
@every_row("game", WITH_PROGRESSIVE)
def test_ruling_c64_a_progressive_needs_its_jackpot_and_starts_at_its_seed(game: str) -> None:
    house = on("PT-BJS-213-01", contribution="10%")
    del house["meters"]
    played = play(game, "2h 9c 9h 8c", "1 stand", f"1000, {PROGRESSIVE} 100", **house)
    assert played.meters == {PROGRESSIVE: "1000.1000"}
    del house["jackpots"]
    code = refused(game, "2h 9c 9h 8c", "1 stand", f"1000, {PROGRESSIVE} 100", **house)
    assert code == "option/invalid"


@ruling("C68", how="judged")
@every_row("game", WITH_PROGRESSIVE)
@every_row("missing", ["contribution", "seed", "wager", "scheme"])
def test_ruling_c68_seed_and_contribution_have_no_default(game: str, missing: str) -> None:
    terms = progressive(contribution="10%")
    del terms[missing]
    house = on("PT-BJS-213-01") | {"jackpots": {PROGRESSIVE: terms}}
    assert refused(game, "Kh 9c Qd 8c", "1 stand", **house) == "option/invalid"


@ruling("C68", "C94")
def test_ruling_c68_a_contribution_of_0_percent_is_legal() -> None:
    assert bet("2h 9h Kd", terms={"contribution": "0%"}).meters == {PROGRESSIVE: "8000.0000"}


@every_row(
    ("terms", "code"),
    [
        ({"scheme": "house", "prize": {"100%": "5000.00"}}, "option/invalid"),
        ({"contribution": "101%"}, "option/invalid"),
        ({"contribution": "-1%"}, "option/invalid"),
        ({"seed": "1000.001"}, "option/invalid"),
        ({"prize": {"100%": "5000.00"}}, "option/conflict"),
        ({"wager": 0}, "option/invalid"),
        ({"wager": -100}, "option/invalid"),
    ],
)
def test_terms_of_a_progressive_that_cannot_be_are_refused(
    terms: dict[str, object], code: str
) -> None:
    house = on("PT-BJS-213-01", **terms)
    assert refused(TWENTY_ONE_PLUS_3, "Kh 9c Qd 8c", "1 stand", **house) == code


def test_a_meter_or_jackpot_of_a_wager_that_is_not_offered_is_refused() -> None:
    meters = {PROGRESSIVE: "8000.0000"}
    code = refused(TWENTY_ONE_PLUS_3, "Kh 9c Qd 8c", "1 stand", meters=meters)
    assert code == "record/malformed"
    jackpots = {PROGRESSIVE: progressive()}
    code = refused(TWENTY_ONE_PLUS_3, "Kh 9c Qd 8c", "1 stand", jackpots=jackpots)
    assert code == "wager/not-offered"


TWO: Seats = {1: f"1000, {PROGRESSIVE} 100", 2: f"1000, {PROGRESSIVE} 100"}


@clause(TWENTY_ONE_PLUS_3, "2107 Winner(2)")
@clause(BUFFALO_2, "2113(6)")
@clause(BUFFALO_3, "2114(6)")
@ruling("C28", "C57", "C95")
@every_row("game", WITH_PROGRESSIVE)
def test_ruling_c28_two_winners_of_all_are_paid_from_the_dealers_right(game: str) -> None:
    """10% of two dollars: 8000.20. Seat 2 takes it; the meter is at its seed for seat 1."""
    played = play(
        game,
        "As As As As As 9d",
        "1 decline, 2 decline, 1 stand, 2 stand",
        TWO,
        **on("PT-BJS-213-01", contribution="10%"),
    )
    assert played.won(PROGRESSIVE, seat=2) == 800020 - 100
    assert played.won(PROGRESSIVE, seat=1) == 100000 - 100
    assert played.meters == {PROGRESSIVE: "1000.0000"}
    assert list_events(played, "jackpot-awarded") == [
        f"jackpot-awarded 2 {PROGRESSIVE}",
        f"jackpot-awarded 1 {PROGRESSIVE}",
    ]


@ruling("C57")
def test_ruling_c57_a_losers_contribution_is_in_the_award_too() -> None:
    """Seat 1 wins all of 8000.00 and twice 10 cents; seat 2's dollar was only collected."""
    played = play(
        TWENTY_ONE_PLUS_3,
        "As Kd As As Qd 9d",
        "1 decline, 2 decline, 1 stand, 2 stand",
        TWO,
        **on("PT-BJS-213-11", contribution="10%"),
    )
    assert played.won(PROGRESSIVE, seat=1) == 800020 - 100
    # K-Q with the ace up are a straight: $10 for 1.
    assert played.won(PROGRESSIVE, seat=2) == 1000 - 100


@ruling("C58", "C94")
def test_ruling_c58_a_part_of_a_cent_stays_with_the_seed() -> None:
    # 8000.0050 + 0.5% of a dollar = 8000.0100: 8000.01 are paid; with 0.25%, 8000.0075, 8000.00.
    meters = {PROGRESSIVE: "8000.0050"}
    played = bet("As As As", terms={"contribution": "0.5%"}, meters=meters)
    assert (played.won(PROGRESSIVE), played.meters[PROGRESSIVE]) == (800001 - 100, "1000.0000")
    played = bet("As As As", terms={"contribution": "0.25%"}, meters=meters)
    assert (played.won(PROGRESSIVE), played.meters[PROGRESSIVE]) == (800000 - 100, "1000.0075")


@ruling("C66")
def test_ruling_c66_a_reserve_is_a_share_of_the_contribution_and_goes_to_the_next_seed() -> None:
    """20% of $1 are 0.2000, a tenth of it 0.0200 kept, 0.1800 shown."""
    terms = {"contribution": "20%", "reserve": "10%"}
    lost = bet("2h 9h Kd", terms=terms, reserves={PROGRESSIVE: "5.0000"})
    assert lost.meters == {PROGRESSIVE: "8000.1800"}
    assert lost.result["reserves_after"] == {PROGRESSIVE: "5.0200"}
    won = bet("As As As", terms=terms, reserves={PROGRESSIVE: "5.0000"})
    assert won.won(PROGRESSIVE) == 800018 - 100
    assert won.meters == {PROGRESSIVE: "1005.0200"}
    assert "reserves_after" not in won.result


@clause(TWENTY_ONE_PLUS_3, "2107 Winner(3)")
@clause(BUFFALO_2, "2113(6)(a)")
@clause(BUFFALO_3, "2114(6)(a)")
@ruling("C87")
@every_row("game", WITH_PROGRESSIVE)
def test_progressive_is_settled_before_insurance_and_against_a_blackjack_too(game: str) -> None:
    # A pair of aces and the ace: 100%, while the main wager is lost to A-K.
    played = play(
        game, "As As As Kd", "1 decline", f"1000, {PROGRESSIVE} 100", **on("PT-BJS-213-03")
    )
    assert played.net == 800000 - 100 - 1000
    assert played.when("jackpot-awarded", percent=100) < played.when("action-taken")


@clause(TWENTY_ONE_PLUS_3, "2107(3)")
@ruling("C85")
@every_row("game", WITH_PROGRESSIVE)
def test_ruling_c85_the_dealer_does_not_draw_for_a_progressive(game: str) -> None:
    # The player busts; the dealer's 12 stays.
    played = play(
        game, "Th 6s 5d 6d Td", "1 hit", f"1000, {PROGRESSIVE} 100", **on("PT-BJS-213-01")
    )
    assert (played.net, played.dealer) == (-1100, "6s 6d")


@clause(TWENTY_ONE_PLUS_3, "2107 Start(1)", "2107 Winner(1)")
def test_2107_start_1_all_three_wagers_may_be_made_together() -> None:
    """5-6-7 of hearts: 9 x 200, 30 x 100, $25 for $1; the hand itself is surrendered."""
    house = on("PT-BJS-213-01")
    tables = {"21-plus-3": "standard", "21-plus-3-xtreme": "xtreme", PROGRESSIVE: "PT-BJS-213-01"}
    bets = {"21-plus-3": 200, "21-plus-3-xtreme": 100, PROGRESSIVE: 100}
    del house["tables"]
    played = three_cards(TWENTY_ONE_PLUS_3, "5h 6h 7h", bets, tables, **house)
    assert played.net == 1800 + 3000 + 2400 - 500


@ruling("C111")
@every_row("game", list(DECKS))
@every_row(("cents", "fits"), [(100, True), (500, True), (50, False), (150, False), (101, False)])
def test_ruling_c111_the_fixed_wager_is_whole_dollars(game: str, cents: int, *, fits: bool) -> None:
    jackpot = {"scheme": "progressive", "wager": cents, "contribution": "20%", "seed": "5000.00"}
    rest = {"tables": {PROGRESSIVE: "PT-BJS-213-01"}, "jackpots": {PROGRESSIVE: jackpot}}
    bets = f"1000, {PROGRESSIVE} {cents}"
    if fits:
        # 19 against 17; 9-T-7 of three suits is nothing, and the wager is lost.
        assert play(game, "Th 7s 9d Tc", "1 stand", bets, **rest).net == 1000 - cents
    else:
        assert refused(game, "Th 7s 9d Tc", "1 stand", bets, **rest) == "option/invalid"
