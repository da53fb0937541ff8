"""Games of the catalogue that an earlier process read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pitboss.exact.cache import full_text
from pitboss.rulebook.model import BlackjackRules, Game, SwitchRules
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.convert import adapter
from pitboss.rulebook.reading.library import keep_game
from pitboss.rulebook.reading.load import load_game
from pitboss.rulebook.reading.merge import CATALOG
from pitboss.rulebook.reading.parse import dump_json
from pitboss.rulebook.reading.schema import read_plainly

SWITCH = "co/blackjack-switch"


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
        known = BlackjackRules.__dataclass_fields__.keys()
        if known <= values.keys():
            yield {name: values[name] for name in known}


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
