"""A round as one player follows it: from what is shown, without the cards that lie face down.

Whoever is sent the events of a round, as `mask_event` shows them, folds them here into the same
states that the table has, but for the cards nobody has shown him. A card that lies face down is
`UNKNOWN` until it is turned; `view` never shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, get_args

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, open_table
from pitboss.engine.events import (
    IN_UNITS,
    TIP,
    CardDealt,
    CardHidden,
    CardsReshuffled,
    CardsTurned,
    DealerShown,
    DownCardExposed,
    Event,
    Phase,
    Place,
    Shown,
    WagerPlaced,
    event_name,
)
from pitboss.engine.fold import apply
from pitboss.engine.meter import Meter, read_units
from pitboss.engine.rounds.holdem import community
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, State
from pitboss.engine.values import replace
from pitboss.patterns.totals import is_ace, value

UNKNOWN: Final = parse_cards("7s")[0]
"""Stands for a card that lies face down and is not shown: with no up card is it a blackjack."""

_BY_NAME: Final[Mapping[str, Any]] = {event_name(kind): kind for kind in get_args(Shown)}


def read_event(record: Mapping[str, Any]) -> Shown:
    """Read an event that `event_json` wrote; `ValueError` for anything else.

    >>> read_event({"event": "card-hidden", "place": "dealer"})
    CardHidden(place=<Place.DEALER: 1>, seat=0, hand=0)
    """
    kind = _BY_NAME.get(str(record.get("event")))
    if kind is None:
        message = f"there is no event {record.get('event')!r}"
        raise ValueError(message)
    event: Shown = kind(**_values(kind, record))
    return event


def _values(kind: type[Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of an event; what says nothing is left out of a record."""
    names = kind.__struct_fields__
    defaults = kind.__struct_defaults__
    needed = names[: len(names) - len(defaults)]
    values: dict[str, Any] = {name: () if name in _CARDS else 0 for name in needed}
    for name in names:
        if name in record:
            read = read_units if (kind, name) in IN_UNITS else _READ.get(name)
            values[name] = record[name] if read is None else read(record[name])
    return values


_CARDS: Final = frozenset({"cards", "kept", "low"})
_READ: Final[Mapping[str, Any]] = {
    "card": lambda text: parse_cards(text)[0],
    "cards": parse_cards,
    "low": parse_cards,
    "place": lambda text: Place[text.upper().replace("-", "_")],
    "phase": lambda text: Phase[text.upper().replace("-", "_")],
    "action": ActionKind,
    "remainder": Fraction,
    "rows": tuple,
}


def read_question(record: Mapping[str, Any]) -> Question:
    """Read a question as it is sent to the player who is asked."""
    choices = tuple(_read_choice(choice) for choice in record.get("choices", ()))
    return Question(int(record["seat"]), int(record["hand"]), choices, record.get("wager"))


def _read_choice(record: Mapping[str, Any]) -> Choice:
    return Choice(
        kind=ActionKind(record["kind"]),
        low=record.get("low"),
        high=record.get("high"),
        default=record.get("default"),
        step=record.get("step", 1),
        tip=record.get("tip", 0),
        lows=tuple(parse_cards(low) for low in record.get("lows", ())),
        fouls=tuple(parse_cards(low) for low in record.get("fouls", ())),
        tip_max=record.get("tip_max"),
    )


class FollowedRound:
    """A round that somebody follows."""

    def __init__(
        self,
        setup: Setup,
        shown: Sequence[Shown],
        meters: Mapping[str, Meter],
        players: Mapping[int, str],
    ) -> None:
        """Begin with what is shown of a round from its first wager; *players*: seat -> name.

        Nothing is folded yet; `waiting` says what can be.
        """
        wagers: dict[int, dict[str, int]] = {}
        for event in shown:
            if isinstance(event, WagerPlaced):
                wagers.setdefault(event.seat, {})[event.wager] = event.amount
        bets = [
            Bets(
                seat,
                {w: cents for w, cents in placed.items() if not w.startswith(TIP)},
                players[seat],
            )
            for seat, placed in wagers.items()
        ]
        state = open_table(setup, bets, meters)
        self.round = Round(state, state)
        self.waiting: list[Shown] = list(shown)

    def step(self) -> Event | None:
        """Fold the next event in; None: nothing waits."""
        if not self.waiting:
            return None
        shown = self.waiting.pop(0)
        before = self.round.state
        # Cards that an event turns are sent right after it; a viewer knows them as it happens.
        while self.waiting and isinstance(turned := self.waiting[0], CardsTurned):
            before = _with_turned(before, turned)
            self.waiting.pop(0)
        before, event = _learn_cards(before, shown)
        round_ = self.round
        if round_.states:
            round_.states[-1] = before
        else:
            round_.opening = before
        round_.state = apply(before, event)
        round_.events.append(event)
        round_.states.append(round_.state)
        return event


def _learn_cards(before: State, shown: Shown) -> tuple[State, Event]:
    """Return the state as it is known once an event is shown, and the event to fold into it."""
    match shown:
        case CardHidden():
            return before, CardDealt(UNKNOWN, shown.place, shown.seat, shown.hand)
        case DownCardExposed():
            first, _, *rest = before.dealer
            return _with_dealer(before, (first, shown.card, *rest)), shown
        case DealerShown():
            return _with_dealer(before, shown.cards), shown
        case CardsReshuffled():
            return before, CardsReshuffled(community(before))
        case CardsTurned():
            message = "cards are turned by an event"
            raise ValueError(message)
        case _:
            return before, shown


def _with_dealer(state: State, cards: tuple[Card, ...]) -> State:
    hard = sum(map(value, cards))
    has_ace = any(map(is_ace, cards))
    return replace(state, dealer=cards, dealer_hard=hard, dealer_has_ace=has_ace)


def _with_turned(state: State, turned: CardsTurned) -> State:
    seats = []
    for seat in state.seats:
        if seat.number != turned.seat:
            seats.append(seat)
        elif turned.place is Place.POKER:
            seats.append(replace(seat, poker=turned.cards))
        else:
            hands = tuple(_with_cards(hand, turned) for hand in seat.hands)
            seats.append(replace(seat, hands=hands))
    return replace(state, seats=tuple(seats))


def _with_cards(hand: Hand, turned: CardsTurned) -> Hand:
    if hand.number != turned.hand:
        return hand
    cards = turned.cards[: len(hand.cards)]  # what the event itself adds comes with it
    hard = sum(map(value, cards))
    has_ace = any(map(is_ace, cards))
    return replace(hand, cards=cards, hard=hard, has_ace=has_ace, low=turned.low or hand.low)
