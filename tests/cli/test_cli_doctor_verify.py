"""`pitboss doctor --verify` compares the installed files with the release, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli.commands import doctor, installed_files
from tests.cli.conftest import Run


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package of three files, one of which Python made itself."""
    folder = tmp_path / "site-packages" / "pitboss"
    (folder / "exact" / "__pycache__").mkdir(parents=True)
    for name in ("__init__.py", "exact/odds.py", "exact/__pycache__/odds.pyc"):
        (folder / name).write_text(name)
    monkeypatch.setattr(installed_files, "files", lambda _: folder)
    return folder


def listed(package: Path) -> Mapping[str, str]:
    return {
        f"pitboss/{path.relative_to(package).as_posix()}": sha256(path.read_bytes()).hexdigest()
        for path in package.rglob("*.py")
    }


def manifest(package: Path, folder: Path) -> Path:
    file = folder / "files.sha256"
    file.write_text("".join(f"{digest}  {name}\n" for name, digest in listed(package).items()))
    return file


def test_what_is_as_released_is_said_so_by_either_list(
    called: Run, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = listed(package)
    monkeypatch.setattr(doctor, "installed", lambda: hashes)
    for words in (["--verify"], ["--manifest", str(manifest(package, tmp_path))]):
        done = called("doctor", *words)
        assert done.returncode == 0, done.stdout
        assert "2 files are as they were released" in done.stdout


def test_a_file_that_is_changed_missing_or_added_is_named(
    called: Run, package: Path, tmp_path: Path
) -> None:
    file = manifest(package, tmp_path)
    (package / "__init__.py").write_text("import os")
    (package / "exact" / "odds.py").unlink()
    (package / "exact" / "more.py").write_text("")
    done = called("doctor", "--manifest", str(file), "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["ok"]) == (1, False)
    assert [finding["words"] for finding in answer["findings"]] == [
        "pitboss/__init__.py is not as it was released",
        "pitboss/exact/odds.py is missing",
        "pitboss/exact/more.py belongs to no release",
    ]


def test_a_record_that_was_changed_with_the_file_does_not_help(
    called: Run, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = manifest(package, tmp_path)
    (package / "__init__.py").write_text("import os")
    hashes = listed(package)
    monkeypatch.setattr(doctor, "installed", lambda: hashes)
    assert called("doctor", "--verify").returncode == 0, "the record says what is there"
    assert called("doctor", "--manifest", str(file)).returncode == 1


def test_a_working_copy_and_a_file_that_is_no_list_are_told_so(called: Run, tmp_path: Path) -> None:
    done = called("doctor", "--verify")
    assert done.returncode == 1
    assert "a working copy" in done.stdout
    for text in ("", "something else\n"):
        (tmp_path / "list").write_text(text)
        done = called("doctor", "--manifest", str(tmp_path / "list"))
        assert done.returncode == 2
        assert "[file/malformed]" in done.stderr
    assert "[file/missing]" in called("doctor", "--manifest", str(tmp_path / "none")).stderr
