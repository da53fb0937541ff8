"""Five cards to set: the two chosen for the low hand, and the totals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.cards import Card
from pitboss.engine.legal import count_setting
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.setup import Setup
from pitboss.patterns.pai_jack import high_and_low, is_legal_setting
from pitboss.text.hands import setting_name
from pitboss.text.say import say

CHOOSE_TWO = "Choose two cards for the low hand: 1 to 5, or the arrows and Space."
_LOW_CARDS = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """The cards of a hand, those chosen for the low hand, and the one under the cursor."""

    setup: Setup
    cards: tuple[Card, ...]
    chosen: tuple[int, ...] = ()
    """Places, in the order they were chosen."""
    cursor: int = 0

    @property
    def low(self) -> tuple[Card, ...] | None:
        """The low hand, if two cards are chosen."""
        if len(self.chosen) < _LOW_CARDS:
            return None
        return tuple(self.cards[place] for place in sorted(self.chosen))

    @property
    def words(self) -> str:
        """Return the choice so far: both totals, and whether it is a foul.

        >>> from pitboss.cards import parse_cards
        >>> from pitboss.engine.setup import prepare
        >>> from pitboss.rulebook.house import House
        >>> table = prepare(House(game="co/pai-jack"))
        >>> setting = Setting(table, parse_cards("Th 9s 5d 4c As"))
        >>> setting.words
        'choose two cards for the low hand'
        >>> setting.toggle(0).words
        'choose one more card for the low hand'
        >>> setting.toggle(0).toggle(1).words
        'high 20, low 19'
        >>> setting.toggle(0).toggle(4).words
        'high 18, low 21: a foul'
        """
        if self.low is None:
            if self.chosen:
                return say("choose one more card for the low hand")
            return say("choose two cards for the low hand")
        totals = count_setting(self.setup, self.cards, self.low)
        foul = "" if is_legal_setting(totals) else say(": a foul")
        return f"{setting_name(high_and_low(totals))}{foul}"

    def toggle(self, place: int) -> Setting:
        """Choose a card or put it back; a third one replaces the first."""
        if place in self.chosen:
            left = tuple(other for other in self.chosen if other != place)
        else:
            left = (*self.chosen, place)[-_LOW_CARDS:]
        return replace(self, chosen=left, cursor=place)

    def move(self, steps: int) -> Setting:
        """Move the cursor; it wraps at the ends."""
        return replace(self, cursor=(self.cursor + steps) % len(self.cards))

    def by_house_way(self) -> Setting:
        """Choose the low hand of the house way (2112(9); 2112(11)(j))."""
        low = house_way_low(self.setup, self.cards)
        return replace(self, chosen=tuple(map(self.cards.index, low)))
