"""The page on the environments says everything there is, and nothing else."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

from pitboss.gym import ACTIONS, Phase, environment_ids
from pitboss.gym.observations import observation_space
from pitboss.gym.registration import ANY_GAME
from pitboss.gym.table_env import TableEnv
from pitboss.gym.tables import table
from pitboss.gym.vector_env import TableVectorEnv

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gymnasium.md"
TEXT = PAGE.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines[2:]]


def test_every_id_is_listed() -> None:
    ids = {name: game for name, game, *_ in rows("The ids")}
    assert ANY_GAME in ids
    del ids[ANY_GAME]
    assert ids == environment_ids()


def test_every_argument_is_listed() -> None:
    taken = [*inspect.signature(TableEnv.__init__).parameters][2:]
    assert [name for name, *_ in rows("What they take")] == taken
    both = set(inspect.signature(TableVectorEnv.__init__).parameters) & set(taken)
    (said,) = re.findall(r"Many tables at once take ([^:]*):", TEXT)
    assert set(re.findall(r"`(\w+)`", said)) == both


def test_every_action_is_listed_with_its_number() -> None:
    assert [(int(number), name) for number, name, _ in rows("Actions")] == list(enumerate(ACTIONS))


def test_everything_seen_is_listed_with_its_shape() -> None:
    space = observation_space(table("reference/blackjack", None, None))
    shapes = {name: "".join(map(str, part.shape or ())) for name, part in space.spaces.items()}
    assert {name: shape for name, shape, _ in rows("What is seen")} == shapes
    assert len(Phase) == 8


def test_the_examples_are_true() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, PAGE.name, 0)
    outcome = doctest.DocTestRunner().run(test)
    assert outcome.attempted > 15
    assert outcome.failed == 0
