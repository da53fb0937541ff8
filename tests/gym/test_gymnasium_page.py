"""The page on the environments says everything there is, and nothing else."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

from pitboss.gym import ACTIONS, Phase, environment_ids
from pitboss.gym.kinds import KINDS
from pitboss.gym.observations import observation_space
from pitboss.gym.registration import ANY_GAME
from pitboss.gym.table_env import TableEnv
from pitboss.gym.tables import table
from pitboss.gym.vector_env import TableVectorEnv
from pitboss.rulebook.reading.library import game as game_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "gymnasium.md"
TEXT = PAGE.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines[2:]]


def test_every_id_is_listed_with_how_many_tables_are_played() -> None:
    listed = {name: (game, many) for name, game, many in rows("The ids")}
    del listed[ANY_GAME]
    assert listed == {
        name: (game, "compiled" if KINDS[game_of(game).round].is_vectorized else "in turn")
        for name, game in environment_ids().items()
    }


def test_every_argument_is_listed() -> None:
    taken = [*inspect.signature(TableEnv.__init__).parameters][2:]
    assert [name for name, *_ in rows("What they take")] == taken
    both = set(inspect.signature(TableVectorEnv.__init__).parameters) & set(taken)
    (listed,) = re.findall(r"Many tables at once take ([^:]*):", TEXT)
    assert set(re.findall(r"`(\w+)`", listed)) == both


def test_every_action_is_listed_with_its_number() -> None:
    assert [(int(number), name) for number, name, _ in rows("Actions")] == list(enumerate(ACTIONS))


def test_everything_seen_is_listed_with_its_shape() -> None:
    def shapes(game: str) -> dict[str, str]:
        space = observation_space(table(game, None, None))
        return {name: "".join(map(str, part.shape or ())) for name, part in space.spaces.items()}

    listed = {name: shape for name, shape, _ in rows("What is seen") if name != "key"}
    listed = {name: shape for name, shape in listed.items() if not set(name) <= {"-"}}
    assert listed == {**shapes("co/ante-up-21"), **shapes("reference/blackjack")}
    assert shapes("co/ante-up-21")["action_mask"] == "29"
    assert shapes("co/deuces-wild-xtreme")["ranks"] == "14"
    assert len(Phase) == 10


def test_the_examples_are_true() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, PAGE.name, 0)
    outcome = doctest.DocTestRunner().run(test)
    assert outcome.attempted > 15
    assert outcome.failed == 0
