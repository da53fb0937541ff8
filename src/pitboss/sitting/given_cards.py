"""Given cards of a practice round: each place is dealt the cards that were named for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import Card, CardNotInShoe, NotationError, format_cards, read_cards
from pitboss.engine.actions import RefusedError
from pitboss.engine.events import Place
from pitboss.engine.rounds.plan import CardNeeded, Where
from pitboss.engine.setup import Setup
from pitboss.rulebook.limits import shorten
from pitboss.sitting.narrate import Line, draw_and_tell
from pitboss.sitting.shoe import DealingShoe
from pitboss.text.say import say

NEXT = "next"
"""The key of cards that come wherever the next card is due."""
_COMMON = {"dealer": Place.DEALER, "bonus": Place.BONUS, "replacement": Place.REPLACEMENT}
_POKER = "poker"
_TITLES = {Place.DEALER: "Dealer", Place.BONUS: "Bonus cards", Place.REPLACEMENT: "Joker's card"}

Given = Mapping[Where, tuple[Card, ...]]
"""Where cards go -> the cards; `ANYWHERE`: wherever the next card is due."""
ANYWHERE: Where = (Place.HAND, 0, 0)


class GivenPlace(NamedTuple):
    """A place of the deal that cards can be given to."""

    key: str
    title: str
    cards: int
    """How many of the first cards go there."""


def given_places(setup: Setup, seats: tuple[int, ...]) -> tuple[GivenPlace, ...]:
    """Return the places that the first cards go to.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> [(it.key, it.cards) for it in given_places(prepare(House(game="co/21-holdem")), (2,))]
    [('2', 2), ('dealer', 2)]
    """
    counts: dict[Where, int] = {}
    for where in setup.plan.deal_order(seats, int(setup.replacement) or setup.bonus_cards):
        counts[where] = counts.get(where, 0) + 1
    several = len({hand for _, _, hand in counts if hand}) > 1
    return tuple(
        GivenPlace(_key(where), _title(where, several=several), count)
        for where, count in counts.items()
    )


def _key(where: Where) -> str:
    place, seat, hand = where
    if place is Place.HAND:
        return str(seat) if hand == 1 else f"{seat}/{hand}"
    if place is Place.POKER:
        return f"{seat}/{_POKER}"
    return next(name for name, common in _COMMON.items() if common is place)


def _title(where: Where, *, several: bool) -> str:
    place, seat, hand = where
    if place is not Place.HAND:
        return say(_TITLES[place])
    if several:
        return say("Seat {seat}, hand {hand}", seat=seat, hand=hand)
    return say("Seat {seat}", seat=seat)


def read_given(given: Mapping[str, str]) -> dict[Where, tuple[Card, ...]]:
    """Read given cards by their keys; raise `RefusedError` for a wrong key or card.

    Keys: "1" is the first hand of seat 1, "1/2" its second, "1/poker" its poker cards.

    >>> read_given({"1": "6h 7h", "dealer": "Kd"}).keys()
    dict_keys([(<Place.HAND: 0>, 1, 1), (<Place.DEALER: 1>, 0, 0)])
    """
    return {_where(key): _cards(key, text) for key, text in given.items()}


def write_given(given: Given) -> dict[str, str]:
    """Write given cards by their keys, as `read_given` reads them.

    >>> write_given(read_given({"1/2": "6h 7h", "1/poker": "Kd", "dealer": "2c"}))
    {'1/2': '6h 7h', '1/poker': 'Kd', 'dealer': '2c'}
    """
    return {_key(where): format_cards(cards) for where, cards in given.items()}


def _cards(key: str, text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except NotationError as error:
        raise RefusedError(error.code, f"cards {shorten(key)}: {error}") from None


def _where(key: str) -> Where:
    if key == NEXT:
        return ANYWHERE
    if key in _COMMON:
        return _COMMON[key], 0, 0
    seat, _, rest = key.partition("/")
    if _is_number(seat) and rest == _POKER:
        return Place.POKER, int(seat), 1
    if _is_number(seat) and (not rest or _is_number(rest)):
        return Place.HAND, int(seat), int(rest or 1)
    allowed = f"{', '.join(_COMMON)}, a seat such as 1, a hand such as 1/2, 1/{_POKER} or {NEXT}"
    message = f"cards cannot go to {shorten(key)!r}; they go to {allowed}"
    raise RefusedError("card/place", message)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and int(text) > 0


class GivenShoe:
    """Draws from a shoe, and gives each place the cards that are meant for it."""

    def __init__(self, shoe: DealingShoe, given: Given) -> None:
        """Set the given cards aside in *shoe*; raise `RefusedError` where it has no such cards."""
        self.shoe = shoe
        poker = {where: cards for where, cards in given.items() if where[0] is Place.POKER}
        self._poker = {where: [*cards] for where, cards in poker.items()}
        """Cards for the poker part, which is dealt from a new shuffle of all cards (2104(6))."""
        self._left = {where: [*cards] for where, cards in given.items() if where not in poker}
        for part in (self._left, self._poker):
            try:
                shoe.shoe.check_dealt([card for cards in part.values() for card in cards])
            except CardNotInShoe as error:
                raise RefusedError(error.code, f"cards: {error}") from None
        self._set_aside(0)

    def _set_aside(self, first: int) -> None:
        """Put the given cards behind all others from *first* on; nobody draws them by chance."""
        on_table = self.shoe.cards[:first]
        rest = [*self.shoe.cards[first:]]
        aside = []
        for cards in self._left.values():
            for card in cards:
                if card in rest:
                    rest.remove(card)
                    aside.append(card)
        self.shoe.cards = (*on_table, *rest, *aside)

    def reshuffle_but(self, kept: tuple[Card, ...]) -> None:
        """Shuffle everything except the cards *kept* on the table."""
        self.shoe.reshuffle_but(kept)
        self._left |= self._poker
        self._set_aside(len(kept))

    def draw(self, due: CardNeeded, lines: list[Line]) -> Card:
        """Draw the next card, and add lines about the shoe to *lines*."""
        place = (due.place, due.seat, due.hand)
        waiting = self._left.get(place) or self._left.get(ANYWHERE)
        if waiting:
            self._bring_forward(waiting.pop(0))
        return draw_and_tell(self.shoe, lines)

    def _bring_forward(self, card: Card) -> None:
        """Put a card that waits behind the others on top of them, if it is there."""
        cards = self.shoe.cards
        top = self.shoe.position
        if card in cards[top:]:
            place = len(cards) - 1 - cards[::-1].index(card)
            rest = (*cards[top:place], *cards[place + 1 :])
            self.shoe.cards = (*cards[:top], card, *rest)
