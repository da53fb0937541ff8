"""Plain blackjack: what a house may post."""

from __future__ import annotations

from pitboss.engine.setup import is_shuffled_every_round, prepare
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.parts import HouseWords, What
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from tests.rows import every_row
from tests.rules.clauses import clause
from tests.rules.colorado.felt import question
from tests.rules.table import REFERENCE, net, play

Options = dict[str, OptionValue]
OBO: Options = {"peek": False, "obo": True}
ASKED = "1.1 surrender decline"


def early(way: str, *, peek: bool = True) -> Options:
    return {"surrender": way, "peek": peek}


@clause(REFERENCE, "R14")
@every_row("peek", [True, False])
@every_row(
    ("way", "ten", "ace"),
    [("early", True, True), ("early-against-ten", True, False), ("early-against-ace", False, True)],
)
def test_reference_r14_early_surrender_is_asked_before_the_dealer_looks(
    way: str, *, ten: bool, ace: bool, peek: bool
) -> None:
    options = early(way, peek=peek)
    assert (question(REFERENCE, "Ks Kc 6d 8c", options=options) == ASKED) == ten
    against_ace = question(REFERENCE, "Ks Ac 6d 8c", "1 decline", options=options)
    assert (against_ace == ASKED) == ace
    by_turn = " surrender" if way == "early" else ""
    assert question(REFERENCE, "Ks 9c 6d 8c", options=options) == f"1.1 hit stand double{by_turn}"


@clause(REFERENCE, "R14")
@every_row("peek", [True, False])
@every_row("down", ["Ac", "9c"])
def test_reference_r14_a_blackjack_takes_no_more_of_a_hand_given_up_early(
    down: str, *, peek: bool
) -> None:
    options = early("early-against-ten", peek=peek)
    done = play(REFERENCE, f"Ks Kc 6d {down}", "1 surrender", 1000, options=options)
    assert (done.net, done.outcome()) == (-500, "surrendered")


@clause(REFERENCE, "R14")
def test_reference_r14_who_plays_on_loses_all_to_a_blackjack() -> None:
    assert net(REFERENCE, "Ks Kc 6d Ac", "1 decline", options=early("early")) == -1000
    assert net(REFERENCE, "As Kc Kd Ac", options=early("early")) == 0


@clause(REFERENCE, "R17")
@every_row(("down", "won"), [("Ac", -1000), ("7c", -2000)])
def test_reference_r17_a_double_loses_its_original_wager_to_a_late_blackjack(
    down: str, won: int
) -> None:
    assert net(REFERENCE, f"6s Kc 5d {down} 2h", "1 double", options=OBO) == won


@clause(REFERENCE, "R17")
def test_reference_r17_split_and_bust_hands_come_back_but_for_the_first() -> None:
    cards = "8s Kc 8d Ac 3h Kh 8h Kd"
    decisions = "1 split, 1 double, 1.2 hit"
    assert net(REFERENCE, cards, decisions, options=OBO) == -1000
    assert net(REFERENCE, cards, decisions, options={"peek": False}) == -3000


@clause(REFERENCE, "R17")
def test_reference_r17_a_hand_over_21_lies_until_the_down_card_is_turned() -> None:
    done = play(REFERENCE, "Ks Kc 6d 9c Qd", "1 hit", options=OBO)
    assert done.when("down-card-exposed") < done.when("wager-settled", wager="main")
    assert done.net == -1000
    at_once = play(REFERENCE, "Ks 9c 6d Kc Qd", "1 hit", options=OBO)
    assert at_once.when("wager-settled", wager="main") < at_once.when("down-card-exposed")


@clause(REFERENCE, "R17", how="judged")
def test_reference_r17_needs_a_dealer_who_does_not_peek() -> None:
    (problem,) = problems(House(game=REFERENCE, options={"obo": True}))
    assert (problem.code, problem.key, problem.cite) == ("option/conflict", "options.obo", "R17")


@clause(REFERENCE, "R18")
@every_row("cards", [5, 6, 7])
def test_reference_r18_so_many_cards_win_at_once(cards: int) -> None:
    drawn = ["2s", "3c", "2d", "2h", "3s", "4h", "2c"][: cards - 2]
    options: Options = {"charlie": cards}
    hits = ", ".join(["1 hit"] * (cards - 2))
    done = play(REFERENCE, f"2s Kc 2h 9c {' '.join(drawn)}", hits, options=options)
    assert (done.net, done.outcome()) == (1000, f"{cards}-card Charlie")
    assert done.dealer == "Kc 9c"


@clause(REFERENCE, "R18")
def test_reference_r18_a_doubled_hand_is_no_charlie() -> None:
    options: Options = {"charlie": 5, "double_cards": "any"}
    cards = "2s Kc 2h 9c 2d 2c 3s"
    decisions = "1 hit, 1 hit, 1 double"
    assert net(REFERENCE, cards, decisions, options=options) == -2000


@clause(REFERENCE, "R18", how="judged")
def test_reference_r18_does_not_go_with_original_bets_only() -> None:
    (problem,) = problems(House(game=REFERENCE, options=OBO | {"charlie": 5}))
    assert (problem.code, problem.key) == ("option/conflict", "options.charlie")


@clause(REFERENCE, "R14")
@every_row(("down", "won"), [("9c", -500), ("Ac", -1000)])
def test_reference_r14_a_late_blackjack_takes_the_other_half_of_a_late_surrender(
    down: str, won: int
) -> None:
    options: Options = {"peek": False, "surrender": "late"}
    done = play(REFERENCE, f"Ks Kc 6d {down}", "1 surrender", options=options)
    assert done.net == won
    assert done.when("down-card-exposed") < done.when("wager-settled", wager="main")


@clause(REFERENCE, "R5")
@every_row(("peek", "up", "looks"), [("ace", "A", True), ("ace", "K", False), ("ten", "K", True)])
def test_reference_r5_the_dealer_may_look_under_one_card_alone(
    peek: str, up: str, *, looks: bool
) -> None:
    down = "Kd" if up == "A" else "Ad"
    asked = "1 decline, " if up == "A" else ""
    cards = f"6s {up}c 5d {down}" + ("" if looks else " 2h")
    decisions = asked.rstrip(", ") if looks else f"{asked}1 double"
    done = play(REFERENCE, cards, decisions, options={"peek": peek})
    assert done.net == (-1000 if looks else -2000)


@clause(REFERENCE, "R9")
@every_row(
    ("totals", "nine", "eight", "soft"),
    [
        ("hard", True, True, False),
        ("8-11", True, True, False),
        ("9-11-or-soft", True, False, True),
        ("11", False, False, False),
        ("11-or-soft", False, False, True),
    ],
)
def test_reference_r9_the_posted_totals_are_doubled(
    totals: str, *, nine: bool, eight: bool, soft: bool
) -> None:
    hands = {"4s 9c 5d 8c": nine, "3s 9c 5d 8c": eight, "As 9c 5d 8c": soft, "6s 9c 5d 8c": True}
    for cards, may in hands.items():
        asked = question(REFERENCE, cards, options={"double": totals})
        assert ("double" in asked) == may, cards


@clause(REFERENCE, "R19")
@every_row(
    ("posted", "hit", "asked"),
    [
        ("if-hit", False, ""),
        ("always", False, "1.1 stand double"),
        ("if-hit", True, "1.1 hit stand double"),
        ("never", True, "1.1 hit stand"),
    ],
)
def test_reference_r19_split_aces_are_doubled_as_posted(
    posted: str, asked: str, *, hit: bool
) -> None:
    options: Options = {"double_split_aces": posted, "hit_split_aces": hit}
    cards = "As 9c Ad 8c 5h 6h"
    if asked:
        assert question(REFERENCE, cards, "1 split", options=options) == asked
    else:
        assert play(REFERENCE, cards, "1 split", options=options).net == -1000


@clause(REFERENCE, "R20")
def test_reference_r20_a_hand_made_by_a_split_is_surrendered() -> None:
    options: Options = {"surrender": "late", "surrender_after_split": True}
    cards = "8s 9c 8d Kc 7h 3h Kh"
    assert net(REFERENCE, cards, "1 split, 1.1 surrender, 1.2 hit", options=options) == 500


@clause(REFERENCE, "R21")
def test_reference_r21_a_double_is_surrendered_for_what_it_added() -> None:
    options: Options = {"surrender_doubled": True}
    done = play(REFERENCE, "6s 9c 5d Kc 2h", "1 double, 1 rescue", options=options)
    assert (done.net, done.outcome()) == (-1000, "rescued")


@clause(REFERENCE, "R22")
@clause(REFERENCE, "R11")
def test_reference_r22_posted_pairs_are_not_split_or_into_fewer_hands() -> None:
    tens = "Ks 9c Qd Kc 9h 8h"
    assert question(REFERENCE, tens, options={"never_split": "5,10"}) == "1.1 hit stand double"
    again = question(REFERENCE, "Ks 9c Qd Kc Jh", "1 split", options={"hands_of": "10:2"})
    assert again == "1.1 hit stand double"


@clause(REFERENCE, "R23")
@every_row(("lost", "won"), [("none", 0), ("17", 0), ("17-18", -1000)])
def test_reference_r23_a_tie_is_lost_at_the_posted_totals(lost: str, won: int) -> None:
    assert net(REFERENCE, "Ks Kc 8d 8c", "1 stand", options={"ties_lost": lost}) == won


@clause(REFERENCE, "R24")
@every_row(
    ("posted", "won"), [({}, -1000), ({"dealer_pushes": "18"}, 0), ({"dealer_pushes": "17"}, -1000)]
)
def test_reference_r24_a_posted_total_of_the_dealer_pushes(posted: Options, won: int) -> None:
    assert net(REFERENCE, "Ks Kc 6d 8c", "1 stand", options=posted) == won


@clause(REFERENCE, "R24")
@every_row(("pushes", "won"), [(False, 1000), (True, 0)])
def test_reference_r24_a_22_pushes_where_it_is_posted(*, pushes: bool, won: int) -> None:
    options: Options = {"push_22": pushes}
    assert net(REFERENCE, "Ks 6c 6d 6h Kd", "1 stand", options=options) == won


@clause(REFERENCE, "R25")
@every_row(("posted", "won"), [(False, 2000), (True, 3000)])
def test_reference_r25_an_ace_and_a_ten_after_a_split_are_a_blackjack(
    *, posted: bool, won: int
) -> None:
    options: Options = {"split_blackjack": posted}
    done = play(REFERENCE, "As 9c Ad 8c Kh Qh", "1 split", options=options)
    assert done.net == won
    paid_first = done.when("wager-settled", wager="main") < done.when("down-card-exposed")
    assert paid_first == posted


@clause(REFERENCE, "R26")
@every_row(
    ("cards", "posted", "won"),
    [("As 9c Ks 8c", "any", 2000), ("As 9c Ks 8c", "hearts", 1500), ("As 9c Kd 8c", "any", 1500)],
)
def test_reference_r26_a_blackjack_of_the_posted_suit_pays_more(
    cards: str, posted: str, won: int
) -> None:
    options: Options = {"suited_blackjack": "2:1", "suited_blackjack_in": posted}
    assert net(REFERENCE, cards, options=options) == won


@clause(REFERENCE, "R18")
def test_reference_r18_a_charlie_pays_as_posted() -> None:
    options: Options = {"charlie": 5, "charlie_pays": "2:1"}
    cards = "2s Kc 2h 9c 2d 3c 3s"
    assert net(REFERENCE, cards, "1 hit, 1 hit, 1 hit", options=options) == 2000


@clause(REFERENCE, "R27", how="posted")
def test_reference_r27_every_round_of_a_shuffler_is_dealt_from_a_full_shoe() -> None:
    shuffled = prepare(House(game=REFERENCE, options={"dealt_from": "continuous shuffler"}))
    assert is_shuffled_every_round(shuffled)
    (sheet,) = sheets(shuffled, HouseWords(), (What.PROCEDURE,))
    steps = [step for part in sheet.parts for step in getattr(part, "steps", ())]
    assert any("continuous shuffler" in step.text and "R27" in step.cite for step in steps)
    assert not is_shuffled_every_round(prepare(House(game=REFERENCE)))


@clause(REFERENCE, "R25", how="judged")
@clause(REFERENCE, "R20", how="judged")
def test_reference_posted_rules_that_do_not_go_together() -> None:
    for options, key in (
        (OBO | {"split_blackjack": True}, "split_blackjack"),
        ({"surrender_after_split": True}, "surrender_after_split"),
    ):
        (problem,) = problems(House(game=REFERENCE, options=options))
        assert (problem.code, problem.key) == ("option/conflict", f"options.{key}")
