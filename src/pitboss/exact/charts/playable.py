"""Which index plays a table allows: the play must be legal with some hand of its row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.compiled.rule_tables import KINDS
from pitboss.counts.files import ILLEGAL_INDEX
from pitboss.counts.index_play import INSURANCE, IndexPlay, hand_row
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import AskedCells, possible_cells
from pitboss.exact.charts.model import Part
from pitboss.rulebook.problems import Problem, RulesError


def is_playable(cells: AskedCells, play: IndexPlay) -> bool:
    """Return whether some hand of the row may be played so; *cells* are those of the table."""
    named = hand_row(play.hand)
    if named is None or play.action not in KINDS:
        return False
    part, row = named
    cell = cells.get(Part(part), {}).get(row)
    return cell is not None and any(mask >> KINDS[play.action] & 1 for mask in cell.legal.values())


def playable(setup: Setup, plays: Iterable[IndexPlay]) -> tuple[IndexPlay, ...]:
    """Return the plays that a table allows: a published list may have more.

    >>> from pitboss.counts import index_list
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> len(playable(setup, index_list("i18")))
    18
    """
    cells = possible_cells(Rules.from_setup(setup))
    return tuple(play for play in plays if _is_insured(setup, play) or is_playable(cells, play))


def check_playable(setup: Setup, plays: Sequence[IndexPlay], key: str = "indices") -> None:
    """Raise `RulesError` with every play that a table never allows."""
    allowed = set(playable(setup, plays))
    problems = [
        Problem(
            code=ILLEGAL_INDEX,
            key=f"{key}.{number}",
            message=f"{play}: no hand of this row may {play.action.value} at this table",
        )
        for number, play in enumerate(plays)
        if play not in allowed
    ]
    if problems:
        raise RulesError(problems)


def _is_insured(setup: Setup, play: IndexPlay) -> bool:
    offered = any(spot.startswith(INSURANCE) for spot in setup.configured.spots)
    return play.hand == INSURANCE and offered
