"""One reader under Atheris, in a process of its own: `tools.hunt` starts it.

    python -m tools.hunt_reader record CORPUS -max_total_time=60

What the readers import is instrumented, so libFuzzer keeps every input that runs something new and
goes on from there. A reader may refuse its input with a code; anything else that it raises ends the
process, with the input in a file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import atheris

with atheris.instrument_imports(
    include=[
        "tomllib",
        "pitboss.cards",
        "pitboss.engine",
        "pitboss.fair",
        "pitboss.rulebook",
        "pitboss.server.live",
        "pitboss.server.requests",
    ]
):
    import msgspec

    from pitboss.engine.actions import RefusedError
    from pitboss.engine.record import replay
    from pitboss.engine.setup import prepare
    from pitboss.fair.reveal import read_reveal
    from pitboss.rulebook.check import problems
    from pitboss.rulebook.house import parse_house
    from pitboss.rulebook.problems import RulesError
    from pitboss.rulebook.reading.library import game_of_file
    from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, dump_json, parse_json
    from pitboss.server.app import complete_table
    from pitboss.server.live.commands import make_command
    from pitboss.server.live.socket import Frame
    from pitboss.server.live.wire import REQUESTS
    from pitboss.server.requests.endpoint import explain
    from pitboss.server.requests.errors import ApiError

from tools.fuzz_kinds.outcome import FuzzError, check_refusal

FOLDER: Final = TemporaryDirectory(prefix="pitboss-hunt-")
BODIES: Final = sorted({route.body for route in complete_table() if route.body}, key=repr)


def read_record(data: bytes) -> None:
    """Replay a record; one that is played replays to itself."""
    played = replay(parse_json(decode_utf8(data)))
    completed = played.complete_record() | played.result()
    again = replay(parse_json(dump_json(completed)))
    if (difference := again.difference()) is not None:
        raise FuzzError(f"differs from itself: {difference}")


def read_house(data: bytes) -> None:
    """Check a house; one that is approved opens."""
    house = parse_house(decode_utf8(data))
    if not problems(house):
        prepare(house)


def read_own_game(data: bytes) -> None:
    """Read the file of a game."""
    path = Path(FOLDER.name) / "own.toml"
    path.write_bytes(data)
    game_of_file(path)


def read_frame(data: bytes) -> None:
    """Read what a client sends over the WebSocket, up to the command for its table."""
    try:
        frame = msgspec.json.decode(data.decode("utf-8", "replace"), type=Frame)
        body = msgspec.json.decode(frame.d, type=REQUESTS[frame.t]) if frame.t in REQUESTS else None
    except (msgspec.DecodeError, RecursionError):
        return
    if body is not None:
        make_command(body, "ann")


def read_body(data: bytes) -> None:
    """Read a body of a request, of the route that the first byte chooses."""
    kind = BODIES[data[0] % len(BODIES)] if data else BODIES[0]
    try:
        msgspec.json.decode(data[1:], type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        explain(error, kind)


def read_shoe(data: bytes) -> None:
    """Read a revealed shoe, and verify it."""
    try:
        shoe = read_reveal(data.decode("utf-8", "replace"))
    except ValueError:
        return
    shoe.problem()


READERS: Final[dict[str, Callable[[bytes], None]]] = {
    "record": read_record,
    "house": read_house,
    "own-game": read_own_game,
    "frame": read_frame,
    "body": read_body,
    "shoe": read_shoe,
}


def run(name: str, data: bytes) -> None:
    """Run one input; raise what a user would see as a traceback."""
    try:
        READERS[name](data)
    except RulesError as error:
        check_refusal([(problem.code, problem.message) for problem in error.problems])
    except (RefusedError, ApiError) as error:
        check_refusal([(error.refusal.code, error.refusal.message)])
    except NotReadableError as error:
        check_refusal([("text/not-readable", str(error))])


def main() -> None:
    """Run a reader under libFuzzer, or with the one input of a file."""
    name, *arguments = sys.argv[1:]
    atheris.Setup([sys.argv[0], *arguments], lambda data: run(name, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
