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
from pitboss.patterns.matches import (
    AllFour,
    all_four,
    four_cards,
    four_suited_jackpot,
    match,
    match_both,
    up_card_jackpot,
)
from pitboss.rulebook.model import Moment, PayRow
from pitboss.rulebook.pays import Dollars, Odds, OddsPlusPercent, Percent, Plain

LOST = "lose"
_BONUS = "match-bonus-"
_CENTS_PER_DOLLAR = 100


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
    first, second = first_two(seat)
    up, down = state.dealer[0], state.dealer[1]
    by_class = wager.by_class[0]
    match wager.family:
        case "match-each-card":
            other = _matched_card(state, wager.id)
            found = [by_class.get(match(card, other)) for card in (first, second)]
        case "match-both-cards":
            found = [by_class.get(match_both(first, second, _matched_card(state, wager.id)))]
        case "jackpot-up-card":
            found = [by_class.get(up_card_jackpot(first, second, up, down))]
        case "jackpot-four-suited":
            found = [by_class.get(four_suited_jackpot(first, second, up, down))]
        case "jackpot-four-cards":
            found = [by_class.get(four_cards(first, second, up, down))]
        case "jackpot-up-and-down":
            found = list(_up_and_down(wager, first, second, up, down))
        case _:
            found = [by_class.get(bust_cards(state.dealer_total, len(state.dealer)))]
    return tuple(row for row in found if row is not None)


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


def _up_and_down(
    wager: SideWager, first: Card, second: Card, up: Card, down: Card
) -> Iterator[PayRow | None]:
    """Tables 4 and 9: all four cards together, else each dealer card by itself (W2-W4, W33)."""
    together = all_four(first, second, up, down)
    row = wager.by_class[0].get(together)
    yield row
    # The spade A-K twice keeps its two suited matches beside the award; four of one rank do not.
    if row is None or together == AllFour.SPADE_ACE_KING_TWICE:
        for card in (up, down):
            yield wager.by_class[1].get(match_both(first, second, card))


def _settled(
    state: State, seat: Seat, wager: SideWager, meter: Meter | None
) -> Iterator[tuple[Event, Meter | None]]:
    """Pay one seat's wager; the meter is handed on from event to event."""
    stake = seat.wagers[wager.id]
    rows = rows_won(state, seat, wager)
    paid, remainder = 0, Fraction(0)
    for row in rows:
        exact = _fixed_pay(row, stake)
        cents = state.setup.rounding.apply(exact)
        paid += cents
        remainder += exact - cents
        if row.from_jackpot and meter is not None:
            meter = meter.pay(cents)
            yield JackpotPaid(seat.number, wager.id, cents), meter
        share = _share(row)
        if share:
            award, meter = _award(wager, share, meter)
            paid += award
            yield JackpotAwarded(seat.number, wager.id, share, award), meter
    kept = any(_stake_stays(row) for row in rows)
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


def _fixed_pay(row: PayRow, stake: int) -> Fraction:
    """What a row pays on a stake, apart from a share of the meter."""
    match row.pay:
        case Odds():
            return stake * row.pay.ratio
        case OddsPlusPercent():
            return stake * row.pay.odds.ratio
        case Dollars():
            return Fraction(row.pay.cents * stake, _CENTS_PER_DOLLAR)
        case _:
            return Fraction(0)


def _share(row: PayRow) -> int:
    match row.pay:
        case Percent():
            return row.pay.of_meter
        case OddsPlusPercent():
            return row.pay.percent.of_meter
        case _:
            return 0


def _stake_stays(row: PayRow) -> bool:
    """Whether the player keeps the wager beside the pay: "to 1" yes, "for 1" no."""
    match row.pay:
        case Odds():
            return not row.pay.for_one
        case OddsPlusPercent():
            return True
        case _:
            return row.pay is Plain.PUSH
