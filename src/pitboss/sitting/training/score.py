"""The score of a player's training, over all sessions, and its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.rulebook.files import quote_path, read_bytes
from pitboss.rulebook.limits import SCORE_BYTES_MAX
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
from pitboss.sitting.training.weights import OWED_MOST

VERSION: Final = 1
_NAMES_MAX: Final = 100_000
"""The most missed decisions of one table."""


class ScorePart(BaseModel):
    """A part of a score: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, validate_assignment=True)


class Day(ScorePart):
    """The answers of one day."""

    asked: int = Field(default=0, ge=0)
    wrong: int = Field(default=0, ge=0)
    loss: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """The cost of the wrong answers, in units of the first wager."""


class Session(Day):
    """One sitting with the trainer."""

    best_streak: int = Field(default=0, ge=0)
    """The most right answers in a row."""


class Missed(ScorePart):
    """A decision with a wrong answer, and the deal that leads to it."""

    owed: int = Field(ge=0, le=OWED_MOST)
    """Right answers until it counts like any other."""
    wrong: int = Field(ge=1)
    cards: str
    decisions: list[str]


class TableScore(ScorePart):
    """The answers at one table."""

    game: str
    options: dict[str, OptionValue]
    sessions: list[Session] = Field(default_factory=list)
    missed: dict[str, Missed] = Field(default_factory=dict)
    """By the name of the decision."""
    days: dict[str, Day] = Field(default_factory=dict)
    """By the date: "2026-11-16"."""

    def count_day(self, date: str, cost: float, *, wrong: bool) -> None:
        """Count an answer for the day on which it was given."""
        day = self.days.setdefault(date, Day())
        day.asked += 1
        day.wrong += wrong
        day.loss += cost if wrong else 0.0

    @property
    def decision_count(self) -> int:
        """How many decisions there were."""
        return sum(session.asked for session in self.sessions)

    @property
    def wrong(self) -> int:
        """How many of them were answered wrongly."""
        return sum(session.wrong for session in self.sessions)

    @property
    def loss(self) -> float:
        """The cost of wrong answers, in units."""
        return sum(session.loss for session in self.sessions)

    @property
    def owed_count(self) -> int:
        """How many decisions must still be answered rightly."""
        return sum(missed.owed > 0 for missed in self.missed.values())


class CountSession(ScorePart):
    """One sitting with a counting drill."""

    asked: int = Field(default=0, ge=0)
    wrong: int = Field(default=0, ge=0)
    off: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """The sum of how far wrong counts were off."""
    cards: int = Field(default=0, ge=0)
    """Cards that were counted."""
    seconds: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    best_streak: int = Field(default=0, ge=0)
    """The most right answers in a row."""


AnySession = TypeVar("AnySession", Session, CountSession)


def add_up(kind: type[AnySession], sessions: Sequence[AnySession]) -> AnySession:
    """Return all sessions as one; its best streak is the longest."""
    sums = {name: sum(getattr(one, name) for one in sessions) for name in kind.model_fields}
    return kind(**sums | {"best_streak": max((one.best_streak for one in sessions), default=0)})


class CountScore(ScorePart):
    """The answers to one counting drill at one table by one count."""

    game: str
    theme: str
    system: str
    sessions: list[CountSession] = Field(default_factory=list)
    owed: dict[str, Annotated[int, Field(ge=1, le=OWED_MOST)]] = Field(default_factory=dict)
    """The name of a missed index play -> right answers until it comes like any other."""

    @property
    def total(self) -> CountSession:
        """All sessions as one."""
        return add_up(CountSession, self.sessions)


class Score(ScorePart):
    """The whole file: tables by their digests, and counting drills by theirs."""

    version: Literal[1] = VERSION
    tables: dict[str, TableScore] = Field(default_factory=dict)
    counts: dict[str, CountScore] = Field(default_factory=dict)
    """By the digest of the table, the theme and the name of the count."""

    def content(self) -> bytes:
        """Return the file's content."""
        return (self.model_dump_json(indent=2) + "\n").encode()


def read_score(path: Path) -> Score:
    """Return the score in a file, or an empty one; raise `RulesError` if it is broken.

    >>> read_score(Path("no-such-file.json")).tables
    {}
    """
    try:
        content = read_bytes(path, SCORE_BYTES_MAX)
    except RulesError as error:
        if error.problems[0].code == "file/missing":
            return Score()
        raise
    try:
        values = parse_json(decode_utf8(content), names_max=_NAMES_MAX)
        return Score.model_validate_json(dump_json(values))
    except NotReadableError as error:
        raise _broken(path, str(error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        problem = f"{where}: {first['msg']}" if where else first["msg"]
        raise _broken(path, f"{problem[0].lower()}{problem[1:]}") from None


def _broken(path: Path, why: str) -> RulesError:
    message = f"{quote_path(path)} is no score of training: {why}"
    return RulesError([Problem(code="score/malformed", key="", message=message)])
