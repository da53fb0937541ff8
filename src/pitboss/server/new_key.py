"""Go on with another key file, where that of the books is lost: `pitboss floor new-key`.

Whatever only the lost key could open is given up, each by an entry: open rounds are void and their
wagers go back, promised shuffles are abandoned, second factors are removed. What is there is signed
as a whole with the new key, as at the first start of a server. Every step can be repeated: after a
crash the command goes on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import json

from pitboss.floor.abandon import abandon_shoes
from pitboss.floor.journal import promise_names, read_promise, read_terms
from pitboss.ledger.book import seal_all
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.marks import BEGUN
from pitboss.pit.binding import PASSWORD_BOUND, PASSWORD_KINDS, STREAM, split_stored
from pitboss.pit.hall import STREAM as TABLES
from pitboss.pit.hall import Hall
from pitboss.pit.verification import KEY_BEGUN, KEYS_STREAM
from pitboss.server.keys import Keys, SealError, note_signing
from pitboss.store import Committer, ForeignMarksError, Pen, Store, take_pen
from pitboss.store.signing import check_marks

WHY: Final = "the key file was lost"
HOUSE: Final = "house"


class NewKey(NamedTuple):
    """What was given up."""

    begun: bool
    """The key is new to these books."""
    rounds: int
    shuffles: int
    factors: int
    passwords: int
    """Bound to the new key."""


async def begin_key(store: Store, key_file: Path, keys: Keys, clock: Callable[[], int]) -> NewKey:
    """Sign the books with another key from now on, and give up what it does not open."""
    pen, is_new = await _take_pen(store, keys)
    committer = Committer(store, pen)
    work = _Work(store, committer, keys, clock)
    try:
        if is_new:
            await work.note_key()
        marks = await check_marks(store, keys.is_signed)
        note_signing(key_file, keys, marks[BEGUN].number + 1)
        rounds, shuffles = await work.abandon_all()
        factors = await work.remove_factors()
        passwords = await work.bind_passwords()
        await store.statement("DELETE FROM session")
        await Hall(store, committer, keys, clock=clock, sign=keys.sign).checkpoint()
    finally:
        await committer.close()
    return NewKey(
        begun=is_new, rounds=rounds, shuffles=shuffles, factors=factors, passwords=passwords
    )


async def _take_pen(store: Store, keys: Keys) -> tuple[Pen, bool]:
    """Return the pen of this process, and whether the key is new to the books."""
    try:
        marks = await check_marks(store, keys.is_signed)
    except ForeignMarksError:
        marks = {}
    if not marks:
        await store.forget_marks()
    pen = await take_pen(store, keys.sign, keys.is_signed)
    begun = await store.last(KEYS_STREAM, KEY_BEGUN)
    own = keys.public.hex()
    return pen, not marks or (begun is not None and json.decode(begun.body)["public"] != own)


class _Work:
    """The steps of the change."""

    def __init__(
        self, store: Store, committer: Committer, keys: Keys, clock: Callable[[], int]
    ) -> None:
        self._store = store
        self._committer = committer
        self._keys = keys
        self._clock = clock

    async def note_key(self) -> None:
        """Write which key signs from now on, and what came before it."""
        kept = await self._store.checkpoints()
        body = {
            "public": self._keys.public.hex(),
            "checkpoint": kept[-1].number if kept else 0,
            "entries": await self._store.position(),
            "why": WHY,
        }
        key = f"begun/{self._keys.public.hex()}"
        await self._write(
            [
                Draft(
                    stream=KEYS_STREAM, kind=KEY_BEGUN, actor=HOUSE, key=key, body=json.encode(body)
                )
            ]
        )

    async def abandon_all(self) -> tuple[int, int]:
        """Give up the shoes of every table that the key does not open."""
        rounds = shuffles = 0
        tails = await self._store.tails(TABLES, "dealt")
        for _, group in groupby(tails, key=attrgetter("stream")):
            first, *rest = group
            # The commitments before the tail: a shuffle that it reveals is checked against them.
            earlier = await self._store.find_all(promise_names([first, *rest]))
            known = {entry.version for entry in rest}
            earlier = [entry for entry in earlier if entry.version not in known]
            stream = [first, *earlier, *rest]
            lost = self._lost_shuffles(stream)
            if lost and not read_terms(stream[0]).has_own_chips:
                drafts = abandon_shoes(stream, lost, WHY)
                await self._write(drafts)
                rounds = rounds + len(drafts) - 1
                shuffles = shuffles + len(lost)
        return rounds, shuffles

    def _lost_shuffles(self, stream: list[Entry]) -> list[int]:
        """Return the shuffles of a table that the key does not open."""
        lost = set()
        for promise in (read_promise(entry) for entry in stream if entry.kind == "promised"):
            name = f"{stream[0].stream.removeprefix(TABLES)}/{promise.shuffle}"
            try:
                self._keys.unseal(name, promise.sealed)
            except SealError:
                lost.add(promise.shuffle)
        return sorted(lost)

    async def remove_factors(self) -> int:
        """Remove second factors that the key does not open; their owners enrol again."""
        lost = {
            credential.account
            for credential in await self._store.credentials()
            if await self._store.has_factor(credential.account)
            and await self._is_before(credential.account)
        }
        for account in sorted(lost):
            await self._store.delete_factor(account)
            await self._note(account, "factor-removed", {"why": WHY})
        return len(lost)

    async def bind_passwords(self) -> int:
        """Bind every password that was set before the key began."""
        count = 0
        for credential in await self._store.credentials():
            account = credential.account
            if await self._is_before(account):
                argon2, turn, _ = split_stored(credential.argon2)
                stored = self._keys.binding.bind(account, argon2, turn + 1)
                await self._store.set_password(account, stored)
                await self._note(account, PASSWORD_BOUND, {"turn": turn + 1})
                count += 1
        return count

    async def _is_before(self, account: str) -> bool:
        """Return whether the password of an account is older than the key."""
        begun = await self._store.last(KEYS_STREAM, KEY_BEGUN)
        last = await self._store.last_of(f"{STREAM}{account}", PASSWORD_KINDS)
        return begun is not None and (last is None or last.at <= begun.at)

    async def _note(self, account: str, kind: str, body: dict[str, object]) -> None:
        key = f"{kind}/{self._clock()}/{secrets.token_hex(4)}"
        text = json.encode(body, order="sorted")
        await self._write(
            [Draft(stream=f"{STREAM}{account}", kind=kind, actor=HOUSE, key=key, body=text)]
        )

    async def _write(self, drafts: list[Draft]) -> None:
        head = await self._store.head(drafts[0].stream)
        await self._committer.commit(seal_all(drafts, head, self._clock()))
