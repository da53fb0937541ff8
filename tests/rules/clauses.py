"""Which test shows which clause, and how: decorators that say so, and the whole list of them.

Above a test, name the clause that it shows and how it shows it:

    @clause(GAME, "2104(12)")                  played: the engine plays or refuses a round of it
    @clause(GAME, "2110(3)", how="judged")     `check` refuses a set-up and cites the clause
    @clause(GAME, "2115(1)(c)", how="posted")  a printed sheet or sign cites the clause
    @clause(GAME, "2110(15)(d)", how="kept")   the floor's books take it in, or refuse to

While the test runs, `evidence.py` looks whether it really did that; a test without an assertion is
refused too. A clause that says several things takes a test for each: ``words="may cap them"`` names
the part of the row's text that the test is about, ``"from here ... to there"`` a long one. As soon
as every test of a row names its words, these and `NOT_OURS` must together make up the whole text.
`washington` takes the same, `ruling` only `how`.

A test of any folder may be linked. What is a heading or not ours is in `paragraphs.toml`, with the
list of the documents' paragraphs: each has a row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from re import escape, findall, search
from typing import Literal, NamedTuple, TypeVar, get_args

from pitboss.rulebook.model import Ruling
from pitboss.rulebook.reading.library import game, rulings
from tests.rows import every_row

Test = TypeVar("Test", bound=Callable[..., object])

How = Literal["played", "posted", "judged", "kept"]
HOWS: tuple[How, ...] = get_args(How)

WASHINGTON = ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
SPANISH = (*WASHINGTON, "ilani/spanish-21", "bet-bigger/spanish-21")
COLORADO = (
    *("co/blackjack-switch", "co/21-plus-3", "co/golden-21", "co/straight-jack"),
    *("co/straight-jack-progressive", "co/buffalo-2", "co/buffalo-3", "co/trilux"),
    *("co/free-bet", "co/extreme-21", "co/ride-free"),
    *("co/21-holdem", "co/ante-up-21", "co/3-card-21", "co/pai-jack", "co/deuces-wild-xtreme"),
)
REFERENCE = "reference/blackjack"
PLAYED_GAMES = (*SPANISH, *COLORADO, REFERENCE)
"""The games the table deals."""
FOLDER = Path(__file__).parent
TESTS = FOLDER.parent

_DATA = tomllib.loads((FOLDER / "paragraphs.toml").read_text(encoding="utf-8"))
PARAGRAPHS: Mapping[str, Sequence[str]] = _DATA["paragraphs"]
"""Game -> the paragraphs of its document."""
HEADINGS = frozenset[str](_DATA["headings"])
"""Clauses that only lead to others: they claim nothing."""
NOT_OURS: Mapping[str, Mapping[str, str]] = {
    name: {"": reasons} if isinstance(reasons, str) else reasons
    for name, reasons in _DATA["not-ours"].items()
}
"""Clause -> its words (none: all of it) -> why nothing here can do it."""
RULINGS_NOT_OURS: Mapping[str, str] = _DATA["rulings-not-ours"]
"""Ruling -> why no test can show it."""


class Link(NamedTuple):
    """What a decorator says: a test shows a clause, or some words of it, in one way."""

    clause: str
    """A clause or a ruling."""
    how: How
    words: str
    """The part of the clause's text that the test is about; empty: all of it."""
    is_ruling: bool = False


class Proof(NamedTuple):
    """A test of a row."""

    place: tuple[str, int]
    """Its file and line: proofs are in this order, whichever file was imported first."""
    test: str
    how: How
    words: str


_CLAUSES: dict[tuple[str, str], set[Proof]] = {}
_RULINGS: dict[str, set[Proof]] = {}


def clause(
    game_id: str, *names: str, how: How = "played", words: str = ""
) -> Callable[[Test], Test]:
    """Say how a test shows these clauses of a game; a clause the game lacks is a mistake."""
    texts = game(game_id).clauses
    for name in names:
        assert name in texts, f"{game_id} has no clause {name}"
        assert name not in HEADINGS, f"{name} is a heading and claims nothing"
        assert find_words(texts[name], words) is not None, f"{name} does not say {words!r}"

    def linked(test: Test) -> Test:
        for name in names:
            _CLAUSES.setdefault((game_id, name), set()).add(_proof(test, how, words))
        return _with_links(test, [Link(name, how, words) for name in names])

    return linked


def washington(*names: str, how: How = "played", words: str = "") -> Callable[[Test], Test]:
    """Say how a test shows these clauses in every Washington edition that has them.

    The test is run once for each of those, which it is given as `game`. Several may be stacked.
    """
    editions = [
        edition for edition in WASHINGTON if all(name in game(edition).clauses for name in names)
    ]
    assert editions, f"no edition has {names}"

    def linked(test: Test) -> Test:
        for edition in editions:
            clause(edition, *names, how=how, words=words)(test)
        run: Sequence[str] = vars(test).get("_editions", ())
        if run:  # by another of these decorators
            assert set(editions) <= set(run), f"it does not run for all of {editions}"
            return test
        vars(test)["_editions"] = editions
        return _for_each(editions, test)

    return linked


def ruling(*ids: str, how: How = "played") -> Callable[[Test], Test]:
    """Say how a test shows these rulings; one that does not exist is a mistake."""
    known = {known_ruling.id for known_ruling in rulings()}
    assert known.issuperset(ids), f"there is no ruling {set(ids) - known}"

    def linked(test: Test) -> Test:
        for ruling_id in ids:
            _RULINGS.setdefault(ruling_id, set()).add(_proof(test, how, ""))
        return _with_links(test, [Link(ruling_id, how, "", is_ruling=True) for ruling_id in ids])

    return linked


def every_edition(test: Test) -> Test:
    """Run a test once for each Washington edition, which it is given as `game`."""
    return _for_each(WASHINGTON, test)


def links(test: object) -> tuple[Link, ...]:
    """Return what the decorators of a test say."""
    named: tuple[Link, ...] = getattr(test, "_links", ())
    return named


def _with_links(test: Test, more: Sequence[Link]) -> Test:
    vars(test)["_links"] = tuple(dict.fromkeys([*links(test), *more]))
    return test


def _for_each(editions: Sequence[str], test: Test) -> Test:
    return every_row("game", editions)(test)


def _proof(test: Callable[..., object], how: How, words: str) -> Proof:
    code = unwrap(test).__code__
    file = Path(code.co_filename).relative_to(TESTS)
    shown = file.name if FOLDER.name in file.parts else file.as_posix()
    place = file.as_posix(), code.co_firstlineno
    return Proof(place, f"{shown}::{test.__name__}", how, words)


def clause_tests() -> Mapping[tuple[str, str], Sequence[Proof]]:
    """Return (game, clause) -> the tests that show it, whichever files were imported before."""
    _import_all()
    return {where: sorted(proofs) for where, proofs in _CLAUSES.items()}


def ruling_tests() -> Mapping[str, Sequence[Proof]]:
    """Return ruling -> the tests that show it."""
    _import_all()
    return {ruling_id: sorted(proofs) for ruling_id, proofs in _RULINGS.items()}


def played_rulings() -> list[Ruling]:
    """Return the rulings that concern these games, in order."""
    return [
        kept_ruling
        for kept_ruling in rulings()
        if any(fnmatchcase(name, pattern) for name in PLAYED_GAMES for pattern in kept_ruling.games)
    ]


def unshown(game_id: str, name: str) -> list[str]:
    """Return the words of a clause that no test and no reason is about.

    Short links between what is shown ("and", "the house may") are nothing by themselves.
    """
    if name in HEADINGS:
        return []
    claimed = [proof.words for proof in clause_tests().get((game_id, name), ())]
    claimed += NOT_OURS.get(name, ())
    if "" in claimed:
        return []
    text = game(game_id).clauses[name]
    left = list(text)
    for words in claimed:
        part = find_words(text, words)
        assert part, f"{name} does not say {words!r}"
        begin = text.index(part)
        left[begin : begin + len(part)] = "|" * len(part)
    parts = "".join(left).split("|")
    return [part for part in parts if len(findall(r"[\w$%'-]+", part)) > LINK_WORDS_MAX]


def find_words(text: str, words: str) -> str | None:
    """Return the part of a text that *words* name; None if it has none.

    >>> find_words("Its jackpot may stand alone or link tables.", "may stand ... tables")
    'may stand alone or link tables'
    """
    pattern = ".*?".join(map(escape, words.split(" ... ")))
    place = search(pattern, text)
    return None if place is None else place[0]


LINK_WORDS_MAX = 3
"""So many words are but a link between two that are shown."""


@cache
def _import_all() -> None:
    for path in linked_files():
        folders = path.relative_to(TESTS).with_suffix("").parts
        import_module(".".join((TESTS.name, *folders)))


def linked_files() -> Iterator[Path]:
    """Yield the files of tests that name clauses, in order."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.is_relative_to(FOLDER) or "from tests.rules.clauses " in path.read_text("utf-8"):
            yield path
