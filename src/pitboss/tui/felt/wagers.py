"""The money of a seat on the felt: side wagers, tips for the dealer, results."""

from __future__ import annotations

from rich.text import Text

from pitboss.engine.events import TIP, WagerSettled
from pitboss.engine.view import SeatView, TableView
from pitboss.table.views import FeltView, rides
from pitboss.text.numbers import short_money
from pitboss.tui.felt.blocks import Block, beside, block
from pitboss.tui.felt.faces import chip

WON, LOST, EVEN = "bold #a6f5b0", "#ffa193", "#d5e8dc"
FAINT = "#a9cdb9"
LAMMERS = "bold #8fd3ff"
_SUMS = ("side", "tips")
_AMOUNT, _AMOUNT_MIN, _NAME_MIN = 9, 5, 3
"""Columns kept for an amount beside a name, and for a name beside an amount."""
_TWO_COLUMNS = 66
"""From this many columns on, many side wagers are set in two columns."""


def seat_results(table: TableView, seat: SeatView) -> list[WagerSettled]:
    """Return the results of a player's wagers, without tips."""
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
    """Return the whole text if it fits, or its most important part."""
    return whole if whole.cell_len <= width else short


def side_block(felt: FeltView, seat: SeatView, width: int, *, every_wager: bool) -> Block:
    """Draw the side wagers with chips, and their results when settled.

    Without room for *every_wager*, those of other players are added up.
    """
    riding = rides(seat)
    nets: dict[str, int] = {}
    for line in seat_results(felt.table, seat):
        if line.wager not in riding:
            nets[line.wager] = nets.get(line.wager, 0) + line.net
    stakes = {w: cents for w, cents in seat.wagers.items() if w not in riding}
    stakes |= {wager: cents for wager, cents in seat.insured.items() if cents}
    if every_wager or seat.number in felt.yours:
        names = dict.fromkeys((*stakes, *nets))
        lines = [
            _side(_name(felt, name, width), stakes.get(name, 0), nets.get(name), width)
            for name in names
        ]
        half = -(-len(lines) // 2) if width >= _TWO_COLUMNS and len(lines) > 4 else len(lines)
        return beside([block(*lines[:half]), block(*lines[half:])], gap=2)
    return block(*_add_up_others(stakes, nets, width))


def _add_up_others(stakes: dict[str, int], nets: dict[str, int], width: int) -> list[Text]:
    tips = sum(cents for wager, cents in stakes.items() if wager.startswith(TIP))
    staked = sum(cents for wager, cents in stakes.items() if wager not in nets) - tips
    lines = [_side("side", staked, None, width)] if staked else []
    if tips:
        lines.append(_side("tips", tips, None, width))
    if nets:
        lines.append(_side("side", 0, sum(nets.values()), width))
    return lines


def _name(felt: FeltView, wager: str, width: int) -> str:
    """Return the name of a wager on the felt if it fits, or its id."""
    own = wager.removeprefix(TIP)
    title = felt.titles.get(own, own.replace("-", " "))
    name = title if own == wager else f"tip on {title}"
    if len(name) + _AMOUNT <= width:
        return name
    short = wager.replace(":", " ")
    return short if len(short) + _AMOUNT_MIN <= width else _initials(short)


def _initials(wager: str) -> str:
    """Shorten an id, but keep what tells it from others.

    >>> _initials("match-bonus-2"), _initials("insurance")
    ('m-b-2', 'insurance')
    """
    *parts, last = wager.split("-")
    return "-".join([*(part[:1] for part in parts), last])


def _side(name: str, cents: int, net: int | None, width: int) -> Text:
    """Return a wager and its result; a long name is cut, an amount never."""
    amount = Text(short_money(cents)) if net is None else net_text(net)
    mark = Text.assemble(chip(cents), " ") if net is None else Text()
    room = width - mark.cell_len - amount.cell_len - 1
    if len(name) > room and (room < _NAME_MIN or name in _SUMS):
        return Text.assemble(mark, amount) if mark.cell_len + amount.cell_len <= width else amount
    shown = name if len(name) <= room else f"{name[: room - 1]}…"
    return Text.assemble(mark, (f"{shown} ", FAINT), amount)
