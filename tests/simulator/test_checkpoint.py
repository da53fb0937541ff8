"""A run kept in a file goes on where it ended, and comes to the same counts as in one go."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss import simulate
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator import checkpoint as checkpoints
from pitboss.simulator.api import runs
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import BLOCK_SHOES, FRESH_BLOCK_SHOES
from pitboss.simulator.settings import RunSettings

GAME = "reference/blackjack"
ROUNDS = 4 * FRESH_BLOCK_SHOES + 1234
PROGRESSIVE = house_from(
    {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"match-up": "2", "jackpot-1": "3c-5"},
        "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
    }
)


def stop_run(house: House, terms: RunSettings, pieces: int) -> int:
    """Play some pieces of a run and leave it, as an interruption does; return its rounds."""
    with closing(runs(house, prepare(house), terms)) as run:
        *_, last = islice(run, pieces)
    assert not last.complete
    return last.rounds


def resume_run(house: House, terms: RunSettings) -> str:
    *_, last = runs(house, prepare(house), terms)
    assert last.complete
    return last.digest


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("house", "terms"),
    [
        (House(game=GAME), RunSettings(rounds=ROUNDS, seed=2)),
        (House(game=GAME), RunSettings(rounds=400_000, seed=2, penetration=0.8)),
        (PROGRESSIVE, RunSettings(rounds=ROUNDS, seed=2, seats=2)),
        (PROGRESSIVE, RunSettings(rounds=300_000, seed=2, seats=3, penetration=0.75)),
    ],
    ids=["fresh", "dealt through", "jackpot", "jackpot, dealt through"],
)
@pytest.mark.parametrize("stops", [(1,), (2, 1)])
def test_resumed_it_comes_to_what_it_comes_to_in_one_go(
    house: House, terms: RunSettings, stops: tuple[int, ...], tmp_path: Path
) -> None:
    kept = replace(terms, threads=1, checkpoint=tmp_path / "run.checkpoint")
    rounds = [stop_run(house, kept, pieces) for pieces in stops]

    assert rounds == sorted(rounds)
    assert resume_run(house, replace(kept, threads=2)) == resume_run(house, terms)


@pytest.mark.parametrize("piece", [1, 2, 4])
def test_an_interruption_while_it_is_written_leaves_no_more_there_than_was_handed_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, piece: int
) -> None:
    """Somebody who sees the file and interrupts has the result that is in it."""
    file = tmp_path / "run.checkpoint"
    rounds = 4 * FRESH_BLOCK_SHOES
    write = checkpoints.write
    written = [0]
    handed: list[Simulation] = []

    def interrupted(path: Path, kept: checkpoints.SavedRun) -> None:
        write(path, kept)
        written[0] += 1
        if written[0] == piece:
            raise KeyboardInterrupt

    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(checkpoints, "write", interrupted)
    house = House(game=GAME)
    terms = RunSettings(rounds=rounds, seed=2, checkpoint=file)
    with pytest.raises(KeyboardInterrupt):
        handed.extend(runs(house, prepare(house), terms))
    assert checkpoints.read(file).whole.rounds == handed[-1].rounds
    assert handed[-1].complete == (piece == 4)
    assert resume_run(house, terms) == simulate(GAME, rounds=rounds, seed=2).digest


def test_more_rounds_than_before_go_on_and_as_many_are_there_at_once(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    first = simulate(GAME, rounds=FRESH_BLOCK_SHOES, seed=4, checkpoint=file)
    again = simulate(GAME, rounds=FRESH_BLOCK_SHOES, seed=4, checkpoint=file)
    more = simulate(GAME, rounds=3 * FRESH_BLOCK_SHOES, seed=4, checkpoint=file)

    assert again.digest == first.digest
    assert again.seconds >= first.seconds
    assert more.digest == simulate(GAME, rounds=3 * FRESH_BLOCK_SHOES, seed=4).digest
    with pytest.raises(RulesError) as error:
        simulate(GAME, rounds=1000, seed=4, checkpoint=file)
    assert [problem.code for problem in error.value.problems] == ["checkpoint/further"]


def test_a_run_that_was_enough_is_enough_when_resumed(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    terms: dict[str, Any] = {"rounds": 10**9, "until": 0.002, "seed": 4}
    in_one_go = simulate(GAME, **terms)
    stop_run(House(game=GAME), RunSettings(**terms, threads=1, checkpoint=file), 2)
    resume_run = simulate(GAME, **terms, checkpoint=file)
    again = simulate(GAME, **terms, checkpoint=file)

    assert in_one_go.digest == resume_run.digest == again.digest


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    terms = RunSettings(rounds=20 * BLOCK_SHOES, seed=1, seats=2, penetration=0.7, checkpoint=file)
    stop_run(PROGRESSIVE, replace(terms, rounds=10**9, threads=1), 3)
    kept = checkpoints.read(file)
    checkpoints.write(tmp_path / "copy", kept)
    copy = checkpoints.read(tmp_path / "copy")

    assert kept.shoes == copy.shoes == 3 * BLOCK_SHOES
    assert kept.identity == copy.identity
    assert kept.whole.meters_so_far == copy.whole.meters_so_far is not None
    assert np.array_equal(kept.whole.counts, copy.whole.counts)
    assert np.array_equal(kept.whole.hits, copy.whole.hits)
    assert kept.whole.counts.sum() > 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"seats": 2}, "its seats is 1, not 2"),
        ({"penetration": 0.5}, "its number of burned cards is 0, not 1"),
        ({"options": {"soft17": "stand"}}, "its house is"),
        ({"strategy": "chart"}, "its strategy is optimal, not chart"),
    ],
    ids=str,
)
def test_the_file_of_another_run_is_refused(
    changed: dict[str, Any], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "run.checkpoint"
    simulate(GAME, rounds=1000, seed=1, checkpoint=file)
    before = file.read_bytes()
    terms: dict[str, Any] = {"rounds": 1000, "seed": 1, "checkpoint": file} | changed
    with pytest.raises(RulesError) as error:
        simulate(GAME, **terms)
    (problem,) = error.value.problems

    assert problem.code == "checkpoint/other-run"
    assert words in problem.message
    assert file.read_bytes() == before


def whole(tmp_path: Path) -> bytes:
    file = tmp_path / "whole"
    simulate(GAME, rounds=1000, seed=1, checkpoint=file)
    return file.read_bytes()


def test_a_file_that_is_none_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    content = whole(tmp_path)
    file = tmp_path / "run.checkpoint"
    middle = len(content) // 2
    damaged = bytearray(content)
    damaged[middle] ^= 0xFF
    for bad in (b"", b"{}", content[:middle], bytes(damaged), content + b"x", b"PK\x03\x04"):
        file.write_bytes(bad)
        with pytest.raises(RulesError) as error:
            simulate(GAME, rounds=1000, seed=1, checkpoint=file)
        assert [problem.code for problem in error.value.problems] == ["checkpoint/malformed"]
        assert file.read_bytes() == bad
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.checkpoint", "whole"]


def remade(content: bytes, change: Callable[[dict[str, Any]], object], more: bytes = b"") -> bytes:
    """Return a checkpoint with a changed title, and a digest as somebody would make it."""
    head, _, body = content.partition(b"\n")
    title, _, counts = zlib.decompress(body).partition(b"\n")
    values = json.loads(title)
    change(values)
    body = zlib.compress(json.dumps(values).encode() + b"\n" + counts + more)
    return head[:-64] + sha256(body).hexdigest().encode() + b"\n" + body


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "rounds without end": lambda title: title.update(rounds=float("inf")),
    "no rounds in a shoe": lambda title: title.update(rounds=0, shoes=1),
    "rounds without shoes": lambda title: title.update(rounds=5, shoes=0),
    "fewer rounds than none": lambda title: title.update(rounds=-5),
    "more rounds than may be": lambda title: title.update(rounds=10**16, shoes=1),
    "rounds as a text": lambda title: title.update(rounds="5"),
    "fewer shoes than none": lambda title: title.update(shoes=-1),
    "no number of seconds": lambda title: title.update(seconds=float("nan")),
    "seconds as a list": lambda title: title.update(seconds=[]),
    "counters that are not there": lambda title: title.update(counters=10**12),
    "no identity": lambda title: title.pop("identity"),
    "an identity that is none": lambda title: title.update(identity=5),
    "meters that are none": lambda title: title.update(followed={"meters": 5, "over_limit": {}}),
    "cents that are none": lambda title: title.update(
        followed={"meters": {}, "over_limit": {"a": -1}}
    ),
    "another table's limits": lambda title: title.update(
        followed={"meters": {}, "over_limit": {"match-up": 1}}
    ),
    "nested without end": lambda title: title.update(followed=json.loads("[" * 500 + "]" * 500)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_checkpoint_made_wrong_on_purpose_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    file.write_bytes(remade(whole(tmp_path), CHANGES[name]))
    with pytest.raises(RulesError) as error:
        simulate(GAME, rounds=1000, seed=1, checkpoint=file)
    assert [problem.code for problem in error.value.problems] == ["checkpoint/malformed"]


def test_counters_of_another_size_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    content = whole(tmp_path)
    for more in (b"x", b"12345678"):
        file.write_bytes(remade(content, lambda _: None, more))
        with pytest.raises(RulesError, match="no checkpoint of a simulation"):
            checkpoints.read(file)
    file.write_bytes(remade(content, lambda _: None))
    assert checkpoints.read(file).identity["seed"] == 1


def test_a_checkpoint_that_cannot_be_written_does_not_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise RulesError([Problem(code="file/unwritable", key="", message="the disk is full")])

    monkeypatch.setattr(checkpoints, "write_whole", full)
    with pytest.warns(UserWarning, match="the disk is full"):
        kept = simulate(GAME, rounds=1000, seed=1, checkpoint=tmp_path / "run.checkpoint")
    assert kept.digest == simulate(GAME, rounds=1000, seed=1).digest
