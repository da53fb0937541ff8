#!/usr/bin/env python3
"""Verify a revealed shoe. One file, Python 3.11 or newer, nothing to install.

Usage: python verify.py SHOE.json

Deals the whole shoe again from what was committed to before the first wager, and says whether
every card that was dealt is the one the shoe held. Exit code 0: it is; 1: it is not, or the file
is not readable. Nothing here is shared with the program that dealt.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Terms = dict[str, Any]

RANKS = {
    "french-52": "A23456789TJQK",
    "spanish-48": "A23456789JQK",
    "joker-53": "A23456789TJQK",
}
JOKERS = {"joker-53": ["Jk"]}
SUITS = "shdc"


def numbered(value: int) -> bytes:
    """Eight bytes, most significant first."""
    return value.to_bytes(8, "big")


def committed(terms: Terms, entropy: bytes) -> str:
    """The hash that was published before the first wager."""
    text = json.dumps(terms, sort_keys=True, separators=(",", ":")).encode("ascii")
    return hashlib.sha256(b"pitboss/shoe/1\0" + numbered(len(text)) + text + entropy).hexdigest()


def cut(seeds: list[bytes]) -> bytes:
    """What the players' seeds come to."""
    text = b"".join(numbered(len(seed)) + seed for seed in seeds)
    return hashlib.sha256(b"pitboss/cut/1\0" + text).digest()


def cards(terms: Terms) -> list[str]:
    """The cards of the full shoe, in factory order."""
    deck = [rank + suit for rank in RANKS[terms["deck"]] for suit in SUITS]
    return (deck + JOKERS.get(terms["deck"], [])) * int(terms["decks"])


def stream(entropy: bytes, key: bytes) -> Iterator[int]:
    """The bytes that decide the order: entropy XOR HMAC of the block numbers."""
    for block in range(0, len(entropy), 32):
        mask = hmac.new(key, numbered(block // 32), hashlib.sha256).digest()
        yield from (a ^ b for a, b in zip(entropy[block : block + 32], mask, strict=False))


def order(shoe: list[str], entropy: bytes, seeds: list[bytes]) -> list[str]:
    """The cards as they are dealt: Fisher-Yates from the end, every choice by rejection."""
    source = stream(entropy, cut(seeds))
    for place in range(len(shoe) - 1, 0, -1):
        width = place.bit_length()
        size = (width + 7) // 8
        chosen = place + 1
        while chosen > place:
            chosen = int.from_bytes([next(source) for _ in range(size)], "big") >> (
                8 * size - width
            )
        shoe[place], shoe[chosen] = shoe[chosen], shoe[place]
    return shoe


def problem(shoe: dict[str, Any]) -> str | None:
    """What is wrong with a revealed shoe, or None."""
    entropy = bytes.fromhex(shoe["entropy"])
    if committed(shoe["terms"], entropy) != shoe["commitment"]:
        return "the entropy is not what was committed to"
    whole = cards(shoe["terms"])
    part = shoe.get("of", "").split()  # discards that were shuffled in the middle of a round
    if Counter(part) - Counter(whole):
        return "the cards that were shuffled are not those of the shoe"
    due = order(part or whole, entropy, [bytes.fromhex(seed) for seed in shoe["seeds"]])
    dealt = shoe["dealt"].split()
    for place, card in enumerate(dealt):
        if place >= len(due):
            return "more cards were dealt than the shoe held"
        if card != due[place]:
            return f"card {place + 1} was {card}, and the shoe's is {due[place]}"
    return None


def main(path: str) -> int:
    """Verify one file and say what was found."""
    try:
        shoe = json.loads(Path(path).read_text(encoding="utf-8"))
        wrong = problem(shoe)
    except (OSError, ValueError, KeyError, TypeError, StopIteration, RuntimeError) as error:
        wrong = f"the file cannot be read as a revealed shoe ({type(error).__name__}: {error})"
    if wrong:
        print(f"NOT VERIFIED: {wrong}")
        return 1
    terms, count = shoe["terms"], len(shoe["dealt"].split())
    print(f"verified: {count} cards of shuffle {terms['shuffle']} at table {terms['table']}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
