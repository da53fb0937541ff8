"""What only some systems have is asked for in few places, and done without where it is missing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
MODULES = {"fcntl", "grp", "msvcrt", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
ATTRIBUTES = {
    "os": {
        "fork",
        "geteuid",
        "getuid",
        "getpgid",
        "killpg",
        "mkfifo",
        "sched_getaffinity",
        "setsid",
    },
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "pthread_kill"},
}
PLACES = {
    "compiled/kept_code.py": {"fcntl"},  # no compiled code is kept where it is missing
    "server/connections.py": {"resource"},  # the limit of open files stays as it is
    "server/supervisor.py": {"SIGHUP"},  # `serve --workers` is refused on Windows
    "rulebook/cache_folder.py": {"geteuid"},  # a profile folder of Windows is its user's
    "simulator/pools.py": {"sched_getaffinity"},  # all processors are counted
}
"""Module -> what it uses of some systems alone; how it does without is beside it."""
HIDE = f"""
import importlib.abc, os, signal, sys
class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in {MODULES!r}:
            raise ModuleNotFoundError(name, name=name)
for name in {MODULES!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
import platform
platform.machine = lambda: "arm64"
for name in {sorted(ATTRIBUTES["os"])!r}:
    vars(os).pop(name, None)
for name in {sorted(ATTRIBUTES["signal"] - {"SIGKILL"})!r}:
    vars(signal).pop(name, None)
from pitboss.cli.main import main
main()
"""
"""Starts the program as a system has it that has none of these."""


def _used(path: Path) -> set[str]:
    """Return what a module uses that only some systems have."""
    used = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            used |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom):
            used |= {str(node.module)} & MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used |= {node.attr} & ATTRIBUTES.get(node.value.id, set())
    return used


def test_what_only_some_systems_have_is_used_in_these_places_alone() -> None:
    found = defaultdict(set)
    for path in sorted(SOURCE.rglob("*.py")):
        if used := _used(path):
            found[path.relative_to(SOURCE).as_posix()] = used
    assert found == PLACES


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "examples/wa-spanish-21.toml"], "allowed by the rules of wa/spanish-21"),
        (["replay", "examples/rounds/double-rescue.json"], "result  seat 1 -$20.00"),
        (["odds", "wa/spanish-21", "--wager", "match-up"], "3.0555%"),
        # Here numba keeps what it compiles, and there is nothing kept at first.
        pytest.param(["solve", "reference/blackjack"], "0.6154%", marks=pytest.mark.nightly),
        pytest.param(
            ["simulate", "reference/blackjack", "--rounds", "2000", "--seed", "1"],
            "2,000",
            marks=pytest.mark.nightly,
        ),
    ],
    ids=lambda it: it[0] if isinstance(it, list) else "",
)
def test_a_system_without_any_of_them_answers_the_same(
    words: list[str], said: str, tmp_path: Path
) -> None:
    """Goal: what Linux alone can try of Windows. The workflow tries the real one."""
    done = subprocess.run(
        [sys.executable, "-c", HIDE, *words],
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)} if words[0] == "check" else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert "Traceback" not in done.stderr
