"""Every code with which a round record is refused, on the smallest record that earns it."""

from __future__ import annotations

import contextlib
import copy

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind, IllegalAction, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.table import BET_BIGGER, ILANI, WA, net, play, played, progressive, record, refusal

STAND = record(WA, "Ks 9c Qd 8c", "1 stand")
"""20 against 17."""

JACKPOT = {"tables": {"jackpot-1": "3c-1"}, "jackpots": {"jackpot-1": progressive()}}


def seats(*entries: object) -> dict[str, object]:
    return {"seats": list(entries)}


def decisions(*entries: object) -> dict[str, object]:
    return {"decisions": list(entries)}


ONE = {"seat": 1, "wagers": {"main": 1000}}
HIT = {"seat": 1, "action": "hit"}

MALFORMED: dict[str, dict[str, object]] = {
    "no game": {"game": None},
    "game is a number": {"game": 21},
    "unknown key": {"dealer": "ann"},
    "seats is no list": {"seats": ONE},
    "seats is null": {"seats": None},
    "no seats": {"seats": []},
    "a seat is no object": seats(1),
    "a seat without a number": seats({"wagers": {"main": 1000}}),
    "a seat without wagers": seats({"seat": 1}),
    "a seat number in words": seats({"seat": "one", "wagers": {"main": 1000}}),
    "a seat number that is true": seats({"seat": True, "wagers": {"main": 1000}}),
    "a seat with an unknown key": seats({**ONE, "chips": 5}),
    "seat 0": seats({**ONE, "seat": 0}),
    "seat -1": seats({**ONE, "seat": -1}),
    "a seat twice": seats(ONE, ONE),
    "a player's name that is a number": seats({**ONE, "player": 7}),
    "wagers is a list": seats({"seat": 1, "wagers": [1000]}),
    "a wager in words": seats({"seat": 1, "wagers": {"main": "1000"}}),
    "a wager with a part of a cent": seats({"seat": 1, "wagers": {"main": 10.5}}),
    "a wager that is true": seats({"seat": 1, "wagers": {"main": True}}),
    "a wager that is null": seats({"seat": 1, "wagers": {"main": None}}),
    "cards is a list": {"cards": ["Ks", "9c"]},
    "cards is null": {"cards": None},
    "decisions is an object": {"decisions": HIT},
    "decisions is null": {"decisions": None},
    "a decision is a text": decisions("1 hit"),
    "a decision without a seat": decisions({"action": "hit"}),
    "a decision without an action": decisions({"seat": 1}),
    "a decision with an unknown key": decisions({**HIT, "why": "luck"}),
    "a decision's hand in words": decisions({**HIT, "hand": "first"}),
    "a decision's amount in words": decisions({**HIT, "action": "double", "amount": "all"}),
    "a decision's amount with a point": decisions({**HIT, "action": "double", "amount": 1.5}),
    "a decision's wager that is a number": decisions({**HIT, "wager": 1}),
    "an action that is a number": decisions({"seat": 1, "action": 1}),
    "options is a list": {"options": [6]},
    "options is null": {"options": None},
    "tables is a list": {"tables": ["2"]},
    "a table that is a number": {"tables": {"match-up": 2}},
    "limits is a number": {"limits": 500},
    "a limit in words": {"limits": {"main": {"min": "five dollars"}}},
    "an unknown limit": {"limits": {"main": {"least": 500}}},
    "jackpots is a list": {**JACKPOT, "jackpots": []},
    "an unknown term of a jackpot": {**JACKPOT, "jackpots": {"jackpot-1": {"pot": 1}}},
    "pays is a text": {"pays": "double"},
    "meters is a list": {**JACKPOT, "meters": []},
    "a meter that is no amount": {**JACKPOT, "meters": {"jackpot-1": "plenty"}},
    "a meter of no progressive": {"meters": {"jackpot-1": "50000.0000"}},
    "a reserve of no progressive": {"reserves": {"jackpot-1": "1.0000"}},
}


@every_row("change", MALFORMED.values())
def test_record_malformed(change: dict[str, object]) -> None:
    assert refusal({**STAND, **change}) == "record/malformed"


@every_row("thing", [None, 21, "Ks 9c Qd 8c", [], [STAND], True])
def test_record_malformed_where_it_is_no_object_at_all(thing: object) -> None:
    assert refusal(thing) == "record/malformed"


@every_row(
    ("cards", "wanted"),
    [
        ("", "1 stand"),
        ("Ks", "1 stand"),
        ("Ks 9c Qd", "1 stand"),  # no down card
        ("Ks 9c 6d 8c", "1 hit"),  # nothing to hit with
        ("Ks 9c 6d 8c", "1 double"),
        ("8s 9c 8d 8c", "1 split"),
        ("Ks 9c Qd 6c", "1 stand"),  # the dealer has 15
    ],
)
def test_record_cards_missing(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "record/cards-missing"


def test_record_cards_missing_where_a_bonus_card_was_not_dealt() -> None:
    options = {"bonus_cards": 2}
    assert refusal(record(WA, "Ks 9c Qd 8c Kh", "1 stand", options=options)) == (
        "record/cards-missing"
    )


@every_row(
    ("cards", "wanted"),
    [
        ("Ks 9c Qd 8c 2h", "1 stand"),  # the dealer stands on 17
        ("Ks 9c 6d 2c Qd 5h", "1 hit"),  # nobody is left to draw for
        ("Ks Kc Qd Ah 2h", ""),  # the blackjack ended it
    ],
)
def test_record_cards_left_over(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "record/cards-left-over"


@every_row("card", ["1s", "10s", "ks", "KS", "Kx", "K", "Ksd", "🂡", "--"])
def test_record_card_unknown(card: str) -> None:
    assert refusal(record(WA, f"{card} 9c Qd 8c", "1 stand")) == "record/card-unknown"


@every_row("game", [WA, ILANI, BET_BIGGER])
@every_row("card", ["Ts", "Jk"])
def test_record_card_not_in_shoe_where_no_spanish_deck_has_it(game: str, card: str) -> None:
    assert refusal(record(game, f"{card} 9c Qd 8c", "1 stand")) == "record/card-not-in-shoe"


@every_row("decks", [1, 2, 3])
def test_record_card_not_in_shoe_where_all_its_copies_are_out(decks: int) -> None:
    # Even where the extra card would never be dealt.
    cards = "Ks 9c Qd 8c " + " ".join(["2h"] * (decks + 1))
    a_record = record(BET_BIGGER, cards, "1 stand", options={"decks": decks})
    assert refusal(a_record) == "record/card-not-in-shoe"


@every_row(
    ("cards", "wanted"),
    [
        ("Ks 9c Qd 8c", ""),
        ("Ks 9c 2d 8c 3h", "1 hit"),  # 15 must still stand or go on
        ("8s 9c 8d 8c Kh 9h", "1 split, 1 stand"),  # hand 2
        ("Ks Ac Qd 8c", ""),  # insurance
        ("As 9c Kd 8c", ""),  # the blackjack
        ("5s 9c 6d 8c 2h", "1 double"),  # stand or rescue
    ],
)
def test_record_decision_missing(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "record/decision-missing"


@every_row(
    ("cards", "wanted"),
    [
        ("Ks 9c Qd 8c", "1 stand, 1 stand"),
        ("Ks 9c 6d 8c Qd", "1 hit, 1 hit"),  # bust
        ("Ks Kc Qd Ah", "1 stand"),  # a dealer blackjack
        ("Ks 9c Qd 8c", "1 surrender, 1 hit"),
    ],
)
def test_record_decision_left_over(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "record/decision-left-over"


@every_row(
    ("cards", "wanted"),
    [
        ("Ks 9c Qd 8c", "1 fold"),  # an action of other games
        ("Ks 9c Qd 8c", "1 Hit"),
        ("Ks 9c Qd 8c", "1 rescue"),
        ("Ks 9c Qd 8c", "1 redouble"),
        ("Ks 9c 9d 8c", "1 split"),
        ("Ks 9c Qd 8c", "1 insure 500"),
        ("Ks 9c Qd 8c", "1 decline"),
        ("Ks 9c Qd 8c", "1 take-blackjack"),
        ("Ks Ac Qd 8c", "1 stand"),  # insurance is asked
        ("As 9c Kd 8c", "1 stand"),  # take or keep is asked
        ("Ks 9c 2d 8c 3h", "1 hit, 1 surrender"),
    ],
)
def test_action_illegal(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "action/illegal"


@every_row(
    ("cards", "wanted"),
    [
        ("5s 9c 6d 8c 9h", "1 double 1001"),
        ("5s 9c 6d 8c 9h", "1 double 0"),
        ("Ks Ac Qd 8c", "1 insure 501"),
        ("Ks Ac Qd 8c", "1 insure"),
        ("Ks 9c Qd 8c", "1 stand 1000"),
        ("Ks 9c 6d 8c 2h", "1 hit 1000"),
        ("8s 9c 8d 8c Kh", "1 split 1000"),
        ("Ks 9c Qd 8c", "1 surrender 500"),
        ("As 9c Kd 8c", "1 take-blackjack 1500"),
    ],
)
def test_action_amount(cards: str, wanted: str) -> None:
    assert refusal(record(WA, cards, wanted)) == "action/amount"


@every_row("amount", [-1, -1000])
def test_action_amount_where_it_is_negative(amount: int) -> None:
    double = decisions({"seat": 1, "action": "double", "amount": amount})
    assert refusal(record(WA, "5s 9c 6d 8c 9h") | double) == "action/amount"


@every_row("wanted", ["2 stand, 1 stand", "3 stand", "1.2 stand", "1.0 stand"])
def test_action_not_your_turn(wanted: str) -> None:
    a_record = record(WA, "Ks Ks 9c Qd Qd 8c", wanted, {1: 1000, 2: 1000})
    assert refusal(a_record) == "action/not-your-turn"


@every_row(
    "bets",
    [
        "1000, match-bonus-1 100",
        "1000, jackpot-1 500",
        "1000, bet-bigger-1 1000",
        "1000, insurance 500",  # made when it is asked
        "1000, super-bonus 100",
        "1000, envy 100",
        "1000, lucky-ladies 100",
    ],
)
def test_wager_not_offered(bets: str) -> None:
    assert refusal(record(WA, "Ks 9c Qd 8c", "1 stand", bets)) == "wager/not-offered"


def test_wager_not_offered_where_the_house_names_it() -> None:
    for key, value in (
        ("tables", {"lucky-ladies": "1"}),
        ("limits", {"lucky-ladies": {"min": 100}}),
        ("jackpots", {"jackpot-1": progressive()}),
        ("pays", {"jackpot-1": {"2 Suited Matches": "30 for 1"}}),
    ):
        assert refusal({**STAND, key: value}) == "wager/not-offered"


@every_row("main", [0, -1000, 499, 40001])
def test_wager_off_limits(main: int) -> None:
    limits = {"main": {"min": 500, "max": 40000}}
    a_record = record(WA, "Ks 9c Qd 8c", "1 stand", main, limits=limits)
    assert refusal(a_record) == "wager/off-limits"


@every_row("main", [0, -1])
def test_wager_off_limits_also_without_limits(main: int) -> None:
    assert refusal(record(WA, "Ks 9c Qd 8c", "1 stand", main)) == "wager/off-limits"


def test_limits_themselves_are_within_them() -> None:
    limits = {"main": {"min": 500, "max": 40000}}
    for main in (500, 40000):
        assert net(WA, "Ks 9c Qd 8c", "1 stand", main, limits=limits) == main


@every_row("wagers", [{}, {"match-up": 100}, {"match-up": 100, "match-down": 100}])
def test_wager_needs_main(wagers: dict[str, int]) -> None:
    assert refusal({**STAND, **seats({"seat": 1, "wagers": wagers})}) == "wager/needs-main"


def test_wager_needs_main_at_every_seat() -> None:
    a_record = record(WA, "Ks Ks 9c Qd Qd 8c", "1 stand, 2 stand")
    both = seats(ONE, {"seat": 2, "wagers": {"match-up": 100}})
    assert refusal(a_record | both) == "wager/needs-main"


def test_wager_fixed_amount() -> None:
    jackpot = record(WA, "Ks 9c Qd 8c", "1 stand", "1000, jackpot-1 400", **JACKPOT)
    assert refusal(jackpot) == "wager/fixed-amount"
    unit = record(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", "1000, bet-bigger-1 900")
    assert refusal(unit) == "wager/fixed-amount"


@every_row(
    ("game", "option"),
    [
        (WA, "double_cards"),
        (WA, "Decks"),
        (WA, "lucky"),
        (ILANI, "redouble"),
        (ILANI, "bonus_cards"),
        (BET_BIGGER, "redouble"),
        (BET_BIGGER, "match_required"),
    ],
)
def test_option_unknown(game: str, option: str) -> None:
    a_record = record(game, "Ks 9c Qd 8c", "1 stand", options={option: True})
    assert refusal(a_record) == "option/unknown"


@every_row(
    ("game", "options"),
    [
        (WA, {"decks": 7}),
        (WA, {"decks": "6"}),
        (WA, {"decks": None}),  # left out: Washington's house must say
        (WA, {"soft17": None}),
        (WA, {"soft17": "draw"}),
        (WA, {"redouble": "yes"}),
        (WA, {"redouble": 1}),
        (WA, {"rounding": "nearest"}),
        (ILANI, {"decks": 6}),
        (ILANI, {"soft17": "hit"}),
        (BET_BIGGER, {"decks": 9}),
        (BET_BIGGER, {"soft17": "stand"}),
    ],
)
def test_option_invalid(game: str, options: dict[str, object]) -> None:
    assert refusal(record(game, "Ks 9c Qd 8c", "1 stand", options=options)) == "option/invalid"


def test_option_invalid_for_a_pay_table_there_is_not() -> None:
    assert refusal({**STAND, "tables": {"match-up": "9"}}) == "option/invalid"
    assert refusal({**STAND, "tables": {"jackpot-1": "3c-9"}}) == "option/invalid"


def test_option_invalid_for_a_jackpot_without_its_terms() -> None:
    assert refusal({**STAND, "tables": {"jackpot-1": "3c-1"}}) == "option/invalid"


def test_option_invalid_for_limits_that_cannot_be() -> None:
    for limit in ({"min": 500, "max": 400}, {"min": 0}, {"max": -1}):
        assert refusal({**STAND, "limits": {"main": limit}}) == "option/invalid"


@every_row(
    "change",
    [
        {"options": {"decks": 6, "soft17": "stand", "redouble": True}},
        {"options": {"decks": 6, "soft17": "hit", "redouble": True, "double_for_less": True}},
        {"tables": {"match-down": "2"}},  # down without up
        {**JACKPOT, "tables": {"jackpot-1": "3a-1"}},  # for four decks
    ],
)
def test_option_conflict(change: dict[str, object]) -> None:
    assert refusal({**STAND, **change}) == "option/conflict"


@every_row("game", ["", "wa/spanish21", "WA/spanish-21", "spanish-21", "wa/21"])
def test_game_unknown(game: str) -> None:
    assert refusal({**STAND, "game": game}) == "game/unknown"


def test_name_and_note_carry_any_text() -> None:
    assert played({**STAND, "name": "my first", "note": "20 against 17"}).net == 1000


def test_the_hand_may_be_left_out_and_the_amount_of_a_full_double() -> None:
    double = decisions({"seat": 1, "action": "double"}, {"seat": 1, "action": "stand"})
    assert played(record(WA, "5s 9c 6d 8c 9h") | double).net == 2000


def test_decisions_left_out_are_none() -> None:
    a_record = record(WA, "Ks Kc Qd Ah")
    del a_record["decisions"]
    assert played(a_record).net == -1000


def test_a_record_is_not_changed_by_playing_or_refusing_it() -> None:
    good = record(WA, "9h 9h 9h 8c", "1 surrender", "1000, jackpot-1 500", **JACKPOT)
    bad = {**good, "cards": "9h 9h 9h"}
    for a_record in (good, bad):
        before = copy.deepcopy(a_record)
        with contextlib.suppress(RefusedError):
            replay(a_record)
        assert a_record == before


def test_a_refused_record_leaves_nothing_behind() -> None:
    """The meter of the next record is its own, whatever the one before did to it."""
    good = record(WA, "9h 9h 9h 8c", "1 surrender", "1000, jackpot-1 500", **JACKPOT)
    first = played(good)
    assert refusal({**good, "decisions": []}) == "record/decision-missing"
    assert played(good).result == first.result
    assert first.meters == {"jackpot-1": "4500.9500"}  # 5001.05 less a tenth in whole cents


def test_a_refused_decision_leaves_the_round_as_it_was() -> None:
    setup = prepare(house_from({"game": WA, "options": {"decks": 6, "soft17": "hit"}}))
    played = Round.start(setup, [Bets(1, {"main": 1000})])
    for card in parse_cards("5s 9c 6d 8c"):
        played.deal(card)
    state = played.state
    events = list(played.events)
    due = played.due
    for bad in (
        Action(seat=1, kind=ActionKind.SPLIT),
        Action(seat=1, kind=ActionKind.DOUBLE, amount=1001),
        Action(seat=2, kind=ActionKind.STAND),
        Action(seat=1, kind=ActionKind.STAND, hand=2),
        Action(seat=1, kind=ActionKind.STAND, amount=5),
    ):
        with pytest.raises(IllegalAction):
            played.act(bad)
        assert (played.state, played.events, played.due) == (state, events, due)
    played.act(Action(seat=1, kind=ActionKind.STAND))
    assert played.state.net() == {1: -1000}  # 11 against 17


def test_results_a_record_carries_are_verified() -> None:
    good = play(WA, "Ks 9c Qd 8c", "1 stand").replay.complete_record()
    assert played(good).replay.difference() is None
    wrong: list[dict[str, object]] = [
        {"net": {"1": 1001}},
        {"net": {}},
        {"settlement": []},
        {"meters_after": {"jackpot-1": "1.0000"}},
    ]
    for claim in wrong:
        assert played({**good, **claim}).replay.difference()


@every_row("events", ["x", [], [1], {}, {"1": 1000}])
def test_events_that_are_none_differ(events: object) -> None:
    assert played({**STAND, "events": events}).replay.difference()


@every_row("events", [5, True])
def test_events_that_are_no_list_differ(events: object) -> None:
    assert played({**STAND, "events": events}).replay.difference()


def test_a_record_may_say_that_there_are_no_reserves() -> None:
    assert played({**STAND, "reserves_after": {}}).replay.difference() is None
