"""Change the packages that decide about money, one operator at a time: a test must fail each time.

    python -m tools.mutants ledger            # every mutant of a package
    python -m tools.mutants ledger fair       # of several
    python -m tools.mutants                   # of all
    python -m tools.mutants ledger --again    # only those that lived through the last run

mutmut makes the mutants and forks a process for each, which runs those tests of the package that
call the changed function. It works on a copy of the checkout, in `build/mutants/PACKAGE`. It leaves
out what runs at import, and functions with a decorator: here, properties.

The output is one row for each package, and a diff of one line for each survivor that
`tools/survivors.toml` does not explain. Exit 1 means that there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

from mutmut.stats import status_by_exit_code

from tools.money_packages import PACKAGES, ROOT

FOLDER: Final = ROOT / "build" / "mutants"
EXPLAINED: Final = ROOT / "tools" / "survivors.toml"
COPIED: Final = (
    *("src", "tests", "tools", "examples", "docs", "requirements", "bench"),
    *("Makefile", "README.md", "CHANGELOG.md", "pyproject.toml"),
)
KILLED: Final = ("killed", "timeout")
"""A mutant that does not end is noticed too."""
ROW: Final = ("mutants", "killed", "timeout", "survived", "explained", "score")


def prepare(name: str, *, again: bool) -> Path:
    """Copy the checkout to where a package is mutated, and return the place.

    *again*: mutants that were killed stay so; all others are tried with the tests of today.
    """
    folder = FOLDER / name
    if not again:
        shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *COPIED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for file in (file for file in listed if (ROOT / file).is_file()):
        copy = folder / file
        if not copy.exists() or copy.read_bytes() != (ROOT / file).read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, copy)
            (folder / "mutants" / file).unlink(missing_ok=True)
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    for path in results(folder):
        content = json.loads(path.read_text("utf-8"))
        codes: dict[str, Any] = content["exit_code_by_key"]
        lives = {key for key, code in codes.items() if status_by_exit_code[code] not in KILLED}
        content["exit_code_by_key"] = codes | dict.fromkeys(lives)
        path.write_text(json.dumps(content), "utf-8")
    package = PACKAGES[name]
    settings = {
        "source_paths": ["src"],
        "only_mutate": [package.files],
        "also_copy": list(COPIED[2:]),
        "pytest_add_cli_args_test_selection": list(package.tests),
        "pytest_add_cli_args": [
            *("-n", "0", "-p", "no:cacheprovider", "-p", "no:schemathesis"),
            *(part for test in package.apart for part in ("--deselect", test)),
        ],
        "use_git_change_detection": False,
        "timeout_multiplier": 5.0,
        "timeout_constant": 4.0,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    own = (ROOT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text("\n".join([own, "[tool.mutmut]", *lines, ""]), "utf-8")
    return folder


def results(folder: Path) -> list[Path]:
    """Return the files in which mutmut keeps what became of its mutants."""
    return sorted((folder / "mutants" / "src").rglob("*.meta"))


def run_mutants(folder: Path) -> dict[str, str]:
    """Try the mutants that have no result yet; return what became of each."""
    log = folder / "log.txt"
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(
            ["nice", sys.executable, "-m", "mutmut", "run", "--max-children", "1"],
            cwd=folder,
            env=os.environ | {"CI": "1"},  # the same examples for every mutant
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            check=False,
        ).returncode
    if code:
        raise SystemExit(f"mutmut failed ({code}); {log} says why")
    outcomes: dict[str, str] = {}
    for path in results(folder):
        codes = json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        outcomes |= {mutant: status_by_exit_code[code] for mutant, code in codes.items()}
    return outcomes


def show(mutant: str, folder: Path) -> list[str]:
    """Return the lines that a mutant changes, with - and +."""
    shown = subprocess.run(
        [sys.executable, "-m", "mutmut", "show", mutant],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    lines = [line for line in shown if line[:1] in {"+", "-"}]
    return [f"{line[0]} {line[1:].strip()}" for line in lines if line[:3] not in {"+++", "---"}]


def report(name: str, *, again: bool) -> bool:
    """Print the row of a package and its survivors; return whether all of them are explained."""
    folder = prepare(name, again=again)
    outcomes = run_mutants(folder)
    content = tomllib.loads(EXPLAINED.read_text("utf-8"))
    reasons = {line for group in content.get(name, ()) for line in group["lines"]}
    counts = Counter(outcomes.values())
    alive = {key: show(key, folder) for key in outcomes if outcomes[key] not in KILLED}
    unexplained = {key: lines for key, lines in alive.items() if reasons.isdisjoint(lines)}
    killed = counts["killed"] + counts["timeout"]
    numbers = (len(outcomes), counts["killed"], counts["timeout"], len(alive))
    cells = [f"{number:,}" for number in (*numbers, len(alive) - len(unexplained))]
    print(f"| package | {' | '.join(ROW)} |", "| --- |" + " ---: |" * len(ROW), sep="\n")
    print(f"| {name} | {' | '.join(cells)} | {killed / len(outcomes):.1%} |")
    for mutant, lines in unexplained.items():
        print(f"\n{mutant}: {outcomes[mutant]}", *lines, sep="\n    ", flush=True)
    unused = reasons - {line for lines in alive.values() for line in lines}
    for line in sorted(unused):
        print(f"\n{EXPLAINED.name} explains what no survivor has: {line}")
    return not unexplained


def main() -> None:
    """Try the mutants of some packages, or of all."""
    parser = argparse.ArgumentParser(description="Try the mutants of packages.")
    parser.add_argument("package", nargs="*", help=f"these alone, of {', '.join(PACKAGES)}")
    parser.add_argument("--again", action="store_true", help="only survivors of the last run")
    given = parser.parse_args()
    if unknown := [name for name in given.package if name not in PACKAGES]:
        parser.error(f"there is no package {', '.join(unknown)}; there are {', '.join(PACKAGES)}")
    names = given.package or list(PACKAGES)
    explained = [report(name, again=given.again) for name in names]
    raise SystemExit(not all(explained))


if __name__ == "__main__":
    main()
