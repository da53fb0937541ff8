"""Facts about tables and jackpots from the books, for commands of the office."""

from __future__ import annotations

from typing import Final

from pitboss.engine.values import replace
from pitboss.floor.journal import PLAY_CLOSED, PLAY_OPENED
from pitboss.office.cage import PayTips
from pitboss.office.day import CheckProgressives, CloseDay, DayFacts, DepositProgressives, FundFacts
from pitboss.office.drawer import TakeDrawer
from pitboss.office.inventory import SignTray, StopTable, TableFacts, TakeBox
from pitboss.office.state import Office
from pitboss.pit.desk import Complete
from pitboss.store import Store

_JACKPOT: Final = "jackpot:"
_PENDING: Final = ":pending"


def make_completer(store: Store) -> Complete:
    """Return a function that adds facts from the books of *store* to commands."""

    async def complete(office: Office, command: object) -> object:
        match command:
            case StopTable() | SignTray() | TakeBox():
                return replace(command, facts=await table_facts(store, office, command.table))
            case PayTips():
                return replace(command, held=await store.balance(f"tips:{command.pool}"))
            case TakeDrawer():
                return replace(command, outside=await store.balance("external:cash"))
            case CloseDay():
                return replace(command, facts=await day_facts(store, office))
            case DepositProgressives() | CheckProgressives():
                return replace(command, facts=await fund_facts(store, office))
            case _:
                return command

    return complete


async def table_facts(store: Store, office: Office, table: str) -> TableFacts:
    """Return the facts about a table from the books."""
    stream = f"table/{table}"
    closed = await store.last(stream, PLAY_CLOSED)
    opened = await store.last(stream, PLAY_OPENED)
    is_stopped = closed is not None and (opened is None or closed.version > opened.version)
    is_physical = table in office.physical
    return TableFacts(
        is_there=is_physical or (await store.head(stream)).version > 0,
        is_stopped=is_physical or is_stopped,
        escrow=await store.balance(f"escrow:{table}"),
        tray=await store.balance(f"tray:{table}"),
        drop=await store.balance(f"drop:{table}"),
    )


async def fund_facts(store: Store, office: Office) -> FundFacts:
    """Return the facts about jackpots: shared ones, and those of the office's own tables.

    Practice tables have meters too; there is no money in them.
    """
    balances = await store.balances()
    heads = await store.heads()
    linked = {stream.removeprefix("jackpot/") for stream in heads if stream.startswith("jackpot/")}
    own = tuple(f"{table}." for table in office.trays)
    funds = 0
    for code, amount in balances.items():
        if code.startswith(_JACKPOT):
            name = code.removeprefix(_JACKPOT).rpartition(":")[0]
            funds += amount if name in linked or name.startswith(own) else 0
    return FundFacts(funds, balances.get("bank:progressive", 0))


async def day_facts(store: Store, office: Office) -> DayFacts:
    """Return the facts that closing a day needs."""
    balances = await store.balances()
    held = (code for code, amount in sorted(balances.items()) if amount)
    hits = (code for code in held if code.startswith(_JACKPOT) and code.endswith(_PENDING))
    return DayFacts(
        tuple(table for table in sorted(office.trays) if balances.get(f"escrow:{table}")),
        tuple(account.removeprefix(_JACKPOT).removesuffix(_PENDING) for account in hits),
        await fund_facts(store, office),
    )
