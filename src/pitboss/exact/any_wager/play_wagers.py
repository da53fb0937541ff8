"""Wagers that depend on the play, for any cards left in the shoe; the play is of a full shoe.

So a hand is played as in a full shoe, and only the chances of cards change. The values are exact
for that play. A counter who also changed the play would change the main wager with it; that is a
question about both wagers together.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.engine.setup import Setup
from pitboss.exact.any_wager.dealer_wagers import DealerDraws
from pitboss.exact.any_wager.parts import Parts
from pitboss.exact.any_wager.pays import PERCENT, ClassPays
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.wagers import printed_strategy, side_wager
from pitboss.patterns.rows import OF_THE_DEALER


class PlayedWager:
    """A wager on straights or lammers."""

    def __init__(self, setup: Setup, family: str, pays: ClassPays) -> None:
        """Follow the best play of the main game."""
        self._strategy = printed_strategy(setup)
        self._follow = {"straight-length": self._straights, "lammers": self._lammers}[family]
        self._pays = pays

    def average(self, unseen: Unseen, up: Card | None = None) -> Parts:
        """Return the average parts of the wager."""
        assert up is None, "it is made before the deal"
        classes = self._follow(unseen)
        rest = 1 - sum(classes.values(), Fraction(0))
        gain = sum((p * self._pays.gain_of_class(k) for k, p in classes.items()), Fraction(0))
        share = sum((p * self._pays.share_of_class(k) for k, p in classes.items()), Fraction(0))
        return Parts((gain + rest * self._pays.losing_gain) / self._pays.parts, share / PERCENT)

    def _straights(self, unseen: Unseen) -> dict[int, Fraction]:
        return dict(Straights(self._strategy, cards=unseen.cards()).classes())

    def _lammers(self, unseen: Unseen) -> dict[int, Fraction]:
        return dict(Lammers(self._strategy, unseen.cards()).classes())


class LostByThirty:
    """A wager on the dealer's hand that a first hand of 30 loses."""

    def __init__(self, setup: Setup, wager_id: str, dealer: DealerDraws, pays: ClassPays) -> None:
        """Follow the best play of the main game."""
        self._strategy, self._wager = printed_strategy(setup), side_wager(setup, wager_id)
        self._dealer, self._pays = dealer, pays
        assert self._wager.family in OF_THE_DEALER
        self.alone = not Thirty(self._strategy, self._wager).reached
        """Whether the dealer's hand alone decides, because the play never makes 30."""

    def average(self, unseen: Unseen, up: Card | None = None) -> Parts:
        """Return the average parts of the wager."""
        dealer = self._dealer.average(unseen, up)
        if self.alone:
            return dealer
        assert up is None, "with the up card in sight, the player's own cards are too"
        losing = Thirty(self._strategy, self._wager, unseen.cards()).losing_classes()
        missed = sum(
            (p * (self._pays.gain_of_class(k) - self._pays.losing_gain) for k, p in losing.items()),
            Fraction(0),
        )
        gain = dealer.gain - missed * dealer.chance / self._pays.parts
        return Parts(gain, dealer.share, dealer.chance)
