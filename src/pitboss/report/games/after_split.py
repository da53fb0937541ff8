"""The hands made by a split that are played otherwise, as a table under the charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.exact.blackjack.after_split import AfterSplit
from pitboss.exact.charts.model import up_name
from pitboss.report.document.blocks import Block, Grid, Heading, Paragraph

AFTER_SPLIT = "After a split"
_ROWS = 24
"""The most hands in the table: the shortest, which come most often."""
_INTRO = (
    "These hands are played otherwise if a split made them, because cards of the pair are gone. The"
    " last column is what that is worth each time, in units of the wager on the hand before it is"
    " doubled. The cost of the charts above is that of playing without this table."
)


def after_split_blocks(plays: Sequence[AfterSplit]) -> Iterator[Block]:
    """Yield the heading and the table; nothing where no hand is played otherwise."""
    if not plays:
        return
    yield Heading(3, "", AFTER_SPLIT)
    yield Paragraph(_INTRO, "note")
    shortest = sorted(plays, key=lambda play: (len(play.cards), -play.gain))[:_ROWS]
    yield Grid(
        heads=("pair", "hand", "up card", "best", "unsplit", "gain"),
        rows=tuple(_row(play) for play in plays if play in shortest),
        align="lllllr",
    )
    if more := len(plays) - len(shortest):
        yield Paragraph(f"{more} more, all with as many cards or more, are in the JSON.", "note")


def _row(play: AfterSplit) -> tuple[str, ...]:
    about = [
        *["second card paired"] * play.paired,
        *["carried by a lammer"] * play.carried,
        *[f"doubled {play.doublings} x"] * (play.doublings > 0),
    ]
    pair = up_name(play.pair)
    return (
        f"{pair} {pair}",
        play.hand + (f" ({', '.join(about)})" if about else ""),
        up_name(play.up),
        str(play.action).replace("-", " "),
        str(play.otherwise).replace("-", " "),
        f"{play.gain:.6f}",
    )
