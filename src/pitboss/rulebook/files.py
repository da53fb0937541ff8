"""Reading a file up to a limit, and writing one: whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import BinaryIO

from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8

_PATH_SHOWN_MAX = 200


def read_bytes(path: Path, bytes_max: int) -> bytes:
    """Return the bytes of a file, or raise `RulesError` with the reason."""
    try:
        with path.open("rb") as file:
            content = file.read(bytes_max + 1)
    except FileNotFoundError:
        raise _refusal("file/missing", f"there is no file {quote_path(path)}") from None
    except (OSError, ValueError) as error:
        message = f"{quote_path(path)} cannot be read: {reason(error)}"
        raise _refusal("file/unreadable", message) from None
    if len(content) > bytes_max:
        raise RulesError([too_large(quote_path(path), bytes_max)])
    return content


def read_stream(stream: BinaryIO, name: str, bytes_max: int) -> str:
    """Return the text of an open stream, or raise `RulesError` with the reason."""
    try:
        content = stream.read(bytes_max + 1)
        if len(content) > bytes_max:
            raise RulesError([too_large(name, bytes_max)])
        return decode_utf8(content)
    except NotReadableError:
        raise _refusal("file/unreadable", f"{name} is not text in UTF-8") from None
    except OSError as error:
        raise _refusal("file/unreadable", f"{name} cannot be read: {reason(error)}") from None


def read_text(path: Path, bytes_max: int) -> str:
    """Return the text of a file, or raise `RulesError` with the reason."""
    try:
        return decode_utf8(read_bytes(path, bytes_max))
    except NotReadableError:
        raise _refusal("file/unreadable", f"{quote_path(path)} is not text in UTF-8") from None


def too_large(name: str, bytes_max: int) -> Problem:
    """Return the problem of a file or a line with too many bytes."""
    message = f"{name} is larger than {bytes_max:,} bytes"
    return Problem(code="file/too-large", key="file", message=message)


def place_problems(out: Path, *, key: str = "") -> tuple[Problem, ...]:
    """Return what prevents writing to *out*, without changing anything."""
    try:
        target = _target(out)
        # As root every folder says that it may be written to; only trying shows it.
        with TemporaryFile(dir=target.parent, prefix=".pitboss-"):
            return ()
    except RulesError as error:
        message = error.problems[0].message
    except (OSError, ValueError) as error:
        message = f"{quote_path(out)} cannot be written: {reason(error)}"
    return (Problem(code="file/unwritable", key=key, message=message),)


def write_whole(out: Path, content: bytes, mode: int | None = None) -> None:
    """Write a whole file; if that fails, the place stays as it was.

    A symbolic link stays, and the file that it names is written. A folder, a device or a pipe is
    never replaced.
    """
    with writing_whole(out, mode) as made:
        made.write_bytes(content)


@contextmanager
def writing_whole(out: Path, mode: int | None = None) -> Iterator[Path]:
    """Yield a file beside *out* to write to, and move it to *out* if all went well.

    Its *mode* is that of any new file unless it is given.
    """
    try:
        target = _target(out)
        with NamedTemporaryFile(dir=target.parent, prefix=".pitboss-", delete=False) as file:
            made = Path(file.name)
        try:
            yield made
            made.chmod(0o666 & ~_umask() if mode is None else mode)
            made.replace(target)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        message = f"{quote_path(out)} cannot be written: {reason(error)}"
        raise _refusal("file/unwritable", message) from None


def _target(out: Path) -> Path:
    """Return the regular file, existing or new, that writing to *out* would make."""
    target = Path(os.path.realpath(out))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise _refusal(
                "file/unwritable", f"there is no folder {quote_path(out.parent)}"
            ) from None
        return target
    if stat.S_ISDIR(mode):
        raise _refusal("file/unwritable", f"{quote_path(out)} is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise _refusal("file/unwritable", f"{quote_path(out)} is a device or a pipe, not a file")
    return target


def is_folder(path: Path) -> bool:
    """Return whether there is such a folder; an inaccessible one does not count."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Return whether there is such a regular file; an inaccessible one does not count."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def same_place(one: Path | str | None, other: Path | str | None) -> bool:
    """Return whether two paths name one file, also through links."""
    if one is None or other is None:
        return False
    return os.path.realpath(one) == os.path.realpath(other)


def quote_path(path: Path) -> str:
    """Return a path in quotes, short enough for a sentence."""
    return f"'{shorten(str(path), _PATH_SHOWN_MAX)}'"


def reason(error: Exception) -> str:
    """Return the reason of a system error, in its words."""
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or "unknown error").lower()


def _refusal(code: str, message: str) -> RulesError:
    key = "" if code == "file/unwritable" else "file"
    return RulesError([Problem(code=code, key=key, message=message)])


def _umask() -> int:
    """Return the file mode mask; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
