"""Any table of any game, played by anybody: the books follow, and the journal makes the table."""

from __future__ import annotations

import pytest

from pitboss.floor.state import TableState
from pitboss.rulebook.reading.library import games
from tests.floor.one_table import answer_question, put_bets, random_table

GAMES = [game.id for game in games()]


def same(one: TableState, two: TableState) -> None:
    """Compare what must survive: all but clocks and who is away."""
    assert one.rounds == two.rounds
    assert one.meters == two.meters
    assert one.tips == two.tips
    assert one.shuffles == two.shuffles
    assert {seat: (it.account, it.stack) for seat, it in one.seats.items()} == {
        seat: (it.account, it.stack) for seat, it in two.seats.items()
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
    assert one.round[:-1] == two.round[:-1]


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
