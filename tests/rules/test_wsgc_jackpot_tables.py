"""Washington Spanish 21: what each jackpot table pays, row by row."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import WASHINGTON, clause, ruling
from tests.rules.jackpots import bet, editions_with, pays, tables
from tests.rules.table import V002, V003, WA, play, progressive, refused

AWARD_100 = 5000105 - 500
"""All of $50,000 and 21% of $5, less the $5."""

AWARD_10 = 500010 - 500
"""A tenth of $50,001.05 in whole cents, less the $5."""

UP_CARD = list(editions_with("3a 3b 3c 3d", v002="8a 8b 8c 8d"))
UP_AND_DOWN = list(editions_with("4b 4c 4d 4e", v002="9a 9b 9c 9d"))


@every_row(("game", "table"), UP_CARD)
def test_tables_3_and_8_pay_by_the_matches_with_the_up_card(game: str, table: str) -> None:
    """Goal: every fixed pay of every paytable, on $5; a loss costs the $5."""
    printed = pays(table)
    assert bet(game, table, "9h 9h 9d 8c").won("jackpot-1") == (
        500 * printed.suited_and_unsuited - 500
    )
    assert bet(game, table, "9h 9h 7d 8c").won("jackpot-1") == 500 * printed.suited - 500
    assert bet(game, table, "9d 9h 9s 8c").won("jackpot-1") == 500 * printed.two_unsuited - 500
    assert bet(game, table, "7d 9h 9s 8c").won("jackpot-1") == 500 * printed.unsuited - 500
    assert bet(game, table, "7d 9h 8s 8c").won("jackpot-1") == -500  # the down card is no match
    assert bet(game, table, "9h 9h 9h 8c").won("jackpot-1") == AWARD_10


@every_row(("game", "table"), UP_AND_DOWN)
def test_tables_4b_to_4e_and_9_pay_each_dealer_card(game: str, table: str) -> None:
    printed = pays(table)
    assert bet(game, table, "9h 9h 9d 8c").won("jackpot-1") == (
        500 * printed.suited_and_unsuited - 500
    )
    assert bet(game, table, "9h 9h 7d 8c").won("jackpot-1") == 500 * printed.suited - 500
    assert bet(game, table, "8d 9h 8s 8c").won("jackpot-1") == 500 * printed.two_unsuited - 500
    assert bet(game, table, "7d 9h 8s 8c").won("jackpot-1") == 500 * printed.unsuited - 500
    assert bet(game, table, "7d 9h 6s 8c").won("jackpot-1") == -500


@every_row(("game", "table"), [(game, table) for game in (WA, V003) for table in tables("4a")])
def test_table_4a_pays_each_dealer_card_with_two_decks(game: str, table: str) -> None:
    printed = pays(table)
    assert bet(game, table, "9h 9h 9d 8c").won("jackpot-1") == (
        500 * printed.suited_and_unsuited - 500
    )
    assert bet(game, table, "9h 9h 7d 8c").won("jackpot-1") == 500 * printed.suited - 500
    assert bet(game, table, "8d 9h 8s 8c").won("jackpot-1") == 500 * printed.two_unsuited - 500
    assert bet(game, table, "7d 9h 8s 8c").won("jackpot-1") == 500 * printed.unsuited - 500


@clause(WA, "C-jackpot")
@clause(V003, "C-jackpot")
@every_row(
    ("game", "table"), [(game, table) for game in (WA, V003) for table in tables("5a 5b 5c 5d")]
)
def test_wsgc_c_jackpot_tables_5_pay_fixed_pays_on_the_up_card(game: str, table: str) -> None:
    printed = pays(table)
    assert bet(game, table, "9h 9h 9d 8c").won("jackpot-1") == (
        500 * printed.suited_and_unsuited - 500
    )
    assert bet(game, table, "9h 9h 7d 8c").won("jackpot-1") == 500 * printed.suited - 500
    assert bet(game, table, "9d 9h 9s 8c").won("jackpot-1") == 500 * printed.two_unsuited - 500
    assert bet(game, table, "7d 9h 9s 8c").won("jackpot-1") == 500 * printed.unsuited - 500
    assert bet(game, table, "7d 9h 8s 8c").won("jackpot-1") == -500
    assert bet(game, table, "9h 9h 9h 8c").won("jackpot-1") == 30 * 500 - 500  # set by the house


@clause(WA, "C-jackpot")
@clause(V003, "C-jackpot")
@every_row("game", [WA, V003])
@every_row("family", ["5a", "5b", "5c", "5d"])
def test_wsgc_c_jackpot_percentages_need_both_dealer_cards(game: str, family: str) -> None:
    table = f"{family}-1"
    assert bet(game, table, "9d 9d 9d 9d").won("jackpot-1") == AWARD_10
    aces = "1 decline, 1 surrender"
    assert bet(game, table, "Ah Ah Ah Ah", aces).won("jackpot-1") == AWARD_100
    assert bet(game, table, "As As As As", aces).won("jackpot-1") == AWARD_100
    # Aces with another down card are two suited matches, which the house pays 30 for 1.
    assert bet(game, table, "Ah Ah Ah Ad", aces).won("jackpot-1") == 30 * 500 - 500
    # Both player cards match the down card only: one non-suited match each with the up card.
    two = 500 * pays(table).two_unsuited - 500
    assert bet(game, table, "9d 9h 9d 9d").won("jackpot-1") == two


@ruling("W5")
@every_row("game", WASHINGTON)
@every_row("letter", list("abcd"))
def test_ruling_w5_both_player_cards_are_identical_to_the_up_card(game: str, letter: str) -> None:
    table = f"{'8' if game == V002 else '3'}{letter}-1"
    aces = "1 decline, 1 surrender"
    printed = pays(table)
    assert bet(game, table, "As As As 8c", aces).won("jackpot-1") == AWARD_100
    assert bet(game, table, "Ah Ah Ah 8c", aces).won("jackpot-1") == AWARD_10
    assert bet(game, table, "9s 9s 9s 8c").won("jackpot-1") == AWARD_10
    # Two spade aces against another ace are two non-suited matches.
    two = 500 * printed.two_unsuited - 500
    assert bet(game, table, "As Ah As 8c", aces).won("jackpot-1") == two
    one_of_each = 500 * printed.suited_and_unsuited - 500
    assert bet(game, table, "As As Ah 8c", aces).won("jackpot-1") == one_of_each


@ruling("W2")
@every_row("game", WASHINGTON)
@every_row(
    ("cards", "for_one"),
    [
        # 4d-1 and 9c-1: 4, 5/2, 3 and 3/2 for 1.
        ("9h 9h 7d 7s", "4"),  # suited with the up card 5/2, non-suited with the down card 3/2
        ("Ks Ks 7h 7h", "5"),  # suited with each: 5/2 + 5/2; under a king nothing is asked
        ("9h 9h Ks 9d", "4"),  # one card against two: suited 5/2, non-suited 3/2
        ("9d 9h Ks 9s", "3"),  # one card against two: 3/2 + 3/2
        ("9h 9h 9d 9s", "7"),  # 4 with the up card, two non-suited 3 with the down card
        ("9h 9h 9d 9h", "8"),  # 4 with each
    ],
)
def test_ruling_w2_both_dealer_cards_are_scored_and_both_are_paid(
    game: str, cards: str, for_one: str
) -> None:
    table = "9c-1" if game == V002 else "4d-1"
    assert bet(game, table, cards).won("jackpot-1") == 500 * int(for_one) - 500


@ruling("W3")
@every_row("game", WASHINGTON)
@every_row(
    ("cards", "fixed"),
    [
        ("9h 9h 9h 8d", 0),  # ten percent with the up card, nothing with the down card
        ("9h 8d 9h 9h", 0),  # ten percent with the down card
        ("9h 9h 9h 9d", 1500),  # and two non-suited matches, 3 for 1, with the down card
        ("9h 9d 9h 9h", 1500),  # and the other way round
    ],
)
def test_ruling_w3_the_other_dealer_cards_fixed_pay_stands_beside_ten_percent(
    game: str, cards: str, fixed: int
) -> None:
    table = "9c-1" if game == V002 else "4d-1"
    played = bet(game, table, cards)
    assert played.won("jackpot-1") == AWARD_10 + fixed
    assert played.meters == {"jackpot-1": "45000.9500"}  # 50001.05 - 5000.10


@ruling("W3")
@every_row("game", WASHINGTON)
@every_row("letter", [0, 1, 2, 3])
def test_ruling_w3_up_and_down_together_are_all_of_the_meter(game: str, letter: int) -> None:
    table = f"9{'abcd'[letter]}-1" if game == V002 else f"4{'bcde'[letter]}-1"
    played = bet(game, table, "9h 9h 9h 9h")
    assert played.won("jackpot-1") == AWARD_100
    assert played.meters == {"jackpot-1": "5000.0000"}


@ruling("W4")
@every_row("game", [WA, V003])
@every_row("cards", ["As Ah Ad Ac", "As As Ah Ah", "Ad As Ac Ad"])
def test_ruling_w4_any_four_aces_are_ten_percent_and_no_fixed_pay(game: str, cards: str) -> None:
    played = bet(game, "4a-1", cards, "1 decline, 1 surrender")
    assert (played.won("jackpot-1"), played.outcome("jackpot-1")) == (AWARD_10, "Any 4 Aces")


@ruling("W4")
@every_row("game", [WA, V003])
@every_row("cards", ["9s 9h 9d 9c", "9s 9s 9h 9h", "2d 2s 2c 2d"])
def test_ruling_w4_any_four_of_a_rank_are_the_houses_prize_and_no_fixed_pay(
    game: str, cards: str
) -> None:
    assert bet(game, "4a-1", cards, prize="40 for 1").won("jackpot-1") == 40 * 500 - 500


@ruling("W4")
@every_row("game", [WA, V003])
@every_row(
    ("cards", "decisions"),
    [
        ("As As Ks Ks", "1 take-blackjack, 1 decline"),
        ("Ks As As Ks", "1 take-blackjack, 1 decline"),
        ("As Ks Ks As", "1 take-blackjack"),
        ("Ks Ks As As", "1 take-blackjack"),
    ],
)
def test_ruling_w4_ace_king_of_spades_twice_keeps_two_suited_matches(
    game: str, cards: str, decisions: str
) -> None:
    # 4a-1 pays 5 for 1 on each dealer card beside 100%; the blackjack is paid 3 to 2.
    played = bet(game, "4a-1", cards, decisions)
    assert played.won("jackpot-1") == AWARD_100 + 2 * 5 * 500
    assert played.won() == 1500
    assert played.meters == {"jackpot-1": "5000.0000"}


@ruling("W4")
@every_row("game", [WA, V003])
def test_ruling_w4_ace_king_of_another_suit_is_only_two_suited_matches(game: str) -> None:
    played = bet(game, "4a-1", "Ah Ah Kh Kh", "1 take-blackjack, 1 decline")
    assert played.won("jackpot-1") == 2 * 5 * 500 - 500


TABLE_6: dict[str, tuple[int | str, ...]] = {
    # four cards: player's two, up, down -> what Paytables 1 to 5 pay for 1, or a percentage
    "9d 9d 9d 9d": ("100%",) * 5,
    "Ah Ah Ah Ah": ("100%",) * 5,
    "9d 9h 9d 9h": ("100%", "100%", "10%", "10%", "10%"),
    "9s 9c 9c 9c": ("100%", "100%", "10%", "10%", "10%"),
    "9d 9s 9d 9h": (200,) * 5,
    "9d 9h 9d Ks": (20, 20, 20, 20, 25),
    "9d Ks 9h 9d": (20, 20, 20, 20, 25),
    "9s 9c Kd 9s": (20, 20, 20, 20, 25),
    "9d 9s 9h Kc": (10,) * 5,
    "9d Kc 9d 9s": (10,) * 5,  # holds a suited match, but only the highest is paid
    "9d Kc 9d 7s": (2, 3, 2, 3, 2),
    "9d Kc 7s Kc": (2, 3, 2, 3, 2),
    "9d Kc 9d Kc": (2, 3, 2, 3, 2),  # two suited matches are one
    "9d Kc 9h 7s": (0,) * 5,  # a match that is not suited
    "9d 9d 7s 8c": (0,) * 5,  # the player's own pair
    "7s 8c 9d 9d": (0,) * 5,  # the dealer's own pair
}


@clause(WA, "D-highest")
@ruling("W11")
@every_row("cards", TABLE_6)
@every_row("number", [1, 2, 3, 4, 5])
def test_wsgc_d_highest_only_the_best_of_four_cards_is_paid(cards: str, number: int) -> None:
    first, second, up, down = cards.split()
    decisions = "1 decline, 1 surrender" if up[0] == "A" else "1 surrender"
    played = bet(WA, f"6-{number}", f"{first} {up} {second} {down}", decisions)
    pay = TABLE_6[cards][number - 1]
    expected = {"100%": AWARD_100, "10%": AWARD_10}.get(str(pay))
    assert played.won("jackpot-1") == (500 * int(pay) - 500 if expected is None else expected)


@clause(WA, "D-highest")
@ruling("W11")
@every_row("decks", [4, 5, 6, 8])
def test_ruling_w11_table_6_is_for_four_five_six_or_eight_decks(decks: int) -> None:
    played = bet(WA, "6-1", "9d 9d Kc 7s", options={"decks": decks})
    assert played.won("jackpot-1") == 500


@clause(WA, "D-highest", how="judged")
@ruling("W11", how="judged")
@every_row("options", [{"decks": 2}, {"equipment": "v003"}, {"equipment": "v005t"}])
def test_wsgc_d_highest_not_with_two_decks_nor_with_older_equipment(
    options: dict[str, object],
) -> None:
    code = refused(
        WA,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": "6-1"},
        jackpots={"jackpot-1": progressive()},
        options=options,
    )
    assert code == "option/conflict"


@every_row("game", [V003, V002])
def test_table_6_is_the_2024_editions_only(game: str) -> None:
    tables = {"jackpot-1": "6-1"}
    jackpots = {"jackpot-1": progressive()}
    code = refused(game, "9d 9d Kc 7s", "1 surrender", tables=tables, jackpots=jackpots)
    assert code == "option/invalid"


@every_row(
    ("game", "table", "decks"),
    [(WA, "3c-1", 4), (WA, "4a-1", 4), (WA, "5d-1", 6), (V003, "4d-1", 5), (V002, "8a-1", 6)],
)
def test_a_table_for_another_deck_count_is_refused(game: str, table: str, decks: int) -> None:
    pays_set = {"4a-1": "Any 4 Same Rank: 2s - Ks", "5d-1": "2 Suited Matches"}.get(table)
    code = refused(
        game,
        "9d 9d Kc 7s",
        "1 surrender",
        tables={"jackpot-1": table},
        jackpots={"jackpot-1": progressive()},
        pays={"jackpot-1": {pays_set: "30 for 1"}} if pays_set else {},
        options={"decks": decks},
    )
    assert code == "option/conflict"


def test_a_jackpot_is_settled_on_the_first_two_cards_of_a_split_hand() -> None:
    # 9h 9d split; 3c-1 pays 8 for 1 for a suited with a non-suited match, whatever is drawn.
    played = play(
        WA,
        "9h 9h 9d 8c 9h Kd Ks 9c",
        "1 split, 1 split, 1 stand, 1.3 stand, 1.2 stand",
        "1000, jackpot-1 500",
        tables={"jackpot-1": "3c-1"},
        jackpots={"jackpot-1": progressive()},
    )
    assert played.won("jackpot-1") == 8 * 500 - 500
