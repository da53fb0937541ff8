"""A second reading of 21-Hold 'em (30-2104): blackjack, then poker with a deck that is whole again.

Nothing a player does in one part changes the other: the deck is reshuffled between them (2104(6)),
and all that goes over are the dealer's first two cards. So the parts are solved by themselves, and
only the counting of paths hangs the one below the other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from tests.perft import second_colorado
from tests.perft.shoe import Cards, Depths, branches, without

HEIGHTS = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}
SPOTS = 3


def poker_odds(cards: Cards) -> int:
    """2104(13)(b): what three cards and the two in common pay to 1 on every spot; -1: they lose."""
    heights = sorted((HEIGHTS[card[0]] for card in cards), reverse=True)
    groups = sorted(Counter(heights).values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    # Ruling H3: K-A-2-3-4 is no straight.
    wheel = heights == [14, 5, 4, 3, 2]
    straight = groups[0] == 1 and (wheel or heights[0] - heights[4] == 4)
    if flush and straight:
        return 500 if heights[4] == 10 else 100
    of_groups = {(4, 1): 50, (3, 2): 20, (3, 1, 1): 3, (2, 2, 1): 2}.get(tuple(groups), -1)
    if of_groups >= 20:
        return of_groups
    if flush or straight:
        return 6 if flush else 4
    pairs = [height for height in heights if heights.count(height) == 2]
    return 1 if groups == [2, 1, 1, 1] and pairs[0] >= 7 else of_groups


@dataclass(frozen=True)
class Poker:
    """The poker part of one seat."""

    stake: int
    community: Cards

    def value(self, held: Cards, deck: Cards) -> Fraction:
        """Return what is gained from here, a card being dealt now, by folding or betting best."""
        if len(held) == SPOTS:
            return Fraction(SPOTS * self.stake * poker_odds((*held, *self.community)))
        value = Fraction(0)
        for card, copies in Counter(deck).items():
            after = self.value((*held, card), without(deck, card))
            folded = Fraction(-(len(held) + 1) * self.stake)
            may_fold = len(held) + 1 < SPOTS
            value += Fraction(copies, len(deck)) * (max(after, folded) if may_fold else after)
        return value

    def paths(self, held: int, deck: Cards) -> Depths:
        """Count the nodes below one where a card is dealt, and bet or fold follows."""
        return branches(self.decided(held + 1, without(deck, card)) for card in set(deck))

    def decided(self, held: int, deck: Cards) -> Depths:
        if held == SPOTS:
            return Counter()
        return branches(iter((self.paths(held, deck), Counter())))


@dataclass(frozen=True, kw_only=True)
class Table(second_colorado.Table):
    """What is asked, with the PK wager."""

    poker: int

    def open_round(self) -> Deal:
        return Deal(self, self.poker)


class Deal(second_colorado.Deal):
    """A round with all open cards of the deal on the table."""

    def __init__(self, table: Table, poker: int) -> None:
        super().__init__(table)
        self.poker = poker
        self.poker_counts: dict[str, Depths] = {}

    def first_decisions(self) -> dict[str, Fraction]:
        """Add the poker part: what the community cards will be, no decision changes."""
        unseen = self.table.unseen
        poker = Fraction(0)
        for down, copies in Counter(unseen).items() if self.poker else ():
            poker += Fraction(copies, len(unseen)) * self.part(down).value((), self.deck(down))
        return {label: poker + value for label, value in super().first_decisions().items()}

    def part(self, down: str) -> Poker:
        return Poker(self.poker, (self.up, down))

    def deck(self, down: str) -> Cards:
        """2104(6): the whole deck but the two community cards."""
        return without(without(tuple(sorted(self.table.shoe)), self.up), down)

    def paths_after(self, down: str) -> Depths:
        """2104(7)-(11): the poker part follows whatever became of the hands (ruling H3)."""
        if not self.poker:
            return Counter()
        if down not in self.poker_counts:
            self.poker_counts[down] = self.part(down).paths(0, self.deck(down))
        return self.poker_counts[down]
