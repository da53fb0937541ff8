"""Misdeals, dead hands and fallen cards of one seat: only that seat is out, the others play on."""

from __future__ import annotations

from random import Random

from pitboss.engine.record import replay, write_record
from pitboss.text.history import story
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, random_setup
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import STRAIGHT, STRAIGHT_PROGRESSIVE
from tests.rules.colorado.straights import on
from tests.rules.colorado.table import SWITCH, play, record, refused, settled_in_order
from tests.rules.table import Played, played, refusal

HOLDEM = "co/21-holdem"
PAI_JACK = "co/pai-jack"
ANTE_UP = "co/ante-up-21"


def ruled(
    kind: str, seat: int = 0, out: int = 0, decisions: int = 0, **rest: object
) -> list[dict[str, object]]:
    """Write one irregularity, ruled on when so many cards are out and decisions are made."""
    where = {"seat": seat} if seat else {}
    return [{"kind": kind, **where, "at": {"cards": out, "decisions": decisions}, **rest}]


def void(round_: Played, seat: int) -> dict[str, int]:
    """Return the wagers of a seat that came back -> their stakes; none of them gained."""
    lines = [line for line in round_.result["settlement"] if line["seat"] == seat]
    returned = [line for line in lines if line["outcome"] == "void"]
    assert all(line["net"] == 0 for line in returned)
    return {line["wager"]: line["stake"] for line in returned}


# 21-Hold 'em: 20 and 20 beat 9c 8c; with 7-6-5 seat 1 has a straight, 4 to 1.
HOLDEM_CARDS = "Kh Ks 9c Qd Qs 8c 7h 9h 6d 8d 5s"
HOLDEM_BETS = {1: "1000, poker 300", 2: "500, poker 70, tip poker 20"}
HOLDEM_PLAY = "1 stand, 2 stand, 1 bet, 2 bet, 1 bet"
PK = {"poker": "poker"}


@clause(HOLDEM, "2104(12)")
@ruling("C29", "M2")
def test_2104_12_a_misdealt_poker_hand_is_void_and_the_others_play_on() -> None:
    """Seat 2 gets two cards at once, the 8d and the 2s; its blackjack was won before."""
    wrong = ruled("misdeal", 2, out=10, decisions=4, cards="2s")
    done = play(HOLDEM, HOLDEM_CARDS, HOLDEM_PLAY, HOLDEM_BETS, tables=PK, irregularities=wrong)
    assert done.nets == {1: 1000 + 3 * 1200, 2: 500}
    assert void(done, 2) == {"poker": 70, "tip:poker": 20, "poker-2": 70}
    assert done.won("main", seat=2) == 500
    # The card that came by mistake is out of the deck: nobody can get it again.
    again = HOLDEM_CARDS.replace("5s", "2s")
    assert (
        refused(HOLDEM, again, HOLDEM_PLAY, HOLDEM_BETS, tables=PK, irregularities=wrong)
        == "record/card-not-in-shoe"
    )


@clause(HOLDEM, "2104(12)")
@every_row(("out", "decisions"), [(0, 0), (6, 0), (6, 1)])
def test_2104_12_it_is_about_a_poker_hand_only(out: int, decisions: int) -> None:
    wrong = ruled("misdeal", 2, out, decisions)
    given = (HOLDEM, HOLDEM_CARDS, HOLDEM_PLAY, HOLDEM_BETS)
    assert refused(*given, tables=PK, irregularities=wrong) == "irregularity/moment"


@clause(HOLDEM, "2104(5)", words="mixing the spots up is harmless")
def test_2104_5_community_cards_on_each_others_spots_are_harmless() -> None:
    cards = "Kh 9c Qd 8c 7h 6d 5s"
    bets = "1000, poker 300"
    given = (HOLDEM, cards, "1 stand, 1 bet, 1 bet", bets)
    wrong = ruled("misplaced-community-cards", out=5)
    told = play(*given, tables=PK, irregularities=wrong)
    plain = play(*given, tables=PK)
    assert told.result["settlement"] == plain.result["settlement"]
    assert told.when("irregularity-ruled") < told.when("action-taken", action="bet")


# Blackjack Switch: seat 1 has K-Q and T-9 against 7-T, and no Super Match.
SWITCH_TABLES = {"super-match": "super-match-1", "buster": "buster-1"}
SWITCH_BETS = {1: "1000, super-match 500", 2: "700, super-match 100, buster 100, tip main-1 50"}
SWITCH_PLAY = "1 keep, 1.1 stand, 1.2 stand"


@clause(SWITCH, "2105(4)", words="A wrong number of cards to a player is a misdeal for him alone")
@ruling("C29", "M2")
@every_row(
    ("cards", "out", "mistake"),
    [
        ("Kh Th 2c 3c 7s Qd 9d 4c 6c Td", 9, "5c"),  # five cards
        ("Kh Th 2c 3c 7s Qd 9d 2d Td", 8, ""),  # three, the last one was left out
        ("Kh Th 2c 7s Qd 9d Td", 3, ""),  # one card
        ("Kh Th 2c 2d 7s Qd 9d 2s 2h Td", 10, ""),  # noticed once all lay there: four deuces
    ],
)
def test_2105_4_a_misdeal_to_a_player_is_his_alone(cards: str, out: int, mistake: str) -> None:
    """Seat 2 has everything back that is open, and seat 1 wins two hands and loses Super Match."""
    wrong = [{"kind": "misdeal", "seat": 2, "cards": mistake, "at": {"cards": out}}]
    given = (SWITCH, cards, SWITCH_PLAY, SWITCH_BETS)
    done = play(*given, tables=SWITCH_TABLES, irregularities=wrong)
    assert done.nets[1] == 2000 - 500
    back = {"main-1": 700, "main-2": 700, "tip:main-1": 50, "buster": 100}
    if out < 10:
        assert (done.nets[2], void(done, 2)) == (0, back | {"super-match": 100})
    else:  # Super Match was paid with the deal, and what is settled stays so
        assert (done.won("super-match", seat=2) > 0, void(done, 2)) == (True, back)
    assert [line["seat"] for line in done.result["settlement"] if line["wager"] == "buster"] == [2]


@clause(PAI_JACK, "2112(4)", words="with the dealer it is a misdeal and all keep theirs")
@clause(
    SWITCH,
    "2105(4)",
    words="to the dealer a misdeal for the whole hand; the players concerned keep all their wagers",
)
@clause(ANTE_UP, "2106(7)(a)")
@ruling("C29", "C79")
@every_row(
    ("game", "kind"),
    [(SWITCH, "dealer-misdeal"), (PAI_JACK, "dealer-misdeal"), (ANTE_UP, "misdeal")],
)
def test_2105_4_a_misdeal_to_the_dealer_is_everybodys(game: str, kind: str) -> None:
    wrong = ruled(kind, out=3)
    done = play(game, "Kh Th 7s", "", {1: 1000, 2: 700}, irregularities=wrong)
    assert (done.nets, done.result["settlement"]) == ({1: 0, 2: 0}, [])


# Pai Jack: 8-J low and 6-A-3 high win, 20 and 18 against 19 and 16.
DEALER = "7s 2c 6c Js Ts"
HAND = "8d 6d Jh Ad 3h"
WIN = "1 set 8d Jh"
HELD = "Ah Kd Qh 2h 3d"
"""A Pai Jack."""
PAI_BETS = {1: "1000, pai-jack-bonus 5", 2: "1000, pai-jack-bonus 10, tip 20"}
BONUS = {"pai-jack-bonus": "1"}


@clause(
    PAI_JACK,
    "2112(4)",
    words="A wrong number of cards kills that player's hand only, and he keeps his bets",
)
@ruling("C29", "M2")
def test_2112_4_a_wrong_number_of_cards_is_a_dead_hand_for_that_player_only() -> None:
    """Seat 2 holds a Pai Jack and a sixth card: nothing is paid, and its bets are retained."""
    wrong = [{"kind": "dead-hand", "seat": 2, "hand": 1, "cards": "4c", "at": {"cards": 10}}]
    cards = f"{HAND} {HELD} {DEALER}"
    done = play(PAI_JACK, cards, WIN, PAI_BETS, tables=BONUS, irregularities=wrong)
    assert done.nets == {1: 1000 - 5, 2: 0}
    assert void(done, 2) == {"main": 1000, "pai-jack-bonus": 10, "tip:main": 20}
    plain = play(PAI_JACK, cards, WIN, PAI_BETS, tables=BONUS)
    assert plain.nets == {1: 1000 - 5, 2: 1500 + 60}  # as it would have been
    mine = [line for line in done.result["settlement"] if line["seat"] == 1]
    assert mine == [line for line in plain.result["settlement"] if line["seat"] == 1]


@clause(
    PAI_JACK,
    "2112(4)",
    words="a player's card that falls off the table kills the hand and voids its bets",
)
@ruling("M2")
def test_2112_4_a_fallen_card_kills_the_hand_and_its_bets_are_void() -> None:
    """It falls while seat 1 sets its hand; seat 2's Pai Jack was paid before."""
    wrong = ruled("fallen-card", 1, out=15)
    cards = f"{HAND} {HELD} {DEALER}"
    done = play(PAI_JACK, cards, "", PAI_BETS, tables=BONUS, irregularities=wrong)
    assert done.nets == {1: -5, 2: 1500 + 60}  # the bonus of seat 1 had lost with the deal
    assert void(done, 1) == {"main": 1000}


@clause(PAI_JACK, "2112(4)", words="A wrong number of cards kills that player's hand only")
def test_2112_4_a_dead_hand_gets_no_more_cards_and_nobody_is_left_to_deal_for() -> None:
    wrong = ruled("dead-hand", 1, out=3)
    assert play(PAI_JACK, "8d 6d Jh", "", 1000, irregularities=wrong).nets == {1: 0}
    given = f"8d 6d Jh {DEALER}"
    assert refused(PAI_JACK, given, "", 1000, irregularities=wrong) == "record/cards-left-over"


@clause(PAI_JACK, "2112(11)(i)")
def test_2112_11_i_a_foul_is_decided_by_the_option_not_by_a_ruling() -> None:
    wrong = ruled("foul", 1, out=10)
    code = refused(PAI_JACK, f"{HAND} {DEALER}", WIN, irregularities=wrong)
    assert code == "irregularity/option"


# Straight Jack: seat 1 has 4-5, which wins 3 to 1 and loses to 19; seat 2 has K-9.
JACK_BETS = {1: "1000, straight-jack 200", 2: "2000, straight-jack 100, tip 100"}
JACK_CARDS = "4h Kd 9s 5d 9d Tc"


def straight_house(game: str) -> dict[str, object]:
    return {"tables": {"straight-jack": "standard"}} if game == STRAIGHT else on("SJP1")


@clause(STRAIGHT, "2109(5)")
@clause(STRAIGHT_PROGRESSIVE, "2110(6)")
@ruling("M1")
@every_row("game", [STRAIGHT, STRAIGHT_PROGRESSIVE])
def test_2109_5_an_irregularity_of_blackjack_takes_one_seat_out(game: str) -> None:
    wrong = ruled("floor-ruling", 1, out=6, reason="the hand was touched")
    done = play(
        game, JACK_CARDS, "2 stand", JACK_BETS, **straight_house(game), irregularities=wrong
    )
    assert done.nets == {1: 0, 2: -100}  # 19 against 19, and K-9 is no straight
    assert void(done, 1) == {"main": 1000, "straight-jack": 200}
    told = "\n".join(story(done.replay.round))
    assert "floor   seat 1, ruling on one seat, as in blackjack" in told
    assert "(reason: the hand was touched)" in told


@clause(
    STRAIGHT_PROGRESSIVE,
    "2110(9)",
    words="after a misdeal of the first two cards ... this wager included",
)
@ruling("M3")
def test_2110_9_after_a_misdeal_every_player_may_back_out_before_another_card() -> None:
    """Seat 1 backs out with its progressive wager, which leaves the meter again."""
    wrong = ruled("misdeal", 2, out=3)
    given = (STRAIGHT_PROGRESSIVE, "4h Kd 9s 9d Tc", "1 back-out, 2 play-on, 2 stand", JACK_BETS)
    house = on("SJP1", contribution="10%")
    done = play(*given, **house, irregularities=wrong)
    assert done.nets == {1: 0, 2: -100}
    assert void(done, 1) == {"main": 1000, "straight-jack": 200}
    assert done.hand(seat=1) == "4h"  # it gets no second card
    # Only seat 2's dollar feeds the meter.
    assert done.meters == {"straight-jack": "8000.1000"}
    backed = done.when("action-taken", action="back-out")
    dealt = done.when("card-dealt", seat=2)
    more = done.when("card-dealt", card="9d")
    assert dealt < done.when("irregularity-ruled") < backed < more


@clause(
    STRAIGHT_PROGRESSIVE,
    "2110(9)",
    words="after a misdeal of the first two cards ... this wager included",
)
@ruling("M3")
def test_2110_9_who_plays_on_plays_as_if_nothing_had_happened() -> None:
    given = (STRAIGHT_PROGRESSIVE, JACK_CARDS)
    wrong = ruled("misdeal", out=4)
    decisions = "1 play-on, 2 play-on, 1 stand, 2 stand"
    done = play(*given, decisions, JACK_BETS, **on("SJP1"), irregularities=wrong)
    plain = play(*given, "1 stand, 2 stand", JACK_BETS, **on("SJP1"))
    assert done.result["settlement"] == plain.result["settlement"]
    assert done.nets == {1: -1000 + 600, 2: -100}


@clause(
    STRAIGHT_PROGRESSIVE,
    "2110(9)",
    words="after a misdeal of the first two cards ... this wager included",
)
@ruling("M3")
def test_2110_9_if_all_back_out_the_round_is_over_without_another_card() -> None:
    decisions = "1 back-out, 2 back-out"
    wrong = ruled("misdeal", out=5)
    house = on("SJP1", contribution="10%")
    cards = "4h Kd 9s 5d 9d"
    done = play(STRAIGHT_PROGRESSIVE, cards, decisions, JACK_BETS, **house, irregularities=wrong)
    assert (done.nets, done.meters) == ({1: 0, 2: 0}, {"straight-jack": "8000.0000"})


@clause(
    STRAIGHT_PROGRESSIVE,
    "2110(9)",
    words="after a misdeal of the first two cards ... this wager included",
)
@every_row(
    ("decisions", "at", "code"),
    [
        ("1 play-on, 1 hit", {"cards": 5, "decisions": 2}, "irregularity/moment"),
        ("1 hit", {"cards": 4, "decisions": 1}, "record/decision-missing"),
        ("1 stand", {"cards": 2}, "action/illegal"),  # it is asked first
    ],
)
def test_2110_9_only_while_the_first_two_cards_are_delivered(
    decisions: str, at: dict[str, int], code: str
) -> None:
    wrong = [{"kind": "misdeal", "at": {"cards": 2}}] if decisions == "1 play-on, 1 hit" else []
    given = record(STRAIGHT_PROGRESSIVE, "4h 9s 5d Tc 2h", decisions, 1000, **on("SJP1")) | {
        "irregularities": [*wrong, {"kind": "misdeal", "at": at}]
    }
    assert refusal(given) == code


@ruling("M1")
@every_row("game", GAMES)
def test_ruling_m1_the_floor_may_rule_in_every_game_and_only_by_a_known_kind(game: str) -> None:
    house, setup = random_setup(Random(game), game)
    (bet,) = random_bets(Random(game), setup)[:1]
    seat = {"seat": bet.seat, "wagers": dict(bet.wagers)}
    given = house | {"seats": [seat], "cards": ""}
    done = played(given | {"irregularities": ruled("floor-ruling", bet.seat)})
    assert done.nets == {bet.seat: 0}
    assert void(done, bet.seat) == dict(bet.wagers)
    assert refusal(given | {"irregularities": ruled("spilled-drink", 1)}) == "irregularity/unknown"


@ruling("M1")
def test_ruling_m1_a_seat_of_spanish_21_is_ruled_out_while_another_plays() -> None:
    """Seat 2 would have won 20 against 17; seat 1 doubles and wins."""
    given = {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"match-up": "2"},
        "seats": [
            {"seat": 1, "wagers": {"main": 1000}},
            {"seat": 2, "wagers": {"main": 2500, "match-up": 500}},
        ],
        "cards": "6h Kd 7s 5h Qd Jc 9c",
        "decisions": [{"seat": 1, "action": "double"}, {"seat": 1, "action": "stand"}],
        "irregularities": ruled("floor-ruling", 2, out=7, decisions=1, reason="chips capped"),
    }
    done = played(given)
    # Match The Dealer lost with the deal and stays lost.
    assert done.nets == {1: 2000, 2: -500}
    assert void(done, 2) == {"main": 2500}
    assert done.replay.difference() is None
    again = replay(done.replay.complete_record())
    assert (again.difference(), again.result()) == (None, done.result)


@ruling("M1")
@every_row(("out", "decisions"), [(4, 0), (5, 1)])
def test_ruling_m1_a_jackpot_that_was_won_is_paid_after_the_round_all_the_same(
    out: int, decisions: int
) -> None:
    """JP-pays: 10% is won with the deal, and waits; only the hand comes back."""
    given = {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"jackpot-1": "3c-1"},
        "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
        "seats": [{"seat": 1, "wagers": {"main": 1000, "jackpot-1": 500}}],
        "cards": "9h 9h 9h 8c" + " 2c" * decisions,
        "decisions": [{"seat": 1, "action": "hit"}] * decisions,
        "irregularities": ruled("floor-ruling", 1, out=out, decisions=decisions),
    }
    done = played(given)
    assert void(done, 1) == {"main": 1000}
    assert done.net == 50_010 - 500
    assert done.meters == {"jackpot-1": "4500.9500"}  # 5001.05 less 10%


@ruling("M1")
def test_ruling_m1_a_bust_that_waits_for_free_hands_stays_lost() -> None:
    """2116(8)(d): the free hand comes back, and the bet on the bust hand is collected."""
    decisions = "1 free-split, 1.1 hit"
    cards = "8h 9s 8d 8c 6s Kd Tc"
    wrong = ruled("floor-ruling", 1, out=7, decisions=2)
    done = play("co/free-bet", cards, decisions, 1000, irregularities=wrong)
    assert [done.outcome(hand=hand) for hand in (1, 2)] == ["bust", "void"]
    assert done.net == -1000
    one = ruled("hand-ruling", 1, out=7, decisions=2, hand=2)
    done = play("co/free-bet", cards, decisions, 1000, irregularities=one)
    assert ([done.outcome(hand=hand) for hand in (1, 2)], done.net) == (["bust", "void"], -1000)
    given = record("co/free-bet", cards, decisions, 1000)
    wrong = ruled("hand-ruling", 1, out=7, decisions=2, hand=1)
    assert refusal(given | {"irregularities": wrong}) == "irregularity/settled"


@ruling("M1")
def test_ruling_m1_one_hand_of_a_split_is_ruled_out_and_the_other_plays() -> None:
    wrong = ruled("hand-ruling", 1, out=5, decisions=2, hand=2)
    done = play("co/free-bet", "8h 9s 8d 8c Kd", "1 split, 1 stand", 1000, irregularities=wrong)
    # 18 wins against 9-8; the second hand holds its first card only.
    assert (done.won(hand=1), done.outcome(hand=2), done.net) == (1000, "void", 1000)
    assert done.replay.round.state.seat(1).hand(2).cards


@ruling("M1")
def test_ruling_m1_one_hand_of_a_switch_is_out_and_neither_insured_nor_switched() -> None:
    """Hand 2 is ruled out after hand 1 was insured: 20 wins against A-7."""
    wrong = ruled("hand-ruling", 1, out=6, decisions=1, hand=2)
    done = play(SWITCH, "Kh Th As Qd 9d 7c", "1.1 insure 500, 1 stand", 1000, irregularities=wrong)
    assert void(done, 1) == {"main-2": 1000}
    assert (done.won("insurance-1"), done.won("main-1")) == (-500, 1000)


@ruling("M1")
def test_ruling_m1_insurance_comes_back_with_the_seat() -> None:
    """Seat 1 is ruled out while seat 2 is asked; the dealer has no blackjack."""
    wrong = ruled("floor-ruling", 1, out=6, decisions=1)
    given = (STRAIGHT, "4h Kd As 6d 9d 7c", "1 insure 500, 2 insure 900, 2 stand")
    done = play(*given, {1: 1000, 2: 2000}, irregularities=wrong)
    assert void(done, 1) == {"main": 1000, "insurance": 500}
    assert done.nets == {1: 0, 2: 2000 - 900}  # 19 against soft 18


@every_row(
    ("changes", "code"),
    [
        ({"kind": "dead-hand"}, "irregularity/unknown"),
        ({"kind": "fouled"}, "irregularity/unknown"),
        ({"seat": 3}, "irregularity/seat"),
        ({"seat": 0}, "irregularity/seat"),
        ({"hand": 2}, "irregularity/hand"),
        ({"hand": 0}, "irregularity/hand"),
        ({"kind": "hand-ruling"}, "irregularity/hand"),
        ({"kind": "hand-ruling", "at": {"cards": 1}}, "irregularity/moment"),
        ({"at": {"cards": 6, "decisions": 2}}, "irregularity/over"),
        ({"at": {"cards": 60}}, "record/irregularity-left-over"),
        ({"at": {"cards": -1}}, "record/malformed"),
        ({"at": {"cards": "1"}}, "record/malformed"),
        ({"at": [6, 0]}, "record/malformed"),
        ({"at": {"events": 1}}, "record/malformed"),
        ({"seat": "2"}, "record/malformed"),
        ({"seat": True}, "record/malformed"),
        ({"kind": 7}, "record/malformed"),
        ({"reason": 7}, "record/malformed"),
        ({"reason": "x" * 501}, "record/malformed"),
        ({"cards": 7}, "record/malformed"),
        ({"cards": "7x"}, "record/card-unknown"),
        ({"who": "flora"}, "record/malformed"),
    ],
)
def test_an_irregularity_that_cannot_be_is_refused(changes: dict[str, object], code: str) -> None:
    one = {"kind": "floor-ruling", "seat": 2, "at": {"cards": 6}} | changes
    given = (STRAIGHT, "4h Kd 9s 5d 9d Tc", "1 stand, 2 stand", {1: 1000, 2: 2000})
    assert refused(*given, irregularities=[one]) == code
    assert refused(*given, irregularities=one) == "record/malformed"
    assert refused(*given, irregularities=[one] * 101) == "record/malformed"


def test_a_seat_is_ruled_out_once() -> None:
    one = {"kind": "floor-ruling", "seat": 2, "at": {"cards": 6}}
    given = (STRAIGHT, "4h Kd 9s 5d 9d Tc", "1 stand", {1: 1000, 2: 2000})
    assert play(*given, irregularities=[one]).nets == {1: -1000, 2: 0}
    assert refused(*given, irregularities=[one, one]) == "irregularity/settled"


def test_a_kind_that_is_unknown_is_refused_in_a_void_round_too() -> None:
    given = record(STRAIGHT, "4h", "", 1000, void=True, irregularities=ruled("fouled", 1))
    assert refusal(given) == "irregularity/unknown"


def test_a_played_round_is_written_with_its_rulings_and_replays() -> None:
    wrong = ruled("misdeal", 2, out=10, decisions=4)
    done = play(HOLDEM, HOLDEM_CARDS, HOLDEM_PLAY, HOLDEM_BETS, tables=PK, irregularities=wrong)
    written = write_record(done.replay.round, {"game": HOLDEM, "tables": PK})
    assert written["irregularities"] == [wrong[0] | {"hand": 1}]
    assert replay(written).result()["settlement"] == done.result["settlement"]
    assert settled_in_order(done)[-3:] == [(1, "poker"), (1, "poker-2"), (1, "poker-3")]
