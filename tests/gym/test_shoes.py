"""Shoes are the simulator's, card for card."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.engine.actions import RefusedError
from pitboss.gym.tables import NumberedShoe, full_shoe, table
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import BLOCKS, shoe_memory
from pitboss.simulator.random.shuffle import Deck, begin


@pytest.mark.parametrize("game", ["wa/spanish-21", "reference/blackjack"])
@pytest.mark.parametrize("number", [0, 1, 2**40])
def test_a_numbered_shoe_is_the_one_the_simulator_deals(game: str, number: int) -> None:
    """The simulator places many cards at once, from random words made ahead; here one by one."""
    setup = table(game, None, None)
    size = setup.shoe.size
    shoe, state, words, *_ = shoe_memory(size)
    shoe[:size] = full_shoe(setup)
    lane = U32(0), U32(1), U32(BLOCKS - 1)
    deck = Deck(shoe, state, words, *lane, U32(size), U64(number), U64(99))
    begin(deck, U32(size), U32(10))
    here = NumberedShoe(setup).open(99, number)
    assert [here.draw() for _ in range(size)] == shoe[:size].tolist()


def test_a_round_may_take_the_cards_of_earlier_rounds_but_not_its_own() -> None:
    setup = table("reference/blackjack", {"decks": 1}, None)
    shoe = NumberedShoe(setup).open(1, 1)
    gone = [shoe.draw() for _ in range(10)]
    shoe.begin_round()
    for _ in range(42):
        shoe.draw()
    again = [shoe.draw() for _ in range(10)]
    assert sorted(again) == sorted(gone)
    with pytest.raises(RefusedError, match="this round has used every card of the shoe"):
        shoe.draw()


def test_every_card_is_dealt_once() -> None:
    setup = table("ilani/spanish-21", None, None)
    shoe = NumberedShoe(setup).open(5, 6)
    dealt = np.sort([shoe.draw() for _ in range(setup.shoe.size)])
    assert dealt.tolist() == sorted(setup.shoe.cards())
