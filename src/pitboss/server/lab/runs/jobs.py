"""Simulate a table, count a run into a cube, and protect a table. Heavy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import count
from typing import Any, Final

from msgspec import json

from pitboss.api.protection import make_terms, protect_table
from pitboss.api.runs import run_pieces, run_settings
from pitboss.api.tables import Table
from pitboss.questions.advantage import Protect
from pitboss.questions.runs import CounterSettings, Simulate
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.simulation.edges import comparisons
from pitboss.report.simulation.run import look_rounds
from pitboss.rulebook.house import house_from
from pitboss.server.lab.runs.cubes import cube_key, main_table
from pitboss.server.lab.terms import CubeTerms, Report
from pitboss.server.rules.book import open_main, table_words
from pitboss.server.rules.house_work import HouseData
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.cube_data import cube_data
from pitboss.simulator.figures import Estimate
from pitboss.simulator.job import Job
from pitboss.simulator.result import Simulation
from pitboss.simulator.settings import RunSettings

ROUNDS: Final = 20_000_000
"""Rounds of a counted run, if nobody says how many."""
ALWAYS_TWO: Final = "2@-200"
"""A second hand at every count."""
_STAGES: Final = 5
"""What is done one after the other, about as long each."""
_DIGITS: Final = 7
"""Digits of the estimates that are drawn on the way; the result has all digits of the last."""


class Looks:
    """Estimates of a run, evenly spaced on a log scale."""

    def __init__(self, rounds: int) -> None:
        """Plan after which rounds to record an estimate."""
        self._left = look_rounds(rounds)
        self._rounds: list[int] = []
        self._edges: dict[str, list[tuple[float, float]]] = {}

    def take(self, run: Simulation) -> None:
        """Record an estimate of the result so far, if one is due."""
        if not self._rounds:
            for before in _steps(run.job, [rounds for rounds in self._left if rounds < run.rounds]):
                self._note(before)
        if run.complete or (self._left and run.rounds >= self._left[0]):
            self._note(run)
            self._left = [rounds for rounds in self._left if rounds > run.rounds]

    def _note(self, run: Simulation) -> None:
        if self._rounds and self._rounds[-1] >= run.rounds:
            return
        self._rounds.append(run.rounds)
        for name, estimate in list_edges(run):
            pair = (_short(estimate.mean), _short(estimate.standard_error))
            self._edges.setdefault(name, []).append(pair)

    def as_json(self) -> dict[str, Any]:
        """Return all estimates: the rounds, and the means and standard errors of each edge."""
        edges = {
            name: {"mean": [mean for mean, _ in pairs], "error": [error for _, error in pairs]}
            for name, pairs in self._edges.items()
        }
        return {"rounds": self._rounds, "edges": edges}


def list_edges(run: Simulation) -> Iterator[tuple[str, Estimate]]:
    """Yield every simulated edge by its name: the parts of the main game, then the side wagers."""
    for part in run.parts:
        yield part.part.id, part.house_edge
    for wager in run.wagers:
        yield wager.id, wager.edge


def _steps(job: Job, looks: list[int]) -> Iterator[Simulation]:
    """Play the first shoes by themselves, in finer steps than the pieces of a run."""
    tally = cpu.play(job, 0, 1)
    shoes = 1
    for look in looks:
        if look > tally.rounds:
            more = max(1, round((look - tally.rounds) * shoes / tally.rounds))
            tally += cpu.play(job, shoes, more)
            shoes += more
        if tally.rounds <= looks[-1]:
            yield Simulation(job, tally, complete=False)


def _short(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")


def simulate(house: HouseData, terms: Simulate, report: Report) -> bytes:
    """Play the rounds and report estimates on the way; return them with the result.

    One thread plays: the pool has a process for each core that the lab may use.
    """
    report(0.0)
    table = open_main(house)
    settings = run_settings(replace(terms, threads=1))
    numbers = maths(table.house, proven=False)
    looks = Looks(settings.whole_rounds)
    run = None
    words = dict[str, Any]()
    for run in run_pieces(table, settings):
        looks.take(run)
        words = words or {"names": dict(_names(run)), "exact": dict(_exact(numbers, run))}
        report(run.rounds / terms.rounds, {**words, "looks": looks.as_json()})
    assert run is not None, "a run has at least one piece"
    answer = {
        **words,
        "looks": looks.as_json(),
        "simulation": run.as_json(),
        "comparisons": [
            asdict(comparison) | {"errors": comparison.errors}
            for comparison in comparisons(numbers, run)
        ],
        "command": _simulate_words(table, terms, settings),
    }
    return json.encode(answer)


def _simulate_words(table: Table, terms: Simulate, settings: RunSettings) -> list[str]:
    """Return the run as words of a `pitboss` command."""
    part = terms.penetration
    wager = terms.wager
    return [
        "simulate",
        *table_words(table),
        *("--rounds", str(settings.whole_rounds), "--seed", str(terms.seed)),
        *(() if terms.seats == 1 else ("--seats", str(terms.seats))),
        *(() if part is None else ("--penetration", f"{part:g}")),
        *(("--fresh",) if terms.fresh else ()),
        *(() if terms.strategy == "optimal" else ("--strategy", str(terms.strategy))),
        *(() if wager is None else ("--wager", str(wager))),
        *(() if terms.until is None else ("--until", str(terms.until))),
    ]


def _names(run: Simulation) -> Iterator[tuple[str, str]]:
    """Yield the words for every simulated edge."""
    game = run.job.setup.configured.game
    for part in run.parts:
        yield part.part.id, "Main game" if len(run.parts) == 1 else part.part.title
    for wager in run.wagers:
        yield wager.id, game.wager(wager.id).title


def _exact(numbers: MathsReport, run: Simulation) -> Iterator[tuple[str, float]]:
    """Yield the exact edge beside every simulated edge, if known; a jackpot has several."""
    for comparison in comparisons(numbers, run):
        if comparison.exact is not None and not comparison.which:
            yield comparison.subject, comparison.exact


def count_rounds(house: HouseData, terms: CubeTerms, report: Report) -> bytes:
    """Play the rounds of a player who counts, and return their cube."""
    report(0.0)
    table = main_table(house)
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


def protect(house: HouseData, terms: Protect, report: Report) -> bytes:
    """Return a counter's win at a table, and the savings and cost of each counter-measure."""
    table = Table.open(house_from(house))
    settings = make_terms(table, terms)
    stages = count()

    def notice(words: str) -> None:
        report(next(stages) / _STAGES, {"doing": words})

    notice("opening the table")
    protection = protect_table(table, settings, notice=notice)
    titles = {row.wager: row.title for row in protection.protected.wagers}
    options = {"--min": settings.low, "--max": settings.high}
    words = [word for key, cents in options.items() for word in (key, f"${cents / 100:g}")]
    command = [
        "protect",
        *table_words(table),
        *words,
        *("--rounds-an-hour", str(settings.rounds_an_hour)),
        *(() if terms.penetration is None else ("--penetration", f"{settings.penetration:g}")),
        *("--rounds", str(settings.rounds)),
    ]
    return json.encode({"protection": protection.as_json(), "titles": titles, "command": command})
