"""Side wagers: which rows of its pay table a seat has won, what that pays, and envy pays.

There are two rules of envy. The Super Bonus pays every other betting player once for each hand that
won it. A pay table with envy pays once a round, for the highest row that was won, in units of the
wager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pitboss.cards import JOKER, Card
from pitboss.engine.events import Event, JackpotAwarded, JackpotPaid, Phase, WagerSettled
from pitboss.engine.lines import Result, apply_limit, dealer_envy_lines, line, tip_beside
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import first_two, seat_by_seat
from pitboss.engine.settle import SUPER_BONUS, super_bonus_lines
from pitboss.engine.state import Seat, State
from pitboss.engine.terms import Setup, SideWager
from pitboss.engine.values import Value, replace
from pitboss.patterns.busts import bust_cards, bust_up_card, compare_suits, dealer_22, three_eights
from pitboss.patterns.families import FAMILIES, DecidedBy
from pitboss.patterns.five_card import five_card
from pitboss.patterns.pai_jack import pai_jack
from pitboss.patterns.rows import paid_rows
from pitboss.patterns.straights import LAMMERS_MAX, straight_length
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.patterns.wild import bad_beat, wild_cards, wild_hand
from pitboss.rulebook.model import Moment, PayRow, PayTable
from pitboss.rulebook.pays import fixed_ratio, meter_share

ENVY = "envy"
_BONUS = "match-bonus-"
_UP_CARD_FIRST = frozenset({"jackpot-up-card", "jackpot-four-suited"})


def _bust_up_card(state: State, _: Seat) -> int:
    dealer = state.dealer
    count = len(state.dealer)
    eights = three_eights(dealer, count)
    suits = compare_suits(dealer, count)
    return bust_up_card(state.dealer_total, value(dealer[0]), eights, suits)


def _straight(_: State, seat: Seat) -> int:
    """C50, C51: every card but one that busts; a split freezes the first two."""
    hand = seat.hand(1)
    if hand.split:
        return straight_length(first_two(seat), 2)
    return straight_length(hand.cards, len(hand.cards) - (hand.total > TWENTY_ONE))


def _without_joker(state: State, seat: Seat) -> tuple[Card, ...]:
    """2118(13)(f)(i)(E), (F); ruling D5: no card is wild, and the replacement is the joker's."""
    assert state.replacement is not None
    return tuple(state.replacement if card == JOKER else card for card in seat.hands[0].cards)


CLASS_OF: Mapping[str, Callable[[State, Seat], int]] = {
    "dealer-bust-cards": lambda state, _: bust_cards(state.dealer_total, len(state.dealer)),
    "dealer-22": lambda state, _: dealer_22(
        state.dealer_total, compare_suits(state.dealer, len(state.dealer))
    ),
    "dealer-bust-up-card": _bust_up_card,
    "lammers": lambda _, seat: min(seat.lammers, LAMMERS_MAX),
    "straight-length": _straight,
    "five-card-poker": lambda state, seat: five_card(_without_joker(state, seat)),
    "wild-poker": lambda _, seat: wild_hand(seat.hands[0].cards),
    "wild-cards": lambda _, seat: wild_cards(seat.hands[0].cards),
    "bad-beat": lambda state, seat: bad_beat(seat.hands[0].cards, state.dealer),
    "pai-jack": lambda _, seat: pai_jack(seat.hands[0].cards),
}
"""Family -> the class of the completed hand that decides it."""


def settle_side_wagers(
    state: State, moment: Moment, of: Iterable[Seat] | None = None
) -> list[Event]:
    """Return what settles the side wagers due at *moment*: wager by wager, or spot by spot.

    Percentages of a meter are paid in the document's order, each taken from the meter before the
    next is computed. Only seats named by *of* are settled, if any are.
    """
    events: list[Event] = []
    of_meters: list[Event] = []
    for wager in state.setup.settled_at[moment]:
        if of is not None and wager.spot.jackpot is not None:
            continue  # a meter is shared in the document's order, once every hand is known (C28)
        among = state.seats if of is None else of
        seats = [seat for seat in among if wager.id in seat.wagers]
        if wager.settled != moment:
            seats = [seat for seat in seats if _is_decided_by_deal(state, seat, wager)]
        elif state.settled:
            done = {line.seat for line in state.settled if line.wager == wager.id}
            seats = [seat for seat in seats if seat.number not in done]
        if seats and wager.awarded_late and not state.paid_as_decided:
            waiting = _wait_for_awards(state, wager)
            seats = [seat for seat in seats if seat not in waiting]
        if seats:
            # DP12: only wagers without a meter, whose order the document sets, go spot by spot.
            part = of_meters if state.setup.spot_by_spot and wager.spot.jackpot else events
            part += _settle_wager(state, wager, tuple(seats))
    return [*(seat_by_seat(state, events) if state.setup.spot_by_spot else events), *of_meters]


def may_be_decided_by_deal(wager: SideWager) -> bool:
    """Return whether a wager that waits may be decided, and settled, before play all the same."""
    up_card_first = wager.settled == Moment.DOWN_CARD and wager.family in _UP_CARD_FIRST
    return wager.family == "straight-length" or up_card_first


def _wait_for_awards(state: State, wager: SideWager) -> list[Seat]:
    """Return the seats that are paid after the round, as they win a share of the meter (JP-pays).

    Beside such a seat, a fixed prize out of the same meter would wait too, as each award is taken
    from the meter before the next is computed (JP-sequence). No printed table has both at once.
    """
    made = [seat for seat in state.seats if wager.id in seat.wagers]
    rows = [(seat, winning_rows(state, seat, wager)) for seat in made]
    if not any(meter_share(row.pay) for _, won in rows for row in won):
        return []
    return [
        seat for seat, won in rows if any(row.from_jackpot or meter_share(row.pay) for row in won)
    ]


def waiting_awards(state: State, seat: Seat) -> set[str]:
    """Return the jackpot wagers of a seat that have won, and are paid after the round."""
    return {
        wager.id
        for wager in state.setup.awarded_late
        if wager.id in seat.wagers
        and _is_decided(state, wager)
        and seat in _wait_for_awards(state, wager)
    }


def _is_decided(state: State, wager: SideWager) -> bool:
    """Whether the cards that decide a jackpot wager lie open."""
    if state.paid_as_decided or state.phase in (Phase.DEAL, Phase.AFTER_DEAL):
        return False
    return state.exposed or wager.settled is Moment.AFTER_DEAL


def settle_awards(state: State) -> list[Event]:
    """JP-pays: settle the jackpot wagers that waited for the end of the round."""
    events: list[Event] = []
    for wager in state.setup.awarded_late:
        done = {line.seat for line in state.settled if line.wager == wager.id}
        made = [seat for seat in state.seats if wager.id in seat.wagers]
        seats = tuple(seat for seat in made if seat.number not in done)
        if seats:
            events += _settle_wager(state, wager, seats)
    return events


def _is_decided_by_deal(state: State, seat: Seat, wager: SideWager) -> bool:
    """Whether a wager that may have to wait is decided already, and settled before play.

    2109(6)(b): two cards that are no straight have lost. W8: what the up card alone decides does
    not wait for the down card: so for the tables that look at the up card first (3 with its
    alternates, 5), where no down card could change the pay and none of it is a share of the meter.
    """
    if wager.family == "straight-length":
        return CLASS_OF[wager.family](state, seat) == 0
    if not may_be_decided_by_deal(wager):
        return False
    first, second = first_two(seat)
    up = state.dealer[0]
    classify = FAMILIES[wager.family].classify
    possible = [
        paid_rows(wager.family, wager.by_class, classify(first, second, up, down, 0))
        for down in state.setup.shoe.deck.cards
    ]
    rows = possible[0]
    waits = any(
        meter_share(row.pay) or (row.from_jackpot and state.paid_as_decided) for row in rows
    )
    return not waits and all(other == rows for other in possible)


def _settle_wager(state: State, wager: SideWager, seats: tuple[Seat, ...]) -> list[Event]:
    meter = state.meters.get(wager.id)
    settled: list[_SettledSeat] = []
    # Where a meter is shared, the document has an order of its own.
    for seat in seats[::-1] if is_from_the_right(state.setup, wager) else seats:
        one = _settle_seat(state, seat, wager, meter)
        meter = one.meter
        settled.append(one)
    spot = wager.spot
    due = 0 if spot.aggregate is None else _due(state, wager)
    return [
        event
        for one in settled
        for event in (*one.events, apply_limit(one.line, one.paid, spot, due))
    ]


class _SettledSeat(Value, frozen=True):
    """One seat's wager, settled."""

    events: tuple[Event, ...]
    line: WagerSettled
    paid: int
    """What is paid out on it, a returned stake apart."""
    meter: Meter | None


def _due(state: State, wager: SideWager) -> int:
    """All that is due on a wager in this round, also to seats settled later (2115(3)(b))."""
    seats = [seat for seat in state.seats if wager.id in seat.wagers]
    return sum(_settle_seat(state, seat, wager, None).paid for seat in seats)


def is_from_the_right(setup: Setup, wager: SideWager) -> bool:
    """Whether the last seat is settled first."""
    terms = wager.spot.wager.jackpot
    return (terms.award_order if terms else setup.settled_from) == "dealer's right"


def winning_rows(state: State, seat: Seat, wager: SideWager) -> tuple[PayRow, ...]:
    """Return the rows of the wager's pay table that the cards on the table win."""
    if is_void(seat, wager) or is_concealed(seat, wager):
        return ()
    family = FAMILIES[wager.family]
    if family.decided_by is not DecidedBy.DEAL:
        row = wager.by_class[0].get(CLASS_OF[wager.family](state, seat))
        return () if row is None else (row,)
    by_role = {"up": state.dealer[0], "down": state.dealer[1]}
    if "matched" in family.cards:
        by_role["matched"] = _matched_card(state, wager.id)
    by_role |= state.setup.plan.first_cards(seat)
    hits = family.classify(*[by_role[role] for role in family.cards], state.setup.specific_suit)
    return paid_rows(wager.family, wager.by_class, hits)


def is_void(seat: Seat, wager: SideWager) -> bool:
    """C24, C45, C46: Hedge 22 and Bust Bonus lose where the first hand ends with 30."""
    total = wager.spot.wager.loses_on_total
    return total is not None and bool(seat.units) and seat.hand(1).total == total


def is_concealed(seat: Seat, wager: SideWager) -> bool:
    """2107 Winner(2): the wager is collected, as its player left the hand face down."""
    return wager.spot.wager.must_expose and seat.exposes is False


def _matched_card(state: State, wager_id: str) -> Card:
    """The dealer's card a Match The Dealer wager is about."""
    if wager_id.startswith(_BONUS):
        return state.bonus[int(wager_id.removeprefix(_BONUS)) - 1]
    return state.dealer[1 if wager_id == "match-down" else 0]


def _settle_seat(state: State, seat: Seat, wager: SideWager, meter: Meter | None) -> _SettledSeat:
    """Settle one seat's wager; the meter is handed on."""
    stake = seat.wagers[wager.id]
    rounding = state.setup.rounding
    rows = winning_rows(state, seat, wager)
    result = _result(seat, wager, rows)
    settled = line(seat, wager.id, stake, result, rounding)
    paid = settled.net if result.is_returned else settled.net + stake
    events = _for_the_dealer(state, seat, wager, rows)
    for row in rows:
        if row.from_jackpot and meter is not None:
            cents = rounding.apply(stake * fixed_ratio(row.pay))
            meter = meter.pay(cents)
            events.append(JackpotPaid(seat.number, wager.id, cents))
        share = meter_share(row.pay)
        if share:
            award, meter = _award(wager, share, meter)
            paid += award
            settled = replace(settled, net=settled.net + award)
            events.append(JackpotAwarded(seat.number, wager.id, share, award))
    return _SettledSeat(tuple(events), settled, paid, meter)


def _result(seat: Seat, wager: SideWager, rows: tuple[PayRow, ...]) -> Result:
    if is_concealed(seat, wager):
        return Result("not exposed", is_returned=False)
    return Result.from_rows(rows)


def _for_the_dealer(
    state: State, seat: Seat, wager: SideWager, rows: tuple[PayRow, ...]
) -> list[Event]:
    """The tip beside a wager, at the same odds, and the dealer's envy pay (rulings C59, C70)."""
    events: list[Event] = []
    name, tip = tip_beside(seat, wager.id)
    if tip:
        result = replace(_result(seat, wager, rows), pays="")
        events.append(line(seat, name, tip, result, state.setup.rounding))
    table = wager.spot.table
    if rows and table is not None and table.envy_to == "dealer":
        events += dealer_envy_lines(seat, rows)
    return events


def _award(wager: SideWager, share: int, meter: Meter | None) -> tuple[int, Meter | None]:
    if meter is not None:
        return meter.award(share)
    jackpot = wager.spot.jackpot
    assert jackpot, "a table that pays percentages has a jackpot"
    return jackpot.prizes[share], None


def pay_super_bonuses(state: State) -> list[Event]:
    """DP10: the round has been played out; pay the Super Bonus, and the Envy Bonus to the others.

    GR10: every other betting player gets an Envy Bonus for each Super Bonus hand.
    """
    terms = state.setup.configured.game.super_bonus
    if terms is None:
        return []
    paid = [line for line in state.settled if line.wager == SUPER_BONUS]
    if paid and not state.paid_as_decided:
        return []
    won = [
        line
        for seat in state.seats
        for hand in seat.hands
        for line in super_bonus_lines(state, seat, hand)
    ]
    envy = _envy_bonuses(state, won, terms.envy)
    return envy if paid else [*seat_by_seat(state, won), *envy]


def _envy_bonuses(state: State, won: Iterable[WagerSettled], envy: int) -> list[Event]:
    winners = [state.seat(line.seat).owner for line in won]
    lowest: dict[tuple[str, int], Seat] = {}
    for seat in state.seats:
        if seat.units:
            lowest.setdefault(seat.owner, seat)
    events: list[Event] = []
    for owner, seat in lowest.items():
        hands = sum(winner != owner for winner in winners)
        if hands:
            events.append(_envy_line(seat, f"{hands} won", envy * hands))
    return events


def for_the_highest_row(state: State) -> list[Event]:
    """2118(13)(f)(i)(C)-(D); ruling D4: once a round, by the highest row that was won.

    Everybody else who made the wager gets it, in units of the wager; no winner does, nor a winner's
    other seats.
    """
    events: list[Event] = []
    for wager in state.setup.side_wagers:
        table = wager.spot.table
        if table is None or table.envy_to != "players":
            continue
        seats = [seat for seat in state.seats if wager.id in seat.wagers]
        won = [
            (row.envy or 0, row.name, s.owner)
            for s in seats
            for row in winning_rows(state, s, wager)
        ]
        envied = [pair for pair in won if pair[0]]
        if envied:
            envy, name, _ = max(envied)
            winners = {owner for _, _, owner in envied}
            for seat in seats:
                if seat.owner not in winners:
                    units = envy_units(table, seat.wagers[wager.id])
                    events.append(_envy_line(seat, name, envy * units))
    return events


def envy_units(table: PayTable, stake: int) -> int:
    """Return how many times the wager the table is printed for was made."""
    return stake // table.base_wager if table.envy_scales and table.base_wager else 1


def _envy_line(seat: Seat, outcome: str, net: int) -> Event:
    return WagerSettled(seat=seat.number, hand=1, wager=ENVY, stake=0, outcome=outcome, net=net)
