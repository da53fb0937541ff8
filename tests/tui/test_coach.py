"""Hints at the table, what mistakes cost, and the sitting summed up."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from io import StringIO

import pytest
from textual.pilot import Pilot

from pitboss.engine.actions import RefusedError
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.text.actions import KEYS
from pitboss.tui.plain.table import PlainTable
from pitboss.tui.screens.boxes import HINT_KEY, HintBox
from pitboss.tui.screens.table_screen import TableApp
from tests.tui.conftest import Screen, Sit, perform, press

FREE = House(game="co/free-bet")
PLAIN = House(game="reference/blackjack")
ROUNDS = 25


def played(session: TableSession, choose: Callable[[TableSession], str]) -> float:
    """Play rounds, and return what the choices cost by a second reckoning, in units."""
    session.coach.patient = True
    decisions = Decisions(session.setup)
    cost = 0.0
    while len(session.history) < ROUNDS:
        session.clear()
        session.start({seat: {"main": 1000} for seat in session.seats})
        session.run()
        while session.question is not None and session.round is not None:
            worth = decisions.worth(session.round.state, session.question)
            kind = choose(session)
            chosen = next(value for value in worth.values if value.action == kind)
            cost += float(worth.best.value - chosen.value)
            session.decide(chosen.action)
            session.run()
    return cost


def best(session: TableSession) -> str:
    return session.hint().result().best.action


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("house", [FREE, PLAIN, House(game="ilani/spanish-21")])
def test_who_always_takes_the_best_choice_loses_nothing_by_mistakes(house: House, sit: Sit) -> None:
    session = sit(house, seats=2, bots=2, bankroll=10**7, seed="best", hints=True)
    assert played(session, best) == 0
    tally = session.coach.tally
    assert (tally.loss, tally.loss_cents, tally.mistakes, tally.not_valued) == (0, 0, [], 0)
    assert tally.decisions > ROUNDS
    summary, best_one = tally.words()
    assert best_one.startswith("  Best: ")
    assert re.search(r" \(costs (\$\d+\.\d\d|less than a cent)\)$", best_one)
    assert summary == f"You took {tally.decisions} decisions and made no mistake."
    assert not any("cost" in line.text for done in session.history for line in done.lines)


@pytest.mark.parametrize("house", [FREE, PLAIN])
def test_every_mistake_is_charged_exactly_and_told_where_it_was_made(
    house: House, sit: Sit
) -> None:
    rng = random.Random("mistakes")
    session = sit(house, bots=3, bankroll=10**7, seed="worse", hints=True)

    def choose(at: TableSession) -> str:
        assert at.question is not None
        kinds = [c.kind for c in at.question.choices if c.kind != "insure"]
        return rng.choice(kinds)

    cost = played(session, choose)
    tally = session.coach.tally
    assert tally.loss == pytest.approx(cost, abs=1e-12)
    assert tally.loss_cents == pytest.approx(cost * 1000, abs=1e-9)
    assert 0 < len(tally.mistakes) < tally.decisions
    lines = [line for done in session.history for line in done.lines if "; best: " in line.text]
    assert len(lines) == len(tally.mistakes)
    assert {line.seat for line in lines} == set(session.seats)
    first, *worst, best_one = tally.words()
    assert best_one.startswith("  Best: ")
    assert f"{len(tally.mistakes)} mistakes" in first
    costs = [float(re.findall(r"cost \S.*? \((\S+) ", line)[0]) for line in worst]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 3


def test_without_hints_nothing_is_worked_out_and_nothing_told(sit: Sit) -> None:
    session = sit(PLAIN, seed="a")
    session.coach.patient = True
    session.start({1: {"main": 1000}})
    session.run()
    assert session.question is not None
    session.decide(session.question.choices[0].kind)
    assert list(session.coach.tally.words()) == []
    assert session.coach.tally.decisions == 0


def test_a_choice_that_the_bankroll_does_not_reach_is_no_mistake_to_leave(sit: Sit) -> None:
    """With nothing left to double or to split with, the best is the best of what is left."""
    session = sit(PLAIN, seed="poor", bankroll=1000, hints=True)
    session.coach.patient = True
    for _ in range(40):
        session.clear()
        session.bankroll = 1000
        session.start({1: {"main": 1000}})
        session.run()
        while session.question is not None:
            assert not {"double", "split"} & {c.kind for c in session.question.choices}
            session.decide(session.hint().result().best.action)
            session.run()
    assert session.coach.tally.mistakes == []


def test_a_hint_where_nothing_is_asked_is_refused(sit: Sit) -> None:
    with pytest.raises(RefusedError, match="nothing to decide"):
        sit(PLAIN).hint()


# -- line by line ---------------------------------------------------------------------------------


def talk(session: TableSession, typed: str) -> list[str]:
    out = StringIO()
    PlainTable(session, StringIO(typed), out).play()
    return out.getvalue().splitlines()


def test_a_plain_hint_has_the_values_and_what_they_assume(sit: Sit) -> None:
    session = sit(FREE, seed="bcd", hints=True)
    output = talk(session, "bet 10\nhint\nstand\nquit\n")
    hints = [line.removeprefix("hint").strip() for line in output if line.startswith("hint ")]
    assert re.fullmatch(r"hit +-0\.4769 +-\$4\.77 +the best", hints[0])
    assert re.fullmatch(r"stand +-0\.5733 +-\$5\.73 +costs 0\.0964", hints[1])
    assert re.fullmatch(
        r"The dealer busts 18% of the time with 8♣ up\. "
        r"Hit wins 22%, pushes 8%, loses 70%; stand wins 18%, pushes 6%, loses 76%;.* "
        r"Hit is worth \$0\.96 more than stand\.",
        hints[-2],
    )
    assert "no dealer blackjack" in hints[-1]
    assert output[output.index("you     stand") + 1] == (
        "you     that cost $0.96 (0.0964 of a unit); best: hit"
    )
    assert output[-3] == (
        "You took 1 decision and made 1 mistake: an expected loss of $0.96 (0.0964 of a unit)."
    )
    assert output[-2].startswith("  Worst: stand 16 (9♥ 7♠) against 8♣: cost")


def test_a_hand_of_two_wagers_is_hinted_for_both(sit: Sit) -> None:
    session = sit(House(game="co/ante-up-21"), seed="a", hints=True)
    output = talk(session, "bet 10 ante 10\nhint\nbet\nhint\nquit\n")
    hints = [line.removeprefix("hint").strip() for line in output if line.startswith("hint ")]
    assert re.fullmatch(r"bet +-0\.5230 +-\$5\.23 +the best", hints[0])
    assert re.fullmatch(r"fold +-1\.4531 +-\$14\.53 +costs 0\.9301", hints[1])
    assert hints[2] == "Bet is worth $9.30 more than fold."
    assert "for 21 and poker together" in hints[3]
    assert re.fullmatch(r"hit +-0\.5230 +-\$5\.23 +the best", hints[4])


def test_a_hand_that_is_set_is_hinted_low_hand_by_low_hand(sit: Sit) -> None:
    output = talk(
        sit(House(game="co/pai-jack"), seed="a", hints=True), "bet 10\nhint\nset 4h 4c\nquit\n"
    )
    hints = [line.removeprefix("hint").strip() for line in output if line.startswith("hint ")]
    assert re.fullmatch(r"set 4♥ 10♦ +-0\.2633 +-\$2\.63 +the best", hints[0])
    assert re.fullmatch(r"set 4♣ 10♦ +-0\.2633 +-\$2\.63 +as good", hints[1])
    assert hints[-1] == "in units of the main wager, $10.00; by your five cards"
    assert "you     that cost $4.76 (0.4759 of a unit); best: set 4♥ 10♦" in output


def test_a_fold_is_summed_up_by_the_poker_hand_and_shows_no_card_of_the_dealer(sit: Sit) -> None:
    tables = {"odds": "PT-FLT-DWHF-ODS-01"}
    house = House(game="co/deuces-wild-xtreme", tables=tables)
    output = talk(sit(house, seed="a", hints=True), "bet ante 10 odds 10\nhint\nfold\nquit\n")
    (basis,) = [line for line in output if line.startswith("hint") and "in units" in line]
    assert basis.endswith("in units of the ante, $10.00; by your five cards")
    (summed,) = [line for line in output if line.startswith("  Worst: fold ")]
    assert re.match(r"  Worst: fold [\w ,-]+ \(\S+ \S+ \S+ \S+ \S+\): cost ", summed)


# -- on screen ------------------------------------------------------------------------------------


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Wait for the coach, whose thread is none of the screen's."""
    for _ in range(600):
        await pilot.pause(0.05)
        if done():
            return
    pytest.fail("the coach said nothing")


def test_the_hint_key_shows_the_values_and_a_decision_key_decides(sit: Sit, screen: Screen) -> None:
    session = sit(FREE, seed="bcd", hints=True)
    app = TableApp(session, lambda _: "", pace=0)
    asyncio.run(_hinted(app, session, screen))


def test_the_count_is_shown_at_a_key_and_hidden_again(sit: Sit, screen: Screen) -> None:
    session = sit(FREE, seed="bcd")
    app = TableApp(session, lambda _: "", pace=0)
    shown: list[bool] = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        for _ in range(2):
            await press(pilot, "v")
            shown.append(session.count().words in screen(app)[1])

    perform(app, script)
    assert session.stage is Stage.DECIDING
    assert shown == [True, False]


async def _hinted(app: TableApp, session: TableSession, screen: Screen) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "a")
        assert "There is nothing to decide now." in "\n".join(screen(app))
        await pilot.press("enter")
        await pilot.press("a")
        assert isinstance(app.screen, HintBox)
        await until(pilot, app.screen.worth.done)
        await until(pilot, lambda: "the best" in "\n".join(screen(app)))
        shown = "\n".join(screen(app))
        assert re.search(r"H +hit +-0\.4769 +-\$4\.77 +the best", shown)
        assert re.search(r"S +stand +-0\.5733 +-\$5\.73 +costs 0\.0964", shown)
        await pilot.press("s")
        await until(pilot, lambda: not session.coach.is_behind)
        assert session.stage is Stage.OVER
        assert any("cost $0.96" in line.text for line in session.lines)
        await until(pilot, lambda: "cost $0.96" in "\n".join(screen(app)))


def test_the_hint_key_is_no_key_of_a_decision() -> None:
    assert HINT_KEY not in KEYS.values()
