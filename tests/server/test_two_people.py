"""Every command that can credit a wallet or pay cash takes two people above one limit.

The limit is `large_from` of the house's terms. The list below is complete: a new command belongs
to one of its two parts, or the first test fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.ledger.entry import Draft, Posting
from pitboss.office import cage, day, disputes, drawer, voids
from pitboss.office.approvals import Requested
from pitboss.office.core import Done, Event, Handler
from pitboss.office.decide import ALONE, COMMANDS, decide
from pitboss.office.papers import Day, OfficeTerms, Withdrawal
from pitboss.office.roles import Role
from pitboss.office.state import Dispute, Office
from tests.server.asgi import Client, Clock, as_test, run_with
from tests.server.player import FREE
from tests.server.staff import staff

LARGE = OfficeTerms().large_cents
PAYS: tuple[tuple[Any, Role], ...] = (
    (cage.Deposit("anna", LARGE, "cash"), Role.CAGE),
    (cage.ConfirmWithdrawal(1), Role.CAGE),
    (cage.AdjustWallet("anna", LARGE, "a wrong pay"), Role.SHIFT),
    (cage.PayTips("t", LARGE, LARGE * UNITS_PER_CENT), Role.CAGE),
    (cage.MoveCapital("money", -LARGE, "to the bank"), Role.ACCOUNTING),
    (disputes.DecideDispute(1, LARGE, "you are right"), Role.SHIFT),
    (drawer.RedeemChips(chips={100: LARGE // 100}), Role.CAGE),
)
"""Every command of the office that credits a wallet or pays cash, and who gives it."""
OTHERS = """
    AddTable AnswerDispute Approve AskSlip AskVoid AskWithdrawal AssignDealer CallOffRound
    ChangeLimits CheckProgressives CloseDay CloseRating CountBox CountDrawer CountTokes CountTray
    Decline DepositProgressives Disable DismissVoid Enable Exclude ExcludeMe Expire
    FileNotice FinishCount GiveRole IdentifyWinner ImposeLimits JoinCount LiftExclusion
    LockWagers NoteBet OpenDay OpenDispute OpenRating ProposeExclusion RecountBox
    RefuseWithdrawal ReleaseWagers Report ReportMalfunction ResetFactor RuleOnRound SetTerms
    SettleHand SignCount SignSlip SignTray StateDispute StopTable SwitchAll SwitchTable
    TakeBackRound TakeBox TakeDrawer TakeRole VoidSlip Withdraw
    """
"""Every other command: none of them brings money into a wallet or out of the house by itself.
`TakeBackRound` is carried out by a table, on the word of two people whatever its amount."""


def office() -> Office:
    """Return an office with a day, a dispute and a withdrawal of somebody else."""
    dispute = Dispute(number=1, account="anna", table="t", round=1, evidence=(), statements=())
    paper = Withdrawal(number=1, account="anna", cents=LARGE, rail="cash", by="anna", at=0)
    roles = {
        role: frozenset({role}) for role in {*(role for _, role in PAYS), Role.CAGE, Role.SHIFT}
    }
    return Office(
        staff={f"one-{role}": held for role, held in roles.items()},
        day=Day(1, "2026-11-16", 0),
        days=1,
        date="2026-11-16",
        disputes={1: dispute},
        withdrawals={1: paper},
        payment_count=1,
    )


def test_the_list_is_complete() -> None:
    paying = {type(command).__name__ for command, _ in PAYS}
    others = set(OTHERS.split())
    assert paying | others == {command.__name__ for command in COMMANDS}
    assert paying.isdisjoint(others)
    assert COMMANDS[voids.TakeBackRound].second is not None


@pytest.mark.parametrize(
    ("command", "role"), PAYS, ids=[type(command).__name__ for command, _ in PAYS]
)
def test_one_person_alone_only_asks(command: Any, role: Role) -> None:  # noqa: ANN401 - of any part
    outcome = decide(office(), command, f"one-{role}", 1)
    assert isinstance(outcome, Done), outcome
    assert isinstance(outcome.event, Requested), "nothing is paid"
    assert outcome.postings == ()
    assert outcome.also == ()


class Slipped(Event, frozen=True):
    """What a command of the future might do."""


@pytest.mark.parametrize(
    ("source", "target", "cents", "is_refused"),
    [
        ("house:disputes", "wallet:anna", 1, True),
        ("house:adjustments", "wallet:anna", LARGE, True),
        ("external:cash", "wallet:anna", LARGE, True),
        ("external:cash", "wallet:anna", LARGE - 1, False),
        ("cage:money", "external:cash", LARGE, True),
        ("tips:t", "external:cash", LARGE, True),
        ("pending:anna", "external:bank", LARGE, True),
        ("pending:anna", "wallet:anna", LARGE, False),
        ("cage:money", "cage:chips", LARGE, True),
        ("cage:money", "cage:chips", LARGE - 1, False),
    ],
)
def test_the_postings_decide_whatever_command_makes_them(
    monkeypatch: pytest.MonkeyPatch, source: str, target: str, cents: int, *, is_refused: bool
) -> None:
    """A command that forgets its second person pays nothing: in its own stream, or beside it."""
    units = cents * UNITS_PER_CENT
    lines = (Posting(source, -units), Posting(target, units))
    beside = (Draft("account/anna", "paid", "one", "k", b"{}", lines),)
    for done in (Done(Slipped(), lines), Done(Slipped(), (), beside)):
        careless = {**COMMANDS, day.OpenDay: Handler(lambda *_, done=done: done, None)}
        monkeypatch.setattr("pitboss.office.decide.COMMANDS", careless)
        outcome = decide(office(), day.OpenDay(), "one-cage", 1)
        assert (outcome == ALONE) is is_refused
        assert isinstance(outcome, Refusal) is is_refused


BODIES: Mapping[str, tuple[Role, dict[str, Any]]] = {
    "cage/deposit": (Role.CAGE, {"cents": LARGE, "rail": "cash"}),
    "cage/adjust": (Role.SHIFT, {"cents": LARGE, "reason": "a wrong pay"}),
}


@as_test(run_with, rates=FREE)
async def test_over_http_it_takes_a_second_person_and_a_fresh_second_factor(
    client: Client, clock: Clock
) -> None:
    accountant = await staff(client, Role.ACCOUNTING)
    opened = await accountant.post("/api/1/staff/day/open", None, ("idempotency-key", "d"))
    assert opened.status < 300, opened.body
    guest = (await client.post("/api/1/guest")).data
    player = replace(client, token=guest["token"])
    for number, (path, (role, body)) in enumerate(BODIES.items(), 1):
        key = ("idempotency-key", path)
        first = await staff(client, role)
        second = await staff(client, Role.SHIFT, Role.CAGE)
        asked = await first.post(f"/api/1/staff/{path}", {"account": guest["account"], **body}, key)
        assert asked.data["kind"] == "requested", asked.body
        before = (await player.get("/api/1/me")).data["wallet_cents"]
        approve = f"/api/1/staff/requests/{number}/approve"
        assert (await first.post(approve, None, (key[0], f"{path}/own"))).code == "request/own"
        clock.pass_s(301)
        late = await second.post(approve, None, (key[0], f"{path}/late"))
        assert late.code == "step-up/needed"
        again = await first.post(
            f"/api/1/staff/{path}", {"account": guest["account"], **body}, (key[0], f"{path}/again")
        )
        assert again.code == "step-up/needed"
        assert (await player.get("/api/1/me")).data["wallet_cents"] == before
        third = await staff(client, Role.SHIFT if role is Role.SHIFT else Role.CAGE)
        agreed = await third.post(approve, None, (key[0], f"{path}/agreed"))
        assert agreed.status < 300, agreed.body
        assert (await player.get("/api/1/me")).data["wallet_cents"] == before + LARGE
