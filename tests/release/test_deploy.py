"""What `deploy/` has is what runs: its commands are run here, as far as no engine is needed."""

from __future__ import annotations

import configparser
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pitboss.cli.orders.serving import ServeOrder
from tests.cli.conftest import Run, called
from tools.release import serving

__all__ = ["called"]

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = str(ServeOrder().port)


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file, each with all of its lines."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def last(name: str) -> str:
    return [rest for instruction, rest in instructions() if instruction == name][-1]


@contextmanager
def answering(words: list[str], folder: Path) -> Iterator[str]:
    """Yield the port of a server that is started as a file says, on a port that is free."""
    command = [sys.executable, "-m", "pitboss.cli.main", *words, "--port", "0"]
    with serving(command, folder, {**os.environ, "XDG_DATA_HOME": str(folder)}) as url:
        yield url.rpartition(":")[2]


def is_understood(called: Run, words: list[str]) -> bool:
    """Whether a server would start so: nothing is wrong but the port that is put in here."""
    done = called(*words, "--port", "-1")
    return done.returncode == 2 and "[port/invalid]" in done.stderr and done.stderr.count("[") == 1


def test_the_container_runs_without_rights_keeps_its_books_and_tells_how_it_is(
    tmp_path: Path,
) -> None:
    assert last("USER") == "pitboss"
    assert last("EXPOSE") == PORT
    assert f"XDG_DATA_HOME={last('VOLUME')}" in last("ENV")
    assert json.loads(last("ENTRYPOINT")) == ["pitboss"]
    check = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
    assert f":{PORT}/ready" in check[-1]
    words = json.loads(last("CMD"))
    words[words.index("0.0.0.0")] = "127.0.0.1"  # noqa: S104 - nothing here answers the world
    with answering(words, tmp_path) as port:
        command = [sys.executable, *check[1:-1], check[-1].replace(PORT, port)]
        assert subprocess.run(command, check=False).returncode == 0
    assert (tmp_path / "pitboss" / "floor.db").exists()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_what_the_container_copies_is_here_and_what_it_installs_is_pinned() -> None:
    copied = [shlex.split(rest) for name, rest in instructions() if name == "COPY"]
    sources = [
        source for words in copied for source in words[:-1] if not words[0].startswith("--from")
    ]
    assert sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    commands = [part for name, rest in instructions() if name == "RUN" for part in rest.split("&&")]
    installing = [command for command in commands if "/pip " in command]
    assert len(installing) == 4
    for command in installing:
        if "-r " in command:
            assert "--require-hashes" in command
            assert (ROOT / command.split("-r ")[1].strip()).is_file()
        else:  # what was built here; the tools that build it are pinned like all else
            assert {"--no-index", "--no-deps"} <= {*command.split()}
            assert "--no-build-isolation" in command or "dist/*.whl" in command


def test_images_are_named_by_a_digest_that_the_builder_gives() -> None:
    images = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    assert images == ["${PYTHON_IMAGE}"] * 2
    assert ("ARG", "PYTHON_IMAGE") in instructions(), "without a value: a build without one fails"
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["books"]["image"].startswith("${POSTGRES_IMAGE:?")
    assert services["pitboss"]["build"]["args"]["PYTHON_IMAGE"].startswith("${PYTHON_IMAGE:?")


def test_what_is_no_part_of_the_repository_is_not_copied() -> None:
    for name in (
        word for word in (ROOT / ".dockerignore").read_text("utf-8").split() if "*" not in word
    ):
        assert not subprocess.run(
            ["git", "ls-files", name], cwd=ROOT, capture_output=True, check=True
        ).stdout


def test_the_composition_serves_from_a_database_that_is_ready(called: Run) -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    house = services["pitboss"]
    books = services["books"]
    (db,) = [option for option in house["command"] if option.startswith("--db=")]
    settings = books["environment"]
    assert db == f"--db=postgresql://{settings['POSTGRES_USER']}@books/{settings['POSTGRES_DB']}"
    assert house["depends_on"]["books"]["condition"] == "service_healthy"
    assert "healthcheck" in books
    assert settings["POSTGRES_PASSWORD"] == house["environment"]["PGPASSWORD"]
    assert [port.rpartition(":")[2] for port in house["ports"]] == [PORT]
    assert (DEPLOY / house["build"]["context"] / house["build"]["dockerfile"]).is_file()
    assert is_understood(called, house["command"])
    networks = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["networks"]
    (place,) = networks["default"]["ipam"]["config"]
    assert f"--proxy={place['gateway']}" in house["command"], "players have addresses of their own"


def test_the_proxy_passes_the_socket_on_and_keeps_the_figures() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert f"proxy_pass http://127.0.0.1:{PORT};" in text
    for header in ("X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in text
    assert "location = /metrics {\n        deny all;" in text


def test_the_unit_keeps_the_books_and_its_command_is_one(called: Run) -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False, delimiters=("=",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "pitboss.service").read_text(encoding="utf-8"))
    service = unit["Service"]
    assert service["User"] == "pitboss"
    data = dict(pair.split("=") for pair in service["Environment"].split())["XDG_DATA_HOME"]
    assert f"{data}/{service['StateDirectory']}" == "/var/lib/pitboss"
    _, *words = shlex.split(service["ExecStart"])
    assert is_understood(called, words)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "pitboss.service").read_text(encoding="utf-8")
    _, _, rest = text.partition("ExecStart=")
    there = text.replace(rest.split()[0], sys.executable).replace("User=pitboss", "User=root")
    (tmp_path / "pitboss.service").write_text(there, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "pitboss.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    about = [line for line in done.stderr.splitlines() if "pitboss.service" in line]
    assert about == []
