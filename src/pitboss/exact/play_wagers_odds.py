"""The odds of wagers that depend on the play, in the record that `pitboss odds` prints.

>>> from pitboss.exact.play_wagers import offered
>>> setup = offered("co/ride-free", "silver-stack", "PT-FLT-SB2-01", decks=6, soft17="hit")
>>> f"{float(played_odds(setup, 'silver-stack').edge):.4%}"
'8.2390%'
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.setup import Setup
from pitboss.exact.odds import MeterOdds, Result, RowOdds, WagerOdds
from pitboss.exact.play_wagers import Aim, Played, played_classes, side_wager
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.pays import fixed_ratio, keeps_stake, meter_share

_ALL = 100


def played_odds(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> WagerOdds:
    """Return what a wager at the table's own pays is worth when the player plays for *aim*."""
    return odds_of(setup, wager_id, played_classes(setup, wager_id, aim, meter=meter))


def odds_of(setup: Setup, wager_id: str, played: Played) -> WagerOdds:
    """Return what a wager is worth whose outcomes are known."""
    wager, game = side_wager(setup, wager_id), setup.configured.game
    table = wager.spot.table
    assert table is not None
    rows = {kind: (row,) for kind, row in wager.by_class[0].items()}
    found = [Result(chance, rows.get(kind, ())) for kind, chance in played.classes.items()]
    found.append(Result(1 - sum((one.probability for one in found), Fraction(0)), ()))
    edge = -sum((one.probability * one.net for one in found), Fraction(0))
    square = sum((one.probability * one.net**2 for one in found), Fraction(0))
    return WagerOdds(
        game=game.id,
        section=game.section,
        wager=wager_id,
        table=table.id,
        decks=setup.rules.decks,
        options={"soft17": setup.rules.soft17},
        rows=tuple(_rows(table, found)),
        hit_frequency=sum((one.probability for one in found if one.wins), Fraction(0)),
        edge=edge,
        variance=square - edge**2,
        printed=table.printed,
        agrees=None,
        meter=_meter(found),
    )


def _rows(table: PayTable, found: list[Result]) -> Iterator[RowOdds]:
    for row in table.rows:
        if row.offered:
            paid = sum((one.probability for one in found if row in one.rows), Fraction(0))
            gives = fixed_ratio(row.pay) + keeps_stake(row.pay)
            yield RowOdds(
                name=row.name,
                column=row.column,
                probability=paid,
                pay=row.text,
                returns=paid * gives,
            )


def _meter(found: list[Result]) -> MeterOdds | None:
    """What comes out of the meter beside the fixed pays; `exact.progressive` gives it a value."""
    shares = [(one.probability, meter_share(row.pay)) for one in found for row in one.rows]
    share = sum((chance * percent for chance, percent in shares), Fraction(0)) / _ALL
    if not share:
        return None
    full = sum((chance for chance, percent in shares if percent == _ALL), Fraction(0))
    return MeterOdds(share=share, full_awards=full)
