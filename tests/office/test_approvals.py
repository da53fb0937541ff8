"""Two people: whoever asks never agrees, and an agreement counts for its request alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value
from pitboss.office import decide
from pitboss.office.approvals import (
    OPEN_MAX,
    VALID_FOR,
    Approve,
    Approved,
    Decline,
    Expire,
    Report,
    Requested,
    Withdraw,
)
from pitboss.office.core import Done, Errand, Handler, Outcome, Second
from pitboss.office.decide import rebuild
from pitboss.office.people import GiveRole, TakeRole
from pitboss.office.roles import Permission, Role
from pitboss.office.state import Office, Request
from tests.office.acting import Acting, acting

ADMIN = "ad"
SECOND = "sh"
THIRD = "th"
CASHIER = GiveRole("ca", Role.CAGE)


class Void(Value, frozen=True):
    """A command of a table that two people decide about."""

    table: str
    dealer: str


def _void(_office: Office, _command: Void, _by: str, _now: int) -> Outcome:
    return Done(Errand())


def _not_the_dealer(_office: Office, command: Void, _by: str, second: str) -> None:
    if second == command.dealer:
        raise RefusedError("void/dealer", "the dealer does not agree")


@pytest.fixture
def void(monkeypatch: pytest.MonkeyPatch) -> type[Void]:
    second = Second(Permission.VOID_SETTLED, checks=_not_the_dealer)
    handler = Handler(_void, Permission.ASK_VOID, second)
    monkeypatch.setitem(decide.COMMANDS, Void, handler)
    monkeypatch.setitem(decide.COMMAND_OF, "void", Void)
    return Void


async def _staffed(actor: Acting) -> None:
    await actor.give(ad=Role.ADMIN, sh=Role.SHIFT, th=Role.ADMIN, de=Role.DEALER)


async def _requested(actor: Acting, command: object = CASHIER, by: str = ADMIN) -> int:
    event = await actor.ask(command, by)
    assert isinstance(event, Requested)
    return event.number


def test_a_second_person_carries_out_what_the_first_asked_for(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            number = await _requested(actor)
            assert not actor.office.roles("ca")
            assert await actor.ask(Approve(number), SECOND) == Approved(number=number)
            assert actor.office.roles("ca") == {Role.CAGE}
            assert not actor.office.requests
            given = {"account": "ca", "role": "cage", "why": ""}
            request = {"command": "give-role", "number": 1, "second": "approve-staff"}
            request |= {"terms": given, "until": actor.now + VALID_FOR}
            assert await actor.bodies(after=4) == [
                ("requested", ADMIN, request),
                ("approved", SECOND, {"number": 1}),
                ("role-given", ADMIN, given | {"request": 1}),
            ]
            assert [entry.key for entry in await actor.entries()][-1] == "approved/1"
            assert rebuild(await actor.entries()) == actor.office
            assert await actor.another_desk().refresh() == actor.office

    asyncio.run(check())


def test_who_may_not_agree(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            number = await _requested(actor)
            agree = Approve(number)
            assert await actor.code(agree, ADMIN) == "request/own"
            assert await actor.code(agree, "de") == "permission/missing"
            assert await actor.code(agree, "somebody") == "permission/missing"
            assert await actor.code(agree) == "permission/missing"  # the house is no second person
            own = await _requested(actor, GiveRole(SECOND, Role.JACKPOTS))
            assert await actor.code(Approve(own), SECOND) == "role/self"
            assert await actor.code(Approve(own + 1), SECOND) == "request/unknown"
            assert await actor.code(Approve(0), SECOND) == "request/unknown"
            assert await actor.code(Approve(-1), SECOND) == "request/unknown"

    asyncio.run(check())


def test_an_answer_counts_once_and_for_its_request_alone(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            first = await _requested(actor)
            other = await _requested(actor, GiveRole("co", Role.COUNT))
            answer = await actor.desk.ask(Approve(first), SECOND, "key")
            assert await actor.another_desk().ask(Approve(first), SECOND, "key") == Done(
                Approved(number=first)
            )
            assert isinstance(answer, Done)
            reused = await actor.desk.ask(Approve(other), SECOND, "key")
            assert isinstance(reused, Refusal)
            assert reused.code == "key/reused"
            assert not actor.office.roles("co")
            assert await actor.code(Approve(first), SECOND) == "request/closed"
            assert await actor.code(Approve(first), THIRD) == "request/closed"
            # asked for again, it is another request, and needs another agreement
            await actor.ask(TakeRole("ca", Role.CAGE))
            again = await _requested(actor)
            assert again == 3
            assert not actor.office.roles("ca")

    asyncio.run(check())


def test_two_people_who_agree_at_once_carry_it_out_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            agree = Approve(await _requested(actor))
            other = actor.another_desk()
            answers = await asyncio.gather(
                actor.desk.ask(agree, SECOND, "a"), other.ask(agree, THIRD, "b")
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refusal"]
            assert [kind for kind, *_ in await actor.bodies(after=5)] == ["approved", "role-given"]

    asyncio.run(check())


def test_what_changed_between_request_and_agreement_counts(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            number = await _requested(actor)
            await actor.give(ca=Role.COUNT)  # no longer goes together with the cage
            assert await actor.code(Approve(number), SECOND) == "role/incompatible"
            await actor.ask(TakeRole("ca", Role.COUNT))
            await actor.ask(TakeRole(SECOND, Role.SHIFT))
            assert await actor.code(Approve(number), SECOND) == "permission/missing"
            await actor.ask(TakeRole(ADMIN, Role.ADMIN))
            assert await actor.code(Approve(number), THIRD) == "request/lapsed"
            assert not actor.office.roles("ca")

    asyncio.run(check())


def test_a_request_is_declined_withdrawn_or_expires(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            first, second, third = [await _requested(actor) for _ in range(3)]
            assert await actor.code(Decline(first, "I ask"), ADMIN) == "request/own"
            assert await actor.code(Decline(first, " "), SECOND) == "reason/invalid"
            assert await actor.code(Decline(first, "x" * 201), SECOND) == "reason/invalid"
            assert await actor.code(Withdraw(second), SECOND) == "request/not-own"
            await actor.ask(Decline(first, "not this year"), SECOND)
            await actor.ask(Withdraw(second), ADMIN)
            actor.now += VALID_FOR
            for answer in (Approve(third), Decline(third, "late")):
                assert await actor.code(answer, SECOND) == "request/expired"
            assert await actor.code(Withdraw(third), ADMIN) == "request/expired"
            assert await actor.code(Expire(third), ADMIN) == "permission/missing"
            await actor.errands.run()
            await actor.errands.run()
            for number in (first, second, third):
                assert await actor.code(Approve(number), SECOND) == "request/closed"
            assert [(kind, actor) for kind, actor, _ in await actor.bodies(after=7)] == [
                ("declined", SECOND),
                ("withdrawn", ADMIN),
                ("expired", "house"),
            ]
            assert not actor.office.roles("ca")

    asyncio.run(check())


def test_nobody_heaps_requests_up(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as actor:
            await _staffed(actor)
            for _ in range(OPEN_MAX):
                await _requested(actor)
            assert await actor.code(CASHIER, ADMIN) == "request/too-many"
            assert await _requested(actor, by=THIRD) == OPEN_MAX + 1

    asyncio.run(check())


def test_another_part_carries_it_out_once_also_after_a_crash(
    tmp_path: Path, void: type[Void]
) -> None:
    carried: list[tuple[Void, str, str, str]] = []

    async def crash(command: Void, request: Request, key: str) -> Refusal | None:
        raise OSError(f"{command} {request.number} {key}")

    async def carry(command: Void, request: Request, key: str) -> Refusal | None:
        carried.append((command, request.by, request.approver, key))
        return None if command.table == "7" else Refusal("table/unknown", "there is no such table")

    async def check() -> None:
        async with acting(tmp_path) as actor:
            await actor.give(de=Role.DEALER, fl=Role.FLOOR, sh=Role.SHIFT)
            number = await _requested(actor, void("7", "fl"), "de")
            assert await actor.code(Approve(number), "fl") == "void/dealer"
            await actor.ask(Approve(number), "sh")
            assert actor.office.requests[number].approver == "sh"
            assert await actor.errands.carry_out(number) is None  # no part does it here
            assert await actor.code(Approve(number), "sh") == "request/closed"
            assert await actor.code(Report(number), "sh") == "permission/missing"
            actor.errands.carriers[void] = crash
            with pytest.raises(OSError, match="approved/1"):
                await actor.errands.run()
            actor.errands.carriers[void] = carry
            await actor.errands.run()
            await actor.errands.run()
            assert carried == [(void("7", "fl"), "de", "sh", "approved/1")]
            other = await _requested(actor, void("8", "fl"), "de")
            await actor.ask(Approve(other), "sh")
            refusal = await actor.errands.carry_out(other)
            assert refusal is not None
            assert not actor.office.requests
            reports = [body for kind, _, body in await actor.bodies() if kind == "carried-out"]
            assert reports == [
                {"number": 1, "problem": ""},
                {"number": 2, "problem": "table/unknown"},
            ]

    asyncio.run(check())
