"""Random rounds of 21-Hold 'em, each settled a second time from the text alone.

Method: a seed draws options, wagers, tips, two decks (the second without the community cards, and
often rich in what goes with them) and decisions. A failing test names its seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.cards import Card, Shoe, card_rank, card_suit
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import prepare
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from tests.engine.audit.holdem import settle, tips
from tests.engine.checks import check_auditor, check_fold, check_record
from tests.engine.houses import random_cards
from tests.engine.players import random_amount
from tests.rows import every_row
from tests.tiers import by_day

GAME = "co/21-holdem"
OPTIONS: dict[str, list[Any]] = {
    "decks": [1],
    "burn_cards": [False, True],
    "soft17": ["hit", "stand"],
    "surrender": [False, True],
    "double_for_less": [True, False],
    "resplit_aces": [False, True],
    "rounding": ["down", "up"],
    "poker": ["optional", "required"],
    "tips": [True, False],
}
WEIGHTS = {ActionKind.SPLIT: 12, ActionKind.BET: 12, ActionKind.SURRENDER: 1}
PLAYERS = ("ann", "bob", None, None)


def random_house(rng: random.Random) -> dict[str, Any]:
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.5}
    offered = options.get("poker") == "required" or rng.random() < 0.9
    return {
        "game": GAME,
        "options": options,
        "tables": {"poker": "poker"} if offered else {},
        "limits": {"main": {"min": 1, "max": 20_000}},
    }


def random_bets(rng: random.Random, house: dict[str, Any]) -> list[Bets]:
    """One to four seats; a player with several has poker on one of them only."""
    options = house["options"]
    bets = []
    playing: set[str] = set()
    for number in rng.sample(range(1, 8), rng.randint(1, 4)):
        required = options.get("poker") == "required"
        player = None if required else rng.choice(PLAYERS)
        wagers = {"main": random_wager(rng)}
        poker = bool(house["tables"]) and player not in playing and rng.random() < 0.8
        if poker or required:
            wagers["poker"] = random_wager(rng)
            playing |= {player} if player else set()
        tipped = options.get("tips", True)
        given = {w: rng.randint(1, c) for w, c in wagers.items() if tipped and rng.random() < 0.4}
        bets.append(Bets(number, wagers, player, given))
    return bets


def random_wager(rng: random.Random) -> int:
    return rng.choice((1, 2, 3, 500, 1000, 333, rng.randint(1, 9999)))


def decide(rng: random.Random, question: Question) -> Action:
    weights = [WEIGHTS.get(choice.kind, 4) for choice in question.choices]
    choice = rng.choices(question.choices, weights)[0]
    amount = random_amount(rng, choice)
    tip = None
    if choice.tip and choice.high and rng.random() < 0.4:
        amount = choice.high
        tip = rng.randint(1, choice.high)
    return Action(seat=question.seat, hand=question.hand, kind=choice.kind, amount=amount, tip=tip)


def first_deck(rng: random.Random, shoe: Shoe, seats: int) -> Iterator[Card]:
    """Yield a deck; often the dealer's two cards are close together in one suit."""
    cards = list(random_cards(rng, shoe))
    if rng.random() < 0.4:
        up = cards[seats]
        down = 2 * seats + 1
        close = [
            place
            for place, card in enumerate(cards)
            if card_suit(card) == card_suit(up)
            and (card_rank(card) - card_rank(up)) % 13 in (1, 2, 3)
        ]
        place = rng.choice(close)
        cards[down], cards[place] = cards[place], cards[down]
    return iter(cards)


def second_deck(rng: random.Random, shoe: Shoe, community: tuple[Card, ...]) -> Iterator[Card]:
    """Yield the fifty cards left, often with those on top that go with the community cards."""
    cards = [card for card in shoe.deck.cards if card not in community]
    suits = {card_suit(card) for card in community}
    ranks = {card_rank(card) for card in community}
    near = {(rank + step) % 13 for rank in ranks for step in (-2, -1, 1, 2)}
    low = rng.choice((*ranks, 9))
    window = {(low + step) % 13 for step in range(5)}  # 9 is a ten: up to the ace
    few = {*ranks, *rng.sample(range(13), 2)}
    every = set(range(13))
    good_suits, good_ranks = rng.choice(
        (
            ({0, 1, 2, 3}, every),
            ({0, 1, 2, 3}, ranks),
            ({0, 1, 2, 3}, few),
            ({0, 1, 2, 3}, near),
            (suits, every),
            (suits, near),
            ({min(suits)}, window),
        )
    )

    def place(card: Card) -> float:
        good = card_suit(card) in good_suits and card_rank(card) in good_ranks
        return rng.random() - 0.9 * good

    cards.sort(key=place)
    return iter(cards)


def played(rng: random.Random) -> tuple[Round, dict[str, Any]]:
    """Play one round; at every step nobody sees a card that is not his to see."""
    house = random_house(rng)
    setup = prepare(house_from(house))
    round_ = Round.start(setup, random_bets(rng, house))
    cards = first_deck(rng, setup.shoe, len(round_.state.seats))
    while round_.due is not None:
        check_views(round_)
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(cards))
        elif isinstance(round_.due, ReshuffleNeeded):
            cards = second_deck(rng, setup.shoe, round_.state.dealer[:2])
            round_.reshuffle()
        else:
            assert isinstance(round_.due, Question)
            round_.act(decide(rng, round_.due))
    return round_, house


def check_views(round_: Round) -> None:
    """2104(7): poker cards lie face down; only their own player sees them."""
    state = round_.state
    for seat in state.seats:
        own_view = view(state, seat.number)
        assert own_view.face_down == len(state.dealer) - len(own_view.dealer)
        assert own_view.dealer == (state.dealer if state.exposed else state.dealer[:1])
        for other, shown in zip(state.seats, own_view.seats, strict=True):
            if other.owner == seat.owner:
                assert (shown.poker, shown.poker_face_down) == (other.poker, 0)
            else:
                assert (shown.poker, shown.poker_face_down) == ((), len(other.poker))


@every_row("seed", range(by_day(120, 300)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    round_, house = played(random.Random(seed))
    check_auditor(round_, house, settle, tips)
    check_fold(round_)
    check_record(round_, house)


def test_the_random_rounds_meet_everything_that_is_rare() -> None:
    counts: Counter[str] = Counter()
    for seed in range(300):
        round_, _ = played(random.Random(seed))
        counts.update(line.outcome for line in round_.state.settled)
        counts.update(event.action for event in round_.events if isinstance(event, ActionTaken))
    rows = (
        *("Straight Flush", "Four of a Kind", "Full House", "Flush", "Straight"),
        *("Three of a Kind", "Two Pairs", "Pair of 7s or better", "lose", "fold", "blackjack"),
        *("push", "bust", "dealer blackjack", "no dealer blackjack", "surrendered"),
    )
    for wanted in (*rows, "split", "double", "insure", "decline", "bet"):
        assert counts[wanted], wanted
