"""The felt: dealer, bonus cards and every seat, drawn as large as the screen allows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rich.text import Text

from pitboss.engine.events import Phase, WagerSettled
from pitboss.engine.state import Status
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.tui.blocks import Block, below, beside, block, column, flowing, joined
from pitboss.tui.faces import Size, chip, fan
from pitboss.tui.words import (
    dealer_words,
    doubled_words,
    hand_words,
    rides_on_hand,
    short_money,
    units_at,
)

WON, LOST, EVEN = "bold #a6f5b0", "#ffa193", "#d5e8dc"
_FAINT = "#a9cdb9"
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
_TWO_COLUMNS = 66
"""From how many columns on many side wagers are set in two columns."""
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


def draw_felt(
    table: TableView, yours: Collection[int], width: int, height: int, *, printed: str = ""
) -> Text:
    """Draw the table within *width*; where no look fits *height*, the smallest is returned.

    What is *printed* on the felt shows only where there is room to spare.
    """
    dealer = seats = Block()
    for look in _LOOKS:
        dealer = column(_dealer(table, width, look.dealer), width)
        seats = _seats(table, yours, width, look)
        if dealer.height + 1 + seats.height <= height and _fits(_seat_width(table, width), look):
            break
    spare = height - dealer.height - seats.height
    between = block("")
    if spare >= _ROOMY and len(printed) <= width:
        line = Text(printed, style=_PRINT)
        between = block("", "", column(block(line), width).lines[0], "", "")
    return joined(below([dealer, between, seats]))


def _fits(room: int, look: _Look) -> bool:
    """Whether a seat has room for two cards side by side, and for the names of its wagers."""
    cards = look.seats is Size.TINY or room >= 2 * look.seats.columns + 1
    return cards and (room >= _NAMED or not look.every_wager)


def _seat_width(table: TableView, width: int) -> int:
    count = max(1, len(table.seats))
    return min((width - (count - 1)) // count, _SEAT_WIDTH_MAX if count > 1 else width)


def _seats(table: TableView, yours: Collection[int], width: int, look: _Look) -> Block:
    room = _seat_width(table, width)
    sides = [_sides(table, seat, room, look) for seat in table.seats]
    if room < _BESIDE:
        # The hands of all seats lie on one line, whatever lies above them.
        level = max(part.height for part in sides)
        sides = [below([part, *[block("")] * (level - part.height)]) for part in sides]
    seats = [
        _seat(table, seat, part, room, look, mine=seat.number in yours)
        for seat, part in zip(table.seats, sides, strict=True)
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


def _seat(
    table: TableView, seat: SeatView, sides: Block, width: int, look: _Look, *, mine: bool
) -> Block:
    is_beside = width >= _BESIDE and sides.height > 0
    room = width - sides.width - _GAP if is_beside else width
    hands = [_hand(table, seat, hand, room, look.seats) for hand in seat.hands]
    lying = flowing(hands, room, gap=_GAP)
    parts = [
        block(_header(table, seat, mine=mine)),
        *([beside([sides, lying], gap=_GAP)] if is_beside else [sides, lying]),
        block(_total(table, seat, width)),
    ]
    return below(column(part, width) for part in parts)


def _total(table: TableView, seat: SeatView, width: int) -> Text:
    """What a seat gained; its line is kept free, so that the felt does not move at the end."""
    results = _results(table, seat)
    if table.phase != Phase.OVER or len(results) < 2:
        return Text()
    net = _net(sum(line.net for line in results))
    return _widest(width, Text.assemble(("net ", _FAINT), net), net)


def _widest(width: int, whole: Text, short: Text) -> Text:
    """Return the whole text if it fits, else what matters most of it."""
    return whole if whole.cell_len <= width else short


def _header(table: TableView, seat: SeatView, *, mine: bool) -> Text:
    name = f"{seat.number} {'You' if mine else seat.player}"
    if table.turn is not None and table.turn[0] == seat.number:
        return Text(f" ▶ {name} ", style=_TURN)
    return Text(name, style=_YOURS if mine else "bold")


def _results(table: TableView, seat: SeatView) -> list[WagerSettled]:
    return [line for line in table.settled if line.seat == seat.number]


def _hand(table: TableView, seat: SeatView, hand: HandView, width: int, size: Size) -> Block:
    several = len(seat.hands) > 1
    words = Text(hand_words(hand, alone=not several), style="bold #ffffff")
    if several and table.turn == (seat.number, hand.number):
        words = Text(f"▶ {words.plain}", style=_TURN)
    captions = [words, *_money_lines(table, seat, hand, width)]
    cards = fan(hand.cards, size, width)
    inner = min(width, max(cards.width, *(line.cell_len for line in captions)))
    return below([column(cards, inner), column(block(*captions), inner)])


def _money_lines(table: TableView, seat: SeatView, hand: HandView, width: int) -> Iterator[Text]:
    """The stake of a hand, or what became of it."""
    if hand.status == Status.SETTLED:
        lines = [
            line
            for line in _results(table, seat)
            if line.hand == hand.number and rides_on_hand(line.wager)
        ]
        net = _net(sum(line.net for line in lines))
        told = Text(lines[0].outcome, style=_FAINT)
        told = told if lines[0].outcome == "push" else Text.assemble(told, " ", net)
        yield _widest(width, told, net)
    elif hand.stake:
        units = units_at(table, seat.number)
        many = f" x{units}" if units > 1 else ""
        stake = Text(f"{short_money(hand.stake)}{many}")
        yield _widest(width, Text.assemble(chip(hand.stake), " ", stake), stake)
        if hand.doublings:
            yield Text(doubled_words(hand, width), style=_FAINT)


def _net(cents: int) -> Text:
    """Write a gain or a loss in its colour."""
    style = WON if cents > 0 else LOST if cents < 0 else EVEN
    return Text(short_money(cents, sign=True), style=style)


def _sides(table: TableView, seat: SeatView, width: int, look: _Look) -> Block:
    """The side wagers with chips, and their results once they are settled."""
    nets = {line.wager: line.net for line in _results(table, seat) if not rides_on_hand(line.wager)}
    stakes = {w: cents for w, cents in seat.wagers.items() if not rides_on_hand(w)}
    stakes |= {wager: cents for wager, cents in seat.insured.items() if cents}
    if look.every_wager:
        names = dict.fromkeys((*stakes, *nets))
        lines = [_side(name, stakes.get(name, 0), nets.get(name), width) for name in names]
        half = -(-len(lines) // 2) if width >= _TWO_COLUMNS and len(lines) > 4 else len(lines)
        return beside([block(*lines[:half]), block(*lines[half:])], gap=2)
    open_cents = sum(cents for wager, cents in stakes.items() if wager not in nets)
    lines = [_side("side", open_cents, None, width)] if open_cents else []
    if nets:
        lines.append(_side("side", 0, sum(nets.values()), width))
    return block(*lines)


def _side(name: str, cents: int, net: int | None, width: int) -> Text:
    if net is not None:
        return _widest(width, Text.assemble((f"{name} ", _FAINT), _net(net)), _net(net))
    amount = Text(short_money(cents))
    line = Text.assemble(chip(cents), (f" {name} ", _FAINT), amount)
    return _widest(width, line, Text.assemble(chip(cents), amount))
