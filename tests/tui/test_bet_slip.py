"""Bets as they are put down: chips, digits, fixed amounts, units that follow the ante."""

from __future__ import annotations

import pytest

from pitboss.engine.actions import ActionKind, Choice, Question, RefusedError
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.model import OptionValue
from pitboss.sitting.lines import Decision, parse_bets, parse_decision, the_one
from pitboss.tui.betting.bet_slip import BetSlip
from tests.tui.conftest import Sit

HIT, STAND, SPLIT = (Choice(kind) for kind in (ActionKind.HIT, ActionKind.STAND, ActionKind.SPLIT))
SURRENDER = Choice(ActionKind.SURRENDER)
DECLINE = Choice(ActionKind.DECLINE)


@pytest.fixture
def slip(sit: Sit) -> BetSlip:
    return BetSlip(sit("wa-spanish-21", seats=2).setup, (1, 2))


def typed(slip: BetSlip, text: str) -> int:
    for character in text:
        slip.type(character)
    return slip.on(slip.seat, slip.wager)


def test_every_seat_begins_with_a_main_wager_and_nothing_else(slip: BetSlip) -> None:
    assert slip.bets == {1: {"main": 1000}, 2: {"main": 1000}}
    assert slip.total == 2000


def test_digits_set_the_spot_to_the_cent(slip: BetSlip) -> None:
    assert typed(slip, "25") == 2500
    slip.erase()
    assert slip.on(1, "main") == 200
    slip.move(1, 0)
    assert typed(slip, "7.25") == 725
    assert typed(slip, "9") == 725, "a third decimal is left out"
    assert slip.typed == "7.25"
    slip.move(1, 1)
    assert typed(slip, "..5") == 50
    assert slip.bets == {1: {"main": 200, "match-up": 725}, 2: {"main": 1000, "match-down": 50}}


def test_chips_add_up_and_never_go_below_nothing(slip: BetSlip) -> None:
    slip.add(1)
    assert slip.on(1, "main") == 1500
    slip.change_chip(1)
    slip.add(1)
    assert slip.on(1, "main") == 4000
    slip.change_chip(-9)
    assert slip.chip == 100
    for _ in range(50):
        slip.add(-1)
    assert slip.on(1, "main") == 0


def test_a_jackpot_takes_its_one_amount_whatever_is_put_there(slip: BetSlip) -> None:
    slip.point_at(2, "jackpot-1")
    slip.toggle()
    assert slip.on(2, "jackpot-1") == 500
    slip.toggle()
    assert slip.on(2, "jackpot-1") == 0
    assert typed(slip, "9") == 500
    assert slip.typed == ""
    slip.point_at(2, "jackpot-2")
    slip.add(1)
    assert slip.on(2, "jackpot-2") == 100


def test_bet_bigger_units_follow_the_ante(sit: Sit) -> None:
    slip = BetSlip(sit("bet-bigger-spanish-21").setup, (1,))
    slip.point_at(1, "bet-bigger-1")
    slip.add(1)
    assert slip.bets == {1: {"main": 1000, "bet-bigger-1": 1000}}
    slip.point_at(1, "main")
    typed(slip, "4")
    assert slip.bets == {1: {"main": 400, "bet-bigger-1": 400}}
    slip.clear()
    assert slip.total == 0
    slip.repeat({1: {"main": 700, "bet-bigger-1": 700}})
    assert slip.bets == {1: {"main": 700, "bet-bigger-1": 700}}


def test_required_wagers_lie_there_from_the_start(sit: Sit) -> None:
    options: dict[str, OptionValue] = {"decks": 6, "soft17": "hit", "match_required": "up"}
    session = sit(House(game="wa/spanish-21", options=options))
    slip = BetSlip(session.setup, session.seats)
    session.start(slip.bets)
    assert set(slip.bets[1]) == {"main", "match-up"}


def test_bets_in_words_are_read_for_every_seat_or_by_seat(sit: Sit) -> None:
    setup = sit("wa-spanish-21", seats=2).setup
    everywhere = parse_bets(["main", "10", "match-u", "2.50"], setup, (1, 2))
    assert everywhere == {1: {"main": 1000, "match-up": 250}, 2: {"main": 1000, "match-up": 250}}
    by_seat = parse_bets(["seat", "2", "main", "10", "seat", "1", "$1,000"], setup, (1, 2))
    assert by_seat == {2: {"main": 1000}, 1: {"main": 100_000}}


@pytest.mark.parametrize(
    ("words", "choices", "kind"),
    [
        ("hit", (HIT, STAND), "hit"),
        ("s", (HIT, STAND), "stand"),
        ("s", (HIT, STAND, SPLIT, SURRENDER), "stand"),
        ("p", (HIT, STAND, SPLIT), "split"),
        ("sp", (HIT, STAND, SPLIT, SURRENDER), "split"),
        ("u", (HIT, STAND, SURRENDER), "surrender"),
        ("n", (DECLINE,), "decline"),
        ("d", (DECLINE,), "decline"),
        ("rescue", (HIT, STAND), "rescue"),
        ("resc", (HIT, STAND), "rescue"),
    ],
)
def test_an_action_is_its_word_its_beginning_or_its_key(
    words: str, choices: tuple[Choice, ...], kind: str
) -> None:
    assert parse_decision([words], Question(1, 1, choices)) == Decision(ActionKind(kind))


@pytest.mark.parametrize("words", ["st9", "re", "q"])
def test_what_is_no_action_is_refused(words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_decision([words], Question(1, 1, (HIT, STAND)))
    assert "hit or stand" in refused.value.refusal.message


def test_a_beginning_that_may_mean_several_names_is_refused_with_all_of_them() -> None:
    with pytest.raises(RefusedError) as refused:
        the_one("match", ["main", "match-up", "match-down"], "wager")
    assert refused.value.refusal.message == (
        "'match' may mean match-up or match-down; write more of it"
    )


def test_a_tip_stops_at_the_limit_of_the_house() -> None:
    """2108 Golden(4): the house may limit tips; without a limit the player's wager is the most."""
    limits = {"tip:main": Limits(max=500)}
    slip = BetSlip(prepare(House(game="co/golden-21", tables={}, limits=limits)), (1,))
    slip.show_tips(shown=True)
    slip.put(1, "tip:main", 900)
    assert slip.on(1, "tip:main") == 500
