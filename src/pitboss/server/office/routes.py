"""The routes of the office's papers and money."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final, Unpack

from pitboss.office import cage, counting, day, inventory, people, slips
from pitboss.office.decide import needs_of
from pitboss.office.papers import SlipKind
from pitboss.office.roles import Permission
from pitboss.server.live.commands import find_table
from pitboss.server.office import queries, wire
from pitboss.server.office.commands import check_account, read_chips, read_number, write
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, RouteFacts, Routes

_TABLE: Final = "/staff/tables/{table}"
_SLIP: Final = "/staff/slips/{kind}/{number}"
_WITHDRAWAL: Final = "/staff/cage/withdrawals/{number}"
_BOX: Final = "/staff/count/boxes/{box}"
_OWN: Final = "everybody asks for money of his own wallet, and takes back only what he asked for"
_SIGNED: Final = ("signature/other-dealer", "signature/role", "signature/same-person")
_COUNTED: Final = ("count/denomination", "count/number")
_TWICE: Final = ("count/missing", "count/differs")
_TRAY_CODES: Final = (
    *("day/closed", "table/not-stopped", "count/begun", "slip/unsigned"),
    *_COUNTED,
    *_SIGNED,
)
_SLIP_CODES: Final = ("slip/unknown", "slip/finished", "number/invalid")
_PAID: Final = ("day/closed", "payment/amount", "payment/own", "account/unknown", "account/short")
_WAITING: Final = ("payment/unknown", "payment/settled", "number/invalid")
_SECOND: Final = "request/too-many"
_COUNT_CODES: Final = ("day/closed", "count/missing", "count/done", "count/team")
_BOX_CODES: Final = ("box/unknown", "number/invalid", *_COUNTED, *_COUNT_CODES)

OFFICE_ROUTES = Routes("money", moves=True)
"""Papers and money."""


def _kind(call: Call) -> SlipKind:
    try:
        return SlipKind(call.path["kind"])
    except ValueError:
        message = f"there is no such slip; there are {', '.join(SlipKind)}"
        raise ApiError("slip/unknown", message) from None


async def _assign_dealer(call: Call) -> people.AssignDealer:
    name = call.path["table"]
    if name in (await call.services.desk.refresh()).physical:
        return people.AssignDealer(name, call.body.dealer)
    table = find_table(call.services, name, None)
    return people.AssignDealer(table.state.id, call.body.dealer)


def _sign_slip(call: Call) -> slips.SignSlip:
    body: wire.SlipSigned = call.body
    chips = None if body.chips is None else read_chips(body.chips)
    return slips.SignSlip(_kind(call), read_number(call), body.state, chips)


async def _deposit(call: Call) -> cage.Deposit:
    body: wire.PlayerMoney = call.body
    return cage.Deposit(await check_account(call, body.account), body.cents, body.rail)


async def _take_back(call: Call) -> cage.RefuseWithdrawal:
    """Cancel the caller's own withdrawal; a cashier's route for others needs a permission."""
    number = read_number(call)
    paper = (await call.services.desk.refresh()).withdrawals.get(number)
    if paper is not None and paper.account != call.account:
        raise ApiError("payment/unknown", "there is no such withdrawal")
    return cage.RefuseWithdrawal(number, call.body.reason)


async def _adjust(call: Call) -> cage.AdjustWallet:
    body: wire.Correction = call.body
    return cage.AdjustWallet(await check_account(call, body.account), body.cents, body.reason)


def _hold_wallet(call: Call, made: object) -> AbstractAsyncContextManager[None]:
    """Hold the caller's wallet while money is set aside: play money counts it once."""
    is_own = isinstance(made, cage.AskWithdrawal)
    return call.services.wallet(call.account) if is_own else nullcontext()


def _command(
    path: str,
    summary: str,
    command: type,
    make: Callable[[Call], object | Awaitable[object]] | None = None,
    /,
    **facts: Unpack[RouteFacts],
) -> None:
    """Add the route of a command; it needs the permission that the office needs."""

    async def handle(call: Call) -> wire.Written:
        made = make(call) if make else command()
        made = await made if isinstance(made, Awaitable) else made
        async with _hold_wallet(call, made):
            return await write(call, made)

    facts["summary"] = summary
    facts.setdefault("needs", needs_of(command))
    OFFICE_ROUTES.post(path, **facts)(handle)


OFFICE_ROUTES.get("/staff/tables", needs=Permission.READ_SLIPS, moves=False)(queries.trays)
_command(
    f"{_TABLE}/dealer",
    "Assign a dealer to a table: a dealer acts at that table alone.",
    people.AssignDealer,
    _assign_dealer,
    codes=("dealer/role", "dealer/self", "dealer/there", "table/unknown"),
    body=wire.DealerAssigned,
)
_command(
    f"{_TABLE}/stop",
    "Stop a table: it takes no more bets, so that staff can count its tray.",
    inventory.StopTable,
    lambda call: inventory.StopTable(call.path["table"]),
    codes=("table/unknown", "table/not-open", *_SIGNED),
)
_command(
    f"{_TABLE}/count",
    "Count a tray: the first of two signatures that open or close a table.",
    inventory.CountTray,
    lambda call: inventory.CountTray(call.path["table"], read_chips(call.body.chips)),
    codes=_TRAY_CODES,
    body=wire.Counted,
)
_command(
    f"{_TABLE}/sign",
    "Count a tray as the second person and sign: the table opens or closes.",
    inventory.SignTray,
    lambda call: inventory.SignTray(call.path["table"], read_chips(call.body.chips)),
    codes=(*_TRAY_CODES, *_TWICE, "round/open", "table/stopping"),
    body=wire.Counted,
)
_command(
    f"{_TABLE}/take-box",
    "Take the drop box of a table to the count.",
    inventory.TakeBox,
    lambda call: inventory.TakeBox(call.path["table"]),
    codes=("day/closed", "table/unknown", "count/begun"),
)
OFFICE_ROUTES.get("/staff/slips", needs=Permission.READ_SLIPS, moves=False)(queries.list_slips)
_command(
    "/staff/slips",
    "Ask for a fill or a credit of a table.",
    slips.AskSlip,
    lambda call: slips.AskSlip(call.body.kind, call.body.table, read_chips(call.body.chips)),
    codes=("day/closed", "slip/kind", "table/not-open", *_COUNTED, *_SIGNED),
    body=wire.SlipAsked,
)
_command(
    f"{_SLIP}/sign",
    "Sign a slip: it moves to its next state.",
    slips.SignSlip,
    _sign_slip,
    codes=(*_SLIP_CODES, "slip/order", *_TWICE, *_COUNTED, *_SIGNED),
    body=wire.SlipSigned,
)
_command(
    f"{_SLIP}/void",
    "Void a slip before its chips move; its number is not used again.",
    slips.VoidSlip,
    lambda call: slips.VoidSlip(_kind(call), read_number(call), call.body.reason),
    codes=(*_SLIP_CODES, "reason/missing", "signature/role"),
    body=wire.ReasonGiven,
)
OFFICE_ROUTES.get("/staff/cage", needs=Permission.READ_CAGE, query=wire.CageQuestion, moves=False)(
    queries.cage_position
)
_command(
    "/staff/cage/deposit",
    "Take money for a player's wallet; a large sum in a day waits for a second person.",
    cage.Deposit,
    _deposit,
    codes=("account/excluded", "limit/deposit", "payment/rail", _SECOND, *_PAID),
    body=wire.PlayerMoney,
)
_command(
    f"{_WITHDRAWAL}/pay",
    "Pay a withdrawal that waits; from a large sum in a day on, a second person must agree.",
    cage.ConfirmWithdrawal,
    lambda call: cage.ConfirmWithdrawal(read_number(call)),
    codes=(*_WAITING, "payment/not-asked", _SECOND, *_PAID),
)
_command(
    f"{_WITHDRAWAL}/refuse",
    "Refuse a withdrawal that waits: its money goes back to the wallet.",
    cage.RefuseWithdrawal,
    lambda call: cage.RefuseWithdrawal(read_number(call), call.body.reason),
    codes=(*_WAITING, "reason/missing"),
    body=wire.ReasonGiven,
    needs=Permission.CAGE,
)
_command(
    "/staff/cage/tips",
    "Pay tips out of a pool.",
    cage.PayTips,
    lambda call: cage.PayTips(call.body.pool, call.body.cents),
    codes=(_SECOND, *_PAID),
    body=wire.TipsPaid,
)
_command(
    "/staff/cage/capital",
    "Put money of the house into the cage or take it out; a second person must agree.",
    cage.MoveCapital,
    lambda call: cage.MoveCapital(call.body.part, call.body.cents, call.body.reason),
    codes=("cage/part", "reason/missing", _SECOND, *_PAID),
    body=wire.Capital,
)
_command(
    "/staff/cage/adjust",
    "Correct a wallet; a second person must agree.",
    cage.AdjustWallet,
    _adjust,
    codes=("reason/missing", _SECOND, *_PAID),
    body=wire.Correction,
)
OFFICE_ROUTES.get("/me/withdrawals", own=_OWN, moves=False)(queries.own_withdrawals)
_command(
    "/me/withdrawals",
    "Request a withdrawal from your wallet: the money is set aside until a cashier pays it.",
    cage.AskWithdrawal,
    lambda call: cage.AskWithdrawal(call.account, call.body.cents, call.body.rail),
    codes=("payment/amount", "payment/rail", "payment/too-many", "account/short"),
    body=wire.OwnMoney,
    own=_OWN,
)
_command(
    "/me/withdrawals/{number}/take-back",
    "Cancel your withdrawal before it is paid.",
    cage.RefuseWithdrawal,
    _take_back,
    codes=(*_WAITING, "permission/missing", "reason/missing"),
    body=wire.ReasonGiven,
    own=_OWN,
)
OFFICE_ROUTES.get("/staff/count", needs=Permission.READ_COUNTS, moves=False)(queries.count_of_day)
_command(
    "/staff/count/join",
    "Join the team that counts the boxes of the day.",
    counting.JoinCount,
    codes=("count/joined", "count/full", "count/preparer", "count/early", *_COUNT_CODES),
)
_command(
    f"{_BOX}/count",
    "Count a box as a member of the team.",
    counting.CountBox,
    lambda call: counting.CountBox(read_number(call, "box"), read_chips(call.body.chips)),
    codes=(*_BOX_CODES, "box/counted"),
    body=wire.Counted,
)
_command(
    f"{_BOX}/recount",
    "Count a box again as the verifier, before you see the figures of the team.",
    counting.RecountBox,
    lambda call: counting.RecountBox(read_number(call, "box"), read_chips(call.body.chips)),
    codes=(*_BOX_CODES, "box/uncounted", "count/preparer"),
    body=wire.Counted,
)
_command(
    "/staff/count/sign",
    "Sign the count of the day as a member of the team.",
    counting.SignCount,
    codes=("count/signed", "count/unfinished", *_COUNT_CODES),
)
_command(
    "/staff/count/finish",
    "Sign the count of the day as its verifier, after the team: the money goes to the cage.",
    counting.FinishCount,
    codes=("count/unsigned", "count/unfinished", *_COUNT_CODES),
)
OFFICE_ROUTES.get("/staff/day", needs=Permission.READ_DAY, moves=False)(queries.gambling_day)
_command(
    "/staff/day/open",
    "Open the gambling day.",
    day.OpenDay,
    codes=("day/open", "day/early"),
)
_command(
    "/staff/day/close",
    "Close the gambling day when nothing is left to do.",
    day.CloseDay,
    codes=("day/closed", "day/not-ready"),
)
_command(
    "/staff/progressives/deposit",
    "Bring the bank account of progressives to the amount that jackpots hold.",
    day.DepositProgressives,
    codes=("day/closed",),
)
_command(
    "/staff/progressives/check",
    "Check whether jackpots may go on, and stop them or let them go on.",
    day.CheckProgressives,
    codes=("progressives/same",),
)
_command(
    "/staff/malfunctions",
    "Report a failure of equipment; the regulator must be notified in time.",
    day.ReportMalfunction,
    lambda call: day.ReportMalfunction(call.body.table, call.body.what),
    codes=("reason/missing",),
    body=wire.Malfunction,
)
_command(
    "/staff/notices/{number}/file",
    "Record how the regulator was notified.",
    day.FileNotice,
    lambda call: day.FileNotice(read_number(call), call.body.reference),
    codes=("notice/unknown", "number/invalid", "reason/missing"),
    body=wire.Notified,
)
