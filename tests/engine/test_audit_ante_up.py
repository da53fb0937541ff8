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
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.engine.values import replace
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from tests.engine.audit.ante_up import settle, tips
from tests.engine.checks import check_auditor, check_fold, check_record
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


def decide(rng: random.Random, question: Question) -> Action:
    weights = [WEIGHTS.get(choice.kind, 4) for choice in question.choices]
    choice = rng.choices(question.choices, weights)[0]
    amount = random_amount(rng, choice)
    return Action(seat=question.seat, hand=question.hand, kind=choice.kind, amount=amount)


def started(rng: random.Random) -> tuple[Round, Setup, dict[str, Any]]:
    house = random_house(rng)
    setup = prepare(house_from(house))
    return Round.start(setup, random_bets(rng, house)), setup, house


def played(rng: random.Random) -> tuple[Round, dict[str, Any]]:
    round_, setup, house = started(rng)
    round_.play(random_cards(rng, setup.shoe), lambda _, question: decide(rng, question))
    return round_, house


@every_row("seed", range(by_day(150, 400)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    round_, house = played(random.Random(seed))
    check_auditor(round_, house, settle, tips)
    check_fold(round_)
    check_record(round_, house)


def check_views(state: State, rng: random.Random) -> None:
    """Everybody sees all cards but the down card; another one there changes nothing."""
    hidden = not state.exposed and len(state.dealer) == 2
    for seat in state.seats:
        own_view = view(state, seat.number)
        assert own_view.dealer == (state.dealer[:1] if hidden else state.dealer)
        assert own_view.face_down == hidden
        shown = [tuple(hand.cards for hand in other.hands) for other in own_view.seats]
        assert shown == [tuple(hand.cards for hand in other.hands) for other in state.seats]
        if hidden:
            other = with_down_card(state, rng.choice(state.setup.shoe.deck.cards))
            assert own_view == view(other, seat.number)


def with_down_card(state: State, card: Card) -> State:
    dealer = (state.dealer[0], card)
    hard = sum(min(card_rank(card) + 1, 10) for card in dealer)
    has_ace = any(card_rank(card) == 0 for card in dealer)
    return replace(state, dealer=dealer, dealer_hard=hard, dealer_has_ace=has_ace)


@every_row("seed", range(1000, 1030))
def test_no_step_of_a_random_round_shows_what_is_hidden(seed: int) -> None:
    """2106(7): one card of the dealer's is face down until the hands are played."""
    rng = random.Random(seed)
    round_, setup, _ = started(rng)
    cards = random_cards(rng, setup.shoe)
    while round_.due is not None:
        check_views(round_.state, rng)
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(cards))
        else:
            assert isinstance(round_.due, Question)
            round_.act(decide(rng, round_.due))
    check_views(round_.state, rng)


def test_the_random_rounds_meet_everything_that_is_rare() -> None:
    counts: Counter[str] = Counter()
    for seed in range(400):
        round_, _ = played(random.Random(seed))
        counts.update(f"{line.wager} {line.outcome}" for line in round_.state.settled)
        counts.update(event.action for event in round_.events if isinstance(event, ActionTaken))
    compared = ("win", "lose", "push", "dealer does not qualify", "fold")
    rows = ("Three of a Kind", "Pair of Suited Aces", "Suited Pair", "Pair (not suited)", "lose")
    wanted = [
        *(f"ante {outcome}" for outcome in compared),
        *(f"bet {outcome}" for outcome in ("win", "lose", "push")),
        *(f"poker-bonus {row}" for row in rows),
        *("main blackjack", "main bust", "main dealer blackjack", "main push", "tip:ante fold"),
        *("insurance dealer blackjack", "insurance no dealer blackjack", "split", "double"),
    ]
    for name in wanted:
        assert counts[name], name
