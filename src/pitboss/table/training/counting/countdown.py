"""Count down a shoe: cards come and go, and at stops the player gives the running count."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card, Shoe
from pitboss.cards.shuffle import BitSource, below, shuffle_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import CountSystem
from pitboss.table.training.counting.question import CountQuestion
from pitboss.text.numbers import signed_count


@dataclass(slots=True, kw_only=True)
class Countdown:
    """Deals a shoe in groups of cards, from stop to stop; then a new one."""

    system: CountSystem
    shoe: Shoe
    group: int = 1
    """Cards that come at once."""
    stop: int = 26
    """Cards from stop to stop, give or take a quarter, so nobody knows when it comes."""
    order: tuple[Card, ...] = ()
    unseen: Unseen = field(init=False)

    def __post_init__(self) -> None:
        """Begin with a full shoe."""
        self.unseen = Unseen.from_shoe(self.shoe)

    @property
    def running(self) -> Fraction:
        """The running count now, as it is printed."""
        return Fraction(self.system.running(self.unseen, self.shoe), self.system.unit)

    @property
    def _running_text(self) -> str:
        return signed_count(self.running)

    def question(self, bits: BitSource) -> CountQuestion:
        """Deal up to the next stop; a shoe with too few cards for it is shuffled."""
        fact = f"The shoe goes on: the count was {self._running_text}."
        if self.unseen.size <= max(1, self.stop // 2) or not self.order:
            self.order, self.unseen = (
                shuffle_cards(self.shoe.cards(), bits),
                Unseen.from_shoe(self.shoe),
            )
            fact = (
                f"A new shoe of {self.shoe.size} cards: the count starts at {self._running_text}."
            )
        before = self._running_text
        cards = self._deal(bits)
        groups = tuple(cards[at : at + self.group] for at in range(0, len(cards), self.group))
        return CountQuestion(
            words="The running count?",
            facts=(fact,),
            groups=groups,
            right=self.running,
            why=f"from {before} to {self._running_text} in {len(cards)} cards",
        )

    def _deal(self, bits: BitSource) -> tuple[Card, ...]:
        """Return the cards up to the next stop; one at least is never seen."""
        quarter = self.stop // 4
        wanted = self.stop - quarter + below(bits, 2 * quarter + 1)
        count = max(1, min(wanted, self.unseen.size - 1))
        cards, self.order = self.order[:count], self.order[count:]
        self.unseen = self.unseen.without(*cards)
        return cards
