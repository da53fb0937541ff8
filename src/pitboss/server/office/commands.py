"""Turn requests about papers into commands of the office, and its results into answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Unpack, get_type_hints

from msgspec import Struct

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve, Decline, Requested
from pitboss.office.cage import Deposit
from pitboss.office.core import Done, event_kind
from pitboss.office.decide import NOT_ALLOWED, decode_command, needs_of, needs_second
from pitboss.office.roles import may
from pitboss.office.state import Office
from pitboss.pit.desk import Complete
from pitboss.pit.facts import make_completer
from pitboss.pit.orders import carry_out
from pitboss.server.live.commands import find_table
from pitboss.server.office.wire import Written
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Reply, RouteFacts, Routes, is_number
from pitboss.server.services import Services

_NUMBERS = ("number", "box", "day")


class CommandRoutes(Routes):
    """Routes that carry commands of the office; a command says itself what it needs."""

    def command(
        self,
        path: str,
        command: type[Struct],
        answer: Callable[[Call, Done], Awaitable[Struct | Reply]],
        /,
        fill: Callable[[Call], Awaitable[Mapping[str, object]]] | None = None,
        hold: Callable[[Call], AbstractAsyncContextManager[None]] | None = None,
        unknown: ApiError | None = None,
        method: str = "POST",
        **facts: Unpack[RouteFacts],
    ) -> None:
        """Add the route of a command.

        Its fields come from the body and the path; *fill* reads or looks up the others, and
        replaces what people write in another way. Its docstring is the summary, and the permission
        is the one that the office wants. *hold* keeps out what may not happen meanwhile, and
        *unknown* refuses a number in the path that is none.
        """

        async def handle(call: Call) -> Struct | Reply:
            fields = _read_fields(call, command, unknown)
            fields |= await fill(call) if fill else {}
            async with hold(call) if hold else nullcontext():
                return await answer(call, await ask_office(call, command(**fields)))

        # The table of routes reads from the handler what it answers and what it does.
        handle.__annotations__ = {"return": get_type_hints(answer)["return"]}
        handle.__doc__ = command.__doc__
        facts.setdefault("needs", needs_of(command))
        add = {"POST": self.post, "PUT": self.put}[method]
        add(path, **facts)(handle)


def _read_fields(call: Call, command: type[Struct], unknown: ApiError | None) -> dict[str, Any]:
    """Return the fields of a command that its path and its body have."""
    kinds = get_type_hints(command)
    fields: dict[str, Any] = {}
    for name in command.__struct_fields__:
        if name in call.path:
            is_number = kinds[name] is int
            fields[name] = read_number(call, name, unknown) if is_number else call.path[name]
        elif hasattr(call.body, name):
            sent = getattr(call.body, name)
            fields[name] = read_chips(sent) if isinstance(sent, dict) else sent
    return fields


async def written(call: Call, done: Done) -> Written:
    """Update the tables after a command, and answer the entries that it wrote."""
    await carry_out(call.services.desk.office, call.services.hall.tables.values())
    event = done.event
    if isinstance(event, Requested):
        return Written(event_kind(type(event)), request=event.number)
    number = next((getattr(event, name) for name in _NUMBERS if hasattr(event, name)), None)
    return Written(event_kind(type(event)), number)


async def silent(_call: Call, _done: Done) -> Reply:
    """Answer that it is done, and nothing else."""
    return Reply(None)


async def fill_player(call: Call) -> Mapping[str, object]:
    """Return the account of a body, which there must be."""
    return {"account": await check_account(call, call.body.account)}


async def fill_table(call: Call) -> Mapping[str, object]:
    """Return the table of the path, which must be one of the floor's."""
    return {"table": find_table(call.services, call.path["table"], None).state.id}


def read_chips(sent: Mapping[str, int]) -> dict[int, int]:
    """Read denominations from their JSON form."""
    if not all(map(is_number, sent)):
        raise ApiError("count/denomination", "denominations are whole numbers of cents")
    return {int(text): count for text, count in sent.items()}


def read_number(call: Call, name: str = "number", unknown: ApiError | None = None) -> int:
    """Read a number of the path."""
    return call.number(name, unknown or ApiError("number/invalid", f"{name} is a whole number"))


async def check_account(call: Call, account: str) -> str:
    """Return an account, or refuse an unknown one."""
    if not (await call.services.store.head(f"account/{account}")).version:
        raise ApiError("account/unknown", "there is no such account")
    return account


def cents_by_account(
    balances: Mapping[str, int], first: str, units_per_cent: int
) -> dict[str, int]:
    """Return the balances of ledger accounts of one kind, by the rest of their codes."""
    start = f"{first}:"
    return {
        code.removeprefix(start): amount // units_per_cent
        for code, amount in sorted(balances.items())
        if code.startswith(start) and amount
    }


async def ask_office(call: Call, command: object) -> Done:
    """Carry out a command of the caller in the office, or refuse the request."""
    await _check_factor(call, command)
    outcome = await call.services.desk.ask(
        command, call.account, call.key, _make_checker(call.services)
    )
    if isinstance(outcome, Refusal):
        raise ApiError.of(outcome)
    return outcome


def _make_checker(services: Services) -> Complete:
    """Return a function that adds facts to commands, and refuses deposits over an own limit.

    The office calls it between reading and writing: deposits at once are checked one by one.
    """
    add_facts = make_completer(services.store)

    async def complete(office: Office, command: object) -> object:
        deposit = command
        if isinstance(command, Approve) and command.number in office.requests:
            deposit = decode_command(office.requests[command.number])
        if isinstance(deposit, Deposit):
            now = services.settings.clock()
            if problem := await services.own_limits.deposit_problem(office, deposit, now):
                raise ApiError.of(problem)
        return await add_facts(office, command)

    return complete


async def _check_factor(call: Call, command: object) -> None:
    """Refuse staff without the second factor; where two people decide, it must be recent."""
    office = await call.services.desk.refresh()
    needs = needs_of(type(command))
    if needs is not None and not office.may(call.account, needs):
        raise ApiError.of(NOT_ALLOWED)
    is_fresh = isinstance(command, Approve) or needs_second(office, command, call.account)
    is_staff = isinstance(command, Decline) or (needs is not None and not may((), needs))
    if is_fresh or is_staff:
        await call.services.factors.check(call.own_session, fresh=is_fresh)
