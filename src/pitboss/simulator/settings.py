"""The settings of a simulation, their problems, and the job that they describe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

from pitboss.engine.setup import Setup, is_shuffled_every_round, shoe_settings
from pitboss.exact.wager_size import at_wager, wager_problems
from pitboss.questions.runs import (
    CUDA,
    DEVICES,
    ROUNDS_MAX,
    SEATS_MAX,
    SEEDS,
    THREADS_MAX,
    CounterSettings,
    Run,
)
from pitboss.rulebook.files import place_problems
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.counting.fields import STEP
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.settings import is_counted, read_counter
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import KINDS, make_named_job
from pitboss.simulator.own_chart import named
from pitboss.simulator.tally import BASE

INVALID = "option/invalid"
CONFLICT = "option/conflict"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings(Run):
    """The settings of a simulation, with its counter."""

    wager: int | None = None
    """The main wager in cents, where the table's maximum caps its doubles; None: a small one."""
    counter: CounterSettings | None = None
    """The counter in the first seat, if there is one."""

    @property
    def whole_rounds(self) -> int:
        """The number of rounds, after it has been checked."""
        return int(self.rounds)


def terms_problems(terms: RunSettings) -> Iterator[Problem]:
    """Yield the problems that do not depend on the table."""
    yield from _number_problems(terms)
    yield from _device_problems(terms)
    if terms.checkpoint is not None:
        yield from place_problems(Path(terms.checkpoint))


def _number_problems(terms: RunSettings) -> Iterator[Problem]:
    rounds = terms.rounds
    if rounds % 1:  # also where it is no number, or without end
        yield _invalid("rounds", f"{rounds:g} is not a whole number of rounds")
    elif not 1 <= rounds <= ROUNDS_MAX:
        yield _invalid("rounds", f"{_short(rounds)} is not allowed; choose from 1 to 10^15")
    for name in ("seed", "seats", "threads"):
        number = getattr(terms, name)
        if number is not None and number % 1:
            yield _invalid(name, f"{number:g} is not a whole number")
    if not 0 <= terms.seed < SEEDS:
        yield _invalid("seed", f"{_short(terms.seed)} is not allowed; choose from 0 to 2^64 - 1")
    if not 1 <= terms.seats <= SEATS_MAX:
        yield _invalid("seats", f"{terms.seats} is not allowed; choose from 1 to {SEATS_MAX}")
    if terms.penetration is not None:
        yield from _part_problems(terms.penetration)
        if terms.fresh:
            message = "every round has a fresh shoe, or the shoe is dealt to a cut card: not both"
            yield Problem(code=CONFLICT, key="fresh", message=message)
    if terms.until is not None and not (isfinite(terms.until) and terms.until > 0):
        yield _invalid("until", f"{terms.until:g} is no standard error; it is more than 0")


def _device_problems(terms: RunSettings) -> Iterator[Problem]:
    if terms.device not in DEVICES:
        yield _invalid("device", f"{terms.device!r} is not allowed; choose {choice(DEVICES)}")
    if terms.threads is not None and not 1 <= terms.threads <= THREADS_MAX:
        yield _invalid("threads", f"{terms.threads} is not allowed; choose from 1 to {THREADS_MAX}")
    if terms.cluster is not None and terms.device == CUDA:
        message = "a cluster plays on the processors of its workers, not on a device here"
        yield Problem(code=CONFLICT, key="cluster", message=message)
    if terms.threads is not None and (terms.cluster is not None or terms.device == CUDA):
        message = "threads are those of this machine's processor, and it is not what plays"
        yield Problem(code=CONFLICT, key="threads", message=message)


def table_problems(terms: RunSettings, house: House, setup: Setup) -> Iterator[Problem]:
    """Yield the problems at this table."""
    game = setup.configured.game
    if not is_simulated(setup):
        message = f"{game.id} cannot be simulated yet"
        yield Problem(code="game/not-simulated", key="", message=message)
        return
    if game.seats_max is not None and game.seats_max < terms.seats <= SEATS_MAX:
        message = f"one deck serves at most {game.seats_max} seats, not {terms.seats}"
        yield Problem(code="seat/too-many", key="seats", message=message)
    yield from [*wager_problems(setup, terms.wager)] or _part_of_cap_problems(terms, setup)
    # A counter needs a penetration: at a table without anything to count, that is the answer.
    is_moot = terms.counter is not None and not is_counted(setup)
    if terms.penetration is not None and not is_moot and not [*_part_problems(terms.penetration)]:
        yield from _cut_problems(terms.penetration, house.shoe, setup)
        if terms.counter is not None:
            cut = dealt_range(terms.penetration, house.shoe, setup)[1]
            yield from _earlier_problems(terms.counter, cut)
    if terms.counter is not None:
        yield from _counter_problems(terms.counter, terms, setup)


def _part_of_cap_problems(terms: RunSettings, setup: Setup) -> Iterator[Problem]:
    """Yield a wager that counts no whole cents: results are kept in cents for each dollar."""
    capped = at_wager(setup, terms.wager)
    most = setup.main_max
    if capped is setup or terms.wager is None or most is None:
        return
    if terms.wager % BASE or most * BASE % terms.wager:
        message = f"{format_dollars(most)} is no whole number of cents for each dollar of it"
        parts = ", ".join(format_dollars(most // part) for part in (3, 2, 1) if most % part == 0)
        yield _invalid("wager", f"{message}; choose a wager such as {parts}")


def _counter_problems(
    counter: CounterSettings, terms: RunSettings, setup: Setup
) -> Iterator[Problem]:
    try:
        read_counter(counter, setup, terms.seats)
    except RulesError as error:
        yield from error.problems
        return
    if terms.penetration is None:
        message = "a fresh shoe has nothing to count; say how far a shoe is dealt: penetration 75%"
        yield Problem(code=CONFLICT, key="count", message=message)


def _earlier_problems(counter: CounterSettings, cut: int) -> Iterator[Problem]:
    """Yield an earlier cut card that the run does not tell apart, and a second hand without one."""
    earlier = counter.earlier_cut
    if earlier is not None and not (0 < earlier < cut and earlier % STEP == 0):
        message = f"{earlier} is not allowed; choose a multiple of {STEP} cards below {cut}"
        yield _invalid("earlier_cut", message)
    if counter.second_from is not None and counter.hands is None:
        message = "no second hand is dealt: give --hands too, such as --hands 2@-100"
        yield Problem(code=CONFLICT, key="second_from", message=message)


def is_simulated(setup: Setup) -> bool:
    """Whether rounds of a table can be simulated."""
    return KINDS[setup.round].is_simulated(setup)


def penetration_problems(penetration: float, shoe: ShoeSettings, setup: Setup) -> Iterator[Problem]:
    """Yield the problems of a penetration at a table."""
    wrong = [*_part_problems(penetration)]
    yield from wrong or _cut_problems(penetration, shoe, setup)


def _part_problems(penetration: float) -> Iterator[Problem]:
    if not 0 < penetration < 1:
        message = f"{penetration:g} is not allowed; choose more than 0 and less than 1"
        yield _invalid("penetration", message)


def _cut_problems(penetration: float, shoe: ShoeSettings, setup: Setup) -> Iterator[Problem]:
    if is_shuffled_every_round(setup):
        message = "this table is shuffled before every round; leave the penetration out"
        yield Problem(code=CONFLICT, key="penetration", message=message)
    burn, cut = dealt_range(penetration, shoe, setup)
    if cut <= burn:
        message = f"the cut card at {cut} of {setup.shoe.size} cards leaves no room for a round"
        yield _invalid("penetration", f"{message} behind {burn} burned")


def dealt_range(penetration: float, shoe: ShoeSettings, setup: Setup) -> tuple[int, int]:
    """Return the number of burned cards, and the number of cards dealt at the cut card."""
    burn = shoe_settings(setup, shoe).burn
    return burn, round(penetration * setup.shoe.size)


def _short(number: float) -> str:
    """Format a number that may have very many digits."""
    return f"{number:,}" if abs(number) < ROUNDS_MAX**2 else "such a number"


def _invalid(key: str, message: str) -> Problem:
    return Problem(code=INVALID, key=key, message=message)


def make_job(house: House, setup: Setup, terms: RunSettings) -> Job:
    """Return the job for the settings."""
    return with_terms(make_named_job(setup, named(terms.strategy)), house, setup, terms)


def with_terms(job: Job, house: House, setup: Setup, terms: RunSettings) -> Job:
    """Return a laid-out table, dealt by the settings."""
    if terms.penetration is None:
        return replace(job, seats=terms.seats, seed=terms.seed)
    burn, cut = dealt_range(terms.penetration, house.shoe, setup)
    job = replace(job, seats=terms.seats, seed=terms.seed, burn=burn, cut=cut)
    if terms.counter is None:
        return job
    return counted_job(job, read_counter(terms.counter, setup, terms.seats))
