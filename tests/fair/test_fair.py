"""A revealed shoe is dealt again by a second program, and nothing in it can be changed unseen."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import quickjs
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECKS, format_cards
from pitboss.fair import verify
from pitboss.fair.cut import BeaconValue, Cut, FixedSet, SeedPlace
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


def cut_shoe(*, entropy: bytes = b"", decks: int = 6, beacon: bool = True) -> Reveal:
    """A shoe dealt to its last card, with seeds that were committed to, at the second attempt."""
    terms = ShoeTerms(
        table="7", shuffle=12, deck="spanish-48", decks=decks, burn=1, rules="0123abcd"
    )
    entropy = entropy or draw_entropy()
    seeds = (bytes(range(32)), bytes(range(32, 64)))
    promise = commitment(terms, entropy)
    fixed = FixedSet(
        shuffle=11,
        promised=(bytes(32), promise, bytes(32)),
        attempt=2,
        commitments=tuple(
            (seat, SeedPlace("7", 11, 2, seat).commit(seed))
            for seat, seed in zip((1, 3), seeds, strict=True)
        ),
        withheld=((4,),),
        beacon=BeaconValue("drand", 77, b"\x0a\x0b") if beacon else None,
    )
    order = shoe_order(terms, entropy, Cut(seeds, fixed).parts("7"))
    return Reveal(
        terms=terms,
        commitment=promise,
        seeds=seeds,
        entropy=entropy,
        dealt=order,
        fixed=fixed,
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
    swapped[0] = swapped[other]
    swapped[other] = one
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


def cut_changes(revealed: Reveal) -> dict[str, Reveal]:
    """Everything of the cut that a house, or a player who tells it, could change afterwards."""
    fixed = revealed.fixed
    assert fixed is not None
    first, second = fixed.commitments
    own = SeedPlace("7", 11, 2, 3).commit(b"x" * 32)

    def other(**changes: Any) -> Reveal:  # noqa: ANN401
        return replace(revealed, fixed=fixed._replace(**changes))

    return {
        "seed": replace(revealed, seeds=(revealed.seeds[0], b"x" * 32)),
        "seed with its commitment": replace(
            other(commitments=(first, (3, own))), seeds=(revealed.seeds[0], b"x" * 32)
        ),
        "seat": other(commitments=(first, (4, second[1]))),
        "seats": other(commitments=(second, first)),
        "one seed less": replace(revealed, seeds=revealed.seeds[:1]),
        "one seat less": replace(other(commitments=(first,)), seeds=revealed.seeds[:1]),
        "same seat twice": other(commitments=(first, first)),
        "attempt": other(attempt=1),
        "attempt without its silence": other(attempt=1, withheld=()),
        "silence": other(withheld=((1,),)),
        "shuffle": other(shuffle=12),
        "promise": other(promised=(bytes(32), bytes(32), bytes(32))),
        "another promise": other(promised=(b"x" * 32, revealed.commitment, bytes(32))),
        "beacon": other(beacon=BeaconValue("drand", 77, b"\x0a\x0c")),
        "round": other(beacon=BeaconValue("drand", 78, b"\x0a\x0b")),
        "no beacon": other(beacon=None),
        "no set": replace(revealed, fixed=None),
    }


def test_nothing_of_the_cut_can_be_changed_afterwards(in_browser: Verdict) -> None:
    """The package, the one-file verifier and the browser say the same of every change."""
    revealed = cut_shoe()
    for name, changed in {"none": revealed, **cut_changes(revealed)}.items():
        file = json.dumps(changed.as_json())
        problem = changed.problem()
        assert (problem is None) == (name == "none"), name
        assert verify.problem(json.loads(file)) == problem, name
        assert in_browser(file) == problem, name
        assert read_reveal(file) == changed, name


def test_the_set_does_not_go_with_the_first_format(in_browser: Verdict) -> None:
    """Else a house could show a committed shoe without its commitments."""
    file = cut_shoe().as_json()
    for changed in ({**file, "format": "pitboss/shoe/1"}, shoe(entropy=draw_entropy()).as_json()):
        if "set" not in changed:
            changed["format"] = "pitboss/shoe/2"
        words = "the set of commitments does not go with the format of the file"
        assert verify.problem(changed) == in_browser(json.dumps(changed)) == words


def test_discards_that_are_shuffled_in_the_middle_of_a_round_are_verified_too() -> None:
    whole = shoe(entropy=draw_entropy())
    part = whole.dealt[7:100]
    entropy = draw_entropy(len(part))
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
    words = (
        "verified: 288 cards of shuffle 12 at table 7\n"
        "cut with 2 seeds that nobody had committed to: whoever sent the last one, and knew the "
        "entropy, could choose the order\n"
    )
    assert verdict(json.dumps(revealed.as_json())) == (0, words)
    assert verdict(json.dumps(cut_shoe().as_json()))[1].splitlines()[1:] == [
        "cut with 2 seeds that players had committed to",
        "cut again, because no seed came from seat 4",
        "with round 77 of the beacon drand: compare it,",
        "  0a0b",
    ]
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


def test_entropy_is_five_bytes_a_card_and_never_more_than_the_largest_shoe_takes() -> None:
    assert [len(draw_entropy(cards)) for cards in (1, 93, 416)] == [5, 465, ENTROPY_BYTES]
    assert draw_entropy(2, source=lambda size: b"x" * size) == b"x" * 10


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
