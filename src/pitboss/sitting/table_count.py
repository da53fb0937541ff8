"""The count at a practice table; a live table shows none (GLI-19 4.18.2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts import CountSystem, TrueCount, find_system
from pitboss.text.numbers import signed_count
from pitboss.text.say import say


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCount:
    """The count of the cards that were seen."""

    system: CountSystem
    running: Fraction
    true: Fraction
    unseen: int

    @property
    def words(self) -> str:
        """The count in words.

        >>> from pitboss.cards import FRENCH, parse_cards
        >>> shoe = Shoe(FRENCH, 2)
        >>> left = Unseen.from_shoe(shoe).without(*parse_cards("2h 3h 4h 5h"))
        >>> count_table(find_system("hi-lo"), left, shoe).words
        'Hi-Lo: running +4, true +2'
        >>> count_table(find_system("ko"), left, shoe).words
        'KO: running 0'
        """
        running = signed_count(self.running)
        if self.system.convention is TrueCount.RUNNING:
            return say("{system}: running {count}", system=self.system.name, count=running)
        said = "{system}: running {count}, true {true}"
        return say(said, system=self.system.name, count=running, true=signed_count(self.true))


def count_table(system: CountSystem | None, unseen: Unseen, shoe: Shoe) -> TableCount:
    """Return the count when some cards of a shoe are unseen; without a system, by Hi-Lo."""
    system = system or find_system("hi-lo")
    running = Fraction(system.running(unseen, shoe), system.unit)
    true = system.true(unseen, shoe)
    return TableCount(system=system, running=running, true=true, unseen=unseen.size)
