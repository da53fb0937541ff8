"""Install the packages of a requirements file, and show the progress.

Usage: python tools/set_up.py requirements/base.txt
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_PINNED = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)
_STEP = re.compile(r"^(?:Collecting|Requirement already satisfied:) ([\w.-]+)")
_LAST = "Installing collected packages"


def main(arguments: list[str]) -> int:
    """Install the packages of a file; return pip's exit code, and print pip's output on failure."""
    (file,) = arguments
    packages = len(_PINNED.findall(Path(file).read_text(encoding="utf-8")))
    pip = (sys.executable, "-m", "pip", "--require-virtualenv", "--disable-pip-version-check")
    command = [*pip, "install", "--progress-bar", "off", "--require-hashes", "-r", file]
    lines: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        for step in steps(_kept(process.stdout, lines), packages):
            _show(step)
    if process.returncode:
        print("\n" + "".join(lines[-20:]), file=sys.stderr)
    elif sys.stdout.isatty():
        print()
    return process.returncode


def steps(lines: Iterable[str], packages: int) -> Iterator[str]:
    """Yield the progress to show for the lines that pip prints.

    >>> [*steps(["Collecting rich==14.0", "Downloading", "Installing collected packages: a"], 2)]
    ['1 of 2 packages: rich', 'unpacking 1 packages, the longest step']
    """
    done = 0
    for line in lines:
        if match := _STEP.match(line):
            done += 1
            yield f"{min(done, packages)} of {packages} packages: {match[1]}"
        elif line.startswith(_LAST):
            yield f"unpacking {done} packages, the longest step"


def _kept(lines: Iterable[str], kept: list[str]) -> Iterator[str]:
    for line in lines:
        kept.append(line)
        yield line


def _show(step: str) -> None:
    """Show a step in place of the one before; without a terminal, on a line of its own."""
    if sys.stdout.isatty():
        print(f"\r  {step:<60}", end="", flush=True)
    else:
        print(f"  {step}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
