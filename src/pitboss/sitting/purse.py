"""The purse that lasts between sittings: the player's bankroll, and the meters of every table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.engine.meter import Meter
from pitboss.rulebook.files import quote_path, read_bytes, write_whole
from pitboss.rulebook.limits import SCORE_BYTES_MAX
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
from pitboss.sitting.session_file import data_folder

FIRST_BANKROLL_CENTS: Final = 50_000
_NAMES_MAX: Final = 100_000
_CENTS_MAX: Final = 10**15
_UNITS_MAX: Final = 10**17


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class KeptMeter(_Part):
    """A progressive, in units of 1/10,000 of a dollar."""

    display: int = Field(ge=0, le=_UNITS_MAX)
    reserve: int = Field(default=0, ge=0, le=_UNITS_MAX)


KeptMeters = Mapping[str, KeptMeter]
"""Wager -> its meter."""


class Purse(_Part):
    """The file of bankroll and meters."""

    version: Literal[1] = 1
    bankroll: int = Field(default=FIRST_BANKROLL_CENTS, ge=0, le=_CENTS_MAX)
    """Cents."""
    meters: dict[str, dict[str, KeptMeter]] = Field(default_factory=dict)
    """The digest of a table -> its meters."""

    def keep(self, digest: str, bankroll: int, meters: Mapping[str, Meter]) -> None:
        """Store the end of a sitting."""
        self.bankroll = bankroll
        if meters:
            self.meters[digest] = {
                wager: KeptMeter(display=meter.display, reserve=meter.reserve)
                for wager, meter in meters.items()
            }

    def content(self) -> bytes:
        """Return the file's content."""
        return (self.model_dump_json(indent=2) + "\n").encode()


def purse_path() -> Path:
    """Return the path of the purse in the user's data folder."""
    return data_folder() / "purse.json"


def read_purse(path: Path) -> Purse:
    """Return the purse in a file, or a new one; raise `RulesError` if it is broken.

    >>> read_purse(Path("no-such-file.json")).bankroll
    50000
    """
    try:
        content = read_bytes(path, SCORE_BYTES_MAX)
    except RulesError as error:
        if error.problems[0].code == "file/missing":
            return Purse()
        raise
    try:
        values = parse_json(decode_utf8(content), names_max=_NAMES_MAX)
        return Purse.model_validate_json(dump_json(values))
    except NotReadableError as error:
        raise _broken(path, str(error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise _broken(path, f"{where}: {first['msg'].lower()}") from None


def write_purse(path: Path, purse: Purse) -> None:
    """Write the purse; whole, or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{quote_path(path)} cannot be written: {(error.strerror or 'error').lower()}"
        raise RulesError([Problem(code="file/unwritable", key="", message=message)]) from None
    write_whole(path, purse.content())


def _broken(path: Path, why: str) -> RulesError:
    message = f"{quote_path(path)} is no purse: {why}; move it away to have one again"
    return RulesError([Problem(code="purse/malformed", key="", message=message)])
