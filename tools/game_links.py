"""Links from a game's page: to play it, to its edge, its chart, its counts."""

from __future__ import annotations

import re

from pitboss.engine.setup import prepare
from pitboss.report.catalogue.edges import cells, least_line
from pitboss.report.document.markdown import pipe_table, plain
from pitboss.report.kinds import KINDS
from pitboss.rulebook.model import Game
from pitboss.rulebook.ready import ready_tables
from pitboss.simulator.counting.settings import is_counted


def game_links(game: Game) -> str:
    """Return a picture of a game and its links, each with its command and its page.

    >>> from pitboss.rulebook.reading.library import game
    >>> "`pitboss play co/pai-jack`" in game_links(game("co/pai-jack"))
    True
    """
    rows = [
        ("play it", f"`pitboss play {game.id}`, or [in the browser](../guides/web.md)"),
        ("read its rules", f"[below](#rules), or `pitboss show {game.id}`"),
        ("know its edge", f"{_edge(game)}[every wager](../reference/edges.md#{_anchor(game)})"),
        ("see its chart", _chart(game)),
        ("price its wagers", f"{_tables(game)}, or `pitboss odds {game.id}`"),
        ("count it", _count(game)),
    ]
    if game.rulings:
        rows.append(("read its rulings", "[below](#rulings)"))
    picture = f"../pictures/web/{game.id.replace('/', '-')}-desktop.webp"
    shown = f"![{plain(game.title)} in the browser]({picture})"
    return f"{shown}\n\n{pipe_table(('you want to', 'where'), rows)}"


def _edge(game: Game) -> str:
    line = least_line(game.id)
    if line is None:
        return ""
    edge, of = cells(line, ("edge", "of"))
    return f"{edge} of {plain(of)}; "


def _anchor(game: Game) -> str:
    """Return the anchor of a game's heading on the page of edges, as GitHub makes it."""
    heading = f"{plain(game.title)}: {game.id}"
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")


def _chart(game: Game) -> str:
    command = f"[`pitboss solve {game.id}`](../{KINDS[game.round].page})"
    return f"{command}, or [the lab](../guides/lab.md) at `/lab/game/{game.id}`"


def _tables(game: Game) -> str:
    return "[pay tables](#pay-tables)" if game.tables else "[wagers](#wagers)"


def _count(game: Game) -> str:
    if not is_counted(prepare(ready_tables()[game.id].house)):
        return "there is nothing to count: its deck is shuffled before every round"
    how = f"[`pitboss count {game.id}`](../explanation/counting.md)"
    return f"{how}, [what a counter wins](../reference/vulnerability.md)"
