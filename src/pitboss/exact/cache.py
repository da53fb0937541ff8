"""A table as what has been solved is kept for: known by the digest of its rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.engine.setup import Setup


@dataclass(frozen=True, slots=True)
class KnownTable:
    """Two tables are the same where their configurations are.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> one, other = (KnownTable.of(prepare(House(game="co/pai-jack"))) for _ in range(2))
    >>> one == other, one.setup is other.setup
    (True, False)
    """

    digest: str
    setup: Setup = field(compare=False)

    @classmethod
    def of(cls, setup: Setup) -> KnownTable:
        """Return the table of *setup*."""
        return cls(setup.configured.digest, setup)
