"""The betting spots on screen: a row for every wager, a column for every seat of yours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from pitboss.engine.setup import Setup
from pitboss.tui.bet_slip import CHIPS_CENTS, BetSlip
from pitboss.tui.faces import chip, chip_style
from pitboss.tui.words import limit_words, pay_words, short_money

_CURSOR = "bold #10241a on #ffd75f"
_FAINT = "#a9cdb9"
_CELL_WIDTHS = (14, 12, 11, 9)
_MARGIN = 2
_RIGHT_BUTTON = 3


@dataclass(slots=True)
class _Drawing:
    """Lines, and what lies where on them, for the mouse."""

    text: Text = field(default_factory=lambda: Text(no_wrap=True))
    y: int = 0
    regions: list[tuple[int, int, int, Message]] = field(default_factory=list)

    def line(self, line: Text) -> None:
        """Add a line."""
        self.text.append_text(line)
        self.text.append("\n")
        self.y += 1

    def region(self, start: int, end: int, message: Message) -> None:
        """Say that the line to come answers to the mouse from *start* to *end*."""
        self.regions.append((self.y, start, end, message))


class BetGrid(Static):
    """Shows a bet slip; a click on a spot puts a chip there, the right button takes one away."""

    class SpotClicked(Message):
        """A spot was clicked."""

        def __init__(self, seat: int, wager: str) -> None:
            """Keep which."""
            super().__init__()
            self.seat = seat
            self.wager = wager
            self.chips = 1

    class ChipClicked(Message):
        """A chip of the rail was clicked."""

        def __init__(self, cents: int) -> None:
            """Keep which."""
            super().__init__()
            self.cents = cents

    def __init__(self, slip: BetSlip, setup: Setup) -> None:
        """Show *slip*."""
        super().__init__(id="bets")
        self.slip = slip
        self.setup = setup
        self.money = 0
        self._regions: list[tuple[int, int, int, Message]] = []

    def show(self, money: int) -> None:
        """Draw the slip again, for a player with *money* cents."""
        self.money = money
        self._draw()

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width or 78
        drawing = _Drawing()
        layout = _layout(self.slip, width)
        drawing.line(_head(self.slip, layout))
        for wager in self.slip.wagers:
            self._row(drawing, wager, layout)
        drawing.line(Text())
        self._rail(drawing)
        for line in self._pays(width):
            drawing.line(line)
        self._regions = drawing.regions
        self.update(drawing.text)

    def _row(self, drawing: _Drawing, wager: str, layout: _Columns) -> None:
        slip, spot = self.slip, self.slip.spots[wager]
        here = wager == slip.wager
        line = Text("▶ " if here else "  ", style="bold #ffd75f")
        name = spot.wager.title if layout.titles else wager
        line.append(name.ljust(layout.name), style="bold" if here else "")
        if layout.limits:
            line.append(f"  {limit_words(spot)}".ljust(layout.limits), style=_FAINT)
        for seat in slip.seats:
            start = line.cell_len
            line.append_text(self._cell(seat, wager, layout.cell))
            drawing.region(start, line.cell_len, self.SpotClicked(seat, wager))
        drawing.line(line)

    def _cell(self, seat: int, wager: str, width: int) -> Text:
        slip = self.slip
        here = (seat, wager) == (slip.seat, slip.wager)
        cents = slip.on(seat, wager)
        if here and slip.typed:
            words = f"${slip.typed}_"
        else:
            words = short_money(cents) if cents else "-"
        mark = chip(cents) if cents else Text(" ")
        filled = words.rjust(width - 4)
        return Text.assemble(" ", mark, (f" {filled} ", _CURSOR if here else "bold"))

    def _rail(self, drawing: _Drawing) -> None:
        line = Text("  chip in hand ", style=_FAINT)
        for cents in CHIPS_CENTS:
            start, held = line.cell_len, cents == self.slip.chip
            words = f" ● {short_money(cents)} "
            line.append(words, style=f"bold {chip_style(cents)}{' reverse' if held else ''}")
            drawing.region(start, line.cell_len, self.ChipClicked(cents))
        line.append(f"   on the felt {short_money(self.slip.total)}")
        line.append(f" of {short_money(self.money)}", style=_FAINT)
        drawing.line(line)

    def _pays(self, width: int) -> Iterator[Text]:
        """What the wager under the cursor pays, in as many lines as that takes."""
        wager = self.slip.wager
        rows = pay_words(self.setup, wager)
        line = Text(f"  {wager} ({limit_words(self.slip.spots[wager])}): ", style=_FAINT)
        for index, row in enumerate(rows):
            piece = row + ("" if index == len(rows) - 1 else ", ")
            if line.cell_len + len(piece) > width:
                yield line
                line = Text("    ")
            line.append(piece, style="default")
        yield line

    def on_click(self, event: events.Click) -> None:
        """Find what lies under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for y, start, end, message in self._regions:
            if offset.y == y and start <= offset.x < end:
                if isinstance(message, self.SpotClicked):
                    chips = -1 if event.button == _RIGHT_BUTTON else 1
                    message = self.SpotClicked(message.seat, message.wager)  # noqa: PLW2901
                    message.chips = chips
                self.post_message(message)
                return


@dataclass(frozen=True, slots=True)
class _Columns:
    """How wide the columns are; titles and limits only where there is room."""

    titles: bool
    name: int
    limits: int
    cell: int


def _layout(slip: BetSlip, width: int) -> _Columns:
    title = max(len(spot.wager.title) for spot in slip.spots.values())
    short = max(map(len, slip.wagers))
    limits = max(len(limit_words(spot)) for spot in slip.spots.values()) + 4
    room = width - _MARGIN
    for cell in _CELL_WIDTHS:
        cells = cell * len(slip.seats)
        if title + limits + cells <= room:
            return _Columns(titles=True, name=title, limits=limits, cell=cell)
        if title + cells <= room:
            return _Columns(titles=True, name=title, limits=0, cell=cell)
    return _Columns(titles=False, name=short, limits=0, cell=_CELL_WIDTHS[-1])


def _head(slip: BetSlip, layout: _Columns) -> Text:
    line = Text(" " * (_MARGIN + layout.name + layout.limits), style=_FAINT)
    for seat in slip.seats:
        line.append(f"seat {seat} ".rjust(layout.cell))
    return line
