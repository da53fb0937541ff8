"""What a missing extra is offered with: a command that works."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from pitboss.rulebook.extras import EXTRAS, install_command

ROOT = Path(__file__).parents[2]


def test_requirements_are_those_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = package["optional-dependencies"]
    # Where there is none of it, it is not asked for: that is pip's to read.
    requirements = {
        name: [text.partition(";")[0] for text in needed] for name, needed in extras.items()
    }
    assert {name: [*extra.requirements] for name, extra in EXTRAS.items()} == requirements


def test_the_command_runs_the_pip_of_this_python_and_needs_no_package_of_ours() -> None:
    """Without an index, pip is content only if the requirement is one that it understands."""
    words = shlex.split(install_command("report"))
    assert words[0] == sys.executable
    done = subprocess.run([*words, "--no-index"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "already satisfied: typst" in done.stdout
