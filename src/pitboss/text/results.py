"""What a round brought a player: one sentence for the felt, the log and the screen reader.

The amounts are those of the settlement, so the sentence and the books agree: the net of the
player's wagers, and the tips beside them, which are the dealer's (ruling C59).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pitboss.engine.events import TIP, WagerSettled
from pitboss.engine.settle import SUPER_BONUS
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.text.actions import wager_title
from pitboss.text.felt import pay_rows
from pitboss.text.numbers import gain_words, net_words, short_money
from pitboss.text.own_words import bet_title
from pitboss.text.say import say, say_name


class RoundResult(NamedTuple):
    """What a round brought a player, in cents and in words."""

    net: int
    """What all wagers gained together."""
    tips: int
    """What went to the dealer beside them."""
    words: str
    """"You won $220: Main bet -$5, Poker 1 +$75.", with the minus sign of print."""


def round_result(state: State, seats: Collection[int]) -> RoundResult:
    """Return what a round that is over brought the player at *seats*."""
    assert state.over
    lines = [line for line in state.settled if line.seat in seats and line.is_players]
    net = sum(line.net for line in lines)
    assert net == sum(cents for seat, cents in state.net().items() if seat in seats)
    tips = sum_tips(state, seats)
    parts: dict[str, list[int]] = {}
    for line in lines:
        if not line.dealer:
            parts.setdefault(bet_title(state.setup, line.wager), []).append(line.net)
    has_several = sum(map(len, parts.values())) > 1
    told = ", ".join(
        f"{title} {' '.join(map(gain_words, gains))}"
        for title, gains in parts.items()
        if has_several
    )
    words = f"{net_words(net)}{': ' if told else ''}{told}."
    if tips:
        tipped = say("Your tip of {amount} went to the dealer.", amount=short_money(tips))
        words = f"{words} {tipped}"
    return RoundResult(net, tips, words)


def sum_tips(state: State, seats: Collection[int]) -> int:
    """Return the tips of *seats*: they are no longer the players' (ruling C59)."""
    return sum(
        amount
        for seat in state.seats
        if seat.number in seats
        for wager, amount in seat.wagers.items()
        if wager.startswith(TIP)
    )


def hit_rows(setup: Setup, line: WagerSettled) -> list[tuple[str, str]]:
    """Return the rows of the felt's pay tables that a result hit: the wager and the row's title.

    A win that has no row of its own hits the row "a win"; a loss hits none.
    """
    if line.wager == SUPER_BONUS:
        main = setup.mains[0]
        bonus = wager_title(setup, line.wager)
        won = short_money(line.net)
        rows = pay_rows(setup, main)
        hit = (row for row, pay in rows if pay == won and row.startswith(bonus))
        return [(main, say_name(row)) for row in hit]
    if line.wager not in setup.configured.spots:
        return []
    known = dict(pay_rows(setup, line.wager))
    if line.rows:
        hit = (title for title in dict.fromkeys(line.rows) if title in known)
        return [(line.wager, say_name(title)) for title in hit]
    names = (line.outcome, f"a {line.outcome}", "a win" if line.net > 0 and line.pays else "")
    return [(line.wager, say_name(name)) for name in names if name in known][:1]
