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

ONE_SEAT = "poker"
"""The wager that a player may make at one seat only (2104(2)(a); ruling H1)."""


@dataclass(frozen=True, slots=True)
class Bets:
    """What one seat puts down before the deal."""

    seat: int
    wagers: Mapping[str, int]
    player: str | None = None
    """Seats without a player's name are different players."""
    tips: Mapping[str, int] = field(default_factory=dict)
    """Wagers for the dealer beside the player's own."""


def refuse_bets(setup: Setup, bets: Sequence[Bets]) -> Refusal | None:
    """Return the first thing that is wrong with the bets of a round, or None."""
    refused = _seats_problem(setup, bets)
    if refused is not None:
        return refused
    for bet in bets:
        refused = (
            _wagers_problem(setup, bet)
            or _compulsory_problem(setup, bet)
            or _tips_problem(setup, bet)
        )
        if refused is not None:
            return refused
    return _players_problem(setup, bets)


def _seats_problem(setup: Setup, bets: Sequence[Bets]) -> Refusal | None:
    if not bets:
        return Refusal("record/malformed", "a round needs at least one seat with a wager")
    if len(bets) > SEATS_MAX:
        return Refusal("seat/too-many", f"a round has at most {SEATS_MAX} seats, not {len(bets)}")
    numbers = {bet.seat for bet in bets}
    if len(numbers) != len(bets) or min(numbers) < 1:
        return Refusal("record/malformed", "every seat has a number of its own, 1 or more")
    most = setup.configured.game.seats_max
    if most is not None and len(bets) > most:
        return Refusal("seat/too-many", f"one deck serves at most {most} seats, not {len(bets)}")
    return None


def _players_problem(setup: Setup, bets: Sequence[Bets]) -> Refusal | None:
    if not setup.configured.options.get("multiple_hands", True) and _twice(bets):
        return Refusal("seat/one-each", "this house lets a player play one hand at a time")
    if _twice([bet for bet in bets if ONE_SEAT in bet.wagers]):
        return Refusal("seat/one-each", "a player may play poker on one hand only")
    return None


def _twice(bets: Sequence[Bets]) -> bool:
    """Whether a player is on several of the seats."""
    players = [bet.player for bet in bets if bet.player is not None]
    return len(set(players)) != len(players)


def _wagers_problem(setup: Setup, bet: Bets) -> Refusal | None:
    spots = setup.configured.spots
    for wager_id, amount in bet.wagers.items():
        spot = spots.get(wager_id)
        if spot is None or spot.wager.made is not Moment.BEFORE_DEAL:
            return _refuse_unoffered(setup, bet, wager_id)
        refused = _amount_problem(bet, spot, amount)
        if refused is not None:
            return refused
    for wager_id, amount in bet.wagers.items():
        refused = _need_problem(setup, bet, spots[wager_id], amount)
        if refused is not None:
            return refused
    return None


def _refuse_unoffered(setup: Setup, bet: Bets, wager_id: str) -> Refusal:
    spots = setup.configured.spots
    offered = [name for name, spot in spots.items() if spot.wager.made is Moment.BEFORE_DEAL]
    verb = "is" if len(offered) == 1 else "are"
    message = f"{shorten(wager_id)} is not offered before the deal; {', '.join(offered)} {verb}"
    return Refusal("wager/not-offered", f"seat {bet.seat}: {message}")


def _amount_problem(bet: Bets, spot: Spot, amount: int) -> Refusal | None:
    wager = spot.wager
    fixed = spot.jackpot.wager if spot.jackpot is not None else None
    if fixed is not None:
        if amount == fixed:
            return None
        message = f"{wager.id} is exactly {format_dollars(fixed)}, not {amount} cents"
        return Refusal("wager/fixed-amount", f"seat {bet.seat}: {message}")
    if amount < spot.min or (spot.max is not None and amount > spot.max):
        most = "" if spot.max is None else f" to {format_dollars(spot.max)}"
        allowed = f"from {format_dollars(spot.min)}{most}"
        message = f"{wager.id} may be {allowed}, not {amount} cents"
        return Refusal("wager/off-limits", f"seat {bet.seat}: {message}")
    if wager.whole_dollars and amount % 100:
        message = f"{wager.id} is a whole number of dollars"
        return Refusal("wager/off-limits", f"seat {bet.seat}: {message}")
    return None


def _need_problem(setup: Setup, bet: Bets, spot: Spot, amount: int) -> Refusal | None:
    wager = spot.wager
    options = setup.configured.options
    need = setup.missing_need(wager, bet.wagers)
    if need is not None:
        message = f"seat {bet.seat}: {wager.id} may be made only together with {need}"
        return Refusal("wager/needs-main", message)
    if wager.equals is not None and bet.wagers.get(wager.equals, amount) != amount:
        equal = f"{wager.id} must be as large as {wager.equals}"
        return Refusal("wager/fixed-amount", f"seat {bet.seat}: {equal}")
    if options.get(_up_to_main(wager.id)) and amount > bet.wagers.get("main", 0):  # ruling C55
        message = f"seat {bet.seat}: this house takes {wager.id} up to the main wager"
        return Refusal("wager/off-limits", message)
    return None


@lru_cache(maxsize=256)
def _up_to_main(wager_id: str) -> str:
    """Return the option by which a house takes a wager up to the main wager only."""
    return f"{wager_id.replace('-', '_')}_up_to_main"


def _compulsory_problem(setup: Setup, bet: Bets) -> Refusal | None:
    if not bet.wagers:
        return Refusal("wager/needs-main", f"seat {bet.seat} has no wager")
    mains = [main for main in setup.mains if main in bet.wagers]
    if mains and len(mains) < len(setup.mains):
        both = " and ".join(setup.mains)
        return Refusal("wager/needs-main", f"seat {bet.seat}: {both} are made together")
    for wager_id in setup.required if mains else ():
        if wager_id not in bet.wagers:
            return Refusal("wager/required", f"seat {bet.seat}: {wager_id} is required here")
    if setup.configured.options.get("poker") == "required":  # 2104(2)(b)
        together = bet.wagers.get("main", 0) + bet.wagers.get("poker", 0)
        most = setup.main_max
        if most is not None and together > most:
            message = f"main and poker together may be up to {format_dollars(most)}"
            return Refusal("wager/off-limits", f"seat {bet.seat}: {message}")
    return None


def _tips_problem(setup: Setup, bet: Bets) -> Refusal | None:
    for wager_id, tip in bet.tips.items():
        refused = next(_tip_problems(setup, bet, wager_id, tip), None)
        if refused is not None:
            return refused
    return None


def _tip_problems(setup: Setup, bet: Bets, wager_id: str, tip: int) -> Iterator[Refusal]:
    """C60, C61, C72: at most the player's own wager, on no progressive."""
    options = setup.configured.options
    where = f"seat {bet.seat}: a tip on {shorten(wager_id)}"
    spot = setup.configured.spots.get(wager_id)
    if setup.configured.game.jurisdiction != "Colorado" or options.get("tips") is False:
        yield Refusal("wager/not-offered", f"{where} is not taken at this table")
    elif spot is None or spot.jackpot is not None or spot.wager.tip == "forbidden":
        yield Refusal("wager/not-offered", f"{where} is not allowed")
    elif wager_id not in bet.wagers:
        yield Refusal("wager/needs-main", f"{where} needs the player's own wager there")
    elif not 1 <= tip <= bet.wagers[wager_id]:
        least = format_dollars(100 if options.get("tips_even_dollars") else 1)
        own = format_dollars(bet.wagers[wager_id])
        message = f"{where} may be from {least} to {own}, not {format_dollars(tip)}"
        yield Refusal("wager/off-limits", message)
    elif spot.tip_max is not None and tip > spot.tip_max:
        most = format_dollars(spot.tip_max)
        yield Refusal("wager/off-limits", f"{where} may be up to {most} at this table")
    elif options.get("tips_even_dollars") and tip % 100:
        yield Refusal("wager/off-limits", f"{where} is a whole number of dollars")
    elif spot.wager.tip_needs and spot.wager.tip_needs not in bet.tips:
        yield Refusal("wager/needs-main", f"{where} needs a tip on {spot.wager.tip_needs}")
