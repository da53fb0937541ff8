"""Messages in the language of whoever reads them.

A message is written in the code, in English, with the names of its parts in braces; it is its own
key in the catalogues of the other languages (`words/LANGUAGE.toml`). A message that a catalogue
lacks is said in English. `tests/text/test_languages.py` reads every message out of the sources and
compares it with each catalogue, part by part.
"""

from __future__ import annotations

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
def _catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    text = (files("pitboss.text") / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
