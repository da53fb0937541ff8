"""TriLux Blackjack, 30-2115: TriLux Bonus with and without Lucky George, and Super 3."""

from __future__ import annotations

from fractions import Fraction

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import TRILUX, given_to_dealer, play, refused
from tests.rules.colorado.three_card_hands import HANDS, ThreeCards, rounds
from tests.rules.table import Played

BONUS = "trilux-bonus"
TWO_TO_EIGHT = (2, 3, 4, 5, 6, 7, 8)

Row = dict[str, Fraction]


def _row(pays: str) -> Row:
    """Read what each hand pays to 1: one figure a hand, in the order of `HANDS`.

    What 2115(7) prints as N/A falls to the next row (C5): a suited A-K-Q is a straight flush,
    suited three of a kind is three of a kind (no TriLux Bonus table tells them apart), a flush
    with a pair is a flush (C32).
    """
    return dict(zip(HANDS, map(Fraction, pays.split()), strict=True))


# A-K-Q suited, straight flush, suited trips, suited aces, trips, straight, flush, with pair, pair.
BONUS_TABLES: dict[str, tuple[tuple[int, ...], Row]] = {
    "TRI-01": (TWO_TO_EIGHT, _row("9 9 9 9 9 9 9 9 -1 -1")),
    "TRI-02": ((2,), _row("5/2 5/2 5/2 5/2 5/2 5/2 5/2 5/2 5/2 -1")),
    "TRI-05": (TWO_TO_EIGHT, _row("7 7 7 7 7 7 7 7 0 -1")),
    "TRI-03": (TWO_TO_EIGHT, _row("100 35 33 33 33 10 5 5 -1 -1")),
    "TRI-04": (TWO_TO_EIGHT, _row("30 30 20 20 20 10 5 5 -1 -1")),
    "TRI-06": (TWO_TO_EIGHT, _row("100 30 20 20 20 10 5 5 -1 -1")),
    "TRI-07": (TWO_TO_EIGHT, _row("50 30 20 20 20 10 5 5 -1 -1")),
    "TRILG-01": ((1, 2, 6, 8), _row("8 8 8 8 8 8 8 8 -1 -1")),
    "TRILG-02": ((1, 2, 6, 8), _row("25 25 15 15 15 8 5 5 -1 -1")),
    "TRILG-03": ((1, 2, 6, 8), _row("25 25 15 15 15 10 5 5 -1 -1")),
    "TRILG-04": ((1, 2, 6, 8), _row("25 25 15 15 15 10 5 5 -1 -1")),
}

LUCKY_GEORGE = {
    # Dollars for the dealer, hand by hand.
    "TRILG-01": "1 1 1 1 1 1 1 1 0 0",
    "TRILG-02": "10 10 5 5 5 2 1 1 0 0",
    "TRILG-03": "10 10 5 5 5 2 0 0 0 0",
    "TRILG-04": "10 10 5 5 5 2 1 1 0 0",
}

SUPER_3: dict[str, tuple[tuple[int, ...], Row]] = {
    "SUP-01": ((4, 5, 6, 7, 8), _row("180 180 270 270 90 -1 -1 -1 -1 -1")),
    "SUP-02": ((6, 7, 8), _row("100 100 1000 1000 70 -1 -1 -1 -1 -1")),
    "SUP-03": ((5, 6, 7, 8), _row("150 150 500 500 75 -1 -1 -1 -1 -1")),
}


def bet(shown: ThreeCards, table: str, decks: int, wager: int = 500, **rest: object) -> Played:
    """Play a round with $10 on blackjack and TriLux Bonus beside it."""
    seats = f"1000, {BONUS} {wager}"
    return play(
        TRILUX, shown.cards, shown.decisions, seats, decks=decks, tables={BONUS: table}, **rest
    )


@clause(TRILUX, "2115", words="each pay table names its deck counts")
@clause(TRILUX, "2115(3)", "2115(7)")
@ruling("C5", "C7", "C32", "C92")
@every_row("hand", HANDS)
@every_row("table", BONUS_TABLES)
def test_2115_7_every_row_of_trilux_bonus_at_every_deck_count(table: str, hand: str) -> None:
    decks, pays = BONUS_TABLES[table]
    for count in decks:
        for shown in rounds(hand, count):
            done = bet(shown, table, count)
            assert done.won(BONUS) == 500 * pays[hand], (count, shown)
            assert done.net == shown.main + 500 * pays[hand]


@clause(TRILUX, "2115(7)")
@ruling("C93")
@every_row("table", BONUS_TABLES)
def test_2115_7_a_trilux_bonus_table_is_for_its_deck_counts_only(table: str) -> None:
    allowed, _ = BONUS_TABLES[table]
    cards = "Th 7s 9d Tc"
    for decks in range(1, 9):
        if decks not in allowed:
            code = refused(TRILUX, cards, "1 stand", decks=decks, tables={BONUS: table})
            assert code == "option/conflict", decks
        else:
            assert play(TRILUX, cards, "1 stand", decks=decks, tables={BONUS: table}).net == 1000


@clause(TRILUX, "2115", how="judged", words="each pay table names its deck counts")
@every_row("decks", [0, 9])
def test_2115_a_shoe_has_one_to_eight_decks(decks: int) -> None:
    assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", decks=decks) == "option/invalid"


@clause(TRILUX, "2115", words="packs of 52")
@clause(TRILUX, "2115(7)")
@ruling("C81")
@every_row("decks", range(1, 9))
def test_2115_packs_of_52_and_no_card_more(decks: int) -> None:
    # Each seat is dealt 2h 9h, 11 against 17: as many seats as there are decks.
    for seats in (decks, decks + 1):
        cards = f"{'2h ' * seats}7s {'9h ' * seats}Tc"
        stand = ", ".join(f"{seat} stand" for seat in range(1, seats + 1))
        wagers = dict.fromkeys(range(1, seats + 1), 1000)
        if seats == decks:
            nets = play(TRILUX, cards, stand, wagers, decks=decks).nets
            assert nets == dict.fromkeys(range(1, seats + 1), -1000)
        else:
            code = refused(TRILUX, cards, stand, wagers, decks=decks)
            assert code == "record/card-not-in-shoe"


@ruling("C7")
def test_ruling_c7_the_table_decides_whether_a_pair_pays_pushes_or_loses() -> None:
    shown = ThreeCards("Th 8s Td 9c", "1 stand", 1000)
    assert bet(shown, "TRI-02", 2, 200).won(BONUS) == 500
    pushed = bet(shown, "TRI-05", 2, 200)
    assert (pushed.won(BONUS), pushed.outcome(BONUS)) == (0, "Pair")
    assert bet(shown, "TRI-01", 2, 200).won(BONUS) == -200


@ruling("C40")
@every_row(
    ("wager", "rounding", "won", "remainder"),
    [
        (101, "down", 252, "1/2"),  # 2.5 x 101 = 252.5
        (1, "down", 2, "1/2"),
        (100, "down", 250, None),
        (101, "up", 253, "-1/2"),
        (3, "up", 8, "-1/2"),
    ],
)
def test_ruling_c40_part_of_a_cent_is_rounded_and_recorded(
    wager: int, rounding: str, won: int, remainder: str | None
) -> None:
    shown = ThreeCards("Th 8s Td 9c", "1 stand", 1000)
    done = bet(shown, "TRI-02", 2, wager, options={"rounding": rounding})
    line = done.line(BONUS)
    assert (line["net"], line.get("remainder")) == (won, remainder)
    assert done.net == 1000 + won


@ruling("C40")
def test_ruling_c40_a_tip_at_odds_is_rounded_by_itself_and_its_remainder_recorded() -> None:
    # 2.5 x 101 and 2.5 x 33: 252.5 and 82.5.
    tables = {BONUS: "TRI-02"}
    seats = f"1000, {BONUS} 101, tip {BONUS} 33"
    done = play(TRILUX, "Th 8s Td 9c", "1 stand", seats, decks=2, tables=tables)
    assert (done.won(BONUS), done.won(f"tip:{BONUS}")) == (252, 82)
    assert done.line(f"tip:{BONUS}").get("remainder") == "1/2"


@clause(TRILUX, "2115(5)", words="Winning TriLux Bonus, Super 3")
def test_2115_5_a_winning_wager_is_paid_and_stays_the_players() -> None:
    # 9 to 1 on 500 and 90 to 1 on 100: the stakes are not lost beside it.
    tables = {BONUS: "TRI-01", "super-3": "SUP-01"}
    seats = f"1000, {BONUS} 500, super-3 100"
    done = play(TRILUX, "7h 7d 7s Tc", "1 stand", seats, tables=tables)
    assert done.line(BONUS) == {
        "seat": 1,
        "hand": 1,
        "wager": BONUS,
        "stake": 500,
        "outcome": "Three of a Kind",
        "net": 4500,
    }
    assert done.net == -1000 + 4500 + 9000


@clause(TRILUX, "2115(6)", "2115(7) TRILG*", "2115(7) TRILG**")
@ruling("C10", "C70")
@every_row("hand", HANDS)
@every_row("table", LUCKY_GEORGE)
def test_2115_6_lucky_george_pays_the_dealer_fixed_dollars(table: str, hand: str) -> None:
    decks, _ = BONUS_TABLES[table]
    dollars = dict(zip(HANDS, map(int, LUCKY_GEORGE[table].split()), strict=True))[hand]
    for count in decks:
        for shown in rounds(hand, count):
            for wager in (500, 12345):
                done = bet(shown, table, count, wager)
                assert given_to_dealer(done) == ([(1, 100 * dollars)] if dollars else [])


@clause(TRILUX, "2115(7) TRILG*")
@every_row("table", [table for table in BONUS_TABLES if "LG" not in table])
def test_2115_7_trilg_only_its_own_tables_have_lucky_george(table: str) -> None:
    decks, _ = BONUS_TABLES[table]
    for hand in HANDS:
        for shown in rounds(hand, decks[0]):
            assert given_to_dealer(bet(shown, table, decks[0])) == []


@clause(TRILUX, "2115(6)")
@ruling("C70")
def test_2115_6_lucky_george_is_a_line_of_its_own_that_no_player_gains_by() -> None:
    done = bet(ThreeCards("5h 7h 6h Td", "1 stand", -1000), "TRILG-02", 6, 200)
    assert done.line("dealer-envy") == {
        "seat": 1,
        "hand": 1,
        "wager": "dealer-envy",
        "stake": 0,
        "outcome": "Straight Flush",
        "net": 0,
        "dealer": 1000,
    }
    assert done.net == -1000 + 25 * 200


@clause(TRILUX, "2115(6)")
@ruling("C70")
def test_2115_6_one_lucky_george_for_each_winning_spot_and_none_for_tips() -> None:
    # Up 7: seat 1 has 7-7 (trips, $5), seat 2 has 6-5 (a straight, $2), seat 3 K-9 (nothing).
    cards = "7h 6d Kh 7c 7d 5s 9d Ts"
    seats = {
        1: f"1000, {BONUS} 100, tip {BONUS} 100",
        2: f"1000, {BONUS} 300",
        3: f"1000, {BONUS} 100, tip {BONUS} 50",
    }
    decisions = "1 stand, 2 stand, 3 stand"
    done = play(TRILUX, cards, decisions, seats, tables={BONUS: "TRILG-02"})
    assert sorted(given_to_dealer(done)) == [(1, 500), (2, 200)]
    # 14 and 11 lose to 17, 19 wins; 15 x 100, 8 x 300, -100.
    assert done.nets == {1: -1000 + 1500, 2: -1000 + 2400, 3: 1000 - 100}
    assert (done.won(f"tip:{BONUS}", 1), done.won(f"tip:{BONUS}", 3)) == (1500, -50)


@clause(TRILUX, "2115(7) TRILG***")
@ruling("C54")
@every_row(("wager", "fits"), [(499, False), (1, False), (500, True), (501, True)])
def test_2115_7_trilg_04_needs_at_least_five_dollars(wager: int, *, fits: bool) -> None:
    tables = {BONUS: "TRILG-04"}
    seats = f"1000, {BONUS} {wager}"
    if fits:
        done = play(TRILUX, "5h 7h 6h Td", "1 stand", seats, tables=tables)
        assert done.net == -1000 + 25 * wager
    else:
        code = refused(TRILUX, "5h 7h 6h Td", "1 stand", seats, tables=tables)
        assert code == "wager/off-limits"


@clause(TRILUX, "2115(7) TRILG***")
@ruling("C54")
@every_row("table", ["TRILG-01", "TRILG-02", "TRILG-03", "TRI-01"])
def test_2115_7_the_other_tables_have_no_such_minimum(table: str) -> None:
    shown = ThreeCards("Th 7s 9d Tc", "1 stand", 1000)
    assert bet(shown, table, 6, 1).net == 999


@clause(TRILUX, "2115(7) TRILG***", how="judged")
def test_2115_7_a_posted_maximum_under_five_dollars_cannot_go_with_trilg_04() -> None:
    rest = {"tables": {BONUS: "TRILG-04"}, "limits": {BONUS: {"max": 499}}}
    assert refused(TRILUX, "5h 7h 6h Td", "1 stand", **rest) == "option/invalid"


@clause(TRILUX, "2115(3)", "2115(7)")
@ruling("C32", "C92")
@every_row("hand", HANDS)
@every_row("table", SUPER_3)
def test_2115_7_every_row_of_super_3_at_every_deck_count(table: str, hand: str) -> None:
    decks, pays = SUPER_3[table]
    _, bonus = BONUS_TABLES["TRI-04"]
    seats = f"1000, {BONUS} 200, super-3 100"
    for count in decks:
        for shown in rounds(hand, count):
            tables = {BONUS: "TRI-04", "super-3": table}
            done = play(TRILUX, shown.cards, shown.decisions, seats, decks=count, tables=tables)
            assert done.won("super-3") == 100 * pays[hand], (count, shown)
            # 2115(3): each wager by itself.
            assert done.won(BONUS) == 200 * bonus[hand]
            assert done.net == shown.main + 100 * pays[hand] + 200 * bonus[hand]


@clause(TRILUX, "2115(7)")
@ruling("C93")
@every_row("table", SUPER_3)
def test_2115_7_a_super_3_table_is_for_its_deck_counts_only(table: str) -> None:
    allowed, _ = SUPER_3[table]
    for decks in range(2, 9):
        rest = {"decks": decks, "tables": {BONUS: "TRI-01", "super-3": table}}
        if decks in allowed:
            assert play(TRILUX, "Th 7s 9d Tc", "1 stand", **rest).net == 1000
        else:
            assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", **rest) == "option/conflict"


@clause(TRILUX, "2115(1)", "2115(7) SUP*")
@ruling("C6")
def test_2115_1_super_3_only_with_trilux_bonus() -> None:
    tables = {BONUS: "TRI-01", "super-3": "SUP-01"}
    cards = "7h 7d 7s Tc"
    alone = refused(TRILUX, cards, "1 stand", "1000, super-3 100", tables=tables)
    assert alone == "wager/needs-main"
    both = play(TRILUX, cards, "1 stand", f"1000, {BONUS} 1, super-3 100", tables=tables)
    assert both.net == -1000 + 9 + 9000
    bonus = play(TRILUX, cards, "1 stand", f"1000, {BONUS} 100", tables=tables)
    assert bonus.net == -1000 + 900


@clause(TRILUX, "2115(7) SUP*", how="judged")
def test_2115_7_a_table_cannot_offer_super_3_without_trilux_bonus() -> None:
    tables = {"super-3": "SUP-01"}
    assert refused(TRILUX, "7h 7d 7s Tc", "1 stand", tables=tables) == "option/conflict"


@clause(TRILUX, "2115(1)")
@ruling("C6", "C93")
def test_2115_1_the_optional_wagers_go_with_the_blackjack_wager() -> None:
    tables = {BONUS: "TRI-01", "super-3": "SUP-01"}
    cards = "7h 7d 7s Tc"
    for wagers in (f"{BONUS} 100", f"{BONUS} 100, super-3 100"):
        assert refused(TRILUX, cards, "", wagers, tables=tables) == "wager/needs-main"
    for wager in (BONUS, "super-3", "bust-bonanza", "trilux-progressive"):
        assert refused(TRILUX, cards, "1 stand", f"1000, {wager} 100") == "wager/not-offered"


@clause(TRILUX, "2115(1)")
@ruling("C96", "C112")
@every_row("wager", ["main", BONUS, "super-3"])
@every_row(
    ("amount", "fits"), [(499, False), (500, True), (1237, True), (2000, True), (2001, False)]
)
def test_2115_1_wagers_lie_within_the_posted_limits(wager: str, amount: int, *, fits: bool) -> None:
    """The limits of the main wager are the table's: they bind the other two as well (C112)."""
    amounts = {"main": 1000, BONUS: 600, "super-3": 550} | {wager: amount}
    seats = ", ".join(f"{name} {cents}" for name, cents in amounts.items())
    rest = {
        "tables": {BONUS: "TRI-01", "super-3": "SUP-01"},
        "limits": {wager: {"min": 500, "max": 2000}},
    }
    if fits:
        # 19 against 17, and nothing for the three cards.
        done = play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert done.net == amounts["main"] - amounts[BONUS] - amounts["super-3"]
    else:
        code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert code == "wager/off-limits"


@clause(TRILUX, "2115(1)")
@ruling("C112")
@every_row(("amount", "fits"), [(499, False), (500, True), (2000, True), (2001, False)])
@every_row("wager", [BONUS, "super-3"])
def test_2115_1_every_wager_lies_between_the_tables_minimum_and_maximum(
    wager: str, amount: int, *, fits: bool
) -> None:
    amounts = {"main": 1000, BONUS: 600, "super-3": 550} | {wager: amount}
    seats = ", ".join(f"{name} {cents}" for name, cents in amounts.items())
    tables = {BONUS: "TRI-01", "super-3": "SUP-01"}
    rest = {"tables": tables, "limits": {"main": {"min": 500, "max": 2000}}}
    if fits:
        play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
    else:
        code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert code == "wager/off-limits"


@clause(TRILUX, "2115(7)", how="judged")
@every_row(
    ("wager", "table", "code"),
    [
        (BONUS, "TRI-08", "option/invalid"),
        (BONUS, "SUP-01", "option/invalid"),
        ("super-3", "TRI-01", "option/invalid"),
        ("21-plus-3", "standard", "wager/not-offered"),
    ],
)
def test_2115_7_other_tables_and_wagers_are_refused(wager: str, table: str, code: str) -> None:
    tables = {BONUS: "TRI-01"} | {wager: table}
    assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", tables=tables) == code
