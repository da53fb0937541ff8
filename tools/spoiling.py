"""Spoil bytes and values at random: lost, doubled, exchanged, or replaced by hostile ones."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**12, 10**12 + 1, 10**19, 10**30, 0.5, 1e308),
    *("", "x", "7h", "main", "100%", "٣", "\u2028", "\u001b[2J", "\ud800", "x" * 300, "9" * 50),
    *(
        "1e999",
        "3:2",
        "0:0",
        "$",
        "50 for 1",
        "9999999 to 1",
        "0",
        "-0",
        "1.00",
        "999999999999.9999",
    ),
    *([], [[]], [None], {}, {"": ""}, {"seat": 1}, {"main": 500}, {"jackpot-1": "1.0"}),
)
TOKENS: tuple[bytes, ...] = (
    *(b"", b"{", b"}", b"[", b"]", b'"', b"'", b",", b":", b"=", b".", b"#", b"\n", b"\r", b"\\"),
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\\ud800", b"NaN", b"Infinity", b"nan", b"inf", b"null"),
    *(b"true", b"1e400", b"-1", b"0", b"9" * 25, b"9" * 5000, b"a.a.a", b"a." * 40 + b"a"),
    *(b"[" * 40, b"[" * 2000, b'{"a":' * 40, b"x" * 300, b"1979-05-27", b"0x" + b"f" * 50),
)


def spoil_bytes(rng: random.Random, content: bytes) -> bytes:
    """Return *content* with a few random wounds."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(content) + 1)
        to = min(len(content), at + rng.choice((1, 1, 2, 5, 20, 200)))
        match rng.randrange(6):
            case 0 if at < len(content):
                content = content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]
            case 1:
                content = content[:at] + content[to:]
            case 2:
                content = content[:to] + content[at:to] * rng.choice((1, 1, 3)) + content[to:]
            case 3:
                content = content[:at] + rng.choice(TOKENS) + content[at:]
            case 4:
                content = content[:at] + rng.choice(TOKENS) + content[to:]
            case _:
                content = _spoil_lines(rng, content)
    return content


def _spoil_lines(rng: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    one = rng.randrange(len(lines))
    other = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            key, sign, _ = lines[one].partition(b"=")
            junk = rng.choice((b'""', b'"x"', b"0", b"-1", b"true", b"[]", b"{}", b'"100"', b"1.5"))
            lines[one] = key + sign + b" " + junk if sign else b""
    return b"\n".join(lines)


def spoil_values(rng: random.Random, value: object) -> object:
    """Return JSON values with a few of them lost, doubled, exchanged or replaced."""
    value = copy.deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        places = list(_places(value))
        if not places:
            return copy.deepcopy(rng.choice(JUNK))
        holder, key = rng.choice(places)
        match rng.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
            case 2:
                other, name = rng.choice(places)
                holder[key] = copy.deepcopy(other.get(name) if isinstance(other, dict) else None)
            case 3 if isinstance(holder, dict):
                junk = rng.choice(JUNK)
                holder[junk if isinstance(junk, str) else "x"] = copy.deepcopy(holder[key])
            case _:
                holder[key] = copy.deepcopy(rng.choice(JUNK))
    return value


def _places(value: object) -> Iterator[tuple[Any, Any]]:
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    for key in keys:
        yield value, key
        yield from _places(value[key])  # type: ignore[index]


def json_bytes(rng: random.Random, value: object) -> bytes:
    """Write a value as JSON, half of the time with escapes."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return text.encode("utf-8", errors="surrogatepass")
