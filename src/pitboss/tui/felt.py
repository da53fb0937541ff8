"""The felt: dealer, bonus cards and every seat, drawn as large as the screen allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from pitboss.engine.events import Phase
from pitboss.engine.state import Status
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.tui.blocks import Block, below, beside, block, column, flowing, joined
from pitboss.tui.faces import Size, chip, fan
from pitboss.tui.felt_wagers import (
    FAINT,
    LAMMERS,
    net_text,
    results_of,
    side_block,
    widest,
)
from pitboss.tui.seen import Seen
from pitboss.tui.words import (
    LAMMER,
    dealer_words,
    doubled_words,
    hand_words,
    lammer_words,
    short_money,
)

_PRINT = "bold #4f9b78"
_ROOMY = 9
"""Lines to spare that leave room for the felt's print."""
_YOURS = "bold #ffd75f"
_TURN = "bold #10241a on #ffd75f"
_SEAT_WIDTH_MAX = 40
_BESIDE = 36
"""From how many columns on a seat has its side wagers beside its hands rather than above them."""
_NAMED = 22
"""Columns that the name of a wager and its amount take."""
_GAP = 3


@dataclass(frozen=True, slots=True)
class _Look:
    """One way of drawing the table; the first that fits is taken."""

    dealer: Size
    seats: Size
    every_wager: bool


_LOOKS = (
    _Look(Size.LARGE, Size.LARGE, every_wager=True),
    _Look(Size.MEDIUM, Size.LARGE, every_wager=True),
    _Look(Size.MEDIUM, Size.MEDIUM, every_wager=True),
    _Look(Size.MEDIUM, Size.MEDIUM, every_wager=False),
    _Look(Size.MEDIUM, Size.TINY, every_wager=True),
    _Look(Size.MEDIUM, Size.TINY, every_wager=False),
    _Look(Size.TINY, Size.TINY, every_wager=False),
)


def draw_felt(felt: Seen, width: int, height: int, *, printed: str = "") -> Text:
    """Draw the table within *width*; where no look fits *height*, the smallest is returned.

    What is *printed* on the felt shows only where there is room to spare.
    """
    dealer = seats = Block()
    for look in _LOOKS:
        dealer = column(_dealer(felt.table, width, look.dealer), width)
        seats = _seats(felt, width, look)
        if dealer.height + 1 + seats.height <= height and _fits(felt, width, look):
            break
    spare = height - dealer.height - seats.height
    between = block("")
    if spare >= _ROOMY and len(printed) <= width:
        line = Text(printed, style=_PRINT)
        between = block("", "", column(block(line), width).lines[0], "", "")
    return joined(below([dealer, between, seats]))


def _fits(felt: Seen, width: int, look: _Look) -> bool:
    """Whether a seat has room for the hands it is dealt, and for the names of its wagers."""
    room = _seat_width(felt.table, width)
    hands = max(1, *(felt.dealt_hands(seat.number) for seat in felt.table.seats))
    needed = hands * (2 * look.seats.columns + 1) + (hands - 1) * _GAP
    return (look.seats is Size.TINY or room >= needed) and (room >= _NAMED or not look.every_wager)


def _seat_width(table: TableView, width: int) -> int:
    count = max(1, len(table.seats))
    return min((width - (count - 1)) // count, _SEAT_WIDTH_MAX if count > 1 else width)


def _seats(felt: Seen, width: int, look: _Look) -> Block:
    room = _seat_width(felt.table, width)
    sides = [
        side_block(felt, seat, room, every_wager=look.every_wager) for seat in felt.table.seats
    ]
    if room < _BESIDE:
        # The hands of all seats lie on one line, whatever lies above them.
        level = max(part.height for part in sides)
        sides = [below([part, *[block("")] * (level - part.height)]) for part in sides]
    seats = [
        _seat(felt, seat, part, room, look)
        for seat, part in zip(felt.table.seats, sides, strict=True)
    ]
    return column(beside(seats), width)


def _dealer(table: TableView, width: int, size: Size) -> Block:
    title = Text.assemble(("DEALER ", "bold"), (dealer_words(table), "bold #ffffff"))
    cards = fan(table.dealer, size, width, face_down=table.face_down)
    dealer = below([block(title), cards])
    if not table.bonus:
        return dealer
    bonus = Text("BONUS CARDS", style="bold")
    return beside([dealer, below([block(bonus), fan(table.bonus, size, width)])], gap=5)


def _seat(felt: Seen, seat: SeatView, sides: Block, width: int, look: _Look) -> Block:
    is_beside = width >= _BESIDE and sides.height > 0
    room = width - sides.width - _GAP if is_beside else width
    hands = [_hand(felt, seat, hand, room, look.seats) for hand in seat.hands]
    lying = flowing(hands, room, gap=_GAP)
    parts = [
        block(_header(felt, seat)),
        *([beside([sides, lying], gap=_GAP)] if is_beside else [sides, lying]),
        block(_total(felt.table, seat, width)),
    ]
    return below(column(part, width) for part in parts)


def _total(table: TableView, seat: SeatView, width: int) -> Text:
    """What a seat gained; its line is kept free, so that the felt does not move at the end."""
    results = results_of(table, seat)
    if table.phase != Phase.OVER or len(results) < 2:
        return Text()
    net = net_text(sum(line.net for line in results))
    return widest(width, Text.assemble(("net ", FAINT), net), net)


def _header(felt: Seen, seat: SeatView) -> Text:
    mine = seat.number in felt.yours
    name = f"{seat.number} {'You' if mine else seat.player}"
    lammers = f" {LAMMER}{seat.lammers}" if seat.lammers else ""
    if felt.table.turn is not None and felt.table.turn[0] == seat.number:
        return Text(f" ▶ {name}{lammers} ", style=_TURN)
    return Text.assemble((name, _YOURS if mine else "bold"), (lammers, LAMMERS))


def _hand(felt: Seen, seat: SeatView, hand: HandView, width: int, size: Size) -> Block:
    on = felt.on(seat.number, hand.number)
    if on.hidden:
        down = fan((), size, width, face_down=len(hand.cards))
        captions = [Text(), *_money_lines(felt, seat, hand, width)]
    else:
        down = fan(hand.cards, size, width)
        words = Text(hand_words(hand, blackjack=on.blackjack), style="bold #ffffff")
        if len(seat.hands) > 1 and felt.table.turn == (seat.number, hand.number):
            words = Text(f"▶ {words.plain}", style=_TURN)
        captions = [words, *_money_lines(felt, seat, hand, width)]
    inner = min(width, max(down.width, *(line.cell_len for line in captions)))
    return below([column(down, inner), column(block(*captions), inner)])


def _money_lines(felt: Seen, seat: SeatView, hand: HandView, width: int) -> Iterator[Text]:
    """The stake of a hand and the lammers on it, or what became of it."""
    on = felt.on(seat.number, hand.number)
    lines = [
        line
        for line in results_of(felt.table, seat)
        if line.hand == hand.number and line.wager in on.units
    ]
    if hand.status == Status.SETTLED and lines:
        net = net_text(sum(line.net for line in lines))
        told = Text(lines[0].outcome, style=FAINT)
        told = told if lines[0].outcome == "push" else Text.assemble(told, " ", net)
        yield widest(width, told, net)
    elif hand.status != Status.SETTLED:
        yield from _stake_lines(hand, len(on.units), width)
    if on.switched:
        yield Text("switched", style=FAINT)


def _stake_lines(hand: HandView, units: int, width: int) -> Iterator[Text]:
    many = f" x{units}" if units > 1 else ""
    if hand.stake:
        stake = Text(f"{short_money(hand.stake)}{many}")
        yield widest(width, Text.assemble(chip(hand.stake), " ", stake), stake)
    if hand.free:
        short = Text(f"{LAMMER} {short_money(hand.free)}", style=LAMMERS)
        yield widest(width, Text(lammer_words(hand.free), style=LAMMERS), short)
    if hand.doublings:
        yield Text(doubled_words(hand, width), style=FAINT)
