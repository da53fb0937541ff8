"""A player who follows a round from what is shown sees and reads the same as one at the table."""

from __future__ import annotations

import json
import random

import pytest

from pitboss.engine.actions import Action, Question
from pitboss.engine.drive import Round
from pitboss.engine.events import WagerSettled, event_json
from pitboss.engine.follow import FollowedRound, read_event
from pitboss.engine.state import State
from pitboss.engine.view import mask_event, view
from pitboss.sitting.narrate import Narrator
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, cards_for, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day


class Follower:
    """Follows a random round from one of its seats, and compares whenever anybody is asked."""

    def __init__(self, rng: random.Random, game: str) -> None:
        _, self.setup = random_setup(rng, game)
        bets = random_bets(rng, self.setup)
        self.there = Round.start(self.setup, bets)
        self.seat = rng.choice(bets).seat
        self.players = {bet.seat: bet.player or "" for bet in bets}
        state = self.there.state
        owner = state.seat(self.seat).owner
        self.yours = [seat.number for seat in state.seats if seat.owner == owner]
        self.narrator_there = Narrator(self.there, self.yours)
        self.lines_there: list[str] = []
        self.received = 0
        first = [read_event(line) for line in self.sent()]
        self.here = FollowedRound(self.setup, first, self.there.opening.meters, self.players)
        self.narrator_here = Narrator(self.here.round, self.yours)
        self.lines_here: list[str] = []
        self.decide = random_player(rng)

    def sent(self) -> list[dict[str, object]]:
        """Return what a server sends since the last time, as it is read."""
        lines = []
        befores = (self.there.opening, *self.there.states)
        for place in range(self.received, len(self.there.events)):
            event = self.there.events[place]
            after = self.there.states[place]
            for shown in mask_event(befores[place], event, after, self.seat):
                line = event_json(shown)
                if isinstance(shown, WagerSettled):
                    line |= {"pays": shown.pays, "rows": shown.rows}
                lines.append(json.loads(json.dumps(line)))
        self.received = len(self.there.events)
        return lines

    def compare(self) -> None:
        self.here.waiting += [read_event(line) for line in self.sent()]
        while self.here.step() is not None:
            self.lines_here += [line.text for line in self.narrator_here.new_lines()]
        self.lines_there += [line.text for line in self.narrator_there.new_lines()]
        assert self.lines_here == self.lines_there
        assert view(self.here.round.state, self.seat) == view(self.there.state, self.seat)

    def follow_question(self, _: State, question: Question) -> Action:
        self.compare()
        return self.decide(question)


@every_row("game", GAMES)
def test_what_is_followed_is_what_is_seen_and_told_at_the_table(game: str) -> None:
    rng = random.Random(f"follow {game}")
    for _ in range(by_day(6, 100)):
        follower = Follower(rng, game)
        follower.there.play(iter(cards_for(rng, follower.there)), follower.follow_question)
        follower.compare()
        assert follower.here.round.state.over


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no event 'card-eaten'"):
        read_event({"event": "card-eaten"})
