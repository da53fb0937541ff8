"""The money of a seat as the felt shows it: side wagers, tips for the dealer, results."""

from __future__ import annotations

from rich.text import Text

from pitboss.engine.events import TIP, WagerSettled
from pitboss.engine.view import SeatView, TableView
from pitboss.table.views import Seen, rides
from pitboss.text.numbers import short_money
from pitboss.tui.felt.blocks import Block, beside, block
from pitboss.tui.felt.faces import chip

WON, LOST, EVEN = "bold #a6f5b0", "#ffa193", "#d5e8dc"
FAINT = "#a9cdb9"
LAMMERS = "bold #8fd3ff"
_TWO_COLUMNS = 66
"""From how many columns on many side wagers are set in two columns."""


def results_of(table: TableView, seat: SeatView) -> list[WagerSettled]:
    """Return what a player's wagers came to; what the dealer is given is not among it."""
    return [
        line
        for line in table.settled
        if line.seat == seat.number and line.is_players and not line.dealer
    ]


def net_text(cents: int) -> Text:
    """Write a gain or a loss in its colour."""
    style = WON if cents > 0 else LOST if cents < 0 else EVEN
    return Text(short_money(cents, sign=True), style=style)


def widest(width: int, whole: Text, short: Text) -> Text:
    """Return the whole text if it fits, else what matters most of it."""
    return whole if whole.cell_len <= width else short


def side_block(felt: Seen, seat: SeatView, width: int, *, every_wager: bool) -> Block:
    """Draw the side wagers with chips, and their results once they are settled.

    Where there is no room for *every_wager*, they are added up.
    """
    riding = rides(seat)
    nets: dict[str, int] = {}
    for line in results_of(felt.table, seat):
        if line.wager not in riding:
            nets[line.wager] = nets.get(line.wager, 0) + line.net
    stakes = {w: cents for w, cents in seat.wagers.items() if w not in riding}
    stakes |= {wager: cents for wager, cents in seat.insured.items() if cents}
    if every_wager:
        names = dict.fromkeys((*stakes, *nets))
        lines = [_side(name, stakes.get(name, 0), nets.get(name), width) for name in names]
        half = -(-len(lines) // 2) if width >= _TWO_COLUMNS and len(lines) > 4 else len(lines)
        return beside([block(*lines[:half]), block(*lines[half:])], gap=2)
    return block(*_added_up(stakes, nets, width))


def _added_up(stakes: dict[str, int], nets: dict[str, int], width: int) -> list[Text]:
    tips = sum(cents for wager, cents in stakes.items() if wager.startswith(TIP))
    staked = sum(cents for wager, cents in stakes.items() if wager not in nets) - tips
    lines = [_side("side", staked, None, width)] if staked else []
    if tips:
        lines.append(_side("tips", tips, None, width))
    if nets:
        lines.append(_side("side", 0, sum(nets.values()), width))
    return lines


def _side(name: str, cents: int, net: int | None, width: int) -> Text:
    name = name.replace(":", " ")
    if net is not None:
        return widest(width, Text.assemble((f"{name} ", FAINT), net_text(net)), net_text(net))
    amount = Text(short_money(cents))
    line = Text.assemble(chip(cents), (f" {name} ", FAINT), amount)
    return widest(width, line, Text.assemble(chip(cents), amount))
