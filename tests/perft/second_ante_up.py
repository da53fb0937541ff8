"""A second reading of Ante Up 21 (30-2106): blackjack, and two-card poker with the same cards.

The poker hand is made of every card the seat has at the end, hit and busting ones too, so the play
of a hand carries all their ranks with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from tests.perft import second_colorado
from tests.perft.second_colorado import Play
from tests.perft.second_wagers import Ended
from tests.perft.shoe import Cards, Depths, branches, without

HEIGHTS = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}
QUEEN = 12
SCHEDULES = {
    "A": (5000, 1000, 250, 100, 40, 30, 10, 15, 5),
    "B": (5000, 2500, 500, 150, 50, 30, 15, 10, 3),
    "C": (10000, 5000, 500, 150, 50, 25, 10, 5, 3),
    "D": (5000, 2500, 750, 200, 50, 25, 10, 5, 3),
}
"""2106(14)(b): aces of spades, suited aces and others in threes; threes; then pairs likewise."""


def bonus_odds(schedule: str, own: Cards, up: str) -> int:
    """2106(8)(b), ruling C18: what the first cards pay to 1; -1: they lose."""
    pays = SCHEDULES[schedule]
    one, two = own
    if one[0] != two[0]:
        return -1
    aces = one[0] == "A"
    if up[0] != one[0]:
        suited = one[1] == two[1]
        return pays[{(True, True): 5, (True, False): 6, (False, True): 7}.get((aces, suited), 8)]
    if one == two == up:
        return pays[2 if not aces else 0 if up == "As" else 1]
    return pays[3 if aces else 4]


def best_two(heights: tuple[int, ...]) -> tuple[int, ...]:
    """2106(1)(a), ruling A1: the highest pair, or the two highest cards."""
    pairs = [height for height in heights if heights.count(height) > 1]
    high = sorted(heights)
    return (1, max(pairs), 0) if pairs else (0, high[-1], high[-2])


def card_heights(cards: Cards) -> tuple[int, ...]:
    return tuple(sorted(HEIGHTS[card[0]] for card in cards))


@dataclass(frozen=True, kw_only=True)
class Table(second_colorado.Table):
    """What is asked, with the ante and the bonus of the one seat."""

    ante: int
    bonus: int

    def open_round(self) -> Deal:
        return Deal(self)


class Deal(second_colorado.Deal):
    """A round with all open cards of the deal on the table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.ante = table.ante
        self.bonus = table.bonus
        self.bet = False

    def bonus_gain(self) -> int:
        if not self.bonus:
            return 0
        return self.bonus * bonus_odds(self.table.tables["poker-bonus"], self.first[0], self.up)

    def first_decisions(self) -> dict[str, Fraction]:
        """2106(8), (9): the bonus, then bet or fold before insurance and the peek."""
        if not self.ante:
            return super().first_decisions()
        values = {}
        for label in ("bet", "fold"):
            self.decide(label)
            value = max(super().first_decisions().values())
            values[label] = self.bonus_gain() + value - (0 if self.bet else self.ante)
        return values

    def decide(self, label: str) -> None:
        self.bet = label == "bet"
        self.values.clear()
        self.counts.clear()

    def opening(self) -> Play:
        play = super().opening()
        return play._replace(ranks=card_heights(self.first[0])) if self.bet else play

    def after_peek(self, insured: int) -> dict[str, Fraction]:
        """2106(10)(a), ruling A3: against a blackjack the ante is compared and the bet pushes."""
        values = super().after_peek(insured)
        if not self.bet:
            return values
        unseen = self.table.unseen
        lost = Fraction(0)
        for down, copies in Counter(unseen).items():
            if not self.dealer.may_lie_down(down):
                result = self.compare_two_cards(card_heights(self.first[0]), (self.up, down))
                lost += Fraction(copies, len(unseen)) * self.ante * result
        return {label: value + lost for label, value in values.items()}

    @staticmethod
    def compare_two_cards(own: tuple[int, ...], dealer: Cards) -> int:
        mine = best_two(own)
        his = best_two(card_heights(dealer))
        return (mine > his) - (mine < his)

    def receive(self, play: Play, card: str) -> Play:
        if self.bet:
            play = play._replace(ranks=tuple(sorted((*play.ranks, HEIGHTS[card[0]]))))
        return super().receive(play, card)

    def ended(self, cards: Cards) -> Ended:
        return super().ended(cards)._replace(best_two=best_two(card_heights(cards)))

    def plays_out(self, play: Play) -> bool:
        """Ruling A3: the dealer completes his hand for a bet too."""
        return self.bet or super().plays_out(play)

    def against(self, play: Play, ended: Ended | None) -> int:
        gain = super().against(play, ended)
        if not self.bet:
            return gain
        assert ended is not None
        mine = best_two(play.ranks)
        his = ended.best_two
        if not his[0] and his[1] < QUEEN:  # 2106(13)(c), (d)
            return gain + self.ante
        return gain + 2 * self.ante * ((mine > his) - (mine < his))

    def paths(self, down: str) -> Depths:
        left = without(self.table.unseen, down)
        if not self.ante:
            return self.insurance_paths(left, down)
        below = []
        for label in ("bet", "fold"):
            self.decide(label)
            below.append(self.insurance_paths(left, down))
        return branches(iter(below))
