"""Messages in the language of whoever reads them.

A message is written in the code, in English, with the names of its parts in braces; it is its own
key in the catalogues of the other languages (`words/LANGUAGE.toml`). A message that a catalogue
lacks is said in English. `tests/text/test_languages.py` reads every message out of the sources and
compares it with each catalogue, part by part.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es")
"""The languages of people at a table; the staff's pages, reports and sheets are English."""
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def say(message: str, /, **parts: object) -> str:
    """Write a message in the reader's language.

    >>> say("soft {total}", total=17)
    'soft 17'
    >>> with speaking("es"):
    ...     say("soft {total}", total=17)
    '17 blando'
    """
    language = _language.get()
    if language != ENGLISH:
        message = _catalogue(language)["messages"].get(message, message)
    return message.format_map(parts) if parts else message


def say_many(count: int, one: str, many: str, /, **parts: object) -> str:
    """Write a message about a number of things; the number itself is the part "count".

    >>> say_many(1, "{count} deck", "{count} decks"), say_many(6, "{count} deck", "{count} decks")
    ('1 deck', '6 decks')
    """
    return say(one if count == 1 else many, count=count, **parts)


def say_name(name: str) -> str:
    """Write a name of the rules, such as an outcome or a bet; many are the same everywhere.

    >>> with speaking("es"):
    ...     say_name("Insurance"), say_name("Lucky Ladies")
    ('Seguro', 'Lucky Ladies')
    """
    language = _language.get()
    return name if language == ENGLISH else _catalogue(language)["names"].get(name, name)


def say_refusal(message: str) -> str:
    """Write a refusal, which is made in English where it arises, in the reader's language.

    >>> with speaking("es"):
    ...     say_refusal("seat 3 is taken"), say_refusal("nobody translated this")
    ('el asiento 3 está ocupado', 'nobody translated this')
    """
    language = _language.get()
    if language == ENGLISH:
        return message
    for shape, said in _refusals(language):
        if found := shape.fullmatch(message):
            return said.format_map(found.groupdict())
    return message


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language inside the block; one that is not there is English."""
    token = _language.set(language if language in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


def language_of(wanted: str) -> str:
    """Return the first language of an `Accept-Language` header that is spoken here.

    >>> language_of("es-MX,es;q=0.9,en;q=0.8"), language_of("fi"), language_of("")
    ('es', 'en', 'en')
    """
    ranges = (part.partition(";")[0].strip().partition("-")[0] for part in wanted.split(","))
    return next((it.lower() for it in ranges if it.lower() in LANGUAGES), ENGLISH)


def current_language() -> str:
    """Return the language that is spoken now, to hand it to another process."""
    return _language.get()


@cache
def _refusals(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the shape of each refusal with its translation; whoever has more words comes first."""
    shapes = _catalogue(language)["refusals"]
    ordered = sorted(shapes, key=lambda shape: -len(re.sub(r"{\w+}", "", shape)))
    return tuple((refusal_shape(shape), shapes[shape]) for shape in ordered)


def refusal_shape(message: str) -> re.Pattern[str]:
    """Return what a message looks like, whatever its parts are."""
    parts = re.split(r"{(\w+)}", message)
    written = (f"(?P<{it}>.+?)" if place % 2 else re.escape(it) for place, it in enumerate(parts))
    return re.compile("".join(written))


@cache
def _catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    text = (files("pitboss.text") / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
