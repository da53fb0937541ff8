"""The errors of this layer, each with the stable code that records and the API report."""

from typing import ClassVar


class NotationError(ValueError):
    """A text that is not the notation of a card.

    >>> NotationError("'1h' is not a card").code
    'record/card-unknown'
    """

    code: ClassVar[str] = "record/card-unknown"
    """The refusal code; stable, so programs can depend on it."""


class CardNotInShoe(ValueError):  # noqa: N818 (named for what happened, as IllegalAction is)
    """A card that cannot have come out of the shoe.

    >>> CardNotInShoe("the joker (Jk) is not in a French deck of 52 cards").code
    'record/card-not-in-shoe'
    """

    code: ClassVar[str] = "record/card-not-in-shoe"
    """The refusal code; stable, so programs can depend on it."""
