"""Printed figures of the documents and published figures of others, for the lab."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from pitboss.report.documents.check_file import checked_documents
from pitboss.report.published.figures import PublishedFigure, published_sections
from pitboss.rulebook.reading import library
from pitboss.server.requests.routes import Access, Call, Routes, Text


class LabRuling(Struct, frozen=True):
    """How a document is read where it can be read in more than one way."""

    id: str
    ruling: str
    status: str


class LabDocuments(Struct, frozen=True):
    """Every figure that the documents print, and their errata."""

    figures: Annotated[
        list[dict[str, Any]], Meta(description="As `pitboss documents --json` prints them.")
    ]
    errata: list[dict[str, Any]]
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


PAPER_ROUTES = Routes("lab", access=Access.ANYONE, rate="lab")
"""Documents and publications."""


@PAPER_ROUTES.get("/lab/documents", answer=LabDocuments)
async def lab_documents(_: Call) -> Text:
    """Return every printed figure beside the exact one, and the errata."""
    return Text(await asyncio.to_thread(documents_json))


@PAPER_ROUTES.get("/lab/published", answer=LabPublished)
async def show_published(_: Call) -> Text:
    """Return what others have published about the games, ours beside it."""
    return Text(await asyncio.to_thread(published_json))


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
    return json.encode(
        LabPublished(
            [
                LabPublishedSection(
                    section.title,
                    section.text.strip(),
                    [_figure(figure) for figure in section.figures],
                    section.after,
                )
                for section in published_sections()
            ]
        )
    )


def _figure(figure: PublishedFigure) -> LabPublishedFigure:
    return LabPublishedFigure(
        what=figure.what,
        game=figure.game or str(figure.arguments.get("game", "")),
        published=figure.published,
        ours=figure.ours,
        agrees=figure.agrees if figure.published else None,
        reason=figure.reason,
        source=figure.source,
    )
