"""The functions that play and count a round of every kind, for processors and graphics cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.rulebook.model import RoundKind
from pitboss.simulator.ante_up import shared_round as ante_up_shared
from pitboss.simulator.backends.shoes import PlayAsking, PlayRound, PlayShoes, shoes_player
from pitboss.simulator.blackjack import kernel as blackjack
from pitboss.simulator.cells.round import (
    count_cell,
    count_seat,
    counting_one_seat,
    counting_round,
)
from pitboss.simulator.counting import cells_round as cells_counted
from pitboss.simulator.emitted import (
    ante_up_lanes,
    holdem_lanes,
    pai_jack_cuda,
    pai_jack_lanes,
    switch_cuda,
    switch_lanes,
    three_card_21_lanes,
    wild_poker_cuda,
    wild_poker_lanes,
)
from pitboss.simulator.emitted import ante_up_table as ante_up_round
from pitboss.simulator.emitted import blackjack_table as blackjack_round
from pitboss.simulator.emitted import holdem_table as holdem_round
from pitboss.simulator.emitted import pai_jack_table as pai_jack_round
from pitboss.simulator.emitted import switch_table as switch_round
from pitboss.simulator.emitted import three_card_21_table as three_card_round
from pitboss.simulator.emitted import wild_poker_table as wild_poker_round
from pitboss.simulator.holdem import shared_round as holdem_shared
from pitboss.simulator.lanes.decks import decks_player
from pitboss.simulator.lanes.shoes import lanes_player
from pitboss.simulator.three_card_21 import shared_round as three_card_shared

ROUNDS: Mapping[RoundKind, PlayRound] = {
    RoundKind.BLACKJACK: blackjack.counting_round(blackjack_round.play_round),
    RoundKind.SWITCH: blackjack.counting_round(switch_round.play_round),
    RoundKind.PAI_JACK: counting_round(pai_jack_round.play_round),
    RoundKind.WILD_POKER: counting_round(wild_poker_round.play_round),
    RoundKind.HOLDEM: counting_round(holdem_round.play_round),
    RoundKind.THREE_CARD_21: counting_round(three_card_round.play_round),
    RoundKind.ANTE_UP: counting_round(ante_up_round.play_round),
}
"""Kind of round -> the function that plays and counts a round."""

ONE_SEAT_ROUNDS: Mapping[RoundKind, PlayRound] = {
    RoundKind.SWITCH: blackjack.counting_round(switch_round.play_round),
    RoundKind.PAI_JACK: counting_one_seat(pai_jack_round.play_round, count_seat),
    RoundKind.WILD_POKER: counting_one_seat(wild_poker_round.play_round, count_cell),
    RoundKind.HOLDEM: counting_one_seat(holdem_round.play_round, count_seat),
    RoundKind.THREE_CARD_21: counting_one_seat(three_card_round.play_round, count_seat),
    RoundKind.ANTE_UP: counting_one_seat(ante_up_round.play_round, count_seat),
}
"""The same for one seat on graphics cards, which leave what can be worked out afterwards."""

SHARED_ROUNDS: Mapping[RoundKind, Callable[..., Any]] = {
    RoundKind.HOLDEM: holdem_shared.play,
    RoundKind.THREE_CARD_21: three_card_shared.play,
    RoundKind.ANTE_UP: ante_up_shared.play,
    RoundKind.PAI_JACK: pai_jack_cuda.play,
    RoundKind.WILD_POKER: wild_poker_cuda.play,
    RoundKind.SWITCH: switch_cuda.play,
}
"""The same by a few looks at tables that threads share, but for rounds that are left to those."""

SHARED_SPLITS: Mapping[RoundKind, Callable[..., Any]] = {
    RoundKind.ANTE_UP: ante_up_shared.play_split,
}
"""The same for rounds with a split, of kinds whose other functions leave them."""

COUNTED_ROUNDS: Mapping[RoundKind, PlayAsking] = {
    RoundKind.BLACKJACK: blackjack.asking_round(blackjack_round.play_round),
    RoundKind.SWITCH: blackjack.asking_round(switch_round.play_round),
    RoundKind.THREE_CARD_21: cells_counted.counting_round(three_card_round.play_round),
    RoundKind.ANTE_UP: cells_counted.counting_round(ante_up_round.play_round),
}
"""The same with a counter, for the kinds that are dealt from a shoe."""

COUNTED_SEAT: PlayAsking = blackjack.asking_seat(blackjack_round.play_round)
"""The same for one seat of blackjack with its main wager alone."""

PLAY: Mapping[RoundKind, PlayShoes] = {kind: shoes_player(play) for kind, play in ROUNDS.items()}
"""Kind of round -> the function that plays shoes on the processor."""

DECKS: Mapping[RoundKind, Callable[..., int]] = {
    kind: decks_player(played.play, played.ENDS, ROUNDS[kind])
    for kind, played in (
        (RoundKind.PAI_JACK, pai_jack_lanes),
        (RoundKind.WILD_POKER, wild_poker_lanes),
        (RoundKind.HOLDEM, holdem_lanes),
    )
}
"""Kind of round -> the function that plays rounds of one seat in lanes, with a fresh deck each."""

LANES: Mapping[RoundKind, Callable[..., int]] = {
    kind: lanes_player(
        played.play, played.ENDS, ROUNDS[kind], COUNTED_ROUNDS[kind], has_more=played.HAS_MORE
    )
    for kind, played in (
        (RoundKind.SWITCH, switch_lanes),
        (RoundKind.THREE_CARD_21, three_card_21_lanes),
        (RoundKind.ANTE_UP, ante_up_lanes),
    )
}
"""Kind of round -> the function that plays shoes of one seat in lanes."""
