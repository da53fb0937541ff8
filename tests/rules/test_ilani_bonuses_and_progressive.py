"""ilani's Spanish 21: bonus payoffs, the progressive, and the rulings it shares with Washington."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.table import ILANI, Played, Seats, net, play, progressive, record, refusal, refused

LIST = [
    ("2s 3d 4h 5c 7s", 1500),
    ("2s 2d 3h 4c 4s 6d", 2000),
    ("2s 2d 2h 3c 3s 4d 5h", 3000),
    ("As 2d 2h 2c 3s 3d 4h 4c", 3000),  # eight cards: "7+"
    ("6s 7d 8h", 1500),
    ("8h 6h 7h", 2000),
    ("7s 8s 6s", 3000),
    ("7s 7d 7h", 1500),
    ("7d 7d 7d", 2000),
    ("7s 7s 7s", 3000),
]


def dealt(hand: str) -> str:
    """Deal a hand's cards in order against 9-8."""
    first, second, *drawn = hand.split()
    return " ".join([first, "9c", second, "8c", *drawn])


def hits(hand: str) -> str:
    """Hit for every card after the second."""
    return ", ".join(["1 hit"] * (len(hand.split()) - 2))


@clause(ILANI, "Bonus Payoffs")
@ruling("W13", "W24")
@every_row(("hand", "won"), LIST)
def test_ilani_bonus_payoffs_of_the_list(hand: str, won: int) -> None:
    assert net(ILANI, dealt(hand), hits(hand)) == won


@clause(ILANI, "Bonus Payoffs")
@ruling("I9")
@every_row(("hand", "won"), LIST)
def test_ruling_i9_doubling_voids_every_bonus(hand: str, won: int) -> None:
    assert won > 1000
    before = hits(hand).removesuffix("1 hit")
    assert net(ILANI, dealt(hand), f"{before}1 double") == 2000


@clause(ILANI, "Bonus Payoffs")
@ruling("I9")
@every_row(
    ("cards", "decisions"),
    [
        ("8s 9c 8d 8c 6s 7s 9h", "1 split, 1 hit, 1.2 stand"),  # 6-7-8 of spades
        ("7s 9c 7s 8c 7s 7s Kh", "1 split, 1 hit, 1.2 stand"),  # 7-7-7 of spades
        ("2s 9c 2d 8c 3h 4h 5h 7h 6d 9h", "1 split, 1 hit, 1 hit, 1 hit, 1.2 hit, 1.2 stand"),
    ],
)
def test_ruling_i9_splitting_voids_every_bonus(cards: str, decisions: str) -> None:
    # Hand 1 is 21 at even money; hand 2 has 17 (8-9, 7-K, 2-6-9) and pushes.
    assert net(ILANI, cards, decisions) == 1000


@clause(ILANI, "Bonus Payoffs")
@ruling("I10")
def test_ruling_i10_there_is_no_super_bonus_and_no_envy() -> None:
    # Three sevens of hearts against a seven: 2 to 1 only; seat 2 has 19 against 17.
    cards = "7h Ks 7d 7h 9d Kh 7h"
    played = play(ILANI, cards, "1 hit, 2 stand", {1: 2500, 2: 1000})
    assert played.nets == {1: 5000, 2: 1000}
    assert played.wagers(1) == ["main"]


def bet(cards: str, decisions: str = "1 surrender", seats: Seats = "", **rest: object) -> Played:
    """Play a round with the progressive: $5 wagers, the meter at $50,000."""
    rest.setdefault("jackpots", {"jackpot-1": progressive()})
    return play(
        ILANI,
        cards,
        decisions,
        seats or "1000, jackpot-1 500",
        tables={"jackpot-1": "progressive"},
        meters={"jackpot-1": "50000.0000"},
        **rest,
    )


@clause(ILANI, "Match the Dealer Progressive")
@ruling("I15")
@every_row(
    ("cards", "for_one"),
    [
        ("9h 9h 9d 8c", 11),
        ("9h 9h 7d 8c", 9),
        ("9d 9h 9s 8c", 4),
        ("7d 9h 9s 8c", 2),
        ("7d 9h 8s 8c", 0),  # the down card does not count
    ],
)
def test_ruling_i15_the_fixed_pays_are_11_9_4_and_2_for_1(cards: str, for_one: int) -> None:
    assert bet(cards).won("jackpot-1") == for_one * 500 - 500


@clause(ILANI, "Match the Dealer Progressive")
@ruling("I15", "I17")
def test_ruling_i17_two_aces_of_spades_match_an_ace_of_spades_up() -> None:
    aces = "1 decline, 1 surrender"
    # All of 50001.05; a tenth of it is 5000.10 in whole cents.
    assert bet("As As As 8c", aces).won("jackpot-1") == 5000105 - 500
    assert bet("Ah Ah Ah 8c", aces).won("jackpot-1") == 500010 - 500
    assert bet("9s 9s 9s 8c").won("jackpot-1") == 500010 - 500
    # Two spade aces against another ace: two non-suited matches; without an ace up: nothing.
    assert bet("As Ah As 8c", aces).won("jackpot-1") == 4 * 500 - 500
    assert bet("As 9h As 8c").won("jackpot-1") == -500


@clause(ILANI, "Match the Dealer Progressive")
def test_ilani_progressive_needs_the_main_wager_but_no_match_the_dealer() -> None:
    house = {
        "tables": {"match-up": "match-the-dealer", "jackpot-1": "progressive"},
        "jackpots": {"jackpot-1": progressive()},
    }
    cards = "9h 9h 7d 8c"
    assert net(ILANI, cards, "1 surrender", "1000, jackpot-1 500", **house) == -500 + 4000
    both = "1000, match-up 100, jackpot-1 500"
    assert net(ILANI, cards, "1 surrender", both, **house) == -500 + 1200 + 4000
    alone = {"seats": [{"seat": 1, "wagers": {"match-up": 100, "jackpot-1": 500}}]}
    assert refusal(record(ILANI, cards, "1 surrender", **house) | alone) == "wager/needs-main"


@clause(ILANI, "Match the Dealer Progressive")
def test_ilani_progressive_is_one_fixed_amount_and_only_where_offered() -> None:
    cards = "9h 9h 7d 8c"
    tables = {"jackpot-1": "progressive"}
    jackpots = {"jackpot-1": progressive()}
    off = "1000, jackpot-1 400"
    code = refused(ILANI, cards, "1 surrender", off, tables=tables, jackpots=jackpots)
    assert code == "wager/fixed-amount"
    code = refused(ILANI, cards, "1 surrender", "1000, jackpot-1 500")
    assert code == "wager/not-offered"


@ruling("I16", "W1")
def test_ruling_i16_21_percent_feeds_the_meter_by_default() -> None:
    assert bet("7d 9h 8s 8c").meters == {"jackpot-1": "50001.0500"}
    ten = {"jackpot-1": progressive(contribution="10%")}
    assert bet("7d 9h 8s 8c", jackpots=ten).meters == {"jackpot-1": "50000.5000"}


@ruling("W19", "W25", "W34")
def test_ruling_w19_holds_for_ilani() -> None:
    """Two tenths of 50002.10: 5000.21, then 4500.18 of the 45001.89 left."""
    seats = {1: "1000, jackpot-1 500", 2: "1000, jackpot-1 500"}
    played = bet("9h 9h 9h 9h 9h 8c", "1 surrender, 2 surrender", seats)
    assert played.won("jackpot-1", seat=1) == 500021 - 500
    assert played.won("jackpot-1", seat=2) == 450018 - 500
    assert played.meters == {"jackpot-1": "40501.7100"}


@ruling("W35")
@every_row("wager", [1, 99, 2501])
def test_ruling_w35_ilani_prints_no_range_for_the_progressive_wager(wager: int) -> None:
    jackpots = {"jackpot-1": progressive(wager)}
    played = bet("9h 9h 7d 8c", seats=f"1000, jackpot-1 {wager}", jackpots=jackpots)
    assert played.won("jackpot-1") == 8 * wager  # 9 for 1


@ruling("W23")
@every_row(("rounding", "won"), [("down", 1501), ("up", 1502)])
def test_ruling_w23_holds_for_ilani(rounding: str, won: int) -> None:
    assert net(ILANI, "As 9c Kd 8c", "", 1001, options={"rounding": rounding}) == won


@ruling("W26")
def test_ruling_w26_holds_for_ilani() -> None:
    """A doubled 21 asks nothing; a soft 21 cannot be hit."""
    assert net(ILANI, "As 9c 5d 8c 5s", "1 double") == 2000
    assert refused(ILANI, "As 9c 4d 8c 6s 9d", "1 hit, 1 hit") == "action/illegal"


@ruling("W27")
def test_ruling_w27_holds_for_ilani() -> None:
    assert net(ILANI, "9s 9c 7d 8c", "1 surrender", 1001) == -501


@ruling("W28")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("Ks 2c 6d Kh Qd", "1 hit", -1000),
        ("5s 2c 6d Kh 2h", "1 double, 1 rescue", -1000),
        ("As 2c Kd Kh", "", 1500),
    ],
)
def test_ruling_w28_holds_for_ilani(cards: str, decisions: str, won: int) -> None:
    played = play(ILANI, cards, decisions)
    assert (played.dealer, played.net) == ("2c Kh", won)


@ruling("W30")
def test_ruling_w30_holds_for_ilani() -> None:
    played = play(ILANI, "8s 9c 8h 8c Kd 9d", "1 split, 1 stand, 1.2 stand")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s Kd", "8h 9d"]
