"""Exclusions, limits of the house and disputes: who may, for how long, and where money goes."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.engine.actions import Refusal
from pitboss.ledger.entry import Posting
from pitboss.office.approvals import Approve, Requested
from pitboss.office.core import Done, Event
from pitboss.office.decide import EVENTS, decide
from pitboss.office.disputes import AnswerDispute, DecideDispute, OpenDispute, StateDispute
from pitboss.office.exclusions import (
    Exclude,
    ExcludeMe,
    ImposeLimits,
    LiftExclusion,
    ProposeExclusion,
)
from pitboss.office.roles import Role
from pitboss.office.signing import DAY
from pitboss.office.state import DisputeStage, ImposedLimits, Office

ROLES = {"shift": Role.SHIFT, "floor": Role.FLOOR, "eye": Role.SURVEILLANCE, "cage": Role.CAGE}


@dataclass
class Desk:
    """The office without books."""

    now: int = 1000 * DAY
    office: Office = field(
        default_factory=lambda: Office(
            staff={who: frozenset({role}) for who, role in ROLES.items()}
        )
    )

    def ask(self, command: object, by: str) -> str:
        """Give a command; return the code of its refusal, or nothing."""
        outcome = decide(self.office, command, by, self.now)
        if isinstance(outcome, Refusal):
            return outcome.code
        self.follow(outcome.event, by)
        self.done = outcome
        return ""

    def follow(self, event: Event, by: str) -> None:
        self.office = EVENTS[type(event)](self.office, event, by, self.now)

    done: Done = field(init=False)


def test_ones_own_exclusion_holds_at_once_and_lasts_its_term() -> None:
    desk = Desk()
    assert desk.ask(ExcludeMe(7), "ann") == ""
    assert desk.office.exclusion("ann", desk.now) is not None
    assert desk.ask(ExcludeMe(3), "ann") == "exclusion/longer"
    assert desk.ask(Exclude("ann", 3, "shorter"), "shift") == "exclusion/longer"
    assert desk.ask(LiftExclusion("ann", "she asked"), "shift") == "exclusion/own"
    assert desk.ask(ExcludeMe(30), "ann") == ""
    desk.now += 30 * DAY - 1
    assert desk.office.exclusion("ann", desk.now) is not None
    desk.now += 1
    assert desk.office.exclusion("ann", desk.now) is None
    assert desk.ask(ExcludeMe(0), "ann") == ""
    desk.now += 10_000 * DAY
    assert desk.office.exclusion("ann", desk.now) is not None
    assert desk.ask(ExcludeMe(36_500), "ann") == "exclusion/longer"
    assert desk.ask(ExcludeMe(-1), "bob") == desk.ask(ExcludeMe(10**9), "bob") == "exclusion/days"


def test_neither_the_house_nor_the_player_ends_what_the_other_began() -> None:
    desk = Desk()
    assert desk.ask(ExcludeMe(7), "ann") == ""
    assert desk.ask(Exclude("ann", 0, "cheated"), "shift") == ""
    assert desk.office.exclusion("ann", desk.now + 30 * DAY) is not None
    assert desk.ask(LiftExclusion("ann", "she asked"), "shift") == ""
    assert desk.office.exclusion("ann", desk.now) is not None, "her own lasts its whole term"
    assert desk.ask(LiftExclusion("ann", "she asked"), "shift") == "exclusion/own"
    assert desk.ask(Exclude("bob", 0, "cheated"), "shift") == ""
    assert desk.ask(ExcludeMe(1), "bob") == ""
    assert desk.office.exclusion("bob", desk.now + 30 * DAY) is not None, "and so does the house's"
    assert desk.ask(ExcludeMe(0), "bob") == ""
    in_force = desk.office.exclusion("bob", desk.now)
    assert in_force is not None
    assert in_force.is_own, "the longer one is told"


def test_the_house_excludes_and_lets_in_again_by_those_who_may() -> None:
    desk = Desk()
    assert desk.ask(Exclude("bob", 10, "cheated"), "floor") == "permission/missing"
    assert desk.ask(ProposeExclusion("bob", "cheated"), "eye") == ""
    assert desk.ask(ProposeExclusion("bob", "cheated"), "cage") == "permission/missing"
    assert desk.ask(Exclude("bob", 10, " "), "shift") == "text/length"
    assert desk.ask(Exclude("shift", 10, "me"), "shift") == "exclusion/self"
    assert desk.ask(LiftExclusion("bob", "was not him"), "shift") == "exclusion/none"
    assert desk.ask(Exclude("bob", 0, "cheated"), "shift") == ""
    assert desk.ask(LiftExclusion("bob", "was not him"), "shift") == ""
    assert desk.office.exclusion("bob", desk.now) is None


def test_limits_of_the_house_are_set_and_taken_away() -> None:
    desk = Desk()
    limits = ImposedLimits(wager_cents=5000)
    assert desk.ask(ImposeLimits("bob", limits, "agreed"), "shift") == ""
    assert desk.office.limits["bob"] == limits
    wrong = ImposedLimits(wager_cents=0, minutes=-1)
    assert desk.ask(ImposeLimits("bob", wrong, "agreed"), "shift") == "limit/invalid"
    assert desk.ask(ImposeLimits("shift", limits, "agreed"), "shift") == "limit/self"
    assert desk.ask(ImposeLimits("bob", ImposedLimits(), "over"), "shift") == ""
    assert desk.office.limits == {}


def test_a_dispute_is_answered_and_decided_once_and_paid_by_the_house() -> None:
    desk = Desk()
    opened = OpenDispute("7", 12, "I had 21", ("ab", "cd"))
    assert desk.ask(opened, "ann") == ""
    assert desk.ask(opened, "ann") == "dispute/open"
    assert desk.ask(StateDispute(1, "and I stood"), "ann") == ""
    assert desk.ask(StateDispute(1, "she did"), "bob") == "dispute/unknown"
    assert desk.ask(StateDispute(1, "seen on camera"), "eye") == ""
    assert desk.ask(AnswerDispute(1, "we look into it"), "eye") == "permission/missing"
    assert desk.ask(AnswerDispute(1, "we look into it"), "floor") == ""
    assert desk.office.disputes[1].stage is DisputeStage.ANSWERED
    assert desk.ask(DecideDispute(1, 500, "paid"), "floor") == "permission/missing"
    assert desk.ask(DecideDispute(1, -1, "paid"), "shift") == "dispute/award"
    assert desk.ask(DecideDispute(1, 500, "paid"), "shift") == ""
    assert isinstance(desk.done.event, Requested)
    assert desk.ask(Approve(1), "shift") == "request/own"
    assert desk.ask(Approve(1), "cage") == ""
    agreed = desk.done.agreed
    assert agreed is not None
    desk.follow(agreed.done.event, "shift")
    (paid,) = agreed.done.also
    assert (paid.stream, paid.kind, paid.actor) == ("account/ann", "dispute-paid", "shift")
    assert paid.postings == (Posting("house:disputes", -50_000), Posting("wallet:ann", 50_000))
    assert desk.ask(DecideDispute(1, 500, "again"), "shift") == "dispute/over"
    assert desk.ask(DecideDispute(2, 0, "none"), "shift") == "dispute/unknown"
    assert desk.office.disputes[1].statements[0].text == "I had 21"
    assert desk.ask(OpenDispute("7", 13, "lost", ()), "shift") == ""
    assert desk.ask(DecideDispute(2, 100, "to me"), "shift") == "dispute/own"


def test_a_player_has_so_many_open_disputes_and_no_more() -> None:
    desk = Desk()
    codes = [desk.ask(OpenDispute("7", number, "wrong", ()), "ann") for number in range(1, 22)]
    assert codes == [""] * 20 + ["dispute/many"]
