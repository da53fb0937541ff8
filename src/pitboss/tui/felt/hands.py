"""The hands of a seat on the felt with its money: cards, totals, side wagers, tips, results."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.text import Text

from pitboss.cards import Card
from pitboss.engine.events import TIP, WagerSettled
from pitboss.engine.rounds.pai_jack import totals
from pitboss.engine.state import Status
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.sitting.coach import choice_words
from pitboss.sitting.kinds import TABLE_KINDS
from pitboss.sitting.views import FeltView, rides
from pitboss.text.actions import (
    LAMMER,
    doubling_words,
    hand_words,
    lammer_words,
    poker_words,
)
from pitboss.text.numbers import rounded_money, short_money
from pitboss.tui.felt.blocks import Block, below, beside, block, column, flowing
from pitboss.tui.felt.faces import Size, chip, draw_choice, fan

TURN = "bold #10241a on #ffd75f"
_SAID = "bold #ffffff"
_POKER = "bold #8fd3ff"
_GROUPS_GAP = 2
DEAR = "bold #ff8a7a"
CHEAP = "bold #ffc46b"
"""The colours of a mistake: red, or amber if it is small."""
_DEAR_UNITS = 0.05
_VERDICT_MIN = 10


def hand_block(felt: FeltView, seat: SeatView, hand: HandView, width: int, size: Size) -> Block:
    """Draw a hand with its cards, its total and its money."""
    captions = [
        *_hand_text(felt, seat, hand, width),
        *_money_lines(felt.table, seat, hand, width),
        *_verdict_lines(felt, seat, hand, width),
    ]
    lying = _cards(felt, seat, hand, width, size)
    inner = min(width, max(lying.width, *(line.cell_len for line in captions), 0))
    return below([column(lying, inner), column(block(*captions), inner)])


def _cards(felt: FeltView, seat: SeatView, hand: HandView, width: int, size: Size) -> Block:
    if felt.table.community:  # 2104(6): the blackjack hands are back in the deck
        return Block()
    if felt.setting is not None and felt.is_at_turn(seat.number, hand.number):
        return draw_choice(felt.setting, size, width)
    if hand.low:
        return set_block(hand.cards, hand.low, size, width)
    return fan(hand.cards, size, width, face_down=hand.face_down)


def set_block(cards: tuple[Card, ...], low: tuple[Card, ...], size: Size, width: int) -> Block:
    """Draw five cards as set: the high hand and the low hand, each with its total."""
    high = tuple(card for card in cards if card not in low)
    groups = zip(("high", "low"), (high, low), totals(cards, low), strict=True)
    drawn = []
    for name, group, total in groups:
        lying = fan(group, size, width)
        words = block(Text(f"{name} {total}", style=_SAID))
        inner = max(lying.width, words.width)
        drawn.append(below([column(lying, inner), column(words, inner)]))
    return flowing(drawn, width, gap=_GROUPS_GAP)


def _hand_text(felt: FeltView, seat: SeatView, hand: HandView, width: int) -> Iterator[Text]:
    """Return the words of a hand; the totals of a set hand are already under its cards."""
    at_turn = felt.is_at_turn(seat.number, hand.number)
    words = "" if hand.low else hand_words(hand, felt.table.round)
    if at_turn and felt.setting is not None:
        return  # the numbers of the cards stand here
    if at_turn and len(seat.hands) > 1:
        yield Text(f"▶ {words}", style=TURN)
    elif not hand.low:
        yield from wrap_words(words, width)


def wrap_words(words: str, width: int) -> list[Text]:
    """Wrap words to *width*; return at least one line, so the felt does not move.

    >>> [line.plain for line in wrap_words("full house, tens over twos", 12)]
    ['full house,', 'tens over', 'twos']
    """
    return [Text(line, style=_SAID) for line in wrap(words, max(width, 1))] or [Text()]


def poker_block(felt: FeltView, seat: SeatView, width: int, size: Size) -> Block:
    """Draw the cards of a poker part, and the hand they make with the community cards (2104(7))."""
    lying = fan(seat.poker, size, width, face_down=seat.poker_face_down)
    if not lying.height:
        return Block()
    captions = block(*wrap_words("" if seat.folded else poker_words(felt.table, seat), width))
    inner = min(width, max(lying.width, captions.width))
    return below([column(lying, inner), column(captions, inner)])


def two_card_block(felt: FeltView, seat: SeatView, width: int) -> Block:
    """Return the two-card poker hand of a seat (2106)."""
    if not TABLE_KINDS[felt.table.round].two_card_poker:
        return Block()
    words = "" if seat.folded else poker_words(felt.table, seat)
    return block(*(Text(line, style=_POKER) for line in wrap(words, width) or [""]))


def _money_lines(table: TableView, seat: SeatView, hand: HandView, width: int) -> Iterator[Text]:
    """Return the stake of a hand and its lammers, or its result."""
    lines = [
        line
        for line in seat_results(table, seat)
        if line.hand == hand.number and line.wager in hand.units
    ]
    if hand.status == Status.SETTLED and lines:
        net = net_text(sum(line.net for line in lines))
        outcome = Text(lines[0].outcome, style=FAINT)
        outcome = outcome if lines[0].outcome == "push" else Text.assemble(outcome, " ", net)
        yield widest(width, outcome, net)
    elif hand.status != Status.SETTLED:
        yield from _stake_lines(hand, len(hand.units), width)
    if hand.switched:
        yield Text("switched", style=FAINT)


def _verdict_lines(felt: FeltView, seat: SeatView, hand: HandView, width: int) -> Iterator[Text]:
    """Return the cost of a mistake with this hand, and the better choice."""
    decision = felt.verdicts.get((seat.number, hand.number))
    if decision is None or not decision.judged.is_mistake:
        return
    judged = decision.judged
    lost = rounded_money(judged.cost_cents)
    best = choice_words(judged.worth.best)
    style = DEAR if judged.cost >= _DEAR_UNITS else CHEAP
    words = f"✗ {judged.action} cost {lost}, best: {best}"
    yield from (Text(line, style=style) for line in wrap(words, max(width, _VERDICT_MIN)))


def _stake_lines(hand: HandView, units: int, width: int) -> Iterator[Text]:
    many = f" x{units}" if units > 1 else ""
    if hand.stake:
        stake = Text(f"{short_money(hand.stake)}{many}")
        yield widest(width, Text.assemble(chip(hand.stake), " ", stake), stake)
    if hand.free:
        short = Text(f"{LAMMER} {short_money(hand.free)}", style=LAMMERS)
        yield widest(width, Text(lammer_words(hand.free), style=LAMMERS), short)
    if hand.doublings:
        yield Text(doubling_words(hand, width), style=FAINT)


WON = "bold #a6f5b0"
LOST = "#ffa193"
EVEN = "#d5e8dc"
FAINT = "#a9cdb9"
LAMMERS = "bold #8fd3ff"
_SUMS = ("side", "tips")
_AMOUNT = 9
_AMOUNT_MIN = 5
_NAME_MIN = 3
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
