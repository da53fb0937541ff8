"""The odds of wagers that depend on the play, in the record that `pitboss odds` prints.

>>> from pitboss.exact.play_wagers import offered
>>> setup = offered("co/ride-free", "silver-stack", "PT-FLT-SB2-01", decks=6, soft17="hit")
>>> f"{float(played_odds(setup, 'silver-stack').edge):.4%}"
'8.2390%'
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.engine.setup import Setup
from pitboss.exact.distributions import Shoe
from pitboss.exact.odds import Result, WagerOdds, wager_odds
from pitboss.exact.play_wagers import Aim, Played, played_classes, side_wager


def played_odds(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> WagerOdds:
    """Return what a wager at the table's own pays is worth when the player plays for *aim*."""
    found = odds_of(setup, wager_id, played_classes(setup, wager_id, aim, meter=meter))
    return replace(found, play=f"best for {aim.value}")


def odds_of(setup: Setup, wager_id: str, played: Played) -> WagerOdds:
    """Return what a wager is worth whose outcomes are known."""
    wager, game, rules = side_wager(setup, wager_id), setup.configured.game, setup.rules
    table = wager.spot.table
    assert table is not None
    rows = {kind: (row,) for kind, row in wager.by_class[0].items()}
    found = [Result(chance, rows.get(kind, ())) for kind, chance in played.classes.items()]
    found.append(Result(1 - sum((one.probability for one in found), Fraction(0)), ()))
    shoe = Shoe(deck=game.deck, decks=rules.decks, hits_soft_17=rules.soft17 == "hit")
    said = wager_odds(game, wager_id, table, shoe, {"soft17": rules.soft17}, found)
    return replace(said, by_up_card={})  # which is computed without the player's play
