"""Perft: count and value everything a tiny shoe can do, twice, and keep the numbers.

`search.py` walks the engine's own tree; `second.py` is another Spanish 21, written from the rule
text. `tools/regenerate.py` writes the `*.perft` files only where both agree; here each is held to
the file by itself, so that whichever changes is named.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.engine.actions import ActionKind
from pitboss.rulebook.library import game_ids
from tests.perft.golden import Block, blocks, both_say, first_difference, paths, written

SLOW = "deep.perft"
BLOCKS = [block for path in paths() for block in blocks(path)]
WANTED = {
    *("hit", "stand", "double", "redouble", "rescue", "split", "surrender"),
    *("insure", "decline", "take-blackjack", "keep-blackjack"),
}
"""The actions of Spanish 21; other games may bring more."""

positions = pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            block, id=block.id, marks=[pytest.mark.slow] if block.path.name == SLOW else []
        )
        for block in BLOCKS
    ],
)


def numbers(block: Block, word: str) -> dict[str, Fraction]:
    """Return the lines of one kind: what they are about, and the number at their end."""
    found = {}
    for line in block.answered:
        key, _, rest = line.partition(" ")
        if key == word:
            about, _, number = rest.rpartition(" ")
            found[about] = Fraction(number)
    return found


@positions
def test_the_engine_counts_and_values_what_the_file_says(block: Block) -> None:
    wrong = first_difference(block, block.answers(), block.answered)
    assert wrong is None, wrong


@positions
def test_a_second_implementation_counts_and_values_the_same(block: Block) -> None:
    assert block.confirmed() == both_say(block.answered)


@positions
def test_best_play_is_worth_as_much_as_the_best_first_decision(block: Block) -> None:
    values = numbers(block, "ev")
    best = values.pop("")
    if values:
        assert best == max(values.values())


@positions
def test_all_probability_is_accounted_for_at_every_depth(block: Block) -> None:
    nodes, mass = numbers(block, "nodes"), numbers(block, "mass")
    assert list(nodes) == list(mass) == [str(depth) for depth in range(1, len(nodes) + 1)]
    assert set(mass.values()) == {1}


def test_every_position_has_a_name_of_its_own() -> None:
    assert [name for name, count in Counter(b.id for b in BLOCKS).items() if count > 1] == []


def test_every_action_of_the_game_is_tried_somewhere() -> None:
    tried = {action for block in BLOCKS for action in numbers(block, "tried")}
    assert tried == WANTED
    assert {kind.value for kind in ActionKind} >= WANTED


def test_every_edition_has_positions() -> None:
    searched = {block.asked["game"] for block in BLOCKS}
    assert searched >= {game_id for game_id in game_ids() if "spanish-21" in game_id}


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_a_file_is_written_as_regenerate_writes_it(path: Path) -> None:
    answers = {block.id: block.answered for block in blocks(path)}
    assert written(path, answers) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("hits", "stands"),
    [
        (
            "ace-and-six-when-the-dealer-hits-soft-17",
            "ace-and-six-when-the-dealer-stands-on-soft-17",
        ),
        (
            "hard-seventeen-against-an-ace-that-draws-on-soft-17",
            "hard-seventeen-against-an-ace-that-stands-on-soft-17",
        ),
    ],
)
def test_the_soft_17_rule_changes_the_tree_and_the_value(hits: str, stands: str) -> None:
    """The same shoe both ways: a rule that changed nothing would be no rule."""
    by_id = {block.id: block for block in BLOCKS}
    assert by_id[hits].asked["shoe"] == by_id[stands].asked["shoe"]
    for word in ("nodes", "ev"):
        assert numbers(by_id[hits], word) != numbers(by_id[stands], word)
