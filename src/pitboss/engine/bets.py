"""Placing wagers: what the table takes before the first card, and why it refuses the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pitboss.engine.actions import Refusal
from pitboss.engine.terms import Setup
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.limits import SEATS_MAX, shorten
from pitboss.rulebook.model import Moment
from pitboss.rulebook.pays import format_dollars


@dataclass(frozen=True, slots=True)
class Bets:
    """What one seat puts down before the deal."""

    seat: int
    wagers: Mapping[str, int]
    player: str | None = None
    """Seats without a player's name are different players."""
    tips: Mapping[str, int] = field(default_factory=dict)
    """Wagers for the dealer beside the player's own."""


def refused_bets(setup: Setup, bets: Sequence[Bets]) -> Refusal | None:
    """Return the first thing that is wrong with the bets of a round, or None."""
    return next(_problems(setup, bets), None)


def _problems(setup: Setup, bets: Sequence[Bets]) -> Iterator[Refusal]:
    if not bets:
        yield Refusal("record/malformed", "a round needs at least one seat with a wager")
    if len(bets) > SEATS_MAX:
        yield Refusal("seat/too-many", f"a round has at most {SEATS_MAX} seats, not {len(bets)}")
    numbers = [bet.seat for bet in bets]
    if len(set(numbers)) != len(numbers) or any(number < 1 for number in numbers):
        yield Refusal("record/malformed", "every seat has a number of its own, 1 or more")
    most = setup.configured.game.seats_max
    if most is not None and len(bets) > most:
        yield Refusal("seat/too-many", f"one deck serves at most {most} seats, not {len(bets)}")
    for bet in bets:
        yield from _seat_problems(setup, bet)
    if not setup.configured.options.get("multiple_hands", True) and _twice(bets):
        yield Refusal("seat/one-each", "this house lets a player play one hand at a time")
    if _twice([bet for bet in bets if "poker" in bet.wagers]):  # 2104(2)(a); ruling H1
        yield Refusal("seat/one-each", "a player may play poker on one hand only")


def _twice(bets: Sequence[Bets]) -> bool:
    """Whether a player is on several of the seats."""
    players = [bet.player for bet in bets if bet.player is not None]
    return len(set(players)) != len(players)


def _seat_problems(setup: Setup, bet: Bets) -> Iterator[Refusal]:
    spots, before_deal = setup.configured.spots, Moment.BEFORE_DEAL
    for wager_id, amount in bet.wagers.items():
        spot = spots.get(wager_id)
        if spot is None or spot.wager.made != before_deal:
            offered = [
                name for name, other in spots.items() if other.wager.made == Moment.BEFORE_DEAL
            ]
            verb = "is" if len(offered) == 1 else "are"
            name = shorten(wager_id)
            message = f"{name} is not offered before the deal; {', '.join(offered)} {verb}"
            yield Refusal("wager/not-offered", f"seat {bet.seat}: {message}")
            continue
        yield from _amount_problems(bet, spot, amount)
    for wager_id, amount in bet.wagers.items():
        if wager_id in spots:
            yield from _need_problems(setup, bet, spots[wager_id], amount)
    yield from _compulsory_problems(setup, bet)
    for wager_id, tip in bet.tips.items():
        yield from _tip_problems(setup, bet, wager_id, tip)


def _amount_problems(bet: Bets, spot: Spot, amount: int) -> Iterator[Refusal]:
    wager = spot.wager
    where = f"seat {bet.seat}: {wager.id}"
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        if amount != spot.jackpot.wager:
            fixed = format_dollars(spot.jackpot.wager)
            yield Refusal("wager/fixed-amount", f"{where} is exactly {fixed}, not {amount} cents")
        return
    if amount < spot.min or (spot.max is not None and amount > spot.max):
        most = "" if spot.max is None else f" to {format_dollars(spot.max)}"
        allowed = f"from {format_dollars(spot.min)}{most}"
        yield Refusal("wager/off-limits", f"{where} may be {allowed}, not {amount} cents")
    elif wager.whole_dollars and amount % 100:
        yield Refusal("wager/off-limits", f"{where} is a whole number of dollars")


def _need_problems(setup: Setup, bet: Bets, spot: Spot, amount: int) -> Iterator[Refusal]:
    wager = spot.wager
    options = setup.configured.options
    for need in wager.needs:
        alone = options.get("require_main") is False or options.get("bonus_alone")  # C73, D1
        if alone and need in setup.mains and not wager.compulsory:
            continue
        if not any(other in bet.wagers for other in need.split(" or ")):
            message = f"seat {bet.seat}: {wager.id} may be made only together with {need}"
            yield Refusal("wager/needs-main", message)
    if wager.equals is not None and bet.wagers.get(wager.equals, amount) != amount:
        equal = f"{wager.id} must be as large as {wager.equals}"
        yield Refusal("wager/fixed-amount", f"seat {bet.seat}: {equal}")
    if options.get(_up_to_main(wager.id)) and amount > bet.wagers.get("main", 0):  # ruling C55
        message = f"seat {bet.seat}: this house takes {wager.id} up to the main wager"
        yield Refusal("wager/off-limits", message)


@lru_cache(maxsize=256)
def _up_to_main(wager_id: str) -> str:
    """Return the option by which a house takes a wager up to the main wager only."""
    return f"{wager_id.replace('-', '_')}_up_to_main"


def _compulsory_problems(setup: Setup, bet: Bets) -> Iterator[Refusal]:
    if not bet.wagers:
        yield Refusal("wager/needs-main", f"seat {bet.seat} has no wager")
    mains = [main for main in setup.mains if main in bet.wagers]
    if mains and len(mains) < len(setup.mains):
        both = " and ".join(setup.mains)
        yield Refusal("wager/needs-main", f"seat {bet.seat}: {both} are made together")
    options = setup.configured.options
    for wager_id in setup.required if mains else ():
        if wager_id not in bet.wagers:
            yield Refusal("wager/required", f"seat {bet.seat}: {wager_id} is required here")
    together = bet.wagers.get("main", 0) + bet.wagers.get("poker", 0)
    most = setup.main_max
    if options.get("poker") == "required" and most is not None and together > most:  # 2104(2)(b)
        message = f"main and poker together may be up to {format_dollars(most)}"
        yield Refusal("wager/off-limits", f"seat {bet.seat}: {message}")


def _tip_problems(setup: Setup, bet: Bets, wager_id: str, tip: int) -> Iterator[Refusal]:
    """C60, C61, C72: at most the player's own wager, on no progressive."""
    options, where = setup.configured.options, f"seat {bet.seat}: a tip on {shorten(wager_id)}"
    spot = setup.configured.spots.get(wager_id)
    if setup.configured.game.jurisdiction != "Colorado" or options.get("tips") is False:
        yield Refusal("wager/not-offered", f"{where} is not taken at this table")
    elif spot is None or spot.jackpot is not None or spot.wager.tip == "forbidden":
        yield Refusal("wager/not-offered", f"{where} is not allowed")
    elif wager_id not in bet.wagers:
        yield Refusal("wager/needs-main", f"{where} needs the player's own wager there")
    elif not 1 <= tip <= bet.wagers[wager_id]:
        own = format_dollars(bet.wagers[wager_id])
        yield Refusal("wager/off-limits", f"{where} may be from 1 cent to {own}, not {tip} cents")
    elif options.get("tips_even_dollars") and tip % 100:
        yield Refusal("wager/off-limits", f"{where} is a whole number of dollars")
    elif spot.wager.tip_needs and spot.wager.tip_needs not in bet.tips:
        yield Refusal("wager/needs-main", f"{where} needs a tip on {spot.wager.tip_needs}")
