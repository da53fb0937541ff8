"""Limits of wagers, by the document and by the law of a profile, and how the shoe is handled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.cards import DECKS
from pitboss.rulebook.check.tables import wager_hint
from pitboss.rulebook.house import BURN_CARDS, House, Limits
from pitboss.rulebook.limits import CENTS_MAX, HOURS_MAX, ROUNDS_PER_HOUR_MAX, SEATS_MAX
from pitboss.rulebook.model import TIP, Game, OptionValue, PayTable, Wager
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Odds, fixed_ratio, format_dollars
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.library import games
from pitboss.rulebook.reading.profiles import Profile

BREACH = "profile/exceeded"


def wager_limits(
    game: Game, wager: Wager, limits: Mapping[str, Limits], table: PayTable | None
) -> tuple[int, int | None]:
    """Return the least and the most that a wager may be, in cents; None: there is no most.

    2109(3), 2110(3), 2115(1): where a wager keeps to the table's limits, those of the main wager
    hold for it too, unless the house posts its own (ruling C112).
    """
    own = limits.get(wager.id, Limits())
    is_chosen = not (wager.jackpot and wager.jackpot.fixed_wager)
    inherits = wager.within_table and is_chosen
    of_table = limits.get(game.wagers[0].id, Limits()) if inherits else Limits()
    lows = [own.min, table.min_wager if table else None]
    if own.min is None or wager.min_rule != "usual":
        lows.append(_document_minimum(wager, limits))
    if own.min is None and wager.min_rule != "exact":
        lows.append(of_table.min)
    highs = [high for high in (wager.max, of_table.max) if high is not None]
    low = max((low for low in lows if low is not None), default=1)
    return low, own.max if own.max is not None else min(highs, default=None)


def _document_minimum(wager: Wager, limits: Mapping[str, Limits]) -> int | None:
    """Return the document's minimum; a house that lowers it lowers it for equal wagers too."""
    other = limits.get(wager.equals or "", Limits()).min
    if wager.min_rule == "usual" and wager.min is not None and other is not None:
        return min(wager.min, other)
    return wager.min


def limit_problems(
    game: Game, limits: Mapping[str, Limits], used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield limits that are not amounts, that a clause does not allow, or that exceed its own."""
    known = tuple(wager.id for wager in game.wagers)
    for limited, limit in limits.items():
        wager_id = limited.removeprefix(TIP)
        key = f"limits.{limited}"
        if wager_id not in known:
            message = f"{game.id} has no wager {wager_id!r}; {wager_hint(game, wager_id)}"
            yield Problem(code="wager/not-offered", key=key, message=message)
            continue
        yield from _amount_problems(limit, key)
        wager = game.wager(wager_id)
        table = used.get(wager_id)
        if limited != wager_id:
            yield from _tip_problems(game, wager, limit)
            continue
        yield from _aggregate_problems(game, wager, limit, table)
        yield from _own_amount_problems(wager, limit)
        yield from _bound_problems(game, wager, limits, table)
    for wager in game.wagers:
        if wager.id not in limits and wager.within_table and wager.id in used:
            yield from _bound_problems(game, wager, limits, used[wager.id])


def _amount_problems(limit: Limits, key: str) -> Iterator[Problem]:
    for name in ("min", "max", "aggregate"):
        amount = getattr(limit, name)
        if amount is not None and not 1 <= amount <= CENTS_MAX:
            message = f"{amount} cents is not an amount; write from 1 to {CENTS_MAX:,} cents"
            message += ", or dollars in quotes, as in '$5'"
            yield Problem(code="option/invalid", key=f"{key}.{name}", message=message)
    if limit.min is not None and limit.max is not None and limit.min > limit.max:
        low, high = format_dollars(limit.min), format_dollars(limit.max)
        message = f"the minimum {low} is above the maximum {high}"
        yield Problem(code="option/invalid", key=key, message=message)


def _tip_problems(game: Game, wager: Wager, limit: Limits) -> Iterator[Problem]:
    """2108 Golden(4), 2113(4), 2114(4), 2115(1)(c): the house may limit the largest tip."""
    key = f"limits.{TIP}{wager.id}"
    if not wager.tip_max:
        allowed = _where_allowed(game, lambda other: other.tip_max)
        message = f"no clause lets a house limit the tips on {wager.id}{allowed}"
        yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)
        return
    for name in ("min", "aggregate", "aggregate_per"):
        if getattr(limit, name) is not None:
            message = "only the largest tip may be limited: write max"
            cite = wager.tip_max
            yield Problem(code="option/conflict", key=f"{key}.{name}", message=message, cite=cite)


def _aggregate_problems(
    game: Game, wager: Wager, limit: Limits, table: PayTable | None
) -> Iterator[Problem]:
    """Yield an aggregate limit that no clause allows: its pays are made in full."""
    key = f"limits.{wager.id}.aggregate"
    if limit.aggregate is None or not 1 <= limit.aggregate <= CENTS_MAX:
        if limit.aggregate is None and limit.aggregate_per is not None:
            message = "says what an aggregate limit counts, and none is given"
            yield Problem(code="option/conflict", key=f"{key}_per", message=message)
        return
    per = limit.aggregate_per or "round"
    if per in wager.aggregate:
        return
    allowed = _where_allowed(game, lambda other: other.aggregate.get(per, ""))
    message = f"no clause allows an aggregate pay-out limit for a {per} on {wager.id}{allowed}"
    cite = ", ".join(wager.aggregate.values()) or (table.cite if table else wager.cite)
    yield Problem(code="option/conflict", key=key, message=message, cite=cite)


def _where_allowed(game: Game, clause_of: Callable[[Wager], str]) -> str:
    """Return the wagers of the game that may have a limit, or the clauses of its document."""
    here = [f"{w.id} ({clause_of(w)})" for w in game.wagers if clause_of(w)]
    if here:
        return f"; here {', '.join(here)} may have one"
    alike = (w for other in games() if other.document == game.document for w in other.wagers)
    elsewhere = dict.fromkeys(clause for w in alike for clause in clause_of(w).split(", "))
    named = ", ".join(filter(None, elsewhere))
    return f"; only {named} allow one" if named else ""


def _own_amount_problems(wager: Wager, limit: Limits) -> Iterator[Problem]:
    """Yield limits on an insurance: the document says how much of a wager may be insured."""
    if wager.at_most and (limit.min is not None or limit.max is not None):
        exact = "" if wager.at_most.startswith("exactly") else "up to "
        message = f"it is {exact}{wager.at_most}, and no clause allows another limit"
        key = f"limits.{wager.id}"
        yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)


def _bound_problems(
    game: Game, wager: Wager, limits: Mapping[str, Limits], table: PayTable | None
) -> Iterator[Problem]:
    """Yield limits outside those of the document, of the pay table or of the table.

    Where they are all inside, some amount must be left.
    """
    limit = limits.get(wager.id, Limits())
    key = f"limits.{wager.id}"
    given = [amount for amount in (limit.min, limit.max) if amount is not None]
    main = limits.get(game.wagers[0].id, Limits()) if wager.within_table else Limits()
    wrong: list[tuple[str, str]] = []
    if (
        wager.min is not None
        and wager.min_rule == "least"
        and min(given, default=CENTS_MAX) < wager.min
    ):
        wrong.append(("", f"the document's minimum is {format_dollars(wager.min)}; {_NARROWER}"))
    if wager.max is not None and max(given, default=0) > wager.max:
        wrong.append(("", f"the document's maximum is {format_dollars(wager.max)}; {_NARROWER}"))
    if wager.whole_dollars and any(amount % CENTS_PER_DOLLAR for amount in given):
        wrong.append(("", "the wager is in whole dollars, and so are its limits"))
    if wager.min_rule == "exact" and limit.min not in (None, wager.min):
        wrong.append((".min", f"the minimum must be {format_dollars(wager.min or 1)}"))
    if main.max is not None and limit.max is not None and limit.max > main.max:
        most = f"the table's maximum is {format_dollars(main.max)}, that of {game.wagers[0].id}"
        wrong.append((".max", most))
    for name, message in wrong:
        cite = wager.limits_cite or wager.cite
        yield Problem(code="option/invalid", key=f"{key}{name}", message=message, cite=cite)
    low, high = wager_limits(game, wager, limits, table)
    is_reported = limit.min is not None and limit.max is not None and limit.min > limit.max
    if not wrong and high is not None and 1 <= high < low and not is_reported:
        by_table = table is not None and table.min_wager == low
        least = f"pay table {table.id} needs at least" if table and by_table else "it is at least"
        message = f"{least} {format_dollars(low)}, and may be at most {format_dollars(high)}"
        cite = table.cite if table and by_table else wager.limits_cite or wager.cite
        yield Problem(code="option/invalid", key=key, message=message, cite=cite)


_NARROWER = "a house may narrow the approved limits, never widen them"


def bet_problems(
    game: Game, house: House, options: Mapping[str, OptionValue], used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield limits at which no bet is possible: no amount is left for wagers that go together."""

    def amounts(wager_id: str) -> tuple[int, int]:
        wager = game.wager(wager_id)
        low, most = wager_limits(game, wager, house.limits, used.get(wager_id))
        high = CENTS_MAX if most is None else most
        return (-(-low // 100) * 100, high // 100 * 100) if wager.whole_dollars else (low, high)

    for wager in game.wagers:
        other = wager.equals
        if other is None or (game.tables_of(wager.id) and wager.id not in used):
            continue
        low, high = amounts(wager.id)
        other_low, other_high = amounts(other)
        if max(low, other_low) > min(high, other_high) and {wager.id, other} & set(house.limits):
            message = f"{wager.id} must be as large as {other}, and no amount is allowed for both"
            key = f"limits.{wager.id if wager.id in house.limits else other}"
            yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)
    yield from _no_tip_problems(game, house, options)
    if options.get("poker") == "required" and "poker" in used:  # 2104(2)(b)
        least = amounts("main")[0] + amounts("poker")[0]
        most = amounts("main")[1]
        if least > most:
            message = f"main and poker together are at least {format_dollars(least)}"
            message += f", and may be at most {format_dollars(most)}"
            yield Problem(code="option/conflict", key="limits.main", message=message)


def _no_tip_problems(
    game: Game, house: House, options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """Yield limits on tips with which no tip is left."""
    for wager in game.wagers:
        most = house.limits.get(f"{TIP}{wager.id}", Limits()).max
        is_even = options.get("tips_even_dollars") is True
        why = "this house takes no tips" if options.get("tips") is False else ""
        if not why and is_even and most is not None and most < CENTS_PER_DOLLAR:
            why = "tips are whole dollars"
        if why and most is not None:
            key = f"limits.{TIP}{wager.id}"
            message = f"no tip is left: {why}"
            yield Problem(code="option/conflict", key=key, message=message, cite=wager.tip_max)


def small_amounts(house: House) -> Iterator[Problem]:
    """Yield stated amounts under a dollar: most were meant as dollars."""
    stated = {
        f"limits.{wager_id}.{name}": getattr(limit, name)
        for wager_id, limit in house.limits.items()
        for name in ("min", "max", "aggregate")
    }
    stated |= {
        f"jackpots.{wager_id}.wager": setup.wager for wager_id, setup in house.jackpots.items()
    }
    for key, amount in stated.items():
        if amount is not None and amount < CENTS_PER_DOLLAR:
            message = f"{format_dollars(amount)} is less than $1: a whole number is cents"
            message += f"; for dollars write '${amount}' in quotes"
            yield Problem(code="limit/small", key=key, message=message)


def shoe_problems(
    game: Game, house: House, options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """Yield burns and cuts that the document does not allow, or that leave too little to deal.

    Where the document says nothing, half the shoe must be left to deal from.
    """
    deck = len(DECKS[game.deck].cards)
    size = deck * int(options.get("decks", 1))
    ranges = {"burn": (0, size // 2), "cut": (0, size // 2)}
    terms = game.shoe
    cite = terms.cite if terms else ""
    if terms and terms.burn is not None:
        ranges["burn"] = (terms.burn, terms.burn)
    if terms and terms.cut is not None:
        ranges["cut"] = (terms.cut[0], min(terms.cut[1], size))
    for name, (low, high) in ranges.items():
        count = getattr(house.shoe, name)
        if count is not None and not low <= count <= high:
            allowed = f"it is always {low}" if low == high else f"choose from {low} to {high} cards"
            message = f"{count} is not allowed; {allowed}"
            yield Problem(code="option/invalid", key=f"shoe.{name}", message=message, cite=cite)
    yield from _burn_problems(game, house, options)


def _burn_problems(
    game: Game, house: House, options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """2104(1): one or more cards may be burned; the option and the number must agree."""
    burns = options.get(BURN_CARDS)
    count = house.shoe.burn
    if burns is None or (burns and count) or (not burns and count <= 1):
        return
    words = "no card is burned" if count == 0 else f"{count} cards are burned"
    message = f"{words}, but {BURN_CARDS} is {str(burns).lower()}"
    cite = game.option(BURN_CARDS).cite
    yield Problem(code="option/conflict", key="shoe.burn", message=message, cite=cite)


def pace_problems(game: Game, house: House) -> Iterator[Problem]:
    """Yield a pace that no table has."""
    most = {
        "rounds_per_hour": ROUNDS_PER_HOUR_MAX,
        "seats": game.seats_max or SEATS_MAX,
        "shift_hours": HOURS_MAX,
    }
    for name, count in house.pace.stated.items():
        if not 1 <= count <= most[name]:
            message = f"{count} is not allowed; write a whole number from 1 to {most[name]}"
            yield Problem(code="option/invalid", key=f"pace.{name}", message=message)


def profile_problems(
    profile: Profile, house: House, used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield the limits of *house* that the law of *profile* does not allow."""
    most = profile.single_wager_max
    stated = {f"jackpots.{wager}.wager": setup.wager for wager, setup in house.jackpots.items()}
    for wager_id, limits in house.limits.items():
        stated |= {f"limits.{wager_id}.{name}": getattr(limits, name) for name in ("min", "max")}
        if limits.aggregate is not None and wager_id in used:
            yield from _odds_problems(profile, wager_id, limits, used[wager_id])
    yield from _count_problems(profile, house, used)
    for key, amount in stated.items():
        if most is not None and amount is not None and amount > most:
            message = f"{format_dollars(amount)} is more than a single wager may be"
            message += f": {format_dollars(most)} by profile {profile.id}"
            yield _breach(profile, key, message)


def _count_problems(
    profile: Profile, house: House, used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """WAC 230-15-040: so many separate wagers on one hand, and so many of them larger ones."""
    wagers = ("main", *used)
    most = profile.hand_wagers_max
    large = profile.larger_wager
    if most is not None and len(wagers) > most:
        message = f"{len(wagers)} separate wagers ride on one hand: {most} by profile {profile.id}"
        yield _breach(profile, "tables", message)
    larger_most = profile.larger_wagers_max
    if larger_most is None or large is None:
        return
    larger = [
        wager for wager in wagers if (amount := _largest(house, wager)) is None or amount > large
    ]
    if len(larger) > larger_most:
        message = (
            f"{len(larger)} wagers of one hand may be more than {format_dollars(large)}"
            f": {larger_most} by profile {profile.id}"
        )
        yield _breach(profile, "limits", message)


def _largest(house: House, wager_id: str) -> int | None:
    """Return the most that a wager may be by the house; None: the house says nothing."""
    if wager_id in house.jackpots:
        return house.jackpots[wager_id].wager
    return house.limits[wager_id].max if wager_id in house.limits else None


def _odds_problems(
    profile: Profile, wager_id: str, limits: Limits, table: PayTable
) -> Iterator[Problem]:
    """An aggregate limit must pay the largest wager in full, at odds up to those of the profile."""
    key = f"limits.{wager_id}.aggregate"
    counted = profile.aggregate_odds
    if counted is None:
        return
    odds = max((fixed_ratio(row.pay) - _stake(row.pay) for row in table.rows), default=0)
    if odds < counted:
        message = f"an aggregate limit needs odds of {counted} to 1 or more in the pay table"
        yield _breach(profile, key, f"{message}; table {table.id} has none")
        return
    wager = limits.max if limits.max is not None else profile.single_wager_max
    assert limits.aggregate is not None
    if wager is not None and limits.aggregate < wager * counted:
        least = format_dollars(wager * counted)
        message = (
            f"{format_dollars(limits.aggregate)} is too low: the largest wager at {counted} to 1"
        )
        yield _breach(profile, key, f"{message} is {least}")


def _stake(pay: object) -> int:
    """Return the part of a pay that is the stake itself: "51 for 1" are odds of 50 to 1."""
    return 1 if isinstance(pay, Odds) and pay.for_one else 0


def _breach(profile: Profile, key: str, message: str) -> Problem:
    return Problem(code=BREACH, key=key, message=message, cite=profile.cite)
