"""Plain blackjack: early surrender, original bets only and Charlies."""

from __future__ import annotations

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
