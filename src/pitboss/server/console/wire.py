"""What the console is drawn from: pages, commands and the fields of their forms."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct


class Option(Struct, frozen=True):
    """One choice of a field."""

    value: str
    label: str


class Field(Struct, frozen=True, omit_defaults=True):
    """One input of a command."""

    name: str
    label: str
    kind: Annotated[
        str,
        Meta(
            description="account, chips, choice, code, flag, group, money, number, secret, table, "
            "text, units or words."
        ),
    ]
    hint: str = ""
    optional: Annotated[bool, Meta(description="It may be left out, or be null.")] = False
    low: int | None = None
    high: int | None = None
    length: Annotated[int | None, Meta(description="Characters at most.")] = None
    options: list[Option] = []
    fields: Annotated[list[Field], Meta(description="Those of a group.")] = []


class Command(Struct, frozen=True):
    """Something that the caller may do."""

    id: Annotated[str, Meta(examples=["POST /staff/disputes/{number}/answer"])]
    title: str
    words: str
    fields: list[Field]


class Page(Struct, frozen=True):
    """A page of the console."""

    id: str
    title: str
    words: str
    group: str
    reads: Annotated[list[str], Meta(description="Paths that the caller may GET.")]
    commands: list[Command]


class RoleSeen(Struct, frozen=True):
    """A role of the caller."""

    id: str
    title: str


class Console(Struct, frozen=True):
    """The caller's console."""

    account: str
    name: str | None
    roles: Annotated[list[RoleSeen], Meta(description="Empty: nobody of the house.")]
    permissions: list[str]
    pages: list[Page]
    denominations: Annotated[list[int], Meta(description="In cents: what is counted.")]
    time_zone: Annotated[str, Meta(description="That of the house: every time is shown by it.")]
    factor: Annotated[bool, Meta(description="A second factor is confirmed.")]
    verified: Annotated[bool, Meta(description="This session has given it: the roles are active.")]


class PeopleQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is meant: ids or names of accounts."""

    who: Annotated[list[str], Meta(description="Repeat it.", max_length=100)] = []


class Person(Struct, frozen=True):
    """An account."""

    account: str
    name: Annotated[str | None, Meta(description="Null for a guest.")]
    roles: list[str]


class People(Struct, frozen=True):
    """Accounts, in the order they were asked for; unknown ones are left out."""

    people: list[Person]


class RoundsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rounds of a table."""

    before: Annotated[int, Meta(ge=0, description="The `next` of a page before; 0: now.")] = 0
    limit: Annotated[int, Meta(ge=1, le=50)] = 20


class TableRound(Struct, frozen=True):
    """A round that is over."""

    round: int
    at: str
    players: list[str]
    stake_cents: int
    net_cents: Annotated[int, Meta(description="The net result of all players.")]
    void: bool


class TableRounds(Struct, frozen=True):
    """Rounds of a table, the latest first."""

    rounds: list[TableRound]
    next: Annotated[int | None, Meta(description="Send it as `before`; null: no more.")]


class SeatSeen(Struct, frozen=True):
    """A player at a table."""

    seat: int
    account: str
    name: str
    stack_cents: int


class TableSeen(Struct, frozen=True):
    """A table with its players."""

    id: str
    name: str
    game: str
    stage: str
    round: int
    paused: bool
    players: list[SeatSeen]
    chips_cents: Annotated[int, Meta(description="All stacks together.")]


class TablesSeen(Struct, frozen=True):
    """The tables of the floor."""

    tables: list[TableSeen]


class RoundSeen(Struct, frozen=True):
    """Any finished round."""

    record: Annotated[dict[str, Any], Meta(description="The round as a record, every card in it.")]
    at: str
    shuffle: Annotated[int, Meta(description="The shuffle that it was dealt from at first.")]
    entries: Annotated[list[str], Meta(description="The names of its entries.")]
    hashes: list[str]
