"""The table of permissions: complete, and no role that would undo a two-person rule."""

from itertools import combinations

from pitboss.office.decide import COMMANDS
from pitboss.office.papers import SIGNS_AS
from pitboss.office.roles import (
    INCOMPATIBLE,
    PERMISSIONS,
    TRUSTED_ROLES,
    Permission,
    Role,
    conflicts,
    may,
)


def test_every_permission_is_given_to_somebody() -> None:
    assert set(PERMISSIONS) == set(Permission)
    assert all(PERMISSIONS.values())


def test_every_role_can_do_something() -> None:
    assert [
        role for role in Role if not any(may([role], permission) for permission in Permission)
    ] == []


def test_two_roles_go_together_unless_the_list_says_otherwise() -> None:
    pairs = {frozenset(pair) for pair in combinations(Role, 2) if conflicts(pair)}
    assert pairs == INCOMPATIBLE


def test_whoever_can_be_one_of_two_people_is_given_the_role_by_two() -> None:
    partners = set().union(*SIGNS_AS.values())
    for handler in COMMANDS.values():
        if handler.second is not None:
            partners |= PERMISSIONS[handler.second.permission]
            partners |= PERMISSIONS[handler.needs] if handler.needs else set()
    counts = {Permission.COUNT_DROP, Permission.VERIFY_DROP, Permission.CARRY_DROP}
    jackpots = {Permission.SETTLE_HIT, Permission.PROPOSE_JACKPOT, Permission.APPROVE_JACKPOT}
    for permission in counts | jackpots | {Permission.OPEN_TABLE}:
        partners |= PERMISSIONS[permission]
    assert partners <= TRUSTED_ROLES
    assert set(Role) - TRUSTED_ROLES == {Role.PLAYER, Role.AUDITOR}, "these only read"
