"""Price pay tables exactly, side by side, as `pitboss odds` and `compare` print them."""

from __future__ import annotations

from msgspec import json

from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.report.catalogue.odds_entry import odds_record
from pitboss.report.compare.pay_tables import PricedTable, TableComparison, price_table
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab.terms import PayTableTerms, PricingTerms, Report
from pitboss.server.rules.house_work import HouseData


def price_wagers(_: HouseData, terms: PricingTerms, report: Report) -> bytes:
    """Return the odds of pay tables, each as `pitboss odds --json` prints it, and common rows."""
    priced = []
    records = []
    for done, pay_table in enumerate(terms.tables):
        report(done / len(terms.tables))
        table, value = _price(pay_table)
        priced.append(table)
        worth = None if table.odds.meter is None else meter_value(table.odds, value)
        records.append(odds_record(table.odds, worth))
    rows = TableComparison(tables=tuple(priced)).as_json()["rows"]
    commands = [_words(pay_table) for pay_table in terms.tables]
    return json.encode({"tables": records, "rows": rows, "commands": commands})


def _words(asked: PayTableTerms) -> list[str]:
    """Return the question as words of a `pitboss` command."""
    fed = {"contribution": asked.contribution, "seed": asked.seed, "wager": asked.stake}
    options = {**asked.options, **{key: value for key, value in fed.items() if value}}
    return [
        *("odds", asked.game, "--wager", asked.wager, "--table", asked.table),
        *("--decks", str(asked.decks)),
        *(word for key, value in options.items() for word in ("-o", f"{key}={value}")),
        *(("--meter", asked.meter) if asked.meter else ()),
    ]


def _price(pay_table: PayTableTerms) -> tuple[PricedTable, MeterValue]:
    """Return a pay table with its odds, and the data of its meter."""
    try:
        value = MeterValue(
            meter=parse_dollars(pay_table.meter) if pay_table.meter else None,
            contribution=parse_share(pay_table.contribution) if pay_table.contribution else None,
            seed=parse_dollars(pay_table.seed) if pay_table.seed else None,
            wager=parse_dollars(pay_table.stake) if pay_table.stake else None,
        )
    except ValueError as error:
        problem = Problem(code="option/invalid", key="meter", message=str(error))
        raise RulesError([problem]) from None
    priced = price_table(
        pay_table.game,
        pay_table.wager,
        pay_table.table,
        decks=pay_table.decks,
        options=dict(pay_table.options),
        play=pay_table.play,
        value=value,
    )
    return priced, value
