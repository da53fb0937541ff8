"""The commands of `docs/guides/operations.md` are run, in its order, on books that were played.

A command that starts a server is read, with every option and file of it, and stops at a wrong port.
"""

from __future__ import annotations

import re
import shlex
import shutil
from datetime import date
from pathlib import Path

import pytest

from tests.cli.conftest import Run, called
from tests.pit.small_floor import play_floor
from tests.release.test_deploy import ROOT, is_understood

__all__ = ["called"]

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "operations.md"
COMMAND = re.compile(
    r"^    (pitboss (?:floor|replay|doctor)\b[^#\n]*)|`(pitboss floor [^`]*)`", re.MULTILINE
)
AT_A_TERMINAL = ("pitboss floor user",)
"""They ask for a password, or print a link for somebody: tests/cli has them."""


def commands() -> list[str]:
    """Return what the page says to type about the books, in its order."""
    texts = [own or inline for own, inline in COMMAND.findall(PAGE.read_text(encoding="utf-8"))]
    return [text.strip() for text in texts if not text.startswith(AT_A_TERMINAL)]


SERVE = re.compile(r"^    pitboss (serve\b.*)$", re.MULTILINE)
NAMED = re.compile(r"^```toml (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVED = ("guides/operations.md", "guides/operator-guide.md", "tutorials/run-a-floor.md")


@pytest.mark.parametrize("name", SERVED)
def test_every_server_of_a_page_would_start(
    name: str, called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    lines = SERVE.findall(text)
    assert lines
    for name_of_file, body in NAMED.findall(text):
        (tmp_path / name_of_file).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path if any(tmp_path.iterdir()) else ROOT)
    assert [line for line in lines if not is_understood(called, shlex.split(line))] == []


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with books and key file as a server keeps them, and a place for copies."""
    own = tmp_path / "pitboss"
    for folder in (own, tmp_path / "backup", tmp_path / "witness"):
        folder.mkdir()
    for file in play_floor(tmp_path):
        shutil.move(file, own / file.name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_of_the_page_does_what_it_says(called: Run, house: Path) -> None:
    today = str(date.today())  # noqa: DTZ011 - as a shell's `date` says it
    typed = commands()
    assert len({*typed}) >= 12
    witness = house / "witness" / "checkpoints.jsonl"
    key = house / "pitboss" / "server.key"
    called("floor", "export", "--what", "checkpoints", "--out", str(witness))  # of the day before
    failed = []
    for line in typed:
        words = line.replace("$(date +%F)", today).replace("/backup", str(house / "backup"))
        words = words.replace("/witness", str(house / "witness"))
        words = words.replace("--table 7", "--table 3").replace(" 7/12", " 3/1")
        words = words.replace("FILE", str(house / "backup" / f"floor-{today}.db"))
        if "restore" in words and not Path(words.split()[3] + ".key").exists():
            shutil.copy(key, words.split()[3] + ".key")
        done = called(*shlex.split(words)[1:])
        if done.returncode:
            failed.append((line, done.stdout[-300:], done.stderr[-300:]))
    assert failed == []
    assert (house / "backup" / f"floor-{today}.db").is_file()
    assert (house / "before-upgrade.db").is_file()
