"""A table that the office has closed, and progressives that it has stopped."""

from __future__ import annotations

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Accepted, Bet, BuyIn, Close, Leave, Open, Sit, StopMeters
from pitboss.floor.deadlines import deadline
from pitboss.floor.journal import says
from tests.engine.bets import random_wagers
from tests.floor.one_table import BUY_IN, OneTable, answer_question, put_bets, random_table

GAME = "wa/spanish-21"


def code(table: OneTable, command: Sit | BuyIn | Bet | Open | Close) -> str:
    answer = table.answer(command)
    assert isinstance(answer, Refusal)
    return answer.code


def first_seat(table: OneTable) -> tuple[str, int]:
    seat, sitting = min(table.state.seats.items())
    return sitting.account, seat


def test_a_closed_table_takes_no_bets_and_sells_no_chips_until_it_opens() -> None:
    table = random_table(1, GAME)
    account, seat = first_seat(table)
    table.must(Close("house", 1))
    free = next(number for number in range(1, 8) if number not in table.state.seats)
    assert code(table, Sit("gus", "gus", free, BUY_IN)) == "table/closed"
    assert code(table, BuyIn(account, seat, 100)) == "table/closed"
    assert code(table, Bet(account, seat, {"main": 1_000})) == "table/closed"
    assert code(table, Close("house", 2)) == "table/closed"
    assert table.rebuilt().closed
    table.must(Open("house", 2))
    assert code(table, Open("house", 3)) == "table/open"
    put_bets(table)
    table.must(Leave(account, seat))
    assert not table.rebuilt().closed


def test_bets_that_wait_come_back_when_a_table_closes() -> None:
    table = random_table(2, GAME)
    account, seat = first_seat(table)
    answer = table.ask(Bet(account, seat, {"main": 1_000}, ready=False))
    assert isinstance(answer, Accepted)
    table.must(Close("house", 1))
    assert not any(sitting.bets for sitting in table.state.seats.values())
    assert table.state.betting_since is None
    assert deadline(table.state) is None


def test_a_round_under_way_is_played_to_its_end() -> None:
    table = random_table(3, GAME)
    while table.state.round is None:
        put_bets(table)
    table.must(Close("house", 1))
    while table.state.round is not None:
        answer_question(table)
    assert table.state.closed
    assert table.rebuilt().closed
    assert table.rebuilt(from_deal=False).closed
    assert table.book.balance("escrow:7") == 0


def test_an_entry_knows_the_turn_it_was_written_for() -> None:
    table = random_table(4, GAME)
    table.must(Close("house", 5))
    entry = table.entries[-1]
    assert says(entry, Close("house", 5), table.state)
    assert not says(entry, Close("house", 6), table.state)
    assert not says(entry, Open("house", 5), table.state)


def test_stopped_progressives_take_no_wagers_and_the_table_plays_on() -> None:
    for seed in range(200):
        table = random_table(seed, GAME)
        if table.state.meters:
            break
    wager = next(iter(table.state.meters))
    account, seat = first_seat(table)
    for other, sitting in table.state.seats.items():
        if other != seat:
            table.must(Leave(sitting.account, other))
    bets: dict[str, int] = {}
    while wager not in bets:
        bets = random_wagers(table.rng, table.terms.setup)
    plain = {name: cents for name, cents in bets.items() if name not in table.state.meters}
    table.must(Bet(account, seat, bets, ready=False))
    table.must(StopMeters(stopped=True))
    assert wager not in table.state.seats[seat].bets
    assert code(table, Bet(account, seat, bets, ready=False)) == "jackpot/stopped"
    table.must(Bet(account, seat, plain, ready=False))
    table.must(StopMeters(stopped=False))
    table.must(Bet(account, seat, bets, ready=False))
