"""Random bets: whatever a table takes before the first card, tips for the dealer included."""

from __future__ import annotations

import random
from collections.abc import Mapping

from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.setup import Setup
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import Moment, RoundKind
from pitboss.rulebook.pays import CENTS_PER_DOLLAR

PLAYERS = ("ann", "bob", "cid", None, None, None)
SEATS_MAX = 7
CARDS_A_HAND = 8
"""Fewer seats are taken where a shoe has less than four times that for each hand dealt."""


def random_bets(rng: random.Random, setup: Setup) -> list[Bets]:
    """Return what one to seven seats put down, in any order; the table takes it."""
    count = rng.randint(1, seats_max(setup))
    numbers = rng.sample(range(1, 10), count)
    several = setup.configured.options.get("multiple_hands", True)
    bets: list[Bets] = []
    for number in numbers:
        wagers = random_wagers(rng, setup)
        player = rng.choice(PLAYERS) if several else None
        # H1: a player has poker on one hand only.
        with_poker = {bet.player for bet in bets if "poker" in bet.wagers}
        player = None if "poker" in wagers and player in with_poker else player
        bets.append(Bets(number, wagers, player, random_tips(rng, setup, wagers)))
    refused = refuse_bets(setup, bets)
    assert refused is None, refused
    return bets


def seats_max(setup: Setup) -> int:
    """Return how many seats there are cards for, whatever their players do."""
    if setup.configured.game.seats_max is not None:
        return SEATS_MAX  # packets of five, and nothing drawn
    if setup.round == RoundKind.HOLDEM:
        return 2  # one deck, reshuffled before more cards are dealt
    cards_a_seat = 4 * CARDS_A_HAND * len(setup.mains)
    return min(SEATS_MAX, max(1, setup.shoe.size // cards_a_seat))


def random_wagers(rng: random.Random, setup: Setup) -> dict[str, int]:
    """Now and then side wagers alone, where they stand by themselves (C6, C73)."""
    alone = _drawn(rng, setup, main=False) if rng.random() < 0.15 else {}
    wagers = alone or _drawn(rng, setup, main=True)
    return dict(rng.sample(list(wagers.items()), len(wagers)))  # in any order


def _drawn(rng: random.Random, setup: Setup, *, main: bool) -> dict[str, int]:
    options = setup.configured.options
    spots = setup.configured.spots
    wagers: dict[str, int] = {}
    needed = {need for main in setup.mains for need in spots[main].wager.needs}
    for wager_id, spot in spots.items():
        wager = spot.wager
        if wager.made != Moment.BEFORE_DEAL:
            continue
        wanted = main if wager_id in setup.mains else rng.random() < 0.5
        wanted |= main and (wager.compulsory or wager_id in needed)
        wanted |= any(
            part in on
            for name, on in wager.compulsory_when.items()
            for part in str(options.get(name)).split(", ")  # W36: several may be required
        )
        if wanted:
            equal = wagers.get(wager.equals) if wager.equals else None
            wagers[wager_id] = random_amount(rng, spot) if equal is None else equal
    wagers = _supported(setup, wagers)
    for wager_id in wagers:  # one may equal another that comes after it
        wagers[wager_id] = wagers[spots[wager_id].wager.equals or wager_id]
    if options.get("golden_21_up_to_main") and wagers.get("golden-21", 0) > wagers.get("main", 0):
        side = wagers.pop("golden-21")  # C55: no more than the main wager, or not at all
        if spots["golden-21"].min <= wagers["main"] < side:
            wagers["golden-21"] = wagers["main"]
    if options.get("poker") == "required" and wagers:
        _share_the_maximum(setup, wagers)
    return wagers


def _share_the_maximum(setup: Setup, wagers: dict[str, int]) -> None:
    """2104(2)(b): both wagers together within the maximum of the main wager."""
    most = setup.main_max
    least = setup.main_min
    if most is not None and wagers["main"] + wagers["poker"] > most:
        wagers["main"] = least
        wagers["poker"] = min(wagers["poker"], most - least)


def _supported(setup: Setup, wagers: Mapping[str, int]) -> dict[str, int]:
    """Leave out what may be made only together with something that is not there."""
    spots = setup.configured.spots
    kept = dict(wagers)
    options = setup.configured.options
    alone = options.get("require_main") is False or options.get("bonus_alone") is True  # C73, D1
    while True:
        bare = [
            wager_id
            for wager_id in kept
            for need in spots[wager_id].wager.needs
            if not (alone and need in setup.mains and not spots[wager_id].wager.compulsory)
            and not any(other in kept for other in need.split(" or "))
        ]
        bare += [w for w in kept if (spots[w].wager.equals or w) not in kept]
        if not bare:
            return kept
        kept = {wager: amount for wager, amount in kept.items() if wager not in bare}


def random_amount(rng: random.Random, spot: Spot) -> int:
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return spot.jackpot.wager
    high = spot.max if spot.max is not None else max(spot.min, 5000)
    usual = [amount for amount in (500, 1000, 2500, 333, 499) if spot.min <= amount <= high]
    amount = rng.choice([spot.min, high, rng.randint(spot.min, high), *usual])
    if not spot.wager.whole_dollars:
        return amount
    whole = -(-amount // CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR
    return whole if whole <= high or spot.max is None else high // CENTS_PER_DOLLAR * 100


def random_tips(rng: random.Random, setup: Setup, wagers: Mapping[str, int]) -> dict[str, int]:
    """C60, C61, C72: beside the player's own wagers, no larger than they are."""
    game = setup.configured.game
    options = setup.configured.options
    if game.jurisdiction != "Colorado" or options.get("tips") is False or rng.random() < 0.4:
        return {}
    step = CENTS_PER_DOLLAR if options.get("tips_even_dollars") else 1
    tips: dict[str, int] = {}
    for wager_id in setup.configured.spots:  # the main wager comes first, and others may need it
        spot = setup.configured.spots[wager_id]
        most = min(wagers.get(wager_id, 0), spot.tip_max or CENTS_MAX) // step
        forbidden = spot.jackpot is not None or spot.wager.tip == "forbidden"
        unsupported = spot.wager.tip_needs and spot.wager.tip_needs not in tips
        if most and not forbidden and not unsupported and rng.random() < 0.6:
            tips[wager_id] = step * rng.choice((1, most, rng.randint(1, most)))
    return dict(rng.sample(list(tips.items()), len(tips)))
