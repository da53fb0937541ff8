"""Writing a file: whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from pitboss.rulebook.problems import Problem, RulesError


def place_problems(out: Path) -> tuple[Problem, ...]:
    """Return what keeps a file from being written where *out* says."""
    if out.is_dir():
        return (_unwritable(f"'{out}' is a folder, not a file"),)
    if not out.parent.is_dir():
        return (_unwritable(f"there is no folder '{out.parent}'"),)
    return ()


def write_whole(out: Path, content: bytes) -> None:
    """Put a whole file in its place; if that fails, the place is as it was."""
    try:
        with NamedTemporaryFile(dir=out.parent, prefix=".pitboss-", delete=False) as file:
            made = Path(file.name)
            try:
                file.write(content)
                file.close()
                made.chmod(0o666 & ~_umask())
                made.replace(out)
            except OSError:
                made.unlink(missing_ok=True)
                raise
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise RulesError([_unwritable(f"'{out}' cannot be written: {reason}")]) from None


def _unwritable(message: str) -> Problem:
    return Problem(code="file/unwritable", key="", message=message)


def _umask() -> int:
    """The rights that new files are not given; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
