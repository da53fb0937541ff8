"""Spoil inputs at random: each must end in a value or in a refusal with a code, and soon.

    python -m tools.fuzz --inputs 1000000 --seed 7 --processes 2
    python -m tools.fuzz --first 250000 --inputs 50000 --seed 7    # a piece of the same million
    python -m tools.fuzz --kind record --one 7:123        # one input again, with its traceback

Records, house configurations, games of one's own, strategies, counts, checkpoints, scores, numbers,
options, typed cards, answers to `pitboss new`, purses, past sittings, revealed shoes, copies of a
server's checkpoints, practice rounds, the progress of drills and whole commands are taken
from good examples and spoiled: bytes flipped, lines and values lost, doubled, exchanged, or
replaced by something hostile. Everything runs in this process or in several; input number N of a
seed is the same wherever it runs.
"""

from __future__ import annotations

import argparse
import copy
import io
import json
import os
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import msgspec

from pitboss.advantage.detect.observe import watch
from pitboss.api.risk import risk
from pitboss.cards import FRENCH, SPANISH, NotationError, Shoe, format_cards, read_cards
from pitboss.cli.commands.new import Interview
from pitboss.cli.floor.checkpoint_file import read_checkpoints
from pitboss.cli.floor.shoes import read_shoe
from pitboss.cli.main import main as command_line
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import read_options
from pitboss.counts import read_ramp, read_system
from pitboss.counts.cards_left import cards_left
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.record import record_of, replay
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import DOUBLED, possible_cells
from pitboss.exact.charts.model import UPS, row_name, up_name
from pitboss.exact.charts.parse import read_chart
from pitboss.fair import Reveal, ShoeTerms, commitment, read_reveal, shoe_order
from pitboss.ledger import make_checkpoint
from pitboss.pit.witness import checkpoint_json
from pitboss.rulebook.check import problems
from pitboss.rulebook.configured import configure
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import HOUSE_KEYS, House, parse_house
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.merge import CATALOG
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
from pitboss.server.practice.rounds import frame_of, play_body
from pitboss.server.practice.wire import PracticeRound
from pitboss.server.rules.book import open_table
from pitboss.simulate import checkpoint as checkpoints
from pitboss.table.purse import read_purse, write_purse
from pitboss.table.sittings import read_sitting, review_sitting
from pitboss.table.training.progress import new_progress, read_progress
from pitboss.table.training.score import Missed, Session, read_score
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, cards_for, random_setup
from tests.engine.players import random_player

if TYPE_CHECKING:
    from pitboss.table.coach import Valuer

ROOT = Path(__file__).parents[1]
SECONDS_MAX = 10.0
"""Processor time for one input; the slowest good one takes a tenth of it."""
PIECE = 500
"""Inputs that a process takes at a time."""
REFUSED = "refused"
_CODE = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")

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


class FuzzError(AssertionError):
    """An input that ended in neither a value nor a refusal with a code."""


# -- spoiling --------------------------------------------------------------------------------------


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
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
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


def _json_bytes(rng: random.Random, value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return text.encode("utf-8", errors="surrogatepass")


# -- good examples ---------------------------------------------------------------------------------


@cache
def _records() -> tuple[Any, ...]:
    """Return rounds of every game at random tables, half of them with their results."""
    rng = random.Random("records")  # noqa: S311 - repeatable
    records = []
    for game_id in GAMES:
        for completed in (False, True):
            house, setup = random_setup(rng, game_id)
            this = Round.start(setup, random_bets(rng, setup))
            player = random_player(rng)
            this.play(cards_for(rng, this), _answers(player))
            record = json.loads(dump_json(record_of(this, house)))
            records.append(replay(record).completed() if completed else record)
    return tuple(records)


def _answers(player: Callable[[Question], Action]) -> Callable[[object, Question], Action]:
    return lambda _, asked: player(asked)


@cache
def _houses() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml")))


@cache
def _own_games() -> tuple[bytes, ...]:
    names = (game_id.replace("/", "-") for game_id in library.game_ids())
    return tuple((CATALOG / f"{name}.toml").read_bytes() for name in names)


@cache
def _rules() -> Rules:
    return Rules.of(prepare(House(game="reference/blackjack")))


@cache
def _strategy() -> dict[str, Any]:
    ups = [up_name(up) for up in UPS]
    return {
        part.value: {row_name(part, row): dict.fromkeys(ups, "S") for row in rows}
        for part, rows in possible_cells(_rules()).items()
        if part not in DOUBLED
    }


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


# -- the kinds of input ----------------------------------------------------------------------------


def fuzz_record(rng: random.Random, _: Path) -> str:
    """Replay a spoiled record; one that is played must replay to itself."""
    record = rng.choice(_records())
    content = _json_bytes(rng, spoil_values(rng, record) if rng.random() < 0.8 else record)
    if rng.random() < 0.3:
        content = spoil_bytes(rng, content)
    played = replay(parse_json(decode_utf8(content)))
    played.difference()
    completed = played.completed()
    again = replay(parse_json(dump_json(completed | played.result())))
    if again.difference() is not None:
        raise FuzzError(f"differs from itself: {again.difference()}")
    return "played"


def fuzz_house(rng: random.Random, _: Path) -> str:
    """Check a spoiled house configuration; one that is approved must open."""
    house = parse_house(decode_utf8(spoil_bytes(rng, rng.choice(_houses()))))
    if wrong := problems(house):
        raise RulesError(wrong)
    prepare(house)
    return "approved"


def fuzz_own_game(rng: random.Random, folder: Path) -> str:
    """Load a spoiled file of a game: it is skipped with a warning, or opens and deals a round."""
    name = f"{rng.getrandbits(64):016x}"
    place = folder / name
    place.mkdir()
    text = spoil_bytes(rng, rng.choice(_own_games()))
    (place / "own.toml").write_bytes(re.sub(rb'(?m)^id = "[a-z0-9-]+/', b'id = "own/', text))
    os.environ["PITBOSS_GAMES"] = str(place)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", library.BrokenGameWarning)
            own = [game for game in library.game_ids() if game.startswith("own/")]
        for game_id in own:
            _deal(rng, game_id)
    except library.BrokenGameWarning as skipped:
        return _refusal([("game/skipped", str(skipped))])
    else:
        return "taken" if own else "not a game"
    finally:
        del os.environ["PITBOSS_GAMES"]
        library._own_games_of.cache_clear()  # noqa: SLF001 - every input is another folder
        (place / "own.toml").unlink()
        place.rmdir()


def _deal(rng: random.Random, game_id: str) -> None:
    house, _ = complete_table(House(game=game_id))
    if problems(house):
        return
    setup = prepare(house)
    this = Round.start(setup, random_bets(rng, setup))
    player = random_player(rng)
    this.play(cards_for(rng, this), _answers(player))
    staked = {line.seat for line in this.state.settled}
    if not staked:
        raise FuzzError("a round that settles nothing")


def fuzz_strategy(rng: random.Random, _: Path) -> str:
    """Read a spoiled strategy."""
    content = _json_bytes(rng, spoil_values(rng, _strategy()))
    if rng.random() < 0.3:
        content = spoil_bytes(rng, content)
    read_chart(parse_json(decode_utf8(content)), _rules(), "strategy")
    return "read"


def fuzz_count(rng: random.Random, folder: Path) -> str:
    """Read a spoiled count, ramp, or list of cards that are gone."""
    shoe = rng.choice(_SHOES)
    if rng.random() < 0.6:
        content = _json_bytes(rng, spoil_values(rng, _COUNT))
        path = folder / "count.json"
        path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.2 else content)
        read_system(str(path), shoe).start_of(shoe)
        return "read"
    text = spoil_bytes(rng, rng.choice(_COUNT_TEXTS).encode()).decode("utf-8", errors="replace")
    match rng.randrange(3):
        case 0:
            read_system(text, shoe).range_of(shoe)
        case 1:
            str(read_ramp(text))
        case _:
            cards_left(shoe, gone=text)
    return "read"


def fuzz_risk(rng: random.Random, folder: Path) -> str:
    """Ask for the risk of a spoiled bet, or of spoiled numbers, and watch a spoiled record."""
    if rng.random() < 0.3:
        watch([spoil_values(rng, rng.choice(_records()))])
        return "watched"
    path = folder / "bet.json"
    path.write_bytes(_json_bytes(rng, spoil_values(rng, rng.choice(_BETS))))
    text = _spoil_argument(rng, rng.choice(("100", "$500", "0.5", "1e3")))
    found = risk(file=path, bank=text, rounds=rng.choice((None, 3)), goal=rng.choice((None, 7)))
    ruin = found.formula["ruin_ever"]
    if ruin is not None and not 0 <= ruin <= 1:
        raise FuzzError("a probability that is none")
    return "read"


_BETS = (
    {"ev": 0.01, "sd": 1.1},
    {"house_edge": "1/100", "standard_deviation": 1.2, "game": "x"},
    {"bets": {"expectation": 0.02, "sd": 2.0, "sd_long_run": None}},
    {"outcomes": [{"gain": 1, "probability": 0.6}, {"gain": -1.5, "probability": 0.4}]},
    {"histogram": [{"gain": 2, "count": 3}, {"gain": -1, "count": 4}]},
)
_SHOES = (Shoe(FRENCH, 6), Shoe(SPANISH, 2))
_COUNT = {
    "name": "Mine",
    "tags": {"3": 1, "4": "1/2", "5": 1.5, "7red": 1, "T": -1, "Qh": -2},
    "side_counts": {"aces": {"A": -1}, "sevens": "7=1"},
    "per": 52,
    "true": "floor",
    "ramp": [[0, 1], [2, 4], [4, 8]],
    "indices": [
        {"hand": "16", "up": "T", "action": "stand", "at": 0},
        {"hand": "8,8", "up": "10", "action": "split", "at": -3, "below": True},
        {"hand": "insurance", "up": "A", "action": "insure", "at": 3},
    ],
}
_COUNT_TEXTS = (
    "1 1 1 1 1 0 0 0 -1 -1",
    "5=1 A=-1/2 7red=.5",
    "hi-lo",
    "suit difference",
    "1-8@4",
    "1@<=0 2@1 4@2",
    "As 7h 5=12 K",
)


def fuzz_checkpoint(rng: random.Random, folder: Path) -> str:
    """Read a spoiled checkpoint, its digest made right half of the time."""
    title = spoil_values(rng, _TITLE) if rng.random() < 0.7 else _TITLE
    text = _json_bytes(rng, title) + b"\n" + bytes(32)
    body = zlib.compress(spoil_bytes(rng, text) if rng.random() < 0.3 else text)
    content = b"pitboss checkpoint 2 sha256 " + sha256(body).hexdigest().encode() + b"\n" + body
    path = folder / "checkpoint"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    checkpoints.read(path)
    return "read"


def fuzz_score(rng: random.Random, folder: Path) -> str:
    """Read a spoiled score of training."""
    content = _json_bytes(rng, spoil_values(rng, _SCORE))
    path = folder / "score"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    read_score(path)
    return "read"


_NUMBERS = "0123456789.eE+-_%\u0661 naif"
_OPTIONS = (
    *("decks=6", "soft17=hit", "min=500", "max=100000", "table.match-up=2", "table.match-up=none"),
    *(
        "limit.main.min=100",
        "pay.jackpot-1.x=50 for 1",
        "jackpot.jackpot-1.seed=5000",
        "shoe.cut=75",
    ),
    *("jackpot.jackpot-1.prize.100%=5000", "redouble=true", "bonus_cards=2", "rounding=up"),
)


def fuzz_number(rng: random.Random, _: Path) -> str:
    """Read numbers of any form."""
    text = "".join(rng.choice(_NUMBERS) for _ in range(rng.choice((0, 1, 3, 8, 20, 60))))
    wrong = read_count("rounds", text)[1] or read_part("until", text)[1]
    if wrong:
        raise RulesError(wrong)
    return "read"


def fuzz_options(rng: random.Random, _: Path) -> str:
    """Open a house by spoiled options of the command line."""
    given = [rng.choice(_OPTIONS) for _ in range(rng.randint(1, 4))]
    spoiled = [spoil_bytes(rng, text.encode()).decode(errors="replace") for text in given]
    game_id = rng.choice(library.game_ids())
    house, unread = read_options(game_id, spoiled if rng.random() < 0.8 else given)
    if wrong := (*unread, *problems(house)):
        raise RulesError(wrong)
    prepare(house)
    return "opened"


def _spoil_argument(rng: random.Random, text: str) -> str:
    """Return an argument as it is, or spoiled; an argument has no NUL."""
    if rng.random() < 0.3:
        return text
    return spoil_bytes(rng, text.encode()).decode(errors="replace").replace("\x00", "")


def fuzz_command(rng: random.Random, folder: Path) -> str:
    """Run a whole command of those that compute nothing long."""
    path = folder / rng.choice(("file.json", "file.jsonl", "file.toml"))
    content = rng.choice((*_houses(), _json_bytes(rng, rng.choice(_records()))))
    path.write_bytes(spoil_bytes(rng, content))
    words = rng.choice(
        (
            ["check", str(path)],
            ["replay", str(path)],
            ["show", rng.choice(library.game_ids()), "--table", "TRI-01"],
            ["show", str(rng.choice(JUNK)).replace("\x00", "")],
            ["games", str(rng.choice(JUNK))],
            ["compare", _spoil_argument(rng, "wa/spanish-21:jackpot-1:3c-5"), ":3c-7"],
            ["find", "--game", "co/golden-21", "--edge", _spoil_argument(rng, "3%..12.5%")],
            ["simulate", "co/golden-21", "--rounds", "10", "--house", str(path) + "x"],
            [str(rng.choice(JUNK)), "--json"],
            ["replay", "", "--json"],
        )
    )
    if rng.random() < 0.5:
        words = [*words, "--json"]
    out, error, kept = io.StringIO(), io.StringIO(), sys.argv
    code: object = 0
    try:
        sys.argv = ["pitboss", *words]
        with redirect_stdout(out), redirect_stderr(error):
            command_line()
    except SystemExit as leaving:
        code = leaving.code or 0
    finally:
        sys.argv = kept
    if code not in {0, 1, 2} or len(error.getvalue()) > 10**6:
        raise FuzzError(f"{words} ends with {code}")
    if "--json" in words and code == 2 and not out.getvalue().strip():
        raise FuzzError(f"{words} prints no object")
    return f"exit {code}"


# Letters of other alphabets that upper and lower case turn into ours are among them.
_TYPED = (
    *"23456789TJQKAtjqka10shdcSHDC♠♥♦♣♤♡♢♧ ,;\t",
    *("10h", "6H", "6♥\ufe0f", "Jk", "joker", "★", "\u212a", "\u017f", "\u0131", "٣h", "x", "\x00"),
)


def fuzz_cards(rng: random.Random, _: Path) -> str:
    """Read cards as people type them; what is read is read again from its exact text."""
    text = "".join(rng.choice(_TYPED) for _ in range(rng.choice((0, 1, 2, 4, 8, 30, 2000))))
    shown = ShownCards(hand=text, up=text[-2:])
    if wrong := tuple(shown.unread("--hand", "--up")):
        raise RulesError(wrong)
    alike = shown.with_equal_suits(rng.randint(1, 8)) or shown
    for cards in (shown.cards("--hand"), alike.cards("--hand")):
        if read_cards(format_cards(cards)) != cards:
            raise FuzzError(f"{text!r} is not read as it is written")
    try:
        read_cards(text)
    except NotationError as error:
        return _refusal([(error.code, str(error))])
    return "read"


_ANSWERS = (
    *("", "", "", "6", "8", "hit", "stand", "true", "FALSE", "none", "$5", "500", "$1,000", "21%"),
    *("0%", "100%", "5000.00", "50 for 1", "$100", "3c-5", "2", "TRI-01", "0", "-1", "1e9", "$0"),
)


def fuzz_interview(rng: random.Random, _: Path) -> str:
    """Answer the questions for a new house; what comes out is written, read and approved."""
    answers = [rng.choice(_ANSWERS) for _ in range(rng.randint(0, 30))]
    text = "\n".join(_spoil_argument(rng, one) if rng.random() < 0.3 else one for one in answers)
    game = library.game(rng.choice(library.game_ids()))
    house = Interview(game=game, answers=io.StringIO(text), prompts=io.StringIO()).run()
    again = parse_house(write_house(house, name="house.toml"))
    if wrong := problems(again):
        raise FuzzError(f"what is written is refused: {wrong[0]}")
    digest = configure(house).digest
    if configure(again).digest != digest:
        raise FuzzError("another house is read than was written")
    return "as proposed" if digest == _accept_proposals(game.id) else "as answered"


@cache
def _accept_proposals(game_id: str) -> str:
    """The house of whoever takes every proposal."""
    house = Interview(game=library.game(game_id), answers=None, prompts=io.StringIO()).run()
    return configure(house).digest


_PURSE = {
    "version": 1,
    "bankroll": 50_000,
    "meters": {"a" * 64: {"jackpot-1": {"display": 50_000_000, "reserve": 10}}},
}


def fuzz_purse(rng: random.Random, folder: Path) -> str:
    """Read a spoiled purse; what is read is written and read again."""
    content = _json_bytes(rng, spoil_values(rng, _PURSE))
    path = folder / "purse"
    path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.3 else content)
    purse = read_purse(path)
    write_purse(path, purse)
    if read_purse(path) != purse:
        raise FuzzError("another purse is read than was written")
    return "read"


def fuzz_sitting(rng: random.Random, folder: Path) -> str:
    """Read the spoiled file of a past sitting, and every round of it."""
    finished = [record for record in _records() if "settlement" in record]
    records = [rng.choice(finished) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.7:
        place = rng.randrange(len(records))
        records[place] = spoil_values(rng, records[place])
    content = b"\n".join(_json_bytes(rng, record) for record in records)
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
    content = _json_bytes(rng, spoil_values(rng, _revealed_shoe()))
    content = spoil_bytes(rng, content) if rng.random() < 0.3 else content
    reveal = read_shoe(decode_utf8(content))
    if read_reveal(json.dumps(reveal.as_json())) != reveal:
        raise FuzzError("another shoe is read than was written")
    return "differs" if reveal.problem() else "verified"


def fuzz_witness(rng: random.Random, folder: Path) -> str:
    """Read a spoiled copy of checkpoints."""
    first = make_checkpoint({}, {}, at=1)
    second = make_checkpoint({}, {}, at=2, last=first)
    lines: list[object] = [checkpoint_json(it) for it in (first, second)]
    place = rng.randrange(2)
    lines[place] = spoil_values(rng, lines[place])
    content = b"\n".join(_json_bytes(rng, line) for line in lines)
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
    """Play a spoiled practice round, and write what its player is sent."""
    body = _practice_body(rng.choice(_records()))
    if rng.random() < 0.7:
        body["decisions"] = []
    content = _json_bytes(rng, spoil_values(rng, body))
    try:
        found = msgspec.json.decode(content, type=PracticeRound)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotReadableError(str(error)) from None
    table = open_table(found.game, found.option, found.house)
    this = play_body(table, found)
    msgspec.json.encode(frame_of(table, this))
    return "over" if this.is_over else "asked"


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
    content = _json_bytes(rng, spoil_values(rng, progress))
    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotReadableError(str(error)) from None
    read_progress(data, setup).trim()
    return "read"


KINDS: dict[str, tuple[int, Callable[[random.Random, Path], str]]] = {
    "record": (19, fuzz_record),
    "house": (18, fuzz_house),
    "own-game": (5, fuzz_own_game),
    "strategy": (8, fuzz_strategy),
    "count": (2, fuzz_count),
    "risk": (1, fuzz_risk),
    "checkpoint": (10, fuzz_checkpoint),
    "score": (4, fuzz_score),
    "number": (5, fuzz_number),
    "options": (7, fuzz_options),
    "command": (5, fuzz_command),
    "cards": (3, fuzz_cards),
    "interview": (1, fuzz_interview),
    "purse": (3, fuzz_purse),
    "sitting": (3, fuzz_sitting),
    "shoe": (1, fuzz_shoe),
    "witness": (1, fuzz_witness),
    "practice": (3, fuzz_practice),
    "progress": (1, fuzz_progress),
}
"""Kind -> its share of all inputs in percent, and what runs one."""


# -- running ---------------------------------------------------------------------------------------


@dataclass
class Summary:
    """What became of many inputs."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """How many there were."""
        return sum(self.outcomes.values())

    def add(self, other: Summary) -> None:
        """Count the inputs of another summary too."""
        self.outcomes.update(other.outcomes)
        self.failures += other.failures


def run_one(kind: str, seed: str, folder: Path) -> str:
    """Run one input and return its outcome; raise what a user would see as a traceback."""
    rng = random.Random(f"{kind} {seed}")  # noqa: S311 - repeatable
    begin = time.process_time()
    try:
        outcome = KINDS[kind][1](rng, folder)
    except RulesError as error:
        outcome = _refusal([(problem.code, problem.message) for problem in error.problems])
    except RefusedError as error:
        outcome = _refusal([(error.refusal.code, error.refusal.message)])
    except NotReadableError as error:
        outcome = _refusal([("text/not-readable", str(error))])
    seconds = time.process_time() - begin
    if seconds > SECONDS_MAX:
        raise FuzzError(f"takes {seconds:.1f} seconds")
    return outcome


def _refusal(said: list[tuple[str, str]]) -> str:
    for code, message in said:
        if not _CODE.fullmatch(code) or not message or len(message) > 2000:
            raise FuzzError(f"a refusal without a code or a sentence: {code!r} {message[:80]!r}")
    return REFUSED


def run_range(seed: str, first: int, count: int) -> Summary:
    """Run the inputs of a seed from *first* on."""
    summary = Summary()
    kinds, shares = list(KINDS), [share for share, _ in KINDS.values()]
    with tempfile.TemporaryDirectory(prefix="pitboss-fuzz-") as folder:
        for number in range(first, first + count):
            chosen = random.Random(f"{seed} {number}")  # noqa: S311 - repeatable
            kind = chosen.choices(kinds, shares)[0]
            try:
                outcome = run_one(kind, f"{seed}:{number}", Path(folder))
            except Exception:  # noqa: BLE001 - exactly what is looked for
                outcome = "FAILED"
                last = traceback.format_exc().strip().splitlines()
                summary.failures.append(f"--kind {kind} --one {seed}:{number}  {last[-1][:200]}")
            summary.outcomes[f"{kind}: {outcome}"] += 1
    return summary


def pieces(first: int, inputs: int) -> list[tuple[int, int]]:
    """Return the first input and the number of inputs of every piece of work.

    >>> pieces(700, 1200)
    [(700, 500), (1200, 500), (1700, 200)]
    """
    end = first + inputs
    return [(start, min(PIECE, end - start)) for start in range(first, end, PIECE)]


def main() -> None:
    """Run many inputs and print what became of them; exit 1 where any failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after these")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--one", help="one input again, as a failure names it")
    given = parser.parse_args()
    if given.one:
        with tempfile.TemporaryDirectory() as folder:
            print(run_one(given.kind, given.one, Path(folder)))
        return
    whole, begin = Summary(), time.monotonic()
    work = pieces(given.first, given.inputs)
    with ProcessPoolExecutor(given.processes) as pool:
        ran = [pool.submit(run_range, given.seed, first, count) for first, count in work]
        for number, part in enumerate((each.result() for each in ran), 1):
            whole.add(part)
            for failure in part.failures:
                print(f"FAILED  {failure}", flush=True)
            if number % 20 == 0:
                seconds = time.monotonic() - begin
                print(f"{whole.inputs:,} inputs in {seconds:,.0f} s", file=sys.stderr, flush=True)
            if time.monotonic() - begin > given.seconds:
                pool.shutdown(cancel_futures=True)
                break
    for outcome, count in sorted(whole.outcomes.items()):
        print(f"{outcome:24} {count:>10,}")
    which = f"inputs {given.first:,} to {given.first + whole.inputs - 1:,} of seed {given.seed}"
    print(f"{which}, {len(whole.failures)} failed")
    raise SystemExit(bool(whole.failures))


if __name__ == "__main__":
    main()
