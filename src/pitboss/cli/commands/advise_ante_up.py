"""`pitboss advise co/ante-up-21 --hand "9s 8d" --up Kh`: bet or fold, then how to play."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cards import Card, format_card, format_cards
from pitboss.cli.commands.advise import (
    Question,
    no_up_card,
    not_in_shoe,
    read_cards,
    table_asked,
    table_record,
)
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable
from pitboss.compiled.rule_tables import hand_of
from pitboss.exact.ante_up.advice import AnteUpAdvice, Choice, advise_ante_up
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.problems import Problem, RulesError


def print_ante_up_advice(asked: Question) -> None:
    """Print what every choice is worth, the best first."""
    try:
        table, cards, up = _read(asked)
        advice = _advice(table, cards, up)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    if asked.as_json:
        print_json(_record(asked.game, table, cards, up, advice))
    else:
        _print(table, cards, up, advice)


def _advice(table: Solvable, cards: tuple[Card, ...], up: Card) -> AnteUpAdvice:
    advice = advise_ante_up(table.setup, cards, up)
    if not (advice.first or advice.hand):
        message = "this hand is asked nothing: it stands"
        raise RulesError([Problem(code="hand/nothing-asked", key="--hand", message=message)])
    return advice


def _read(asked: Question) -> tuple[Solvable, tuple[Card, ...], Card]:
    """Return the table and the cards, or raise `RulesError` with everything that is wrong."""
    hand, in_hand = read_cards(asked.hand, "--hand")
    up, in_up = read_cards(asked.up, "--up")
    found = [*in_hand, *in_up, *_impossible(asked, hand)]
    table = table_asked(asked, found, lambda setup: not_in_shoe(setup, (*hand, *up)))
    return table, hand, up[0]


def _impossible(asked: Question, hand: tuple[Card, ...]) -> Iterator[Problem]:
    if len(asked.hand.split()) < 2:
        message = 'a hand is two cards or more, as in "9s 8d"'
        yield Problem(code="hand/impossible", key="--hand", message=message)
    yield from no_up_card(asked)
    total = hand_of(hand).total
    if total > TWENTY_ONE:
        message = f"{total} is over 21: there is nothing to decide"
        yield Problem(code="hand/over", key="--hand", message=message)
    said = {"--doubled": asked.doubled, "--after-split": asked.after_split, "--free": asked.free}
    for key, given in said.items():
        if given:
            message = "only a hand that is neither doubled nor split is valued here: leave this out"
            yield Problem(code="option/conflict", key=key, message=message)


def _record(
    game: str, table: Solvable, cards: tuple[Card, ...], up: Card, advice: AnteUpAdvice
) -> dict[str, Any]:
    """With two cards `actions` are bet and fold, and `after_bet` is the hand."""
    said = table_record(game, table) | {"hand": format_cards(cards), "up": format_card(up)}
    if not advice.first:
        return said | _choices(advice.hand)
    return said | _choices(advice.first) | {"after_bet": _choices(advice.hand)}


def _choices(choices: Sequence[Choice]) -> dict[str, Any]:
    return {
        "actions": [{"action": str(each.action)} | each.worth.as_json() for each in choices],
        "best": str(choices[0].action) if choices else None,
    }


def _print(table: Solvable, cards: tuple[Card, ...], up: Card, advice: AnteUpAdvice) -> None:
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    print(
        f"{format_cards(cards)} against {format_card(up)}; in units of the ANTE, with an equal 21"
    )
    print(f"{'':<14}{'both':>10}{'21':>11}{'poker':>11}")
    _print_choices(advice.first)
    if advice.first and advice.hand:
        print("once the bet is made and the dealer has no blackjack")
    _print_choices(advice.hand)


def _print_choices(choices: Sequence[Choice]) -> None:
    for each in choices:
        worth, cost = each.worth, float(choices[0].worth.both - each.worth.both)
        said = "the best" if each is choices[0] else f"costs {cost:.6f}"
        parts = f"{float(worth.of_21):>+11.6f}{float(worth.of_poker):>+11.6f}"
        print(f"  {each.action:<12}{float(worth.both):>+10.6f}{parts}   {said}")
