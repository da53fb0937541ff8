"""The papers of the office as values: slips, counts of trays and boxes, payments, the day.

A paper is replaced by the next version of itself and never changed. Amounts are units of 1/10,000
of a dollar, chips and notes are counted by their denomination in cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value
from pitboss.office.roles import Role
from pitboss.rulebook.limits import CENTS_MAX

Chips = dict[int, int]
"""Denomination in cents -> how many."""
COUNT_MAX: Final = 1_000_000
"""Chips or notes of one denomination in one count."""


def count_units(chips: Mapping[int, int]) -> int:
    """Return the value of chips in units.

    >>> count_units({500: 3, 25: 1})
    152500
    """
    return sum(cents * count for cents, count in chips.items()) * UNITS_PER_CENT


def without_none(chips: Mapping[int, int]) -> dict[int, int]:
    """Return a count sorted by denomination, without empty ones."""
    return {cents: count for cents, count in sorted(chips.items()) if count}


def chips_problem(chips: Mapping[int, int], denominations: Iterable[int]) -> Refusal | None:
    """Return why a count is impossible; None: it is possible."""
    known = frozenset(denominations)
    if unknown := sorted(set(chips) - known):
        named = ", ".join(map(str, unknown))
        allowed = ", ".join(map(str, sorted(known)))
        message = f"there are no chips or notes of {named} cents; there are {allowed}"
        return Refusal("count/denomination", message)
    if any(not 0 <= count <= COUNT_MAX for count in chips.values()):
        return Refusal("count/number", f"a count has 0 to {COUNT_MAX:,} of each denomination")
    if count_units(chips) > CENTS_MAX * UNITS_PER_CENT:
        return Refusal("count/number", "this is more than any count may be worth")
    return None


def chips_of_cents(cents: int, denominations: Iterable[int]) -> dict[int, int]:
    """Return the fewest chips that make up an amount, largest first.

    >>> chips_of_cents(1_275, (500, 100, 25))
    {25: 3, 100: 2, 500: 2}
    """
    chips = {}
    for denomination in sorted(denominations, reverse=True):
        chips[denomination], cents = divmod(cents, denomination)
    return without_none(chips)


class OfficeTerms(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the house runs its office."""

    denominations: tuple[int, ...] = (
        *(1, 5, 25, 50),
        *(100, 250, 500, 1000, 2000, 2500, 5000),
        *(10_000, 50_000, 100_000, 500_000),
    )
    """In cents: chips, notes and coins that are counted."""
    large_cents: int = 1_000_000
    """From how much on a payment of the cage needs a second person."""
    notice_cents: int = 20_000
    """From how much on a difference is notified to the regulator (WAC 230-15-495)."""
    notice_hours: int = 24
    malfunction_hours: int = 72
    """In how many hours the regulator hears of equipment that fails (WAC 230-06-054)."""
    pattern_count: int = 3
    """So many differences of one table within `pattern_days` are a pattern, however small."""
    pattern_days: int = 7
    day_starts_minute: int = 6 * 60
    """Minutes after midnight, on the house's clock, when a gambling day begins."""
    time_zone: str = "UTC"
    """Of the house, as the IANA names it: "America/Los_Angeles"."""
    runs_tables: bool = False
    """Every table is closed until its tray is counted; otherwise from its first stop on."""
    deposit_days: int = 7
    """Days in which all money of progressives must reach the bank (WAC 230-15-455)."""
    hits_block_day: bool = True
    """Whether a hit of a jackpot that is neither confirmed nor rejected keeps the day open."""


class Party(StrEnum):
    """The part in which a person signs a paper."""

    FLOOR = "floor"
    CASHIER = "cashier"
    SECURITY = "security"
    DEALER = "dealer"


SIGNS_AS: Final[Mapping[Party, frozenset[Role]]] = {
    Party.FLOOR: frozenset({Role.FLOOR, Role.SHIFT}),
    Party.CASHIER: frozenset({Role.CAGE}),
    Party.SECURITY: frozenset({Role.SECURITY}),
    Party.DEALER: frozenset({Role.DEALER}),
}
"""Party -> the roles that sign as it."""


class Signature(Value, frozen=True):
    """A signature: who signed, in which part, and when."""

    party: Party
    by: str
    at: int


class SlipKind(StrEnum):
    """The purpose of a slip. Every kind has numbers of its own."""

    FILL = "fill"
    """Chips from the cage to a table (WAC 230-15-525)."""
    CREDIT = "credit"
    """Chips from a table to the cage (WAC 230-15-530)."""
    ERROR = "error"
    """A difference that a count showed (WAC 230-15-495)."""


class SlipState(StrEnum):
    """The state of a slip; a signature leads to each state but void."""

    REQUESTED = "requested"
    PREPARED = "prepared"
    CARRIED = "carried"
    GIVEN = "given"
    """The dealer has counted the chips of a credit out of the tray."""
    RECEIVED = "received"
    VERIFIED = "verified"
    FILED = "filed"
    """The cashier has attached the signed slip to its request."""
    RAISED = "raised"
    SIGNED = "signed"
    WITNESSED = "witnessed"
    VOID = "void"


class Slip(Value, frozen=True, kw_only=True):
    """A slip."""

    kind: SlipKind
    number: int
    table: str
    day: int
    units: int
    """What it moves; of an error slip what was found: more than expected, or less (negative)."""
    chips: Mapping[int, int] = {}
    state: SlipState
    signatures: tuple[Signature, ...]
    reason: str = ""
    """Why it is void."""


class TrayState(StrEnum):
    """The state of a tray, which decides whether its table takes bets."""

    CLOSED = "closed"
    """Its tray is counted and locked, or was never counted."""
    OPEN = "open"
    STOPPED = "stopped"
    """No bets are taken any more; its tray has to be counted."""


class TraySheet(Value, frozen=True):
    """A count of a tray that waits for its second signature."""

    chips: Mapping[int, int]
    signature: Signature


class Tray(Value, frozen=True, kw_only=True):
    """A table as the office knows it."""

    table: str
    state: TrayState = TrayState.CLOSED
    opener: Mapping[int, int] | None = None
    """What was counted when it was closed: it must be there when it opens. None: never counted."""
    sheet: TraySheet | None = None
    turn: int = 0
    """How often it was opened or stopped: the table gets one order for each."""
    is_box_due: bool = False
    """It was open, and its drop box was not taken since."""


class Figure(Value, frozen=True):
    """The result of one count of a box."""

    notes: Mapping[int, int]
    by: str


class Box(Value, frozen=True, kw_only=True):
    """A drop box that was taken from its table."""

    number: int
    table: str
    day: int
    units: int
    """What the journal says is in it; those who count are not shown it."""
    by: str
    """Who carried it."""
    counted: tuple[Figure, ...] = ()
    recounted: tuple[Figure, ...] = ()

    @property
    def is_agreed(self) -> bool:
        """Whether the recount equals the count."""
        counted = self.counted
        recounted = self.recounted
        is_both = bool(counted) and len(counted) == len(recounted)
        return is_both and counted[-1].notes == recounted[-1].notes

    @property
    def is_counting_due(self) -> bool:
        """Whether the team must count the box: for the first time, or after another recount."""
        return len(self.counted) == len(self.recounted) and not self.is_agreed


class Count(Value, frozen=True, kw_only=True):
    """The count of a gambling day's drop boxes."""

    day: int
    team: tuple[str, ...] = ()
    verifier: str = ""
    signed: tuple[str, ...] = ()
    is_finished: bool = False


class PaymentKind(StrEnum):
    """The purpose of a payment of the cage."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    ADJUSTMENT = "adjustment"
    TIPS = "tips"
    CAPITAL = "capital"


class Withdrawal(Value, frozen=True, kw_only=True):
    """A withdrawal that waits until a cashier pays it."""

    number: int
    account: str
    cents: int
    rail: str
    by: str
    """Who asked for it: the player; in older books also a cashier at the window."""
    at: int


class Drawer(Value, frozen=True, kw_only=True):
    """The cash drawer of the cage, and a count of it that waits for the next person's."""

    shift: int = 0
    """How often it was taken over; 0: it was counted once, and nobody has it yet."""
    cashier: str = ""
    since: int = 0
    opening: int = 0
    """What was in it then, in units."""
    outside: int = 0
    """What `external:cash` was then."""
    moved: int = 0
    """Cash that came since then by no payment from outside; negative: it left."""
    chips: Mapping[int, int] = {}
    counted_by: str = ""
    counted_at: int = 0


class Notice(Value, frozen=True, kw_only=True):
    """An event that the regulator must be notified of."""

    number: int
    about: str
    due: int


class Day(Value, frozen=True):
    """A gambling day."""

    number: int
    date: str
    opened: int


class Progressives(Value, frozen=True):
    """The bank account that stands behind jackpots."""

    required: int = 0
    """What it had to hold after the last deposit."""
    deposited: int = 0
    """When that was; before the first one, when the first gambling day opened. 0: never."""
    stopped: str = ""
    """Why jackpot wagers are refused; empty: they are not."""
