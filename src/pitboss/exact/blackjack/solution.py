"""A solved game: its edge, its spread, its best play, and the value of any choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.figures import PlayFigures
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.results import Results, results
from pitboss.exact.cache import Keep, cached, cached_part, table_key

_NAME = "blackjack"
KIND_OF = {place: kind for kind, place in KINDS.items()}
DOUBLED_KIND_OF = {place: kind for kind, place in DOUBLED_KINDS.items()}


@dataclass(frozen=True)
class Solution(PlayFigures):
    """A game solved for a full shoe, under the best play of each hand by its own cards."""

    setup: Setup
    game: SolvedGame
    hands: tuple[FirstHand, ...]
    key: str | None = None
    """By which its parts are cached."""

    @cached_property
    def value(self) -> float:
        """What a round is worth to the player, in units of the first wager."""
        return float(sum(hand.probability * hand.value for hand in self.hands))

    @cached_property
    def results(self) -> Results:
        """How rounds end."""
        return cached_part(self.key, "results", lambda: results(self.game, self.hands))

    @cached_property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> what a round against it is worth."""
        found = {}
        for up in self.game.ups:
            mine = [hand for hand in self.hands if hand.up == up]
            share = sum(hand.probability for hand in mine)
            found[up] = float(sum(hand.probability * hand.value for hand in mine) / share)
        return found

    @cached_property
    def by_first_cards(self) -> dict[tuple[int, int, int], tuple[float, float]]:
        """Up card and first two values -> their probability, and what they are worth."""
        found: dict[tuple[int, int, int], tuple[float, float]] = {}
        for hand in self.hands:
            key = (hand.up, *hand.values)
            chance, worth = found.get(key, (0.0, 0.0))
            found[key] = (
                chance + float(hand.probability),
                worth + float(hand.probability * hand.value),
            )
        return {key: (chance, worth / chance) for key, (chance, worth) in found.items()}

    def action(self, up: int, *values: int, split: bool = False) -> ActionKind | None:
        """Return what is best to do with a hand, suits apart; None where nothing is asked."""
        solved, node = self.game.ups[up], hand_graph().node(*values)
        if split:
            return _kind(solved.split[values[0] == 1, 1].action[node])
        if len(values) == 2:
            same = [h for h in self.hands if h.up == up and h.values == tuple(sorted(values))]
            return _kind(max(same, key=lambda hand: hand.probability).action)
        return _kind(solved.first.action[node])


def _kind(place: int) -> ActionKind | None:
    return None if place == action_codes.NOTHING else KIND_OF[int(place)]


def solve(setup: Setup, keep: Keep = Keep.DISK) -> Solution:
    """Solve the blackjack game of a table, or return the cached solution.

    *keep* says where a new solution is kept.
    """

    def solved() -> Solution:
        game = SolvedGame(setup)
        return Solution(setup, game, tuple(game.first_hands()), table_key(setup, _NAME))

    return cached(setup, _NAME, solved, keep=keep)
