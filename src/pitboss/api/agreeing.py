"""Compare somebody else's simulator with the exact figures: its edge, or its rounds one by one.

An edge means something only with the play and the deal behind it, so a stated edge is held beside
every meaning that it may have: the best play of each hand by its cards, the chart, split hands
played as if they were not, a shoe that is dealt to the cut card. Rounds are played again by the
table engine; the first that differs is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, Final

from pitboss.api.catalogue import replay
from pitboss.engine.actions import RefusedError
from pitboss.engine.depth import house_depth
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import Problem, RulesError

if TYPE_CHECKING:
    from pitboss.api.tables import Table

CUT_ROUNDS: Final = 20_000_000
"""Rounds dealt to the cut card: a standard error of about 0.026%."""
ERRORS: Final = 2.0
"""So many standard errors may lie between two figures that agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One meaning of a house edge, and how far the stated one is from it."""

    name: str
    edge: float
    standard_error: float
    """0: exact."""
    difference: float
    """The stated edge less this one."""
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedEdge:
    """A stated edge beside everything that it may mean, the nearest first."""

    stated: float
    standard_error: float
    meanings: tuple[Meaning, ...]

    @property
    def agrees(self) -> bool:
        """Whether it is the edge of any of them."""
        return any(it.agrees for it in self.meanings)

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss agree --json` prints it."""
        return {
            "stated": self.stated,
            "standard_error": self.standard_error,
            "agrees": self.agrees,
            "meanings": [
                {
                    "name": it.name,
                    "edge": it.edge,
                    "standard_error": it.standard_error,
                    "difference": it.difference,
                    "agrees": it.agrees,
                }
                for it in self.meanings
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedRounds:
    """Rounds of another program, played again."""

    rounds: int
    difference: str | None
    """What the first round that differs has otherwise; None if all are the same."""
    record: dict[str, Any] | None
    """That round, with the results of the table."""
    edge: float
    """The house edge of these rounds, by the first wagers."""
    standard_error: float
    agreed: AgreedEdge | None
    """The same beside the exact edges; None after a difference, or for rounds of several tables."""

    @property
    def agrees(self) -> bool:
        """Whether every round has the results of the table, and their edge is one of its own."""
        return self.difference is None and (self.agreed is None or self.agreed.agrees)

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss agree --json` prints it."""
        return {
            "rounds": self.rounds,
            "agrees": self.agrees,
            "difference": self.difference,
            "record": self.record,
            "edge": self.edge,
            "standard_error": self.standard_error,
            "meanings": None if self.agreed is None else self.agreed.as_json()["meanings"],
        }


def agree_edge(table: Table, stated: float, standard_error: float = 0.0) -> AgreedEdge:
    """Hold a stated house edge beside every edge of the main game that it may mean.

    Without a standard error the stated edge is taken to be right to the last digit that is usual:
    a ten-thousandth of a percent.
    """
    room = max(ERRORS * standard_error, 0.5e-6)
    meanings = []
    for name, edge, error in _meanings(table):
        difference = stated - edge
        agrees = abs(difference) <= hypot(room, ERRORS * error)
        meanings.append(
            Meaning(
                name=name, edge=edge, standard_error=error, difference=difference, agrees=agrees
            )
        )
    meanings.sort(key=lambda it: abs(it.difference))
    return AgreedEdge(stated=stated, standard_error=standard_error, meanings=tuple(meanings))


def _meanings(table: Table) -> Iterator[tuple[str, float, float]]:
    """Yield the edges of the main game, each with its name and its standard error."""
    solution = table.solve()
    yield "best play of every hand by its cards, a fresh shoe", float(solution.house_edge), 0.0
    if isinstance(solution.solved, BlackjackSolution):
        assert solution.chart is not None, "a game of blackjack hands has a chart"
        cost = solution.cost_of(solution.chart.as_json())
        yield "play by the chart, a fresh shoe", float(solution.house_edge) + cost, 0.0
        unsplit = table.solve(split_play="as-unsplit")
        name = "best play, split hands played as if they were not, a fresh shoe"
        yield name, float(unsplit.house_edge), 0.0
    depth = house_depth(table.setup, table.house.shoe)
    if not depth.is_fresh:
        run = table.main.simulate(
            rounds=CUT_ROUNDS, seed=1, penetration=depth.cut / table.setup.shoe.size
        )
        name = f"best play, dealt to the {depth.place_words} (simulated)"
        yield name, run.house_edge.mean, run.house_edge.standard_error


def agree_rounds(records: Iterable[Mapping[str, Any]], table: Table | None = None) -> AgreedRounds:
    """Play rounds again that carry results, up to the first that differs.

    With a *table* the edge of the rounds is held beside its exact edges. A record that cannot be
    played, or that carries no result, is a difference too.
    """
    count = 0
    gains: list[float] = []
    for count, record in enumerate(records, start=1):
        difference, played = _difference(record)
        if difference is not None or played is None:
            return AgreedRounds(
                rounds=count,
                difference=f"round {count}: {difference}",
                record=None if played is None else played.record(),
                edge=_mean(gains)[0],
                standard_error=_mean(gains)[1],
                agreed=None,
            )
        main = played.played.round.state.setup.mains[0]
        seats = played.record()["seats"]
        gains += [played.net[seat["seat"]] / seat["wagers"][main] for seat in seats]
    edge, error = _mean(gains)
    agreed = None if table is None or not gains else agree_edge(table, edge, error)
    return AgreedRounds(
        rounds=count,
        difference=None,
        record=None,
        edge=edge,
        standard_error=error,
        agreed=agreed,
    )


def _difference(record: Mapping[str, Any]) -> tuple[str | None, Any]:
    """Return what a round has otherwise than the table, and the round as it was played."""
    if not {"net", "settlement", "meters_after"} & record.keys():
        return "it carries no result (net, settlement) to compare", None
    try:
        played = replay(record)
    except RefusedError as error:
        return f"{error.refusal.message} [{error.refusal.code}]", None
    except RulesError as error:
        return "; ".join(map(str, error.problems)), None
    return played.difference, played


def _mean(gains: list[float]) -> tuple[float, float]:
    """Return the house edge of some gains and its standard error."""
    if len(gains) < 2:  # one round has no spread
        return -sum(gains), 0.0
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return -mean, sqrt(variance / len(gains))


def read_edge(text: str, key: str) -> float:
    """Read an edge as people write it: 0.62%, 0.0062; `RulesError` for anything else."""
    plain = text.strip()
    try:
        number = float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        number = float("nan")
    if not -1 <= number <= 1:
        message = f"{shorten(text)!r} is no house edge; write 0.62% or 0.0062"
        raise RulesError([Problem(code="option/invalid", key=key, message=message)])
    return number
