"""`pitboss find`: pay tables of the whole rule book by wager, decks, edge and hits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf

from rich.text import Text

from pitboss.cli.console import entry_table, output_console, print_table
from pitboss.cli.numbers import read_part
from pitboss.cli.orders.figures import FindOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, invalid
from pitboss.report.catalogue.pay_tables import PayTableEdge, game_edges, pay_table_edges
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids

_TO = ".."
Range = tuple[float, float]
SORTS: Mapping[str, Callable[[PayTableEdge], float | str]] = {
    "edge": lambda line: line.cost,
    "hit": lambda line: -line.hit_frequency,
    "sd": lambda line: line.standard_deviation,
    "table": lambda _: "",
}
"""Sort order -> the key; equal lines keep the order of the rule book."""


def find(order: FindOrder) -> None:
    """Print every pay table that fits."""
    problems: list[Problem] = []
    edges = read_range("--edge", order.edge, problems)
    hits = read_range("--hit", order.hit, problems)
    check((*problems, *_problems(order)))
    every = every_line()
    lines = fold(line for line in every if _fits(line, order, edges, hits))
    lines.sort(key=lambda pair: SORTS[order.sort](pair[0]))
    if order.as_json:
        print_json([line.as_json() | {"wagers": list(wagers)} for line, wagers in lines])
    else:
        _print(lines, len(every))


def every_line() -> tuple[PayTableEdge, ...]:
    """Return the catalogue's pay tables, and those of the house's own games, computed now."""
    kept = pay_table_edges()
    own = (game_id for game_id in game_ids() if game_id not in {line.game for line in kept})
    with_tables = (game_id for game_id in own if game_of(game_id).tables)
    return (*kept, *(line for game_id in with_tables for line in game_edges(game_id, solved=False)))


def read_range(key: str, text: str, problems: list[Problem]) -> Range:
    """Read `8%..12%`, `..12%` or `8%..`; nothing is everything.

    >>> read_range("--edge", "8%..12%", []), read_range("--edge", "..0.05", [])
    ((0.08, 0.12), (-inf, 0.05))
    """
    low, to, high = text.partition(_TO)
    wrong: list[Problem] = []
    least, most = (read_part(key, end.strip() or None, wrong) for end in (low, high))
    first, last = -inf if least is None else least, inf if most is None else most
    if text and (not to or first > last):
        wrong = [invalid(key, f"{text!r} is not a range; write 8%..12%, ..12% or 8%..")]
    problems += wrong
    return first, last


def _problems(order: FindOrder) -> Iterable[Problem]:
    if order.sort not in SORTS:
        yield invalid("--sort", f"{order.sort!r} is not allowed; choose {choice(SORTS)}")
    if order.game and not any(order.game.lower() in game_id for game_id in game_ids()):
        message = f"no game id has {order.game!r} in it; 'pitboss games' lists them"
        yield Problem(code="game/unknown", key="--game", message=message)


def _fits(line: PayTableEdge, order: FindOrder, edges: Range, hits: Range) -> bool:
    return (
        _is_game(line, order.game.lower())
        and order.decks in (None, line.decks)
        and edges[0] <= line.cost <= edges[1]
        and hits[0] <= line.hit_frequency <= hits[1]
        and _is_wager(line, order.wager.lower())
    )


def _is_game(line: PayTableEdge, word: str) -> bool:
    """Return whether a game is the named one or, if there is none, has the word in its id."""
    return line.game == word if word in game_ids() else word in line.game


def _is_wager(line: PayTableEdge, word: str) -> bool:
    """Return whether a word is in the id or name of a wager; "jackpot" is every jackpot wager."""
    wager = game_of(line.game).wager(line.wager)
    if word in {"jackpot", "progressive"} and wager.jackpot is not None:
        return True
    return word in wager.id or word in wager.title.lower()


def fold(lines: Iterable[PayTableEdge]) -> list[tuple[PayTableEdge, tuple[str, ...]]]:
    """Return each table once, with all its wagers, without alternates of equal cost."""
    edges: dict[PayTableEdge, dict[str, None]] = {}
    for line in lines:
        options = " ".join(w for w in line.options.split() if not w.startswith("alternate="))
        key = replace(line, wager="", options=options)
        edges.setdefault(key, {})[line.wager] = None
    return [(replace(key, wager=next(iter(ids))), tuple(ids)) for key, ids in edges.items()]


_COLUMNS = ("game", "wager", "table", "decks", "options", "edge", "long run", "hits", "sd")


def _print(lines: Sequence[tuple[PayTableEdge, tuple[str, ...]]], searched: int) -> None:
    if lines:
        shown = [name for name in _COLUMNS if any(_cell(name, *line) for line in lines)]
        table = entry_table(shown)
        for line in lines:
            table.add_row(*(_cell(name, *line) for name in shown))
        print_table(table)
    tables = "pay table fits" if len(lines) == 1 else "pay tables fit"
    note = f"{len(lines) or 'No'} {tables}, of {searched:,} wagers, tables and deck counts."
    if any(line.long_run_edge is not None for line, _ in lines):
        note += " Jackpots are chosen by their long-run edge."
    output_console().print(Text(note, style="dim"))


def _cell(name: str, line: PayTableEdge, wagers: Sequence[str]) -> str:
    cells = {
        "game": line.game,
        "wager": ", ".join(wagers),
        "table": line.table,
        "decks": str(line.decks),
        "options": " ".join(filter(None, (line.options, line.play))),
        "edge": f"{line.edge:.4%}",
        "long run": "" if line.long_run_edge is None else f"{line.long_run_edge:.4%}",
        "hits": f"{line.hit_frequency:.2%}",
        "sd": f"{line.standard_deviation:.2f}",
    }
    return cells[name]
