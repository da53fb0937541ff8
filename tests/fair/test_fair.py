"""A revealed shoe is dealt again by a second program, and nothing in it can be changed unseen."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import quickjs
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECKS, format_cards
from pitboss.fair import verify
from pitboss.fair.order import (
    ENTROPY_BYTES,
    CutBits,
    EntropyUsedUpError,
    ShoeTerms,
    commitment,
    derive_cut,
    draw_entropy,
    shoe_order,
)
from pitboss.fair.reveal import Reveal, read_reveal

Verdict = Callable[[str], str | None]
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def shoe(
    *, entropy: bytes, seeds: tuple[bytes, ...] = (), deck: str = "spanish-48", decks: int = 6
) -> Reveal:
    """A shoe dealt to its last card."""
    terms = ShoeTerms(table="7", shuffle=12, deck=deck, decks=decks, burn=1, rules="0123abcd")
    return Reveal(
        terms=terms,
        commitment=commitment(terms, entropy),
        seeds=seeds,
        entropy=entropy,
        dealt=shoe_order(terms, entropy, seeds),
    )


TERMS = shoe(entropy=bytes(ENTROPY_BYTES)).terms


@given(
    entropy=st.binary(min_size=ENTROPY_BYTES, max_size=ENTROPY_BYTES),
    seeds=st.lists(st.binary(max_size=64), max_size=7).map(tuple),
    deck=st.sampled_from(sorted(DECKS)),
    decks=st.integers(1, 8),
)
@settings(max_examples=25)
def test_a_second_program_deals_every_card_again(
    entropy: bytes, seeds: tuple[bytes, ...], deck: str, decks: int
) -> None:
    revealed = shoe(entropy=entropy, seeds=seeds, deck=deck, decks=decks)
    assert sorted(revealed.dealt) == sorted(revealed.terms.shoe.cards())
    assert revealed.problem() is None
    file = json.loads(json.dumps(revealed.as_json()))
    assert verify.problem(file) is None
    assert read_reveal(json.dumps(file)) == revealed


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_vectors_that_every_verifier_shares(vector: dict[str, object]) -> None:
    revealed = read_reveal(json.dumps(vector["shoe"]))
    assert revealed.problem() is None
    assert revealed.as_json() == vector["shoe"]
    assert verify.problem(vector["shoe"]) is None


def changes(revealed: Reveal) -> dict[str, Reveal]:
    """Everything a house could change afterwards."""
    one = revealed.dealt[0]
    other = next(place for place, card in enumerate(revealed.dealt) if card != one)
    swapped = [*revealed.dealt]
    swapped[0], swapped[other] = swapped[other], one
    return {
        "entropy": replace(
            revealed, entropy=bytes([revealed.entropy[0] ^ 1]) + revealed.entropy[1:]
        ),
        "commitment": replace(revealed, commitment=bytes(32)),
        "seed": replace(revealed, seeds=(b"another", *revealed.seeds[1:])),
        "seat": replace(revealed, seeds=revealed.seeds[::-1]),
        "no seed": replace(revealed, seeds=revealed.seeds[1:]),
        "table": replace(revealed, terms=replace(revealed.terms, table="8")),
        "shuffle": replace(revealed, terms=replace(revealed.terms, shuffle=13)),
        "rules": replace(revealed, terms=replace(revealed.terms, rules="fedc")),
        "decks": replace(revealed, terms=replace(revealed.terms, decks=5)),
        "cards": replace(revealed, dealt=tuple(swapped)),
        "more": replace(revealed, dealt=(*revealed.dealt, one)),
        "part": replace(revealed, of=revealed.dealt[1:]),
        "own cards": replace(revealed, of=(one,) * 99),
    }


def test_discards_that_are_shuffled_in_the_middle_of_a_round_are_verified_too() -> None:
    whole = shoe(entropy=draw_entropy())
    part, entropy = whole.dealt[7:100], draw_entropy()
    dealt = shoe_order(whole.terms, entropy, (b"a",), part)[:30]
    mark = commitment(whole.terms, entropy)
    reveal = replace(whole, commitment=mark, entropy=entropy, seeds=(b"a",), of=part, dealt=dealt)
    assert reveal.problem() is None
    assert verify.problem(reveal.as_json()) is None
    assert read_reveal(json.dumps(reveal.as_json())) == reveal


@pytest.mark.parametrize("text", ["", "a host", "[]", "7", "{}"])
def test_a_file_that_is_no_shoe_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="this is no revealed shoe: "):
        read_reveal(text)


def test_nothing_can_be_changed_afterwards() -> None:
    revealed = shoe(entropy=draw_entropy(), seeds=(b"one", b"two"))
    unseen = [
        name
        for name, changed in changes(revealed).items()
        if changed.problem() is None or verify.problem(changed.as_json()) is None
    ]
    assert unseen == []
    both = {
        (change.problem(), verify.problem(change.as_json()))
        for change in changes(revealed).values()
    }
    assert all(one == two for one, two in both), "the two programs say the same"


@pytest.fixture(scope="module")
def in_browser() -> Verdict:
    """The browser's verifier, run by a small JavaScript engine."""
    engine = quickjs.Context()
    engine.eval(Path(verify.__file__).with_suffix(".js").read_text(encoding="utf-8"))
    engine.eval("function verdict(text) { return pitbossFair.problem(JSON.parse(text)); }")
    verdict: Verdict = engine.get("verdict")
    return verdict


def test_the_browser_deals_every_card_again_too(in_browser: Verdict) -> None:
    for vector in VECTORS:
        assert in_browser(json.dumps(vector["shoe"])) is None, vector["name"]
    for deck in DECKS:
        revealed = shoe(entropy=draw_entropy(), seeds=(b"one", b"", b"three"), deck=deck, decks=8)
        assert in_browser(json.dumps(revealed.as_json())) is None


def test_the_browser_says_the_same_of_whatever_was_changed(in_browser: Verdict) -> None:
    revealed = shoe(entropy=draw_entropy(), seeds=(b"one", b"two"))
    for changed in changes(revealed).values():
        assert in_browser(json.dumps(changed.as_json())) == changed.problem()


def test_the_verifier_is_a_program_by_itself(tmp_path: Path) -> None:
    """Isolated from the environment, it knows nothing of the package that dealt."""
    file = tmp_path / "shoe.json"
    program = Path(verify.__file__).read_text(encoding="utf-8")
    (tmp_path / "verify.py").write_text(program, encoding="utf-8")

    def verdict(text: str) -> tuple[int, str]:
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-I", "-S", str(tmp_path / "verify.py"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    revealed = shoe(entropy=draw_entropy(), seeds=(b"one", b"two"))
    assert verdict(json.dumps(revealed.as_json())) == (
        0,
        "verified: 288 cards of shuffle 12 at table 7\n",
    )
    code, words = verdict(json.dumps(changes(revealed)["cards"].as_json()))
    assert code == 1
    assert words.startswith("NOT VERIFIED: card 1 was ")
    assert verdict("{}")[0] == verdict("no file")[0] == verdict("[]")[0] == 1


def test_a_commitment_is_to_one_shuffle_of_one_table() -> None:
    entropy = draw_entropy()
    others = [replace(TERMS, table="8"), replace(TERMS, shuffle=13), replace(TERMS, rules="")]
    assert len({commitment(terms, entropy) for terms in (TERMS, *others)}) == 4


def test_the_cut_changes_the_order_and_the_seats_matter() -> None:
    entropy = draw_entropy()
    orders = {
        shoe_order(TERMS, entropy, seeds) for seeds in ([], [b"a", b"b"], [b"b", b"a"], [b"ab"])
    }
    assert len(orders) == 4


def test_the_entropy_reaches_every_order_of_the_largest_shoe() -> None:
    """Orders that can be told apart, of eight decks of 52, and the bits a shuffle may take."""
    orders = math.lgamma(417) - 52 * math.lgamma(9)
    assert orders / math.log(2) < 8 * ENTROPY_BYTES
    largest = replace(TERMS, deck="french-52", decks=8)
    for number in range(40):
        assert len(shoe_order(largest, draw_entropy(), [bytes([number])])) == 416


def test_entropy_that_is_used_up_is_an_error_and_no_repetition() -> None:
    source = CutBits(bytes(2), derive_cut([]))
    source.bits(16)
    with pytest.raises(EntropyUsedUpError):
        source.bits(1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "'format' is missing"),
        ('{"format": "other"}', "its format is 'other'"),
        ('{"format": "pitboss/shoe/1"}', "'terms' is missing"),
    ],
)
def test_a_file_that_is_no_shoe_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_reveal(text)


def test_cards_are_written_as_everywhere() -> None:
    revealed = shoe(entropy=bytes(ENTROPY_BYTES), deck="joker-53", decks=1)
    assert revealed.as_json()["dealt"] == format_cards(revealed.dealt)
    assert "Jk" in str(revealed.as_json()["dealt"])
