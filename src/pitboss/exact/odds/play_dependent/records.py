"""The odds of wagers that depend on the play, in the record that `pitboss odds` prints.

>>> from pitboss.exact.odds.play_dependent.wagers import table_with_wager
>>> setup = table_with_wager("co/ride-free", "silver-stack", "PT-FLT-SB2-01", decks=6, soft17="hit")
>>> f"{float(play_dependent_odds(setup, 'silver-stack').edge):.4%}"
'8.2390%'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.engine.setup import Setup
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.play_dependent.wagers import (
    Aim,
    WagerPlay,
    played_classes,
    printed_strategy,
    side_wager,
    table_with_wager,
)
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue, Result, WagerOdds, WithMain, wager_odds
from pitboss.rulebook.model import Game, OptionValue, PayTable, Wager

_DOLLAR = 100
Key = tuple[str, str, int]
"""A wager, a pay table and a deck count."""


def play_dependent_odds(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> WagerOdds:
    """Return the odds of a wager at the table's own pays when the player plays for *aim*.

    *meter* is the value of 100 % of the meter in units of the wager, if both are played for.
    """
    played = played_classes(setup, wager_id, aim, meter=meter)
    item = replace(make_odds(setup, wager_id, played), play=f"best for {aim.value}")
    if side_wager(setup, wager_id).family != "straight-length":
        return item
    if aim is Aim.BOTH and item.meter is not None:
        words = f"${float(meter):,.2f} on the meter for $1" if meter else "the meter left out"
        item = replace(item, play=f"{item.play}, {words}")
    main = WithMain(edge=printed_strategy(setup).edge, given_up=played.given_up)
    return replace(item, with_main=main)


def make_odds(setup: Setup, wager_id: str, played: WagerPlay) -> WagerOdds:
    """Return the odds of a wager whose outcomes are known."""
    wager, game, rules = side_wager(setup, wager_id), setup.configured.game, setup.rules
    table = wager.spot.table
    assert table is not None
    rows = {kind: (row,) for kind, row in wager.by_class[0].items()}
    results = [Result(chance, rows.get(kind, ())) for kind, chance in played.classes.items()]
    results.append(Result(1 - sum((one.probability for one in results), Fraction(0)), ()))
    shoe = ShoeKey(deck=game.deck, decks=rules.decks, hits_soft_17=rules.soft17 == "hit")
    item = wager_odds(game, wager_id, table, shoe, {"soft17": rules.soft17}, results)
    # Edges by up card are computed from the dealer's hand alone.
    return item if played.dealer_alone else replace(item, by_up_card={})


def best_play(
    game: Game,
    tables: Iterable[tuple[Wager, PayTable]],
    *,
    decks: int | None,
    options: Mapping[str, OptionValue],
    value: MeterValue,
) -> dict[Key, list[WagerOdds]]:
    """Return the odds of wagers under optimal play, for every deck count and soft-17 rule.

    Each game is solved once, with all queries about it, before the next.
    """
    pairs = list(tables)
    counts = sorted(
        {count for _, table in pairs for count in table.decks if decks in (None, count)}
    )
    best: dict[Key, list[WagerOdds]] = {}
    for count in counts:
        for rule in game.option("soft17").values:
            if options.get("soft17") not in (None, rule):
                continue
            for wager, table in pairs:
                if count in table.decks:
                    at = table_with_wager(
                        game.id, wager.id, table.id, decks=count, soft17=str(rule)
                    )
                    best.setdefault((wager.id, table.id, count), []).extend(
                        _records(at, wager, value)
                    )
    return best


def _records(setup: Setup, wager: Wager, value: MeterValue) -> list[WagerOdds]:
    """Return one record for each aim."""
    alone = play_dependent_odds(setup, wager.id)
    if side_wager(setup, wager.id).family != "straight-length":
        return [alone]
    return [alone, _play_for_both(setup, alone, value)]


def _play_for_both(setup: Setup, alone: WagerOdds, value: MeterValue) -> WagerOdds:
    """Play for both wagers at the given meter, or at the mean that this play leads to.

    The search starts from the main wager's own play. A higher meter is played for more often and so
    is lower on average; there are few different plays, and after two or three steps the same one
    returns.
    """
    meter, before, item = _meter(alone, value), list[object](), alone
    if value.meter is not None or not meter:
        return play_dependent_odds(setup, alone.wager, Aim.BOTH, meter=meter)
    while item.rows not in before:
        before.append(item.rows)
        item = play_dependent_odds(setup, alone.wager, Aim.BOTH, meter=_meter(item, value))
    return item


def _meter(item: WagerOdds, value: MeterValue) -> Fraction:
    """Return the given meter, or its long-run mean if that is known, for one dollar."""
    if value.meter is not None:
        return Fraction(value.meter, _DOLLAR)
    mean = None if item.meter is None else meter_value(item, value).mean_meter
    return mean or Fraction(0)
