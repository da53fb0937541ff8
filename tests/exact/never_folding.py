"""Wagers that a fold may decide: their odds for a player who never folds.

The odds leave them to the solver, because folding is a matter of strategy. Where nobody folds the
cards alone decide: in 21-Hold 'em the class of five cards (2104(13)), in Deuces Wild Xtreme the
class of five cards that beat the dealer's (2118(10)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from pitboss.exact.counting.five_cards import five_card_distribution
from pitboss.exact.odds.wager_odds import Result, results
from pitboss.patterns.rows import ByClass, rows_by_class
from pitboss.patterns.wild import WildRank
from pitboss.rulebook.model import PayRow, PayTable, RoundKind
from tests.exact.felts import Felt
from tests.exact.ties import tie_counts

NEVER_FOLDING = "never folding"

Said = tuple[str, str]
"""What a settlement line says: the outcome and the pay on the felt."""
Words = tuple[str, ...]
"""Outcomes in the words all pay tables share; none where the wager loses."""


class Figures(Protocol):
    """What a wager is compared with: exact odds, or those of never folding."""

    @property
    def wager(self) -> str: ...
    @property
    def bound(self) -> str: ...
    @property
    def edge(self) -> Fraction: ...
    @property
    def variance(self) -> Fraction: ...


@dataclass(frozen=True)
class Chance:
    """One thing a line may say."""

    line: Said
    words: Words
    probability: Fraction
    net: Fraction
    """For one unit wagered."""


@dataclass(frozen=True)
class NeverFolding:
    """What becomes of a wager if its player never folds."""

    wager: str
    chances: tuple[Chance, ...]
    bound: str = f"bound: {NEVER_FOLDING}"

    @property
    def edge(self) -> Fraction:
        return -sum((c.probability * c.net for c in self.chances), Fraction(0))

    @property
    def variance(self) -> Fraction:
        square = sum((c.probability * c.net**2 for c in self.chances), Fraction(0))
        return square - self.edge**2


def never_folding(felt: Felt, wager: str) -> NeverFolding:
    """Return the odds of a wager of *felt* that `odds` says nothing about."""
    assert not felt.odds(wager), "these odds are known"
    table = felt.setup.configured.spots[wager].table
    assert table
    against_dealer = felt.game.round == RoundKind.WILD_POKER
    chances = _beating(table) if against_dealer else _paid(results(table, felt.shoe(wager)))
    return NeverFolding(wager, tuple(chances))


def _paid(results: list[Result]) -> Iterator[Chance]:
    """One chance for each row, whichever classes of hands are paid on it."""
    together: dict[Said, Chance] = {}
    for result in results:
        rows = result.rows
        probability = result.probability
        name = " + ".join(row.name for row in rows) or "lose", " + ".join(row.text for row in rows)
        before = together[name].probability if name in together else Fraction(0)
        words = tuple(row.outcome for row in rows)
        together[name] = Chance(name, words, before + probability, result.net)
    yield from together.values()


def _beating(table: PayTable) -> Iterator[Chance]:
    """2118(9), (10): a row is paid to a hand that beats the dealer's; a tie pushes.

    A hand of some rank wins where it neither loses nor ties. How often it loses is half of how
    often the rank is a bad beat, since either side may have the losing hand (ruling D2); and
    below that, as many hands win as lose.
    """
    (by_class,) = rows_by_class(table)
    hands = five_card_distribution("wild-poker")
    beats = five_card_distribution("bad-beat")
    ties, deals = tie_counts()
    win = Fraction(deals - ties.total(), 2 * deals)
    left = win
    for rank in sorted(WildRank, reverse=True):
        if rank >= WildRank.STRAIGHT:
            dealt = sum(hands.get(2 * rank + natural, Fraction(0)) for natural in (0, 1))
            won = dealt - beats.get(rank, Fraction(0)) / 2 - Fraction(ties[rank], deals)
            yield _won(_row_of(by_class, rank), won)
            left -= won
    yield _won(by_class[0], left)
    yield Chance(("push", ""), ("push",), 1 - 2 * win, Fraction(0))
    yield Chance(("lose", ""), (), win, Fraction(-1))


def _row_of(by_class: ByClass, rank: int) -> PayRow:
    """The one row of a rank: this wager does not ask whether a hand is natural."""
    wild, natural = (by_class.get(2 * rank + natural) for natural in (0, 1))
    assert wild
    assert natural in (None, wild)
    return wild


def _won(row: PayRow, probability: Fraction) -> Chance:
    net = Result(probability, (row,)).net
    return Chance((row.name, row.text), (row.outcome,), probability, net)
