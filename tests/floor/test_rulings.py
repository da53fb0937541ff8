"""A supervisor rules one seat out of an open round: its money comes back, the others play on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss.engine.actions import Refusal
from pitboss.engine.events import VOID
from pitboss.engine.irregular import return_seat
from pitboss.engine.record import replay
from pitboss.floor.commands import Approved, CallOff, RuleOn
from pitboss.floor.history import PastTable, RoundEntries, round_record
from pitboss.floor.state import OpenRound
from pitboss.ledger.entry import Entry
from pitboss.rulebook.reading.library import games
from tests.floor.one_table import OneTable, answer_question, put_bets, random_table
from tests.floor.test_decide import same
from tests.rules.clauses import clause

GAMES = [game.id for game in games()]
WHY = Approved("a card was exposed", ("f1",))


def rule(table: OneTable, seat: int, kind: str = "floor-ruling", hand: int = 1) -> RuleOn:
    assert table.state.round is not None
    return RuleOn("f1", table.state.round.number, kind, seat, hand, WHY)


def open_round(table: OneTable) -> OpenRound | None:
    return table.state.round


def open_seats(table: OneTable) -> list[int]:
    """Return the seats of the open round that have something to give back."""
    assert table.state.round is not None
    state = table.state.round.state
    return [seat.number for seat in state.seats if return_seat(state, seat)]


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_ruled_out_at_any_question_gets_its_open_money_back_at_once(game: str) -> None:
    """The book balances after every step, and the journal gives the same table again."""
    rng = random.Random(game)
    seen = Counter[str]()
    for seed in range(12):
        table = random_table(seed, game)
        before = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        put_bets(table)
        while table.state.round is not None and rng.random() < 0.5:
            answer_question(table)
        if table.state.round is None:
            continue
        seat = rng.choice(open_seats(table))
        asked = table.state.round.due
        n = table.state.round.n
        felt = table.state.felt
        answer = table.must(rule(table, seat))
        assert answer.steps is not None
        lines = [line for line in answer.steps.states[-1].settled if line.seat == seat]
        back = sum(line.stake for line in lines if line.outcome == VOID)
        assert back > 0
        if table.state.round is not None:
            played = sum(line.net for line in lines if line.is_players and line.outcome != VOID)
            tips = sum(line.stake for line in lines if not line.is_players and line.outcome != VOID)
            assert table.state.seats[seat].stack == before[seat] + played - tips
            assert table.state.felt <= felt - back
            if table.state.round.due == asked:
                assert table.state.round.n == n  # whoever is asked may still answer
                seen["another is asked"] += 1
            second = table.ask(rule(table, seat))
            assert isinstance(second, Refusal)
            assert second.code == "irregularity/settled"
        same(table.rebuilt(), table.state)
        while table.state.round is not None:
            assert table.state.round.due.seat != seat
            answer_question(table)
        same(table.rebuilt(), table.state)
        check_record(table, seat)
        replay_journal(table)
        put_bets(table)
        seen["ruled"] += 1
    assert seen["ruled"]


def check_record(table: OneTable, seat: int) -> None:
    entries = last_round(table)
    record = round_record(table.entries[0], entries)
    (ruled,) = record["irregularities"]
    assert (ruled["seat"], ruled["kind"]) == (seat, "floor-ruling")
    assert ruled["reason"] == WHY.reason
    assert replay(record).difference() is None


def last_round(table: OneTable) -> list[Entry]:
    gathered = RoundEntries()
    last = list[Entry]()
    for entry in table.entries:
        last = gathered.add(entry) or last
    return last


def replay_journal(table: OneTable) -> None:
    past = PastTable()
    past.known.entropies |= {**table.entropies}
    for entry in table.entries:
        past.add(entry)


@clause(
    "co/straight-jack-progressive",
    "2110(9)",
    how="kept",
    words="after a misdeal of the first two cards a supervisor is called ... this wager included",
)
def test_2110_9_every_player_is_asked_whether_he_backs_out_and_the_hand_goes_on() -> None:
    """A misdeal is called at the first question; then the question that was open comes again."""
    asked = 0
    for seed in range(12):
        table = random_table(seed, "co/straight-jack-progressive")
        put_bets(table)
        if table.state.round is None:
            continue
        before = table.state.round.due
        seats = open_seats(table)
        table.must(rule(table, 0, "misdeal"))
        for seat in seats:
            assert table.state.round is not None
            due = table.state.round.due
            assert (due.seat, [choice.kind for choice in due.choices]) == (
                seat,
                ["play-on", "back-out"],
            )
            asked += 1
            answer_question(table)
        current = open_round(table)
        if current is not None and not current.state.seat(before.seat).ruled_out:
            assert current.due == before
        while table.state.round is not None:
            answer_question(table)
        same(table.rebuilt(), table.state)
        record = round_record(table.entries[0], last_round(table))
        assert replay(record).difference() is None
        replay_journal(table)
    assert asked > 10


def test_a_round_with_a_ruling_can_still_be_called_off_as_a_whole() -> None:
    for seed in range(8):
        table = random_table(seed, "co/blackjack-switch")
        stacks = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        put_bets(table)
        if table.state.round is None:
            continue
        table.must(rule(table, open_seats(table)[0], "misdeal"))
        if table.state.round is not None:
            table.must(CallOff("f1", table.state.round.number, WHY))
            assert {s: sitting.stack for s, sitting in table.state.seats.items()} == stacks
        same(table.rebuilt(), table.state)
        replay_journal(table)


def test_what_cannot_be_ruled_is_refused_and_changes_nothing() -> None:
    table = random_table(2, "co/pai-jack")

    def code(command: RuleOn) -> str:
        answer = table.ask(command)
        assert isinstance(answer, Refusal)
        return answer.code

    assert code(RuleOn("f1", 1, "dead-hand", 1, 1, WHY)) == "irregularity/over"
    while table.state.round is None:
        put_bets(table)
    (seat, *_) = open_seats(table)
    assert code(rule(table, 99)) == "irregularity/seat"
    assert code(rule(table, seat, hand=2)) == "irregularity/hand"
    assert code(rule(table, seat, "misdeal")) == "irregularity/unknown"
    assert code(rule(table, seat, "dealer-misdeal")) == "irregularity/whole-round"
    assert code(rule(table, seat, "foul")) == "irregularity/option"
    assert code(rule(table, seat)._replace(approved=Approved(" "))) == "void/reason"
    assert code(rule(table, seat)._replace(round=7)) == "irregularity/over"
    table.must(rule(table, seat, "fallen-card"))
