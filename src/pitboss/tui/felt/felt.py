"""The felt: dealer, bonus cards and every seat, drawn as large as the screen allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from pitboss.engine.events import Phase
from pitboss.engine.setup import Setup, deal_order
from pitboss.engine.view import SeatView, TableView
from pitboss.sitting.views import FeltView, dealt_hands
from pitboss.text.actions import LAMMER, dealer_words
from pitboss.text.felt import DOT, printed_words, special_words
from pitboss.tui.felt.blocks import Block, below, beside, block, column, flowing, join_lines
from pitboss.tui.felt.faces import Size, fan, needed_columns, setting_columns
from pitboss.tui.felt.hands import (
    FAINT,
    LAMMERS,
    TURN,
    hand_block,
    net_text,
    poker_block,
    seat_results,
    set_block,
    side_block,
    two_card_block,
    widest,
)
from pitboss.tui.felt.pay_board import Pays, pay_board

_PRINT = "bold #4f9b78"
_AROUND = 3
_ROOMY = 8
"""Spare lines around the felt's print: the least, and for a wide layout."""
_YOURS = "bold #ffd75f"
_SEAT_WIDTH_MAX = 40
_BESIDE = 60
"""From this many columns on a seat has its side wagers beside its hands instead of above."""
_NAMED = 22
"""Columns of a wager's name and amount."""
_GAP = 3
_SEAT_GAP = 2
_SPECIAL_DOT = " · "


class Print(NamedTuple):
    """What is printed on a felt."""

    legend: str
    special: str
    """The special rules of the game, in short."""


NO_PRINT = Print("", "")


def felt_print(setup: Setup) -> Print:
    """Return the print on the felt of a table."""
    return Print(printed_words(setup), _SPECIAL_DOT.join(special_words(setup)))


@dataclass(frozen=True, slots=True)
class _Look:
    """One layout of the table; the first that fits is taken."""

    dealer: Size
    seats: Size
    every_wager: bool


_LOOKS = (
    _Look(Size.HUGE, Size.HUGE, every_wager=True),
    _Look(Size.LARGE, Size.HUGE, every_wager=True),
    _Look(Size.LARGE, Size.HUGE, every_wager=False),
    _Look(Size.LARGE, Size.LARGE, every_wager=True),
    _Look(Size.LARGE, Size.LARGE, every_wager=False),
    _Look(Size.MEDIUM, Size.LARGE, every_wager=True),
    _Look(Size.MEDIUM, Size.MEDIUM, every_wager=True),
    _Look(Size.MEDIUM, Size.MEDIUM, every_wager=False),
    _Look(Size.MEDIUM, Size.TINY, every_wager=True),
    _Look(Size.MEDIUM, Size.TINY, every_wager=False),
    _Look(Size.TINY, Size.TINY, every_wager=False),
)


def draw_felt(
    felt: FeltView, width: int, height: int, *, print_: Print = NO_PRINT, pays: Sequence[Pays] = ()
) -> Text:
    """Draw the table within *width*; if no layout fits *height*, return the smallest.

    The print of the felt, and the *pays* of the wagers made, show if there is room; the special
    rules always do.
    """
    special = _legend(print_.special, width, _SPECIAL_DOT)
    least = max(1, special.height)
    dealer, seats = _lying(felt, width, height - least, pays)
    spare = height - dealer.height - seats.height
    between = column(special if special.height <= spare else block(*special.lines[:1]), width)
    between = between if between.height else block("")
    board = pay_board(pays, width - 2, spare - between.height - 1)
    spare -= board.height + 1 if board.height else 0
    legend = _legend(print_.legend, width)
    if legend.height and spare >= legend.height + _AROUND:
        between = below([block(""), column(legend, width), block("")])
        if spare >= legend.height + _ROOMY:
            between = below([block(""), between, block("")])
    lower = []
    if board.height:
        lower = [block(*[""] * (spare - between.height + 1)), column(board, width)]
    return join_lines(below([dealer, between, seats, *lower]))


def _lying(felt: FeltView, width: int, height: int, pays: Sequence[Pays]) -> tuple[Block, Block]:
    """Draw the cards within *height* as large as possible; boxed cards leave room for the pays."""
    largest: tuple[Block, Block] | None = None
    for look in _LOOKS:
        dealer = column(_dealer(felt.table, width, look.dealer), width)
        seats = _seats(felt, width, look)
        spare = height - dealer.height - seats.height
        if spare < 0 or not _fits(felt, width, look):
            continue
        largest = largest or (dealer, seats)
        if look.seats is Size.TINY:
            break
        if not pays or pay_board(pays, width - 2, spare - 1).lines:
            return dealer, seats
    return largest or (dealer, seats)


def _legend(printed: str, width: int, dot: str = DOT) -> Block:
    """Wrap the print of the felt between its parts."""
    lines: list[str] = []
    for words in filter(None, printed.split(dot)):
        longer = f"{lines[-1]}{dot}{words}" if lines else words
        if lines and len(longer) <= width - 2:
            lines[-1] = longer
        else:
            lines.append(words)
    return block(*(Text(line, style=_PRINT) for line in lines))


def _fits(felt: FeltView, width: int, look: _Look) -> bool:
    """Return whether a seat has room for its hands, and for the names of its wagers."""
    room = _seat_width(felt.table, width)
    hands = max(1, *(dealt_hands(seat) for seat in felt.table.seats))
    needed = hands * needed_columns(_dealt_cards(felt.table), look.seats) + (hands - 1) * _GAP
    if felt.setting is not None:
        needed = max(needed, setting_columns(felt.setting, look.seats))
    return (look.seats is Size.TINY or room >= needed) and (room >= _NAMED or not look.every_wager)


def _dealt_cards(table: TableView) -> int:
    """Return how many cards a hand is dealt at first."""
    return sum(seat == 1 and hand == 1 for _, seat, hand in deal_order(table.round, (1,)))


def _seat_width(table: TableView, width: int) -> int:
    count = max(1, len(table.seats))
    room = (width - 2 - _SEAT_GAP * (count - 1)) // count
    return min(room, _SEAT_WIDTH_MAX if count > 1 else width)


def _seats(felt: FeltView, width: int, look: _Look) -> Block:
    room = _seat_width(felt.table, width)
    sides = [
        side_block(felt, seat, room, every_wager=look.every_wager) for seat in felt.table.seats
    ]
    if room < _BESIDE:
        # The hands of all seats lie on one line, below side wagers of any height.
        level = max(part.height for part in sides)
        sides = [below([part, *[block("")] * (level - part.height)]) for part in sides]
    seats = [
        _seat(felt, seat, part, room, look)
        for seat, part in zip(felt.table.seats, sides, strict=True)
    ]
    return column(beside(seats, gap=_SEAT_GAP), width)


def _dealer(table: TableView, width: int, size: Size) -> Block:
    return beside([below(parts) for parts in _dealer_parts(table, width, size)], gap=5)


def _dealer_parts(table: TableView, width: int, size: Size) -> Iterator[list[Block]]:
    """Return the dealer's cards, each part with its title."""
    words = dealer_words(table)
    if table.community:  # 2104(4): all that is left of the dealer's hand
        heading = Text.assemble(("COMMUNITY CARDS ", "bold"), (f"dealer {words}", FAINT))
        yield [block(heading), fan(table.community, size, width)]
    elif table.dealer_low:
        yield [_title("DEALER"), set_block(table.dealer, table.dealer_low, size, width)]
    else:
        lying = fan(table.dealer, size, width, face_down=table.face_down)
        yield [_title("DEALER", words), lying]
    if table.bonus:
        yield [_title("BONUS CARDS"), fan(table.bonus, size, width)]
    if table.replacement is not None:  # 2118(13)(f)(i)(F)
        yield [_title("FOR THE JOKER"), fan((table.replacement,), size, width)]


def _title(name: str, words: str = "") -> Block:
    return block(Text.assemble((f"{name} ", "bold"), (words, "bold #ffffff")))


def _seat(felt: FeltView, seat: SeatView, sides: Block, width: int, look: _Look) -> Block:
    is_beside = width >= _BESIDE and sides.height > 0
    room = width - sides.width - _GAP if is_beside else width
    hands = [hand_block(felt, seat, hand, room, look.seats) for hand in seat.hands]
    poker = poker_block(felt, seat, room, look.seats)
    lying = flowing([*hands, *([poker] if poker.height else [])], room, gap=_GAP)
    parts = [
        block(_header(felt, seat)),
        *([beside([sides, lying], gap=_GAP)] if is_beside else [sides, lying]),
        two_card_block(felt, seat, width),
        block(_total(felt.table, seat, width)),
    ]
    return below(column(part, width) for part in parts)


def _total(table: TableView, seat: SeatView, width: int) -> Text:
    """Return the net of a seat; its line is always there, so the felt does not move at the end."""
    results = seat_results(table, seat)
    if table.phase != Phase.OVER or len(results) < 2:
        return Text()
    net = net_text(sum(line.net for line in results))
    return widest(width, Text.assemble(("net ", FAINT), net), net)


def _header(felt: FeltView, seat: SeatView) -> Text:
    mine = seat.number in felt.yours
    name = f"{seat.number} {'You' if mine else seat.player}"
    lammers = f" {LAMMER}{seat.lammers}" if seat.lammers else ""
    if felt.table.turn is not None and felt.table.turn[0] == seat.number:
        return Text(f" ▶ {name}{lammers} ", style=TURN)
    folded = " out" if seat.ruled_out else " folded" if seat.folded else ""
    return Text.assemble((name, _YOURS if mine else "bold"), (lammers, LAMMERS), (folded, FAINT))


class CardArea(VerticalScroll, can_focus=False):
    """Shows a table; it scrolls if the table does not fit."""

    def __init__(self, setup: Setup) -> None:
        """Show the table of *setup*."""
        super().__init__(Static(id="cards"), id="felt")
        self.print = felt_print(setup)
        self.felt: FeltView | None = None
        self.pays: tuple[Pays, ...] = ()

    def show(self, felt: FeltView, pays: Sequence[Pays] = ()) -> None:
        """Show *felt*, and the pays of wagers if there is room."""
        self.felt = felt
        self.pays = tuple(pays)
        self._draw()

    def on_resize(self) -> None:
        """Fit the cards to the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        if self.felt is not None and width and height:
            drawn = draw_felt(self.felt, width, height, print_=self.print, pays=self.pays)
            self.query_one("#cards", Static).update(drawn)
