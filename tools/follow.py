"""Follow a page from top to bottom in an empty folder, as its reader does.

A named code block is written as a file. A console block holds commands and their output; a line
that begins with `> ` is input that the reader types.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tools.shown import shorten

Run = Callable[[Sequence[str], str], tuple[str, int]]
"""Runs `pitboss` with arguments and what is typed; returns what it prints and its exit code."""

FOLLOWED: Final = ("tutorials", "how-to")
"""The folders of docs/ whose pages are followed. The commands of other pages run in the clone."""

_BLOCK: Final = re.compile(
    r"^(?P<head>```(?P<language>\w+)(?: (?P<name>[\w./-]+))?)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_TYPED: Final = re.compile(r"^> (.*\n)", re.MULTILINE)


class Walk:
    """A folder in which a page is followed, and its exported variables."""

    def __init__(self, folder: Path, run: Run, environment: dict[str, str]) -> None:
        self.folder = folder
        self.run = run
        self.environment = environment
        """Where `export` puts a variable."""
        self.exit_code = 0

    def follow(self, text: str) -> str:
        """Carry out a page; return it with the real output below every command."""
        return _BLOCK.sub(self._block, text)

    def _block(self, block: re.Match[str]) -> str:
        head = block["head"]
        body = block["body"]
        if block["language"] == "console":
            lines = "".join(f"{line}\n" for line in self._session(body.splitlines()))
            return f"{head}\n{lines}```"
        if block["name"]:
            path = self.folder / block["name"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        return block[0]

    def _session(self, lines: Sequence[str]) -> Iterator[str]:
        starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        assert starts[:1] == [0], "a console block begins with a command"
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            shown = lines[start + 1 : end]
            yield lines[start]
            yield from shorten(self._obey(lines[start].removeprefix("$ "), shown), shown)

    def _obey(self, command: str, shown: Sequence[str]) -> list[str]:
        """Run a command; return the lines that it prints."""
        words, _, target = command.partition(" > ")
        program, *arguments = shlex.split(words)
        typed = "".join(_TYPED.findall("".join(f"{line}\n" for line in shown)))
        match program:
            case "pitboss":
                # Cores play what a graphics card would, and their counts are the same.
                here = ["cpu" if word == "cuda" else word for word in arguments]
                output, self.exit_code = self.run(here, typed)
            case "python":
                output, self.exit_code = self._python(arguments)
            case "cat":
                output = (self.folder / arguments[0]).read_text(encoding="utf-8")
            case "echo" if arguments == ["$?"]:
                output = str(self.exit_code)
            case "export":
                name, _, value = arguments[0].partition("=")
                self.environment[name] = str(self.folder / value)
                output = ""
            case _:
                raise ValueError(f"a page cannot run {program!r}")
        if target:
            (self.folder / target).write_text(output, encoding="utf-8")
            return []
        return [line.rstrip() for line in output.splitlines()]

    def _python(self, arguments: Sequence[str]) -> tuple[str, int]:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return done.stdout, done.returncode


def pages(docs: Path) -> list[Path]:
    """Return the pages of docs/ to follow."""
    return [path for folder in FOLLOWED for path in sorted((docs / folder).glob("*.md"))]
