"""Verdicts on players: whether their bets and plays follow a count, by wager, with the error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.advantage.detect.observe import SeenRound, SeenTable, seat_names
from pitboss.advantage.detect.score import BetLine, CountGrid, Score, score
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards import Card
from pitboss.counts import CountSystem, find_system, parse_ramp
from pitboss.counts.index_play import INSURANCE, UPS
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import ActionTaken, CardDealt, Place
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.tabular import Row, Tabular

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNTING_ERROR = 0.001
SUSPECT_ERROR = 0.01
"""Errors of a verdict: below the first a player counts, below the second he may."""
MISS_MAX = 0.5
"""If a counter would be missed more often than this, the rounds are too few to say anything."""
_SPREAD = parse_ramp("1-8")
"""The bets of that counter."""
_NEAR = 0.5
"""The least correlation of a count with the expectation that makes it one to bet by."""
_COUNTERS = 40
_FEW_EXCHANGES = 2499
"""Enough to tell errors of `COUNTING_ERROR`."""
_SEED = 20
_ALIKE = 1e-12
_ACE = 1
_TEN = 10
_SOFT = 10
_BUST = 21


@dataclass(frozen=True, slots=True)
class Departures:
    """The plays of a player where basic strategy and the count disagree."""

    made: int
    due: int
    """The number of decisions where the count departs from basic strategy."""

    @property
    def share(self) -> float | None:
        """The part of them that was made; None if none was due."""
        return self.made / self.due if self.due else None


def departures(table: SeenTable, name: str, plays: Iterable[RatedPlay]) -> Departures:
    """Count the index plays of Hi-Lo that were due to a player, and those that were made."""
    by_place = {(play.hand, play.up): play for play in plays}
    made = due = 0
    for round_ in table.rounds:
        if name not in round_.players:
            continue
        for row, action, count in _decisions(table, round_, name):
            play = next((by_place[place] for place in row if place in by_place), None)
            if play is None or action not in {play.action, play.otherwise}:
                continue
            usual = play.action if play.difference > 0 else play.otherwise
            wanted = play.action if play.play.applies(count) else play.otherwise
            due += wanted is not usual
            made += wanted is not usual and action is wanted
    return Departures(made, due)


def _decisions(
    table: SeenTable, round_: SeenRound, name: str
) -> Iterator[tuple[list[tuple[str, str]], ActionKind, int]]:
    """Yield the names of a hand and its up card, the action, and the count at that moment.

    Hands that were split are left out: what may be done with them differs.
    """
    system = find_system("hi-lo")
    shoe = table.setup.shoe
    seats = {seat for seat, player in seat_names(round_.replay).items() if player == name}
    unseen = round_.unseen
    up = None
    hands = dict[int, list[Card]]()
    split = set[int]()
    events: Iterable[Any] = round_.replay.round.events
    for event in events:
        if isinstance(event, CardDealt):
            if event.place is Place.DEALER and up is not None:
                continue  # face down until the hands have been played
            unseen = unseen.without(event.card)
            if event.place is Place.DEALER:
                up = event.card
            elif event.place is Place.HAND:
                hands.setdefault(event.seat, []).append(event.card)
        elif isinstance(event, ActionTaken) and event.seat in seats and up is not None:
            cards = hands.get(event.seat, [])
            is_played = event.action not in _OF_SIDE_WAGERS
            if is_played and event.seat not in split and len(cards) > 1:
                count = int(system.true(unseen, shoe))
                yield _names(cards, up, event.action), event.action, count
            if event.action in {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
                split.add(event.seat)


_OF_SIDE_WAGERS = frozenset({ActionKind.EXPOSE, ActionKind.CONCEAL})
"""Decisions that say nothing about how a hand is played."""


def _names(cards: list[Card], up: Card, action: ActionKind) -> list[tuple[str, str]]:
    """Return how index plays name a hand, the most special name first."""
    values = [value_of(card) for card in cards]
    against = UPS[-1] if value_of(up) == _ACE else UPS[value_of(up) - 2]
    if action in {ActionKind.INSURE, ActionKind.DECLINE}:
        return [(INSURANCE, against)]
    total = sum(values)
    names = []
    if len(values) == 2 and values[0] == values[1]:
        letter = "A" if values[0] == _ACE else "T" if values[0] == _TEN else str(values[0])
        names.append((f"{letter},{letter}", against))
    if _ACE in values and total + _SOFT <= _BUST:
        names.append((f"A,{total - 1}", against))
    else:
        names.append((str(total), against))
    return names


class Verdict(StrEnum):
    """The verdict on the bets of a player."""

    COUNTING = "counting"
    SUSPECT = "suspect"
    NO_SIGN = "no sign"
    FLAT = "flat bets"
    TOO_FEW = "too few rounds"
    NOT_COUNTED = "nothing to count"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerColumns:
    """The quantities that bets on a wager may follow, before every round of a table."""

    value: Floats
    """The expectation to the player, by the cards gone: the verdict rests on this."""
    full: float
    """The expectation with a full shoe."""
    counts: Mapping[str, Floats]
    """Known counts, to name the one that the bets follow best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerVerdict:
    """The verdict on the bets on one wager."""

    wager: str
    rounds: int
    made: int
    """Rounds in which the wager was made."""
    verdict: Verdict
    score: Score | None
    """Against the exact expectation."""
    count: str = ""
    """The known count that the bets follow best."""
    count_score: Score | None = None
    error: float | None = None
    """The probability of this verdict for a player who does not count."""
    miss: float | None = None
    """The probability that a counter who spreads 1-8 at these shoes is not told."""
    theoretical: float | None = None
    """Cents that the bets were worth to the player, given the cards gone."""
    flat: float | None = None
    """Cents that the same money would have been worth without regard to the cards."""

    @property
    def bet_correlation(self) -> float | None:
        """The correlation of the bets with the expectation."""
        return None if self.score is None else self.score.correlation

    @property
    def likelihood(self) -> float | None:
        """How many times likelier the bets are if they follow the expectation."""
        return None if self.score is None else self.score.likelihood

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `pitboss protect --records --json` prints it."""
        named = self.count_score
        return {
            "wager": self.wager,
            "rounds": self.rounds,
            "made": self.made,
            "verdict": self.verdict.value,
            "bet_correlation": self.bet_correlation,
            "z": None if self.score is None else self.score.z,
            "likelihood": self.likelihood,
            "error": self.error,
            "miss": self.miss,
            "count": self.count or None,
            "count_correlation": None if named is None else named.correlation,
            "theoretical": self.theoretical,
            "flat": self.flat,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerVerdict:
    """The verdicts on one player."""

    name: str
    rounds: int
    shoes: int
    net: int
    """Cents that the player gained."""
    wagers: tuple[WagerVerdict, ...]
    index_agreement: float | None = None
    """The part of due index plays that was made; None: none was due."""
    index_plays: int = 0
    """How often the count asked for another play than basic strategy."""

    @property
    def worst(self) -> WagerVerdict:
        """The wager that says most."""
        order = list(Verdict)
        return min(
            self.wagers, key=lambda verdict: (order.index(verdict.verdict), verdict.error or 1.0)
        )

    @property
    def theoretical(self) -> float | None:
        """Cents that all bets were worth to the player."""
        known = [verdict.theoretical for verdict in self.wagers if verdict.theoretical is not None]
        return sum(known) if known else None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `pitboss protect --records --json` prints it."""
        worst = self.worst
        return {
            "name": self.name,
            "rounds": self.rounds,
            "shoes": self.shoes,
            "net": self.net,
            "theoretical": self.theoretical,
            "bet_correlation": worst.bet_correlation,
            "index_agreement": self.index_agreement,
            "index_plays": self.index_plays,
            "likelihood": worst.likelihood,
            "error": worst.error,
            "miss": worst.miss,
            "verdict": worst.verdict.value,
            "wager": worst.wager,
            "count": worst.count or None,
            "wagers": [verdict.as_json() for verdict in self.wagers],
        }


@dataclass(frozen=True, repr=False)
class Verdicts(Tabular):
    """The players of a table."""

    players: tuple[PlayerVerdict, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """Return a line for each player."""
        return [player.as_json() for player in self.players]

    def as_rows(self) -> list[Row]:
        """Return a row for each player."""
        return [
            {key: value for key, value in player.as_json().items() if key != "wagers"}
            for player in self.players
        ]


Columns = Mapping[str, WagerColumns]
"""Wager -> the columns that bets on it may follow."""


def compute_true_counts(table: SeenTable, systems: Iterable[CountSystem]) -> dict[str, Floats]:
    """Return the true count before every round of a table, for each system."""
    shoe = table.setup.shoe
    rounds = table.rounds
    return {
        system.name: np.array([float(system.true(round_.unseen, shoe)) for round_ in rounds])
        for system in systems
    }


def judge(
    table: SeenTable, columns: Columns, names: Iterable[str] = (), plays: Sequence[RatedPlay] = ()
) -> Verdicts:
    """Judge every player of a table, or those that are named.

    *plays* are the index plays of the game; they tell nothing about bets and decide no verdict.
    """
    shoes = np.array([round_.shoe for round_ in table.rounds], dtype=np.int64)
    begins = np.concatenate([[True], np.diff(shoes) != 0])
    starts = np.maximum.accumulate(np.where(begins, np.arange(len(shoes)), 0))
    layout = _Layout(shoes, np.arange(len(shoes)) - starts)
    wanted = tuple(names) or table.players
    judged = []
    for name in wanted:
        verdict = _judge_player(table, columns, layout, name)
        made = departures(table, name, plays) if plays else Departures(0, 0)
        judged.append(replace(verdict, index_agreement=made.share, index_plays=made.due))
    return Verdicts(tuple(judged))


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where every round of a table is: its shoe, and its place there."""

    shoes: Ints
    places: Ints

    def grid(self, counts: Floats) -> CountGrid:
        """Lay counts out by shoe and place."""
        return CountGrid.from_rounds(counts, self.shoes, self.places)


def _judge_player(table: SeenTable, columns: Columns, layout: _Layout, name: str) -> PlayerVerdict:
    own = np.array([n for n, round_ in enumerate(table.rounds) if name in round_.players])
    rounds = [table.rounds[number].players[name] for number in own]
    results = np.sign(np.array([round_.net for round_ in rounds], dtype=np.float64))
    wagers = {
        wager: np.array([round_.wagers.get(wager, 0) for round_ in rounds], dtype=np.float64)
        for wager in columns
        if any(wager in round_.wagers for round_ in rounds)
    }
    judged = [
        _judge_wager(
            _Case(
                wager=wager,
                cents=cents,
                line=BetLine(np.log1p(cents), results, layout.shoes[own], layout.places[own]),
                columns=columns[wager],
                layout=layout,
                tests=len(wagers),
            ),
            columns[wager].value[own],
        )
        for wager, cents in wagers.items()
    ]
    return PlayerVerdict(
        name=name,
        rounds=len(own),
        shoes=len(set(layout.shoes[own].tolist())),
        net=sum(round_.net for round_ in rounds),
        wagers=tuple(judged),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """The bets of one player on one wager, and the columns they may follow."""

    wager: str
    cents: Floats
    line: BetLine
    columns: WagerColumns
    layout: _Layout
    tests: int
    """Wagers of the player that are judged: the error allows for all of them."""


def _judge_wager(case: _Case, values: Floats) -> WagerVerdict:
    """Judge the bets on one wager; *values* are its expectations in the player's rounds."""
    line = case.line
    columns = case.columns
    layout = case.layout
    main = score(line, layout.grid(columns.value))
    error = None if main is None else min(1.0, case.tests * main.error)
    scores = {name: score(line, layout.grid(column)) for name, column in columns.counts.items()}
    known = {name: result for name, result in scores.items() if result is not None}
    best = max(known, key=lambda name: known[name].z, default="")
    miss = _miss(case)
    return WagerVerdict(
        wager=case.wager,
        rounds=len(case.cents),
        made=int((case.cents > 0).sum()),
        verdict=_verdict(line, columns, main, error, miss),
        score=main,
        count=best,
        count_score=known.get(best),
        error=error,
        miss=miss,
        theoretical=float(case.cents @ values),
        flat=float(case.cents.sum() * columns.full),
    )


def _verdict(
    line: BetLine,
    columns: WagerColumns,
    main: Score | None,
    error: float | None,
    miss: float | None,
) -> Verdict:
    if float(np.ptp(columns.value)) < _ALIKE:
        return Verdict.NOT_COUNTED
    if line.is_flat:
        return Verdict.FLAT
    if main is not None and error is not None and main.z > 0 and error <= SUSPECT_ERROR:
        return Verdict.COUNTING if error <= COUNTING_ERROR else Verdict.SUSPECT
    return Verdict.TOO_FEW if miss is None or miss > MISS_MAX else Verdict.NO_SIGN


def _miss(case: _Case) -> float | None:
    """Return how likely it is that a counter at these very shoes is not told from chance.

    He spreads 1-8 by the known count nearest to the expectation and is off by one in it as often
    as not; without such a count he bets eight units where the expectation is his. None: there are
    too few shoes, or nothing to bet on.
    """
    columns = case.columns
    line = case.line
    grid = case.layout.grid(columns.value)
    random = np.random.Generator(np.random.Philox(_SEED))
    missed = []
    for _ in range(_COUNTERS):
        bets = _counter_bets(columns, case.layout, random)[line.shoes, line.places]
        counter = BetLine(np.log(bets), line.results, line.shoes, line.places)
        result = score(counter, grid, exchanges=_FEW_EXCHANGES)
        if result is None:
            return None
        missed.append(case.tests * result.error > COUNTING_ERROR)
    return sum(missed) / _COUNTERS


def _counter_bets(columns: WagerColumns, layout: _Layout, random: np.random.Generator) -> Floats:
    """Return the units of a counter, by shoe and place."""
    nearest = max(
        columns.counts.values(),
        key=lambda counts: _correlation(counts, columns.value),
        default=None,
    )
    if nearest is None or _correlation(nearest, columns.value) < _NEAR:
        return np.where(layout.grid(columns.value).values > 0, float(_SPREAD.high), 1.0)
    counts = layout.grid(nearest).values
    counts = counts + random.normal(size=counts.shape)
    units = np.vectorize(_SPREAD.units, otypes=[np.float64])
    return np.asarray(units(counts))


def _correlation(one: Floats, other: Floats) -> float:
    if float(np.ptp(one)) < _ALIKE or float(np.ptp(other)) < _ALIKE:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
