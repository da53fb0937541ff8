"""The pay of a winning wager, exactly: odds, shares of a meter, fixed dollars, plain words.

The rule book writes a pay as a felt prints it; it is read into an exact value:

    >>> parse_pay("3 to 2")
    Odds(to=3, per=2, for_one=False)
    >>> parse_pay("200 to 1 + 100%")
    OddsPlusPercent(odds=Odds(to=200, per=1, for_one=False), percent=Percent(of_meter=100))
    >>> format_pay(parse_pay("$125"))
    '$125'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import assert_never

CENTS_PER_DOLLAR = 100


class Rounding(StrEnum):
    """What happens to a part of a cent (ruling W23): the house keeps it, or gives it."""

    DOWN = "down"
    UP = "up"

    def apply(self, amount: Fraction) -> int:
        """Return *amount* in whole cents.

        >>> Rounding.DOWN.apply(Fraction(3, 2)), Rounding.UP.apply(Fraction(3, 2))
        (1, 2)
        """
        whole = amount.numerator // amount.denominator
        return whole if self is Rounding.DOWN or amount.denominator == 1 else whole + 1


@dataclass(frozen=True, slots=True)
class Odds:
    """`to` units for every `per` staked: "3 to 2", or "13 for 2" with the stake not returned."""

    to: int
    per: int = 1
    for_one: bool = False
    """True for "for": the pay contains the stake, which was taken when the wager was made."""

    def __post_init__(self) -> None:
        """Refuse impossible odds: a felt never pays a negative amount or per nothing."""
        if self.to < 0 or self.per < 1:
            msg = f"odds need to >= 0 and per >= 1, not {self.to} and {self.per}"
            raise ValueError(msg)

    @property
    def ratio(self) -> Fraction:
        """The pay for one unit staked.

        >>> Odds(to=3, per=2).ratio
        Fraction(3, 2)
        """
        return Fraction(self.to, self.per)

    def pay(self, stake: int, rounding: Rounding = Rounding.DOWN) -> int:
        """Return the pay of *stake* cents, in whole cents (without a returned stake).

        >>> Odds(to=3, per=2).pay(1001)
        1501
        """
        return rounding.apply(stake * self.ratio)

    def gain(self, stake: int, rounding: Rounding = Rounding.DOWN) -> int:
        """Return the player's gain on *stake* cents: "5 for 1" gains as much as "4 to 1".

        >>> Odds(to=5, for_one=True).gain(100), Odds(to=4).gain(100)
        (400, 400)
        """
        return self.pay(stake, rounding) - (stake if self.for_one else 0)


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of the jackpot meter; it does not grow with the wager (ruling W9)."""

    of_meter: int


@dataclass(frozen=True, slots=True)
class OddsPlusPercent:
    """Odds on the wager and a share of the meter beside them (Straight Jack Progressive)."""

    odds: Odds
    percent: Percent


@dataclass(frozen=True, slots=True)
class Dollars:
    """Fixed dollars for every $1 wagered; the wager itself is not returned."""

    cents: int


class Plain(Enum):
    """Pays that are a word."""

    PUSH = "push"
    LOSS = "loss"
    OPERATOR_SET = "$"
    """The house sets this prize and posts it (Washington's "$")."""
    NOT_OFFERED = "N/A"
    """This table has no such row: the hand falls to the next row it satisfies (ruling C5)."""


Pay = Odds | Percent | OddsPlusPercent | Dollars | Plain

_NUMBER = r"[0-9]{1,7}(?:\.[0-9]{1,2})?"
_ODDS = re.compile(rf"({_NUMBER}) (to|for) ([0-9]{{1,4}})")
_PERCENT = re.compile(r"([0-9]{1,3})%")
_DOLLARS = re.compile(r"\$([0-9]{1,9})(?:\.([0-9]{2}))?")
_RATIO = re.compile(r"([0-9]{1,4}):([0-9]{1,4})")
_PLAIN = {plain.value: plain for plain in Plain}
_ALLOWED = "'4 to 1', '9 for 2', '10%', '200 to 1 + 100%', '$125', '$', 'push', 'loss' or 'N/A'"


def parse_pay(text: str) -> Pay:
    """Read a pay as a felt prints it.

    >>> parse_pay("2.5 to 1"), parse_pay("10%"), parse_pay("push")
    (Odds(to=5, per=2, for_one=False), Percent(of_meter=10), <Plain.PUSH: 'push'>)
    >>> parse_pay("lots")
    Traceback (most recent call last):
    ...
    ValueError: 'lots' is not a pay; write '4 to 1', '9 for 2', '10%', '200 to 1 + 100%', '$125', \
'$', 'push', 'loss' or 'N/A'
    """
    if text in _PLAIN:
        return _PLAIN[text]
    if match := _PERCENT.fullmatch(text):
        return _percent(text, int(match[1]))
    if match := _DOLLARS.fullmatch(text):
        return Dollars(int(match[1]) * CENTS_PER_DOLLAR + int(match[2] or 0))
    if match := _ODDS.fullmatch(text):
        return _odds(text, match)
    odds_text, plus, percent_text = text.partition(" + ")
    match = _ODDS.fullmatch(odds_text)
    share = _PERCENT.fullmatch(percent_text)
    if plus and match and share:
        return OddsPlusPercent(_odds(text, match), _percent(text, int(share[1])))
    raise _not_a_pay(text)


def parse_ratio(text: str) -> Odds:
    """Read the short form "3:2" in which blackjack pays are chosen.

    >>> parse_ratio("6:5")
    Odds(to=6, per=5, for_one=False)
    """
    match = _RATIO.fullmatch(text)
    if not match or int(match[2]) == 0:
        msg = f"{text!r} is not a ratio; write '3:2'"
        raise ValueError(msg)
    return Odds(int(match[1]), int(match[2]))


def _odds(text: str, match: re.Match[str]) -> Odds:
    to = Fraction(match[1])
    per = int(match[3])
    if per == 0:
        raise _not_a_pay(text)
    # "2.5 to 1" is kept as whole numbers, 5 to 2; "13 for 2" and "4 to 2" stay as they are.
    odds = Odds(to.numerator, per * to.denominator, for_one=match[2] == "for")
    if not _ODDS.fullmatch(format_pay(odds)):  # more digits than could be read back
        raise _not_a_pay(text)
    return odds


def _percent(text: str, share: int) -> Percent:
    if not 1 <= share <= 100:
        raise _not_a_pay(text)
    return Percent(share)


def _not_a_pay(text: str) -> ValueError:
    return ValueError(f"{text!r} is not a pay; write {_ALLOWED}")


def within_limit(pay: int, limit: int, due: int) -> int:
    """Return the part of *pay* that is paid if all that is *due* passes the limit (ruling C74).

    >>> within_limit(300, 500, 1000)
    150
    """
    return pay * limit // due


def fixed_ratio(pay: Pay) -> Fraction:
    """Return the pay for one unit staked, without a share of a meter.

    >>> fixed_ratio(parse_pay("13 for 2")), fixed_ratio(parse_pay("$125")), fixed_ratio(Plain.LOSS)
    (Fraction(13, 2), Fraction(125, 1), Fraction(0, 1))
    """
    match pay:
        case Odds():
            return pay.ratio
        case OddsPlusPercent():
            return pay.odds.ratio
        case Dollars():
            return Fraction(pay.cents, CENTS_PER_DOLLAR)
        case _:
            return Fraction(0)


def meter_share(pay: Pay) -> int:
    """Return the percentage of the meter *pay* gives.

    >>> meter_share(parse_pay("200 to 1 + 100%")), meter_share(parse_pay("5 for 1"))
    (100, 0)
    """
    match pay:
        case Percent():
            return pay.of_meter
        case OddsPlusPercent():
            return pay.percent.of_meter
        case _:
            return 0


def keeps_stake(pay: Pay) -> bool:
    """Return whether the player keeps the wager beside the pay: "to 1" and a push yes, "for 1" no.

    >>> keeps_stake(parse_pay("4 to 1")), keeps_stake(parse_pay("5 for 1"))
    (True, False)
    """
    match pay:
        case Odds():
            return not pay.for_one
        case OddsPlusPercent():
            return True
        case _:
            return pay is Plain.PUSH


def format_pay(pay: Pay) -> str:
    """Return *pay* as text that `parse_pay` reads back.

    >>> format_pay(Odds(to=13, per=2, for_one=True))
    '13 for 2'
    """
    match pay:
        case Odds():
            return f"{pay.to} {'for' if pay.for_one else 'to'} {pay.per}"
        case Percent():
            return f"{pay.of_meter}%"
        case OddsPlusPercent():
            return f"{format_pay(pay.odds)} + {format_pay(pay.percent)}"
        case Dollars():
            return format_dollars(pay.cents)
        case Plain():
            return pay.value
        case _:
            assert_never(pay)


def format_dollars(cents: int) -> str:
    """Write an amount as people read it.

    >>> format_dollars(12500), format_dollars(1050), format_dollars(100000000)
    ('$125', '$10.50', '$1000000')
    """
    dollars, rest = divmod(cents, CENTS_PER_DOLLAR)
    return f"${dollars}.{rest:02}" if rest else f"${dollars}"
