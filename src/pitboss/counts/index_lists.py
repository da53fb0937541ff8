"""Lists of index plays that Pitboss ships: the well-known ones, as they were published."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitboss.counts.files import FILE_MALFORMED, IndexFile, index_play
from pitboss.counts.index_play import IndexPlay
from pitboss.rulebook.reading.parse import parse_toml
from pitboss.rulebook.reading.schema import decode

__all__ = ["index_list", "index_list_names"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListFile:
    name: str
    indices: tuple[IndexFile, ...]


def index_list_names() -> tuple[str, ...]:
    """Return the names of the lists.

    >>> index_list_names()
    ('i18',)
    """
    folder = files("pitboss.counts").joinpath("lists")
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir()))


@cache
def index_list(name: str) -> tuple[IndexPlay, ...]:
    """Return a list by its name, in the order of its publication.

    >>> plays = index_list("i18")
    >>> len(plays), str(plays[1]), str(plays[-1])
    (22, '16 v T: stand at 0 or more', '15 v A: surrender at +1 or more')
    """
    text = files("pitboss.counts").joinpath("lists", f"{name}.toml").read_text("utf-8")
    file: _ListFile = decode(_ListFile, parse_toml(text), where="", code=FILE_MALFORMED)
    return tuple(map(index_play, file.indices))
