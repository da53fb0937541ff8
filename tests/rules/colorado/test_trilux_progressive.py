"""TriLux Blackjack, 30-2115: the progressive, its meter and the dealer's envy pays."""

from __future__ import annotations

from typing import NamedTuple

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import (
    TRILUX,
    Seats,
    given_to_dealer,
    play,
    record,
    refused,
    settled_in_order,
)
from tests.rules.colorado.three_card_hands import HANDS, ThreeCards
from tests.rules.table import Played, refusal

WAGER = "trilux-progressive"

SHOWN: dict[str, list[ThreeCards]] = {
    # The player holds ace and king, the dealer shows the queen.
    "spades AK/Q/J": [
        ThreeCards("As Qs Ks Js", "", 1500),
        ThreeCards("Ks Qs As Js", "", 1500),
    ],
    "spades AK/Q": [
        ThreeCards("As Qs Ks 7d", "", 1500),
        ThreeCards("Ks Qs As Jd", "", 1500),  # another jack is no J of spades
    ],
    "other AK/Q": [
        ThreeCards("Ah Qh Kh 7d", "", 1500),
        ThreeCards("Kd Qd Ad 7c", "", 1500),
        ThreeCards("Ac Qc Kc Jc", "", 1500),
        ThreeCards("Ah Qh Kh Js", "", 1500),
    ],
    "A-K-Q otherwise": [
        ThreeCards("Ks As Qs 7d", "1 decline, 1 stand", 1000),  # 20 against 18
        ThreeCards("Qs Ks As Js", "", 1500),
        ThreeCards("Ah Kh Qh 7d", "", 1500),
        ThreeCards("Qd Ad Kd Tc", "1 decline", -1000),  # 20 against a blackjack
    ],
    **{name: rounds for name, rounds in HANDS.items() if name != "ace-king-queen suited"},
    "nothing, dealer blackjack": [
        ThreeCards("9h Ah 7d Kc", "1 decline", -1000),
        ThreeCards("9h Kh 7d Ac", "", -1000),
        ThreeCards("9h Ah 9d Tc", "1 decline", -1000),  # a pair
        ThreeCards("Ad Kh Tc As", "", 0),  # two blackjacks
    ],
    "flush, dealer blackjack": [ThreeCards("9h Ah 7h Kc", "1 decline", -1000)],
}
"""What the rows tell apart -> rounds that show it."""


class Printed(NamedTuple):
    """A progressive pay table at its printed wager."""

    wager: int
    increment: str
    seed: str
    before: str
    """What the meter shows before the round."""
    fed: str
    """And with the wager's share in it."""
    pays: str
    """For 1, in the order of `SHOWN`; -: lost."""
    envy: str
    """Dollars for the dealer."""


TABLES = {
    # 24% of $5 is $1.20, 17% and 24% of $1 are 17 and 24 cents.
    "progressive-01": Printed(
        500,
        "24%",
        "10000.00",
        "20000.0000",
        "20001.2000",
        "100% 100% 10% 250 40 25 25 25 5 2 2 - - - 2",
        "100 100 50 25 20 5 5 5 2 1 1 0 0 0 1",
    ),
    "progressive-05": Printed(
        500,
        "24%",
        "5000.00",
        "20000.0000",
        "20001.2000",
        "100% 10% 300 50 50 25 25 25 5 2 2 - - 1 2",
        "100 50 25 20 20 5 5 5 2 1 1 0 0 0 1",
    ),
    "progressive-06": Printed(
        100,
        "17%",
        "2000.00",
        "4000.0000",
        "4000.1700",
        "25 25 25 25 25 125 100% 20 7 3 3 - - - 3",
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ),
    "progressive-07": Printed(
        100,
        "24%",
        "2000.00",
        "4000.0000",
        "4000.2400",
        "100% 100% 10% 300 50 2 2 - 5 2 2 - - - 2",
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ),
}

AWARDS = {
    # Table -> (cents won, the meter after) for 100% and 10% of the fed meter, whole cents.
    "progressive-01": {"100%": (2000120, "10000.0000"), "10%": (200012, "18001.0800")},
    "progressive-05": {"100%": (2000120, "5000.0000"), "10%": (200012, "18001.0800")},
    "progressive-06": {"100%": (400017, "2000.0000")},
    # 10% of $4000.24 is $400.024.
    "progressive-07": {"100%": (400024, "2000.0000"), "10%": (40002, "3600.2200")},
}


def terms(table: str, **changes: object) -> dict[str, object]:
    """Return a table's jackpot as printed."""
    printed = TABLES[table]
    return {
        "scheme": "progressive",
        "wager": printed.wager,
        "contribution": printed.increment,
        "seed": printed.seed,
        **changes,
    }


def house(table: str, meter: str | None = None, **changes: object) -> dict[str, object]:
    """Return what a record says of its progressive."""
    meters = {} if meter is None else {"meters": {WAGER: meter}}
    return {"tables": {WAGER: table}, "jackpots": {WAGER: terms(table, **changes)}, **meters}


def bet(shown: ThreeCards, table: str, decks: int = 6) -> Played:
    seats = f"1000, {WAGER} {TABLES[table].wager}"
    rest = house(table, TABLES[table].before)
    return play(TRILUX, shown.cards, shown.decisions, seats, decks=decks, **rest)


@clause(TRILUX, "2115(3)", "2115(7)", "2115(7) Dealer Blackjack")
@ruling("C9", "C57", "C58", "C69", "C94")
@every_row("decks", [6, 8])
@every_row("hand", SHOWN)
@every_row("table", TABLES)
def test_2115_7_every_row_of_every_progressive(table: str, hand: str, decks: int) -> None:
    printed = TABLES[table]
    pay = dict(zip(SHOWN, printed.pays.split(), strict=True))[hand]
    dollars = int(dict(zip(SHOWN, printed.envy.split(), strict=True))[hand])
    for shown in SHOWN[hand]:
        done = bet(shown, table, decks)
        if pay.endswith("%"):
            paid, after = AWARDS[table][pay]
        else:
            paid = 0 if pay == "-" else int(pay) * printed.wager
            after = printed.fed
        assert done.won(WAGER) == paid - printed.wager, shown
        assert done.net == shown.main + paid - printed.wager
        assert done.meters == {WAGER: after}
        assert given_to_dealer(done) == ([(1, 100 * dollars)] if dollars else [])


@clause(TRILUX, "2115(7)", how="judged")
@ruling("C93", how="judged")
@every_row("table", TABLES)
def test_2115_7_the_progressives_are_for_six_or_eight_decks(table: str) -> None:
    for decks in (1, 2, 3, 4, 5, 7):
        code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", decks=decks, **house(table))
        assert code == "option/conflict", decks


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4")
@ruling("C94")
@every_row("table", TABLES)
def test_2115_7_every_wager_feeds_the_meter_won_or_lost_and_no_other_does(table: str) -> None:
    # Up 8: seat 1 has 9-2 (nothing), seat 3 T-9 (a straight); seat 2 plays blackjack only.
    printed = TABLES[table]
    side = f"1000, {WAGER} {printed.wager}"
    cards = "9h 5s Th 8d 2c 6c 9c 9s 4c"
    # 11, 11 + 4 = 15, 19 against 17.
    decisions = "1 stand, 2 hit, 2 stand, 3 stand"
    done = play(TRILUX, cards, decisions, {1: side, 2: 1000, 3: side}, **house(table, "3000.0000"))
    fed = {
        "progressive-01": "3002.4000",
        "progressive-05": "3002.4000",
        "progressive-06": "3000.3400",
        "progressive-07": "3000.4800",
    }
    assert done.meters == {WAGER: fed[table]}
    straight = {"progressive-06": 7}.get(table, 5)
    won = (straight - 1) * printed.wager
    assert done.nets == {1: -1000 - printed.wager, 2: -1000, 3: 1000 + won}
    fed_by = [event["seat"] for event in done.events if event["event"] == "meter-fed"]
    assert fed_by == [1, 3]


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4")
@ruling("C64")
@every_row("table", TABLES)
def test_2115_7_a_meter_that_is_not_given_starts_at_its_seed(table: str) -> None:
    printed = TABLES[table]
    seats = f"1000, {WAGER} {printed.wager}"
    done = play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **house(table))
    begun = {
        "progressive-01": "10001.2000",
        "progressive-05": "5001.2000",
        "progressive-06": "2000.1700",
        "progressive-07": "2000.2400",
    }
    assert done.meters == {WAGER: begun[table]}


@ruling("C64", how="judged")
@every_row("table", TABLES)
def test_ruling_c64_a_progressive_without_its_jackpot_is_refused(table: str) -> None:
    code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", tables={WAGER: table})
    assert code == "option/invalid"


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4", how="judged")
@ruling("C67", how="judged")
@every_row("table", TABLES)
@every_row(
    ("changes", "code"),
    [
        ({"seed": "9999.99"}, "option/conflict"),
        ({"seed": "20000.00"}, "option/conflict"),
        ({"contribution": "23%"}, "option/conflict"),
        ({"contribution": "0%"}, "option/conflict"),
        ({"scheme": "house"}, "option/invalid"),
        ({"wager": 99}, "option/invalid"),
    ],
)
def test_2115_7_seed_increment_and_wager_are_as_printed(
    table: str, changes: dict[str, object], code: str
) -> None:
    rest = house(table, None, **changes)
    assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", **rest) == code


@clause(TRILUX, "2115(7) Table 2", "2115(7) Table 4")
@ruling("C67")
@every_row(
    ("table", "wager", "seed", "fed"),
    [
        ("progressive-01", 1000, "20000.00", "20002.4000"),
        ("progressive-01", 600, "12000.00", "12001.4400"),
        ("progressive-05", 700, "7000.00", "7001.6800"),
        ("progressive-06", 500, "10000.00", "10000.8500"),
        ("progressive-07", 200, "4000.00", "4000.4800"),
        ("progressive-07", 150, "3000.00", "3000.3600"),
    ],
)
def test_2115_7_a_higher_wager_scales_the_seed(table: str, wager: int, seed: str, fed: str) -> None:
    seats = f"1000, {WAGER} {wager}"
    rest = house(table, wager=wager, seed=seed)
    done = play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
    assert (done.net, done.meters) == (1000 - wager, {WAGER: fed})
    unscaled = house(table, wager=wager)
    assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **unscaled) == "option/conflict"


@ruling("C67", how="judged")
@every_row(
    ("table", "wager"), [("progressive-01", 499), ("progressive-05", 400), ("progressive-06", 50)]
)
def test_ruling_c67_a_lower_wager_is_refused(table: str, wager: int) -> None:
    code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", **house(table, wager=wager))
    assert code == "option/invalid"


@ruling("C67")
def test_ruling_c67_the_odds_scale_with_the_wager_and_the_award_does_not() -> None:
    # $10: a straight pays 5 for 1; A-K against Q of spades takes the meter, $20,000 + 24% of $10.
    rest = house("progressive-01", wager=1000, seed="20000.00")
    seats = f"1000, {WAGER} 1000"
    done = play(TRILUX, "Th 8d 9s 9c", "1 stand", seats, **rest)
    assert done.net == 1000 + 4000
    done = play(TRILUX, "As Qs Ks 7d", "", seats, **rest)
    assert done.net == 1500 + 2000240 - 1000
    assert done.meters == {WAGER: "20000.0000"}
    # The dealer's envy is fixed too.
    assert given_to_dealer(done) == [(1, 10000)]


@clause(TRILUX, "2115", words="a progressive at the amount its pay table states")
@every_row("amount", [499, 501, 1000, 0])
def test_2115_the_progressive_wager_is_the_amount_its_table_states(amount: int) -> None:
    rest = house("progressive-01")
    code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", f"1000, {WAGER} {amount}", **rest)
    assert code == "wager/fixed-amount"


@clause(TRILUX, "2115(1)")
@ruling("C6")
def test_2115_1_the_progressive_needs_the_blackjack_wager() -> None:
    rest = house("progressive-01")
    assert refused(TRILUX, "Th 7s 9d Tc", "", f"{WAGER} 500", **rest) == "wager/needs-main"


@ruling("C61")
def test_ruling_c61_no_tip_on_a_progressive() -> None:
    rest = house("progressive-01")
    seats = f"1000, {WAGER} 500, tip {WAGER} 100"
    assert refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest) == "wager/not-offered"


@ruling("C58")
@every_row(
    ("table", "cards", "meter", "paid", "after"),
    [
        # $2000.3333 + 17 cents = $2000.5033: 100% is $2000.50, and the rest stays with the seed.
        ("progressive-06", "Ac Ac Ac 6d Td", "2000.3333", 200050, "2000.0033"),
        # $2000.0077 + 24 cents = $2000.2477: 10% is $200.02; $1800.2277 stay.
        ("progressive-07", "Ah Qh Kh 7d", "2000.0077", 20002, "1800.2277"),
        # $10000.0001 + $1.20: 10% is $1000.12; $9001.0801 stay.
        ("progressive-01", "Ah Qh Kh 7d", "10000.0001", 100012, "9001.0801"),
        ("progressive-05", "As Qs Ks Js", "5000.9999", 500219, "5000.0099"),
    ],
)
def test_ruling_c58_awards_are_whole_cents_and_the_rest_stays(
    table: str, cards: str, meter: str, paid: int, after: str
) -> None:
    wager = TABLES[table].wager
    decisions = "1 decline, 1 stand" if cards.startswith("Ac") else ""
    done = play(TRILUX, cards, decisions, f"1000, {WAGER} {wager}", **house(table, meter))
    assert (done.won(WAGER), done.meters) == (paid - wager, {WAGER: after})


@clause(TRILUX, "2115(7) Table 2")
@ruling("C28", "C57", "C95")
def test_ruling_c28_two_whole_awards_go_from_the_highest_seat_down() -> None:
    # $20,000 + 2 x $1.20: seat 4 takes all of it, seat 1 the seed.
    rest = house("progressive-01", "20000.0000")
    bets: Seats = {1: f"1000, {WAGER} 500", 4: f"1000, {WAGER} 500"}
    done = play(TRILUX, "As Ks Qs Ks As 7d", "", bets, **rest)
    assert done.nets == {1: 1500 + 1000000 - 500, 4: 1500 + 2000240 - 500}
    assert done.meters == {WAGER: "10000.0000"}
    assert [line for line in settled_in_order(done) if line[1] == WAGER] == [(4, WAGER), (1, WAGER)]
    assert given_to_dealer(done) == [(4, 10000), (1, 10000)]


@ruling("C28", "C58")
def test_ruling_c28_each_share_is_taken_before_the_next() -> None:
    # $5000 + 3 x 24 cents = $5000.72; seat 3 has nothing. Seat 2: 10% is $500.07 of $500.072,
    # leaving $4500.65; seat 1: $450.06 of $450.065, leaving $4050.59.
    rest = house("progressive-07", "5000.0000")
    bets: Seats = dict.fromkeys((1, 2, 3), f"1000, {WAGER} 100")
    cards = "Ah Kh Ts Qh Kh Ah 9d 7d"
    done = play(TRILUX, cards, "3 stand", bets, **rest)
    assert (done.won(WAGER, 2), done.won(WAGER, 1)) == (50007 - 100, 45006 - 100)
    assert done.won(WAGER, 3) == -100
    assert done.meters == {WAGER: "4050.5900"}


@ruling("C28")
def test_ruling_c28_two_whole_awards_when_the_down_card_is_exposed() -> None:
    # Table 05, A-K against Q and J of spades at both seats: $20,002.40 go to seat 2,
    # then the seed of $5000 to seat 1.
    rest = house("progressive-05", "20000.0000")
    bets: Seats = dict.fromkeys((1, 2), f"1000, {WAGER} 500")
    done = play(TRILUX, "As Ks Qs Ks As Js", "", bets, **rest)
    assert done.nets == {1: 1500 + 500000 - 500, 2: 1500 + 2000240 - 500}
    assert done.meters == {WAGER: "5000.0000"}


@clause(TRILUX, "2115(7) Table 2")
@ruling("C67")
def test_2115_7_a_reserve_would_change_the_printed_increment_and_reseed() -> None:
    seats = f"1000, {WAGER} 500"
    for reserve in ("1%", "25%", "100%"):
        rest = house("progressive-01", "20000.0000", reserve=reserve)
        code = refused(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert code == "option/conflict"
    done = play(TRILUX, "Th 7s 9d Tc", "1 stand", seats, **house("progressive-01", "20000.0000"))
    assert done.meters == {WAGER: "20001.2000"}


@clause(TRILUX, "2115(7) Table 2")
def test_2115_7_an_award_is_an_event() -> None:
    done = bet(ThreeCards("As Qs Ks 7d", "", 1500), "progressive-01")
    award = done.when("jackpot-awarded", seat=1, wager=WAGER, percent=100, amount=2000120)
    assert done.when("meter-fed", amount="1.2000") < done.when("card-dealt") < award


@clause(TRILUX, "2115(3)")
def test_2115_3_a_winning_progressive_is_paid_after_the_deal_before_anybody_plays() -> None:
    rest = house("progressive-01", "20000.0000")
    done = play(TRILUX, "Th 8d 9s 9c", "1 stand", f"1000, {WAGER} 500", **rest)
    settled = done.when("wager-settled", wager=WAGER)
    assert settled < done.when("action-taken", action="stand")


@clause(TRILUX, "2115(3)", "2115(6)")
def test_2115_3_the_optional_wagers_are_independent_of_each_other() -> None:
    # 5-6-7 of hearts: 25 x 200 with $10 for the dealer, 180 x 100, 40 for 1 on 500 with $20.
    tables = {"trilux-bonus": "TRILG-02", "super-3": "SUP-01", WAGER: "progressive-01"}
    rest = house("progressive-01", "20000.0000") | {"tables": tables}
    seats = f"1000, trilux-bonus 200, super-3 100, {WAGER} 500"
    done = play(TRILUX, "5h 7h 6h Td", "1 stand", seats, **rest)
    assert done.net == -1000 + 5000 + 18000 + 19500
    assert sorted(given_to_dealer(done)) == [(1, 1000), (1, 2000)]


@clause(TRILUX, "2115(7) Dealer Blackjack")
def test_2115_7_dealer_blackjack_is_a_row_of_table_05_alone() -> None:
    shown = ThreeCards("9h Kh 7d Ac", "", -1000)
    done = bet(shown, "progressive-05")
    assert (done.outcome(WAGER), done.won(WAGER), done.net) == ("Dealer Blackjack", 0, -1000)
    for table in ("progressive-01", "progressive-06", "progressive-07"):
        assert bet(shown, table).outcome(WAGER) == "lose"


@ruling("C9")
def test_ruling_c9_the_first_two_cards_count_after_a_split_too() -> None:
    """Table 05 waits for the hole card: what became of the hand in between does not matter."""
    # 8-8 with an 8 up: trips, 25 for 1; split into 8-3 doubled to 21 and 8-T; dealer 18.
    rest = house("progressive-05", "5000.0000")
    decisions = "1 split, 1.1 double, 1.2 stand"
    done = play(TRILUX, "8h 8d 8s Tc 3c Ts Td", decisions, f"1000, {WAGER} 500", **rest)
    assert (done.won(WAGER), done.net) == (12000, 12000 + 2000 + 0)


@clause(TRILUX, "2115(7)")
def test_2115_7_a_meter_of_no_progressive_is_malformed() -> None:
    a_record = record(TRILUX, "Th 7s 9d Tc", "1 stand", meters={WAGER: "100.0000"})
    assert refusal(a_record) == "record/malformed"
