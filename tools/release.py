"""Build the release, check its contents, and try it in an empty environment.

python -m tools.release           build dist/, check it, and try the wheel
python -m tools.release --build   build dist/ only

The wheel is tried in an environment with only its own requirements and an empty home folder:
`pitboss doctor`, a hand at the terminal, and a server that answers with its pages.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.request import urlopen

from pitboss.version import __version__

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
WHEEL: Final = f"pitboss-{__version__}-py3-none-any.whl"
SDIST: Final = f"pitboss-{__version__}.tar.gz"
FILES: Final = f"pitboss-{__version__}-files.sha256"
"""The SHA-256 of every file of the wheel: `pitboss doctor --manifest` compares with it."""
BILL: Final = f"pitboss-{__version__}.dist-info/sboms/pitboss.cdx.json"
"""Where the wheel has its bill of materials (PEP 770)."""
PAGES: Final = ("/", "/lab", "/docs/", "/api/1/games", "/ready", "/verify")
"""What a server must answer."""
BUILT: Final = ("pitboss/server/static/index.html", "pitboss/server/site/index.html")
"""What is built and not written: the page and the manual."""
START_SECONDS: Final = 60


def main() -> int:
    """Run the command; return 1 if the release is not fit to publish."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", action="store_true", help="build and stop there")
    wanted = parser.parse_args()
    build(DIST)
    if wanted.build:
        return 0
    problems = [*missing(DIST)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    with tempfile.TemporaryDirectory(prefix="pitboss-release-") as folder:
        try_out(DIST / WHEEL, Path(folder))
    print(f"Pitboss {__version__} is fit to be released: {DIST}")
    return 0


def build(target: Path) -> None:
    """Build the source archive, and the wheel from that archive alone."""
    build_source(target)
    with tempfile.TemporaryDirectory(prefix="pitboss-build-") as folder:
        with tarfile.open(target / SDIST) as archive:
            archive.extractall(folder, filter="data")
        source = Path(folder) / SDIST.removesuffix(".tar.gz")
        _python("-m", "hatchling", "build", "-t", "wheel", "-d", str(target), cwd=source)
    (target / FILES).write_text(list_files(target / WHEEL), encoding="utf-8")


def list_files(wheel: Path) -> str:
    """Return the SHA-256 of every file of a wheel's package, in the lines of `sha256sum`."""
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("pitboss/"))
        lines = [f"{sha256(archive.read(name)).hexdigest()}  {name}\n" for name in names]
    return "".join(lines)


def build_source(target: Path) -> None:
    """Build the source archive."""
    shutil.rmtree(target, ignore_errors=True)
    _python("-m", "hatchling", "build", "-t", "sdist", "-d", str(target), cwd=ROOT)


def missing(target: Path) -> Iterator[str]:
    """Return the missing and the unwanted files of the archives."""
    yield from missing_in_wheel(target)
    yield from missing_in_source(target)


def missing_in_wheel(target: Path) -> Iterator[str]:
    """Return the missing and the unwanted files of the wheel."""
    kept = _git_files()
    with zipfile.ZipFile(target / WHEEL) as wheel:
        if BILL not in wheel.namelist():
            yield f"the wheel has no {BILL}"
        there = {name for name in wheel.namelist() if ".dist-info/" not in name}
    package = {path.removeprefix("src/") for path in kept if path.startswith("src/pitboss/")}
    examples = {f"pitboss/{path}" for path in kept if path.startswith("examples/")}
    yield from _named("the wheel has no", {*package, *examples, *BUILT} - there)
    made = tuple(str(PurePosixPath(path).parent) + "/" for path in BUILT)
    yield from _named("the wheel has", _not_under(there - package - examples, made))


def missing_in_source(target: Path) -> Iterator[str]:
    """Return the missing files of the source archive."""
    kept = _git_files()
    with tarfile.open(target / SDIST) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    roots = ("src/", "tests/", "tools/", "docs/", "examples/", "requirements/", "web/", "deploy/")
    yield from _named(
        "the archive has no", {path for path in kept if path.startswith(roots)} - inside
    )


def _not_under(names: Iterable[str], folders: tuple[str, ...]) -> set[str]:
    return {name for name in names if not name.startswith(folders)}


def _named(words: str, names: set[str]) -> Iterator[str]:
    return (f"{words} {name}" for name in sorted(names))


def try_out(wheel: Path, folder: Path) -> None:
    """Install a wheel into an empty environment and use it; raise if something fails."""
    print("Installing the wheel into an empty environment ...", flush=True)
    venv.create(folder / "venv", with_pip=True)
    environment = bare_environment(folder)
    pip = ("python", "-m", "pip", "install", "-q", "--disable-pip-version-check")
    _run([*pip, str(wheel)], folder, environment)
    use(folder, environment)


def bare_environment(folder: Path) -> dict[str, str]:
    """Return environment variables for a folder with a virtual environment and no more."""
    bare = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG"))
    }
    return bare | {
        "HOME": str(folder),
        "PATH": f"{folder / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }


def use(folder: Path, environment: dict[str, str]) -> None:
    """Use an installed Pitboss: doctor, completion, a table, a hand, a server and its pages."""
    _run(["pitboss", "doctor"], folder, environment)
    _run(["pitboss", "doctor", "--verify"], folder, environment)
    _run(["pitboss", "completion", "bash"], folder, environment, quiet=True)
    _run(["pitboss", "new", "co/free-bet", "--yes", "--out", "table.toml"], folder, environment)
    _run(
        ["pitboss", "print", "table.toml", "--what", "posting", "--out", "posting.pdf"],
        folder,
        environment,
    )
    hand = ["pitboss", "play", "reference/blackjack", "--seed", "7", "--rounds", "1"]
    _run(hand, folder, environment, typed="bet 10\nstand\n")
    with serving(["pitboss", "serve", "--port", "0", "--no-browser"], folder, environment) as url:
        for page in PAGES:
            with urlopen(url + page, timeout=START_SECONDS) as answer:  # noqa: S310 - http, ours
                print(f"{page}: {answer.status}, {len(answer.read()):,} bytes")


@contextmanager
def serving(command: list[str], folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """Yield the address of a server, without a slash at its end; it is stopped afterwards."""
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()
    if server.returncode:
        raise SystemExit(f"the server ended with {server.returncode}")


def _run(
    command: list[str],
    folder: Path,
    environment: dict[str, str],
    *,
    typed: str = "",
    quiet: bool = False,
) -> None:
    subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        text=True,
        stdout=subprocess.DEVNULL if quiet else None,
        check=True,
    )


def _python(*arguments: str, cwd: Path) -> None:
    subprocess.run([sys.executable, *arguments], cwd=cwd, check=True)


def _git_files() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {*listed.stdout.strip("\0").split("\0")}


if __name__ == "__main__":
    raise SystemExit(main())
