"""A program of a user passes the strictest type checkers, and runs: `py.typed` keeps its word."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).parent / "user_project" / "program.py"
MISTAKES = PROGRAM.read_text(encoding="utf-8").count("# type: ignore[")


def run(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder of the user's own, outside the tree of Pitboss."""
    shutil.copy(PROGRAM, tmp_path)
    return tmp_path


def test_the_program_runs(project: Path) -> None:
    done = run(sys.executable, PROGRAM.name, folder=project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-4:] == [
        "['option/invalid']",
        "RulesError",
        "TypeError",
        "AttributeError",
    ]


def test_mypy_passes_it_and_finds_each_mistake(project: Path) -> None:
    """Goal: as strict as it can be, so an ignored mistake that is none would be an error too."""
    (project / "mypy.ini").write_text("[mypy]\nstrict = True\n", encoding="utf-8")
    done = run(sys.executable, "-m", "mypy", PROGRAM.name, folder=project)
    assert done.returncode == 0, done.stdout
    text = PROGRAM.read_text(encoding="utf-8")
    (project / PROGRAM.name).write_text(text.replace("# type: ignore[", "# ["), encoding="utf-8")
    done = run(sys.executable, "-m", "mypy", PROGRAM.name, folder=project)
    assert f"Found {MISTAKES} errors" in done.stdout


@pytest.mark.nightly
def test_pyright_passes_it_and_finds_each_mistake(project: Path) -> None:
    """Installed by itself for this test, with the Node that it brings."""
    uv = Path(sys.executable).with_name("uv")
    venv = project / "venv"
    for words in (("venv", "--python", sys.executable, venv), ("pip", "install", "basedpyright")):
        environment = {**os.environ, "VIRTUAL_ENV": str(venv)}
        subprocess.run([uv, *words, "--quiet"], cwd=project, env=environment, check=True)
    settings = '[tool.basedpyright]\ntypeCheckingMode = "strict"\nenableTypeIgnoreComments = {}\n'
    checker = (venv / "bin" / "basedpyright", "--pythonpath", sys.executable, PROGRAM.name)
    (project / "pyproject.toml").write_text(settings.format("true"), encoding="utf-8")
    assert "0 errors" in run(*checker, folder=project).stdout
    (project / "pyproject.toml").write_text(settings.format("false"), encoding="utf-8")
    found = run(*checker, folder=project).stdout
    for number, line in enumerate(PROGRAM.read_text(encoding="utf-8").splitlines(), start=1):
        assert (f"{PROGRAM.name}:{number}:" in found) == ("# type: ignore[" in line), line
