"""Every index play of a game by a count, the most gainful first.

An index play governs a whole row of the chart against one up card: with any hand of the row that
may be played both ways, one play is made from the index on and the other below it. That is how a
counter at a table and the simulator play it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.advantage.gains import CARDS_A_ROUND
from pitboss.advantage.indices.decisions import UpCardDecisions, list_decisions
from pitboss.advantage.indices.law import (
    READS,
    TrueCountLaw,
    add_level,
    best_place,
    crossing,
    units_by_read,
)
from pitboss.advantage.indices.lines import (
    TRUE_COUNTS,
    DecisionLines,
    HandEffects,
    ShoeDraws,
    ShoeLaw,
    ValueTags,
    correlation,
    effects_from,
    fit_line_errors,
    fit_lines,
    hand_effects,
    mean_by_decision,
)
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.insurance import (
    InsuranceLaw,
    insurance_expectation,
    insurance_removal,
    is_insured,
)
from pitboss.advantage.kinds import chart_hands
from pitboss.advantage.tags import ByCard, slope
from pitboss.advantage.tags import correlation as tag_correlation
from pitboss.cards.unseen import Unseen
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.counts.index_play import INSURANCE
from pitboss.counts.ramp import Ramp
from pitboss.counts.system import CountSystem
from pitboss.engine.actions import ActionKind
from pitboss.engine.depth import house_depth
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.cache import load_or_compute
from pitboss.exact.charts.derive import HandsPlayed
from pitboss.exact.kinds import any_shoe, main_rules
from pitboss.patterns.totals import is_ace
from pitboss.rulebook.house import ShoeSettings

Array = Any
_RANKS = {
    action_codes.SURRENDER: 0,
    action_codes.SPLIT: 1,
    action_codes.FREE_SPLIT: 1,
    action_codes.FREE_DOUBLE: 2,
    action_codes.DOUBLE: 3,
    action_codes.STAND: 4,
    action_codes.HIT: 5,
}
"""Plays in the order in which a player considers them; an index play names the earlier one."""
LEAST_GAIN = 1e-8
"""Plays that gain less are left out: one cent in a million dollars wagered."""
_ROOT = Path(__file__).parents[2]
_PACKAGES = ("counts", "advantage")
_FAR = 12.0
_GRID = np.linspace(-_FAR, _FAR, 2401)
_HALF = 0.5
"""Insurance is half of the main wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """The hands of a decision that the full shoe plays one way, in the direction of a pair."""

    sign: int
    """-1 if the play of the full shoe is the first of the pair."""
    frequency: float
    line: Array
    """(2): the difference at a true count of 0, and the slope."""
    removal: Array
    cards: Array
    """(values): the cards left after the up card."""
    by_read: Array
    """The gain of the decision's other play, by count."""
    curve: Array
    """The error of the line, by true count."""


def index_plays(
    setup: Setup,
    system: CountSystem,
    *,
    dealt: float | None = None,
    ramp: Ramp | None = None,
    unseen: Unseen | None = None,
) -> tuple[RatedPlay, ...]:
    """Return every index play of a charted game, the most gainful first.

    *dealt* is the part of the shoe before the cut card; by default the cut card is where it usually
    lies.

    *ramp* says what is bet at each count; without it one unit is. The index is that of the
    system's own convention: by it each count that is read is one whole number. With *unseen*
    cards left, what is gone is known, and the count tells of the cards that go from here on; gains
    are over the best play with these cards, in the rounds to the cut card or in one behind it.
    These plays are not kept.
    """
    if unseen is not None:
        return _by_gain(table_left(setup, system, unseen, ramp, dealt).plays())
    draws = ShoeDraws(penetration=usual_part(setup) if dealt is None else dealt)
    table = CountedTable(setup=setup, system=system, draws=draws, ramp=ramp)
    details = system, draws, ramp, source_digest()
    return load_or_compute(setup, "index-plays", lambda: _by_gain(table.plays()), *details)


@cache
def source_digest() -> str:
    """Return a digest of the counting code: results of another version are never read.

    The cache itself looks after the code of the solver.

    >>> len(source_digest())
    16
    """
    digest = sha256()
    for package in _PACKAGES:
        for path in sorted((_ROOT / package).rglob("*.py")):
            digest.update(path.relative_to(_ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def usual_part(setup: Setup) -> float:
    """Return the part of a shoe that is dealt where nobody moves the cut card."""
    return house_depth(setup, ShoeSettings()).part


def cards_to_cut(setup: Setup, unseen: Unseen, dealt: float | None = None) -> float:
    """Return how many of the unseen cards come before the cut card; below 0 if it has come."""
    part = usual_part(setup) if dealt is None else dealt
    return setup.shoe.size * part - (setup.shoe.size - unseen.size)


def table_left(
    setup: Setup,
    system: CountSystem,
    unseen: Unseen,
    ramp: Ramp | None = None,
    dealt: float | None = None,
) -> CountedTable:
    """Return a table whose shoe was dealt from; behind the cut card, one round more is dealt."""
    still = max(cards_to_cut(setup, unseen, dealt), min(CARDS_A_ROUND, unseen.size / 2))
    rest = ShoeDraws(penetration=still / unseen.size)
    return CountedTable(setup=setup, system=system, draws=rest, ramp=ramp, unseen=unseen)


def _by_gain(plays: Iterable[RatedPlay]) -> tuple[RatedPlay, ...]:
    """Return the best of the plays that are one index play: same hand, up card and action."""
    best: dict[tuple[str, str, str], RatedPlay] = {}
    for play in plays:
        key = play.hand, play.up, play.action.value
        if play.gain > LEAST_GAIN and (key not in best or play.gain > best[key].gain):
            best[key] = play
    return tuple(sorted(best.values(), key=lambda play: -play.gain))


@dataclass(frozen=True, kw_only=True)
class CountedTable:
    """A table and its counter."""

    setup: Setup
    system: CountSystem
    draws: ShoeDraws
    ramp: Ramp | None = None
    unseen: Unseen | None = None
    """The cards left at first; None: a full shoe."""

    @property
    def cards(self) -> Unseen:
        """The cards left at first."""
        return self.unseen or Unseen.from_shoe(self.setup.shoe)

    @cached_property
    def law(self) -> TrueCountLaw:
        """How often each count is read."""
        return TrueCountLaw(self.system, self.setup.shoe, self.draws.penetration, self.unseen)

    @cached_property
    def tags(self) -> ValueTags:
        """The tags by value."""
        return ValueTags.from_system(self.system, self.cards)

    @cached_property
    def hands(self) -> HandsPlayed | None:
        """The hands that are played by a chart."""
        return chart_hands(self.setup, self.unseen)

    @property
    def ups(self) -> tuple[int, ...]:
        """The up cards that hands are played against by a chart."""
        return () if self.hands is None else tuple(self.hands.game.ups)

    def effects(self, up: int) -> HandEffects:
        """Return the effects of removal of all decisions against one up card."""
        assert self.hands is not None, "hands are played by a chart"
        return effects_against(self.setup, self.hands, up, is_full=self.unseen is None)

    def plays(self) -> list[RatedPlay]:
        """Return the plays of all rows, and insurance; none where every round has a whole deck."""
        if any_shoe(self.setup) is None:
            return []
        insured = insurance_play(self.setup, self.system, self.law, self.ramp, self.unseen)
        rated = [] if insured is None else [insured]
        self.law, self.tags  # noqa: B018 - made before threads share them
        with ThreadPoolExecutor() as pool:  # most of the time is spent in compiled code
            for plays in pool.map(self.plays_against, self.ups):
                rated += plays
        return rated

    def plays_against(self, up: int) -> list[RatedPlay]:
        """Return the plays of all rows against one up card."""
        effects = self.effects(up)
        lines = fit_lines(effects, self.tags)
        random = np.random.default_rng((self.draws.seed, up))
        shoes = ShoeLaw(self.system, self.cards, up, random)
        curves = _curves(effects, lines, self.tags, shoes, self.draws)
        whole = np.rint(self.tags.mean * self.system.unit)
        sides = _sides(effects, lines, curves, self.law, whole)
        units = units_by_read(self.ramp)
        return [_rate(row, both, self.tags, units, self.law.level) for row, both in sides.items()]


def _curves(
    effects: HandEffects, lines: DecisionLines, tags: ValueTags, law: ShoeLaw, draws: ShoeDraws
) -> Array:
    """Return the errors of the lines; none for splits that are far from a choice."""
    decisions = effects.decisions
    line = _mean_lines(decisions, lines)
    with np.errstate(divide="ignore", invalid="ignore"):
        near = abs(line[:, 0] / line[:, 1]) < _FAR
    split = np.array([{d.action, d.otherwise} & set(SPLITS) != set() for d in decisions.decisions])
    chosen = zip(decisions.decisions, near & split, strict=True)
    valued = {decision.row for decision, is_chosen in chosen if is_chosen}
    pairs = tuple(sorted(valued & set(effects.split_pairs)))
    curves = fit_line_errors(effects, lines, tags, law, draws, pairs)
    rows = np.array([d.row in valued for d in decisions.decisions])
    curves[split & ~rows] = 0
    return curves


def _mean_lines(decisions: UpCardDecisions, lines: DecisionLines) -> Array:
    return mean_by_decision(
        decisions, np.stack([lines.at_zero, lines.slope], axis=1), decisions.weight
    )


def _curve_at(curve: Array, true_counts: Array) -> Array:
    """Return the value of a curve; beyond the counts it was fitted to, that of the last one."""
    held = np.clip(true_counts, TRUE_COUNTS[0], TRUE_COUNTS[-1])
    return np.polynomial.polynomial.polyval(held, curve)


def _sides(
    effects: HandEffects, lines: DecisionLines, curves: Array, law: TrueCountLaw, tags: Array
) -> dict[tuple[str, str, int, int], list[_Side]]:
    """Return hand, up card and two plays -> the hands that the full shoe plays either way."""
    decisions = effects.decisions
    line = _mean_lines(decisions, lines)
    frequency = decisions.frequency
    removal = mean_by_decision(decisions, effects.removal, decisions.weight)
    shown = hand_graph().cards[decisions.node] @ tags + tags[decisions.solution.up - 1]
    by_decision: dict[tuple[str, str, int, int], list[_Side]] = defaultdict(list)
    for place in _places_to_rate(decisions, line):
        decision = decisions.decisions[place]
        own = decisions.which == place
        by_read = np.zeros(len(READS))
        for tag in np.unique(shown[own]).tolist():
            share = decisions.weight[own & (shown == tag)].sum()
            reads = law.reads(int(tag))
            worth = line[place, 0] + line[place, 1] * reads.excess
            by_read += share * reads.by_read(worth + _curve_at(curves[place], reads.excess))
        first_is_action = _RANKS[decision.action] < _RANKS[decision.otherwise]
        plays = (decision.action, decision.otherwise)
        side = _Side(
            sign=1 if first_is_action else -1,
            frequency=float(frequency[place]),
            line=line[place],
            removal=removal[place],
            cards=decisions.solution.left.astype(float),
            by_read=by_read,
            curve=curves[place],
        )
        key = decision.hand, decision.up_name, *(plays if first_is_action else plays[::-1])
        by_decision[key].append(side)
    return by_decision


def _places_to_rate(decisions: UpCardDecisions, line: Array) -> Iterator[int]:
    """Yield the decisions that count: for every earlier play, and for the best of the later ones.

    Whoever does not make a play falls back on the best one that is considered after it.
    """
    later: dict[tuple[str, int], int] = {}
    for place, decision in enumerate(decisions.decisions):
        if _RANKS[decision.action] < _RANKS[decision.otherwise]:
            yield place
            continue
        key = decision.hand, decision.otherwise
        if key not in later or line[place, 0] > line[later[key], 0]:
            later[key] = place
    yield from later.values()


def _rate(
    key: tuple[str, str, int, int], sides: list[_Side], tags: ValueTags, units: Array, level: float
) -> RatedPlay:
    """Return the play of a row by the index that gains most."""
    hand, up, action, otherwise = key
    frequency = sum(side.frequency for side in sides)
    shares = [side.sign * side.frequency / frequency for side in sides]
    difference, slope = sum(s * side.line for s, side in zip(shares, sides, strict=True))
    removal = sum(s * side.removal for s, side in zip(shares, sides, strict=True))
    every = sum(side.sign * side.by_read for side in sides)
    usual = sum((-side.by_read for side in sides if side.sign < 0), np.zeros(len(READS)))
    below = bool(slope < 0)
    place = best_place(every, below=below)
    made = every[:place] * units[:place] if below else every[place:] * units[place:]
    truth = (
        difference
        + slope * _GRID
        + sum(s * _curve_at(side.curve, _GRID) for s, side in zip(shares, sides, strict=True))
    )
    return RatedPlay(
        hand=hand,
        up=up,
        action=KIND_OF[action],
        otherwise=KIND_OF[otherwise],
        difference=float(difference),
        slope=float(slope),
        correlation=correlation(removal, sides[0].cards, tags),
        first_order=add_level(-float(difference / slope), level) if slope else None,
        critical=add_level(crossing(_GRID, -truth if below else truth), level),
        index=int(READS[place]),
        below=below,
        frequency=frequency,
        gain=float(made.sum() - (usual * units).sum()),
    )


def effects_against(
    setup: Setup, hands: HandsPlayed, up: int, *, is_full: bool = True
) -> HandEffects:
    """Return the effects of removal of all decisions against one up card.

    Those of a full shoe are kept.
    """
    decisions = list_decisions(hands, up)
    if not is_full:
        return hand_effects(decisions)

    def compute() -> tuple[Array, Array]:
        effects = hand_effects(decisions)
        return effects.difference, effects.removal

    details = (up, source_digest())
    rules = main_rules(setup)
    difference, removal = load_or_compute(setup, "index-effects", compute, *details, rules=rules)
    return effects_from(decisions, difference, removal)


def insurance_play(
    setup: Setup,
    system: CountSystem,
    law: TrueCountLaw,
    ramp: Ramp | None,
    unseen: Unseen | None = None,
) -> RatedPlay | None:
    """Return insurance as an index play; None if a table does not offer it, or no ace is left.

    Its expectation at every count is exact.
    """
    full = unseen or Unseen.from_shoe(setup.shoe)
    pays = setup.insurance_odds.ratio
    aces = [card for card in full.kinds if is_ace(card)]
    if not is_insured(setup) or not aces:
        return None
    left = full.without(aces[0])
    removal = insurance_removal(full.without(aces[0]), pays)
    effects = ByCard.from_rows(left, (((card,), float(change)) for card, change in removal.items()))
    exact = InsuranceLaw(system, setup.shoe, (*full.missing_cards(setup.shoe), aces[0]), pays)
    reads = law.reads(system.tags[aces[0]])
    worth = exact.expectations_at(reads.unseen, reads.running)
    by_read = _HALF * reads.by_read(np.nan_to_num(worth))
    middle = reads.unseen == np.median(reads.unseen)
    place = best_place(by_read, below=False)
    units = units_by_read(ramp)
    rise = _HALF * slope(system.tags, effects, unit=system.unit, per=system.per)
    tags = ValueTags.from_system(system, full)
    shown = float(tags.excess(tags.full - np.eye(len(tags.full))[0]))
    difference = _HALF * float(insurance_expectation(left, pays)) - rise * shown
    frequency = sum(full.counts[card] for card in aces) / full.size
    gains = by_read * units
    # With enough tens left it is insured without a count too: that is no gain of the count.
    usual = float(gains.sum()) if insurance_expectation(left, pays) > 0 else 0.0
    return RatedPlay(
        hand=INSURANCE,
        up="A",
        action=ActionKind.INSURE,
        otherwise=ActionKind.DECLINE,
        difference=difference,
        slope=rise,
        correlation=tag_correlation(system.tags, effects) or 0.0,
        first_order=add_level(-difference / rise, law.level) if rise else None,
        critical=add_level(crossing(reads.excess[middle], worth[middle]), law.level),
        index=int(READS[place]),
        below=False,
        frequency=frequency,
        gain=frequency * (float(gains[place:].sum()) - usual),
    )
