"""The console is shown by small pictures, and its page shows all of them."""

from __future__ import annotations

from tools.console_pictures import PAGES, PICTURES
from tools.web_pictures import BYTES_MAX, ROOT


def test_the_page_of_the_console_shows_every_picture_and_each_is_small() -> None:
    text = (ROOT / "docs" / "guides" / "console.md").read_text(encoding="utf-8")
    wanted = {f"{name}-{size}.webp" for name, size in PAGES}
    pictures = {path.name: path for path in (ROOT / PICTURES).iterdir()}
    assert set(pictures) == wanted
    assert all(f"pictures/console/{name}" in text for name in wanted)
    assert all(path.stat().st_size <= BYTES_MAX for path in pictures.values())
