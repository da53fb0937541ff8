"""Washington Spanish 21: what goes into a progressive meter, and what is left after an award."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import WASHINGTON, ruling
from tests.rules.jackpots import bet
from tests.rules.table import V002, WA, progressive, refused

NINES = "9h 9h 9h 8c"
"""A tenth of the meter on Tables 3 and 8."""

SPADE_ACES = "As As As 8c"
"""All of the meter."""

ACES = "1 decline, 1 surrender"
NOTHING = "7d 9h 6d 8c"
TWO_SEATS = {1: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}


def find_table(game: str) -> str:
    """Return an edition's first six-deck table against the up card."""
    return "8c-1" if game == V002 else "3c-1"


@ruling("W1")
@every_row("game", WASHINGTON)
@every_row("terms", [progressive(), progressive(contribution="21%")])
def test_ruling_w1_21_percent_of_every_wager_feeds_the_meter_by_default(
    game: str, terms: dict[str, object]
) -> None:
    # 21% of $5 is $1.05.
    assert bet(game, find_table(game), NOTHING, terms=terms).meters == {"jackpot-1": "50001.0500"}


@ruling("W1")
@every_row(
    ("contribution", "meter"),
    [("0%", "50000.0000"), ("10%", "50000.5000"), ("0.5%", "50000.0250"), ("100%", "50005.0000")],
)
def test_ruling_w1_the_house_may_set_another_share(contribution: str, meter: str) -> None:
    played = bet(WA, "3c-1", NOTHING, terms=progressive(contribution=contribution))
    assert played.meters == {"jackpot-1": meter}


@ruling("W25")
@every_row("game", WASHINGTON)
def test_ruling_w25_wagers_feed_the_meter_before_the_first_card_won_or_lost(game: str) -> None:
    played = bet(game, find_table(game), NOTHING)
    assert played.when("meter-fed", amount="1.0500") < played.when("card-dealt")
    assert played.won("jackpot-1") == -500


@ruling("W25")
@every_row("game", WASHINGTON)
def test_ruling_w25_an_award_contains_this_rounds_contributions_of_every_seat(game: str) -> None:
    # Seat 1 takes all of 50000.00 and twice 1.05, although seat 2's wager loses later in order.
    played = bet(
        game,
        find_table(game),
        "As Kd As As Qd 8c",
        "1 decline, 2 decline, 1 surrender, 2 surrender",
        TWO_SEATS,
    )
    assert played.won("jackpot-1", seat=1) == 5000210 - 500
    assert played.meters == {"jackpot-1": "5000.0000"}


@ruling("W25")
@every_row("game", WASHINGTON)
def test_ruling_w25_a_part_of_a_cent_stays_in_the_meter(game: str) -> None:
    # 1000.0050 + 1.05 = 1001.0550; a tenth is 100.1055, of which 100.10 are paid.
    played = bet(game, find_table(game), NINES, meters={"jackpot-1": "1000.0050"})
    assert played.won("jackpot-1") == 10010 - 500
    assert played.meters == {"jackpot-1": "900.9550"}


@ruling("W34")
@every_row("game", WASHINGTON)
def test_ruling_w34_each_wagers_share_is_rounded_down_to_a_hundredth_of_a_cent(game: str) -> None:
    # 0.5% of 101 cents is 50.5 hundredths of a cent: 50 of each wager, not 101 of both.
    played = bet(
        game,
        find_table(game),
        "7d 7c 9h 6d 6c 8c",
        "1 surrender, 2 surrender",
        {1: "1000, jackpot-1 101", 2: "1000, jackpot-1 101"},
        terms=progressive(101, contribution="0.5%"),
    )
    assert played.meters == {"jackpot-1": "50000.0100"}


@ruling("W34")
@every_row("game", WASHINGTON)
def test_ruling_w34_a_reserve_is_kept_beside_the_display(game: str) -> None:
    # Of 1.05 a tenth, 0.1050, is kept; 0.9450 is shown.
    played = bet(game, find_table(game), NOTHING, terms=progressive(reserve="10%"))
    assert played.meters == {"jackpot-1": "50000.9450"}
    assert played.result["reserves_after"] == {"jackpot-1": "0.1050"}


@ruling("W34")
def test_ruling_w34_the_reserve_is_rounded_down_too() -> None:
    # 21% of 101 cents is 0.2121; a third of a percent of that is 6.999 hundredths of a cent.
    played = bet(
        WA,
        "3c-1",
        NOTHING,
        seats="1000, jackpot-1 101",
        terms=progressive(101, reserve="0.33%"),
    )
    assert played.result["reserves_after"] == {"jackpot-1": "0.0006"}
    assert played.meters == {"jackpot-1": "50000.2115"}  # 0.2121 - 0.0006


@ruling("W34")
@every_row("game", WASHINGTON)
def test_ruling_w34_after_100_percent_the_meter_is_seed_reserve_and_part_cent(game: str) -> None:
    """Display 50000.9450: 50000.94 are paid, 0.0050 stays; the reserve is 12.3456 + 0.1050.

    5000.00 + 12.4506 + 0.0050 = 5012.4556.
    """
    played = bet(
        game,
        find_table(game),
        SPADE_ACES,
        ACES,
        terms=progressive(reserve="10%"),
        reserves={"jackpot-1": "12.3456"},
    )
    assert played.won("jackpot-1") == 5000094 - 500
    assert played.meters == {"jackpot-1": "5012.4556"}
    assert "reserves_after" not in played.result


@ruling("W34")
def test_ruling_w34_ten_percent_leaves_the_reserve_alone() -> None:
    # A tenth of 50000.9450 is 5000.0945: 5000.09 are paid.
    played = bet(
        WA, "3c-1", NINES, terms=progressive(reserve="10%"), reserves={"jackpot-1": "12.3456"}
    )
    assert played.won("jackpot-1") == 500009 - 500
    assert played.meters == {"jackpot-1": "45000.8550"}
    assert played.result["reserves_after"] == {"jackpot-1": "12.4506"}


@ruling("W34")
def test_ruling_w34_a_second_100_percent_finds_the_reserve_spent() -> None:
    """Twice 0.9450 shown and 0.1050 kept: 50001.8900 and 0.2100.

    Seat 1 is paid 50001.89, the meter is 5000.2100; seat 2 is paid that, and the seed is left.
    """
    played = bet(
        WA,
        "3c-1",
        "As As As As As 8c",
        "1 decline, 2 decline, 1 surrender, 2 surrender",
        TWO_SEATS,
        terms=progressive(reserve="10%"),
    )
    assert played.won("jackpot-1", seat=1) == 5000189 - 500
    assert played.won("jackpot-1", seat=2) == 500021 - 500
    assert played.meters == {"jackpot-1": "5000.0000"}


@every_row(
    ("terms", "code"),
    [
        (progressive(contribution="101%"), "option/invalid"),
        (progressive(contribution="-1%"), "option/invalid"),
        (progressive(contribution="a fifth"), "option/invalid"),
        (progressive(reserve="150%"), "option/invalid"),
        (progressive(seed="5000.001"), "option/invalid"),
        (progressive(prize={"100%": "5.00"}), "option/conflict"),
        (progressive(scheme="lottery"), "option/invalid"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, object], code: str) -> None:
    tables = {"jackpot-1": "3c-1"}
    jackpots = {"jackpot-1": terms}
    assert refused(WA, NOTHING, "1 surrender", tables=tables, jackpots=jackpots) == code


@every_row("meter", ["-1.0000", "1.00001", "a lot", "", "1,000.00"])
def test_a_meter_that_is_no_amount_is_refused(meter: str) -> None:
    tables = {"jackpot-1": "3c-1"}
    jackpots = {"jackpot-1": progressive()}
    for key in ("meters", "reserves"):
        given = {key: {"jackpot-1": meter}}
        code = refused(WA, NOTHING, "1 surrender", tables=tables, jackpots=jackpots, **given)
        assert code == "record/malformed"
