"""The lowest versions that pyproject.toml declares really work: installed, solved, simulated."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROGRAM = """
import pitboss
table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
print(f"{table.solve().house_edge:.6%}", table.odds("match-up").edge)
print(table.simulate(rounds=10_000, seed=1).rounds)
"""

TRUE_FLOORS = {"pydantic": "2.6", "numba": "0.66"}
"""Earlier versions were tried, and failed: what is declared may not go back below them."""


def test_every_dependency_declares_a_floor_below_what_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = {
        name: Version(rest.split()[0])
        for line in (ROOT / "requirements/base.txt").read_text("utf-8").splitlines()
        if "==" in line and not line.startswith((" ", "#"))
        for name, _, rest in [line.partition("==")]
    }
    floors = {}
    for needed in map(Requirement, project["dependencies"]):
        (floor,) = (Version(it.version) for it in needed.specifier if it.operator == ">=")
        assert floor <= pinned[needed.name], needed
        floors[needed.name] = floor
    for name, lowest in TRUE_FLOORS.items():
        assert floors[name] >= Version(lowest), name


@pytest.mark.nightly
def test_the_lowest_declared_versions_solve_price_and_simulate(tmp_path: Path) -> None:
    uv = [str(Path(sys.executable).with_name("uv"))]
    wanted = tmp_path / "lowest.txt"
    home = tmp_path / "venv"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)

    def run(*words: str | Path) -> str:
        done = subprocess.run(
            list(map(str, words)),
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(*uv, "pip", "compile", "pyproject.toml", "--resolution", "lowest-direct", "-o", wanted)
    run(*uv, "venv", "--python", sys.executable, home)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(*uv, "pip", "install", "--python", python, "-r", wanted)
    folder = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(folder) / "here.pth").write_text(str(ROOT / "src"), encoding="utf-8")
    assert run(python, "-c", PROGRAM).splitlines() == ["0.776777% 114/3731", "10000"]
