"""Side wagers: which rows of its pay table a seat has won, and what that pays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.cards import Card
from pitboss.engine.events import Event, JackpotAwarded, JackpotPaid, WagerSettled
from pitboss.engine.meter import Meter
from pitboss.engine.setup import SideWager
from pitboss.engine.state import Seat, State
from pitboss.patterns.busts import bust_cards
from pitboss.patterns.paying import rows_paid
from pitboss.patterns.sights import SIGHTS
from pitboss.rulebook.model import Moment, PayRow
from pitboss.rulebook.pays import fixed_ratio, keeps_stake, meter_share

LOST = "lose"
_BONUS = "match-bonus-"


def settle_side_wagers(state: State, moment: Moment) -> list[Event]:
    """Return what settles the side wagers due at *moment*, wager by wager.

    Percentages of a meter are paid in the document's order, each taken from the meter before the
    next is computed.
    """
    events: list[Event] = []
    for wager in state.setup.side_wagers:
        if wager.settled != moment:
            continue
        meter = state.meters.get(wager.id)
        for seat in _award_order(state.seats, wager):
            if wager.id in seat.wagers:
                for event, after in _settled(state, seat, wager, meter):
                    events.append(event)
                    meter = after
    return events


def _award_order(seats: tuple[Seat, ...], wager: SideWager) -> tuple[Seat, ...]:
    terms = wager.spot.wager.jackpot
    return seats[::-1] if terms and terms.award_order == "dealer's right" else seats


def rows_won(state: State, seat: Seat, wager: SideWager) -> tuple[PayRow, ...]:
    """Return the rows of the wager's pay table that the cards on the table win."""
    sight = SIGHTS.get(wager.family)
    if sight is None:  # the dealer's completed hand decides
        row = wager.by_class[0].get(bust_cards(state.dealer_total, len(state.dealer)))
        return () if row is None else (row,)
    first, second = first_two(seat)
    seen = {
        "first": first,
        "second": second,
        "up": state.dealer[0],
        "down": state.dealer[1],
        "matched": _matched_card(state, wager.id),
    }
    hits = sight.hits(*(seen[role] for role in sight.cards), state.setup.specific_suit)
    return rows_paid(wager.family, wager.by_class, hits)


def first_two(seat: Seat) -> tuple[Card, Card]:
    """Return the cards a seat was dealt first, whatever became of them by splitting."""
    first = seat.hand(1)
    second = seat.hand(2).cards[0] if first.split else first.cards[1]
    return first.cards[0], second


def _matched_card(state: State, wager_id: str) -> Card:
    """The dealer's card a Match The Dealer wager is about."""
    if wager_id.startswith(_BONUS):
        return state.bonus[int(wager_id.removeprefix(_BONUS)) - 1]
    return state.dealer[1 if wager_id == "match-down" else 0]


def _settled(
    state: State, seat: Seat, wager: SideWager, meter: Meter | None
) -> Iterator[tuple[Event, Meter | None]]:
    """Pay one seat's wager; the meter is handed on from event to event."""
    stake = seat.wagers[wager.id]
    rows = rows_won(state, seat, wager)
    paid, remainder = 0, Fraction(0)
    for row in rows:
        exact = stake * fixed_ratio(row.pay)
        cents = state.setup.rounding.apply(exact)
        paid += cents
        remainder += exact - cents
        if row.from_jackpot and meter is not None:
            meter = meter.pay(cents)
            yield JackpotPaid(seat.number, wager.id, cents), meter
        share = meter_share(row.pay)
        if share:
            award, meter = _award(wager, share, meter)
            paid += award
            yield JackpotAwarded(seat.number, wager.id, share, award), meter
    kept = any(keeps_stake(row.pay) for row in rows)
    outcome = " + ".join(row.name for row in rows) or LOST
    net = paid - (0 if kept else stake)
    pays = " + ".join(row.text for row in rows)
    line = WagerSettled(seat.number, 1, wager.id, stake, outcome, net, remainder, pays)
    yield line, meter


def _award(wager: SideWager, share: int, meter: Meter | None) -> tuple[int, Meter | None]:
    if meter is not None:
        return meter.award(share)
    jackpot = wager.spot.jackpot
    assert jackpot, "a table that pays percentages has a jackpot"
    return jackpot.prizes[share], None
