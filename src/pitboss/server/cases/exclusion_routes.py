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
from pitboss.server.cases.seeing_off import see_off
from pitboss.server.office.answers import ask_office
from pitboss.server.office.asking import check_account
from pitboss.server.requests.routes import BASE, Call, Reply, Route

_CODES = ("account/unknown", "exclusion/longer", "text/length")


async def exclude_me(call: Call) -> wire.ExclusionSeen:
    """Exclude the caller."""
    body: wire.OwnExclusion = call.body
    await ask_office(call, ExcludeMe(body.days))
    return await _see_off(call, call.account)


async def exclude(call: Call) -> wire.ExclusionSeen:
    """Exclude a player."""
    body: wire.ExclusionAsked = call.body
    account = await check_account(call, body.account)
    await ask_office(call, Exclude(account, body.days, body.reason))
    return await _see_off(call, account)


async def _see_off(call: Call, account: str) -> wire.ExclusionSeen:
    await see_off(call.services, account)
    return wire.show_exclusion(account, call.services.desk.office.exclusions[account])


async def propose(call: Call) -> Reply:
    """Note that somebody should be excluded."""
    body: wire.PlayerAndReason = call.body
    await ask_office(call, ProposeExclusion(await check_account(call, body.account), body.reason))
    return Reply(None)


async def lift(call: Call) -> Reply:
    """Let a player play again."""
    body: wire.PlayerAndReason = call.body
    await ask_office(call, LiftExclusion(body.account, body.reason))
    return Reply(None)


async def impose(call: Call) -> wire.LimitsSeen:
    """Limit a player."""
    body: wire.LimitsAsked = call.body
    account = await check_account(call, call.path["account"])
    await ask_office(call, ImposeLimits(account, body.limits, body.reason))
    return wire.LimitsSeen(account, body.limits)


async def list_restricted(call: Call) -> wire.Restricted:
    """List who is excluded or limited."""
    office, now = call.services.desk.office, call.services.settings.clock()
    found = ((who, office.exclusion(who, now)) for who in office.exclusions)
    return wire.Restricted(
        [wire.show_exclusion(who, it) for who, it in found if it is not None],
        [wire.LimitsSeen(who, it) for who, it in office.limits.items()],
    )


EXCLUSION_ROUTES = (
    Route(
        method="POST",
        path=f"{BASE}/me/exclusion",
        handler=exclude_me,
        summary="Exclude yourself for some days; you can always take your money out.",
        body=wire.OwnExclusion,
        answer=wire.ExclusionSeen,
        needs=needs_of(ExcludeMe),
        moves=True,
        codes=_CODES,
        tag="account",
    ),
    Route(
        method="GET",
        path=f"{BASE}/staff/exclusions",
        handler=list_restricted,
        summary="List the players who are excluded or limited by the house.",
        answer=wire.Restricted,
        needs=Permission.READ_EXCLUSIONS,
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/exclusions",
        handler=exclude,
        summary="Exclude a player: the house finishes the hands, and the chips go to the wallet.",
        body=wire.ExclusionAsked,
        answer=wire.ExclusionSeen,
        needs=needs_of(Exclude),
        moves=True,
        codes=_CODES,
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/exclusions/propose",
        handler=propose,
        summary="Propose that a player is excluded.",
        body=wire.PlayerAndReason,
        needs=needs_of(ProposeExclusion),
        moves=True,
        codes=("account/unknown", "text/length"),
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/exclusions/lift",
        handler=lift,
        summary="End an exclusion of the house; a player's own lasts its whole term.",
        body=wire.PlayerAndReason,
        needs=needs_of(LiftExclusion),
        moves=True,
        codes=("exclusion/none", "exclusion/own", "text/length"),
        tag="players",
    ),
    Route(
        method="PUT",
        path=f"{BASE}/staff/players/{{account}}/limits",
        handler=impose,
        summary="Limit what a player may do; the player's own limits hold where they are stricter.",
        body=wire.LimitsAsked,
        answer=wire.LimitsSeen,
        needs=needs_of(ImposeLimits),
        moves=True,
        codes=("account/unknown", "limit/invalid", "limit/self", "text/length"),
        tag="players",
    ),
)
"""Exclusions and limits of the house."""
