"""The catalogue of every game and wager as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pitboss.report.catalogue.edges import EdgeEntry, cells
from pitboss.report.document.markdown import join_parts, pipe_table, plain
from pitboss.report.kinds import KINDS
from pitboss.rulebook.reading.library import game as game_of
from tools.game_pages import page_name

_BY_PLAY = "guides/solver.md#wagers-that-depend-on-play"
_OF_ODDS = "reference/command-line.md#pitboss-odds"


OPENING = (
    "Every game of the rule book and every wager it has, at the table that `pitboss play` opens"
    " where nothing is said; a wager that is not on that felt by itself stands here with its first"
    " pay table for the deck count. `pitboss solve --all` solves the main games again,"
    " `pitboss odds --all` has every wager at every pay table and deck count, and both have the"
    " same keys in their JSON."
)
READING = (
    "The edge is what is lost on average and *sd* the standard deviation of a round, as parts of"
    " what stands under *of*; a negative edge is the player's. *Exact enumeration* counts all that"
    " can be dealt; *solved* plays every hand for the best with every card counted that leaves the"
    " shoe, in floating point. Where hands are split, the deviation takes them to be independent"
    " given the dealer's outcome; edges do not. A fraction is the edge to the last digit; the"
    " longest are in the JSON alone. *Long run*: everything fed to a meter and seeded is won"
    " in the end, and the deviation is that with the mean on the meter; where no document says how"
    " a meter is fed, it is as `pitboss play` opens it. A strategy is the command that shows the"
    " best play, and leads to the page that explains it."
)


def edges_page(entries: Iterable[EdgeEntry], mains: Iterable[EdgeEntry]) -> str:
    """Return the main games in one table, and then every line of the catalogue by game.

    >>> edges_page((), ()).splitlines()[0]
    '# Every game and wager'
    """
    parts = ["# Every game and wager", OPENING, READING]
    parts += ["## What the games cost", main_table(mains)]
    for game_id, listed in groupby(entries, key=lambda entry: entry.game):
        game = game_of(game_id)
        parts.append(f"## {plain(game.title)}: {game_id}")
        parts.append(f"[Its rules and pay tables](../games/{page_name(game_id)})")
        heads = ("wager", "pay table", "edge", "as a fraction", "sd", "of", "method", "strategy")
        rows = [_row(entry) for entry in listed]
        parts.append(pipe_table(heads, rows, right=(2, 3, 4)))
    return join_parts(parts)


def _row(entry: EdgeEntry) -> Sequence[str]:
    of, method = cells(entry, ("of", "method"))
    wagers = ", ".join(f"`{wager}`" for wager in entry.wagers)
    numbers = cells(entry, ("edge", "fraction", "sd"))
    return (wagers, plain(entry.table), *numbers, plain(of), plain(method), _link(entry))


def _link(entry: EdgeEntry) -> str:
    if entry.strategy is None:
        return ""
    by_play = "best for" in entry.method or "bound" in entry.method
    page = KINDS[game_of(entry.game).round].page
    if entry.strategy.startswith("pitboss odds"):
        page = _BY_PLAY if by_play else _OF_ODDS
    return f"[`{entry.strategy}`](../{page})"


def main_table(entries: Iterable[EdgeEntry]) -> str:
    """Return the main games as a table, further edges of a game below its first."""
    rows: list[Sequence[str]] = []
    for game_id, listed in groupby(entries, key=lambda entry: entry.game):
        # What one must wager comes first: that is what the game costs.
        rows += _game_lines(game_id, sorted(listed, key=lambda entry: not entry.least))
    heads = ("game", "house edge", "of", "sd", "method", "best strategy")
    return pipe_table(heads, rows, right=(1, 3))


def _game_lines(game_id: str, listed: list[EdgeEntry]) -> Iterator[Sequence[str]]:
    name = f"[{plain(game_of(game_id).title)}](../games/{page_name(game_id)})"
    for place, entry in enumerate(listed):
        texts = cells(entry, ("edge", "of", "sd", "method"))
        yield (name, *texts, _link(entry)) if place == 0 else ("", *texts, "")
