"""Ride Free, 30-2119: 21+3 Classic and Xtreme, Top 3, Lucky Ladies, and dealer envy.

Seat 1 surrenders wherever a test says nothing else, which costs $5 of its $10 and ends the round:
what is left is what the first cards win.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import RIDE_FREE, around
from tests.rules.colorado.table import given_to_dealer, play, refused, settled_in_order
from tests.rules.table import Played

LOST_BY_SURRENDER = -500
SURRENDER = {"surrender": True}

HANDS = [
    # The player's two cards and the up card; what they are; the least number of decks.
    ("5h 6h 7h", "straight flush", 1),
    ("3s 2s As", "straight flush", 1),
    ("Kd Qd Ad", "straight flush", 1),
    ("7h 7h 7h", "suited three", 3),
    ("As As As", "suited three", 3),
    ("7h 7d 7s", "three", 1),
    ("7h 7h 7s", "three", 2),
    ("5h 7d 6s", "straight", 1),
    ("3s 2h As", "straight", 1),
    ("Qd Kd As", "straight", 1),
    ("2h 7h Jh", "flush", 1),
    ("Kc 2c Ac", "flush", 1),  # K-A-2 is no straight (ruling C32)
    ("7h 7h 2h", "flush", 2),  # a flush may hold a pair
    ("7h 7d 2s", "pair", 1),
    ("2h 7d 7s", "pair", 1),
    ("7h 2d 7s", "pair", 1),
    ("2h 7d Js", "nothing", 1),
    ("Kh 2d As", "nothing", 1),
    ("Th Qd Ks", "nothing", 1),
]
KINDS = ("suited three", "straight flush", "three", "straight", "flush", "pair")

Pay = int | Fraction
Case = tuple[str, int, str, str]
"""Pay table, decks, cards, what they are."""


def by_kind(pays: tuple[Pay, ...]) -> dict[str, Pay]:
    """Name the pays of a table from the highest hand down; a kind that is not there has none."""
    return dict(zip(KINDS, pays, strict=False))


HALF_FIVE = Fraction(5, 2)

# 2119(26): table -> decks, to 1, envy in dollars. None of these has a row for a suited three of a
# kind, which is paid as three of a kind (rulings C5, C92).
CLASSIC: dict[str, tuple[tuple[int, ...], tuple[Pay, ...], tuple[int, ...]]] = {
    "PT-FLT-213-01": ((2,), (HALF_FIVE,) * 6, ()),
    "PT-FLT-213-03": ((6,), (9, 9, 9, 9, 9), ()),
    "PT-FLT-213-E01": ((8,), (8, 8, 8, 8, 8), (1, 1, 1, 1, 1)),
    "PT-FLT-213-E02": ((8,), (15, 25, 15, 8, 5), (5, 10, 5, 2, 1)),
    "PT-FLT-213-E03": ((8,), (15, 25, 15, 10, 5), (5, 10, 5, 2)),
    "PT-FLT-213-E04": ((1, 2, 6), (15, 25, 15, 10, 5), (5, 10, 5, 2, 1)),
}

# 2119(27): the first has no row for a suited three of a kind (ruling C5).
XTREME: dict[str, tuple[tuple[int, ...], tuple[Pay, ...]]] = {
    "PT-FLT-213XT-01": ((1, 2, 3, 4, 5, 6, 7, 8), (20, 30, 20, 10, 5)),
    "PT-FLT-213XT-03": ((4, 5, 6, 7, 8), (100, 40, 25, 10, 5)),
    "PT-FLT-213XT-04": ((4, 5, 6, 7, 8), (100, 30, 20, 10, 5)),
}

# 2119(28).
TOP_3: dict[str, tuple[tuple[int, ...], tuple[Pay, ...]]] = {
    "PT-FLT-TOP3-01": ((2, 3, 4, 5, 6, 7, 8), (270, 180, 90)),
    "PT-FLT-TOP3-02": ((2, 3, 4, 5, 6, 7, 8), (1000, 100, 70)),
}

TWENTIES = [
    # The player's two cards, what they are, the least number of decks.
    ("Qh Qh", "queens", 2),
    ("Kd Kd", "matched", 2),
    ("Qs Qs", "matched", 2),
    ("Js Js", "matched", 2),
    ("Tc Tc", "matched", 2),
    ("Kh Qh", "suited", 1),
    ("Ts Js", "suited", 1),
    ("Ah 9h", "suited", 1),
    ("Kh Qd", "any", 1),
    ("Qh Qd", "any", 1),
    ("9c Ad", "any", 1),
    ("Kh 9h", "nothing", 1),
    ("Ah 8h", "nothing", 1),
    ("7h 7h", "nothing", 2),
    ("Ah Ad", "nothing", 1),
]

# 2119(29): table -> decks, to 1 for queens with a dealer blackjack, queens, matched, suited, any.
LADIES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "PT-FLT-LL-01": ((2,), (1000, 200, 25, 10, 4)),
    "PT-FLT-LL-02": ((4,), (1000, 150, 20, 9, 4)),
    "PT-FLT-LL-03": ((6, 7, 8), (1000, 125, 19, 9, 4)),
}
LADIES_KINDS = ("queens and blackjack", "queens", "matched", "suited", "any")


def first_cards(cards: str, wagers: str, tables: Mapping[str, str], decks: int) -> Played:
    """Play a round of the player's two cards and the up card; the player surrenders."""
    first, second, up = cards.split()
    decline = "1 decline, " if up[0] == "A" else ""
    return play(
        RIDE_FREE,
        f"{first} {up} {second} 6c",
        f"{decline}1 surrender",
        f"1000, {wagers}",
        tables=tables,
        decks=decks,
        options=SURRENDER,
    )


def cases(counts: Mapping[str, tuple[int, ...]], hands: list[tuple[str, str, int]]) -> list[Case]:
    """Return every table at each of its deck counts with every hand that can be dealt."""
    return [
        (table, decks, cards, kind)
        for table, every in counts.items()
        for decks in every
        for cards, kind, least in hands
        if least <= decks
    ]


@clause(RIDE_FREE, "2119(21)(d)", "2119(26)", "2119(26)(a)(i)", "2119(26)(a)(ii)")
@clause(RIDE_FREE, "2119(26)(a)(iv)")
@ruling("C3", "C10", "C32", "C70", "C92")
@every_row(
    ("table", "decks", "cards", "kind"),
    cases({table: terms[0] for table, terms in CLASSIC.items()}, HANDS),
)
def test_2119_26_every_row_of_21_plus_3_classic_with_its_envy(
    table: str, decks: int, cards: str, kind: str
) -> None:
    _, pays, envies = CLASSIC[table]
    won = by_kind(pays)
    envy = by_kind(envies)
    tables = {"21-plus-3-classic": table}
    played = first_cards(cards, "21-plus-3-classic 300", tables, decks)
    assert played.won("21-plus-3-classic") == 300 * won.get(kind, -1)
    assert played.net == LOST_BY_SURRENDER + 300 * won.get(kind, -1)
    assert given_to_dealer(played) == ([(1, 100 * envy[kind])] if kind in envy else [])


@clause(RIDE_FREE, "2119(26)")
@ruling("C40")
@every_row(("rounding", "won", "remainder"), [("down", 342, "1/2"), ("up", 343, "-1/2")])
def test_2119_26_half_a_cent_of_2_and_a_half_to_1(rounding: str, won: int, remainder: str) -> None:
    # 137 x 2.5 = 342.5
    played = play(
        RIDE_FREE,
        "7h 9s 7d 8c",
        "1 stand",
        "1000, 21-plus-3-classic 137, tip 21-plus-3-classic 1",
        tables={"21-plus-3-classic": "PT-FLT-213-01"},
        decks=2,
        options={"rounding": rounding},
    )
    line = played.line("21-plus-3-classic")
    assert (line["net"], line["remainder"]) == (won, remainder)
    assert played.won("tip:21-plus-3-classic") == (2 if rounding == "down" else 3)
    assert played.net == -1000 + won


@clause(RIDE_FREE, "2119(26)(a)(iv)")
@ruling("C10", "C70")
def test_2119_26_a_iv_envy_for_each_player_whatever_the_wager_and_none_for_tips() -> None:
    # Up card 7h. Seat 1: a straight flush; seat 2: a straight; seat 3: nothing; seat 4: no wager.
    seats = {
        1: "1000, 21-plus-3-classic 100, tip 21-plus-3-classic 100",
        2: "1000, 21-plus-3-classic 9900",
        3: "1000, 21-plus-3-classic 500",
        4: "1000",
    }
    cards = "5h 5d 2d 5s 7h 6h 6s Kd 6d Ts"
    surrenders = ", ".join(f"{seat} surrender" for seat in seats)
    played = play(
        RIDE_FREE,
        cards,
        surrenders,
        seats,
        tables={"21-plus-3-classic": "PT-FLT-213-E02"},
        decks=8,
        options=SURRENDER,
    )
    assert sorted(given_to_dealer(played)) == [(1, 1000), (2, 200)]
    assert played.nets == {1: 2500 - 500, 2: 8 * 9900 - 500, 3: -500 - 500, 4: -500}
    assert played.won("tip:21-plus-3-classic", 1) == 2500
    assert played.line("dealer-envy", 1) == {
        "seat": 1,
        "hand": 1,
        "wager": "dealer-envy",
        "stake": 0,
        "outcome": "Straight Flush",
        "net": 0,
        "dealer": 1000,
    }


@clause(RIDE_FREE, "2119(26)(a)(iii)", "2119(26)")
@ruling("C3", "C93")
@every_row("decks", range(1, 9))
@every_row("table", CLASSIC)
def test_ruling_c3_each_classic_table_for_its_own_decks(table: str, decks: int) -> None:
    tables = {"21-plus-3-classic": table}
    cards = "2h 9s 7d 8c"
    rest = {"tables": tables, "decks": decks}
    if decks in CLASSIC[table][0]:
        played = play(RIDE_FREE, cards, "1 stand", "1000, 21-plus-3-classic 100", **rest)
        assert played.net == -1100
    else:
        # Refused even if nobody makes the wager.
        assert refused(RIDE_FREE, cards, "1 stand", **rest) == "option/conflict"


@clause(RIDE_FREE, "2119(21)(d)", "2119(27)", "2119(27)(a)(i)", "2119(27)(a)(ii)")
@clause(RIDE_FREE, "2119(27)(a)(iii)")
@ruling("C5", "C32", "C92")
@every_row(
    ("table", "decks", "cards", "kind"),
    cases({table: terms[0] for table, terms in XTREME.items()}, HANDS),
)
def test_2119_27_every_row_of_21_plus_3_xtreme(
    table: str, decks: int, cards: str, kind: str
) -> None:
    won = by_kind(XTREME[table][1])
    played = first_cards(cards, "21-plus-3-xtreme 137", {"21-plus-3-xtreme": table}, decks)
    assert played.net == LOST_BY_SURRENDER + 137 * won.get(kind, -1)
    assert given_to_dealer(played) == []


@clause(RIDE_FREE, "2119(27)", how="judged")
@ruling("C93", how="judged")
@every_row("decks", [1, 2, 3])
@every_row("table", ["PT-FLT-213XT-03", "PT-FLT-213XT-04"])
def test_2119_27_two_tables_are_for_four_to_eight_decks(table: str, decks: int) -> None:
    tables = {"21-plus-3-xtreme": table}
    code = refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", tables=tables, decks=decks)
    assert code == "option/conflict"


@clause(RIDE_FREE, "2119(21)(d)", "2119(28)", "2119(28)(a)(i)", "2119(28)(a)(ii)")
@clause(RIDE_FREE, "2119(28)(a)(iii)")
@ruling("C32", "C92")
@every_row(
    ("table", "decks", "cards", "kind"),
    cases({table: terms[0] for table, terms in TOP_3.items()}, HANDS),
)
def test_2119_28_every_row_of_top_3(table: str, decks: int, cards: str, kind: str) -> None:
    won = by_kind(TOP_3[table][1])
    beside = by_kind(XTREME["PT-FLT-213XT-01"][1])
    tables = {"21-plus-3-xtreme": "PT-FLT-213XT-01", "top-3": table}
    played = first_cards(cards, "21-plus-3-xtreme 100, top-3 137", tables, decks)
    assert played.won("top-3") == 137 * won.get(kind, -1)
    assert played.won("21-plus-3-xtreme") == 100 * beside.get(kind, -1)


@clause(RIDE_FREE, "2119(28)(a)(iii)")
@ruling("C93")
def test_2119_28_a_iii_top_3_needs_two_decks_and_21_plus_3_on_the_felt() -> None:
    cards = "2h 9s 7d 8c"
    wagers = "1000, 21-plus-3-xtreme 100, top-3 100"
    xtreme = {"21-plus-3-xtreme": "PT-FLT-213XT-01"}
    top = {"top-3": "PT-FLT-TOP3-01"}
    code = refused(RIDE_FREE, cards, "1 stand", wagers, tables=xtreme | top, decks=1)
    assert code == "option/conflict"
    code = refused(RIDE_FREE, cards, "1 stand", tables=top)
    assert code == "option/conflict"
    classic = {"21-plus-3-classic": "PT-FLT-213-03"}
    wagers = "1000, 21-plus-3-classic 100, top-3 100"
    assert play(RIDE_FREE, cards, "1 stand", wagers, tables=classic | top).net == -1200


@clause(RIDE_FREE, "2119(28)(a)(iv)")
@ruling("C6", "C73")
@every_row("require_main", [True, False])
def test_2119_28_a_iv_only_who_makes_21_plus_3_may_make_top_3(*, require_main: bool) -> None:
    tables = {
        "21-plus-3-classic": "PT-FLT-213-03",
        "21-plus-3-xtreme": "PT-FLT-213XT-01",
        "top-3": "PT-FLT-TOP3-01",
    }
    rest = {"tables": tables, "options": {"require_main": require_main}}
    cards = "2h 9s 7d 8c"
    assert refused(RIDE_FREE, cards, "1 stand", "1000, top-3 100", **rest) == "wager/needs-main"
    for other in ("21-plus-3-classic", "21-plus-3-xtreme"):
        wagers = f"1000, {other} 100, top-3 100"
        assert play(RIDE_FREE, cards, "1 stand", wagers, **rest).net == -1200
        alone = f"{other} 100, top-3 100"
        if require_main:
            assert refused(RIDE_FREE, cards, "", alone, **rest) == "wager/needs-main"
        else:
            assert play(RIDE_FREE, cards, "", alone, **rest).net == -200


@clause(RIDE_FREE, "2119(21)(d)")
@ruling("C87")
@every_row(("down", "main"), [("As", -1000), ("9s", 1000)])
def test_2119_21_d_paid_before_play_and_whatever_the_dealer_has(down: str, main: int) -> None:
    # T-J and a queen: a straight. The dealer: a blackjack, or 19.
    tables = {
        "21-plus-3-classic": "PT-FLT-213-03",
        "21-plus-3-xtreme": "PT-FLT-213XT-03",
        "top-3": "PT-FLT-TOP3-02",
        "lucky-ladies": "PT-FLT-LL-03",
    }
    wagers = "1000, 21-plus-3-classic 100, 21-plus-3-xtreme 100, top-3 100, lucky-ladies 100"
    decisions = "" if down == "As" else "1 stand"
    played = play(RIDE_FREE, around("Th Jd", "Qs", down), decisions, wagers, tables=tables)
    # 9 to 1, 10 to 1, lost, any 20 4 to 1.
    assert played.net == main + 900 + 1000 - 100 + 400
    order = [wager for _, wager in settled_in_order(played)]
    assert order[:4] == ["21-plus-3-classic", "21-plus-3-xtreme", "top-3", "lucky-ladies"]
    first = played.when("wager-settled", wager="21-plus-3-classic")
    assert first < played.when("dealer-peeked")


@clause(RIDE_FREE, "2119(21)(d)")
def test_2119_21_d_a_card_drawn_or_a_split_changes_nothing() -> None:
    # 7-7 and a 7 up: three of a kind, then split free: 7-T and 7-K tie the dealer's 17.
    tables = {"21-plus-3-xtreme": "PT-FLT-213XT-01"}
    decisions = "1 free-split, 1.1 stand, 1.2 stand"
    played = play(
        RIDE_FREE,
        "7h 7s 7d Tc Th Kh",
        decisions,
        "1000, 21-plus-3-xtreme 100",
        tables=tables,
    )
    assert played.net == 2000


@clause(RIDE_FREE, "2119(21)(e)", "2119(29)", "2119(29)(a)(i)", "2119(29)(a)(ii)")
@ruling("C15", "C92")
@every_row(
    ("table", "decks", "cards", "kind"),
    cases({table: terms[0] for table, terms in LADIES.items()}, TWENTIES),
)
def test_2119_29_every_row_of_lucky_ladies(table: str, decks: int, cards: str, kind: str) -> None:
    won = dict(zip(LADIES_KINDS, LADIES[table][1], strict=True))
    played = first_cards(f"{cards} 9s", "lucky-ladies 137", {"lucky-ladies": table}, decks)
    assert played.net == LOST_BY_SURRENDER + 137 * won.get(kind, -1)


@clause(RIDE_FREE, "2119(21)(e)", "2119(29)")
@ruling("C15", "C87")
@every_row(
    ("table", "decks", "cards", "kind"),
    cases({table: terms[0] for table, terms in LADIES.items()}, TWENTIES),
)
@every_row(("up", "down"), [("As", "Jd"), ("Jd", "As"), ("Kh", "Ah")])
def test_2119_29_lucky_ladies_against_a_dealer_blackjack(
    table: str, decks: int, cards: str, kind: str, up: str, down: str
) -> None:
    won = dict(zip(LADIES_KINDS, LADIES[table][1], strict=True))
    hand = "queens and blackjack" if kind == "queens" else kind
    played = play(
        RIDE_FREE,
        around(cards, up, down),
        "1 decline" if up == "As" else "",
        "1000, lucky-ladies 137",
        tables={"lucky-ladies": table},
        decks=decks,
    )
    assert played.net == -1000 + 137 * won.get(hand, -1)


@clause(RIDE_FREE, "2119(29)")
@ruling("C93")
@every_row("decks", range(1, 9))
@every_row("table", LADIES)
def test_2119_29_each_lucky_ladies_table_for_its_own_decks(table: str, decks: int) -> None:
    rest = {"tables": {"lucky-ladies": table}, "decks": decks}
    if decks in LADIES[table][0]:
        played = play(RIDE_FREE, "2h 9s 7d 8c", "1 stand", "1000, lucky-ladies 100", **rest)
        assert played.net == -1100
    else:
        assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", **rest) == "option/conflict"


@clause(RIDE_FREE, "2119(21)(e)")
def test_2119_21_e_a_20_of_three_cards_is_not_paid() -> None:
    played = play(
        RIDE_FREE,
        "6h 9c 4d 8c Ks",
        "1 hit, 1 stand",
        "1000, lucky-ladies 100",
        tables={"lucky-ladies": "PT-FLT-LL-03"},
    )
    assert played.net == 1000 - 100


@clause(RIDE_FREE, "2119(7)")
@ruling("C59", "C61")
def test_2119_7_tips_before_the_wagers_on_the_first_cards() -> None:
    # Kh Qh and a jack of hearts: a straight flush and a suited 20.
    tables = {
        "21-plus-3-classic": "PT-FLT-213-E04",
        "21-plus-3-xtreme": "PT-FLT-213XT-03",
        "top-3": "PT-FLT-TOP3-02",
        "lucky-ladies": "PT-FLT-LL-03",
    }
    wagers = "1000, 21-plus-3-classic 100, 21-plus-3-xtreme 100, top-3 100, lucky-ladies 100"
    tips = "tip 21-plus-3-classic 50, tip 21-plus-3-xtreme 3, tip top-3 100, tip lucky-ladies 1"
    cards = "Kh Jh Qh 9c"
    played = play(RIDE_FREE, cards, "1 stand", f"{wagers}, {tips}", tables=tables)
    to_one = {"21-plus-3-classic": 25, "21-plus-3-xtreme": 40, "top-3": 100, "lucky-ladies": 9}
    given = {"21-plus-3-classic": 50, "21-plus-3-xtreme": 3, "top-3": 100, "lucky-ladies": 1}
    for wager, pay in to_one.items():
        assert played.won(wager) == 100 * pay
        assert played.won(f"tip:{wager}") == given[wager] * pay
    assert played.net == 1000 + 100 * (25 + 40 + 100 + 9)
    assert given_to_dealer(played) == [(1, 1000)]
