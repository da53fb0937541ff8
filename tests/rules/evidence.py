"""Whether a test that is linked to a clause did what its link says.

While it runs, the doors of the product are watched: shoes, rounds and what they refuse, the
problems of `check`, printed sheets, and the modules that keep the floor's books. A decorator that
claims more than its test went through fails the test.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, wraps
from pathlib import Path
from types import FrameType
from typing import TypeVar

import pytest

import pitboss
from pitboss.engine.actions import RefusedError
from pitboss.engine.drive import Round
from pitboss.report.sheets.parts import Sheet
from pitboss.rulebook.problems import Problem
from pitboss.sitting.shoe import DealingShoe
from tests.rules.clauses import TESTS, How, Link, links

Kind = TypeVar("Kind")

BOOKS = tuple(
    str(Path(pitboss.__file__).parent / name)
    for name in ("floor", "jackpot", "ledger", "office", "pit", "audit")
)
"""Where the modules are that keep the floor's books."""


@dataclass
class Seen:
    """What one test went through."""

    rounds: int = 0
    refusals: list[str] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)
    books: int = 0

    def lacks(self, link: Link) -> str:
        """Say what a link claims and the test did not do; empty where it did."""
        is_cited = link.is_ruling or any(
            names(cite, link.clause) for cite in (*self.cites, *self.sheets)
        )
        faults = {
            "played": not self.rounds and (bool(self.cites) or not self.refusals),
            "judged": not self.cites or not is_cited,
            "posted": not self.sheets or not is_cited,
            "kept": not self.books,
        }
        return f"{FAULTS[link.how]}, but {self}" if faults[link.how] else ""


FAULTS: Mapping[How, str] = {
    "played": "no round was played, and the engine refused none",
    "judged": "`check` refused no set-up with this clause",
    "posted": "no sheet was printed with this clause",
    "kept": "no book of the floor was written or read",
}


def names(cite: str, clause: str) -> bool:
    """Whether a citation, or a text with citations, names a clause or the paragraph it stands in.

    >>> names("2105(1)-(3), 2105(6); ruling C13", "2105(2)")
    True
    >>> names("2105(1)-(3), 2105(6); ruling C13", "2105(4)")
    False
    >>> names("2119(30)(a)", "2119(30)(a)(vi)"), names("2119(3)", "2119(30)(a)")
    (True, False)
    """
    return any(
        clause == cited
        or (cited[-1:] == ")" and clause.startswith((cited + "(", cited + " ")))
        or (cited in TITLES and clause.startswith(TITLES[cited]))
        for cited in _cited(cite)
    )


TITLES: Mapping[str, str] = {
    "Introduction": "Introduction-",
    "JP": "JP-",
    "Table 1": "T1",
    "Table 6": "T6",
    "DP6": "DP6",
    **dict.fromkeys(("WAC 230-15-040", "WAC 230-15-140"), "Introduction-limits"),
    **{f"Attachment {letter}": f"{letter}-" for letter in "ABCD"},
}
"""How Washington's parts without a number are cited, and how their clauses begin."""
_NAME = re.compile(
    r"(?:GR|DP)\d+[a-j]?|JP(?:-\w+)?|R\d+|Introduction(?:-\w+)?|(?:Table|Attachment) \w+"
    r"|[A-D]-\w+|WAC 230-15-\d+"
    r"|21\d\d(?: (?:Start|Winner|Main|Golden|Player|Big 3|Bust))?(?:\(\w+\))*"
    r"|Method of Play(?: (?:shuffle|cut|signals))?"
    r"|[A-Z]\d+"
    r"|(?<=, )(?:\(\w+\))+"  # of the section named before it: "2110(11), (11)(b)"
)
_RANGE = re.compile(r"-\((\w+)\)")


@cache
def _cited(cite: str) -> frozenset[str]:
    cited = set()
    section = ""
    for place in _NAME.finditer(cite):
        name = section + place[0] if place[0].startswith("(") else place[0]
        section = name.partition("(")[0]
        cited.add(name)
        if until := _RANGE.match(cite, place.end()):
            before, _, first = name.rpartition("(")
            cited |= {f"{before}({part})" for part in _between(first.rstrip(")"), until[1])}
    return frozenset(cited)


def _between(first: str, last: str) -> Iterator[str]:
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii"]
    if first.isdigit():
        yield from map(str, range(int(first), int(last) + 1))
    elif first in roman and last in roman:
        yield from roman[roman.index(first) : roman.index(last) + 1]
    else:
        yield from map(chr, range(ord(first), ord(last) + 1))


def asserts(test: str) -> bool:
    """Whether a test, "test_x.py::test_y", or a function it calls asserts anything."""
    return _asserts(*_place(test), frozenset())


def _place(test: str) -> tuple[Path, str]:
    file, _, name = test.partition("::")
    return TESTS / file if "/" in file else next(TESTS.glob(f"rules/**/{file}")), name


def _asserts(path: Path, name: str, callers: frozenset[str]) -> bool:
    functions, homes = _parsed(path)
    if name in callers or not (name in functions or name in homes):
        return False
    if name not in functions:
        return _asserts(homes[name], name, callers)
    called = set()
    for node in ast.walk(functions[name]):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called.add(_name(node.func))
    return "raises" in called or any(_asserts(path, it, callers | {name}) for it in called)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


ORDER_LOOKS = frozenset(
    {"events", "when", "wagers", "settled_in_order", "asked", "settlement", "list_events", "order"}
)
"""What a test reads that asserts in which order things happened."""


def looks_at_order(test: str) -> bool:
    """Whether a test, or a function of its file that it calls, reads the order of events."""
    path, name = _place(test)
    functions, _ = _parsed(path)
    left = [name]
    reached = set[str]()
    while left:
        name = left.pop()
        if name in functions and name not in reached:
            nodes = ast.walk(functions[name])
            left += [_name(node) for node in nodes if isinstance(node, ast.Attribute | ast.Name)]
        reached.add(name)
    return not ORDER_LOOKS.isdisjoint(reached)


_Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def _parsed(path: Path) -> tuple[dict[str, _Function], dict[str, Path]]:
    """Return the functions of a file of tests, and where those are that it imports from others."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, _Function)}
    homes = {
        alias.asname or alias.name: TESTS.parent.joinpath(*node.module.split(".")).with_suffix(
            ".py"
        )
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests.")
        for alias in node.names
    }
    return functions, homes


def cites(part: object) -> Iterator[str]:
    """Yield the citations on a sheet, or on a part of one."""
    if isinstance(part, tuple):
        for piece in part:
            yield from cites(piece)
    elif is_dataclass(part):
        for spot in fields(part):
            value = getattr(part, spot.name)
            yield from (value,) if spot.name == "cite" else cites(value)


class Watch:
    """Watches the doors while a linked test runs, and no other: every call costs time."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Fail a test whose links claim what it did not do."""
        claims = links(getattr(item, "function", None))
        if not claims:
            return (yield)
        seen = Seen()
        with _watched(seen, books=any(link.how == "kept" for link in claims)):
            yield
        lacking = {link: fault for link in claims if (fault := seen.lacks(link))}
        assert not lacking, "; ".join(
            f"{link.clause} is not {link.how}: {fault}" for link, fault in lacking.items()
        )


@contextmanager
def _watched(seen: Seen, *, books: bool) -> Iterator[None]:
    def see_round(_: object) -> None:
        seen.rounds += 1

    def see_books(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(BOOKS):
            seen.books += 1
            sys.setprofile(None)  # it slows every call down, and one is enough

    with (
        _after(Round, "__init__", see_round),
        _after(DealingShoe, "begin_round", see_round),
        _after(RefusedError, "__init__", lambda error: seen.refusals.append(str(error))),
        _after(Problem, "__post_init__", lambda problem: seen.cites.append(problem.cite)),
        _after(Sheet, "__init__", lambda sheet: seen.sheets.extend(cites(sheet))),
    ):
        if books:
            sys.setprofile(see_books)
        try:
            yield
        finally:
            if books:
                sys.setprofile(None)


@contextmanager
def _after(kind: type[Kind], method: str, see: Callable[[Kind], object]) -> Iterator[None]:
    before = getattr(kind, method)

    @wraps(before)
    def watched(self: Kind, *arguments: object, **named: object) -> object:
        answer = before(self, *arguments, **named)
        see(self)
        return answer

    setattr(kind, method, watched)
    try:
        yield
    finally:
        setattr(kind, method, before)
