"""A simulation as data: what `pitboss simulate --json` prints, and what tables are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.kinds import has_split_plays
from pitboss.simulate.counting.figures import count_record
from pitboss.simulate.figures import Estimate, Figures, PartResult, WagerResult
from pitboss.simulate.jackpots import jackpot_result
from pitboss.simulate.strategies import OPTIMAL
from pitboss.simulate.tally import BASE


def simulation_record(found: Figures) -> dict[str, Any]:
    """Return all figures of a simulation; edges and frequencies are parts of one."""
    job, configured = found.job, found.job.setup.configured
    spots = configured.spots.items()
    return {
        "game": configured.game.id,
        "options": dict(configured.options),
        "tables": {wager: spot.table.id for wager, spot in spots if spot.table is not None},
        "house_digest": configured.digest,
        "strategy": found.strategy,
        "split_play": _split_play(found),
        "seats": job.seats,
        "fresh": job.is_fresh,
        "burn": job.burn,
        "cut": None if job.is_fresh else job.cut,
        "seed": job.seed,
        "device": found.device,
        "workers": found.workers,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "complete": found.complete,
        "rounds": found.rounds,
        **_estimate(found.house_edge),
        "variance": found.variance,
        "standard_deviation": found.standard_deviation,
        "average_wager": found.average_wager,
        "element_of_risk": found.element_of_risk,
        "base_wager_cents": BASE,
        "wagered_cents": found.rounds * job.seats * found.wagered_at_first,
        "total_cents": found.total,
        "histogram": list(_histogram(found.main)),
        "parts": [_part(each) for each in found.parts[1:]],
        "events": _count_record(found.events, first_hands(found)),
        "dealer": _count_record(found.dealer, sum(found.dealer.values())),
        "insurance": _insurance(found),
        "wagers": [_wager(wager) for wager in found.wagers],
        "digest": found.digest,
        "assumed": list(found.assumed),
        "rounds_asked": found.rounds if found.rounds_asked is None else found.rounds_asked,
        "until": found.until,
        **({} if job.counter is None else count_record(job.counter, found)),
    }


def first_hands(found: Figures) -> int:
    """Return how many hands were dealt, before splits."""
    return found.rounds * found.job.hands


def _split_play(found: Figures) -> str | None:
    """Return how hands made by a split were played; None where the strategy alone says it."""
    if found.strategy == OPTIMAL and has_split_plays(found.job.setup):
        return SplitPlay.BEST.value
    return None


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "house_edge": estimate.mean,
        "standard_error": estimate.standard_error,
        "interval": list(estimate.interval),
    }


def _part(found: PartResult) -> dict[str, Any]:
    """Return a part of the main game that has an edge of its own."""
    return {
        "id": found.part.id,
        "title": found.part.title,
        "unit": found.part.of,
        "unit_cents": found.part.wagered,
        **_estimate(found.house_edge),
        "variance": found.variance,
        "standard_deviation": found.standard_deviation,
        "average_wager": found.average_wager,
        "total_cents": found.total,
        "histogram": list(_histogram(found)),
    }


def _histogram(found: PartResult) -> Iterator[dict[str, Any]]:
    results = sum(found.histogram.values())
    for gain, count in found.histogram.items():
        yield {
            "gain": gain,
            "cents": round(gain * found.part.wagered),
            "count": count,
            "frequency": count / results,
        }


def _count_record(counts: Mapping[str, int], of: int) -> dict[str, dict[str, float]]:
    return {
        name: {"count": count, "frequency": count / of if of else 0.0}
        for name, count in counts.items()
    }


def _insurance(found: Figures) -> dict[str, Any] | None:
    """Return the result of insurance; a run of main wagers alone does not count it."""
    if found.insurance is None:
        return None
    offered, won = found.insurance
    odds = found.job.setup.insurance_odds
    frequency = won / offered if offered else 0.0
    return {
        "offered": offered,
        "won": won,
        "frequency": frequency,
        "house_edge": 1 - frequency * (1 + odds.to / odds.per) if offered else None,
    }


def _wager(wager: WagerResult) -> dict[str, Any]:
    return {
        "id": wager.id,
        "table": wager.table,
        "stake_cents": wager.stake,
        "made": wager.made,
        "won": wager.won,
        "hit_frequency": wager.hit_frequency,
        "total_cents": wager.total,
        "envy_cents": wager.envy,
        **_estimate(wager.edge),
        "rows": [
            {"name": row.name, "pay": row.pay, "count": row.count, "frequency": row.frequency}
            for row in wager.rows
        ],
        "jackpot": _jackpot(wager),
    }


def _jackpot(wager: WagerResult) -> dict[str, Any] | None:
    found = jackpot_result(wager)
    if found is None:
        return None
    return {
        "contribution": float(found.meter.contribution),
        "reserve": float(found.meter.reserve_share),
        "seed_units": found.meter.seed,
        "hits": found.hits,
        "mean_at_hit": found.mean_at_hit,
        "meter_at_hit": found.quantiles,
        "awarded_cents": found.awarded,
        "contributed_units": found.meter.contributed,
        "meter_units": found.meter.display,
        "reserve_units": found.meter.reserve,
        "long_run_edge": found.long_run_edge,
    }
