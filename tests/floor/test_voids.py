"""Rounds that the house voids: every cent goes back where it came from, and nothing is erased."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Approved, CallOff, Leave, TakeBack
from pitboss.floor.history import PastTable, RoundEntries, round_record
from pitboss.ledger.entry import Entry
from pitboss.rulebook.reading.library import games
from tests.floor.one_table import OneTable, answer_question, put_bets, random_table
from tests.floor.test_decide import same

GAMES = [game.id for game in games()]
WHY = Approved("a card was exposed", ("f1", "s1"))


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_round_called_off_at_any_question_gives_everything_back(game: str) -> None:
    rng = random.Random(game)
    called_off = 0
    for seed in range(6):
        table = random_table(seed, game)
        put_bets(table)
        while table.state.round is not None:
            answer_question(table)
        before = dict(table.book.balances)
        put_bets(table)
        while table.state.round is not None and rng.random() < 0.6:
            answer_question(table)
        if table.state.round is None:
            continue
        number = table.state.round.number
        table.must(CallOff("f1", number, WHY))
        called_off += 1
        assert _without_zero(table.book.balances) == _without_zero(before)
        same(table.rebuilt(), table.state)
        ended = _rounds(table)[number]
        assert ended[-1].kind == "called-off"
        assert round_record(table.entries[0], ended)["void"] is True
        put_bets(table)
        assert table.state.rounds == number + 1
        _replay(table)
    assert called_off


@pytest.mark.parametrize("game", GAMES)
def test_a_settled_round_taken_back_leaves_the_books_as_before_it(game: str) -> None:
    for seed in range(4):
        table = random_table(seed, game)
        before = dict(table.book.balances)
        put_bets(table)
        while table.state.round is not None:
            answer_question(table)
        entries = _rounds(table)[1]
        table.must(TakeBack("s1", 0, WHY, table.entries[0], tuple(entries)))
        assert _without_zero(table.book.balances) == _without_zero(before)
        same(table.rebuilt(), table.state)
        _replay(table)


def test_one_seat_is_taken_back_and_the_others_keep_theirs() -> None:
    for seed in range(30):
        table = random_table(seed, "co/free-bet")
        stacks = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        put_bets(table)
        while table.state.round is not None:
            answer_question(table)
        after = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        seat = min(stacks)
        entries = tuple(_rounds(table)[1])
        answer = table.ask(TakeBack("s1", seat, WHY, table.entries[0], entries))
        if isinstance(answer, Refusal):
            assert answer.code in {"void/jackpot", "void/seat"}
            continue
        now = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        assert now == after | {seat: stacks[seat]}
        same(table.rebuilt(), table.state)


def test_what_cannot_be_voided_is_refused_and_changes_nothing() -> None:
    table = random_table(2, "reference/blackjack")
    assert _code(table, CallOff("f1", 1, WHY)) == "void/not-open"
    put_bets(table)
    while table.state.round is not None:
        answer_question(table)
    entries = tuple(_rounds(table)[1])
    opened = table.entries[0]
    assert _code(table, TakeBack("s1", 0, Approved(" "), opened, entries)) == "void/reason"
    assert _code(table, TakeBack("s1", 9, WHY, opened, entries)) == "void/seat"
    for seat, sitting in tuple(table.state.seats.items()):
        table.must(Leave(sitting.account, seat))
    assert _code(table, TakeBack("s1", 0, WHY, opened, entries)) == "void/left"


def test_chips_that_are_no_longer_there_are_not_taken_back() -> None:
    """What a seat won and lost again since is a matter for a dispute, not for its stack."""
    table = random_table(2, "reference/blackjack")
    won = None
    while won is None:
        before = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        put_bets(table)
        while table.state.round is not None:
            answer_question(table)
        seats = table.state.seats
        won = next((seat for seat in before if seats[seat].stack > before[seat]), None)
    entries = tuple(_rounds(table)[table.state.rounds])
    poor = seats[won]._replace(stack=seats[won].stack - before[won] - 1)
    table.state = table.state._replace(seats={**seats, won: poor})
    assert _code(table, TakeBack("s1", won, WHY, table.entries[0], entries)) == "void/short"


def _code(table: OneTable, command: CallOff | TakeBack) -> str:
    answer = table.ask(command)
    assert isinstance(answer, Refusal)
    return answer.code


def _rounds(table: OneTable) -> dict[int, list[Entry]]:
    gathered = RoundEntries()
    rounds = dict[int, list[Entry]]()
    for entry in table.entries:
        if entries := gathered.add(entry):
            rounds[len(rounds) + 1] = entries
    return rounds


def _replay(table: OneTable) -> None:
    past = PastTable()
    past.known.entropies |= {**table.entropies}
    for entry in table.entries:
        past.add(entry)


def _without_zero(balances: Mapping[str, int]) -> dict[str, int]:
    return {account: amount for account, amount in balances.items() if amount}
