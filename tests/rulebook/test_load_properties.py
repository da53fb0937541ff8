"""Whatever is done to a catalogue file, it loads or is refused; what was loaded is frozen."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game, game_ids, rulings
from pitboss.rulebook.reading.load import build_game, load_rulings
from pitboss.rulebook.reading.merge import CATALOG, merge_includes, read_toml
from tests.rows import every_row
from tests.tiers import by_day

FILES = (
    "co-trilux.toml",
    "co-blackjack-switch.toml",
    "co-pai-jack.toml",
    "ilani-spanish-21.toml",
    "wa-spanish-21-v003.toml",
)
SHARED = CATALOG / "shared"
WHERE = "mutated.toml"

Path = tuple[str | int, ...]
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""


class Mutation(NamedTuple):
    """One thing done to a file."""

    deed: str
    path: Path
    value: Any
    key: str


@cache
def raw(name: str) -> dict[str, Any]:
    return read_toml(CATALOG / name)


@cache
def whole(name: str) -> dict[str, Any]:
    return merge_includes(copy.deepcopy(raw(name)), SHARED)


def paths(value: object, before: Path = ()) -> Iterator[Path]:
    """Yield where every value of a decoded file stands."""
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, item in items:
        yield (*before, key)
        yield from paths(item, (*before, key))


def value_at(data: Any, path: Path) -> Any:  # noqa: ANN401 - a decoded file holds anything
    for key in path:
        data = data[key]
    return data


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@st.composite
def mutations(draw: st.DrawFn, data: dict[str, Any]) -> list[Mutation]:
    """Return one to three things to do to *data*.

    A new value is any JSON value, or one from elsewhere in the file, which is likelier to pass.
    """
    # By depth, or nearly every place drawn would be a cell of a pay table.
    by_depth = sorted(paths(data), key=len)
    places = st.one_of([st.sampled_from(tuple(level)) for _, level in groupby(by_depth, key=len)])
    keys = st.sampled_from(tuple(sorted({str(path[-1]) for path in paths(data)})))
    values = json_values | places.map(lambda path: value_at(data, path))
    deeds = st.one_of(
        st.builds(Mutation, st.just("delete"), places, st.none(), st.just("")),
        st.builds(Mutation, st.just("replace"), places, values, st.just("")),
        st.builds(Mutation, st.just("add"), places, values, keys | st.text(max_size=5)),
    )
    return draw(st.lists(deeds, min_size=1, max_size=3))


def mutated(data: dict[str, Any], deeds: list[Mutation]) -> dict[str, Any]:
    """Return a copy of *data* with *deeds* done, as far as their places are still there."""
    result = copy.deepcopy(data)
    for deed in deeds:
        *ways, last = deed.path
        try:
            place = value_at(result, tuple(ways))
            there = value_at(result, deed.path)
        except (KeyError, IndexError, TypeError):
            continue
        if isinstance(place, str):  # put there before; it has characters, no parts
            continue
        value = copy.deepcopy(deed.value)
        if deed.deed == "delete":
            del place[last]
        elif deed.deed == "replace":
            place[last] = value
        elif isinstance(there, dict):
            there[deed.key] = value
        elif isinstance(there, list):
            there.append(value)
    return result


def game_or_refusal(data: dict[str, Any]) -> Game | RulesError:
    try:
        return build_game(data, WHERE, rulings())
    except RulesError as error:
        return error


of_a_whole_file = st.sampled_from(FILES).flatmap(
    lambda name: st.tuples(st.just(name), mutations(whole(name)))
)
of_a_raw_file = st.sampled_from(FILES).flatmap(
    lambda name: st.tuples(st.just(name), mutations(raw(name)))
)


@settings(PATIENT, max_examples=by_day(75, 150))
@given(of_a_whole_file)
def test_a_mutated_file_gives_a_game_or_a_refusal_that_names_the_file(
    chosen: tuple[str, list[Mutation]],
) -> None:
    name, deeds = chosen
    result = game_or_refusal(mutated(whole(name), deeds))

    if isinstance(result, RulesError):
        assert {problem.code for problem in result.problems} == {"rulebook/invalid"}
        assert all(problem.key.startswith(WHERE) for problem in result.problems)
        assert all(problem.message for problem in result.problems)


@settings(PATIENT, max_examples=by_day(75, 150))
@given(of_a_raw_file)
def test_a_file_mutated_before_its_includes_are_merged_gives_a_game_or_a_refusal(
    chosen: tuple[str, list[Mutation]],
) -> None:
    name, deeds = chosen
    try:
        data = merge_includes(mutated(raw(name), deeds), SHARED)
    except RulesError as error:
        assert error.problems  # noqa: PT017 - refused at once is as good
    else:
        game_or_refusal(data)


@settings(PATIENT, max_examples=by_day(50, 100))
@given(json_values | st.dictionaries(st.text(max_size=5), json_values))
def test_any_json_is_refused_as_a_game_or_as_rulings(value: Any) -> None:  # noqa: ANN401
    data = value if isinstance(value, dict) else {"game": value}

    with pytest.raises(RulesError):
        build_game(data, WHERE, ())
    if data:
        with pytest.raises(RulesError):
            load_rulings(data)


def values_in(value: object) -> Iterator[object]:
    """Yield *value* and everything inside it."""
    yield value
    inner: list[object] = []
    if dataclasses.is_dataclass(value):
        inner = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, dict):
        inner = [*value, *value.values()]
    elif isinstance(value, tuple):
        inner = list(value)
    for item in inner:
        yield from values_in(item)


@every_row("game_id", game_ids())
def test_everything_in_a_loaded_game_is_frozen(game_id: str) -> None:
    kinds: set[type] = set()
    for value in values_in(game(game_id)):
        kinds.add(type(value))
        if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                with pytest.raises(dataclasses.FrozenInstanceError):
                    setattr(value, field.name, None)

    assert not kinds & {list, set, bytearray}
    paid = {"PayTable", "PayRow"} if game(game_id).tables else set()
    assert {kind.__name__ for kind in kinds} >= {"Game", "Option", "Wager"} | paid


def test_a_configured_game_and_what_is_in_it_is_frozen() -> None:
    configured = configure(House(game="ilani/spanish-21"))

    frozen = [value for value in values_in(configured) if dataclasses.is_dataclass(value)]
    assert {type(value).__name__ for value in frozen} >= {"ConfiguredGame", "Spot"}
    for value in frozen:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, dataclasses.fields(value)[0].name, None)


def test_a_game_is_loaded_once_and_shared() -> None:
    assert game("wa/spanish-21") is game("wa/spanish-21")
