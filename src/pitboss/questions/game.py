"""Questions about the main game that are answered exactly: what to do with a hand."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Annotated

from pitboss.questions.ask import Ask

DOUBLED_MAX = 10


@dataclass(frozen=True, slots=True)
class Advise:
    """List every legal choice with a hand and its expected value, the best first."""

    hand: Annotated[str, Ask('The cards of the hand: "6h 7h".', may_be_empty=True)]
    _: KW_ONLY
    up: Annotated[str, Ask("The dealer's up card: 2s.", python="Some games show none.")] = ""
    other: Annotated[
        str | None,
        Ask("Blackjack Switch: your other hand. 3 Card 21: the cards that start the others."),
    ] = None
    community: Annotated[
        str | None,
        Ask("21-Hold 'em: the two community cards, to decide whether to fold."),
    ] = None
    gone: Annotated[str, Ask('Cards that left the shoe before this round: "5s 5h Kd".')] = ""
    doubled: Annotated[
        int, Ask("How many times the hand has been doubled.", least=0, most=DOUBLED_MAX)
    ] = 0
    after_split: Annotated[bool, Ask("The hand was made by a split.", flags=("--after-split",))] = (
        False
    )
    free: Annotated[
        bool,
        Ask("The hand is a free bet: a lammer stands for its wager.", flags=("--free",)),
    ] = False
