"""A run saved in a file, from which it can continue."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.questions.runs import ROUNDS_MAX
from pitboss.rulebook.files import is_file, quote_path, read_bytes, write_whole
from pitboss.rulebook.limits import CHECKPOINT_BYTES_MAX
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import decode_utf8, dump_json, parse_json
from pitboss.simulator.job import Job
from pitboss.simulator.meter_pass import meters_at_start
from pitboss.simulator.meters import MetersSoFar
from pitboss.simulator.run import RunProgress
from pitboss.simulator.tally import Tally, no_hits
from pitboss.version import __version__

SECONDS_BETWEEN = 3.0
SECONDS_MAX = 1e12
_MAGIC = b"pitboss checkpoint 2 sha256 "
_OLD = b"PK"
"""The beginning of a checkpoint in the first format, which had no digest."""
_COUNT = np.dtype("<i8")
MALFORMED = "checkpoint/malformed"
OTHER_RUN = "checkpoint/other-run"
_ARRAYS = "arrays"
_STRATEGY = "strategy"


def identity(job: Job, strategy: str) -> dict[str, Any]:
    """Return what two runs must have in common for one to continue the other."""
    configured = job.setup.configured
    return {
        "version": __version__,
        "game": configured.game.id,
        "house": configured.digest,
        "seats": job.seats,
        "seed": job.seed,
        "number of burned cards": job.burn,
        "cut card": job.cut,
        _STRATEGY: strategy,
        **({} if job.setup.main_wager is None else {"wager": job.setup.main_wager}),
        **({} if job.counter is None else {"count": job.counter.system.name}),
        _ARRAYS: _fingerprint(job),
    }


def _fingerprint(job: Job) -> str:
    """Return a digest of all that the rounds read: runs with equal digests count the same."""
    hashed = sha256()
    for part in (*job.walked_arrays, *job.walked_by_counter):
        array = np.ascontiguousarray(part)
        hashed.update(f"{array.dtype.str}{array.shape}".encode())
        hashed.update(array.tobytes())
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class SavedRun:
    """The content of a checkpoint: a run up to some round."""

    identity: dict[str, Any]
    shoes: int
    seconds: float
    whole: Tally

    @property
    def progress(self) -> RunProgress:
        """The run, ready to continue."""
        return RunProgress(self.shoes, self.whole, self.whole, done=False)


def write(path: Path, kept: SavedRun) -> None:
    """Write a checkpoint in one step: a line with the digest, then the data."""
    tally = kept.whole
    assert not len(tally.hits), "hits are worked out before a run is kept"
    title = {
        "identity": kept.identity,
        "shoes": kept.shoes,
        "seconds": kept.seconds,
        "rounds": tally.rounds,
        "counters": len(tally.counts),
        "followed": None if tally.meters_so_far is None else tally.meters_so_far.as_json(),
    }
    counts = np.ascontiguousarray(tally.counts, dtype=_COUNT)
    body = zlib.compress(dump_json(title).encode() + b"\n" + counts.tobytes())
    write_whole(path, b"%b%b\n%b" % (_MAGIC, sha256(body).hexdigest().encode(), body))


def read(path: Path) -> SavedRun:
    """Read a checkpoint; raise `RulesError` if the file is not one."""
    content = read_bytes(path, CHECKPOINT_BYTES_MAX)
    if content.startswith(_OLD):
        message = f"{quote_path(path)} was written by an earlier Pitboss, without a digest"
        raise _refusal(MALFORMED, f"{message}: begin the run anew")
    try:
        return _content(*_open_checkpoint(content))
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, zlib.error):
        raise _refusal(MALFORMED, f"{quote_path(path)} is no checkpoint of a simulation") from None


def _open_checkpoint(content: bytes) -> tuple[Any, Array]:
    """Return the title and the counters of a checkpoint with the right digest."""
    head, _, body = content.partition(b"\n")
    if head != _MAGIC + sha256(body).hexdigest().encode():
        raise ValueError("not as it was written")
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(body, CHECKPOINT_BYTES_MAX)
    title, _, counts = text.partition(b"\n")
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("more than a checkpoint holds")
    return parse_json(decode_utf8(title)), np.frombuffer(counts, dtype=_COUNT).astype(np.int64)


def _content(title: Any, counts: Array) -> SavedRun:  # noqa: ANN401 - what the file says
    rounds = _whole(title["rounds"])
    shoes = _whole(title["shoes"])
    seconds = float(title["seconds"])
    if len(counts) != _whole(title["counters"]) or (rounds == 0) != (shoes == 0):
        raise ValueError("numbers that do not fit together")
    if rounds > ROUNDS_MAX or not 0 <= seconds <= SECONDS_MAX or shoes > rounds:
        raise ValueError("numbers that no run has")
    meters = None
    if title["followed"] is not None:
        _check_numbers(title["followed"])
        meters = MetersSoFar.from_json(title["followed"])
        if not all(
            history.meter is None or history.meter.is_conserved
            for history in meters.meters.values()
        ):
            raise ValueError("a meter whose units are not accounted for")
    tally = Tally(rounds, counts, no_hits(), meters)
    return SavedRun(dict(title["identity"]), shoes, seconds, tally)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("not a count")
    return value


def _check_numbers(value: object) -> None:
    """Refuse every number that is not a count; shares are text."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _check_numbers(item)
    elif value is not None and not isinstance(value, str):
        _whole(value)


def problems_with(path: Path) -> tuple[Problem, ...]:
    """Return the problems of an existing checkpoint, before anything is played."""
    if not is_file(path):
        return ()
    try:
        read(path)
    except RulesError as error:
        return error.problems
    return ()


class CheckpointKeeper:
    """Saves a run to its file: every few seconds, and at the end."""

    def __init__(self, path: Path, job: Job, strategy: str, rounds: int) -> None:
        """Read the file; raise `RulesError` if it is of another run, or is already further."""
        self._path = path
        self._job = job
        self._identity = identity(job, strategy)
        self._written = monotonic()
        self.problem: RulesError | None = None
        """Why the last write failed."""
        self.kept = self._resume(rounds) if is_file(path) else None

    def _resume(self, rounds: int) -> SavedRun:
        kept = read(self._path)
        # A strategy's file may have another name by now: the arrays say how it is played.
        if any(
            kept.identity.get(name) != value
            for name, value in self._identity.items()
            if name != _STRATEGY
        ):
            raise _refusal(
                OTHER_RUN, f"{quote_path(self._path)} is of another run: {self._other(kept)}"
            )
        if len(kept.whole.counts) != self._job.counters or not self._has_meters(kept):
            raise _refusal(
                MALFORMED, f"{quote_path(self._path)} is no checkpoint of this simulation"
            )
        if kept.whole.rounds > rounds:
            message = f"holds {kept.whole.rounds:,} rounds; ask for that many at least"
            raise _refusal("checkpoint/further", f"{quote_path(self._path)} {message}")
        return kept

    def _has_meters(self, kept: SavedRun) -> bool:
        """Return whether the meters and limits of a checkpoint are those of this table."""
        have = kept.whole.meters_so_far
        wanted = meters_at_start(self._job)
        return have is None or (
            have.meters.keys() == wanted.meters.keys()
            and have.over_limit.keys() == wanted.over_limit.keys()
            and all(history.fed <= kept.whole.rounds for history in have.meters.values())
        )

    def _other(self, kept: SavedRun) -> str:
        """Describe how the two runs differ."""
        for name, value in self._identity.items():
            there = kept.identity.get(name)
            if there != value and name != _ARRAYS:
                return f"its {name} is {there}, not {value}"
        return "its player plays otherwise"

    def keep(self, played: RunProgress, seconds: float, *, now: bool = False) -> None:
        """Save the run, if *now* or if the last time is some seconds ago.

        A full disk does not stop the run: `problem` holds the reason, and the next call tries
        again.
        """
        if now or monotonic() - self._written >= SECONDS_BETWEEN:
            self._written = monotonic()
            try:
                write(self._path, SavedRun(self._identity, played.shoes, seconds, played.whole))
            except RulesError as error:
                self.problem = error
            else:
                self.problem = None


def _refusal(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
