"""A revealed shoe as a file: everything needed to deal its cards again."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from pitboss.cards.card import Card, format_cards, parse_cards
from pitboss.fair.cut import Cut, FixedSet, read_set
from pitboss.fair.order import EntropyUsedUpError, ShoeTerms, commitment, derive_cut, shoe_order
from pitboss.rulebook.limits import DECKS_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """A finished shoe with its entropy, which was secret while it was dealt."""

    terms: ShoeTerms
    commitment: bytes
    """As it was published before the first wager."""
    seeds: tuple[bytes, ...]
    """What the players sent, in seat order."""
    entropy: bytes
    dealt: tuple[Card, ...]
    """Every card that left the shoe, the burned ones first."""
    of: tuple[Card, ...] = ()
    """The cards that were shuffled, where others lay on the table; empty: the whole shoe."""
    fixed: FixedSet | None = None
    """The commitments to the seeds; None: they were sent without, or nobody sent one."""

    @property
    def parts(self) -> tuple[bytes, ...]:
        """What was mixed into the entropy."""
        return Cut(self.seeds, self.fixed).parts(self.terms.table)

    def problem(self) -> str | None:
        """Return the problem, or None if commitment and cards follow from the entropy."""
        if commitment(self.terms, self.entropy) != self.commitment:
            return "the entropy is not what was committed to"
        if Counter(self.of) - Counter(self.terms.shoe.cards()):
            return "the cards that were shuffled are not those of the shoe"
        if self.fixed is not None:
            table = self.terms.table
            shuffle = self.terms.shuffle
            if wrong_seed := self.fixed.problem(table, shuffle, self.commitment, self.seeds):
                return wrong_seed
        try:
            order = shoe_order(self.terms, self.entropy, self.parts, self.of)
        except EntropyUsedUpError:
            return "the entropy is too short for this shoe"
        pairs = zip(self.dealt, order, strict=False)
        wrong = next((place for place, (is_, due) in enumerate(pairs, 1) if is_ != due), None)
        if wrong is not None:
            was = format_cards([self.dealt[wrong - 1]])
            due = format_cards([order[wrong - 1]])
            return f"card {wrong} was {was}, and the shoe's is {due}"
        return None if len(self.dealt) <= len(order) else "more cards were dealt than the shoe held"

    def as_json(self) -> dict[str, object]:
        """Return the file's content."""
        part = {"of": format_cards(self.of)} if self.of else {}
        fixed = {} if self.fixed is None else {"set": self.fixed.as_json()}
        return {
            "format": OPEN_SEEDS if self.fixed is None else COMMITTED_SEEDS,
            "terms": asdict(self.terms),
            "commitment": self.commitment.hex(),
            **fixed,
            "seeds": [seed.hex() for seed in self.seeds],
            "cut": derive_cut(self.parts).hex(),
            "entropy": self.entropy.hex(),
            **part,
            "dealt": format_cards(self.dealt),
        }


OPEN_SEEDS: Final = "pitboss/shoe/1"
"""The format of a shoe whose seeds were sent without commitments, or that nobody cut."""
COMMITTED_SEEDS: Final = "pitboss/shoe/2"


def read_reveal(text: str) -> Reveal:
    """Read a file of `Reveal.as_json`; raise `ValueError` with its problem."""
    try:
        content = _read_object(text)
        if content["format"] not in (OPEN_SEEDS, COMMITTED_SEEDS):
            raise ValueError(f"this is no revealed shoe: its format is {content['format']!r}")
        return Reveal(
            terms=_read_terms(content["terms"]),
            commitment=bytes.fromhex(content["commitment"]),
            seeds=tuple(map(bytes.fromhex, content["seeds"])),
            entropy=bytes.fromhex(content["entropy"]),
            dealt=parse_cards(content["dealt"]),
            of=parse_cards(content.get("of", "")),
            fixed=read_set(content["set"]) if content["format"] == COMMITTED_SEEDS else None,
        )
    except (KeyError, TypeError, AttributeError) as error:
        message = f"this is no revealed shoe: {error} is missing or of the wrong type"
        raise ValueError(message) from None
    except RecursionError:
        raise ValueError("this is no revealed shoe: it is nested too deeply") from None


def _read_terms(given: dict[str, Any]) -> ShoeTerms:
    """Read the terms of a shoe; refuse one so large that dealing it would fill the memory."""
    terms = ShoeTerms(**given)
    for field in fields(ShoeTerms):
        if type(getattr(terms, field.name)).__name__ != field.type:
            raise TypeError(field.name)
    if not (1 <= terms.decks <= DECKS_MAX and 0 <= terms.burn <= terms.shoe.size):
        message = "this is no revealed shoe: no table has so many decks or burns so many cards"
        raise ValueError(message)
    return terms


def _read_object(text: str) -> dict[str, Any]:
    with suppress(ValueError):
        content = json.loads(text)
        if isinstance(content, dict):
            return content
    raise ValueError("this is no revealed shoe: a JSON object is needed")
