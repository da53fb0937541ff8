"""Every game plays: its example house opens, bots play it, its records replay.

All side wagers of the example house are made, and the late ones taken, round after round.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.meter import Meter
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.rulebook.house import read_house
from pitboss.rulebook.model import Game, Moment
from pitboss.sitting.basic_play import basic_play
from tests.catalogue.evidence import ALL, example
from tests.engine.bets import random_amount
from tests.engine.checks import PACKETS, check_audit, with_down_card
from tests.engine.houses import cards_for
from tests.rows import every_row

every_game = every_row("game", ALL)
ROUNDS = 20
SEATS = (1, 2, 5)


def house_of(game: Game) -> dict[str, Any]:
    """Return the example house as a record carries it."""
    data: dict[str, Any] = tomllib.loads(example(game).read_text("utf-8"), parse_float=str)
    return data


@cache
def _setup_of(path: Path) -> Setup:
    return prepare(read_house(path))


def setup_of(game: Game) -> Setup:
    return _setup_of(example(game))


def all_wagers(rng: random.Random, setup: Setup) -> dict[str, int]:
    """Return every wager of the felt that is made before the deal, with amounts it takes."""
    wagers: dict[str, int] = {}
    for wager_id, spot in setup.configured.spots.items():
        if spot.wager.made == Moment.BEFORE_DEAL:
            equal = spot.wager.equals
            wagers[wager_id] = wagers[equal] if equal else random_amount(rng, spot)
    if setup.configured.options.get("golden_21_up_to_main"):
        wagers["golden-21"] = min(wagers["golden-21"], wagers["main"])
    return wagers


def decide(state: State, question: Question) -> Action:
    """Play as the bot does, and take every wager that is offered during the round."""
    for choice in question.choices:
        if choice.kind in {ActionKind.BUST_BET, ActionKind.BET}:
            return Action(seat=question.seat, kind=choice.kind, amount=choice.low)
    return basic_play(state, question)


def opened(game: Game) -> Iterator[tuple[Round, random.Random]]:
    """Yield rounds of three seats with everything wagered; meters go from one to the next."""
    setup = setup_of(game)
    rng = random.Random(game.id)
    meters: Mapping[str, Meter] | None = None
    for _ in range(ROUNDS):
        bets = [Bets(seat, all_wagers(rng, setup)) for seat in SEATS]
        game_round = Round.start(setup, bets, meters)
        yield game_round, rng
        meters = game_round.state.meters


@every_game
def test_the_example_house_opens_with_every_wager_it_offers(game: Game) -> None:
    setup = setup_of(game)
    game_round = Round.start(setup, [Bets(1, all_wagers(random.Random(1), setup))])
    offered = {w for w, s in setup.configured.spots.items() if s.wager.made == Moment.BEFORE_DEAL}
    assert set(game_round.state.seats[0].wagers) == offered
    assert isinstance(game_round.due, CardNeeded)


@every_game
def test_bots_play_it_with_every_wager_and_an_auditor_agrees(game: Game) -> None:
    """Twenty rounds; the lines are the auditor's, and a seat's lines sum to its net."""
    settled: Counter[str] = Counter()
    for game_round, rng in opened(game):
        state = game_round.play(cards_for(rng, game_round), decide)
        check_audit(game_round)
        nets = Counter({seat.number: 0 for seat in state.seats})
        for line in state.settled:
            nets[line.seat] += line.net if line.is_players else 0
            settled[line.wager] += 1
        assert dict(nets) == state.net()
    sides = {wager.id for wager in setup_of(game).side_wagers}
    assert sides <= set(settled), "a side wager was never settled"


@every_game
def test_a_record_of_it_replays_event_for_event(game: Game) -> None:
    for game_round, rng in opened(game):
        game_round.play(cards_for(rng, game_round), decide)
        record = json.loads(json.dumps(write_record(game_round, house_of(game))))
        again = replay(record)
        assert again.round.events == game_round.events
        assert replay(json.loads(json.dumps(again.complete_record()))).difference() is None


@every_game
def test_nobody_sees_the_down_card_before_it_is_turned(game: Game) -> None:
    """At every step of a few rounds, the view of every seat is what it is with another card."""
    for game_round, rng in islice(opened(game), 4):
        cards = cards_for(rng, game_round)
        while game_round.due is not None and not game_round.state.exposed:
            if len(game_round.state.dealer) > 1:
                hidden = game_round.state.dealer[1]
                other = next(c for c in setup_of(game).shoe.deck.cards if c != hidden)
                shown = game_round.state.dealer[: game.round not in PACKETS]
                for seat in game_round.state.seats:
                    seen = view(game_round.state, seat.number)
                    assert seen.dealer == shown
                    assert seen == view(with_down_card(game_round.state, other), seat.number)
            if isinstance(game_round.due, CardNeeded):
                game_round.deal(next(cards))
            elif isinstance(game_round.due, ReshuffleNeeded):
                game_round.reshuffle()
            else:
                assert isinstance(game_round.due, Question)
                game_round.act(decide(game_round.state, game_round.due))
        assert game_round.state.exposed
