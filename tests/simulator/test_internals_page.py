"""The page that walks one round through every stage says what happens, and names what is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "explanation" / "internals.md"
PACKAGES = ("rulebook", "engine", "compiled", "exact", "simulator", "gym", "patterns")


def test_the_round_on_the_page_is_played_so() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert not failed
    assert tried > 10


def test_every_module_that_is_named_with_its_layer_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(rf"\b((?:{'|'.join(PACKAGES)})(?:/\w+)*\.py)", text)
    assert len(set(named)) > 15
    missing = [name for name in named if not (ROOT / "src" / "pitboss" / name).is_file()]
    assert not missing
