"""Every way to spoil the bets of a round, each with the code of its refusal.

A spoiler takes good bets and returns bad ones, or None where the table has nothing to be wrong
about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pitboss.engine.bets import Bets
from pitboss.engine.setup import Setup
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment
from tests.engine.bad_tips import BAD_TIPS

Spoiler = Callable[[Setup, list[Bets], random.Random], list[Bets] | None]


def with_wager(bets: list[Bets], wager: str, amount: int) -> list[Bets]:
    """Return the bets with one wager of the first seat put down or changed."""
    first = replace(bets[0], wagers={**bets[0].wagers, wager: amount})
    return [first, *bets[1:]]


def without_wager(bets: list[Bets], wager: str) -> list[Bets]:
    kept = {name: amount for name, amount in bets[0].wagers.items() if name != wager}
    return [replace(bets[0], wagers=kept, tips={}), *bets[1:]]


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


def no_main_wager(setup: Setup, bets: list[Bets], __: random.Random) -> list[Bets] | None:
    mains = (*setup.mains, "bet-bigger-1", "bet-bigger-2", "bet-bigger-3")
    side = {wager: cents for wager, cents in bets[0].wagers.items() if wager not in mains}
    options = setup.configured.options
    allowed = options.get("require_main") is False or options.get("bonus_alone")  # C73, D1
    if side and (allowed or set(side) == {"big-3"}):  # C6
        return None
    return [replace(bets[0], wagers=side, tips={}), *bets[1:]]


def one_main_of_two(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    """2105(2): both betting spots."""
    return without_wager(bets, rng.choice(setup.mains)) if len(setup.mains) > 1 else None


def side_wager_without_its_base(
    setup: Setup, bets: list[Bets], _: random.Random
) -> list[Bets] | None:
    """C6: Top 3 needs 21+3, Super 3 needs TriLux Bonus. 2106(2)(a): Poker Bonus needs ANTE."""
    for wager_id in bets[0].wagers:
        for need in setup.configured.spots[wager_id].wager.needs:
            if need not in ("main", *setup.mains):
                kept = {w: a for w, a in bets[0].wagers.items() if w not in need.split(" or ")}
                return [replace(bets[0], wagers=kept, tips={}), *bets[1:]]
    return None


def unknown_wager(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return with_wager(bets, "over-under", 100)


def insurance_before_the_deal(_: Setup, bets: list[Bets], __: random.Random) -> list[Bets]:
    return with_wager(bets, "insurance", 1)


def later_wager_before_the_deal(
    setup: Setup, bets: list[Bets], rng: random.Random
) -> list[Bets] | None:
    """C63: a bust wager, a bet that follows an ante, spots 2 and 3 are made when they are asked."""
    early = (Moment.BEFORE_DEAL, Moment.INSURANCE)
    later = [w for w, spot in setup.configured.spots.items() if spot.wager.made not in early]
    return with_wager(bets, rng.choice(later), 500) if later else None


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


def unequal_wager(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """One cent off the wager it must equal, within the limits, so that only the size is wrong."""
    for wager_id, spot in setup.configured.spots.items():
        base = spot.wager.equals
        if base is None or base not in bets[0].wagers:
            continue
        if spot.wager.made == Moment.BEFORE_DEAL:
            equal = bets[0].wagers[base]
            other = equal + 1 if spot.max is None or equal < spot.max else equal - 1
            return with_wager(bets, wager_id, other) if other >= spot.min else None
    return None


def not_whole_dollars(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    """C53: "an even dollar amount"."""
    spots = setup.configured.spots
    whole = [w for w in bets[0].wagers if spots[w].wager.whole_dollars and not spots[w].jackpot]
    if not whole:
        return None
    wager = rng.choice(whole)
    return with_wager(bets, wager, bets[0].wagers[wager] + rng.choice((-1, 1, 50)))


def more_than_the_main_wager(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """C55, where the house says so."""
    if not setup.configured.options.get("golden_21_up_to_main"):
        return None
    spot = setup.configured.spots.get("golden-21")
    more = bets[0].wagers["main"] + 1
    if spot is None or more < spot.min or (spot.max is not None and more > spot.max):
        return None
    return with_wager(bets, "golden-21", more)


def one_player_twice(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    if setup.configured.options.get("multiple_hands", True):
        return None
    free = max(bet.seat for bet in bets) + 1
    return [replace(bets[0], player="ann"), replace(bets[0], seat=free, player="ann"), *bets[1:]]


def poker_on_two_hands(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """2104(2)(a); ruling H1: however many hands a player may have."""
    if "poker" not in bets[0].wagers or not setup.configured.options["multiple_hands"]:
        return None
    free = max(bet.seat for bet in bets) + 1
    return [replace(bets[0], player="ann"), replace(bets[0], seat=free, player="ann")]


def both_above_the_maximum(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """2104(2)(b): main and poker, each within its limits, together above the maximum."""
    poker = setup.configured.spots.get("poker")
    if setup.configured.options.get("poker") != "required" or setup.main_max is None:
        return None
    assert poker is not None
    above = setup.main_max - setup.main_min + 1
    if above < poker.min or (poker.max is not None and above > poker.max):
        return None
    wagers = {"main": setup.main_min, "poker": above}
    return [replace(bets[0], wagers=wagers, tips={}), *bets[1:]]


def more_seats_than_cards(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """Ruling D6."""
    most = setup.configured.game.seats_max
    if most is None:
        return None
    return [replace(bets[0], seat=number, player=None) for number in range(1, most + 2)]


def compulsory_wager_left_out(
    setup: Setup, bets: list[Bets], _: random.Random
) -> list[Bets] | None:
    options = setup.configured.options
    for wager_id, spot in setup.configured.spots.items():
        wager = spot.wager
        required = wager.compulsory and wager_id not in setup.mains
        required |= any(
            part in on
            for name, on in wager.compulsory_when.items()
            for part in str(options.get(name)).split(", ")  # W36: several may be required
        )
        if required and wager_id in bets[0].wagers:
            return without_wager(bets, wager_id)
    return None


BAD_BETS: Mapping[str, tuple[str, Spoiler]] = {
    "nobody bets": ("record/malformed", nobody),
    "two bets on one seat": ("record/malformed", two_on_one_seat),
    "a seat numbered 0": ("record/malformed", seat_zero),
    "no main wager": ("wager/needs-main", no_main_wager),
    "one main wager of two": ("wager/needs-main", one_main_of_two),
    "a side wager without its base": ("wager/needs-main", side_wager_without_its_base),
    "an unknown wager": ("wager/not-offered", unknown_wager),
    "insurance before the deal": ("wager/not-offered", insurance_before_the_deal),
    "a later wager before the deal": ("wager/not-offered", later_wager_before_the_deal),
    "a wager this felt does not have": ("wager/not-offered", wager_not_on_this_felt),
    "too little": ("wager/off-limits", too_little),
    "too much": ("wager/off-limits", too_much),
    "not whole dollars": ("wager/off-limits", not_whole_dollars),
    "more than the main wager": ("wager/off-limits", more_than_the_main_wager),
    "another amount on a jackpot": ("wager/fixed-amount", another_jackpot_wager),
    "a wager unlike the one it equals": ("wager/fixed-amount", unequal_wager),
    "one player on two seats": ("seat/one-each", one_player_twice),
    "poker on two hands of a player": ("seat/one-each", poker_on_two_hands),
    "both wagers above the maximum": ("wager/off-limits", both_above_the_maximum),
    "more seats than the deck serves": ("seat/too-many", more_seats_than_cards),
    "a compulsory wager left out": ("wager/required", compulsory_wager_left_out),
    **BAD_TIPS,
}
