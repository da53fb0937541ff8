"""Probabilities and pays of insurance and the Super Bonus, which have no pay table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.cards import DECKS, card_suit
from pitboss.exact.counting.deals import Alike, count_copies, deal_classes
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.patterns.bonus21 import wins_super_bonus
from pitboss.patterns.totals import value
from pitboss.rulebook.model import Game, OptionValue, SuperBonus
from pitboss.rulebook.pays import Odds, format_dollars, parse_ratio

INSURANCE = "insurance"
SUPER_BONUS = "super-bonus"
_TEN, _SEVEN_RANK = 10, 6


def insurance_chance(shoe: ShoeKey) -> Fraction:
    """Return the probability of a ten-value card under the dealer's ace, with all cards unseen.

    >>> insurance_chance(ShoeKey(deck="spanish-48", decks=6))
    Fraction(72, 287)
    """
    tens = sum(value(card) == _TEN for card in DECKS[shoe.deck].cards) * shoe.decks
    return Fraction(tens, shoe.size - 1)


def insurance_pays(
    game: Game, options: Mapping[str, OptionValue]
) -> Iterator[tuple[dict[str, OptionValue], Odds]]:
    """Yield the pay of insurance, and the option that decides it if the house may choose.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(insurance_pays(game("co/trilux"), {}))
    [({}, Odds(to=2, per=1, for_one=False))]
    """
    fixed = game.fixed.get("insurance_pays")
    if fixed is not None:
        yield {}, parse_ratio(str(fixed))
    for option in game.options:
        for choice in option.values:
            rule, pays = option.decides(choice)
            if rule == "insurance_pays" and options.get(option.id) in (None, choice):
                yield {option.id: choice}, parse_ratio(str(pays))


def super_bonus_pays(terms: SuperBonus) -> Iterator[tuple[dict[str, OptionValue], Odds]]:
    """Yield the pay of the bonus for one unit of the smallest wager of a band.

    Bands with the same pay for one unit are one line. Otherwise each names its smallest wager.

    >>> from pitboss.rulebook.reading.library import game
    >>> list(super_bonus_pays(game("wa/spanish-21").super_bonus))
    [({}, Odds(to=200, per=1, for_one=False))]
    """
    wagers = sorted({band.wager_min for band in terms.bands})
    ratios = {wager: Fraction(terms.prize(wager), wager) for wager in wagers}
    alike = len(set(ratios.values())) == 1
    for wager in wagers[:1] if alike else wagers:
        ratio = ratios[wager]
        options: dict[str, OptionValue] = {} if alike else {"main": format_dollars(wager)}
        yield options, Odds(ratio.numerator, ratio.denominator)


def super_bonus_chance(terms: SuperBonus, shoe: ShoeKey) -> Fraction:
    """Return the probability that a player who draws to two sevens wins the Super Bonus (GR10).

    >>> from pitboss.rulebook.reading.library import game
    >>> bonus = game("wa/spanish-21").super_bonus
    >>> round(1 / super_bonus_chance(bonus, ShoeKey(deck="spanish-48", decks=6)))
    668382
    """
    wanted = next(hand for hand in terms.hands if shoe.decks in hand.decks)
    return _sevens_chance(shoe, suited=wanted.player == "three suited sevens")


@cache
def _sevens_chance(shoe: ShoeKey, *, suited: bool) -> Fraction:
    won = sum(
        count * count_copies(alike, shoe.decks)
        for alike, count in _sevens(shoe.deck, suited=suited).items()
    )
    return Fraction(won, perm(shoe.size, 4))


@cache
def _sevens(deck: str, *, suited: bool) -> Counter[Alike]:
    """Return equal cards -> the number of deals of card kinds that win, for shoes of every size."""
    suits = frozenset(card_suit(card) for card in DECKS[deck].cards)
    won: Counter[Alike] = Counter()
    for (first, second, up, third), count, alike in deal_classes(
        DECKS[deck], 4, ranks=frozenset({_SEVEN_RANK}), suits=suits
    ):
        if wins_super_bonus((first, second, third), up, suited):
            won[alike] += count
    return won
