#!/usr/bin/env python3
"""Verify a revealed shoe. One file, Python 3.11 or newer, nothing to install.

Usage: python verify.py SHOE.json

Deals the whole shoe again from what was committed to before the first wager, and says whether
every card that was dealt is the one the shoe held, and whether every player's seed is the one that
the player had committed to before any seed was shown. Exit code 0: it is; 1: it is not, or the
file is not readable. Nothing here is shared with the program that dealt.

Compare with what you kept yourself: the commitment that you saw before you bet, and the set of
commitments that you saw before you revealed your seed, must be those in the file.
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


def cut(parts: list[bytes]) -> bytes:
    """What the players' seeds come to."""
    text = b"".join(numbered(len(part)) + part for part in parts)
    return hashlib.sha256(b"pitboss/cut/1\0" + text).digest()


def hashed(label: bytes, text: Terms, rest: bytes = b"") -> bytes:
    """A hash of some JSON, its keys in order and without blanks."""
    written = json.dumps(text, sort_keys=True, separators=(",", ":")).encode("ascii")
    return hashlib.sha256(label + b"\0" + numbered(len(written)) + written + rest).digest()


def wrong_seed(shoe: dict[str, Any], seeds: list[bytes]) -> str | None:
    """Whether every seed is the one that its seat committed to, for this shuffle."""
    if (shoe["format"] == "pitboss/shoe/2") != ("set" in shoe):
        return "the set of commitments does not go with the format of the file"
    if "set" not in shoe:
        return None
    fixed = shoe["set"]
    terms = shoe["terms"]
    place = terms["shuffle"] - fixed["shuffle"]
    if not 0 <= place < len(fixed["promised"]) or fixed["promised"][place] != shoe["commitment"]:
        return "the players' seeds were committed to for another shuffle"
    seats = [seat for seat, _ in fixed["commitments"]]
    if seats != sorted(set(seats)) or len(seats) != len(seeds):
        return "the seeds are not those of the seats that committed to one"
    for (seat, mark), seed in zip(fixed["commitments"], seeds, strict=True):
        where = {
            "table": terms["table"],
            "shuffle": fixed["shuffle"],
            "attempt": fixed["attempt"],
            "seat": seat,
        }
        if hashed(b"pitboss/seed/2", where, seed).hex() != mark:
            return f"the seed of seat {seat} is not the one that it committed to"
    whole = fixed["attempt"] == len(fixed["withheld"]) + 1
    return None if whole else "an attempt to cut is missing"


def parts_of(shoe: dict[str, Any], seeds: list[bytes]) -> list[bytes]:
    """What is mixed into the entropy: the fixed set, the seeds, and the beacon's number."""
    if "set" not in shoe:  # the first form: seeds without commitments
        return seeds
    fixed = {key: value for key, value in shoe["set"].items() if key != "beacon"}
    parts = [hashed(b"pitboss/set/2", {"table": shoe["terms"]["table"], **fixed}), *seeds]
    beacon = shoe["set"].get("beacon")
    if beacon:
        parts.append(f"{beacon['name']} {beacon['round']} {beacon['value']}".encode("ascii"))
    return parts


def cards(terms: Terms) -> list[str]:
    """The cards of the full shoe, in factory order."""
    deck = [rank + suit for rank in RANKS[terms["deck"]] for suit in SUITS]
    return (deck + JOKERS.get(terms["deck"], [])) * int(terms["decks"])


def stream(entropy: bytes, key: bytes) -> Iterator[int]:
    """The bytes that decide the order: entropy XOR HMAC of the block numbers."""
    for block in range(0, len(entropy), 32):
        mask = hmac.new(key, numbered(block // 32), hashlib.sha256).digest()
        yield from (a ^ b for a, b in zip(entropy[block : block + 32], mask, strict=False))


def order(shoe: list[str], entropy: bytes, parts: list[bytes]) -> list[str]:
    """The cards as they are dealt: Fisher-Yates from the end, every choice by rejection."""
    source = stream(entropy, cut(parts))
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
    seeds = [bytes.fromhex(seed) for seed in shoe["seeds"]]
    wrong = wrong_seed(shoe, seeds)
    if wrong:
        return wrong
    due = order(part or whole, entropy, parts_of(shoe, seeds))
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
    terms = shoe["terms"]
    count = len(shoe["dealt"].split())
    print(f"verified: {count} cards of shuffle {terms['shuffle']} at table {terms['table']}")
    for line in remarks(shoe):
        print(line)
    return 0


def remarks(shoe: dict[str, Any]) -> list[str]:
    """What the file says of its cut, in words."""
    fixed = shoe.get("set")
    seeds = len(shoe["seeds"])
    some = "1 seed" if seeds == 1 else f"{seeds} seeds"
    if fixed is None:
        unproven = f"cut with {some} that nobody had committed to: whoever sent the last one, and"
        return [f"{unproven} knew the entropy, could choose the order" if seeds else NOT_CUT]
    lines = [f"cut with {some} that players had committed to" if seeds else NOT_CUT]
    silent = [", ".join(map(str, seats)) for seats in fixed["withheld"] if seats]
    lines += [f"cut again, because no seed came from seat {seats}" for seats in silent]
    beacon = fixed.get("beacon")
    if beacon and beacon["value"]:
        lines.append(f"with round {beacon['round']} of the beacon {beacon['name']}: compare it,")
        lines.append(f"  {beacon['value']}")
    elif beacon:
        lines.append(f"without round {beacon['round']} of the beacon {beacon['name']}: not read")
    return lines


NOT_CUT = "cut by no player: only the house chose its random numbers"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
