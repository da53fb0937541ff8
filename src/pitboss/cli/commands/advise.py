"""`pitboss advise`: every legal choice with a hand, and what it is worth."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, NotationError, format_card, format_cards, parse_card
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable, solvable
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.advice import Position, advise
from pitboss.exact.worth import Advice
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, value
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import games


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What was asked on the command line."""

    game: str
    hand: str
    up: str
    other: str | None = None
    """The seat's other hand: whether to switch is asked. 3 Card 21: what starts the other two."""
    community: str | None = None
    """The community cards of a poker part: then what is asked is whether to fold."""
    options: Sequence[str] = ()
    doubled: int = 0
    after_split: bool = False
    free: bool = False
    as_json: bool = False


def print_advice(asked: Question) -> None:
    """Print what every legal choice is worth, the best first."""
    if asked.community is not None:
        from pitboss.cli.commands.advise_holdem import print_poker_advice

        print_poker_advice(asked)
        return
    if (other := _other_adviser(asked)) is not None:
        other(asked)
        return
    if asked.other is not None:
        from pitboss.cli.commands.advise_switch import print_switch_advice

        print_switch_advice(asked)
        return
    try:
        table, position = _read(asked)
        advice = advise(table.setup, position)
    except RulesError as error:
        refuse(error.problems, as_json=asked.as_json)
    except RefusedError as error:
        refusal = error.refusal
        problem = Problem(code=refusal.code, key="", message=refusal.message)
        refuse([problem], as_json=asked.as_json)
    if asked.as_json:
        print_json(_record(asked.game, table, position, advice))
    else:
        _print(table, position, advice)


def _other_adviser(asked: Question) -> Callable[[Question], None] | None:
    """Return who answers for a kind of round that is no blackjack."""
    from pitboss.cli.commands.advise_others import ADVISERS

    return next((ADVISERS.get(game.round) for game in games() if game.id == asked.game), None)


def _read(asked: Question) -> tuple[Solvable, Position]:
    """Return the table and the hand, or raise `RulesError` with everything that is wrong."""
    hand, in_hand = read_cards(asked.hand, "--hand")
    up, in_up = read_cards(asked.up, "--up")
    found = [*in_hand, *in_up, *_impossible(asked, hand)]
    table = table_asked(asked, found, lambda setup: _not_here(asked, setup, (*hand, *up)))
    return table, _position(asked, hand, up[0])


def table_asked(
    asked: Question, found: Iterable[Problem], here: Callable[[Setup], Iterable[Problem]]
) -> Solvable:
    """Return the table, or raise `RulesError` with everything that is wrong.

    That is what was *found* before, and what is wrong with the table or, if nothing is, *here*.
    """
    try:
        table = solvable(asked.game, asked.options)
    except RulesError as error:
        raise RulesError([*error.problems, *found]) from None
    if wrong := [*found, *here(table.setup)]:
        raise RulesError(wrong)
    return table


def read_cards(text: str, key: str) -> tuple[tuple[Card, ...], tuple[Problem, ...]]:
    """Read cards; every word that is none is a problem."""
    cards, found = [], []
    for word in text.split():
        try:
            cards.append(parse_card(word))
        except NotationError as error:
            message = str(error).rstrip(".")
            found.append(Problem(code=error.code, key=key, message=message))
    return tuple(cards), tuple(found)


def _impossible(asked: Question, hand: tuple[Card, ...]) -> Iterator[Problem]:
    """What no table has: a hand of one card, two up cards, a total over 21 that asks something."""
    if len(asked.hand.split()) < 2:
        message = 'a hand is two cards or more, as in "6h 7h"'
        yield Problem(code="hand/impossible", key="--hand", message=message)
    yield from no_up_card(asked)
    if asked.doubled < 0:
        message = "a hand cannot be doubled fewer than 0 times"
        yield Problem(code="hand/impossible", key="--doubled", message=message)
    total = best_total(sum(map(value, hand)), any(map(is_ace, hand)))
    if total > TWENTY_ONE:
        message = f"{total} is over 21: there is nothing to decide"
        yield Problem(code="hand/over", key="--hand", message=message)


def no_up_card(asked: Question) -> Iterator[Problem]:
    """Whether anything but one up card was named."""
    if len(asked.up.split()) != 1:
        yield Problem(code="hand/no-up-card", key="--up", message="name one up card, as in 2s")


def _not_here(asked: Question, setup: Setup, cards: tuple[Card, ...]) -> Iterator[Problem]:
    """What this table does not have: cards, doublings, lammers."""
    yield from not_in_shoe(setup, cards)
    most = setup.rules.doublings if setup.rules.redouble else 1
    if asked.doubled > most:
        times = "once" if most == 1 else f"{most} times"
        message = f"a hand is doubled at most {times} here, not {asked.doubled} times"
        yield Problem(code="hand/impossible", key="--doubled", message=message)
    if asked.free and not setup.rules.free_bets:
        message = "this game has no lammers: no hand is free"
        yield Problem(code="option/conflict", key="--free", message=message)


def played_words(asked: Question, message: str) -> Iterator[Problem]:
    """Yield what was said of a blackjack hand where none is played."""
    said = {
        "--up": asked.up,
        "--other": asked.other,
        "--doubled": asked.doubled,
        "--after-split": asked.after_split,
        "--free": asked.free,
    }
    for key, given in said.items():
        if given:
            yield Problem(code="option/conflict", key=key, message=message)


def not_in_shoe(setup: Setup, cards: tuple[Card, ...]) -> Iterator[Problem]:
    """Yield the cards that the shoe has not, or not so often."""
    in_shoe = Counter(setup.shoe.cards())
    for card, count in Counter(cards).items():
        if count > in_shoe[card]:
            name = format_card(card)
            message = f"the shoe has {in_shoe[card]} of {name}, not {count}"
            if not in_shoe[card]:
                message = f"the shoe has no {name}"
            yield Problem(code="record/card-not-in-shoe", key="", message=message)


def _position(asked: Question, hand: tuple[Card, ...], up: Card) -> Position:
    """A hand that a lammer carries was made by a split."""
    return Position(
        cards=hand,
        up=up,
        doublings=asked.doubled,
        after_split=asked.after_split or asked.free,
        carried=asked.free,
    )


def _record(game: str, table: Solvable, position: Position, advice: list[Advice]) -> dict[str, Any]:
    return table_record(game, table) | {
        "hand": format_cards(position.cards),
        "up": format_card(position.up),
        "doubled": position.doublings,
        "after_split": position.after_split,
        "free": position.carried,
        "actions": [{"action": str(each.action), "value": float(each.value)} for each in advice],
        "best": str(advice[0].action),
    }


def table_record(game: str, table: Solvable) -> dict[str, Any]:
    """Return which table the advice is for."""
    return {
        "game": game,
        "options": dict(table.setup.configured.options),
        "digest": table.setup.configured.digest,
        "assumed": list(table.assumed),
    }


def _print(table: Solvable, position: Position, advice: list[Advice]) -> None:
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    cards, up = format_cards(position.cards), format_card(position.up)
    print(f"{cards} against {up}, no dealer blackjack; in units of the first wager")
    if table.setup.round == RoundKind.SWITCH:
        print("once switched or kept, by itself: the cards of the other hand are not looked at")
    print_choices(advice)


def print_choices(advice: list[Advice]) -> None:
    """Print what each choice is worth, and what it costs against the best."""
    for each in advice:
        cost = float(advice[0].value - each.value)
        said = "the best" if each is advice[0] else f"costs {cost:.6f}"
        print(f"  {each.action:<12}{float(each.value):>+10.6f}   {said}")
