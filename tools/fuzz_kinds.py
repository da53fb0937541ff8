"""The kinds of input that `tools.fuzz` spoils: good examples of each, and what reads them."""

from __future__ import annotations

import io
import json
import os
import random
import re
import sys
import warnings
import zlib
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import msgspec

from pitboss.advantage.detect.observe import watch
from pitboss.api.risk import risk
from pitboss.cards import FRENCH, SPANISH, NotationError, Shoe, format_cards, read_cards
from pitboss.cli.commands.new import Interview
from pitboss.cli.floor.shoes import read_shoe
from pitboss.cli.floor.verify import read_checkpoints
from pitboss.cli.main import main as command_line
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import read_options
from pitboss.counts import read_ramp, read_system
from pitboss.counts.cards_left import read_cards_left
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.record import replay, write_record
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
from pitboss.server.practice.rounds import make_frame, play_body
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
from tools.spoiling import JUNK, json_bytes, spoil_bytes, spoil_values

if TYPE_CHECKING:
    from pitboss.table.coach import Valuer


ROOT = Path(__file__).parents[1]
REFUSED = "refused"
_CODE = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class FuzzError(AssertionError):
    """An input that ended in neither a value nor a refusal with a code."""


def check_refusal(problems: list[tuple[str, str]]) -> str:
    """Return the outcome of a refusal; each problem has a code and a sentence."""
    for code, message in problems:
        if not _CODE.fullmatch(code) or not message or len(message) > 2000:
            raise FuzzError(f"a refusal without a code or a sentence: {code!r} {message[:80]!r}")
    return REFUSED


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
            record = json.loads(dump_json(write_record(this, house)))
            records.append(replay(record).complete_record() if completed else record)
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
    return Rules.from_setup(prepare(House(game="reference/blackjack")))


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
        return check_refusal([("game/skipped", str(skipped))])
    else:
        return "taken" if own else "not a game"
    finally:
        del os.environ["PITBOSS_GAMES"]
        library._load_own_games.cache_clear()  # noqa: SLF001 - every input is another folder
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
    content = json_bytes(rng, spoil_values(rng, _strategy()))
    if rng.random() < 0.3:
        content = spoil_bytes(rng, content)
    read_chart(parse_json(decode_utf8(content)), _rules(), "strategy")
    return "read"


def fuzz_count(rng: random.Random, folder: Path) -> str:
    """Read a spoiled count, ramp, or list of cards that are gone."""
    shoe = rng.choice(_SHOES)
    if rng.random() < 0.6:
        content = json_bytes(rng, spoil_values(rng, _COUNT))
        path = folder / "count.json"
        path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.2 else content)
        read_system(str(path), shoe).starting_count(shoe)
        return "read"
    text = spoil_bytes(rng, rng.choice(_COUNT_TEXTS).encode()).decode("utf-8", errors="replace")
    match rng.randrange(3):
        case 0:
            read_system(text, shoe).count_range(shoe)
        case 1:
            str(read_ramp(text))
        case _:
            read_cards_left(shoe, gone=text)
    return "read"


def fuzz_risk(rng: random.Random, folder: Path) -> str:
    """Ask for the risk of a spoiled bet, or of spoiled numbers, and watch a spoiled record."""
    if rng.random() < 0.3:
        watch([spoil_values(rng, rng.choice(_records()))])
        return "watched"
    path = folder / "bet.json"
    path.write_bytes(json_bytes(rng, spoil_values(rng, rng.choice(_BETS))))
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
    content = rng.choice((*_houses(), json_bytes(rng, rng.choice(_records()))))
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
        return check_refusal([(error.code, str(error))])
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
    finished = [record for record in _records() if "settlement" in record]
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
    lines: list[object] = [checkpoint_json(it) for it in (first, second)]
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
    """Play a spoiled practice round, and write what its player is sent."""
    body = _practice_body(rng.choice(_records()))
    if rng.random() < 0.7:
        body["decisions"] = []
    content = json_bytes(rng, spoil_values(rng, body))
    try:
        found = msgspec.json.decode(content, type=PracticeRound)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotReadableError(str(error)) from None
    table = open_table(found.game, found.option, found.house)
    this = play_body(table, found)
    msgspec.json.encode(make_frame(table, this))
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
    content = json_bytes(rng, spoil_values(rng, progress))
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
