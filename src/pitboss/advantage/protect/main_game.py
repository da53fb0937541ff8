"""The main game by the skill of the counter: his count, his plays, his bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pitboss.advantage.indices.plays import index_plays
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.kinds import KINDS, chart_hands
from pitboss.advantage.protect.terms import ProtectTerms, Vulnerability, vulnerability
from pitboss.advantage.removal import Removal
from pitboss.advantage.tags import ByCard, best_tags, correlation
from pitboss.cards import Shoe
from pitboss.counts import CountSystem, find_system, parse_ramp
from pitboss.counts.index_play import IndexPlay
from pitboss.counts.system import Counter
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import House
from pitboss.simulator.counting.cube import Bets, Cube
from pitboss.simulator.counting.fields import SHOE_ROUNDS, SHOES, STEP
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.settings import is_counted
from pitboss.simulator.pools import make_pool
from pitboss.simulator.run import play
from pitboss.simulator.settings import RunSettings, make_job

BASIC = "basic strategy"
INDEX = "index plays"
SPREADS = (4, 8, 12, 16)
REFERENCE = 8
"""The spread of the counter whom counter-measures are held against."""
INDEX_PLAYS = 20
"""Index plays that a good counter knows."""
BEST_LEVEL = 2
BACK_COUNTING = "back-counting"
HALF_DECK = 26
"""Cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainRow:
    """One way to bet, by one count and one way to play."""

    count: str
    correlation: float | None
    play: str
    spread: str
    most: int
    """The most units of a bet."""
    bets: Bets
    unit: int
    """Cents of a unit: the largest bet is the largest of the table, if the smallest allows it."""

    @property
    def per_100(self) -> float:
        """Units won in 100 rounds."""
        return self.bets.per_100

    @property
    def error(self) -> float:
        """The standard error of that."""
        return 100 * self.bets.standard_error

    @property
    def in_bets(self) -> float:
        """The gain in largest bets in 100 rounds: the measure of side wagers."""
        return self.per_100 / self.most

    @property
    def vulnerability(self) -> Vulnerability:
        """The class, by the gain in largest bets."""
        return vulnerability(self.in_bets)

    def as_json(self, terms: ProtectTerms) -> dict[str, Any]:
        """Return the row as `pitboss protect --json` prints it."""
        return {
            "count": self.count,
            "correlation": self.correlation,
            "play": self.play,
            "spread": self.spread,
            "ramp": self.bets.ramp,
            "average_bet": self.bets.average,
            "per_100": self.per_100,
            "standard_error": self.error,
            "sd": self.bets.sd,
            "unit_cents": self.unit,
            "per_hour": terms.per_hour(self.per_100, self.unit),
            "score": self.bets.score,
            "n0": self.bets.n0,
            "class": self.vulnerability.value,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRun:
    """The rounds of one counter at one table."""

    count: str
    correlation: float | None
    play: str
    cube: Cube

    @property
    def cut(self) -> int:
        """The cards before the cut card."""
        return self.cube.cut

    def rounds_a_shoe(self, cut: int | None = None) -> float:
        """Return how many rounds a shoe has before a cut card, on average."""
        whole = self.cube.extras[SHOE_ROUNDS] / max(1, self.cube.extras[SHOES])
        return float(whole) * self.cube.rounds(cut) / self.cube.rounds()

    def earlier_cuts(self) -> tuple[int, ...]:
        """Return earlier cut cards, half a deck apart, the deepest first."""
        last = self.cut // STEP * STEP
        return tuple(range(last - HALF_DECK, last // 2, -HALF_DECK))

    def rows(self, terms: ProtectTerms) -> Iterator[MainRow]:
        """Yield the gains of the spreads, and of back-counting."""
        for most in SPREADS:
            yield self.row(terms, most)
        yield self.back_counting(terms)

    def row(
        self, terms: ProtectTerms, most: int, *, cut: int | None = None, sits_out: bool = False
    ) -> MainRow:
        """Return the gain of a spread, with its ramp of the least N0."""
        least = most if sits_out else 1
        ramp = self.cube.best_ramp(least, most, cut, sits_out=sits_out)
        return MainRow(
            count=self.count,
            correlation=self.correlation,
            play=self.play,
            spread=BACK_COUNTING if sits_out else f"1-{most}",
            most=most,
            bets=self.cube.bets(ramp, cut),
            unit=max(terms.low, terms.high // most),
        )

    def back_counting(self, terms: ProtectTerms) -> MainRow:
        """Return the gain of a back-counter, who makes the largest bet only with an edge."""
        return self.row(terms, 1, sits_out=True)


def best_system(removal: Removal, shoe: Shoe) -> CountSystem:
    """Return the best count of two levels for a main game."""
    cards = ByCard(removal.unseen.counts, removal.by_card())
    tags = best_tags(cards, BEST_LEVEL, balanced=True).tags
    return CountSystem(
        name=f"best of level {BEST_LEVEL}", tags=tags, per=shoe.size // shoe.deck_count
    )


def simulate_counters(
    house: House, setup: Setup, removal: Removal, terms: ProtectTerms
) -> Iterator[CountedRun]:
    """Simulate Hi-Lo and the best count, with basic strategy and then each with index plays."""
    counts = find_system("hi-lo"), best_system(removal, setup.shoe)
    for system in counts:
        yield simulate_counter(house, setup, removal, system, (), terms)
    for system in counts:
        if plays := best_index_plays(setup, system, dealt=terms.penetration):
            indices = tuple(rated.play for rated in plays)
            yield simulate_counter(house, setup, removal, system, indices, terms)


def why_main_not_counted(setup: Setup) -> str:
    """Return why the main game of a table is not counted; empty if it is.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> why_main_not_counted(prepare(House(game="co/pai-jack")))
    'One deck is shuffled before every round: there is nothing to count.'
    """
    if not is_counted(setup):
        return "One deck is shuffled before every round: there is nothing to count."
    if KINDS[setup.round].hands is None:
        return (
            "The main game is several wagers at once; a spread on one of them says nothing, and"
            " no counter of all of them is simulated."
        )
    return ""


def best_index_plays(
    setup: Setup, system: CountSystem | None = None, *, dealt: float | None = None
) -> tuple[RatedPlay, ...]:
    """Return the index plays that gain most by a count; none where no chart is played by.

    Without a count they are those of Hi-Lo; *dealt* is the part of the shoe before the cut card.
    """
    if chart_hands(setup) is None:
        return ()
    return index_plays(setup, system or find_system("hi-lo"), dealt=dealt)[:INDEX_PLAYS]


def simulate_counter(
    house: House,
    setup: Setup,
    removal: Removal | None,
    system: CountSystem,
    plays: tuple[IndexPlay, ...],
    terms: ProtectTerms,
    *,
    penetration: float | None = None,
    seats: int = 1,
) -> CountedRun:
    """Simulate one counter; what he bets does not matter for the run.

    At a table with more seats so many fewer rounds are played: as many hands.
    """
    rounds = max(1, terms.rounds // seats)
    settings = RunSettings(
        rounds=rounds, seed=terms.seed, penetration=penetration or terms.penetration, seats=seats
    )
    counter = Counter(system=replace(system, indices=plays), ramp=parse_ramp("1-1"))
    job = counted_job(make_job(house, setup, settings), counter)
    with make_pool(settings)[1] as pool:
        *_, played = play(job, rounds, pool)
    return CountedRun(
        count=system.name,
        correlation=None if removal is None else _correlation(system, removal),
        play=INDEX if plays else BASIC,
        cube=Cube.from_tally(job, played.tally),
    )


def _correlation(system: CountSystem, removal: Removal) -> float | None:
    cards = ByCard(removal.unseen.counts, removal.by_card())
    return correlation(system.bet_tags, cards)
