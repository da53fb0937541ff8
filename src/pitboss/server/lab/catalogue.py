"""What the lab shows without work: games, pay tables, printed and published figures."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct, convert, json

from pitboss.engine.setup import prepare
from pitboss.report.catalogue.edges import ready_edges
from pitboss.report.catalogue.wager_list import pay_table_lines
from pitboss.report.documents.check_file import checked_documents
from pitboss.report.published.figures import PublishedFigure, published_sections
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.server.requests.routes import Access, Call, Routes, Text
from pitboss.server.requests.wire import show
from pitboss.sitting.amounts import least_wagers
from pitboss.text.actions import wager_title
from pitboss.text.felt import rule_words


class LabGame(Struct, frozen=True):
    """A game and its house edge."""

    id: str
    title: str
    summary: str
    document: str
    decks: list[int]
    wagers: int
    tables: Annotated[int, Meta(description="How many pay tables it has.")]
    edge: Annotated[
        float | None,
        Meta(description="The house edge at the ready table, of the least wager before the deal."),
    ]
    rules: Annotated[str, Meta(description="The rules and the unit that the edge is for.")]


class LabGames(Struct, frozen=True):
    """Every game of the lab."""

    games: list[LabGame]


class LabPrinted(Struct, frozen=True):
    """What a document prints about a pay table."""

    text: str
    name: str
    exact: Annotated[str, Meta(description="Ours, with three digits more.")]
    agrees: Annotated[bool, Meta(description="Whether every printed figure is reproduced.")]
    figures: Annotated[int, Meta(description="How many figures are printed.")]


class LabPayTable(Struct, frozen=True, omit_defaults=True):
    """A pay table at a deck count, with its figures."""

    game: str
    wagers: list[str]
    title: str
    table: str
    decks: Annotated[int, Meta(description="0: it has no odds of its own.")]
    options: Annotated[str, Meta(description="Further options: `soft17=hit`.")] = ""
    alternates: Annotated[
        list[str], Meta(description="Alternate pays with which every figure is the same.")
    ] = []
    edge: Annotated[float | None, Meta(description="Of the fixed pays.")] = None
    long_run_edge: Annotated[
        float | None, Meta(description="When everything that feeds the meter is won.")
    ] = None
    hit_frequency: float | None = None
    standard_deviation: float | None = None
    play: Annotated[str, Meta(description="What is played for, where play decides.")] = ""
    progressive: bool = False
    printed: LabPrinted | None = None
    note: Annotated[str, Meta(description="Why it has no odds of its own.")] = ""


class LabPayTables(Struct, frozen=True):
    """Every pay table of every game."""

    tables: Annotated[int, Meta(description="How many pay tables the rule book has.")]
    lines: list[LabPayTable]


class LabRuling(Struct, frozen=True):
    """How a document is read where it can be read in more than one way."""

    id: str
    ruling: str
    status: str


class LabOtherRules(Struct, frozen=True):
    """Other rules under which a printed figure comes out."""

    game: str
    options: dict[str, OptionValue]
    rules: Annotated[
        dict[str, OptionValue], Meta(description="What no option of the game can say.")
    ]
    house_edge: float


class LabPrintedFigure(Struct, frozen=True):
    """A figure that a document prints, beside ours."""

    game: str
    document: str
    cite: str
    table: str
    decks: int
    figure: Annotated[str, Meta(description="What it is: an edge, a probability ...")]
    row: str
    printed: str
    exact: Annotated[str | None, Meta(description="Ours as a fraction; null: solved, no fraction.")]
    exact_float: float
    agrees: bool
    rulings: list[str]
    yielded_by: list[LabOtherRules]
    name: str
    exact_text: str


class LabErratum(Struct, frozen=True):
    """A place where a document cannot be right as printed, or contradicts another."""

    id: str
    documents: list[str]
    games: list[str]
    clause: str
    printed: str
    reading: str
    rulings: list[str]
    effect: str


class LabDocuments(Struct, frozen=True):
    """Every figure that the documents print, and their errata."""

    figures: Annotated[
        list[LabPrintedFigure], Meta(description="As `pitboss documents --json` prints them.")
    ]
    errata: list[LabErratum]
    rulings: Annotated[list[LabRuling], Meta(description="The rulings that they rest on.")]


class LabPublishedFigure(Struct, frozen=True):
    """A figure that somebody has published, or a rule that explains one."""

    what: str
    game: str
    published: str
    ours: str
    agrees: Annotated[bool | None, Meta(description="null: nothing is published.")]
    reason: str
    source: str


class LabPublishedSection(Struct, frozen=True):
    """The published figures of one game."""

    title: str
    text: str
    figures: list[LabPublishedFigure]
    after: str


class LabPublished(Struct, frozen=True):
    """What others have published about these games."""

    sections: list[LabPublishedSection]


GAMES_ROUTES = Routes("lab", access=Access.ANYONE, rate="lab")
"""The games of the lab."""
FIGURES_ROUTES = Routes("lab", access=Access.ANYONE, rate="lab")
"""Pay tables, documents and publications."""


@GAMES_ROUTES.get("/lab/games")
async def lab_games(_: Call) -> LabGames:
    """Return every game with the house edge of its ready table."""
    return await asyncio.to_thread(_games)


def _games() -> LabGames:
    edges = ready_edges()
    return LabGames(
        [
            show(
                LabGame,
                game,
                decks=[*game.listed_decks],
                wagers=len(game.wagers),
                tables=len(game.tables),
                edge=edges.get(game.id),
                rules=_edge_terms(game.id),
            )
            for game in library.games()
        ]
    )


@cache
def _edge_terms(game_id: str) -> str:
    """Say for which rules an edge of the list is, and of which wagers it is a part."""
    ready = ready_tables().get(game_id)
    if ready is None:
        return "the least wager before the deal"
    setup = prepare(ready.house)
    wagers = [wager_title(setup, wager) for wager in least_wagers(setup)]
    return f"{', '.join(rule_words(setup))}; a part of {' and '.join(wagers)}"


@FIGURES_ROUTES.get("/lab/wagers", answer=LabPayTables)
async def lab_wagers(_: Call) -> Text:
    """Return every pay table of every game with its figures."""
    return Text(await asyncio.to_thread(wagers_json))


@FIGURES_ROUTES.get("/lab/documents", answer=LabDocuments)
async def lab_documents(_: Call) -> Text:
    """Return every printed figure beside the exact one, and the errata."""
    return Text(await asyncio.to_thread(documents_json))


@FIGURES_ROUTES.get("/lab/published", answer=LabPublished)
async def show_published(_: Call) -> Text:
    """Return the figures that others published about the games, beside ours."""
    return Text(await asyncio.to_thread(published_json))


@cache
def wagers_json() -> bytes:
    """Return every pay table as JSON."""
    tables = sum(len(game.tables) for game in library.games())
    lines = [convert(line, LabPayTable, from_attributes=True) for line in pay_table_lines()]
    return json.encode(LabPayTables(tables, lines))


@cache
def documents_json() -> bytes:
    """Return the printed figures, the errata and the rulings that they rest on, as JSON."""
    checked = checked_documents()
    used = {
        ruling for entry in (*checked["figures"], *checked["errata"]) for ruling in entry["rulings"]
    }
    rulings = [
        LabRuling(ruling.id, ruling.ruling, ruling.status)
        for ruling in library.rulings()
        if ruling.id in used
    ]
    return json.encode(LabDocuments(checked["figures"], checked["errata"], rulings))


@cache
def published_json() -> bytes:
    """Return the published figures as JSON."""
    sections = [
        LabPublishedSection(
            section.title, section.text.strip(), [*map(_figure, section.figures)], section.after
        )
        for section in published_sections()
    ]
    return json.encode(LabPublished(sections))


def _figure(figure: PublishedFigure) -> LabPublishedFigure:
    return show(
        LabPublishedFigure,
        figure,
        game=figure.game or str(figure.arguments.get("game", "")),
        agrees=figure.agrees if figure.published else None,
    )
