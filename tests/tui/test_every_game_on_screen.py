"""Every game, played for a few rounds on screen."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.text import Text
from textual.pilot import Pilot

from pitboss.engine.actions import ActionKind
from pitboss.rulebook.reading.library import games
from pitboss.sitting.amounts import tip_spots
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.text.actions import KEYS
from pitboss.tui.screens.boxes import AmountPrompt
from pitboss.tui.screens.table_screen import TableApp
from tests.tiers import by_day
from tests.tui.conftest import Screen, Sit, perform, press

BANKROLL = 10**8
ROUNDS = by_day(1, 2)
DECISIONS_MAX = 60


class Player:
    """Puts a chip on every spot, tips too where they are taken, and presses keys in turn.

    An amount that is asked for is taken as suggested, with a tip where one may go with it.
    """

    def __init__(self, app: TableApp, session: TableSession) -> None:
        self.app = app
        self.session = session
        self.made: Counter[str] = Counter()

    async def bet(self, pilot: Pilot[None]) -> None:
        slip = self.app.table.slip
        if not slip.tipping:
            await pilot.press("t")
        for row, wager in enumerate(slip.wagers):
            slip.row = row
            if not slip.on(slip.seat, wager):
                slip.toggle()
        await press(pilot, "enter")
        assert self.session.stage is not Stage.BETTING

    async def decide(self, pilot: Pilot[None]) -> None:
        question = self.session.question
        assert question is not None
        kind = min((choice.kind for choice in question.choices), key=lambda kind: self.made[kind])
        self.made[kind] += 1
        await press(pilot, *("w" if kind is ActionKind.SET else ""), KEYS[kind])
        if isinstance(self.app.screen, AmountPrompt):
            if self.app.screen.choice.tip:
                await pilot.press("tab", "1")
            await press(pilot, "enter")

    async def play(self, pilot: Pilot[None]) -> None:
        await self.bet(pilot)
        for _ in range(DECISIONS_MAX):
            if self.session.stage is not Stage.DECIDING:
                break
            await self.decide(pilot)
        await press(pilot, "enter")


@pytest.mark.nightly(every=11)
@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_few_rounds_are_played_on_screen_without_a_fault(game: str, sit: Sit) -> None:
    """Goal: every key that is offered works, the bets of the slip are legal, rounds are kept."""
    session = sit(game.replace("/", "-"), bots=2, seed=game, bankroll=BANKROLL)
    app = TableApp(session, lambda _: Text(), rounds=ROUNDS, pace=0)
    player = Player(app, session)

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(ROUNDS):
            await player.play(pilot)

    perform(app, script)
    assert app.return_code in {None, 0}
    assert len(session.history) == session.file.rounds == ROUNDS
    assert bool(tip_spots(session.setup)) == all(played.tips for played in session.history)
    gained = sum(played.net - played.tips for played in session.history)
    assert session.bankroll == BANKROLL + gained


def test_a_wager_offered_during_the_round_is_asked_for_with_its_pays_and_a_tip(
    sit: Sit, screen: Screen
) -> None:
    """Bust Bonus of Buffalo 3 comes before the hands: at $1 to $100, whole dollars."""
    session = sit("co-buffalo-3", seed="1")
    app = TableApp(session, lambda _: Text(), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "t", "up", "up", "up", "space", "enter")
        assert "Y  Bust Bonus   N  No Bust Bonus" in "\n".join(screen(app))
        await press(pilot, "y")
        shown = "\n".join(screen(app))
        assert "Bust Bonus: $1.00 to $100.00, whole dollars" in shown
        assert "Bust, Suited: " in shown
        await press(pilot, *"2.50", "enter")
        assert "bust-bet is a whole number of dollars" in "\n".join(screen(app))
        await press(pilot, "home", *["delete"] * 4, "2", "tab", "3", "enter")
        assert "a tip may be from $0.01 to $2" in "\n".join(screen(app))
        await press(pilot, "backspace", "1", "enter")

    perform(app, script)
    assert session.round is not None
    wagers = session.round.state.seat(1).wagers
    assert wagers == {"main": 1000, "tip:main": 500, "bust-bonus": 200, "tip:bust-bonus": 100}
