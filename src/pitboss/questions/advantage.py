"""Questions of advantage play and of its protection: counting, and what counters win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pitboss.questions.ask import Ask, Written

if TYPE_CHECKING:
    from pitboss.counts.system import CountSystem

    System = str | Path | CountSystem
else:  # `--help` reads this module, and counts take half a second to import
    System = str | Path

LEVELS_MAX = 4
Parts = float | Iterable[float]
Players = tuple[str, ...] | Iterable[str]
Amount = str | float
"""Units; a text that begins with "$" is dollars."""


@dataclass(frozen=True, slots=True)
class Count:
    """Show what a card that is gone changes, how well counts follow it, and the best tags."""

    wager: Annotated[
        str | None, Ask("Count for this side wager; the main game is the default.")
    ] = None
    _: KW_ONLY
    system: Annotated[
        System | None,
        Ask(
            "A count: a name (hi-lo, ko ...), tags ('5=1 A=-1', or ten numbers for 2 to 9, "
            "T and A), 'suit difference', or a file (TOML or JSON).",
            metavar="SYSTEM",
            python="None: every one that is known.",
        ),
    ] = None
    design: Annotated[
        int | None,
        Ask(
            "Find the best tags of this level, 1 to 4.",
            metavar="LEVEL",
            least=1,
            most=LEVELS_MAX,
            python="None: of all four.",
        ),
    ] = None
    balanced: Annotated[
        bool, Ask("Find balanced tags only: their sum is 0.", flags=("--balanced",))
    ] = False
    suits: Annotated[bool, Ask("Find tags that may differ by suit.", flags=("--suits",))] = False
    indices: Annotated[
        str | int | None,
        Ask("Find so many index plays, or all; without a number 18.", metavar="N|all"),
    ] = None
    unseen: Annotated[
        str | None,
        Ask("The cards left: all of them ('As 7h'), or by number ('5=12').", metavar="CARDS"),
    ] = None
    gone: Annotated[
        str | None, Ask("The cards no longer in the shoe: 'As 7h', '5=12'.", metavar="CARDS")
    ] = None
    meter: Annotated[
        str | float | None, Ask("Value a jackpot with this on its meter.", metavar="DOLLARS")
    ] = None
    hunt: Annotated[
        Any,
        Ask(
            "Simulate hunters of the jackpot, as `HuntSettings` says; they begin at *meter*, or "
            "at the seed.",
            python_only=True,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Protect:
    """Show what counters win at a table and what each counter-measure does, or who counts."""

    low: Annotated[
        str | int | None,
        Ask(
            "The smallest main wager.",
            flags=("--min",),
            metavar="DOLLARS",
            written=Written.DOLLARS,
            python='Cents, or dollars as text: "$5". None: the house\'s.',
        ),
    ] = None
    high: Annotated[
        str | int | None,
        Ask(
            "The largest main wager.",
            flags=("--max",),
            metavar="DOLLARS",
            written=Written.DOLLARS,
            python="Likewise.",
        ),
    ] = None
    rounds_an_hour: Annotated[int | None, Ask("Rounds an hour; the house's, or 70.")] = None
    penetration: Annotated[
        Parts | None,
        Ask(
            "The part of the shoe dealt, or several: 75% or 75%,83%; by default to the cut card of "
            "the house.",
            metavar="P",
            written=Written.PARTS,
        ),
    ] = None
    rounds: Annotated[
        float | None,
        Ask(
            "Simulate this many rounds for each counter: 4e7 by default.",
            metavar="N",
            written=Written.COUNT,
        ),
    ] = None
    records: Annotated[
        Path | str | None,
        Ask("Judge the players of these round records (.jsonl or .parquet).", here=True),
    ] = None
    players: Annotated[
        Players,
        Ask(
            "Judge this player only; repeat it for several.",
            flags=("--player",),
            metavar="NAME",
            here=True,
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskOfBank:
    """Compute the risk of a bankroll: ruin, goals, Kelly bets, N0 and SCORE."""

    ev: Annotated[float | None, Ask("The expectation of a round.", metavar="UNITS")] = None
    sd: Annotated[float | None, Ask("The standard deviation of a round.", metavar="UNITS")] = None
    outcomes: Annotated[
        Iterable[tuple[float, float]] | None,
        Ask("Pairs of gain and probability, instead of both.", python_only=True),
    ] = None
    file: Annotated[
        Path | str | None,
        Ask(
            "Read the bet from the --json output of simulate, solve, odds or count.",
            flags=("--from",),
            here=True,
        ),
    ] = None
    bank: Annotated[
        Amount | None, Ask("The bank in units, or in dollars: '$10000'.", metavar="B")
    ] = None
    rounds: Annotated[
        float | None,
        Ask("The rounds of a trip: 1600, 1e5.", metavar="N", written=Written.COUNT),
    ] = None
    goal: Annotated[Amount | None, Ask("The amount to win, in units or dollars.", metavar="G")] = (
        None
    )
    kelly: Annotated[float | None, Ask("The part of the Kelly bet: 1, 0.5 ...", metavar="K")] = None
    risk: Annotated[
        float | None,
        Ask("The risk of ruin to accept: 5% or 0.05.", metavar="R", written=Written.PART),
    ] = None
    unit: Annotated[Amount | None, Ask("The dollars of a unit.", metavar="DOLLARS")] = None
    seed: Annotated[int, Ask("The seed of the simulated trips.")] = 0
