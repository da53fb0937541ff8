"""Roles and their permissions: one table for the checks, the documentation and the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """A job in the house; an account may have several that go together."""

    PLAYER = "player"
    """Everybody who is logged in, also a guest: the one role that nobody is given."""
    DEALER = "dealer"
    FLOOR = "floor"
    """A floor supervisor."""
    SHIFT = "shift-manager"
    CAGE = "cage"
    COUNT = "count"
    ACCOUNTING = "accounting"
    JACKPOTS = "jackpot-admin"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    """Somebody who looks into the books, of the house or of a regulator; changes nothing."""
    ADMIN = "sysadmin"


class Permission(StrEnum):
    """The right to do one thing."""

    PLAY = "play"
    WATCH_TABLES = "watch-tables"
    WATCH_PIT = "watch-pit"
    """See physical tables: the hand on the felt, and the players who are rated."""
    PACE = "pace"
    """Open the betting, deal, pause a table."""
    OPEN_TABLE = "open-table"
    """Open or close a table with a count of its tray."""
    ASSIGN_DEALER = "assign-dealer"
    """Assign the dealer of a table."""
    SET_LIMITS = "set-limits"
    """Ask for other limits of a table, or agree to them."""
    ASK_FILL = "ask-fill"
    PREPARE_FILL = "prepare-fill"
    CARRY_FILL = "carry-fill"
    SIGN_FILL = "sign-fill"
    READ_SLIPS = "read-slips"
    ASK_VOID = "ask-void"
    VOID_OPEN = "void-open"
    """Void a round that is not settled."""
    VOID_SETTLED = "void-settled"
    DISPUTE = "dispute"
    STATE_DISPUTE = "state-dispute"
    """Add a statement or a note to a dispute."""
    ANSWER_DISPUTE = "answer-dispute"
    DECIDE_DISPUTE = "decide-dispute"
    READ_DISPUTES = "read-disputes"
    CAGE = "cage"
    """Take and give money at the cage."""
    CAGE_LARGE = "cage-large"
    """Be the second person of a large payment."""
    READ_CAGE = "read-cage"
    ADJUST_WALLET = "adjust-wallet"
    CARRY_DROP = "carry-drop"
    COUNT_DROP = "count-drop"
    VERIFY_DROP = "verify-drop"
    READ_COUNTS = "read-counts"
    SETTLE_HIT = "settle-hit"
    """Confirm or reject a hit of a jackpot."""
    PROPOSE_JACKPOT = "propose-jackpot"
    """Propose terms, an adjustment or a move of a jackpot."""
    APPROVE_JACKPOT = "approve-jackpot"
    READ_HITS = "read-hits"
    LIMIT_SELF = "limit-self"
    PROPOSE_EXCLUSION = "propose-exclusion"
    EXCLUDE = "exclude"
    READ_EXCLUSIONS = "read-exclusions"
    RUN_DAY = "run-day"
    """Open and close the gambling day."""
    FILE_NOTICE = "file-notice"
    """Record that the regulator was notified."""
    REPORT_MALFUNCTION = "report-malfunction"
    """Report that equipment fails, of which the regulator must be notified."""
    READ_DAY = "read-day"
    READ_REPORTS = "read-reports"
    """Reports on everything: balances, players, events."""
    READ_TABLE_REPORTS = "read-table-reports"
    """What tables and games won. Not for the cage, which is to see no count (WAC 230-15-620)."""
    READ_JACKPOT_REPORTS = "read-jackpot-reports"
    EXPORT = "export"
    READ_JOURNAL = "read-journal"
    READ_HASHES = "read-hashes"
    READ_NAMES = "read-names"
    """Find the account of a name, and the name of an account."""
    READ_STAFF = "read-staff"
    RUN_STAFF = "run-staff"
    """Give and take roles, unlock accounts."""
    APPROVE_STAFF = "approve-staff"
    """Be the second person where somebody is given a role that does more than read."""
    DISABLE_TABLE = "disable-table"
    DISABLE_JACKPOT = "disable-jackpot"
    DISABLE_ALL = "disable-all"


P = Permission
R = Role
PERMISSIONS: Final[Mapping[Permission, AbstractSet[Role]]] = {
    P.PLAY: {R.PLAYER},
    P.WATCH_TABLES: set(R) - {R.CAGE, R.COUNT, R.ACCOUNTING, R.ADMIN},
    P.WATCH_PIT: set(R) - {R.PLAYER, R.CAGE, R.COUNT, R.ACCOUNTING, R.ADMIN},
    P.PACE: {R.DEALER, R.FLOOR, R.SHIFT},
    P.OPEN_TABLE: {R.DEALER, R.FLOOR, R.SHIFT},
    P.ASSIGN_DEALER: {R.FLOOR, R.SHIFT},
    P.SET_LIMITS: {R.FLOOR, R.SHIFT},
    P.ASK_FILL: {R.FLOOR, R.SHIFT},
    P.PREPARE_FILL: {R.CAGE},
    P.CARRY_FILL: {R.SECURITY},
    P.SIGN_FILL: {R.DEALER, R.FLOOR, R.SHIFT, R.CAGE, R.SECURITY},
    P.READ_SLIPS: set(R) - {R.PLAYER, R.COUNT, R.JACKPOTS, R.ADMIN},
    P.ASK_VOID: {R.DEALER, R.FLOOR, R.SHIFT},
    P.VOID_OPEN: {R.FLOOR, R.SHIFT},
    P.VOID_SETTLED: {R.FLOOR, R.SHIFT},
    P.DISPUTE: {R.PLAYER},
    P.STATE_DISPUTE: {R.DEALER, R.FLOOR, R.SHIFT, R.SURVEILLANCE},
    P.ANSWER_DISPUTE: {R.FLOOR, R.SHIFT},
    P.DECIDE_DISPUTE: {R.SHIFT},
    P.READ_DISPUTES: {R.DEALER, R.FLOOR, R.SHIFT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.CAGE: {R.CAGE},
    P.CAGE_LARGE: {R.CAGE, R.SHIFT},
    P.READ_CAGE: {R.CAGE, R.SHIFT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.ADJUST_WALLET: {R.SHIFT, R.CAGE, R.ACCOUNTING},
    P.CARRY_DROP: {R.SECURITY},
    P.COUNT_DROP: {R.COUNT},
    P.VERIFY_DROP: {R.ACCOUNTING},
    P.READ_COUNTS: {R.COUNT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.SETTLE_HIT: {R.FLOOR, R.SHIFT, R.JACKPOTS},
    P.PROPOSE_JACKPOT: {R.JACKPOTS},
    P.APPROVE_JACKPOT: {R.SHIFT, R.ACCOUNTING},
    P.READ_HITS: {R.FLOOR, R.SHIFT, R.JACKPOTS, R.SURVEILLANCE, R.AUDITOR},
    P.LIMIT_SELF: {R.PLAYER},
    P.PROPOSE_EXCLUSION: {R.FLOOR, R.SHIFT, R.SURVEILLANCE},
    P.EXCLUDE: {R.SHIFT},
    P.READ_EXCLUSIONS: {R.FLOOR, R.SHIFT, R.CAGE, R.SURVEILLANCE, R.AUDITOR},
    P.RUN_DAY: {R.ACCOUNTING},
    P.FILE_NOTICE: {R.SHIFT, R.ACCOUNTING},
    P.REPORT_MALFUNCTION: {R.FLOOR, R.SHIFT, R.JACKPOTS, R.ADMIN},
    P.READ_DAY: {R.FLOOR, R.SHIFT, R.CAGE, R.ACCOUNTING, R.JACKPOTS, R.SURVEILLANCE, R.AUDITOR},
    P.READ_REPORTS: {R.SHIFT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.READ_TABLE_REPORTS: {R.FLOOR, R.SHIFT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.READ_JACKPOT_REPORTS: {R.SHIFT, R.ACCOUNTING, R.JACKPOTS, R.SURVEILLANCE, R.AUDITOR},
    P.EXPORT: {R.AUDITOR},
    P.READ_JOURNAL: {R.FLOOR, R.SHIFT, R.ACCOUNTING, R.SURVEILLANCE, R.AUDITOR},
    P.READ_HASHES: {R.ADMIN, R.AUDITOR},
    P.READ_NAMES: set(R) - {R.PLAYER},
    P.READ_STAFF: {R.SHIFT, R.ADMIN, R.AUDITOR},
    P.RUN_STAFF: {R.ADMIN},
    P.APPROVE_STAFF: {R.SHIFT, R.ADMIN},
    P.DISABLE_TABLE: {R.FLOOR, R.SHIFT, R.ADMIN},
    P.DISABLE_JACKPOT: {R.JACKPOTS, R.SHIFT, R.ADMIN},
    P.DISABLE_ALL: {R.SHIFT, R.ADMIN},
}
"""Permission -> the roles that have it."""

_DISPUTES: Final = {P.STATE_DISPUTE, P.READ_DISPUTES}
OWN_TABLE: Final[Mapping[Role, AbstractSet[Permission]]] = {
    R.DEALER: {P.PACE, P.OPEN_TABLE, P.SIGN_FILL, P.READ_SLIPS, P.ASK_VOID} | _DISPUTES,
}
"""Role -> what it may do only at the table that it is assigned to."""

MONEY_ROLES: Final = frozenset({R.CAGE, R.COUNT, R.ACCOUNTING, R.JACKPOTS, R.SHIFT})
_READS: Final = {
    P.WATCH_TABLES,
    P.WATCH_PIT,
    P.EXPORT,
    *(each for each in P if each.startswith("read-")),
}
TRUSTED_ROLES: Final = frozenset(
    role
    for permission, roles in PERMISSIONS.items()
    if permission not in _READS and R.PLAYER not in roles
    for role in roles
)
"""What two people have to agree on to give: every role that does more than read.

Any of them can be one of the people whom a void, a hit, a slip or a count takes. An administrator
alone could otherwise make two names, and act as both.
"""
_WRITES: Final = frozenset(set(Role) - {R.PLAYER, R.SURVEILLANCE, R.AUDITOR})
INCOMPATIBLE: Final[frozenset[frozenset[Role]]] = frozenset(
    frozenset(pair)
    for pair in (
        {R.CAGE, R.COUNT},
        {R.CAGE, R.ACCOUNTING},
        {R.CAGE, R.JACKPOTS},
        {R.COUNT, R.ACCOUNTING},
        *({R.SURVEILLANCE, other} for other in _WRITES),
        *({R.AUDITOR, other} for other in _WRITES),
        *({R.ADMIN, other} for other in MONEY_ROLES),
    )
)
"""Pairs of roles that one person never has together."""


def may(roles: Iterable[Role], permission: Permission, *, is_own: bool = True) -> bool:
    """Return whether some roles give a permission; everybody is a player.

    *is_own*: at the dealer's assigned table; otherwise at another.

    >>> may([Role.DEALER], Permission.PACE), may([Role.DEALER], Permission.CAGE)
    (True, False)
    >>> may([Role.DEALER], Permission.PACE, is_own=False)
    False
    """
    held = {Role.PLAYER, *roles}
    if not is_own:
        held = {role for role in held if permission not in OWN_TABLE.get(role, ())}
    return not PERMISSIONS[permission].isdisjoint(held)


def conflicts(roles: Iterable[Role]) -> tuple[str, ...]:
    """Return the roles that do not go together.

    >>> conflicts([Role.CAGE, Role.COUNT])
    ('nobody is both cage and count',)
    """
    held = frozenset(roles)
    pairs = sorted(sorted(pair) for pair in INCOMPATIBLE if pair <= held)
    return tuple(f"nobody is both {one} and {other}" for one, other in pairs)
