"""`pitboss advise co/blackjack-switch --hand ... --other ...`: whether to switch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, format_card, format_cards
from pitboss.cli.commands.advise import (
    Question,
    no_up_card,
    not_in_shoe,
    print_choices,
    read_cards,
    table_asked,
    table_record,
)
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.switch.advice import Cards, advise_switch, exchanged
from pitboss.exact.worth import Advice
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """A seat that is asked whether to switch."""

    table: Solvable
    first: Cards
    second: Cards
    up: Card

    def hands(self, action: ActionKind) -> tuple[Cards, Cards]:
        """Return the hands that are played then."""
        if action is ActionKind.KEEP:
            return self.first, self.second
        return exchanged(self.first, self.second)


def print_switch_advice(asked: Question) -> None:
    """Print what switching and keeping are worth, the best first."""
    try:
        seat = _read(asked)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    advice = advise_switch(seat.table.setup, seat.first, seat.second, seat.up)
    if asked.as_json:
        print_json(_record(asked.game, seat, advice))
    else:
        _print(seat, advice)


def _read(asked: Question) -> _Seat:
    """Return the seat, or raise `RulesError` with everything that is wrong."""
    hand, in_hand = read_cards(asked.hand, "--hand")
    other, in_other = read_cards(asked.other or "", "--other")
    up, in_up = read_cards(asked.up, "--up")
    found = [*in_hand, *in_other, *in_up, *_impossible(asked)]
    table = table_asked(asked, found, lambda setup: _not_here(setup, (*hand, *other, *up)))
    (one, two), (three, four) = hand, other
    return _Seat(table=table, first=(one, two), second=(three, four), up=up[0])


def _not_here(setup: Setup, cards: tuple[Card, ...]) -> Iterator[Problem]:
    if setup.round != RoundKind.SWITCH:
        message = "a seat has no other hand here to switch cards with"
        yield Problem(code="option/conflict", key="--other", message=message)
    yield from not_in_shoe(setup, cards)


def _impossible(asked: Question) -> Iterator[Problem]:
    """What no seat has that is asked: more or fewer than two cards in a hand, played ones."""
    for key, text in (("--hand", asked.hand), ("--other", asked.other or "")):
        if len(text.split()) != 2:
            message = 'a hand that may be switched is two cards, as in "Ts 6h"'
            yield Problem(code="hand/impossible", key=key, message=message)
    yield from no_up_card(asked)
    played = {"--doubled": asked.doubled, "--after-split": asked.after_split, "--free": asked.free}
    for key, given in played.items():
        if given:
            message = "hands are switched before they are played: name this or --other"
            yield Problem(code="option/conflict", key=key, message=message)


def _record(game: str, seat: _Seat, advice: list[Advice]) -> dict[str, Any]:
    return table_record(game, seat.table) | {
        "hand": format_cards(seat.first),
        "other": format_cards(seat.second),
        "up": format_card(seat.up),
        "actions": [
            {
                "action": str(each.action),
                "value": float(each.value),
                "hands": [format_cards(hand) for hand in seat.hands(each.action)],
            }
            for each in advice
        ],
        "best": str(advice[0].action),
    }


def _print(seat: _Seat, advice: list[Advice]) -> None:
    if seat.table.assumed:
        print(seat.table.assumed_words, file=sys.stderr)
    first, second = (format_cards(hand) for hand in (seat.first, seat.second))
    made = " and ".join(format_cards(hand) for hand in seat.hands(ActionKind.SWITCH))
    print(f"{first} and {second} against {format_card(seat.up)}, no dealer blackjack")
    print(f"switched they are {made}; both hands in units of one wager")
    print_choices(advice)
