"""`pitboss advise co/21-holdem --community "Ks 7d" --hand "8h"`: to bet on or to fold."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
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
from pitboss.engine.setup import Setup
from pitboss.exact.holdem.advice import ASKED, advise_poker
from pitboss.exact.worth import Advice
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError

_COMMUNITY = 2


def print_poker_advice(asked: Question) -> None:
    """Print what betting and folding are worth, the best first."""
    try:
        table, community, held = _read(asked)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    advice = advise_poker(table.setup, community, held)
    if asked.as_json:
        print_json(_record(asked.game, table, community, held, advice))
        return
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    print(f"{format_cards(held)} with {format_cards(community)} in common; in units of PK")
    print_choices(advice)


def _read(asked: Question) -> tuple[Solvable, tuple[Card, Card], tuple[Card, ...]]:
    """Return the table and the cards, or raise `RulesError` with everything that is wrong."""
    community, in_common = read_cards(asked.community or "", "--community")
    held, in_hand = read_cards(asked.hand, "--hand")
    found = [*in_common, *in_hand, *_impossible(asked)]
    table = table_asked(asked, found, lambda setup: _not_here(setup, (*community, *held)))
    one, two = community
    return table, (one, two), held


def _not_here(setup: Setup, cards: tuple[Card, ...]) -> Iterator[Problem]:
    if setup.round != RoundKind.HOLDEM:
        message = "this game has no community cards"
        yield Problem(code="option/conflict", key="--community", message=message)
    yield from not_in_shoe(setup, cards)


def _impossible(asked: Question) -> Iterator[Problem]:
    if len((asked.community or "").split()) != _COMMUNITY:
        message = 'the community cards are two, as in "Ks 7d"'
        yield Problem(code="hand/impossible", key="--community", message=message)
    if len(asked.hand.split()) not in ASKED:
        message = "with the community cards, a hand of one card or two is asked to bet or to fold"
        yield Problem(code="hand/impossible", key="--hand", message=message)
    yield from played_words(asked, "this is said of a blackjack hand: name it or --community")


def _record(
    game: str,
    table: Solvable,
    community: tuple[Card, Card],
    held: tuple[Card, ...],
    advice: list[Advice],
) -> dict[str, Any]:
    return table_record(game, table) | {
        "hand": format_cards(held),
        "community": format_cards(community),
        "actions": [
            {
                "action": str(each.action),
                "value": float(each.value),
                "value_fraction": str(Fraction(each.value)),
            }
            for each in advice
        ],
        "best": str(advice[0].action),
    }
