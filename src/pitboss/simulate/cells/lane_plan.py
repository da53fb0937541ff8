"""The counters that the ends of a round in lanes add to, for games whose rounds end in cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.simulate.lanes.plan import LaneEnds

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
Columns = tuple[Array, ...]


def cell_ends(job: CellJob, cells: Columns, more: Columns = ()) -> LaneEnds:
    """Return ends in which a seat reaches all these *cells*; *more* is counted with them."""
    return won_ends(
        job, tuple(sum(part[cell] for cell in cells) for part in job.game.pays), cells + more
    )


def won_ends(job: CellJob, nets: Columns, more: Columns) -> LaneEnds:
    """Return ends with which a seat wins so much on every part; *more* is counted with them."""
    nets_at = job.game.sections.nets
    parts = tuple(at + net for at, net in zip(nets_at, nets, strict=True))
    return LaneEnds((*more, *parts), nets)


def wager_slots(job: CellJob, number: int, rows: Array) -> Array:
    """Return the counters of the rows of a side wager."""
    before = sum(wager.combinations for wager in job.wagers[:number])
    return job.game.sections.combinations + before + rows
