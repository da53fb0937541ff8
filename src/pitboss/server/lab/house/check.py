"""Judge a house that is set up in the browser, as `pitboss check` judges its file."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.rulebook.check import data_problems, warnings
from pitboss.rulebook.configured import configure
from pitboss.rulebook.export import judgement_basis
from pitboss.rulebook.house import House
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.limits import HOUSE_NAMES_MAX
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.server.lab.house.choices import answered_house
from pitboss.server.lab.house.form import HouseSection, form_sections
from pitboss.server.requests.limits import LAB_TERMS_BYTES_MAX
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.requests.wire import Word, show

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


HOUSE_ROUTES = Routes("lab")
"""The set-up of a house."""


@HOUSE_ROUTES.post(
    "/lab/house",
    body=HouseAnswers,
    access=Access.ANYONE,
    rate="lab",
    codes=("game/unknown",),
    body_bytes_max=LAB_TERMS_BYTES_MAX,
)
async def fill_form(call: Call) -> HouseForm:
    """Set up a house from answers: return every question, every problem and the house file."""
    return await asyncio.to_thread(answered_form, call.body)


def answered_form(body: HouseAnswers) -> HouseForm:
    """Return the form with everything that was answered, judged; raise for an unknown game."""
    game = game_of(body.game)
    data = answered_house(game, body.answers)
    house, problems = data_problems(data)
    file = f"{game.id.replace('/', '-')}.toml"
    is_ok = house is not None and not problems
    basis = _basis(house or House(game=game.id))
    return HouseForm(
        game=game.id,
        title=game.title,
        document=", ".join(filter(None, (game.document, game.section))),
        sections=form_sections(game, house or House(game=game.id), data),
        house=data,
        ok=is_ok,
        digest=configure(house).digest if house and is_ok else "",
        problems=[show(HouseProblem, problem) for problem in problems],
        warnings=[show(HouseProblem, warning) for warning in (warnings(house) if house else ())],
        not_judged=basis["not_judged"],
        profile=basis["profile"]["title"] if basis["profile"] else "",
        file=file,
        toml=write_house(house, name=file) if house and is_ok else "",
    )


def _basis(house: House) -> dict[str, Any]:
    try:
        return judgement_basis(house)
    except RulesError:  # a profile that does not exist is one of the problems
        return judgement_basis(replace(house, profile=""))
