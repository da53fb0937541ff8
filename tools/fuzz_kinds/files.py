"""Spoiled files that programs write: records, checkpoints, scores, purses, shoes."""

from __future__ import annotations

import json
import random
import zlib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import msgspec

from pitboss.cli.floor.replay import read_shoe
from pitboss.cli.floor.verify import read_checkpoints
from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay
from pitboss.engine.setup import Setup, prepare
from pitboss.fair.order import ShoeTerms, commitment, shoe_order
from pitboss.fair.reveal import Reveal, read_reveal
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.pit.witness import checkpoint_json
from pitboss.rulebook.house import HOUSE_KEYS, House
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
from pitboss.server.practice.rounds import make_frame, play_body
from pitboss.server.practice.wire import PracticeRound
from pitboss.server.rules.book import open_table
from pitboss.simulator import checkpoint as checkpoints
from pitboss.sitting.purse import read_purse, write_purse
from pitboss.sitting.sittings import read_sitting, review_sitting
from pitboss.sitting.training.drill import new_progress, read_progress
from pitboss.sitting.training.score import Missed, Session, read_score
from tools.spoiling import json_bytes, spoil_bytes, spoil_values

if TYPE_CHECKING:
    from pitboss.sitting.coach import Valuer

from tools.fuzz_kinds.outcome import FuzzError, example_records

_SCORE = {
    "version": 1,
    "tables": {
        "a" * 64: {
            "game": "reference/blackjack",
            "options": {"decks": 6},
            "sessions": [{"asked": 3, "wrong": 1, "loss": 0.25}],
            "missed": {"k": {"owed": 1, "wrong": 1, "cards": "7h 7s", "decisions": ["hit"]}},
        }
    },
}
_TITLE = {
    "identity": {"version": "0", "game": "reference/blackjack", "seats": 1, "seed": 0},
    "shoes": 3,
    "seconds": 1.5,
    "rounds": 30,
    "counters": 4,
    "followed": {
        "meters": {
            "jackpot-1": {
                "meter": {
                    "seed": 50,
                    "contribution": "21/100",
                    "reserve_share": "0",
                    "display": 50,
                    "reserve": 0,
                    "seeded": 50,
                    "contributed": 0,
                    "paid": 0,
                },
                "fed": 30,
                "awarded": 0,
                "awards": [
                    {"percent": 100, "count": 1, "units": 5, "levels": [[5, 1]], "kept": [[1, 5]]}
                ],
            }
        },
        "over_limit": {"match-up": 0},
    },
}


def fuzz_record(rng: random.Random, _: Path) -> str:
    """Replay a spoiled record; one that is played must replay to itself."""
    record = rng.choice(example_records())
    content = json_bytes(rng, spoil_values(rng, record) if rng.random() < 0.8 else record)
    if rng.random() < 0.3:
        content = spoil_bytes(rng, content)
    played = replay(parse_json(decode_utf8(content)))
    played.difference()
    completed = played.complete_record()
    again = replay(parse_json(dump_json(completed | played.result())))
    if again.difference() is not None:
        raise FuzzError(f"differs from itself: {again.difference()}")
    return "played"


def fuzz_checkpoint(rng: random.Random, folder: Path) -> str:
    """Read a spoiled checkpoint, its digest made right half of the time."""
    title = spoil_values(rng, _TITLE) if rng.random() < 0.7 else _TITLE
    text = json_bytes(rng, title) + b"\n" + bytes(32)
    body = zlib.compress(spoil_bytes(rng, text) if rng.random() < 0.3 else text)
    content = b"pitboss checkpoint 2 sha256 " + sha256(body).hexdigest().encode() + b"\n" + body
    path = folder / "checkpoint"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    checkpoints.read(path)
    return "read"


def fuzz_score(rng: random.Random, folder: Path) -> str:
    """Read a spoiled score of training."""
    content = json_bytes(rng, spoil_values(rng, _SCORE))
    path = folder / "score"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    read_score(path)
    return "read"


_PURSE = {
    "version": 1,
    "bankroll": 50_000,
    "meters": {"a" * 64: {"jackpot-1": {"display": 50_000_000, "reserve": 10}}},
}


def fuzz_purse(rng: random.Random, folder: Path) -> str:
    """Read a spoiled purse; what is read is written and read again."""
    content = json_bytes(rng, spoil_values(rng, _PURSE))
    path = folder / "purse"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    purse = read_purse(path)
    write_purse(path, purse)
    if read_purse(path) != purse:
        raise FuzzError("another purse is read than was written")
    return "read"


def fuzz_sitting(rng: random.Random, folder: Path) -> str:
    """Read the spoiled file of a past sitting, and every round of it."""
    finished = [record for record in example_records() if "settlement" in record]
    records = [rng.choice(finished) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.7:
        place = rng.randrange(len(records))
        records[place] = spoil_values(rng, records[place])
    content = b"\n".join(json_bytes(rng, record) for record in records)
    path = folder / "sitting.jsonl"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    sitting = read_sitting(path)
    review_sitting(path, lambda setup: cast("Valuer", _NoOpinion(setup)))
    return "read" if sitting.rounds else "empty"


@dataclass
class _NoOpinion:
    """Values no decision: the solver is not what is spoiled here."""

    setup: Setup

    def judge(self, *_: object) -> NoReturn:
        """Value nothing."""
        raise RefusedError("action/illegal", "no opinion")


@cache
def _revealed_shoe() -> dict[str, Any]:
    terms = ShoeTerms(table="7", shuffle=1, deck="french-52", decks=1, burn=1, rules="ab")
    entropy = bytes(range(256)) * 2
    dealt = shoe_order(terms, entropy, (b"seed",))[:20]
    mark = commitment(terms, entropy)
    reveal = Reveal(terms=terms, commitment=mark, seeds=(b"seed",), entropy=entropy, dealt=dealt)
    return json.loads(json.dumps(reveal.as_json()))  # type: ignore[no-any-return]


def fuzz_shoe(rng: random.Random, _: Path) -> str:
    """Read a spoiled shoe and deal it again."""
    content = json_bytes(rng, spoil_values(rng, _revealed_shoe()))
    content = spoil_bytes(rng, content) if rng.random() < 0.3 else content
    reveal = read_shoe(decode_utf8(content))
    if read_reveal(json.dumps(reveal.as_json())) != reveal:
        raise FuzzError("another shoe is read than was written")
    return "differs" if reveal.problem() else "verified"


def fuzz_witness(rng: random.Random, folder: Path) -> str:
    """Read a spoiled copy of checkpoints."""
    first = make_checkpoint({}, {}, at=1)
    second = make_checkpoint({}, {}, at=2, last=first)
    lines: list[object] = [checkpoint_json(checkpoint) for checkpoint in (first, second)]
    place = rng.randrange(2)
    lines[place] = spoil_values(rng, lines[place])
    content = b"\n".join(json_bytes(rng, line) for line in lines)
    path = folder / "witness"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    return "read" if read_checkpoints(path) else "empty"


def _practice_body(record: dict[str, Any]) -> dict[str, Any]:
    """Return the practice round whose seats and decisions are those of a record."""
    house = {key: record[key] for key in HOUSE_KEYS & record.keys()}
    bets = {str(place): seat["wagers"] for place, seat in enumerate(record["seats"][:7], start=1)}
    return {
        "game": record["game"],
        "house": house,
        "bets": bets,
        "seed": "fuzz",
        "cards": {"1": "6h 7h", "dealer": "Kd"},
        "meters": record.get("meters", {}),
        "bankroll": 10**9,
        "decisions": record["decisions"][:1],
    }


def fuzz_practice(rng: random.Random, _: Path) -> str:
    """Play a spoiled practice round, and write the player's frame."""
    body = _practice_body(rng.choice(example_records()))
    if rng.random() < 0.7:
        body["decisions"] = []
    content = json_bytes(rng, spoil_values(rng, body))
    try:
        spoiled = msgspec.json.decode(content, type=PracticeRound)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotReadableError(str(error)) from None
    table = open_table(spoiled.game, spoiled.option, spoiled.house)
    practice = play_body(table, spoiled)
    msgspec.json.encode(make_frame(table, practice))
    return "over" if practice.is_over else "asked"


@cache
def _trained() -> tuple[Setup, dict[str, Any]]:
    setup = prepare(House(game="reference/blackjack"))
    progress = new_progress(setup)
    progress.score.count_day("2026-11-16", 0.5, wrong=True)
    progress.score.sessions.append(Session(asked=1, wrong=1, loss=0.5))
    missed = Missed(owed=3, wrong=1, cards="9c Ts 4h 2c", decisions=[])
    progress.score.missed["94 v T: hit stand"] = missed
    return setup, json.loads(json.dumps(progress.as_json()))


def fuzz_progress(rng: random.Random, _: Path) -> str:
    """Read the spoiled progress of a drill."""
    setup, progress = _trained()
    content = json_bytes(rng, spoil_values(rng, progress))
    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotReadableError(str(error)) from None
    read_progress(data, setup).trim()
    return "read"
