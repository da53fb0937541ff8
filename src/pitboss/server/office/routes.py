"""The routes of the office's papers and money."""

from __future__ import annotations

from typing import Final

from pitboss.office import cage, counting, day, inventory, people, slips
from pitboss.office.core import STREAM
from pitboss.office.papers import SlipKind
from pitboss.office.roles import Permission
from pitboss.server.live.commands import find_table
from pitboss.server.office import queries, wire
from pitboss.server.office.commands import STAFF, check_account, does, read_chips, read_number
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Call, Handler, Route

_TABLE: Final = f"{STAFF}/tables/{{table}}"
_SLIP: Final = f"{STAFF}/slips/{{kind}}/{{number}}"
_CAGE: Final = f"{STAFF}/cage"
_WITHDRAWAL: Final = f"{_CAGE}/withdrawals/{{number}}"
_BOX: Final = f"{STAFF}/count/boxes/{{box}}"
_OWN: Final = "everybody asks for money of his own wallet, and takes back only what he asked for"
_SIGNED: Final = ("signature/other-dealer", "signature/role", "signature/same-person")
_COUNTED: Final = ("count/denomination", "count/number")
_PAID: Final = ("day/closed", "payment/amount", "payment/own", "account/unknown", "account/short")
_SECOND: Final = "request/too-many"


def _kind(call: Call) -> SlipKind:
    try:
        return SlipKind(call.path["kind"])
    except ValueError:
        message = f"there is no such slip; there are {', '.join(SlipKind)}"
        raise ApiError("slip/unknown", message) from None


def _assign_dealer(call: Call) -> people.AssignDealer:
    table = find_table(call.services, call.path["table"], None)
    return people.AssignDealer(table.state.id, call.body.dealer)


def _sign_slip(call: Call) -> slips.SignSlip:
    body: wire.SlipSigned = call.body
    chips = None if body.chips is None else read_chips(body.chips)
    return slips.SignSlip(_kind(call), read_number(call), body.state, chips)


async def _deposit(call: Call) -> cage.Deposit:
    body: wire.PlayerMoney = call.body
    account, services = await check_account(call, body.account), call.services
    problem = await services.own_limits.deposit_problem(
        account, body.cents, services.settings.clock()
    )
    # A repeated command gets its first answer, even if limits have changed since.
    if problem and not await services.store.find(STREAM, f"{call.account}/{call.key}"):
        raise problem
    return cage.Deposit(account, body.cents, body.rail)


async def _withdraw_at_window(call: Call) -> cage.AskWithdrawal:
    body: wire.PlayerMoney = call.body
    return cage.AskWithdrawal(await check_account(call, body.account), body.cents, body.rail)


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


def _reads(
    path: str,
    handler: Handler,
    summary: str,
    answer: type,
    needs: Permission | None,
    own: str = "",
) -> Route:
    return Route(
        method="GET",
        path=path,
        handler=handler,
        summary=summary,
        answer=answer,
        needs=needs,
        own=own,
        tag="money",
    )


_TABLES: Final = (
    _reads(
        f"{STAFF}/tables",
        queries.trays,
        "List the tables that the office runs: open or closed, their openers and trays.",
        wire.Trays,
        Permission.READ_SLIPS,
    ),
    does(
        f"{_TABLE}/dealer",
        "Assign a dealer to a table: a dealer acts at that table alone.",
        people.AssignDealer,
        _assign_dealer,
        ("dealer/role", "dealer/self", "dealer/there", "table/unknown"),
        body=wire.DealerAssigned,
    ),
    does(
        f"{_TABLE}/stop",
        "Stop a table: it takes no more bets, so that staff can count its tray.",
        inventory.StopTable,
        lambda call: inventory.StopTable(call.path["table"]),
        ("table/unknown", "table/not-open", *_SIGNED),
    ),
    does(
        f"{_TABLE}/count",
        "Count a tray: the first of two signatures that open or close a table.",
        inventory.CountTray,
        lambda call: inventory.CountTray(call.path["table"], read_chips(call.body.chips)),
        ("day/closed", "table/not-stopped", "count/begun", "slip/unsigned", *_COUNTED, *_SIGNED),
        body=wire.Counted,
    ),
    does(
        f"{_TABLE}/sign",
        "Count a tray too and sign: the second signature, which opens or closes the table.",
        inventory.SignTray,
        lambda call: inventory.SignTray(call.path["table"], read_chips(call.body.chips)),
        (
            "day/closed",
            "table/not-stopped",
            "count/begun",
            "count/missing",
            "count/differs",
            "round/open",
            "table/stopping",
            "slip/unsigned",
            *_COUNTED,
            *_SIGNED,
        ),
        body=wire.Counted,
    ),
    does(
        f"{_TABLE}/take-box",
        "Take the drop box of a table to the count.",
        inventory.TakeBox,
        lambda call: inventory.TakeBox(call.path["table"]),
        ("day/closed", "table/unknown", "count/begun"),
    ),
)
_SLIPS: Final = (
    _reads(
        f"{STAFF}/slips",
        queries.list_slips,
        "List the slips of the day, and who signs each next.",
        wire.Slips,
        Permission.READ_SLIPS,
    ),
    does(
        f"{STAFF}/slips",
        "Ask for a fill or a credit of a table.",
        slips.AskSlip,
        lambda call: slips.AskSlip(call.body.kind, call.body.table, read_chips(call.body.chips)),
        ("day/closed", "slip/kind", "table/not-open", *_COUNTED, *_SIGNED),
        body=wire.SlipAsked,
    ),
    does(
        f"{_SLIP}/sign",
        "Sign a slip: it moves to its next state.",
        slips.SignSlip,
        _sign_slip,
        (
            "slip/unknown",
            "slip/finished",
            "slip/order",
            "count/missing",
            "count/differs",
            "number/invalid",
            *_COUNTED,
            *_SIGNED,
        ),
        body=wire.SlipSigned,
    ),
    does(
        f"{_SLIP}/void",
        "Make a slip void before its chips have moved; its number stays used.",
        slips.VoidSlip,
        lambda call: slips.VoidSlip(_kind(call), read_number(call), call.body.reason),
        ("slip/unknown", "slip/finished", "reason/missing", "number/invalid", "signature/role"),
        body=wire.ReasonGiven,
    ),
)
_MONEY: Final = (
    _reads(
        _CAGE,
        queries.cage_position,
        "Return what the cage holds, and where the players' money is.",
        wire.CagePosition,
        Permission.READ_CAGE,
    ),
    does(
        f"{_CAGE}/deposit",
        "Take money for a player's wallet; a large amount waits for a second person.",
        cage.Deposit,
        _deposit,
        ("account/excluded", "limit/deposit", "payment/rail", _SECOND, *_PAID),
        body=wire.PlayerMoney,
    ),
    does(
        f"{_CAGE}/withdrawals",
        "Ask for money of a player's wallet at the window.",
        cage.AskWithdrawal,
        _withdraw_at_window,
        ("payment/rail", "payment/too-many", *_PAID),
        body=wire.PlayerMoney,
        needs=Permission.CAGE,
    ),
    does(
        f"{_WITHDRAWAL}/pay",
        "Pay a withdrawal that waits; a large one needs a second person.",
        cage.ConfirmWithdrawal,
        lambda call: cage.ConfirmWithdrawal(read_number(call)),
        ("payment/unknown", "payment/settled", "number/invalid", _SECOND, *_PAID),
    ),
    does(
        f"{_WITHDRAWAL}/refuse",
        "Refuse a withdrawal that waits: its money goes back to the wallet.",
        cage.RefuseWithdrawal,
        lambda call: cage.RefuseWithdrawal(read_number(call), call.body.reason),
        ("payment/unknown", "payment/settled", "number/invalid", "reason/missing"),
        body=wire.ReasonGiven,
        needs=Permission.CAGE,
    ),
    does(
        f"{_CAGE}/tips",
        "Pay tips out of a pool.",
        cage.PayTips,
        lambda call: cage.PayTips(call.body.pool, call.body.cents),
        (_SECOND, *_PAID),
        body=wire.TipsPaid,
    ),
    does(
        f"{_CAGE}/capital",
        "Put money of the house into the cage or take it out; a second person agrees.",
        cage.MoveCapital,
        lambda call: cage.MoveCapital(call.body.part, call.body.cents, call.body.reason),
        ("cage/part", "reason/missing", _SECOND, *_PAID),
        body=wire.Capital,
    ),
    does(
        f"{_CAGE}/adjust",
        "Correct a wallet; a second person agrees.",
        cage.AdjustWallet,
        _adjust,
        ("reason/missing", _SECOND, *_PAID),
        body=wire.Correction,
    ),
    _reads(
        f"{BASE}/me/withdrawals",
        queries.own_withdrawals,
        "List your withdrawals that wait for a cashier.",
        wire.Withdrawals,
        None,
        _OWN,
    ),
    does(
        f"{BASE}/me/withdrawals",
        "Ask for money of your wallet: it is set aside until a cashier pays it.",
        cage.AskWithdrawal,
        lambda call: cage.AskWithdrawal(call.account, call.body.cents, call.body.rail),
        ("payment/amount", "payment/rail", "payment/too-many", "account/short"),
        body=wire.OwnMoney,
        own=_OWN,
    ),
    does(
        f"{BASE}/me/withdrawals/{{number}}/take-back",
        "Take back a withdrawal that was not paid yet.",
        cage.RefuseWithdrawal,
        _take_back,
        (
            "payment/unknown",
            "payment/settled",
            "number/invalid",
            "permission/missing",
            "reason/missing",
        ),
        body=wire.ReasonGiven,
        own=_OWN,
    ),
)
_COUNT_CODES: Final = ("day/closed", "count/missing", "count/done", "count/team")
_COUNTS: Final = (
    _reads(
        f"{STAFF}/count",
        queries.count_of_day,
        "Return the state of the day's count; the verifier sees no figure before the own one.",
        wire.CountSeen,
        Permission.READ_COUNTS,
    ),
    does(
        f"{STAFF}/count/join",
        "Be one of the team that counts the boxes of the day.",
        counting.JoinCount,
        lambda _: counting.JoinCount(),
        ("count/joined", "count/full", "count/preparer", "count/early", *_COUNT_CODES),
    ),
    does(
        f"{_BOX}/count",
        "Count a box, as one of the team.",
        counting.CountBox,
        lambda call: counting.CountBox(read_number(call, "box"), read_chips(call.body.chips)),
        ("box/unknown", "box/counted", "number/invalid", *_COUNTED, *_COUNT_CODES),
        body=wire.Counted,
    ),
    does(
        f"{_BOX}/recount",
        "Count a box again before the figures of the team are shown.",
        counting.RecountBox,
        lambda call: counting.RecountBox(read_number(call, "box"), read_chips(call.body.chips)),
        (
            "box/unknown",
            "box/uncounted",
            "count/preparer",
            "number/invalid",
            *_COUNTED,
            *_COUNT_CODES,
        ),
        body=wire.Counted,
    ),
    does(
        f"{STAFF}/count/sign",
        "Sign the count of the day, as one of the team.",
        counting.SignCount,
        lambda _: counting.SignCount(),
        ("count/signed", "count/unfinished", *_COUNT_CODES),
    ),
    does(
        f"{STAFF}/count/finish",
        "Sign the count of the day last, as its verifier: the money goes to the cage.",
        counting.FinishCount,
        lambda _: counting.FinishCount(),
        ("count/unsigned", "count/unfinished", *_COUNT_CODES),
    ),
)
_DAYS: Final = (
    _reads(
        f"{STAFF}/day",
        queries.gambling_day,
        "Return the gambling day, what keeps it open, and the notices that are due.",
        wire.DaySeen,
        Permission.READ_DAY,
    ),
    does(
        f"{STAFF}/day/open",
        "Open the gambling day.",
        day.OpenDay,
        lambda _: day.OpenDay(),
        ("day/open", "day/early"),
    ),
    does(
        f"{STAFF}/day/close",
        "Close the gambling day, once everything of it is done.",
        day.CloseDay,
        lambda _: day.CloseDay(),
        ("day/closed", "day/not-ready"),
    ),
    does(
        f"{STAFF}/progressives/deposit",
        "Bring the bank account of progressives to what jackpots hold.",
        day.DepositProgressives,
        lambda _: day.DepositProgressives(),
        ("day/closed",),
    ),
    does(
        f"{STAFF}/progressives/check",
        "Check whether jackpots may go on, and stop them or let them go on.",
        day.CheckProgressives,
        lambda _: day.CheckProgressives(),
        ("progressives/same",),
    ),
    does(
        f"{STAFF}/malfunctions",
        "Report that equipment fails; the regulator must be notified of it in time.",
        day.ReportMalfunction,
        lambda call: day.ReportMalfunction(call.body.table, call.body.what),
        ("reason/missing",),
        body=wire.Malfunction,
    ),
    does(
        f"{STAFF}/notices/{{number}}/file",
        "Record how the regulator was notified.",
        day.FileNotice,
        lambda call: day.FileNotice(read_number(call), call.body.reference),
        ("notice/unknown", "number/invalid", "reason/missing"),
        body=wire.Notified,
    ),
)
OFFICE_ROUTES: Final = (*_TABLES, *_SLIPS, *_MONEY, *_COUNTS, *_DAYS)
"""Papers and money."""
