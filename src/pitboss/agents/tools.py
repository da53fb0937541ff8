"""What an agent may ask, one function a tool: typed arguments, typed answers, bounded work.

A tool says what it takes in its signature and its docstring; the protocol's schema is made of both.
A table is named as everywhere: the id of a game with options, or the keys of a house file. Files
are read below the folders that were given at the start, and nowhere else; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Final, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field
from typing_extensions import TypedDict

from pitboss.api.catalogue import check as judge
from pitboss.api.catalogue import game as find_game
from pitboss.api.catalogue import games as all_games
from pitboss.api.catalogue import replay as play_record
from pitboss.api.pricing import spots_with_odds
from pitboss.api.shortcuts import table as open_table
from pitboss.api.tables import Table
from pitboss.engine.actions import RefusedError
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import RulesError

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

ROUNDS_MAX: Final = 20_000_000
"""Rounds of one simulation: some seconds of a processor."""
SECONDS_MAX: Final = 60.0
"""A simulation that takes longer is stopped; it says how far it came."""
RECORD_LENGTH_MAX: Final = 200_000
_FOUND_MAX: Final = 20

GameId = Annotated[str, Field(description="The id of a game, as `games` lists them.")]
Options = Annotated[
    dict[str, bool | int | str] | None,
    Field(description='House options: {"decks": 6, "soft17": "hit"}. What is left out is assumed.'),
]
House = Annotated[
    str | None,
    Field(description="A house file below the folders that were given, instead of a game."),
]


class GameLine(TypedDict):
    """A game of the catalogue."""

    id: str
    title: str
    document: str
    decks: list[int]
    wagers: list[str]


class GameSheet(TypedDict):
    """The rules of a game."""

    id: str
    title: str
    summary: str
    options: list[dict[str, Any]]
    wagers: list[dict[str, Any]]
    tables: list[dict[str, Any]]


class ProblemLine(TypedDict):
    """What is wrong with a set-up."""

    code: str
    key: str
    message: str


class Verdict(TypedDict):
    """Whether a set-up is allowed by the rules of its game."""

    allowed: bool
    problems: list[ProblemLine]


class RowLine(TypedDict):
    """A row of a pay table."""

    row: str
    pays: str
    probability: str
    probability_float: float


class WagerLine(TypedDict):
    """The exact odds of a wager; fractions are written "114/3731"."""

    wager: str
    table: str | None
    edge: str
    edge_float: float
    hit_frequency_float: float
    rows: list[RowLine]


class SolvedGame(TypedDict):
    """A solved main game."""

    game: str
    assumed: list[str]
    house_edge: float
    standard_deviation: float | None


class ChoiceLine(TypedDict):
    """A choice with a hand; values are in units of the first wager."""

    action: str
    low: str
    value: float
    cost: float


class HandValues(TypedDict):
    """Every legal choice with a hand, the best first."""

    game: str
    assumed: list[str]
    best: str
    choices: list[ChoiceLine]


class Simulated(TypedDict):
    """A simulation; the same seed gives the same digest everywhere."""

    game: str
    assumed: list[str]
    rounds: int
    seed: int
    house_edge: float
    standard_error: float
    digest: str


class DesignedRow(TypedDict):
    """A row of a designed pay table."""

    row: str
    pays: str


class DesignedTable(TypedDict):
    """A pay table that was found."""

    rows: list[DesignedRow]
    edge_float: float
    standard_deviation: float
    toml: str


class Designs(TypedDict):
    """The best pay tables of the box that was searched completely."""

    wager: str
    tables: list[DesignedTable]
    tables_in_the_box: int


class Played(TypedDict):
    """A round record played to its end."""

    net_cents: dict[str, int]
    difference: str | None
    story: str
    settlement: list[dict[str, Any]]


class ClauseText(TypedDict):
    """A clause of a game's document, or a reading of an unclear one."""

    id: str
    text: str


def refusing(tool: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Turn what the user got wrong into one answer with every problem, code by code."""

    @wraps(tool)
    def call(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        try:
            return tool(*values, **named)
        except RulesError as error:
            raise ToolError("\n".join(map(str, error.problems))) from None
        except RefusedError as error:
            raise ToolError(f"{error.refusal.message} [{error.refusal.code}]") from None

    return call


@dataclass(frozen=True)
class Tools:
    """The tools, and the folders whose files they may read."""

    folders: tuple[Path, ...] = ()

    def all(self) -> tuple[Callable[..., Any], ...]:
        """Return every tool."""
        named: tuple[Callable[..., Any], ...] = (
            *(self.games, self.show, self.check, self.odds, self.solve),
            *(self.advise, self.simulate, self.design, self.replay, self.explain),
        )
        return tuple(refusing(tool) for tool in named)

    def games(self) -> list[GameLine]:
        """List every game: its id, document, deck counts and wagers."""
        return [
            GameLine(
                id=game.id,
                title=game.title,
                document=game.document,
                decks=[*game.decks],
                wagers=[wager.id for wager in game.wagers],
            )
            for game in all_games()
        ]

    def show(self, game: GameId) -> GameSheet:
        """Show the rules of a game: its options with their values, wagers and pay tables."""
        found = find_game(game)
        return GameSheet(
            id=found.id,
            title=found.title,
            summary=found.summary,
            options=[
                {"id": it.id, "title": it.title, "values": [*it.values]} for it in found.options
            ],
            wagers=[{"id": it.id, "title": it.title, "made": it.made.value} for it in found.wagers],
            tables=[
                {
                    "id": it.id,
                    "title": it.title,
                    "wagers": [*it.wagers],
                    "decks": [*it.decks],
                    "rows": [{"name": row.title, "pays": row.text} for row in it.rows],
                }
                for it in found.tables
            ],
        )

    def check(
        self,
        house: Annotated[
            dict[str, Any], Field(description="The keys of a house file: game, options, tables.")
        ],
    ) -> Verdict:
        """Judge a house set-up against the rules of its game and the legal limits."""
        problems = judge(house)
        return Verdict(
            allowed=not problems,
            problems=[ProblemLine(code=it.code, key=it.key, message=it.message) for it in problems],
        )

    def odds(
        self,
        game: GameId = "",
        options: Options = None,
        house: House = None,
        wager: Annotated[str | None, Field(description="This wager only.")] = None,
    ) -> list[WagerLine]:
        """Compute the exact odds of the side wagers of a table."""
        table = self._open(game, options, house)
        names = [wager] if wager else [*spots_with_odds(table.setup)]
        lines = []
        for name in names:
            data = table.odds(name).as_json()
            lines.append(
                WagerLine(
                    wager=name,
                    table=data["table"] or None,
                    edge=data["edge"],
                    edge_float=data["edge_float"],
                    hit_frequency_float=float(Fraction(data["hit_frequency"])),
                    rows=[
                        RowLine(
                            row=row["name"],
                            pays=row["pay"],
                            probability=row["probability"],
                            probability_float=float(Fraction(row["probability"])),
                        )
                        for row in data["outcomes"]
                    ],
                )
            )
        return lines

    def solve(self, game: GameId = "", options: Options = None, house: House = None) -> SolvedGame:
        """Compute the exact house edge of the main game under the best play."""
        table = self._open(game, options, house)
        solved = table.solve()
        return SolvedGame(
            game=table.house.game,
            assumed=[*table.assumed],
            house_edge=float(solved.house_edge),
            standard_deviation=solved.standard_deviation,
        )

    def advise(
        self,
        hand: Annotated[str, Field(description='The cards of the hand: "6h 7h".')],
        game: GameId = "",
        options: Options = None,
        house: House = None,
        up: Annotated[str, Field(description="The dealer's up card: 2s.")] = "",
        other: Annotated[str | None, Field(description="Switch, 3 Card 21: other cards.")] = None,
        community: Annotated[str | None, Field(description="21-Hold 'em: the two cards.")] = None,
    ) -> HandValues:
        """Value every legal choice with a hand exactly, the best first."""
        table = self._open(game, options, house)
        advice = table.advise(hand, up=up, other=other, community=community)
        return HandValues(
            game=table.house.game,
            assumed=[*table.assumed],
            best=advice.best.action,
            choices=[
                ChoiceLine(action=it.action, low=it.low, value=it.value, cost=it.cost)
                for it in advice
            ],
        )

    def simulate(
        self,
        game: GameId = "",
        options: Options = None,
        house: House = None,
        rounds: Annotated[int, Field(ge=1, le=ROUNDS_MAX)] = 1_000_000,
        seed: Annotated[int, Field(ge=0)] = 1,
    ) -> Simulated:
        """Play rounds by the best strategy; return the house edge with its standard error."""
        table = self._open(game, options, house)
        until = monotonic() + SECONDS_MAX

        def stop_late(run: Any) -> None:  # noqa: ANN401 - a simulation so far
            if monotonic() > until:
                raise ToolError(f"stopped after {SECONDS_MAX:.0f} s and {run.rounds:,} rounds")

        run = table.simulate(rounds=rounds, seed=seed, progress=stop_late)
        return Simulated(
            game=table.house.game,
            assumed=[*table.assumed],
            rounds=run.rounds,
            seed=seed,
            house_edge=run.house_edge.mean,
            standard_error=run.house_edge.standard_error,
            digest=run.digest,
        )

    def design(
        self,
        *,
        wager: Annotated[str, Field(description="The wager whose pays are designed.")],
        edge: Annotated[str, Field(description="The house edge wanted: 4%..5%.")],
        game: GameId = "",
        options: Options = None,
        house: House = None,
        top: Annotated[str | None, Field(description="The highest odds: ..100:1.")] = None,
        whole_odds: Annotated[bool, Field(description="Whole numbers to one only.")] = False,
        count: Annotated[int, Field(ge=1, le=_FOUND_MAX)] = 5,
    ) -> Designs:
        """Find the pay tables of a wager with the house edge wanted; the box is searched fully."""
        table = self._open(game, options, house)
        found = table.design(wager, edge=edge, top=top, whole_odds=whole_odds, count=count)
        data = found.as_json()
        return Designs(
            wager=wager,
            tables=[
                DesignedTable(
                    rows=[DesignedRow(row=it["name"], pays=it["pays"]) for it in made["rows"]],
                    edge_float=made["edge_float"],
                    standard_deviation=made["standard_deviation"],
                    toml=made["toml"],
                )
                for made in data["tables"]
            ],
            tables_in_the_box=data["proof"]["tables_in_the_box"],
        )

    def replay(
        self,
        record: Annotated[
            dict[str, Any] | None, Field(description="A round record, as docs describe it.")
        ] = None,
        file: Annotated[
            str | None, Field(description="Or a file with one, below the folders given.")
        ] = None,
    ) -> Played:
        """Play a round record to its end: who won what, and whether its results are right."""
        if (record is None) == (file is None):
            raise ToolError("give either record or file")
        played = play_record(record if record is not None else self._path(str(file)))
        data = played.record()
        return Played(
            net_cents={str(seat): cents for seat, cents in played.net.items()},
            difference=played.difference,
            story=played.story(),
            settlement=data["settlement"],
        )

    def explain(
        self,
        game: GameId,
        clause: Annotated[str, Field(description="The id of a clause or a ruling: GR8, W16.")],
    ) -> list[ClauseText]:
        """Quote the clause of a game's document, or the reading of an unclear one."""
        found = find_game(game)
        texts = {**found.clauses}
        texts |= {it.id: f"{it.question} {it.ruling} ({it.cite})" for it in found.rulings}
        named = [key for key in texts if key.lower() == clause.lower()]
        named = named or [key for key in texts if clause.lower() in key.lower()][:_FOUND_MAX]
        if not named:
            raise ToolError(f"{found.id} has no clause {shorten(clause)!r} [clause/unknown]")
        return [ClauseText(id=key, text=texts[key]) for key in named]

    def _open(
        self, game: str, options: Mapping[str, bool | int | str] | None, house: str | None
    ) -> Table:
        """Open the table that is named; at least a game or a house file must be."""
        if not game and not house:
            raise ToolError("name a game (its id) or a house file [game/unknown]")
        source = None if house is None else self._path(house)
        return open_table(game, house=source, options=options)

    def _path(self, name: str) -> Path:
        """Return a file below the given folders; links that lead out of them do not count."""
        for folder in self.folders:
            path = (folder / name).resolve()
            if path.is_file() and path.is_relative_to(folder.resolve()):
                return path
        allowed = ", ".join(map(str, self.folders)) or "none was given"
        raise ToolError(f"there is no file {shorten(name)!r} below the folders: {allowed}")
