"""Standard blackjack under all of Colorado's games: tips, limits, and what a record may say."""

from __future__ import annotations

from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.clauses import ruling
from tests.rules.colorado.felt import GOLDEN, STRAIGHT_PROGRESSIVE, base, net
from tests.rules.colorado.straights import on as straight_on
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

TIPPED = "1000, tip 300"
"""$10 with $3 for the dealer beside it."""

ROUND = ("Kh 9c Qd 8c", "1 stand")
"""20 against 17."""


@ruling("C59", "C60")
@base
@every_row(
    ("cards", "decisions", "won", "tip", "outcome"),
    [
        ("Kh 9c Qd 8c", "1 stand", 1000, 300, "win"),
        ("Kh 9c 6d 8c", "1 stand", -1000, -300, "lose"),
        ("Kh 9c 7d 8c", "1 stand", 0, 0, "push"),
        ("Kh 9c 6d 8c Td", "1 hit", -1000, -300, "bust"),
        ("Ah 9c Kd 8c", "", 1500, 450, "blackjack"),  # 3 to 2 for the dealer too
        ("Ah Tc Kd Ac", "", 0, 0, "push"),
        ("Kh Tc Qd Ac", "", -1000, -300, "dealer blackjack"),
        ("Kh Ac Qd Kc", "1 insure 500", 0, -300, "dealer blackjack"),  # a tip is not insured
        ("5h 9c 6d 8c Td", "1 double", 2000, 300, "win"),  # nor doubled
        ("5h 9c 6d 8c 2d", "1 double", -2000, -300, "lose"),
        ("Kh 9c 6d 8c", "1 surrender", -500, -150, "surrendered"),
    ],
)
def test_ruling_c60_a_tip_wins_and_loses_with_the_hand_and_is_not_the_players(
    game: str, cards: str, decisions: str, won: int, tip: int, outcome: str
) -> None:
    played = play(game, cards, decisions, TIPPED, options={"surrender": True})
    assert played.net == won
    assert played.line("tip:main") == {
        "seat": 1,
        "hand": 1,
        "wager": "tip:main",
        "stake": 300,
        "outcome": outcome,
        "net": tip,
    }
    assert played.line("main")["outcome"] == outcome


@ruling("C60")
@base
@every_row(
    ("first", "second", "tip"),
    [("Kd", "2h", 300), ("2h", "Kd", -300), ("9h", "Kd", 0)],  # 8-K wins, 8-2 loses, 8-9 pushes
)
def test_ruling_c60_a_tip_stays_on_hand_1_of_a_split(
    game: str, first: str, second: str, tip: int
) -> None:
    cards = f"8s 9c 8d 8c {first} {second}"
    played = play(game, cards, "1 split, 1 stand, 1.2 stand", TIPPED)
    assert [line["net"] for line in played.result["settlement"] if "tip" in line["wager"]] == [tip]
    assert played.won("tip:main", hand=1) == tip
    assert played.net == played.won(hand=1) + played.won(hand=2)


@ruling("C60")
@base
def test_ruling_c60_a_tip_on_a_split_and_doubled_hand_stays_as_it_is(game: str) -> None:
    # Hand 1: 8-3 doubled with K = 21; hand 2: 8-5 loses.
    played = play(game, "8s 9c 8d 8c 3h Kd 5h", "1 split, 1 double, 1.2 stand", TIPPED)
    assert (played.net, played.won("tip:main")) == (1000, 300)


@ruling("C40", "C60")
@base
def test_ruling_c40_the_part_of_a_cent_in_a_tips_pay_is_rounded_and_recorded_too(
    game: str,
) -> None:
    # 3 to 2 on 101 cents is 151 and a half.
    line = play(game, "Ah 9c Kd 8c", "", "1000, tip 101").line("tip:main")
    assert line["net"] == 151
    assert line.get("remainder") == "1/2"


@ruling("C60")
@base
def test_ruling_c60_half_of_an_odd_tip_comes_back_rounded_down(game: str) -> None:
    # Of 101 cents 50 come back; of the player's 1001, 500.
    played = play(game, "Kh 9c 6d 8c", "1 surrender", "1001, tip 101", options={"surrender": True})
    assert (played.net, played.won("tip:main")) == (-501, -51)


@ruling("C59")
@base
def test_ruling_c59_tips_of_several_seats_are_settled_each_with_its_own(game: str) -> None:
    played = play(
        game,
        "Kh 9h 6h 9c Qd 8d Qd 8c",
        "1 stand, 2 stand, 4 stand",
        {1: "1000, tip 100", 2: "500", 4: "700, tip 700"},
    )
    assert played.nets == {1: 1000, 2: 0, 4: -700}
    assert [played.won("tip:main", seat) for seat in (1, 4)] == [100, -700]
    assert "tip:main" not in played.wagers(2)


@ruling("C61")
@base
@every_row("tip", [1, 37, 999, 1000])
def test_ruling_c61_a_tip_is_any_whole_cents_up_to_the_players_wager(game: str, tip: int) -> None:
    played = play(game, *ROUND, f"1000, tip {tip}")
    assert (played.net, played.won("tip:main")) == (1000, tip)


@ruling("C61")
@base
@every_row("tip", [1001, 5000, 0, -100])
def test_ruling_c61_a_tip_of_more_or_of_nothing_is_refused(game: str, tip: int) -> None:
    assert refused(game, *ROUND, f"1000, tip {tip}") == "wager/off-limits"


@ruling("C61")
@base
def test_ruling_c61_the_limits_of_the_wager_do_not_bind_the_tip(game: str) -> None:
    limits = {"main": {"min": 500, "max": 1000}}
    assert play(game, *ROUND, "1000, tip 1", limits=limits).won("tip:main") == 1


@ruling("C60", "C61")
@base
@every_row("wager", ["insurance", "match-up", "bust-bonus"])
def test_ruling_c61_a_tip_lies_beside_a_wager_of_the_seat(game: str, wager: str) -> None:
    code = refused(game, *ROUND, f"1000, tip {wager} 100")
    assert code in {"wager/not-offered", "wager/needs-main"}


@ruling("C59")
@base
@every_row("tips", [[100], "main 100", 100, {"main": 1.5}, {"main": "100"}, None])
def test_tips_that_are_no_amounts_are_malformed(game: str, tips: object) -> None:
    seat = {"seat": 1, "wagers": {"main": 1000}, "tips": tips}
    assert refusal(record(game, *ROUND) | {"seats": [seat]}) == "record/malformed"


@ruling("C96")
@base
@every_row("wager", [499, 40001, 0, -1000])
def test_ruling_c96_a_wager_outside_the_posted_limits_is_refused(game: str, wager: int) -> None:
    limits = {"main": {"min": 500, "max": 40000}}
    assert refused(game, *ROUND, wager, limits=limits) == "wager/off-limits"
    for within in (500, 40000):
        assert net(game, *ROUND, within, limits=limits) == within


@base
@every_row("wager", [0, -1000])
def test_a_wager_of_nothing_is_refused_without_limits_too(game: str, wager: int) -> None:
    assert refused(game, *ROUND, wager) == "wager/off-limits"
    assert net(game, *ROUND, 1) == 1


@base
@every_row(
    "limits",
    [{"min": 0}, {"max": -5}, {"min": 1000, "max": 500}, {"aggregate": 0}],
)
def test_limits_that_cannot_be_are_refused(game: str, limits: dict[str, int]) -> None:
    assert refused(game, *ROUND, limits={"main": limits}) == "option/invalid"


@ruling("C96", how="judged")
@base
def test_ruling_c96_limits_of_a_wager_there_is_not_are_refused(game: str) -> None:
    assert refused(game, *ROUND, limits={"poker": {"min": 500}}) == "wager/not-offered"


@ruling("C93")
@base
@every_row("wager", ["21-plus-3", "golden-21", "straight-jack", "trilux-bonus"])
def test_ruling_c93_a_wager_without_a_pay_table_is_not_offered(game: str, wager: str) -> None:
    assert refused(game, *ROUND, f"1000, {wager} 100") == "wager/not-offered"


@ruling("C93")
@base
def test_ruling_c93_no_tables_at_all_offer_the_main_wager_alone(game: str) -> None:
    """In Colorado nothing is offered by default; insurance is never placed before the deal."""
    bare = record(game, *ROUND)
    del bare["tables"]
    assert replay(bare).result()["net"] == {"1": 1000}
    assert refused(game, *ROUND, "1000, insurance 100") == "wager/not-offered"


@base
def test_a_table_of_another_game_is_refused(game: str) -> None:
    tables = {"match-up": "2"}
    assert refused(game, *ROUND, tables=tables) == "wager/not-offered"


@ruling("C6")
@base
def test_ruling_c6_every_seat_plays_blackjack(game: str) -> None:
    empty: dict[str, int] = {}
    for seats in ([{"seat": 1, "wagers": empty}], [{"seat": 1, "wagers": {"insurance": 100}}]):
        code = refusal(record(game, *ROUND) | {"seats": seats})
        assert code in {"wager/needs-main", "wager/not-offered"}
    assert refusal(record(game, *ROUND) | {"seats": []}) == "record/malformed"


@base
@every_row(
    ("options", "code"),
    [
        ({"decks": 0}, "option/invalid"),
        ({"decks": 9}, "option/invalid"),
        ({"decks": "6"}, "option/invalid"),
        ({"soft17": "sometimes"}, "option/invalid"),
        ({"surrender": "late"}, "option/invalid"),
        ({"double_for_less": 1}, "option/invalid"),
        ({"redouble": True}, "option/unknown"),
        ({"even_money": True}, "option/unknown"),
    ],
)
def test_options_that_are_none_are_refused(
    game: str, options: dict[str, object], code: str
) -> None:
    assert refused(game, *ROUND, options=options) == code


@base
@every_row(
    ("cards", "decisions", "code"),
    [
        ("Kh 9c Qd", "1 stand", "record/cards-missing"),
        ("Kh 9c 6d 8c", "1 hit", "record/cards-missing"),
        ("Kh 9c Qd 6c", "1 stand", "record/cards-missing"),
        ("Kh 9c Qd 8c 5d", "1 stand", "record/cards-left-over"),
        ("Kh 9c Qd 8c", "", "record/decision-missing"),
        ("Kh 9c Qd 8c", "1 stand, 1 stand", "record/decision-left-over"),
        ("Kh 9c Qd 8c", "2 stand", "action/not-your-turn"),
        ("Kh 9c Qd 8c", "1.2 stand", "action/not-your-turn"),
        ("Kh 9c Qd 8c", "1 stand 100", "action/amount"),
        ("Kh 9c Qd 8c", "1 hit 100", "action/amount"),
        ("Kh 9c Qd 8c", "1 stand tip 100", "action/amount"),
        ("Kh 9c Qd 8c", "1 rescue", "action/illegal"),
        ("Kh 9c Qd 8c", "1 bust-bet 200", "action/illegal"),
        ("Kh 9c Qd 8c", "1 free-double", "action/illegal"),
        ("Kh 9c Qd 8c", "1 keep", "action/illegal"),
        ("Kh 9c Qd 8c", "1 fly", "action/illegal"),
        ("Kh 9c Qd Jk", "1 stand", "record/card-not-in-shoe"),
        ("Kh 9c Qd 8x", "1 stand", "record/card-unknown"),
    ],
)
def test_records_that_do_not_come_out_are_refused(
    game: str, cards: str, decisions: str, code: str
) -> None:
    assert refused(game, cards, decisions) == code


@ruling("C99")
@base
def test_ruling_c99_a_record_with_its_net_is_verified(game: str) -> None:
    right = record(game, *ROUND) | {"net": {"1": 1000}}
    assert replay(right).difference() is None
    for wrong in ({"1": 999}, {"1": 1000, "2": 0}, {"2": 1000}):
        assert replay(right | {"net": wrong}).difference() is not None


@ruling("C99")
@base
def test_ruling_c99_a_completed_record_verifies_itself_tips_and_all(game: str) -> None:
    done = replay(record(game, "8s 9c 8d 8c Kd 5h", "1 split, 1 stand, 1.2 stand", TIPPED))
    again = replay(done.complete_record())
    assert again.difference() is None
    assert again.result() == done.result()


@ruling("C29", "C79")
@base
def test_ruling_c79_a_misdeal_that_is_kept_is_void_and_nobody_gains(game: str) -> None:
    """It may stop anywhere: here after three cards of the deal."""
    kept = record(game, "Kh 9c Qd", "", {1: "1000, tip 100", 2: 500}) | {"void": True}
    result = replay(kept).result()
    assert result["net"] == {"1": 0, "2": 0}
    assert result["settlement"] == []
    assert replay(kept | {"net": {"1": 0, "2": 0}}).difference() is None
    assert replay(kept | {"net": {"1": -1000, "2": 0}}).difference() is not None


@ruling("C79")
def test_ruling_c79_a_void_rounds_wagers_come_back_out_of_the_meter_too() -> None:
    house = straight_on("SJP1", contribution="10%")
    kept = record(STRAIGHT_PROGRESSIVE, "4h 9c 5d", "", "1000, straight-jack 200", **house)
    result = replay(kept | {"void": True}).result()
    assert result["net"] == {"1": 0}
    assert result["meters_after"] == {"straight-jack": "8000.0000"}


@ruling("C79")
@base
def test_ruling_c79_void_is_true_or_false_and_forgives_no_wager(game: str) -> None:
    for wrong in ("yes", 1, 0, None):
        assert refusal(record(game, *ROUND) | {"void": wrong}) == "record/malformed"
    assert replay(record(game, *ROUND) | {"void": False}).result()["net"] == {"1": 1000}
    assert refusal(record(game, *ROUND, -5) | {"void": True}) == "wager/off-limits"


@ruling("C80")
def test_ruling_c80_and_no_other_action_takes_its_place() -> None:
    for action in ("take-blackjack", "keep-blackjack", "stand"):
        assert refused(GOLDEN, "Ah Ac Kd 9c", f"1 {action}") == "action/illegal"
