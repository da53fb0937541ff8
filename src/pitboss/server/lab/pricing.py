"""Price pay tables to the last digit, side by side: what `pitboss odds` and `compare` print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, json

from pitboss.rulebook.house import parse_share
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError

if TYPE_CHECKING:
    from pitboss.server.lab.kinds import Report
    from pitboss.server.rules.answers import HouseData

TABLES_MAX = 6
"""Pay tables in one comparison."""
Word = Annotated[str, Meta(max_length=100)]


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


def price_wagers(_: HouseData, terms: PricingTerms, report: Report) -> bytes:
    """Return the odds of pay tables, each as `pitboss odds --json` prints it, and common rows."""
    from pitboss.report.catalogue.odds_entry import odds_record  # noqa: PLC0415 - heavy
    from pitboss.report.compare.pay_tables import TableComparison  # noqa: PLC0415

    priced, records = [], []
    for done, asked in enumerate(terms.tables):
        report(done / len(terms.tables))
        table, value = _price(asked)
        priced.append(table)
        records.append(odds_record(table.odds, value))
    rows = TableComparison(tables=tuple(priced)).as_json()["rows"]
    return json.encode({"tables": records, "rows": rows})


def _price(asked: PayTableTerms) -> tuple[Any, Any]:
    """Return a pay table with its odds, and the data of its meter."""
    from pitboss.exact.odds.wager_odds import MeterValue  # noqa: PLC0415 - heavy
    from pitboss.report.compare.pay_tables import price_table  # noqa: PLC0415

    try:
        value = MeterValue(
            meter=parse_dollars(asked.meter) if asked.meter else None,
            contribution=parse_share(asked.contribution) if asked.contribution else None,
            seed=parse_dollars(asked.seed) if asked.seed else None,
        )
    except ValueError as error:
        problem = Problem(code="option/invalid", key="meter", message=str(error))
        raise RulesError([problem]) from None
    found = price_table(
        asked.game,
        asked.wager,
        asked.table,
        decks=asked.decks,
        options=dict(asked.options),
        play=asked.play,
        value=value,
    )
    return found, value
