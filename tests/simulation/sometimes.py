"""What a night of simulations must have reached: refusals, rulings, hand-overs and faults.

A simulation that never meets a state proves nothing about it. A *mark* is the name of something
that must happen at least once in all the runs of a night together. Marks are read off what can be
seen from outside: answers, entries of the books, faults that happened. What no simulation can reach
is in `unreached.toml` with the reason; if it is reached all the same, its line must go.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pitboss
from pitboss.jackpot import events as jackpot_events
from pitboss.ledger.entry import Entry
from pitboss.office import decide as office_events
from pitboss.office.core import Event, event_kind
from pitboss.rulebook.reading.library import games
from pitboss.server.app import complete_table
from pitboss.server.requests.openapi import route_codes
from pitboss.strain import POINTS
from tests.simulation.model_store import FAULTS

SOURCES: Final = Path(pitboss.__file__).parent
PACKAGES: Final = ("floor", "office", "jackpot", "pit", "server")
ENGINE: Final = ("engine/legal.py", "engine/bets.py")
"""What a live table refuses in the words of the engine."""
UNREACHED: Final = Path(__file__).with_name("unreached.toml")
TABLE_KINDS: Final = (
    *("opened", "taken-over", "promised", "shown", "paused", "resumed", "dealt", "decided"),
    *("ruled", "called-off", "taken-back", "seat-taken", "bought-in", "seats-left"),
    *("play-opened", "play-closed"),
)
"""The kinds of entries of a table."""
MOMENTS: Final = (
    "two hits at the same instant",
    "a table taken over in the middle of a round",
    "a table taken over between two rounds",
    "a settled round taken back",
    "a round called off",
    "a dispute paid",
    "a dispute decided without an award",
    "a bet dealt by the clock or by others",
)
"""What the entries of the books show besides their kinds."""
INSTANT: Final = 20_000
"""Microseconds between two hits that are won at the same instant, as people see it."""
_REFUSALS: Final = ("Refusal", "ApiError", "JackpotError", "RefusedError")
_CODE: Final = re.compile(r"[a-z][a-z-]*/[a-z][a-z0-9-]*")


# -- what there is ---------------------------------------------------------------------------------


@cache
def expected() -> frozenset[str]:
    """Return every mark."""
    return frozenset(
        {
            *(f"code {code}" for code in codes()),
            *(f"entry table/{kind}" for kind in TABLE_KINDS),
            *(f"entry office/{kind}" for kind in office_kinds()),
            *(f"entry jackpot/{kind}" for kind in jackpot_kinds()),
            *(f"ruling {kind}" for kind in irregularities()),
            *(f"fault {name}" for name in FAULTS),
            *(f"strain {name}" for name in POINTS),
            *(f"moment {name}" for name in MOMENTS),
        }
    )


@cache
def codes() -> frozenset[str]:
    """Return every code that the floor, the office, the jackpots or the server can answer.

    Those that the routes declare, and those that the source refuses with.
    """
    declared = {code for route in complete_table() for code in route_codes(route)}
    return frozenset(declared | {code for path in _files() for code in _codes_of(path)})


def _files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((SOURCES / package).rglob("*.py"))
    yield from (SOURCES / name for name in ENGINE)


def _codes_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        first = node.args[0]
        code = first.value if isinstance(first, ast.Constant) else ""
        is_refusal = ast.unparse(node.func).rpartition(".")[2] in _REFUSALS
        if is_refusal and isinstance(code, str) and _CODE.fullmatch(code):
            yield code


def office_kinds() -> frozenset[str]:
    """Return the kinds of entries of the office."""
    assert callable(office_events.decide), "it imports every event"
    return frozenset(map(event_kind, _all_below(Event)))


def jackpot_kinds() -> frozenset[str]:
    """Return the kinds of entries of a shared jackpot."""
    below = _all_below(jackpot_events._Event)  # noqa: SLF001 - all of them
    return frozenset(str(kind.__struct_config__.tag) for kind in below)


def _all_below(kind: Any) -> Iterator[Any]:  # noqa: ANN401 - a class
    """Return the classes under one that have none under themselves."""
    for below in kind.__subclasses__():
        yield from _all_below(below) if below.__subclasses__() else (below,)


def irregularities() -> frozenset[str]:
    """Return the kinds of irregularities on which the floor rules, of every game."""
    return frozenset(item.id for game in games() for item in game.irregularities)


# -- what was reached ------------------------------------------------------------------------------


def read_codes(answers: Iterable[str]) -> set[str]:
    """Return the marks of refusals, from texts among which are their codes."""
    return {f"code {code}" for code in answers if code in codes()}


def read_counts(faults: Mapping[str, int], strained: Iterable[str] = ()) -> set[str]:
    """Return the marks of faults that happened, and of the points that were strained."""
    happened = {f"fault {name}" for name, number in faults.items() if number}
    return (happened | {f"strain {name}" for name in strained}) & expected()


def read_entries(entries: Iterable[Entry]) -> set[str]:
    """Return the marks that the entries of the books show."""
    marks: set[str] = set()
    hits: dict[str, list[int]] = defaultdict(list)
    is_open: dict[str, bool] = {}
    for entry in entries:
        place = entry.stream.partition("/")[0]
        marks.add(f"entry {place}/{entry.kind}")
        body = json.loads(entry.body) if entry.body.startswith(b"{") else {}
        marks |= set(_moments(entry, body, is_open))
        if place == "jackpot" and entry.kind == "hit-locked":
            hits[entry.stream].append(entry.at)
        if place == "table" and entry.kind in {"dealt", "decided", "ruled", "called-off"}:
            is_open[entry.stream] = "settled" not in body and entry.kind != "called-off"
    if any(two - one <= INSTANT for ats in hits.values() for one, two in pairwise(ats)):
        marks.add("moment two hits at the same instant")
    return marks & expected()


def _moments(entry: Entry, body: Mapping[str, Any], is_open: Mapping[str, bool]) -> Iterator[str]:
    match entry.kind:
        case "taken-over":
            when = "in the middle of a round" if is_open.get(entry.stream) else "between two rounds"
            yield f"moment a table taken over {when}"
        case "taken-back":
            yield "moment a settled round taken back"
        case "called-off":
            yield "moment a round called off"
        case "dispute-paid":
            yield "moment a dispute paid"
        case "dispute-decided" if not body.get("award_cents"):
            yield "moment a dispute decided without an award"
        case "dealt" if body.get("keys"):
            yield "moment a bet dealt by the clock or by others"
        case "ruled":
            yield f"ruling {body.get('irregularity', '')}"
        case _:
            pass


# -- the night -------------------------------------------------------------------------------------


@cache
def unreached() -> Mapping[str, str]:
    """Return what no simulation can reach, and why."""
    listed = tomllib.loads(UNREACHED.read_text(encoding="utf-8"))
    return {f"{kind} {name}": why for kind, names in listed.items() for name, why in names.items()}


def never(reached: Iterable[str]) -> list[str]:
    """Return what was never reached, in the order of its kinds."""
    return sorted(expected() - {*reached} - unreached().keys())


def stale(reached: Iterable[str]) -> list[str]:
    """Return what is wrong with the list of what no simulation can reach."""
    marks = {*reached}
    listed = unreached()
    return [
        *(f"reached, and listed as unreachable: {it}" for it in sorted(marks & listed.keys())),
        *(f"listed as unreachable, and unknown: {it}" for it in sorted(listed.keys() - expected())),
    ]


def in_words(marks: Iterable[str]) -> Iterator[str]:
    """Yield a line for each kind of mark, with all of that kind."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for mark in marks:
        kind, _, name = mark.partition(" ")
        kinds[kind].append(name)
    for kind, names in kinds.items():
        yield f"never reached, {kind} ({len(names)}): {', '.join(names)}"
