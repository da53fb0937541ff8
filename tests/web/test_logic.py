"""The page's logic is tested by Node's own runner, without a browser."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import web

TESTS = web.SOURCES / "test"

needs_tools = pytest.mark.skipif(
    shutil.which("node") is None or not (web.SOURCES / "node_modules" / "typescript").is_dir(),
    reason="Node and the page's tools are not installed: make web installs them",
)


@needs_tools
def test_the_logic_of_the_page_passes_its_tests() -> None:
    web.test()


@needs_tools
def test_logic_that_is_wrong_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change one line of the page in a copy: a wager for one seat stays where it was, too."""
    for name in ("src", "test"):
        shutil.copytree(web.SOURCES / name, tmp_path / "web" / name)
    shutil.copytree(web.ROOT / "src" / "pitboss" / "fair", tmp_path / "src" / "pitboss" / "fair")
    (tmp_path / "web" / "node_modules").symlink_to(web.SOURCES / "node_modules")
    bets = tmp_path / "web" / "src" / "lib" / "bets.svelte.ts"
    text = bets.read_text(encoding="utf-8")
    moved = "this.#set(other, wager.id, 0);"
    assert text.count(moved) == 1
    bets.write_text(text.replace(moved, "other;"), encoding="utf-8")
    monkeypatch.setattr(web, "SOURCES", tmp_path / "web")
    with pytest.raises(SystemExit, match="a wager for one seat moves to the seat where it is made"):
        web.test()


def test_tests_change_nothing_of_the_built_page() -> None:
    assert any(TESTS.glob("*.test.ts"))
    assert not [it for it in web.sources() if it.startswith("test/")]
