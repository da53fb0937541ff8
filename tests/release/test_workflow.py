"""GitHub's workflow runs what is here, on every system that docs/reference/stability.md names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement

from pitboss.version import __version__

ROOT = Path(__file__).parents[2]
RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("text", [TEXT, RELEASE], ids=["ci", "release"])
def test_it_needs_no_secret_and_may_only_read(text: str) -> None:
    assert "secrets." not in text
    assert "password" not in text
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_a_release_is_built_twice_and_published_with_attestations_by_who_is_trusted() -> None:
    jobs = yaml.safe_load(RELEASE)["jobs"]
    build = [step.get("run", "") for step in jobs["build"]["steps"]]
    assert any("tools.release" in run and "--build" not in run for run in build), "it is tried out"
    assert any("diff -r first dist" in run for run in build)
    publish = jobs["publish"]
    assert publish["needs"] == "build"
    assert publish["environment"] == "pypi"
    assert publish["permissions"] == {"id-token": "write", "attestations": "write"}
    (upload,) = (s for s in publish["steps"] if "gh-action-pypi-publish" in s.get("uses", ""))
    assert upload["with"]["attestations"] is True
    assert not any("run" in step and "pip" in step["run"] for step in publish["steps"]), (
        "whoever may publish runs no code of others"
    )


def test_the_recipe_of_conda_needs_what_the_project_needs() -> None:
    recipe = yaml.safe_load((ROOT / "deploy" / "conda" / "recipe.yaml").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert recipe["context"]["version"] == __version__
    names = {wheel: conda for conda, wheel in recipe["extra"]["pypi_names"].items()}
    needs = {
        f"{names.get(needed.name, needed.name)} {needed.specifier}"
        for needed in map(Requirement, project["project"]["dependencies"])
    }
    run = recipe["requirements"]["run"]
    assert {*run} - needs == {"python >=${{ python_min }}"}
    assert needs <= {*run}
    assert f">={recipe['context']['python_min']}" == project["project"]["requires-python"]
    host = recipe["requirements"]["host"]
    assert {text.split(">=")[0] for text in project["build-system"]["requires"]} <= {
        text.split()[0] for text in host
    }
