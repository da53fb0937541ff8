"""Plain blackjack: the shoe, totals, the dealer's draw and what a hand is paid."""

from __future__ import annotations

from pitboss.cards import parse_cards
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House
from tests.rows import every_row
from tests.rules.clauses import clause
from tests.rules.colorado.felt import question
from tests.rules.table import REFERENCE, net, play, record, refusal, refused


@clause(REFERENCE, "R1")
@every_row("decks", range(1, 9))
def test_reference_r1_one_to_eight_packs_of_52(decks: int) -> None:
    cards = prepare(House(game=REFERENCE, options={"decks": decks})).shoe.cards()
    assert {cards.count(card) for card in cards} == {decks}
    assert len(cards) == 52 * decks
    # As many kings of spades as there are packs, and one more: each seat takes two.
    seats = decks // 2 + 1
    kings = ["Ks"] * (2 * seats)
    dealt = " ".join([*kings[:seats], "9c", *kings[seats:], "8c"])
    stands = ", ".join(f"{seat} stand" for seat in range(1, seats + 1))
    wagers = dict.fromkeys(range(1, seats + 1), 1000)
    code = refused(REFERENCE, dealt, stands, wagers, options={"decks": decks})
    assert code == "record/card-not-in-shoe"


@clause(REFERENCE, "R1", how="judged")
def test_reference_r1_six_packs_by_default_and_never_none_or_more_than_a_hundred() -> None:
    assert len(prepare(House(game=REFERENCE)).shoe.cards()) == 312
    for decks in (0, 101):
        assert refused(REFERENCE, "", options={"decks": decks}) == "option/invalid"


@clause(REFERENCE, "R1")
@every_row(
    ("first", "second", "drawn", "total"),
    [
        ("Jh", "2d", "Qd", 22),  # a face card is ten
        ("Th", "2d", "8d", 20),
        ("Ah", "6d", "Kd", 17),  # an ace that would bust counts 1
        ("Ah", "6d", "3d", 20),  # and 11 where it does not
        ("Ah", "Ad", "9d", 21),
        ("9h", "7d", "5d", 21),
    ],
)
def test_reference_r1_what_the_cards_count(first: str, second: str, drawn: str, total: int) -> None:
    """Against 9-9 a total of 18 pushes; what is less loses, what is more wins, but for a bust."""
    decisions = "1 hit" if total >= 21 else "1 hit, 1 stand"
    done = play(REFERENCE, f"{first} 9c {second} 9d {drawn}", decisions)
    assert done.replay.round.state.seat(1).hand(1).total == total
    assert done.net == (1000 if 18 < total <= 21 else -1000)


@clause(REFERENCE, "R2")
@every_row(("pays", "won"), [(None, 1500), ("3:2", 1500), ("6:5", 1200), ("1:1", 1000)])
@every_row("peek", [True, False])
@every_row("up", ["9c", "Kc", "Ac"])
def test_reference_r2_a_blackjack_is_paid_as_posted(
    pays: str | None, won: int, up: str, *, peek: bool
) -> None:
    """Whatever the dealer shows, and although 21 is reached: no card is drawn for it."""
    insurance = "1 decline" if up == "Ac" else ""
    options = {"blackjack": pays, "peek": peek}
    done = play(REFERENCE, f"As {up} Kd 5c", insurance, options=options)
    assert (done.net, done.outcome(), done.dealer) == (won, "blackjack", f"{up} 5c")


@clause(REFERENCE, "R2")
@every_row(
    ("wager", "pays", "won"), [(1, "3:2", 1), (333, "3:2", 499), (333, "6:5", 399), (1, "1:1", 1)]
)
def test_reference_r2_a_part_of_a_cent_stays_with_the_house(
    wager: int, pays: str, won: int
) -> None:
    assert net(REFERENCE, "As 9c Kd 8c", "", wager, options={"blackjack": pays}) == won


@clause(REFERENCE, "R2")
@every_row("pays", ["3:2", "6:5", "1:1"])
def test_reference_r2_two_blackjacks_push(pays: str) -> None:
    done = play(REFERENCE, "As Kc Kd Ac", options={"blackjack": pays})
    assert (done.net, done.outcome()) == (0, "push")


@clause(REFERENCE, "R2")
@every_row("action", ["stand", "hit", "double", "surrender"])
def test_reference_r2_a_blackjack_is_asked_nothing(action: str) -> None:
    options = {"surrender": "late", "double_cards": "any"}
    code = refused(REFERENCE, "As 9c Kd 8c", f"1 {action}", options=options)
    assert code == "record/decision-left-over"


@clause(REFERENCE, "R2")
def test_reference_r2_three_cards_that_make_21_are_no_blackjack() -> None:
    done = play(REFERENCE, "Ks 9c 5d 8c 6h", "1 hit")
    assert (done.net, done.outcome()) == (1000, "win")


@clause(REFERENCE, "R3")
@every_row(
    ("dealer", "drawn", "soft17"),
    [
        ("9c 7d", "5h", "stand"),  # hard 16 is drawn to
        ("9c 8d", "", "hit"),  # hard 17 is not
        ("Ac 6d", "", "stand"),
        ("Ac 6d", "Ts", "hit"),  # soft 17, then hard 17
        ("6c Ad", "4h", "hit"),
        ("Ac 7d", "", "hit"),  # soft 18
        ("Ac 2d", "3h Ah", "stand"),  # soft 16, then soft 17
        ("6c 5d", "6h", "hit"),  # hard 17
        ("5c Ad", "Kh Ah", "stand"),  # soft 16, hard 16, hard 17
    ],
)
def test_reference_r3_the_dealer_draws_to_16_and_soft_17_as_posted(
    dealer: str, drawn: str, soft17: str
) -> None:
    """What is drawn is used up to the last card, and not one is missing."""
    up, down = dealer.split()
    insurance = "1 decline, " if up[0] == "A" else ""
    cards = f"Kd {up} 8d {down} {drawn}"
    done = play(REFERENCE, cards, f"{insurance}1 stand", options={"soft17": soft17})
    assert parse_cards(done.dealer) == parse_cards(f"{dealer} {drawn}")


@clause(REFERENCE, "R3")
def test_reference_r3_the_dealer_hits_soft_17_by_default() -> None:
    assert net(REFERENCE, "Kd 6c 7d Ad 4h", "1 stand") == -1000
    assert net(REFERENCE, "Kd 6c 7d Ad", "1 stand", options={"soft17": "stand"}) == 0


@clause(REFERENCE, "R7")
def test_reference_r7_a_hand_under_21_may_be_hit_until_it_stands_or_busts() -> None:
    cards = "2h 9c 3d 8c 4h 5h 6h"
    assert question(REFERENCE, "2h 9c 3d 8c 4h 5h", "1 hit, 1 hit") == "1.1 hit stand"
    assert net(REFERENCE, cards, "1 hit, 1 hit, 1 hit, 1 stand") == 1000  # 20
    done = play(REFERENCE, "Kh 9c 6d 2c 7h", "1 hit")  # the dealer's 11 draws nothing
    assert (done.net, done.outcome(), done.dealer) == (-1000, "bust", "9c 2c")


@clause(REFERENCE, "R7")
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 9c 5d 8c 6h", "1 hit"),  # a hard 21
        ("Ah 9c 5d 8c 5h", "1 hit"),  # a soft 21
        ("Ah 9c Ad 8c Kh Qd", "1 split"),  # two of them after a split
    ],
)
@every_row("action", ["stand", "hit", "double"])
def test_reference_r7_a_21_is_asked_nothing(cards: str, decisions: str, action: str) -> None:
    options = {"double_cards": "any", "hit_split_aces": True}
    assert play(REFERENCE, cards, decisions, options=options).outcome() == "win"
    code = refused(REFERENCE, cards, f"{decisions}, 1 {action}", options=options)
    assert code in {"record/decision-left-over", "action/not-your-turn"}


@clause(REFERENCE, "R7", "R15")
def test_reference_r7_a_21_does_not_win_by_itself() -> None:
    """21 against a dealer 21 of three cards."""
    assert net(REFERENCE, "Kh 9c 5d 2c 6h Td", "1 hit") == 0


@clause(REFERENCE, "R15")
@every_row(
    ("cards", "won", "outcome"),
    [
        ("Ks 9c Qd 8c", 1000, "win"),
        ("Ks 9c 7d 8c", 0, "push"),
        ("Ks 9c 6d 8c", -1000, "lose"),
        ("Ks 6c 2d 5d Th", -1000, "lose"),  # the dealer makes 21
        ("Ks 6c 2d Td 6h", 1000, "win"),  # 22 is a bust like any other
        ("Ks 6c 2d Td Kh", 1000, "win"),
    ],
)
def test_reference_r15_the_higher_total_wins_even_money(cards: str, won: int, outcome: str) -> None:
    done = play(REFERENCE, cards, "1 stand")
    assert (done.net, done.outcome()) == (won, outcome)


@clause(REFERENCE, "R16")
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 6c 6d 5c 7h", "1 hit"),  # bust
        ("Kh 6c 6d 5c", "1 surrender"),
        ("Kh 6c Ad 5c", ""),  # a paid blackjack
        ("Th 6c Ad 5c", ""),
    ],
)
def test_reference_r16_the_dealer_turns_the_down_card_and_draws_for_nobody(
    cards: str, decisions: str
) -> None:
    done = play(REFERENCE, cards, decisions, options={"surrender": "late"})
    assert done.dealer == "6c 5c"
    assert done.when("down-card-exposed", card="5c")


@clause(REFERENCE, "R16")
def test_reference_r16_one_hand_still_in_makes_the_dealer_draw() -> None:
    cards = "Kh Ah 9h 6c 6d Kd 9d 5c 7h Ts"  # seats 1 bust, 2 blackjack, 3 with 18 against 21
    done = play(REFERENCE, cards, "1 hit, 3 stand", {1: 1000, 2: 1000, 3: 1000})
    assert done.nets == {1: -1000, 2: 1500, 3: -1000}
    assert done.dealer == "6c 5c Ts"


def test_a_wager_for_the_dealer_is_not_taken() -> None:
    given = record(REFERENCE, "Ks 9c Qd 8c", "1 stand")
    given["seats"] = [{"seat": 1, "wagers": {"main": 1000}, "tips": {"main": 100}}]
    assert refusal(given) == "wager/not-offered"
