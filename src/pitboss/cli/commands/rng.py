"""`pitboss rng`: the random generators by name, and their bits or shuffles for a laboratory."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.cards import DECKS, format_cards
from pitboss.cards.shoe import Shoe
from pitboss.cli.numbers import read_count
from pitboss.cli.orders.papers import RngOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, conflict, invalid
from pitboss.cli.streams import write_no_more
from pitboss.fair.order import CutBits, cut_order, derive_cut, draw_entropy
from pitboss.questions.runs import SEEDS
from pitboss.rulebook.files import place_problems, writing_whole
from pitboss.rulebook.limits import DECKS_MAX
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.simulator.random.shoes import DealtShoe
from pitboss.simulator.random.shuffle import Cutting
from pitboss.simulator.random.stream import (
    BOUNDED,
    GENERATOR,
    TABLE_BOUNDED,
    TABLE_GENERATOR,
    random_bytes,
)

STDOUT = "-"
SOURCES = {"simulator": (GENERATOR, BOUNDED), "table": (TABLE_GENERATOR, TABLE_BOUNDED)}
WHAT = ("bits", "shuffles")
BYTES_MAX = 10**13
_ENTROPY = 2048
_SIZES = {"bits": 100_000_000, "shuffles": 10_000}
"""What is written if nothing else is asked for."""


def handle_rng(order: RngOrder) -> None:
    """Name the generators, or write a file of what they made."""
    problems: list[Problem] = []
    size = _read_size(order, problems)
    check((*problems, *_problems(order)))
    if order.export is None:
        _describe(as_json=order.as_json)
        return
    pieces = _bits(order, size) if order.what == "bits" else _shuffles(order, size)
    if order.export == STDOUT:
        _pour(pieces)
        return
    digest, written = _write(Path(order.export), pieces)
    generator, _ = SOURCES[order.source]
    if order.as_json:
        record: dict[str, Any] = {"file": order.export, "source": order.source}
        record |= {"what": order.what, "generator": generator, "bytes": written}
        print_json(record | {"seed": _seed(order), "sha256": digest})
        return
    again = f"seed {_seed(order)}" if order.source == "simulator" else "never the same again"
    print(f"{order.export}: {written:,} bytes, {again}, SHA-256 {digest}")


def _seed(order: RngOrder) -> int | None:
    return (order.seed or 0) if order.source == "simulator" else None


def _read_size(order: RngOrder, problems: list[Problem]) -> int:
    if order.size is None:
        return _SIZES.get(order.what, 1)
    size = read_count("--size", order.size, problems)
    if not problems and not 1 <= size <= BYTES_MAX:
        problems.append(invalid("--size", f"choose from 1 to {BYTES_MAX:,}"))
    return size


def _problems(order: RngOrder) -> Iterator[Problem]:
    if order.source not in SOURCES:
        yield invalid("--source", f"{order.source!r} is not allowed; choose {choice(SOURCES)}")
    if order.what not in WHAT:
        yield invalid("--what", f"{order.what!r} is not allowed; choose {choice(WHAT)}")
    if order.deck not in DECKS:
        yield invalid("--deck", f"{order.deck!r} is not allowed; choose {choice(DECKS)}")
    if not 1 <= order.decks <= DECKS_MAX:
        yield invalid("--decks", f"{order.decks} is not allowed; choose from 1 to {DECKS_MAX}")
    if order.seed is not None and order.source == "table":
        yield conflict("--seed", "real play has no seed: its bits are the operating system's")
    if order.seed is not None and not 0 <= order.seed < SEEDS:
        yield invalid("--seed", f"{order.seed} is not allowed; choose from 0 to 2^64 - 1")
    if order.export is None and (order.size is not None or order.seed is not None):
        yield conflict("--export", "nothing is written; give --export FILE too")
    if order.export not in (None, STDOUT):
        yield from place_problems(Path(str(order.export)), key="--export")
    if order.export == STDOUT and order.as_json:
        yield conflict("--json", "the bits go to the standard output; leave it out")


def _describe(*, as_json: bool) -> None:
    if as_json:
        names = ("generator", "bounded_integers")
        print_json({name: dict(zip(names, text, strict=True)) for name, text in SOURCES.items()})
        return
    for name, (generator, bounded) in SOURCES.items():
        print(f"{name}: {generator}.")
        print(f"  Shuffled by {bounded}.")


def _bits(order: RngOrder, size: int) -> Iterator[bytes]:
    if order.source == "simulator":
        yield from random_bytes(order.seed or 0, size)
        return
    while size > 0:
        # As a shoe of real play: fresh entropy, cut with the seed of a player.
        bits = CutBits(draw_entropy(_ENTROPY), derive_cut([os.urandom(32)]))
        piece = bits.bits(8 * _ENTROPY).to_bytes(_ENTROPY, "big")[:size]
        yield piece
        size -= len(piece)


def _shuffles(order: RngOrder, shoes: int) -> Iterator[bytes]:
    """Yield a line for each shoe: its cards in dealing order."""
    cards = Shoe(DECKS[order.deck], order.decks).cards()
    whole = Cutting(*map(np.uint32, (0, len(cards), len(cards), 1)))
    full = np.array(cards, dtype=np.uint8)
    dealt = DealtShoe(full, whole) if order.source == "simulator" else None
    for number in range(shoes):
        if dealt is None:
            made = cut_order(draw_entropy(len(cards)), cards, [os.urandom(32)])
        else:
            dealt.open(order.seed or 0, number)
            made = tuple(map(dealt.card, range(len(cards))))
        yield format_cards(made).encode() + b"\n"


def _write(path: Path, pieces: Iterable[bytes]) -> tuple[str, int]:
    digest = sha256()
    written = 0
    with writing_whole(path) as made, made.open("wb") as file:
        for piece in pieces:
            digest.update(piece)
            written += file.write(piece)
    return digest.hexdigest(), written


def _pour(pieces: Iterable[bytes]) -> None:
    """Write to a pipe until the reader has had enough."""
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        write_no_more()
