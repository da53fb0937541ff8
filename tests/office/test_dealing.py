"""A dealer acts at the table to which the floor assigned him or her, and at no other."""

from __future__ import annotations

from pitboss.office.core import HOUSE
from pitboss.office.decide import COMMANDS
from pitboss.office.disputes import OpenDispute, StateDispute
from pitboss.office.papers import SlipKind, SlipState
from pitboss.office.people import AssignDealer, Disable, GiveRole
from pitboss.office.roles import OWN_TABLE, PERMISSIONS, Permission, Role, may
from pitboss.office.slips import SignSlip
from pitboss.office.voids import AskVoid
from tests.office.house import PLAYER, House

CHIPS = {500: 100}


def test_the_floor_assigns_and_one_dealer_is_at_one_table() -> None:
    house = House()
    for by, code in (("dan", "permission/missing"), ("carl", "permission/missing")):
        assert house.code(AssignDealer("u", "dora"), by) == code
    assert house.code(AssignDealer("u", "carl"), "flora") == "dealer/role"
    assert house.code(AssignDealer("t", "dan"), "flora") == "dealer/there"
    assert house.code(AssignDealer("u", ""), "flora") == "dealer/there"
    house.must(GiveRole("flora", Role.DEALER), HOUSE)
    assert house.code(AssignDealer("u", "flora"), "flora") == "dealer/self"
    house.must(AssignDealer("u", "dan"), "shirin")
    assert house.office.dealers == {"u": "dan"}
    house.must(AssignDealer("u", "dora"), "flora")
    assert house.office.dealers == {"u": "dora"}
    house.must(AssignDealer("u", ""), "flora")
    assert house.office.dealers == {}
    house.must(Disable("dora", "stole"), HOUSE)
    assert house.code(AssignDealer("u", "dora"), "flora") == "dealer/role"
    house.check()


def test_what_a_dealer_does_elsewhere_is_refused_and_what_a_supervisor_does_is_not() -> None:
    house = House()
    house.open_day()
    house.open_table("t")
    number = house.slip(SlipKind.FILL, CHIPS, until=SlipState.CARRIED)
    house.must(OpenDispute("t", 1, "it was a push", ()), PLAYER)
    house.assign("u", "dora")
    sign = SignSlip(SlipKind.FILL, number, SlipState.RECEIVED, CHIPS)
    for command, code in (
        (AskVoid("t", 1, "a card fell"), "permission/own-table"),
        (sign, "permission/own-table"),
        (StateDispute(1, "I saw nothing"), "dispute/unknown"),
    ):
        assert house.code(command, "dora") == code
    house.must(AskVoid("t", 1, "a card fell"), "dan")
    house.must(sign, "dan")
    house.must(StateDispute(1, "I paid it"), "dan")
    house.must(AskVoid("t", 2, "a card fell"), "flora")
    house.must(StateDispute(1, "I saw it"), "fred")
    house.check()


def test_every_command_that_some_may_give_at_their_own_table_says_which_it_is() -> None:
    """The table of permissions is the source: what is only one's own there is checked here."""
    limited = {permission for permissions in OWN_TABLE.values() for permission in permissions}
    silent = [
        command.__name__
        for command, handler in COMMANDS.items()
        if handler.needs in limited and handler.table is None
    ]
    assert silent == []
    for role, value in OWN_TABLE.items():
        for permission in Permission:
            at_own, elsewhere = (may([role], permission, is_own=is_own) for is_own in (True, False))
            assert at_own == (role in PERMISSIONS[permission] or may([], permission))
            assert elsewhere == (at_own and permission not in value)
