"""Washington Spanish 21: the decks, and what the dealer draws."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused

TWENTY_AGAINST_17 = "Ks 9c Qd 8c"
"""K-Q against 9-8: the dealer draws nothing and 20 wins."""


@washington("GR2")
@every_row("decks", [2, 4, 5, 6, 8])
def test_wsgc_gr2_two_four_five_six_or_eight_decks(game: str, decks: int) -> None:
    assert net(game, TWENTY_AGAINST_17, "1 stand", options={"decks": decks}) == 1000


@washington("GR2", how="judged")
@every_row("decks", [0, 1, 3, 7, 9])
def test_wsgc_gr2_no_other_number_of_decks(game: str, decks: int) -> None:
    code = refused(game, TWENTY_AGAINST_17, "1 stand", options={"decks": decks})
    assert code == "option/invalid"


@washington("GR2")
@every_row("dealt_from", ["shoe", "hand"])
def test_wsgc_gr2_dealt_from_the_hand_or_a_shoe(game: str, dealt_from: str) -> None:
    options = {"decks": 2, "dealt_from": dealt_from}
    assert net(game, TWENTY_AGAINST_17, "1 stand", options=options) == 1000


@washington("GR2", "DP1")
@every_row("card", ["Ts", "Th", "Td", "Tc", "Jk"])
def test_wsgc_dp1_a_spanish_deck_has_no_tens_and_no_jokers(game: str, card: str) -> None:
    assert refused(game, f"{card} 9c Qd 8c", "1 stand") == "record/card-not-in-shoe"


@washington("DP1")
@every_row("rank", list("A23456789JQK"))
def test_wsgc_dp1_the_other_twelve_ranks_are_there(game: str, rank: str) -> None:
    # Whatever it is, the hand surrenders: two cards below 21, half of $10 gone.
    other = "2d" if rank != "2" else "3d"
    assert net(game, f"{rank}s 9c {other} 8c", "1 surrender") == -500


@washington("DP1")
@every_row("decks", [2, 4, 5, 6, 8])
def test_wsgc_dp1_there_are_as_many_copies_of_a_card_as_decks(game: str, decks: int) -> None:
    """As many seats as decks get a four of spades; then the up card would be one too many."""
    hands = dict.fromkeys(range(1, decks + 1), 1000)
    fours = " ".join(["4s"] * decks)
    kings = " ".join(["Kd"] * decks)
    stands = ", ".join(f"{seat} stand" for seat in hands)
    options = {"decks": decks}
    played = play(game, f"{fours} 9c {kings} 8c", stands, hands, options=options)
    assert set(played.nets.values()) == {-1000}  # 14 against 17
    one_more = f"{fours} 4s {kings} 8c"
    assert refused(game, one_more, stands, hands, options=options) == "record/card-not-in-shoe"


@washington("GR5")
def test_wsgc_gr5_the_dealer_hits_soft_17_where_the_house_says_so(game: str) -> None:
    # 6-A is soft 17; with the 4 it is 21 and beats 19.
    played = play(game, "Ks 6c 9d Ah 4d", "1 stand", options={"soft17": "hit"})
    assert (played.dealer, played.net) == ("6c Ah 4d", -1000)


@washington("GR5")
def test_wsgc_gr5_the_dealer_stands_on_soft_17_where_the_house_says_so(game: str) -> None:
    played = play(game, "Ks 6c 9d Ah", "1 stand", options={"soft17": "stand"})
    assert (played.dealer, played.net) == ("6c Ah", 1000)


@washington("GR5")
@every_row(
    ("soft17", "cards", "won"),
    [
        ("hit", "Ks 2c 9d 4h Ad 3s", -1000),  # 2-4-A is soft 17, the 3 makes 20
        ("stand", "Ks 2c 9d 4h Ad", 1000),
    ],
)
def test_wsgc_gr5_a_soft_17_may_have_three_cards(
    game: str, soft17: str, cards: str, won: int
) -> None:
    assert net(game, cards, "1 stand", options={"soft17": soft17}) == won


@washington("GR5")
def test_wsgc_gr5_a_soft_17_that_turns_hard_goes_on_to_17(game: str) -> None:
    # 6-A hit: 9 makes hard 16, 5 makes hard 21.
    assert net(game, "Ks 6c 9d Ah 9h 5d", "1 stand", options={"soft17": "hit"}) == -1000


@washington("GR5")
@every_row("soft17", ["hit", "stand"])
@every_row(
    ("dealt", "dealer"),
    [
        ("Ks 9c 9d 8h", "9c 8h"),  # hard 17
        ("Ks 7c 9d Ah", "7c Ah"),  # soft 18
        ("Ks 9c 9d 7h 2s", "9c 7h 2s"),  # hard 16 takes a card
        ("Ks 2c 9d Ah 5s", "2c Ah 5s"),  # soft 13 takes a card and stands on soft 18
        ("Ks 9c 9d 6h Ah Ad", "9c 6h Ah Ad"),  # 16 with a hard ace takes a card, 17 does not
    ],
)
def test_wsgc_gr5_every_other_total_is_the_same_either_way(
    game: str, soft17: str, dealt: str, dealer: str
) -> None:
    played = play(game, dealt, "1 stand", options={"soft17": soft17})
    assert (played.dealer, played.net) == (dealer, 1000)  # 19 beats 17 and 18


@washington("GR5", how="judged")
def test_wsgc_gr5_the_house_must_say_which(game: str) -> None:
    for soft17 in (None, "both"):
        code = refused(game, TWENTY_AGAINST_17, "1 stand", options={"soft17": soft17})
        assert code == "option/invalid"


@washington("Introduction", "DP")
@every_row(
    ("cards", "outcome", "won"),
    [
        ("Ks 9c Qd 8c", "win", 1000),  # 20 against 17
        ("Ks 9c 7d 8c", "push", 0),  # 17 against 17
        ("Ks 9c 6d 8c", "lose", -1000),  # 16 against 17
        ("Ks 9c 3d 6c Kd", "win", 1000),  # 9-6-K: the dealer breaks
    ],
)
def test_the_nearer_to_21_wins_even_money_and_a_tie_pushes(
    game: str, cards: str, outcome: str, won: int
) -> None:
    played = play(game, cards, "1 stand")
    assert played.line() == {
        "seat": 1,
        "hand": 1,
        "wager": "main",
        "stake": 1000,
        "outcome": outcome,
        "net": won,
    }


@every_edition
@every_row("seats", [1, 2, 7, 9])
def test_any_number_of_seats_is_dealt_in_seat_order(game: str, seats: int) -> None:
    """The record lists the seats from the last to the first; seat 1 is dealt first all the same."""
    ranks = "23456789K"
    firsts = " ".join(f"{ranks[seat]}s" for seat in range(seats))
    stands = ", ".join(f"{seat} stand" for seat in range(1, seats + 1))
    played = play(
        game,
        f"{firsts} 9c {firsts} 8c",
        stands,
        dict.fromkeys(range(seats, 0, -1), 1000),
        options={"decks": 8},
    )
    for seat in range(1, seats + 1):
        assert played.hand(seat=seat) == f"{ranks[seat - 1]}s {ranks[seat - 1]}s"
    # Only 9-9 (seat 8) and K-K (seat 9) beat 17.
    assert played.nets == {seat: 1000 if seat >= 8 else -1000 for seat in range(1, seats + 1)}


@ruling("W28")
@every_edition
@every_row(
    ("cards", "decisions", "won"),
    [
        ("Ks 2c 6d Kh Qd", "1 hit", -1000),  # bust
        ("Ks 2c 6d Kh", "1 surrender", -500),
        ("Ks 2c 5d Kh 6s", "1 hit", 1000),  # 21
        ("As 2c Kd Kh", "1 take-blackjack", 1500),
        ("As 2c Kd Kh", "1 keep-blackjack, 1 stand", 1500),
        ("5s 2c 6d Kh 2h", "1 double, 1 rescue", -1000),
    ],
)
def test_ruling_w28_with_no_live_hand_the_dealer_turns_the_down_card_and_draws_nothing(
    game: str, cards: str, decisions: str, won: int
) -> None:
    played = play(game, cards, decisions)
    assert (played.dealer, played.net) == ("2c Kh", won)
    assert played.when("down-card-exposed", card="Kh")
    assert refused(game, f"{cards} 5h", decisions) == "record/cards-left-over"


@ruling("W28")
@every_edition
def test_ruling_w28_one_live_hand_makes_the_dealer_draw(game: str) -> None:
    # Seat 1 is bust; seat 2 stands on 19 against 2-K-5 = 17.
    cards = "Ks 9s 2c 6d Kd Kh Qd 5h"
    played = play(game, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert (played.dealer, played.nets) == ("2c Kh 5h", {1: -1000, 2: 1000})


@ruling("W28")
@every_edition
def test_ruling_w28_the_down_card_wager_is_settled_although_nothing_is_drawn(game: str) -> None:
    # K-6 hits Q and is bust; one king matches the down card unsuited: 4 to 1 with six decks.
    played = play(game, "Ks 2c 6d Kh Qd", "1 hit", "1000, match-down 100")
    assert (played.won("match-down"), played.net) == (400, -600)


@ruling("W35")
@every_edition
def test_ruling_w35_a_record_shows_no_burn_card(game: str) -> None:
    """The first card is seat 1's; a burn card before it leaves one card too many."""
    played = play(game, TWENTY_AGAINST_17, "1 stand")
    first = next(event for event in played.events if event["event"] == "card-dealt")
    assert (first["card"], first["seat"]) == ("Ks", 1)
    # With it seat 1 would have 2-9 against K-Q.
    assert refused(game, "2h Ks 9c Qd 8c", "1 stand") == "record/cards-left-over"
