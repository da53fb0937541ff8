"""The table of permissions: complete, and no role that would undo a two-person rule."""

from itertools import combinations

from pitboss.office.roles import INCOMPATIBLE, PERMISSIONS, Permission, Role, conflicts, may


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
