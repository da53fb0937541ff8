"""Every game in play is shown by a small picture of the page, for a desktop and for a phone."""

from __future__ import annotations

from itertools import product

from tools.web_pictures import BYTES_MAX, PAGE, PICTURES, ROOT, SIZES, TABLES, name_of, section


def test_every_game_has_its_pictures_and_no_picture_is_of_nothing() -> None:
    wanted = {name_of(game, size) for game, size in product(TABLES, SIZES)}
    pictures = {path.relative_to(ROOT) for path in (ROOT / PICTURES).iterdir()}
    assert pictures == wanted
    assert len(wanted) == 44


def test_a_picture_is_small_and_of_its_kind() -> None:
    for path in (ROOT / PICTURES).iterdir():
        start = path.read_bytes()[:12]
        assert (start[:4], start[8:]) == (b"RIFF", b"WEBP"), path
        assert path.stat().st_size <= BYTES_MAX, path


def test_the_pages_show_them() -> None:
    assert section() in (ROOT / PAGE).read_text(encoding="utf-8")
    assert "docs/pictures/web/" in (ROOT / "README.md").read_text(encoding="utf-8")
