"""Search the pay tables of the whole rule book by wager, decks, edge and hits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from typing import Any

from pitboss.report.catalogue.pay_tables import PayTableEdge, game_edges, pay_table_edges
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids

Range = tuple[float, float]
EVERYTHING: Range = (-inf, inf)
SORTS: Mapping[str, Callable[[PayTableEdge], float | str]] = {
    "edge": lambda line: line.cost,
    "hit": lambda line: -line.hit_frequency,
    "sd": lambda line: line.standard_deviation,
    "table": lambda _: "",
}
"""Sort order -> the key; equal lines keep the order of the rule book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable(PayTableEdge):
    """One pay table at a deck count, and the wagers that have it."""

    wagers: tuple[str, ...]
    """Every wager of the game that is paid by it; `wager` is the first."""

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss find --json`."""
        return asdict(self) | {"wagers": list(self.wagers)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What a pay table has to be."""

    wager: str = ""
    """A word of its wager's id or name; "jackpot" is every jackpot wager."""
    game: str = ""
    """A game, or a part of its id."""
    decks: int | None = None
    edge: Range = EVERYTHING
    hit: Range = EVERYTHING
    sort: str = "edge"

    def problems(self) -> Iterator[Problem]:
        """Yield what cannot be searched for."""
        if self.sort not in SORTS:
            message = f"{self.sort!r} is not allowed; choose {choice(SORTS)}"
            yield Problem(code="option/invalid", key="--sort", message=message)
        if self.game and not any(self.game.lower() in game_id for game_id in game_ids()):
            message = f"no game id has {self.game!r} in it; 'pitboss games' lists them"
            yield Problem(code="game/unknown", key="--game", message=message)

    def found(self, every: Iterable[PayTableEdge]) -> tuple[FoundTable, ...]:
        """Return the pay tables that fit, in order; `RulesError` if they cannot be searched."""
        if problems := tuple(self.problems()):
            raise RulesError(problems)
        found = fold(line for line in every if self._fits(line))
        return tuple(sorted(found, key=SORTS[self.sort]))

    def _fits(self, line: PayTableEdge) -> bool:
        return (
            _is_game(line, self.game.lower())
            and self.decks in (None, line.decks)
            and self.edge[0] <= line.cost <= self.edge[1]
            and self.hit[0] <= line.hit_frequency <= self.hit[1]
            and _is_wager(line, self.wager.lower())
        )


def every_line() -> tuple[PayTableEdge, ...]:
    """Return the catalogue's pay tables, and those of the house's own games, computed now."""
    kept = pay_table_edges()
    own = (game_id for game_id in game_ids() if game_id not in {line.game for line in kept})
    with_tables = (game_id for game_id in own if game_of(game_id).tables)
    return (*kept, *(line for game_id in with_tables for line in game_edges(game_id, solved=False)))


def _is_game(line: PayTableEdge, word: str) -> bool:
    """Return whether a game is the named one or, if there is none, has the word in its id."""
    return line.game == word if word in game_ids() else word in line.game


def _is_wager(line: PayTableEdge, word: str) -> bool:
    """Return whether a word is in the id or name of a wager; "jackpot" is every jackpot wager."""
    wager = game_of(line.game).wager(line.wager)
    if word in {"jackpot", "progressive"} and wager.jackpot is not None:
        return True
    return word in wager.id or word in wager.title.lower()


def fold(lines: Iterable[PayTableEdge]) -> Iterator[FoundTable]:
    """Yield each table once, with all its wagers, without alternates of equal cost."""
    edges: dict[PayTableEdge, dict[str, None]] = {}
    for line in lines:
        options = " ".join(w for w in line.options.split() if not w.startswith("alternate="))
        key = replace(line, wager="", options=options)
        edges.setdefault(key, {})[line.wager] = None
    names = tuple(field.name for field in fields(PayTableEdge) if field.name != "wager")
    for key, ids in edges.items():
        same = {name: getattr(key, name) for name in names}
        yield FoundTable(**same, wager=next(iter(ids)), wagers=tuple(ids))
