"""The JSON schemas of house and game files: every file of ours fits, and mistakes do not."""

from __future__ import annotations

import copy
import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from pitboss.counts.schema import count_schema
from pitboss.engine.record_schema import record_schema
from pitboss.rulebook.house import HOUSE_KEYS
from pitboss.rulebook.reading.json_schema import game_schema, house_schema
from pitboss.rulebook.reading.merge import CATALOG
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_every_example_house_fits_the_schema_and_mistakes_do_not() -> None:
    schema = house_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    paths = [*EXAMPLES.glob("*.toml"), *(EXAMPLES / "refused").glob("*.toml")]
    wrong = {path.name: str(e.message) for path in paths for e in validator.iter_errors(load(path))}

    assert len(paths) > 22
    assert not wrong
    assert set(schema["properties"]) == HOUSE_KEYS
    house = load(EXAMPLES / "wa-spanish-21.toml")
    spoiled: tuple[dict[str, Any], ...] = (
        {"option": {}},
        {"limits": {"main": {"min": 5.5}}},
        {"limits": {"main": {"min": "five"}}},
        {"tables": {"match-up": 2}},
        {"profile": "wa-1889"},
        {"pays": {"jackpot-1": {"x": {"pay": "1 to 1", "source": "house"}}}},
        {"jackpots": {"jackpot-1": {"wage": "$5"}}},
    )
    for spoil in spoiled:
        assert not validator.is_valid(copy.deepcopy(house) | spoil), spoil


def test_every_game_file_of_the_catalogue_fits_the_schema_and_mistakes_do_not() -> None:
    schema = game_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    others = {"order.toml", "profiles.toml"}
    paths = [Path(str(p)) for p in CATALOG.iterdir() if p.name.endswith(".toml")]
    games = [path for path in paths if path.name not in others]
    wrong = {path.name: str(e.message) for path in games for e in validator.iter_errors(load(path))}

    assert len(games) == 22
    assert not wrong
    game = load(games[0])
    spoiled: tuple[dict[str, Any], ...] = (
        {"wager": {}},
        {"rules": {"peek": [1]}},
        {"tables": [{"row": []}]},
    )
    for spoil in spoiled:
        assert not validator.is_valid(game | spoil), spoil


def test_the_command_prints_them(called: Run) -> None:
    schemas = {"house": house_schema(), "game": game_schema(), "record": record_schema()}
    for name, schema in schemas.items():
        assert json.loads(called("schema", name).stdout) == schema
    refused = called("schema", "round")
    assert refused.returncode == 2
    assert "there is no schema 'round'; choose house, game, count or record" in refused.stderr


def test_every_known_count_fits_the_schema_and_mistakes_do_not() -> None:
    schema = count_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    folder = Path(str(files("pitboss.counts").joinpath("data")))
    paths = sorted(folder.glob("*.toml"))
    wrong = {path.name: str(e.message) for path in paths for e in validator.iter_errors(load(path))}

    assert len(paths) >= 10
    assert not wrong
    count = load(folder / "hi-lo.toml")
    spoiled: tuple[dict[str, Any], ...] = (
        {"tag": {}},
        {"tags": 1},
        {"per": "52"},
        {"true": "ceiling"},
        {"indices": [{"hand": "16", "up": "1", "action": "stand", "at": 0}]},
        {"indices": [{"hand": "16", "up": "T", "action": "fold", "at": 0}]},
    )
    for spoil in spoiled:
        assert not validator.is_valid(count | spoil), spoil
