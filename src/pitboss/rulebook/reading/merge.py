"""Merge a catalogue file with its includes, or with the game that it extends.

`extends = "wa/spanish-21"` is a game written as the changes to another one. Both are data as in
their files, with includes merged. The result is what the file of the new game would be in full;
`build_game` checks it like any other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from fnmatch import fnmatchcase
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.rulebook.limits import shorten

CATALOG = files("pitboss.rulebook") / "catalog"
Data = dict[str, Any]
Found = list[tuple[str, str]]
"""Key and reason of each thing wrong."""

EXTENDS = "extends"
WITHOUT = ("without_options", "without_wagers", "without_tables", "without_super_bonus")
"""The keys that remove something from the extended game."""

_ADDED_UP = ("tables", "procedure")
"""The lists to which a file adds its own; any other takes the place of the one below it."""
_PER_TABLE = ("seed", "increment")
"""Fields of a grid that have one entry for each of its tables, if any."""


def read_toml(source: Traversable) -> dict[str, Any]:
    """Read one TOML file of the catalogue."""
    return tomllib.loads(source.read_text(encoding="utf-8"))


def with_ids(items: Mapping[str, Any]) -> dict[str, Any]:
    """Put the id of each item into it."""
    return {
        name: {**item, "id": name} if isinstance(item, dict) and "id" not in item else item
        for name, item in items.items()
    }


def merge_includes(data: dict[str, Any], shared: Traversable) -> dict[str, Any]:
    """Return *data* with its includes below it and its references resolved.

    A file's own values win over an include's; only pay tables and steps of the procedure add up. If
    the file fixes what an include leaves to the house, or the other way round, the file wins too. A
    reference to something that does not exist stays, for `build_game` to refuse by its key.
    """
    base: dict[str, Any] = {}
    own = dict(data)
    includes = own.get("include", [])
    if _are_names(includes) and all((shared / f"{name}.toml").is_file() for name in includes):
        own.pop("include", None)
        for name in includes:
            base = merge_over(base, merge_includes(read_toml(shared / f"{name}.toml"), shared))
    for mine, theirs in (("rules", "options"), ("options", "rules")):
        if isinstance(own.get(mine), dict):
            for rule in own[mine]:
                base.get(theirs, {}).pop(rule, None)
    unwanted = own.get("without_wagers", [])
    wagers = base.get("wagers", {})
    if EXTENDS not in own and _are_names(unwanted) and set(unwanted) <= set(wagers):
        own.pop("without_wagers", None)
        for wager_id in dict.fromkeys(unwanted):
            del wagers[wager_id]
    return resolve_references(merge_over(base, own))


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def resolve_references(data: dict[str, Any]) -> dict[str, Any]:
    """Fill in `grid = ` (a pay table printed in several sections) and `like = ` (a twin wager)."""
    result = dict(data)
    if "game" in data:  # a shared file keeps its grids for the game that includes it
        grids = result.pop("grids", {})
        tables = result.get("tables", [])
        if isinstance(tables, list):
            result["tables"] = [_fill_reference(table, grids, "grid") for table in tables]
        wagers = result.get("wagers")
        if isinstance(wagers, dict):
            result["wagers"] = {
                wager_id: _fill_reference(wager, wagers, "like")
                for wager_id, wager in wagers.items()
            }
    return result


def _fill_reference(item: object, sources: object, key: str) -> object:
    """Return *item* over the item that it names by *key*, or as it is if there is none."""
    if not isinstance(item, dict) or not isinstance(sources, dict):
        return item
    name = item.get(key)
    source = sources.get(name) if isinstance(name, str) else None
    if not isinstance(source, dict):
        return item
    return source | {field: value for field, value in item.items() if field != key}


def extend(base: Mapping[str, Any], own: Mapping[str, Any]) -> tuple[Data, Found]:
    """Return *base* with the changes of *own*, and the changes that cannot be made.

    >>> base = {"game": {"id": "a/b", "title": "B"}, "rules": {"peek": True, "rescue": True}}
    >>> whole, wrong = extend(base, {"game": {"id": "my/b"}, "rules": {"rescue": False}})
    >>> whole["game"], whole["rules"], wrong
    ({'title': 'B', 'jurisdiction': 'own', 'document': 'a variant of a/b', 'id': 'my/b'}, \
{'peek': True, 'rescue': False}, [])
    """
    whole = deepcopy(dict(base))
    wrong = []
    whole["game"] = _head(whole.get("game", {}))
    whole.pop("printed", None)  # figures about the whole of another game
    wrong += _remove_options(whole, own)
    wrong += _remove_wagers(whole, own)
    wrong += _remove_tables(whole, own)
    if own.get("without_super_bonus") is True:
        whole.pop("super_bonus", None)
    changes = {key: value for key, value in own.items() if key not in (EXTENDS, *WITHOUT)}
    tables = _tables(whole.pop("tables", []), changes.pop("tables", []))
    return merge_over(whole, changes) | {"tables": tables}, wrong


def _head(base: Mapping[str, Any]) -> Data:
    """Return the head of a variant: no document has approved it."""
    kept = {key: value for key, value in base.items() if key not in {"id", "section", "effective"}}
    return kept | {"jurisdiction": "own", "document": f"a variant of {base.get('id')}"}


def merge_over(base: Mapping[str, Any], top: Mapping[str, Any]) -> Data:
    """Return *base* with the values of *top*, which win; only lists of tables and steps add up."""
    result = dict(base)
    for key, value in top.items():
        below = result.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            result[key] = merge_over(below, value)
        elif key in _ADDED_UP and isinstance(below, list) and isinstance(value, list):
            result[key] = below + value
        else:
            result[key] = value
    return result


# -- options and wagers --------------------------------------------------------------------------


def _remove_options(whole: Data, own: Mapping[str, Any]) -> Found:
    """Remove options: those named, those that *own* fixes as a rule, defaults it replaces."""
    options = whole.get("options", {})
    names, wrong = _listed_names(own, "without_options", options)
    fixed = own.get("rules")
    if isinstance(fixed, dict):
        names += [name for name, option in options.items() if option.get("rule", name) in fixed]
    for name in dict.fromkeys(names):
        del options[name]
    changed = own.get("options")
    for name, option in changed.items() if isinstance(changed, dict) else ():
        whole.get("rules", {}).pop(name, None)
        if name in options and isinstance(option, dict):
            for given, replaced in (("default", "required"), ("required", "default")):
                if given in option:
                    options[name].pop(replaced, None)
                    options[name].pop("default_when", None)
    return wrong


def _remove_wagers(whole: Data, own: Mapping[str, Any]) -> Found:
    """Remove wagers, with the pay tables that only they use."""
    wagers = whole.get("wagers", {})
    names, wrong = _listed_names(own, "without_wagers", wagers)
    for name in names:
        del wagers[name]
        whole.get("default_tables", {}).pop(name, None)
    if names:
        whole["tables"] = [*_keep_wagers(whole.get("tables", []), lambda name: name not in names)]
    return wrong


def _keep_wagers(tables: Sequence[Any], keep: Callable[[str], bool]) -> Iterator[Any]:
    """Yield the tables with the wagers that *keep* accepts, without tables that have none left."""
    for table in tables:
        wagers = [name for name in table["wagers"] if keep(name)]
        if wagers:
            yield {**table, "wagers": wagers}


def _listed_names(
    own: Mapping[str, Any], key: str, known: Collection[str]
) -> tuple[list[str], Found]:
    """Return the names that *own* lists under *key*, and which of them do not exist."""
    names = own.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return [], [(key, f'is a list of names: write {key} = ["..."]')]
    unknown = [(key, _describe_unknown(name, known)) for name in names if name not in known]
    return [name for name in names if name in known], unknown


def _describe_unknown(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"the nearest is {near[0]!r}" if near else f"there is {', '.join(known)}"
    return shorten(f"there is no {shorten(name)!r}; {hint}", 400)


# -- pay tables ----------------------------------------------------------------------------------


def _remove_tables(whole: Data, own: Mapping[str, Any]) -> Found:
    """Remove pay tables by id; an id may be a pattern: "3c-*"."""
    known = dict.fromkeys(name for table in whole.get("tables", []) for name in table["ids"])
    patterns = own.get("without_tables", [])
    if not isinstance(patterns, list) or not all(isinstance(name, str) for name in patterns):
        return [("without_tables", 'is a list of names: write without_tables = ["..."]')]
    wrong = [
        ("without_tables", _describe_unknown(pattern, known))
        for pattern in patterns
        if not any(fnmatchcase(name, pattern) for name in known)
    ]

    def is_kept(name: str) -> bool:
        return not any(fnmatchcase(name, pattern) for pattern in patterns)

    whole["tables"] = [*_with_ids(whole.get("tables", []), is_kept)]
    defaults = whole.get("default_tables", {})
    whole["default_tables"] = {w: name for w, name in defaults.items() if is_kept(name)}
    return wrong


def _tables(base: Sequence[Any], own: object) -> list[Any]:
    """Return the tables of both; one of *own* replaces those of its wager and id."""
    if not isinstance(own, list):
        return own  # type: ignore[return-value]  # refused by its key when the file is decoded
    kept = list(base)
    for table in own:
        if isinstance(table, dict):
            kept = _without(kept, _texts(table.get("wagers")), _texts(table.get("ids")))
    return [*kept, *own]


def _without(tables: Sequence[Any], wagers: set[str], ids: set[str]) -> list[Any]:
    """Return the tables without those of *ids* for *wagers*; other wagers keep theirs."""
    others = _keep_wagers(tables, lambda name: name not in wagers)
    same = _keep_wagers(tables, lambda name: name in wagers)
    return [*others, *_with_ids([*same], lambda name: name not in ids)]


def _texts(value: object) -> set[str]:
    return {item for item in value if isinstance(item, str)} if isinstance(value, list) else set()


def _with_ids(tables: Sequence[Any], keep: Callable[[str], bool]) -> Iterator[Any]:
    """Yield the grids with only the tables whose ids *keep* accepts."""
    for table in tables:
        places = [place for place, name in enumerate(table["ids"]) if keep(name)]
        if len(places) == len(table["ids"]):
            yield table
        elif places:
            yield _narrow_grid(table, places)


def _narrow_grid(table: Mapping[str, Any], places: Sequence[int]) -> Data:
    """Return a grid with some of its tables: every list by table keeps those places."""
    width = max(1, len(table.get("columns", ())))
    cells = [place * width + column for place in places for column in range(width)]
    narrow: Data = {**table, "ids": [table["ids"][place] for place in places]}
    narrow["rows"] = [_narrow_row(row, places, cells) for row in table["rows"]]
    for key in _PER_TABLE:
        if table.get(key):
            narrow[key] = [table[key][place] for place in places]
    if table.get("decks") and isinstance(table["decks"][0], list):
        narrow["decks"] = [table["decks"][place] for place in places]
    if "printed" in table:
        figures = table["printed"].items()
        narrow["printed"] = {name: [texts[p] for p in places] for name, texts in figures}
    if "min_wagers" in table:
        least = table["min_wagers"].items()
        narrow["min_wagers"] = {name: cents for name, cents in least if name in narrow["ids"]}
    return narrow


def _narrow_row(row: Mapping[str, Any], places: Sequence[int], cells: Sequence[int]) -> Data:
    narrow: Data = {**row, "pays": [row["pays"][cell] for cell in cells]}
    if row.get("envy"):
        narrow["envy"] = [row["envy"][place] for place in places]
    return narrow
