"""What a seat may see. The down card cannot leak: there is no field for it until it is turned.

`mask_event` agrees with `view`: whoever adds up what it shows knows the cards `view` shows him,
and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pitboss.cards import Card
from pitboss.engine.actions import Choice
from pitboss.engine.drive import question
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardHidden,
    CardsTurned,
    Event,
    HandSet,
    IrregularityRuled,
    Phase,
    Place,
    Shown,
    WagerSettled,
)
from pitboss.engine.meter import format_units
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import Setup
from pitboss.engine.values import replace
from pitboss.patterns.totals import best_total, is_ace, is_soft, value
from pitboss.rulebook.model import RoundKind

_PACKET = 5
"""Cards of a hand that is dealt at once, face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand as one seat sees it."""

    number: int
    cards: tuple[Card, ...]
    """Those that lie face up, and one's own."""
    total: int
    """The blackjack total; 0 where no blackjack is played."""
    soft: bool
    stake: int
    doublings: int
    status: Status
    units: tuple[str, ...] = ()
    """The wagers that ride on it; none where the seat made side wagers only."""
    free: int = 0
    """What lammers on it stand for."""
    made_free: bool = False
    """It was started by a lammer."""
    split: bool = False
    """Made by a split, or split itself."""
    switched: bool = False
    blackjack: bool = False
    """It is a blackjack that this seat may see."""
    face_down: int = 0
    """How many of its cards this seat may not see."""
    low: tuple[Card, ...] = ()
    """The cards of the low hand, once it is set."""


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
    poker: tuple[Card, ...] = ()
    """The cards of the poker part that this seat may see."""
    poker_face_down: int = 0
    folded: bool = False
    ruled_out: str = ""
    """The irregularity that took the seat out of the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table as one seat sees it."""

    seat: int
    """Whose view it is."""
    game: str
    round: RoundKind
    """The kind of round: what the hands mean."""
    phase: Phase
    seats: tuple[SeatView, ...]
    dealer: tuple[Card, ...]
    """The cards that lie face up."""
    dealer_total: int
    dealer_soft: bool
    face_down: int
    """How many of the dealer's cards lie face down."""
    dealer_low: tuple[Card, ...]
    """The dealer's low hand, once it is set."""
    bonus: tuple[Card, ...]
    community: tuple[Card, ...]
    """The dealer's cards that are everybody's, once poker is played with them."""
    replacement: Card | None
    """The card that stands for the joker, in a wager without wild cards."""
    meters: Mapping[str, str]
    turn: tuple[int, int] | None
    """The seat and hand that must decide, if any."""
    choices: tuple[Choice, ...]
    """What this seat may decide now; empty when it is not its turn."""
    settled: tuple[WagerSettled, ...]
    rulings: tuple[IrregularityRuled, ...] = ()
    """What the floor has ruled, in order."""


def view(state: State, seat: int) -> TableView:
    """Return the table as *seat* may see it; a seat that is not there only watches."""
    due = question(state)
    shown = state.dealer if state.exposed else state.dealer[: dealer_shows(state)]
    hard = sum(value(card) for card in shown)
    has_ace = any(is_ace(card) for card in shown)
    owner = seat_owner(state, seat)
    return TableView(
        seat=seat,
        game=state.setup.configured.game.id,
        round=state.setup.round,
        phase=state.phase,
        seats=tuple(_seat_view(state, other, own=other.owner == owner) for other in state.seats),
        dealer=shown,
        dealer_total=best_total(hard, has_ace) if state.setup.blackjack else 0,
        dealer_soft=is_soft(hard, has_ace) if state.setup.blackjack else False,
        face_down=len(state.dealer) - len(shown),
        dealer_low=state.dealer_low,
        bonus=state.bonus,
        community=state.kept,
        replacement=state.replacement,
        meters=MappingProxyType({w: format_units(m.display) for w, m in state.meters.items()}),
        turn=(due.seat, due.hand) if due else None,
        choices=due.choices if due and due.seat == seat else (),
        settled=state.settled,
        rulings=state.rulings,
    )


def seat_owner(state: State, seat: int) -> tuple[str, int]:
    """Return who plays *seat*; where nobody does, somebody who has no cards."""
    return next((other.owner for other in state.seats if other.number == seat), ("", seat))


def dealer_shows(state: State) -> int:
    """How many cards of the dealer's lie face up from the start: the up card, or none."""
    return 1 if state.setup.blackjack else 0


def _seat_view(state: State, seat: Seat, *, own: bool) -> SeatView:
    poker = seat.poker if own or not is_poker_face_down(state, seat) else ()
    return SeatView(
        number=seat.number,
        player=seat.player,
        wagers=MappingProxyType(dict(seat.wagers)),
        hands=tuple(_hand_view(state, seat, hand, own=own) for hand in seat.hands),
        insured=MappingProxyType(dict(seat.insured)),
        late=MappingProxyType(dict(seat.late)),
        lammers=seat.lammers,
        poker=poker,
        poker_face_down=len(seat.poker) - len(poker),
        folded=seat.folded,
        ruled_out=seat.ruled_out,
    )


def is_poker_face_down(state: State, seat: Seat) -> bool:
    """2104(7), (13)(a): the hands still in are turned up at the end; a folded one never is."""
    return bool(seat.poker) and (seat.folded or not state.over)


def _hand_view(state: State, seat: Seat, hand: Hand, *, own: bool) -> HandView:
    """A hand as somebody sees it whose *own* it is or not."""
    shown = own or not is_face_down(state, seat, hand)
    counted = shown and state.setup.blackjack is not None
    return HandView(
        number=hand.number,
        cards=hand.cards if shown else (),
        total=hand.total if counted else 0,
        soft=hand.soft if counted else False,
        stake=hand.stake,
        units=seat.units_on(hand) if seat.units else (),
        free=hand.free,
        made_free=hand.made_free,
        split=hand.split,
        switched=hand.switched,
        blackjack=counted and hand.is_blackjack,
        doublings=hand.doublings,
        status=hand.status,
        face_down=0 if shown else len(hand.cards),
        low=hand.low if shown else (),
    )


def is_face_down(state: State, seat: Seat, hand: Hand) -> bool:
    """Whether only its player sees a hand: packets, or blackjack hands dealt face down."""
    if state.setup.blackjack is None:
        return _is_packet_face_down(state, hand)
    # 2115(3)(b): cards dealt face down are turned up in turn, or when they are settled.
    if not state.setup.face_down or state.exposed or hand.status != Status.PLAYING:
        return False
    if seat.exposes:  # 2107 Winner(2)
        return False
    at_turn = next(s for s in state.seats if any(h.status == Status.PLAYING for h in s.hands))
    return state.phase < Phase.HANDS or seat.number != at_turn.number


def _is_packet_face_down(state: State, hand: Hand) -> bool:
    """2112(3), 2118(8): until the dealer's is turned, unless it is announced when paid."""
    if len(hand.cards) < _PACKET:
        return True
    if state.exposed:
        return False
    return not (hand.status == Status.SETTLED and state.setup.plan.is_announced(hand))


def mask_event(before: State, event: Event, after: State, seat: int | None) -> tuple[Shown, ...]:
    """Return what the player of *seat* may see of an event; None: somebody who only watches.

    That is the event, without the cards that lie face down for him, and after it the hands that
    it turns up.
    """
    if _is_open(before, event, after):
        return (event,)
    owner = seat_owner(after, seat or 0)
    return (_hide_cards(before, event, owner), *_find_turned_cards(before, after, owner))


def _is_open(before: State, event: Event, after: State) -> bool:
    """Whether everybody sees all of an event, as of most in games that are dealt face up."""
    if _hands_lie_down(after.setup):
        return False
    if isinstance(event, CardDealt):
        return event.place == Place.HAND or (before.exposed and event.place == Place.DEALER)
    return not after.over  # poker cards are turned up at the end


def _hands_lie_down(setup: Setup) -> bool:
    """Whether players' hands are dealt face down: as packets, or by the house's choice."""
    return setup.blackjack is None or setup.face_down


def _hide_cards(before: State, event: Event, owner: tuple[str, int]) -> Shown:
    match event:
        case CardDealt():
            if _is_dealt_down(before, event, owner):
                return CardHidden(event.place, event.seat, event.hand)
        case ActionTaken() | HandSet() if event.low and event.seat:
            seat = before.seat(event.seat)
            if seat.owner != owner and is_face_down(before, seat, seat.hand(1)):
                return replace(event, low=())
        case _:
            pass
    return event


def _is_dealt_down(before: State, event: CardDealt, owner: tuple[str, int]) -> bool:
    """Whether a card is dealt face down, for anybody but its player."""
    match event.place:
        case Place.DEALER:
            return not before.exposed and len(before.dealer) >= dealer_shows(before)
        case Place.HAND:
            seat = before.seat(event.seat)
            return seat.owner != owner and is_face_down(before, seat, seat.hand(event.hand))
        case Place.POKER:
            return before.seat(event.seat).owner != owner
        case _:
            return False


def _find_turned_cards(
    before: State, after: State, owner: tuple[str, int]
) -> Iterator[CardsTurned]:
    """Yield the hands that lay face down before and lie face up after."""
    is_same = before.phase == after.phase and before.exposed == after.exposed
    if is_same and before.seats is after.seats:
        return
    lie_down = _hands_lie_down(after.setup)
    for seat in after.seats:
        if seat.owner != owner:
            earlier = before.seat(seat.number)
            if lie_down:
                yield from _find_turned_hands(before, earlier, after, seat)
            if is_poker_face_down(before, earlier) and not is_poker_face_down(after, seat):
                yield CardsTurned(Place.POKER, seat.number, 1, seat.poker)


def _find_turned_hands(
    before: State, earlier: Seat, after: State, seat: Seat
) -> Iterator[CardsTurned]:
    for hand in earlier.hands:
        now = seat.hand(hand.number)
        if is_face_down(before, earlier, hand) and not is_face_down(after, seat, now):
            yield CardsTurned(
                place=Place.HAND, seat=seat.number, hand=hand.number, cards=now.cards, low=now.low
            )
