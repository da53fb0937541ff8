"""Every way to spoil the bets of a round, each with the code of its refusal.

A spoiler takes good bets and returns bad ones, or None where the table has nothing to be wrong
about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.engine.wagers import Bets
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment

Spoiler = Callable[[Setup, list[Bets], random.Random], list[Bets] | None]


def with_wager(bets: list[Bets], wager: str, amount: int) -> list[Bets]:
    """Return the bets with one wager of the first seat put down or changed."""
    first = replace(bets[0], wagers={**bets[0].wagers, wager: amount})
    return [first, *bets[1:]]


def without_wager(bets: list[Bets], wager: str) -> list[Bets]:
    kept = {name: amount for name, amount in bets[0].wagers.items() if name != wager}
    return [replace(bets[0], wagers=kept), *bets[1:]]


def sized_spots(setup: Setup) -> Iterator[tuple[str, Spot]]:
    """Yield the wagers whose amount the player chooses by himself."""
    for wager_id, spot in setup.configured.spots.items():
        fixed = spot.jackpot is not None and spot.jackpot.wager is not None
        if spot.wager.made == Moment.BEFORE_DEAL and not fixed and not spot.wager.equals:
            yield wager_id, spot


def nobody(_: Setup, __: list[Bets], ___: random.Random) -> list[Bets]:
    return []


def two_on_one_seat(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return [*bets, replace(bets[0], player=None)]


def seat_zero(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return [replace(bets[0], seat=0), *bets[1:]]


def no_main_wager(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    side = {w: a for w, a in bets[0].wagers.items() if not w.startswith(("main", "bet-bigger"))}
    return [replace(bets[0], wagers=side), *bets[1:]]


def unknown_wager(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return with_wager(bets, "lucky-ladies", 100)


def insurance_before_the_deal(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return with_wager(bets, "insurance", 1)


def wager_not_on_this_felt(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    spots = setup.configured.spots
    absent = [wager.id for wager in setup.configured.game.wagers if wager.id not in spots]
    return with_wager(bets, rng.choice(absent), 100) if absent else None


def too_little(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets]:
    wager, spot = rng.choice(list(sized_spots(setup)))
    return with_wager(bets, wager, rng.choice((spot.min - 1, 0, -spot.min)))


def too_much(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    capped = [(wager, spot.max) for wager, spot in sized_spots(setup) if spot.max is not None]
    if not capped:
        return None
    wager, most = rng.choice(capped)
    return with_wager(bets, wager, most + rng.choice((1, 100)))


def another_jackpot_wager(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    spots = setup.configured.spots.items()
    fixed = [(w, s.jackpot.wager) for w, s in spots if s.jackpot and s.jackpot.wager]
    if not fixed:
        return None
    wager, amount = rng.choice(fixed)
    return with_wager(bets, wager, amount + rng.choice((-1, 1)))


def unequal_unit(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """One cent off the ante, within the limits, so that only the size is wrong."""
    unit, spot = "bet-bigger-1", setup.configured.spots.get("bet-bigger-1")
    if spot is None:
        return None
    ante = bets[0].wagers["main"]
    other = ante + 1 if spot.max is None or ante < spot.max else ante - 1
    return with_wager(bets, unit, other) if other >= spot.min else None


def one_player_twice(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    if setup.configured.options.get("multiple_hands", True):
        return None
    free = max(bet.seat for bet in bets) + 1
    return [replace(bets[0], player="ann"), replace(bets[0], seat=free, player="ann"), *bets[1:]]


def compulsory_wager_left_out(
    setup: Setup, bets: list[Bets], _: random.Random
) -> list[Bets] | None:
    options = setup.configured.options
    for wager_id, spot in setup.configured.spots.items():
        if any(options.get(name) in on for name, on in spot.wager.compulsory_when.items()):
            return without_wager(bets, wager_id)
    return None


BAD_BETS: Mapping[str, tuple[str, Spoiler]] = {
    "nobody bets": ("record/malformed", nobody),
    "two bets on one seat": ("record/malformed", two_on_one_seat),
    "a seat numbered 0": ("record/malformed", seat_zero),
    "no main wager": ("wager/needs-main", no_main_wager),
    "an unknown wager": ("wager/not-offered", unknown_wager),
    "insurance before the deal": ("wager/not-offered", insurance_before_the_deal),
    "a wager this felt does not have": ("wager/not-offered", wager_not_on_this_felt),
    "too little": ("wager/off-limits", too_little),
    "too much": ("wager/off-limits", too_much),
    "another amount on a jackpot": ("wager/fixed-amount", another_jackpot_wager),
    "a unit unlike the ante": ("wager/fixed-amount", unequal_unit),
    "one player on two seats": ("seat/one-each", one_player_twice),
    "a compulsory wager left out": ("wager/required", compulsory_wager_left_out),
}
