"""Leaving a table: the round under way, what the sitting came to, and what lasts until the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.engine.record import replay
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House, read_house
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import main_wagers
from pitboss.sitting.basic_play import flat_wagers
from pitboss.sitting.purse import Purse, read_purse, write_purse
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sitting import Stage, farewell_words

Sit = Callable[..., TableSession]
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    def session(house: House, **given: object) -> TableSession:
        file = SessionFile(tmp_path / "session.jsonl")
        return TableSession(house, file, valuer=Decisions, **given)  # type: ignore[arg-type]

    return session


def test_who_leaves_in_the_middle_of_a_round_stands_and_it_is_settled_in_every_game(
    sit: Sit,
) -> None:
    """A lost side wager must not come back: the bankroll changes by what was settled."""
    for game_id in game_ids():
        session = sit(ready_tables()[game_id].house, seed="leave", bankroll=10**7)
        session.start({session.seats[0]: flat_wagers(session.setup, 2)})
        session.run()
        middle = session.stage is Stage.DECIDING
        assert session.walk_away() == middle, game_id
        assert session.stage is Stage.OVER, game_id
        assert session.bankroll == 10**7 + session.history[0].net, game_id
        assert replay(session.history[0].record).difference() is None
        assert not session.walk_away()
        session.file.path.unlink()


def test_leaving_says_the_game_the_money_and_the_decisions(sit: Sit) -> None:
    session = sit(read_house(EXAMPLES / "wa-spanish-21.toml"), seed="0", hints=True)
    session.coach.patient = True
    assert list(farewell_words(session)) == [
        "Spanish 21: no round was played. You leave with $500.00."
    ]
    for _ in range(3):
        session.clear()
        session.start({1: main_wagers(session.setup, 1000)})
        session.run()
        while session.question is not None:
            session.decide(session.question.choices[0].kind)
            session.run()
    words = "\n".join(farewell_words(session))
    assert f"Spanish 21: 3 rounds played, you lost ${-session.net / 100:.2f}." in words
    assert f"You leave with ${session.bankroll / 100:.2f}." in words
    assert "  Worst: hit " in words
    assert "  Best: " in words


def test_bankroll_and_meters_last_until_the_next_sitting(sit: Sit, tmp_path: Path) -> None:
    house = read_house(EXAMPLES / "wa-spanish-21.toml")
    session = sit(house, seed="2")
    session.start({1: {"main": 1000, "jackpot-1": 500}})
    session.walk_away()
    digest = session.setup.configured.digest
    path = tmp_path / "data" / "purse.json"
    purse = Purse()
    purse.keep(digest, session.bankroll, session.meters)
    write_purse(path, purse)
    again = read_purse(path)
    assert again.bankroll == session.bankroll != 50_000
    other = sit(house)
    other.set_meters(again.meters[digest])
    shown = {wager: meter.display for wager, meter in other.meters.items()}
    assert shown == {wager: meter.display for wager, meter in session.meters.items()}
    assert shown["jackpot-1"] > 50_000_000


@pytest.mark.parametrize("content", [b"{", b'{"bankroll": -1}', b'{"bankroll": "5"}', b"\xff"])
def test_a_purse_that_is_none_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "purse.json"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=r"purse\.json' is no purse: .*move it away"):
        read_purse(path)
    assert path.read_bytes() == content
