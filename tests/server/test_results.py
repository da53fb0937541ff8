"""What the page shows of a round is what the books have: every game, random rounds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.api.advice import decisions
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.scene import Eyes, scene
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.text.numbers import net_words
from tests.engine.bets import random_wagers
from tests.engine.players import random_player

ROUNDS = 12


def play_scene(session: TableSession, rng: random.Random) -> dict[str, Any]:
    """Play a round at seat 1; return its scene at the end."""
    session.start({1: random_wagers(rng, session.setup)})
    session.run()
    player = random_player(rng)
    while (question := session.question) is not None:
        action = player(question)
        session.decide(action.kind, action.amount, action.tip, low=action.low)
        session.run()
    played = session.round
    assert played is not None
    shown = scene(played.state, Eyes(1, (1,)))
    session.clear()
    return shown


@pytest.mark.parametrize("game", ready_tables())
def test_the_results_on_the_felt_add_up_to_the_settlement(game: str, tmp_path: Path) -> None:
    rng = random.Random(game)
    house = ready_tables()[game].house
    file = SessionFile(tmp_path / "rounds.jsonl")
    session = TableSession(house, file, valuer=decisions, bankroll=10**9, seed=game)
    pays = {it["id"]: dict(it["pays"]) for it in setup_layout(session.setup)["wagers"]}
    for _ in range(ROUNDS):
        before = session.bankroll
        shown = play_scene(session, rng)
        result = shown["result"]
        own = [line for line in shown["settled"] if not line["wager"].startswith("tip:")]
        assert result["net"] == sum(line["net"] for line in own)
        assert result["net"] - result["tips"] == session.bankroll - before
        assert result["words"].startswith(net_words(result["net"]))
        for line in own:
            assert line["title"] in result["words"] or len(own) == 1 or line.get("dealer")
            for wager, row in line.get("rows", ()):
                assert row in pays[wager], "a row lights only if the felt has it"
                assert line["net"] >= 0 or "for" in pays[wager][row], "no row lights for a loss"


def test_a_seat_of_somebody_else_is_nobodys_own(tmp_path: Path) -> None:
    house = ready_tables()["wa/spanish-21"].house
    file = SessionFile(tmp_path / "rounds.jsonl")
    session = TableSession(house, file, valuer=decisions, bankroll=10**9, seed="x")
    session.start({1: {"main": 1000}})
    session.run()
    played = session.round
    assert played is not None
    assert "result" not in scene(played.state, Eyes(0, ()))
    assert scene(played.state, Eyes(0, ()))["yours"] == ()
