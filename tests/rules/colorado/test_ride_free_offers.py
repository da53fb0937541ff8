"""Ride Free, 30-2119: what is offered, limits posted, and wagers without a blackjack wager.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    RIDE_FREE,
    net,
)
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import played, refusal

HEDGE = {"hedge-22": "PT-FLT-SB1-01"}
STACK = {"silver-stack": "PT-FLT-SB2-01"}
BUST = {"bust-bonus": "PT-FLT-BB-01"}
WITH_HEDGE = "1000, hedge-22 200"
ALONE = {"require_main": False}


@clause(RIDE_FREE, "2119(2)", how="judged")
@ruling("C93", how="judged")
@every_row(
    ("tables", "code"),
    [
        ({"21-plus-3": "PT-FLT-213-03"}, "wager/not-offered"),
        ({"push-22": "push-22-A"}, "wager/not-offered"),
        ({"21-plus-3-classic": "PT-FLT-213XT-01"}, "option/invalid"),
        ({"21-plus-3-classic": "PT-FLT-213-02"}, "option/invalid"),
        ({"21-plus-3-xtreme": "PT-FLT-213XT-02"}, "option/invalid"),
        ({"lucky-ladies": "PT-BJS-LL-26"}, "option/invalid"),
        ({"hedge-22": "PT-FLT-SB2-01"}, "option/invalid"),
        ({"silver-stack": "PT-FLT-SB1-01"}, "option/invalid"),
        ({"bust-bonus": "PT-FLT-BB-02"}, "option/invalid"),
    ],
)
def test_2119_22_only_the_printed_tables(tables: dict[str, str], code: str) -> None:
    assert refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", tables=tables) == code


@clause(RIDE_FREE, "2119(2)")
@ruling("C93")
@every_row(
    "wager",
    [
        *("hedge-22", "silver-stack", "bust-bonus", "21-plus-3-classic", "21-plus-3-xtreme"),
        *("top-3", "lucky-ladies", "21-plus-3-progressive", "lucky-ladies-progressive"),
    ],
)
def test_2119_2_a_wager_without_a_pay_table_is_not_offered(wager: str) -> None:
    code = refused(RIDE_FREE, "2h 9s 7d 8c", "1 stand", f"1000, {wager} 100")
    assert code == "wager/not-offered"


@clause(RIDE_FREE, "2119(2)")
def test_2119_2_every_optional_wager_at_once() -> None:
    # Q-Q of hearts against a spade blackjack: 9 wagers, Bust Bonus not asked.
    progressive = {"scheme": "progressive", "wager": 100, "contribution": "0%", "seed": "500.00"}
    done = play(
        RIDE_FREE,
        "Qh Ks Qh As",
        "",
        "1000, hedge-22 100, silver-stack 100, 21-plus-3-classic 100, 21-plus-3-xtreme 100,"
        " top-3 100, lucky-ladies 100, 21-plus-3-progressive 100, lucky-ladies-progressive 100",
        tables={
            "hedge-22": "PT-FLT-SB1-01",
            "silver-stack": "PT-FLT-SB2-01",
            "bust-bonus": "PT-FLT-BB-01",
            "21-plus-3-classic": "PT-FLT-213-03",
            "21-plus-3-xtreme": "PT-FLT-213XT-01",
            "top-3": "PT-FLT-TOP3-01",
            "lucky-ladies": "PT-FLT-LL-03",
            "21-plus-3-progressive": "PT-BJS-213-01",
            "lucky-ladies-progressive": "PT-BJS-LL-26",
        },
        jackpots={
            "21-plus-3-progressive": progressive,
            "lucky-ladies-progressive": progressive,
        },
    )
    # Six lose 100 each, and the wager; Lucky Ladies 1000 to 1; the whole meter of $500 for 1.
    assert done.net == -1000 - 600 + 100_000 + 50_000 - 100
    assert len(done.wagers()) == 9


@clause(RIDE_FREE, "2119(23)(a)(iii)", "2119(24)(a)(iii)", "2119(4)")
@ruling("C74")
def test_ruling_c74_a_posted_aggregate_limit_is_shared_in_proportion() -> None:
    # Hedge 22 suited, 50 to 1 on 300 and 100: 15000 and 5000 are due.
    seats = {1: "1000, hedge-22 300", 2: "1000, hedge-22 100", 3: "1000"}
    cards = "Kh Kd Ks 9c 9h 9d 9s 3c Tc"
    stands = "1 stand, 2 stand, 3 stand"
    for aggregate, nets in (
        (10_001, {1: 7500, 2: 2500, 3: 0}),  # 7500.75 and 2500.25, rounded down
        (19_999, {1: 14_999, 2: 4999, 3: 0}),  # 14999.25 and 4999.75
        (20_000, {1: 15_000, 2: 5000, 3: 0}),
    ):
        limits = {"hedge-22": {"aggregate": aggregate}}
        done = play(RIDE_FREE, cards, stands, seats, tables=HEDGE, limits=limits)
        assert done.nets == nets
    # Silver Stack, one lammer each, 3 to 1 on 1000 and 500: 3000 and 1500; 900 is the limit.
    seats = {1: "1000, silver-stack 1000", 2: "1000, silver-stack 500"}
    done = play(
        RIDE_FREE,
        "5h 5s 9c 6d 6s 8c Ks Kd",
        "1 free-double, 2 free-double",
        seats,
        tables=STACK,
        limits={"silver-stack": {"aggregate": 900}},
    )
    assert done.nets == {1: 2000 + 600, 2: 2000 + 300}


@clause(RIDE_FREE, "2119(23)(a)(iii)", "2119(24)(a)(iii)")
@ruling("C113")
def test_2119_23_a_iii_a_limit_for_each_hand_looks_at_that_hand_alone() -> None:
    # Hedge 22 suited, 50 to 1 on 300 and 100: 15000 and 5000 are due, and 6000 are paid a hand.
    seats = {1: "1000, hedge-22 300, tip hedge-22 200", 2: "1000, hedge-22 100", 3: "1000"}
    cards = "Kh Kd Ks 9c 9h 9d 9s 3c Tc"
    stands = "1 stand, 2 stand, 3 stand"
    hand = {"aggregate": 6000, "aggregate_per": "hand"}
    done = play(RIDE_FREE, cards, stands, seats, tables=HEDGE, limits={"hedge-22": hand})
    assert done.nets == {1: 6000, 2: 5000, 3: 0}
    assert done.won("tip:hedge-22") == 10_000
    # All seats together, the same limit is shared: 4500 and 1500.
    whole = {"aggregate": 6000, "aggregate_per": "round"}
    done = play(RIDE_FREE, cards, stands, seats, tables=HEDGE, limits={"hedge-22": whole})
    assert done.nets == {1: 4500, 2: 1500, 3: 0}
    # Silver Stack, one lammer each, 3 to 1 on 1000 and 500.
    seats = {1: "1000, silver-stack 1000", 2: "1000, silver-stack 500"}
    limits = {"silver-stack": {"aggregate": 2000, "aggregate_per": "hand"}}
    decisions = "1 free-double, 2 free-double"
    cards = "5h 5s 9c 6d 6s 8c Ks Kd"
    done = play(RIDE_FREE, cards, decisions, seats, tables=STACK, limits=limits)
    assert done.nets == {1: 2000 + 2000, 2: 2000 + 1500}


@clause(RIDE_FREE, "2119(23)(a)(iii)")
@ruling("C74")
def test_ruling_c74_a_wager_that_loses_gets_no_share_and_loses_its_stake() -> None:
    # Seat 1 has bust with 30; seat 2 is due 10000 and gets the limit.
    seats = {1: WITH_HEDGE, 2: WITH_HEDGE}
    done = play(
        RIDE_FREE,
        "Kh Kd 9c Qd 9d 3c Ks Tc",
        "1 hit, 2 stand",
        seats,
        tables=HEDGE,
        limits={"hedge-22": {"aggregate": 6000}},
    )
    assert done.nets == {1: -1200, 2: 6000}


@clause(RIDE_FREE, "2119(4)", "2119(6)")
@ruling("C96")
@every_row(
    ("wagers", "code"),
    [
        ("499", "wager/off-limits"),
        ("500", None),
        ("2001", "wager/off-limits"),
        ("0", "wager/off-limits"),
        ("500, hedge-22 99", "wager/off-limits"),
        ("500, hedge-22 100", None),
        ("500, silver-stack 301", "wager/off-limits"),
        ("500, silver-stack 300", None),
    ],
)
def test_2119_4_wagers_keep_to_the_posted_limits(wagers: str, code: str | None) -> None:
    limits = {
        "main": {"min": 500, "max": 2000},
        "hedge-22": {"min": 100},
        "silver-stack": {"max": 300},
    }
    rest = {"tables": HEDGE | STACK, "limits": limits}
    made = record(RIDE_FREE, "Kh 9c Qd 8c", "1 stand", wagers, **rest)
    if code:
        assert refusal(made) == code
    else:
        assert play(RIDE_FREE, "Kh 9c Qd 8c", "1 stand", wagers, **rest).nets


@clause(RIDE_FREE, "2119(4)", "2119(13)")
@ruling("C75")
def test_ruling_c75_the_maximum_binds_neither_doubles_nor_splits() -> None:
    limits = {"main": {"min": 1000, "max": 1000}}
    assert net(RIDE_FREE, "3h 9c 5d 8c Ks", "1 double", limits=limits) == 2000
    decisions = "1 split, 1.1 stand, 1.2 stand"
    assert net(RIDE_FREE, "8h 9c 8d 8c Ts Js", decisions, limits=limits) == 2000


SIDE_WAGERS = {
    "hedge-22": "PT-FLT-SB1-01",
    "silver-stack": "PT-FLT-SB2-01",
    "21-plus-3-classic": "PT-FLT-213-03",
    "21-plus-3-xtreme": "PT-FLT-213XT-01",
    "lucky-ladies": "PT-FLT-LL-03",
}


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@clause(RIDE_FREE, "2119(6)")
@ruling("C6", "C73")
@every_row("wager", SIDE_WAGERS)
def test_2119_3_the_house_requires_a_blackjack_wager_unless_it_says_otherwise(wager: str) -> None:
    # 2-7 against 9-8: every one of these wagers loses.
    tables = {wager: SIDE_WAGERS[wager]}
    cards = "2h 9c 7d 8c"
    wagers = f"{wager} 100"
    assert refused(RIDE_FREE, cards, "", wagers, tables=tables) == "wager/needs-main"
    required = {"require_main": True}
    code = refused(RIDE_FREE, cards, "", wagers, tables=tables, options=required)
    assert code == "wager/needs-main"
    done = play(RIDE_FREE, cards, "", wagers, tables=tables, options=ALONE)
    assert (done.net, done.wagers()) == (-100, [wager])


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@ruling("C73")
def test_ruling_c73_a_seat_without_a_blackjack_wager_has_no_hand_to_play() -> None:
    # Seat 1 plays, seat 2 has Hedge 22 and Lucky Ladies only: A up, no insurance, no hand.
    tables = HEDGE | {"lucky-ladies": "PT-FLT-LL-03"}
    seats = {1: "1000", 2: "hedge-22 100, lucky-ladies 100"}
    cards = "Kh Qh Ac 9d Qh 5d Ks 6d"  # A-5-K-6 = 22, of mixed colours: 8 to 1
    done = play(RIDE_FREE, cards, "1 decline, 1 stand", seats, tables=tables, options=ALONE)
    assert done.nets == {1: 0, 2: 800 + 12_500}  # the queens of hearts, 125 to 1


CLUBS = "Kh 9c Qd 3c Tc"
"""K-Q for seat 1; the dealer busts with the nine, three and ten of clubs: 20 to 1, and 22."""


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@clause(RIDE_FREE, "2119(21)(c)")
@ruling("C71", "C73")
def test_2119_3_bust_bonus_needs_no_blackjack_wager_where_none_is_required() -> None:
    tables = HEDGE | BUST
    tip = "1 bust-bet 300 tip 100"
    done = play(RIDE_FREE, CLUBS, tip, "hedge-22 100", tables=tables, options=ALONE)
    assert (done.won("hedge-22"), done.won("bust-bonus")) == (5000, 6000)
    assert (done.net, done.won("tip:bust-bonus")) == (11_000, 2000)
    # The dealer stands with 9-8: the wager loses, and no hand of the seat is settled.
    lost = play(RIDE_FREE, "Kh 9c Qd 8c", tip, "hedge-22 100", tables=tables, options=ALONE)
    assert (lost.net, lost.wagers()) == (-400, ["hedge-22", "tip:bust-bonus", "bust-bonus"])
    # With a blackjack wager required, nobody without one is in the round.
    code = refused(RIDE_FREE, CLUBS, tip, "hedge-22 100", tables=tables)
    assert code == "wager/needs-main"


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@ruling("C73")
def test_ruling_c73_every_seat_of_the_round_is_offered_bust_bonus_after_the_peek() -> None:
    # Seat 2 has Hedge 22 alone; with a dealer blackjack nobody is asked.
    tables = HEDGE | BUST
    seats = {1: "1000", 2: "hedge-22 100"}
    cards = "Kh Kd 9c Qd Qh 3c Tc"
    answers = "1 decline, 2 bust-bet 100, 1 stand"
    done = play(RIDE_FREE, cards, answers, seats, tables=tables, options=ALONE)
    assert done.nets == {1: 0, 2: 5000 + 2000}
    peeked = "Kh Kd Tc Qd Qh Ac"
    assert play(RIDE_FREE, peeked, "", seats, tables=tables, options=ALONE).nets == {
        1: -1000,
        2: -100,
    }


@ruling("C73")
def test_ruling_c73_a_record_may_leave_out_that_such_a_seat_declines() -> None:
    tables = HEDGE | BUST
    seats = {1: "1000", 2: "hedge-22 100"}
    cards = "Kh Kd 9c Qd Qh 3c Tc"
    said = "1 decline, 2 decline, 1 stand"
    declined = play(RIDE_FREE, cards, said, seats, tables=tables, options=ALONE)
    silent = record(RIDE_FREE, cards, "1 decline, 1 stand", seats, tables=tables, options=ALONE)
    assert played(silent).result == declined.result
    # A completed record from before the seat was offered anything has no such event either.
    events = [e for e in declined.events if (e.get("seat"), e.get("action")) != (2, "decline")]
    assert len(events) == len(declined.events) - 1
    assert replay(silent | {"events": events}).difference() is None
    assert replay(silent | {"events": declined.events}).difference() is None
    assert replay(silent | {"events": events[:-1]}).difference() is not None


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@clause(RIDE_FREE, "2119(9)(b)")
@ruling("C73", "C85")
def test_ruling_c73_the_dealer_draws_for_a_hedge_22_without_a_blackjack_wager() -> None:
    # 9-3-T of clubs; K-Q would be 20, and no hand can bust.
    done = play(RIDE_FREE, "Kh 9c Qd 3c Tc", "", "hedge-22 100", tables=HEDGE, options=ALONE)
    assert (done.net, done.wagers()) == (5000, ["hedge-22"])


@clause(
    RIDE_FREE,
    "2119(3)",
    words="the house may require a blackjack wager of those who make an optional one",
)
@ruling("C73")
def test_ruling_c73_no_wager_at_all_is_refused() -> None:
    made = record(RIDE_FREE, "Kh 9c Qd 8c", options=ALONE)
    made["seats"] = [{"seat": 1, "wagers": {}}]
    assert refusal(made) == "wager/needs-main"
    made["seats"] = []
    assert refusal(made) == "record/malformed"


@ruling("C29", "C79")
def test_ruling_c79_a_voided_round_returns_every_wager_and_what_it_fed() -> None:
    # A misdeal after three cards; the meter stays as it was, and a claimed result is verified.
    wager = "lucky-ladies-progressive"
    voided = record(
        RIDE_FREE,
        "Qh Qd Ks",
        "",
        {1: f"1000, {wager} 100, tip 50", 2: "2500"},
        tables={wager: "PT-BJS-LL-26"},
        jackpots={
            wager: {"scheme": "progressive", "wager": 100, "contribution": "10%", "seed": "500.00"}
        },
        meters={wager: "8000.1234"},
        void=True,
    )
    done = played(voided | {"net": {"1": 0, "2": 0}})
    assert (done.nets, done.meters) == ({1: 0, 2: 0}, {wager: "8000.1234"})
    assert done.replay.difference() is None
    claimed = played(voided | {"net": {"1": -1000, "2": 0}})
    assert claimed.replay.difference() is not None


@ruling("C79", "C99")
def test_ruling_c79_a_voided_round_with_its_result_verifies() -> None:
    first = play(RIDE_FREE, "Qh Qd Ks", void=True).replay
    assert played(first.complete_record()).replay.difference() is None


@ruling("C99")
@every_row(
    ("key", "claimed", "same"),
    [
        ("net", {"1": 1500}, True),
        ("net", {"1": 1501}, False),
        ("net", {"1": 1500, "2": 0}, False),
        ("meters_after", {}, True),
    ],
)
def test_ruling_c99_what_a_record_claims_is_verified(
    key: str, claimed: dict[str, object], *, same: bool
) -> None:
    done = play(RIDE_FREE, "Ah 9c Kd 8c", **{key: claimed})
    assert (done.replay.difference() is None) == same
