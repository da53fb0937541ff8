"""One statement sets one thing: no assignment packs unrelated values into a tuple."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.rows import every_row
from tools.unpack_assignments import PAIRS, ROOT, files, find_packed, unpack

SOURCE = ROOT / "src" / "pitboss"
APART = (
    ("total, cards = 0, []", "total = 0\ncards = []"),
    ("a, b, c = x, f(y), z[0]", "a = x\nb = f(y)\nc = z[0]"),
    ("(a, b), c = (1, 2), 3", "a = 1\nb = 2\nc = 3"),
    ("rounds, turn = rounds + 1, turn + 1", "rounds = rounds + 1\nturn = turn + 1"),
    ("a, b = x, y  # why", "# why\na = x\nb = y"),
    ("a, b = x, y  # noqa: S105", "a = x  # noqa: S105\nb = y  # noqa: S105"),
    (
        "a, b = (\n    1,  # one\n    x\n    + y,\n)",
        "# one\na = 1\nb = (x\n    + y)",
    ),
    ("hands[0], bet = 1, U64(2)", "hands[0] = 1\nbet = U64(2)"),
    ("i, hands[i] = 1, 2", "i = 1\nhands[i] = 2"),
    ("a, b = (yield), (c := 1)", "a = (yield)\nb = (c := 1)"),
    ("é, b = 'é', 2", "é = 'é'\nb = 2"),
)
KEPT = (
    "a, b = b, a",
    "a, b = b, a + b",
    "x, y = 1, 2",
    "top_low, top_high = 1, 2",
    "game.low, game.high = 1, 2",
    "hands[0], hands[1] = hands[1], hands[0]",
    "a[0], b = 1, c[0]",
    "self.at, left = end, self.rest()",
    "self.at, other.left = end, other.at",
    "a, *b = 1, 2",
    "a, b = f()",
    "a = b, c = 1, 2",
    "a = 1; b, c = 2, 3",
)


def in_function(text: str) -> str:
    """Return statements as the body of a function."""
    return "def play():\n" + textwrap.indent(text, "    ") + "\n"


@pytest.mark.parametrize(("packed", "apart"), APART)
def test_a_packed_assignment_is_taken_apart(packed: str, apart: str) -> None:
    done = unpack(in_function(packed))
    assert ast.dump(ast.parse(done)) == ast.dump(ast.parse(in_function(apart)))
    assert done.count("#") == in_function(apart).count("#")
    assert not find_packed(done)
    assert unpack(done) == done


@pytest.mark.parametrize("text", KEPT)
def test_what_would_come_out_otherwise_and_pairs_stay(text: str) -> None:
    assert unpack(in_function(text)) == in_function(text)


def test_a_name_that_a_function_reads_is_set_before_the_function_is_called_again() -> None:
    text = """
    def play():
        total = 0
        def read():
            return total
        total, seen = 5, read()
        return seen
    """
    assert not find_packed(textwrap.dedent(text))


def test_a_new_object_is_known_to_nobody_else() -> None:
    text = "def __init__(self, game):\n    self.game, self.rules = game, Rules(game)\n"
    assert len(find_packed(text)) == 1
    assert not find_packed(text.replace("Rules(game)", "Rules(self)"))
    assert not find_packed(text.replace("__init__", "begin"))


def test_both_ways_come_to_the_same_values() -> None:
    text = in_function("""
    low_cards, high, self_made = [1, 2], {"a": 1}, len("abc")
    low_cards[0], place = 7, 3 * self_made
    first_hand, (second, third) = low_cards[0], (place, place + 1)
    return low_cards, high, self_made, place, first_hand, second, third
    """)
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(text, before)  # noqa: S102 - our own text
    done = unpack(text)
    assert done != text
    exec(done, after)  # noqa: S102
    assert before["play"]() == after["play"]()  # type: ignore[operator]


def test_every_pair_that_stays_says_what_it_is() -> None:
    assert all(PAIRS.values())


def test_the_command_lists_and_then_takes_apart(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("decks, seats = 6, 7\n", encoding="utf-8")
    command = [sys.executable, "-m", "tools.unpack_assignments", str(tmp_path)]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (listed.returncode, listed.stdout) == (1, f"{file}:1: decks, seats = (6, 7)\n")
    fixed = subprocess.run([*command, "--fix"], cwd=ROOT, capture_output=True, check=False)
    assert fixed.returncode == 0
    assert file.read_text(encoding="utf-8") == "decks = 6\nseats = 7\n"


@every_row("file", files([SOURCE]))
def test_src_packs_no_unrelated_values(file: Path) -> None:
    packed = [it.node.lineno for it in find_packed(file.read_text(encoding="utf-8"))]
    assert not packed, f"{file}: python -m tools.unpack_assignments --fix, then ruff format"
