"""Random rounds of 3 Card 21, each settled again by its auditor.

Method: a seed draws a table, its bets and tips, shoes with some ranks or few cards on top, and
players who decide at random. A failing test names its seed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from pitboss.cards import parse_cards
from pitboss.engine.actions import Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.engine.values import replace
from pitboss.engine.view import view
from pitboss.patterns.totals import is_ace, value
from pitboss.rulebook.house import house_from
from tests.engine.audit import three_card as audit
from tests.engine.checks import check_auditor, check_fold, check_record
from tests.engine.decisions import check_decisions
from tests.engine.houses import random_cards
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day

ROUNDS = 12
OPTIONS: dict[str, tuple[object, ...]] = {
    "decks": (6, 8),
    "dealt_from": ("shoe", "continuous shuffler"),
    "soft17": ("hit", "stand"),
    "double_for_less": (True, False),
    "rounding": ("down", "up"),
    "surrender": (False,),
    "resplit_aces": (False,),
}


def random_table(rng: random.Random) -> tuple[dict[str, Any], Setup]:
    options = {name: rng.choice(of) for name, of in OPTIONS.items() if rng.random() < 0.6}
    table = rng.choice("345" if options.get("decks") == 8 else "12345")
    house = {"game": "co/3-card-21", "options": options, "tables": {"3-card-bonus": table}}
    return house, prepare(house_from(house))


def random_bets(rng: random.Random) -> list[Bets]:
    bets = []
    for seat in rng.sample(range(1, 10), rng.randint(1, 7)):
        wager = rng.choice((1, 2, 3, 500, 1000, 333, rng.randint(1, 9999)))
        wagers = {"main": wager, "3-card-bonus": wager}
        tips = {name: rng.randint(1, wager) for name in wagers if rng.random() < 0.3}
        bets.append(Bets(seat, wagers, None, tips))
    return bets


def play_at_random(rng: random.Random, setup: Setup) -> Round:
    round_ = Round.start(setup, random_bets(rng))
    player = random_player(rng)
    round_.play(random_cards(rng, setup.shoe), lambda _, question: player(question))
    return round_


@every_row("seed", range(by_day(15, 40)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    rng = random.Random(seed)
    house, setup = random_table(rng)
    for _ in range(ROUNDS):
        round_ = play_at_random(rng, setup)
        check_auditor(round_, house, audit.settle, audit.tips, by_seat=True)
        check_fold(round_)
        check_record(round_, house)


def check_the_down_card_is_hidden(state: State) -> None:
    """Every card but the down card is open to all, and no other down card would look different."""
    up = state.dealer[0]
    players = Counter(card for seat in state.seats for hand in seat.hands for card in hand.cards)
    for seat in state.seats:
        own_view = view(state, seat.number)
        shown = Counter(
            card for other in own_view.seats for hand in other.hands for card in hand.cards
        )
        assert (shown, own_view.dealer, own_view.face_down) == (players, (up,), 1)
        for down in parse_cards("As 2h 9d Kc"):
            hard = value(up) + value(down)
            has_ace = is_ace(up) or is_ace(down)
            other = replace(state, dealer=(up, down), dealer_hard=hard, dealer_has_ace=has_ace)
            assert view(other, seat.number) == own_view


@every_row("seed", range(100, 112))
def test_no_step_is_illegal_or_shows_the_down_card(seed: int) -> None:
    """At every step what is offered is accepted, everything else refused, the down card hidden."""
    rng = random.Random(seed)
    house, setup = random_table(rng)
    round_ = Round.start(setup, random_bets(rng)[:3])
    cards = random_cards(rng, setup.shoe)
    player = random_player(rng)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(cards))
        else:
            assert isinstance(round_.due, Question)
            check_decisions(round_, rng)
            check_the_down_card_is_hidden(round_.state)
            round_.act(player(round_.due))
    check_auditor(round_, house, audit.settle, audit.tips, by_seat=True)


def test_the_random_rounds_reach_what_they_must() -> None:
    """The campaign is worth nothing if 21s are never given up or nobody is dealt a blackjack."""
    counts: Counter[str] = Counter()
    for seed in range(12):
        rng = random.Random(seed)
        house, setup = random_table(rng)
        for _ in range(ROUNDS):
            round_ = play_at_random(rng, setup)
            result = replay(write_record(round_, house)).result()
            counts.update(line["outcome"] for line in result["settlement"])
            counts.update(event["event"] for event in result["events"])
            counts.update(e["action"] for e in result["events"] if e["event"] == "action-taken")
    wanted = {"21", "win", "lose", "push", "bust", "surrendered", "dealer blackjack", "hand-split"}
    wanted |= {"split", "double", "insure", "decline", "Pair", "Flush", "Straight", "21 Total"}
    assert not wanted - set(counts)
