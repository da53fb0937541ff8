"""The console: every route of the house is on a page, and nobody is shown what he may not do."""

from __future__ import annotations

from pitboss.office.roles import PERMISSIONS, Permission, Role
from pitboss.server.app import complete_table
from pitboss.server.console.forms import command_id, list_fields
from pitboss.server.console.routes import JOB_PAGES, STAFF, find_page, list_pages
from pitboss.server.console.wire import Field
from pitboss.server.console.words import BUTTONS

TABLE = complete_table()


def _page(path: str) -> str:
    job = find_page(path)
    return job.id if job else ""


def test_every_route_of_the_house_belongs_to_a_page() -> None:
    homeless = [
        route.path
        for route in TABLE
        if route.path.startswith(STAFF) and find_page(route.path) is None
    ]
    assert not homeless
    lost = [route.path for route in TABLE if _page(route.path) == "staff" and route.tag != "staff"]
    assert not lost, "what no page names is on that of the staff"
    assert len({job.id for job in JOB_PAGES}) == len(JOB_PAGES)


def test_buttons_are_named_for_commands_that_there_are() -> None:
    commands = {command_id(route) for route in TABLE if route.method != "GET"}
    assert not set(BUTTONS) - commands


def test_a_role_is_shown_what_its_permissions_allow_and_nothing_else() -> None:
    wrong = []
    for role in Role:
        pages = list_pages(TABLE, frozenset({role}) - {Role.PLAYER})
        shown = {command.id for page in pages for command in page.commands}
        shown |= {f"GET {path}" for page in pages for path in page.reads}
        for route in TABLE:
            if route.needs is None or find_page(route.path) is None:
                continue
            is_current = not route.successor
            is_allowed = is_current and role in PERMISSIONS[route.needs] and role is not Role.PLAYER
            if (command_id(route) in shown) != is_allowed:
                wrong.append((role, command_id(route)))
    assert not wrong
    assert list_pages(TABLE, frozenset()) == []


def test_the_tables_are_for_those_who_watch_them() -> None:
    pages = {
        role: {list_page.id for list_page in list_pages(TABLE, frozenset({role}))} for role in Role
    }
    watchers = PERMISSIONS[Permission.WATCH_TABLES] - {Role.PLAYER}
    assert all("tables" in pages[role] for role in watchers)
    assert "tables" not in pages[Role.COUNT]
    assert "staff" not in pages[Role.FLOOR]


def test_a_form_has_the_fields_of_the_path_and_of_the_body() -> None:
    routes = {command_id(route): route for route in TABLE}
    assert list_fields(routes["PUT /staff/players/{account}/limits"]) == [
        Field("account", "Player", "account", length=200),
        Field("reason", "Reason", "words", length=1000),
        Field(
            "limits",
            "Limits",
            "group",
            fields=[
                Field("wager_cents", "Most to bet in a round", "money", optional=True),
                Field("loss_cents", "Most to lose in 24 hours", "money", optional=True),
                Field("deposit_cents", "Most to deposit in 24 hours", "money", optional=True),
                Field("minutes", "Most minutes at tables in 24 hours", "number", optional=True),
            ],
        ),
    ]
    days = list_fields(routes["POST /staff/exclusions"])[1]
    assert days == Field("days", "Days", "number", hint="0: without an end.", low=0, high=36_500)
    rail = list_fields(routes["POST /staff/cage/deposit"])[2]
    assert (rail.kind, rail.optional) == ("choice", True)
    assert [option.value for option in rail.options] == ["cash", "bank", "card", "check"]
