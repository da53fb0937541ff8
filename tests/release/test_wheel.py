"""The archives are built and checked, and the wheel is used where only its dependencies are.

`make release` does the same with packages from an index. Here they are those of this environment:
links to the distributions that the base needs, and to none that is an extra or a development tool.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pitboss.version import __version__
from tools.release import (
    FILES,
    ROOT,
    SDIST,
    WHEEL,
    bare_environment,
    build,
    build_source,
    missing,
    missing_in_source,
    use,
)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive, and the wheel that was built from it alone."""
    folder = tmp_path_factory.mktemp("release") / "dist"
    build(folder)
    return folder


def base_packages() -> Iterator[Distribution]:
    """Yield the distributions that the base of Pitboss needs, and those that they need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    seen = set[str]()
    while waiting:
        needed = waiting.pop()
        name = canonicalize_name(needed.name)
        extras = needed.extras or {""}
        if name in seen:
            continue
        seen.add(name)
        package = distribution(name)
        yield package
        further = map(Requirement, package.requires or ())
        waiting += [
            requirement
            for requirement in further
            if requirement.marker is None
            or any(requirement.marker.evaluate({"extra": extra}) for extra in extras)
        ]


def link_packages(target: Path) -> None:
    """Put links to the packages of the base into the folder of an environment."""
    for package in base_packages():
        tops = {file.parts[0] for file in package.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            link = target / top
            if not link.exists():
                link.symlink_to(Path(str(package.locate_file(top))))


def test_nothing_is_missing_in_the_source_archive(tmp_path: Path) -> None:
    build_source(tmp_path / "dist")
    assert [path.name for path in (tmp_path / "dist").iterdir()] == [SDIST]
    assert list(missing_in_source(tmp_path / "dist")) == []


# A wheel builds the manual, as `web/test_site.py` does by day.
@pytest.mark.nightly
def test_nothing_is_missing_in_the_archives(dist: Path) -> None:
    assert sorted(path.name for path in dist.iterdir()) == sorted((WHEEL, SDIST, FILES))
    assert list(missing(dist)) == []


# The same, twice.
@pytest.mark.nightly
def test_two_builds_are_equal_to_the_byte(dist: Path, tmp_path: Path) -> None:
    build(tmp_path / "again")
    for name in (WHEEL, SDIST, FILES):
        assert (dist / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_two_source_archives_are_equal_to_the_byte(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        build_source(tmp_path / folder)
    one, two = ((tmp_path / folder / SDIST).read_bytes() for folder in ("one", "two"))
    assert one == two


# `make release` uses the wheel as well.
@pytest.mark.nightly
def test_the_wheel_works_where_nothing_else_is(
    dist: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "venv"
    venv.create(place, with_pip=False)
    (packages,) = place.glob("lib/python*/site-packages")
    link_packages(packages)
    uv = [sys.executable, "-m", "uv", "pip"]
    python = ["--python", str(place / "bin" / "python"), "--offline", "--quiet"]
    subprocess.run([*uv, "install", *python, "--no-deps", str(dist / WHEEL)], check=True)
    use(tmp_path, bare_environment(tmp_path))
    shown = capfd.readouterr().out
    assert "All is well." in shown
    assert "files are as they were released, by the record of its installation" in shown
    assert f"ok  pitboss          {__version__}, in {packages / 'pitboss'}" in shown
    assert "result  seat 1 " in shown
    assert "/docs/: 200" in shown
    assert (tmp_path / "posting.pdf").read_bytes().startswith(b"%PDF")
    by_list = ["pitboss", "doctor", "--manifest", str(dist / FILES), "--json"]
    environment = bare_environment(tmp_path)
    assert subprocess.run(by_list, env=environment, check=False).returncode == 0
    (packages / "pitboss" / "exact" / "odds" / "__init__.py").open("a").write("# changed")
    for check in (by_list, ["pitboss", "doctor", "--verify"]):
        assert subprocess.run(check, env=environment, check=False).returncode == 1
