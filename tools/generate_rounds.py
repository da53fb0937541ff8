"""Write src/pitboss/simulator/emitted: the code that machines run, from the programs of rounds.

Usage: python -m tools.generate_rounds            write the files
       python -m tools.generate_rounds --check    exit 1 if one is stale
       python -m tools.generate_rounds --checked FOLDER
                                                  write the forms with assertions there, to debug
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from pitboss.rulebook.model import RoundKind
from pitboss.simulator import emitted
from pitboss.simulator.rounds.kinds import PROGRAMS
from tools.rounds.emit_cuda import emit_cuda
from tools.rounds.emit_lanes import emit_lanes
from tools.rounds.emit_scalar import emit_scalar

ROOT = Path(__file__).resolve().parent.parent
THREADS = (RoundKind.PAI_JACK, RoundKind.WILD_POKER, RoundKind.SWITCH)
"""Kinds whose threads are made of their programs; those of the others are written by hand."""
FOLDER = Path(emitted.__file__).parent
"""Beside the programs, wherever the package was imported from."""


def emitted_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every file."""
    for kind, program in PROGRAMS.items():
        name = program.path.stem
        if program.tables is not None:
            yield f"{name}_table.py", format_code(emit_scalar(program))
        if program.lanes is not None:
            yield f"{name}_lanes.py", format_code(emit_lanes(program))
        if kind in THREADS:
            yield f"{name}_cuda.py", format_code(emit_cuda(program))


def format_code(text: str) -> str:
    """Return code with its imports sorted and its lines as ruff would have them."""
    for command in ("check --fix-only -q --select I,F401 -", "format -q -"):
        name = f"--stdin-filename={ROOT / 'src' / 'round.py'}"  # by which ruff finds its settings
        ruff = [sys.executable, "-m", "ruff", *command.split(), name]
        done = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True)
        text = done.stdout
    return text


def main() -> None:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--checked", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.checked:
        for program in PROGRAMS.values():
            if program.tables is not None:
                text = format_code(emit_scalar(program, checked=True))
                (options.checked / f"{program.path.stem}_checked.py").write_text(text)
        return
    stale = []
    for name, text in emitted_files():
        path = FOLDER / name
        if not path.exists() or path.read_text() != text:
            stale.append(name)
            if not options.check:
                path.write_text(text)
                print(f"{name}: written")
    if options.check and stale:
        sys.exit(f"{', '.join(stale)}: stale; run python -m tools.generate_rounds")


if __name__ == "__main__":
    main()
