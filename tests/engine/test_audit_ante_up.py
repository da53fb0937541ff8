"""Random rounds of Ante Up 21, each settled a second time from the text alone.

Method: a seed draws options, pay schedule, wagers, tips, a shoe (often rich in a few cards) and
decisions. A failing test names its seed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from pitboss.cards import Card, card_rank
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken
from pitboss.engine.record import write_record
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.engine.values import replace
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from tests.engine.audit.ante_up import settle, tips
from tests.engine.checks import check_fold, check_record
from tests.engine.houses import random_cards
from tests.engine.players import random_amount
from tests.rows import every_row
from tests.tiers import by_day

GAME = "co/ante-up-21"
OPTIONS: dict[str, list[Any]] = {
    "decks": [2, 6],
    "soft17": ["hit"],
    "surrender": [False],
    "double_for_less": [True, False],
    "resplit_aces": [False, True],
    "rounding": ["down", "up"],
}
WEIGHTS = {ActionKind.SPLIT: 12, ActionKind.BET: 10}


def random_house(rng: random.Random) -> dict[str, Any]:
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.5}
    bonus = options.get("decks") != 2 and rng.random() < 0.8
    return {
        "game": GAME,
        "options": options,
        "tables": {"poker-bonus": rng.choice("ABCD")} if bonus else {},
    }


def random_bets(rng: random.Random, house: dict[str, Any]) -> list[Bets]:
    bets = []
    for number in rng.sample(range(1, 8), rng.randint(1, 5)):
        wagers = {"main": random_wager(rng)}
        if rng.random() < 0.8:
            wagers["ante"] = random_wager(rng)
        given = {
            wager: rng.randint(1, most) for wager, most in wagers.items() if rng.random() < 0.4
        }
        if "ante" in wagers and house["tables"] and rng.random() < 0.7:
            wagers["poker-bonus"] = random_wager(rng)
        bets.append(Bets(number, wagers, rng.choice(("ann", None)), given))
    return bets


def random_wager(rng: random.Random) -> int:
    return rng.choice((1, 2, 3, 500, 1000, 333, rng.randint(1, 9999)))


def decide(rng: random.Random, asked: Question) -> Action:
    weights = [WEIGHTS.get(choice.kind, 4) for choice in asked.choices]
    choice = rng.choices(asked.choices, weights)[0]
    amount = random_amount(rng, choice)
    return Action(seat=asked.seat, hand=asked.hand, kind=choice.kind, amount=amount)


def started(rng: random.Random) -> tuple[Round, Setup, dict[str, Any]]:
    house = random_house(rng)
    setup = prepare(house_from(house))
    return Round.start(setup, random_bets(rng, house)), setup, house


def played(rng: random.Random) -> tuple[Round, dict[str, Any]]:
    this, setup, house = started(rng)
    this.play(random_cards(rng, setup.shoe), lambda _, asked: decide(rng, asked))
    return this, house


@every_row("seed", range(by_day(150, 400)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    this, house = played(random.Random(seed))
    record = write_record(this, house)
    assert settle(record) == this.state.net()
    given: Counter[tuple[int, str]] = Counter()
    for line in this.state.settled:
        if line.wager.startswith("tip:"):
            given[line.seat, line.wager.removeprefix("tip:")] += line.net
    assert tips(record) == given
    check_fold(this)
    check_record(this, house)


def check_views(state: State, rng: random.Random) -> None:
    """Everybody sees all cards but the down card; another one there changes nothing."""
    hidden = not state.exposed and len(state.dealer) == 2
    for seat in state.seats:
        seen = view(state, seat.number)
        assert seen.dealer == (state.dealer[:1] if hidden else state.dealer)
        assert seen.face_down == hidden
        shown = [tuple(hand.cards for hand in other.hands) for other in seen.seats]
        assert shown == [tuple(hand.cards for hand in other.hands) for other in state.seats]
        if hidden:
            other = with_down_card(state, rng.choice(state.setup.shoe.deck.cards))
            assert seen == view(other, seat.number)


def with_down_card(state: State, card: Card) -> State:
    dealer = (state.dealer[0], card)
    hard = sum(min(card_rank(each) + 1, 10) for each in dealer)
    has_ace = any(card_rank(each) == 0 for each in dealer)
    return replace(state, dealer=dealer, dealer_hard=hard, dealer_has_ace=has_ace)


@every_row("seed", range(1000, 1030))
def test_no_step_of_a_random_round_shows_what_is_hidden(seed: int) -> None:
    """2106(7): one card of the dealer's is face down until the hands are played."""
    rng = random.Random(seed)
    this, setup, _ = started(rng)
    cards = random_cards(rng, setup.shoe)
    while this.due is not None:
        check_views(this.state, rng)
        if isinstance(this.due, CardNeeded):
            this.deal(next(cards))
        else:
            assert isinstance(this.due, Question)
            this.act(decide(rng, this.due))
    check_views(this.state, rng)


def test_the_random_rounds_meet_everything_that_is_rare() -> None:
    met: Counter[str] = Counter()
    for seed in range(400):
        this, _ = played(random.Random(seed))
        met.update(f"{line.wager} {line.outcome}" for line in this.state.settled)
        met.update(event.action for event in this.events if isinstance(event, ActionTaken))
    compared = ("win", "lose", "push", "dealer does not qualify", "fold")
    rows = ("Three of a Kind", "Pair of Suited Aces", "Suited Pair", "Pair (not suited)", "lose")
    wanted = [
        *(f"ante {outcome}" for outcome in compared),
        *(f"bet {outcome}" for outcome in ("win", "lose", "push")),
        *(f"poker-bonus {row}" for row in rows),
        *("main blackjack", "main bust", "main dealer blackjack", "main push", "tip:ante fold"),
        *("insurance dealer blackjack", "insurance no dealer blackjack", "split", "double"),
    ]
    for each in wanted:
        assert met[each], each
