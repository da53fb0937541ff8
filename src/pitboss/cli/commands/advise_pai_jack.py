"""`pitboss advise co/pai-jack --hand "five cards"`: every setting and what it is worth."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from pitboss.cards import Card, format_cards
from pitboss.cli.commands.advise import (
    Question,
    not_in_shoe,
    played_words,
    read_cards,
    table_asked,
    table_record,
)
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.exact.pai_jack.advice import Setting, advise_setting
from pitboss.exact.pai_jack.hands import HAND_SIZE
from pitboss.rulebook.problems import Problem, RulesError


def print_setting_advice(asked: Question) -> None:
    """Print what every setting is worth, the best first."""
    try:
        table, cards = _read(asked)
        found = advise_setting(table.setup, cards)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    except RefusedError as error:
        refusal = error.refusal
        problem = Problem(code=refusal.code, key="--hand", message=refusal.message)
        refuse([problem], as_json=asked.as_json)
    if asked.as_json:
        print_json(_record(asked.game, table, cards, found))
    else:
        _print(table, cards, found)


def _read(asked: Question) -> tuple[Solvable, tuple[Card, ...]]:
    """Return the table and the cards, or raise `RulesError` with everything that is wrong."""
    cards, found = read_cards(asked.hand, "--hand")
    found += tuple(_impossible(asked))
    table = table_asked(asked, found, lambda setup: not_in_shoe(setup, cards))
    return table, cards


def _impossible(asked: Question) -> Iterator[Problem]:
    if len(asked.hand.split()) != HAND_SIZE:
        message = 'a hand is five cards here, as in "Ts 9h 5d 4c As"'
        yield Problem(code="hand/impossible", key="--hand", message=message)
    yield from played_words(asked, "a hand is set before anything is seen: leave this out")


def _record(
    game: str, table: Solvable, cards: tuple[Card, ...], found: list[Setting]
) -> dict[str, Any]:
    return table_record(game, table) | {
        "hand": format_cards(cards),
        "actions": [_setting(each) for each in found],
        "best": str(ActionKind.SET),
        "best_low": format_cards(found[0].low),
    }


def _setting(each: Setting) -> dict[str, Any]:
    said: dict[str, Any] = {
        "action": str(ActionKind.SET),
        "low": format_cards(each.low),
        "high": format_cards(each.high),
        "low_total": each.low_total,
        "high_total": each.high_total,
        "value": float(each.value),
        "value_fraction": str(each.value),
        "house_way": each.is_house_way,
        "foul": each.is_foul,
    }
    if each.chances is not None:
        counted = each.chances
        said |= {"win": counted.win, "push": counted.push, "lose": counted.lose}
    return said


def _print(table: Solvable, cards: tuple[Card, ...], found: list[Setting]) -> None:
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    print(f"{format_cards(cards)}; in units of the main wager")
    for each in found:
        cost = float(found[0].value - each.value)
        said = "the best" if each is found[0] else f"costs {cost:.6f}"
        note = ", the house way" if each.is_house_way else ", a foul" if each.is_foul else ""
        low = f"low {format_cards(each.low)} ({each.low_total})"
        high = f"high {format_cards(each.high)} ({each.high_total})"
        print(f"  {low:<15} {high:<19}{float(each.value):>+10.6f}   {said}{note}")
