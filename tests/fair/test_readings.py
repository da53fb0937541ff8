"""Revealed shoes that are wrong, or no shoes at all: the sentence for each."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.fair import verify
from pitboss.fair.order import ENTROPY_BYTES, commitment
from pitboss.fair.reveal import DECKS_MAX, Reveal, read_reveal
from tests.fair.test_fair import shoe

DEALT = shoe(entropy=bytes(range(256)) * (ENTROPY_BYTES // 256), seeds=(b"ann",), decks=2)


def short_of_entropy() -> Reveal:
    """Return a shoe that was committed to with too little entropy."""
    entropy = DEALT.entropy[:32]
    return replace(DEALT, entropy=entropy, commitment=commitment(DEALT.terms, entropy))


def refuse(content: object) -> str:
    """Return the sentence by which a file is refused."""
    with pytest.raises(ValueError, match="no revealed shoe") as error:
        read_reveal(content if isinstance(content, str) else json.dumps(content))
    return str(error.value)


def test_a_file_says_what_is_wrong_with_it() -> None:
    content: dict[str, Any] = DEALT.as_json()
    start = "this is no revealed shoe:"
    assert refuse("[]") == refuse("{") == f"{start} a JSON object is needed"
    assert refuse("[" * 100_000) in {
        f"{start} a JSON object is needed",
        f"{start} it is nested too deeply",
    }
    assert refuse(content | {"format": "pitboss/shoe/0"}) == (
        f"{start} its format is 'pitboss/shoe/0'"
    )
    left = {key: value for key, value in content.items() if key != "entropy"}
    assert refuse(left) == f"{start} 'entropy' is missing or of the wrong type"
    for name, wrong in (("table", 7), ("shuffle", "3"), ("decks", True), ("deck", None)):
        terms = {**content["terms"], name: wrong}
        sentence = refuse(content | {"terms": terms})
        assert sentence == f"{start} {name} is missing or of the wrong type"
    many = f"{start} no table has so many decks or burns so many cards"
    for name, wrong in (("decks", 0), ("decks", 10**6), ("burn", -1), ("burn", 10**6)):
        assert refuse(content | {"terms": {**content["terms"], name: wrong}}) == many
    for terms in (
        {**content["terms"], "decks": DECKS_MAX},
        {**content["terms"], "burn": DEALT.terms.shoe.size},
    ):
        assert asdict(read_reveal(json.dumps(content | {"terms": terms})).terms) == terms
    assert read_reveal(json.dumps(content)) == DEALT


def test_too_little_entropy_is_a_problem_and_no_failure() -> None:
    assert short_of_entropy().problem() == "the entropy is too short for this shoe"
    assert DEALT.problem() is None


def test_the_verifier_says_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same function that runs as a program by itself."""
    file = tmp_path / "shoe.json"

    def run(content: object) -> tuple[int, str]:
        file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return verify.main(str(file)), capsys.readouterr().out

    content: dict[str, Any] = DEALT.as_json()
    code, text = run(content)
    assert (code, text.splitlines()[0]) == (0, "verified: 96 cards of shuffle 12 at table 7")
    assert "could choose the order" in text, "its seed was sent without a commitment"
    dealt = content["dealt"].split()
    swapped = " ".join([dealt[1], dealt[0], *dealt[2:]])
    code, text = run(content | {"dealt": swapped})
    assert (code, text) == (
        1,
        f"NOT VERIFIED: card 1 was {dealt[1]}, and the shoe's is {dealt[0]}\n",
    )
    unreadable: list[Any] = ["{", {"terms": {}}, short_of_entropy().as_json()]
    for wrong in unreadable:
        code, text = run(wrong)
        assert code == 1
        assert text.startswith("NOT VERIFIED: the file cannot be read as a revealed shoe (")
    assert "(KeyError: " in run({"terms": {}})[1]
    file.unlink()
    assert verify.main(str(file)) == 1
