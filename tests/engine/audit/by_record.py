"""The games that are not blackjack all the way: a finished record goes to an auditor of its own.

Each plays the record again from the words of its section alone. What a house posts as the most a
wager pays in a round is the same for all of them, and so is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.engine.drive import Round
from pitboss.engine.record import write_record
from pitboss.engine.setup import Setup
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from tests.engine.audit import ante_up, holdem, pai_jack, three_card, wild_poker

TIP = "tip:"
Gains = Mapping[tuple[int, str], int]
"""(seat, wager) -> what it gains, in cents; tips as "tip:" wagers."""

AUDITORS: Mapping[str, Callable[[Mapping[str, Any]], Gains]] = {
    "co/21-holdem": holdem.gains,
    "co/ante-up-21": ante_up.gains,
    "co/3-card-21": three_card.gains,
    "co/pai-jack": pai_jack.gains,
    "co/deuces-wild-xtreme": wild_poker.gains,
}
"""Game -> its auditor; the other games' is `Audit`, by their terms."""


def audited(record: Mapping[str, Any]) -> Counter[tuple[int, str]]:
    """Return what every wager of a record gains, by the auditor of its game."""
    gains = Counter(AUDITORS[record["game"]](record))
    for wager, limits in record.get("limits", {}).items():
        _limit(gains, wager, limits["aggregate"])
    return gains


def _limit(gains: Counter[tuple[int, str]], wager: str, most: int) -> None:
    """C74: a posted limit is shared in proportion to the pays due, rounded down."""
    won = {where: gain for where, gain in gains.items() if where[1] == wager and gain > 0}
    due = sum(won.values())
    if due > most:
        gains.update({where: gain * most // due - gain for where, gain in won.items()})


def record(round_: Round) -> dict[str, Any]:
    """Return the record of a finished round, with what its house has posted."""
    return write_record(round_, _posted(round_.state.setup))


def _posted(setup: Setup) -> dict[str, Any]:
    """Return options, tables, aggregate limits and meters of a table, as a record has them."""
    configured = setup.configured
    spots = configured.spots.items()
    return {
        "game": configured.game.id,
        "options": dict(configured.options),
        "tables": {wager: spot.table.id for wager, spot in spots if spot.table},
        "limits": {wager: {"aggregate": s.aggregate} for wager, s in spots if s.aggregate},
        "jackpots": {
            wager: {
                "seed": str(Fraction(spot.jackpot.seed, CENTS_PER_DOLLAR)),
                "contribution": f"{spot.jackpot.contribution * 100}%",
                "reserve": f"{spot.jackpot.reserve * 100}%",
            }
            for wager, spot in spots
            if spot.jackpot
        },
    }


def claimed(round_: Round) -> Counter[tuple[int, str]]:
    """Return the same of the engine's own settlement, the hands of a seat together."""
    nets: Counter[tuple[int, str]] = Counter()
    for line in round_.state.settled:
        nets[line.seat, line.wager] += line.net
    return nets


def meters(record: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return progressive -> what it shows and keeps at the end; one game here has any."""
    return wild_poker.meters(record) if record["game"] == "co/deuces-wild-xtreme" else {}
