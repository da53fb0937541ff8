"""`pitboss replay`: play records again, complete them, or report where they differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from pitboss.api.catalogue import read_rounds
from pitboss.cli.output import EXIT_BAD_INPUT, EXIT_NO, print_error, print_json, print_json_line
from pitboss.cli.problems import refusal
from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.record import Replay, replay
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.files import quote_path, reason, too_large
from pitboss.rulebook.limits import RECORD_BYTES_MAX, printable, shorten
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
from pitboss.text.history import story

Outcome = Replay | Refusal
Line = tuple[int, bytes]
"""The number of a line, and the line with its end."""


def replay_file(*, file: str, as_json: bool) -> None:
    """Replay one record, or every record of a file of JSON lines, one at a time."""
    raise SystemExit(_replay(file, as_json=as_json))


def _replay(path: str, *, as_json: bool) -> int:
    if path.endswith(".parquet"):  # as `pitboss simulate --export` writes it
        records = (dump_json(record).encode() for record in read_rounds(path))
        return _replay_lines(enumerate(records), path, as_json=as_json)
    with _open_file(path) as file:
        lines = _number_lines(file, _name(path))
        single = None if path.endswith(".jsonl") else _single_record(lines, path)
        if isinstance(single, bytes):
            return _replay_one(single, path, as_json=as_json)
        return _replay_lines(single or lines, path, as_json=as_json)


@contextmanager
def _open_file(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdin.buffer
        return
    if not path:
        raise _refusal("file/missing", "'' names no file")
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        raise _refusal("file/missing", f"there is no file {_name(path)}") from None
    except (OSError, ValueError) as error:
        message = f"{_name(path)} cannot be read: {reason(error)}"
        raise _refusal("file/unreadable", message) from None
    with file:
        yield file


def _number_lines(file: BinaryIO, name: str) -> Iterator[Line]:
    """Yield the lines of a file one at a time; only a line feed ends one."""
    number = 0
    while True:
        try:
            line = file.readline(RECORD_BYTES_MAX + 2)
        except OSError as error:
            message = f"{name} cannot be read: {reason(error)}"
            raise _refusal("file/unreadable", message) from None
        if not line:
            return
        number += 1
        if len(line.rstrip(b"\r\n")) > RECORD_BYTES_MAX:
            raise RulesError([too_large(f"line {number} of {name}", RECORD_BYTES_MAX)])
        yield number, line


def _single_record(lines: Iterator[Line], path: str) -> bytes | Iterator[Line]:
    """Return the one record of the lines, or all the lines if they are several.

    A first line that is JSON by itself begins JSON lines, unless it is the only one. Otherwise the
    whole text may be one record over many lines.
    """
    held: list[Line] = []
    size = 0
    begun = False
    for line in lines:
        held.append(line)
        size += len(line[1])
        if size > RECORD_BYTES_MAX:
            break
        if begun or not line[1].strip():
            continue
        begun = True
        if _is_json(line[1]):
            after = next((item for item in lines if item[1].strip()), None)
            return line[1] if after is None else chain(held, [after], lines)
    whole = b"".join(text for _, text in held)
    if size <= RECORD_BYTES_MAX and _is_json(whole):
        return whole
    if sum(bool(text.strip()) for _, text in held) > 1 and any(
        isinstance(_parse(text), dict) for _, text in held
    ):
        return chain(held, lines)
    if size > RECORD_BYTES_MAX:
        raise RulesError([too_large(_name(path), RECORD_BYTES_MAX)])
    return whole


def _is_json(text: bytes) -> bool:
    return not isinstance(_parse(text), Refusal)


def _parse(text: bytes) -> object:
    """Return the value of a text, or a refusal with the reason."""
    try:
        return parse_json(decode_utf8(text))
    except NotReadableError as error:
        return Refusal("record/malformed", str(error))


def _outcome(text: bytes) -> Outcome:
    record = _parse(text)
    if isinstance(record, Refusal):
        return record
    try:
        return replay(record)
    except RefusedError as error:
        return error.refusal


def _replay_one(text: bytes, path: str, *, as_json: bool) -> int:
    try:
        decode_utf8(text)
    except NotReadableError:
        raise _refusal("file/unreadable", f"{_name(path)} is not text in UTF-8") from None
    if not text.strip():
        raise _refusal("record/malformed", f"there is no record in {_name(path)}")
    outcome = _outcome(text)
    if isinstance(outcome, Refusal):
        raise _refusal(outcome.code, outcome.message)
    differs = outcome.difference()
    if as_json:
        print_json(_json(outcome, differs))
    else:
        for line in story(outcome.round, clause_behind):
            print(printable(line))
        if differs:
            print_error(f"the record differs: {printable(differs)} [record/differs]")
    return EXIT_NO if differs else 0


def _replay_lines(lines: Iterator[Line], path: str, *, as_json: bool) -> int:
    """Replay line by line, without keeping the lines; return the exit code."""
    code = 0
    count = 0
    for number, text in lines:
        if not text.strip():
            continue
        count += 1
        outcome = _outcome(text)
        differs = None if isinstance(outcome, Refusal) else outcome.difference()
        if as_json:
            print_json_line(_json(outcome, differs))
        else:
            print(f"{number}: {printable(_line(outcome, differs))}")
        if isinstance(outcome, Refusal):
            code = EXIT_BAD_INPUT
        elif differs and not code:
            code = EXIT_NO
    if not count:
        raise _refusal("record/malformed", f"there is no record in {_name(path)}")
    return code


def _json(outcome: Outcome, differs: str | None) -> dict[str, Any]:
    if isinstance(outcome, Refusal):
        return {"refused": {"code": outcome.code, "message": outcome.message}}
    state = outcome.round.state
    clauses = [clause_behind(state.setup, line) for line in state.settled]
    whole = outcome.complete_record() | {"clauses": clauses}
    return whole | ({"differs": differs} if differs else {})


def _line(outcome: Outcome, differs: str | None) -> str:
    if isinstance(outcome, Refusal):
        return f"refused: {outcome.message} [{outcome.code}]"
    if differs:
        return f"differs: {differs}"
    nets = ", ".join(f"seat {seat} {net:+}" for seat, net in outcome.result()["net"].items())
    name = shorten(str(outcome.given.get("name", outcome.given["game"])), _NAME_SHOWN_MAX)
    return f"ok: {name}: {nets}"


_NAME_SHOWN_MAX = 200


def _name(path: str) -> str:
    return "standard input" if path == "-" else quote_path(Path(path))


def _refusal(code: str, message: str) -> RulesError:
    return refusal(code, message, "file" if code.startswith("file/") else "")
