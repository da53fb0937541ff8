"""Games of one's own beside the catalogue: found by PITBOSS_GAMES, and refused in plain words."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import BrokenGameWarning, game, game_ids, games, rulings
from pitboss.rulebook.reading.merge import CATALOG
from pitboss.rulebook.reading.own_games import load_own_games

CATALOGUE = game_ids()
GOLDEN = (CATALOG / "co-golden-21.toml").read_text(encoding="utf-8")
BLACKJACK = (CATALOG / "shared" / "colorado-blackjack.toml").read_text(encoding="utf-8")

Shelf = Callable[..., Path]


def golden(game_id: str = "house/golden", **changes: str) -> str:
    """Return Golden 21 Poker under another id, with some words of its file changed."""
    text = GOLDEN.replace("co/golden-21", game_id)
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Return `shelf(**files)`: a folder with these files, named in the environment."""

    def stock(folder: str = "games", **files: str) -> Path:
        root = tmp_path / folder
        for name, text in files.items():
            path = root / f"{name.replace('__', '/')}.toml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("PITBOSS_GAMES", str(root))
        return root

    return stock


def refusals() -> tuple[Problem, ...]:
    """Return everything that is wrong with the files of the shelf, or with the shelf."""
    folders = os.environ["PITBOSS_GAMES"].split(os.pathsep)
    own = load_own_games(folders, CATALOGUE, rulings())
    return tuple(problem for file in own.broken for problem in file.problems)


def test_a_file_of_the_folder_is_a_game_after_those_of_the_catalogue(shelf: Shelf) -> None:
    shelf(any_name=golden(), another=golden("house/a"))
    assert game_ids() == (*CATALOGUE, "house/a", "house/golden")
    assert game("house/golden").id == games()[-1].id == "house/golden"
    assert game("house/golden").tables == game("co/golden-21").tables
    assert game("house/golden") is game("house/golden")


def test_the_catalogue_is_what_it_was_with_and_without_it(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = games()
    shelf(mine=golden())
    assert games()[:-1] == before
    monkeypatch.delenv("PITBOSS_GAMES")
    assert games() == before
    with pytest.raises(RulesError, match="there is no game 'house/golden'; the nearest is co/gold"):
        game("house/golden")


def test_several_folders_are_named_as_in_path(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [shelf("two", mine=golden("house/two")), shelf("one", mine=golden("house/one"))]
    named = os.pathsep.join(["", *map(str, folders), str(folders[0])])
    monkeypatch.setenv("PITBOSS_GAMES", named)
    assert game_ids() == (*CATALOGUE, "house/two", "house/one")


def test_a_file_includes_what_stands_in_shared_beside_it_and_that_may_include_the_catalogues(
    shelf: Shelf,
) -> None:
    own = 'include = ["colorado-blackjack"]\n[rules]\ndouble_after_split = false\n'
    shelf(mine=golden(**{'["colorado-blackjack"]': '["house-blackjack"]'}), shared__house=own)
    assert "there is no shared file 'house-blackjack'" in refusals()[0].message
    shelf("other", mine=golden(**{'"colorado-blackjack"': '"house"'}), shared__house=own)
    assert game("house/golden").fixed["double_after_split"] is False
    assert game("house/golden").fixed["peek"] is True


def test_of_a_shared_file_that_both_have_the_folders_own_is_taken(shelf: Shelf) -> None:
    text = BLACKJACK.replace("max_hands = 4", "max_hands = 3")
    shelf(mine=golden(), **{"shared__colorado-blackjack": text})
    assert game("house/golden").fixed["max_hands"] == 3
    assert game("co/golden-21").fixed["max_hands"] == 4


WRONG = {
    "not TOML": ("[game", "", "this is not TOML: Expected ']'"),
    "nested without end": ("a = " + "[" * 3000, "", "this is nested more than 32 deep"),
    "a date": (
        "effective = 2025-01-31",
        "",
        "dates and times have no place here; write them in quotes",
    ),
    "empty": ("", "game", "is missing"),
    "no id": (golden(**{'id = "house/golden"': ""}), "game.id", "is missing"),
    "the id of another": (GOLDEN, "game.id", "'co/golden-21' is a game of the catalogue already"),
    "no id at all": (golden("Golden 21"), "game.id", "'Golden 21' is no id; write two words"),
    "an unknown key": (golden(section="chapter"), "game.chapter", "is not a known key"),
    "an outcome nobody sees": (
        golden(**{'on = "pair"': 'on = "two-pair"'}),
        "tables[0] 1 row 'PAIR'",
        "has no outcome 'two-pair'; the nearest is 'pair', and 'pitboss outcomes two-card-poker'",
    ),
    "an include that is not there": (
        golden(**{'["colorado-blackjack"]': '["colorado-poker"]'}),
        "include",
        "no shared file 'colorado-poker'; there is 21-plus-3, colorado, colorado-blackjack,",
    ),
    "an include that is no list": (
        golden(**{'["colorado-blackjack"]': '"colorado-blackjack"'}),
        "include",
        "is a list",
    ),
    "options that are no table": ("options = 3", "options", "is a table: write [options]"),
}


@pytest.mark.parametrize(("text", "key", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_file_key_and_reason(
    shelf: Shelf, text: str, key: str, message: str
) -> None:
    file = str(shelf(mine=text) / "mine.toml")
    listed = refusals()
    assert {problem.code for problem in listed} == {"rulebook/invalid"}
    where = f"{file}: {key}" if key else file
    assert any(problem.key == where and message in problem.message for problem in listed), listed


def test_a_file_that_includes_itself_is_refused(shelf: Shelf) -> None:
    circle = 'include = ["circle"]\n'
    shelf(mine=golden(**{'"colorado-blackjack"': '"circle"'}), shared__circle=circle)
    (problem,) = refusals()
    assert problem.message == "leads back to itself"


@pytest.mark.parametrize("key", ["rules", "options", "wagers"])
def test_an_include_with_something_else_where_a_table_belongs_is_refused(
    shelf: Shelf, key: str
) -> None:
    text = golden(**{'include = ["colorado-blackjack"]': 'include = ["a"]\nwithout_wagers = ["b"]'})
    folder = shelf(mine=text, shared__a=f"{key} = 3")
    (problem,) = refusals()
    assert problem.key == f"{folder / 'shared' / 'a.toml'}: {key}"
    assert problem.message == f"is a table: write [{key}]"


def test_a_folder_that_is_not_there_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path / "games"))
    with pytest.raises(RulesError) as error:
        game_ids()
    (problem,) = error.value.problems
    assert problem.code == "file/missing"
    folder = tmp_path / "games"
    assert problem.message == f"PITBOSS_GAMES names the folder '{folder}', and there is none"


def test_a_file_that_cannot_be_read_is_one_sentence(shelf: Shelf) -> None:
    folder = shelf(mine=golden())
    (folder / "folder.toml").mkdir()
    (folder / "latin.toml").write_bytes("title = 'café'".encode("latin-1"))
    listed = refusals()
    assert {problem.code for problem in listed} == {"file/unreadable"}
    assert [problem.message.rpartition("'")[2] for problem in listed] == [
        " cannot be read: is a directory",
        " is not text in UTF-8",
    ]


def test_everything_wrong_with_every_file_is_said_at_once(shelf: Shelf) -> None:
    folder = shelf(
        a=golden(section="chapter", title="name"),
        b=golden("house/twice"),
        c=golden("house/twice"),
        d="[",
    )
    files = {(Path(problem.key.partition(":")[0]).name) for problem in refusals()}
    assert files == {"a.toml", "c.toml", "d.toml"}
    messages = [problem.message for problem in refusals()]
    assert f"'house/twice' is a game of '{folder / 'b.toml'}' already" in messages
    assert len(messages) > 4


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_a_file_torn_apart_gives_a_game_or_a_refusal(tmp_path: Path, seed: int) -> None:
    """Lines are lost, doubled and swapped in the game's file and in what it includes."""
    rng = random.Random(seed)
    (tmp_path / "shared").mkdir(exist_ok=True)
    for name, text in (("mine.toml", golden()), ("shared/colorado-blackjack.toml", BLACKJACK)):
        lines = text.splitlines()
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(lines))
            other = rng.randrange(len(lines))
            lines[at] = rng.choice(["", lines[other], lines[at][: rng.randrange(9)]])
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    results = loaded(tmp_path)
    assert results
    assert all(isinstance(result, Game) or result.message for result in results)


def loaded(folder: Path) -> tuple[Game | Problem, ...]:
    own = load_own_games([str(folder)], CATALOGUE, rulings())
    return (*own.games.values(), *(problem for file in own.broken for problem in file.problems))


REFUSED = {
    "show": ("show", "house/golden"),
    "check": ("check", "house.toml"),
    "replay": ("replay", "round.json"),
    "odds": ("odds", "house/golden"),
    "report": ("report", "house/golden", "--out", "report.html"),
}
UNHARMED = {
    "games": ("games",),
    "a game of the catalogue": ("show", "co/golden-21", "--json"),
    "completion": ("complete-words", "show", "co/golden"),
}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder.parent / "house.toml").write_text('game = "house/golden"', encoding="utf-8")
    record = {"game": "house/golden", "seats": [{"seat": 1, "wagers": {"main": 100}}], "cards": ""}
    (folder.parent / "round.json").write_text(json.dumps(record), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", *arguments],
        cwd=folder.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_a_command_about_a_broken_game_is_refused_in_a_sentence(
    shelf: Shelf, arguments: tuple[str, ...]
) -> None:
    done = run(shelf(mine=golden(section="chapter")), *arguments)
    assert done.returncode == 2
    assert "mine.toml: game.chapter: is not a known key" in done.stderr
    assert all(line.startswith("pitboss: ") for line in done.stderr.splitlines())


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("arguments", UNHARMED.values(), ids=UNHARMED)
def test_a_broken_file_blocks_no_other_command_and_is_warned_of_in_a_line(
    shelf: Shelf, arguments: tuple[str, ...]
) -> None:
    folder = shelf(mine=golden(section="chapter"), good=golden("house/good"))
    done = run(folder, *arguments)
    assert done.returncode == 0
    assert "co/golden-21" in done.stdout
    (warning,) = done.stderr.splitlines()
    file = folder / "mine.toml"
    assert warning == (
        f"pitboss: skipped the game file '{file}': game.chapter: is not a known key; "
        f"see: pitboss check {file}"
    )


def test_many_broken_files_are_warned_of_in_one_line(shelf: Shelf) -> None:
    broken = {f"mine-{number}": golden(f"house/{number}", section="chapter") for number in range(9)}
    folder = shelf(**broken, good=golden("house/good"))
    (warning,) = run(folder, "games").stderr.splitlines()
    assert warning.endswith(f"; skipped 8 more files, see: pitboss check {folder}/*.toml")


def test_the_library_warns_once_and_goes_on(shelf: Shelf) -> None:
    folder = shelf(mine=golden(section="chapter", title="name"), good=golden("house/good"))
    with pytest.warns(BrokenGameWarning, match=r"mine\.toml.* \(and \d+ more problems\)"):
        assert game_ids() == (*CATALOGUE, "house/good")
    assert game("house/good").id == "house/good"  # a second warning would be an error
    with pytest.raises(RulesError) as error:
        game("house/golden")
    assert all(str(folder / "mine.toml") in problem.key for problem in error.value.problems)


def test_a_broken_file_cannot_hide_a_game_of_the_catalogue(shelf: Shelf) -> None:
    shelf(mine=GOLDEN)
    assert game("co/golden-21").tables
    with pytest.warns(BrokenGameWarning, match="is a game of the catalogue already"):
        assert game_ids() == CATALOGUE
