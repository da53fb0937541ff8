"""Requests and answers of the set-up of a house in the browser."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.rulebook.limits import HOUSE_NAMES_MAX

Word = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=200)]


class HouseAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, and what was answered; everything else is proposed."""

    game: Word
    answers: Annotated[
        dict[Name, Name],
        Meta(
            description="Key of a house file -> the answer, `none` takes a wager off the table.",
            examples=[{"options.decks": "8", "limits.main.min": "$5"}],
            max_length=HOUSE_NAMES_MAX,
        ),
    ] = {}


class HouseChoice(Struct, frozen=True):
    """One answer that a field offers."""

    value: str
    label: str


class HouseField(Struct, frozen=True, omit_defaults=True):
    """One question of the form."""

    key: str
    label: str
    value: str
    group: Annotated[str, Meta(description="The wager that the question is about.")] = ""
    choices: Annotated[list[HouseChoice], Meta(description="Empty: any text.")] = []
    cite: str = ""
    hint: str = ""


class HouseSection(Struct, frozen=True):
    """Questions that belong together."""

    id: str
    title: str
    fields: list[HouseField]


class HouseProblem(Struct, frozen=True):
    """Something that the approved rules do not allow, or that is probably not meant."""

    code: str
    key: str
    message: str
    cite: str


class HouseForm(Struct, frozen=True):
    """A house as it was answered so far, and what `pitboss check` says of it."""

    game: str
    title: str
    document: str
    sections: list[HouseSection]
    house: Annotated[dict[str, Any], Meta(description="The set-up, as a house file has it.")]
    ok: bool
    digest: str
    problems: list[HouseProblem]
    warnings: list[HouseProblem]
    not_judged: list[str]
    profile: Annotated[str, Meta(description="The legal limits that it was judged by.")]
    file: Annotated[str, Meta(description="A name for the file.")]
    toml: Annotated[str, Meta(description="The house file; empty as long as there are problems.")]
