"""`pitboss replay`: play records again, complete them, or say where they differ."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.cli.output import EXIT_BAD_INPUT, EXIT_NO, print_json, refuse
from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.record import Replay, replay
from pitboss.rulebook.house import read_text
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.history import story

Outcome = Replay | Refusal


def replay_file(path: str, *, as_json: bool) -> None:
    """Replay one record, or every record of a file of JSON lines."""
    text = _read(path, as_json=as_json)
    single = _single_record(text, path)
    if single is not None:
        outcome = _outcome(single)
        if isinstance(outcome, Refusal):
            refuse([_problem(outcome)], as_json=as_json)
        _print_one(outcome, as_json=as_json)
        raise SystemExit(EXIT_NO if _differs(outcome) else 0)
    outcomes = list(_many(text, as_json=as_json))
    if any(isinstance(outcome, Refusal) for outcome in outcomes):
        raise SystemExit(EXIT_BAD_INPUT)
    raise SystemExit(EXIT_NO if any(map(_differs, outcomes)) else 0)


def _read(path: str, *, as_json: bool) -> str:
    if path == "-":
        try:
            return sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError:
            message = "standard input is not text in UTF-8"
            refuse([Problem(code="file/unreadable", key="", message=message)], as_json=as_json)
    try:
        return read_text(Path(path))
    except RulesError as error:
        refuse(error.problems, as_json=as_json)


def _single_record(text: str, path: str) -> object | None:
    """The one record a text is; None where it is JSON lines."""
    if path.endswith(".jsonl"):
        return None
    record = _parsed(text)
    if not isinstance(record, _Unreadable):
        return record
    lines = [line for line in text.splitlines() if line.strip()]
    several = len(lines) > 1 and any(isinstance(_parsed(line), dict) for line in lines)
    return None if several else record


def _parsed(text: str) -> object:
    """Numbers with a point are money: their digits are kept, never a binary fraction."""
    try:
        return json.loads(text, parse_float=str) or {}
    except (ValueError, RecursionError):
        return _Unreadable()


class _Unreadable:
    """Something that is no JSON: refused as malformed when it is replayed."""


def _outcome(record: object) -> Outcome:
    if isinstance(record, _Unreadable):
        return Refusal("record/malformed", "this is not JSON")
    try:
        return replay(record)
    except RefusedError as error:
        return error.refusal


def _many(text: str, *, as_json: bool) -> Iterator[Outcome]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        outcome = _outcome(_parsed(line))
        if as_json:
            print(json.dumps(_json(outcome), ensure_ascii=False))
        else:
            print(f"{number}: {_line(outcome)}")
        yield outcome


def _json(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, Refusal):
        return {"refused": {"code": outcome.code, "message": outcome.message}}
    differs = outcome.difference()
    return outcome.completed() | ({"differs": differs} if differs else {})


def _line(outcome: Outcome) -> str:
    if isinstance(outcome, Refusal):
        return f"refused: {outcome.message} [{outcome.code}]"
    if differs := outcome.difference():
        return f"differs: {differs}"
    nets = ", ".join(f"seat {seat} {net:+}" for seat, net in outcome.result()["net"].items())
    return f"ok: {outcome.given.get('name', outcome.given['game'])}: {nets}"


def _differs(outcome: Outcome) -> bool:
    return isinstance(outcome, Replay) and outcome.difference() is not None


def _print_one(outcome: Replay, *, as_json: bool) -> None:
    if as_json:
        print_json(_json(outcome))
        return
    for line in story(outcome.round):
        print(line)
    if differs := outcome.difference():
        print(f"pitboss: the record differs: {differs} [record/differs]", file=sys.stderr)


def _problem(refusal: Refusal) -> Problem:
    return Problem(code=refusal.code, key="", message=refusal.message)
