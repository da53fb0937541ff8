"""Washington Spanish 21: Match The Dealer on the up card, the down card and bonus cards."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, every_edition, ruling, washington
from tests.rules.table import V002, V003, WA, net, play, record, refusal, refused

PAYS = {2: (4, 15), 4: (4, 10), 5: (3, 13), 6: (4, 9), 8: (3, 12)}
"""Decks -> to 1 for an unsuited and for a suited match (Table 2; v002's Table 7)."""

UP_AND_DOWN = "1000, match-up 100, match-down 100"


def find_table(game: str) -> str:
    """Return the id under which an edition prints the table."""
    return "7" if game == V002 else "2"


@washington("GR12", "DP12")
@every_row("decks", PAYS)
@every_row(
    ("player", "suited", "unsuited"),
    [
        ("9h Kd", 1, 0),
        ("Kd 9h", 1, 0),
        ("9d Ks", 0, 1),
        ("9d 9s", 0, 2),
        ("9h 9d", 1, 1),
        ("9d 9h", 1, 1),
        ("9h 9h", 2, 0),
        ("Ks Qd", 0, 0),
    ],
)
def test_wsgc_gr12_each_card_that_matches_the_up_card_is_paid(
    game: str, decks: int, player: str, suited: int, unsuited: int
) -> None:
    first, second = player.split()
    cards = f"{first} 9h {second} 8c"
    options = {"decks": decks}
    if suited == 2 and decks == 2:  # three nines of hearts are not in two decks
        code = refused(game, cards, "1 stand", "1000, match-up 100", options=options)
        assert code == "record/card-not-in-shoe"
        return
    played = play(game, cards, "1 stand", "1000, match-up 100", options=options)
    plain, same_suit = PAYS[decks]
    won = 100 * (suited * same_suit + unsuited * plain)
    assert played.won("match-up") == (won or -100)


@washington("GR12", "DP12")
@every_row("decks", PAYS)
@every_row(
    ("player", "suited", "unsuited"),
    [("8h 8c", 0, 2), ("8d Ks", 1, 0), ("8h 8d", 1, 1), ("9d 8h", 0, 1), ("Ks Qd", 0, 0)],
)
def test_wsgc_gr12_each_card_that_matches_the_down_card_is_paid(
    game: str, decks: int, player: str, suited: int, unsuited: int
) -> None:
    first, second = player.split()
    options = {"decks": decks}
    played = play(
        game, f"{first} 9h {second} 8d", "1 stand", "1000, match-down 100", options=options
    )
    plain, same_suit = PAYS[decks]
    won = 100 * (suited * same_suit + unsuited * plain)
    assert played.won("match-down") == (won or -100)


@washington("GR12")
def test_wsgc_gr12_up_and_down_are_two_wagers(game: str) -> None:
    # 9h matches the up card suited (9 to 1), 8h the down card unsuited (4 to 1); 17 pushes 17.
    played = play(game, "9h 9h 8h 8d", "1 stand", UP_AND_DOWN)
    assert (played.won("match-up"), played.won("match-down"), played.net) == (900, 400, 1300)


@washington("GR12")
def test_wsgc_gr12_ranks_match_and_not_values(game: str) -> None:
    # K and Q both count ten; 20 against K-9 = 19.
    played = play(game, "Qs Kc Jd 9h", "1 stand", UP_AND_DOWN)
    assert (played.won("match-up"), played.won("match-down")) == (-100, -100)


@washington("GR12")
@every_row("wager", ["match-up", "match-down"])
def test_wsgc_gr12_a_21_wager_is_needed(game: str, wager: str) -> None:
    alone = [{"seat": 1, "wagers": {wager: 100}}]
    assert refusal(record(game, "9h 9h 8h 8d", "1 stand") | {"seats": alone}) == "wager/needs-main"


@washington("GR12", "JP-required")
@every_row(("amount", "good"), [(99, False), (100, True), (500, True), (501, False)])
def test_wsgc_gr12_the_house_sets_the_limits(game: str, amount: int, *, good: bool) -> None:
    limits = {"match-up": {"min": 100, "max": 500}}
    seats = f"1000, match-up {amount}"
    if good:
        # 9 to 1 suited; 17 pushes 17.
        assert net(game, "9h 9h 8h 8d", "1 stand", seats, limits=limits) == 9 * amount
    else:
        code = refused(game, "9h 9h 8h 8d", "1 stand", seats, limits=limits)
        assert code == "wager/off-limits"


@washington("GR12")
def test_wsgc_gr12_without_limits_any_amount_is_taken_but_nothing(game: str) -> None:
    assert net(game, "9h 9h 8h 8d", "1 stand", "1, match-up 100000") == 900000
    code = refused(game, "9h 9h 8h 8d", "1 stand", "1000, match-up 0")
    assert code == "wager/off-limits"


@washington("DP12")
def test_wsgc_dp12_the_up_card_is_settled_before_play_and_the_down_card_when_exposed(
    game: str,
) -> None:
    played = play(game, "9h 9h 8h 8d", "1 stand", UP_AND_DOWN)
    stand = played.when("action-taken")
    exposed = played.when("down-card-exposed")
    assert played.when("wager-settled", wager="match-up") < stand < exposed
    assert exposed < played.when("wager-settled", wager="match-down")


@washington("DP12")
def test_wsgc_dp12_both_are_paid_against_a_dealer_blackjack(game: str) -> None:
    # A suited to the ace up (9 to 1), K unsuited to the king down (4 to 1), blackjack 3 to 2.
    played = play(game, "Ah Ah Kd Ks", "1 take-blackjack, 1 decline", UP_AND_DOWN)
    assert (played.won("match-up"), played.won("match-down"), played.won()) == (900, 400, 1500)


@washington("DP12")
def test_wsgc_dp12_the_first_two_cards_count_also_after_a_split_and_only_once(game: str) -> None:
    # 9h 9d: suited and unsuited against 9h: 9 + 4. The nines drawn later count for nothing.
    cards = "9h 9h 9d 8c 9h Kd 9s Kh 9c"
    decisions = "1 split, 1 split, 1 stand, 1.3 stand, 1.2 hit"
    played = play(game, cards, decisions, "1000, match-up 100")
    assert played.won("match-up") == 1300


@washington("DP12")
def test_wsgc_dp12_a_bust_hand_keeps_its_down_card_wager(game: str) -> None:
    # K-8 hits Q: bust; 8h matches 8d unsuited.
    played = play(game, "Ks 9h 8h 8d Qd", "1 hit", "1000, match-down 100")
    assert played.nets == {1: -1000 + 400}


@every_edition
def test_tables_left_out_offer_up_and_down(game: str) -> None:
    assert net(game, "9h 9h 8h 8d", "1 stand", UP_AND_DOWN) == 1300


@every_edition
def test_tables_given_offer_only_what_they_name(game: str) -> None:
    only_up = {"match-up": find_table(game)}
    assert net(game, "9h 9h 8h 8d", "1 stand", "1000, match-up 100", tables=only_up) == 900
    for tables in (only_up, {}):
        code = refused(game, "9h 9h 8h 8d", "1 stand", "1000, match-down 100", tables=tables)
        assert code == "wager/not-offered"


@clause(WA, "T1")
@clause(V003, "T1")
@clause(V002, "T6")
@ruling("W12")
@every_edition
def test_wsgc_t1_configurations_1_and_2_are_the_up_card_and_up_with_down(game: str) -> None:
    table = find_table(game)
    for tables in ({"match-up": table}, {"match-up": table, "match-down": table}):
        assert net(game, "9h 9h 8h 8d", "1 stand", "1000, match-up 100", tables=tables) == 900
    down_alone = {"match-down": table}
    assert refused(game, "9h 9h 8h 8d", "1 stand", tables=down_alone) == "option/conflict"


@ruling("W12", how="judged")
@every_row("game", [V003, V002])
def test_wsgc_t6_the_earlier_editions_have_no_bonus_cards(game: str) -> None:
    cards = "9h 9h 8h 8d 9d"
    assert refused(game, cards, "1 stand", options={"bonus_cards": 1}) == "option/unknown"
    assert refused(game, cards, "1 stand", "1000, match-bonus-1 100") == "wager/not-offered"


BONUS = "2h Kh Qd Ks 9d"
"""Bonus cards 1 to 5, against a player's K-Q of spades and diamonds."""

BONUS_PAYS = (-100, 400, 900, 900, -100)
"""Per 100: no match; K unsuited 4; Q suited 9; K suited 9; no match (six decks)."""


@clause(WA, "T1", "DP12")
@ruling("W12")
@every_row("bonus_cards", [1, 2, 3, 4])
def test_wsgc_t1_configuration_3_is_the_up_card_with_one_to_four_bonus_cards(
    bonus_cards: int,
) -> None:
    check_bonus_cards(bonus_cards, {"match-up": "2"})


@clause(WA, "T1", "DP12")
@ruling("W12")
@every_row("bonus_cards", [1, 2, 3, 4, 5])
def test_wsgc_t1_configuration_4_is_up_and_down_with_one_to_five_bonus_cards(
    bonus_cards: int,
) -> None:
    check_bonus_cards(bonus_cards, {"match-up": "2", "match-down": "2"})


def check_bonus_cards(bonus_cards: int, tables: dict[str, str]) -> None:
    """Bet 100 on every bonus card: each is paid by its own card, before play."""
    spots = [f"match-bonus-{number}" for number in range(1, bonus_cards + 1)]
    seats = ", ".join(["1000", *(f"{spot} 100" for spot in spots)])
    drawn = " ".join(BONUS.split()[:bonus_cards])
    played = play(
        WA,
        f"Ks 9c Qd 8c {drawn}",
        "1 stand",
        seats,
        tables=tables,
        options={"bonus_cards": bonus_cards},
    )
    assert tuple(played.won(spot) for spot in spots) == BONUS_PAYS[:bonus_cards]
    for spot in spots:
        assert played.when("wager-settled", wager=spot) < played.when("action-taken")


@clause(WA, "T1", how="judged")
@ruling("W12", how="judged")
def test_wsgc_t1_a_fifth_bonus_card_needs_the_down_card_and_a_sixth_does_not_exist() -> None:
    cards = f"Ks 9c Qd 8c {BONUS}"
    up = {"match-up": "2"}
    five = {"bonus_cards": 5}
    six = {"bonus_cards": 6}
    assert refused(WA, cards, "1 stand", tables=up, options=five) == "option/conflict"
    assert refused(WA, f"{cards} 2c", "1 stand", options=six) == "option/invalid"


@clause(WA, "T1")
def test_wsgc_t1_bonus_cards_beside_the_default_up_and_down() -> None:
    # K-Q: 9h and 8h match nothing; bonus card 1 is Kd, unsuited.
    played = play(
        WA, "Ks 9h Qd 8h Kd", "1 stand", "1000, match-bonus-1 100", options={"bonus_cards": 1}
    )
    assert played.won("match-bonus-1") == 400


@clause(WA, "DP12")
def test_wsgc_dp12_bonus_cards_are_dealt_whether_or_not_somebody_bets_on_them() -> None:
    # 12 against 9-3: the dealer draws the 7 that follows the two bonus cards: 19.
    cards = "Ks 9c 2d 3c 4h 5h 7s"
    played = play(WA, cards, "1 stand", options={"bonus_cards": 2})
    assert (played.dealer, played.net) == ("9c 3c 7s", -1000)


@clause(WA, "DP12")
@every_row("decks", PAYS)
def test_wsgc_dp12_both_cards_may_match_a_bonus_card_at_every_deck_count(decks: int) -> None:
    # 9h 9d against the bonus card 9h: suited and unsuited.
    plain, same_suit = PAYS[decks]
    played = play(
        WA,
        "9h 7c 9d Kc 9h",
        "1 surrender",
        "1000, match-bonus-1 100",
        options={"decks": decks, "bonus_cards": 1},
    )
    assert played.won("match-bonus-1") == 100 * (plain + same_suit)


@clause(WA, "T1", how="judged")
def test_wsgc_t1_a_spot_beyond_the_bonus_cards_is_not_offered() -> None:
    options = {"bonus_cards": 1}
    code = refused(WA, "Ks 9c Qd 8c Kh", "1 stand", "1000, match-bonus-2 100", options=options)
    assert code == "wager/not-offered"
    tables = {"match-up": "2", "match-bonus-2": "2"}
    code = refused(WA, "Ks 9c Qd 8c Kh", "1 stand", tables=tables, options=options)
    assert code == "option/conflict"


@clause(WA, "T1")
def test_wsgc_t1_a_bonus_card_offered_by_its_pay_table_is_dealt() -> None:
    tables = {"match-up": "2", "match-bonus-1": "2"}
    won = net(WA, "Ks 9c Qd 8c Kh", "1 stand", "1000, match-bonus-1 100", tables=tables)
    assert won == 1000 + 400


@clause(WA, "T1", how="judged")
def test_wsgc_t1_bonus_cards_need_the_up_card() -> None:
    code = refused(WA, "Ks 9c Qd 8c Kh 2d", "1 stand", tables={}, options={"bonus_cards": 2})
    assert code == "option/conflict"


@washington("JP-required")
@every_row(
    ("required", "seats", "good"),
    [
        ("none", "1000", True),
        ("up", "1000", False),
        ("up", "1000, match-up 100", True),
        ("down", "1000, match-up 100", False),
        ("down", "1000, match-down 100", True),
        ("all", "1000, match-up 100", False),
        ("all", UP_AND_DOWN, True),
    ],
)
def test_wsgc_jp_required_the_house_may_require_match_the_dealer(
    game: str, required: str, seats: str, *, good: bool
) -> None:
    options = {"match_required": required}
    cards = "Ks 9c Qd 8c"
    if good:
        # 20 wins 1000; every match wager loses its 100.
        lost = 100 * seats.count("match")
        assert net(game, cards, "1 stand", seats, options=options) == 1000 - lost
    else:
        assert refused(game, cards, "1 stand", seats, options=options) == "wager/required"


@clause(WA, "JP-required")
@every_row(("required", "good"), [("none", True), ("up", True), ("down", True), ("all", False)])
def test_wsgc_jp_required_all_means_the_bonus_cards_too(required: str, *, good: bool) -> None:
    options = {"match_required": required, "bonus_cards": 1}
    cards = "Ks 9c Qd 8c 2h"
    with_bonus = f"{UP_AND_DOWN}, match-bonus-1 100"
    assert net(WA, cards, "1 stand", with_bonus, options=options) == 1000 - 300
    if good:
        assert net(WA, cards, "1 stand", UP_AND_DOWN, options=options) == 1000 - 200
    else:
        code = refused(WA, cards, "1 stand", UP_AND_DOWN, options=options)
        assert code == "wager/required"


@clause(WA, "JP-required")
@ruling("W36")
@every_row(
    ("required", "missing"),
    [
        ("up, bonus-2", "match-up"),
        ("up, bonus-2", "match-bonus-2"),
        ("down, bonus-1, bonus-2", "match-bonus-1"),
        ("bonus-1", "match-bonus-1"),
        ("up, bonus-2", None),
        ("bonus-1", None),
        ("up, down", None),
    ],
)
def test_wsgc_jp_required_any_of_the_bonus_wagers(required: str, missing: str | None) -> None:
    # K-Q beats 9-8, and the bonus cards are 2 and 3: every match wager loses its 100.
    wagers = ["match-up", "match-down", "match-bonus-1", "match-bonus-2"]
    parts = required.split(", ")
    made = [w for w in wagers if w.removeprefix("match-") in parts and w != missing]
    seats = ", ".join(["1000", *(f"{wager} 100" for wager in made)])
    options = {"match_required": required, "bonus_cards": 2}
    cards = "Ks 9c Qd 8c 2h 3h"
    decisions = "1 stand"
    if missing is None:
        assert net(WA, cards, decisions, seats, options=options) == 1000 - 100 * len(parts)
    else:
        assert refused(WA, cards, decisions, seats, options=options) == "wager/required"


@clause(WA, "JP-required", how="judged")
@ruling("W36", how="judged")
@every_row(
    ("required", "code"),
    [
        ("up, bonus-3", "option/conflict"),  # two bonus cards are dealt
        ("bonus-1, up", "option/invalid"),
        ("up, up", "option/invalid"),
        ("none, up", "option/invalid"),
        ("up, all", "option/invalid"),
        ("jackpot-1", "option/invalid"),
        ("up,down", "option/invalid"),
    ],
)
def test_wsgc_jp_required_what_a_house_may_not_require(required: str, code: str) -> None:
    options = {"match_required": required, "bonus_cards": 2}
    assert refused(WA, "Ks 9c Qd 8c 2h 3h", "1 stand", options=options) == code


@washington("JP-required", how="judged")
def test_wsgc_jp_required_only_what_is_offered(game: str) -> None:
    only_up = {"match-up": find_table(game)}
    options = {"match_required": "down"}
    code = refused(game, "Ks 9c Qd 8c", "1 stand", tables=only_up, options=options)
    assert code == "option/conflict"
