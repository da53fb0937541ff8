"""House options against the document: allowed values, conditions, bonus spots."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game, Option, OptionValue
from pitboss.rulebook.phrases import choice, format_value, nearest
from pitboss.rulebook.problems import Problem


def resolved_options(game: Game, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option's value: the house's if allowed, or its default, if it has one.

    >>> from pitboss.rulebook.reading.library import game
    >>> resolved_options(game("ilani/spanish-21"), {})
    {'decks': 8, 'soft17': 'stand', 'rounding': 'down'}
    """
    values: dict[str, OptionValue] = {}
    for option in game.options:
        default = option.default
        for special in option.default_when:
            if special.when.items() <= values.items():
                default = special.value
        value = given.get(option.id)
        chosen = value if value is not None and option.allows(value) else default
        if chosen is not None:
            values[option.id] = chosen
    return values


def house_options(game: Game, house: House) -> dict[str, OptionValue]:
    """Return every option of a house; bonus spots that are named count as dealt."""
    values = resolved_options(game, house.options)
    for option in game.options:
        if option.offers and option.id not in house.options:
            named = [wager.removeprefix(option.offers) for wager in house.tables or ()]
            numbers = [int(number) for number in named if number.isdigit()]
            values[option.id] = max((n for n in numbers if option.allows(n)), default=0)
    return values


def option_problems(
    game: Game, house: House, options: Mapping[str, OptionValue], tables: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield options that are unknown, missing, not allowed or in conflict."""
    known = tuple(option.id for option in game.options)
    for name in house.options:
        if name not in known:
            hint = nearest(name, known) or choice(known)
            message = f"{game.id} has no such option; did you mean {hint}?"
            yield Problem(code="option/unknown", key=f"options.{name}", message=message)
    for option in game.options:
        key = f"options.{option.id}"
        given = house.options.get(option.id)
        if given is not None and not option.allows(given):
            is_quoted = isinstance(given, str) and given in [
                str(value) for value in option.values if isinstance(value, int)
            ]
            unquoted = ", without quotes" if is_quoted else ""
            message = f"{format_value(given)} is not allowed; {_choose(option)}{unquoted}"
            yield Problem(code="option/invalid", key=key, message=message, cite=option.cite)
        elif given is None and option.required:
            message = f"must be given; {_choose(option)}"
            yield Problem(code="option/invalid", key=key, message=message, cite=option.cite)
        yield from _condition_problems(game, house, option, options, tables)
        yield from _offer_problems(option, house, options)


def _choose(option: Option) -> str:
    if len(option.values) == 1:
        return f"it is always {format_value(option.values[0])}"
    return f"choose {choice(option.values)}{option.or_several}"


def possible_values(option: Option, tables: Collection[str]) -> tuple[OptionValue, ...]:
    """Return every value of an option, with the combinations for which the wagers are offered."""
    needs = {condition.value: condition.needs_wagers for condition in option.conditions}
    single = [v for v in option.combined if all(w in tables for w in needs.get(v, ()))]
    several = [
        ", ".join(values)
        for count in range(2, len(single) + 1)
        for values in combinations(single, count)
    ]
    return (*option.values, *several)


def _condition_problems(
    game: Game,
    house: House,
    option: Option,
    options: Mapping[str, OptionValue],
    tables: Mapping[str, str],
) -> Iterator[Problem]:
    for condition in option.conditions:
        given = options.get(option.id)
        chosen = () if given is None else option.chosen(given)
        if not any(v == condition.value and type(v) is type(condition.value) for v in chosen):
            continue
        # An option the house has yet to give is reported as missing, not as a conflict.
        unmet = any(
            name in options and options[name] not in allowed
            for name, allowed in condition.needs.items()
        )
        missing = {wager for wager in condition.needs_wagers if wager not in tables}
        if option.offers and option.id not in house.options:
            # The spots were named, not counted: each reports what it needs beside it.
            missing -= set(game.wager(f"{option.offers}1").offered_with)
        if unmet or missing:
            key = f"options.{option.id}"
            message = condition.reason
            cite = condition.cite
            yield Problem(code="option/conflict", key=key, message=message, cite=cite)


def _offer_problems(
    option: Option, house: House, options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """Yield spots beyond the number of bonus cards that the house deals."""
    if not option.offers or option.id not in house.options:
        return
    count = int(options[option.id])
    for wager_id in house.tables or ():
        number = wager_id.removeprefix(option.offers)
        if number != wager_id and number.isdigit() and int(number) > count:
            message = f"{wager_id} is offered, but {option.id} is {count}"
            key = f"tables.{wager_id}"
            yield Problem(code="option/conflict", key=key, message=message, cite=option.cite)
