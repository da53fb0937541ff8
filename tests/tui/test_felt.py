"""The felt as text: it fits its space, says the key facts, and never shows the down card."""

from __future__ import annotations

import random

import pytest

from pitboss.cards import parse_card, parse_cards, pretty_card
from pitboss.engine.actions import ActionKind
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import least_wagers
from pitboss.sitting.basic_play import basic_play
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.text.actions import (
    dealer_words,
    hand_words,
)
from pitboss.text.felt import DOT, special_words
from pitboss.text.numbers import short_money
from pitboss.text.rules import limit_words
from pitboss.tui.felt.blocks import beside, block, column
from pitboss.tui.felt.faces import Size, face, fan
from pitboss.tui.felt.felt import draw_felt, felt_print
from pitboss.tui.felt.pay_board import list_pays
from tests.tiers import by_day
from tests.tui.conftest import Sit

SIZES = {(80, 14): 13, (78, 30): 30}
"""Width and height of the felt on a terminal of 80x24 and of 120x40."""


def drawings(session: TableSession, width: int, height: int) -> list[tuple[str, TableSession]]:
    """Play a round and draw the felt after every step."""
    drawn = []
    session.start({seat: {"main": 1000, "match-up": 500} for seat in session.seats})
    while True:
        table = session.view
        assert table is not None
        assert session.felt is not None
        text = draw_felt(session.felt, width, height, print_=felt_print(session.setup))
        drawn.append(text.plain)
        check(text.plain, session, width)
        if session.stage is Stage.OVER:
            return [(text, session) for text in drawn]
        if not session.advance():
            assert session.round is not None
            question = session.question
            assert question is not None
            session.decide(basic_play(session.round.state, question).kind)


def check(text: str, session: TableSession, width: int) -> None:
    table = session.view
    felt = session.felt
    assert table is not None
    assert felt is not None
    assert session.round is not None
    assert max(map(len, text.split("\n"))) <= width
    assert dealer_words(table) in text
    for seat in table.seats:
        name = "You" if seat.number in session.seats else seat.player
        assert f"{seat.number} {name}" in text
        for hand in seat.hands:
            assert hand.face_down or hand_words(hand, table.round) in text
    assert text.count("▶") >= (table.turn is not None)
    assert "…" not in text
    state = session.round.state
    if table.face_down:
        known = [
            *table.dealer,
            *table.bonus,
            *(c for s in table.seats for h in s.hands for c in h.cards),
        ]
        hidden = state.dealer[1]
        if hidden not in known:
            assert pretty_card(hidden) not in text


@pytest.mark.nightly(every=22)
@pytest.mark.parametrize(("width", "height"), list(SIZES))
@pytest.mark.parametrize(("seats", "bots"), [(1, 0), (1, 2), (2, 5), (3, 0), (1, 6)])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_every_step_of_a_round_fits_and_says_what_matters(
    width: int, height: int, seats: int, bots: int, seed: str, sit: Sit
) -> None:
    session = sit("wa-spanish-21", seats=seats, bots=bots, seed=seed, bankroll=10**6)
    drawn = drawings(session, width, height)
    assert len(drawn) > 5
    most = max(text.count("\n") + 1 for text, _ in drawn)
    assert most <= height or any(len(s.hands) > 1 for s in session.view.seats)  # type: ignore[union-attr]


def test_results_show_their_signs_and_the_net_of_a_seat(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=1, bots=2, seed="a")
    text, _ = drawings(session, 80, 14)[-1]
    net = session.history[-1].net
    assert f"net {short_money(net, sign=True)}" in text


@pytest.mark.parametrize("width", [20, 40, 79])
def test_nothing_breaks_on_a_screen_that_is_too_small(width: int, sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=3, bots=4, seed="small", bankroll=10**6)
    session.start({seat: {"main": 1000} for seat in session.seats})
    session.run()
    assert session.felt is not None
    drawn = draw_felt(session.felt, width, 3)
    assert max(map(len, drawn.plain.split("\n"))) <= width


def test_long_hands_overlap_instead_of_running_over(sit: Sit) -> None:
    """Method: hit every hand as often as it may be, over many rounds."""
    chance = random.Random(7)
    session = sit("ilani-spanish-21", seats=3, bots=0, seed="long", bankroll=10**7)
    for _ in range(by_day(8, 30)):
        session.start({seat: {"main": 1500} for seat in session.seats})
        session.run()
        while (question := session.question) is not None:
            kinds = [choice.kind for choice in question.choices]
            wanted = [
                kind for kind in kinds if kind in {"hit", "split", "decline", "take-blackjack"}
            ]
            session.decide(chance.choice(wanted or kinds))
            session.run()
            assert session.felt is not None
            drawn = draw_felt(session.felt, 80, 14)
            assert max(map(len, drawn.plain.split("\n"))) <= 80


def test_blocks_keep_their_width() -> None:
    two = beside([block("a", "bb"), block("c")], gap=2)
    assert [line.plain for line in two.lines] == ["a   c", "bb   "]
    assert [line.plain for line in column(two, 3).lines] == ["a …", "bb "]


def test_limits_are_said_in_the_felts_words(sit: Sit) -> None:
    spots = sit("wa-spanish-21").setup.configured.spots
    assert limit_words(spots["main"]) == "$5 to $400"
    assert limit_words(spots["jackpot-1"]) == "exactly $5"
    unit = sit("bet-bigger-spanish-21").setup.configured.spots["bet-bigger-1"]
    assert limit_words(unit) == "equal to main"


def test_what_makes_a_game_special_is_on_the_felt_at_every_size(sit: Sit) -> None:
    """Free Bet's and Switch's rules were dropped whole where their legend was too wide."""
    missing = []
    for game_id in game_ids():
        session = sit(ready_tables()[game_id].house, bots=1, seed="a", bankroll=10**7)
        session.start({session.seats[0]: least_wagers(session.setup)})
        assert session.felt is not None
        printed = felt_print(session.setup)
        for width, height in ((58, 9), (78, 14), (78, 30), (130, 50)):
            text = draw_felt(session.felt, width, height, print_=printed).plain
            special = special_words(session.setup)
            legend = [line.strip() for line in printed.legend.split(DOT)]
            whole = all(words in text for words in legend if words)
            if not whole and special and special[0] not in text:
                missing.append((game_id, width, height))
            assert max(map(len, text.split("\n"))) <= width
    assert missing == []


def test_the_pays_of_the_wagers_made_lie_on_a_felt_with_room(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed="a")
    session.start({1: {"main": 1000, "match-up": 500, "match-down": 500}})
    session.run()
    pays = list(list_pays(session.setup, ["main", "match-up", "match-down"]))
    assert [pay.title for pay in pays] == [
        "Main wager",
        "Match The Dealer Up Card, Match The Dealer Down Card",
    ]
    assert session.felt is not None
    text = draw_felt(session.felt, 130, 40, pays=pays).plain
    for words in ("Suited Match Payout", "Super Bonus, suited 7-7-7", "$5,000", "Envy"):
        assert words in text
    assert "Super Bonus" not in draw_felt(session.felt, 78, 14, pays=pays).plain


def test_a_mistake_is_told_at_its_hand_with_what_it_cost(sit: Sit) -> None:
    session = sit(House(game="co/free-bet"), seed="bcd", hints=True)
    session.coach.patient = True
    session.start({1: {"main": 1000}})
    session.run()
    session.decide(ActionKind.STAND)
    assert session.felt is not None
    text = " ".join(draw_felt(session.felt, 78, 30).plain.split())
    assert "✗ stand cost $0.96, best: hit" in text
    lines = [line.text for line in session.lines]
    assert lines[lines.index("you     stand") + 1].startswith("you     that cost $0.96")


def test_cards_keep_their_boxes_where_the_felt_has_room(sit: Sit) -> None:
    """Six seats at 120x40: a third card must not make one line of a hand."""
    session = sit("wa-spanish-21", bots=5, seed="a")
    session.start({3: {"main": 1000}})
    session.run()
    assert session.felt is not None
    drawn = draw_felt(session.felt, 76, 30).plain.split("\n")
    hands = [hand for seat in session.felt.table.seats for hand in seat.hands]
    assert max(len(hand.cards) for hand in hands) > 2
    names = {pretty_card(card) for hand in hands for card in hand.cards[-1:]}
    assert all(sum(line.count(name) for line in drawn) >= 2 for name in names)


def test_wagers_of_ones_own_are_told_by_name_in_the_narrowest_seat(sit: Sit) -> None:
    session = sit("wa-spanish-21", bots=6, seed="a")
    session.start({4: {"main": 1000, "match-up": 500, "match-down": 500}})
    session.walk_away()
    assert session.felt is not None
    text = draw_felt(session.felt, 80, 20).plain
    assert "m-up " in text
    assert "m-do… " in text


def test_a_huge_card_has_as_many_pips_as_its_rank() -> None:
    """Two more suits stand in the corners; a court card has two beside its letter."""
    pips = {}
    for name in "A23456789TJQK":
        lines = face(parse_card(f"{name}s"), Size.HUGE).lines
        assert {line.cell_len for line in lines} == {Size.HUGE.columns}
        assert len(lines) == Size.HUGE.rows
        pips[name] = sum(line.plain.count("♠") for line in lines) - 2
    assert pips == dict(zip("A23456789TJQK", (*range(1, 11), 2, 2, 2), strict=True))


def test_a_card_under_another_does_not_show_half_of_its_lower_name() -> None:
    hand = fan(parse_cards("2d 9h Ts 5s Qc"), Size.MEDIUM, 22)
    assert [line.plain for line in hand.lines] == [
        "2♦ │9♥ │10♠│5♠ │Q♣   ",
        "   │   │   │   │     ",
        "   │   │   │   │   Q♣",
    ]
