"""Who may see an event: what is shown adds up to what `view` shows, card by card."""

from __future__ import annotations

import random
from collections import Counter

from pitboss.cards import Card
from pitboss.engine.drive import Round
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardHidden,
    CardsTurned,
    DealerShown,
    DownCardExposed,
    Event,
    HandSet,
    Place,
    Shown,
    event_json,
)
from pitboss.engine.state import State
from pitboss.engine.view import TableView, mask_event, view
from tests.engine.bets import random_bets
from tests.engine.checks import shown_cards
from tests.engine.houses import GAMES, cards_for, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day

WATCHER = 0
HANDS_TURNED = {"co/trilux", "co/pai-jack", "co/deuces-wild-xtreme", "co/21-holdem"}
"""Games with hands or poker cards that only their player sees at first."""


class Spectator:
    """Somebody who knows what was shown to him and no more."""

    def __init__(self, opening: State, seat: int) -> None:
        self.seat = seat
        self.state = opening
        self.known = Counter[Card]()
        self.lows: dict[int, tuple[Card, ...]] = {}
        self.kinds = Counter[str]()

    def watch(self, event: Event, after: State) -> None:
        for shown in mask_event(self.state, event, after, self.seat or None):
            self.kinds[type(shown).__name__] += 1
            self.learn(shown)
        self.state = after
        self.check(view(after, self.seat))

    def learn(self, shown: Shown) -> None:
        match shown:
            case CardDealt() | DownCardExposed():
                self.known[shown.card] += 1
            case CardsTurned():
                self.known.update(shown.cards)
                self.lows[shown.seat] = shown.low
            case DealerShown():
                self.known.update(shown.cards)
            case HandSet():
                self.lows[shown.seat] = shown.low
            case ActionTaken() if shown.low:
                assert not is_hidden(self.state, shown.seat, self.seat)
            case _:
                pass

    def check(self, shown: TableView) -> None:
        """What he knows is what lies open for him: no card more, and none less."""
        assert self.known == shown_cards(shown)
        for seat in shown.seats:
            for hand in seat.hands:
                assert self.lows.get(seat.number, ()) == hand.low


def is_hidden(state: State, number: int, viewer: int) -> bool:
    seat = next(other for other in view(state, viewer).seats if other.number == number)
    return any(hand.face_down for hand in seat.hands)


def watched_round(rng: random.Random, game_id: str) -> list[Spectator]:
    _, setup = random_setup(rng, game_id)
    round_ = Round.start(setup, random_bets(rng, setup))
    player = random_player(rng)
    round_.play(cards_for(rng, round_), lambda _, question: player(question))
    numbers = [seat.number for seat in round_.state.seats]
    viewers = [WATCHER, *rng.sample(numbers, min(2, len(numbers)))]
    spectators = [Spectator(round_.opening, number) for number in viewers]
    for event, after in zip(round_.events, round_.states, strict=True):
        for spectator in spectators:
            spectator.watch(event, after)
    return spectators


@every_row("game_id", GAMES)
def test_what_is_shown_adds_up_to_the_view_at_every_moment(game_id: str) -> None:
    rng = random.Random(21)
    kinds = Counter[str]()
    for _ in range(by_day(20, 80) if game_id in HANDS_TURNED else by_day(4, 20)):
        for spectator in watched_round(rng, game_id):
            kinds += spectator.kinds
    assert kinds["CardHidden"], "nothing ever lay face down"
    assert bool(kinds["CardsTurned"]) == (game_id in HANDS_TURNED)


def test_a_hidden_card_and_a_turned_hand_are_written_as_events_are() -> None:
    hidden = CardHidden(Place.HAND, 2, 1)
    turned = CardsTurned(Place.POKER, 3, 1, (Card(0), Card(5)))
    assert event_json(hidden) == {"event": "card-hidden", "place": "hand", "seat": 2, "hand": 1}
    assert event_json(turned) == {
        "event": "cards-turned",
        "place": "poker",
        "seat": 3,
        "hand": 1,
        "cards": "As 2h",
    }
