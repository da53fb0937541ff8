"""Cards and chips as a terminal can draw them: red or black on white, at four sizes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from rich.text import Text

from pitboss.cards import Card, is_red, pretty_card
from pitboss.sitting.pai_jack_setting import Setting
from pitboss.tui.felt.blocks import Block, below, beside, block, flowing

_WHITE = "#fbfaf4"
_RED = f"bold #c2121f on {_WHITE}"
_BLACK = f"bold #16181d on {_WHITE}"
_EDGE = f"#9aa0a6 on {_WHITE}"
_BACK = "#8fb3e6 on #1c3f7c"
_BACK_MARK = "░"


class Size(Enum):
    """How large cards are drawn: columns and rows."""

    TINY = (3, 1)
    MEDIUM = (5, 3)
    LARGE = (7, 5)
    HUGE = (11, 9)

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
    >>> sum(line.plain.count("♥") for line in face(parse_card("9h"), Size.HUGE).lines) - 2
    9
    """
    name = pretty_card(card)
    style = _RED if is_red(card) else _BLACK
    wide = size.columns
    rank = name[:-1]
    suit = name[-1]
    match size:
        case Size.TINY:
            rows: tuple[str, ...] = (name.center(wide),)
        case Size.MEDIUM:
            rows = (name.ljust(wide), " " * wide, name.rjust(wide))
        case Size.LARGE:
            top = (f" {rank}".ljust(wide), f" {suit}".ljust(wide))
            bottom = (f"{suit} ".rjust(wide), f"{rank} ".rjust(wide))
            rows = (*top, suit.center(wide), *bottom)
        case Size.HUGE:
            top = (f" {rank}".ljust(wide), f" {suit}".ljust(wide))
            bottom = (f"{suit} ".rjust(wide), f"{rank} ".rjust(wide))
            rows = _with_pips((*top, *[" " * wide] * 5, *bottom), rank, suit)
    return block(*(Text(row, style=style) for row in rows))


_SIDES = (3, 7)
_MIDDLE = 5
"""Columns of the pips of a huge card."""
_PIPS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "": ((), (4,)),
    "A": ((), (4,)),
    "2": ((), (2, 6)),
    "3": ((), (2, 4, 6)),
    "4": ((2, 6), ()),
    "5": ((2, 6), (4,)),
    "6": ((2, 4, 6), ()),
    "7": ((2, 4, 6), (3,)),
    "8": ((2, 4, 6), (3, 5)),
    "9": ((1, 3, 5, 7), (4,)),
    "10": ((1, 3, 5, 7), (2, 6)),
}
"""Rank, or nothing of the joker -> the rows of the pips at either side, and in the middle."""


def _with_pips(rows: Sequence[str], rank: str, suit: str) -> tuple[str, ...]:
    """Put as many pips on a card as its rank says; a court card has its letter in the middle."""
    sides, middle = _PIPS.get(rank, ((), ()))
    places = [(row, column) for row in sides for column in _SIDES]
    drawn = [list(row) for row in rows]
    for row, column in (*places, *((row, _MIDDLE) for row in middle)):
        drawn[row][column] = suit
    if rank in {"J", "Q", "K"}:
        for row, mark in ((3, suit), (4, rank), (5, suit)):
            drawn[row][_MIDDLE] = mark
    return tuple("".join(row) for row in drawn)


def back(size: Size) -> Block:
    """Draw a card face down."""
    return block(*(Text(_BACK_MARK * size.columns, style=_BACK) for _ in range(size.rows)))


def fan(cards: Sequence[Card], size: Size, width: int, *, face_down: int = 0) -> Block:
    """Draw the cards of a hand within *width*: apart, or overlapping, or in several rows.

    >>> from pitboss.cards import parse_cards
    >>> hand = parse_cards("7h 8h 6h")
    >>> [fan(hand, Size.MEDIUM, width).width for width in (80, 16, 12)]
    [17, 13, 11]
    >>> fan(hand, Size.MEDIUM, 10).height
    6
    """
    drawn = [*(face(card, size) for card in cards), *(back(size) for _ in range(face_down))]
    if size is Size.TINY:
        return flowing(drawn, width, gap=1)
    apart = beside(drawn)
    if apart.width <= width:
        return apart
    for shown in (_SHOWN, _SHOWN_LEAST):
        over = _overlapping(drawn, shown)
        if over.width <= width:
            return over
    if size.columns > width:
        return fan(cards, Size.TINY, width, face_down=face_down)
    fitting = 1 + (width - size.columns) // _SHOWN_LEAST
    rows = [drawn[start : start + fitting] for start in range(0, len(drawn), fitting)]
    return below(_overlapping(row, _SHOWN_LEAST) for row in rows)


def _overlapping(drawn: Sequence[Block], shown: int) -> Block:
    """Lay each card over the one before, of which *shown* columns stay visible."""
    return beside([*(_cover(card, shown) for card in drawn[:-1]), *drawn[-1:]], gap=0)


def needed_columns(count: int, size: Size) -> int:
    """Return the least columns of *count* cards: one over the other.

    >>> [needed_columns(count, Size.MEDIUM) for count in (2, 3, 5)]
    [8, 11, 17]
    >>> needed_columns(5, Size.LARGE)
    23
    """
    shown = _SHOWN if size.rows > Size.MEDIUM.rows else _SHOWN_LEAST
    return shown * (count - 1) + size.columns


def setting_columns(setting: Setting, size: Size) -> int:
    """Return the least columns of cards to choose from."""
    return _SHOWN * (len(setting.cards) - 1) + size.columns


def draw_choice(setting: Setting, size: Size, width: int) -> Block:
    """Draw cards to choose from, each with its number; the chosen ones are marked.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> table = prepare(House(game="co/pai-jack"))
    >>> setting = Setting(table, parse_cards("Th 9s 5d 4c As")).toggle(4)
    >>> [line.plain for line in draw_choice(setting, Size.TINY, 80).lines]
    ['10♥  9♠  5♦  4♣  A♠', ' 1   2   3   4  ▲5 ']
    """
    drawn = [face(card, size) for card in setting.cards]
    apart = sum(card.width + 1 for card in drawn) - 1 <= width
    if not apart and size is not Size.TINY:
        if setting_columns(setting, size) > width:
            return draw_choice(setting, Size.TINY, width)
        drawn = [*(_cover(card, _SHOWN) for card in drawn[:-1]), drawn[-1]]
    parts = [
        below([card, block(_mark(setting, place, card.width))]) for place, card in enumerate(drawn)
    ]
    if size is Size.TINY:
        return flowing(parts, width, gap=1)
    return beside(parts, gap=1 if apart else 0)


def _mark(setting: Setting, place: int, width: int) -> Text:
    chosen = place in setting.chosen
    words = f"{'▲' if chosen else ' '}{place + 1}".ljust(3).center(width)
    style = "bold #ffd75f" if chosen else "#a9cdb9"
    return Text(words, style=f"{style} reverse" if place == setting.cursor else style)


_SHOWN = 4
_SHOWN_LEAST = 3
"""Visible columns of a card under another one: with its edge, or only its name."""


def _cover(card: Block, shown: int) -> Block:
    lines = []
    for line in card.lines:
        left = line[: min(shown, _SHOWN - 1)]
        if line is card.lines[-1] and not left.plain.startswith(_BACK_MARK) and len(card.lines) > 1:
            left = Text(" " * left.cell_len, style=left.style)  # not half of the lower name
        if shown == _SHOWN:
            left.append("│", style=_EDGE)
        elif left.plain == _BACK_MARK * shown:  # cards face down must not run into one
            left = Text.assemble(left[:-1], ("│", _BACK))
        lines.append(left)
    return Block(tuple(lines))


_CHIPS = ((50_000, "#c58bff"), (10_000, "#c9ced6"), (2_500, "#7fe08a"), (500, "#ff7a6b"))


def chip_style(cents: int) -> str:
    """Return the colour of the largest chip in an amount: $500, $100, $25, $5 or $1."""
    return next((colour for least, colour in _CHIPS if cents >= least), "#ffffff")


def chip(cents: int) -> Text:
    """Draw a chip for an amount."""
    return Text("●", style=chip_style(cents))
