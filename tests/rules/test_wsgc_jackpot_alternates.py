"""Washington Spanish 21: alternate jackpot pays, prizes the house sets, and rounding."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import WASHINGTON, clause, ruling
from tests.rules.jackpots import OPERATOR_ROWS, bet, pays
from tests.rules.table import V002, V003, WA, progressive, refused

AWARD_100 = 5000105 - 500
"""All of $50,000 and 21% of $5, less the $5."""

AWARD_10 = 500010 - 500
"""A tenth of $50,001.05 in whole cents, less the $5."""

ACES = "1 decline, 1 surrender"
UP_CARD_TABLES = ["3a-1", "3b-4", "3c-5", "3d-8"]
UP_AND_DOWN_TABLES = ["4b-1", "4c-4", "4d-1", "4e-8"]


@clause(WA, "A-alternates")
@clause(V003, "A-alternates")
@ruling("W7")
@every_row("game", [WA, V003])
@every_row("table", UP_CARD_TABLES)
def test_wsgc_a_alternates_option_1(game: str, table: str) -> None:
    """Three spade aces with the king of spades down are all of it, three suited aces a tenth."""
    alternate = "3-alt-1"
    king_down = bet(game, table, "As As As Ks", "1 decline", alternate=alternate)
    assert king_down.won("jackpot-1") == AWARD_100
    for down in ("Kh", "Qs", "As", "8c"):
        decisions = "1 decline" if down in {"Kh", "Qs"} else ACES
        cards = f"As As As {down}"
        played = bet(game, table, cards, decisions, alternate=alternate)
        assert played.won("jackpot-1") == AWARD_10  # W7: spades too
    for suit in "hdc":
        cards = f"A{suit} A{suit} A{suit} Ks"
        played = bet(game, table, cards, "1 decline", alternate=alternate)
        assert played.won("jackpot-1") == AWARD_10
    nines = bet(game, table, "9h 9h 9h 8c", alternate=alternate)
    assert nines.won("jackpot-1") == 30 * 500 - 500


@clause(WA, "A-alternates")
@every_row("table", UP_CARD_TABLES)
def test_wsgc_a_alternates_option_2(table: str) -> None:
    """Three spade aces are all of it whatever lies down, other suited aces a tenth."""
    alternate = "3-alt-2"
    for down in ("8c", "As", "Ah"):
        spades = bet(WA, table, f"As As As {down}", ACES, alternate=alternate)
        assert spades.won("jackpot-1") == AWARD_100
    king_down = bet(WA, table, "As As As Ks", "1 decline", alternate=alternate)
    assert king_down.won("jackpot-1") == AWARD_100
    for suit in "hdc":
        played = bet(WA, table, f"A{suit} A{suit} A{suit} 8c", ACES, alternate=alternate)
        assert played.won("jackpot-1") == AWARD_10
    kings = bet(WA, table, "Ks Ks Ks 9c", alternate=alternate)
    assert kings.won("jackpot-1") == 30 * 500 - 500


@clause(WA, "A-alternates")
@every_row("alternate", ["3-alt-1", "3-alt-2"])
def test_wsgc_a_alternates_leave_the_fixed_pays_as_they_are(alternate: str) -> None:
    printed = pays("3c-5")
    assert bet(WA, "3c-5", "9h 9h 9d 8c", alternate=alternate).won("jackpot-1") == (
        500 * printed.suited_and_unsuited - 500
    )
    one = bet(WA, "3c-5", "9h 9h 7d 8c", alternate=alternate)
    assert one.won("jackpot-1") == 500 * printed.suited - 500


@clause(WA, "B-alternates")
@clause(V003, "B-alternates")
@ruling("W33")
@every_row("game", [WA, V003])
@every_row("table", UP_AND_DOWN_TABLES)
def test_wsgc_b_alternates(game: str, table: str) -> None:
    """Four suited aces are all of it, four other suited cards a tenth, three the house's prize."""
    alternate = "4-alt"
    printed = pays(table)
    for suit in "shdc":
        aces = " ".join([f"A{suit}"] * 4)
        assert bet(game, table, aces, ACES, alternate=alternate).won("jackpot-1") == AWARD_100
    nines = bet(game, table, "9h 9h 9h 9h", alternate=alternate)
    assert nines.won("jackpot-1") == AWARD_10
    three = bet(game, table, "9h 9h 9h 8c", alternate=alternate)
    assert three.won("jackpot-1") == 30 * 500 - 500
    three_down = bet(game, table, "9h 8c 9h 9h", alternate=alternate)
    assert three_down.won("jackpot-1") == 30 * 500 - 500
    three_aces = bet(game, table, "Ah Ah Ah 8c", ACES, alternate=alternate)
    assert three_aces.won("jackpot-1") == 30 * 500 - 500
    # W33: the two non-suited matches with the other dealer card are paid beside the prize.
    beside = bet(game, table, "9h 9h 9h 9d", alternate=alternate)
    assert beside.won("jackpot-1") == 30 * 500 + 500 * printed.two_unsuited - 500


@ruling("W6", how="judged")
@every_row("game", [WA, V003])
def test_ruling_w6_table_4a_has_no_alternates(game: str) -> None:
    code = refused(
        game,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": "4a-1"},
        jackpots={"jackpot-1": progressive()},
        pays={"jackpot-1": {"alternate": "4-alt", OPERATOR_ROWS["4a"]: "30 for 1"}},
        options={"decks": 2},
    )
    assert code == "option/conflict"


@clause(WA, "A-alternates", "B-alternates", how="judged")
@every_row(
    ("game", "table", "alternate", "row"),
    [
        (WA, "3c-1", "4-alt", "3-alt"),
        (WA, "4d-1", "3-alt-1", "4-alt"),
        (WA, "5c-1", "3-alt-1", "5"),
        (WA, "6-1", "3-alt-1", "3-alt"),
        (V003, "3c-1", "3-alt-2", "3-alt"),  # the second option came in 2024
        (V002, "8c-1", "3-alt-1", "3-alt"),  # v002 has none
        (V002, "9c-1", "4-alt", "4-alt"),
    ],
)
def test_wsgc_a_alternates_fit_only_the_tables_they_are_printed_for(
    game: str, table: str, alternate: str, row: str
) -> None:
    code = refused(
        game,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": table},
        jackpots={"jackpot-1": progressive()},
        pays={"jackpot-1": {"alternate": alternate, OPERATOR_ROWS[row]: "30 for 1"}},
    )
    assert code == "option/conflict"


PRIZES = [
    ("50 for 1", 50 * 500 - 500),
    ("$100", 100 * 500 - 500),  # dollars for each $1: $500 on $5
    ("7 for 2", 1750 - 500),
]


@clause(WA, "A-operator")
@clause(V003, "A-operator")
@every_row("game", [WA, V003])
@every_row(("prize", "won"), PRIZES)
@every_row(
    ("table", "alternate", "cards"),
    [
        ("3c-1", "3-alt-1", "9h 9h 9h 8c"),
        ("4d-1", "4-alt", "9h 9h 9h 8c"),
        ("4a-1", None, "9h 9s 9d 9c"),
        ("5c-1", None, "9h 9h 9h 8c"),
    ],
)
def test_wsgc_a_operator_a_prize_from_the_house_leaves_the_meter_alone(
    game: str, prize: str, won: int, table: str, alternate: str | None, cards: str
) -> None:
    for source in (prize, {"pay": prize}, {"pay": prize, "from": "house"}):
        played = bet(game, table, cards, alternate=alternate, prize=source)
        assert played.won("jackpot-1") == won
        assert played.meters == {"jackpot-1": "50001.0500"}


@clause(WA, "A-operator")
@clause(V003, "A-operator")
@every_row("game", [WA, V003])
@every_row(
    ("table", "alternate", "cards"),
    [
        ("3c-1", "3-alt-1", "9h 9h 9h 8c"),
        ("4d-1", "4-alt", "9h 9h 9h 8c"),
        ("4a-1", None, "9h 9s 9d 9c"),
        ("5c-1", None, "9h 9h 9h 8c"),
    ],
)
@every_row(
    ("prize", "won", "meter"),
    [
        ("50 for 1", 50 * 500 - 500, "49751.0500"),  # $250.00 less
        ("$100", 100 * 500 - 500, "49501.0500"),  # $500.00 less
    ],
)
def test_wsgc_a_operator_a_prize_from_the_jackpot_lowers_the_meter(
    game: str, table: str, alternate: str | None, cards: str, prize: str, won: int, meter: str
) -> None:
    source = {"pay": prize, "from": "jackpot"}
    played = bet(game, table, cards, alternate=alternate, prize=source)
    assert played.won("jackpot-1") == won
    assert played.meters == {"jackpot-1": meter}


@clause(WA, "A-operator")
@clause(V003, "A-operator")
@every_row("game", [WA, V003])
def test_wsgc_a_operator_two_prizes_from_the_jackpot_in_one_round(game: str) -> None:
    # Two wagers of 1.05 each in; 250.00 out for each seat.
    seats = {1: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}
    source = {"pay": "50 for 1", "from": "jackpot"}
    played = bet(game, "5c-1", "9h 9h 9h 9h 9h 8c", "1 surrender, 2 surrender", seats, prize=source)
    assert (played.won("jackpot-1", 1), played.won("jackpot-1", 2)) == (24500, 24500)
    assert played.meters == {"jackpot-1": "49502.1000"}


@ruling("W10", how="judged")
@every_row("game", [WA, V003])
@every_row(
    ("table", "decks", "given"),
    [
        ("4a-1", 2, {}),
        ("5c-1", 6, {}),
        ("3c-1", 6, {"alternate": "3-alt-1"}),
        ("4d-1", 6, {"alternate": "4-alt"}),
        ("5c-1", 6, {"2 Suited Matches": "10%"}),  # a percentage is no prize of the house
        ("5c-1", 6, {"2 Suited Matches": "$"}),
    ],
)
def test_ruling_w10_a_prize_the_house_sets_must_be_given(
    game: str, table: str, decks: int, given: dict[str, str]
) -> None:
    code = refused(
        game,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": table},
        jackpots={"jackpot-1": progressive()},
        pays={"jackpot-1": given} if given else {},
        options={"decks": decks},
    )
    assert code == "option/invalid"


@ruling("W10", how="judged")
def test_ruling_w10_only_the_houses_own_rows_can_be_set() -> None:
    code = refused(
        WA,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": "3c-1"},
        jackpots={"jackpot-1": progressive()},
        pays={"jackpot-1": {"1 Suited match": "50 for 1"}},
    )
    assert code == "option/unknown"


@ruling("W32")
@every_row("game", WASHINGTON)
@every_row(("rounding", "won"), [("down", 2 * 151 - 101), ("up", 2 * 152 - 101)])
def test_ruling_w32_the_pay_on_each_dealer_card_is_rounded_by_itself(
    game: str, rounding: str, won: int
) -> None:
    # 3 for 2 on 101 cents is 151.5 for each dealer card; together they would be 303.
    played = bet(
        game,
        "9c-1" if game == V002 else "4d-1",
        "9d 9h 7d 7s",
        seats="1000, jackpot-1 101",
        terms=progressive(101),
        options={"rounding": rounding},
    )
    assert played.won("jackpot-1") == won
    assert played.line("jackpot-1")["remainder"] == {"down": "1", "up": "-1"}[rounding]


@clause(WA, "A-scale")
@ruling("W9")
@every_row("wager", [100, 250, 500, 2500])
def test_wsgc_a_scale_fixed_pays_are_multiplied_by_the_wager(wager: int) -> None:
    # 3c-5 pays 9 for 1 for one suited match, 12 for 1 for one of each.
    seats = f"1000, jackpot-1 {wager}"
    terms = progressive(wager)
    one = bet(WA, "3c-5", "9h 9h 7d 8c", seats=seats, terms=terms)
    assert one.won("jackpot-1") == 9 * wager - wager
    both = bet(WA, "3c-5", "9h 9h 9d 8c", seats=seats, terms=terms)
    assert both.won("jackpot-1") == 12 * wager - wager
    prize = bet(WA, "5c-5", "9h 9h 9h 8c", seats=seats, terms=terms, prize="$40")
    assert prize.won("jackpot-1") == 40 * wager - wager


@ruling("W9")
@every_row("wager", [100, 500, 2500])
def test_ruling_w9_percentages_of_the_meter_do_not_grow_with_the_wager(wager: int) -> None:
    # Nothing is put in, so that the meter stays at $50,000: a tenth is $5,000 for everybody.
    played = bet(
        WA,
        "3c-5",
        "9h 9h 9h 8c",
        seats=f"1000, jackpot-1 {wager}",
        terms=progressive(wager, contribution="0%"),
    )
    assert played.won("jackpot-1") == 500000 - wager


@ruling("W8")
@every_row(
    ("game", "table", "alternate"),
    [
        *((game, "3c-1", None) for game in (WA, V003)),
        (V002, "8c-1", None),
        (WA, "3c-1", "3-alt-2"),
    ],
)
@every_row("cards", ["9h 9h 9s 8c", "9h 9h 7d 8c", "7d 9h 6d 8c"])
def test_ruling_w8_what_needs_no_down_card_is_settled_before_play(
    game: str, table: str, alternate: str | None, cards: str
) -> None:
    played = bet(game, table, cards, alternate=alternate)
    assert played.when("wager-settled", wager="jackpot-1") < played.when("action-taken")


@ruling("W8")
@every_row(
    ("game", "table", "alternate", "cards"),
    [
        (WA, "4d-1", None, "9h 9h 7d 8c"),
        (V003, "4d-1", None, "9h 9h 9h 8c"),
        (V002, "9c-1", None, "7d 9h 8s 8c"),
        (WA, "5c-1", None, "9h 9h 9h 9h"),
        (V003, "5c-1", None, "9h 9h 9h 8c"),
        (WA, "6-1", None, "9h 9h 7d 8c"),
    ],
)
def test_ruling_w8_what_needs_the_down_card_is_settled_when_it_is_exposed(
    game: str, table: str, alternate: str | None, cards: str
) -> None:
    played = bet(game, table, cards, alternate=alternate)
    exposed = played.when("down-card-exposed")
    assert played.when("action-taken") < exposed
    assert exposed < played.when("wager-settled", wager="jackpot-1")


@clause(WA, "JP-pays", words="pays are made before the base game is played")
@ruling("W8")
@every_row("game", [WA, V003])
@every_row(
    ("table", "alternate", "cards"),
    [
        ("5c-1", None, "9h 9h 7d 8c"),  # one suited match with the up card, whatever lies down
        ("5c-1", None, "9h 9h 9d 8c"),
        ("5c-1", None, "7d 9h 6d 8c"),  # no match: lost already
        ("3c-1", "3-alt-1", "9h 9h 7d 8c"),
        ("3c-1", "3-alt-1", "9h 9h 9h 8c"),  # three suited nines: the house's prize
    ],
)
def test_ruling_w8_a_fixed_pay_on_the_up_card_does_not_wait_for_the_down_card(
    game: str, table: str, alternate: str | None, cards: str
) -> None:
    played = bet(game, table, cards, alternate=alternate)
    assert played.when("wager-settled", wager="jackpot-1") < played.when("action-taken")
