"""A run kept in a file, from which it goes on."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np

from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.job import Job
from pitboss.simulate.meters import Followed
from pitboss.simulate.run import Played
from pitboss.simulate.tally import Tally
from pitboss.version import __version__

Array = Any
FORMAT = 1
SECONDS_BETWEEN = 3.0
MALFORMED, OTHER_RUN = "checkpoint/malformed", "checkpoint/other-run"
_ARRAYS, _STRATEGY = "arrays", "strategy"


def identity(job: Job, strategy: str) -> dict[str, Any]:
    """Return what two runs must have in common for one to go on where the other ended."""
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
        _ARRAYS: _fingerprint(job),
    }


def _fingerprint(job: Job) -> str:
    """Return a digest of everything that is walked: equal ones count the same."""
    hashed = hashlib.sha256()
    for part in job.walked:
        array = np.ascontiguousarray(part)
        hashed.update(f"{array.dtype.str}{array.shape}".encode())
        hashed.update(array.tobytes())
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class Kept:
    """What a checkpoint holds: a run as far as it had come."""

    identity: dict[str, Any]
    shoes: int
    seconds: float
    whole: Tally

    @property
    def begun(self) -> Played:
        """The run, to be gone on with."""
        return Played(self.shoes, self.whole, self.whole, done=False)


def write(path: Path, kept: Kept) -> None:
    """Put a checkpoint in its place, whole."""
    tally = kept.whole
    said = {
        "format": FORMAT,
        "identity": kept.identity,
        "shoes": kept.shoes,
        "seconds": kept.seconds,
        "rounds": tally.rounds,
        "followed": None if tally.followed is None else tally.followed.as_json(),
    }
    content = BytesIO()
    title = np.array(json.dumps(said))
    np.savez_compressed(content, pitboss=title, counts=tally.counts, hits=tally.hits)
    write_whole(path, content.getvalue())


def read(path: Path) -> Kept:
    """Read a checkpoint; `RulesError` where the file is none."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as found:
            said = json.loads(str(found["pitboss"]))
            return _kept(said, found["counts"], found["hits"])
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise _refused("file/unreadable", f"'{path}' cannot be read: {reason}") from None
    except (KeyError, TypeError, ValueError, AttributeError, EOFError, BadZipFile, zlib.error):
        raise _refused(MALFORMED, f"'{path}' is no checkpoint of a simulation") from None


def _kept(said: dict[str, Any], counts: Array, hits: Array) -> Kept:
    if said["format"] != FORMAT or (counts.ndim, hits.ndim) != (1, 2):
        raise ValueError("another format")
    followed = None if said["followed"] is None else Followed.from_json(said["followed"])
    tally = Tally(int(said["rounds"]), counts, hits, followed)
    return Kept(dict(said["identity"]), int(said["shoes"]), float(said["seconds"]), tally)


def problems_with(path: Path) -> tuple[Problem, ...]:
    """Return what is wrong with a checkpoint that is there, before anything is played."""
    if not path.is_file():
        return ()
    try:
        read(path)
    except RulesError as error:
        return error.problems
    return ()


class Keeper:
    """Keeps a run in its file: now and then, and at its end."""

    def __init__(self, path: Path, job: Job, strategy: str, rounds: int) -> None:
        """Read what is there; `RulesError` where it is of another run, or is further already."""
        self._path, self._job = path, job
        self._identity = identity(job, strategy)
        self._written = monotonic()
        self.kept = self._resumed(rounds) if path.is_file() else None

    def _resumed(self, rounds: int) -> Kept:
        kept = read(self._path)
        # A strategy's file may have another name by now: the arrays say how it is played.
        if any(
            kept.identity.get(name) != value
            for name, value in self._identity.items()
            if name != _STRATEGY
        ):
            raise _refused(OTHER_RUN, f"'{self._path}' is of another run: {self._other(kept)}")
        if len(kept.whole.counts) != self._job.counters:
            raise _refused(MALFORMED, f"'{self._path}' is no checkpoint of this simulation")
        if kept.whole.rounds > rounds:
            message = (
                f"'{self._path}' holds {kept.whole.rounds:,} rounds; ask for that many at least"
            )
            raise _refused("checkpoint/further", message)
        return kept

    def _other(self, kept: Kept) -> str:
        """Say in which respect a run is another one."""
        for name, value in self._identity.items():
            there = kept.identity.get(name)
            if there != value and name != _ARRAYS:
                return f"its {name} is {there}, not {value}"
        return "its player plays otherwise"

    def keep(self, played: Played, seconds: float, *, now: bool = False) -> None:
        """Write how far a run has come, if *now* or if the last time is some seconds ago."""
        if now or monotonic() - self._written >= SECONDS_BETWEEN:
            write(self._path, Kept(self._identity, played.shoes, seconds, played.whole))
            self._written = monotonic()


def _refused(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
