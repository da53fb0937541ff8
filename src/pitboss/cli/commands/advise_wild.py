"""`pitboss advise co/deuces-wild-xtreme --hand "five cards"`: play them, or fold."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from pitboss.cards import Card, format_cards
from pitboss.cli.commands.advise import (
    Question,
    not_in_shoe,
    played_words,
    print_choices,
    read_cards,
    table_asked,
    table_record,
)
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable
from pitboss.exact.counting.wild_counts import HAND_SIZE
from pitboss.exact.wild_poker.advice import advise_wild
from pitboss.exact.wild_poker.solution import HandValue
from pitboss.exact.worth import Advice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.hands import wild_name


def print_wild_advice(asked: Question) -> None:
    """Print what playing and folding are worth, the best first."""
    try:
        table, cards = _read(asked)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    advice, hand = advise_wild(table.setup, cards)
    if asked.as_json:
        print_json(_record(asked.game, table, cards, advice, hand))
    else:
        _print(table, cards, advice, hand)


def _read(asked: Question) -> tuple[Solvable, tuple[Card, ...]]:
    """Return the table and the cards, or raise `RulesError` with everything that is wrong."""
    cards, found = read_cards(asked.hand, "--hand")
    found += tuple(_impossible(asked))
    table = table_asked(asked, found, lambda setup: not_in_shoe(setup, cards))
    return table, cards


def _impossible(asked: Question) -> Iterator[Problem]:
    if len(asked.hand.split()) != HAND_SIZE:
        message = 'a hand is five cards here, as in "4s 4h 9d 7c Jk"'
        yield Problem(code="hand/impossible", key="--hand", message=message)
    yield from played_words(asked, "the dealer shows nothing before the decision: leave this out")


def _record(
    game: str, table: Solvable, cards: tuple[Card, ...], advice: list[Advice], hand: HandValue
) -> dict[str, Any]:
    won, tied, lost = hand.met
    return table_record(game, table) | {
        "hand": format_cards(cards),
        "name": wild_name(cards),
        "dealer_hands": {"win": won, "tie": tied, "lose": lost},
        "actions": [
            {
                "action": str(each.action),
                "value": float(each.value),
                "value_fraction": str(each.value),
            }
            for each in advice
        ],
        "best": str(advice[0].action),
    }


def _print(table: Solvable, cards: tuple[Card, ...], advice: list[Advice], hand: HandValue) -> None:
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    won, tied, lost = hand.met
    print(f"{format_cards(cards)}, {wild_name(cards)}; in units of the ante, with Odds")
    print(f"beats {won:,} dealer hands, ties with {tied:,}, loses to {lost:,}")
    print_choices(advice)
