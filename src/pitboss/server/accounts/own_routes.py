"""Routes by which players look after their accounts: name, recovery codes, their data, the end."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, to_builtins

from pitboss.pit.past import NOW, Item, Place, read_past
from pitboss.server.accounts.accounts import NAME_TAKEN, UNITS_PER_CENT, account_stream
from pitboss.server.cases.removal import catch_up, check_excluded
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import sender_address
from pitboss.server.requests.routes import Access, Call, Reply, Routes
from pitboss.server.requests.wire import Name, Password, moment_text
from pitboss.server.staff.wire import OwnPassword

PAGE: Final = 200
EXPORTED_MAX: Final = 20_000
"""The most lines of play in an export; the statement has all, page by page."""
_OWN: Final = "only one's own account"
_OWNER_CODES: Final = ("account/nameless", "login/refused", "server/busy")


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for the caller's account."""

    name: Name
    password: Password


class Named(Struct, frozen=True):
    """The name of the account."""

    name: str


class RecoveryCodes(Struct, frozen=True):
    """Codes for a lost password. They are shown this once, and each works once."""

    codes: list[str]


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, and the password to have from now on."""

    name: Name
    code: Annotated[str, Meta(max_length=64, description="One of the recovery codes.")]
    password: Password


class Export(Struct, frozen=True):
    """Everything that the books have about an account."""

    account: str
    name: str | None
    exported: Annotated[str, Meta(description="When this was written.")]
    created: Annotated[str | None, Meta(description="When the name was added.")]
    wallet_cents: int
    chips_cents: int
    limits: dict[str, Any]
    play: Annotated[
        list[dict[str, Any]], Meta(description="Rounds and movements of money, the latest first.")
    ]
    more: Annotated[bool, Meta(description="Whether the statement has older lines than these.")]
    entries: Annotated[
        list[dict[str, Any]], Meta(description="Entries of the account itself, oldest first.")
    ]


OWN_ACCOUNT_ROUTES = Routes("account", own=_OWN)
"""What players do with their own accounts."""
RECOVERY_ROUTES = Routes("account", access=Access.ANYONE)
"""The way back for those who have lost their password."""


@OWN_ACCOUNT_ROUTES.post(
    "/me/name",
    body=NewName,
    rate="password",
    codes=(*_OWNER_CODES, "name/invalid", NAME_TAKEN),
)
async def rename(call: Call) -> Named:
    """Choose another name; the password is asked for."""
    body: NewName = call.body
    return Named(await call.services.accounts.rename(call.account, body.password, body.name))


@OWN_ACCOUNT_ROUTES.post(
    "/me/recovery",
    body=OwnPassword,
    rate="password",
    codes=(*_OWNER_CODES, "factor/enrolled"),
)
async def draw_recovery(call: Call) -> RecoveryCodes:
    """Draw ten recovery codes for a lost password; those of before are void.

    An account with a second factor has the codes that came with it.
    """
    codes = await call.services.factors.draw_recovery(call.account, call.body.password)
    return RecoveryCodes(codes)


@RECOVERY_ROUTES.post(
    "/recover",
    body=Recovery,
    rate="password",
    codes=("login/refused", "password/length", "password/common", "server/busy"),
)
async def recover(call: Call) -> Reply:
    """Set a new password with a recovery code; every session of the account ends."""
    body: Recovery = call.body
    address = sender_address(call.request.scope)
    await call.services.factors.recover(body.name, body.code, body.password, address)
    return Reply(None)


@OWN_ACCOUNT_ROUTES.get("/me/export")
async def export(call: Call) -> Export:
    """Return everything that the books have about your account."""
    services = call.services
    account = call.account
    play: list[Item] = []
    place: Place | None = NOW
    while place is not None and len(play) < EXPORTED_MAX:
        page = await read_past(services.store, account, before=place, limit=PAGE, with_wallet=True)
        play += page.items
        place = page.next
    credential = await services.store.account_credential(account)
    created = credential.created if credential else 0
    return Export(
        account=account,
        name=credential.title if credential else None,
        exported=moment_text(services.settings.clock()),
        created=moment_text(created) if created else None,
        wallet_cents=await services.accounts.wallet_cents(account),
        chips_cents=(await services.switchboard.holdings(account)).chips_cents,
        limits=to_builtins(await services.own_limits.account_limits(account)),
        play=[_line(item) for item in play],
        more=place is not None,
        entries=[
            {"at": moment_text(entry.at), "kind": entry.kind, "body": entry.body}
            async for entry in services.store.entries(account_stream(account))
        ],
    )


def _line(item: Item) -> dict[str, Any]:
    return {
        "at": moment_text(item.place.at),
        "kind": item.kind,
        "table": item.table,
        "round": item.round,
        "seats": [*item.seats],
        "stake_cents": item.stake,
        "net_cents": item.net,
        "tips_cents": item.tips,
    }


@OWN_ACCOUNT_ROUTES.post(
    "/me/forget",
    body=OwnPassword,
    rate="password",
    codes=(*_OWNER_CODES, "account/kept", "account/excluded"),
)
async def forget(call: Call) -> Reply:
    """Delete your account: its name, password and second factors; nobody can log in to it again.

    The books keep what was played under a number that names nobody.
    """
    services = call.services
    account = call.account
    await catch_up(services)
    check_excluded(services, account)  # a new account would be a way around it
    async with services.wallet(account):
        await _refuse_to_forget(call)
        await services.accounts.forget_owner(account, call.body.password)
    return Reply(None, token="")


async def _refuse_to_forget(call: Call) -> None:
    """Refuse to delete an account that still has something to settle."""
    services = call.services
    account = call.account
    if (await services.switchboard.holdings(account)).chips_cents:
        raise ApiError("account/kept", "you have chips at a table: leave your seats first")
    pending = await services.store.balance(f"pending:{account}") // UNITS_PER_CENT
    is_play_money = services.accounts.play_money_cents > 0
    owed = pending + (0 if is_play_money else await services.accounts.wallet_cents(account))
    if owed:
        raise ApiError("account/kept", "you have money here: take it out first")
    if (await services.desk.refresh()).roles(account):
        raise ApiError("account/kept", "you have a role in the house: have it taken first")
