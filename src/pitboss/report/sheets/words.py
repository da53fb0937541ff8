"""Texts of every sheet: the limits, the pay tables and the identity of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import HouseStatement, Limit, Panel, SheetLimits, Step
from pitboss.rulebook.configured import Jackpot, Spot
from pitboss.rulebook.model import Game, Moment, PayRow, PayTable
from pitboss.rulebook.pays import format_dollars, meter_share
from pitboss.text.felt import is_paid, plain_note
from pitboss.text.numbers import short_money
from pitboss.text.rules import has_envy, limit_words, rule_text, table_columns

_UNLIMITED = ("any amount", "whole dollars")
_COLUMNS_MAX = 4
"""The most columns of a table; one with more has its columns as lines."""


def foot(setup: Setup) -> str:
    """Return the identity of the rules and the set-up of a sheet."""
    game = setup.configured.game
    source = ", ".join(filter(None, (game.document, game.section)))
    return f"{source}. Set-up {setup.configured.digest[:12]}"


def phrases(texts: Iterable[str]) -> str:
    r"""Join phrases so that a line ends only between two of them.

    >>> phrases(["6 decks", "late surrender"]).split(" ")
    ['6\xa0decks', '', '·', '', 'late\xa0surrender']
    """
    return "  ·  ".join(text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts)


def name_on_signs(game: Game) -> str:
    """Return the name of a game without the edition of its rules.

    >>> from pitboss.rulebook.reading.library import game
    >>> name_on_signs(game("wa/spanish-21-v003"))
    'Spanish 21'
    """
    return game.title.partition(", edition")[0]


def decks_line(setup: Setup) -> str:
    """Name the decks of the shoe.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> decks_line(prepare(House(game="ilani/spanish-21")))
    '8 Spanish decks of 48 cards'
    """
    count = setup.shoe.deck_count
    title = {"spanish-48": "Spanish deck", "french-53": "deck"}.get(setup.configured.game.deck)
    decks = f"{count} {title or 'deck'}{'' if count == 1 else 's'}"
    return f"{decks} of {setup.shoe.size // count} cards"


def spot_groups(setup: Setup, *, by_moment: bool = False) -> Iterator[tuple[Spot, ...]]:
    """Yield the spots of the felt; spots with one pay table and one limit together.

    Those that the house requires are apart from those that it does not.

    *by_moment* separates those that are made or settled at different moments, or in between.
    """
    groups: dict[tuple[object, ...], list[Spot]] = {}
    for wager_id, spot in setup.configured.spots.items():
        is_bare = spot.table is None and spot.wager.equals is None
        alone = wager_id if is_bare or spot.jackpot is not None else ""
        table = "" if spot.table is None else spot.table.id
        moments = (spot.wager.made, settlement_moment(spot)) if by_moment else ()
        key = (table, alone, posted_limits(spot), wager_id in setup.required, *moments)
        last = next(reversed(groups), ())
        if by_moment:  # what comes between two wagers keeps them apart
            key = last if last[:-1] == key else (*key, len(groups))
        groups.setdefault(key, []).append(spot)
    yield from map(tuple, groups.values())


def settlement_moment(spot: Spot) -> Moment:
    """Return when a wager is settled; its pay table may say so."""
    return (spot.table.settled if spot.table else None) or spot.wager.settled


def short_cite(cite: str) -> str:
    """Return the clauses of a citation, without repeated sections and rulings.

    >>> short_cite("2119(2), 2119(3), 2119(9)(a)-(b); rulings C24, C44")
    '2119(2), (3), (9)(a)-(b)'
    """
    clauses = re.split("[;:]", cite)[0].split(", ")
    section = re.match(r"\d+", clauses[0])
    if section is None:
        return ", ".join(clauses)
    first, *others = clauses
    return ", ".join((first, *(clause.removeprefix(section[0]).strip() for clause in others)))


def group_title(spots: tuple[Spot, ...]) -> str:
    """Return one name for wagers with equal pays, with their common words once.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> house = House(game="bet-bigger/spanish-21")
    >>> [group_title(group) for group in spot_groups(prepare(house)) if len(group) > 1][-1]
    'Match the Dealer Up Card and Down Card'
    """
    first, *others = (spot.wager.title.split() for spot in spots)
    shared = 0
    while all(title[: shared + 1] == first[: shared + 1] for title in others) and first[shared:]:
        shared += 1
    rest = [" ".join(title[shared:]) for title in others]
    if not others:
        return " ".join(first)
    if not shared or not all(rest):
        return ", ".join(spot.wager.title for spot in spots)
    return f"{', '.join((' '.join(first), *rest[:-1]))} and {rest[-1]}"


def posted_limits(spot: Spot) -> str:
    """Return the limits of a spot; empty where the house sets none, or another wager sets them."""
    words = limit_words(spot)
    return "" if spot.wager.equals or words in _UNLIMITED else words


_RANGE = re.compile(r"(\$\S+) to (\$)")


def limits(setup: Setup) -> SheetLimits:
    """Return the limits of every spot that players choose themselves."""
    mains: list[Limit] = []
    others: list[Limit] = []
    for spots in spot_groups(setup):
        first = spots[0]
        amount = _RANGE.sub(r"\1 – \2", posted_limits(first).removeprefix("exactly "))
        is_main = first.wager.id in setup.mains
        if first.wager.at_most or first.wager.equals or (is_main and not amount):
            continue
        limit = Limit(group_title(spots), amount or "any amount")
        (mains if is_main else others).append(limit)
    return SheetLimits(tuple(mains[:1]), tuple(others))


def limit_statements(setup: Setup) -> Iterator[HouseStatement]:
    """Yield the limits that must be posted: on what is paid, and on tips."""
    for spot in setup.configured.spots.values():
        title = spot.wager.title
        wager = spot.wager
        if spot.aggregate is not None:
            who = "All players together are" if spot.aggregate_per == "round" else "Each hand is"
            text = f"{who} paid at most {short_money(spot.aggregate)} on it in one round."
            cite = short_cite(wager.aggregate[spot.aggregate_per])
            yield HouseStatement(f"{title}: aggregate limit", text, cite)
        if spot.tip_max is not None:
            text = f"A wager for the dealer is at most {short_money(spot.tip_max)}."
            yield HouseStatement(f"{title}: tips", text, short_cite(wager.tip_max))


def panels(setup: Setup) -> Iterator[Panel]:
    """Yield the pays of every wager with a pay table, and the bonus tables that always apply."""
    for table in setup.configured.automatic:
        if table.family == "bonus-21" and not setup.bonus_21:
            continue
        yield _panel(table, table.title, "", None)
    for spots in spot_groups(setup):
        first = spots[0]
        if first.table is not None:
            panel = _panel(first.table, group_title(spots), posted_limits(first), first.jackpot)
            note = plain_note(first.wager.note) if len(spots) == 1 else ""
            suit = _suit_note(setup, first.table)
            yield replace(panel, notes=tuple(filter(None, (note, suit, *panel.notes))))


def _suit_note(setup: Setup, table: PayTable) -> str:
    """Return which suit a row means by "Suit Specific"; empty if none says it."""
    if not any("Suit Specific" in row.name for row in table.rows):
        return ""
    return f"Suit Specific: {_SUITS[setup.specific_suit]}."


_SUITS = ("spades", "hearts", "diamonds", "clubs")


def _panel(table: PayTable, title: str, limits: str, jackpot: Jackpot | None) -> Panel:
    columns = table_columns(table)
    heads = (*(columns or ("Pays",)), "Envy") if has_envy(table) else columns
    names = tuple(dict.fromkeys(row.name for row in table.rows if is_paid(row)))
    rows = tuple((name, *_cells(table, name, columns, jackpot)) for name in names)
    is_turned = len(columns) > _COLUMNS_MAX
    if is_turned:
        _, *by_column = zip(*rows, strict=True)
        pairs = zip(columns, by_column, strict=False)
        heads = names
        rows = tuple((column, *cells) for column, cells in pairs)
    return Panel(
        title=title,
        limits=limits,
        heads=heads,
        rows=rows,
        notes=tuple(_notes(table, jackpot)),
    )


def _cells(
    table: PayTable, name: str, columns: tuple[str, ...], jackpot: Jackpot | None
) -> Iterator[str]:
    rows = {row.column: row for row in table.rows if row.name == name}
    for column in columns or ("",):
        row = rows.get(column)
        yield pay_text(row, jackpot) if row is not None and is_paid(row) else "–"
    if has_envy(table):
        envy = next(iter(rows.values())).envy
        yield "" if envy is None else short_money(envy)


def pay_text(row: PayRow, jackpot: Jackpot | None) -> str:
    """Return a pay as a sign writes it: a share of the meter, or the posted prize."""
    share = meter_share(row.pay)
    if share and jackpot is not None and jackpot.scheme == "house":
        return short_money(jackpot.prizes[share])
    return re.sub(r"\d{4,}", lambda digits: f"{int(digits[0]):,}", row.text)


def _notes(table: PayTable, jackpot: Jackpot | None) -> Iterator[str]:
    if table.note:
        yield plain_note(table.note)
    if any(meter_share(row.pay) for row in table.rows):
        if jackpot is None or jackpot.scheme == "progressive":
            yield "Percentages are shares of the jackpot on the meter."
        else:
            yield "A house jackpot: each winner is paid the prize posted."
    if table.envy_to:
        who = "every other player" if table.envy_to == "players" else "the dealer"
        yield f"Envy is paid to {who}{', for each $1 wagered' if table.envy_scales else ''}."
    if table.base_wager and any(row.text.startswith("$") for row in table.rows):
        yield f"Dollars are for a wager of {format_dollars(table.base_wager)} and grow with it."


_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def count_words(count: int) -> str:
    """Write a small number as a word.

    >>> count_words(3), count_words(12)
    ('three', '12')
    """
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def join_names(names: Sequence[str], *, last: str = "and") -> str:
    """Join names into one phrase.

    >>> join_names(["21+3", "Top 3", "Bust Bonus"]), join_names(["Ante"])
    ('21+3, Top 3 and Bust Bonus', 'Ante')
    """
    *firsts, end = names or [""]
    return f"{', '.join(firsts)} {last} {end}" if firsts else end


_SPOKEN = frozenset(
    {
        *("decks", "rounding", "bonus_cards", "burn_cards", "cards_dealt", "dealt_from"),
        *("tips", "tips_even_dollars", "multiple_hands", "require_main", "bonus_alone"),
        *("poker", "match_required"),
    }
)
"""Options that the general steps of the procedure speak of."""


def house_rules(setup: Setup) -> Iterator[Step]:
    """Yield the options of the house that no step of the procedure speaks of, a sentence each.

    An option that is added to a game is here unless somebody writes a better sentence for it.
    """
    game = setup.configured.game
    options = setup.configured.options
    about = {p.partition("=")[0] for step in game.procedure for p in step.about}
    limits = {f"{wager.id.replace('-', '_')}_up_to_main" for wager in game.wagers}
    for name, value in options.items():
        is_rule = name in setup.configured.main_options
        if is_rule or name in _SPOKEN | limits or f"option:{name}" in about:
            continue
        option = game.option(name)
        text = f"{option.title}: {rule_text(value, name)}."
        yield Step(text, short_cite(option.cite), posted=True)
