"""The outcomes of a wager with their probabilities, and the deals that make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb, perm

from pitboss.cards import DECKS
from pitboss.exact.counting.distributions import FIVE_CARD, PLAYED, ShoeKey
from pitboss.exact.odds.wager_odds import Result, WagerOdds, results
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Plain, fixed_ratio, keeps_stake, meter_share

NOTHING = "Nothing paid"
_ALL = 100
_PAIRS_OF_HANDS = "bad-beat"
_HAND = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One outcome of a wager; exactly one of them occurs."""

    name: str
    pays: str
    probability: Fraction
    net: Fraction
    """The player's gain for one unit wagered, without a share of the meter."""
    meter: Fraction = Fraction(0)
    """The share of the meter won."""
    from_meter: Fraction = Fraction(0)
    """The part of the fixed pay that comes out of the meter, for one unit wagered."""

    @property
    def average_return(self) -> Fraction:
        """Its average return for one unit wagered."""
        return self.probability * (self.net + 1)


def wager_outcomes(table: PayTable | None, shoe: ShoeKey, odds: WagerOdds) -> Iterator[Outcome]:
    """Yield the outcomes, each once: rows that may be paid together are separate outcomes."""
    if table is None or odds.play:
        yield from _rows_as_outcomes(table, odds)
        return
    chances: dict[tuple[int, ...], Fraction] = {}
    for result in results(table, shoe):
        paid = tuple(sorted(map(table.rows.index, result.rows)))
        chances[paid] = chances.get(paid, Fraction(0)) + result.probability
    # A row that pays and never comes is worth knowing too.
    won = {row for paid in chances for row in paid}
    for row, printed in enumerate(table.rows):
        if row not in won and printed.pay not in (Plain.LOSS, Plain.NOT_OFFERED):
            chances[row,] = Fraction(0)
    outcomes = [
        _outcome(tuple(table.rows[row] for row in paid), chances[paid])
        for paid in sorted(chances, key=lambda paid: (not paid, paid))
    ]
    assert sum((o.probability for o in outcomes), Fraction(0)) == 1, table.id
    assert sum((o.average_return for o in outcomes), Fraction(0)) == 1 - odds.edge, table.id
    yield from outcomes


def _outcome(rows: tuple[PayRow, ...], probability: Fraction) -> Outcome:
    counted = [(row, len(list(same))) for row, same in groupby(rows)]
    names = [f"{count} × {_name(row)}" if count > 1 else _name(row) for row, count in counted]
    return Outcome(
        name=" + ".join(names) or NOTHING,
        pays=" + ".join(row.text for row in rows) or "–",
        probability=probability,
        net=Result(probability, rows).net,
        meter=Fraction(sum(meter_share(row.pay) for row in rows), _ALL),
        from_meter=sum((fixed_ratio(row.pay) for row in rows if row.from_jackpot), Fraction(0)),
    )


def _name(row: PayRow) -> str:
    return f"{row.name}, {row.column}" if row.column else row.name


def _rows_as_outcomes(table: PayTable | None, odds: WagerOdds) -> Iterator[Outcome]:
    """Yield the rows of a wager that is paid at most once, and the rest."""
    pays = {(row.name, row.column): row.pay for row in table.rows} if table else {}
    for row in odds.rows:
        pay = pays.get((row.name, row.column))
        if pay is None:  # a wager without a table: its return says what it pays
            net = row.returns / row.probability - 1
        else:
            net = fixed_ratio(pay) - (0 if keeps_stake(pay) else 1)
        yield Outcome(
            name=f"{row.name}, {row.column}" if row.column else row.name,
            pays=row.pay,
            probability=row.probability,
            net=net,
            meter=Fraction(meter_share(pay), _ALL) if pay is not None else Fraction(0),
        )
    rest = 1 - sum((row.probability for row in odds.rows), Fraction(0))
    yield Outcome(name=NOTHING, pays="–", probability=rest, net=Fraction(-1))


def equal_deals(table: PayTable | None, shoe: ShoeKey) -> int | None:
    """Return the number of equally likely deals; None if play or the draw decides."""
    if table is None or table.family in OF_THE_DEALER | PLAYED:
        return None
    if table.family == _PAIRS_OF_HANDS:
        return comb(shoe.size, _HAND) * comb(shoe.size - _HAND, _HAND)
    if table.family in FIVE_CARD:
        # Five-Card Linked is played with an ordinary deck: the joker is replaced (ruling C23).
        size = len(DECKS["french-52"].cards) if table.family == "five-card-poker" else shoe.size
        return comb(size, _HAND)
    return perm(shoe.size, len(FAMILIES[table.family].cards))


ROLES = {
    ("first", "second"): "the player's two cards",
    ("first", "second", "up"): "the player's two cards and the dealer's up card",
    ("first", "second", "matched"): "the player's two cards and the card to be matched",
    ("first", "second", "up", "down"): "the player's two cards and the dealer's two",
    ("first", "second", "third", "fourth"): "the first two cards of the player's two hands",
}
"""The cards of the deal that a family uses -> their words."""


def deciding_cards(table: PayTable | None) -> str:
    """Return the cards that decide a wager, in words."""
    if table is None:
        return "the dealer's down card, an ace being up and nothing else known"
    if table.family in OF_THE_DEALER:
        return "the dealer's completed hand, whatever the players did"
    if table.family in PLAYED:
        return "the player's cards and how the hand is played"
    if table.family == _PAIRS_OF_HANDS:
        return "the player's five cards and the dealer's five, in no order"
    if table.family in FIVE_CARD:
        return "the player's five cards, in no order"
    return f"{ROLES[FAMILIES[table.family].cards]}, in order"
