"""Each page of the lab is shown by small pictures, and its page shows all of them."""

from __future__ import annotations

from tools.lab_pictures import PAGES, PICTURES, name_of, section
from tools.web_pictures import BYTES_MAX, ROOT, SIZES


def test_the_page_of_the_lab_shows_every_picture_and_each_is_small() -> None:
    text = (ROOT / "docs" / "guides" / "lab.md").read_text(encoding="utf-8")
    assert text.endswith(section())
    wanted = {name_of(page, size) for page in PAGES for size in SIZES}
    pictures = {path.relative_to(ROOT): path for path in (ROOT / PICTURES).iterdir()}
    assert set(pictures) == wanted
    assert all(path.stat().st_size <= BYTES_MAX for path in pictures.values())
