"""The scenarios of a night: each seed switches features and faults on or off at random."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.floor.terms import NO_CLOCK, Absent, Clocks, TableTerms
from pitboss.jackpot.terms import Terms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from tests.engine.houses import GAMES
from tests.faults.playing import any_terms
from tests.pit.jackpot_floor import HOUSE
from tests.simulation.model_store import Faults
from tests.simulation.network import Weather
from tests.simulation.strains import Strain, bearable, draw_strain

CALM_SECONDS = 5.0
"""Nothing fails until everybody has come in."""
CLEAR = Weather()
SOUND = Faults()
JACKPOT = "mega"
DOLLAR = 10_000


@dataclass(frozen=True)
class Scenario:
    """Everything that a run is made of. A failing one is made smaller field by field."""

    seed: int
    seconds: float = 120.0
    """How long everybody goes on, in virtual time."""
    workers: int = 1
    machines: int = 1
    games: tuple[str, ...] = ("co/free-bet",)
    """The game of each table."""
    has_clocks: bool = True
    linked: int = 0
    """How many more tables share a jackpot."""
    office: bool = False
    """The office opens and closes the tables."""
    players: int = 2
    http_players: int = 0
    """How many of them poll over HTTP."""
    named_players: int = 0
    """How many register a name."""
    habits: tuple[str, ...] = ()
    """What players do besides playing."""
    habit_share: float = 0.05
    """How often a player does one of these in place of a turn."""
    duties: tuple[str, ...] = ()
    """What staff do; none: there is no staff."""
    pace: float = 1.0
    """Seconds that an actor thinks, on average."""
    weather: Weather = CLEAR
    faults: Faults = SOUND
    """What goes wrong at the database."""
    crash_every: float = 0.0
    stop_every: float = 0.0
    skew: float = 0.0
    jump_every: float = 0.0
    jump: float = 0.0
    real_rates: bool = False
    marked: bool = False
    """The cards of a round differ, so a card that nobody may see is known wherever it appears."""
    calm: float = CALM_SECONDS
    lucky: bool = False
    """Equal cards lie together in the shoes, so jackpots are won; marked shoes are not lucky."""
    rascals: bool = False
    """Some do everything wrong that can be done wrong (`mischief`)."""
    strain: Strain = ()
    """Points at which the product has less room or time."""

    @property
    def has_odd_clocks(self) -> bool:
        """Whether clocks are wrong or jump: then sessions may end at any moment."""
        return bool(self.skew or self.jump_every)

    @property
    def is_calm(self) -> bool:
        """Whether nothing fails in this run."""
        troubles = (self.crash_every, self.stop_every, self.jump_every, self.skew)
        weather = (self.weather.lost, self.weather.cut_every)
        return not any((*troubles, *weather, *self.faults.names()))

    def make_tables(self) -> tuple[TableTerms, ...]:
        """Return the tables."""
        clocks = Clocks() if self.has_clocks else NO_CLOCK
        tables = [
            any_terms(f"t{number}", game, self.seed % 20, clocks)
            for number, game in enumerate(self.games, 1)
        ]
        tables += [
            TableTerms(
                id=f"j{number}",
                name=f"Jackpot {number}",
                house=house_from(dict(HOUSE)),
                clocks=clocks,
                absent=Absent.BASIC,
                links={"jackpot-1": JACKPOT},
            )
            for number in range(1, self.linked + 1)
        ]
        return tuple(tables)

    def make_jackpots(self) -> tuple[PlannedJackpot, ...]:
        """Return the shared jackpots."""
        if not self.linked:
            return ()
        terms = Terms(
            seed=5_000 * DOLLAR,
            rate=Fraction(21, 100),
            hidden_share=Fraction(1, 10),
            hand_pay_from=600 * DOLLAR,
        )
        return (PlannedJackpot(JACKPOT, "The mega", terms),)


HABITS = (
    *("limits", "withdraw", "refill", "dispute", "practice", "exclude", "repeat", "spectate"),
    "odd",
)
DUTIES = (
    "day",
    "slips",
    "cage",
    "disputes",
    "voids",
    "hits",
    "roles",
    "exclusions",
    "limits",
    "switches",
    "audit",
)


def draw(seed: int) -> Scenario:
    """Return the scenario of a seed."""
    rng = random.Random(f"scenario {seed}")

    def some(names: tuple[str, ...]) -> tuple[str, ...]:
        share = rng.choice((0.0, 0.3, 0.7, 1.0))
        return tuple(name for name in names if rng.random() < share)

    has_office = rng.random() < 0.3
    duties = some(DUTIES)
    if has_office and "day" not in duties:  # nobody could play at tables that nobody opens
        duties = ("day", *duties)
    workers = rng.choice((1, 1, 2, 2, 3))
    players = rng.choice((1, 2, 3, 5, 8))
    linked = rng.choice((0, 0, 1, 2))
    drawn = Scenario(
        seed=seed,
        seconds=rng.choice((60.0, 120.0, 300.0, 900.0)),
        workers=workers,
        machines=rng.choice((1, 1, 2)) if workers > 1 else 1,
        games=tuple(rng.choice(GAMES) for _ in range(rng.choice((0, 1, 2, 4)) if linked else 1)),
        has_clocks=rng.random() < 0.8,
        linked=linked,
        office=has_office,
        players=players,
        http_players=rng.randint(0, players),
        named_players=rng.randint(0, players),
        habits=some(HABITS),
        duties=duties,
        pace=rng.choice((0.3, 1.0, 3.0)),
        weather=Weather(
            delay=rng.choice((0.0005, 0.005, 0.1)),
            lost=rng.choice((0.0, 0.0, 0.01, 0.1)),
            cut_every=rng.choice((0.0, 0.0, 10.0, 60.0)),
            cut_for=rng.choice((1.0, 6.0, 20.0)),
            half_open=rng.choice((0.0, 0.5)),
        ),
        faults=draw_faults(rng),
        crash_every=rng.choice((0.0, 0.0, 15.0, 60.0)),
        stop_every=rng.choice((0.0, 0.0, 60.0)),
        skew=rng.choice((0.0, 0.0, 0.5, 60.0)),
        jump_every=rng.choice((0.0, 0.0, 30.0)),
        jump=rng.choice((1.0, 3600.0)),
        real_rates=rng.random() < 0.2,
        lucky=linked > 0 and seed % 4 != 0,
        rascals=seed % 3 == 0,
        strain=draw_strain(seed),
        marked=rng.random() < 0.5,
    )
    return replace(drawn, strain=bearable(drawn.strain, drawn.faults.latency[1]))


def draw_faults(rng: random.Random) -> Faults:
    """Return what goes wrong at the database: in half of the runs nothing does."""
    latency = rng.choice(((0.0001, 0.001), (0.001, 0.02)))
    faults = Faults.draw(rng, share=rng.choice((0.0, 0.0, 0.2, 0.6)))
    return replace(faults, latency=latency)
