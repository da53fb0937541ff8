"""What the documents say of each game, written down a second time: the auditor's registry.

Only the house's own choices (options, tables, limits) are taken from the configured game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class Terms:
    """One game as its document and the rulings have it."""

    spanish: bool = False
    """A 21 wins at once, with Bonus 21s; a blackjack beats the dealer's."""
    super_bonus: bool = False
    split_bonuses: bool = False
    """Bonus 21s are paid on hands made by a split."""
    mains: tuple[str, ...] = ("main",)
    blackjack: Fraction | None = Fraction(3, 2)
    """None: as the house posts it."""
    pushes_22: bool = False
    free_bets: bool = False
    tip_shares_free_bets: bool = False
    awards_from_right: bool = True
    """C28: percentages are awarded counter-clockwise; in Washington from the dealer's left."""
    draws_for: frozenset[str] = frozenset()
    """C85: wagers for which the dealer draws though no hand is live."""
    lost_at_30: frozenset[str] = frozenset()
    """C24: wagers that a first hand of 30 has lost."""
    early: str | None = None
    """C8: the wager every seat is asked after the peek."""
    reference: bool = False
    """Plain blackjack, whose house also posts what may be doubled, split and surrendered."""
    late: str | None = None
    """C8: the wager that seats with a live hand are asked after the hands."""


_SPANISH = Terms(spanish=True, awards_from_right=False)
_WASHINGTON = replace(_SPANISH, super_bonus=True, split_bonuses=True)
_COLORADO = Terms()

TERMS: Mapping[str, Terms] = {
    "wa/spanish-21": _WASHINGTON,
    "wa/spanish-21-v003": _WASHINGTON,
    "wa/spanish-21-v002": _WASHINGTON,
    "ilani/spanish-21": _SPANISH,
    "bet-bigger/spanish-21": replace(_SPANISH, draws_for=frozenset({"break-bonus"})),
    # 2105(8)(b), (e): a blackjack pays 1 to 1; C13: a dealer 22 pushes.
    "co/blackjack-switch": Terms(
        mains=("main-1", "main-2"),
        blackjack=Fraction(1),
        pushes_22=True,
        draws_for=frozenset({"buster"}),
    ),
    "co/21-plus-3": _COLORADO,
    "co/golden-21": _COLORADO,
    "co/straight-jack": _COLORADO,
    "co/straight-jack-progressive": _COLORADO,
    # 2113(8): once all players have acted on their hands.
    "co/buffalo-2": Terms(late="bust-bonus", draws_for=frozenset({"bust-bonus"})),
    # 2114(7): before the hole card is exposed.
    "co/buffalo-3": Terms(early="bust-bonus", draws_for=frozenset({"bust-bonus"})),
    # 2115(4): after they have acted, not with a blackjack or a bust.
    "co/trilux": Terms(late="bust-bonanza", draws_for=frozenset({"bust-bonanza"})),
    # 2116(6)(a), (7)(g), (7)(i), (3).
    "co/free-bet": Terms(
        blackjack=None,
        pushes_22=True,
        free_bets=True,
        tip_shares_free_bets=True,
        draws_for=frozenset({"push-22"}),
    ),
    "co/extreme-21": Terms(early="bust-the-house", draws_for=frozenset({"bust-the-house"})),
    # 2119(8)(b), (9)(b), (19), (21)(a), (21)(c).
    "co/ride-free": Terms(
        pushes_22=True,
        free_bets=True,
        draws_for=frozenset({"hedge-22", "bust-bonus"}),
        lost_at_30=frozenset({"hedge-22", "bust-bonus"}),
        early="bust-bonus",
    ),
    "reference/blackjack": Terms(blackjack=None, reference=True),  # R2
}
"""Game -> its terms; a game that is not here has no auditor."""
