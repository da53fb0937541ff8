"""Protect a table in the lab: the figures of `pitboss protect`. Heavy."""

from __future__ import annotations

from itertools import count
from typing import Final

from msgspec import json

from pitboss.api.protection import make_terms, protect_table
from pitboss.api.tables import Table
from pitboss.rulebook.house import house_from
from pitboss.server.lab.runs.terms import ProtectionTerms
from pitboss.server.lab.terms import Report
from pitboss.server.rules.book import table_words
from pitboss.server.rules.house_work import HouseData

_STAGES: Final = 5
"""What is done one after the other, about as long each."""


def protect(house: HouseData, terms: ProtectionTerms, report: Report) -> bytes:
    """Return a counter's win at a table, and the savings and cost of each counter-measure."""
    table = Table.open(house_from(house))
    settings = make_terms(
        table,
        low=terms.low,
        high=terms.high,
        rounds_an_hour=terms.rounds_an_hour,
        penetrations=(terms.penetration,),
        rounds=terms.rounds,
    )
    stages = count()

    def notice(words: str) -> None:
        report(next(stages) / _STAGES, {"doing": words})

    notice("opening the table")
    protection = protect_table(table, settings, notice=notice)
    titles = {row.wager: row.title for row in protection.protected.wagers}
    options = {"--min": terms.low, "--max": terms.high}
    words = [word for key, cents in options.items() for word in (key, f"${cents / 100:g}")]
    command = [
        "protect",
        *table_words(table),
        *words,
        *("--rounds-an-hour", str(terms.rounds_an_hour)),
        *("--penetration", f"{terms.penetration:g}", "--rounds", str(terms.rounds)),
    ]
    return json.encode({"protection": protection.as_json(), "titles": titles, "command": command})
