"""What is refused because it is so already, was never asked for, or there is too much of it."""

from __future__ import annotations

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.office.cage import OWN_WITHDRAWALS_MAX, WITHDRAWALS_MAX, AskWithdrawal
from pitboss.office.core import HOUSE, Done
from pitboss.office.decide import EVENTS, decide
from pitboss.office.disputes import STATEMENTS_MAX, OpenDispute, StateDispute
from pitboss.office.papers import Withdrawal
from pitboss.office.people import Disable, Enable, GiveRole, ResetFactor
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.office.voids import ASKS_MAX, AskVoid, DismissVoid
from tests.rows import every_row

Step = tuple[object, str]
PEOPLE: tuple[Step, ...] = (
    (GiveRole("flora", Role.FLOOR), HOUSE),
    (GiveRole("root", Role.ADMIN), HOUSE),
)
DISPUTE: Step = (OpenDispute("t1", 1, "it was a push", ("00" * 32,)), "ann")
ROWS: list[tuple[str, list[Step], Step]] = [
    ("role/held", [], (GiveRole("flora", Role.FLOOR), HOUSE)),
    ("role/held", [], (GiveRole("ann", Role.PLAYER), HOUSE)),
    ("staff/unknown", [], (Disable("ann", "why"), "root")),
    (
        "staff/disabled",
        [(Disable("flora", "why"), "root")],
        (Disable("flora", "why"), "root"),
    ),
    ("staff/enabled", [], (Enable("flora", "why"), "root")),
    ("staff/unknown", [], (ResetFactor("ann", "why"), "root")),
    ("request/house", [], (ResetFactor("flora", "lost"), HOUSE)),
    (
        "void/asked",
        [(AskVoid("t1", 1, "a card fell"), "flora")],
        (AskVoid("t1", 1, "a card fell"), "flora"),
    ),
    (
        "void/not-asked",
        [],
        (DismissVoid("t1", 1, "it stands"), "flora"),
    ),
    (
        "void/many",
        [(AskVoid("t1", number, "a card fell"), "flora") for number in range(ASKS_MAX)],
        (AskVoid("t1", ASKS_MAX, "a card fell"), "flora"),
    ),
    (
        "dispute/full",
        [DISPUTE, *[(StateDispute(1, "once more"), "ann") for _ in range(STATEMENTS_MAX - 1)]],
        (StateDispute(1, "and again"), "ann"),
    ),
]


def after(office: Office, *steps: Step) -> Office:
    """Return the office after commands that are carried out."""
    for command, by in steps:
        outcome = decide(office, command, by, 1)
        assert isinstance(outcome, Done), (command, outcome)
        office = EVENTS[type(outcome.event)](office, outcome.event, by, 1)
    return office


def code(office: Office, command: object, by: str) -> str:
    """Return the code by which a command is refused."""
    outcome = decide(office, command, by, 1)
    return outcome.code if isinstance(outcome, Refusal) else f"{outcome}"


@every_row("right, before, last", ROWS)
def test_what_is_so_already_or_too_much_is_refused_with_its_code(
    right: str, before: list[Step], last: Step
) -> None:
    command, by = last
    assert code(after(Office(), *PEOPLE, *before), command, by) == right


def test_withdrawals_do_not_heap_up() -> None:
    of_bob = Withdrawal(number=1, account="bob", cents=1, rail="cash", by="bob", at=1)
    house = Office(withdrawals=dict.fromkeys(range(WITHDRAWALS_MAX), of_bob))
    assert code(house, AskWithdrawal("bob", 500, "bank"), "bob") == "payment/too-many"
    asked = decide(house, AskWithdrawal("ann", 500, "bank"), "ann", 1)
    assert isinstance(asked, Done), "others keep nobody out"
    of_ann = replace(of_bob, account="ann")
    house = Office(withdrawals=dict.fromkeys(range(OWN_WITHDRAWALS_MAX), of_ann))
    assert code(house, AskWithdrawal("ann", 500, "bank"), "ann") == "payment/too-many"
