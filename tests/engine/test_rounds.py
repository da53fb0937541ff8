"""Thousands of random rounds of every game, checked step by step, settled twice.

Method: a seed draws an approved house configuration, bets, shoes (often with sevens, aces or a
handful of equal cards on top) and a player who decides at random. A failing test names its seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from pitboss.cards import JOKER, Card
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.drive import Round
from pitboss.engine.events import TIP, ActionTaken, JackpotAwarded, JackpotPaid
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, SideWager
from pitboss.engine.state import Seat, State
from pitboss.engine.view import view
from pitboss.rulebook.reading.library import game
from tests.engine.bets import random_bets
from tests.engine.checks import PACKETS, check_finished, check_moment, check_views
from tests.engine.decisions import check_decisions
from tests.engine.houses import GAMES, cards_for, random_cards, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day

games = every_row("game_id", GAMES)
ROUNDS = 12
"""Rounds at one table, its meters carried from one to the next."""
CORNER_SEEDS = {True: 40, False: 110}
"""Tables of a Colorado game, and of a Spanish one, where a Super Bonus with envy is rare."""


def rounds(rng: random.Random, setup: Setup, count: int = ROUNDS) -> Iterator[Round]:
    """Yield rounds with their bets placed; each takes the meters of the one before."""
    meters: Mapping[str, Meter] | None = None
    for _ in range(count):
        round_ = Round.start(setup, random_bets(rng, setup), meters)
        yield round_
        meters = round_.state.meters


def finish(round_: Round, rng: random.Random) -> None:
    player = random_player(rng)
    round_.play(cards_for(rng, round_), lambda _, question: player(question))


@games
@every_row("seed", range(by_day(2, 16)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(game_id: str, seed: int) -> None:
    """And nobody loses more than the stake, meters add up, its record replays, its events fold."""
    rng = random.Random(seed)
    house, setup = random_setup(rng, game_id)
    for round_ in rounds(rng, setup):
        finish(round_, rng)
        check_finished(round_, house)


@games
@every_row("seed", range(100, by_day(101, 106)))
def test_no_step_of_a_random_round_is_illegal_or_shows_what_is_hidden(
    game_id: str, seed: int
) -> None:
    rng = random.Random(seed)
    _, setup = random_setup(rng, game_id)
    for round_ in rounds(rng, setup, 3):
        cards = cards_for(rng, round_)
        player = random_player(rng)
        check_moment(round_)
        while round_.due is not None:
            check_views(round_.state, rng)
            if isinstance(round_.due, CardNeeded):
                round_.deal(next(cards))
            elif isinstance(round_.due, ReshuffleNeeded):
                round_.reshuffle()
            else:
                check_decisions(round_, rng)
                assert isinstance(round_.due, Question)
                round_.act(player(round_.due))
            check_moment(round_)
        check_views(round_.state, rng)


def down_card(round_: Round, cards: list[Card]) -> tuple[int, list[Card]]:
    """Return which card of a shoe will lie face down before the dealer, and what else might.

    Either the second of two, with the same answer to the peek, or the first of a packet.
    """
    deck = round_.state.setup.shoe.deck.cards
    if round_.state.setup.round in PACKETS:
        place = 5 * len(round_.state.seats)
        return place, [card for card in deck if card not in cards[: place + 6]]
    place = 2 * len(round_.state.seats) * len(round_.state.setup.mains) + 1
    up = cards[place // 2]
    down = cards[place]
    return place, [c for c in deck if c != down and blackjack(up, c) == blackjack(up, down)]


def blackjack(up: Card, down: Card) -> bool:
    ranks = {up >> 2, down >> 2}
    return 0 in ranks and bool(ranks & {9, 10, 11, 12})


@games
@every_row("seed", range(200, by_day(201, 208)))
def test_rounds_that_differ_only_in_the_down_card_look_alike_until_it_is_turned(
    game_id: str, seed: int
) -> None:
    """Two tables in step, another card face down: same views, same questions, same decisions."""
    rng = random.Random(seed)
    _, setup = random_setup(rng, game_id)
    compared = 0
    for round_ in rounds(rng, setup, 6):
        cards = list(random_cards(rng, setup.shoe))
        player = random_player(rng)
        twin = Round(round_.opening, round_.state, list(round_.events), round_.due)
        place, alike = down_card(round_, cards)
        other = rng.choice(alike)
        swapped = [*cards[:place], other, *cards[place + 1 :]]
        number = 0
        while not round_.state.exposed and round_.due is not None:
            assert round_.due == twin.due
            for seat in round_.state.seats:
                assert view(round_.state, seat.number) == view(twin.state, seat.number)
            if isinstance(round_.due, CardNeeded):
                round_.deal(cards[number])
                twin.deal(swapped[number])
                number += 1
            else:
                assert isinstance(round_.due, Question)
                action = player(round_.due)
                round_.act(action)
                twin.act(action)
                compared += 1
        assert round_.state.exposed
        assert twin.state.exposed
    assert compared


@games
@every_row("seed", range(300, 303))
def test_the_order_in_which_seats_and_wagers_are_given_changes_nothing(
    game_id: str, seed: int
) -> None:
    rng = random.Random(seed)
    _, setup = random_setup(rng, game_id)
    for _ in range(6):
        bets = random_bets(rng, setup)
        one = Round.start(setup, bets)
        other = Round.start(setup, rng.sample(bets, len(bets)))
        assert one.state == other.state
        shuffle = rng.random()
        finish(one, random.Random(shuffle))
        finish(other, random.Random(shuffle))
        assert one.events == other.events
        assert one.state == other.state


@games
def test_the_same_cards_and_decisions_always_give_the_same_round(game_id: str) -> None:
    """Nothing is drawn inside: a round is what it is given, twice in one process too."""
    finished: list[list[Any]] = [[], []]
    for results in finished:
        rng = random.Random(400)
        _, setup = random_setup(rng, game_id)
        for round_ in rounds(rng, setup, 5):
            finish(round_, rng)
            results.append((round_.events, round_.state.settled))
    assert finished[0] == finished[1]


# By day the random rounds of the other audits are held to what they must reach.
@pytest.mark.nightly
def test_the_random_rounds_reach_every_corner_of_the_games() -> None:
    """What was never drawn was never checked: rare things must come up in these rounds too."""
    wanted = {
        *(f"action {kind}" for kind in ActionKind),
        *("super-bonus", "envy", "insurance", "insurance-bet-bigger-3", "break-bonus"),
        *("match-bonus-5", "jackpot-2", "100%", "10%", "paid from the jackpot"),
        *("remainder", "four hands", "three doublings", "seven seats", "a house jackpot"),
        *("one player on several seats", "an alternate", "dealer blackjack"),
        *("7 card 21", "7-7-7 of Spades"),
        *(f"{game_id} {wager.id}" for game_id in GAMES for wager in game(game_id).wagers),
        *("five hands of two wagers", "side wagers alone", "a tip", "a tip on a late wager"),
        *(
            "dealer-envy",
            "a tip that shares a free split",
            "a tip that grows",
            "three lammers",
            "an aggregate limit",
        ),
        *("a dealer 22", "a first hand of 30", "dealt face down"),
        *("Pai Jack", "dealer Pai Jack", "foul", "bust", "dealer does not qualify", "fold"),
        *("three hands of three cards", "a card that came again", "a joker"),
    }
    for seed, game_id in product(range(max(CORNER_SEEDS.values())), GAMES):
        if wanted and seed < CORNER_SEEDS[game_id.startswith("co/")]:
            rng = random.Random(seed)
            _, setup = random_setup(rng, game_id)
            for round_ in rounds(rng, setup, 6):
                finish(round_, rng)
                wanted -= set(corners(round_))
    assert wanted == set()


def corners(round_: Round) -> Iterator[str]:
    for event in round_.events:
        if isinstance(event, ActionTaken):
            yield f"action {event.action}"
        elif isinstance(event, JackpotAwarded):
            yield f"{event.percent}%"
        elif isinstance(event, JackpotPaid):
            yield "paid from the jackpot"
    game_id = round_.state.setup.configured.game.id
    for line in round_.state.settled:
        yield f"{game_id} {line.wager}"
        yield from (line.wager, line.outcome, "remainder" if line.remainder else "exact")
    yield from (name for name, is_reached in facts(round_.state).items() if is_reached)


def facts(state: State) -> dict[str, bool]:
    spots = [wager.spot for wager in state.setup.side_wagers]
    tables = [spot.table for spot in spots if spot.table]
    hands = [hand for seat in state.seats for hand in seat.hands]
    tips = [line for line in state.settled if line.wager.startswith(TIP)]
    return {
        "four hands": any(len(seat.hands) == 4 for seat in state.seats),
        "five hands of two wagers": any(len(seat.hands) >= 5 for seat in state.seats),
        "three doublings": any(hand.doublings == 3 for hand in hands),
        "seven seats": len(state.seats) == 7,
        "one player on several seats": len({s.player for s in state.seats}) < len(state.seats),
        "a house jackpot": any(s.jackpot and s.jackpot.scheme == "house" for s in spots),
        "an alternate": any(table.rows[0].outcome.startswith("three-") for table in tables),
        "side wagers alone": any(not seat.units for seat in state.seats),
        "a tip": bool(tips),
        "a tip on a late wager": any(TIP + w in s.wagers for s in state.seats for w in s.late),
        "a tip that shares a free split": any(not line.stake for line in tips),
        "a tip that grows": any(
            hand.tip for seat in state.seats for hand in seat.hands[len(state.setup.mains) :]
        ),
        "three lammers": any(seat.lammers >= 3 for seat in state.seats),
        "an aggregate limit": any(is_limited(state, wager) for wager in state.setup.side_wagers),
        "a dealer 22": _pushes_22(state) and state.dealer_total == 22,
        "three hands of three cards": any(_split_in_three(seat) for seat in state.seats),
        "a card that came again": any(set(seat.poker) & _played(state) for seat in state.seats),
        "a joker": any(JOKER in hand.cards for hand in hands),
        "a first hand of 30": any(seat.hand(1).total == 30 for seat in state.seats),
        "dealt face down": state.setup.face_down,
    }


def _pushes_22(state: State) -> bool:
    return state.setup.blackjack is not None and state.setup.blackjack.dealer_22_pushes


def _split_in_three(seat: Seat) -> bool:
    return len(seat.hands) == 3 and all(len(hand.cards) == 3 for hand in seat.hands)


def _played(state: State) -> set[Card]:
    """The cards of the blackjack part that went back into the deck."""
    hands = {card for seat in state.seats for hand in seat.hands for card in hand.cards}
    return hands | set(state.dealer[2:])


def is_limited(state: State, wager: SideWager) -> bool:
    """Whether so much was won that the house's limit was paid out."""
    gains = sum(max(line.net, 0) for line in state.settled if line.wager == wager.id)
    limit = wager.spot.aggregate
    return limit is not None and 0 < gains <= limit
