"""What differs between the rule documents of games: fixed rules, clauses and pay tables.

Two editions of one document are compared so, and a game of one's own beside the one it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from pitboss.engine.setup import make_setup
from pitboss.report.compare.pay_tables import merge_orders
from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.model import BlackjackRules, Game, PayRow, PayTable
from pitboss.rulebook.pays import format_dollars
from pitboss.text.rules import deck_range, meanings, yes_no

Texts = tuple[str | None, ...]
TableKey = tuple[str, str, str]
"""The family of a pay table, its name and its decks."""


@dataclass(frozen=True, slots=True)
class DocumentDifference:
    """One thing that the documents say differently."""

    what: str
    """Its key: rules.max_hands, clauses.GR6, tables.match-up.2."""
    title: str
    texts: Texts
    """What each document says; None: nothing."""


def document_differences(tables: Sequence[ConfiguredGame]) -> tuple[DocumentDifference, ...]:
    """Return what differs; nothing where all tables are of one game."""
    games = [table.game for table in tables]
    if len({game.id for game in games}) < 2:
        return ()
    found = (*_documents(games), *_rules(tables), *_clauses(games), *_pay_tables(games))
    return tuple(item for item in found if len(set(item.texts)) > 1)


def _documents(games: Sequence[Game]) -> Iterator[DocumentDifference]:
    for name, title in (("document", "Document"), ("section", "Part"), ("effective", "In force")):
        texts = tuple(str(getattr(game, name)) or None for game in games)
        yield DocumentDifference(name, title, texts)
    yield DocumentDifference(
        "decks", "Decks it allows", tuple(deck_range(game.decks) for game in games)
    )


def _rules(tables: Sequence[ConfiguredGame]) -> Iterator[DocumentDifference]:
    """Yield the rules of the main hand in play that not every game leaves to the house."""
    rules = [make_setup(table).blackjack for table in tables]
    titles = meanings(BlackjackRules)
    for item in fields(BlackjackRules):
        if all(item.name in table.options for table in tables):
            continue
        values = (None if one is None else getattr(one, item.name) for one in rules)
        texts = tuple(None if value is None else yes_no(value) for value in values)
        title = titles.get(item.name, item.name).removesuffix(".")
        yield DocumentDifference(f"rules.{item.name}", title, texts)


def _clauses(games: Sequence[Game]) -> Iterator[DocumentDifference]:
    """Yield what each clause says, in the words of the rule book, where the numbers are shared."""
    numbered = [set(game.clauses) for game in games]
    if 2 * len(set.intersection(*numbered)) < min(map(len, numbered)) or not all(numbered):
        return  # another document: its numbers mean other clauses
    for name in merge_orders([tuple(game.clauses) for game in games]):
        texts = tuple(game.clauses.get(name) for game in games)
        yield DocumentDifference(f"clauses.{name}", f"Clause {name}", texts)


def _pay_tables(games: Sequence[Game]) -> Iterator[DocumentDifference]:
    """Yield the tables that not every document has, and the rows in which the others differ."""
    printed = [_by_name(game) for game in games]
    everywhere = set.intersection(*map(set, printed))
    if not everywhere:
        return  # games without a pay table in common: the wagers above say what each offers
    texts = tuple(_names(key for key in tables if key not in everywhere) for tables in printed)
    yield DocumentDifference("tables", "Pay tables that not all have (decks)", texts)
    for key in (key for key in printed[0] if key in everywhere):
        family, name, decks = key
        changed = _changed_rows([tables[key] for tables in printed])
        title = f"Pay table {name}, {decks} decks"
        yield DocumentDifference(f"tables.{family}.{name}.{decks}", title, changed)


def _by_name(game: Game) -> Mapping[TableKey, PayTable]:
    """Return the pay tables by family, name and decks: one name may stand for several."""
    return {(table.family, table.id, deck_range(table.decks)): table for table in game.tables}


def _names(keys: Iterable[TableKey]) -> str | None:
    return ", ".join(f"{name} ({decks})" for _, name, decks in keys) or None


def _changed_rows(tables: Sequence[PayTable]) -> Texts:
    """Return for each table the rows that another one pays otherwise, or does not have."""
    rows = [dict(map(_row_text, table.rows)) for table in tables]
    names = merge_orders([tuple(found) for found in rows])
    changed = [name for name in names if len({found.get(name) for found in rows}) > 1]
    return tuple(
        "; ".join(f"{name}: {found.get(name, 'no row')}" for name in changed) for found in rows
    )


def _row_text(row: PayRow) -> tuple[str, str]:
    """Return the name of a row with its column, and what it pays."""
    envy = "" if row.envy is None else f", envy {format_dollars(row.envy)}"
    return f"{row.name} {row.column}".strip(), f"{row.text}{envy}"
