"""Spoiled words that people type: numbers, options, commands, cards and answers."""

from __future__ import annotations

import io
import random
from functools import cache
from pathlib import Path

from pitboss.cards import NotationError, format_cards, read_cards
from pitboss.cli.commands.new import Interview
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import read_options
from pitboss.cli.problems import check
from pitboss.engine.setup import prepare
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.rulebook.check import problems
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import parse_house
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from tools.fuzz_kinds.outcome import (
    FuzzError,
    check_refusal,
    example_houses,
    example_records,
    spoil_argument,
)
from tools.fuzz_kinds.whole_commands import call
from tools.spoiling import JUNK, json_bytes, spoil_bytes

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
    wrong: list[Problem] = []
    read_count("rounds", text, wrong)
    if not wrong:
        read_part("until", text, wrong)
    check(wrong)
    return "read"


def fuzz_options(rng: random.Random, _: Path) -> str:
    """Open a house by spoiled options of the command line."""
    given = [rng.choice(_OPTIONS) for _ in range(rng.randint(1, 4))]
    spoiled = [spoil_bytes(rng, text.encode()).decode(errors="replace") for text in given]
    game_id = rng.choice(library.game_ids())
    house, unread = read_options(game_id, spoiled if rng.random() < 0.8 else given)
    check((*unread, *problems(house)))
    prepare(house)
    return "opened"


def fuzz_command(rng: random.Random, folder: Path) -> str:
    """Run a whole command, one without long computations."""
    path = folder / rng.choice(("file.json", "file.jsonl", "file.toml"))
    content = rng.choice((*example_houses(), json_bytes(rng, rng.choice(example_records()))))
    path.write_bytes(spoil_bytes(rng, content))
    words = rng.choice(
        (
            ["check", str(path)],
            ["replay", str(path)],
            ["show", rng.choice(library.game_ids()), "--table", "TRI-01"],
            ["show", str(rng.choice(JUNK)).replace("\x00", "")],
            ["games", str(rng.choice(JUNK))],
            ["compare", spoil_argument(rng, "wa/spanish-21:jackpot-1:3c-5"), ":3c-7"],
            ["find", "--game", "co/golden-21", "--edge", spoil_argument(rng, "3%..12.5%")],
            ["simulate", "co/golden-21", "--rounds", "10", "--house", str(path) + "x"],
            [str(rng.choice(JUNK)), "--json"],
            ["replay", "", "--json"],
        )
    )
    if rng.random() < 0.5:
        words = [*words, "--json"]
    code, out, _ = call(words)
    if "--json" in words and code == 2 and not out.strip():
        raise FuzzError(f"{words} prints no object")
    return f"exit {code}"


# Letters of other alphabets that upper and lower case turn into ours are among them.
_TYPED = (
    *"23456789TJQKAtjqka10shdcSHDC♠♥♦♣♤♡♢♧ ,;\t",
    *("10h", "6H", "6♥\ufe0f", "Jk", "joker", "★", "\u212a", "\u017f", "\u0131", "٣h", "x", "\x00"),
)


def fuzz_cards(rng: random.Random, _: Path) -> str:
    """Read typed cards, and read the result again from its exact text."""
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
    """Answer the questions for a new house; write, read and check the result."""
    answers = [rng.choice(_ANSWERS) for _ in range(rng.randint(0, 30))]
    text = "\n".join(spoil_argument(rng, one) if rng.random() < 0.3 else one for one in answers)
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
    """Return the house of a person who accepts every proposal."""
    house = Interview(game=library.game(game_id), answers=None, prompts=io.StringIO()).run()
    return configure(house).digest
