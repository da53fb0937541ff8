"""A seat that is ruled out of any round at any moment is out alone: the others play as they would.

Method: play a random round in which one seat is ruled out at a random moment. Then play it again
without that seat, everybody with the cards and decisions that they had: the settlement lines of the
others are the same, and so are the meters.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict, deque
from typing import Any

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.engine.drive import Round
from pitboss.engine.events import VOID, CardDealt, WagerSettled, event_json
from pitboss.engine.follow import FollowedRound, read_event
from pitboss.engine.money import dealer_cents, returned_cents, stake_cents, tip_cents
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.state import Status
from pitboss.engine.view import mask_event, view
from pitboss.sitting.narrate import Narrator
from tests.engine.houses import GAMES
from tests.engine.ruled import RuledRound
from tests.rows import every_row
from tests.tiers import by_day


def others(round_: Round, seat: int) -> list[WagerSettled]:
    """Return the lines of everybody else; an envy of the seat's own luck is not theirs alone."""
    return [line for line in round_.state.settled if line.seat != seat]


@every_row("game", GAMES)
def test_the_others_are_settled_as_if_the_seat_had_not_been_there(game: str) -> None:
    rng = random.Random(f"ruled out {game}")
    seen = Counter[str]()
    for _ in range(by_day(60, 1000)):
        played = RuledRound(rng, game)
        ruled = played.ruled
        if ruled is None or len(played.bets) < 2:
            continue
        state = played.round.state
        out = [seat.number for seat in state.seats if seat.ruled_out]
        lines = [line for line in state.settled if line.seat == ruled.seat]
        if out != [ruled.seat] or any(line.outcome != VOID for line in lines):
            continue  # it had won or lost something already, which the others may envy or share
        seen["alone"] += 1
        again = without(played, ruled.seat)
        assert others(played.round, ruled.seat) == others(again, ruled.seat)
        assert again.state.meters == state.meters
    assert seen["alone"] or game == "co/21-holdem"


def without(played: RuledRound, seat: int) -> Round:
    """Play the round again without a seat; everybody has the cards and decisions that he had."""
    setup = played.round.state.setup
    again = Round.start(setup, [bet for bet in played.bets if bet.seat != seat])
    cards: dict[Any, deque[Card]] = defaultdict(deque)
    for event in played.round.events:
        if isinstance(event, CardDealt):
            cards[event.place, event.seat, event.hand].append(event.card)
    wanted = (a for a in played.actions if a.seat != seat and a.kind is not ActionKind.PLAY_ON)
    actions = deque(wanted)
    while (due := again.due) is not None:
        if isinstance(due, CardNeeded):
            again.deal(cards[due.place, due.seat, due.hand].popleft())
        elif isinstance(due, ReshuffleNeeded):
            again.reshuffle()
        else:
            again.act(actions.popleft())
    assert not actions
    return again


@every_row("game", GAMES)
def test_chips_are_conserved_and_the_record_replays(game: str) -> None:
    rng = random.Random(f"ruled {game}")
    ruled = 0
    for _ in range(by_day(60, 1000)):
        played = RuledRound(rng, game)
        ruled += played.ruled is not None
        state = played.round.state
        assert state.over
        assert all(hand.status is Status.SETTLED for seat in state.seats for hand in seat.hands)
        check_money(played)
        record = json.loads(json.dumps(write_record(played.round, played.house)))
        done = replay(record)
        assert done.round.state.settled == state.settled
        assert done.round.state.meters == state.meters
        assert replay(json.loads(json.dumps(done.complete_record()))).difference() is None
        if played.ruled is not None:
            assert record["irregularities"][0]["kind"] == played.ruled.kind
    assert ruled


def check_money(played: RuledRound) -> None:
    """What went down came back, was lost or was won, seat by seat and for the dealer."""
    events = played.round.events
    state = played.round.state
    assert all(meter.is_conserved for meter in state.meters.values())
    nets = state.net()
    for seat in state.seats:
        own = [event for event in events if getattr(event, "seat", 0) == seat.number]
        down = sum(map(stake_cents, own))
        back = sum(map(returned_cents, own))
        tips = sum(map(tip_cents, own))
        settled = [event for event in own if isinstance(event, WagerSettled)]
        assert sum(line.stake for line in settled) == down + tips
        returned_tips = sum(e.stake for e in settled if not e.is_players and e.outcome == VOID)
        assert back - down == nets[seat.number] + returned_tips
        given = sum(map(dealer_cents, own))
        tip_lines = [e for e in settled if not e.is_players and e.outcome != VOID]
        envy = sum(line.dealer for line in settled)
        assert given == envy + sum(line.stake + line.net for line in tip_lines)


@every_row("game", GAMES)
def test_a_ruling_is_followed_and_told_as_it_is_at_the_table(game: str) -> None:
    """Somebody who is only sent what he may see has the same view and the same lines."""
    rng = random.Random(f"follow ruling {game}")
    for _ in range(by_day(8, 100)):
        played = RuledRound(rng, game).round
        seat = rng.choice(played.state.seats).number
        owner = played.state.seat(seat).owner
        yours = [own.number for own in played.state.seats if own.owner == owner]
        shown = []
        befores = (played.opening, *played.states)
        for before, event, after in zip(befores, played.events, played.states, strict=False):
            for sent in mask_event(before, event, after, seat):
                line = event_json(sent)
                if isinstance(sent, WagerSettled):
                    line |= {"pays": sent.pays, "rows": sent.rows}
                shown.append(read_event(json.loads(json.dumps(line))))
        players = {own.number: own.player for own in played.state.seats}
        here = FollowedRound(played.state.setup, shown, played.opening.meters, players)
        lines_here: list[str] = []
        narrator = Narrator(here.round, yours)
        while here.step() is not None:
            lines_here += [line.text for line in narrator.new_lines()]
        there = Narrator(played, yours)
        assert lines_here == [line.text for line in there.new_lines()]
        assert view(here.round.state, seat) == view(played.state, seat)
