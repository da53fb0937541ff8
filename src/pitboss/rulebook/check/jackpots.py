"""The jackpots of a house against the terms of the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from pitboss.rulebook.check.tables import percentages, used_tables, wager_hint
from pitboss.rulebook.house import House, JackpotSetup, Limits, parse_share
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.phrases import choice, format_value
from pitboss.rulebook.problems import Problem


def jackpot_problems(game: Game, house: House, tables: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the problems of jackpots: missing ones, and those against the document."""
    used = used_tables(game, house, tables)
    for wager_id in house.jackpots:
        # A table there is not is reported as such, not as a wager that is not offered.
        if wager_id not in tables or (wager_id in used and game.wager(wager_id).jackpot is None):
            yield _no_jackpot(game, wager_id)
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
        yield from _table_problems(game, wager_id, setup, house)
    if len(set(schemes.values())) > 1:
        named = ", ".join(f"{wager_id} {scheme}" for wager_id, scheme in schemes.items())
        terms = game.wager(next(iter(schemes))).jackpot
        message = f"a table runs all its jackpots under one scheme; here {named}"
        cite = terms.cite if terms else ""
        yield Problem(code="option/conflict", key="jackpots", message=message, cite=cite)


def _no_jackpot(game: Game, wager_id: str) -> Problem:
    """Return why there is no such jackpot: no such wager, no jackpot wager, or not offered."""
    key = f"jackpots.{wager_id}"
    jackpots = [wager.id for wager in game.wagers if wager.jackpot]
    if wager_id in jackpots:
        message = f"{wager_id} is not offered as a jackpot; name its pay table under [tables]"
    elif any(wager.id == wager_id for wager in game.wagers):
        which = f"{choice(jackpots)} is" if jackpots else "the game has none"
        message = f"{wager_id} is not offered as a jackpot; {which}"
    else:
        message = f"{game.id} has no wager {wager_id!r}; {wager_hint(game, wager_id)}"
    return Problem(code="wager/not-offered", key=key, message=message)


def _setup_problems(
    game: Game, wager_id: str, table: PayTable, setup: JackpotSetup
) -> Iterator[Problem]:
    terms = game.wager(wager_id).jackpot
    assert terms
    problems: list[tuple[str, str, str]] = []
    if setup.scheme not in terms.schemes:
        message = f"{format_value(setup.scheme)} is not allowed; choose {choice(terms.schemes)}"
        problems.append(("option/invalid", "scheme", message))
    problems += _fixed_wager_problems(game, wager_id, table, setup)
    if setup.scheme == "house":
        problems += _prize_problems(table, setup)
    else:
        problems += _meter_problems(game, wager_id, table, setup)
    for code, name, message in problems:
        key = f"jackpots.{wager_id}.{name}"
        yield Problem(code=code, key=key, message=message, cite=terms.cite)


def _table_problems(
    game: Game, wager_id: str, setup: JackpotSetup, house: House
) -> Iterator[Problem]:
    """Yield a fixed amount outside the limits posted for it, or over the table's (2115(1))."""
    wager = game.wager(wager_id)
    main = game.wagers[0].id
    if setup.wager is None or setup.wager < 1 or not (wager.jackpot and wager.jackpot.fixed_wager):
        return
    own, table = (house.limits.get(name, Limits()) for name in (wager_id, main))
    key = f"jackpots.{wager_id}.wager"
    amount = format_dollars(setup.wager)
    if not (own.min or 0) <= setup.wager <= (own.max or CENTS_MAX):
        message = f"{amount} is outside the limits posted for it"
        yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)
    if wager.within_table and setup.wager > (table.max or CENTS_MAX):
        message = f"the table's maximum is {format_dollars(table.max or 0)}, that of {main}"
        yield Problem(code="option/invalid", key=key, message=message, cite=wager.limits_cite)


Found = Iterable[tuple[str, str, str]]


def _fixed_wager_problems(game: Game, wager_id: str, table: PayTable, setup: JackpotSetup) -> Found:
    terms = game.wager(wager_id).jackpot
    assert terms
    if setup.wager is None:
        if terms.fixed_wager:
            yield "option/invalid", "wager", "the one fixed amount must be given, as in '$5'"
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
    elif max(setup.wager, printed_seed(table, setup.wager) if table.seed else 0) > CENTS_MAX:
        most = format_dollars(CENTS_MAX)
        message = f"{format_dollars(setup.wager)} makes an amount of more than {most}"
        yield "option/invalid", "wager", message


def _prize_problems(table: PayTable, setup: JackpotSetup) -> Found:
    """A house jackpot posts a prize for each percentage and takes nothing from wagers."""
    for share in percentages(table):
        if f"{share}%" not in setup.prize:
            yield "option/invalid", "prize", f"the posted prize for {share}% must be given"
    cents: dict[str, int] = {}
    for name, amount in setup.prize.items():
        if name not in {f"{share}%" for share in percentages(table)}:
            yield "option/unknown", f"prize.{name}", f"table {table.id} has no row that pays it"
        try:
            cents[name] = parse_dollars(amount)
        except ValueError as error:
            yield "option/invalid", f"prize.{name}", str(error)
    yield from _posted_problems({s: cents[f"{s}%"] for s in percentages(table) if f"{s}%" in cents})
    for name in ("contribution", "reserve", "seed"):
        if getattr(setup, name) is not None:
            yield "option/conflict", name, "a house jackpot has none: no wager feeds it"


def _posted_problems(posted: Mapping[int, int]) -> Found:
    """A posted prize is worth something, and a smaller share never more than a larger one."""
    for share, cents in posted.items():
        if not cents:
            yield "option/invalid", f"prize.{share}%", "a posted prize is more than $0"
    for share, larger in pairwise(sorted(posted)):
        if posted[share] > posted[larger]:
            message = f"{format_dollars(posted[share])} is more than the prize for {larger}%"
            message += f", {format_dollars(posted[larger])}"
            yield "option/invalid", f"prize.{share}%", message


def _meter_problems(game: Game, wager_id: str, table: PayTable, setup: JackpotSetup) -> Found:
    terms = game.wager(wager_id).jackpot
    assert terms
    if setup.prize:
        yield "option/conflict", "prize", "only a house jackpot posts prizes"
    if setup.contribution is None and terms.contribution is None and table.increment is None:
        message = "the share of each wager for the meter must be given"
        yield "option/invalid", "contribution", message
    if setup.seed is None and table.seed is None:
        yield "option/invalid", "seed", "the amount the meter starts and restarts at must be given"
    for name, share in (("contribution", setup.contribution), ("reserve", setup.reserve)):
        try:
            parse_share("0%" if share is None else share)
        except ValueError as error:
            yield "option/invalid", name, str(error)
    yield from _printed_meter_problems(table, setup)
    yield from _reserve_problems(table, setup)


def _printed_meter_problems(table: PayTable, setup: JackpotSetup) -> Found:
    """Check seed and increment if the document prints them (ruling C67)."""
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
            return  # reported already
        if not same:
            message = f"table {table.id} prescribes an increment of {table.increment}"
            yield "option/conflict", "contribution", message


def _reserve_problems(table: PayTable, setup: JackpotSetup) -> Found:
    """C67: a reserve takes from the printed increment, and adds to the printed reseed."""
    printed = [
        text
        for text in (
            table.increment and f"an increment of {table.increment}",
            table.seed and f"a reseed of {format_dollars(parse_dollars(table.seed))}",
        )
        if text
    ]
    try:
        kept = parse_share(setup.reserve or "0%")
    except ValueError:
        return  # reported already
    if printed and kept:
        message = f"table {table.id} prescribes {' and '.join(printed)}, so the reserve is 0%"
        yield "option/conflict", "reserve", message


def printed_seed(table: PayTable, wager: int) -> int:
    """Return the seed in cents that a document prescribes, scaled to the fixed wager."""
    assert table.seed
    assert table.base_wager
    return parse_dollars(table.seed) * wager // table.base_wager
