"""Show which branches of the packages that decide about money their own tests run.

    python -m tools.coverage_table            # all packages
    python -m tools.coverage_table ledger     # one

Every branch must run: exit 1 means that one did not, and the table names its lines.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.money_packages import PACKAGES, ROOT


def cover(name: str, data: Path) -> bool:
    """Run the tests of a package, print its table, and return whether every branch ran."""
    package = PACKAGES[name]
    coverage = [sys.executable, "-m", "coverage"]
    where = {"COVERAGE_FILE": str(data), "CI": "1"}  # the same examples every time
    source = Path(package.files).parent
    tests = ["-m", "pytest", "-q", "-n", "0", "-p", "no:schemathesis", *package.tests]
    ran = subprocess.run(
        [*coverage, "run", "--branch", f"--source={source}", *tests],
        cwd=ROOT,
        env=os.environ | where,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        print(ran.stdout[-5000:], ran.stderr[-5000:], sep="\n")
        return False
    print(f"{name}: {ran.stdout.strip().splitlines()[-1]}", flush=True)
    report = [*coverage, "report", f"--include={package.files}", "--fail-under=100"]
    return not subprocess.run(report, cwd=ROOT, env=os.environ | where, check=False).returncode


def main() -> None:
    """Cover some packages, or all."""
    parser = argparse.ArgumentParser(description="Show the branches that tests run.")
    parser.add_argument("package", nargs="*", help=f"these alone, of {', '.join(PACKAGES)}")
    names = parser.parse_args().package or list(PACKAGES)
    if unknown := [name for name in names if name not in PACKAGES]:
        parser.error(f"there is no package {', '.join(unknown)}; there are {', '.join(PACKAGES)}")
    with TemporaryDirectory() as folder:
        full = [cover(name, Path(folder) / name) for name in names]
    print("every branch ran" if all(full) else "some branches did not run")
    raise SystemExit(not all(full))


if __name__ == "__main__":
    main()
