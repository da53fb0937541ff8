"""True counts: a running count and the decks in the tray, to be made a true count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Shoe
from pitboss.cards.shuffle import BitSource, below, shuffle_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount, estimate_unseen, true_count
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.training.counting.question import CountQuestion, halves
from pitboss.text.numbers import signed_count

DECK = 52
"""Cards of a deck in the tray."""
_TRIES = 3
"""Shoes of which the one with the largest count is asked: counts near 0 are no exercise."""
_EXACT_NEAR = Fraction(1, 20)
"""An exact true count is asked to a tenth."""
_HOW = {
    TrueCount.FLOOR: "down to a whole number",
    TrueCount.TRUNCATE: "cut off towards 0",
    TrueCount.ROUND: "to the nearest whole number",
    TrueCount.EXACT: "to a tenth",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """Asks true counts in the middle of shoes."""

    system: CountSystem
    shoe: Shoe
    step: int = 26
    """The unseen cards are shown in steps of so many."""

    def __post_init__(self) -> None:
        """Refuse a count that divides nothing."""
        if self.system.convention is TrueCount.RUNNING:
            message = f"{self.system.name} divides nothing: there is no true count to practise"
            raise RulesError([Problem(code="count/no-true-count", key="--system", message=message)])

    def question(self, bits: BitSource) -> CountQuestion:
        """Deal some shoes part of the way, and ask the true count of one of them."""
        shoes = [self._partly_dealt(bits) for _ in range(_TRIES)]
        unseen = max(shoes, key=lambda cards: abs(self.system.running(cards, self.shoe)))
        system, left = self.system, estimate_unseen(unseen.size, self.step)
        running = system.running(unseen, self.shoe)
        exact = Fraction(running * system.per, system.unit * left)
        right = true_count(
            running, left, system.convention, per=system.per, unit=system.unit, step=1
        )
        how = _HOW[system.convention]
        written = signed_count(Fraction(running, system.unit))
        quotient = f"{written} x {system.per} / {left} = {signed_count(exact)}"
        return CountQuestion(
            words=f"The true count, {how}?",
            facts=(f"Running count {written}", self._tray(left)),
            right=right,
            near=_EXACT_NEAR if system.convention is TrueCount.EXACT else Fraction(0),
            why=f"{quotient}, {how} {signed_count(right)}",
        )

    def _partly_dealt(self, bits: BitSource) -> Unseen:
        """Return a shoe of which an eighth to seven eighths are dealt."""
        size = self.shoe.size
        dealt = size // 8 + below(bits, size - 2 * (size // 8) + 1)
        return Unseen.from_shoe(self.shoe).without(*shuffle_cards(self.shoe.cards(), bits)[:dealt])

    def _tray(self, left: int) -> str:
        """Return the content of the tray; for a shoe of uneven steps, the cards left."""
        size = self.shoe.size
        if self.step == 1:
            return f"In the tray {size - left} of {size} cards"
        if size % self.step:
            return f"In the shoe about {halves(Fraction(left, DECK))} decks of {DECK} cards"
        tray, whole = (halves(Fraction(cards, DECK)) for cards in (size - left, size))
        return f"In the tray about {tray} of {whole} decks"
