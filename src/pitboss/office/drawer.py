"""The cash drawer of the cage: counted by denomination, balanced, and handed over by two people.

The books have a cage full of money that belongs to wallets too; the drawer is the cash that lies
there. It changes where cash changes hands: payments in cash, chips that the cage buys back, money
that the house puts in or takes out, the boxes of physical tables, and the bank behind the jackpots.
Whoever has the drawer counts it, another person counts it again and takes it over. The difference
goes to `house:variance`, and the regulator must hear of a large one.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Posting
from pitboss.office.core import Done, Event, Handler, Outcome, Second, check
from pitboss.office.papers import Chips, Drawer, chips_problem, count_units, without_none
from pitboss.office.roles import Permission
from pitboss.office.signing import HOUR, find_day, with_notice
from pitboss.office.state import Office
from pitboss.text.numbers import money

VARIANCE: Final = "house:variance"


class CountDrawer(Value, frozen=True):
    """Count the cash in the drawer; another person counts it too and takes it over."""

    chips: Chips


class TakeDrawer(Value, frozen=True):
    """Count the drawer after a cashier did, and take it over with what is in it."""

    chips: Chips
    outside: int | None = None
    """Units of `external:cash` in the books; None: unknown until the entry is written."""


class RedeemChips(Value, frozen=True):
    """Buy chips back for cash, by denomination; a large sum in a day waits for a second person.

    Nobody's name is on a chip, so the parts of a cashier count together.
    """

    chips: Chips


class DrawerCounted(Event, frozen=True):
    """The cash in the drawer was counted."""

    chips: Chips


class DrawerTaken(Event, frozen=True):
    """Somebody took the drawer over."""

    shift: int
    chips: Chips
    units: int
    book: int
    """What should have been in it."""
    outside: int
    given_by: str
    notice_due: int


class ChipsRedeemed(Event, frozen=True):
    """The cage bought chips back for cash."""

    number: int
    day: int
    chips: Chips
    cents: int


def expected_units(drawer: Drawer, outside: int) -> int:
    """Return what should be in the drawer, from what the books say came from outside in cash."""
    return drawer.opening + drawer.moved + drawer.outside - outside


def with_cash(office: Office, units: int) -> Office:
    """Return the office after cash came into the drawer or left it, by no payment from outside."""
    if office.drawer is None or not units:
        return office
    return replace(office, drawer=replace(office.drawer, moved=office.drawer.moved + units))


# -- commands ------------------------------------------------------------------------------------


def _count(office: Office, command: CountDrawer, by: str, _now: int) -> Outcome:
    check(chips_problem(command.chips, office.terms.denominations))
    drawer = office.drawer
    if drawer is not None and drawer.counted_by not in ("", by):
        message = "somebody else counted the drawer; count it too, and take it over"
        return Refusal("count/there", message)
    return Done(DrawerCounted(chips=without_none(command.chips)))


def _take(office: Office, command: TakeDrawer, by: str, now: int) -> Outcome:
    assert command.outside is not None, "whoever asks reads the books"
    check(chips_problem(command.chips, office.terms.denominations))
    drawer = office.drawer
    if drawer is None or not drawer.counted_by:
        return Refusal("count/missing", "nobody has counted the drawer yet")
    if drawer.counted_by == by:
        message = "you counted it; another person counts it and takes it over"
        return Refusal("signature/same-person", message)
    chips = without_none(command.chips)
    if chips != drawer.chips:
        raise RefusedError("count/differs", "the two counts differ; count the drawer again, both")
    units = count_units(chips)
    book = expected_units(drawer, command.outside) if drawer.shift else units
    is_large = abs(units - book) >= office.terms.notice_cents * UNITS_PER_CENT
    event = DrawerTaken(
        shift=drawer.shift + 1,
        chips=chips,
        units=units,
        book=book,
        outside=command.outside,
        given_by=drawer.counted_by,
        notice_due=now + office.terms.notice_hours * HOUR if is_large else 0,
    )
    found = units - book
    return Done(event, (Posting("cage:money", found), Posting(VARIANCE, -found)) if found else ())


def _redeem(office: Office, command: RedeemChips, _by: str, _now: int) -> Outcome:
    check(chips_problem(command.chips, office.terms.denominations))
    chips = without_none(command.chips)
    units = count_units(chips)
    if not units:
        return Refusal("count/number", "count at least one chip")
    event = ChipsRedeemed(
        number=office.payment_count + 1,
        day=find_day(office).number,
        chips=chips,
        cents=units // UNITS_PER_CENT,
    )
    return Done(event, (Posting("cage:money", -units), Posting("cage:chips", units)))


def _is_large(office: Office, command: RedeemChips, by: str) -> bool:
    cents = count_units(command.chips) // UNITS_PER_CENT
    return office.bought_back.get(by, 0) + cents >= office.terms.large_cents


# -- events --------------------------------------------------------------------------------------


def _apply_counted(office: Office, event: DrawerCounted, by: str, at: int) -> Office:
    drawer = office.drawer or Drawer()
    return replace(office, drawer=replace(drawer, chips=event.chips, counted_by=by, counted_at=at))


def _apply_taken(office: Office, event: DrawerTaken, by: str, at: int) -> Office:
    drawer = Drawer(
        shift=event.shift, cashier=by, since=at, opening=event.units, outside=event.outside
    )
    found = (event.units - event.book) // UNITS_PER_CENT
    about = f"the cash drawer: {money(found)} of difference when shift {event.shift} began"
    return with_notice(replace(office, drawer=drawer), about, event.notice_due)


def _apply_redeemed(office: Office, event: ChipsRedeemed, by: str, _at: int) -> Office:
    sums = {**office.bought_back, by: office.bought_back.get(by, 0) + event.cents}
    after = replace(office, payment_count=event.number, bought_back=sums)
    return with_cash(after, -event.cents * UNITS_PER_CENT)


COMMANDS: Final = {
    CountDrawer: Handler(_count, Permission.CAGE),
    TakeDrawer: Handler(_take, Permission.CAGE_LARGE),
    RedeemChips: Handler(_redeem, Permission.CAGE, Second(Permission.CAGE_LARGE, _is_large)),
}
EVENTS: Final = {
    DrawerCounted: _apply_counted,
    DrawerTaken: _apply_taken,
    ChipsRedeemed: _apply_redeemed,
}
