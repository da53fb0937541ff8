"""Slips: fills, credits and errors, with numbers without gaps and signatures by different people.

A fill brings chips from the cage to a table, a credit brings them back. Each signature takes a slip
to its next state; the receiver's signature moves the chips in the books. A slip that fails before
that is void, and keeps its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Posting
from pitboss.office.core import Done, Event, Handler, Outcome, check, copy_fields
from pitboss.office.fields import Reason, TableId
from pitboss.office.papers import (
    Chips,
    Party,
    Signature,
    Slip,
    SlipKind,
    SlipState,
    TrayState,
    chips_problem,
    count_units,
    without_none,
)
from pitboss.office.roles import Permission, Role
from pitboss.office.signing import find_day, reason_problem, signing_problem, with_preparers
from pitboss.office.state import Office

_S: Final = SlipState
STEPS: Final[Mapping[SlipKind, tuple[tuple[SlipState, Party], ...]]] = {
    SlipKind.FILL: (
        (_S.REQUESTED, Party.FLOOR),
        (_S.PREPARED, Party.CASHIER),
        (_S.CARRIED, Party.SECURITY),
        (_S.RECEIVED, Party.DEALER),
        (_S.VERIFIED, Party.FLOOR),
        (_S.FILED, Party.CASHIER),
    ),
    SlipKind.CREDIT: (
        (_S.REQUESTED, Party.FLOOR),
        (_S.PREPARED, Party.CASHIER),
        (_S.GIVEN, Party.DEALER),
        (_S.VERIFIED, Party.FLOOR),
        (_S.CARRIED, Party.SECURITY),
        (_S.RECEIVED, Party.CASHIER),
    ),
    SlipKind.ERROR: (
        (_S.RAISED, Party.FLOOR),
        (_S.SIGNED, Party.DEALER),
        (_S.WITNESSED, Party.SECURITY),
    ),
}
"""Kind -> its states in their order, and who signs to reach each."""
COUNTED: Final = frozenset({_S.PREPARED, _S.GIVEN, _S.RECEIVED})
"""States that are reached by counting the chips."""
_VOIDS: Final = frozenset({Role.FLOOR, Role.SHIFT, Role.CAGE})


class AskSlip(Value, frozen=True):
    """Ask for a fill or a credit of a table."""

    kind: SlipKind
    table: TableId
    chips: Chips


class _OfSlip(Event, frozen=True):
    """An event of a slip."""

    kind: SlipKind
    number: int
    table: str
    day: int


class SignSlip(Value, frozen=True):
    """Sign a slip: it moves to its next state."""

    kind: SlipKind
    number: int
    state: Annotated[
        SlipState, Meta(description="The state after this signature: the slip's `next`.")
    ]
    """It says which step, so nobody signs another one by mistake."""
    chips: Annotated[
        Chips | None, Meta(description="Whoever prepares, gives or receives chips counts them.")
    ] = None
    """The signer's count."""


class VoidSlip(Value, frozen=True):
    """Void a slip before its chips move; its number is not used again."""

    kind: SlipKind
    number: int
    reason: Reason


class SlipAsked(_OfSlip, frozen=True):
    """A fill or a credit was requested."""

    chips: Chips
    units: int


class SlipSigned(_OfSlip, frozen=True):
    """A slip was signed, and moved to a state."""

    state: SlipState
    party: Party
    units: int


class SlipVoided(_OfSlip, frozen=True):
    """A slip is void."""

    reason: str


def is_finished(slip: Slip) -> bool:
    """Return whether a slip needs no more signatures."""
    return slip.state in (SlipState.VOID, STEPS[slip.kind][-1][0])


def next_step(slip: Slip) -> tuple[SlipState, Party] | None:
    """Return the next state of a slip, and the party that signs; None: it is finished."""
    if is_finished(slip):
        return None
    states = [state for state, _ in STEPS[slip.kind]]
    return STEPS[slip.kind][states.index(slip.state) + 1]


def slip_name(slip: Slip) -> str:
    """Return the name of a slip for people.

    >>> paper = {"table": "bj", "day": 1, "units": 0, "state": SlipState.FILED, "signatures": ()}
    >>> slip_name(Slip(kind=SlipKind.FILL, number=7, **paper))
    'fill 7'
    """
    return f"{slip.kind} {slip.number}"


def missing_numbers(office: Office) -> list[str]:
    """Return the gaps in the numbers of the day's slips: there must be none."""
    return [
        f"{kind} {number}"
        for kind, last in office.numbers.items()
        for number in range(office.first_numbers.get(kind, last + 1), last + 1)
        if (kind, number) not in office.slips
    ]


def _ask(office: Office, command: AskSlip, by: str, _now: int) -> Outcome:
    day = find_day(office).number
    chips = without_none(command.chips)
    _check_ask(office, command)
    check(chips_problem(chips, office.terms.denominations))
    check(signing_problem(office, (), Party.FLOOR, command.table, by))
    number = office.numbers.get(command.kind, 0) + 1
    units = count_units(chips)
    return Done(copy_fields(command, SlipAsked, number=number, day=day, chips=chips, units=units))


def _check_ask(office: Office, command: AskSlip) -> None:
    if command.kind is SlipKind.ERROR:
        message = "an error slip comes from a count; ask for a fill or a credit"
        raise RefusedError("slip/kind", message)
    tray = office.trays.get(command.table)
    if tray is None or tray.state is TrayState.CLOSED:
        raise RefusedError("table/not-open", "chips go to and from tables that are not closed")
    if not any(command.chips.values()):
        raise RefusedError("count/number", "ask for at least one chip")


def _sign(office: Office, command: SignSlip, by: str, _now: int) -> Outcome:
    slip = _find(office, command)
    step = next_step(slip)
    if step is None:
        return Refusal("slip/finished", f"{slip_name(slip)} is {slip.state}; nobody signs it now")
    state, party = step
    if command.state is not state:
        message = f"{slip_name(slip)} is {slip.state}; the next signature makes it {state}"
        return Refusal("slip/order", message)
    check(signing_problem(office, slip.signatures, party, slip.table, by))
    _check_count(slip, state, command.chips)
    event = copy_fields(slip, SlipSigned, state=state, party=party)
    return Done(event, _postings(slip) if state is SlipState.RECEIVED else ())


def _check_count(slip: Slip, state: SlipState, chips: Mapping[int, int] | None) -> None:
    if slip.kind is SlipKind.ERROR or (chips is None and state not in COUNTED):
        return
    if chips is None:
        raise RefusedError("count/missing", f"count the chips of {slip_name(slip)} before you sign")
    if without_none(chips) != slip.chips:
        message = f"your count is not what {slip_name(slip)} says; count again, or make it void"
        raise RefusedError("count/differs", message)


def _postings(slip: Slip) -> tuple[Posting, ...]:
    units = slip.units if slip.kind is SlipKind.FILL else -slip.units
    return Posting("cage:chips", -units), Posting(f"tray:{slip.table}", units)


def _void(office: Office, command: VoidSlip, by: str, _now: int) -> Outcome:
    slip = _find(office, command)
    if office.roles(by).isdisjoint(_VOIDS):
        return Refusal("signature/role", "the floor or the cage makes a slip void")
    if slip.kind is SlipKind.ERROR or is_finished(slip) or _has_moved(slip):
        return Refusal("slip/finished", f"{slip_name(slip)} is {slip.state} and stays so")
    check(reason_problem(command.reason))
    return Done(copy_fields(slip, SlipVoided, reason=command.reason))


def _has_moved(slip: Slip) -> bool:
    """Return whether a slip's chips have moved, which happens on receipt."""
    states = [state for state, _ in STEPS[slip.kind]]
    return states.index(slip.state) >= states.index(SlipState.RECEIVED)


def _find(office: Office, command: SignSlip | VoidSlip) -> Slip:
    kind = command.kind
    number = command.number
    if (kind, number) in office.slips:
        return office.slips[kind, number]
    if 1 <= number <= office.numbers.get(kind, 0):
        raise RefusedError("slip/finished", f"{kind} {number} is of a day that is closed")
    raise RefusedError("slip/unknown", f"there is no {kind} {number}")


def with_slip(office: Office, slip: Slip) -> Office:
    """Return the office with the new version of a slip."""
    key = (slip.kind, slip.number)
    numbers = {**office.numbers, slip.kind: max(slip.number, office.numbers.get(slip.kind, 0))}
    first = {slip.kind: slip.number, **office.first_numbers}
    return replace(office, slips={**office.slips, key: slip}, numbers=numbers, first_numbers=first)


def _apply_slip_asked(office: Office, event: SlipAsked, by: str, at: int) -> Office:
    signatures = (Signature(Party.FLOOR, by, at),)
    slip = copy_fields(event, Slip, state=SlipState.REQUESTED, signatures=signatures)
    return with_preparers(with_slip(office, slip), by)


def _apply_slip_signed(office: Office, event: SlipSigned, by: str, at: int) -> Office:
    slip = office.slips[event.kind, event.number]
    signatures = (*slip.signatures, Signature(event.party, by, at))
    after = replace(slip, state=event.state, signatures=signatures)
    return with_preparers(with_slip(office, after), by)


def _apply_slip_voided(office: Office, event: SlipVoided, by: str, _at: int) -> Office:
    slip = office.slips[event.kind, event.number]
    after = replace(slip, state=SlipState.VOID, reason=event.reason)
    return with_preparers(with_slip(office, after), by)


def _table(office: Office, command: SignSlip | VoidSlip) -> str:
    slip = office.slips.get((command.kind, command.number))
    return slip.table if slip else ""


COMMANDS: Final = {
    AskSlip: Handler(_ask, Permission.ASK_FILL),
    SignSlip: Handler(_sign, Permission.SIGN_FILL, table=_table),
    VoidSlip: Handler(_void, Permission.SIGN_FILL, table=_table),
}
EVENTS: Final = {
    SlipAsked: _apply_slip_asked,
    SlipSigned: _apply_slip_signed,
    SlipVoided: _apply_slip_voided,
}
