"""The pay tables that a comparison names: GAME:WAGER:TABLE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitboss.report.compare.pay_tables import PricedTable, TableComparison, price_table
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.limits import COMPARED_MAX
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.phrases import choice, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of

_USUAL_DECKS = 6
_NAMED_MAX = 12
"""The most pay tables that a message names; for more it says where they are listed."""


@dataclass(frozen=True, slots=True)
class PayTableSubject:
    """One pay table of one wager."""

    game: Game
    wager: str
    tables: tuple[PayTable, ...]
    """The pays of this id, a table for each group of deck counts."""

    @property
    def decks(self) -> tuple[int, ...]:
        """The deck counts that it is printed for."""
        return tuple(sorted({count for table in self.tables for count in table.decks}))


def is_pay_table(text: str) -> bool:
    """Return whether a subject names a pay table: its name has a colon, and no file has that name.

    >>> is_pay_table("co/free-bet:push-22"), is_pay_table("co/free-bet blackjack=6:5")
    (True, False)
    """
    return ":" in text.partition(" ")[0] and not Path(text).exists()


def read_pay_tables(texts: Sequence[str]) -> tuple[PayTableSubject, ...]:
    """Read `GAME:WAGER:TABLE`; a part left out is that of the subject before.

    `GAME:WAGER` is every pay table of the wager, `GAME:TABLE` the first wager that has the table,
    `:TABLE` another table of the same wager. Unknown names raise one `RulesError`.

    >>> found = read_pay_tables(["wa/spanish-21:jackpot-1:3c-5", ":3c-7"])
    >>> [(subject.wager, subject.tables[0].id) for subject in found]
    [('jackpot-1', '3c-5'), ('jackpot-1', '3c-7')]
    """
    subjects: list[PayTableSubject] = []
    problems: list[Problem] = []
    game_id = wager = ""
    for text in texts:
        first, *rest = (part.strip() for part in text.split(":"))
        if first and first != game_id:
            game_id = first
            wager = ""
        try:
            tables = tuple(_find(text, game_of(game_id), wager, rest))
        except RulesError as error:
            problems += error.problems
            continue
        wager = tables[0].wager
        subjects += tables
    if problems:
        raise RulesError(problems)
    return tuple(subjects)


def _find(text: str, game: Game, before: str, rest: Sequence[str]) -> Iterator[PayTableSubject]:
    """Yield the pay tables that one argument names."""
    wagers = tuple(wager.id for wager in game.wagers if game.tables_of(wager.id))
    if len(rest) > 2:
        raise _refusal(f"{text!r} has too many colons; write GAME:WAGER:TABLE", "option/invalid")
    *named, last = rest
    if not named and last in wagers:
        ids = dict.fromkeys(table.id for table in game.tables_of(last))
        yield from (_subject(game, last, table_id) for table_id in ids)
        return
    wager = named[0] if named else before
    if named and wager not in wagers:
        hint = nearest(wager, wagers) or choice(wagers)
        raise _refusal(
            f"{game.id} has no wager {wager!r} with pay tables; it has {hint}", "wager/not-offered"
        )
    possible = (wager,) if wager else wagers
    having = [w for w in possible if any(t.id == last for t in game.tables_of(w))]
    if not having:
        ids_of = tuple(dict.fromkeys(t.id for w in possible for t in game.tables_of(w)))
        listed = f"'pitboss show {game.id}' lists them"
        few = f"it has {choice(ids_of)}" if len(ids_of) <= _NAMED_MAX else listed
        hint = f"the nearest is {near}" if (near := nearest(last, ids_of)) else few
        raise _refusal(f"{wager or game.id} has no pay table {last!r}; {hint}", "option/invalid")
    yield _subject(game, having[0], last)


def _subject(game: Game, wager: str, table_id: str) -> PayTableSubject:
    tables = tuple(table for table in game.tables_of(wager) if table.id == table_id)
    return PayTableSubject(game, wager, tables)


Counted = tuple[PayTableSubject, int]
"""A pay table at a deck count."""


def at_decks(subjects: Sequence[PayTableSubject], decks: int | None, named: int) -> list[Counted]:
    """Return each subject with its deck count; *named* is how many subjects were named."""
    if decks is not None and len(subjects) > named:
        # A wager stands for its tables: those that this deck count may have.
        subjects = tuple(s for s in subjects if decks in s.decks) or subjects
    if decks is not None or not subjects:
        return [(subject, decks or 0) for subject in subjects]
    return list(zip(subjects, common_decks(subjects), strict=True))


def price_pay_tables(
    subjects: Sequence[Counted], options: Mapping[str, OptionValue]
) -> TableComparison:
    """Price pay tables side by side; one `RulesError` names everything that is wrong."""
    single = len({(subject.game.id, subject.wager) for subject, _ in subjects}) == 1
    problems: dict[Problem, None] = {}
    tables: list[PricedTable] = []
    for subject, decks in subjects:
        game = subject.game.id
        table = subject.tables[0].id
        label = "" if single else f"{game.rpartition('/')[2]} {table}"
        try:
            priced = price_table(
                game, subject.wager, table, decks=decks, options=options, label=label
            )
            tables.append(priced)
        except RulesError as error:
            problems |= dict.fromkeys(error.problems)
    if problems:
        raise RulesError(problems)
    return TableComparison(tables=tuple(tables))


def count_problems(count: int, what: str, *, least: int = 2) -> Iterator[Problem]:
    """Yield the problem of too few subjects, or of too many."""
    if count < least:
        message = f"name two or more {what} to compare"
        yield Problem(code="command/usage", key="", message=message)
    if count > COMPARED_MAX:
        message = f"{count} {what} are too many side by side; name at most {COMPARED_MAX}"
        yield Problem(code="option/invalid", key="", message=message)


def option_problems(given: Mapping[str, OptionValue], games: Sequence[Game]) -> Iterator[Problem]:
    """Yield the options that do not decide side wagers; which alternate fits, `odds` says."""
    allowed = {
        option.id: tuple(map(str, option.values))
        for game in games
        for option in game.options
        if option.id in {"soft17", "specific_suit"}
    }
    for key, value in given.items():
        if key != ALTERNATE and key not in allowed:
            names = choice((*allowed, ALTERNATE))
            message = f"{key}: pay tables are compared with the options {names}"
            yield Problem(code="option/unknown", key="", message=message)
        elif key in allowed and str(value) not in allowed[key]:
            message = f"{key}: {str(value)!r} is not allowed; choose {choice(allowed[key])}"
            yield Problem(code="option/invalid", key="", message=message)


def mixed_subjects() -> Problem:
    """Return the problem of pay tables named beside games."""
    message = "compare pay tables with pay tables, and games or house files with each other"
    return Problem(code="option/conflict", key="", message=message)


def common_decks(subjects: Sequence[PayTableSubject]) -> tuple[int, ...]:
    """Return a deck count for each subject: the same for all if possible, usually six.

    >>> common_decks(read_pay_tables(["wa/spanish-21:3a-1", "wa/spanish-21:3c-1"]))
    (4, 6)
    """
    common = set.intersection(*(set(subject.decks) for subject in subjects))
    return tuple(_usual(sorted(common or subject.decks)) for subject in subjects)


def _usual(decks: Sequence[int]) -> int:
    return _USUAL_DECKS if _USUAL_DECKS in decks else decks[0]


def _refusal(message: str, code: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
