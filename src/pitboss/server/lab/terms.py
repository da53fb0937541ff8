"""The inputs of a job besides a house: its terms, and a way to report progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.server.rules.house_work import HouseData

Report = Callable[..., None]
"""`report(progress, partial=None)`: how much is done, 0 to 1, and a first result as JSON data."""
Work = Callable[[HouseData, Any, Report], bytes]
"""The function of a kind of job: takes a complete house and terms, returns JSON."""
TABLES_MAX = 6
"""Pay tables in one comparison."""
Word = Annotated[str, Meta(max_length=100)]


class NoTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a job that asks for nothing but a table."""


class PayTableTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """One pay table, and the data of its meter."""

    game: Word
    wager: Word
    table: Word
    decks: int
    options: Annotated[dict[Word, Word], Meta(max_length=5)] = {}
    play: Annotated[Word, Meta(description="What is played for, where play decides.")] = ""
    meter: Annotated[Word, Meta(description="Dollars on display.")] = ""
    contribution: Annotated[Word, Meta(description="Of every wager: 21%.")] = ""
    seed: Annotated[Word, Meta(description="Dollars at which the meter starts.")] = ""


class PricingTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The pay tables to price."""

    tables: Annotated[list[PayTableTerms], Meta(min_length=1, max_length=TABLES_MAX)]
