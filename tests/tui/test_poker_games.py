"""The games that are not blackjack any more: bets and folds, hands to set, poker cards."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot

from pitboss.cards import parse_cards, pretty_card
from pitboss.cli.options import read_options
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House
from pitboss.sitting.basic_play import basic_play
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.tui.betting.bet_slip import BetSlip
from pitboss.tui.felt.felt import draw_felt
from pitboss.tui.plain.table import PlainTable
from pitboss.tui.screens.table_screen import TableApp
from pitboss.tui.stage import key_labels, prompt_words
from tests.tui.conftest import Screen, Sit, perform, press


def house(game: str, *options: str) -> House:
    return complete_table(read_options(game, options)[0])[0]


def dealt(session: TableSession, cards: str, bets: dict[int, dict[str, int]]) -> TableSession:
    """Play up to the first decision with these cards on top of the shoe."""
    session.start(bets)
    top = parse_cards(cards)
    position = session.shoe.position
    left = [card for card in session.shoe.cards if session.shoe.every_round and card not in top]
    rest = left or session.shoe.cards[position + len(top) :]
    session.shoe.cards = (*session.shoe.cards[:position], *top, *rest)
    session.run()
    return session


def decide(session: TableSession, kind: str, **given: Any) -> None:  # noqa: ANN401 - passed on
    session.decide(ActionKind(kind), **given)
    session.run()


def felt_text(session: TableSession, width: int = 80, height: int = 14) -> str:
    assert session.felt is not None
    return draw_felt(session.felt, width, height).plain


# -- bets and folds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "bets", "labels"),
    [
        ("co/ante-up-21", {"main": 1000, "ante": 500}, ["Bet $5", "Fold"]),
        ("co/deuces-wild-xtreme", {"ante": 1000, "odds": 1000}, ["Play $20", "Fold"]),
    ],
)
def test_a_bet_is_offered_with_its_amount_beside_a_fold(
    game: str, bets: dict[str, int], labels: list[str], sit: Sit
) -> None:
    session = dealt(sit(house(game), seed="a"), "", {1: bets})
    offered = key_labels(session, done=False)
    assert [offered["do-bet"], offered["do-fold"]] == labels
    assert "or fold? Your hand: " in prompt_words(session, done=False)


def test_bets_cost_what_they_are_and_a_fold_costs_nothing(sit: Sit) -> None:
    """2104(8), (10): PK again for the second card, and again for the third."""
    session = sit(house("co/21-holdem"), bankroll=2000, seed="a")
    dealt(session, "Ts Jc 9d Td", {1: {"main": 1000, "poker": 500}})
    decide(session, "stand")
    assert session.money_left == 500
    assert "COMMUNITY CARDS" in felt_text(session)
    decide(session, "bet")
    assert session.money_left == 0
    assert "do-bet" not in key_labels(session, done=False), "there is no money for it"
    decide(session, "fold")
    assert session.bankroll == 2000 - 1000 - 500 - 500
    assert "1 You folded" in felt_text(session)


def test_the_poker_part_is_dealt_from_the_other_fifty_cards(sit: Sit) -> None:
    """2104(6): neither community card can come again, every other one may."""
    session = sit(house("co/21-holdem"), bots=5, seed="b", bankroll=10**7)
    again = 0
    for _ in range(12):
        session.start({session.seats[0]: {"main": 1000, "poker": 500}})
        session.run()
        while session.question is not None:
            kinds = [choice.kind for choice in session.question.choices]
            decide(session, "bet" if ActionKind.BET in kinds else "stand")
        assert session.round is not None
        state = session.round.state
        poker = [card for seat in state.seats for card in seat.poker]
        before = {card for seat in state.seats for hand in seat.hands for card in hand.cards}
        assert len(set(poker)) == len(poker)
        assert not set(poker) & set(state.dealer[:2])
        again += len(before & set(poker))
        session.clear()
    assert again, "cards of the blackjack part come again"


def test_a_tip_may_go_with_a_bet_made_during_the_round(sit: Sit, screen: Screen) -> None:
    session = sit(house("co/deuces-wild-xtreme"), seed="a")
    app = TableApp(session, lambda _: Text(), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        assert "T  Bet and tip" in "\n".join(screen(app))
        await press(pilot, "t")
        await press(pilot, "tab", "2", "enter")

    perform(app, script)
    assert session.round is not None
    wagers = session.round.state.seat(1).wagers
    assert (wagers["play"], wagers["tip:play"]) == (2000, 200)
    assert session.history[-1].tips == 200


def test_a_tip_may_grow_with_a_double_or_a_split_of_blackjack_switch(
    sit: Sit, screen: Screen
) -> None:
    """2105(3): 8-8 is split with a tip, and 8-3 doubled with one; the dealer has 17."""
    session = sit(house("co/blackjack-switch"), bankroll=100_000)
    bets = {1: {"main-1": 1000, "main-2": 1000, "tip:main-1": 500}}
    dealt(session, "8h Kh 7s 8d 9d Td Tc 3c Kc", bets)
    app = TableApp(session, lambda _: Text(), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "k")
        words = "\n".join(screen(app))
        assert "T  Dbl+tip   Y  Split+tip" in words
        await press(pilot, "y")
        await press(pilot, "tab", "2", "enter", "s")
        await press(pilot, "t")
        await press(pilot, "tab", "0", "full_stop", "5", "enter", "s")

    perform(app, script)
    assert session.round is not None
    assert session.round.state.seat(1).wagers["tip:main-1"] == 500 + 200 + 50
    assert session.history[-1].tips == 750


# -- three cards ---------------------------------------------------------------------------------

THREE = {1: {"main": 1000, "3-card-bonus": 1000}}


def test_a_split_of_three_cards_costs_two_wagers(sit: Sit) -> None:
    """2111 Player(3)(b): 24 is over 21: surrender, or three hands."""
    session = dealt(sit(house("co/3-card-21"), bankroll=5000), "8h 6c 8d Kd 8s", THREE)
    assert "over 21: 24" in felt_text(session)
    labels = key_labels(session, done=False)
    assert labels == {"do-surrender": "Surrender", "do-split": "Split into 3 hands"}
    before = session.money_left
    decide(session, "split")
    assert session.money_left == before - 2000
    assert session.felt is not None
    assert len(session.felt.seat(1).hands) == 3


def test_a_split_of_three_cards_needs_the_money_for_it(sit: Sit) -> None:
    session = dealt(sit(house("co/3-card-21"), bankroll=3000), "8h 6c 9d Kd Ks", THREE)
    assert list(key_labels(session, done=False)) == ["do-surrender"]
    with pytest.raises(RefusedError, match=r"split needs \$20\.00"):
        session.decide(ActionKind.SPLIT)


def test_a_split_that_waits_for_the_peek_keeps_its_money_ready(sit: Sit) -> None:
    """T3: 21 with a pair is split once the dealer, who shows an ace, has no blackjack."""
    session = dealt(sit(house("co/3-card-21"), bankroll=10_000), "8h Ac 8d 9d 5s", THREE)
    before = session.money_left
    decide(session, "split")
    assert session.question is not None
    assert session.question.choices[0].kind is ActionKind.INSURE
    assert session.money_left == before - 2000, "before the hands are there"
    decide(session, "decline")
    assert session.money_left == before - 2000, "and when they are"


# -- setting a hand ------------------------------------------------------------------------------

FIVE = "Ts 9h 5d 4c As"


def test_cards_are_chosen_by_digits_and_both_totals_and_fouls_are_said(
    sit: Sit, screen: Screen
) -> None:
    session = sit(house("co/pai-jack"), seed="a")
    app = TableApp(session, lambda _: Text(), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        dealt(session, f"{FIVE} 2s 3h 6d 8c 9s", {1: {"main": 1000}})
        app.table.play_on()
        await pilot.pause()
        for keys, words in (
            ((), "choose two cards for the low hand"),
            (("1",), "choose one more card for the low hand"),
            (("5",), "high 18, low 21: a foul"),
            (("enter",), "The low hand may not outrank the high hand"),
            (("5", "right", "right", "space"), "high 20, low 19"),
            (("4",), "high 16, low 13"),
            (("w",), "high 20, low 19"),
        ):
            await press(pilot, *keys)
            assert words in "\n".join(screen(app)), keys
        await press(pilot, "enter")

    perform(app, script)
    assert session.stage is Stage.OVER
    assert session.history[-1].record["decisions"][0]["low"] == "Ts 9h"


def test_where_a_low_ace_is_1_or_11_the_total_that_counts_is_shown(
    sit: Sit, screen: Screen
) -> None:
    """2112(6), ruling P2: A-9 is 20 over a high hand of 21, 10 over one of 19 and no foul."""
    session = sit(house("co/pai-jack", "low_hand_ace=either"), seed="a")
    app = TableApp(session, lambda _: Text(), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        dealt(session, "Td 6h 3d Ah 9d Ks Ac 6s 6c 7c", {1: {"main": 1000}})
        app.table.play_on()
        await pilot.pause()
        await press(pilot, "4", "5")
        shown = "\n".join(screen(app))
        assert "high 19, low 10" in shown
        assert "foul" not in shown
        await press(pilot, "enter")
        shown = "\n".join(screen(app))
        assert "low 10" in shown, "the hand that was set"
        assert "low 11" in shown, "the dealer's A-K under 6-6-7"

    perform(app, script)
    assert session.history[-1].record["decisions"][0]["low"] == "Ah 9d"


def test_a_house_that_does_not_help_shows_no_house_way(sit: Sit) -> None:
    """2112(11)(j)."""
    session = sit(house("co/pai-jack", "house_way_help=false"), seed="a")
    script = StringIO("bet 10\nset house-way\nset 2s 2s\nset Zz 2h\n")
    out = StringIO()
    dealt(session, f"{FIVE} 2s 3h 6d 8c 9s", {1: {"main": 1000}})
    session.round = None
    PlainTable(session, script, out).play()
    output = out.getvalue()
    assert "set house-way" not in output.split("> set house-way")[0].splitlines()[-1]
    for code in ("house-way/not-shown", "action/setting", "card-unknown"):
        assert code in output
    assert "do-house-way" not in key_labels(session, done=False)


def test_a_low_hand_is_named_in_plain_mode_however_it_is_typed(sit: Sit) -> None:
    session = sit(house("co/pai-jack"), seed="a")
    dealt(session, f"{FIVE} 2s 3h 6d 8c 9s", {1: {"main": 1000}})
    plain = PlainTable(session, StringIO("set 10S 9h\n"), StringIO())
    assert session.question is not None
    plain._decide(session.question)  # noqa: SLF001 - one answer is what is tried
    session.run()
    assert session.history[-1].record["decisions"][0]["low"] == "Ts 9h"


# -- what lies face down -------------------------------------------------------------------------


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("game", ["co/pai-jack", "co/deuces-wild-xtreme", "co/21-holdem"])
def test_nothing_of_others_is_told_before_it_is_turned(game: str, sit: Sit) -> None:
    """Method: whenever you are asked, no line and no drawing names a card you may not see."""
    session = sit(house(game), bots=3, seed="d", bankroll=10**7)
    slip = BetSlip(session.setup, session.seats)
    if game == "co/21-holdem":
        slip.put(session.seats[0], "poker", 500)
    seen_hidden = 0
    for _ in range(8):
        session.start(slip.bets)
        session.run()
        while (question := session.question) is not None:
            assert session.round is not None
            state = session.round.state
            others = [seat for seat in state.seats if seat.number not in session.seats]
            packets = state.setup.blackjack is None
            hidden = [card for seat in others for card in seat.poker]
            hidden += [c for s in others for h in s.hands for c in h.cards if packets]
            known = " ".join(pretty_card(card) for card in open_cards(session))
            drawn = felt_text(session) + felt_text(session, 78, 30)
            lines = "\n".join(line.text for line in session.lines)
            for card in hidden:
                seen_hidden += 1
                name = pretty_card(card)
                if f" {name}" not in f" {known}":
                    assert f" {name}" not in f" {drawn} {lines if packets else ''}"
            action = basic_play(state, question)
            decide(session, action.kind.value, low=action.low)
        session.clear()
    assert seen_hidden


def open_cards(session: TableSession) -> list[Any]:
    """Return the cards that you see on the table."""
    table = session.view
    assert table is not None
    cards = [card for seat in table.seats for hand in seat.hands for card in hand.cards]
    cards += [card for seat in table.seats for card in seat.poker]
    replacement = [] if table.replacement is None else [table.replacement]
    return [*cards, *table.dealer, *replacement]


def test_the_view_hides_the_cards_trilux_deals_face_down_to_others(sit: Sit) -> None:
    """2115(3)(b): until their turn, or until they are settled."""
    session = sit(house("co/trilux", "cards_dealt=face down"), bots=2, seed="a")
    session.start({session.seats[0]: {"main": 1000}})
    session.run()
    assert session.view is not None
    first, mine, last = session.view.seats
    assert mine.hands[0].cards
    assert first.hands[0].cards, "its turn is over"
    assert (last.hands[0].cards, last.hands[0].total, last.hands[0].face_down) == ((), 0, 2)


# -- the bet slip --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("co/deuces-wild-xtreme", {"ante": 1000, "odds": 1000}),
        ("co/3-card-21", {"main": 1000, "3-card-bonus": 1000}),
        ("co/21-holdem", {"main": 1000}),
        ("co/ante-up-21", {"main": 1000}),
        ("co/pai-jack", {"main": 1000}),
    ],
)
def test_what_must_be_bet_lies_there_and_equal_wagers_move_together(
    game: str, bets: dict[str, int], sit: Sit
) -> None:
    session = sit(house(game))
    slip = BetSlip(session.setup, (1,))
    assert slip.bets == {1: bets}
    slip.row = 0
    for digit in "25":
        slip.type(digit)
    assert slip.bets == {1: dict.fromkeys(bets, 2500)}
    session.start(slip.bets)
