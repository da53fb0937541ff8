"""The rounds of every kind that is not blackjack alone, as both devices compile them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.rulebook.model import RoundKind
from pitboss.simulate import (
    ante_up_round,
    holdem_round,
    pai_jack_round,
    three_card_round,
    wild_poker_round,
)
from pitboss.simulate.other_round import shoes_player

ROUNDS: Mapping[RoundKind, Callable[..., Any]] = {
    RoundKind.PAI_JACK: pai_jack_round.play_round,
    RoundKind.WILD_POKER: wild_poker_round.play_round,
    RoundKind.HOLDEM: holdem_round.play_round,
    RoundKind.THREE_CARD: three_card_round.play_round,
    RoundKind.ANTE_UP: ante_up_round.play_round,
}
"""What plays a round of each kind."""

PLAY: Mapping[RoundKind, Callable[..., tuple[int, int]]] = {
    kind: shoes_player(play_round) for kind, play_round in ROUNDS.items()
}
"""What plays shoes of each kind on the processor."""
