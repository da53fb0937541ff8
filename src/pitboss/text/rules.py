"""The rule book in words, for sheets, pages and reports.

Every place that shows a game to a person takes its sentences from here, so the terminal and the
documentation agree.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from fnmatch import fnmatchcase
from itertools import groupby, pairwise

from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import (
    BlackjackRules,
    Game,
    Irregularity,
    Option,
    PayTable,
    Wager,
    clauses,
)
from pitboss.rulebook.pays import Dollars, OddsPlusPercent, Percent, Plain, format_dollars
from pitboss.rulebook.phrases import choice, format_value, value_names
from pitboss.text.numbers import short_money
from pitboss.text.say import say, say_name

PRINTED = "printed "
"""The beginning of the name of every printed figure."""


def yes_no(value: object) -> str:
    """Write a rule's value for people.

    >>> yes_no(True), yes_no("hit"), yes_no(4)
    ('yes', 'hit', '4')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def deck_range(decks: tuple[int, ...]) -> str:
    """Write deck counts briefly.

    >>> deck_range((1, 2, 4, 5, 6, 7, 8)), deck_range((8,))
    ('1 2 4-8', '8')
    """
    runs: list[list[int]] = []
    for count in decks:
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    long = 3  # "1 2" reads better than "1-2"
    return " ".join(
        f"{run[0]}-{run[-1]}" if len(run) >= long else " ".join(map(str, run)) for run in runs
    )


def deck_words(decks: tuple[int, ...]) -> str:
    """Write deck counts in a sentence.

    >>> deck_words((4, 6, 8)), deck_words((2, 4, 5, 6, 7, 8)), deck_words((1,))
    ('4, 6 or 8 decks', '2 or 4 to 8 decks', '1 deck')
    """
    runs = [run.replace("-", " to ") for run in deck_range(decks).split()]
    return f"{choice(runs)} deck{'' if decks == (1,) else 's'}"


def meanings(shape: type) -> Mapping[str, str]:
    """Return field -> the sentence written under it in the source of the dataclass *shape*.

    >>> from pitboss.rulebook.model import BlackjackRules
    >>> meanings(BlackjackRules)["soft17"]
    'What the dealer does with a soft 17.'
    """
    definition = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    assert isinstance(definition, ast.ClassDef)
    texts = {}
    for statement, following in pairwise(definition.body):
        match statement, following:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split())
            case _:
                pass
    return texts


def rule_facts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the fixed rules: their subject in words, and the rule.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(rule_facts(game("wa/spanish-21")))[13]
    ('How often one hand may be doubled in all, where redoubling is offered', '3')
    """
    kind = game.kind_rules
    labels = {**meanings(BlackjackRules), **(meanings(type(kind)) if kind else {})}
    start = clauses(type(kind)).get("cards", (2, ""))[0] if kind else 2
    for name, value in game.fixed.items():
        starts = (name, value) == ("double_cards", "two") and start > 2
        yield labels[name].rstrip("."), "the first three" if starts else rule_text(value, name)
    for name, text in kind_lines(game):
        yield labels[name].rstrip("."), text
    if game.super_bonus is not None:
        yield from super_bonus_lines(game)
    for name, figure in game.printed.items():
        yield f"{PRINTED}{name.replace('_', ' ')}", figure


def rule_text(value: object, name: str = "") -> str:
    """Write the value of the rule *name* for people: a pay as a felt has it, a list with commas.

    >>> rule_text("3:2"), rule_text(False), rule_text(("full-house", "flush"))
    ('3 to 2', 'no', 'full house, flush')
    >>> rule_text("two", "double_cards")
    'the first two'
    """
    if isinstance(value, tuple):
        words = [part.replace("-", " ") for part in value]
        return ("; " if any("," in word for word in words) else ", ").join(words)
    text = yes_no(value)
    return _ANSWERS.get((name, text)) or _PAY.sub(r"\1 to \2", text)


_PAY = re.compile(r"(\d+):(\d+)")
_ANSWERS = {
    ("surrender", "yes"): "late",
    ("double_soft_21", "never"): "none",
    ("double_cards", "two"): "the first two",
    ("double_cards", "any"): "any number",
    ("double_totals", "any"): "any total",
    ("insurance", "up to half"): "up to half the wager",
    ("bonus_21", "not doubled"): "those not doubled",
    ("bonus_21", "not doubled or split"): "those not doubled or split",
    ("settled_from", "dealer's left"): "the dealer's left",
    ("settled_from", "dealer's right"): "the dealer's right",
    ("specific_suit", "s"): "spades",
    ("specific_suit", "h"): "hearts",
    ("specific_suit", "d"): "diamonds",
    ("specific_suit", "c"): "clubs",
}
"""A rule and its value -> the value as an answer."""


def kind_lines(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the rules that the kind of round adds to blackjack, name and value.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(kind_lines(game("co/blackjack-switch")))
    [('hands', '2'), ('equal_wagers', 'yes'), ('switched_blackjack', '21')]
    """
    if game.kind_rules is not None:
        for field in fields(game.kind_rules):
            yield field.name, rule_text(getattr(game.kind_rules, field.name))


def super_bonus_lines(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the Super Bonus of a game that has one, name and value.

    >>> from pitboss.rulebook.reading.library import game
    >>> next(super_bonus_lines(game("wa/spanish-21")))
    ('Super Bonus, prize', '$1,000 from a wager of $5')
    """
    bonus = game.super_bonus
    assert bonus, f"{game.id} has no Super Bonus"
    for band in bonus.bands:
        wager = format_dollars(band.wager_min)
        pays = short_money(band.pays)
        yield "Super Bonus, prize", f"{pays} from a wager of {wager}"
    for hand in bonus.hands:
        cards = f"{hand.player} against {hand.up_card}"
        yield "Super Bonus, hand", f"{cards}, {deck_words(hand.decks)}"
    yield "Super Bonus, exception", f"void after a {' or '.join(bonus.void)}"
    yield "Super Bonus, envy", f"{format_dollars(bonus.envy)} to every other betting player"


def irregularity_lines(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what may go wrong in a round, and what follows.

    >>> from pitboss.rulebook.reading.library import game
    >>> next(irregularity_lines(game("co/pai-jack")))
    ('dead-hand', "A player is dealt a wrong number of cards. The player's open wagers come back; \
the others play on. 2112(4); ruling M2")
    """
    for item in game.irregularities:
        yield item.id, f"{irregularity_words(item)} {item.cite}"


def irregularity_words(item: Irregularity) -> str:
    """Return what has happened, and what becomes of the wagers.

    >>> from pitboss.rulebook.model import HOUSE_RULINGS
    >>> irregularity_words(HOUSE_RULINGS[0]).rpartition(". ")[2]
    "The player's open wagers come back; the others play on."
    """
    return f"{item.when} {_FOLLOWS[item.scope, item.effect].format(option=item.option)}"


_FOLLOWS: Mapping[tuple[str, str], str] = {
    ("hand", "returned"): "The open wagers on that hand come back; the rest is played on.",
    ("player", "returned"): "The player's open wagers come back; the others play on.",
    ("round", "returned"): "The round is void, and every wager comes back.",
    ("round", "back-out"): "Before another card, each player may back out of the hand.",
    ("hand", "option"): "The option `{option}` says what follows.",
    ("round", "none"): "Play goes on.",
}
"""Scope and effect of an irregularity -> what follows."""


def choices_text(option: Option) -> str:
    """Return the allowed values of an option; a single value may be stated, not changed.

    >>> from pitboss.rulebook.reading.library import game
    >>> choices_text(game("wa/spanish-21").option("soft17"))
    'stand, hit'
    """
    return f"{', '.join(value_names(option.values))}{option.or_several}"


def default_text(option: Option) -> str:
    """Return the default of an option in words.

    >>> from pitboss.rulebook.reading.library import game
    >>> default_text(game("wa/spanish-21").option("double_for_less"))
    'false; true when redouble = false'
    """
    default = option.default
    text = str(default) if isinstance(default, str) else format_value(default)
    for special in option.default_when:
        when = ", ".join(f"{name} = {format_value(value)}" for name, value in special.when.items())
        text += f"; {format_value(special.value)} when {when}"
    return text


def wager_terms(wager: Wager) -> Iterator[str]:
    """Yield the needs, cost and pays of a wager, and its note.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(wager_terms(game("ilani/spanish-21").wager("main")))[0]
    'pays 1 to 1'
    """
    yield from wager_facts(wager)
    if wager.note:
        yield wager.note


def wager_facts(wager: Wager) -> Iterator[str]:
    """Yield the needs, cost and pays of a wager.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(wager_facts(game("wa/spanish-21").wager("insurance")))
    ['pays 2 to 1', 'needs main', 'at most half the main wager']
    """
    facts = {
        "pays {}": wager.pays,
        "needs {}": " and ".join(wager.needs),
        "offered only beside {}": " and ".join(wager.offered_with),
        "compulsory": wager.compulsory,
        "compulsory when {}": " and ".join(
            f"{name} is {choice(values)}" for name, values in wager.compulsory_when.items()
        ),
        "in mid-deck only for those who made it on the opening hand, when {}": " and ".join(
            f"{name} is {choice(values)}" for name, values in wager.opening_hand_when.items()
        ),
        "comes after {}, on offer with it and paid by its table": wager.follows,
        "equal to {}": wager.equals,
        "{}": _bounds(wager),
        "within the limits of the table, those of the main wager": wager.within_table,
        "whole dollars": wager.whole_dollars,
        "only with {}": deck_words(wager.decks) if wager.decks else "",
        "one for each hand": wager.per_hand,
        "tip {}": "" if wager.tip == "not mentioned" else wager.tip,
        "the house may limit its tips ({})": wager.tip_max,
    }
    yield from (words.format(value) for words, value in facts.items() if value)
    for per, cite in wager.aggregate.items():
        yield f"the house may limit what it pays in a {per} ({cite})"
    if wager.jackpot is not None:
        yield from _jackpot_terms(wager)


def _share_words(wager: Wager) -> str:
    """Return how large a wager may be beside another; some are exactly half of it."""
    share = wager.at_most or ""
    name = say_name(share)
    return name if share.startswith("exactly ") else say("at most {amount}", amount=name)


def _bounds(wager: Wager) -> str:
    """Return the document's own limits."""
    if wager.at_most:
        return _share_words(wager)
    low, high = (None if b is None else format_dollars(b) for b in (wager.min, wager.max))
    if low and wager.min_rule == "exact":
        return f"a minimum of {low}, no other"
    if low and high and wager.min_rule == "usual":
        return f"{low} to {high}; the house may set other amounts up to {high}"
    if low and high:
        return f"{low} to {high}"
    if low:
        return f"at least {low}"
    return f"at most {high}" if high else ""


def _jackpot_terms(wager: Wager) -> Iterator[str]:
    terms = wager.jackpot
    assert terms
    yield f"{' or '.join(terms.schemes)} jackpot"
    if terms.wager_min is not None and terms.wager_max is not None:
        low, high = format_dollars(terms.wager_min), format_dollars(terms.wager_max)
        yield f"one fixed amount from {low} to {high}"
    elif terms.fixed_wager:
        yield "one fixed amount"
    if terms.whole_dollars:
        yield "in whole dollars"
    if terms.same_scheme:
        yield "one scheme for all jackpots of a table"
    if terms.contribution:
        yield f"{terms.contribution} feeds the meter ({terms.contribution_status})"
    when = " after the round" if terms.percentages_paid == "after the round" else ""
    yield f"percentages paid{when} from the {terms.award_order}"
    if terms.stays_until_won:
        yield "not discontinued before its top award is won"
    if terms.shared_by:
        yield f"shared as {terms.shared_by} says"


def limit_words(spot: Spot) -> str:
    """Return the limits of a spot, as the felt, the sheets and the reports say them.

    >>> from pitboss.rulebook.configured import configure
    >>> from pitboss.rulebook.house import House
    >>> spots = configure(House(game="bet-bigger/spanish-21")).spots
    >>> [limit_words(spots[wager]) for wager in ("main", "bet-bigger-1", "insurance")]
    ['$1 to $10', 'equal to main', 'exactly half the ante']
    """
    fixed = spot.jackpot.wager if spot.jackpot is not None else None
    if fixed is not None or spot.min == spot.max:
        amount = short_money(spot.min if fixed is None else fixed)
        return say("exactly {amount}", amount=amount)
    if spot.wager.equals:
        return say("equal to {bet}", bet=spot.wager.equals)
    low = "" if spot.min <= 1 else short_money(spot.min)
    high = "" if spot.max is None else short_money(spot.max)
    if spot.wager.at_most:
        return say(" and ").join(filter(None, (_share_words(spot.wager), high)))
    if high:
        text = "{low} to {high}" if low else "up to {high}"
        return say(text, low=low, high=high)
    if low:
        return say("from {amount}", amount=low)
    return say("whole dollars" if spot.wager.whole_dollars else "any amount")


def side_by_side(tables: tuple[PayTable, ...], beside: int) -> Iterator[tuple[PayTable, ...]]:
    """Yield up to *beside* columns of tables with the same lines, as the documents print them.

    >>> from pitboss.rulebook.reading.library import game
    >>> [len(group) for group in side_by_side(game("co/21-plus-3").tables, 8)]
    [1, 1, 4, 3, 4]
    """

    def shape(table: PayTable) -> tuple[object, ...]:
        return (table.title, table.cite, tuple((row.name, row.column) for row in table.rows))

    for _, group in groupby(tables, key=shape):
        members = tuple(group)
        columns = max(1, len(table_columns(members[0]))) + has_envy(members[0])
        width = max(1, beside // columns)
        for start in range(0, len(members), width):
            yield members[start : start + width]


def table_columns(table: PayTable) -> tuple[str, ...]:
    """Return a table's printed columns; none for a plain table.

    >>> from pitboss.rulebook.reading.library import game
    >>> table_columns(game("co/buffalo-2").tables_of("bust-bonus")[0])
    ('Bust, Off Suit', 'Bust, Suited')
    """
    return tuple(dict.fromkeys(row.column for row in table.rows if row.column))


def has_envy(table: PayTable) -> bool:
    """Whether a table has an envy column beside its pays.

    >>> from pitboss.rulebook.reading.library import game
    >>> [table.id for table in game("co/trilux").tables if has_envy(table)][:2]
    ['TRILG-01', 'TRILG-02']
    """
    return any(row.envy is not None for row in table.rows)


def figure_lines(tables: tuple[PayTable, ...]) -> Iterator[list[str]]:
    """Yield seed, increment and the printed figures, a line each, blank under further columns.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(figure_lines(game("wa/spanish-21").tables_of("match-up")[:2]))[-1]
    ['printed house advantage', '3.63%', '3.20%']
    """
    figures = [{**table.printed, **_meter(table)} for table in tables]
    for name in dict.fromkeys(name for row in figures for name in row):
        line = [f"{PRINTED}{name.replace('_', ' ')}"]
        for table, row in zip(tables, figures, strict=True):
            line.append(row.get(name, ""))
            line += [""] * (max(0, len(table_columns(table)) - 1) + has_envy(table))
        yield line


def _meter(table: PayTable) -> dict[str, str]:
    terms = {"seed": table.seed and f"${table.seed}", "increment": table.increment}
    return {name: text for name, text in terms.items() if text}


def table_terms(game: Game, tables: tuple[PayTable, ...]) -> Iterator[str]:
    """Yield the terms of pay tables printed side by side, a sentence each.

    >>> from pitboss.rulebook.reading.library import game
    >>> spanish = game("wa/spanish-21")
    >>> list(table_terms(spanish, spanish.tables[:1]))
    ['It always applies and is not chosen.', 'Settled during play.']
    """
    first = tables[0]
    if first.automatic:
        yield "It always applies and is not chosen."
    if first.alternate_for:
        yield _alternate_words(game, first)
    if first.settled:
        yield f"Settled {first.settled}."
    for name, values in first.needs_options.items():
        yield f"Needs {name} {choice(values)}."
    if first.base_wager is not None:
        yield from _scale(tables, format_dollars(first.base_wager))
    for table in tables:
        if table.min_wager is not None:
            yield f"{table.id} needs a wager of at least {format_dollars(table.min_wager)}."
    if first.envy_to:
        unit = "for each $1 of the wager" if first.envy_scales else "whatever the wager"
        others = "other players" if first.envy_to == "players" else first.envy_to
        yield f"Envy is paid to the {others}, {unit}."
    yield from _pay_words(tables)
    if first.note:
        yield first.note


def _scale(tables: Iterable[PayTable], wager: str) -> Iterator[str]:
    """Return the base wager of the dollars and the seed."""
    if any(isinstance(row.pay, Dollars) for table in tables for row in table.rows):
        yield f"Dollars are for a wager of {wager} and grow with it."
    if any(table.seed for table in tables):
        yield f"The seed is for a wager of {wager} and grows with it."


def _alternate_words(game: Game, alternate: PayTable) -> str:
    """Return where an alternate may be put, and the rows it replaces."""
    ids = []
    names = []
    for table in game.tables:
        if any(fnmatchcase(table.id, pattern) for pattern in alternate.alternate_for):
            ids.append(table.id)
            names += [row.name for row in table.rows if row.outcome in alternate.replaces]
    rows = " and ".join(f'"{name}"' for name in dict.fromkeys(names))
    return f"May take the place of the rows {rows} in tables {ids[0]} to {ids[-1]}."


def _pay_words(tables: Iterable[PayTable]) -> Iterator[str]:
    """Return the pays that a felt does not explain."""
    pays = {row.pay for table in tables for row in table.rows}
    if any(isinstance(pay, Percent | OddsPlusPercent) for pay in pays):
        yield "A percentage is a share of the jackpot."
    if Plain.OPERATOR_SET in pays:
        yield '"$" is a prize that the house sets and posts.'
    if Plain.NOT_OFFERED in pays:
        yield '"N/A": the table has no such row; the hand is paid by the next it satisfies, if any.'
