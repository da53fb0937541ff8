"""Sitting at a server: connections that are lost, clocks, other players, leaving."""

from __future__ import annotations

import asyncio
import io
import json
import random
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli.remote.line import END, ServerLine
from pitboss.cli.remote.play import forget_token, keep_token, kept_token
from pitboss.cli.remote.session import LOST, PLAYING, WAITING, RemoteSession
from pitboss.client import Client
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.floor.terms import Clocks, TableTerms
from pitboss.pit.table import MICROSECONDS
from pitboss.rulebook.house import house_from
from pitboss.rulebook.ready import ready_tables
from pitboss.server.services import Services
from pitboss.sitting.bets import SeatBets
from pitboss.sitting.sitting import Stage
from pitboss.tui.screens.table_screen import TableApp
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.remote.conftest import BLACKJACK, TABLES, Tables
from tests.remote.players import CENTS, finish, seated
from tests.remote.served import Served

MAIN = {"main": 2_500}


def deal_until_asked(session: RemoteSession) -> None:
    """Bet until a round asks something."""
    for _ in range(50):
        session.start({session.seats[0]: MAIN})
        session.run()
        if session.question is not None:
            return
        session.clear()
    raise AssertionError


def until(session: RemoteSession, is_so: Callable[[], object]) -> None:
    """Listen to the server until something is so."""
    for _ in range(12_000):
        session.hear()
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError


async def cut_lines(services: Services) -> None:
    """Cut every connection off, as a proxy does that is started again."""
    for lines in tuple(services.lines._lines.values()):  # noqa: SLF001 - what a server knows
        for line in tuple(lines):
            line.end(1001, "going away")


def test_a_hand_goes_on_after_the_connection_was_lost(floor: Served, new_table: Tables) -> None:
    with seated(floor, new_table()) as session:
        deal_until_asked(session)
        before = session.question
        view = session.view
        floor.do(cut_lines)
        until(session, lambda: session.notice == LOST)
        with pytest.raises(RefusedError) as refused:
            session.decide(ActionKind.STAND)
        assert refused.value.refusal.code == "server/unreachable"
        until(session, lambda: not session.notice)
        assert (session.question, session.view) == (before, view)
        (*_, (texts, net, *_)) = finish(session, random.Random(1))
        assert isinstance(texts, list)
        notices = [text for text in texts if text.startswith("line ")]
        assert notices == [
            "line    the connection is lost; trying to reach the server again",
            "line    the connection is there again",
        ]
        assert session.net == sum(over.net for over in session.history)
        assert net == session.history[-1].net


def test_a_player_who_comes_back_with_another_program_finds_the_hand(
    floor: Served, new_table: Tables
) -> None:
    """The whole round is sent to whoever joins in its middle."""
    with seated(floor, new_table()) as session:
        deal_until_asked(session)
        first = session.table
        assert isinstance(first, ServerLine)
        with closing(ServerLine(Client(floor.address, token=first.client.token))) as line:
            line.watch(first.table)
            frame = line.take(300)
            assert frame is not None
            again = RemoteSession(line, BLACKJACK.house, seats=(1,), cents=CENTS, place="here")
            again.take(frame)
            again.run()
            assert again.question == session.question
            assert again.view == session.view
            assert [line.text for line in again.lines][-4:] == [
                line.text for line in session.lines
            ][-4:]
            finish(again, random.Random(1))


def test_the_terminal_says_until_when_a_deck_cannot_be_entered(
    floor: Served, new_table: Tables
) -> None:
    """2108 Golden(3)(a): Ann leaves the wager out on the opening hand, and Bob comes too late."""
    house = house_from(
        {
            "game": "co/golden-21",
            "options": {"decks": 1, "mid_deck_entry": "not into either"},
            "tables": {"golden-21": "4"},
            "shoe": {"cut": 10},
        }
    )
    terms = new_table(replace(BLACKJACK, house=house))
    wait = "may be made on the first hand after the next shuffle"
    with seated(floor, terms) as ann:
        ann.start({1: MAIN})
        finish(ann, random.Random(1))
        until(ann, lambda: ann.closed_wagers)
        assert list(ann.closed_wagers) == ["golden-21"]
        assert ann.notice == "", "she may go on with the main wager"
        with pytest.raises(RefusedError, match=f"golden-21 {wait}") as refused:
            ann.start({1: {**MAIN, "golden-21": 500}})
        assert refused.value.refusal.code == "wager/mid-deck"
        with seated(floor, terms, (2,)) as bob:
            until(bob, lambda: bob.closed_wagers)
            assert bob.closed_wagers.keys() == {"main", "golden-21"}
            assert f"main {wait}" in bob.notice
            with pytest.raises(RefusedError, match=f"main {wait}"):
                bob.start({2: MAIN})
            ann.start({1: MAIN})  # and nobody waits for him
            finish(ann, random.Random(1))


def test_a_round_that_ended_meanwhile_is_settled_from_the_chips(
    floor: Served, new_table: Tables
) -> None:
    with seated(floor, new_table()) as session:
        deal_until_asked(session)
        frame = {
            "t": "view",
            "round": 10**6,
            "stage": "betting",
            "ask": None,
            "meters": {},
            "seats": [],
            "stacks": {"1": 12_345},
            "shuffles": {"cards": 0, "left": 0},
        }
        stage = session.stage
        bankroll = session.bankroll
        assert stage is Stage.DECIDING
        session.take(frame)
        assert session.stage is Stage.OVER
        assert session.bankroll == 12_345
        assert session.history[-1].net == 12_345 - bankroll
        assert session.lines[-1].text == "line    the round was settled while you were away"


def test_who_does_not_answer_in_time_is_told_so(floor: Served, new_table: Tables) -> None:
    terms = new_table(clocks=Clocks(decision=600 * MICROSECONDS, bank=0, lag_bank=0))

    async def let_time_pass(services: Services) -> None:
        table = services.hall.tables[terms.id]
        table._ahead += 1200 * MICROSECONDS  # noqa: SLF001 - its clock, not that of the machine
        table._strike()  # noqa: SLF001
        assert table._tick_task is not None  # noqa: SLF001
        await table._tick_task  # noqa: SLF001

    with seated(floor, terms) as session:
        deal_until_asked(session)
        assert session.seconds_left is not None
        floor.do(let_time_pass)
        session.decide(ActionKind.STAND)
        session.run()
        lines = [line.text for line in session.lines]
        assert "clock   no answer from seat 1: the house decides (stand)" in lines
        assert "clock   your time was over, and the table played for you" in lines


def _both_play(ann: RemoteSession, bob: RemoteSession) -> bool:
    """Let both go a step further, standing; whether the round is over for both."""
    for session in (ann, bob):
        session.advance()
        if session.question is not None:
            session.decide(ActionKind.STAND)
    return (ann.stage, bob.stage) == (Stage.OVER, Stage.OVER)


def test_players_wait_for_each_other_and_see_each_other(floor: Served, new_table: Tables) -> None:
    terms = new_table()
    with seated(floor, terms, (2, 3)) as ann, seated(floor, terms, (5,)) as bob:
        until(ann, lambda: "guest has seat 5." in ann.welcome())
        ann.start({2: MAIN})
        while ann.advance():
            pass
        assert (ann.stage, ann.notice) == (Stage.DEALING, WAITING)
        bob.start({5: MAIN})
        until(ann, lambda: _both_play(ann, bob))
        assert len(ann.lines) == len(bob.lines), "the same events, each told to its own player"
        assert [line.text for line in ann.lines] != [line.text for line in bob.lines]
        assert ann.round is not None
        assert [seat.number for seat in ann.round.state.seats] == [2, 5]
        ann.clear()
        bob.clear()
        bob.start({5: MAIN})
        ann.table.ask("bet", seat=2, wagers={})
        ann.table.ask("bet", seat=3, wagers={})
        bob.run()
        if bob.question is not None:
            until(ann, lambda: ann.notice == PLAYING)
            with pytest.raises(RefusedError) as refused:
                ann.start({2: MAIN})
            assert refused.value.refusal.code == "bet/closed"
            finish(bob, random.Random(1))


def test_nobody_is_advised_and_nobody_bets_what_he_has_not(
    floor: Served, new_table: Tables
) -> None:
    with seated(floor, new_table()) as session:
        with pytest.raises(RefusedError) as refused:
            session.hint()
        assert refused.value.refusal.code == "hint/live-table"
        with pytest.raises(RefusedError, match="no count is shown at a live table"):
            session.count()
        wrong: dict[str, SeatBets] = {
            "seat/not-yours": {4: MAIN},
            "wager/needs-main": {1: {}},
            "wager/off-limits": {1: {"main": 1}},
        }
        for code, bets in wrong.items():
            with pytest.raises(RefusedError) as refused:
                session.start(bets)
            assert refused.value.refusal.code == code
        session.start({1: {"main": 40_000}})
        finish(session, random.Random(1))
        with pytest.raises(RefusedError) as refused:
            session.start({1: {"main": 50_000}})
        assert (session.bankroll < 50_000, refused.value.refusal.code) == (True, "bankroll/short")
        session.buy_in()
        assert session.money_left == session.bankroll
        assert session.added == CENTS


def test_a_connection_that_the_server_ends_is_said_in_words(
    floor: Served, new_table: Tables
) -> None:
    with seated(floor, new_table()) as session:
        session.take({"t": END, "message": "a newer connection took over"})
        with pytest.raises(RefusedError) as refused:
            session.start({1: MAIN})
        assert refused.value.refusal.code == "server/unreachable"
        assert session.notice.startswith("The server has ended the connection: a newer connection")
        assert session.stage is Stage.BETTING
        session.ended = ""


def test_books_that_do_not_answer_are_said_in_words_and_nothing_is_asked_meanwhile(
    floor: Served, new_table: Tables
) -> None:
    with seated(floor, new_table()) as session:
        session.take({"t": "books", "answer": False, "stale": False, "message": "They wait."})
        assert session.notice == "They wait."
        with pytest.raises(RefusedError, match="They wait") as refused:
            session.start({1: MAIN})
        assert refused.value.refusal.code == "store/unavailable"
        session.take({"t": "books", "answer": True, "stale": False, "message": "They go on."})
        assert (session.notice, session.lines[-1].text) == ("", "books   They go on.")
        session.start({1: MAIN})
        finish(session, random.Random(1))


def test_bets_that_do_not_move_with_their_table_are_put_down_again(
    floor: Served, new_table: Tables
) -> None:
    terms = new_table()
    with seated(floor, terms, (2,)) as ann, seated(floor, terms, (5,)):
        ann.start({2: MAIN})
        while ann.advance():
            pass
        moved = {
            "t": "view",
            "round": 0,
            "stage": "betting",
            "ask": None,
            "seats": [{"seat": 2, "name": "ann", "bets": {}}],
            "shuffles": {"cards": 0, "left": 0},
        }
        ann.take(moved)
        assert ann.stage is Stage.BETTING
        assert ann.lines[-1].text.endswith("your bets came back: bet again")
        ann.start({2: MAIN})


def test_the_screen_plays_at_a_server(floor: Served, new_table: Tables) -> None:
    async def on_screen(session: RemoteSession) -> None:
        app = TableApp(session, str, pace=0)
        async with app.run_test(size=(110, 34)) as pilot:
            await pilot.press("enter")
            for _ in range(2_000):
                if session.stage is Stage.DECIDING:
                    await pilot.press("s" if session.question else "enter")
                elif session.history:
                    break
                await pilot.pause(0.01)
            assert len(session.history) == 1
            await pilot.press("enter")
            assert session.stage is Stage.BETTING

    with seated(floor, new_table()) as session:
        asyncio.run(on_screen(session))


@pytest.fixture
def typed(
    called: Run,  # noqa: F811 - the fixture
    floor: Served,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Callable[..., tuple[int, str]]:
    """Return a function that plays by script: the exit code, and all that was written."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def play(*words: str, lines: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        done = called("play", *words, "--server", floor.address)
        return done.returncode, done.stdout + done.stderr

    return play


Typed = Callable[..., tuple[int, str]]


def test_a_script_plays_at_a_server_and_leaves_its_seat(typed: Typed, floor: Served) -> None:
    code, output = typed("reference/blackjack", "--rounds", "2", lines="bet 25\n" + "s\n" * 9)
    assert code in {0, 2}, output
    assert "You have seat 1 and $500.00." in output
    code, output = typed("reference.blackjack", "--bankroll", "100", lines="bet 25\nquit\n")
    assert code == 0, output
    assert f"Every round is in the books of {floor.address}, table reference.blackjack" in output

    async def taken(services: Services) -> set[int]:
        return set(services.hall.tables["reference.blackjack"].state.seats)

    assert floor.do(taken) == set()


def test_a_seat_that_somebody_else_takes_first_is_no_matter(
    floor: Served, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is seen empty, and its first seat is taken before one's own command arrives."""
    take = ServerLine.take
    done = list[bool]()

    def take_late(line: ServerLine, seconds: float = 0.0) -> dict[str, object] | None:
        frame = take(line, seconds)
        if not done and frame is not None and frame["t"] == "view":
            done.append(True)
            other = ServerLine(Client(floor.address))
            other.do(other.client.guest())
            other.watch(line.table)
            other.ask("sit", seat=1, cents=CENTS)
            other.close()
        return frame

    monkeypatch.setattr(ServerLine, "take", take_late)
    code, output = typed("co.trilux", lines="quit\n")
    assert code == 0, output
    assert "You have seat 2 and $500.00." in output


def test_a_set_up_of_ones_own_is_a_practice_table(typed: Typed) -> None:
    code, output = typed("reference/blackjack", "-o", "decks=2", lines="bet 25\nquit\n")
    assert code == 0, output
    assert "2 decks" in output


def test_what_cannot_be_is_refused(typed: Typed, called: Run) -> None:  # noqa: F811
    wrong = {
        ("co/trilux", "--seed", "x", "--bots", "2"): "option/conflict",
        ("co/trilux", "--seats", "0"): "option/invalid",
        ("co/trilux", "--rounds", "0"): "option/invalid",
        ("co/trilux", "--bankroll", "much"): "option/invalid",
        ("co/trilux", "--bankroll", "100000"): "wallet/short",
        ("co/trilux", "--bankroll", "0.01"): "buy-in/off-limits",
        ("co/nothing",): "game/unknown",
        (): "command/usage",
    }
    for words, code in wrong.items():
        exit_code, output = typed(*words)
        assert (exit_code, f"[{code}]" in output) == (2, True), (words, output)
    for address, code in {
        "nowhere": "option/invalid",
        "http://127.0.0.1:9": "server/unreachable",
    }.items():
        done = called("play", "co/trilux", "--server", address)
        assert (done.returncode, f"[{code}]" in done.stderr) == (2, True), done.stderr


def test_tokens_are_kept_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert kept_token("http://a") == ""
    keep_token("http://a", "one")
    keep_token("http://b", "two")
    forget_token("http://b")
    file = tmp_path / "pitboss" / "servers.json"
    assert json.loads(file.read_text()) == {"http://a": "one"}
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("broken")
    assert kept_token("http://a") == ""


def test_every_table_of_the_demo_floor_is_a_ready_table() -> None:
    assert {terms.house.game for terms in TABLES} == set(ready_tables())
    assert all(isinstance(terms, TableTerms) for terms in TABLES)
