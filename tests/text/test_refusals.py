"""Refusals in other languages: each is said somewhere, has its parts, and its answer is spoken."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.engine.actions import ActionKind
from pitboss.sitting.training.themes import ALL, COUNT_THEMES, THEMES
from pitboss.text.actions import LABELS
from pitboss.text.say import refusal_shape, say_name, say_refusal, speaking
from tests.text.test_languages import OTHERS, SOURCES, catalogue, parts

NAME = re.compile(r"{\w+}")


@cache
def written() -> frozenset[str]:
    """Return every text of the sources, "{}" in the place of what is filled in."""
    return frozenset(
        text
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for text in texts_of(node)
    )


def texts_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        pieces = (it.value if isinstance(it, ast.Constant) else "{}" for it in node.values)
        yield "".join(map(str, pieces))


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_of_a_catalogue_is_written_somewhere(language: str) -> None:
    shapes = catalogue(language)["refusals"]
    assert len(shapes) > 60
    joined = written() | {
        f"{whose} {{}}; your money can be taken out at any time" for whose in WHOSE
    }
    assert [shape for shape in shapes if NAME.sub("{}", shape) not in joined] == []


WHOSE = ("you excluded yourself", "the house has excluded you")
"""An exclusion is put together of two parts."""


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_keeps_its_parts(language: str) -> None:
    for shape, said in catalogue(language)["refusals"].items():
        assert parts(said) <= parts(shape), (shape, said)
        filled = {name: f"<{name}>" for name in parts(shape)}
        with speaking(language):
            assert say_refusal(shape.format_map(filled)) == said.format_map(filled)


def test_the_parts_of_a_refusal_are_found_and_others_stay_english() -> None:
    found = refusal_shape("a name has {least} to {most} letters").fullmatch(
        "a name has 3 to 24 letters"
    )
    assert found is not None
    assert found.groupdict() == {"least": "3", "most": "24"}
    with speaking("es"):
        assert say_refusal("the bets of this round are closed").startswith("las apuestas")
        assert say_refusal("nobody says this") == "nobody says this"
    assert say_refusal("the bets of this round are closed").startswith("the bets")


@pytest.mark.parametrize("language", OTHERS)
def test_decisions_themes_and_lessons_have_names(language: str) -> None:
    titles = [*map(str, ActionKind), *COUNT_THEMES.values(), "The rules", "Whole rounds"]
    titles += ["Other decisions", "All decisions", *(theme.title for theme in THEMES.values())]
    with speaking(language):
        assert [title for title in titles if say_name(title) == title] == []
    assert ALL not in THEMES
    assert set(LABELS) == set(ActionKind)
