"""The events of a table, as frozen values; a round is a fold over them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.cards import Card, format_card, format_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.meter import format_units
from pitboss.engine.values import Value
from pitboss.rulebook import model

TIP = model.TIP


VOID = "void"
"""The outcome of a wager that comes back because it was ruled out of the round."""


class Phase(IntEnum):
    """The parts of a round; each kind of round has some of them, in an order of its own."""

    DEAL = 0
    AFTER_DEAL = 1
    BLACKJACKS = 2
    INSURANCE = 3
    PEEK = 4
    EARLY_WAGERS = 5
    HANDS = 6
    LATE_WAGERS = 7
    DEALER = 8
    SETTLE = 9
    OVER = 10
    FIRST_21S = 11
    BET_OR_FOLD = 12
    SETTING = 13
    POKER = 14


class Place(IntEnum):
    """Where a card goes."""

    HAND = 0
    DEALER = 1
    BONUS = 2
    POKER = 3
    REPLACEMENT = 4


class WagerPlaced(Value, frozen=True):
    """A wager was locked in before the first card."""

    seat: int
    wager: str
    amount: int


class MeterFed(Value, frozen=True):
    """A jackpot wager's share went into its meter."""

    seat: int
    wager: str
    amount: int


class MeterTakenBack(Value, frozen=True):
    """The share of a jackpot wager that was returned left its meter."""

    seat: int
    wager: str
    amount: int


class MeterRead(Value, frozen=True):
    """What a linked meter held when something was won out of it, in units of 1/10,000 dollar."""

    wager: str
    display: int
    reserve: int = 0
    seed: int | None = None
    """What it starts again with, where that is not what the house file says."""
    overflow: int = 0
    """What it holds above its ceiling."""
    ceiling: int | None = None
    """The most that it shows when it starts again."""


class CardDealt(Value, frozen=True):
    """A card left the shoe."""

    card: Card
    place: Place
    seat: int = 0
    hand: int = 0


class ActionTaken(Value, frozen=True):
    """A player decided."""

    seat: int
    hand: int
    action: ActionKind
    amount: int = 0
    """Cents it puts on the table for each unit; nothing where a lammer does."""
    wager: str | None = None
    tip: int = 0
    low: tuple[Card, ...] = ()
    units: int = 1
    """How many wagers ride on the hand, each doubled or split by the amount (Bet Bigger)."""

    @property
    def stated_amount(self) -> int | None:
        """The amount that the decision states; a split states none."""
        return None if self.action is ActionKind.SPLIT else self.amount or None


class HandSet(Value, frozen=True):
    """Five cards were set into a low and a high hand; the dealer's are seat 0's."""

    seat: int
    low: tuple[Card, ...]


class HandSplit(Value, frozen=True):
    """A hand whose split waited for the peek was split, and its money put down."""

    seat: int
    hand: int
    amount: int = 0


class CardsReshuffled(Value, frozen=True):
    """All but the cards kept on the table went back into the deck."""

    kept: tuple[Card, ...]


class IrregularityRuled(Value, frozen=True):
    """A supervisor ruled on a misdeal, a dead hand or another irregularity."""

    kind: str
    """One of the game's irregularities."""
    seat: int = 0
    """0: it concerns no seat by itself."""
    hand: int = 1
    """The hand it happened to; the kind says how far it reaches."""
    cards: tuple[Card, ...] = ()
    """Cards that left the shoe by mistake and reached no hand."""
    reason: str = ""


class DealerPeeked(Value, frozen=True):
    """The dealer looked under an ace or a ten-value card."""

    blackjack: bool


class DownCardExposed(Value, frozen=True):
    """The down card was turned."""

    card: Card


class DealerShown(Value, frozen=True):
    """A dealer hand that lay face down was turned up."""

    cards: tuple[Card, ...]


class HandStood(Value, frozen=True):
    """A hand that has nothing left to decide stands."""

    seat: int
    hand: int


class HandBusted(Value, frozen=True):
    """A hand over 21 lies face down with its bet on top, until the free hands are settled.

    Any other bust is settled at once and has no event of its own (2116(8)(d), 2119(18)).
    """

    seat: int
    hand: int


class JackpotAwarded(Value, frozen=True):
    """A share of a meter was won; after 100 % the meter is seeded again."""

    seat: int
    wager: str
    percent: int
    amount: int


class JackpotPaid(Value, frozen=True):
    """A prize the house set was paid out of the meter."""

    seat: int
    wager: str
    amount: int


class WagerSettled(Value, frozen=True):
    """A wager was decided: what was on it and what the player gained."""

    seat: int
    hand: int
    wager: str
    stake: int
    outcome: str
    net: int
    remainder: Fraction = Fraction(0)
    """The part of a cent that rounding left with the house (with rounding up: gave, negative)."""
    pays: str = ""
    """The felt's pay for a win: "2 to 1", "100%"."""
    dealer: int = 0
    """Cents the dealer is given: an envy pay that is not the player's."""
    rows: tuple[str, ...] = ()
    """The titles of the pay rows that were hit; records carry their names in `outcome`."""

    def as_line(self) -> dict[str, Any]:
        """Return the settlement line a record carries."""
        line: dict[str, Any] = {
            "seat": self.seat,
            "hand": self.hand,
            "wager": self.wager,
            "stake": self.stake,
            "outcome": self.outcome,
            "net": self.net,
        }
        if self.remainder:
            line["remainder"] = str(self.remainder)
        return line | ({"dealer": self.dealer} if self.dealer else {})

    @property
    def is_players(self) -> bool:
        """Whether the net is the player's; a tip's is the dealer's (ruling C59)."""
        return not self.wager.startswith(TIP)


class PhaseEnded(Value, frozen=True):
    """A part of the round is done."""

    phase: Phase


Event = (
    WagerPlaced
    | MeterFed
    | MeterTakenBack
    | MeterRead
    | CardDealt
    | ActionTaken
    | IrregularityRuled
    | DealerPeeked
    | DownCardExposed
    | DealerShown
    | HandStood
    | HandBusted
    | HandSet
    | HandSplit
    | CardsReshuffled
    | JackpotAwarded
    | JackpotPaid
    | WagerSettled
    | PhaseEnded
)


class CardHidden(Value, frozen=True):
    """A card left the shoe, face down for the viewer of this event."""

    place: Place
    seat: int = 0
    hand: int = 0


class CardsTurned(Value, frozen=True):
    """Cards of a seat that lay face down were turned up: a whole hand, or the poker cards."""

    place: Place
    seat: int
    hand: int
    cards: tuple[Card, ...]
    low: tuple[Card, ...] = ()
    """Those of them that were set as the low hand."""


Shown = Event | CardHidden | CardsTurned
"""What somebody is shown of a round, who may not see every card."""


def event_json(event: Shown) -> dict[str, Any]:
    """Return an event as a record carries it.

    >>> event_json(CardDealt(Card(0), Place.HAND, 1, 1))
    {'event': 'card-dealt', 'card': 'As', 'place': 'hand', 'seat': 1, 'hand': 1}
    """
    if isinstance(event, WagerSettled):
        return {"event": "wager-settled", **event.as_line()}
    return dict(_write_event(event))


@lru_cache(maxsize=4096)
def _write_event(event: Shown) -> Mapping[str, Any]:
    """Write an event; the same ones happen in every round."""
    name, fields = _form(type(event))
    record: dict[str, Any] = {"event": name}
    for field, write, unsaid in fields:
        value = getattr(event, field)
        if write is not None and value is not None:
            value = write(value)
        if value not in unsaid:
            record[field] = value
    return record


_NOTHING = (None, 0, "")
_UNSAID: Mapping[str, tuple[object, ...]] = {
    "blackjack": (),
    "units": (1,),
    "overflow": ("0.0000",),
}
"""Field -> the values that are left out, where they are others than nothing."""


@lru_cache(maxsize=64)
def _form(kind: type[Shown]) -> tuple[str, tuple[_Field, ...]]:
    """Return how records name an event and write its fields."""
    fields = []
    for name in kind.__struct_fields__:
        if name != "kept":  # the dealer's first cards, which a record has already
            write = format_units if (kind, name) in IN_UNITS else _WRITERS.get(name)
            fields.append((name, write, _UNSAID.get(name, _NOTHING)))
    return event_name(kind), tuple(fields)


def event_name(kind: type[Shown]) -> str:
    """Return how records name a kind of event: CardDealt is card-dealt."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


_Field = tuple[str, Callable[[Any], Any] | None, tuple[object, ...]]


def written_word(value: Place | Phase) -> str:
    """Return how records write a place or a phase."""
    return value.name.lower().replace("_", "-")


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "card": format_card,
    "cards": format_cards,
    "low": format_cards,
    "place": written_word,
    "phase": written_word,
}
IN_UNITS = {
    (MeterFed, "amount"),
    (MeterTakenBack, "amount"),
    (MeterRead, "display"),
    (MeterRead, "reserve"),
    (MeterRead, "seed"),
    (MeterRead, "overflow"),
    (MeterRead, "ceiling"),
}
"""What is counted in 1/10,000 of a dollar, and written as dollars."""
