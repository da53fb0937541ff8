"""A count from its name, from tags on one line, or from a file; with every problem at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pitboss.cards import Deck, Shoe
from pitboss.counts.index_play import INSURANCE, IndexPlay, hand_problem
from pitboss.counts.ramp import MALFORMED as SPREAD_MALFORMED
from pitboss.counts.ramp import Ramp, parse_ramp
from pitboss.counts.system import Counted, CountSystem, SideCount
from pitboss.counts.tags import MALFORMED, find_cards, is_number, read_tags, whole_tags
from pitboss.counts.true_count import TrueCount
from pitboss.engine.actions import ActionKind
from pitboss.rulebook.files import read_text
from pitboss.rulebook.limits import (
    COUNT_BYTES_MAX,
    COUNT_LIMIT,
    DECK_CARDS_MAX,
    INDEX_PLAYS_MAX,
    NAME_LENGTH_MAX,
    SIDE_COUNTS_MAX,
    shorten,
)
from pitboss.rulebook.phrases import choice, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_json, parse_toml
from pitboss.rulebook.reading.schema import decode

FILE_MALFORMED = "count/malformed"
UNKNOWN = "count/unknown-system"
UNBALANCED_START = "count/unbalanced-start"
ILLEGAL_INDEX = "count/index-play"

Number = int | float | str
"""A number as files write it: 1, -0.5 or "-1/2"."""
_ENDINGS = (".toml", ".json")
_TAGS = re.compile(r"[=]|^[\s,]*[+-]?[.\d]+([\s,]|$)", re.ASCII)
_DIFFERENCES = {kind.value: kind for kind in Counted if kind is not Counted.TAGS}
_SPLITS = frozenset({ActionKind.SPLIT, ActionKind.FREE_SPLIT})
_DOUBLES = frozenset({ActionKind.DOUBLE, ActionKind.FREE_DOUBLE})
_PLAYS = {ActionKind.HIT, ActionKind.STAND, ActionKind.SURRENDER} | _DOUBLES | _SPLITS


Made = TypeVar("Made")
Given = ParamSpec("Given")


class _Problems(list[Problem]):
    """Problems as they are collected."""

    def collect(
        self, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made | None:
        """Return the result; if it is refused, return None and keep its problems."""
        try:
            return make(*given, **named)
        except RulesError as error:
            self += error.problems
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFile:
    """One of `indices`."""

    hand: str
    up: str
    action: str
    at: int
    below: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFile:
    """A published list of index plays."""

    name: str
    indices: tuple[IndexFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFile:
    """A whole file."""

    name: str
    tags: str | Mapping[str, Number]
    """By rank or card, ten numbers in one text, or "suit difference" or "rank difference"."""
    start: Number | None = None
    pivot: Number | None = None
    per: int = 52
    true: str = TrueCount.FLOOR.value
    side_counts: Mapping[str, str | Mapping[str, Number]] = field(default_factory=dict)
    indices: tuple[IndexFile, ...] = ()
    ramp: str | tuple[tuple[int, int], ...] | None = None
    """A text as `--spread` takes it, or pairs of a true count and the units from it on."""
    note: str = ""


def system_names() -> tuple[str, ...]:
    """Return the names of the well-known counts.

    >>> system_names()[:4]
    ('ace-five', 'halves', 'hi-lo', 'hi-opt-1')
    """
    return _names("data")


def derived_names() -> tuple[str, ...]:
    """Return the names of the counts that were derived for the main game of one game each.

    >>> "best-wa-spanish-21" in derived_names()
    True
    """
    return _names("derived")


def _names(folder: str) -> tuple[str, ...]:
    paths = files("pitboss.counts").joinpath(folder).iterdir()
    return tuple(sorted(path.name.removesuffix(".toml") for path in paths))


@cache
def find_system(name: str, *, key: str = "--system") -> CountSystem:
    """Return a count that Pitboss knows; the name is its id or its title, in any case.

    >>> find_system("Hi-Lo") == find_system("hi-lo")
    True
    >>> find_system("hi-low")
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: --system: 'hi-low' is no count; did you mean hi-lo? ...
    """
    known = system_names()
    derived = derived_names()
    slug = _slug(name)
    titles = {_slug(_read_shipped("data", shipped).name): shipped for shipped in known}
    if slug in known or slug in titles:
        return _read_shipped("data", titles.get(slug, slug))
    if slug in derived:
        return _read_shipped("derived", slug)
    raise RulesError([_unknown_count(name, known, derived, key)])


@cache
def _read_shipped(folder: str, slug: str) -> CountSystem:
    return system_from(_read_toml(folder, slug))


def _read_toml(folder: str, slug: str) -> Mapping[str, Any]:
    text = files("pitboss.counts").joinpath(folder, f"{slug}.toml").read_text("utf-8")
    return parse_toml(text)


def _slug(name: str) -> str:
    return re.sub(r"[\s_/]+", "-", name.strip().lower())


def _unknown_count(
    name: str, known: tuple[str, ...], derived: tuple[str, ...], key: str
) -> Problem:
    near = nearest(_slug(name), (*known, *derived))
    guess = f"; did you mean {near}?" if near else ";"
    ways = f"give {choice((*known, 'best-GAME'))}, tags such as '5=1 A=-1', or a file"
    message = f"{shorten(name)!r} is no count{guess} {ways}"
    return Problem(code=UNKNOWN, key=key, message=message)


def read_system(text: str, shoe: Shoe, *, key: str = "--system") -> CountSystem:
    """Return the count of a name, of tags or of a file, for a shoe; raise `RulesError`.

    >>> from pitboss.cards import SPANISH
    >>> read_system("2=1 3=1 4=1 5=1 6=1 T=-1 A=-1", Shoe(SPANISH, 6)).starting_count(
    ...     Shoe(SPANISH, 6)
    ... )
    -24
    """
    if text.lower().endswith(_ENDINGS):
        return system_from(_read_file(Path(text)), shoe=shoe)
    if text in _DIFFERENCES:
        return system_from({"name": text, "tags": text}, shoe=shoe)
    if _TAGS.search(text):
        return _parse_system(text, shoe, key)
    system = find_system(text, key=key)
    if problems := start_problems(system, shoe):
        raise RulesError(problems)
    return system


def _parse_system(text: str, shoe: Shoe, key: str) -> CountSystem:
    wrong = _Problems()
    tags = wrong.collect(read_tags, text, key=key) or {}
    wrong += _deck_problems(tags, shoe.deck, key)
    whole = wrong.collect(whole_tags, [tags], key=key)
    if wrong or whole is None:
        raise RulesError(wrong)
    ((by_card,), unit) = whole
    return CountSystem(name=" ".join(text.split()), tags=by_card, unit=unit)


def read_ramp(text: str, *, key: str = "--spread") -> Ramp:
    """Return the ramp of a text, or of a file with `ramp`.

    >>> read_ramp("1-4").high
    4
    """
    if not text.lower().endswith(_ENDINGS):
        return parse_ramp(text, key=key)
    data = _read_file(Path(text), code=SPREAD_MALFORMED)
    data = {key: data[key] for key in data if key == "ramp"}
    file: RampFile = decode(RampFile, data, where="", code=SPREAD_MALFORMED)
    return _ramp(file.ramp)


@dataclass(frozen=True, slots=True, kw_only=True)
class RampFile:
    """The one key that is read of a file with a ramp."""

    ramp: str | tuple[tuple[int, int], ...]


def _read_file(path: Path, *, code: str = FILE_MALFORMED) -> Mapping[str, Any]:
    text = read_text(path, COUNT_BYTES_MAX)
    try:
        data = parse_json(text) if path.suffix.lower() == ".json" else parse_toml(text)
    except NotReadableError as error:
        raise RulesError([Problem(code=code, key="file", message=str(error))]) from None
    if not isinstance(data, dict):
        raise RulesError([Problem(code=code, key="file", message="this must be an object")])
    return data


def system_from(data: Mapping[str, Any], *, shoe: Shoe | None = None) -> CountSystem:
    """Read a count decoded from TOML or JSON; raise `RulesError` with every problem.

    With a shoe its tags must be for cards of that shoe, and its start must fit.

    >>> system_from({"name": "x", "tags": {"5": 1, "A": -0.5}, "true": "round"}).unit
    2
    """
    file: CountFile = decode(CountFile, data, where="", code=FILE_MALFORMED)
    wrong = _Problems(_shape_problems(file))
    columns = _columns(file, wrong)
    if shoe is not None:
        for column in columns:
            wrong += _deck_problems(column, shoe.deck, "tags")
    whole = wrong.collect(whole_tags, columns)
    start = wrong.collect(_number, file.start, "start")
    pivot = wrong.collect(_number, file.pivot, "pivot")
    ramp = None if file.ramp is None else wrong.collect(_ramp, file.ramp)
    if wrong or whole is None:
        raise RulesError(wrong)
    (tags, *sides), unit = whole
    system = CountSystem(
        name=file.name,
        tags=tags,
        unit=unit,
        side=tuple(
            SideCount(name=name, tags=side)
            for name, side in zip(file.side_counts, sides, strict=True)
        ),
        start=start,
        pivot=pivot or Fraction(),
        per=file.per,
        convention=TrueCount(file.true),
        kind=_DIFFERENCES.get(str(file.tags), Counted.TAGS),
        indices=tuple(index_play(item) for item in file.indices),
        ramp=ramp,
        note=file.note,
    )
    if problems := () if shoe is None else start_problems(system, shoe):
        raise RulesError(problems)
    return system


def start_problems(system: CountSystem, shoe: Shoe) -> tuple[Problem, ...]:
    """Return what is wrong with the start of a count that is divided by the unseen cards.

    Only a count that ends at 0 says the same of every depth when it is divided.
    """
    if system.convention is TrueCount.RUNNING or system.kind is not Counted.TAGS:
        return ()
    start = system.starting_count(shoe)
    total = system.total(shoe)
    if start + total == 0:
        return ()
    right = Fraction(-total, system.unit)
    end = Fraction(start + total, system.unit)
    message = (
        f"{system.name} ends at {end}, so its true count would mean something else at every depth: "
        f'start it at {right}, or use the running count (true = "running")'
    )
    return (Problem(code=UNBALANCED_START, key="start", message=message),)


def _shape_problems(file: CountFile) -> Iterator[Problem]:
    """Yield the problems of everything but tags."""
    if not (file.name.isprintable() and 0 < len(file.name) <= NAME_LENGTH_MAX):
        message = f"a name is one line of 1 to {NAME_LENGTH_MAX} characters"
        yield _malformed_file("name", message)
    if file.true not in tuple(TrueCount):
        names = choice(map(str, TrueCount))
        yield _malformed_file("true", f"{shorten(file.true)!r}: choose {names}")
    if not 1 <= file.per <= DECK_CARDS_MAX:
        yield _malformed_file("per", f"a deck has from 1 to {DECK_CARDS_MAX} cards")
    if file.start is not None and file.pivot is not None:
        yield _malformed_file("pivot", "give the start or the pivot, which follows from it")
    if len(file.side_counts) > SIDE_COUNTS_MAX:
        yield _malformed_file("side_counts", f"a count has at most {SIDE_COUNTS_MAX} beside it")
    if len(file.indices) > INDEX_PLAYS_MAX:
        yield _malformed_file("indices", f"a count has at most {INDEX_PLAYS_MAX} index plays")
    for number, item in enumerate(file.indices[:INDEX_PLAYS_MAX]):
        if message := _index_problem(item):
            yield Problem(code=ILLEGAL_INDEX, key=f"indices.{number}", message=message)


def _index_problem(item: IndexFile) -> str:
    up = "T" if item.up == "10" else item.up
    if message := hand_problem(item.hand, up):
        return message
    if abs(item.at) > COUNT_LIMIT:
        return f"a true count is from -{COUNT_LIMIT} to {COUNT_LIMIT}"
    legal = {ActionKind.INSURE} if item.hand == INSURANCE else _PLAYS
    if item.action not in {kind.value for kind in legal}:
        names = choice(sorted(kind.value for kind in legal))
        return f"{shorten(item.action)!r} cannot be played with {item.hand}: choose {names}"
    is_pair = item.hand.partition(",")[0] == item.hand.partition(",")[2]
    if ActionKind(item.action) in _SPLITS and not is_pair:
        return f"{item.hand} is not a pair, so it cannot be split"
    return ""


def playable() -> frozenset[str]:
    """Return the names of all actions of index plays.

    >>> "insure" in playable(), "fold" in playable()
    (True, False)
    """
    return frozenset(kind.value for kind in (*_PLAYS, ActionKind.INSURE))


def index_play(item: IndexFile) -> IndexPlay:
    """Return an index play as a file writes it; it has been checked."""
    return IndexPlay(
        hand=item.hand,
        up="T" if item.up == "10" else item.up,
        action=ActionKind(item.action),
        at=item.at,
        below=item.below,
    )


def _columns(file: CountFile, wrong: _Problems) -> list[dict[str, Fraction]]:
    """Return the tags by name of the count and of each side count."""
    given = {"tags": "" if str(file.tags) in _DIFFERENCES else file.tags}
    given |= {f"side_counts.{shorten(name)}": tags for name, tags in file.side_counts.items()}
    return [wrong.collect(_read_tags, tags, key) or {} for key, tags in given.items()]


def _read_tags(tags: str | Mapping[str, Number], key: str) -> dict[str, Fraction]:
    if isinstance(tags, str):
        return read_tags(tags, key=key) if tags else {}
    wrong = _Problems()
    numbers = {
        name: wrong.collect(_number, tag, f"{key}.{shorten(name)}") for name, tag in tags.items()
    }
    if wrong:
        raise RulesError(wrong)
    return {name: tag for name, tag in numbers.items() if tag is not None}


def _number(value: Number | None, key: str) -> Fraction | None:
    if value is None:
        return None
    if not is_number(str(value)):
        message = f"{shorten(str(value))!r} is not a number: write 1, -0.5 or '-1/2'"
        raise RulesError([Problem(code=MALFORMED, key=key, message=message)])
    return Fraction(str(value))


def _ramp(ramp: str | tuple[tuple[int, int], ...] | None) -> Ramp:
    if isinstance(ramp, str):
        return parse_ramp(ramp, key="ramp")
    return parse_ramp(" ".join(f"{units}@{at}" for at, units in ramp or ()), key="ramp")


def _deck_problems(tags: Mapping[str, Fraction], deck: Deck, key: str) -> list[Problem]:
    """Return the names whose cards a deck has not; "T" is every card there that counts ten."""
    return [
        Problem(code=MALFORMED, key=key, message=f"there is no {name} in a {deck.title}")
        for name in tags
        if (cards := find_cards(name)) and not set(cards) & set(deck.cards)
    ]


def _malformed_file(key: str, message: str) -> Problem:
    return Problem(code=FILE_MALFORMED, key=key, message=message)


def index_list_names() -> tuple[str, ...]:
    """Return the names of the lists.

    >>> index_list_names()
    ('i18',)
    """
    return _names("lists")


@cache
def index_list(name: str) -> tuple[IndexPlay, ...]:
    """Return a list by its name, in the order of its publication.

    >>> plays = index_list("i18")
    >>> len(plays), str(plays[1]), str(plays[-1])
    (22, '16 v T: stand at 0 or more', '15 v A: surrender at +1 or more')
    """
    file: ListFile = decode(ListFile, _read_toml("lists", name), where="", code=FILE_MALFORMED)
    return tuple(map(index_play, file.indices))
