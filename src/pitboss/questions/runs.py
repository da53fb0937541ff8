"""Questions that are answered by playing rounds: simulations, and who counts in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pitboss.questions.ask import Ask, Written
from pitboss.questions.play import Play

if TYPE_CHECKING:
    from pitboss.counts.index_play import IndexPlay

    IndexPlays = str | tuple[IndexPlay, ...]
else:  # `--help` reads this module, and counts take half a second to import
    IndexPlays = str

Progress = Callable[[Any], object]
"""Called with the `Simulation` so far."""

ROUNDS_MAX = 10**15
SEEDS = 2**64
SEATS_MAX = 7
"""Seats of a simulated table."""
THREADS_MAX = 1024
CPU = "cpu"
CUDA = "cuda"
AUTO = "auto"
DEVICES = (CPU, CUDA, AUTO)
OPTIMAL = "optimal"
CHART = "chart"


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterSettings:
    """Somebody in the first seat who counts, as `pitboss simulate --count` describes him."""

    count: Annotated[
        str,
        Ask(
            "Let the first seat count: hi-lo, '2=1 3=1 .. A=-1', or a file.",
            metavar="NAME|TAGS|FILE",
        ),
    ]
    spread: Annotated[
        str | None,
        Ask("Bet by the count: 1-8, or '1@0 2@1 4@2'; without it, one unit.", metavar="RAMP|FILE"),
    ] = None
    true: Annotated[str | None, Ask("Round the true count by floor, truncate, round or exact.")] = (
        None
    )
    decks_seen: Annotated[int, Ask("Estimate the unseen cards in steps of 1, 26 or 52.")] = 1
    indices: Annotated[
        IndexPlays | None,
        Ask(
            "Play hands by the count: none, i18, the N best plays, or a file.",
            metavar="NAME|N|FILE",
            python="Or the plays themselves.",
        ),
    ] = None
    enter: Annotated[int | None, Ask("Watch, and play from this true count on.", metavar="TC")] = (
        None
    )
    leave: Annotated[int | None, Ask("Leave at this true count or below.", metavar="TC")] = None
    hands: Annotated[str | None, Ask("Play two hands from a true count on.", metavar="2@TC")] = None
    side: Annotated[
        tuple[str, ...],
        Ask(
            "Make a side wager from a true count on, or from an exact value on "
            "(WAGER@value>=1%). Repeat it for each.",
            metavar="WAGER@TC>=N",
        ),
    ] = ()
    after_cut: Annotated[
        int, Ask("Deal this many rounds after the cut card came: 0 or 1.", least=0, most=1)
    ] = 0
    cover: Annotated[
        Path | str | None, Ask("Read errors and cover of the counter from this file.")
    ] = None
    trips: Annotated[
        str | None,
        Ask("Also play trips of so many rounds with a bankroll.", metavar="ROUNDS:BANK"),
    ] = None
    earlier_cut: Annotated[
        int | None,
        Ask("Count the bets as with an earlier cut card, after this many cards.", metavar="CARDS"),
    ] = None
    second_from: Annotated[
        int | None,
        Ask("Count the second hand of --hands from this true count on.", metavar="TC"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How rounds are simulated: how many, by which play, from which shoes, on which machine."""

    rounds: Annotated[
        float,
        Ask(
            "Play this many rounds: 1000000, 1e9.",
            metavar="N",
            written=Written.COUNT,
            least=1,
            most=ROUNDS_MAX,
            python="With *until* at most so many.",
        ),
    ]
    strategy: Annotated[
        str | Path | Mapping[str, Any] | Play,
        Ask(
            "Play by the optimal strategy, by its chart, or by a strategy file.",
            metavar="NAME|FILE",
            python="Or by a chart of your own: a mapping as `chart.as_json()` writes one, or a "
            "function that is asked for each `ChartHand` of it.",
        ),
    ] = OPTIMAL
    seats: Annotated[int, Ask("Let this many seats play, 1 to 7.", least=1, most=SEATS_MAX)] = 1
    penetration: Annotated[
        float | None,
        Ask(
            "Deal this part of each shoe before shuffling: 0.75 or 75%; by default to the cut card "
            "that the house states ([shoe] cut).",
            metavar="P",
            written=Written.PART,
            python="If it states none, every round has a fresh shoe.",
        ),
    ] = None
    fresh: Annotated[
        bool,
        Ask(
            "Shuffle before every round; the default where the house states no cut card.",
            flags=("--fresh",),
        ),
    ] = False
    seed: Annotated[int, Ask("The same seed gives the same rounds.", least=0, most=SEEDS - 1)] = 0
    device: Annotated[
        str, Ask("Run on this device: cpu, cuda or auto.", choices=DEVICES, here=True)
    ] = CPU
    threads: Annotated[
        int | None,
        Ask(
            "Use this many threads; the default is one for each core.",
            least=1,
            most=THREADS_MAX,
            here=True,
        ),
    ] = None
    cluster: Annotated[
        str | None,
        Ask("Run on the cluster of this scheduler: tcp://host:8786.", metavar="ADDRESS", here=True),
    ] = None
    until: Annotated[
        float | None,
        Ask(
            "Stop once the standard error of the house edge is this small: 0.01%.",
            metavar="ERROR",
            written=Written.PART,
        ),
    ] = None
    checkpoint: Annotated[
        Path | str | None, Ask("Keep the run in this file and continue from it.", here=True)
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulate(Run):
    """Simulate a table and report its house edge with the standard error."""

    wager: Annotated[
        str | float | None,
        Ask(
            "Play a main wager of this many dollars, whose doubles the table's maximum caps.",
            metavar="DOLLARS",
        ),
    ] = None
    export: Annotated[
        Path | str | None,
        Ask(
            "Also write every round to a Parquet file, a row for each seat, with cards and "
            "decisions; at most 1,000,000 rounds, a few hundred a second.",
            here=True,
            python="`read_rounds` makes round records of it. It needs the extra `data`.",
        ),
    ] = None
    count: Annotated[
        str | CounterSettings | None,
        Ask(
            "Let the first seat count: the name of a count, its tags, or its file.",
            here=True,
            python="`CounterSettings` says more about the counter. It needs a *penetration*.",
            part=CounterSettings,
            part_of=("count",),
            part_missing="this is a setting of somebody who counts: give --count too",
        ),
    ] = None
    progress: Annotated[
        Progress | None,
        Ask("Called with the counts so far, after every piece of work.", python_only=True),
    ] = None


POLICIES = ("best", "random")


@dataclass(frozen=True, slots=True)
class Dataset:
    """Write the decisions of rounds to a file, each with the exact value of every choice."""

    out: Annotated[
        Path | str, Ask("Write the decisions to this Parquet file.", here=True, metavar="FILE")
    ]
    _: KW_ONLY
    rounds: Annotated[
        float,
        Ask("Deal this many rounds: 1000, 1e4.", written=Written.COUNT, metavar="N"),
    ] = 1000
    seed: Annotated[int, Ask("The same seed writes the same file.", least=0)] = 1
    policy: Annotated[
        str,
        Ask(
            "Who decides: the best play (best), or every legal choice as often as any (random).",
            choices=POLICIES,
        ),
    ] = "best"
