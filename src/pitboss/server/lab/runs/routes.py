"""The routes of runs: the set-up of a table, and the risk of a ramp."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from pitboss.api.tables import Table
from pitboss.counts import system_names
from pitboss.engine.depth import house_depth
from pitboss.engine.setup import is_shuffled_every_round
from pitboss.late import LateFunction
from pitboss.server.lab.house.form import yes_or_no
from pitboss.server.lab.runs.wire import (
    LabChoice,
    LabRisk,
    LabRiskQuestion,
    LabSetup,
    LabTableQuestion,
)
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.rules.book import NO_TABLE, TABLE_CODES, open_main_table, table_words
from pitboss.simulator.buffers import SEATS_MAX
from pitboss.text.options import option_text

NOTHING_TO_COUNT: Final = "One deck is shuffled before every round: there is nothing to count."

RUN_ROUTES = Routes("lab", access=Access.ANYONE, rate="lab")
"""The set-up of a table, and questions about risk."""


@RUN_ROUTES.get("/lab/setup", query=LabTableQuestion, codes=TABLE_CODES)
async def lab_setup(call: Call) -> LabSetup:
    """Return the options of a table, and the values that each may have."""
    question: LabTableQuestion = call.query
    return await asyncio.to_thread(_setup, question)


def _setup(question: LabTableQuestion) -> LabSetup:
    table = open_main_table(question.game, question.option)
    game = table.game
    setup = table.setup
    options = [*_options(table)]
    wagers = [*_wagers(table)]
    depth = house_depth(setup, table.house.shoe)
    return LabSetup(
        game=game.id,
        title=game.title,
        digest=table.digest,
        options=options,
        wagers=wagers,
        decks=setup.shoe.deck_count,
        cards=setup.shoe.size,
        seats_max=game.seats_max or SEATS_MAX,
        command=[*table_words(table)],
        why_not_counted=NOTHING_TO_COUNT if is_shuffled_every_round(setup) else "",
        cut=depth.cut,
        cut_stated=depth.is_reached,
        systems=[*system_names()],
    )


def _options(table: Table) -> Iterator[LabChoice]:
    """Yield the rules of the main game that a house may choose."""
    for name, value in table.setup.configured.main_options.items():
        option = table.game.option(name)
        if len(option.values) > 1:
            yield LabChoice(
                id=name,
                title=option.title,
                value=option_text(value),
                values=[option_text(choice) for choice in option.values],
                words=[yes_or_no(option_text(choice)) for choice in option.values],
            )


def _wagers(table: Table) -> Iterator[LabChoice]:
    """Yield the side wagers that a house may offer with these decks, and their pay tables."""
    chosen = table.wagers
    decks = table.setup.shoe.deck_count
    for wager in table.game.wagers:
        fits = [pays for pays in table.game.tables_of(wager.id) if decks in pays.decks]
        if wager.id not in table.setup.mains and fits:
            yield LabChoice(
                id=f"table.{wager.id}",
                title=wager.title,
                value=chosen.get(wager.id) or NO_TABLE,
                values=[NO_TABLE, *(pays.id for pays in fits)],
                words=["not offered", *(pays.id for pays in fits)],
            )


_answer_risk: LateFunction[[bytes, LabRiskQuestion], LabRisk] = LateFunction(
    "pitboss.server.lab.runs.risk_answer:answer_risk"
)


@RUN_ROUTES.post(
    "/lab/risk",
    body=LabRiskQuestion,
    codes=("job/unknown", "option/invalid", "spread/malformed"),
)
async def lab_risk(call: Call) -> LabRisk:
    """Return the win and the risk of a betting ramp, from the cube of a counted run."""
    question: LabRiskQuestion = call.body
    job = call.services.lab.look(question.cube)
    if job.order.name != "cube" or not job.result:
        raise ApiError("job/unknown", "the run is not over; ask again when it is")
    return await asyncio.to_thread(_answer_risk, job.result, question)
