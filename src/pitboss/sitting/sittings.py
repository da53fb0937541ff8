"""Past sittings: a list, their results, and their decisions judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.engine.actions import RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.setup import Setup
from pitboss.rulebook.files import quote_path, reason, too_large
from pitboss.rulebook.limits import RECORD_BYTES_MAX, SITTINGS_MAX
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, parse_json
from pitboss.sitting.bets import YOU
from pitboss.sitting.coach import Tally, Valuer
from pitboss.sitting.replayed import own_decisions

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSitting:
    """A file of round records."""

    path: Path
    game: str
    title: str
    """The name of the game."""
    rounds: int
    net: int
    """The net of your seats, in cents."""

    @property
    def name(self) -> str:
        """The name of the sitting: its file without the ending."""
        return self.path.stem


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A past sitting with all its decisions judged."""

    sitting: PastSitting
    tally: Tally
    rounds: tuple[Round, ...]


def list_sittings(folder: Path) -> tuple[tuple[PastSitting, ...], tuple[Problem, ...]]:
    """Return the sittings in a folder, the oldest first, and the problems of other files."""
    sittings: list[PastSitting] = []
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.jsonl"))[-SITTINGS_MAX:]:
        try:
            sittings.append(read_sitting(path))
        except RulesError as error:
            problems += error.problems
    return tuple(sittings), tuple(problems)


def read_sitting(path: Path) -> PastSitting:
    """Read the result of a sitting; raise `RulesError` if the file has no rounds of yours."""
    records = list(read_records(path))
    if not records:
        raise _broken(path, "it is empty")
    try:
        net = sum(_your_net(record) for record in records)
        game = game_of(str(records[0]["game"]))
    except RulesError as error:
        raise _broken(path, error.problems[0].message) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _broken(path, "it holds no finished rounds") from None
    return PastSitting(path=path, game=game.id, title=game.title, rounds=len(records), net=net)


def read_records(path: Path) -> Iterator[Record]:
    """Yield the records of a file, one a line."""
    try:
        with path.open("rb") as file:
            lines = iter(lambda: file.readline(RECORD_BYTES_MAX + 2), b"")
            for number, line in enumerate(lines, 1):
                if len(line) > RECORD_BYTES_MAX:
                    what = f"line {number} of {quote_path(path)}"
                    raise RulesError([too_large(what, RECORD_BYTES_MAX)])
                record = parse_json(decode_utf8(line))
                if not isinstance(record, dict):
                    raise _broken(path, f"line {number} is no record")
                yield record
    except FileNotFoundError:
        message = f"there is no file {quote_path(path)}"
        raise RulesError([Problem(code="file/missing", key="", message=message)]) from None
    except NotReadableError as error:
        raise _broken(path, str(error)) from None
    except OSError as error:
        message = f"{quote_path(path)} cannot be read: {reason(error)}"
        raise RulesError([Problem(code="file/unreadable", key="", message=message)]) from None


def _your_seats(record: Record) -> set[int]:
    return {seat["seat"] for seat in record["seats"] if seat.get("player", YOU) == YOU}


def _your_net(record: Record) -> int:
    yours = _your_seats(record)
    return sum(int(net) for seat, net in record["net"].items() if int(seat) in yours)


def review_sitting(path: Path, valuer: Callable[[Setup], Valuer]) -> Review:
    """Play every round of a sitting again and judge your decisions.

    The records do not have your bankroll: every legal choice counts.
    """
    sitting = read_sitting(path)
    tally = Tally()
    rounds = []
    valuers: dict[str, Valuer] = {}
    for number, record in enumerate(read_records(path), 1):
        try:
            played = replay(record)
        except RefusedError as error:
            raise _broken(path, f"line {number}: {error.refusal.message}") from None
        setup = played.round.state.setup
        known = valuers.get(setup.configured.digest) or valuer(setup)
        valuers[setup.configured.digest] = known
        _judge(played.round, _your_seats(record), number, known, tally)
        rounds.append(played.round)
    return Review(sitting=sitting, tally=tally, rounds=tuple(rounds))


def _judge(played: Round, yours: set[int], number: int, valuer: Valuer, tally: Tally) -> None:
    for decision in own_decisions(played, yours):
        tally.judge(decision.taken, valuer, number, decision.theme)


def _broken(path: Path, why: str) -> RulesError:
    message = f"{quote_path(path)} is no sitting: {why}"
    return RulesError([Problem(code="session/malformed", key="", message=message)])
