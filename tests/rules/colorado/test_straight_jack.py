"""Colorado 30-2109: Straight Jack, and what it shares with 30-2110, Straight Jack Progressive."""

from __future__ import annotations

from random import Random

from pitboss.rulebook.check import problems
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import STRAIGHT, STRAIGHT_PROGRESSIVE, list_events, net, total
from tests.rules.colorado.straights import RANKS, TABLE, hand_decisions, length, on, straight
from tests.rules.colorado.table import play, refused, settled_in_order
from tests.rules.table import Played

PAYS = {0: -1, 2: 3, 3: 25, 4: 100, 5: 250, 6: 250}
SJP1_PAYS = {0: -1, 2: 3, 3: 15, 4: 50, 5: 200}
"""SJP1, but for six cards, whose share of the meter comes beside the odds."""

GAMES = [STRAIGHT, STRAIGHT_PROGRESSIVE]


def played_in(game: str, hand: str, **rest: object) -> tuple[Played, dict[int, int]]:
    """Play a hand in either game; return it with that game's pays by length."""
    if game == STRAIGHT:
        return straight(hand, **rest), PAYS
    return straight(hand, game=game, **on("SJP1"), **rest), SJP1_PAYS


HANDS = {
    6: [
        "As 2h 3d 4c 5s 6h",
        "2h Ah 3d 4c 5s 6d",
        "3h 4d 5c 2s Ah 6d",
        "5h 6d 4c 3s 2h Ad",
        "3h 4d 2c Ah 5h 6d",
    ],
    5: ["As 2h 3d 4c 5s", "2h 3d 4c 5s 6h", "6h 5d 4c 3s 2h", "4h 3d 5c 2s 6h", "3h 2d Ac 4s 5d"],
    4: ["As 2h 3d 4c", "4h 5d 3c 6s", "3h 4d 5c 6s", "5h 4d 3c 2s", "2h 3d Ac 4s"],
    3: [
        "4h 5d 3c",
        "6h 7d 8c",
        "8h 7d 6c",
        "7h 8d 6c",
        "5h 6d 7c",
        "As 2h 3d",
        "2h 3d Ac",
        "Qh Kd As",
        "Kh Qd Ac",
    ],
    2: ["2h 3d", "Jh Qd", "Qd Jh", "As 2h", "Ah Kd", "Kh As", "Th 9d", "9d Td", "8h 9d", "Kh Qd"],
    0: [
        "2h 4d",
        "Ah 3d",
        "Kh 2d",
        "8h 8d",
        "Ah Qd",
        "Th Qd",
        "9h Jd",
        "Kh Td",
        "2h 4d 3c",
        "5h 5d",
    ],
}
"""Length -> hands that have it, in the order their cards come."""


@clause(STRAIGHT, "2109(6)", "2109(6)(a)", "2109(7)", "2109(10)")
@ruling("C26", "C98")
@every_row("decks", [1, 2, 3, 4, 5, 6, 7, 8])
@every_row("cards", HANDS)
def test_2109_10_every_row_with_every_deck_count(cards: int, decks: int) -> None:
    row = {0: "lose", 6: "5 or 6 Cards", 5: "5 or 6 Cards"}.get(cards, f"{cards} Cards")
    for hand in HANDS[cards]:
        played = straight(hand, decks=decks)
        assert played.line("straight-jack") == {
            "seat": 1,
            "hand": 1,
            "wager": "straight-jack",
            "stake": 200,
            "outcome": row,
            "net": 200 * PAYS[cards],
        }
        assert length(hand) == cards


@clause(STRAIGHT, "2109(7)(a)", "2109(7)(b)", "2109(7)(d)(i)", "2109(8)(a)")
@clause(STRAIGHT_PROGRESSIVE, "2110(10)(a)", "2110(10)(b)", "2110(10)(d)(i)", "2110(11)(a)")
@every_row("game", GAMES)
@every_row(
    ("hand", "cards"),
    [
        ("4h 5d 3c", 3),
        ("4h 5d 3c 6s", 4),
        ("3h 4d 6c 5s", 2),
        ("5h 6d 7c 8s", 3),  # 26: the eight is not counted
    ],
)
def test_the_documents_own_examples(game: str, hand: str, cards: int) -> None:
    played, pays = played_in(game, hand)
    assert played.won("straight-jack") == 200 * pays[cards]


@clause(STRAIGHT, "2109(7)(d)")
@clause(STRAIGHT_PROGRESSIVE, "2110(10)(d)")
@ruling("C26", "C98")
@every_row("game", GAMES)
@every_row(
    ("hand", "cards"),
    [
        ("3h 4d 2c 2s 5h", 3),  # a rank that comes again ends it, though the five would fit
        ("3h 4d 3c 5s", 2),
        ("4h 5d 7c 3s", 2),  # so does a gap
        ("As 2h 4d 3c", 2),
        ("2h 3d 5c 4s Ah", 2),
        ("As 2h Kd", 2),  # an ace joins the deuce or the king, not both
        ("As 2h Kd 3c", 2),
        ("2h Ad 3c Ks", 3),
        ("2h 3d Ac Ks 4d", 3),  # ends at the king
        ("Ah 2d 3c Ac 4s", 3),
        ("2h 4d 3c", 0),  # no straight to begin with: drawn cards make none
        ("Jh Kd Ac", 0),
        ("4h 6d 5c 3s", 0),
    ],
)
def test_2109_7_d_a_card_that_does_not_continue_it_ends_the_straight_for_good(
    game: str, hand: str, cards: int
) -> None:
    played, pays = played_in(game, hand)
    assert played.won("straight-jack") == 200 * pays[cards]


@clause(STRAIGHT, "2109(7)(c)")
@clause(STRAIGHT_PROGRESSIVE, "2110(10)(c)")
@every_row("game", GAMES)
@every_row("hand", ["Ah Kd", "Ks As"])
def test_2109_7_c_ace_king_is_a_blackjack_and_cannot_be_hit(game: str, hand: str) -> None:
    played, pays = played_in(game, hand)
    assert played.net == 1500 + 200 * pays[2]
    first, second = hand.split()
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    bets = "1000, straight-jack 200"
    code = refused(game, f"{first} 9s {second} Tc Qd", "1 hit", bets, **house)
    assert code == "record/decision-left-over"


@clause(STRAIGHT, "2109(8)")
@clause(STRAIGHT_PROGRESSIVE, "2110(11)")
@every_row("game", GAMES)
@every_row(
    ("hand", "cards"),
    [
        ("Th Jd 9s", 2),  # 29
        ("Th Jd Qs", 2),  # 30
        ("Jh Qd Ks", 2),
        ("7h 8d 9s", 2),  # 24
        ("4h 5d 6s 7c", 3),  # 22
        ("3h 4d 5c 6s 7d", 4),  # 25
        ("2h 3d 4c 5s 6d 7h", 5),  # 27
        ("6h 7d 5c 4s", 3),  # 22
        ("6h 7d Kc", 2),  # a card that would break it busts
        ("8h Td Jc", 0),
    ],
)
def test_2109_8_a_card_that_busts_is_not_counted(game: str, hand: str, cards: int) -> None:
    played, pays = played_in(game, hand)
    assert (played.outcome(), played.won()) == ("bust", -1000)
    assert played.won("straight-jack") == 200 * pays[cards]


@clause(STRAIGHT, "2109(6)", "2109(7)", "2109(7)(d)", "2109(8)")
@clause(STRAIGHT_PROGRESSIVE, "2110(8)", "2110(8)(b)", "2110(10)", "2110(11)")
@every_row("game", GAMES)
def test_2109_7_four_hundred_hands_judged_by_hand(game: str) -> None:
    """Seeded hands, drawn to 21 or a bust, mostly by cards next to those that lie there."""
    random = Random(2109)
    seen = set()
    for _ in range(400):
        cards = [random.randrange(13)]
        cards.append(max(0, min(12, cards[0] + random.choice((1, 1, 1, -1, -1, 0, 2, 12, -12)))))
        hand = ""
        while True:
            hand = " ".join(RANKS[rank] + "hd"[place % 2] for place, rank in enumerate(cards))
            if total(hand) >= 21 or len(cards) == 7 or random.random() < 0.05:
                break
            near = [rank for rank in (min(cards) - 1, max(cards) + 1) if 0 <= rank <= 12]
            cards.append(random.choice([*near * 3, random.randrange(13)]))
        played, pays = played_in(game, hand)
        cards_in_it = length(hand)
        seen.add(cards_in_it)
        # SJP1 pays six cards 200 to 1 and, the ace being a heart or diamond, a tenth of $8,000.
        six = game == STRAIGHT_PROGRESSIVE and cards_in_it == 6
        wanted = 40000 + 80000 if six else 200 * pays[cards_in_it]
        assert played.won("straight-jack") == wanted, hand
    assert seen >= {0, 2, 3, 4, 5}


@clause(STRAIGHT, "2109(7)")
@clause(STRAIGHT_PROGRESSIVE, "2110(10)")
@ruling("C50")
@every_row("game", GAMES)
@every_row(
    ("hand", "cards", "main"),
    [
        ("4h 5d 3c", 3, -2000),
        ("5h 6d 7c", 3, -2000),  # 18 against 19
        ("6h 7d 8c", 3, 2000),
        ("4h 5d Tc", 2, 0),  # breaks it: 19
        ("7h 8d 9c", 2, -2000),  # busts: not counted
        ("4h 6d 5c", 0, -2000),
    ],
)
def test_ruling_c50_the_card_of_a_double_counts_unless_it_busts(
    game: str, hand: str, cards: int, main: int
) -> None:
    played, pays = played_in(game, hand, decisions="1 double")
    assert (played.won(), played.won("straight-jack")) == (main, 200 * pays[cards])


@ruling("C51")
@every_row("game", GAMES)
@every_row("pair", ["Th Jd", "Jh Qd", "Qh Kd", "Kd Qh"])
def test_ruling_c51_a_split_straight_stays_at_two_cards(game: str, pair: str) -> None:
    """Each hand gets cards that would lengthen it: hand 1 busts, hand 2 wins with an ace."""
    first, second = pair.split()
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    cards = f"{first} 9s {second} Tc 9h Qc Ac"
    played = play(game, cards, "1 split, 1 hit", "1000, straight-jack 200", **house)
    assert played.won("straight-jack") == 600
    # 19 and a queen busts; 21 beats 19.
    assert played.net == 600 - 1000 + 1000


@ruling("C51")
@every_row("game", GAMES)
def test_ruling_c51_a_pair_that_is_split_was_no_straight(game: str) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    # Hand 1 is 8-7, hand 2 8-9: both lose to 19, and the wager with them.
    cards = "8h 9s 8d Tc 7h 9h"
    decisions = "1 split, 1 stand, 1.2 stand"
    played = play(game, cards, decisions, "1000, straight-jack 200", **house)
    assert played.net == -2000 - 200


@ruling("C39")
@every_row("game", GAMES)
def test_ruling_c39_a_surrendered_hand_keeps_its_straight_of_two(game: str) -> None:
    played, pays = played_in(game, "8h 9d", decisions="1 surrender", options={"surrender": True})
    assert (played.won(), played.won("straight-jack")) == (-500, 200 * pays[2])
    assert played.dealer == "9s Tc"


@clause(
    STRAIGHT_PROGRESSIVE,
    "2110(2)",
    words="The regular wager must be made; the progressive wager is optional",
)
@clause(STRAIGHT, "2109(1)", "2109(2)")
@clause(STRAIGHT_PROGRESSIVE, "2110(1)")
@ruling("C6")
@every_row("game", GAMES)
def test_2109_2_it_is_optional_and_needs_the_blackjack_wager(game: str) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    assert net(game, "4h 9s 5d Tc", "1 stand", 1000, **house) == -1000
    code = refused(game, "4h 9s 5d Tc", "1 stand", "straight-jack 200", **house)
    assert code == "wager/needs-main"


@clause(STRAIGHT, "2109(3)")
@every_row("wager", [99, 501, 0, -200])
def test_2109_3_every_wager_lies_between_the_posted_limits(wager: int) -> None:
    limits = {"straight-jack": {"min": 100, "max": 500}, "main": {"min": 1000, "max": 2000}}
    cards = "4h 9s 5d Tc"
    bets = f"1000, straight-jack {wager}"
    assert refused(STRAIGHT, cards, "1 stand", bets, tables=TABLE, limits=limits) == (
        "wager/off-limits"
    )
    for within in (100, 333, 500):
        bets = f"1000, straight-jack {within}"
        won = net(STRAIGHT, cards, "1 stand", bets, tables=TABLE, limits=limits)
        assert won == 3 * within - 1000
    for main in (999, 2001):
        bets = f"{main}, straight-jack 100"
        code = refused(STRAIGHT, cards, "1 stand", bets, tables=TABLE, limits=limits)
        assert code == "wager/off-limits"


@clause(STRAIGHT, "2109(3)")
@ruling("C112")
@every_row(("wager", "fits"), [(499, False), (500, True), (10_000, True), (10_001, False)])
def test_2109_3_the_tables_limits_bind_straight_jack_too(wager: int, *, fits: bool) -> None:
    """A house that posts limits for the main wager alone has posted those of the table."""
    rest = {"tables": TABLE, "limits": {"main": {"min": 500, "max": 10_000}}}
    bets = f"1000, straight-jack {wager}"
    if fits:
        assert net(STRAIGHT, "4h 9s 5d Tc", "1 stand", bets, **rest) == 3 * wager - 1000
    else:
        code = refused(STRAIGHT, "4h 9s 5d Tc", "1 stand", bets, **rest)
        assert code == "wager/off-limits"


@clause(STRAIGHT, "2109(3)", how="judged")
@every_row("limits", [{"max": 10_001}, {"min": 10_001}, {"min": 499, "max": 20_000}])
def test_2109_3_no_limits_of_straight_jack_pass_those_of_the_table(limits: dict[str, int]) -> None:
    posted = {"main": {"min": 500, "max": 10_000}, "straight-jack": limits}
    house = house_from({"game": STRAIGHT, "tables": TABLE, "limits": posted})
    assert [(it.code, it.cite) for it in problems(house)] == [
        ("option/invalid", "2109(3); ruling C112")
    ]


@clause(STRAIGHT, "2109(4)")
@clause(STRAIGHT_PROGRESSIVE, "2110(5)")
@every_row("game", GAMES)
@every_row(("soft17", "draw", "won"), [("stand", "", 1000), ("hit", " 4c", -1000)])
def test_2109_4_the_dealer_plays_by_the_houses_rules(
    game: str, soft17: str, draw: str, won: int
) -> None:
    options = {"soft17": soft17}
    assert net(game, f"Kh 6s 8d Ac{draw}", "1 stand", options=options) == won


@clause(STRAIGHT, "2109(4)")
@clause(STRAIGHT_PROGRESSIVE, "2110(5)")
@ruling("C26")
@every_row("game", GAMES)
def test_ruling_c26_one_to_eight_decks(game: str) -> None:
    for decks in range(1, 9):
        assert net(game, "Kh 9s Qd Tc", "1 stand", decks=decks) == 1000
    for decks in (0, 9):
        assert refused(game, "Kh 9s Qd Tc", "1 stand", decks=decks) == "option/invalid"


@clause(STRAIGHT, "2109(6)(b)")
@clause(STRAIGHT_PROGRESSIVE, "2110(8)(c)")
@every_row("game", GAMES)
def test_2109_6_b_lost_wagers_are_taken_before_the_first_player_acts(game: str) -> None:
    """Seat 1 has 4-5, seat 2 2-9: seat 2's wager is gone before seat 1 is asked."""
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    bets = "1000, straight-jack 200"
    played = play(game, "4h 2h 9s 5d 9d Tc", "1 stand, 2 stand", {1: bets, 2: bets}, **house)
    taken = played.when("wager-settled", seat=2, wager="straight-jack")
    assert taken < played.when("action-taken")


@clause(STRAIGHT_PROGRESSIVE, "2110(9)", words="Winning wagers stay")
@clause(STRAIGHT_PROGRESSIVE, "2110(7)", words="the progressive wagers stay on the table")
@clause(STRAIGHT, "2109(6)(c)")
@every_row("game", GAMES)
def test_2109_6_c_winning_wagers_stay_until_the_dealer_is_done(game: str) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    bets = "1000, straight-jack 200"
    played = play(game, "4h 9s 5d 3c 3d 6h", "1 hit, 1 stand", bets, **house)
    # 12 against 9-3-6 = 18.
    assert played.won() == -1000
    paid = played.when("wager-settled", wager="straight-jack")
    assert paid > played.when("card-dealt", place="dealer", card="6h")


@clause(STRAIGHT, "2109(8)(b)", "2109(9)", "2109(9)(b)")
@clause(STRAIGHT_PROGRESSIVE, "2110(11)(b)", "2110(12)", "2110(12)(b)")
@every_row("game", GAMES)
def test_2109_9_the_main_wager_is_settled_first_a_lost_one_too(game: str) -> None:
    """Seat 1 busts 5-6-7-8, seat 2 stands on 4-5, seat 3 wins with 6-7-8."""
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    bets = "1000, straight-jack 200"
    played = play(
        game,
        "5h 4h 6h 9s 6d 5d 7d Tc 7c 8c 8s",
        "1 hit, 1 hit, 2 stand, 3 hit",
        {1: bets, 2: bets, 3: bets},
        **house,
    )
    three = 25 if game == STRAIGHT else 15
    assert played.nets == {1: 200 * three - 1000, 2: 600 - 1000, 3: 200 * three + 1000}
    for seat in (1, 2, 3):
        main = played.when("wager-settled", seat=seat, wager="main")
        assert main < played.when("wager-settled", seat=seat, wager="straight-jack")


@clause(STRAIGHT, "2109(9)(a)")
@clause(STRAIGHT_PROGRESSIVE, "2110(12)(a)")
@every_row("game", GAMES)
def test_2109_9_a_the_hands_are_settled_from_right_to_left(game: str) -> None:
    """From the highest seat down: its main wager, then its Straight Jack, then the next seat."""
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    bets = "1000, straight-jack 200"
    played = play(game, "4h 6h 9s 5d 7d Tc", "1 stand, 2 stand", {1: bets, 2: bets}, **house)
    assert settled_in_order(played) == [
        (2, "main"),
        (2, "straight-jack"),
        (1, "main"),
        (1, "straight-jack"),
    ]


@clause(STRAIGHT, "2109(6)")
@clause(STRAIGHT_PROGRESSIVE, "2110(8)")
@ruling("C87")
@every_row("game", GAMES)
@every_row(
    ("cards", "decisions", "main"),
    [
        ("4h Ts 5d Ac", "", -1000),
        ("4h As 5d Tc", "1 decline", -1000),
        ("4h As 5d Tc", "1 insure 500", 0),
        ("Kh As Ad Tc", "1 decline", 0),
    ],
)
def test_ruling_c87_two_cards_are_paid_against_a_dealer_blackjack(
    game: str, cards: str, decisions: str, main: int
) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    played = play(game, cards, decisions, "1000, straight-jack 200", **house)
    assert played.net == main + 600


@ruling("C87")
@every_row("game", GAMES)
def test_ruling_c87_two_that_are_no_straight_lose_against_it_all_the_same(game: str) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    assert net(game, "4h Ts 8d Ac", "", "1000, straight-jack 200", **house) == -1200


@ruling("C85")
@every_row("game", GAMES)
def test_ruling_c85_the_dealer_does_not_draw_for_a_straight(game: str) -> None:
    house = {"tables": TABLE} if game == STRAIGHT else on("SJP1")
    # J-Q busts with a five; the dealer's 12 stays.
    played = play(game, "Jh 6s Qd 6c 5c", "1 hit", "1000, straight-jack 200", **house)
    assert (played.net, played.dealer) == (600 - 1000, "6s 6c")


@clause(STRAIGHT, "2109(10)", how="judged")
@ruling("C93", how="judged")
def test_2109_10_there_is_one_table() -> None:
    for table in ("SJP1", "1", ""):
        code = refused(STRAIGHT, "4h 9s 5d Tc", "1 stand", tables={"straight-jack": table})
        assert code == "option/invalid"


@clause(STRAIGHT, "2109(10)")
@ruling("C59", "C61")
@every_row(("hand", "pay"), [("4h 5d 3c", 25), ("4h 5d", 3), ("4h 6d", -1)])
def test_ruling_c61_a_tip_beside_it_is_paid_at_the_same_odds(hand: str, pay: int) -> None:
    played = straight(hand, "1000, straight-jack 200, tip 100, tip straight-jack 70")
    assert played.won("straight-jack") == 200 * pay
    assert played.won("tip:straight-jack") == 70 * pay
    assert played.won("tip:main") == -100


@clause(STRAIGHT, "2109(6)(a)")
@clause(STRAIGHT_PROGRESSIVE, "2110(8)(a)")
@every_row("game", GAMES)
def test_2109_6_a_the_order_of_the_first_two_does_not_count(game: str) -> None:
    for low, high in zip(RANKS, RANKS[1:] + "A", strict=True):
        for hand in (f"{low}h {high}d", f"{high}h {low}d"):
            played, _ = played_in(game, hand, decisions=hand_decisions(hand))
            assert played.won("straight-jack") == 600
    lost = list_events(played_in(game, "2h 4d")[0], "wager-settled")
    assert "wager-settled 1 straight-jack" in lost
