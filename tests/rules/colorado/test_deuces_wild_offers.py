"""Colorado 30-2118, Deuces Wild Xtreme: what the house offers, its limits, and what is refused."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.progressives import terms
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import asked, play, record, refused
from tests.rules.table import refusal

ODDS = {"odds": "PT-FLT-DWHF-ODS-01"}
TABLES = ODDS | {
    "bad-beat": "PT-FLT-DWHF-BBX-01",
    "trips-plus-wild": "PT-FLT-DWHF-TPW-01",
    "goin-wild": "PT-FLT-TW-GW-01",
    "goin-wild-progressive": "PT-PRG-TW-GW-01",
    "too-wild-progressive": "PT-PRG-DWHF-DWP-01",
    "five-card-linked": "PT-BJS-5CL-01",
}
BONUSES = tuple(wager for wager in TABLES if wager != "odds")
PROGRESSIVES = BONUSES[3:]
FULL = {"tables": TABLES, "jackpots": {wager: terms() for wager in PROGRESSIVES}}
"""A table with everything on it."""
ACES = "As Ah 9d 7c 5h"
TEN_HIGH = "3c 4d 6c 8s Td"
CARDS = f"{ACES} {TEN_HIGH}"
REPLACED = f"{CARDS} 7d"


# The standard wagers.


@clause(GAME, "2118(6)")
@ruling("C6", "C103", "D1")
@every_row(
    ("wagers", "code"),
    [
        ("ante 1000", "wager/required"),
        ("odds 1000", "wager/needs-main"),
        ("ante 1000, odds 999", "wager/fixed-amount"),
        ("ante 1000, odds 1001", "wager/fixed-amount"),
        ("ante 0, odds 0", "wager/off-limits"),
        ("ante -5, odds -5", "wager/off-limits"),
        ("ante 1000, odds 1000, play 2000", "wager/not-offered"),
        ("ante 1000, odds 1000, envy 100", "wager/not-offered"),
        ("ante 1000, odds 1000, bet 2000", "wager/not-offered"),
        ("main 1000", "wager/not-offered"),
        ("ante 1000, odds 1000, bad-beat 100", "wager/not-offered"),  # no table of it here
    ],
)
@every_row("alone", [False, True])
def test_2118_6_ante_and_odds_are_both_made_and_equal(wagers: str, code: str, alone: bool) -> None:  # noqa: FBT001
    rest = {"tables": ODDS, "options": {"bonus_alone": alone}}
    assert refused(GAME, CARDS, "1 bet", wagers, **rest) == code


@clause(GAME, "2118(6)", "2118(12)", how="judged")
@ruling("C93", "D1", how="judged")
def test_ruling_d1_the_odds_table_must_be_named() -> None:
    assert refused(GAME, CARDS, "1 bet") == "option/invalid"
    given = record(GAME, CARDS, "1 bet")
    del given["tables"]
    assert refusal(given) == "option/invalid"
    assert refused(GAME, CARDS, "1 bet", tables={"odds": "PT-FLT-DWHF-ODS-02"}) == "option/invalid"


@clause(GAME, "2118(8)", "2118(8)(a)", "2118(8)(b)")
@ruling("C104")
@every_row(
    ("decisions", "code"),
    [
        ("", "record/decision-missing"),
        ("1 bet, 1 bet", "record/decision-left-over"),
        ("1 bet, 1 fold", "record/decision-left-over"),
        ("2 bet", "action/not-your-turn"),
        ("1.2 bet", "action/not-your-turn"),
        ("1 bet 1000", "action/amount"),  # not twice the ante
        ("1 bet 2001", "action/amount"),
        ("1 bet 0", "action/amount"),
        ("1 fold 1000", "action/amount"),
        ("1 fold tip 100", "action/amount"),
        ("1 bet ante", "action/not-your-turn"),
        ("1 bet 2000 odds", "action/not-your-turn"),
        ("1 stand", "action/illegal"),
        ("1 hit", "action/illegal"),
        ("1 decline", "action/illegal"),
        ("1 raise", "action/illegal"),
    ],
)
def test_2118_8_each_seat_bets_twice_the_ante_or_folds_and_nothing_else(
    decisions: str, code: str
) -> None:
    assert refused(GAME, CARDS, decisions, tables=ODDS) == code


@clause(GAME, "2118(8)")
def test_2118_8_seats_decide_one_after_the_other() -> None:
    cards = f"{ACES} Ks Kh 9s 7d 5c {TEN_HIGH}"
    seats = {1: 1000, 2: 1000}
    assert refused(GAME, cards, "2 bet, 1 bet", seats, tables=ODDS) == "action/not-your-turn"
    assert refused(GAME, cards, "1 bet", seats, tables=ODDS) == "record/decision-missing"
    assert play(GAME, cards, "1 bet, 2 bet", seats, tables=ODDS).nets == {1: 3000, 2: 3000}


@clause(GAME, "2118(7)")
@ruling("C61", "C71", "C100")
@every_row("amount", ["", " 2000"])
@every_row("tip", [2001, 5000, 0, -1])
def test_2118_7_a_tip_on_play_is_from_one_cent_to_the_play_wager(amount: str, tip: int) -> None:
    assert refused(GAME, CARDS, f"1 bet{amount} tip {tip}", tables=ODDS) == "action/amount"


@clause(GAME, "2118(7)")
@ruling("C61")
@every_row(
    ("tip", "code"),
    [
        ("tip ante 1001", "wager/off-limits"),
        ("tip odds 1001", "wager/off-limits"),
        ("tip ante 0", "wager/off-limits"),
        ("tip ante -1", "wager/off-limits"),
        ("tip bad-beat 101", "wager/off-limits"),
        ("tip trips-plus-wild 50", "wager/needs-main"),  # without a wager of the player's
        ("tip play 100", "wager/needs-main"),  # only beside `bet`
        ("tip envy 100", "wager/not-offered"),
        ("tip too-wild-progressive 100", "wager/not-offered"),
    ],
)
def test_2118_7_a_tip_is_at_most_the_wager_it_stands_beside(tip: str, code: str) -> None:
    seats = f"1000, bad-beat 100, too-wild-progressive 100, {tip}"
    assert refused(GAME, REPLACED, "1 bet", seats, **FULL) == code


# Cards and seats.


@clause(GAME, "2118(1)", "2118(8)")
@ruling("C81")
@every_row(
    ("cards", "code"),
    [
        (f"As Ah 9d 7c As {TEN_HIGH}", "record/card-not-in-shoe"),
        (f"Jk Ah 9d 7c Jk {TEN_HIGH}", "record/card-not-in-shoe"),
        (f"As Ah 9d 7c 1h {TEN_HIGH}", "record/card-unknown"),
        (f"As Ah 9d 7c {TEN_HIGH}", "record/cards-missing"),
        (ACES, "record/cards-missing"),
        (f"{CARDS} 7d", "record/cards-left-over"),
        ("", "record/cards-missing"),
    ],
)
def test_2118_1_one_deck_of_53_and_five_cards_a_hand(cards: str, code: str) -> None:
    assert refused(GAME, cards, "1 bet", tables=ODDS) == code


@clause(GAME, "2118(1)")
@ruling("C105", "D6")
def test_ruling_d6_nine_seats_at_most_of_one_deck() -> None:
    cards = " ".join([f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"][:50])
    decisions = ", ".join(f"{seat} fold" for seat in range(1, 10))
    nine, ten = (dict.fromkeys(range(1, count + 1), 1000) for count in (9, 10))
    assert play(GAME, cards, decisions, nine, tables=ODDS).nets == dict.fromkeys(nine, -2000)
    assert refused(GAME, cards, decisions, ten, tables=ODDS) == "seat/too-many"
    assert play(GAME, CARDS, "1 bet", tables=ODDS, decks=1).net == 3000
    assert refused(GAME, CARDS, "1 bet", tables=ODDS, decks=2) == "option/invalid"


# Optional wagers.


@clause(
    GAME,
    "2118(3)",
    words="the house may require a standard poker wager of those who make an optional one",
)
@clause(GAME, "2118(2)", "2118(6)")
@ruling("C6", "D1")
@every_row("wager", BONUSES)
def test_2118_3_an_optional_wager_needs_the_ante_unless_the_house_says_otherwise(
    wager: str,
) -> None:
    assert refused(GAME, REPLACED, "", f"{wager} 100", **FULL) == "wager/needs-main"
    done = play(GAME, REPLACED, "", f"{wager} 100", options={"bonus_alone": True}, **FULL)
    assert done.wagers() == [wager]
    assert (done.net, asked(done)) == (-100, [])


@clause(
    GAME,
    "2118(3)",
    words="the house may require a standard poker wager of those who make an optional one",
)
@ruling("D1")
def test_ruling_d1_a_seat_with_bonuses_alone_is_dealt_five_cards_and_asked_nothing() -> None:
    # Seat 1 has no ante: its three kings by the joker lose to a straight, and its tips with it.
    cards = f"Ks Kh Jk 9c 4s {ACES} 5s 6h 7d 8c 9h Kd"
    wagers = ", ".join(f"{wager} 100" for wager in BONUSES)
    done = play(
        GAME,
        cards,
        "2 bet",
        {1: f"{wagers}, tip bad-beat 50", 2: 1000},
        options={"bonus_alone": True},
        **FULL,
    )
    assert {wager: done.won(wager) for wager in BONUSES} == {
        "bad-beat": 900,
        "trips-plus-wild": 100,
        "goin-wild": 400,
        "goin-wild-progressive": -100,
        "too-wild-progressive": -100,
        "five-card-linked": 400,
    }
    assert done.won("tip:bad-beat") == 450
    assert done.nets == {1: 1600, 2: -4000}
    assert asked(done) == ["2.1 bet"]
    rest = FULL | {"options": {"bonus_alone": True}}
    assert refused(GAME, REPLACED, "1 fold", "bad-beat 100", **rest) == "record/decision-left-over"


@clause(GAME, "2118(2)", how="judged")
@every_row(
    ("rest", "code"),
    [
        ({"options": {"bonus_alone": "yes"}}, "option/invalid"),
        ({"options": {"five_card_linked_jackpot": "shared"}}, "option/invalid"),
        ({"options": {"soft17": "hit"}}, "option/unknown"),
        ({"options": {"tips": False}}, "option/unknown"),
        ({"tables": ODDS | {"bad-beat": "PT-FLT-DWHF-TPW-01"}}, "option/invalid"),
        ({"tables": ODDS | {"ante": "PT-FLT-DWHF-ODS-01"}}, "wager/not-offered"),
        ({"tables": ODDS, "jackpots": {"goin-wild": terms()}}, "wager/not-offered"),
        ({"tables": ODDS, "meters": {"goin-wild": "5.0000"}}, "record/malformed"),
        ({"tables": ODDS, "reserves": {"too-wild-progressive": "5.0000"}}, "record/malformed"),
    ],
)
def test_what_the_section_does_not_know_is_refused(rest: dict[str, object], code: str) -> None:
    assert refused(GAME, CARDS, "1 bet", **({"tables": ODDS} | rest)) == code


# Limits.


@clause(GAME, "2118(4)")
@ruling("C96", "C102")
@every_row(
    ("seats", "code"),
    [
        ("499", "wager/off-limits"),
        ("500", None),
        ("2500", None),
        ("2501", "wager/off-limits"),
        ("1000, goin-wild 99", "wager/off-limits"),
        ("1000, goin-wild 100", None),
        ("1000, goin-wild 301", "wager/off-limits"),
    ],
)
def test_2118_4_the_house_posts_minimum_and_maximum_of_the_first_wagers(
    seats: str, code: str | None
) -> None:
    limits = {"ante": {"min": 500, "max": 2500}, "goin-wild": {"min": 100, "max": 300}}
    rest = {"tables": ODDS | {"goin-wild": "PT-FLT-TW-GW-01"}, "limits": limits}
    if code:
        assert refused(GAME, CARDS, "1 bet", seats, **rest) == code
    else:  # a play wager above the ante's maximum is no matter
        assert play(GAME, CARDS, "1 bet", seats, **rest).net > 0


@clause(GAME, "2118(4)")
@ruling("C74")
@every_row(
    ("limit", "won"),
    [
        (None, [500, 2000]),
        (2500, [500, 2000]),
        (2499, [499, 1999]),
        (1000, [200, 800]),
        (1, [0, 0]),
    ],
)
def test_2118_4_an_aggregate_limit_is_shared_in_proportion_to_the_pays_due(
    limit: int | None, won: list[int]
) -> None:
    # Two wilds, 5 to 1, on $1 and $4; seat 4 has none and loses its dollar whatever the limit.
    cards = f"2s Jk 9d 7c 5h 2h 2d 8d 7h 5d Ks Qh 9c Jh Qc {TEN_HIGH}"
    seats = {1: "1000, goin-wild 100", 2: "1000, goin-wild 400", 4: "1000, goin-wild 100"}
    done = play(
        GAME,
        cards,
        "1 fold, 2 fold, 4 fold",
        seats,
        tables=ODDS | {"goin-wild": "PT-FLT-TW-GW-01"},
        limits={"goin-wild": {"aggregate": limit}} if limit else {},
    )
    assert [done.won("goin-wild", seat) for seat in (1, 2, 4)] == [*won, -100]
    assert done.nets == {1: won[0] - 2000, 2: won[1] - 2000, 4: -2100}


@clause(GAME, "2118(4)")
@ruling("C74")
def test_2118_4_an_aggregate_limit_on_odds_is_kept_too() -> None:
    # A full house, 3 to 1 on $10, and a flush, 2 to 1 on $5: $40 due, $10 posted.
    cards = f"9s 9h 9d Ks Kh Ah Jh 7h 6h 3h {TEN_HIGH}"
    rest = {"tables": ODDS, "limits": {"odds": {"aggregate": 1000}}}
    done = play(GAME, cards, "1 bet, 2 bet", {1: "1000, tip odds 100", 2: "500"}, **rest)
    assert (done.won("odds", 1), done.won("odds", 2)) == (750, 250)
    assert done.won("tip:odds", 1) == 300
    assert done.nets == {1: 3750, 2: 1750}


@ruling("C74", how="judged")
@every_row("wager", ["ante", "play", *PROGRESSIVES])
def test_ruling_c74_no_aggregate_limit_where_no_pays_are_shared_out(wager: str) -> None:
    rest = FULL | {"limits": {wager: {"aggregate": 100_000}}}
    assert refused(GAME, REPLACED, "1 bet", **rest) == "option/conflict"
