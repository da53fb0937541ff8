"""The study of one wager of one table: effects of removal, best counts, index plays and gains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.advantage.gains import Dealing
from pitboss.advantage.hunting.hunt import HuntStudy
from pitboss.advantage.indices.plays import cards_to_cut, index_plays
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.insurance import insurance_index, is_insured
from pitboss.advantage.removal import Removal, removal
from pitboss.advantage.shoe_samples import difference_gain
from pitboss.advantage.study import Design, TagStudy, number, study_tags
from pitboss.advantage.tags import ByCard
from pitboss.advantage.wager_gains import WagerGains, linear_gain, wager_gains
from pitboss.cards import Card, Unseen, format_card
from pitboss.counts.cards_left import left_text
from pitboss.counts.system import Counted, CountSystem
from pitboss.engine.setup import Setup, is_shuffled_every_round
from pitboss.exact.any_wager.removal import WagerRemoval
from pitboss.exact.any_wager.wager_value import WagerValue, wager_value, why_not_counted
from pitboss.exact.kinds import any_shoe
from pitboss.exact.odds.wagers import INSURANCE
from pitboss.patterns.totals import is_ace, value
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import OptionValue

MAIN = "main"
NOT_COUNTED = "count/not-counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardStudy:
    """The study of a wager for one visible up card."""

    up: str
    expectation: float
    tags: TagStudy

    def as_json(self) -> dict[str, Any]:
        """Return the study as data."""
        return {"up": self.up, "expectation": self.expectation} | self.tags.as_json()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountStudy:
    """The study of one wager; without `tags` there is nothing to count."""

    game: str
    options: Mapping[str, OptionValue]
    digest: str
    wager: str
    """ "main", or the id of a side wager."""
    table: str | None
    """Its pay table."""
    decks: int
    cards: int
    """Cards left."""
    cards_text: str
    """The same in words."""
    expectation: float | None = None
    """Of the next round to the player, in units of the wager; None where nothing is counted."""
    exact: Fraction | None = None
    """The same, where it is known as a fraction."""
    tags: TagStudy | None = None
    mean_fixed: float = 0.0
    sd_of_one_card: float = 0.0
    system: CountSystem | None = None
    """The count of the index plays and of insurance."""
    indices: tuple[RatedPlay, ...] | None = None
    """Index plays, the most gainful first; None if not requested."""
    cards_to_cut: int | None = None
    """Of a shoe that was dealt from: the cards before the cut card of the index plays, or 0."""
    insurance: Mapping[Fraction, int] | None = None
    """Running count -> the unseen cards at or below which insurance gains; None without it."""
    by_up: tuple[UpCardStudy, ...] = ()
    """For a wager that is made with the up card in sight."""
    meter: int | None = None
    """Cents on the meter of a jackpot."""
    has_meter: bool = False
    """Whether the wager plays for a meter."""
    gains: WagerGains | None = None
    """The gains of a counter with a side wager dealt from full shoes."""
    hunt: HuntStudy | None = None
    """The simulated hunters of the jackpot, if requested."""
    message: str = ""
    """Why there is nothing to count."""

    def as_json(self) -> dict[str, Any]:
        """Return the study as `pitboss count --json` prints it."""
        record: dict[str, Any] = {
            "game": self.game,
            "options": dict(self.options),
            "digest": self.digest,
            "wager": self.wager,
            "table": self.table,
            "decks": self.decks,
            "cards": self.cards,
            "counted": self.tags is not None,
            "expectation": self.expectation,
        }
        if self.tags is None:
            return record | {"code": NOT_COUNTED, "message": self.message}
        if self.exact is not None:
            record["exact"] = str(self.exact)
        if self.meter is not None:
            record["meter"] = self.meter
        made = self.tags.as_json()
        record |= {
            "removal": made.pop("removal"),
            "mean_fixed": self.mean_fixed,
            "sd_of_one_card": self.sd_of_one_card,
            **made,
        }
        if self.indices is not None:
            record["indices"] = [play.as_json() for play in self.indices]
        if self.cards_to_cut is not None:
            record["cards_to_cut"] = self.cards_to_cut
        if self.insurance is not None:
            record["insurance"] = {
                str(number(running)): cards for running, cards in self.insurance.items()
            }
        if self.by_up:
            record["by_up_card"] = [study.as_json() for study in self.by_up]
        if self.gains is not None:
            record |= self.gains.as_json()
        if self.hunt is not None:
            record["hunt"] = self.hunt.as_json()
        return record


def main_study(
    setup: Setup,
    unseen: Unseen,
    systems: Sequence[CountSystem],
    design: Design,
    dealing: Dealing,
    *,
    system: CountSystem,
    plays: int | None = None,
) -> CountStudy:
    """Return the study of the main game.

    *system* is the count of the index plays, of which the first *plays* are kept; None asks for
    none of them.
    """
    effects = None if is_shuffled_every_round(setup) else removal(setup, _partly(design, unseen))
    if effects is None:
        return _head(setup, unseen, MAIN, None, message=_nothing(setup))
    cards = ByCard(unseen.counts, effects.by_card())
    tags = study_tags(setup.shoe, cards, effects.by_card(reoptimised=True), systems, design)
    by_tags = system.kind is Counted.TAGS
    is_indexed = plays is not None and by_tags
    dealt = dealing.cut / setup.shoe.size
    return _head(
        setup,
        unseen,
        MAIN,
        None,
        expectation=effects.expectation,
        tags=tags,
        mean_fixed=effects.mean_fixed,
        sd_of_one_card=effects.sd_of_one_card,
        system=system,
        indices=index_plays(
            setup, system, dealt=dealt, ramp=system.ramp, unseen=_partly(design, unseen)
        )[:plays]
        if is_indexed
        else None,
        cards_to_cut=max(0, round(cards_to_cut(setup, unseen, dealt)))
        if is_indexed and not design.full
        else None,
        insurance=_insurance(setup, system, unseen) if by_tags else None,
        gains=_main_gains(setup, effects, system, dealing) if by_tags and design.full else None,
    )


def _partly(design: Design, unseen: Unseen) -> Unseen | None:
    """Return the cards left; None: the shoe is full."""
    return None if design.full else unseen


def _main_gains(
    setup: Setup, effects: Removal, system: CountSystem, dealing: Dealing
) -> WagerGains:
    """Return the gain from betting one unit at counts with an edge, and 0 at others."""
    gain = linear_gain(effects.expectation, effects.by_card(), system, setup.shoe, dealing)
    return WagerGains(dealing=dealing, system=system, linear=gain)


def wager_study(
    setup: Setup,
    unseen: Unseen,
    systems: Sequence[CountSystem],
    design: Design,
    dealing: Dealing,
    *,
    spot: Spot,
    system: CountSystem | None = None,
    meter: int | None = None,
) -> CountStudy:
    """Return the study of a side wager; *meter* is in cents.

    *system* is the count whose gain is found; None: the best one.
    """
    name = spot.wager.id
    table = spot.table.id if spot.table else None
    if any_shoe(setup) is None or is_shuffled_every_round(setup):
        return _head(setup, unseen, name, table, message=_nothing(setup))
    if why := why_not_counted(spot):
        return _head(setup, unseen, name, table, message=f"{spot.wager.title}: {why}.")
    wager = wager_value(setup, spot)
    effects = wager.removal(unseen, meter=meter or 0)
    # Insurance is made against an ace alone, so there is one count for it.
    late = wager.after_up_card and not name.startswith(INSURANCE)
    tags = _wager_tags(setup, unseen, effects, systems, design)
    return _head(
        setup,
        unseen,
        name,
        table,
        expectation=float(effects.expectation),
        exact=effects.expectation,
        tags=tags,
        mean_fixed=float(effects.mean),
        sd_of_one_card=effects.sd_of_one_card,
        by_up=tuple(_by_up(setup, wager, unseen, systems, design)) if late else (),
        meter=meter,
        has_meter=spot.jackpot is not None,
        gains=_gains(setup, wager, tags, system, dealing, spot, meter) if design.full else None,
    )


def _gains(
    setup: Setup,
    wager: WagerValue,
    tags: TagStudy,
    system: CountSystem | None,
    dealing: Dealing,
    spot: Spot,
    meter: int | None,
) -> WagerGains:
    """Return the gain of a count: the given one, or the best balanced one of the lowest level.

    Where tags win little of what can be won, that of differences of suits and ranks, if it is more.
    """
    how: Any = {"meter": meter, "fed": spot.jackpot}
    if system is not None:
        return wager_gains(wager, setup.shoe, system, dealing, **how)
    per = len(setup.shoe.deck.cards)
    ranked = sorted(tags.best, key=lambda choice: not choice.balanced)
    best = None
    if ranked:
        name = f"best tags of level {ranked[0].level}"
        count = CountSystem(name=name, tags=ranked[0].tags, per=per)
        best = wager_gains(wager, setup.shoe, count, dealing, **how)
        if not _leaves_much(best):
            return best
    uneven, won = _best_difference(setup, wager, per, dealing, meter)
    if best is not None and best.exact is not None and best.exact.per_100 >= won:
        return best
    return wager_gains(wager, setup.shoe, uneven, dealing, **how)


def _best_difference(
    setup: Setup, wager: WagerValue, per: int, dealing: Dealing, meter: int | None
) -> tuple[CountSystem, float]:
    """Return the difference of suits or of ranks, whichever wins more, and what it wins."""
    wins = []
    for kind in (Counted.SUIT_DIFFERENCE, Counted.RANK_DIFFERENCE):
        count = CountSystem(name=kind.value, kind=kind, per=per)
        gain = difference_gain(wager, count, setup.shoe, dealing, meter=meter or 0)
        wins.append((count, 0.0 if gain is None else gain.per_100))
    return max(wins, key=lambda pair: pair[1])


def _leaves_much(gains: WagerGains) -> bool:
    """Return whether tags win less than half of what can be won, which other counts may win."""
    if gains.exact is None or gains.perfect is None:
        return False
    return gains.exact.per_100 < gains.perfect.per_100 / 2


def _wager_tags(
    setup: Setup,
    unseen: Unseen,
    effects: WagerRemoval,
    systems: Sequence[CountSystem],
    design: Design,
) -> TagStudy:
    fixed = {card: row.fixed for row in effects.rows for card in row.cards}
    cards = ByCard.from_rows(unseen, (((card,), float(change)) for card, change in fixed.items()))
    return study_tags(setup.shoe, cards, None, systems, design, exact=fixed)


def _by_up(
    setup: Setup, wager: WagerValue, unseen: Unseen, systems: Sequence[CountSystem], design: Design
) -> Iterable[UpCardStudy]:
    """Yield the study of every up card, by its value."""
    ups: dict[int, Card] = {}
    for card in unseen.kinds:
        ups.setdefault(value(card), card)
    for worth, up in sorted(ups.items(), key=lambda item: item[0] == 1):
        left = unseen.without(up)
        effects = wager.removal(left, up=up)
        partly = replace(design, full=False, balanced=False)
        yield UpCardStudy(
            up="T" if worth == 10 else format_card(up)[0],
            expectation=float(effects.expectation),
            tags=_wager_tags(setup, left, effects, systems, partly),
        )


def _insurance(setup: Setup, system: CountSystem, unseen: Unseen) -> Mapping[Fraction, int] | None:
    """Return the exact index of insurance, with an ace up and the cards gone known; None without.

    Nothing can be insured once no ace is left to come up.
    """
    aces = [card for card in unseen.kinds if is_ace(card)]
    if not is_insured(setup) or not aces:
        return None
    known = (*unseen.missing_cards(setup.shoe), aces[0])
    return insurance_index(system, setup.shoe, known, setup.insurance_odds.ratio)


def _head(
    setup: Setup,
    unseen: Unseen,
    wager: str,
    table: str | None,
    **figures: Any,  # noqa: ANN401 (the fields of a study)
) -> CountStudy:
    configured = setup.configured
    return CountStudy(
        game=configured.game.id,
        options=configured.options,
        digest=configured.digest,
        wager=wager,
        table=table,
        decks=int(configured.options["decks"]),
        cards=unseen.size,
        cards_text=left_text(unseen, setup.shoe),
        **figures,
    )


def _nothing(setup: Setup) -> str:
    return (
        f"There is nothing to count in {setup.configured.game.title}: its deck is shuffled before"
        " every round, so no round knows of the one before."
    )
