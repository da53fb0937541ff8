"""Deals of Blackjack Switch one by one, as a person would look them up in a solved game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.switch.cases import TwoCards
from pitboss.exact.switch.solver import SolvedSwitch, value_together


class SwitchDeal(NamedTuple):
    """Two hands as dealt against an up card; *probability* is of these cards in this order."""

    up: int
    first: TwoCards
    second: TwoCards
    probability: Number
    keep: Number
    switch: Number

    @property
    def switches(self) -> bool:
        return bool(self.switch > self.keep)


def switch_table(game: SolvedSwitch) -> Iterator[SwitchDeal]:
    """Yield every deal against every up card; their probabilities add up to 1."""
    for part in game.by_up:
        deals = game.deals[part.up]
        for place, (one, two, three, four) in enumerate((deals.cards + 1).T.tolist()):
            yield SwitchDeal(
                part.up,
                (one, two),
                (three, four),
                part.probability * deals.probability[place],
                deals.keep[place],
                deals.switch[place],
            )


def compare(
    game: SolvedSwitch, up: int, first: TwoCards, second: TwoCards
) -> tuple[Number, Number]:
    """Return what keeping and what switching is worth, given no dealer blackjack."""
    solved = game.ups[up]
    (one, two) = first
    (three, four) = second
    keep = value_together(solved.kept, (one, two), (three, four))
    return keep, value_together(solved.switched, (one, four), (three, two))


def should_switch(game: SolvedSwitch, up: int, first: TwoCards, second: TwoCards) -> bool:
    keep, switch = compare(game, up, first, second)
    return bool(switch > keep)
