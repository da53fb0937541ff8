"""The rules of a blackjack hand as the witness reads them from a house's configuration.

Nothing is taken over from the table, the solver or the simulator: an error there cannot be here
too. Only the rule book's data is shared, the fields of `BlackjackRules` and the rows of Bonus 21.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.model import BlackjackRules, RoundKind
from pitboss.rulebook.pays import Odds

_EVEN = Fraction(1)
_LEAST_DOUBLES = {"any": 0, "9-11": 9, "10-11": 10}
_SOFT_21 = {"never": 0, "any": 2, "three or more cards": 3}
_SPANISH = "spanish-48"
_BONUS = "bonus-21"


class Terms(NamedTuple):
    """What a round needs to know. Pays are in parts of the wager, so that they are whole."""

    parts: int
    """So many parts are one wager."""
    decks: int
    tens: bool
    """The packs have tens; Spanish packs have none."""
    hits_soft_17: bool
    peeks: bool
    blackjack_pays: int
    blackjack_wins: bool
    """Also against a dealer blackjack."""
    wins_with_21: bool
    soft_21_cards: int
    """From so many cards on a soft 21 may be doubled; 0: never."""
    surrenders: bool
    doubles_any_cards: bool
    double_from: int
    """The least total that may be doubled, up to 11 and never soft; 0: any total, soft too."""
    doubles_after_split: bool
    rescues: bool
    doublings: int
    """How often one hand may be doubled."""
    hands_max: int
    resplits_aces: bool
    hits_split_aces: bool
    pays_bonus: bool
    pays_bonus_after_split: bool
    pushes_22: bool
    has_free_bets: bool
    five_cards: int
    six_cards: int
    seven_cards: int
    straight: int
    """6-7-8 of mixed suits, of one suit, of spades; then 7-7-7."""
    straight_suited: int
    straight_spades: int
    sevens: int
    sevens_suited: int
    sevens_spades: int


def read_terms(configured: ConfiguredGame) -> Terms | None:
    """Return the rules of a house's main hand; None where it is no plain blackjack hand.

    >>> from pitboss.rulebook.configured import configure
    >>> from pitboss.rulebook.house import House
    >>> terms = read_terms(configure(House(game="ilani/spanish-21")))
    >>> terms.hands_max, terms.blackjack_pays / terms.parts, terms.tens
    (3, 1.5, False)
    >>> read_terms(configure(House(game="co/pai-jack"))) is None
    True
    """
    rules = configured.rules
    if rules is None or configured.game.round is not RoundKind.BLACKJACK:
        return None
    if not _is_played(rules):
        return None
    bonus = _bonus_pays(configured)
    blackjack = Fraction(*map(int, rules.blackjack.split(":")))
    parts = lcm(2, blackjack.denominator, *(pay.denominator for pay in bonus.values()))
    return _terms(rules, parts, blackjack, bonus, tens=configured.game.deck != _SPANISH)


def _is_played(rules: BlackjackRules) -> bool:
    """Return whether the witness plays these rules."""
    usual = all(
        getattr(rules, rule.name) == rule.default
        for rule in fields(rules)
        if rule.default is not MISSING
    )
    waits = rules.surrender is True and rules.peek is not True
    looks = isinstance(rules.peek, bool) and isinstance(rules.surrender, bool)
    return usual and looks and not waits and rules.double_totals in _LEAST_DOUBLES


def _terms(
    rules: BlackjackRules,
    parts: int,
    blackjack: Fraction,
    bonus: Mapping[str, Fraction],
    *,
    tens: bool,
) -> Terms:
    def pay(*outcomes: str) -> int:
        """Return the pay of the first outcome that has a row: sevens of spades are of one suit.

        By their words no suited hand is "mixed", and no six cards are "five cards".
        """
        return int(next((bonus[name] for name in outcomes if name in bonus), _EVEN) * parts)

    return Terms(
        parts=parts,
        decks=rules.decks,
        tens=tens,
        hits_soft_17=rules.soft17 == "hit",
        peeks=rules.peek is True,
        blackjack_pays=int(blackjack * parts),
        blackjack_wins=rules.blackjack_wins,
        wins_with_21=rules.twenty_one_wins,
        soft_21_cards=_SOFT_21[rules.double_soft_21],
        surrenders=rules.surrender is True,
        doubles_any_cards=rules.double_cards == "any",
        double_from=_LEAST_DOUBLES[rules.double_totals],
        doubles_after_split=rules.double_after_split,
        rescues=rules.rescue,
        doublings=rules.doublings if rules.redouble else 1,
        hands_max=rules.max_hands,
        resplits_aces=rules.resplit_aces,
        hits_split_aces=rules.hit_split_aces,
        pays_bonus=rules.bonus_21 != "none",
        pays_bonus_after_split=rules.bonus_21 == "not doubled",
        pushes_22=rules.dealer_22_pushes,
        has_free_bets=rules.free_bets,
        five_cards=pay("five-cards"),
        six_cards=pay("six-cards"),
        seven_cards=pay("seven-cards"),
        straight=pay("6-7-8-mixed"),
        straight_suited=pay("6-7-8-suited"),
        straight_spades=pay("6-7-8-spades", "6-7-8-suited"),
        sevens=pay("7-7-7-mixed"),
        sevens_suited=pay("7-7-7-suited"),
        sevens_spades=pay("7-7-7-spades", "7-7-7-suited"),
    )


def _bonus_pays(configured: ConfiguredGame) -> dict[str, Fraction]:
    """Return the outcomes of Bonus 21 and what they pay for one unit."""
    return {
        row.outcome: Fraction(row.pay.to, row.pay.per)
        for table in configured.automatic
        if table.family == _BONUS
        for row in table.rows
        if isinstance(row.pay, Odds)
    }
