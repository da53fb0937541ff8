"""A house configuration against the approved rules: every problem at once, with the clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from pitboss.cards import DECKS
from pitboss.rulebook.house import (
    House,
    JackpotSetup,
    Limits,
    OperatorPay,
    parse_dollars,
    parse_share,
)
from pitboss.rulebook.model import Game, Option, OptionValue, PayTable
from pitboss.rulebook.pays import (
    Dollars,
    Odds,
    Pay,
    format_dollars,
    meter_share,
    parse_pay,
)
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import nearest

ALTERNATE = "alternate"
"""The key under `[pays.WAGER]` that names alternate jackpot pays."""

Problems = Iterator[Problem]


def problems(house: House) -> tuple[Problem, ...]:
    """Return everything that keeps *house* from being an approved set-up of its game.

    >>> bad = House(game="wa/spanish-21", options={"decks": 7, "soft17": "stand", "redouble": True})
    >>> for problem in problems(bad):
    ...     print(problem)
    options.decks: 7 is not allowed; choose 2, 4, 5, 6 or 8 (GR2) [option/invalid]
    options.redouble: double-double down is allowed only where the dealer hits soft 17 (GR8, DP6) \
[option/conflict]
    """
    game = game_of(house.game)
    options = house_options(game, house)
    tables = offered_tables(game, house, options)
    return (
        *_option_problems(game, house, options, tables),
        *_table_problems(game, options | _stated_decks(house), tables),
        *_pay_problems(game, house, tables),
        *_jackpot_problems(game, house, tables),
        *_limit_problems(game, house.limits, _used_tables(game, house, tables)),
        *_shoe_problems(game, house, options),
    )


def resolved_options(game: Game, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option's value: the house's where allowed, else its default, if it has one.

    >>> resolved_options(game_of("ilani/spanish-21"), {})
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
    """Return every option of a house: bonus spots that are named are dealt, said or not."""
    values = resolved_options(game, house.options)
    for option in game.options:
        if option.offers and option.id not in house.options:
            named = [wager.removeprefix(option.offers) for wager in house.tables or ()]
            numbers = [int(number) for number in named if number.isdigit()]
            values[option.id] = max((n for n in numbers if option.allows(n)), default=0)
    return values


def offered_tables(game: Game, house: House, options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return wager -> pay-table id of everything on offer, what an option offers included."""
    tables = dict(game.default_tables if house.tables is None else house.tables)
    for option in game.options:
        if option.offers and option.offers_like in tables:
            for number in range(1, int(options[option.id]) + 1):
                tables.setdefault(f"{option.offers}{number}", tables[option.offers_like])
    for wager in game.wagers:
        if wager.follows in tables:
            tables[wager.id] = tables[wager.follows]
    return tables


def find_table(game: Game, wager_id: str, table_id: str, decks: object) -> PayTable | None:
    """Return the table *table_id* of *wager_id* for that many decks, if there is one."""
    for table in game.tables_of(wager_id):
        if table.id == table_id and decks in table.decks:
            return table
    return None


def with_alternate(game: Game, table: PayTable, alternate_id: object) -> PayTable:
    """Return *table* with the alternate's rows in the place of those it replaces."""
    for alternate in game.tables:
        if alternate.id == alternate_id and fits(alternate, table):
            kept = (row for row in table.rows if row.outcome not in alternate.replaces)
            return replace(
                table,
                rows=(*alternate.rows, *kept),
                settled=alternate.settled or table.settled,
            )
    return table


def fits(alternate: PayTable, table: PayTable) -> bool:
    """Whether *alternate* may be substituted into *table*."""
    return any(fnmatchcase(table.id, pattern) for pattern in alternate.alternate_for)


def effective_table(
    game: Game, house: House, wager_id: str, table_id: str, decks: object
) -> PayTable | None:
    """Return the table in use for a wager, alternate pays substituted."""
    table = find_table(game, wager_id, table_id, decks)
    alternate = house.pays.get(wager_id, {}).get(ALTERNATE)
    return table and with_alternate(game, table, alternate)


def percentages(table: PayTable) -> tuple[int, ...]:
    """Return the shares of the meter a table pays, largest first."""
    shares = {meter_share(row.pay) for row in table.rows}
    return tuple(sorted(shares - {0}, reverse=True))


def _option_problems(
    game: Game,
    house: House,
    options: Mapping[str, OptionValue],
    tables: Mapping[str, str],
) -> Problems:
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
            message = f"{shown(given)} is not allowed; {_choose(option)}"
            yield Problem(code="option/invalid", key=key, message=message, cite=option.cite)
        elif given is None and option.required:
            message = f"must be given; {_choose(option)}"
            yield Problem(code="option/invalid", key=key, message=message, cite=option.cite)
        yield from _condition_problems(game, house, option, options, tables)
        yield from _offer_problems(option, house, options)


def _choose(option: Option) -> str:
    if len(option.values) == 1:
        return f"it is always {shown(option.values[0])}"
    return f"choose {choice(option.values)}"


def _condition_problems(
    game: Game,
    house: House,
    option: Option,
    options: Mapping[str, OptionValue],
    tables: Mapping[str, str],
) -> Problems:
    for condition in option.conditions:
        value = options.get(option.id)
        if value != condition.value or type(value) is not type(condition.value):
            continue
        # An option the house has yet to give is reported as missing, not as a conflict.
        unmet = any(
            name in options and options[name] not in allowed
            for name, allowed in condition.needs.items()
        )
        missing = {wager for wager in condition.needs_wagers if wager not in tables}
        if option.offers and option.id not in house.options:
            # The spots were named, not counted: what they need beside them is said of each.
            missing -= set(game.wager(f"{option.offers}1").offered_with)
        if unmet or missing:
            yield Problem(
                code="option/conflict",
                key=f"options.{option.id}",
                message=condition.reason,
                cite=condition.cite,
            )


def _offer_problems(option: Option, house: House, options: Mapping[str, OptionValue]) -> Problems:
    """A spot beyond the number of bonus cards the house says it deals."""
    if not option.offers or option.id not in house.options:
        return
    count = int(options[option.id])
    for wager_id in house.tables or ():
        number = wager_id.removeprefix(option.offers)
        if number != wager_id and number.isdigit() and int(number) > count:
            message = f"{wager_id} is offered, but {option.id} is {count}"
            yield Problem(
                code="option/conflict",
                key=f"tables.{wager_id}",
                message=message,
                cite=option.cite,
            )


def _table_problems(
    game: Game, options: Mapping[str, OptionValue], tables: Mapping[str, str]
) -> Problems:
    for wager_id, table_id in tables.items():
        key = f"tables.{wager_id}"
        choices = game.tables_of(wager_id)
        if not choices:
            yield _not_offered(game, key, wager_id)
            continue
        yield from _need_problems(game, wager_id, tables)
        named = [table for table in choices if table.id == table_id]
        if not named:
            ids = tuple(dict.fromkeys(table.id for table in choices))
            near = nearest(table_id, ids) or choice(ids)
            message = f"{wager_id} has no pay table {table_id!r}; choose {near}"
            yield Problem(
                code="option/invalid", key=key, message=message, cite=game.wager(wager_id).cite
            )
            continue
        yield from _fit_problems(game, key, named, options)
    for wager in game.wagers:
        if wager.compulsory and game.tables_of(wager.id) and wager.id not in tables:
            yield Problem(
                code="option/invalid",
                key=f"tables.{wager.id}",
                message=f"every player must make {wager.id}, so its pay table must be named",
                cite=wager.cite,
            )


def _not_offered(game: Game, key: str, wager_id: str) -> Problem:
    with_tables = tuple(wager.id for wager in game.wagers if game.tables_of(wager.id))
    if wager_id in {wager.id for wager in game.wagers}:
        message = f"{wager_id} has no pay table to choose"
    else:
        hint = nearest(wager_id, with_tables) or choice(with_tables)
        message = f"{game.id} has no wager {wager_id!r}; it has {hint}"
    return Problem(code="wager/not-offered", key=key, message=message)


def _need_problems(game: Game, wager_id: str, tables: Mapping[str, str]) -> Problems:
    wager = game.wager(wager_id)
    for need in (*wager.needs, *wager.offered_with):
        alternatives = need.split(" or ")
        # A wager without pay tables (the main wager) is always on the felt.
        if not any(other in tables or not game.tables_of(other) for other in alternatives):
            yield Problem(
                code="option/conflict",
                key=f"tables.{wager_id}",
                message=f"{wager_id} may be offered only together with {need}",
                cite=wager.cite,
            )


def _stated_decks(house: House) -> dict[str, OptionValue]:
    """A deck count that is not allowed is still the one the tables are held against."""
    decks = house.options.get("decks")
    return {"decks": decks} if type(decks) is int else {}


def _fit_problems(
    game: Game, key: str, named: list[PayTable], options: Mapping[str, OptionValue]
) -> Problems:
    """The table against the deck count and the equipment."""
    decks = options.get("decks")
    allowed = tuple(count for table in named for count in table.decks)
    # A table for every deck count of the game has nothing to add where the count is not one.
    if decks is not None and decks not in allowed and set(allowed) != set(game.decks):
        message = f"pay table {named[0].id} is for {choice(allowed)} decks, not {decks}"
        cites = dict.fromkeys(table.cite for table in named)
        yield Problem(code="option/conflict", key=key, message=message, cite="; ".join(cites))
    for name, values in named[0].needs_options.items():
        if options.get(name) not in values:
            message = f"pay table {named[0].id} needs {name} {choice(values)}"
            yield Problem(code="option/conflict", key=key, message=message, cite=named[0].cite)


def _used_tables(game: Game, house: House, tables: Mapping[str, str]) -> dict[str, PayTable]:
    """Wager -> the table in use; a wrong deck count does not hide a table's other problems."""
    used = {}
    for wager_id, table_id in tables.items():
        for table in game.tables_of(wager_id):
            if table.id == table_id:
                found = effective_table(game, house, wager_id, table_id, table.decks[0])
                assert found
                used[wager_id] = found
                break
    return used


def _pay_problems(game: Game, house: House, tables: Mapping[str, str]) -> Problems:
    used = _used_tables(game, house, tables)
    for wager_id in house.pays:
        if wager_id not in tables:
            message = f"{wager_id} is not offered, so its pays cannot be set"
            yield Problem(code="wager/not-offered", key=f"pays.{wager_id}", message=message)
    for wager_id, table in used.items():
        given = house.pays.get(wager_id, {})
        yield from _alternate_problems(game, wager_id, tables[wager_id], given)
        wanted = {row.name for row in table.operator_rows}
        for row in table.operator_rows:
            if row.name not in given:
                yield Problem(
                    code="option/invalid",
                    key=f"pays.{wager_id}",
                    message=f"the pay for {row.name!r} is set by the house and must be given",
                    cite=table.cite,
                )
        for name, entry in given.items():
            key = f"pays.{wager_id}.{name}"
            if name == ALTERNATE:
                continue
            if name not in wanted:
                hint = f"only {choice(sorted(wanted))} is" if wanted else "none of its rows is"
                message = f"table {table.id} has no such row to set; {hint}"
                yield Problem(code="option/unknown", key=key, message=message, cite=table.cite)
            else:
                yield from _operator_pay_problems(key, entry, table)


def _alternate_problems(
    game: Game, wager_id: str, table_id: str, given: Mapping[str, str | OperatorPay]
) -> Problems:
    if ALTERNATE not in given:
        return
    chosen, key = given[ALTERNATE], f"pays.{wager_id}.{ALTERNATE}"
    table = next(table for table in game.tables_of(wager_id) if table.id == table_id)
    possible = tuple(other.id for other in game.tables if fits(other, table))
    if chosen not in possible:
        allowed = f"choose {choice(possible)}" if possible else "it has none"
        message = f"{shown(chosen)} is no alternate for table {table_id}; {allowed}"
        yield Problem(code="option/conflict", key=key, message=message, cite=table.cite)


def operator_pay(entry: str | OperatorPay) -> tuple[Pay, bool]:
    """Return a prize the house sets, and whether it comes out of the jackpot.

    >>> operator_pay("50 for 1")
    (Odds(to=50, per=1, for_one=True), False)
    """
    text = entry.pay if isinstance(entry, OperatorPay) else entry
    pay = parse_pay(text)
    if not isinstance(pay, Odds | Dollars):
        msg = f"{text!r} is no prize; write odds as in '50 for 1', or dollars as in '$100'"
        raise ValueError(msg)  # noqa: TRY004 - wrong in value, not in type
    return pay, isinstance(entry, OperatorPay) and entry.source == "jackpot"


def _operator_pay_problems(key: str, entry: str | OperatorPay, table: PayTable) -> Problems:
    try:
        operator_pay(entry)
    except ValueError as error:
        yield Problem(code="option/invalid", key=key, message=str(error), cite=table.cite)


def _jackpot_problems(game: Game, house: House, tables: Mapping[str, str]) -> Problems:
    used = _used_tables(game, house, tables)
    for wager_id in house.jackpots:
        # A table there is not is reported as such, not as a wager that is not offered.
        if wager_id not in tables or (wager_id in used and game.wager(wager_id).jackpot is None):
            message = f"{wager_id} is not offered as a jackpot"
            yield Problem(code="wager/not-offered", key=f"jackpots.{wager_id}", message=message)
    schemes: dict[str, str] = {}
    for wager_id, table in used.items():
        terms = game.wager(wager_id).jackpot
        if terms is None:
            continue
        setup = house.jackpots.get(wager_id)
        if setup is None:
            message = f"{wager_id} is offered, so its jackpot must be set up here"
            key = f"jackpots.{wager_id}"
            yield Problem(code="option/invalid", key=key, message=message, cite=terms.cite)
            continue
        if terms.same_scheme:
            schemes[wager_id] = setup.scheme
        yield from _setup_problems(game, wager_id, table, setup)
    if len(set(schemes.values())) > 1:
        named = ", ".join(f"{wager_id} {scheme}" for wager_id, scheme in schemes.items())
        terms = game.wager(next(iter(schemes))).jackpot
        yield Problem(
            code="option/conflict",
            key="jackpots",
            message=f"a table runs all its jackpots under one scheme; here {named}",
            cite=terms.cite if terms else "",
        )


def _setup_problems(game: Game, wager_id: str, table: PayTable, setup: JackpotSetup) -> Problems:
    terms = game.wager(wager_id).jackpot
    assert terms
    found: list[tuple[str, str, str]] = []
    if setup.scheme not in terms.schemes:
        message = f"{shown(setup.scheme)} is not allowed; choose {choice(terms.schemes)}"
        found.append(("option/invalid", "scheme", message))
    found += _fixed_wager_problems(game, wager_id, table, setup)
    if setup.scheme == "house":
        found += _prize_problems(table, setup)
    else:
        found += _meter_problems(game, wager_id, table, setup)
    for code, name, message in found:
        key = f"jackpots.{wager_id}.{name}"
        yield Problem(code=code, key=key, message=message, cite=f"{terms.cite}")


Found = Iterable[tuple[str, str, str]]


def _fixed_wager_problems(game: Game, wager_id: str, table: PayTable, setup: JackpotSetup) -> Found:
    terms = game.wager(wager_id).jackpot
    assert terms
    if setup.wager is None:
        if terms.fixed_wager:
            yield "option/invalid", "wager", "the one fixed amount must be given, in cents"
        return
    low = max(filter(None, (terms.wager_min, table.base_wager if table.seed else None)), default=1)
    high = terms.wager_max
    if setup.wager < low or (high is not None and setup.wager > high):
        allowed = f"from {format_dollars(low)}" if low > 1 else "at least one cent"
        allowed += f" to {format_dollars(high)}" if high is not None else ""
        sign = "-" if setup.wager < 0 else ""
        amount = f"{sign}{format_dollars(abs(setup.wager))}"
        message = f"{amount} is not allowed; the wager is {allowed}"
        yield "option/invalid", "wager", message
    elif terms.whole_dollars and setup.wager % 100:
        yield "option/invalid", "wager", "the wager is a whole number of dollars"


def _prize_problems(table: PayTable, setup: JackpotSetup) -> Found:
    """A house jackpot posts a prize for each percentage and takes nothing from wagers."""
    for share in percentages(table):
        if f"{share}%" not in setup.prize:
            yield "option/invalid", "prize", f"the posted prize for {share}% must be given"
    for name, amount in setup.prize.items():
        if name not in {f"{share}%" for share in percentages(table)}:
            yield "option/unknown", f"prize.{name}", f"table {table.id} has no row that pays it"
        try:
            parse_dollars(amount)
        except ValueError as error:
            yield "option/invalid", f"prize.{name}", str(error)
    for name in ("contribution", "reserve", "seed"):
        if getattr(setup, name) is not None:
            yield "option/conflict", name, "a house jackpot has none: no wager feeds it"


def _meter_problems(game: Game, wager_id: str, table: PayTable, setup: JackpotSetup) -> Found:
    terms = game.wager(wager_id).jackpot
    assert terms
    if setup.prize:
        yield "option/conflict", "prize", "only a house jackpot posts prizes"
    if setup.contribution is None and terms.contribution is None and table.increment is None:
        yield (
            "option/invalid",
            "contribution",
            "the share of each wager for the meter must be given",
        )
    if setup.seed is None and table.seed is None:
        yield "option/invalid", "seed", "the amount the meter starts and restarts at must be given"
    for name in ("contribution", "reserve"):
        share = getattr(setup, name)
        if share is not None:
            try:
                parse_share(share)
            except ValueError as error:
                yield "option/invalid", name, str(error)
    yield from _printed_meter_problems(table, setup)


def _printed_meter_problems(table: PayTable, setup: JackpotSetup) -> Found:
    """Seed and increment where the document prints them (ruling C67)."""
    try:
        seed = None if setup.seed is None else parse_dollars(setup.seed)
    except ValueError as error:
        yield "option/invalid", "seed", str(error)
        return
    if table.seed and seed is not None and setup.wager:
        wanted = printed_seed(table, setup.wager)
        if seed != wanted:
            message = f"table {table.id} prescribes a seed of {format_dollars(int(wanted))}"
            message += f" for a wager of {format_dollars(setup.wager)}"
            yield "option/conflict", "seed", message
    if table.increment and setup.contribution is not None:
        try:
            same = parse_share(setup.contribution) == parse_share(table.increment)
        except ValueError:
            return  # said already
        if not same:
            message = f"table {table.id} prescribes an increment of {table.increment}"
            yield "option/conflict", "contribution", message


def printed_seed(table: PayTable, wager: int) -> int:
    """Return the seed in cents a document prescribes, scaled to the fixed wager."""
    assert table.seed
    assert table.base_wager
    return parse_dollars(table.seed) * wager // table.base_wager


def _limit_problems(
    game: Game, limits: Mapping[str, Limits], used: Mapping[str, PayTable]
) -> Problems:
    known = tuple(wager.id for wager in game.wagers)
    for wager_id, limit in limits.items():
        key = f"limits.{wager_id}"
        if wager_id not in known:
            hint = nearest(wager_id, known) or choice(known)
            message = f"{game.id} has no wager {wager_id!r}; it has {hint}"
            yield Problem(code="wager/not-offered", key=key, message=message)
            continue
        wager = game.wager(wager_id)
        for name in ("min", "max", "aggregate"):
            amount = getattr(limit, name)
            if amount is not None and amount < 1:
                message = f"{amount} is not an amount; write cents, 1 or more"
                yield Problem(code="option/invalid", key=f"{key}.{name}", message=message)
        if limit.min is not None and limit.max is not None and limit.min > limit.max:
            message = f"the minimum {limit.min} is above the maximum {limit.max}"
            yield Problem(code="option/invalid", key=key, message=message)
        yield from _use_problems(game, wager_id, limit)
        table = used.get(wager_id)
        if table and table.min_wager and limit.max is not None and limit.max < table.min_wager:
            message = f"pay table {table.id} needs at least {format_dollars(table.min_wager)}"
            yield Problem(code="option/invalid", key=key, message=message, cite=table.cite)
        for given in filter(None, (limit.min, limit.max)):
            if wager.min is not None and given < wager.min:
                message = f"the document's minimum is {format_dollars(wager.min)}"
                yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)
            if wager.max is not None and given > wager.max:
                message = f"the document's maximum is {format_dollars(wager.max)}"
                yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)


def _use_problems(game: Game, wager_id: str, limit: Limits) -> Problems:
    """Limits that could not be kept: on what is not shared out, or with no amount left."""
    wager, key = game.wager(wager_id), f"limits.{wager_id}"
    if limit.aggregate is not None and (wager.jackpot or not game.tables_of(wager_id)):
        message = "only a side wager that no meter pays may have an aggregate limit"
        yield Problem(code="option/conflict", key=f"{key}.aggregate", message=message)
    low, high = limit.min or 1, limit.max
    if wager.whole_dollars and high is not None and -(-low // 100) * 100 > high:
        message = f"the wager is whole dollars, and none lies from {low} to {high} cents"
        yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)


def _shoe_problems(game: Game, house: House, options: Mapping[str, OptionValue]) -> Problems:
    """Burned cards and those behind the cut card must leave half the shoe to deal from."""
    half = len(DECKS[game.deck].cards) * int(options.get("decks", 1)) // 2
    for name, count in (("burn", house.shoe.burn), ("cut", house.shoe.cut)):
        if count is not None and not 0 <= count <= half:
            message = f"{count} is not allowed; choose from 0 to {half} cards"
            yield Problem(code="option/invalid", key=f"shoe.{name}", message=message)


def shown(value: object) -> str:
    """Write a value the way TOML does.

    >>> shown(True), shown("hit"), shown(6)
    ('true', "'hit'", '6')
    """
    return str(value).lower() if isinstance(value, bool) else repr(value)


def choice(values: Iterable[object]) -> str:
    """Write "a, b or c".

    >>> choice((2, 4, 5))
    '2, 4 or 5'
    """
    *firsts, last = [str(v) if isinstance(v, str) else shown(v) for v in values] or [""]
    return f"{', '.join(firsts)} or {last}" if firsts else last
