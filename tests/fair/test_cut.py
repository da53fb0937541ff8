"""The cut of a shuffle as journals and files have it, and what a verifier says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.fair import verify
from pitboss.fair.cut import BeaconValue, Cut, FixedSet, SeedPlace, read_cut, read_set
from pitboss.fair.order import draw_entropy
from tests.fair.test_fair import cut_shoe, shoe

SEEDS = (bytes(range(32)), bytes(32))
PROMISE = b"p" * 32


def fixed_set(attempt: int = 1, *withheld: tuple[int, ...]) -> FixedSet:
    """Return a set of two seats that committed to `SEEDS`."""
    marks = tuple(
        (seat, SeedPlace("7", 12, attempt, seat).commit(seed))
        for seat, seed in zip((1, 3), SEEDS, strict=True)
    )
    return FixedSet(12, (PROMISE,), attempt, marks, withheld, BeaconValue("drand", 9, b"\x01"))


@pytest.mark.parametrize("cut", [Cut(), Cut((b"ab",)), Cut(SEEDS, fixed_set(2, (4,)))])
def test_a_cut_is_read_as_it_was_written(cut: Cut) -> None:
    assert read_cut(json.loads(json.dumps(cut.as_json()))) == cut


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("shuffle", "12"),
        ("attempt", True),
        ("commitments", [["1", "00"]]),
        ("withheld", [["4"]]),
        ("beacon", {"name": "drand", "round": 1.5, "value": "01"}),
    ],
)
def test_a_set_has_numbers_where_numbers_belong(name: str, wrong: object) -> None:
    with pytest.raises(TypeError):
        read_set({**fixed_set().as_json(), name: wrong})


def test_an_attempt_that_nobody_spoiled_is_missed() -> None:
    """A second attempt without a seat that was silent in the first would be a free choice."""
    assert fixed_set().problem("7", 12, PROMISE, SEEDS) == ""
    assert fixed_set(2, (4,)).problem("7", 12, PROMISE, SEEDS) == ""
    assert fixed_set(2).problem("7", 12, PROMISE, SEEDS) == "an attempt to cut is missing"


def test_the_verifier_tells_how_a_shoe_was_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shoe.json"

    def remarks(content: object) -> str:
        file.write_text(json.dumps(content), "utf-8")
        assert verify.main(str(file)) == 0
        return capsys.readouterr().out

    told = remarks(cut_shoe().as_json())
    assert "that players had committed to" in told
    assert "cut again, because no seed came from seat 4" in told
    assert "with round 77 of the beacon drand: compare it,\n" in told
    assert "0a0b" in told
    assert "beacon" not in remarks(cut_shoe(beacon=False).as_json())
    alone = shoe(entropy=draw_entropy(), seeds=(b"ann",))
    assert "nobody had committed to" in remarks(alone.as_json())
    silent = verify.remarks(
        {"seeds": [], "set": {"withheld": [], "beacon": {"name": "b", "round": 3, "value": ""}}}
    )
    assert silent == [verify.NOT_CUT, "without round 3 of the beacon b: not read"]
