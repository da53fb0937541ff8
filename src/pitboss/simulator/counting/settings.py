"""The settings of a counter as people give them, and their problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pitboss.counts import Counter, Cover, read_ramp, read_system
from pitboss.counts.files import index_list, index_list_names, start_problems
from pitboss.counts.index_play import IndexPlay
from pitboss.counts.ramp import Ramp, parse_ramp
from pitboss.counts.system import Counted, CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.engine.setup import Setup, is_shuffled_every_round
from pitboss.exact.charts.cells import check_playable, playable
from pitboss.late import LateFunction
from pitboss.questions.runs import SEATS_MAX, CounterSettings
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.files import read_text
from pitboss.rulebook.limits import COUNT_BYTES_MAX, COUNT_LIMIT, shorten
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_json, parse_toml
from pitboss.rulebook.reading.schema import decode
from pitboss.simulator.players import COUNTED_ROUNDS

if TYPE_CHECKING:
    from pitboss.exact.any_wager.wager_value import WagerValue

NOT_COUNTED = "count/not-counted"
INVALID = "option/invalid"
COVER_MALFORMED = "count/cover"
STEPS = (1, 26, 52)
NONE = "none"
FILE_ENDINGS = (".toml", ".json")
FLAT = "1-1"
"""Without a spread one unit is bet at every count."""
TRIP_ROUNDS_MAX = 100_000
BANK_MAX = 1_000_000_000
_SIDE = re.compile(r"([a-z0-9-]{1,60})@(?:TC)?>=([+-]?\d{1,3})", re.ASCII | re.IGNORECASE)
_VALUE = re.compile(r"([a-z0-9-]{1,60})@value>=([+-]?\d{0,3}(?:\.\d{1,9})?)(%?)", re.ASCII)
_HANDS = re.compile(r"2@([+-]?\d{1,3})", re.ASCII)
_TRIPS = re.compile(r"(\d{1,9}):(\d{1,12})", re.ASCII)
_wager_value: LateFunction[[Setup, Spot], WagerValue] = LateFunction(
    "pitboss.exact.any_wager.wager_value:wager_value"  # it imports much, and few runs value wagers
)
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trips:
    """How long a trip is, and the bankroll it begins with."""

    rounds: int
    bank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueBet:
    """A side wager that is made wherever its exact value is at least so much."""

    wager: str
    least: float

    @property
    def rule(self) -> str:
        """The rule as it is written."""
        return f"{self.wager}@value>={self.least:g}"


def is_counted(setup: Setup) -> bool:
    """Return whether there is anything to count: the next round is dealt from the same shoe."""
    return setup.round in COUNTED_ROUNDS and not is_shuffled_every_round(setup)


def nothing_to_count(setup: Setup) -> Problem:
    """Return why there is nothing to count at a table."""
    message = (
        f"there is nothing to count in {setup.configured.game.id}: its deck is shuffled before "
        "every round, so no round knows of the one before"
    )
    return Problem(code=NOT_COUNTED, key="count", message=message)


class _Reader:
    """Reads the settings, and keeps every problem."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def read(self, make: Callable[[], Made], otherwise: Made) -> Made:
        try:
            return make()
        except RulesError as error:
            self.problems += error.problems
            return otherwise


def read_counter(settings: CounterSettings, setup: Setup, seats: int) -> Counter:
    """Return the counter; raise `RulesError` with every problem."""
    if not is_counted(setup):
        raise RulesError([nothing_to_count(setup)])
    reader = _Reader()
    problems = [*_number_problems(settings), *_hand_problems(settings, setup, seats)]
    reader.read(lambda: read_trips(settings.trips), None)
    system = _system(settings, setup, reader)
    ramp = reader.read(lambda: _ramp(settings, system), parse_ramp(FLAT))
    cover = reader.read(lambda: _cover(settings.cover), Cover())
    no_bets: tuple[tuple[str, int], ...] = ()
    no_values: tuple[ValueBet, ...] = ()
    side = no_bets
    for text in settings.side:
        reader.read(partial(value_bets, (text,), setup), no_values)
        side += reader.read(partial(_side_bet, text, setup), no_bets)
    problems = reader.problems + problems
    if problems:
        raise RulesError(problems)
    return Counter(
        system=system,
        ramp=ramp,
        enter=settings.enter,
        leave=settings.leave,
        hands=((2, int(settings.hands.partition("@")[2])),) if settings.hands else (),
        side_bets=side,
        cards_a_step=settings.decks_seen,
        after_cut=settings.after_cut,
        cover=cover,
    )


def _system(settings: CounterSettings, setup: Setup, reader: _Reader) -> CountSystem:
    """Return the count with its convention and its index plays; *reader* keeps the problems."""
    shoe = setup.shoe
    nothing = CountSystem(name="")
    system = reader.read(lambda: read_system(settings.count, shoe, key="count"), nothing)
    if settings.true is not None:
        convention = reader.read(lambda: _convention(str(settings.true)), system.convention)
        system = replace(system, convention=convention)
        # KO and others like it are made for the running count, and do not end at 0.
        reader.problems += start_problems(system, shoe)
    none: tuple[IndexPlay, ...] = ()
    plays = reader.read(lambda: _indices(settings.indices, system, setup), none)
    return replace(system, indices=plays)


def _convention(name: str) -> TrueCount:
    names = [convention.value for convention in TrueCount if convention is not TrueCount.RUNNING]
    if name not in names:
        raise _error("true", f"{shorten(name)!r} is not allowed; choose {choice(names)}")
    return TrueCount(name)


def _indices(
    given: str | tuple[IndexPlay, ...] | None, system: CountSystem, setup: Setup
) -> tuple[IndexPlay, ...]:
    """Return the index plays that are made; of a published list those that the table allows."""
    if given == NONE:
        return ()
    if given is not None and system.kind is not Counted.TAGS:
        raise _error("indices", f"{system.name} is no count of tags, so it has no index plays")
    if given in index_list_names():
        return playable(setup, index_list(str(given)))
    if given is None:
        plays = system.indices
    elif isinstance(given, str):
        if not given.lower().endswith(FILE_ENDINGS):
            names = choice((NONE, *index_list_names(), "a number", "a file"))
            raise _error("indices", f"{shorten(given)!r} is not allowed; choose {names}")
        plays = read_system(given, setup.shoe, key="indices").indices
    else:
        plays = given
    if plays and setup.blackjack is None:
        raise _error("indices", "index plays are for hands of blackjack")
    if plays:
        check_playable(setup, plays)
    return plays


def _ramp(settings: CounterSettings, system: CountSystem) -> Ramp:
    if settings.spread is None:
        return system.ramp or parse_ramp(FLAT)
    return read_ramp(settings.spread, key="spread")


def _number_problems(settings: CounterSettings) -> Iterator[Problem]:
    if settings.decks_seen not in STEPS:
        allowed = choice(map(str, STEPS))
        yield _problem("decks-seen", f"{settings.decks_seen} is not allowed; choose {allowed}")
    if settings.after_cut not in {0, 1}:
        yield _problem("after-cut", f"{settings.after_cut} is not allowed; choose 0 or 1")
    for name, value in (("enter", settings.enter), ("leave", settings.leave)):
        if value is not None and (wrong := _count_problem(value)):
            yield _problem(name, wrong)
    enter = settings.enter
    leave = settings.leave
    if enter is not None and leave is not None and leave >= enter:
        yield _problem("leave", "a counter leaves at a lower count than he enters at")


def _hand_problems(settings: CounterSettings, setup: Setup, seats: int) -> Iterator[Problem]:
    if settings.hands is None:
        return
    if not _HANDS.fullmatch(settings.hands):
        message = f"{shorten(settings.hands)!r} is not allowed; write 2@3: two hands from +3 on"
        yield _problem("hands", message)
    elif wrong := _count_problem(int(settings.hands.partition("@")[2])):
        yield _problem("hands", wrong)
    most = setup.configured.game.seats_max or SEATS_MAX
    if seats >= most:
        yield _problem("hands", f"a second hand needs a seat, and {seats} of {most} are taken")


def _count_problem(count: int) -> str:
    if abs(count) <= COUNT_LIMIT:
        return ""
    return f"a true count is from -{COUNT_LIMIT} to {COUNT_LIMIT}, not {count}"


def _side_bet(text: str, setup: Setup) -> tuple[tuple[str, int], ...]:
    """Return a side wager and the true count from which on it is made; none if by its value."""
    if _VALUE.fullmatch(text):
        return ()
    match = _SIDE.fullmatch(text)
    if match is None:
        message = f"{shorten(text)!r} is not allowed; write WAGER@TC>=2 or WAGER@value>=1%"
        raise _error("side", message)
    if wrong := _count_problem(int(match[2])):
        raise _error("side", wrong)
    _check_offered(match[1], setup)
    return ((match[1], int(match[2])),)


def _check_offered(wager: str, setup: Setup) -> None:
    names = tuple(wager_offered.id for wager_offered in setup.side_wagers)
    if wager not in names:
        offered = choice(names) if names else "none"
        message = f"this table has no side wager {shorten(wager)!r}; it has {offered}"
        raise RulesError([Problem(code="wager/not-offered", key="side", message=message)])


def value_bets(texts: tuple[str, ...], setup: Setup) -> tuple[ValueBet, ...]:
    """Return the side wagers that are made by their exact value; raise `RulesError`."""
    bets = []
    for text in texts:
        match = _VALUE.fullmatch(text)
        if match is None:
            continue
        wager, number, percent = match.groups()
        _check_offered(wager, setup)
        if _wager_value(setup, setup.configured.spots[wager]).polynomial is None:
            message = f"{wager} has no value before the deal; write {wager}@TC>=2"
            raise _error("side", message)
        if not number.strip("+-."):
            raise _error("side", f"{shorten(text)!r} has no value; write WAGER@value>=1%")
        bets.append(ValueBet(wager=wager, least=float(number) / (100 if percent else 1)))
    return tuple(bets)


def read_trips(text: str | None) -> Trips | None:
    """Return the trips of a text.

    >>> read_trips("1000:400")
    Trips(rounds=1000, bank=400)
    """
    if text is None:
        return None
    match = _TRIPS.fullmatch(text)
    if match is None:
        raise _error("trips", f"{shorten(text)!r} is not allowed; write ROUNDS:BANK, as 1000:400")
    rounds = int(match[1])
    bank = int(match[2])
    if not 1 <= rounds <= TRIP_ROUNDS_MAX:
        raise _error("trips", f"a trip has from 1 to {TRIP_ROUNDS_MAX:,} rounds")
    if not 1 <= bank <= BANK_MAX:
        raise _error("trips", f"a bankroll has from 1 to {BANK_MAX:,} units")
    return Trips(rounds=rounds, bank=bank)


def _cover(path: Path | str | None) -> Cover:
    if path is None:
        return Cover()
    text = read_text(Path(path), COUNT_BYTES_MAX)
    try:
        data = parse_json(text) if str(path).lower().endswith(".json") else parse_toml(text)
    except NotReadableError as error:
        raise RulesError([_problem("cover", str(error), COVER_MALFORMED)]) from None
    if not isinstance(data, dict):
        raise RulesError([_problem("cover", "a cover file must be an object", COVER_MALFORMED)])
    cover: Cover = decode(Cover, data, where="", code=COVER_MALFORMED)
    wrong = [
        _problem(name, f"{share:g} is no share of rounds; choose from 0 to 1", COVER_MALFORMED)
        for name, share in (("bet_errors", cover.bet_errors), ("play_errors", cover.play_errors))
        if not (isfinite(share) and 0 <= share <= 1)
    ]
    if cover.raise_max is not None and not 1 <= cover.raise_max <= BANK_MAX:
        message = "a bet is at most 1 or more times the one before"
        wrong.append(_problem("raise_max", message, COVER_MALFORMED))
    if wrong:
        raise RulesError(wrong)
    return cover


def _problem(key: str, message: str, code: str = INVALID) -> Problem:
    return Problem(code=code, key=key, message=message)


def _error(key: str, message: str) -> RulesError:
    return RulesError([_problem(key, message)])
