"""Main games with any cards left in the shoe.

A card that nobody has seen changes nothing: with the play of the full shoe kept, the values with
one card gone average to that of the full shoe. This holds only if every value is exact.
"""

from __future__ import annotations

import pytest

from pitboss.cards import Unseen, parse_cards
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import any_shoe, solve
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError

ROUNDING = 1e-12


def table(game: str, **options: bool | int | str) -> Setup:
    return prepare(House(game=game, options=options))


def test_an_unseen_card_changes_nothing() -> None:
    setup = table("wa/spanish-21", decks=6, soft17="hit", redouble=True)
    shoes, full = any_shoe(setup), Unseen.of(setup.shoe)
    assert shoes is not None
    mean = 0.0
    for cards in shoes.classes:
        value = shoes.value(full.without(cards[0]))
        mean += value.fixed * sum(full.counts[card] for card in cards) / full.size
        assert value.best >= value.fixed
    assert mean == pytest.approx(-float(solve(setup).house_edge), abs=ROUNDING)


def test_cards_that_cannot_be_left_are_refused_all_at_once() -> None:
    setup = table("wa/spanish-21", decks=6, soft17="hit")
    shoes = any_shoe(setup)
    assert shoes is not None
    with pytest.raises(RulesError) as error:
        shoes.best(Unseen.from_cards(parse_cards("Th " + "9h " * 7)))
    codes = [problem.code for problem in error.value.problems]
    assert codes == ["shoe/cards", "shoe/cards", "shoe/too-small"]
