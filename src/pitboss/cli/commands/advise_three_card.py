"""`pitboss advise co/3-card-21 --hand "three cards" --up ...`: play them, split or surrender."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
from pitboss.compiled.rule_tables import hand_of
from pitboss.engine.actions import RefusedError
from pitboss.exact.three_card_21.advice import Position, ThreeCardAdviser
from pitboss.exact.three_card_21.solver import CARDS
from pitboss.exact.worth import Advice
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.problems import Problem, RulesError

OTHERS = CARDS - 1


def print_three_card_advice(asked: Question) -> None:
    """Print what every legal choice is worth, the best first."""
    try:
        table, position = _read(asked)
        advice = ThreeCardAdviser(table.setup).advise(position)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    except RefusedError as error:
        refusal = error.refusal
        problem = Problem(code=refusal.code, key="--hand", message=refusal.message)
        refuse([problem], as_json=asked.as_json)
    if asked.as_json:
        print_json(_record(asked.game, table, position, advice))
    else:
        _print(table, position, advice)


def _read(asked: Question) -> tuple[Solvable, Position]:
    """Return the table and the hand, or raise `RulesError` with everything that is wrong."""
    hand, in_hand = read_cards(asked.hand, "--hand")
    others, in_others = read_cards(asked.other or "", "--other")
    up, in_up = read_cards(asked.up, "--up")
    found = [*in_hand, *in_others, *in_up, *_impossible(asked, hand)]
    table = table_asked(asked, found, lambda setup: not_in_shoe(setup, (*hand, *others, *up)))
    return table, Position(cards=hand, up=up[0], others=others)


def _impossible(asked: Question, hand: tuple[Card, ...]) -> Iterator[Problem]:
    """What no seat of this game is asked about."""
    split = asked.other is not None or asked.after_split
    count, least = len(asked.hand.split()), 2 if split else CARDS
    if count < least:
        message = 'a hand is three cards or more, as in "8h 8c 5d"; after a split two or more'
        yield Problem(code="hand/impossible", key="--hand", message=message)
    if split and len((asked.other or "").split()) != OTHERS:
        message = 'after a split name the cards that start the other two hands, as in "8c 5d"'
        yield Problem(code="hand/impossible", key="--other", message=message)
    yield from no_up_card(asked)
    total = hand_of(hand).total
    if total > TWENTY_ONE and (split or count != CARDS):
        message = f"{total} is over 21: there is nothing to decide"
        yield Problem(code="hand/over", key="--hand", message=message)
    if asked.doubled:
        message = "a hand that was doubled is asked nothing here"
        yield Problem(code="hand/impossible", key="--doubled", message=message)
    if asked.free:
        message = "this game has no lammers: no hand is free"
        yield Problem(code="option/conflict", key="--free", message=message)


def _record(game: str, table: Solvable, position: Position, advice: list[Advice]) -> dict[str, Any]:
    return table_record(game, table) | {
        "hand": format_cards(position.cards),
        "up": format_card(position.up),
        "other": format_cards(position.others),
        "after_split": bool(position.others),
        "before_peek": position.is_before_peek,
        "actions": [{"action": str(each.action), "value": float(each.value)} for each in advice],
        "best": str(advice[0].action),
    }


def _print(table: Solvable, position: Position, advice: list[Advice]) -> None:
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    cards, up = format_cards(position.cards), format_card(position.up)
    dealer = "no dealer blackjack"
    if position.is_before_peek:
        dealer = "a dealer blackjack counted in"
    beside = f" beside {format_cards(position.others)}" if position.others else ""
    print(f"{cards}{beside} against {up}, {dealer}; in units of the first wager")
    print_choices(advice)
