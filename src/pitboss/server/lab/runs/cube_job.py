"""Count one run of a table into a cube, which answers every question about risk. Heavy."""

from __future__ import annotations

from typing import Any, Final

from msgspec import json

from pitboss.api.runs import run_pieces
from pitboss.api.tables import Table
from pitboss.rulebook.house import house_from
from pitboss.server.lab.runs.cubes import cube_key, main_table
from pitboss.server.lab.runs.terms import CubeTerms
from pitboss.server.lab.terms import Report
from pitboss.server.rules.book import table_words
from pitboss.server.rules.house_work import HouseData
from pitboss.simulate.counting.cube_data import cube_data
from pitboss.simulate.counting.settings import CounterSettings
from pitboss.simulate.result import Simulation
from pitboss.simulate.settings import RunSettings

ROUNDS: Final = 20_000_000
"""Rounds of a counted run, if nobody says how many."""
ALWAYS_TWO: Final = "2@-999"
"""A second hand at every count."""


def count_rounds(house: HouseData, terms: CubeTerms, report: Report) -> bytes:
    """Play the rounds of a player who counts, and return their cube."""
    report(0.0)
    table = main_table(house_from(house))
    rounds = terms.rounds or ROUNDS
    run = None
    for run in run_pieces(table, make_settings(terms, rounds)):
        report(run.rounds / rounds)
    assert run is not None, "a run has at least one piece"
    return cube_result(table, terms, run)


def make_settings(terms: CubeTerms, rounds: int) -> RunSettings:
    """Return the settings of a run; bets do not matter for it."""
    counter = CounterSettings(
        count=terms.system,
        indices=terms.indices,
        hands=ALWAYS_TWO if terms.two_hands else None,
    )
    return RunSettings(
        rounds=rounds,
        seed=terms.seed,
        seats=terms.seats,
        penetration=terms.penetration,
        threads=1,
        counter=counter,
    )


def cube_result(table: Table, terms: CubeTerms, run: Simulation) -> bytes:
    """Return the cube of a run with its description for the page."""
    job = run.job
    assert job.counter is not None
    system = job.counter.system
    about: dict[str, Any] = {
        "key": cube_key(table, terms),
        "game": table.game.id,
        "digest": table.digest,
        "decks": table.setup.shoe.deck_count,
        "cards": table.setup.shoe.size,
        "rounds": run.rounds,
        "seed": job.seed,
        "system": system.name,
        "counts": "running" if system.convention == "running" else "true",
        "plays": len(system.indices),
        "command": _command(table, terms, run.rounds),
        "run_digest": run.digest,
    }
    return json.encode(about | {"cube": cube_data(run.cube)})


def _command(table: Table, terms: CubeTerms, rounds: int) -> list[str]:
    """Return the command line of the same run, without the ramp."""
    hands = ["--hands", ALWAYS_TWO] if terms.two_hands else []
    plays = [] if terms.indices == "none" else ["--indices", terms.indices]
    seats = [] if terms.seats == 1 else ["--seats", str(terms.seats)]
    return [
        "simulate",
        *table_words(table),
        *("--rounds", str(rounds), "--seed", str(terms.seed), *seats),
        *("--penetration", f"{terms.penetration:g}", "--count", terms.system, *plays, *hands),
    ]
