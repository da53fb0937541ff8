"""Routes of the limits that players set for themselves, and of their session clock."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from pitboss.office.cage import deposited_cents
from pitboss.office.roles import Permission
from pitboss.server.accounts.own_limits import Limits, OwnLimitsChange, limits_lock
from pitboss.server.accounts.sessions import DAY, MINUTE
from pitboss.server.accounts.tallies import at_tables, session_start
from pitboss.server.requests.routes import Call, Routes
from pitboss.server.requests.wire import Playing, moment_text


class LaterLimit(Struct, frozen=True):
    """A limit that was made looser, and holds later."""

    limit: Annotated[str, Meta(description="Its name.")]
    value: Annotated[int | None, Meta(description="Null: none.")]
    at: str


class OwnLimitsAnswer(Struct, frozen=True):
    """A player's own limits; null: no limit."""

    wager_cents: Annotated[int | None, Meta(description="The most that may be bet in a round.")]
    loss_cents: Annotated[int | None, Meta(description="The most that may be lost in 24 hours.")]
    minutes: Annotated[int | None, Meta(description="The most time at tables in 24 hours.")]
    deposit_cents: Annotated[
        int | None, Meta(description="The most put in at the cage in 24 hours.")
    ]
    later: list[LaterLimit]
    lost_cents: Annotated[int, Meta(description="Lost in the last 24 hours; below 0: won.")]
    minutes_used: Annotated[int, Meta(description="Spent at tables in the last 24 hours.")]
    deposited_cents: Annotated[int, Meta(description="Paid in within the last 24 hours.")]


LIMIT_ROUTES = Routes("account", needs=Permission.LIMIT_SELF)
"""Limits of one's own."""


@LIMIT_ROUTES.get("/me/limits")
async def own_limits(call: Call) -> OwnLimitsAnswer:
    """Return your own limits, and how much of each you have used."""
    return await _answer(call, await call.services.own_limits.account_limits(call.account))


@LIMIT_ROUTES.put("/me/limits", body=OwnLimitsChange)
async def set_own_limits(call: Call) -> OwnLimitsAnswer:
    """Set your own limits: a stricter one holds at once, a looser one a day later."""
    body: OwnLimitsChange = call.body
    services = call.services
    account = call.account
    async with services.alone(limits_lock(account)):  # several changes at once all count
        services.own_limits.forget(account)  # another process may have changed them just now
        before = await services.own_limits.account_limits(account)
        limits = before.change(structs.asdict(body), services.settings.clock())
        if limits != before:
            await services.accounts.set_limits(account, limits)
            services.own_limits.keep(account, limits)
            await services.notices.tell("limits", account)
    return await _answer(call, limits)


async def _answer(call: Call, limits: Limits) -> OwnLimitsAnswer:
    services = call.services
    account = call.account
    now = call.services.settings.clock()
    limits = limits.in_force(now)
    named = structs.asdict(limits)
    later = [
        LaterLimit(name, limit.later, moment_text(limit.at))
        for name, limit in named.items()
        if limit.at
    ]
    sittings = await services.tallies.sittings(account)
    return OwnLimitsAnswer(
        **{name: limit.now for name, limit in named.items()},
        later=later,
        lost_cents=-await services.tallies.recent_gain(account, now - DAY, now),
        minutes_used=at_tables(sittings, now - DAY, now) // MINUTE,
        deposited_cents=deposited_cents(await services.desk.refresh(), account, now),
    )


async def find_playing(call: Call) -> Playing | None:
    """Return an account's time at tables and its net result; None: it is not playing."""
    services = call.services
    account = call.account
    now = call.services.settings.clock()
    began = session_start(await services.tallies.sittings(account), now)
    if began is None:
        return None
    since = max(began, now - DAY)
    net = await services.tallies.recent_gain(account, since, now)
    return Playing(moment_text(since), (now - since) // MINUTE, net)
