"""The felt: dealer, bonus cards and every seat, drawn as large as the screen allows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rich.text import Text

from pitboss.engine.events import Phase, WagerSettled
from pitboss.engine.setup import BET_BIGGER
from pitboss.engine.state import Status
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.report.story import money
from pitboss.tui.blocks import Block, below, beside, block, column, flowing, joined
from pitboss.tui.faces import Size, chip, fan
from pitboss.tui.words import dealer_words, doubled_words, hand_words

WON, LOST, EVEN = "bold #a6f5b0", "#ffa193", "#d5e8dc"
_FAINT = "#a9cdb9"
_YOURS = "bold #ffd75f"
_TURN = "bold #10241a on #ffd75f"
_SEAT_WIDTH_MAX = 40


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


def draw_felt(table: TableView, yours: Collection[int], width: int, height: int) -> Text:
    """Draw the table within *width*; where no look fits *height*, the smallest is returned."""
    drawn = Block()
    for look in _LOOKS:
        drawn = _drawn(table, yours, width, look)
        if drawn.height <= height and _cards_fit(table, width, look):
            break
    return joined(drawn)


def _cards_fit(table: TableView, width: int, look: _Look) -> bool:
    """Whether a seat has room for two cards side by side at this size."""
    return look.seats is Size.TINY or _seat_width(table, width) >= 2 * look.seats.columns + 1


def _seat_width(table: TableView, width: int) -> int:
    count = max(1, len(table.seats))
    return min((width - (count - 1)) // count, _SEAT_WIDTH_MAX if count > 1 else width)


def _drawn(table: TableView, yours: Collection[int], width: int, look: _Look) -> Block:
    room = _seat_width(table, width)
    seats = [_seat(table, seat, yours, room, look) for seat in table.seats]
    return below(
        [
            column(_dealer(table, width, look.dealer), width),
            block(""),
            column(beside(seats), width),
        ]
    )


def _dealer(table: TableView, width: int, size: Size) -> Block:
    title = Text("DEALER ", style="bold")
    title.append(dealer_words(table), style="bold #ffffff")
    cards = fan(table.dealer, size, width, face_down=table.face_down)
    dealer = below([block(title), cards])
    if not table.bonus:
        return dealer
    bonus = Text("BONUS CARDS", style="bold")
    return beside([dealer, below([block(bonus), fan(table.bonus, size, width)])], gap=5)


def _seat(
    table: TableView, seat: SeatView, yours: Collection[int], width: int, look: _Look
) -> Block:
    results = [line for line in table.settled if line.seat == seat.number]
    hands = [_hand(table, seat, hand, results, width, look.seats) for hand in seat.hands]
    parts = [
        block(_header(table, seat, yours)),
        block(*_side_lines(seat, results, every=look.every_wager)),
        flowing(hands, width),
    ]
    if table.phase == Phase.OVER:
        parts.append(block(_net(sum(line.net for line in results))))
    return column(below(column(part, min(part.width, width)) for part in parts), width)


def _header(table: TableView, seat: SeatView, yours: Collection[int]) -> Text:
    mine = seat.number in yours
    name = f"{seat.number} {'You' if mine else seat.player}"
    if table.turn is not None and table.turn[0] == seat.number:
        return Text(f" ▶ {name} ", style=_TURN)
    return Text(name, style=_YOURS if mine else "bold")


def _hand(
    table: TableView,
    seat: SeatView,
    hand: HandView,
    results: list[WagerSettled],
    width: int,
    size: Size,
) -> Block:
    several = len(seat.hands) > 1
    words = Text(hand_words(hand, alone=not several), style="bold #ffffff")
    if several and table.turn == (seat.number, hand.number):
        words = Text(f"▶ {words.plain}", style=_TURN)
    caption = column(block(words, *_money_lines(seat, hand, results)), width)
    cards = fan(hand.cards, size, width)
    inner = max(cards.width, max(line.plain.strip().__len__() for line in caption.lines))
    return below([column(cards, inner), column(_stripped(caption), inner)])


def _stripped(part: Block) -> Block:
    lines = []
    for line in part.lines:
        bare = line.copy()
        bare.rstrip()
        lines.append(bare[len(bare.plain) - len(bare.plain.lstrip()) :])
    return Block(tuple(lines))


def _money_lines(seat: SeatView, hand: HandView, results: list[WagerSettled]) -> Iterator[Text]:
    """The stake of a hand, or what became of it."""
    if hand.status == Status.SETTLED:
        lines = [r for r in results if r.hand == hand.number and _is_unit(r.wager)]
        yield _net(sum(line.net for line in lines))
        return
    if not hand.stake:
        return
    units = sum(map(_is_unit, seat.wagers))
    stake = Text.assemble(chip(hand.stake), f" {money(hand.stake)}")
    stake.append(f" x{units}" if units > 1 else "")
    yield stake
    if hand.doublings:
        yield Text(doubled_words(hand), style=_FAINT)


def _is_unit(wager: str) -> bool:
    """Whether a wager rides on the hand: the main wager and Bet Bigger units."""
    return wager == "main" or wager.startswith(BET_BIGGER)


def _net(cents: int) -> Text:
    """Write a gain or a loss in its colour."""
    sign, style = ("+", WON) if cents > 0 else ("", LOST if cents < 0 else EVEN)
    return Text(f"{sign}{money(cents)}", style=style)


def _side_lines(seat: SeatView, results: list[WagerSettled], *, every: bool) -> Iterator[Text]:
    """The side wagers with chips, and their results once they are settled."""
    nets = {line.wager: line.net for line in results if not _is_unit(line.wager)}
    stakes = {w: cents for w, cents in seat.wagers.items() if not _is_unit(w)}
    stakes |= {wager: cents for wager, cents in seat.insured.items() if cents}
    if every:
        for wager in dict.fromkeys((*stakes, *nets)):
            yield _side_line(wager, stakes.get(wager, 0), nets.get(wager))
        return
    open_cents = sum(cents for wager, cents in stakes.items() if wager not in nets)
    if open_cents:
        yield _side_line("side", open_cents, None)
    if nets:
        yield _side_line("side", 0, sum(nets.values()))


def _side_line(name: str, cents: int, net: int | None) -> Text:
    if net is not None:
        return Text.assemble((f"{name} ", _FAINT), _net(net))
    return Text.assemble(chip(cents), (f" {name} ", _FAINT), money(cents))
