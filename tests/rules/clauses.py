"""Which test proves which clause: decorators that say so, and the whole list of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from pitboss.rulebook.model import Ruling
from pitboss.rulebook.reading.library import game, rulings
from tests.rows import every_row

Test = TypeVar("Test", bound=Callable[..., object])

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

NOT_PLAYED = {
    # What is printed on the felt and the signs is not part of a round.
    **{(edition, "GR1"): "layout and signs" for edition in WASHINGTON},
    ("co/golden-21", "2108(1)"): "layout",
    ("co/ante-up-21", "2106(14)(a)"): "layout and signs",
    ("co/21-holdem", "2104(15)"): "drop and count",
    # What dealer and supervisor do when a jackpot is won.
    ("co/straight-jack", "2109(9)(c)"): "where the cards go",
    **{
        ("co/straight-jack-progressive", f"2110(15){part}"): "house procedure"
        for part in ("(a)", "(b)", "(b)(ii)")
    },
}
"""(game, clause) -> why no round can show it."""

RULINGS_NOT_PLAYED = {
    # About a printed figure, which the exact mathematics answers.
    "B26": "a printed house edge",
    "C31": "how odds are stated",
}
"""Ruling -> why no round can show it."""

_CLAUSES: dict[tuple[str, str], list[str]] = {}
_RULINGS: dict[str, list[str]] = {}


def clause(game_id: str, *names: str) -> Callable[[Test], Test]:
    """Say that a test proves these clauses of a game; a clause the game lacks is a mistake."""
    for name in names:
        assert name in game(game_id).clauses, f"{game_id} has no clause {name}"

    def linked(test: Test) -> Test:
        for name in names:
            _add(_CLAUSES.setdefault((game_id, name), []), test)
        return test

    return linked


def washington(*names: str) -> Callable[[Test], Test]:
    """Say that a test proves these clauses in every Washington edition that has them.

    The test is run once for each of those, which it is given as `game`.
    """
    editions = [
        edition for edition in WASHINGTON if all(name in game(edition).clauses for name in names)
    ]
    assert editions, f"no edition has {names}"

    def linked(test: Test) -> Test:
        for edition in editions:
            clause(edition, *names)(test)
        return _for_each(editions, test)

    return linked


def ruling(*ids: str) -> Callable[[Test], Test]:
    """Say that a test proves these rulings; one that does not exist is a mistake."""
    known = {known_ruling.id for known_ruling in rulings()}
    assert known.issuperset(ids), f"there is no ruling {set(ids) - known}"

    def linked(test: Test) -> Test:
        for ruling_id in ids:
            _add(_RULINGS.setdefault(ruling_id, []), test)
        return test

    return linked


def every_edition(test: Test) -> Test:
    """Run a test once for each Washington edition, which it is given as `game`."""
    return _for_each(WASHINGTON, test)


def _for_each(editions: Sequence[str], test: Test) -> Test:
    return every_row("game", editions)(test)


def _add(tests: list[str], test: Callable[..., object]) -> None:
    name = f"{test.__module__.rpartition('.')[2]}.py::{test.__name__}"
    if name not in tests:
        tests.append(name)


def clause_tests() -> dict[tuple[str, str], list[str]]:
    """Return (game, clause) -> the tests that prove it, whichever files were imported before."""
    _import_all()
    return _CLAUSES


def ruling_tests() -> dict[str, list[str]]:
    """Return ruling -> the tests that prove it."""
    _import_all()
    return _RULINGS


def played_rulings() -> list[Ruling]:
    """Return the rulings that concern these games, in order."""
    return [
        kept_ruling
        for kept_ruling in rulings()
        if any(fnmatchcase(name, pattern) for name in PLAYED_GAMES for pattern in kept_ruling.games)
    ]


def _import_all() -> None:
    for path in sorted(FOLDER.rglob("test_*.py")):
        folders = path.relative_to(FOLDER).with_suffix("").parts
        import_module(".".join(("tests.rules", *folders)))
