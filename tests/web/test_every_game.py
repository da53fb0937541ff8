"""Every game played at the page beside the terminal's table: the same choices, the same cents."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.api.advice import decisions
from pitboss.cards import format_card
from pitboss.engine.actions import Question
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.setup import Setup
from pitboss.sitting.amounts import least_wagers, spots_before_deal
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from tests.engine.players import Player, random_player
from tests.remote.served import Served
from tests.tiers import by_day
from tests.web.conftest import SEED, TABLES, NewContext, NewTable, need_browser
from tools.web_player import Decision, Hands, Keyboard, Pointer, Stand, TablePage, clicks
from tools.web_run import ROOT, fresh_clone

Layout = Mapping[str, Any]
"""As the server sends it."""
HANDS = by_day(1, 10)
WAYS: Mapping[str, Hands] = {"keyboard": Keyboard(), "pointer": Pointer()}


@pytest.mark.nightly(every=15)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", TABLES)
def test_a_game_is_played_to_the_cents_of_the_terminal(
    floor: Served, new_table: NewTable, new_context: NewContext, tmp_path: Path, game: str, way: str
) -> None:
    """Both are given the same shoes and the same player, who decides anything that is offered."""
    rng = random.Random(f"{game} {way}")
    there = TablePage(new_context().new_page(), floor.address, WAYS[way])
    stand = there.open(new_table(game).id)
    here = TableSession(
        TABLES[game].house,
        SessionFile(tmp_path / "rounds.jsonl"),
        valuer=decisions,
        bankroll=stand.stack,
        seed=SEED,
    )
    for _ in range(HANDS):
        if here.broke:
            break
        play_beside(here, there, rng)


def play_beside(here: TableSession, there: TablePage, rng: random.Random) -> None:
    """Play a hand at both tables, and compare what can be decided and what is won."""
    wagers = some_wagers(rng, here.setup, there.layout, here.bankroll)
    there.bet(wagers)
    here.start({1: wagers})
    here.run()
    stand = there.deal()
    player = random_player(rng)
    while (question := here.question) is not None:
        assert offered(stand) == [choice.kind.value for choice in question.choices]
        decision = decide(player, question, here)
        here.run()
        stand = there.decide(decision)
    assert not stand.actions
    assert stand.stack == here.bankroll
    here.clear()


def offered(stand: Stand) -> list[str]:
    return list(stand.actions)


def decide(player: Player, question: Question, here: TableSession) -> Decision:
    """Decide at the terminal, and return the same for the page."""
    action = player(question)
    here.decide(action.kind, action.amount, action.tip, low=action.low)
    return Decision(
        action.kind.value,
        action.amount,
        action.tip or 0,
        tuple(format_card(card) for card in action.low or ()),
    )


def some_wagers(rng: random.Random, setup: Setup, layout: Layout, most: int) -> dict[str, int]:
    """Return wagers that the chips of the table make up and that it takes."""
    least = least_wagers(setup)
    chips = layout["chips"]
    for _ in range(20):
        main = rng.choice((0, rng.choice(chips[:2]) * rng.randint(1, 3)))
        wagers = {wager: cents + main for wager, cents in least.items()}
        for wager, spot in spots_before_deal(setup).items():
            if wager not in wagers and rng.random() < 0.4:
                wagers[wager] = wagers.get(spot.wager.equals or "", _least(layout, wager))
        if 4 * sum(wagers.values()) > most or refuse_bets(setup, [Bets(1, wagers)]):
            continue
        if all(_is_made(layout, wager, cents) for wager, cents in wagers.items()):
            return wagers
    return least


def _least(layout: Layout, wager: str) -> int:
    return int(next(entry["low"] for entry in layout["wagers"] if entry["id"] == wager))


def _is_made(layout: Layout, wager: str, cents: int) -> bool:
    try:
        clicks(layout, wager, cents)
    except AssertionError:
        return False
    return True


# By day some games are played in the browser, from this clone.
@pytest.mark.nightly
def test_a_fresh_clone_plays_every_game_in_the_browser_and_its_books_are_right(
    tmp_path: Path,
) -> None:
    """What is promised to whoever clones Pitboss: `make run`, a browser, and books that are right.

    It installs everything from the network, and plays ten hands of all 22 games.
    """
    need_browser()
    clone = fresh_clone(tmp_path / "pitboss")
    # In a process of its own: a browser that other tests keep open stands in its way.
    command = [sys.executable, "-m", "tools.web_run", "--hands", "10", "--clone", str(clone)]
    assert subprocess.run(command, check=False, cwd=ROOT).returncode == 0


def test_a_wager_that_must_equal_another_follows_it(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    there.open(new_table("bet-bigger/spanish-21").id)
    there.bet({"main": 300, "bet-bigger-1": 300})
    there.page.click('[data-chip="500"]')
    there.page.click('[data-wager="main"]')
    assert {bet for bet in there.stand.bets.values() if bet} == {800}
    there.page.click('[aria-label^="Take a chip off Bet Bigger"]')
    assert [bet for bet in there.stand.bets.values() if bet] == [800]
