"""GitHub's workflow runs what is here, on every system that docs/reference/stability.md names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
JOBS: dict[str, Any] = yaml.safe_load(TEXT)["jobs"]
FILES = re.compile(r"(?:requirements/\S+\.txt|tests/\S+\.txt|\.ci/\w+)")


def test_the_quick_tests_run_on_every_system_and_python() -> None:
    matrix = JOBS["quick"]["strategy"]["matrix"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r"Programming Language :: Python :: (3\.\d+)", project)
    assert set(named) <= set(matrix["python"])
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}


def test_every_file_of_a_step_is_there() -> None:
    steps = [step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step]
    files = [name.strip('"') for step in steps for name in FILES.findall(step)]
    assert {".ci/run", "requirements/dev.txt", "tests/quick.txt"} <= set(files)
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_every_variable_of_a_job_is_one_of_its_matrix() -> None:
    for name, job in JOBS.items():
        given = job.get("strategy", {}).get("matrix", {})
        used = re.findall(r"\$\{\{ matrix\.(\w+) \}\}", str(job))
        assert set(used) <= set(given), name
        assert job["timeout-minutes"] <= 90


def test_it_needs_no_secret_and_may_only_read() -> None:
    assert "secrets." not in TEXT
    assert yaml.safe_load(TEXT)["permissions"] == {"contents": "read"}
