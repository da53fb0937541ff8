"""What a seat may see. The down card cannot leak: there is no field for it until it is turned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pitboss.cards import Card
from pitboss.engine.actions import Choice
from pitboss.engine.events import Phase, WagerSettled
from pitboss.engine.meter import format_units
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.table import question
from pitboss.patterns.totals import best_total, is_ace, is_soft, value


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand as everybody sees it: the cards lie face up."""

    number: int
    cards: tuple[Card, ...]
    total: int
    soft: bool
    stake: int
    doublings: int
    status: Status
    free: int = 0
    """What lammers on it stand for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A betting spot as everybody sees it."""

    number: int
    player: str
    wagers: Mapping[str, int]
    hands: tuple[HandView, ...]
    insured: Mapping[str, int]
    late: Mapping[str, int] = field(default_factory=dict)
    """Wagers offered during the round and what was put on them; 0 where declined."""
    lammers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table as one seat sees it."""

    seat: int
    """Whose view it is."""
    game: str
    phase: Phase
    seats: tuple[SeatView, ...]
    dealer: tuple[Card, ...]
    """The cards that lie face up."""
    dealer_total: int
    dealer_soft: bool
    face_down: int
    """How many of the dealer's cards lie face down."""
    bonus: tuple[Card, ...]
    meters: Mapping[str, str]
    turn: tuple[int, int] | None
    """The seat and hand that must decide, if any."""
    choices: tuple[Choice, ...]
    """What this seat may decide now; empty when it is not its turn."""
    settled: tuple[WagerSettled, ...]


def view(state: State, seat: int) -> TableView:
    """Return the table as *seat* may see it."""
    asked = question(state)
    shown = state.dealer if state.exposed else state.dealer[:1]
    hard = sum(value(card) for card in shown)
    has_ace = any(is_ace(card) for card in shown)
    return TableView(
        seat=seat,
        game=state.setup.configured.game.id,
        phase=state.phase,
        seats=tuple(_seat_view(other) for other in state.seats),
        dealer=shown,
        dealer_total=best_total(hard, has_ace),
        dealer_soft=is_soft(hard, has_ace),
        face_down=len(state.dealer) - len(shown),
        bonus=state.bonus,
        meters=MappingProxyType({w: format_units(m.display) for w, m in state.meters.items()}),
        turn=(asked.seat, asked.hand) if asked else None,
        choices=asked.choices if asked and asked.seat == seat else (),
        settled=state.settled,
    )


def _seat_view(seat: Seat) -> SeatView:
    return SeatView(
        number=seat.number,
        player=seat.player,
        wagers=MappingProxyType(dict(seat.wagers)),
        hands=tuple(_hand_view(hand) for hand in seat.hands),
        insured=MappingProxyType(dict(seat.insured)),
        late=MappingProxyType(dict(seat.late)),
        lammers=seat.lammers,
    )


def _hand_view(hand: Hand) -> HandView:
    return HandView(
        number=hand.number,
        cards=hand.cards,
        total=hand.total,
        soft=hand.soft,
        stake=hand.stake,
        free=hand.free,
        doublings=hand.doublings,
        status=hand.status,
    )
