"""Write the golden files of the table engine again: `tests/perft/*.perft` and the playthroughs.

Also `tests/server/aloud.txt`: the playthroughs as a screen reader speaks them. A perft file is
written only if the search of the engine's tree and the second implementation agree to the last node
and fraction. A person reviews the diff.

Usage: python -m tools.regenerate              write them all
       python -m tools.regenerate FILE ...     write only these
       python -m tools.regenerate --check      write nothing; exit 1, naming every stale file
"""

import argparse
import sys
from itertools import zip_longest
from pathlib import Path

from tests.perft import golden
from tests.playthroughs import transcript
from tests.server import aloud

ROOT = Path(__file__).resolve().parent.parent


class DisagreementError(Exception):
    """The two implementations differ, so no result may be written."""


def perft(path: Path) -> str:
    """Return a perft file with everything counted and valued again, by both implementations."""
    answers = {}
    for block in golden.blocks(path):
        answers[block.id] = block.answers()
        for engine, second in zip_longest(golden.both_say(answers[block.id]), block.confirm()):
            if engine != second:
                message = (
                    f"{path.name}, {block.id}: the engine has {engine!r}, the second {second!r}"
                )
                raise DisagreementError(message)
    return golden.write_answers(path, answers)


def right(path: Path) -> str:
    """Return the right content of a golden file."""
    if path == aloud.PATH:
        return aloud.heard()
    return perft(path) if path.suffix == ".perft" else transcript.transcript(path)


def main(arguments: list[str]) -> int:
    """Write or check the files; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    stale = 0
    every = [*golden.paths(), *transcript.paths(), aloud.PATH]
    for path in [file.resolve() for file in options.files] or every:
        try:
            text = right(path)
        except DisagreementError as error:
            print(error, file=sys.stderr)
            return 1
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        print(f"{path.relative_to(ROOT)} {'is stale' if options.check else 'written'}")
        if not options.check:
            path.write_text(text, encoding="utf-8")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
