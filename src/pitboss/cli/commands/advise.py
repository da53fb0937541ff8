"""`pitboss advise`: every legal choice with a hand, and its expected value."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.api.tables import Table
from pitboss.cli.options import open_main_table
from pitboss.cli.orders.table import AdviseOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import check, collecting
from pitboss.cli.waiting import waiting
from pitboss.exact.advising.advise import HandAdvice, advise, card_problems
from pitboss.exact.advising.shown_cards import ShownCards, show_cards
from pitboss.exact.solution import table_json
from pitboss.exact.worth import Advice, Worth
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import games, resolve_game_id

_OF_21 = "value_of_21"
_OF_POKER = "value_of_poker"


def print_advice(order: AdviseOrder) -> None:
    """Print the expected value of every legal choice, the best first."""
    problems: list[Problem] = []
    shown = ShownCards(hand="")
    with collecting(problems):
        shown = show_cards(order.ask)
    table = _table(order, shown, problems)
    with waiting(f"solving {table.game.id}"):
        advice = advise(table.setup, shown)
    if order.as_json:
        record = table_json(table.setup) | {"assumed": list(table.assumed)}
        print_json(record | advice.as_json())
        return
    print_assumed(table.assumed)
    print("\n".join(_lines(advice)))


def _table(order: AdviseOrder, shown: ShownCards, problems: list[Problem]) -> Table:
    """Return the table, or raise `RulesError` with every problem."""
    try:
        table = open_main_table(order.at)
    except RulesError as error:
        kinds = (known.round for known in games() if known.id == resolve_game_id(order.at.game_id))
        wrong = card_problems(next(kinds, None), shown)
        raise RulesError([*error.problems, *wrong, *problems]) from None
    check(problems)
    return table


def _lines(advice: HandAdvice) -> Iterator[str]:
    yield from advice.heading
    if _OF_21 in advice.best.facts:
        yield f"{'':<14}{'both':>10}{'21':>11}{'poker':>11}"
    yield from _choices(advice.worth)
    if advice.after_bet is not None and advice.after_bet.values:
        yield "once the bet is made and the dealer has no blackjack"
        yield from _choices(advice.after_bet)


def _choices(worth: Worth) -> Iterator[str]:
    """Yield the expected value of each choice, and its cost against the best."""
    for choice in worth.values:
        cost = float(worth.best.value - choice.value)
        verdict = "the best" if choice is worth.best else f"costs {cost:.6f}"
        value = f"{float(choice.value):>+10.6f}{_parts(choice)}"
        yield f"  {_name(choice)}{value}   {verdict}{_note(choice)}"


def _name(choice: Advice) -> str:
    if choice.low is None:
        return f"{choice.action:<12}"
    facts = choice.facts
    low = f"low {facts['low']} ({facts['low_total']})"
    high = f"high {facts['high']} ({facts['high_total']})"
    return f"{low:<15} {high:<19}"


def _note(choice: Advice) -> str:
    if choice.facts.get("house_way"):
        return ", the house way"
    return ", a foul" if choice.facts.get("foul") else ""


def _parts(choice: Advice) -> str:
    """Return the parts of a value, if it is the value of two wagers."""
    return "".join(
        f"{choice.facts[part]:>+11.6f}" for part in (_OF_21, _OF_POKER) if part in choice.facts
    )
