"""`pitboss new`: a house file by questions, which passes the check for every game."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pitboss.cli.commands.new import Interview
from pitboss.rulebook.check import judge
from pitboss.rulebook.house import Limits, parse_house, read_house
from pitboss.rulebook.house_file import write_house
from pitboss.rulebook.reading.library import game_ids, games
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def test_what_it_proposes_passes_the_check_for_every_game() -> None:
    """The written file is read back, so that its TOML is proven too."""
    wrong: list[tuple[str, object]] = []
    for game in games():
        house = Interview(game=game, answers=None, prompts=io.StringIO()).run()
        text = write_house(house, name="house.toml")
        if problems := judge(parse_house(text)):
            wrong.append((game.id, problems))
        if sum("#" in line for line in text.splitlines()) < 5:
            wrong.append((game.id, "has few comments"))
    assert not wrong


class NoneWherePossible(io.StringIO):
    """Takes every wager off the table that may be, and every other proposal."""

    prompts: io.StringIO

    def readline(self, _: int = -1, /) -> str:  # type: ignore[override]  # as StringIO has it
        return "none\n" if "or none [" in self.prompts.getvalue().rpartition("\n")[2] else "\n"


def test_a_wager_that_is_taken_off_leaves_no_jackpot_behind() -> None:
    wrong: list[tuple[str, object]] = []
    for game in games():
        answers = NoneWherePossible()
        prompts = io.StringIO()
        answers.prompts = prompts
        house = Interview(game=game, answers=answers, prompts=prompts).run()
        if (set(house.jackpots) | set(house.pays)) - set(house.tables or {}):
            wrong.append((game.id, house))
    assert not wrong


def test_every_example_is_written_and_read_back_as_the_same_house() -> None:
    for game_id in game_ids():
        house = read_house(ROOT / "examples" / f"{game_id.replace('/', '-')}.toml")
        again = parse_house(write_house(house, name="x.toml"))
        stated = {name: again.options[name] for name in house.options}
        assert (stated, again.tables or {}) == (house.options, house.tables or {}), game_id
        assert (again.pays, again.limits) == (house.pays, house.limits), game_id
        assert again.jackpots == house.jackpots, game_id


ANSWERS = """8
sometimes
stand


none





v006


3D-5

$10
$10,000
$5
$300
"""


def test_answers_from_a_script_make_the_house(
    tmp_path: Path, called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong answer is explained and asked again; an empty one takes the proposal."""
    monkeypatch.setattr("sys.stdin", io.StringIO(ANSWERS))
    path = tmp_path / "table.toml"
    done = called("new", "wa/spanish-21", "--out", str(path))
    house = read_house(path)

    assert done.returncode == 0, done.stderr
    assert f"check it with: pitboss check {path}" in done.stdout
    assert "'sometimes' is not one of The dealer's soft 17" in done.stderr
    assert (house.options["decks"], house.options["soft17"]) == (8, "stand")
    assert (house.tables or {})["jackpot-1"] == "3d-5"
    assert (house.jackpots["jackpot-1"].wager, house.jackpots["jackpot-1"].seed) == (
        1000,
        "$10,000",
    )
    assert house.limits == {"main": Limits(min=500, max=30000)}
    assert called("check", str(path)).returncode == 0


def test_a_file_that_is_there_is_kept_unless_it_is_forced(tmp_path: Path, called: Run) -> None:
    path = tmp_path / "table.toml"
    path.write_text("mine", encoding="utf-8")
    refused = called("new", "trilux", "--yes", "--out", str(path))

    assert refused.returncode == 2
    assert "is there already; name another file, or add --force" in refused.stderr
    assert path.read_text(encoding="utf-8") == "mine"
    done = called("new", "trilux", "--yes", "--out", str(path), "--force", "--json")
    answer = json.loads(done.stdout)
    assert (answer["game"], answer["file"]) == ("co/trilux", str(path))
    assert called("check", str(path)).returncode == 0


def test_it_can_be_printed_instead(called: Run) -> None:
    done = called("new", "pai-jack", "--yes", "--out", "-")

    assert judge(parse_house(done.stdout)) == ()
    assert called("new", "no-such-game", "--yes", "--out", "-").returncode == 2
