"""No table waits without a deadline, and none puts an absent player's money down."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor.commands import (
    Accepted,
    Arrive,
    Bet,
    BuyIn,
    Decide,
    Depart,
    Leave,
    Pause,
    Sit,
    SitOut,
    Tick,
)
from pitboss.floor.deadlines import deadline
from pitboss.floor.terms import NO_CLOCK, SECOND, Absent, Clocks, TableTerms
from pitboss.ledger.entry import Draft, Posting
from pitboss.rulebook.house import house_from
from pitboss.rulebook.reading.library import games
from tests.engine.bets import random_wagers
from tests.floor.one_table import OneTable, put_bets, random_table

HOUSE = {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit"}}
CLOCKS = Clocks()


def opened(*players: str, clocks: Clocks = CLOCKS) -> OneTable:
    """Return a table with $1,000 in front of each player, in seats 1, 2, 3 ..."""
    made = TableTerms(id="7", name="Seven", house=house_from(HOUSE), clocks=clocks)
    table = OneTable(made, random.Random(5))
    for seat, player in enumerate(players, 1):
        table.must(Sit(player, player, seat, 100_000))
    return table


def bet(table: OneTable, player: str, seat: int, number: int | None = None) -> Accepted | Refusal:
    return table.ask(Bet(player, seat, {"main": 1000}, round=number))


def to_question(table: OneTable, *players: str) -> None:
    """Deal rounds until somebody is asked something."""
    while table.state.round is None:
        for seat, player in enumerate(players, 1):
            bet(table, player, seat)


def code(answer: Accepted | Refusal | None) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


def test_a_player_alone_is_dealt_at_once_and_others_are_waited_for() -> None:
    alone = opened("ann")
    bet(alone, "ann", 1)
    assert alone.state.rounds == 1
    two = opened("ann", "bob")
    bet(two, "ann", 1)
    assert two.state.rounds == 0
    assert deadline(two.state) == two.now + CLOCKS.betting
    bet(two, "bob", 2)
    assert two.state.rounds == 1


def test_bets_are_closed_when_their_time_is_up_and_late_ones_are_refused() -> None:
    table = opened("ann", "bob")
    bet(table, "ann", 1)
    table.now += CLOCKS.betting - 1
    assert code(table.ask(Tick())) == "clock/early"
    table.now += 1
    table.must(Tick())
    assert table.state.rounds == 1
    if table.state.round is not None:
        before = table.state
        assert code(bet(table, "bob", 2)) == "bet/closed"
        assert table.state is before
    assert code(bet(table, "bob", 2, 1)) == "bet/closed", "it was meant for that round"


def test_whoever_misses_three_bets_sits_out_and_loses_the_seat_after_five_minutes() -> None:
    table = opened("ann", "bob")
    for _ in range(CLOCKS.misses):
        bet(table, "ann", 1)
        table.tick()
        while table.state.round is not None:
            table.tick()
        table.state = table.state._replace(
            seats={**table.state.seats, 1: table.state.seats[1]._replace(missed=0, out_since=None)}
        )
    assert table.state.seats[2].out_since is not None
    bet(table, "ann", 1)
    assert table.state.rounds == CLOCKS.misses + 1, "nobody waits for bob any more"
    while table.state.round is not None:
        table.tick()
    while 2 in table.state.seats:
        table.tick()
    assert table.book.balance("stack:7:2") == 0


def test_a_hand_plays_itself_when_clock_and_time_bank_are_used_up() -> None:
    table = opened("ann")
    to_question(table, "ann")
    asked_at = table.now
    stack = table.state.seats[1].stack
    due = deadline(table.state)
    assert due == asked_at + CLOCKS.decision + CLOCKS.bank + CLOCKS.lag_each
    number = table.state.rounds
    table.tick()
    assert table.now == due
    assert table.entries[-1].actor == "clock" or table.entries[-2].actor == "clock"
    assert table.state.seats[1].stack >= stack, "nothing more was put down"
    assert table.state.rounds == number
    assert table.state.seats[1].bank == 0


def test_a_slow_answer_is_taken_from_the_time_bank_and_a_slow_line_is_not() -> None:
    for lag, used in ((0, 3), (SECOND, 2), (99 * SECOND, 2)):
        table = opened("ann")
        to_question(table, "ann")
        current = table.state.round
        assert current is not None
        table.now += CLOCKS.decision + 3 * SECOND
        table.must(Decide("ann", 1, current.n, ActionKind.STAND, lag=lag))
        assert table.state.seats[1].bank == CLOCKS.bank - used * SECOND


@pytest.mark.parametrize(("bye", "grace"), [(True, CLOCKS.bye), (False, CLOCKS.disconnect)])
def test_an_absent_player_is_waited_for_a_while(bye: bool, grace: int) -> None:  # noqa: FBT001
    table = opened("ann")
    to_question(table, "ann")
    left = table.now
    table.must(Depart("ann", bye))
    assert deadline(table.state) == left + grace
    table.now += 1
    table.must(Arrive("ann"))
    assert deadline(table.state) == left + CLOCKS.decision + CLOCKS.bank + CLOCKS.lag_each
    table.must(Depart("ann", bye))
    table.tick()
    assert table.now == left + 1 + grace


def test_whoever_leaves_in_a_round_is_paid_when_it_is_over() -> None:
    table = opened("ann")
    wallet = table.book.balance("wallet:ann")
    to_question(table, "ann")
    table.must(Leave("ann", 1))
    assert table.state.seats[1].leaving
    while table.state.seats:
        table.tick()
    assert table.now == 1, "nobody waits for somebody who left"
    nets = sum(line[-1] for entry in table.entries for line in settled(entry.body))
    assert table.book.balance("wallet:ann") == wallet + (100_000 + nets) * 100


def settled(body: bytes) -> list[Any]:
    lines: list[Any] = json.loads(body).get("settled", []) if body else []
    return lines


def test_a_pause_stops_the_clock_and_gives_the_question_its_time_again() -> None:
    table = opened("ann")
    to_question(table, "ann")
    table.now += 40 * SECOND
    table.must(Pause("floor", paused=True))
    assert deadline(table.state) is None
    current = table.state.round
    assert current is not None
    assert code(table.ask(Decide("ann", 1, current.n, ActionKind.STAND))) == "table/paused"
    assert code(table.ask(Tick())) == "table/paused"
    table.now += 3600 * SECOND
    table.must(Pause("floor", paused=False))
    due = deadline(table.state)
    assert due == table.now + CLOCKS.decision + CLOCKS.bank + CLOCKS.lag_each


def test_a_table_without_a_clock_waits_for_ever() -> None:
    table = opened("ann", "bob", clocks=NO_CLOCK)
    bet(table, "ann", 1)
    assert deadline(table.state) is None
    bet(table, "bob", 2)
    assert table.state.rounds == 1


def test_whoever_is_alone_at_a_table_for_learners_is_not_rushed() -> None:
    """The clock starts when somebody else sits down, and when the player goes away."""
    table = opened("ann", clocks=Clocks(waits_alone=True))
    to_question(table, "ann")
    assert deadline(table.state) is None
    table.now += 100 * CLOCKS.decision
    assert code(table.ask(Tick())) == "clock/early"

    table.must(Sit("bob", "bob", 2, 100_000))
    assert deadline(table.state) == table.now + CLOCKS.decision + CLOCKS.bank + CLOCKS.lag_each
    table.must(Leave("bob", 2))
    assert deadline(table.state) is None

    table.now += 100 * CLOCKS.decision
    table.must(Depart("ann", bye=False))
    assert deadline(table.state) == table.now + CLOCKS.disconnect
    table.tick()
    assert table.state.seats[1].missed == 1


def test_time_to_think_alone_is_not_taken_from_the_time_bank() -> None:
    table = opened("ann", clocks=Clocks(waits_alone=True))
    to_question(table, "ann")
    current = table.state.round
    assert current is not None
    kind = current.question.choices[0].kind
    table.now += 100 * CLOCKS.decision
    table.must(Decide("ann", 1, current.n, kind))
    assert table.state.seats[1].bank == CLOCKS.bank


def test_answers_to_another_question_and_from_another_player_are_refused() -> None:
    table = opened("ann", "bob")
    to_question(table, "ann", "bob")
    current = table.state.round
    assert current is not None
    seat = current.question.seat
    owner, other = ("ann", "bob") if seat == 1 else ("bob", "ann")
    assert code(table.ask(Decide(owner, seat, current.n + 1, ActionKind.STAND))) == "action/stale"
    assert code(table.ask(Decide(other, seat, current.n, ActionKind.STAND))) == "seat/not-yours"
    wrong = table.ask(Decide(owner, seat, current.n, ActionKind.FOLD))
    assert code(wrong).startswith("action/")


def test_seats_and_chips_are_refused_in_words() -> None:
    table = opened("ann")
    refused = {
        "taken": table.ask(Sit("bob", "bob", 1, 10_000)),
        "unknown": table.ask(Sit("bob", "bob", 8, 10_000)),
        "poor": table.ask(Sit("bob", "bob", 2, 0)),
        "not his": table.ask(BuyIn("bob", 1, 1000)),
        "nothing": table.ask(BuyIn("ann", 1, 0)),
        "short": table.ask(Bet("ann", 1, {"main": 100_001})),
        "no wager": table.ask(Bet("ann", 1, {"nonsense": 500})),
    }
    assert {name: code(answer) for name, answer in refused.items()} == {
        "taken": "seat/taken",
        "unknown": "seat/unknown",
        "poor": "buy-in/off-limits",
        "not his": "seat/not-yours",
        "nothing": "buy-in/off-limits",
        "short": "bankroll/short",
        "no wager": "wager/not-offered",
    }
    table.must(BuyIn("ann", 1, 500))
    assert table.state.seats[1].stack == 100_500
    to_question(table, "ann")
    assert code(table.ask(BuyIn("ann", 1, 500))) == "round/open"


def test_sitting_out_stops_nobody_and_a_bet_ends_it() -> None:
    table = opened("ann", "bob")
    table.must(SitOut("bob", 2, out=True))
    bet(table, "ann", 1)
    assert table.state.rounds == 1
    while table.state.round is not None:
        table.tick()
    bet(table, "bob", 2)
    assert table.state.seats[2].out_since is None
    table.must(SitOut("bob", 2, out=True))
    assert table.state.betting_since is None, "no bet lies on the felt any more"


@pytest.mark.parametrize("absent", list(Absent))
def test_absent_hands_of_every_game_are_played_out_without_more_money(absent: Absent) -> None:
    for number, game in enumerate(games()):
        table = random_table(number, game.id)
        terms = TableTerms(id="7", name="", house=table.terms.house, absent=absent)
        table.state = table.state._replace(terms=terms)
        for _ in range(3):
            put_bets(table)
            while (current := table.state.round) is not None:
                before = table.state.seats[current.question.seat].stack
                table.must(Depart(table.state.seats[current.question.seat].account, bye=True))
                table.tick()
                assert table.state.seats[current.question.seat].stack >= before
            for seat, sitting in table.state.seats.items():
                table.must(SitOut(sitting.account, seat, out=False))


def test_no_decision_takes_more_than_lies_in_front_of_the_seat() -> None:
    """Every game with chips for little more than the bets: tips, splits that wait, insurance."""
    for place, game in enumerate(games()):
        for seed in range(3):
            play_poorly(random_table(1000 + 10 * place + seed, game.id))


def play_poorly(table: OneTable) -> None:
    """Bet with just so many chips that some decisions can be paid for and some cannot."""
    rng = table.rng
    setup = table.terms.setup
    for seat, sitting in sorted(table.state.seats.items()):
        wagers = random_wagers(rng, setup)
        stack = int(sum(wagers.values()) * rng.choice((1, 1.5, 2, 3)))
        lines = (Posting("external:test", -100 * stack), Posting(f"stack:7:{seat}", 100 * stack))
        held = table.book.balance(f"stack:7:{seat}")
        back = (Posting("external:test", held), Posting(f"stack:7:{seat}", -held))
        draft = Draft(f"test/{seat}", "set", "test", f"{table.state.rounds}", b"", (*lines, *back))
        table.book.write(draft, now=table.now)
        table.state = table.state.with_sitting(sitting._replace(stack=stack))
        if isinstance(table.ask(Bet(sitting.account, seat, wagers)), Refusal):
            table.ask(Bet(sitting.account, seat, {}))
    while (current := table.state.round) is not None:
        choice = table.rng.choice(current.due.choices)
        amount = choice.default if choice.default is not None else choice.high
        tip = choice.tip or None
        low = choice.lows[0] if choice.lows else None
        account = table.state.seats[current.due.seat].account
        table.ask(Decide(account, current.due.seat, current.n, choice.kind, amount, tip, low))
        assert all(sitting.stack >= 0 for sitting in table.state.seats.values())
        if table.state.round is not None and table.state.round.n == current.n:
            table.tick()
