"""TriLux Blackjack, 30-2115: the deal, several hands, the order of settling, and tips."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import TRILUX, asked, play, refused, settled_in_order
from tests.rules.table import Played

BONUS = "trilux-bonus"
TABLES = {BONUS: "TRI-03", "super-3": "SUP-01"}
ALL = f"1000, {BONUS} 100, super-3 50"

THREE_SEATS = "7h 6d Kh 7c 7d 5s 9d Ts"
"""Up 7: 7-7 (trips), 6-5 (a straight), K-9 (nothing) against 17."""

STAND = "1 stand, 2 stand, 3 stand"


@clause(
    TRILUX,
    "2115",
    words="Optional wagers on blackjack: TriLux Bonus, Super 3, Bust Bonanza and a progressive",
)
def test_2115_every_optional_wager_is_optional() -> None:
    # 19 against 17, three cards of nothing.
    cards = "Th 7s 9d Tc"
    assert play(TRILUX, cards, "1 stand").net == 1000
    assert play(TRILUX, cards, "1 stand", tables=TABLES).net == 1000
    assert play(TRILUX, cards, "1 stand", f"1000, {BONUS} 100", tables=TABLES).net == 900
    assert play(TRILUX, cards, "1 stand", ALL, tables=TABLES).net == 850


@ruling("C77")
def test_ruling_c77_six_decks_where_nothing_is_said() -> None:
    # Bust Bonanza's second table is for six decks alone.
    tables = {"bust-bonanza": "bust-bonanza-2"}
    assert play(TRILUX, "Th 7s 9d Tc", "1 stand, 1 decline", tables=tables).net == 1000


@clause(TRILUX, "2115(2)")
@ruling("C65")
def test_2115_2_the_deal_is_the_blackjack_deal() -> None:
    done = play(TRILUX, "Kh 6d 7c 9d 5s Ts", "2 stand, 4 stand", {4: 1000, 2: 1000})
    dealt = [
        (event["place"], event.get("seat"), event["card"])
        for event in done.events
        if event["event"] == "card-dealt"
    ]
    assert dealt == [
        ("hand", 2, "Kh"),
        ("hand", 4, "6d"),
        ("dealer", None, "7c"),
        ("hand", 2, "9d"),
        ("hand", 4, "5s"),
        ("dealer", None, "Ts"),
    ]
    assert done.nets == {2: 1000, 4: -1000}


@clause(TRILUX, "2115(1)(a)")
def test_2115_1_a_a_player_may_play_several_hands_where_the_house_allows_it() -> None:
    seats = dict.fromkeys((1, 2, 3), 1000)
    players = {1: "ann", 3: "ann", 2: "bob"}
    # 14 and 11 lose to 17, 19 wins.
    done = play(TRILUX, THREE_SEATS, STAND, seats, players=players)
    assert done.nets == {1: -1000, 2: -1000, 3: 1000}
    allowed = {"multiple_hands": True}
    assert play(TRILUX, THREE_SEATS, STAND, seats, players=players, options=allowed).nets
    one_each = {"multiple_hands": False}
    code = refused(TRILUX, THREE_SEATS, STAND, seats, players=players, options=one_each)
    assert code == "seat/one-each"
    different = {1: "ann", 2: "bob", 3: "cyd"}
    assert play(TRILUX, THREE_SEATS, STAND, seats, players=different, options=one_each).nets
    assert play(TRILUX, THREE_SEATS, STAND, seats, options=one_each).nets


@clause(TRILUX, "2115(1)(b)")
@every_row("betting", [(), (1,), (2,), (3,), (1, 3), (1, 2, 3)])
def test_2115_1_b_the_optional_wagers_on_none_one_or_all_of_a_players_hands(
    betting: tuple[int, ...],
) -> None:
    # TRI-03 and SUP-01: trips 33 x 100 + 90 x 50; a straight 10 x 100 - 50; nothing -100 - 50.
    # 24% of $5 in the meter each time; trips 25 for 1, a straight 5 for 1, nothing lost.
    gains = {
        1: 3300 + 4500 + 12000,
        2: 1000 - 50 + 2000,
        3: -100 - 50 - 500,
    }
    main = {1: -1000, 2: -1000, 3: 1000}
    jackpot = {"scheme": "progressive", "wager": 500, "contribution": "24%", "seed": "10000.00"}
    rest = {
        "tables": TABLES | {"trilux-progressive": "progressive-01"},
        "jackpots": {"trilux-progressive": jackpot},
        "players": dict.fromkeys((1, 2, 3), "ann"),
    }
    seats = {
        seat: f"{ALL}, trilux-progressive 500" if seat in betting else 1000 for seat in (1, 2, 3)
    }
    done = play(TRILUX, THREE_SEATS, STAND, seats, **rest)
    assert done.nets == {
        seat: main[seat] + (gains[seat] if seat in betting else 0) for seat in (1, 2, 3)
    }
    cents = 120 * len(betting)
    assert done.meters == {"trilux-progressive": f"{10000 + cents // 100}.{cents % 100:02}00"}


@clause(TRILUX, "2115(3)", "2115(3)(a)")
@every_row(
    ("cards", "decisions"),
    [("Th 7c 9d Ts", "1 stand"), ("Th Ac 9d Ts", "1 decline"), ("Th Kc 9d Ts", "1 stand")],
)
def test_2115_3_a_settled_when_everybody_has_two_cards_before_insurance_peek_and_play(
    cards: str, decisions: str
) -> None:
    done = play(TRILUX, cards, decisions, ALL, tables=TABLES)
    last_card = done.when("card-dealt", card="Ts")
    then = [event["event"] for event in done.events[last_card + 1 :]]
    settled = [event for event in then if event != "phase-ended"][:2]
    assert settled == ["wager-settled", "wager-settled"]
    assert done.when("wager-settled", wager=BONUS) < done.when("action-taken")
    assert done.when("wager-settled", wager="super-3") < done.when("action-taken")


@clause(TRILUX, "2115(3)", "2115(3)(a)")
@ruling("C87")
@every_row(("cards", "decisions"), [("7h Ah 7d Kc", "1 decline"), ("9h Kh 2h Ac", "")])
def test_2115_3_a_paid_and_lost_whatever_the_dealer_has(cards: str, decisions: str) -> None:
    # Against a dealer blackjack: a pair loses 100 on TRI-03, a flush wins 500; Super 3 loses 50.
    done = play(TRILUX, cards, decisions, ALL, tables=TABLES)
    bonus = -100 if cards.startswith("7h") else 500
    assert done.net == -1000 + bonus - 50


@clause(TRILUX, "2115(3)(a)")
def test_2115_3_a_settled_from_the_dealers_right_to_left() -> None:
    # Seat 1 is at the dealer's left (C28): the highest seat comes first.
    seats = dict.fromkeys((1, 2, 3), ALL)
    done = play(TRILUX, THREE_SEATS, STAND, seats, tables=TABLES)
    for wager in (BONUS, "super-3"):
        assert [seat for seat, name in settled_in_order(done) if name == wager] == [3, 2, 1]


def _face_down() -> Played:
    seats = dict.fromkeys((1, 2, 3), ALL)
    options = {"cards_dealt": "face down"}
    return play(TRILUX, THREE_SEATS, STAND, seats, tables=TABLES, options=options)


@clause(TRILUX, "2115(3)(b)")
def test_2115_3_b_cards_dealt_face_down_pay_the_same() -> None:
    assert _face_down().nets == {
        1: -1000 + 3300 + 4500,
        2: -1000 + 1000 - 50,
        3: 1000 - 100 - 50,
    }


@clause(TRILUX, "2115(3)(b)")
def test_2115_3_b_cards_dealt_face_down_are_settled_hand_by_hand_from_left_to_right() -> None:
    done = _face_down()
    for seat in (1, 2, 3):
        settled = done.when("wager-settled", wager=BONUS, seat=seat)
        assert settled < done.when("action-taken", seat=seat)
        if seat > 1:
            assert done.when("action-taken", seat=seat - 1) < settled


@clause(TRILUX, "2115(3)(b)", how="judged")
def test_2115_3_b_there_is_no_third_way_to_deal() -> None:
    code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", options={"cards_dealt": "sideways"})
    assert code == "option/invalid"


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C59")
def test_2115_1_c_tips_are_paid_at_the_same_odds_to_the_dealer() -> None:
    # Trips: 33 to 1 and 90 to 1; 14 loses to 17.
    seats = f"{ALL}, tip 200, tip {BONUS} 40, tip super-3 7"
    done = play(TRILUX, "7h 7c 7d Ts", "1 stand", seats, tables=TABLES)
    assert done.won("tip:main") == -200
    assert done.won(f"tip:{BONUS}") == 33 * 40
    assert done.won("tip:super-3") == 90 * 7
    assert done.line("tip:super-3")["stake"] == 7
    assert done.net == -1000 + 3300 + 4500


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C59")
def test_2115_1_c_tips_lose_and_push_with_the_wager() -> None:
    seats = f"1000, {BONUS} 100, tip 50, tip {BONUS} 30"
    lost = play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, tables=TABLES)
    assert (lost.won("tip:main"), lost.won(f"tip:{BONUS}"), lost.net) == (50, -30, 900)
    # A pair pushes on TRI-05.
    pushed = play(TRILUX, "Th 8s Td 9c", "1 stand", seats, tables={BONUS: "TRI-05"})
    assert (pushed.won(BONUS), pushed.won(f"tip:{BONUS}"), pushed.net) == (0, 0, 1000)


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C61")
@every_row(
    ("tip", "code"),
    [
        (f"tip {BONUS} 100", None),
        (f"tip {BONUS} 101", "wager/off-limits"),
        (f"tip {BONUS} 0", "wager/off-limits"),
        ("tip 1001", "wager/off-limits"),
        ("tip super-3 10", "wager/needs-main"),  # offered, but the player has none there
        ("tip big-3 10", "wager/not-offered"),
    ],
)
def test_2115_1_c_a_tip_needs_the_players_wager_and_is_no_larger(
    tip: str, code: str | None
) -> None:
    seats = f"1000, {BONUS} 100, {tip}"
    if code is None:
        assert play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, tables=TABLES).net == 900
    else:
        assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, tables=TABLES) == code


@clause(TRILUX, "2115(1)(c)", words="any restriction on them")
@every_row("tip", ["tip 100", f"tip {BONUS} 50"])
def test_2115_1_c_a_house_may_post_that_it_takes_no_tips(tip: str) -> None:
    rest = {"tables": TABLES, "options": {"tips": False}}
    code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", f"1000, {BONUS} 100, {tip}", **rest)
    assert code == "wager/not-offered"


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C60")
def test_2115_1_c_a_tip_is_neither_doubled_nor_split_and_half_lost_by_surrender() -> None:
    # 8-8 split: 8-3 doubled with T = 21, 8-T = 18 against 17; the tip wins once.
    done = play(TRILUX, "8h 7c 8d Ts 3c Tc Td", "1 split, 1.1 double, 1.2 stand", "1000, tip 301")
    assert (done.line("tip:main")["stake"], done.won("tip:main")) == (301, 301)
    assert done.net == 3000
    rest = {"options": {"surrender": True}}
    done = play(TRILUX, "Th 9c 6d Ts", "1 surrender", "1001, tip 301", **rest)
    # 500 of 1001 and 150 of 301 come back.
    assert (done.net, done.won("tip:main")) == (-501, -151)


@ruling("C39", "C85")
def test_ruling_c39_side_wagers_live_on_beside_a_surrendered_hand() -> None:
    # A flush (T-9-6 of hearts) wins 5 x 100 on TRI-03, Super 3 loses; the dealer draws for nobody.
    rest = {"tables": TABLES, "options": {"surrender": True}}
    done = play(TRILUX, "Th 9h 6h 3s", "1 surrender", ALL, **rest)
    assert (done.net, done.dealer) == (-500 + 500 - 50, "9h 3s")


@clause(TRILUX, "2115(3)(a)", "2115(4)")
@ruling("C33")
def test_2115_the_questions_of_a_round_in_order() -> None:
    # Ace up: insurance of all, the peek, the hands, then Bust Bonanza. Seat 2 holds a blackjack.
    tables = {"bust-bonanza": "bust-bonanza-2"}
    cards = "Kh Ad Tc Ac 6d Kd 9c 5s 5h Ts Kc"
    decisions = "1 decline, 2 insure 500, 3 insure 100, 1 hit, 3 stand, 1 decline, 3 bust-bet 100"
    # Seat 1: K-6-5 = 21 asks nothing more. Dealer A-5-T-K = 26.
    done = play(TRILUX, cards, decisions, dict.fromkeys((1, 2, 3), 1000), tables=tables)
    assert asked(done) == [
        "1.1 decline",
        "2.1 insure",
        "3.1 insure",
        "1.1 hit",
        "3.1 stand",
        "1.1 decline",
        "3.1 bust-bet",
    ]
    # Off-suit bust with an ace up: 3 to 1.
    assert done.nets == {1: 1000, 2: 1500 - 500, 3: 1000 - 100 + 300}
