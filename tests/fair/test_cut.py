"""The cut of a shuffle as journals and files have it, and what a verifier says of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.fair import verify
from pitboss.fair.cut import BeaconValue, Cut, FixedSet, SeedPlace, read_cut, read_set
from pitboss.fair.order import commitment, draw_entropy, shoe_order
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
    with pytest.raises(TypeError, match=r"^set$"):
        read_set({**fixed_set().as_json(), name: wrong})


def test_an_attempt_that_nobody_spoiled_is_missed() -> None:
    """A second attempt without a seat that was silent in the first would be a free choice."""
    assert fixed_set().problem("7", 12, PROMISE, SEEDS) == ""
    assert fixed_set(2, (4,)).problem("7", 12, PROMISE, SEEDS) == ""
    assert fixed_set(2).problem("7", 12, PROMISE, SEEDS) == "an attempt to cut is missing"


def test_a_set_is_for_its_own_shuffles() -> None:
    """Neither for the one before nor for the one behind its last promise."""
    words = "the players' seeds were committed to for another shuffle"
    assert [fixed_set().covers(shuffle) for shuffle in (11, 12, 13)] == [False, True, False]
    assert [fixed_set().problem("7", shuffle, PROMISE, SEEDS) for shuffle in (11, 13)] == [
        words
    ] * 2


def first_shoe(attempt: int = 1) -> dict[str, Any]:
    """Return the file of a shoe that is the only one of its set."""
    whole = cut_shoe(beacon=False)
    mark = commitment(whole.terms, whole.entropy)
    fixed = fixed_set(attempt)._replace(promised=(mark,), beacon=None)
    order = shoe_order(whole.terms, whole.entropy, Cut(SEEDS, fixed).parts("7"))
    return replace(whole, commitment=mark, seeds=SEEDS, fixed=fixed, dealt=order).as_json()


def test_the_verifier_knows_the_shuffles_of_a_set_too() -> None:
    shoe = first_shoe()
    assert verify.problem(shoe) is None
    assert verify.problem(first_shoe(2)) == "an attempt to cut is missing"
    for shuffle in (11, 13):
        moved = shoe | {"set": shoe["set"] | {"shuffle": shuffle}}
        assert verify.wrong_seed(moved, [*SEEDS]) == (
            "the players' seeds were committed to for another shuffle"
        )


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
    assert "with 1 seed that" in remarks(alone.as_json())
    two = shoe(entropy=draw_entropy(), seeds=(b"ann", b"bob"))
    assert "with 2 seeds that" in remarks(two.as_json())
    assert remarks(shoe(entropy=draw_entropy()).as_json()).endswith(f"\n{verify.NOT_CUT}\n")
    both = {"withheld": [[3, 4]]}
    assert verify.remarks({"seeds": [], "set": both})[1].endswith("from seat 3, 4")
    silent = verify.remarks(
        {"seeds": [], "set": {"withheld": [], "beacon": {"name": "b", "round": 3, "value": ""}}}
    )
    assert silent == [verify.NOT_CUT, "without round 3 of the beacon b: not read"]
