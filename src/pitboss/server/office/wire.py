"""Requests and answers about papers and money of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.office.cage import AdjustWallet, AskWithdrawal, Deposit, MoveCapital, PayTips
from pitboss.office.day import FileNotice, ReportMalfunction
from pitboss.office.drawer import CountDrawer, RedeemChips
from pitboss.office.inventory import CountTray
from pitboss.office.papers import Slip, SlipKind, Tray, TrayState, count_units
from pitboss.office.signing import signing_problem
from pitboss.office.slips import COUNTED, AskSlip, SignSlip, VoidSlip, next_step
from pitboss.office.state import Office
from pitboss.server.requests.forms import body_of
from pitboss.server.requests.wire import moment_text, show

Counted = body_of("Counted", CountTray, "chips", doc="What was counted.")
SlipAsked = body_of("SlipAsked", AskSlip, "kind", "table", "chips")
SlipSigned = body_of("SlipSigned", SignSlip, "state", "chips")
ReasonGiven = body_of("ReasonGiven", VoidSlip, "reason", doc="Why.")
PlayerMoney = body_of("PlayerMoney", Deposit, "account", "cents", "rail")
OwnMoney = body_of("OwnMoney", AskWithdrawal, "cents", rail="bank")
Correction = body_of("Correction", AdjustWallet, "account", "cents", "reason")
TipsPaid = body_of("TipsPaid", PayTips, "pool", "cents")
Capital = body_of("Capital", MoveCapital, "part", "cents", "reason")
DrawerCount = body_of("DrawerCount", CountDrawer, "chips", doc="The cash that was counted.")
ChipsBought = body_of("ChipsBought", RedeemChips, "chips", doc="The chips that were bought back.")
Notified = body_of("Notified", FileNotice, "reference")
Malfunction = body_of("Malfunction", ReportMalfunction, "what", table="")


class DealerAssigned(Struct, frozen=True, forbid_unknown_fields=True):
    """Who deals at a table from now on."""

    dealer: Annotated[
        str,
        Meta(
            max_length=100,
            description="An account with the role dealer, which then deals at no other table; "
            "empty: nobody deals here.",
        ),
    ] = ""


class Written(Struct, frozen=True, omit_defaults=True):
    """The entry that was written in the journal of the office."""

    kind: Annotated[str, Meta(description="The kind of the entry.")]
    number: Annotated[int | None, Meta(description="Of the slip, payment, box or day.")] = None
    request: Annotated[
        int | None, Meta(description="It waits for a second person, under this number.")
    ] = None


class SignatureSeen(Struct, frozen=True):
    """A signature."""

    party: str
    by: str
    at: str


class SlipSeen(Struct, frozen=True):
    """A slip."""

    kind: str
    number: int
    table: str
    cents: Annotated[int, Meta(description="Of an error slip: what was too much, or missing.")]
    chips: dict[str, int]
    state: str
    next: Annotated[str | None, Meta(description="The state after the next signature.")]
    signs: Annotated[str | None, Meta(description="Who signs next.")]
    counts: Annotated[bool, Meta(description="Whoever signs next counts the chips.")]
    may_sign: Annotated[bool, Meta(description="The caller may sign next.")]
    signatures: list[SignatureSeen]
    reason: str


class Slips(Struct, frozen=True):
    """The slips of the day."""

    slips: list[SlipSeen]
    numbers: Annotated[dict[str, int], Meta(description="Kind -> the last number.")]


class SheetSeen(Struct, frozen=True):
    """A count that waits for its second signature; its figures are not shown."""

    party: str
    by: str
    at: str


class TraySeen(Struct, frozen=True):
    """A table as the office knows it."""

    table: str
    dealer: Annotated[str, Meta(description="The account that deals there; empty: nobody.")]
    state: str
    opener: Annotated[dict[str, int] | None, Meta(description="Null: it was never counted.")]
    tray_cents: Annotated[
        int | None,
        Meta(
            description="What its journal says is in the tray; null until a stopped one is counted."
        ),
    ]
    sheet: SheetSeen | None
    box_due: Annotated[bool, Meta(description="Its drop box has to be taken.")]
    next: Annotated[list[str], Meta(description="What can be done: stop, count, sign.")]
    low: Annotated[
        bool, Meta(description="Half of what it opened with is gone: it needs a fill.")
    ] = False


class Trays(Struct, frozen=True):
    """The tables of the office."""

    tables: list[TraySeen]
    denominations: list[int]


class WithdrawalSeen(Struct, frozen=True):
    """A withdrawal that waits for a cashier."""

    number: int
    account: str
    cents: int
    rail: str
    by: str
    at: str


class Withdrawals(Struct, frozen=True):
    """Withdrawals that wait."""

    withdrawals: list[WithdrawalSeen]


class CageQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which of the withdrawals that wait are listed."""

    after: Annotated[int, Meta(ge=0, description="The `next` of the page before.")] = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class DrawerSeen(Struct, frozen=True):
    """The cash drawer: what was in it, what came and went, and what should be in it now."""

    shift: Annotated[int, Meta(description="How often it was taken over.")]
    cashier: Annotated[str, Meta(description="Who took it over; empty: nobody yet.")]
    since: str | None
    opening_cents: int
    moved_cents: Annotated[int, Meta(description="Cash in less cash out since then.")]
    expected_cents: Annotated[int, Meta(description="What should be in it now.")]
    counted_by: Annotated[str, Meta(description="Whose count waits for the next person's.")]


class CagePosition(Struct, frozen=True):
    """What the cage holds."""

    money_cents: int
    chips_cents: int
    outside_cents: Annotated[dict[str, int], Meta(description="Rail -> deposits less withdrawals.")]
    tips_cents: Annotated[dict[str, int], Meta(description="Pool -> tips not paid out yet.")]
    player_funds_cents: Annotated[
        dict[str, int], Meta(description="Place -> the players' money there.")
    ]
    withdrawals: Annotated[list[WithdrawalSeen], Meta(description="A page, the oldest first.")]
    waiting: Annotated[int, Meta(description="The withdrawals that wait, on all pages.")]
    next: Annotated[int | None, Meta(description="Where the next page begins; null: nowhere.")]
    drawer: Annotated[
        DrawerSeen | None, Meta(description="The cash drawer; null: it was never counted.")
    ] = None


class FigureSeen(Struct, frozen=True):
    """The result of one count of a box."""

    notes: dict[str, int]
    by: str


class BoxSeen(Struct, frozen=True):
    """A drop box of the day, as far as the caller may see it."""

    box: int
    table: str
    counted: list[FigureSeen]
    recounted: list[FigureSeen]
    agreed: bool
    due: Annotated[str | None, Meta(description="count, recount, or null.")]
    journal_cents: Annotated[int | None, Meta(description="Shown after the count.")]


class CountSeen(Struct, frozen=True):
    """The count of the day."""

    boxes: list[BoxSeen]
    team: list[str]
    verifier: str
    signed: list[str]
    finished: bool


class NoticeSeen(Struct, frozen=True):
    """Something that the regulator must be notified of."""

    number: int
    about: str
    due: str


class DaySeen(Struct, frozen=True):
    """The gambling day."""

    day: Annotated[int | None, Meta(description="Null: no day is open.")]
    date: Annotated[str, Meta(description="Of the day opened last.")]
    opened: str | None
    to_do: Annotated[list[str], Meta(description="What must be done before it closes.")]
    notices: list[NoticeSeen]
    progressives_cents: Annotated[int, Meta(description="The amount that jackpots hold.")]
    bank_cents: Annotated[int, Meta(description="The bank account that covers them.")]
    stopped: Annotated[
        str, Meta(description="Why jackpot wagers are refused; empty: they are taken.")
    ]
    overdue: Annotated[
        bool, Meta(description="By the clock of the house another gambling day has begun.")
    ] = False


def texts(chips: Mapping[int, int]) -> dict[str, int]:
    """Write denominations in their JSON form."""
    return {str(cents): count for cents, count in chips.items()}


def show_slip(slip: Slip, office: Office, account: str) -> SlipSeen:
    """Write a slip, and whether an account may sign it next."""
    state, party = next_step(slip) or (None, None)
    problem = party is None or signing_problem(office, slip.signatures, party, slip.table, account)
    return show(
        SlipSeen,
        slip,
        cents=slip.units // UNITS_PER_CENT,
        chips=texts(slip.chips),
        next=state,
        signs=party,
        counts=slip.kind is not SlipKind.ERROR and state in COUNTED,
        may_sign=not problem,
        signatures=[
            show(SignatureSeen, signature, at=moment_text(signature.at))
            for signature in slip.signatures
        ],
    )


def show_tray(tray: Tray, units: int, dealer: str, *, is_physical: bool) -> TraySeen:
    """Write a tray; the journal's and the first count's figures stay hidden: both are blind."""
    opener = 0 if tray.opener is None else count_units(tray.opener)
    sheet = tray.sheet
    signature = sheet.signature if sheet else None
    return TraySeen(
        table=tray.table,
        dealer=dealer,
        state=tray.state,
        opener=None if tray.opener is None else texts(tray.opener),
        tray_cents=None if tray.state is TrayState.STOPPED else units // UNITS_PER_CENT,
        sheet=show(SheetSeen, signature, at=moment_text(signature.at)) if signature else None,
        box_due=tray.is_box_due,
        next=["stop"]
        if tray.state is TrayState.OPEN
        else ["sign", "count"]
        if sheet
        else ["count"],
        low=not is_physical and tray.state is TrayState.OPEN and units * 2 < opener,
    )
