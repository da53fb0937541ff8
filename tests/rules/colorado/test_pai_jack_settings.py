"""Colorado 30-2112: setting five cards as a low and a high hand, busts, fouls and the house's help.

The dealer has 7-2-6-J-T, 19 and 16 the house way, unless a test says otherwise.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pitboss.cards import FRENCH, format_cards, parse_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from pitboss.text.history import story
from tests.engine.audit.pai_jack import bonus_lines, settings
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import question, total
from tests.rules.colorado.table import Seats, asked, play, refused

GAME = "co/pai-jack"
DEALER = "7s 2c 6c Js Ts"
DEALER_BUST = "Ks Qc Js 9c 9s"
DEALER_PAI_JACK = "As Kc Qs 5c 5s"
HAND = "8d 6d Jh Ad 3h"
BUST = "Kh Qd Jh 9d 9h"
SETUP = prepare(house_from({"game": GAME}))


def net(
    hand: str, low: str, dealer: str = DEALER, seats: Seats = 1000, /, **options: object
) -> int:
    return play(GAME, f"{hand} {dealer}", f"1 set {low}", seats, options=options).net


def code(hand: str, low: str, /, **options: object) -> str:
    return refused(GAME, f"{hand} {DEALER}", f"1 set {low}", options=options)


@clause(GAME, "2112(6)", "2112(6)(a)")
@ruling("P2")
@every_row(
    ("low", "won"),
    [
        # The high hand is what is left of 8-6-J-A-3.
        ("8d Jh", 1000),  # A-6-3 20, 18: both win
        ("8d Ad", 1000),  # J-6-3 19, 19: ties and wins
        ("6d Ad", 1000),  # 8-J-3 21, 17
        ("8d 3h", -1000),  # J-6-A 17, 11: both lose
        ("6d 3h", -1000),  # 8-J-A 19, 9: ties and loses
        ("8d 6d", -1000),  # J-A-3 14, 14, equal: both lose
        ("Jh 3h", -1000),  # A-8-6 15, 13
        ("Jh 6d", None),  # A-8-3 12, 16: outranked
        ("Jh Ad", None),  # 8-6-3 17, 21
        ("Ad 3h", None),  # 8-6-J 24, 14
    ],
)
def test_2112_6_the_low_hand_may_equal_the_high_hand_but_not_pass_it(
    low: str, won: int | None
) -> None:
    first, second = low.split()
    for order in (low, f"{second} {first}"):
        if won is None:
            assert code(HAND, order) == "action/foul"
        else:
            assert net(HAND, order) == won


@clause(GAME, "2112(6)")
@ruling("P2")
@every_row(
    ("hand", "low", "legal"),
    [
        ("Ah 4d 3h 6d 2h", "Ah 4d", False),  # 15 against 11, though 5 with the ace as 1
        ("Ah 4d 3h 6d 2h", "Ah 2h", True),  # 13 and 13
        ("Ah 4d 3h 6d 2h", "4d 3h", True),  # 7 and A-6-2 19
        ("Ah Ad 9h 8d 3h", "Ah Ad", True),  # A-A is 12; 20
        ("Ah Ad 9h 8d 4h", "Ah 9h", False),  # 20 against A-8-4, 13
    ],
)
def test_ruling_p2_an_ace_in_the_low_hand_is_11_where_it_can_be(
    hand: str, low: str, *, legal: bool
) -> None:
    if legal:
        net(hand, low)
    else:
        assert code(hand, low) == "action/foul"


@clause(GAME, "2112(6)(b)")
@ruling("P4")
@every_row("high", ["9h 8d 4h", "7h 7d 7c", "6h 8d 7h", "Ad 3h 7h", "Ad 9h Ac"])
def test_2112_6_b_an_ace_and_a_ten_may_stand_below_any_21(high: str) -> None:
    assert net(f"{high} Ah Td", "Ah Td") == 1000


@clause(GAME, "2112(6)(b)")
@ruling("P4")
def test_2112_6_b_ace_and_ten_below_less_than_21_is_a_foul() -> None:
    assert code("9h 8d 3h Ah Td", "Ah Td") == "action/foul"
    assert code("9h 8d 5h Ah Td", "Ah Td") == "action/foul"


@clause(GAME, "2112(6)")
@every_row(
    ("decision", "refusal"),
    [
        ("1 set 8d", "action/setting"),
        ("1 set 8d Jh 3h", "action/setting"),
        ("1 set 8d 8d", "action/setting"),
        ("1 set 8d 7s", "action/setting"),  # the dealer's
        ("1 set", "action/setting"),
        ("1 set 8d xx", "record/card-unknown"),
        ("1 stand", "action/illegal"),
        ("1 bet", "action/illegal"),
        ("2 set 8d Jh", "action/not-your-turn"),
        ("1.2 set 8d Jh", "action/not-your-turn"),
        ("1 set 8d Jh, 1 set 8d Jh", "record/decision-left-over"),
        ("", "record/decision-missing"),
    ],
)
def test_2112_6_what_sets_no_hand(decision: str, refusal: str) -> None:
    assert refused(GAME, f"{HAND} {DEALER}", decision) == refusal


@clause(GAME, "2112(7)", words="If no setting has a high hand ... the hand is a bust")
@clause(GAME, "2112(1)", words="made into a two-card low and a three-card high hand")
@clause(GAME, "2112", "2112(6)")
@every_row("seed", range(40))
def test_2112_6_of_any_five_cards_exactly_the_legal_settings_are_taken(seed: int) -> None:
    """Every one of the ten settings of random hands, against the text read by itself."""
    cards = Random(seed).sample(FRENCH.cards, 10)
    played = Round.start(prepare(house_from({"game": GAME})), [Bets(1, {"main": 100})])
    for card in cards:
        played.deal(card)
    texts = format_cards(cards[:5]).split()
    wanted = {frozenset(way.low) for way in settings(texts) if way.is_legal}
    if "pai jack" in bonus_lines(texts):
        assert played.due is None
    elif not wanted:
        assert (played.due, played.state.seat(1).hand(1).low) == (None, ())
    else:
        assert isinstance(played.due, Question)
        (choice,) = played.due.choices
        assert {frozenset(format_cards(low).split()) for low in choice.lows} == wanted
        assert len(choice.lows) + len(choice.fouls) == 10
        played.act(Action(seat=1, kind=choice.kind, low=choice.lows[-1]))
        assert played.due is None


@clause(GAME, "2112(7)", words="If no setting has a high hand ... the hand is a bust")
@clause(GAME, "2112(11)(g)")
@ruling("P1")
@every_row(
    "hand",
    [
        "Kh Qd Jh 9d 9h",  # nothing is 21 or less
        "Kh Qd Jh 2d 3h",  # K-2-3 is 15, below Q-J
        "8h 8d 9h 9d Kh",  # 25 at least
        "Kh Qd Jh Td 2h",
    ],
)
def test_2112_7_a_hand_without_a_legal_setting_is_a_bust_and_asks_nothing(hand: str) -> None:
    played = play(GAME, f"{hand} {DEALER}")
    assert (played.net, played.outcome()) == (-1000, "bust")
    low = " ".join(hand.split()[:2])
    for foul in ("reset", "lose", "house-way"):
        left = refused(GAME, f"{hand} {DEALER}", f"1 set {low}", options={"foul": foul})
        assert left == "record/decision-left-over"


@clause(GAME, "2112(7)", words="If no setting has a high hand ... the hand is a bust")
@clause(GAME, "2112(5)", words="the cards are taken")
@clause(GAME, "2112(6)")
@ruling("C65")
def test_2112_6_only_those_who_can_set_are_asked_seat_by_seat() -> None:
    # Seat 1 has a Pai Jack, 2 sets, 3 busts, 4 sets 21 and 7.
    cards = f"Ah Kd Qh 2h 4d {HAND} Kh Qd Jd 9d 9h 2d 5h 4h 7d Kc {DEALER}"
    seats = dict.fromkeys(range(1, 5), 1000)
    played = play(GAME, cards, "2 set 8d Jh, 4 set 2d 5h", seats)
    assert asked(played) == ["2.1 set", "4.1 set"]
    assert played.nets == {1: 1500, 2: 1000, 3: -1000, 4: 0}
    assert refused(GAME, cards, "4 set 2d 5h, 2 set 8d Jh", seats) == "action/not-your-turn"
    assert question(GAME, cards, "", seats) == "2.1 set"
    assert question(GAME, cards, "2 set 8d Jh", seats) == "4.1 set"


@clause(GAME, "2112(11)(i)", "2112(11)(i)(i)")
@ruling("P3")
@every_row("options", [{}, {"foul": "reset"}])
@every_row("low", ["Jh Ad", "Jh 6d", "Ad 3h"])
def test_2112_11_i_i_a_foul_is_set_again(low: str, options: dict[str, object]) -> None:
    """The refused setting leaves the hand to be set, legally this time."""
    assert code(HAND, low, **options) == "action/foul"
    house = {"game": GAME, "options": options}
    played = Round.start(prepare(house_from(house)), [Bets(1, {"main": 1000})])
    for card in parse_cards(f"{HAND} {DEALER}"):
        played.deal(card)
    before = played.state
    due = played.due
    assert isinstance(due, Question)
    kind = due.choices[0].kind
    with pytest.raises(ValueError, match="may not outrank"):
        played.act(Action(seat=1, kind=kind, low=parse_cards(low)))
    assert (played.state, played.due) == (before, due)
    played.act(Action(seat=1, kind=kind, low=parse_cards("8d Jh")))
    assert played.state.net() == {1: 1000}


@clause(GAME, "2112(11)(i)(ii)")
@ruling("P3")
@every_row("low", ["Jh Ad", "Jh 6d", "Ad 3h"])
@every_row("dealer", [DEALER, DEALER_BUST, DEALER_PAI_JACK])
def test_2112_11_i_ii_a_foul_loses_at_once_even_if_the_dealer_busts(low: str, dealer: str) -> None:
    cards = f"{HAND} {dealer}"
    options = {"foul": "lose"}
    played = play(GAME, cards, f"1 set {low}", "1000, tip main 300", options=options)
    assert (played.net, played.outcome()) == (-1000, "foul")
    assert played.won("tip:main") == -300
    assert played.when("wager-settled", wager="main") < played.when("dealer-shown")


@clause(GAME, "2112(11)(i)(iii)")
@ruling("P3")
@every_row("low", ["Jh Ad", "Jh 6d", "Ad 3h"])
def test_2112_11_i_iii_a_foul_is_set_the_house_way(low: str) -> None:
    # 8-6-J-A-3 the house way: 8-J-3 21 and 6-A 17.
    options = {"foul": "house-way"}
    played = play(GAME, f"{HAND} {DEALER}", f"1 set {low}", options=options)
    assert (played.net, played.outcome()) == (1000, "win")
    hand = played.replay.round.state.seat(1).hand(1)
    assert set(format_cards(hand.low).split()) == {"6d", "Ad"}
    assert net(HAND, low, DEALER_BUST, foul="house-way") == 0
    assert net(HAND, low, DEALER_PAI_JACK, foul="house-way") == -1000


@clause(GAME, "2112(11)(i)(ii)", "2112(11)(i)(iii)")
@ruling("P3")
@every_row("foul", ["lose", "house-way"])
def test_2112_11_i_a_legal_setting_is_left_as_it_is(foul: str) -> None:
    assert net(HAND, "8d Jh", foul=foul) == 1000
    assert net(HAND, "8d 6d", foul=foul) == -1000
    assert code(HAND, "8d 7s", foul=foul) == "action/setting"


@clause(GAME, "2112(11)(i)(iii)")
@every_row("foul", ["reset", "lose", "house-way"])
@every_row("rest", ["5h 5d", "2h 3d", "Kh Ad", "Ad 9h"])
def test_2112_11_i_iii_a_pai_jack_is_always_the_high_hand(foul: str, rest: str) -> None:
    """It is paid without being set, so that nobody can foul it; the house way agrees."""
    hand = f"Ah Kd Qh {rest}"
    assert play(GAME, f"{hand} {DEALER}", options={"foul": foul}).net == 1500
    low = house_way_low(SETUP, parse_cards(hand))
    high = [card[0] for card in hand.split() if card not in format_cards(low).split()]
    assert high.count("A") == 1
    assert sum(rank in "TJQK" for rank in high) == 2


@clause(GAME, "2112(11)(i)", how="judged")
@every_row("value", ["refuse", "", True, "house way"])
def test_2112_11_i_there_are_three_remedies(value: object) -> None:
    assert code(HAND, "8d Jh", foul=value) == "option/invalid"


@clause(GAME, "2112(11)(j)", "2112(11)(j) note")
@every_row("allowed", [True, False])
def test_2112_11_j_help_is_a_house_option_and_changes_no_result(*, allowed: bool) -> None:
    assert net(HAND, "8d Jh", house_way_help=allowed) == 1000
    assert code(HAND, "Jh Ad", house_way_help=allowed) == "action/foul"


@every_row("hand", [HAND, "Ts 8h 3d Tc 6s", "Th 9d 5h 4d Ah", "Ah Kd 6s 6h 7c", BUST])
def test_2112_11_j_what_is_shown_is_the_house_way(hand: str) -> None:
    """The highest legal high hand, then the highest low hand; nothing for a bust."""
    cards = hand.split()
    best = (0, 0)
    for two in combinations(cards, 2):
        low = total(" ".join(two))
        high = total(" ".join(card for card in cards if card not in two))
        if low <= high <= 21:
            best = max(best, (high, low))
    shown = format_cards(house_way_low(SETUP, parse_cards(hand)))
    if not shown:
        assert best == (0, 0)
    else:
        high = total(" ".join(card for card in cards if card not in shown.split()))
        assert (high, total(shown)) == best


@clause(GAME, "2112(6)", "2112(6)(a)")
@ruling("P2")
@every_row(
    ("hand", "low", "won"),
    [
        # The dealer has 19 and 16.
        ("Td 6h 3d Ah 9d", "Ah 9d", -1000),  # 19 and 10: ties and loses, no foul
        ("Td 8h 3d Ah 9d", "Ah 9d", 1000),  # 21 and 20: 11 fits, so 11 counts
        ("Td 7h 4d Ah 9d", "9d 4d", -1000),  # A-T-7 18 and 13
        ("Td 8h 2d Ah 9d", "Ah 9d", 1000),  # 20 and 20: equal is legal, 11 counts
        ("9d 8h 4d Ah Td", "Ah Td", 1000),  # 21 and 21 (2112(6)(b))
        ("9d 8h 3d Ah Td", "Ah Td", 0),  # 20 and 11: wins and loses
        ("Ah 4d 3h 6d 2h", "Ah 4d", -1000),  # 11 and 5
        ("Ah Ad 6h 2d 3h", "Ah Ad", -1000),  # 11 and 2: one ace as 11 would be 12
    ],
)
def test_ruling_p2_where_the_house_reads_either_a_low_ace_is_1_where_11_is_a_foul(
    hand: str, low: str, won: int
) -> None:
    assert net(hand, low, low_hand_ace="either") == won
    high = [card for card in hand.split() if card not in low.split()]
    if total(low) > total(" ".join(high)):
        for options in ({}, {"low_hand_ace": "eleven"}):
            assert code(hand, low, **options) == "action/foul"
    else:
        assert net(hand, low) == won


@clause(GAME, "2112(6)")
@ruling("P2", "P3")
@every_row(
    ("hand", "low"),
    [
        ("Th 9d 6h Ad 2h", "Ad 2h"),  # 25
        ("8d 6d Jh Ad 3h", "Jh 6d"),  # 16 over A-8-3, 12: no ace in the low hand
    ],
)
def test_ruling_p2_other_fouls_stay_fouls(hand: str, low: str) -> None:
    assert code(hand, low, low_hand_ace="either") == "action/foul"
    played = play(
        GAME,
        f"{hand} {DEALER}",
        f"1 set {low}",
        options={"low_hand_ace": "either", "foul": "lose"},
    )
    assert (played.net, played.outcome()) == (-1000, "foul")


@clause(GAME, "2112(9)(b)", "2112(11)")
@ruling("P2")
@every_row(
    ("low_ace", "set_as", "won"),
    [
        # 6-6-7 makes 19 and leaves A-K: a 21 that outranks it, or by option 11.
        ("eleven", "sets K♠ A♣ 7♣ and 6♠ 6♣: high 18, low 12", 1000),
        ("either", "sets 6♠ 6♣ 7♣ and K♠ A♣: high 19, low 11", 0),
    ],
)
def test_ruling_p2_the_dealers_house_way_follows_the_houses_reading(
    low_ace: str, set_as: str, won: int
) -> None:
    # 18 and 13: ties and wins, or loses and wins
    mine = "Td 6h 2d 8h 5d"
    low = "8h 5d"
    played = play(GAME, f"{mine} Ks Ac 6s 6c 7c", f"1 set {low}", options={"low_hand_ace": low_ace})
    assert set_as in "\n".join(story(played.replay.round))
    assert played.net == won


@clause(GAME, "2112(11)(i)(iii)", "2112(11)(j) note")
@ruling("P2", "P3")
@every_row(("low_ace", "low"), [("eleven", {"6s", "6h"}), ("either", {"Ac", "Ks"})])
def test_ruling_p2_a_foul_and_help_follow_the_houses_reading(low_ace: str, low: set[str]) -> None:
    """K-7, 17, over A-6-6, 13, is a foul in both; the house sets it as it would its own."""
    options = {"low_hand_ace": low_ace, "foul": "house-way"}
    played = play(GAME, f"Ks Ac 6s 6h 7c {DEALER}", "1 set Ks 7c", options=options)
    assert set(format_cards(played.replay.round.state.seat(1).hand(1).low).split()) == low
    setup = prepare(house_from({"game": GAME, "options": options}))
    assert set(format_cards(house_way_low(setup, parse_cards("Ks Ac 6s 6h 7c"))).split()) == low


@clause(GAME, "2112(7)", words="If no setting has a high hand ... the hand is a bust")
@clause(GAME, "2112(6)")
@ruling("P2")
@every_row("seed", range(40))
def test_ruling_p2_of_any_five_cards_exactly_the_legal_settings_are_taken(seed: int) -> None:
    """As above, for the other reading; every hand holds an ace."""
    rng = Random(seed)
    ace = rng.choice(parse_cards("As Ah Ad Ac"))
    cards = [ace, *rng.sample([card for card in FRENCH.cards if card != ace], 9)]
    house = {"game": GAME, "options": {"low_hand_ace": "either"}}
    played = Round.start(prepare(house_from(house)), [Bets(1, {"main": 100})])
    for card in cards:
        played.deal(card)
    texts = format_cards(cards[:5]).split()
    if "pai jack" in bonus_lines(texts):
        assert played.due is None
    else:
        assert isinstance(played.due, Question), "no hand with an ace busts"
        (choice,) = played.due.choices
        wanted = {frozenset(way.low) for way in settings(texts, "either") if way.is_legal}
        assert {frozenset(format_cards(low).split()) for low in choice.lows} == wanted
