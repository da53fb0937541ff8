"""The lab without a server: the folder that `pitboss site` writes, and its answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.reading import library
from pitboss.server.alone.answers import answer, run_job
from pitboss.server.alone.write import POLICY, write_site
from tools import page_kernels

ROOT = Path(__file__).parents[2]
RECORD = json.loads((ROOT / "examples" / "rounds" / "double-rescue.json").read_text())
REQUESTS: tuple[tuple[str, str, str, Any], ...] = (
    ("GET", "/lab/games/co/free-bet", "option=decks%3D8", None),
    ("GET", "/lab/setup", "game=co/trilux", None),
    ("POST", "/lab/house", "", {"game": "wa/spanish-21", "answers": {"options.decks": "6"}}),
    ("POST", "/lab/settle", "", {"game": "wa/spanish-21", "lines": ["1 25", "deal"]}),
    ("POST", "/replay", "", {"record": RECORD}),
)
ODDS = {"tables": [{"game": "co/trilux", "wager": "trilux-bonus", "table": "TRI-01", "decks": 6}]}
ALONE = """
import json, sys
import pitboss
from pitboss.server.alone.answers import answer, run_job
requests, jobs = json.load(sys.stdin)
made = []
for *asked, body in requests:
    made.append(answer(*asked, b"" if body is None else json.dumps(body).encode()))
made += [run_job(json.dumps(job).encode(), lambda *_: None) for job in jobs]
strange = sorted({"starlette", "uvicorn", "cryptography", "pydantic"} & {*sys.modules})
print(json.dumps([pitboss.__file__, strange, [[status, text.decode()] for status, text in made]]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that was written."""
    target = tmp_path_factory.mktemp("alone") / "site"
    write_site(target)
    return target


def test_every_address_of_the_lab_is_a_page_with_the_policy(folder: Path) -> None:
    games = [game.id for game in library.games()]
    places = ["", "lab/", "lab/wagers/", *(f"lab/game/{game}/" for game in games), "replay/"]
    for place in places:
        page = (folder / place / "index.html").read_text()
        assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />' in page, place
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bon\w+=", page), place
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page), place
    assert "unsafe-inline" not in POLICY
    assert "unsafe-eval'" not in POLICY.replace("'wasm-unsafe-eval'", "")


def test_the_service_worker_keeps_files_that_are_there(folder: Path) -> None:
    names = re.findall(r'^  "(/[^"]*)"', (folder / "sw.js").read_text(), flags=re.MULTILINE)
    missing = [
        name
        for name in names
        if not (folder / name.lstrip("/") / "index.html").is_file()
        and not (folder / name.lstrip("/")).is_file()
    ]
    assert not missing
    wanted = {"/", "/python/pitboss.zip", "/python/kernels.wasm.gz", "/answers/lab/games.json"}
    assert wanted <= {*names}


def test_a_phone_can_install_it(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.webmanifest").read_text())
    assert (folder / manifest["start_url"].strip("/") / "index.html").is_file()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert (folder / icon["src"].lstrip("/")).is_file()
    for shortcut in manifest["shortcuts"]:
        assert (folder / shortcut["url"].strip("/") / "index.html").is_file()


def test_the_written_answers_are_those_of_the_handlers(folder: Path) -> None:
    for game in ("wa/spanish-21", "co/pai-jack"):
        written = (folder / "answers" / "lab" / "games" / f"{game}.json").read_bytes()
        assert answer("GET", f"/lab/games/{game}") == (200, written)
        assert json.loads(written)["solution"]["chart"]


def test_the_sources_in_the_folder_answer_without_the_rest_of_the_package(
    folder: Path, tmp_path: Path
) -> None:
    """No server, no books, no pydantic: what a page lacks is not even imported."""
    with zipfile.ZipFile(folder / "python" / "pitboss.zip") as sources:
        sources.extractall(tmp_path, [name for name in sources.namelist() if name[:5] != "numpy"])
    jobs: list[dict[str, Any]] = [{"kind": "odds", "terms": ODDS}]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", ALONE],
        input=json.dumps([REQUESTS, jobs]),
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    place, strange, made = json.loads(done.stdout)
    assert place.startswith(str(tmp_path))
    assert strange == []
    for asked, (status, text) in zip([*REQUESTS, *jobs], made, strict=True):
        assert status == 200, (asked, text[:300])


def test_a_refusal_is_that_of_the_server() -> None:
    status, body = answer("GET", "/lab/games/no/such-game")
    assert (status, json.loads(body)["code"]) == (404, "game/unknown")
    status, body = answer("POST", "/lab/hand", "", b'{"game": 1}')
    assert (status, json.loads(body)["code"]) == (422, "body/invalid")
    status, body = run_job(b'{"kind": "mend"}', lambda *_: None)
    assert (status, json.loads(body)["code"]) == (422, "job/kind")
    assert answer("GET", "/me")[0] == 404


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    words = [sys.executable, "-m", "pitboss.cli.main", "site", "--out", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "[file/exists]" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_kernels_of_the_page_are_of_these_sources() -> None:
    """Else: `python -m tools.page_kernels`, with clang and lld."""
    assert page_kernels.stale() == ""
