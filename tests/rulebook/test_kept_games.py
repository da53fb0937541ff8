"""Games of the catalogue that an earlier process read."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

import pitboss
from pitboss.exact.cache import full_text
from pitboss.rulebook.model import BlackjackRules, Game, SwitchRules
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.convert import adapter
from pitboss.rulebook.reading.library import keep_game
from pitboss.rulebook.reading.load import load_game
from pitboss.rulebook.reading.merge import CATALOG
from pitboss.rulebook.reading.parse import dump_json
from pitboss.rulebook.reading.plain_game import read_game
from pitboss.rulebook.reading.schema import read_plainly

SWITCH = "co/blackjack-switch"
MAIN = "from pitboss.cli.main import main; main()"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(library, "_folder", lambda: tmp_path)
    return tmp_path


def read(game_id: str) -> Game:
    return load_game(CATALOG / f"{game_id.replace('/', '-')}.toml", library.rulings())


def never() -> Game:
    pytest.fail("it was kept")


def test_every_game_is_kept_as_it_is_read(folder: Path) -> None:
    for game_id in library.game_ids():
        game = read(game_id)
        assert keep_game(game_id, partial(read, game_id)) == game
        kept = keep_game(game_id, never)
        assert kept == game
        assert full_text(kept) == full_text(game)
    assert len([*folder.iterdir()]) == len(library.game_ids())


def test_a_damaged_file_is_read_again(folder: Path) -> None:
    game = read(SWITCH)
    keep_game(SWITCH, lambda: game)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for content in (b"", whole[:-1], whole[:40] + b"x" + whole[41:]):
        file.write_bytes(content)
        assert keep_game(SWITCH, lambda: game) is game
        assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"nonsense",
        b"\xff",
        b'{"": 0}',
        b'{"": 999}',
        b'{"": -1}',
        b'{"": "Game"}',
        b'{"": {"": 0}}',
        b'{"": 0, "__class__": "x"}',
        b'{"":' * 3_000,
        b"[" * 100_000,
        pickle.dumps(Game),
    ],
)
def test_what_is_no_game_is_not_built(content: bytes) -> None:
    with pytest.raises(ValueError, match="no game"):
        read_game(content)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here")
@pytest.mark.parametrize("what", ["group folder", "world folder", "group file", "foreign file"])
def test_planted_files_are_not_run_by_a_command(tmp_path: Path, what: str) -> None:
    """`pitboss show` as every user types it, with a cache that somebody else could fill."""
    kept = tmp_path / "pitboss" / "games"
    trace = tmp_path / "trace"
    show = [sys.executable, "-c", MAIN, "show", SWITCH]
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(show, env=environment, capture_output=True, text=True, check=True)

    first = run()
    assert first.stderr == ""
    assert kept.stat().st_mode & 0o777 == 0o700
    (file,) = kept.glob("*.game")
    assert file.stat().st_mode & 0o777 == 0o600
    bomb = pickle.dumps(Bomb(trace))
    planted = sha256(bomb).digest() + bomb
    file.write_bytes(planted)
    if what == "foreign file":
        if os.geteuid() != 0:
            pytest.skip("only root gives a file away")
        os.chown(file, 65534, 65534)
    else:
        spoiled = kept if "folder" in what else file
        spoiled.chmod(spoiled.stat().st_mode | (0o002 if "world" in what else 0o020))
    again = run()
    assert again.stdout == first.stdout
    assert not trace.exists()
    assert again.stderr.count("others own it or may change it") == 1
    assert again.stderr.count("\n") == 1
    assert (file.read_bytes() == planted) == ("folder" in what)


class Bomb:
    """Writes a file when it is read as a pickle."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.trace,)


def test_nothing_is_written_into_the_package(tmp_path: Path) -> None:
    """A live floor stops its tables if a file of the program appears or changes."""
    package = Path(pitboss.__file__).parent

    def files() -> set[Path]:
        return {path for path in package.rglob("*") if path.suffix not in {".pyc", ""}}

    before = files()
    (tmp_path / "pitboss").write_text("a file, and no folder")
    for arguments in (["show", SWITCH], ["solve", "co/pai-jack"]):
        run = subprocess.run(
            [sys.executable, "-c", MAIN, *arguments],
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PITBOSS_CACHE": "off"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stderr.count("cannot be written") == 1
    assert files() == before


def test_a_changed_source_names_another_file(tmp_path: Path) -> None:
    def described() -> list[str]:
        return [*library._files(str(tmp_path))]  # noqa: SLF001

    file = tmp_path / "inner" / "game.toml"
    file.parent.mkdir()
    file.write_text("decks = 6")
    (tmp_path / "notes.txt").write_text("no source")
    before = described()
    assert len(before) == 1
    file.write_text("decks = 8")
    assert described() != before


def test_few_files_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "FILES_MAX", 2)
    game = read(SWITCH)
    for game_id in ("a", "b", "c"):
        keep_game(game_id, lambda: game)
    assert len([*folder.iterdir()]) == 2


def test_without_a_folder_a_game_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_folder", lambda: None)
    game = read(SWITCH)
    assert keep_game(SWITCH, lambda: game) is game


def rules_of_games() -> Iterator[dict[str, object]]:
    for game in library.games():
        values = dict(game.fixed)
        for option in game.options:
            values |= dict([option.decides(option.values[0])])
        known = BlackjackRules.__dataclass_fields__
        if {name for name, rule in known.items() if rule.default is MISSING} <= values.keys():
            yield {name: values[name] for name in known if name in values}


def by_pydantic(data: dict[str, object]) -> object:
    return adapter(BlackjackRules).validate_json(dump_json(data))


def test_plain_data_is_read_as_pydantic_reads_it() -> None:
    every = [*rules_of_games()]
    assert len(every) > 10
    for data in every:
        assert read_plainly(BlackjackRules, data) == by_pydantic(data)


@pytest.mark.parametrize(
    "data",
    [
        {"hands": True},
        {"hands": 2.0},
        {"hands": None},
        {"hands": "2"},
        {"hand": 2},
        {"switched_blackjack": "21\udcff"},
        {"equal_wagers": 1},
    ],
)
def test_what_is_not_plain_is_left_to_pydantic(data: dict[str, object]) -> None:
    assert read_plainly(SwitchRules, data) is None
