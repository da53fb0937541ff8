"""The messages of a round in every language: none missing, none left over, the same parts."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import pitboss.text
from pitboss.cards import Card, SeededBits, shuffle_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.scene import Eyes, label_question, scene_after
from pitboss.text.results import round_result
from pitboss.text.say import ENGLISH, LANGUAGES, language_of, say, speaking
from tests.engine.bets import random_wagers
from tests.engine.players import random_player
from tests.server.aloud import between_decisions
from tests.tiers import by_day

SOURCES = Path(pitboss.text.__file__).parents[1]
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SAYING = {"say": 0, "say_many": 1, "_say": 0}
"""Function that says a message -> the place of its first message."""
GAMES = [*ready_tables()]
ROUNDS = by_day(6, 200)


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    text = (SOURCES / "text" / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def messages() -> frozenset[str]:
    """Return every message of the sources."""
    return frozenset(message for path in SOURCES.rglob("*.py") for message in messages_of(path))


def messages_of(path: Path) -> Iterator[str]:
    """Yield the messages that a module says: texts in the place of one, or what is named there."""
    text = path.read_text(encoding="utf-8")
    if "pitboss.text.say import" not in text:
        return
    tree = ast.parse(text)
    module = import_module("pitboss." + ".".join(path.relative_to(SOURCES).with_suffix("").parts))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for place in (*functions, *(node for node in tree.body if isinstance(node, ast.AnnAssign))):
        for call in ast.walk(place):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                first = SAYING.get(call.func.id, len(call.args))
                count = {"say": 1, "say_many": 2}.get(call.func.id, len(call.args))
                for said in call.args[first : first + count]:
                    yield from texts_of(said, place, module.__dict__)


def texts_of(said: ast.expr, place: ast.AST, names: Mapping[str, object]) -> Iterator[str]:
    """Yield the texts that an expression may be."""
    match said:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from texts_of(said.body, place, names)
            yield from texts_of(said.orelse, place, names)
        case (
            ast.Subscript(value=ast.Name(id=table))
            | ast.Subscript(value=ast.Subscript(value=ast.Name(id=table)))
        ):
            yield from strings_in(names[table])
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[_, other]):
            yield from strings_in(names[table])
            yield from texts_of(other, place, names)
        case ast.Name(id=name) if name in names:
            yield from strings_in(names[name])
        case ast.Name(id=name):
            yield from local_texts(name, place, names)
        case _:
            raise AssertionError(f"no message can be read here: {ast.unparse(said)}")


def local_texts(name: str, place: ast.AST, names: Mapping[str, object]) -> Iterator[str]:
    """Yield the texts that a name is given in a function."""
    given = [
        node.value
        for node in ast.walk(place)
        if isinstance(node, ast.Assign)
        and any(isinstance(it, ast.Name) and it.id == name for it in node.targets)
        and isinstance(node.value, ast.Constant | ast.IfExp)
    ]
    assert given, f"{name} is given no message"
    for value in given:
        yield from texts_of(value, place, names)


def strings_in(value: object) -> Iterator[str]:
    """Yield the texts of a table of messages."""
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings_in(part)
    elif isinstance(value, Iterable):
        for part in value:
            yield from strings_in(part)


def parts(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_message_and_no_other(language: str) -> None:
    said = catalogue(language)["messages"]
    assert sorted(messages() - said.keys()) == [], "not translated"
    assert sorted(said.keys() - messages()) == [], "nobody says this any more"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_parts_and_the_blanks_of_its_message(language: str) -> None:
    for message, said in catalogue(language)["messages"].items():
        assert parts(said) == parts(message), (message, said)
        assert re.findall(r"^ *| *$", said) == re.findall(r"^ *| *$", message), (message, said)


def test_a_language_that_is_not_there_is_english() -> None:
    assert language_of("fi;q=0.9, ES-mx;q=0.4, en") == "es"
    with speaking("fi"):
        assert say("soft {total}", total=17) == "soft 17"


ENGLISH_WORDS = re.compile(
    r"\b(the|you|your|dealer|seat|hand|hands|wins?|loses?|pays|hits?|stands?|with|of|and|or|for|bet"
    r"|card|cards|bust|soft|push|over|under|against|shows|what|not|is|to)\b"
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_round_is_told_in_one_language(game: str, language: str) -> None:
    """Lines, questions, buttons, results and what is read aloud have no English word left.

    Apart from the names on the felt, which are those of the rule documents.
    """
    setup = prepare(ready_tables()[game].house)
    with speaking(language):
        told = [*told_in_rounds(setup, game)]
    assert len(told) > 20
    names = sorted(felt_names(setup), key=len, reverse=True)
    felt = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    kept = [line for line in told if ENGLISH_WORDS.search(felt.sub("", line))]
    assert not kept


def told_in_rounds(setup: Setup, game: str) -> Iterator[str]:
    """Yield everything that one player reads and hears in some random rounds."""
    for number in range(ROUNDS):
        rng = random.Random(f"{game} {number}")
        played = Round.start(setup, [Bets(1, random_wagers(rng, setup))])
        cards = iter(shuffle_cards(setup.shoe.cards(), SeededBits(f"{game} {number}")))
        decide(played, cards, random_player(rng))
        eyes = Eyes(1, (1,))
        for steps, asked in between_decisions(played):
            frame = scene_after(steps, eyes, asked)
            yield frame["aloud"]
            yield from (line["text"] for line in frame["say"])
            yield from scene_words(frame["scene"])
            if asked is not None:
                written = label_question(
                    steps.states[-1] if steps.states else steps.before, asked, eyes
                )
                yield written["words"]
                yield written.get("offer", "")
                yield from (it["button"] + " " + it["range"] for it in written["labels"])
        yield round_result(played.state, (1,)).words
    layout = setup_layout(setup)
    yield from (line for part in layout["how"] for line in (part["title"], *part["lines"]))
    yield from (*layout["print"], *layout["rules"])
    yield from (wager["note"] for wager in layout["wagers"])
    yield from (action["meaning"] for action in layout["actions"].values())


def decide(played: Round, cards: Iterator[Card], player: Callable[[Question], Action]) -> None:
    played.play(cards, lambda _, question: player(question))


def scene_words(scene: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words on the felt."""
    yield scene.get("dealer_words", "")
    for seat in scene["seats"]:
        yield seat.get("poker_words", "")
        yield from (hand.get("words", "") for hand in seat["hands"])
    yield from (line["words"] for line in scene["settled"])


def felt_names(setup: Setup) -> Iterator[str]:
    """Yield the names that are printed on a felt, in whatever language one speaks of it."""
    yield from (setup.configured.game.title, "Super Bonus", "Match The Dealer", "Pai Jack")
    for spot in setup.configured.spots.values():
        yield spot.wager.title
        for row in spot.table.rows if spot.table else ():
            yield from (row.title, row.name)
    yield from (row.name for row in setup.bonus_21.values())
