"""Washington Spanish 21: the Super Bonus and the Envy Bonus."""

from __future__ import annotations

from itertools import permutations

from pitboss.cards import format_cards
from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play

HEARTS = "7h 7d 7h Kh 7h"
"""Three sevens of hearts against the seven of diamonds; the dealer has 17."""

TWO_WINNERS = "7h 7d Ks 7c 7h 7d 9s Kh 7h 7d"
"""Seat 1 makes three sevens of hearts, seat 2 of diamonds, seat 3 has 19 against 7-K = 17."""


@washington("GR10")
@ruling("W14")
@every_row(
    ("wager", "won"),
    [
        # 7-7-7 of one suit pays 2 to 1 beside the bonus.
        (499, 998),
        (500, 1000 + 100000),
        (2499, 4998 + 100000),
        (2500, 5000 + 500000),
        (40000, 80000 + 500000),
    ],
)
def test_wsgc_gr10_1000_dollars_from_5_and_5000_dollars_from_25(
    game: str, wager: int, won: int
) -> None:
    assert net(game, HEARTS, "1 hit", wager) == won


@washington("GR10")
def test_wsgc_gr10_the_super_bonus_is_a_line_without_a_stake(game: str) -> None:
    played = play(game, HEARTS, "1 hit", 500)
    assert played.line("super-bonus") == {
        "seat": 1,
        "hand": 1,
        "wager": "super-bonus",
        "stake": 0,
        "outcome": "won",
        "net": 100000,
    }


@washington("GR10")
@every_row("decks", [4, 5, 6, 8])
@every_row("up", ["7s", "7h", "7d", "7c"])
def test_wsgc_gr10_any_dealer_seven_with_four_or_more_decks(game: str, decks: int, up: str) -> None:
    # Clubs: 2 to 1 on $5.
    cards = f"7c {up} 7c Kh 7c"
    assert net(game, cards, "1 hit", 500, options={"decks": decks}) == 101000


@washington("GR10")
@every_row(("suit", "pay"), [("s", 1500), ("h", 1000), ("d", 1000), ("c", 1000)])
def test_wsgc_gr10_any_suit_of_the_player(game: str, suit: str, pay: int) -> None:
    # Spades pay 3 to 1 beside it, the other suits 2 to 1.
    cards = f"7{suit} 7d 7{suit} Kh 7{suit}"
    assert net(game, cards, "1 hit", 500) == pay + 100000


@washington("GR10")
@every_row(
    ("cards", "won"),
    [
        ("7h 9d 7h 8c 7h", 5000),  # no dealer seven: 2 to 1 only
        ("7h 8d 7h 7c 7h", 5000),  # a seven down is not up
        ("7h 7d 7h Kh 7s", 3750),  # sevens of two suits: 3 to 2 only
        ("7h 7s 7c Kh 7d", 3750),  # the two-deck hand is nothing here
    ],
)
def test_wsgc_gr10_nothing_less_wins_it(game: str, cards: str, won: int) -> None:
    played = play(game, cards, "1 hit", 2500)
    assert played.net == won
    assert played.wagers() == ["main"]


@washington("GR10")
@every_row("order", list(permutations(["7h", "7c", "7d"])))
def test_wsgc_gr10_two_decks_hearts_clubs_and_diamonds_against_spades(
    game: str, order: tuple[str, str, str]
) -> None:
    # 7-7-7 pays 2 to 1 with two decks.
    first, second, third = order
    cards = f"{first} 7s {second} Kh {third}"
    assert net(game, cards, "1 hit", 2500, options={"decks": 2}) == 5000 + 500000


@washington("GR10")
@every_row(
    "cards",
    [
        "7h 7d 7c Kh 7d",  # the dealer's seven is not of spades
        "7h 7s 7h Kh 7d",  # hearts twice
        "7s 7s 7c Kh 7d",  # a spade in the hand
        "7h 9s 7c 8h 7d",  # no dealer seven
    ],
)
def test_wsgc_gr10_two_decks_nothing_less_wins_it(game: str, cards: str) -> None:
    played = play(game, cards, "1 hit", 2500, options={"decks": 2})
    assert (played.net, played.wagers()) == (5000, ["main"])


@washington("GR10")
@ruling("W14")
def test_wsgc_gr10_every_other_betting_player_gets_50_dollars_envy(game: str) -> None:
    # Seat 2 stands on 19 against 17, seat 3 is bust, seat 4 surrenders: all get the envy.
    cards = "7h Ks Ks 9s 7d 7h 9d 6d 7s Kh 7h Qd"
    decisions = "1 hit, 2 stand, 3 hit, 4 surrender"
    played = play(game, cards, decisions, dict.fromkeys((1, 2, 3, 4), 1000))
    assert played.nets == {
        1: 2000 + 100000,
        2: 1000 + 5000,
        3: -1000 + 5000,
        4: -500 + 5000,
    }
    assert "envy" not in played.wagers(seat=1)


@washington(
    "DP10", words="Several winners are each paid in full, and each brings the others an Envy Bonus"
)
@washington("GR10")
def test_wsgc_gr10_two_winners_each_get_their_own_bonus_and_the_others_envy(game: str) -> None:
    seats = {1: 2500, 2: 500, 3: 1000}
    played = play(game, TWO_WINNERS, "1 hit, 2 hit, 3 stand", seats)
    assert played.nets == {
        1: 5000 + 500000 + 5000,  # 2 to 1, $5,000 and the envy of seat 2's
        2: 1000 + 100000 + 5000,  # 2 to 1, $1,000 and the envy of seat 1's
        3: 1000 + 2 * 5000,  # 19 against 17 and two envies
    }
    assert played.won("envy", seat=3) == 10000


@ruling("W14")
@every_edition
def test_ruling_w14_a_player_with_several_seats_gets_one_envy_on_the_lowest(game: str) -> None:
    # Ann wins on seat 2; Bob sits on 1 and 4, Cy on 3, all with 19 against 17.
    cards = "Ks 7h Ks Ks 7d 9d 7h 9d 9d Kh 7h"
    seats = dict.fromkeys((1, 2, 3, 4), 1000)
    players = {1: "bob", 2: "ann", 3: "cy", 4: "bob"}
    played = play(game, cards, "1 stand, 2 hit, 3 stand, 4 stand", seats, players=players)
    assert played.nets == {1: 6000, 2: 102000, 3: 6000, 4: 1000}
    assert played.line("envy", seat=1)["stake"] == 0


@ruling("W14")
@every_edition
def test_ruling_w14_the_winner_gets_no_envy_on_a_second_seat(game: str) -> None:
    # Ann wins on seat 1 and stands on 19 against 17 on seat 2.
    players = {1: "ann", 2: "ann"}
    cards = "7h Ks 7d 7h 9d Kh 7h"
    played = play(game, cards, "1 hit, 2 stand", {1: 1000, 2: 1000}, players=players)
    assert played.nets == {1: 102000, 2: 1000}


@ruling("W14")
@every_edition
def test_ruling_w14_one_player_with_two_winning_hands(game: str) -> None:
    """Both hands win in full; the other player gets an envy for each, the winner none."""
    players = {1: "ann", 2: "ann", 3: "bob"}
    seats = {1: 500, 2: 500, 3: 1000}
    played = play(game, TWO_WINNERS, "1 hit, 2 hit, 3 stand", seats, players=players)
    assert played.nets == {1: 101000, 2: 101000, 3: 11000}


@ruling("W14")
@every_edition
def test_ruling_w14_seats_without_a_name_are_different_players(game: str) -> None:
    played = play(game, TWO_WINNERS, "1 hit, 2 hit, 3 stand", {1: 500, 2: 500, 3: 1000})
    assert played.nets == {1: 106000, 2: 106000, 3: 11000}


@ruling("W14")
@every_edition
def test_ruling_w14_a_name_does_not_make_one_player_of_two(game: str) -> None:
    # Seat 1, whose player is called "seat 2", wins; seat 2 has 19 against 17 and the envy.
    cards = "7h Ks 7d 7h 9d Kh 7h"
    seats = {1: 1000, 2: 1000}
    players = {1: "seat 2"}
    played = play(game, cards, "1 hit, 2 stand", seats, players=players)
    assert played.nets == {1: 102000, 2: 6000}


@ruling("W14")
@every_edition
def test_ruling_w14_the_original_wager_counts_and_side_wagers_do_not(game: str) -> None:
    # $4.99 with $20 on Match The Dealer: two unsuited matches at 4 to 1 and 2 to 1 on 499.
    assert net(game, HEARTS, "1 hit", "499, match-up 2000") == 16000 + 998


@ruling("W31")
@every_edition
def test_ruling_w31_no_envy_where_no_super_bonus_is_paid(game: str) -> None:
    # Seat 1 wagers $4.99: 2 to 1 only; seat 2 has 19 against 17 and no envy.
    cards = "7h Ks 7d 7h 9d Kh 7h"
    played = play(game, cards, "1 hit, 2 stand", {1: 499, 2: 1000})
    assert played.nets == {1: 998, 2: 1000}
    assert played.wagers(seat=2) == ["main"]


@ruling("W31")
@every_edition
def test_ruling_w31_of_two_winning_hands_only_the_paid_one_brings_envy(game: str) -> None:
    # Seat 1 ($4.99) is paid no bonus; seat 2's $1,000 brings seats 1 and 3 one envy each.
    played = play(game, TWO_WINNERS, "1 hit, 2 hit, 3 stand", {1: 499, 2: 500, 3: 1000})
    assert played.nets == {1: 998 + 5000, 2: 101000, 3: 6000}


@washington("DP10", words="The 7-7-7 bonus is paid at once ... the Envy Bonus are paid")
def test_wsgc_dp10_the_round_is_played_out_and_the_envy_follows(game: str) -> None:
    """The 7-7-7 bonus at the third seven; the rest of the round; then Super Bonus and Envy."""
    # Seat 2 plays on after the bonus: 2-3 hits 9 and 6 = 20 against 17.
    cards = "7h 2s 7d 7h 3d Kh 7h 9d 6c"
    played = play(game, cards, "1 hit, 2 hit, 2 hit, 2 stand", {1: 500, 2: 1000})
    assert played.nets == {1: 101000, 2: 6000}
    order = [
        sevens := played.when("wager-settled", seat=1, outcome="7-7-7 of same suit"),
        played.when("action-taken", seat=2),
        played.when("down-card-exposed"),
        played.when("wager-settled", seat=2, wager="main"),
        bonus := played.when("wager-settled", wager="super-bonus"),
        played.when("wager-settled", wager="envy"),
        played.when("phase-ended", phase="settle"),
    ]
    assert order == sorted(order)
    for place in range(sevens, bonus):  # the hand stays on the table, and nothing more is paid yet
        felt = played.felt_after(place)
        assert format_cards(felt.seats[0].hands[0].cards) == "7h 7h 7h"
        assert "super-bonus" not in {line.wager for line in felt.settled}


@washington(
    "DP10", words="the round is played out, then the Super Bonus and the Envy Bonus are paid"
)
def test_wsgc_dp10_every_super_bonus_is_paid_before_the_first_envy(game: str) -> None:
    cards = "7h 7d 7s 7h 7d Kh 7h 7d"
    seats = {1: 500, 2: 2500}
    played = play(game, cards, "1 hit, 2 hit", seats)
    paid = [line["wager"] for line in played.result["settlement"]]
    assert paid == ["main", "main", "super-bonus", "super-bonus", "envy", "envy"]


@washington("DP10", words="The 7-7-7 bonus is paid at once")
def test_wsgc_dp10_the_sevens_are_paid_beside_the_super_bonus(game: str) -> None:
    played = play(game, HEARTS, "1 hit", 2500)
    assert (played.won(), played.won("super-bonus")) == (5000, 500000)
    assert played.outcome() == "7-7-7 of same suit"
