"""Any table of any game, played by anybody: the books follow, and the journal makes the table."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.floor.commands import Decide, Sit
from pitboss.floor.state import NOBODY, Shuffles, TableState
from pitboss.rulebook.reading.library import games
from tests.floor.one_table import BUY_IN, OneTable, answer_question, put_bets, random_table

GAMES = [game.id for game in games()]


def same(one: TableState, two: TableState) -> None:
    """Compare what must survive: all but clocks and who is away."""
    assert one.rounds == two.rounds
    assert one.meters == two.meters
    assert one.tips == two.tips
    assert written(one) == written(two)
    assert {seat: (sitting.account, sitting.stack) for seat, sitting in one.seats.items()} == {
        seat: (sitting.account, sitting.stack) for seat, sitting in two.seats.items()
    }
    assert (one.shoe.shoes, one.shoe.cards, one.shoe.position, one.shoe.past) == (
        two.shoe.shoes,
        two.shoe.cards,
        two.shoe.position,
        two.shoe.past,
    )
    if one.round is None:
        assert two.round is None
        return
    assert two.round is not None
    assert one.round == two.round._replace(asked_at=one.round.asked_at)


def written(table: TableState) -> Shuffles:
    """Return the shuffles without what no entry has: commitments before they are fixed, seeds."""
    cut = table.shuffles.open
    marks = cut.commitments if cut.is_fixed else {}
    kept = cut._replace(commitments=marks, seeds={}, since=0, is_dealing=False)
    return table.shuffles._replace(open=kept if cut.since else NOBODY)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_any_round_is_booked_and_can_be_rebuilt_at_every_step(game: str) -> None:
    for seed in range(4):
        table = random_table(seed, game)
        for _ in range(6):
            put_bets(table)
            same(table.rebuilt(), table.state)
            while table.state.round is not None:
                answer_question(table)
                same(table.rebuilt(), table.state)
        same(table.rebuilt(from_deal=False), table.state)
        assert table.state.rounds >= 6


class ShortTable(OneTable):
    """A table whose shoe holds too few cards for a round."""

    def orders(
        self, number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return super().orders(number, cards, seeds)[:14]


def test_a_round_for_which_no_card_is_left_is_void_and_everything_comes_back() -> None:
    """Ruling C79: every wager goes back, and what they fed."""
    voids = 0
    for seed in range(12):
        whole = random_table(seed, "wa/spanish-21")
        table = ShortTable(whole.terms, random.Random(seed))
        for seat in (1, 2, 3, 4):
            table.must(Sit("ann", "ann", seat, BUY_IN))
        before = table.state
        put_bets(table)
        while (current := table.state.round) is not None:
            kinds = [choice.kind for choice in current.question.choices]
            if ActionKind.HIT in kinds:
                seat = current.question.seat
                table.must(Decide("ann", seat, current.n, ActionKind.HIT))
            else:
                answer_question(table)
        if b'"void":true' in last_of_round(table):
            voids += 1
            assert table.state.felt == 0
            assert table.state.meters == before.meters
            assert [sitting.stack for sitting in table.state.seats.values()] == [BUY_IN] * 4
    assert voids > 0


def last_of_round(table: OneTable) -> bytes:
    bodies = [entry.body for entry in table.entries if entry.kind in {"dealt", "decided"}]
    return bodies[-1]
