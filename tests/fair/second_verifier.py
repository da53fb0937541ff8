"""A second verifier of revealed shoes, from docs/guides/floor.md, sharing nothing with the first.

It reads the whole stream as one large number and takes bits off its front; the package and its
one-file verifier go byte by byte.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

Json = dict[str, Any]


def number(value: int) -> bytes:
    return bytes((value >> shift) & 255 for shift in range(56, -1, -8))


def text(value: Json) -> bytes:
    """Write JSON with its keys in order and without blanks, and its length before it."""
    pairs = ",".join(f"{json.dumps(key)}:{compact(value[key])}" for key in sorted(value))
    return number(len(pairs) + 2) + b"{" + pairs.encode() + b"}"


def compact(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    return json.dumps(value)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the HMAC of RFC 2104, from the hash alone."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def seeds_are_committed(shoe: Json) -> bool:
    """Return whether each seed is the one behind the commitment of its seat."""
    fixed = shoe["set"]
    table = shoe["terms"]["table"]
    marks = []
    for (seat, _), seed in zip(fixed["commitments"], shoe["seeds"], strict=True):
        place = {
            "attempt": fixed["attempt"],
            "seat": seat,
            "shuffle": fixed["shuffle"],
            "table": table,
        }
        label = b"pitboss/seed/2\0"
        marks.append([seat, sha256(label + text(place) + bytes.fromhex(seed)).hexdigest()])
    ahead = shoe["terms"]["shuffle"] - fixed["shuffle"]
    return bool(marks == fixed["commitments"] and fixed["promised"][ahead] == shoe["commitment"])


def dealt_again(shoe: Json) -> list[str]:
    """Return the whole order of a shoe of the second form, from its file alone."""
    terms = shoe["terms"]
    fixed = dict(shoe["set"])
    beacon = fixed.pop("beacon", None)
    parts = [sha256(b"pitboss/set/2\0" + text({**fixed, "table": terms["table"]})).digest()]
    parts += map(bytes.fromhex, shoe["seeds"])
    if beacon:
        parts.append(" ".join(str(beacon[key]) for key in ("name", "round", "value")).encode())
    cut = sha256(b"pitboss/cut/1\0" + b"".join(number(len(it)) + it for it in parts)).digest()
    entropy = bytes.fromhex(shoe["entropy"])
    blocks = -(-len(entropy) // 32)
    mask = b"".join(hmac_sha256(cut, number(block)) for block in range(blocks))[: len(entropy)]
    stream = int.from_bytes(entropy) ^ int.from_bytes(mask)
    left = 8 * len(entropy)
    cards = shoe["of"].split() if "of" in shoe else factory(terms["deck"], terms["decks"])
    for place in range(len(cards) - 1, 0, -1):
        width = place.bit_length()
        whole = -(-width // 8) * 8
        while True:
            left -= whole
            chosen = (stream >> left & ((1 << whole) - 1)) >> (whole - width)
            if chosen <= place:
                break
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return cards


def factory(deck: str, decks: int) -> list[str]:
    ranks = "A23456789JQK" if deck == "spanish-48" else "A23456789TJQK"
    jokers = ["Jk"] if deck == "joker-53" else []
    return [*(rank + suit for rank in ranks for suit in "shdc"), *jokers] * decks


def verifies(shoe: Json) -> bool:
    """Return whether a shoe of the second form is what everybody committed to."""
    terms = text(shoe["terms"])
    mark = sha256(b"pitboss/shoe/1\0" + terms + bytes.fromhex(shoe["entropy"])).hexdigest()
    dealt = shoe["dealt"].split()
    is_promised = mark == shoe["commitment"] and seeds_are_committed(shoe)
    return is_promised and dealt_again(shoe)[: len(dealt)] == dealt
