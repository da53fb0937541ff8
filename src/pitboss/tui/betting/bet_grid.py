"""The betting spots on screen: a row for every wager, a column for each of your seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.text.actions import wager_title
from pitboss.text.felt import felt_limits, pay_words
from pitboss.text.numbers import short_money
from pitboss.tui.betting.bet_slip import CHIPS_CENTS, BetSlip
from pitboss.tui.felt.faces import chip, chip_style

_CURSOR = "bold #10241a on #ffd75f"
_FAINT = "#a9cdb9"
_CELL_WIDTHS = (14, 12, 11, 9)
_RAIL_WIDTH = 74
"""Columns of the line of chips with all its words, and amounts of five digits."""
_MARGIN = 2
_RIGHT_BUTTON = 3
_BELOW = 4
"""Lines below the cursor that stay visible too: the chips, and the pays of the wager."""


_Target = tuple[int, str] | int
"""A spot, by seat and wager; or a chip of the rail, by its cents."""
_Region = tuple[int, int, int, _Target]
"""Line, first and last column, and the target there."""


@dataclass(slots=True)
class _Drawing:
    """Lines, and the targets on them, for the mouse."""

    text: Text = field(default_factory=lambda: Text(no_wrap=True))
    y: int = 0
    regions: list[_Region] = field(default_factory=list)

    def line(self, line: Text) -> None:
        """Add a line."""
        self.text.append_text(line)
        self.text.append("\n")
        self.y += 1

    def region(self, start: int, end: int, target: _Target) -> None:
        """Add a target from *start* to *end* on the next line."""
        self.regions.append((self.y, start, end, target))


class BetGrid(VerticalScroll, can_focus=False):
    """Shows a bet slip; a click on a spot adds a chip, the right button removes one."""

    @dataclass
    class SpotClicked(Message):
        """A spot was clicked, to put this many chips there."""

        seat: int
        wager: str
        chips: int

    @dataclass
    class ChipClicked(Message):
        """A chip of the rail was clicked."""

        cents: int

    def __init__(self, slip: BetSlip, setup: Setup) -> None:
        """Show *slip*."""
        super().__init__(Static(id="spots"), id="bets")
        self.slip = slip
        self.setup = setup
        self.money = 0
        self._regions: list[_Region] = []

    def show(self, money: int) -> None:
        """Draw the slip again, for a player with *money* cents."""
        self.money = money
        self._draw()

    def on_resize(self) -> None:
        """Fit the columns to the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        drawing = _Drawing()
        layout = _layout(self.slip, self.setup, width)
        drawing.line(_head(self.slip, layout))
        for wager in self.slip.wagers:
            self._row(drawing, wager, layout)
        drawing.line(Text())
        self._rail(drawing, width)
        rows = pay_words(self.setup, self.slip.wager)
        listed = drawing.y + len(rows) + 4 < height
        if listed:
            drawing.line(Text())
        for line in self._list_pays(rows) if listed else self._pays_in_line(rows, width):
            drawing.line(line)
        self._regions = drawing.regions
        self.query_one("#spots", Static).update(drawing.text)
        self.call_after_refresh(self._keep_cursor_in_sight)

    def _keep_cursor_in_sight(self) -> None:
        """Scroll to the cursor after the layout."""
        height = self.content_size.height
        line = self.slip.row + 1  # below the head
        if height and (line < self.scroll_y + 1 or line >= self.scroll_y + height - _BELOW):
            top = 0 if line < height - _BELOW else line - height + _BELOW + 1
            self.scroll_to(y=top, animate=False)

    def _row(self, drawing: _Drawing, wager: str, layout: _Columns) -> None:
        slip = self.slip
        here = wager == slip.wager
        name = wager_title(self.setup, wager) if layout.titles else wager
        line = Text.assemble(("▶ " if here else "  ", "bold #ffd75f"))
        line.append(name.ljust(layout.name), style="bold" if here else "")
        if layout.limits:
            line.append(f"  {_limits(slip, wager, self.setup)}".ljust(layout.limits), style=_FAINT)
        for seat in slip.seats:
            start = line.cell_len
            line.append_text(self._cell(seat, wager, layout.cell))
            drawing.region(start, line.cell_len, (seat, wager))
        drawing.line(line)

    def _cell(self, seat: int, wager: str, width: int) -> Text:
        slip = self.slip
        here = (seat, wager) == (slip.seat, slip.wager)
        cents = slip.on(seat, wager)
        amount = short_money(cents) if cents else "-"
        words = f"${slip.typed}_" if here and slip.typed else amount
        mark = chip(cents) if cents else Text(" ")
        filled = words.rjust(width - 4)
        return Text.assemble(" ", mark, (f" {filled} ", _CURSOR if here else "bold"))

    def _rail(self, drawing: _Drawing, width: int) -> None:
        is_narrow = width < _RAIL_WIDTH
        line = Text.assemble(("  chip " if is_narrow else "  chip in hand ", _FAINT))
        for cents in CHIPS_CENTS:
            start = line.cell_len
            held = cents == self.slip.chip
            words = f" ● {short_money(cents)} "
            line.append(words, style=f"bold {chip_style(cents)}{' reverse' if held else ''}")
            drawing.region(start, line.cell_len, cents)
        total = "  bet" if is_narrow else "   on the felt"
        line.append(f"{total} {short_money(self.slip.total)}")
        line.append(f" of {short_money(self.money)}", style=_FAINT)
        drawing.line(line)

    def _pays_title(self) -> Text:
        wager = self.slip.wager
        whose = ", won for the dealer" if wager.startswith(TIP) else ""
        title = wager_title(self.setup, wager)
        return Text.assemble(
            (f"  {title} ({_limits(self.slip, wager, self.setup)}{whose})  ", _FAINT)
        )

    def _pays_in_line(self, rows: tuple[str, ...], width: int) -> Iterator[Text]:
        """Return the pays of the wager under the cursor, wrapped."""
        line = self._pays_title()
        for index, row in enumerate(rows):
            piece = row + ("" if index == len(rows) - 1 else " · ")
            if line.cell_len + len(piece) > width:
                yield line
                line = Text("    ")
            line.append(piece)
        yield line

    def _list_pays(self, rows: tuple[str, ...]) -> Iterator[Text]:
        """Return the pays, a line for each, if there is room."""
        yield self._pays_title()
        pairs = [row.rpartition(": ") for row in rows]
        wide = max(len(name) for name, _, _ in pairs)
        for name, _, pay in pairs:
            yield Text.assemble(f"    {name.ljust(wide)}   ", (pay, "bold #a6f5b0"))

    def on_click(self, event: events.Click) -> None:
        """Find the target under the mouse."""
        offset = event.get_content_offset(self.query_one("#spots"))
        if offset is None:
            return
        for y, start, end, target in self._regions:
            if offset.y == y and start <= offset.x < end:
                if isinstance(target, int):
                    self.post_message(self.ChipClicked(target))
                else:
                    chips = -1 if event.button == _RIGHT_BUTTON else 1
                    self.post_message(self.SpotClicked(*target, chips))


@dataclass(frozen=True, slots=True)
class _Columns:
    """The widths of the columns; titles and limits only if there is room."""

    titles: bool
    name: int
    limits: int
    cell: int


def _limits(slip: BetSlip, wager: str, setup: Setup) -> str:
    if wager.removeprefix(TIP) in slip.closed:
        return "after the next shuffle"
    spot = slip.spots[wager]
    if wager.startswith(TIP):
        most = spot.tip_max
        return "up to your wager" if most is None else f"up to {short_money(most)}"
    return felt_limits(setup, spot)


def _layout(slip: BetSlip, setup: Setup, width: int) -> _Columns:
    title = max(len(wager_title(setup, wager)) for wager in slip.wagers)
    short = max(map(len, slip.wagers))
    limits = max(len(_limits(slip, wager, setup)) for wager in slip.wagers) + 4
    room = width - _MARGIN
    for cell in _CELL_WIDTHS:
        cells = cell * len(slip.seats)
        if title + limits + cells <= room:
            return _Columns(titles=True, name=title, limits=limits, cell=cell)
        if title + cells <= room:
            return _Columns(titles=True, name=title, limits=0, cell=cell)
    return _Columns(titles=False, name=short, limits=0, cell=_CELL_WIDTHS[-1])


def _head(slip: BetSlip, layout: _Columns) -> Text:
    line = Text(" " * (_MARGIN + layout.name + layout.limits))
    for seat in slip.seats:
        line.append(f"seat {seat} ".rjust(layout.cell), style=_FAINT)
    return line
