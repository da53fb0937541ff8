"""The routes of the office's papers and money."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Final

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.office import cage, counting, day, drawer, inventory, people, slips
from pitboss.office.papers import SlipKind
from pitboss.office.roles import Permission
from pitboss.server.office import queries, wire
from pitboss.server.office.commands import (
    CommandRoutes,
    fill_player,
    fill_table,
    read_chips,
    read_number,
    written,
)
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call
from pitboss.text.numbers import money

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

OFFICE_ROUTES = CommandRoutes("money", moves=True)
"""Papers and money."""


async def _kind(call: Call) -> dict[str, object]:
    try:
        return {"kind": SlipKind(call.path["kind"])}
    except ValueError:
        message = f"there is no such slip; there are {', '.join(SlipKind)}"
        raise ApiError("slip/unknown", message) from None


async def _dealer(call: Call) -> dict[str, object]:
    name = call.path["table"]
    is_physical = name in (await call.services.desk.refresh()).physical
    return {
        **({"table": name} if is_physical else await fill_table(call)),
        "account": call.body.dealer,
    }


async def _notes(call: Call) -> dict[str, object]:
    return {"notes": read_chips(call.body.chips)}


async def _caller(call: Call) -> dict[str, object]:
    return {"account": call.account}


async def _check_own(call: Call) -> dict[str, object]:
    """Cancel the caller's own withdrawal; a cashier's route for others needs a permission."""
    paper = (await call.services.desk.refresh()).withdrawals.get(read_number(call))
    if paper is not None and paper.account != call.account:
        raise ApiError("payment/unknown", "there is no such withdrawal")
    return {}


async def _not_play_money(call: Call) -> dict[str, object]:
    """Refuse to pay play money out: of a house that gives it, no more leaves than came in."""
    services = call.services
    paper = (await services.desk.refresh()).withdrawals.get(read_number(call))
    if paper is None or not services.settings.play_money_cents:
        return {}
    came = 0
    async for entry in services.store.entries(f"account/{paper.account}"):
        came -= sum(amount for name, amount in entry.postings if name.startswith("external:"))
    if paper.cents * UNITS_PER_CENT > came:
        message = f"{money(max(0, came) // UNITS_PER_CENT)} of it came from outside"
        raise ApiError("payment/play-money", f"{message}; the rest is play money, never paid out")
    return {}


def _hold_wallet(call: Call) -> AbstractAsyncContextManager[None]:
    """Hold the caller's wallet while money is set aside: play money counts it once."""
    return call.services.wallet(call.account)


OFFICE_ROUTES.get("/staff/tables", needs=Permission.READ_SLIPS, moves=False)(queries.trays)
OFFICE_ROUTES.command(
    f"{_TABLE}/dealer",
    people.AssignDealer,
    written,
    fill=_dealer,
    codes=("dealer/role", "dealer/self", "dealer/there", "table/unknown"),
    body=wire.DealerAssigned,
)
OFFICE_ROUTES.command(
    f"{_TABLE}/stop",
    inventory.StopTable,
    written,
    codes=("table/unknown", "table/not-open", *_SIGNED),
)
OFFICE_ROUTES.command(
    f"{_TABLE}/count",
    inventory.CountTray,
    written,
    codes=(*_TRAY_CODES, "count/there"),
    body=wire.Counted,
)
OFFICE_ROUTES.command(
    f"{_TABLE}/sign",
    inventory.SignTray,
    written,
    codes=(*_TRAY_CODES, *_TWICE, "round/open", "table/stopping"),
    body=wire.Counted,
)
OFFICE_ROUTES.command(
    f"{_TABLE}/take-box",
    inventory.TakeBox,
    written,
    codes=("day/closed", "table/unknown", "count/begun"),
)
OFFICE_ROUTES.get("/staff/slips", needs=Permission.READ_SLIPS, moves=False)(queries.list_slips)
OFFICE_ROUTES.command(
    "/staff/slips",
    slips.AskSlip,
    written,
    codes=("day/closed", "slip/kind", "table/not-open", *_COUNTED, *_SIGNED),
    body=wire.SlipAsked,
)
OFFICE_ROUTES.command(
    f"{_SLIP}/sign",
    slips.SignSlip,
    written,
    fill=_kind,
    codes=(*_SLIP_CODES, "slip/order", *_TWICE, *_COUNTED, *_SIGNED),
    body=wire.SlipSigned,
)
OFFICE_ROUTES.command(
    f"{_SLIP}/void",
    slips.VoidSlip,
    written,
    fill=_kind,
    codes=(*_SLIP_CODES, "reason/missing", "signature/role"),
    body=wire.ReasonGiven,
)
OFFICE_ROUTES.get("/staff/cage", needs=Permission.READ_CAGE, query=wire.CageQuestion, moves=False)(
    queries.cage_position
)
OFFICE_ROUTES.command(
    "/staff/cage/deposit",
    cage.Deposit,
    written,
    fill=fill_player,
    codes=("account/excluded", "limit/deposit", "payment/rail", _SECOND, *_PAID),
    body=wire.PlayerMoney,
)
OFFICE_ROUTES.command(
    f"{_WITHDRAWAL}/pay",
    cage.ConfirmWithdrawal,
    written,
    fill=_not_play_money,
    codes=(*_WAITING, "payment/not-asked", "payment/play-money", _SECOND, *_PAID),
)
OFFICE_ROUTES.command(
    f"{_WITHDRAWAL}/refuse",
    cage.RefuseWithdrawal,
    written,
    codes=(*_WAITING, "reason/missing"),
    body=wire.ReasonGiven,
    needs=Permission.CAGE,
)
OFFICE_ROUTES.command(
    "/staff/cage/tips",
    cage.PayTips,
    written,
    codes=(_SECOND, *_PAID),
    body=wire.TipsPaid,
)
OFFICE_ROUTES.command(
    "/staff/cage/capital",
    cage.MoveCapital,
    written,
    codes=("cage/part", "reason/missing", _SECOND, *_PAID),
    body=wire.Capital,
)
OFFICE_ROUTES.command(
    "/staff/cage/adjust",
    cage.AdjustWallet,
    written,
    fill=fill_player,
    codes=("reason/missing", _SECOND, *_PAID),
    body=wire.Correction,
)
OFFICE_ROUTES.command(
    "/staff/cage/drawer/count",
    drawer.CountDrawer,
    written,
    codes=("count/there", *_COUNTED),
    body=wire.DrawerCount,
)
OFFICE_ROUTES.command(
    "/staff/cage/drawer/take",
    drawer.TakeDrawer,
    written,
    codes=("signature/same-person", *_TWICE, *_COUNTED),
    body=wire.DrawerCount,
)
OFFICE_ROUTES.command(
    "/staff/cage/chips",
    drawer.RedeemChips,
    written,
    codes=("day/closed", _SECOND, *_COUNTED),
    body=wire.ChipsBought,
)
OFFICE_ROUTES.get("/me/withdrawals", own=_OWN, moves=False)(queries.own_withdrawals)
OFFICE_ROUTES.command(
    "/me/withdrawals",
    cage.AskWithdrawal,
    written,
    fill=_caller,
    hold=_hold_wallet,
    codes=("payment/amount", "payment/rail", "payment/too-many", "account/short"),
    body=wire.OwnMoney,
    own=_OWN,
)
OFFICE_ROUTES.command(
    "/me/withdrawals/{number}/take-back",
    cage.RefuseWithdrawal,
    written,
    summary="Cancel your withdrawal before it is paid.",
    fill=_check_own,
    codes=(*_WAITING, "permission/missing", "reason/missing"),
    body=wire.ReasonGiven,
    own=_OWN,
)
OFFICE_ROUTES.get("/staff/count", needs=Permission.READ_COUNTS, moves=False)(queries.count_of_day)
OFFICE_ROUTES.command(
    "/staff/count/join",
    counting.JoinCount,
    written,
    codes=("count/joined", "count/full", "count/preparer", "count/early", *_COUNT_CODES),
)
OFFICE_ROUTES.command(
    f"{_BOX}/count",
    counting.CountBox,
    written,
    fill=_notes,
    codes=(*_BOX_CODES, "box/counted"),
    body=wire.Counted,
)
OFFICE_ROUTES.command(
    f"{_BOX}/recount",
    counting.RecountBox,
    written,
    fill=_notes,
    codes=(*_BOX_CODES, "box/uncounted", "count/preparer"),
    body=wire.Counted,
)
OFFICE_ROUTES.command(
    "/staff/count/sign",
    counting.SignCount,
    written,
    codes=("count/signed", "count/unfinished", *_COUNT_CODES),
)
OFFICE_ROUTES.command(
    "/staff/count/finish",
    counting.FinishCount,
    written,
    codes=("count/unsigned", "count/unfinished", *_COUNT_CODES),
)
OFFICE_ROUTES.get("/staff/day", needs=Permission.READ_DAY, moves=False)(queries.gambling_day)
OFFICE_ROUTES.command(
    "/staff/day/open",
    day.OpenDay,
    written,
    codes=("day/open", "day/early"),
)
OFFICE_ROUTES.command(
    "/staff/day/close",
    day.CloseDay,
    written,
    codes=("day/closed", "day/not-ready"),
)
OFFICE_ROUTES.command(
    "/staff/progressives/deposit",
    day.DepositProgressives,
    written,
    codes=("day/closed",),
)
OFFICE_ROUTES.command(
    "/staff/progressives/check",
    day.CheckProgressives,
    written,
    codes=("progressives/same",),
)
OFFICE_ROUTES.command(
    "/staff/malfunctions",
    day.ReportMalfunction,
    written,
    codes=("reason/missing",),
    body=wire.Malfunction,
)
OFFICE_ROUTES.command(
    "/staff/notices/{number}/file",
    day.FileNotice,
    written,
    codes=("notice/unknown", "number/invalid", "reason/missing"),
    body=wire.Notified,
)
