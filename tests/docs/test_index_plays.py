"""The lists of index plays in the documentation are those that are computed."""

from __future__ import annotations

import pytest

from tools.index_plays import FILE, MARKED, write_page


@pytest.mark.nightly
def test_the_lists_of_index_plays_are_computed() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert write_page(text) == text


def test_the_page_has_a_list_for_every_game_that_it_names() -> None:
    text = FILE.read_text(encoding="utf-8")
    orders = [match["order"] for match in MARKED.finditer(text)]
    assert len(orders) == 5
    assert all("units in 100,000 rounds" in match[0] for match in MARKED.finditer(text))
