"""Progress belongs to the account: kept, read on another device, and refused where it must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.server.requests.limits import PROGRESS_BYTES_MAX, PROGRESS_KEPT_MAX
from tests.server.asgi import Answer, Client, run_async, running
from tests.server.player import FREE, real_clock, terms_of

PATH = "/api/1/me/progress"
WORDS = {"seen": [1, 2], "words": "Zoë 🂡"}


async def named(client: Client, name: str) -> str:
    """Register a new account with a name; return its token."""
    client.token = ""
    body = {"name": name, "password": "correct horse battery"}
    answer = await client.post("/api/1/register", body)
    assert answer.status == 201, answer.body
    token: str = answer.data["token"]
    return token


async def put(client: Client, name: str, body: dict[str, Any]) -> Answer:
    """Write one part of one's progress."""
    return await client.send_route("PUT", PATH, {"name": name, **body})


@run_async
async def test_progress_is_kept_for_its_account_alone_and_the_later_one_stays(
    tmp_path: Path,
) -> None:
    async with running(
        tmp_path, real_clock(), tables=terms_of(("reference/blackjack",)), rates=FREE
    ) as client:
        ann = client.token = await named(client, "ann")
        for at, content in ((5, {"first": True}), (9, WORDS), (7, {"late": True})):
            answer = await put(client, "days", {"at": at, "content": content})
            assert answer.status == 204, answer.body
        assert (await client.get(f"{PATH}/days")).data == {"at": 9, "content": WORDS}
        assert (await client.get(PATH)).data == {"kept": [{"name": "days", "at": 9}]}
        client.token = await named(client, "ben")
        assert (await client.get(PATH)).data == {"kept": []}
        assert (await client.get(f"{PATH}/days")).code == "progress/unknown"
        client.token = ann
        assert (await client.send_route("DELETE", f"{PATH}/days", None)).status == 204
        assert (await client.get(f"{PATH}/days")).status == 404
        again = await client.send_route("DELETE", f"{PATH}/days", None)
        assert again.code == "progress/unknown"


@run_async
async def test_guests_wrong_names_and_too_much_are_refused(tmp_path: Path) -> None:
    async with running(
        tmp_path, real_clock(), tables=terms_of(("reference/blackjack",)), rates=FREE
    ) as client:
        body: dict[str, Any] = {"at": 1, "content": {}}
        client.token = (await client.post("/api/1/guest")).data["token"]
        refused = await put(client, "days", body)
        assert (refused.status, refused.code) == (422, "account/nameless")
        assert (await client.get(PATH)).data == {"kept": []}
        client.token = await named(client, "ann")
        for name in ("Days", "a" * 81, ".x", "a b", "ä"):
            assert (await put(client, name, body)).code == "body/invalid", name
        wrong: dict[str, Any]
        for wrong in ({"at": -1}, {"content": []}, {"more": 1}, {"at": 1.5}):
            assert (await put(client, "days", body | wrong)).code == "body/invalid", wrong
        large = {"at": 1, "content": {"x": "x" * PROGRESS_BYTES_MAX}}
        assert (await put(client, "days", large)).code == "body/too-large"
        for number in range(PROGRESS_KEPT_MAX):
            assert (await put(client, f"n{number}", body)).status == 204
        assert (await put(client, "one-more", body)).code == "progress/full"
        assert (await put(client, "n0", body)).status == 204, "what is kept can change"
