"""Two people: whoever asks never agrees, and an agreement counts for its request alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.engine.actions import Refusal
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

ADMIN, SECOND, THIRD = "ad", "sh", "th"
CASHIER = GiveRole("ca", Role.CAGE)


class Void(Value, frozen=True):
    """A command of a table that two people decide about."""

    table: str
    dealer: str


def _void(office: Office, asked: Void, by: str, now: int) -> Outcome:
    del office, asked, by, now
    return Done(Errand())


def _not_the_dealer(office: Office, asked: Void, by: str, second: str) -> Refusal | None:
    del office, by
    return Refusal("void/dealer", "the dealer does not agree") if second == asked.dealer else None


@pytest.fixture
def void(monkeypatch: pytest.MonkeyPatch) -> type[Void]:
    second = Second(Permission.VOID_SETTLED, refuses=_not_the_dealer)
    handler = Handler(_void, Permission.ASK_VOID, second)
    monkeypatch.setitem(decide.COMMANDS, Void, handler)
    monkeypatch.setitem(decide.COMMAND_OF, "void", Void)
    return Void


async def _staffed(it: Acting) -> None:
    await it.give(ad=Role.ADMIN, sh=Role.SHIFT, th=Role.ADMIN, de=Role.DEALER)


async def _requested(it: Acting, command: object = CASHIER, by: str = ADMIN) -> int:
    event = await it.ask(command, by)
    assert isinstance(event, Requested)
    return event.number


def test_a_second_person_carries_out_what_the_first_asked_for(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            number = await _requested(it)
            assert not it.office.roles("ca")
            assert await it.ask(Approve(number), SECOND) == Approved(number=number)
            assert it.office.roles("ca") == {Role.CAGE}
            assert not it.office.requests
            given = {"account": "ca", "role": "cage", "why": ""}
            asked = {"command": "give-role", "number": 1, "second": "approve-staff"}
            asked |= {"terms": given, "until": it.now + VALID_FOR}
            assert await it.bodies(after=4) == [
                ("requested", ADMIN, asked),
                ("approved", SECOND, {"number": 1}),
                ("role-given", ADMIN, given | {"request": 1}),
            ]
            assert [entry.key for entry in await it.entries()][-1] == "approved/1"
            assert rebuild(await it.entries()) == it.office
            assert await it.another_desk().refresh() == it.office

    asyncio.run(check())


def test_who_may_not_agree(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            number = await _requested(it)
            agree = Approve(number)
            assert await it.code(agree, ADMIN) == "request/own"
            assert await it.code(agree, "de") == "permission/missing"
            assert await it.code(agree, "somebody") == "permission/missing"
            assert await it.code(agree) == "permission/missing"  # the house is no second person
            own = await _requested(it, GiveRole(SECOND, Role.JACKPOTS))
            assert await it.code(Approve(own), SECOND) == "role/self"
            assert await it.code(Approve(own + 1), SECOND) == "request/unknown"
            assert await it.code(Approve(0), SECOND) == "request/unknown"
            assert await it.code(Approve(-1), SECOND) == "request/unknown"

    asyncio.run(check())


def test_an_answer_counts_once_and_for_its_request_alone(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            first = await _requested(it)
            other = await _requested(it, GiveRole("co", Role.COUNT))
            answer = await it.desk.ask(Approve(first), SECOND, "key")
            assert await it.another_desk().ask(Approve(first), SECOND, "key") == Done(
                Approved(number=first)
            )
            assert isinstance(answer, Done)
            reused = await it.desk.ask(Approve(other), SECOND, "key")
            assert isinstance(reused, Refusal)
            assert reused.code == "key/reused"
            assert not it.office.roles("co")
            assert await it.code(Approve(first), SECOND) == "request/closed"
            assert await it.code(Approve(first), THIRD) == "request/closed"
            # asked for again, it is another request, and needs another agreement
            await it.ask(TakeRole("ca", Role.CAGE))
            again = await _requested(it)
            assert again == 3
            assert not it.office.roles("ca")

    asyncio.run(check())


def test_two_people_who_agree_at_once_carry_it_out_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            agree = Approve(await _requested(it))
            other = it.another_desk()
            answers = await asyncio.gather(
                it.desk.ask(agree, SECOND, "a"), other.ask(agree, THIRD, "b")
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refusal"]
            assert [kind for kind, *_ in await it.bodies(after=5)] == ["approved", "role-given"]

    asyncio.run(check())


def test_what_changed_between_request_and_agreement_counts(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            number = await _requested(it)
            await it.give(ca=Role.COUNT)  # no longer goes together with the cage
            assert await it.code(Approve(number), SECOND) == "role/incompatible"
            await it.ask(TakeRole("ca", Role.COUNT))
            await it.ask(TakeRole(SECOND, Role.SHIFT))
            assert await it.code(Approve(number), SECOND) == "permission/missing"
            await it.ask(TakeRole(ADMIN, Role.ADMIN))
            assert await it.code(Approve(number), THIRD) == "request/lapsed"
            assert not it.office.roles("ca")

    asyncio.run(check())


def test_a_request_is_declined_withdrawn_or_expires(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            first, second, third = [await _requested(it) for _ in range(3)]
            assert await it.code(Decline(first, "I ask"), ADMIN) == "request/own"
            assert await it.code(Decline(first, " "), SECOND) == "reason/invalid"
            assert await it.code(Decline(first, "x" * 201), SECOND) == "reason/invalid"
            assert await it.code(Withdraw(second), SECOND) == "request/not-own"
            await it.ask(Decline(first, "not this year"), SECOND)
            await it.ask(Withdraw(second), ADMIN)
            it.now += VALID_FOR
            for answer in (Approve(third), Decline(third, "late")):
                assert await it.code(answer, SECOND) == "request/expired"
            assert await it.code(Withdraw(third), ADMIN) == "request/expired"
            assert await it.code(Expire(third), ADMIN) == "permission/missing"
            await it.errands.run()
            await it.errands.run()
            for number in (first, second, third):
                assert await it.code(Approve(number), SECOND) == "request/closed"
            assert [(kind, actor) for kind, actor, _ in await it.bodies(after=7)] == [
                ("declined", SECOND),
                ("withdrawn", ADMIN),
                ("expired", "house"),
            ]
            assert not it.office.roles("ca")

    asyncio.run(check())


def test_nobody_heaps_requests_up(tmp_path: Path) -> None:
    async def check() -> None:
        async with acting(tmp_path) as it:
            await _staffed(it)
            for _ in range(OPEN_MAX):
                await _requested(it)
            assert await it.code(CASHIER, ADMIN) == "request/too-many"
            assert await _requested(it, by=THIRD) == OPEN_MAX + 1

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
        async with acting(tmp_path) as it:
            await it.give(de=Role.DEALER, fl=Role.FLOOR, sh=Role.SHIFT)
            number = await _requested(it, void("7", "fl"), "de")
            assert await it.code(Approve(number), "fl") == "void/dealer"
            await it.ask(Approve(number), "sh")
            assert it.office.requests[number].approver == "sh"
            assert await it.errands.carry_out(number) is None  # no part does it here
            assert await it.code(Approve(number), "sh") == "request/closed"
            assert await it.code(Report(number), "sh") == "permission/missing"
            it.errands.carriers[void] = crash
            with pytest.raises(OSError, match="approved/1"):
                await it.errands.run()
            it.errands.carriers[void] = carry
            await it.errands.run()
            await it.errands.run()
            assert carried == [(void("7", "fl"), "de", "sh", "approved/1")]
            other = await _requested(it, void("8", "fl"), "de")
            await it.ask(Approve(other), "sh")
            refusal = await it.errands.carry_out(other)
            assert refusal is not None
            assert not it.office.requests
            reports = [body for kind, _, body in await it.bodies() if kind == "carried-out"]
            assert reports == [
                {"number": 1, "problem": ""},
                {"number": 2, "problem": "table/unknown"},
            ]

    asyncio.run(check())
