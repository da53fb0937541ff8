"""The routes of exclusions and of limits that the house imposes."""

from __future__ import annotations

from pitboss.office.decide import needs_of
from pitboss.office.exclusions import (
    Exclude,
    ExcludeMe,
    ImposeLimits,
    LiftExclusion,
    ProposeExclusion,
)
from pitboss.office.roles import Permission
from pitboss.server.cases import wire
from pitboss.server.cases.removal import see_off
from pitboss.server.office.commands import ask_office, check_account
from pitboss.server.requests.routes import Call, Reply, Routes

_CODES = ("account/unknown", "exclusion/longer", "text/length")

EXCLUSION_ROUTES = Routes("players", moves=True)
"""Exclusions and limits of the house."""


@EXCLUSION_ROUTES.post(
    "/me/exclusion", body=wire.OwnExclusion, needs=needs_of(ExcludeMe), codes=_CODES, tag="account"
)
async def exclude_me(call: Call) -> wire.ExclusionSeen:
    """Exclude yourself for some days; you can always take your money out."""
    body: wire.OwnExclusion = call.body
    await ask_office(call, ExcludeMe(body.days))
    return await _see_off(call, call.account)


@EXCLUSION_ROUTES.get("/staff/exclusions", needs=Permission.READ_EXCLUSIONS, moves=False)
async def list_restricted(call: Call) -> wire.Restricted:
    """List the players who are excluded or limited by the house."""
    office, now = call.services.desk.office, call.services.settings.clock()
    exclusions = ((who, office.exclusion(who, now)) for who in office.exclusions)
    return wire.Restricted(
        [
            wire.show_exclusion(who, exclusion)
            for who, exclusion in exclusions
            if exclusion is not None
        ],
        [wire.LimitsSeen(who, limits) for who, limits in office.limits.items()],
    )


async def _see_off(call: Call, account: str) -> wire.ExclusionSeen:
    await see_off(call.services, account)
    return wire.show_exclusion(account, call.services.desk.office.exclusions[account])


@EXCLUSION_ROUTES.post(
    "/staff/exclusions", body=wire.ExclusionAsked, needs=needs_of(Exclude), codes=_CODES
)
async def exclude(call: Call) -> wire.ExclusionSeen:
    """Exclude a player: the house finishes the hands, and the chips go to the wallet."""
    body: wire.ExclusionAsked = call.body
    account = await check_account(call, body.account)
    await ask_office(call, Exclude(account, body.days, body.reason))
    return await _see_off(call, account)


@EXCLUSION_ROUTES.post(
    "/staff/exclusions/propose",
    body=wire.PlayerAndReason,
    needs=needs_of(ProposeExclusion),
    codes=("account/unknown", "text/length"),
)
async def propose(call: Call) -> Reply:
    """Propose that a player is excluded."""
    body: wire.PlayerAndReason = call.body
    await ask_office(call, ProposeExclusion(await check_account(call, body.account), body.reason))
    return Reply(None)


@EXCLUSION_ROUTES.post(
    "/staff/exclusions/lift",
    body=wire.PlayerAndReason,
    needs=needs_of(LiftExclusion),
    codes=("exclusion/none", "exclusion/own", "text/length"),
)
async def lift(call: Call) -> Reply:
    """End an exclusion of the house; a player's own lasts its whole term."""
    body: wire.PlayerAndReason = call.body
    await ask_office(call, LiftExclusion(body.account, body.reason))
    return Reply(None)


@EXCLUSION_ROUTES.put(
    "/staff/players/{account}/limits",
    body=wire.LimitsAsked,
    needs=needs_of(ImposeLimits),
    codes=("account/unknown", "limit/invalid", "limit/self", "text/length"),
)
async def impose(call: Call) -> wire.LimitsSeen:
    """Limit what a player may do; the player's own limits hold where they are stricter."""
    body: wire.LimitsAsked = call.body
    account = await check_account(call, call.path["account"])
    await ask_office(call, ImposeLimits(account, body.limits, body.reason))
    return wire.LimitsSeen(account, body.limits)
