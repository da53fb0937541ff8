"""Routes of what an account has learnt: training, reviews, and the days on which it came back.

The page writes it and reads it again on another device; nothing here moves money, and no entry of
the journal says it. A guest's progress stays in the browser until the guest takes a name.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, json

from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import PROGRESS_BYTES_MAX, PROGRESS_KEPT_MAX
from pitboss.server.requests.routes import Call, Reply, Routes

_UNKNOWN = ApiError("progress/unknown", "nothing of your progress is kept under this name")
_OWN = "only one's own account"


class KeptProgress(Struct, frozen=True):
    """One part of a player's progress, by its name."""

    name: str
    at: Annotated[int, Meta(description="When its page wrote it: milliseconds since 1970.")]


class ProgressList(Struct, frozen=True):
    """Everything that is kept of a player's progress."""

    kept: list[KeptProgress]


class ProgressContent(Struct, frozen=True):
    """One part of a player's progress; only the page that wrote it reads it."""

    at: int
    content: dict[str, Any]


class NewProgress(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a player's progress, to be kept."""

    name: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9][a-z0-9.-]{0,79}$",
            description="Letters a-z, digits, dots and dashes.",
        ),
    ]
    at: Annotated[int, Meta(ge=0, le=1 << 53, description="Of two, the later one stays.")]
    content: dict[str, Any]


PROGRESS_ROUTES = Routes("account", own=_OWN)
"""Progress that belongs to the account."""


@PROGRESS_ROUTES.get("/me/progress")
async def list_progress(call: Call) -> ProgressList:
    """List the parts of your progress; a guest has none here."""
    kept = await call.services.store.progress_names(call.account)
    return ProgressList([KeptProgress(part.name, part.at) for part in kept])


@PROGRESS_ROUTES.get("/me/progress/{name}", codes=("progress/unknown",))
async def read_progress(call: Call) -> ProgressContent:
    """Return one part of your progress."""
    content = await call.services.store.progress(call.account, call.path["name"])
    if content is None:
        raise _UNKNOWN
    return json.decode(content, type=ProgressContent)


@PROGRESS_ROUTES.put(
    "/me/progress",
    body=NewProgress,
    codes=("account/nameless", "progress/full"),
    body_bytes_max=PROGRESS_BYTES_MAX,
)
async def keep_progress(call: Call) -> Reply:
    """Keep one part of your progress; it takes a name and a password."""
    body: NewProgress = call.body
    store = call.services.store
    account = call.account
    if await store.account_credential(account) is None:
        message = "a guest's progress stays in the browser; take a name to keep it here"
        raise ApiError("account/nameless", message)
    kept = await store.progress_names(account)
    if sum(part.name != body.name for part in kept) >= PROGRESS_KEPT_MAX:
        message = f"an account keeps {PROGRESS_KEPT_MAX} parts of progress; delete one first"
        raise ApiError("progress/full", message)
    content = json.encode(ProgressContent(body.at, body.content)).decode()
    await store.keep_progress(account, body.name, body.at, content)
    return Reply(None)


@PROGRESS_ROUTES.delete("/me/progress/{name}", codes=("progress/unknown",))
async def delete_progress(call: Call) -> Reply:
    """Forget one part of your progress."""
    store = call.services.store
    name = call.path["name"]
    if await store.progress(call.account, name) is None:
        raise _UNKNOWN
    await store.delete_progress(call.account, name)
    return Reply(None)
