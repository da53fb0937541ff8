"""Build the page of `web/` into the package; it is committed, so users need no Node.

python -m tools.web          build it
python -m tools.web --check  say whether the built files are of these sources
python -m tools.web --test   run the tests of its logic, by Node's own runner
python -m tools.web --lock   write package-lock.json again, naming no host
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools import web_types

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "web"
BUILT: Final = ROOT / "src" / "pitboss" / "server" / "static"
SHARED: Final = "../src/pitboss/fair/verify.js"
"""Built into the page, though not in its folder: there is one verifier for browsers."""
STAMP: Final = "build.json"
"""Says of which sources the built files are, and what they are."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    parser.add_argument("--test", action="store_true", help="run the tests of the page's logic")
    parser.add_argument("--lock", action="store_true", help="write package-lock.json again")
    wanted = parser.parse_args()
    if wanted.lock:
        lock()
    elif wanted.check:
        problem = stale()
        print(problem or "The built page is of these sources.")
        return bool(problem)
    elif wanted.test:
        install()
        test()
    else:
        build(BUILT)
    return 0


def stale(built: Path = BUILT) -> str:
    """Return the problem with the built files; empty if they match the sources."""
    if not (built / STAMP).is_file():
        return "The page was never built: run make web."
    stamp = json.loads((built / STAMP).read_text())
    if stamp["sources"] != digest(SOURCES, sources()):
        return "The built page is of other sources than those in web/: run make web."
    if stamp["files"] != digest(built, _built(built)):
        return "The built page was changed by hand: run make web."
    return ""


def build(target: Path) -> None:
    """Install the tools, write the server's types, test the logic, build the page and stamp it."""
    install()
    web_types.write()
    test()
    _npm("run", "build", "--", "--outDir", str(target), "--emptyOutDir", "--logLevel", "warn")
    stamp = {"sources": digest(SOURCES, sources()), "files": digest(target, _built(target))}
    (target / STAMP).write_text(json.dumps(stamp, indent=2) + "\n")


def install() -> None:
    """Install the page's own tools, at the versions and hashes of the lock.

    Not `npm ci`: it refuses a lock that was written on a machine of another kind.
    """
    _npm(
        "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"
    )


def test() -> None:
    """Run the tests of the page's logic; a failure ends the program."""
    node = shutil.which("node")
    if node is None:
        sys.exit("The page's tests need Node 20 or newer, and there is none here.")
    files = sorted((SOURCES / "test").glob("*.test.ts"))
    # Every file by its name: Node 20 neither looks for TypeScript in a folder nor reads a pattern.
    command = [node, "--import", "./test/register.mjs", "--test", *map(str, files)]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}The page's logic failed its tests.")


def lock() -> None:
    """Write the lock again, without the packages' funding links."""
    _npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
    path = SOURCES / "package-lock.json"
    written = json.loads(path.read_text())
    for package in written["packages"].values():
        package.pop("funding", None)
        package.pop("resolved", None)
    path.write_text(json.dumps(written, indent=2) + "\n")


def digest(folder: Path, names: Iterator[str]) -> str:
    """Return one hash of files, their names included."""
    total = hashlib.sha256()
    for name in sorted(names):
        body = (folder / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name}\0{len(body)}\0".encode() + body)
    return total.hexdigest()


def sources() -> Iterator[str]:
    """Yield the files that the page is built of, by their names in `web/`."""
    yield SHARED
    for path in SOURCES.rglob("*"):
        name = path.relative_to(SOURCES).as_posix()
        # Tests change nothing of the page.
        if path.is_file() and not name.startswith(("node_modules/", "dist/", "test/")):
            yield name


def _built(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != STAMP:
            yield path.relative_to(folder).as_posix()


def _npm(*arguments: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("The page is built with Node 20 or newer, and there is no npm here.")
    subprocess.run([npm, *arguments], cwd=SOURCES, check=True)


if __name__ == "__main__":
    sys.exit(main())
