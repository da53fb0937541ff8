"""Players who may not play for a time: by their own wish, or by the house's.

An exclusion holds at once, for wagers and deposits; money may always be taken out (GLI-19 A.3.8).
Players who exclude themselves cannot end it before its term is over.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value, replace
from pitboss.office.core import Done, Event, Handler, Outcome, check, copy_fields, without
from pitboss.office.fields import DAYS_MAX, TEXT_LENGTH_MAX, Account, Days, Words
from pitboss.office.roles import Permission
from pitboss.office.signing import DAY
from pitboss.office.state import Exclusion, ImposedLimits, Office


class ExcludeMe(Value, frozen=True):
    """Exclude yourself for some days; you can always take your money out."""

    days: Days


class _OfPlayer(Value, frozen=True):
    """A command or an event about the exclusion of a player."""

    account: Account
    reason: Words


class _OfLimits(Value, frozen=True):
    """A command or an event about the limits of a player."""

    account: str
    limits: ImposedLimits
    reason: Words


class ProposeExclusion(_OfPlayer, frozen=True):
    """Propose that a player is excluded."""


class Exclude(Value, frozen=True):
    """Exclude a player: the house finishes the hands, and the chips go to the wallet."""

    account: Account
    days: Days
    """0: until the house lifts it."""
    reason: Words


class LiftExclusion(_OfPlayer, frozen=True):
    """End an exclusion by the house; an exclusion by the player lasts its whole term."""


class ImposeLimits(_OfLimits, frozen=True):
    """Limit what a player may do; the player's own limits hold where they are stricter."""


class ExclusionProposed(_OfPlayer, Event, frozen=True):
    """A member of staff proposed to exclude a player."""


class Excluded(Event, frozen=True):
    """A player is excluded until a time; 0: until it is lifted, or for ever."""

    account: str
    until: int
    is_own: bool
    reason: str = ""


class ExclusionLifted(_OfPlayer, Event, frozen=True):
    """The house excludes a player no longer."""


class LimitsImposed(_OfLimits, Event, frozen=True):
    """The house limits a player."""


def text_problem(text: str) -> Refusal | None:
    """Return the problem with a reason or a statement, if there is one."""
    if 1 <= len(text.strip()) <= TEXT_LENGTH_MAX:
        return None
    return Refusal("text/length", f"write 1 to {TEXT_LENGTH_MAX} characters")


def _until(days: int, now: int) -> int:
    if not 0 <= days <= DAYS_MAX:
        raise RefusedError("exclusion/days", f"exclude for 1 to {DAYS_MAX} days, or 0 for ever")
    return now + days * DAY if days else 0


def _is_longer(office: Office, account: str, until: int, now: int) -> bool:
    """Return whether a player's own exclusion lasts longer than another would."""
    own = office.exclusion_by(account, now, is_own=True)
    return own is not None and not own.is_shorter_than(until)


def _exclude_me(office: Office, command: ExcludeMe, by: str, now: int) -> Outcome:
    until = _until(command.days, now)
    if _is_longer(office, by, until, now):
        return Refusal("exclusion/longer", "you are excluded for longer than that already")
    return Done(Excluded(account=by, until=until, is_own=True))


def _propose(_office: Office, command: ProposeExclusion, _by: str, _now: int) -> Outcome:
    return text_problem(command.reason) or Done(copy_fields(command, ExclusionProposed))


def _exclude(office: Office, command: Exclude, by: str, now: int) -> Outcome:
    if by == command.account:
        return Refusal("exclusion/self", "exclude yourself as a player does")
    check(text_problem(command.reason))
    until = _until(command.days, now)
    if _is_longer(office, command.account, until, now):
        return Refusal("exclusion/longer", "the player has excluded himself for longer than that")
    return Done(copy_fields(command, Excluded, until=until, is_own=False))


def _lift(office: Office, command: LiftExclusion, by: str, now: int) -> Outcome:
    check(text_problem(command.reason))
    if office.exclusion(command.account, now) is None:
        return Refusal("exclusion/none", "the player is not excluded")
    imposed = office.exclusion_by(command.account, now, is_own=False)
    if imposed is None or by == command.account:
        return Refusal("exclusion/own", "a player's own exclusion lasts its whole term")
    return Done(copy_fields(command, ExclusionLifted))


def _impose(_office: Office, command: ImposeLimits, by: str, _now: int) -> Outcome:
    if by == command.account:
        return Refusal("limit/self", "set your own limits as a player does")
    problem = text_problem(command.reason) or command.limits.problem()
    return problem or Done(copy_fields(command, LimitsImposed))


def _apply_exclusion_proposed(
    office: Office, _event: ExclusionProposed, _by: str, _at: int
) -> Office:
    return office  # the journal has it; the next decision reads it there


def _apply_excluded(office: Office, event: Excluded, _by: str, at: int) -> Office:
    exclusion = Exclusion(event.until, event.is_own, at, event.reason)
    return replace(
        office, exclusions={**office.exclusions, (event.account, event.is_own): exclusion}
    )


def _apply_exclusion_lifted(office: Office, event: ExclusionLifted, _by: str, _at: int) -> Office:
    return replace(office, exclusions=without(office.exclusions, (event.account, False)))


def _apply_limits_imposed(office: Office, event: LimitsImposed, _by: str, _at: int) -> Office:
    limits = without(office.limits, event.account)
    if event.limits != ImposedLimits():
        limits[event.account] = event.limits
    return replace(office, limits=limits)


COMMANDS: Final = {
    ExcludeMe: Handler(_exclude_me, Permission.LIMIT_SELF),
    ProposeExclusion: Handler(_propose, Permission.PROPOSE_EXCLUSION),
    Exclude: Handler(_exclude, Permission.EXCLUDE),
    LiftExclusion: Handler(_lift, Permission.EXCLUDE),
    ImposeLimits: Handler(_impose, Permission.EXCLUDE),
}
EVENTS: Final = {
    ExclusionProposed: _apply_exclusion_proposed,
    Excluded: _apply_excluded,
    ExclusionLifted: _apply_exclusion_lifted,
    LimitsImposed: _apply_limits_imposed,
}
