"""What only some games have: lammers, two main wagers, wagers during the round, tips."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.cli.options import read_options
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House
from pitboss.server.live.scene import Eyes, scene
from pitboss.sitting.amounts import tip_spots
from pitboss.sitting.basic_play import bot_bets, flat_wagers
from pitboss.sitting.lines import Decision, parse_bets, parse_decision
from pitboss.sitting.questions import offer_words
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.tui.betting.bet_slip import BetSlip
from pitboss.tui.felt.felt import draw_felt
from pitboss.tui.plain.table import PlainTable
from pitboss.tui.stage import key_labels, prompt_words
from tests.tui.conftest import Sit


def house(game: str, *options: str) -> House:
    return complete_table(read_options(game, options)[0])[0]


def dealt(session: TableSession, cards: str, bets: dict[int, dict[str, int]]) -> TableSession:
    """Play up to the first decision with these cards on top of the shoe."""
    session.start(bets)
    top = parse_cards(cards)
    position = session.shoe.position
    rest = session.shoe.cards[position + len(top) :]
    session.shoe.cards = (*session.shoe.cards[:position], *top, *rest)
    session.run()
    return session


def decide(session: TableSession, kind: str, *amounts: int) -> None:
    session.decide(ActionKind(kind), *amounts)
    session.run()


def offered(session: TableSession) -> list[str]:
    assert session.question is not None
    return [choice.kind.value for choice in session.question.choices]


def felt_text(session: TableSession, width: int = 80, height: int = 14) -> str:
    assert session.felt is not None
    return draw_felt(session.felt, width, height).plain


# -- lammers -----------------------------------------------------------------------------------


def test_a_free_split_and_a_free_double_cost_nothing_and_lie_there_as_lammers(sit: Sit) -> None:
    """8-8 is split free, the first hand draws a 3 and is doubled free: 2116(7)(b), (c)."""
    session = sit(house("co/free-bet"), bankroll=1000)
    dealt(session, "8h 6c 8d Kd 3s Th 9s Tc", {1: {"main": 1000}})
    assert offered(session) == ["hit", "stand", "free-split"], "no money is left for others"
    assert key_labels(session, done=False)["do-free-split"] == "Free split"
    decide(session, "free-split")
    assert session.money_left == 0
    assert "◆ $10 free" in felt_text(session)
    decide(session, "free-double")
    assert session.money_left == 0
    text = felt_text(session)
    assert "1 You ◆2" in text
    assert text.count("◆ $10 free") == 2
    assert "doubled" in text
    decide(session, "stand")
    assert session.history[-1].net == 1000 + 1000 + 1000
    assert session.bankroll == 4000


def test_the_bet_of_a_bust_original_hand_lies_there_until_the_free_hand_is_settled(
    sit: Sit,
) -> None:
    """2116(8)(d): on the terminal's felt and on the page's, as bust, with its chips."""
    session = sit(house("co/free-bet"), bankroll=1000)
    dealt(session, "8h 6c 8d Kd 6s Kh Th 9c", {1: {"main": 1000}})
    decide(session, "free-split")
    decide(session, "hit")
    assert session.round is not None
    assert "bust 24, bet stays" in felt_text(session)
    assert "● $10" in felt_text(session)
    felt = scene(session.round.state, Eyes(seat=1, yours=(1,)))
    bust, free = felt["seats"][0]["hands"]
    assert (bust["status"], bust["words"], bust["stake"]) == ("bust", "bust 24, bet stays", 1000)
    assert (free["free"], felt["settled"]) == (1000, [])
    decide(session, "stand")
    assert "bet stays" not in felt_text(session)
    assert [line.hand for line in session.round.state.settled] == [2, 1]
    assert session.history[-1].net == 0


def test_a_paid_split_of_a_hand_on_lammers_costs_the_wager_as_it_was_placed(sit: Sit) -> None:
    """C42, C43: the hand that a lammer made may be split with money, for the original wager."""
    session = sit(house("co/free-bet"), bankroll=5000)
    dealt(session, "8h 6c 8d Kd 8s", {1: {"main": 1000}})
    decide(session, "free-split")
    assert session.money_left == 4000
    decide(session, "split")
    assert session.money_left == 3000


# -- two main wagers -----------------------------------------------------------------------------


def test_the_two_main_wagers_of_switch_are_put_down_together(sit: Sit) -> None:
    setup = sit("co-blackjack-switch").setup
    slip = BetSlip(setup, (1,))
    assert slip.bets == {1: {"main-1": 1000, "main-2": 1000}}
    slip.point_at(1, "main-2")
    for digit in "25":
        slip.type(digit)
    assert slip.bets == {1: {"main-1": 2500, "main-2": 2500}}
    slip.toggle()
    assert slip.bets == {1: {}}
    both = {"main-1": 1500, "main-2": 1500}
    assert parse_bets(["15"], setup, (1,)) == {1: both}
    assert parse_bets(["main", "15", "super-m", "5"], setup, (1,)) == {
        1: {**both, "super-match": 500}
    }
    assert flat_wagers(setup, 2).items() >= {"main-1": 1500, "main-2": 1500}.items()


@pytest.mark.parametrize(("bankroll", "enough"), [(1999, False), (2000, True)])
def test_both_wagers_must_be_in_the_bankroll(bankroll: int, *, enough: bool, sit: Sit) -> None:
    session = sit("co-blackjack-switch", bankroll=bankroll)
    assert session.broke is not enough
    if not enough:
        with pytest.raises(RefusedError, match="these bets take"):
            session.start({1: {"main-1": 1000, "main-2": 1000}})


def test_the_switch_is_asked_shown_and_told(sit: Sit) -> None:
    """Hands T-6 and 5-T: switched they are T-T and 5-6."""
    session = sit(house("co/blackjack-switch"), bankroll=10_000)
    bets = {1: {"main-1": 1000, "main-2": 1000}}
    dealt(session, "Th 5h 7c 6s Ts 9d Kh", bets)
    assert offered(session) == ["switch", "keep"]
    assert prompt_words(session, done=False) == (
        "Your turn, seat 1: switch? You have 16 and 15 against 7♣."
    )
    assert session.money_left == 8000
    decide(session, "switch")
    text = felt_text(session)
    assert text.count("switched") == 2
    assert "▶ 20" in text
    decide(session, "stand")
    assert prompt_words(session, done=False) == "Your turn, seat 1 hand 2: 11 against 7♣."
    session.decide(ActionKind.DOUBLE)
    assert session.money_left == 7000, "a double is of one hand's wager"


def test_a_blackjack_is_one_until_it_is_switched_away(sit: Sit) -> None:
    session = sit(house("co/blackjack-switch"), bankroll=10_000)
    dealt(session, "Ah 5h 7c Ts Kd 9d", {1: {"main-1": 1000, "main-2": 1000}})
    assert "blackjack" in felt_text(session)
    decide(session, "switch")
    assert "blackjack" not in felt_text(session)
    assert "soft 21" in felt_text(session)


def test_insurance_is_asked_hand_by_hand(sit: Sit) -> None:
    session = sit(house("co/blackjack-switch"), bankroll=10_000)
    dealt(session, "9h 5h Ac 8s Td 9d", {1: {"main-1": 1000, "main-2": 1000}})
    assert "seat 1 hand 1: insurance, hand 1? You have 17" in prompt_words(session, done=False)
    decide(session, "insure", 500)
    assert "seat 1 hand 2: insurance, hand 2? You have 15" in prompt_words(session, done=False)
    assert session.money_left == 7500


# -- wagers during the round -----------------------------------------------------------------------


LATE = "Kh 8c 9d 7s"
"""You have 19, the dealer shows an eight."""


def late(sit: Sit, *options: str, tip: int = 0, bankroll: int = 10_000) -> TableSession:
    session = sit(house("co/buffalo-2", *options), bankroll=bankroll)
    bets = {"main": 1000} | ({"tip:main": tip} if tip else {})
    dealt(session, LATE, {1: bets})
    decide(session, "stand")
    return session


def test_a_wager_offered_after_the_hands_has_its_name_its_pays_and_its_amounts(sit: Sit) -> None:
    session = late(sit)
    assert session.felt is not None
    assert session.question is not None
    assert key_labels(session, done=False) == {
        "do-bust-bet": "Bust Bonus",
        "do-decline": "No Bust Bonus",
    }
    assert prompt_words(session, done=False) == (
        "Your turn, seat 1: Bust Bonus? You have 19, the dealer shows 8♣."
    )
    assert offer_words(session.setup, session.felt, session.question) == (
        "Bust Bonus pays 8, Bust, Off Suit: 2 to 1 · 8, Bust, Suited: 10 to 1"
        " · 888, Bust, Off Suit: 25 to 1 · 888, Bust, Suited: 75 to 1"
    )
    decide(session, "bust-bet", 500)
    assert session.history[-1].record["decisions"][-1] == {
        "seat": 1,
        "hand": 1,
        "action": "bust-bet",
        "amount": 500,
        "wager": "bust-bonus",
    }


@pytest.mark.parametrize(
    ("amounts", "code"),
    [
        ((), "action/amount"),
        ((50,), "action/amount"),
        ((550,), "action/amount"),
        ((9100,), "bankroll/short"),
        ((500, 100), "action/amount"),
    ],
)
def test_a_late_amount_that_cannot_be_is_refused(
    amounts: Sequence[int], code: str, sit: Sit
) -> None:
    """Whole dollars from $1, within the bankroll; no tip where none lies on main (C72)."""
    session = late(sit)
    with pytest.raises(RefusedError) as refused:
        session.decide(ActionKind.BUST_BET, *amounts)
    assert refused.value.refusal.code == code
    assert session.stage is Stage.DECIDING


def test_a_purse_that_cannot_pay_for_it_is_not_offered_it(sit: Sit) -> None:
    assert offered(late(sit, bankroll=1050)) == ["decline"]
    assert offered(late(sit, bankroll=1100)) == ["bust-bet", "decline"]


def test_plain_mode_says_what_is_offered_and_reads_amount_and_tip(sit: Sit) -> None:
    session = late(sit, tip=200)
    assert session.question is not None
    assert parse_decision(["bust-bet", "5", "tip", "1"], session.question) == Decision(
        ActionKind.BUST_BET, 500, 100
    )
    assert parse_decision(["y", "5"], session.question) == Decision(ActionKind.BUST_BET, 500)
    for words in (["y", "tip"], ["y", "5", "tip", "x"], ["y", "5", "6", "tip", "1"]):
        with pytest.raises(RefusedError):
            parse_decision(words, session.question)
    out = StringIO()
    table = PlainTable(session, StringIO("y 5 tip 1\n"), out)
    table._play_round()  # noqa: SLF001 - the round is under way
    output = out.getvalue()
    assert "bust-bet (from $1.00, whole dollars, a tip may go with it), decline" in output
    assert "Bust Bonus pays 8, Bust, Off Suit: 2 to 1" in output
    assert "you     bet $5.00 on Bust Bonus, and $1.00 for the dealer" in output
    assert session.history[-1].tips == 300


# -- tips -----------------------------------------------------------------------------------------


def test_tips_leave_the_bankroll_and_what_they_win_is_the_dealers(sit: Sit) -> None:
    """Twenty beats nineteen: the wager wins $10, the tip of $2 is gone (C59)."""
    session = sit(house("co/21-plus-3"), bankroll=10_000)
    dealt(session, "Kh 9c Td Ts", {1: {"main": 1000, "tip:main": 200}})
    assert session.money_left == 8800
    title = session.setup.configured.spots["main"].wager.title
    assert f"tip on {title} $2" in felt_text(session, 80, 30)
    decide(session, "stand")
    (played,) = session.history
    assert (played.net, played.tips, session.bankroll) == (1000, 200, 10_800)
    assert played.record["net"] == {"1": 1000}
    assert prompt_words(session, done=False).startswith("You won $10, and tipped $2.")
    assert "you     Tip on Blackjack wins $2 for the dealer" in [x.text for x in session.lines]
    session.clear()
    session.start(session.last_bets)
    assert session.money_left == 9600


def test_the_spots_for_tips_are_shown_only_when_asked_for(sit: Sit) -> None:
    setup = sit("co-buffalo-2").setup
    slip = BetSlip(setup, (1,))
    assert set(tip_spots(setup)) == {"tip:main", "tip:21-plus-3"}, "none on the progressive"
    assert not any(wager.startswith("tip:") for wager in slip.wagers)
    slip.show_tips(shown=True)
    slip.point_at(1, "tip:main")
    slip.toggle()
    assert slip.bets[1]["tip:main"] == 500
    slip.show_tips(shown=False)
    assert "tip:main" not in slip.bets[1]
    slip.repeat({1: {"main": 1000, "tip:main": 100}})
    assert slip.tipping
    assert slip.bets == {1: {"main": 1000, "tip:main": 100}}


@pytest.mark.parametrize(
    ("game", "options"),
    [("wa/spanish-21", ()), ("bet-bigger/spanish-21", ()), ("co/trilux", ("tips=false",))],
)
def test_where_the_house_takes_no_tips_there_are_no_spots_for_them(
    game: str, options: Sequence[str], sit: Sit
) -> None:
    assert tip_spots(sit(house(game, *options)).setup) == {}


@pytest.mark.parametrize(
    ("words", "bets"),
    [
        ("10 tip main 1", {"main": 1000, "tip:main": 100}),
        ("main 10 21-plus-3 5 tip 1 tip 21-plus-3 2", None),
        ("21-plus-3 5", {"21-plus-3": 500}),
    ],
)
def test_tips_are_written_as_tip_wager_amount(words: str, bets: Any, sit: Sit) -> None:  # noqa: ANN401
    setup = sit("co-buffalo-2").setup
    if bets is None:
        bets = {"main": 1000, "21-plus-3": 500, "tip:main": 100, "tip:21-plus-3": 200}
    assert parse_bets(words.split(), setup, (1,)) == {1: bets}


@pytest.mark.parametrize("words", ["10 tip", "10 tip main", "10 tip nowhere 1", "10 tip main x"])
def test_a_tip_that_cannot_be_read_is_refused(words: str, sit: Sit) -> None:
    with pytest.raises(RefusedError):
        parse_bets(words.split(), sit("co-buffalo-2").setup, (1,))


# -- seats, limits, cards face down ----------------------------------------------------------------


def test_a_seat_with_a_side_wager_only_is_dealt_and_asked_nothing(sit: Sit) -> None:
    """Big 3 may be bet without a main wager; the cards are dealt and the hand is not played."""
    session = sit(house("co/extreme-21"), bots=1, bankroll=10_000, seed="big")
    session.start({1: {"big-3": 500}})
    while session.advance():
        assert session.setup.configured.spots["big-3"].wager.title in felt_text(session, 80, 30)
    assert session.stage is Stage.OVER
    assert session.history[-1].net in {-500, *range(500, 10**6)}
    assert session.bankroll == 10_000 + session.history[-1].net


def test_bots_that_a_house_does_not_take_whole_make_the_main_wager(sit: Sit) -> None:
    """C55: a house that takes Golden 21 up to the main wager, which is at most $2 there."""
    narrow = house("co/golden-21", "golden_21_up_to_main=true", "max=200", "min=100")
    bets = bot_bets(sit(narrow).setup, (1, 2, 3))
    assert [set(bet.wagers) for bet in bets] == [{"main"}] * 3


def test_cards_face_down_are_seen_by_their_player_only(sit: Sit) -> None:
    """2115(3)(b): the others' cards show when their turn comes, in the drawing and in the story."""
    session = sit(house("co/trilux", "cards_dealt=face down"), bots=2, bankroll=10_000)
    dealt(session, "Kc 2h 9s 7c Qc 3h 8s Td", {2: {"main": 1000, "trilux-bonus": 500}})
    assert prompt_words(session, done=False) == "Your turn, seat 2: 5 against 7♣."
    text = felt_text(session)
    lines = [line.text for line in session.lines]
    assert "K♣" in text, "seat 1 has had its turn"
    assert "9♠" not in text
    assert "seat 1  turns K♣ Q♣: 20" in lines
    assert not any("9♠" in line or "8♠" in line for line in lines)
    assert lines.count("seat 3  a card face down") == 2
    decide(session, "stand")
    if session.question:
        decide(session, "decline")
    assert "9♠" in felt_text(session)
    assert "seat 3  turns 9♠ 8♠: 17" in [line.text for line in session.lines]
