"""Two things a counter does between counts: judge the tray, and bet by the count."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Shoe
from pitboss.cards.shuffle import BitSource, below
from pitboss.counts.ramp import Ramp, parse_ramp
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.sitting.training.counting.question import DECK, CountQuestion, halves
from pitboss.text.numbers import signed_count
from pitboss.text.say import say, say_many

SPREAD = "1-8"
"""The bets that are practised: 1 unit up to +1, and 8 from +5 on."""
_BAR = 26
"""Places of the drawn tray."""
_HALF = Fraction(1, 2)
_LOWEST = -2
_COUNTS = 10
"""The lowest count that is asked, and how many counts from there on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckEstimate:
    """Shows a discard tray beside a full one, and asks how many decks are left in the shoe."""

    shoe: Shoe

    def question(self, bits: BitSource) -> CountQuestion:
        """Fill the tray an eighth to seven eighths."""
        size = self.shoe.size
        gone = size // 8 + below(bits, size - 2 * (size // 8) + 1)
        left = Fraction(size - gone, DECK)
        right = Fraction(round(left / _HALF)) * _HALF
        filled = round(_BAR * gone / size)
        bar = "\N{FULL BLOCK}" * filled + "\N{LIGHT SHADE}" * (_BAR - filled)
        return CountQuestion(
            words=say("How many decks are left, to half a deck?"),
            facts=(
                say("A shoe of {decks} decks", decks=halves(Fraction(size, DECK))),
                say("In the tray {bar}", bar=bar),
            ),
            right=right,
            near=_HALF,
            is_signed=False,
            tray=(gone, size),
            why=say(
                "{cards} cards are left: {decks} decks", cards=size - gone, decks=halves(right)
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BetByCount:
    """Names a count and a spread of bets, and asks for the bet."""

    system: CountSystem
    ramp: Ramp = field(default_factory=lambda: parse_ramp(SPREAD))

    def question(self, bits: BitSource) -> CountQuestion:
        """Ask a bet at some count from the lowest to the top of the spread."""
        count = _LOWEST + below(bits, _COUNTS)
        is_running = self.system.convention is TrueCount.RUNNING
        said = "{system}, running count {count}" if is_running else "{system}, true count {count}"
        units = self.ramp.units(count)
        return CountQuestion(
            words=say("How many units do you bet?"),
            facts=(say(said, system=self.system.name, count=signed_count(count)), _told(self.ramp)),
            right=Fraction(units),
            is_signed=False,
            why=say("the spread has {units} at {count}", units=units, count=signed_count(count)),
        )


def _told(ramp: Ramp) -> str:
    """Write a ramp as a player learns it: "1 unit up to +1, 2 at +2, 4 at +3, 8 from +5"."""
    (_, least), *rest = ramp.steps
    upto = signed_count(rest[0][0] - 1)
    first = say_many(least, "{count} unit up to {at}", "{count} units up to {at}", at=upto)
    middle = [say("{units} at {at}", units=units, at=signed_count(at)) for at, units in rest[:-1]]
    at, most = rest[-1]
    last = say("{units} from {at} on", units=most, at=signed_count(at))
    return ", ".join([first, *middle, last])
