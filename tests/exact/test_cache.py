"""Solutions are cached: the same from memory, from disk and fresh, whatever happens to a file."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, cast

import numpy as np
import pytest
from msgspec import msgpack

from pitboss.cards import Shoe
from pitboss.engine.setup import Setup, prepare
from pitboss.exact import cache, solution_file
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.solver import Rules, UpCard, main_rules
from pitboss.exact.cache import Keep, load_or_compute, load_or_compute_part, table_key
from pitboss.exact.kinds import SOLVERS, house_edge
from pitboss.exact.kinds import solve as solve_any
from pitboss.exact.switch.play import SwitchUpCard
from pitboss.exact.three_card_21.solver import StandingChances
from pitboss.rulebook import cache_folder
from pitboss.rulebook.cache_folder import CacheWarning
from pitboss.rulebook.defaults import offer_everything
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.pays import parse_ratio
from pitboss.rulebook.reading.library import game

PLENTY = 1 << 40
TWO_TO_ONE = parse_ratio("2:1")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache_folder.VARIABLE, str(folder))
    monkeypatch.setattr(cache_folder, "_warned", [])
    cache.forget()
    return folder


@pytest.fixture
def setup() -> Setup:
    return prepare(House(game="reference/blackjack"))


class Counted:
    """Makes a value and counts how often it had to."""

    def __init__(self, value: object = (1, "two")) -> None:
        self.value = value
        self.calls = 0

    def __call__(self) -> object:
        self.calls += 1
        return self.value


def files(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())


def only_file(place: Path) -> Path:
    (path,) = files(place)
    return path


def test_a_value_is_made_once_and_comes_from_memory_then_from_disk(
    place: Path, setup: Setup
) -> None:
    make = Counted()
    assert load_or_compute(setup, "x", make) is load_or_compute(setup, "x", make)
    assert make.calls == 1
    cache.forget()
    assert load_or_compute(setup, "x", make) == make.value
    assert make.calls == 1
    assert only_file(place).parent.name == cache.version()


def test_another_name_table_or_argument_is_another_entry(setup: Setup) -> None:
    other = prepare(House(game="reference/blackjack", options={"soft17": "stand"}))
    assert other != setup
    values = [
        load_or_compute(setup, "x", lambda: 1),
        load_or_compute(setup, "y", lambda: 2),
        load_or_compute(setup, "x", lambda: 3, 1),
        load_or_compute(setup, "x", lambda: 4, "1"),
        load_or_compute(other, "x", lambda: 5),
        load_or_compute_part(table_key(setup, "x"), "x", lambda: 6),
    ]
    assert values == [1, 2, 3, 4, 5, 6]


def test_tables_that_differ_in_a_single_prize_are_two_entries() -> None:
    """A prompt shows both alike; the cache must not take one for the other."""
    posted = [
        JackpotSetup(scheme="house", wager=500, prize={"100%": prize, "10%": "500.00"})
        for prize in ("5000.00", "5001.00")
    ]
    tables = {"match-up": "2", "jackpot-1": "3c-5"}
    options: dict[str, bool | int | str] = {"decks": 6, "soft17": "hit"}
    houses = (
        House(game="wa/spanish-21", options=options, tables=tables, jackpots={"jackpot-1": jackpot})
        for jackpot in posted
    )
    one, other = map(prepare, houses)
    assert repr(one) == repr(other)
    assert table_key(one, "x") != table_key(other, "x")


def test_none_is_a_value_too(setup: Setup) -> None:
    make = Counted(None)
    load_or_compute(setup, "x", make)
    cache.forget()
    assert load_or_compute(setup, "x", make) is None
    assert make.calls == 1


def test_the_table_is_not_written_but_put_back_in(place: Path, setup: Setup) -> None:
    load_or_compute(setup, "x", lambda: [setup])
    assert only_file(place).stat().st_size < 200
    again = prepare(House(game="reference/blackjack"))
    cache.forget()
    (read,) = load_or_compute(again, "x", lambda: [setup])
    assert read is again


def test_a_part_of_a_solution_that_is_not_cached_is_made_every_time(place: Path) -> None:
    make = Counted()
    load_or_compute_part(None, "x", make)
    load_or_compute_part(None, "x", make)
    assert make.calls == 2
    assert not files(place)


def test_a_table_with_a_shoe_that_does_not_print_is_not_cached(place: Path, setup: Setup) -> None:
    class Shoe:
        pass

    object.__setattr__(setup, "shoe", Shoe())
    make = Counted()
    load_or_compute(setup, "x", make)
    load_or_compute(setup, "x", make)
    assert make.calls == 2
    assert not files(place)
    assert table_key(setup, "x") is None


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "grow", "other", "zeros"])
def test_a_damaged_file_is_made_again_and_replaced(place: Path, setup: Setup, damage: str) -> None:
    """Every byte of a small file is changed in turn: header, checksum, content."""
    make = Counted()
    load_or_compute(setup, "x", make)
    path = only_file(place)
    whole = path.read_bytes()
    damaged = {
        "flip": [_flipped(whole, place) for place in range(len(whole))],
        "cut": [whole[:size] for size in range(1, len(whole))],
        "empty": [b""],
        "grow": [whole + b"\0", b"\0" + whole],
        "other": [b"something else altogether", os.urandom(len(whole))],
        "zeros": [bytes(len(whole))],
    }[damage]
    for count, content in enumerate(damaged, start=2):
        path.write_bytes(content)
        cache.forget()
        assert load_or_compute(setup, "x", make) == make.value
        assert make.calls == count
        assert path.read_bytes() == whole


def _flipped(whole: bytes, place: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]


def test_a_file_under_another_name_is_not_read(place: Path, setup: Setup) -> None:
    load_or_compute(setup, "x", lambda: "of x")
    path = only_file(place)
    key = table_key(setup, "y")
    assert key is not None
    path.rename(path.with_name(f"{key}.solved"))
    cache.forget()
    assert load_or_compute(setup, "y", lambda: "of y") == "of y"


def test_another_version_reads_nothing_of_this_one(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_or_compute(setup, "x", lambda: "old")
    cache.forget()
    monkeypatch.setattr(cache, "version", lambda: "another")
    assert load_or_compute(setup, "x", lambda: "new") == "new"
    assert len({path.parent for path in files(place)}) == 2


def test_the_version_changes_with_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "pitboss"
    (source / "exact").mkdir(parents=True)
    (source / "report").mkdir()
    kernel = source / "exact" / "kernel.py"
    words = source / "report" / "words.py"
    kernel.write_text("x = 1")
    words.write_text("x = 1")
    monkeypatch.setattr(cache, "_ROOT", source)
    first = cache.version.__wrapped__()
    words.write_text("x = 2")
    assert cache.version.__wrapped__() == first, "what only prints changes no solution"
    kernel.write_text("x = 2")
    assert cache.version.__wrapped__() != first


@pytest.mark.parametrize("word", ["off", "OFF"])
def test_the_variable_switches_files_off(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    monkeypatch.setenv(cache_folder.VARIABLE, word)
    make = Counted()
    load_or_compute(setup, "x", make)
    load_or_compute(setup, "x", make)
    assert make.calls == 1, "memory stays"
    assert not files(place)
    assert cache.entries() == []
    assert cache.clear() == (0, 0)


def test_where_a_value_is_kept(place: Path, setup: Setup) -> None:
    make = Counted()
    load_or_compute(setup, "x", make, keep=Keep.NOWHERE)
    load_or_compute(setup, "x", make, keep=Keep.NOWHERE)
    assert make.calls == 2
    load_or_compute(setup, "x", make, keep=Keep.MEMORY)
    load_or_compute(setup, "x", make, keep=Keep.NOWHERE)
    assert make.calls == 3
    assert not files(place)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda place: place.write_text("a file"), "the folder is a file"),
        (lambda place: place.symlink_to(place), "a link to itself"),
    ],
)
def test_a_folder_that_cannot_be_made_is_done_without(
    place: Path, setup: Setup, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(place)
    with pytest.warns(CacheWarning, match="cannot be written"):
        assert load_or_compute(setup, "x", lambda: 1) == 1, why
    cache.forget()
    assert load_or_compute(setup, "x", lambda: 2) == 2, why
    assert cache.entries() == []


def test_a_disk_that_is_full_is_done_without(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitboss.rulebook.files.Path.replace", full)
    assert load_or_compute(setup, "x", lambda: 1) == 1
    assert not files(place), "nothing half written is left"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner here")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_into_is_neither_read_nor_written(
    place: Path, setup: Setup, mode: int
) -> None:
    load_or_compute(setup, "x", lambda: 1)
    path = only_file(place)
    path.parent.chmod(mode)
    cache.forget()
    with pytest.warns(CacheWarning, match="others own it or may change it"):
        assert load_or_compute(setup, "x", lambda: 2) == 2
    assert load_or_compute(setup, "y", lambda: 2) == 2, "it is said once"
    assert files(place) == [path]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here")
def test_a_file_that_others_may_change_is_not_read(place: Path, setup: Setup) -> None:
    load_or_compute(setup, "x", lambda: 1)
    assert only_file(place).stat().st_mode & 0o777 == 0o600
    assert only_file(place).parent.stat().st_mode & 0o777 == 0o700
    assert place.stat().st_mode & 0o777 == 0o700
    only_file(place).chmod(0o660)
    cache.forget()
    with pytest.warns(CacheWarning, match="others own it or may change it"):
        assert load_or_compute(setup, "x", lambda: 2) == 2
    assert only_file(place).stat().st_mode & 0o777 == 0o600, "it is replaced"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_read_only_folder_is_done_without(place: Path, setup: Setup) -> None:
    place.mkdir()
    place.chmod(0o500)
    try:
        with pytest.warns(CacheWarning, match="cannot be written"):
            assert load_or_compute(setup, "x", lambda: 1) == 1
    finally:
        place.chmod(0o700)
    assert not files(place)


def test_a_read_only_file_system_is_done_without(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root no folder is read-only, so the system's refusal is played."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.warns(CacheWarning, match="cannot be written"):
        assert load_or_compute(setup, "x", lambda: 1) == 1
    assert not files(place)


def test_the_folder_is_bounded_and_what_was_read_last_stays(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "DISK_BYTES_MAX", PLENTY)
    for name in "abcd":
        load_or_compute(setup, name, lambda: bytes(1000))
    for age, entry in enumerate(cache.entries()):
        os.utime(entry.path, (1000 + age, 1000 + age))
    oldest = cache.entries()[0]
    cache.forget()
    load_or_compute(setup, oldest.name, lambda: None)  # read: it is the last to go now
    monkeypatch.setattr(cache, "DISK_BYTES_MAX", 3 * oldest.bytes)
    load_or_compute(setup, "e", lambda: bytes(1000))
    names = {entry.name for entry in cache.entries()}
    assert len(names) == 3
    assert {oldest.name, "e"} < names
    assert sum(path.stat().st_size for path in files(place)) <= 3 * oldest.bytes


def test_what_is_larger_than_half_the_folder_is_not_written(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "DISK_BYTES_MAX", 1000)
    load_or_compute(setup, "x", lambda: bytes(501))
    assert not files(place)


def test_the_memory_is_bounded(setup: Setup) -> None:
    make = Counted()
    load_or_compute(setup, "first", make, keep=Keep.MEMORY)
    for name in range(cache.MEMORY_ENTRIES_MAX):
        load_or_compute(setup, f"later-{name}", lambda: 1, keep=Keep.MEMORY)
    load_or_compute(setup, "first", make, keep=Keep.MEMORY)
    assert make.calls == 2


def test_clearing_removes_entries_of_every_version_and_nothing_else(
    place: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_or_compute(setup, "x", lambda: 1)
    monkeypatch.setattr(cache, "version", lambda: "another")
    load_or_compute(setup, "y", lambda: 1)
    mine = place / "of-mine" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    sizes = [entry.bytes for entry in cache.entries()]
    assert cache.clear() == (2, sum(sizes))
    assert files(place) == [mine]
    assert [path.name for path in place.iterdir()] == ["of-mine"]
    assert load_or_compute(setup, "x", lambda: 2) == 2, "memory is forgotten too"


def test_folders_of_every_platform() -> None:
    home = Path.home()
    assert cache_folder.folder({}, "linux") == home / ".cache" / "pitboss"
    assert (
        cache_folder.folder({"XDG_CACHE_HOME": "not/absolute"}, "linux")
        == home / ".cache" / "pitboss"
    )
    assert cache_folder.folder({}, "darwin") == home / "Library" / "Caches" / "pitboss"
    assert cache_folder.folder({"LOCALAPPDATA": "/data"}, "win32") == Path("/data/pitboss")
    assert cache_folder.folder({"PITBOSS_CACHE": "/here"}, "win32") == Path("/here")


SOLVES = """
import sys
from pitboss.engine.setup import prepare
from pitboss.exact.cache import load_or_compute
from pitboss.rulebook.house import House, JackpotSetup
setup = prepare(House(game="reference/blackjack"))
for turn in range(200):
    value = load_or_compute(setup, f"entry-{turn % 20}", lambda: [turn % 20] * 5000)
    assert value == [turn % 20] * 5000, turn
    from pitboss.exact import cache
    cache.forget()
    if turn % 7 == int(sys.argv[1]):
        cache.clear()
print("good")
"""


def test_processes_at_once_never_read_half_a_file(place: Path) -> None:
    """Three processes write, read and clear the same twenty entries."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SOLVES, str(number)],
            env={**os.environ, cache_folder.VARIABLE: str(place)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for process in running:
        out, errors = process.communicate(timeout=120)
        assert (out, errors) == ("good\n", "")


def test_a_solution_from_disk_is_the_one_that_was_solved(setup: Setup) -> None:
    fresh = solve(setup)
    figures = fresh.house_edge, fresh.standard_deviation, fresh.hands
    cache.forget()
    again = solve(setup)
    assert again is not fresh
    assert (again.house_edge, again.standard_deviation, again.hands) == figures
    for up, solved in fresh.game.ups.items():
        for one, other in zip(solved.first, again.game.ups[up].first, strict=True):
            assert one.tobytes() == other.tobytes()
    assert again.setup is setup
    assert again.game.rules.setup is setup


KINDS = (
    "reference/blackjack",
    "co/21-holdem",
    "co/pai-jack",
    "co/deuces-wild-xtreme",
    "co/blackjack-switch",
    "co/3-card-21",
    "co/ante-up-21",
)
"""A game of every kind; the last three take seconds to solve."""


def test_there_is_a_game_of_every_kind() -> None:
    assert {game(game_id).round for game_id in KINDS} == set(SOLVERS)


@pytest.mark.nightly(but=["reference", "deuces"])
@pytest.mark.parametrize("game_id", KINDS)
def test_everything_that_was_computed_is_the_same_fresh_and_from_disk(
    game_id: str, place: Path
) -> None:
    setup = prepare(offer_everything(game_id))
    fresh = solve_any(setup).as_json()
    assert files(place), "it was written"
    before = {path: path.stat().st_ino for path in files(place)}
    cache.forget()
    again = prepare(offer_everything(game_id))
    solution = solve_any(again)
    assert solution.setup is again
    assert solution.as_json() == fresh
    assert {path: path.stat().st_ino for path in files(place)} == before, "nothing was solved twice"


def test_games_that_are_one_blackjack_are_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its own wagers on its own felt, and all have the same shoe and rules."""
    one, other = (prepare(offer_everything(name)) for name in ("co/trilux", "co/21-plus-3"))
    solved = solve(one)
    costs = solved.chart_costs
    results = solved.results
    monkeypatch.setattr(SolvedGame, "__init__", None)
    shared = solve(other)
    assert shared.hands == solved.hands
    assert (shared.setup, shared.game.rules.setup) == (other, other)
    cache.forget()
    monkeypatch.setattr(BlackjackSolution, "play_by", None)
    assert (solve(other).chart_costs, solve(other).results) == (costs, results)


def _refuse(*_: object) -> NoReturn:
    pytest.fail("it is solved again")


@pytest.mark.parametrize(
    ("game_id", "spot"), [("co/blackjack-switch", "super-match"), ("co/ante-up-21", "poker-bonus")]
)
def test_a_table_with_another_side_wager_is_not_solved_again(
    game_id: str, spot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = prepare(offer_everything(game_id))
    bare = prepare(House(game=game_id))
    assert spot in full.configured.spots
    assert spot not in bare.configured.spots
    kind = SOLVERS[full.round]
    assert kind.main_rules(full) == kind.main_rules(bare)
    load_or_compute(full, "edge", lambda: 0.25, rules=kind.main_rules(full))
    monkeypatch.setitem(cast(dict[Any, Any], SOLVERS), full.round, replace(kind, solve=_refuse))
    assert house_edge(bare) == 0.25


def test_a_blackjack_with_other_cards_or_other_bonuses_is_another_one() -> None:
    setup = prepare(offer_everything("wa/spanish-21"))
    fewer = replace(setup, shoe=Shoe(setup.shoe.deck, setup.shoe.deck_count - 1))
    others = [fewer, replace(setup, bonus_21={}), replace(setup, twenty_one_odds=TWO_TO_ONE)]
    assert len({main_rules(other) for other in (setup, *others)}) == 4


def test_what_the_chart_costs_is_not_worked_out_again(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = solve(setup).chart_costs
    cache.forget()
    monkeypatch.setattr(BlackjackSolution, "play_by", None)
    assert solve(setup).chart_costs == costs


def test_a_solution_is_kept_without_what_is_quickly_made_again() -> None:
    """Of Switch that was most of the file, of 3 Card 21 nearly all of it."""
    switch = prepare(House(game="co/blackjack-switch"))
    six = UpCard(Rules.from_setup(switch), [24] * 5 + [23] + [24] * 3 + [96], 6)
    against = SwitchUpCard(six, others=[(10, 10)])
    read = solution_file.read(solution_file.write(against, [switch]), [switch])
    assert {"followed_hands", "splits"}.isdisjoint(vars(read))
    assert set(read.splits) == set(against.splits)
    standing = StandingChances(six)
    standing.__dict__["_met"] = [1]
    again = solution_file.read(solution_file.write(standing, [switch]), [switch])
    assert again.__dict__["_met"] is None


class Bomb:
    """Runs a command when it is read as a pickle."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {self.mark}",)


PLAIN = 0
LIST = 10
MEMBER = 16
RECORD = 17
OBJECT = 18
"""Kinds of the format."""


def _made(kind: int, name: str, *parts: object) -> Callable[[Path], bytes]:
    return lambda mark: msgpack.encode([kind, name, *parts, [PLAIN, [f"touch {mark}"]]])


PLANTED: dict[str, Callable[[Path], bytes]] = {
    "a pickle": lambda mark: pickle.dumps(Bomb(mark)),
    "a function of the system": _made(RECORD, "os:system"),
    "one by way of a module": _made(RECORD, "pitboss.exact.cache:os.system"),
    "a class of another package": _made(OBJECT, "pitboss.late:LateFunction", ["place"]),
    "a class that a solver imports": _made(OBJECT, "pitboss.exact.cache:Path", ["_raw_paths"]),
    "a function of a solver": _made(RECORD, "pitboss.exact.cache:clear"),
    "another class for an object": _made(
        OBJECT, "pitboss.exact.blackjack.results:Results", ["__class__"]
    ),
    "a record that is no record": _made(RECORD, "pitboss.exact.blackjack.solver:UpCard"),
    "a member that is none": lambda _: msgpack.encode(
        [MEMBER, "pitboss.exact.cache:CacheEntry", "mro"]
    ),
    "an array of addresses": lambda _: msgpack.encode([6, "|O", [1], bytes(8), True]),
    "an array of a shape too large": lambda _: msgpack.encode([6, "<f8", [1 << 40], b"", True]),
    "an array of places outside": lambda _: msgpack.encode(
        [7, "<i8", [1], bytes(8), "<u2", [1], b"\xff\xff", True]
    ),
    "a list without end": lambda _: b"\x92\x0a\x92\x04\x91" * 5000 + b"\xc0",
    "a value that comes later": lambda _: msgpack.encode([0, 7]),
    "a kind that is none": lambda _: msgpack.encode([99, 1]),
    "a mapping": lambda _: msgpack.encode({"a": 1}),
    "a time": lambda _: msgpack.encode([LIST, [PLAIN, [datetime.now(UTC)]]]),
    "an extension of msgpack": lambda _: msgpack.encode(msgpack.Ext(1, b"touch")),
    "a mapping in a list": lambda _: msgpack.encode([LIST, [PLAIN, [{"a": 1}]]]),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_file_of_solutions_runs_nothing(place: Path, setup: Setup, what: str) -> None:
    """Whoever may write into the folder plants a file with the right checksum."""
    load_or_compute(setup, "planted", lambda: 1)
    path = only_file(place)
    mark = place / "run"
    content = PLANTED[what](mark)
    checksum = cache._checksum(path, content)  # noqa: SLF001 - as Pitboss writes it
    path.write_bytes(cache._MAGIC + checksum + content)  # noqa: SLF001
    cache.forget()
    assert load_or_compute(setup, "planted", lambda: 2) == 2, "it was solved again"
    assert not mark.exists()
    cache.forget()
    assert load_or_compute(setup, "planted", lambda: 3) == 2, "and replaced"


def test_a_command_neither_runs_nor_shows_what_somebody_planted(place: Path) -> None:
    """Every file of the cache is replaced by a pickle under the checksum that it would have."""
    command = [sys.executable, "-m", "pitboss.cli.main", "solve", "reference/blackjack"]

    def solve_it() -> str:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout

    solved = solve_it()
    mark = place / "run"
    planted = [path for path in files(place) if path.suffix == ".solved"]
    assert planted
    content = pickle.dumps(Bomb(mark))
    for path in planted:
        path.write_bytes(cache._MAGIC + cache._checksum(path, content) + content)  # noqa: SLF001
    assert solve_it() == solved
    assert not mark.exists()
    assert all(content not in path.read_bytes() for path in planted), "solved again and replaced"


def test_what_is_shared_or_refers_to_itself_is_read_as_it_was(setup: Setup) -> None:
    rows = np.arange(6).reshape(2, 3)
    columns = np.asfortranarray(rows.astype(float))
    fixed = np.ones(3)
    fixed.flags.writeable = False
    objects = np.array([Fraction(1, 3), (1, 2)], dtype=object)
    pairs = [(1, Fraction(1, 2)), (2, Fraction(1, 2))]
    ring: list[Any] = [rows, rows, pairs, pairs]
    ring.append(ring)
    value: dict[Any, Any] = {
        "ring": ring,
        "arrays": (columns, fixed, objects, np.float64(0.1), [np.int8(3), np.int8(4)]),
        "sets": ({1, 2}, frozenset({(1, 2)})),
        "large": [1 << 200, -(1 << 80)],
        "counts": defaultdict(int, {3: 4}),
        "sums": defaultdict(Fraction, {3: Fraction(1, 7)}),
        "fixed": MappingProxyType({"a": b"b"}),
        (1, (2.5, None)): [True, 1, 1.0, "1"],
        "numbered": np.repeat(np.arange(40_000) % 300, 5) << 40,
    }
    load_or_compute(setup, "values", lambda: value)
    cache.forget()
    made: Callable[[], dict[Any, Any]] = dict
    read = load_or_compute(setup, "values", made)
    again = read["ring"]
    assert again[4] is again
    assert again[0] is again[1]
    assert again[2] is again[3]
    assert again[2] == pairs
    for one, other in zip(value["arrays"][:3], read["arrays"][:3], strict=True):
        assert (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
        assert one.flags.writeable == other.flags.writeable
        assert (one == other).all()
    kinds = [type(item) for item in (read["arrays"][3], *read["arrays"][4])]
    assert kinds == [np.float64, np.int8, np.int8]
    for name in ("sets", "large", "counts", "fixed", (1, (2.5, None))):
        assert read[name] == value[name]
    assert [type(item) for item in read[1, (2.5, None)]] == [bool, int, float, str]
    assert read["counts"]["none"] == 0
    assert read["sums"] == value["sums"]
    assert type(read["sums"]["none"]) is Fraction
    assert (read["numbered"] == value["numbered"]).all()


def test_a_table_that_is_alike_stands_for_the_one_that_was_solved(
    place: Path, setup: Setup
) -> None:
    """A solution from memory may hold the table that somebody else opened in the same way."""
    again = prepare(House(game="reference/blackjack"))
    load_or_compute(setup, "holds a table", lambda: [again])
    cache.forget()
    made: Callable[[], list[Setup]] = list
    assert load_or_compute(setup, "holds a table", made)[0] is setup
    other = prepare(House(game="co/pai-jack"))
    load_or_compute(setup, "holds another", lambda: [other])  # rounds are programs, and no data
    assert not [path for path in files(place) if path.name.startswith("holds another")]


def test_a_simulation_keeps_what_it_laid_out(place: Path) -> None:
    command = [sys.executable, "-m", "pitboss.cli.main", "doctor"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "!!  solver" not in done.stdout
    assert [path for path in files(place) if path.name.startswith("job-")]


def test_nothing_in_the_cache_is_a_pickle(place: Path, setup: Setup) -> None:
    solution = solve(setup)
    assert solution.chart_costs
    for path in files(place):
        content = path.read_bytes()[len(cache._MAGIC) + 32 :]  # noqa: SLF001
        assert isinstance(msgpack.decode(content), list), path.name
        with pytest.raises((pickle.UnpicklingError, EOFError, ValueError, LookupError, TypeError)):
            pickle.loads(content)  # noqa: S301 - our own data, which is no pickle
