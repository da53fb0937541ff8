"""Cards and chips as a terminal can draw them: red or black on white, at three sizes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from rich.text import Text

from pitboss.cards import Card, is_red, pretty_card
from pitboss.tui.blocks import Block, beside, block, flowing

_WHITE = "#fbfaf4"
_RED = f"bold #c2121f on {_WHITE}"
_BLACK = f"bold #16181d on {_WHITE}"
_EDGE = f"#9aa0a6 on {_WHITE}"
_BACK = "#8fb3e6 on #1c3f7c"


class Size(Enum):
    """How large cards are drawn: columns and rows."""

    TINY = (3, 1)
    MEDIUM = (5, 3)
    LARGE = (7, 5)

    @property
    def columns(self) -> int:
        """How wide a card is."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """How high a card is."""
        return self.value[1]


def face(card: Card, size: Size) -> Block:
    """Draw a card face up.

    >>> from pitboss.cards import parse_card
    >>> [line.plain for line in face(parse_card("7h"), Size.MEDIUM).lines]
    ['7♥   ', '     ', '   7♥']
    """
    name, style = pretty_card(card), _RED if is_red(card) else _BLACK
    wide = size.columns
    rank, suit = name[:-1], name[-1]
    match size:
        case Size.TINY:
            rows: tuple[str, ...] = (name.center(wide),)
        case Size.MEDIUM:
            rows = (name.ljust(wide), " " * wide, name.rjust(wide))
        case Size.LARGE:
            top = (f" {rank}".ljust(wide), f" {suit}".ljust(wide))
            bottom = (f"{suit} ".rjust(wide), f"{rank} ".rjust(wide))
            rows = (*top, suit.center(wide), *bottom)
    return block(*(Text(row, style=style) for row in rows))


def back(size: Size) -> Block:
    """Draw a card face down."""
    return block(*(Text("░" * size.columns, style=_BACK) for _ in range(size.rows)))


def fan(cards: Sequence[Card], size: Size, width: int, *, face_down: int = 0) -> Block:
    """Draw the cards of a hand within *width*: apart, else overlapping, else as rows of small ones.

    >>> from pitboss.cards import parse_cards
    >>> fan(parse_cards("7h 8h 6h"), Size.MEDIUM, 80).width
    17
    >>> fan(parse_cards("7h 8h 6h"), Size.MEDIUM, 16).width
    13
    """
    drawn = [*(face(card, size) for card in cards), *(back(size) for _ in range(face_down))]
    if size is Size.TINY:
        return flowing(drawn, width, gap=1)
    apart = beside(drawn)
    if apart.width <= width:
        return apart
    over = beside([*(_covered(card) for card in drawn[:-1]), drawn[-1]], gap=0)
    return over if over.width <= width else fan(cards, Size.TINY, width, face_down=face_down)


_SHOWN = 4
"""Columns that a card under another one shows."""


def _covered(card: Block) -> Block:
    lines = []
    for line in card.lines:
        left = line[: _SHOWN - 1]
        left.append("│", style=_EDGE)
        lines.append(left)
    return Block(tuple(lines))


_CHIPS = ((50_000, "#c58bff"), (10_000, "#c9ced6"), (2_500, "#7fe08a"), (500, "#ff7a6b"))


def chip_style(cents: int) -> str:
    """Return the colour of the largest chip in an amount: $500, $100, $25, $5 or $1."""
    return next((colour for least, colour in _CHIPS if cents >= least), "#ffffff")


def chip(cents: int) -> Text:
    """Draw a chip for an amount."""
    return Text("●", style=chip_style(cents))
