"""Washington Spanish 21: how jackpots are offered, fed and awarded."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import WASHINGTON, clause, every_edition, ruling, washington
from tests.rules.jackpots import bet
from tests.rules.table import (
    V002,
    V003,
    WA,
    Seats,
    house,
    net,
    play,
    progressive,
    record,
    refusal,
    refused,
)

NINES = "9h 9h 9h 8c"
"""Two suited matches with the up card: a tenth of the meter on Tables 3 and 8."""

TWO_SEATS = {1: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}
BOTH = "1 surrender, 2 surrender"


def up_card_table(game: str) -> str:
    """Return the first six-deck table of an edition: 8, 5, 6 and 3 for 1."""
    return "8c-1" if game == V002 else "3c-1"


@clause(WA, "JP-scheme")
@every_row(
    ("first", "second", "good"),
    [
        (progressive(), progressive(), True),
        (house(), house(), True),
        (progressive(), house(), False),
        (house(), progressive(), False),
    ],
)
def test_wsgc_jp_scheme_a_table_runs_progressive_or_house_jackpots(
    first: dict[str, object], second: dict[str, object], *, good: bool
) -> None:
    tables = {"jackpot-1": "3c-1", "jackpot-2": "3c-2"}
    jackpots = {"jackpot-1": first, "jackpot-2": second}
    if good:
        won = net(WA, "Ks 9c Qd 8c", "1 stand", tables=tables, jackpots=jackpots)
        assert won == 1000
    else:
        code = refused(WA, "Ks 9c Qd 8c", "1 stand", tables=tables, jackpots=jackpots)
        assert code == "option/conflict"


@every_row("game", [V003, V002])
def test_house_jackpots_are_the_2024_editions(game: str) -> None:
    tables = {"jackpot-1": up_card_table(game)}
    jackpots = {"jackpot-1": house()}
    code = refused(game, "Ks 9c Qd 8c", "1 stand", tables=tables, jackpots=jackpots)
    assert code == "option/invalid"


@clause(WA, "JP-two")
def test_wsgc_jp_two_jackpots_have_their_own_spot_wager_and_meter() -> None:
    """9h 9d against 9h 9s, on Table 3c-1 for $5 and on Table 6-1 for $1.

    The first pays 8 for 1 for a suited with a non-suited match, the second 200 for 1 for four of a
    kind. 18 pushes 18.
    """
    played = play(
        WA,
        "9h 9h 9d 9s",
        "1 stand",
        "1000, jackpot-1 500, jackpot-2 100",
        tables={"jackpot-1": "3c-1", "jackpot-2": "6-1"},
        jackpots={"jackpot-1": progressive(500), "jackpot-2": progressive(100)},
        meters={"jackpot-1": "50000.0000", "jackpot-2": "1000.0000"},
    )
    assert played.won("jackpot-1") == 8 * 500 - 500
    assert played.won("jackpot-2") == 200 * 100 - 100
    assert played.net == 3500 + 19900
    assert played.meters == {"jackpot-1": "50001.0500", "jackpot-2": "1000.2100"}


@clause(WA, "JP-two")
def test_wsgc_jp_two_an_award_of_one_jackpot_leaves_the_other() -> None:
    # Four suited nines: a tenth of 50001.05 on Table 3c, all of 1000.21 on Table 6.
    played = play(
        WA,
        "9h 9h 9h 9h",
        "1 stand",
        "1000, jackpot-1 500, jackpot-2 100",
        tables={"jackpot-1": "3c-1", "jackpot-2": "6-1"},
        jackpots={
            "jackpot-1": progressive(500),
            "jackpot-2": progressive(100, seed="250.00"),
        },
        meters={"jackpot-1": "50000.0000", "jackpot-2": "1000.0000"},
    )
    assert (played.won("jackpot-1"), played.won("jackpot-2")) == (500010 - 500, 100021 - 100)
    assert played.meters == {"jackpot-1": "45000.9500", "jackpot-2": "250.0000"}


@clause(WA, "JP-two")
def test_wsgc_jp_two_either_may_be_bet_alone() -> None:
    played = play(
        WA,
        "9h 9h 9d 9s",
        "1 stand",
        "1000, jackpot-2 100",
        tables={"jackpot-1": "3c-1", "jackpot-2": "6-1"},
        jackpots={"jackpot-1": progressive(500), "jackpot-2": progressive(100)},
    )
    assert played.net == 19900
    assert played.meters == {"jackpot-1": "5000.0000", "jackpot-2": "5000.2100"}


@clause(WA, "JP-two")
@ruling("W9", "W35")
@every_row("spot", ["jackpot-1", "jackpot-2"])
@every_row(("wager", "good"), [(99, 0), (100, 1), (2500, 1), (2501, 0), (0, 0)])
def test_wsgc_jp_two_the_fixed_wager_is_1_to_25_dollars(spot: str, wager: int, good: int) -> None:
    tables = {spot: "3c-1"}
    jackpots = {spot: progressive(wager)}
    cards = "9h 9h 7d 8c"
    seats = f"1000, {spot} {wager}"
    if good:
        # One suited match, 5 for 1.
        played = play(WA, cards, "1 surrender", seats, tables=tables, jackpots=jackpots)
        assert played.won(spot) == 4 * wager
    else:
        code = refused(WA, cards, "1 surrender", seats, tables=tables, jackpots=jackpots)
        assert code == "option/invalid"


@ruling("W35")
@every_row("game", [V003, V002])
@every_row("wager", [1, 99, 2501, 100000])
def test_ruling_w35_the_earlier_editions_print_no_range(game: str, wager: int) -> None:
    # One suited match, 5 for 1.
    seats = f"1000, jackpot-1 {wager}"
    terms = progressive(wager)
    played = bet(game, up_card_table(game), "9h 9h 7d 8c", seats=seats, terms=terms)
    assert played.won("jackpot-1") == 4 * wager


@washington("JP-wager")
@every_row("wager", [1, 499, 501, 1000])
def test_wsgc_jp_wager_is_one_fixed_amount(game: str, wager: int) -> None:
    tables = {"jackpot-1": up_card_table(game)}
    jackpots = {"jackpot-1": progressive(500)}
    seats = f"1000, jackpot-1 {wager}"
    code = refused(game, NINES, "1 surrender", seats, tables=tables, jackpots=jackpots)
    assert code == "wager/fixed-amount"


@washington("JP-wager")
def test_wsgc_jp_wager_needs_the_base_wager_and_no_match_the_dealer(game: str) -> None:
    house_keys = {
        "tables": {"jackpot-1": up_card_table(game)},
        "jackpots": {"jackpot-1": progressive(500)},
    }
    alone = [{"seat": 1, "wagers": {"jackpot-1": 500}}]
    a_record = record(game, NINES, "1 surrender", **house_keys)
    assert refusal(a_record | {"seats": alone}) == "wager/needs-main"
    # Match The Dealer is not even offered here.
    assert bet(game, up_card_table(game), NINES).won("jackpot-1") == 500010 - 500


@washington("JP-wager")
def test_wsgc_jp_wager_is_made_before_the_deal(game: str) -> None:
    played = bet(game, up_card_table(game), NINES)
    assert played.when("wager-placed", wager="jackpot-1") < played.when("card-dealt")


@washington("JP-wager")
def test_wsgc_jp_wager_only_where_it_is_offered(game: str) -> None:
    code = refused(game, NINES, "1 surrender", "1000, jackpot-1 500")
    assert code == "wager/not-offered"


@washington("JP-wager", how="judged")
@every_row("left_out", ["wager", "seed"])
def test_wsgc_jp_wager_the_house_says_its_size_and_its_seed(game: str, left_out: str) -> None:
    terms = {key: value for key, value in progressive().items() if key != left_out}
    tables = {"jackpot-1": up_card_table(game)}
    jackpots = {"jackpot-1": terms}
    code = refused(game, NINES, "1 surrender", tables=tables, jackpots=jackpots)
    assert code == "option/invalid"


@every_row("game", [V003, V002])
def test_the_earlier_editions_have_one_jackpot(game: str) -> None:
    table = up_card_table(game)
    code = refused(
        game,
        NINES,
        "1 surrender",
        tables={"jackpot-1": table, "jackpot-2": table},
        jackpots={"jackpot-1": progressive(), "jackpot-2": progressive()},
    )
    assert code == "wager/not-offered"


@washington("JP-pays", words="pays are made before the base game is played")
def test_wsgc_jp_pays_fixed_pays_are_made_before_the_base_game(game: str) -> None:
    played = bet(game, up_card_table(game), "9h 9h 7d 8c")
    paid = played.when("wager-settled", wager="jackpot-1")
    assert paid < played.when("action-taken", action="surrender")


@washington("JP-pays", words="10% and 100% after it")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("9h 9h 9h 8c", "1 stand", 1000),  # 18 against 17
        ("9h 9h 9h 8c Kd", "1 hit", -1000),  # bust
        ("Kh Kh Kh Ac", "", -1000),  # a dealer blackjack
    ],
)
def test_wsgc_jp_pays_percentages_are_won_whatever_becomes_of_the_hand(
    game: str, cards: str, decisions: str, main: int
) -> None:
    played = bet(game, up_card_table(game), cards, decisions)
    assert (played.won(), played.won("jackpot-1")) == (main, 500010 - 500)


@washington("JP-pays", words="10% and 100% after it")
@ruling("W8")
@every_row(
    ("cards", "decisions"),
    [
        ("9h 9h 9h 8c", "1 stand"),
        ("9h 9h 9h 8c Kd", "1 hit"),
        ("Kh Kh Kh Ac", ""),  # a dealer blackjack ends the base game at the peek
    ],
)
def test_wsgc_jp_pays_percentages_are_paid_after_the_base_game(
    game: str, cards: str, decisions: str
) -> None:
    played = bet(game, up_card_table(game), cards, decisions)
    order = [
        played.when("wager-settled", wager="main"),
        awarded := played.when("jackpot-awarded", seat=1, wager="jackpot-1"),
        played.when("wager-settled", wager="jackpot-1"),
        played.when("phase-ended", phase="settle"),
    ]
    assert order == sorted(order)
    felt = played.felt_after(awarded - 1)
    assert felt.meters["jackpot-1"] == "50001.0500"  # nothing has come out of the meter before
    assert felt.settled[-1].wager == "main"


@washington("JP-pays", words="pays are made before the base game is played")
@ruling("W8")
def test_wsgc_jp_pays_a_fixed_pay_does_not_wait_for_anothers_percentage(game: str) -> None:
    """Seat 1 wins 10% and is paid last; seat 2's fixed pay and seat 3's loss come before play."""
    seats: Seats = dict.fromkeys((1, 2, 3), "1000, jackpot-1 500")
    decisions = "1 stand, 2 stand, 3 surrender"
    played = bet(game, up_card_table(game), "9h 9c 2d 9h 9h 8s 3c 8c", decisions, seats)
    lines = [line["seat"] for line in played.result["settlement"] if line["wager"] == "jackpot-1"]
    assert lines == [2, 3, 1]
    fixed = [played.when("wager-settled", wager="jackpot-1", seat=seat) for seat in (2, 3)]
    assert max(fixed) < played.when("action-taken")
    assert played.result["settlement"][-1]["wager"] == "jackpot-1"


@clause(WA, "JP-pays", words="10% and 100% after it")
def test_wsgc_jp_pays_a_house_jackpot_is_awarded_after_the_base_game_too() -> None:
    played = bet(WA, "3c-1", NINES, "1 stand", terms=house(), meters={})
    assert played.when("wager-settled", wager="main") < played.when("jackpot-awarded")


@clause(WA, "JP-pays", words="10% and 100% after it")
def test_wsgc_jp_pays_percentages_come_after_the_super_bonus() -> None:
    """Both wait for the round. The Super Bonus is paid at the table, percentages likely off it."""
    seats: Seats = {1: "500, jackpot-1 500", 2: 1000}
    played = bet(WA, "3c-1", "7h Ks 7h 7h 9d Kh 7h", "1 hit, 2 stand", seats)
    paid = [line["wager"] for line in played.result["settlement"]]
    assert paid == ["main", "main", "super-bonus", "envy", "jackpot-1"]


@clause(WA, "JP-pays", words="pays are made before the base game is played")
@ruling("W8", "W10")
@every_row("alternate", ["3-alt-1", "3-alt-2"])
@every_row("paid_by", ["house", "jackpot"])
def test_wsgc_jp_pays_a_prize_that_the_house_sets_is_no_percentage(
    alternate: str, paid_by: str
) -> None:
    prize = {"pay": "30 for 1", "source": paid_by}
    played = bet(WA, "3c-1", NINES, "1 stand", alternate=alternate, prize=prize)
    assert played.won("jackpot-1") == 29 * 500
    assert played.when("wager-settled", wager="jackpot-1") < played.when("action-taken")


@clause(WA, "JP-pays", words="10% and 100% after it")
@ruling("W3", "W8")
def test_wsgc_jp_pays_a_line_with_a_percentage_is_settled_whole_after_the_base_game() -> None:
    """Table 4: seat 1 wins 10% on the up card and a fixed pay on the down card; seat 2 fixed."""
    seats: Seats = {1: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}
    played = bet(WA, "4d-1", "9h 9c 9h 9h Ks 9d", "1 stand, 2 stand", seats)
    assert played.outcome("jackpot-1").count("+") == 1
    exposed = played.when("down-card-exposed")
    fixed = played.when("wager-settled", wager="jackpot-1", seat=2)
    main = played.when("wager-settled", wager="main", seat=2)
    assert exposed < fixed < main < played.when("wager-settled", wager="jackpot-1", seat=1)


@washington("JP-sequence")
@ruling("W19")
def test_wsgc_jp_sequence_each_award_is_subtracted_before_the_next(game: str) -> None:
    """Two wagers of 1.05 in: 50002.10. Seat 2: 5000.21, leaving 45001.89. Seat 4: 4500.18."""
    seats: Seats = {4: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}
    played = bet(game, up_card_table(game), "9h 9h 9h 9h 9h 8c", "2 surrender, 4 surrender", seats)
    assert played.won("jackpot-1", seat=2) == 500021 - 500
    assert played.won("jackpot-1", seat=4) == 450018 - 500
    assert played.when("jackpot-awarded", seat=2) < played.when("jackpot-awarded", seat=4)
    assert played.meters == {"jackpot-1": "40501.7100"}  # 45001.89 - 4500.18


@washington("JP-sequence")
def test_wsgc_jp_sequence_a_seat_without_the_wager_wins_nothing(game: str) -> None:
    seats: Seats = {1: 1000, 2: "1000, jackpot-1 500"}
    played = bet(game, up_card_table(game), "9h 9h 9h 9h 9h 8c", BOTH, seats)
    assert played.nets == {1: -500, 2: -500 + 500010 - 500}
    assert played.meters == {"jackpot-1": "45000.9500"}


@ruling("W19")
@every_row("game", WASHINGTON)
def test_ruling_w19_after_100_percent_the_next_award_is_of_the_reset_meter(game: str) -> None:
    """12345.6789 and twice 0.21 are 12346.0989; a part of a cent is never paid.

    Seat 1 is paid 12346.09, and 2000.0089 is on the meter; seat 2 is paid 2000.00, and the seed
    comes again.
    """
    played = bet(
        game,
        up_card_table(game),
        "As As As As As 8c",
        "1 decline, 2 decline, 1 surrender, 2 surrender",
        {1: "1000, jackpot-1 100", 2: "1000, jackpot-1 100"},
        terms=progressive(100, seed="2000.00"),
        meters={"jackpot-1": "12345.6789"},
    )
    assert played.won("jackpot-1", seat=1) == 1234609 - 100
    assert played.won("jackpot-1", seat=2) == 200000 - 100
    assert played.meters == {"jackpot-1": "2000.0089"}


@ruling("W19")
@every_row(
    ("cards", "awards", "meter"),
    [
        # Table 6-3: four suited nines are 100%, four red ones 10%. First all of 50002.10, then a
        # tenth of the seed.
        ("9d 9d 9d 9d 9h 9d", (5000210, 50000), "4500.0000"),
        # First a tenth, 5000.21, then all of the 45001.89 left.
        ("9d 9d 9d 9h 9d 9d", (500021, 4500189), "5000.0000"),
    ],
)
def test_ruling_w19_100_and_10_percent_in_one_round(
    cards: str, awards: tuple[int, int], meter: str
) -> None:
    played = bet(WA, "6-3", cards, BOTH, TWO_SEATS)
    assert played.won("jackpot-1", seat=1) == awards[0] - 500
    assert played.won("jackpot-1", seat=2) == awards[1] - 500
    assert played.meters == {"jackpot-1": meter}


@clause(WA, "JP-house")
@ruling("W20")
def test_wsgc_jp_house_each_winner_gets_the_posted_prize() -> None:
    """Two winners of 100%, then two of 10%: nothing is subtracted and nothing put in."""
    terms = house() | {"prize": {"100%": "7500.00", "10%": "321.50"}}
    aces = "1 decline, 2 decline, 1 surrender, 2 surrender"
    played = bet(WA, "3c-1", "As As As As As 8c", aces, TWO_SEATS, terms=terms, meters={})
    assert [played.won("jackpot-1", seat) for seat in (1, 2)] == [750000 - 500] * 2
    assert played.meters == {}
    nines = bet(WA, "3c-1", "9h 9h 9h 9h 9h 8c", BOTH, TWO_SEATS, terms=terms, meters={})
    assert [nines.won("jackpot-1", seat) for seat in (1, 2)] == [32150 - 500] * 2


@clause(WA, "JP-house")
@ruling("W20")
def test_wsgc_jp_house_fixed_pays_are_as_on_the_table() -> None:
    played = bet(WA, "3c-1", "9h 9h 7d 8c", terms=house(), meters={})
    assert played.won("jackpot-1") == 5 * 500 - 500
    assert not [event for event in played.events if event["event"] == "meter-fed"]


@clause(WA, "JP-house", how="judged")
@ruling("W20", how="judged")
@every_row(
    ("change", "code"),
    [
        ({"prize": {"100%": "5000.00"}}, "option/invalid"),  # the 10% prize is not posted
        ({"prize": {"100%": "1.00", "10%": "1.00", "50%": "1.00"}}, "option/unknown"),
        ({"contribution": "21%"}, "option/conflict"),
        ({"seed": "5000.00"}, "option/conflict"),
        ({"reserve": "5%"}, "option/conflict"),
    ],
)
def test_wsgc_jp_house_posts_every_prize_and_has_no_meter(
    change: dict[str, object], code: str
) -> None:
    terms = house() | change
    tables = {"jackpot-1": "3c-1"}
    jackpots = {"jackpot-1": terms}
    assert refused(WA, NINES, "1 surrender", tables=tables, jackpots=jackpots) == code


@clause(WA, "JP-house")
def test_wsgc_jp_house_table_6_posts_one_prize_where_both_rows_are_100_percent() -> None:
    terms = {"scheme": "house", "wager": 500, "prize": {"100%": "9000.00"}}
    played = bet(WA, "6-1", "9d 9d 9h 9h", terms=terms, meters={})
    assert played.won("jackpot-1") == 900000 - 500


@clause(WA, "JP-progressive")
def test_wsgc_jp_progressive_starts_at_its_seed_where_no_meter_is_given() -> None:
    played = bet(WA, "3c-1", NINES, meters={})
    # A tenth of 5001.05 in whole cents.
    assert played.won("jackpot-1") == 50010 - 500
    assert played.meters == {"jackpot-1": "4500.9500"}


@clause(WA, "JP-progressive")
def test_wsgc_jp_progressive_every_unit_is_displayed_reserved_or_paid() -> None:
    played = bet(WA, "6-3", "9d 9d 9d 9d 9h 9d", BOTH, TWO_SEATS)
    meter = played.replay.round.state.meters["jackpot-1"]
    # In: 50000.00, twice 1.05 and the seed again; out: 50002.10 and 500.00, 4500.00 are left.
    assert meter.seeded + meter.contributed == 550_000_000 + 21_000
    assert (meter.display, meter.reserve, meter.paid) == (45_000_000, 0, 505_021_000)


@every_edition
def test_meters_of_something_else_are_refused(game: str) -> None:
    tables = {"jackpot-1": up_card_table(game)}
    jackpots = {"jackpot-1": progressive()}
    meters = {"jackpot-3": "1.0000"}
    code = refused(game, NINES, "1 surrender", tables=tables, jackpots=jackpots, meters=meters)
    assert code == "record/malformed"
