"""The operations on a jackpot: each a function from one jackpot to the next, or a refusal."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pitboss.engine.meter import award_units
from pitboss.engine.values import replace
from pitboss.jackpot.state import TOP, Hit, Jackpot, Removal
from pitboss.jackpot.terms import Scheme, Terms


class JackpotError(Exception):
    """An operation that is not allowed; nothing was changed."""

    def __init__(self, code: str, message: str) -> None:
        """Name the problem by a stable code and in words."""
        super().__init__(message)
        self.code = code


class Reason(StrEnum):
    """Why a jackpot may be adjusted other than by a win (WAC 230-15-695)."""

    MALFUNCTION = "malfunction"
    """(2) A fault is corrected."""
    OVER_MAXIMUM = "over-maximum"
    """(3) It shows more than its preset maximum."""
    BOOKED = "booked"
    """(4) Money that is not displayed is recorded as gross receipts."""
    SEED_RECOVERED = "seed-recovered"
    """(5) The house takes its seed back."""
    TRANSFER = "transfer"
    """(685) It goes to, or comes from, another jackpot."""
    ADDED = "added"
    """(685) The house adds to it."""


class Place(NamedTuple):
    """Where an award was won."""

    table: str
    round: int
    seat: int
    wager: str


def open_jackpot(name: str, terms: Terms) -> Jackpot:
    """Return a new jackpot that shows its seed.

    >>> from fractions import Fraction
    >>> open_jackpot("mtd", Terms(seed=500_000, rate=Fraction(1, 5))).display
    500000
    """
    _check_terms(terms)  # also that a jackpot of the house has no seed
    return Jackpot(id=name, terms=terms, display=terms.seed, seeded=terms.seed)


def _check_terms(terms: Terms) -> None:
    if problems := terms.problems():
        raise JackpotError("jackpot/terms", "; ".join(problems))


# -- wagers and hits -----------------------------------------------------------------------------


def rate_now(jackpot: Jackpot) -> Fraction:
    """Return the current contribution rate: the second rate at the ceiling."""
    second = jackpot.terms.secondary_rate
    return jackpot.terms.rate if second is None or not jackpot.is_full else second


def contribute(jackpot: Jackpot, units: int) -> Jackpot:
    """Add contributions: the hidden share to the reserve, the rest to the display.

    A negative amount comes from wagers that were given back. A jackpot that is switched off takes
    the contributions of earlier bets.

    >>> from fractions import Fraction
    >>> terms = Terms(seed=0, rate=Fraction(1), hidden_share=Fraction(1, 4), ceiling=500)
    >>> after = contribute(open_jackpot("x", terms), 1000)
    >>> after.display, after.reserve, after.overflow
    (500, 250, 250)
    """
    _refuse_if_closed(jackpot)
    terms = jackpot.terms
    if terms.scheme is Scheme.HOUSE:
        raise JackpotError("jackpot/house", "no wager adds to a house jackpot")
    if units < 0:
        return _take_back(jackpot, -units)
    hidden = units * terms.hidden_share.numerator // terms.hidden_share.denominator
    if terms.reserve_limit is not None:
        hidden = min(hidden, max(0, terms.reserve_limit - jackpot.reserve))
    assert 0 <= hidden <= units, "a hidden share is a part of what came in"
    fed = replace(
        jackpot, reserve=jackpot.reserve + hidden, contributed=jackpot.contributed + units
    )
    return _add_to_display(fed, units - hidden)


def _take_back(jackpot: Jackpot, units: int) -> Jackpot:
    """Take out contributions of returned wagers, from the pools that they went to."""
    terms = jackpot.terms
    hidden = min(
        jackpot.reserve, units * terms.hidden_share.numerator // terms.hidden_share.denominator
    )
    # What nobody sees goes first: the display is promised to players, and is touched last.
    spare = min(jackpot.overflow, units - hidden)
    shown = units - hidden - spare
    assert min(hidden, spare, shown) >= 0, "each pool gives at most what was put into all"
    if shown > jackpot.display:
        raise JackpotError("jackpot/short", "the display holds less than is taken")
    return replace(
        jackpot,
        reserve=jackpot.reserve - hidden,
        overflow=jackpot.overflow - spare,
        display=jackpot.display - shown,
        contributed=jackpot.contributed - units,
    )


def lock(jackpot: Jackpot, place: Place, percent: int) -> tuple[Hit, Jackpot]:
    """Lock a share of the display for a winner; after 100 % the meter starts again at once.

    So other tables play on for the new amount while this hit is verified. The part of a cent stays
    on display (W34). A round that was dealt before the jackpot was switched off still wins.
    """
    _refuse_if_closed(jackpot)
    if not 0 < percent <= TOP:
        raise JackpotError("jackpot/share", "an award is 1 to 100 % of the display")
    amount = award_units(jackpot.display, percent)
    assert 0 <= amount <= jackpot.display, "an award comes out of the display, never the reserve"
    hit = _hit(jackpot, place, percent, amount)
    after = replace(jackpot, display=jackpot.display - amount)
    if percent == TOP:
        after, hit = _start_again(after, hit)
    return hit, replace(after, pending=(*jackpot.pending, hit), hits=hit.number)


def lock_prize(jackpot: Jackpot, place: Place, amount: int) -> tuple[Hit, Jackpot]:
    """Lock a fixed prize: out of the display, or, at a house jackpot, out of the house's money."""
    _refuse_if_closed(jackpot)
    if jackpot.terms.scheme is Scheme.HOUSE:
        hit = replace(_hit(jackpot, place, 0, amount), seeded=amount)
        paid_in = replace(jackpot, seeded=jackpot.seeded + amount)
        return hit, replace(paid_in, pending=(*jackpot.pending, hit), hits=hit.number)
    hit = _hit(jackpot, place, 0, min(amount, jackpot.display))
    after = replace(jackpot, display=jackpot.display - hit.amount)
    return hit, replace(after, pending=(*jackpot.pending, hit), hits=hit.number)


def _hit(jackpot: Jackpot, place: Place, percent: int, amount: int) -> Hit:
    return Hit(number=jackpot.hits + 1, **place._asdict(), percent=percent, amount=amount)


def _start_again(jackpot: Jackpot, hit: Hit) -> tuple[Jackpot, Hit]:
    """Seed the meter again, with its pools on display, under the waiting terms."""
    terms = jackpot.waiting or jackpot.terms
    put = replace(
        hit,
        seeded=terms.seed,
        from_reserve=jackpot.reserve,
        from_overflow=jackpot.overflow,
        ended=None if jackpot.waiting is None else jackpot.terms,
    )
    empty = replace(
        jackpot,
        terms=terms,
        waiting=None,
        reserve=0,
        overflow=0,
        seeded=jackpot.seeded + terms.seed,
    )
    return _add_to_display(empty, put.seeded + put.from_reserve + put.from_overflow), put


def _add_to_display(jackpot: Jackpot, units: int) -> Jackpot:
    """Add units to the display up to the ceiling, the rest to the overflow."""
    ceiling = jackpot.terms.ceiling
    # A display may stand above a lowered ceiling: then there is no room, and none is taken.
    room = units if ceiling is None else max(0, min(units, ceiling - jackpot.display))
    assert 0 <= room <= units, (
        "what is taken from the display goes through `_take_back` or `adjust`"
    )
    return replace(
        jackpot, display=jackpot.display + room, overflow=jackpot.overflow + units - room
    )


# -- what becomes of a hit -----------------------------------------------------------------------


def confirm(jackpot: Jackpot, number: int) -> Jackpot:
    """Pay the hit that was locked first; hits are settled in their order."""
    _refuse_unless_first(jackpot, number)
    return pay(jackpot, number)


def pay(jackpot: Jackpot, number: int) -> Jackpot:
    """Pay a hit, even if earlier hits still wait: the table pays a small one at once."""
    hit, waiting = _take_out(jackpot, number)
    won = max(jackpot.won, number) if hit.percent == TOP else jackpot.won
    return replace(jackpot, pending=waiting, paid=jackpot.paid + hit.amount, won=won)


def reject(jackpot: Jackpot, number: int) -> Jackpot:
    """Reject the hit that was locked first: its award goes back."""
    _refuse_unless_first(jackpot, number)
    return put_back(jackpot, number)


def put_back(jackpot: Jackpot, number: int) -> Jackpot:
    """Undo a waiting hit: its award goes back.

    The award first repays the pools and then the house for restarting the meter, as far as it goes;
    the rest is displayed. So no pool ever owes anything, whatever other tables have won from the
    new meter meanwhile. If nobody has, the jackpot is as if nothing had been won, with the
    contributions since. Terms that waited for a win wait again.
    """
    hit, waiting = _take_out(jackpot, number)
    return _give_back(_under_old_terms(replace(jackpot, pending=waiting), hit), hit)


def take_back(jackpot: Jackpot, hit: Hit) -> Jackpot:
    """Undo a paid hit whose round was voided."""
    if hit.amount > jackpot.paid:
        raise JackpotError("jackpot/short", "less than that was ever paid")
    paid = replace(jackpot, paid=jackpot.paid - hit.amount)
    return _give_back(_under_old_terms(paid, hit), hit)


def _under_old_terms(jackpot: Jackpot, hit: Hit) -> Jackpot:
    """Make terms wait again that this hit put in force, unless a later full win did too.

    If a later win still waits, it decides: it takes over the terms that this hit ended.
    """
    if hit.ended is None or jackpot.won > hit.number:
        return jackpot
    later = next((pending for pending in jackpot.pending if pending.percent == TOP), None)
    if later is not None:
        other = replace(later, ended=hit.ended)
        return replace(
            jackpot,
            pending=tuple(other if waiting is later else waiting for waiting in jackpot.pending),
        )
    wanted = jackpot.waiting or jackpot.terms
    held = _change_at_once(hit.ended, jackpot.terms)
    return replace(jackpot, terms=held, waiting=None if held == wanted else wanted)


def _give_back(jackpot: Jackpot, hit: Hit) -> Jackpot:
    if hit.percent == TOP and hit.number == jackpot.hits:  # the new meter is given back, too
        there = jackpot.display + jackpot.overflow
        jackpot = replace(jackpot, display=0, overflow=0)
    else:
        there = 0
    left = hit.amount + there
    # In this order: the pools were players' money before the house put in a new seed.
    to_reserve = min(left, hit.from_reserve)
    to_overflow = min(left - to_reserve, hit.from_overflow)
    to_house = min(left - to_reserve - to_overflow, hit.seeded)
    shown = left - to_reserve - to_overflow - to_house
    assert min(to_reserve, to_overflow, to_house, shown) >= 0, "nothing is given back twice"
    back = replace(
        jackpot,
        reserve=jackpot.reserve + to_reserve,
        overflow=jackpot.overflow + to_overflow,
        seeded=jackpot.seeded - to_house,
    )
    return _add_to_display(back, shown)


def _take_out(jackpot: Jackpot, number: int) -> tuple[Hit, tuple[Hit, ...]]:
    for hit in jackpot.pending:
        if hit.number == number:
            return hit, tuple(pending for pending in jackpot.pending if pending is not hit)
    raise JackpotError("hit/unknown", f"no hit {number} of this jackpot waits")


def _refuse_unless_first(jackpot: Jackpot, number: int) -> None:
    hit, _ = _take_out(jackpot, number)
    first = jackpot.pending[0]
    if hit is not first:
        raise JackpotError("hit/order", f"hit {first.number} was locked before it")


# -- what the house does -------------------------------------------------------------------------


def change_terms(jackpot: Jackpot, terms: Terms) -> Jackpot:
    """Set new terms: at once if they lower nothing that was promised, else after a win.

    A rate, a seed and a hidden share wait until the whole is won; a ceiling is never set below
    what is shown (WAC 230-15-685, GLI-19 2.4.2).
    """
    _refuse_if_closed(jackpot)
    _check_terms(terms)
    if terms.ceiling is not None and terms.ceiling < jackpot.display:
        raise JackpotError("jackpot/ceiling", "a ceiling is at or above what is displayed")
    if terms.scheme is not jackpot.terms.scheme:
        raise JackpotError("jackpot/scheme", "a jackpot keeps its scheme; open another one")
    at_once = _change_at_once(jackpot.terms, terms)
    changed = replace(jackpot, terms=at_once, waiting=None if at_once == terms else terms)
    spare = changed.overflow
    without = replace(changed, overflow=0)
    return _add_to_display(without, spare)


def _change_at_once(held: Terms, terms: Terms) -> Terms:
    """Return the current terms with those changes that need not wait for a win."""
    return replace(
        held,
        ceiling=terms.ceiling,
        reserve_limit=terms.reserve_limit,
        hand_pay_from=terms.hand_pay_from,
        may_be_removed=terms.may_be_removed,
        contribution_max=terms.contribution_max,
        prizes=terms.prizes,
    )


def adjust(jackpot: Jackpot, units: int, reason: Reason) -> Jackpot:
    """Add to the display, or take from it, for one of the reasons that the law lists."""
    _refuse_if_closed(jackpot)
    if jackpot.is_house:
        raise JackpotError("jackpot/house", "a house jackpot has no meter, only fixed prizes")
    if reason in {Reason.BOOKED, Reason.SEED_RECOVERED}:
        return _give_to_house(jackpot, -units, reason)
    if reason is Reason.OVER_MAXIMUM:
        ceiling = jackpot.terms.ceiling
        if ceiling is None or jackpot.display + units < ceiling or units > 0:
            message = "only what is displayed above the maximum is taken for this reason"
            raise JackpotError("jackpot/adjustment", message)
        return replace(jackpot, display=jackpot.display + units, overflow=jackpot.overflow - units)
    if reason is Reason.ADDED and units < 0:
        raise JackpotError("jackpot/adjustment", "nothing is taken by adding")
    if jackpot.display + units < 0:
        raise JackpotError("jackpot/short", "the display holds less than is taken")
    adjusted = replace(jackpot, adjusted=jackpot.adjusted + units)
    if units >= 0:
        return _add_to_display(adjusted, units)
    return replace(adjusted, display=adjusted.display + units)


def _give_to_house(jackpot: Jackpot, units: int, reason: Reason) -> Jackpot:
    """Give hidden money to the house as receipts, or its seed back out of the overflow."""
    if units <= 0:
        raise JackpotError("jackpot/adjustment", "this reason gives money to the house")
    if units > jackpot.reserve + jackpot.overflow:
        message = "only money that is not displayed may become the house's"
        raise JackpotError("jackpot/short", message)
    from_overflow = min(units, jackpot.overflow)
    left = replace(
        jackpot,
        overflow=jackpot.overflow - from_overflow,
        reserve=jackpot.reserve - (units - from_overflow),
    )
    if reason is Reason.BOOKED:
        return replace(left, booked=left.booked + units)
    if units > jackpot.seeded:
        raise JackpotError("jackpot/short", "the house has put in less than that")
    return replace(left, seeded=left.seeded - units)


def give_away(jackpot: Jackpot) -> Jackpot:
    """Empty a jackpot into another, and close it."""
    _refuse_if_closed(jackpot)
    if jackpot.pending:
        raise JackpotError("hit/pending", "its hits are settled before it is moved")
    _check_removable(jackpot)
    if jackpot.is_house:
        raise JackpotError("jackpot/house", "a house jackpot holds nothing that could be moved")
    return replace(
        jackpot,
        display=0,
        reserve=0,
        overflow=0,
        adjusted=jackpot.adjusted - jackpot.units_owed,
        is_closed=True,
        is_enabled=False,
    )


def permit_removal(jackpot: Jackpot, removal: Removal) -> Jackpot:
    """Record the regulator's permission to remove a jackpot, or to move it to another game."""
    _refuse_if_closed(jackpot)
    if jackpot.terms.may_be_removed:
        raise JackpotError("jackpot/removable", "it may be moved or closed without a permission")
    return replace(jackpot, removal=removal)


def _check_removable(jackpot: Jackpot) -> None:
    if not jackpot.may_be_removed:
        message = "it stays until its top award is won, or the Director permits its removal"
        raise JackpotError("jackpot/kept", f"{message} (2110(15)(d))")


def close_empty(jackpot: Jackpot) -> Jackpot:
    """Close a jackpot that owes nobody anything."""
    _refuse_if_closed(jackpot)
    if jackpot.pending:
        raise JackpotError("hit/pending", "its hits are settled before it is closed")
    if jackpot.units_owed:
        _check_removable(jackpot)
        raise JackpotError("jackpot/owed", "its money goes to another jackpot first")
    return replace(jackpot, is_closed=True, is_enabled=False)


def switch(jackpot: Jackpot, *, on: bool) -> Jackpot:
    """Switch its wagers on or off."""
    _refuse_if_closed(jackpot)
    return replace(jackpot, is_enabled=on)


def _refuse_if_closed(jackpot: Jackpot) -> None:
    if jackpot.is_closed:
        raise JackpotError("jackpot/closed", "this jackpot is closed")
