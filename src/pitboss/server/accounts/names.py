"""The names of players: of any script, as their owners write them, and no two that look alike.

A name is kept as it is written, in Unicode's composed form (NFC). Two names are the same if their
keys are: in small letters, compatibility forms resolved (NFKC), and letters of other scripts that
look like Latin ones put in their place.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pitboss.server.requests.errors import ApiError

LENGTH_MIN: Final = 3
LENGTH_MAX: Final = 24
RESERVED: Final = frozenset({"admin", "house", "staff", "pitboss"})
"""Words by which a player could pass for the house."""
_RULE: Final = (
    f"a name has {LENGTH_MIN} to {LENGTH_MAX} letters of one script, digits, spaces, - or _, "
    "and begins with a letter or a digit"
)
_SHAPE: Final = re.compile(r"[^\W_](?:[ _'.-]?[^\W_])+[_-]*")
"""Letters and digits, with at most one sign between two; older names may end in - or _."""
_OLDER: Final = re.compile(r"[a-z0-9][a-z0-9_-]{2,23}")
_TWINS: Final = str.maketrans(
    "авекмнорстухіјѕԁһԛԝ" + "αβεηικμνορτυχωϲϳ",
    "abekmhopctyxijsdhqw" + "abenikuvoptuxwcj",
)
"""Small letters of Cyrillic and Greek, and the Latin ones for which they can be taken."""


def name_key(text: str) -> str:
    r"""Return what is compared of a name.

    >>> name_key(" Ann-21 "), name_key("Zoë"), name_key("\N{CYRILLIC SMALL LETTER O}le")
    ('ann-21', 'zoë', 'ole')
    """
    folded = unicodedata.normalize("NFKC", text.strip()).casefold()
    return unicodedata.normalize("NFC", folded).translate(_TWINS)


def read_name(text: str) -> str:
    r"""Return a name as it is kept, or refuse it.

    >>> read_name("  Zoe\u0308 de la Cruz "), read_name("Ann-21")
    ('Zoë de la Cruz', 'Ann-21')
    """
    name = unicodedata.normalize("NFC", text.strip())
    if not LENGTH_MIN <= len(name) <= LENGTH_MAX or not _is_plain(name):
        raise ApiError("name/invalid", _RULE)
    key = name_key(name)
    taken = RESERVED & {*re.split(r"[ _'.-]", key), re.sub(r"\W|_", "", key)}
    if taken:
        message = f"nobody but the house is called {min(taken)}; choose another"
        raise ApiError("name/invalid", message)
    return name


def _is_plain(name: str) -> bool:
    """Return whether a name has letters of one script, digits, and single signs between them.

    A control character, one that turns the direction of writing or one without width is no letter.
    """
    if _OLDER.fullmatch(name.lower()):
        return True
    letters = [unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()]
    is_composed = not any(unicodedata.category(letter).startswith("M") for letter in name)
    return bool(_SHAPE.fullmatch(name)) and is_composed and len({*letters}) <= 1
