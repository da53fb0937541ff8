"""Numbers and money as people read them: the one place that formats either."""

from __future__ import annotations

from fractions import Fraction

from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.text.say import say, say_name


def percent(value: Fraction | float, digits: int = 4) -> str:
    """Write a share as a percentage.

    >>> percent(Fraction(114, 3731)), percent(-0.01, 1)
    ('3.0555%', '−1.0%')
    """
    return f"{float(value):.{digits}%}".replace("-", "−")


def format_signed(value: float, digits: int = 4) -> str:
    """Write a change as a percentage with its sign.

    >>> format_signed(0.0041), format_signed(-0.0041, 2)
    ('+0.4100%', '−0.41%')
    """
    return f"{value:+.{digits}%}".replace("-", "−")


def one_in(value: Fraction | float) -> str:
    """Write a probability as "1 in n".

    >>> one_in(Fraction(5, 984984)), one_in(Fraction(2, 13)), one_in(Fraction(0))
    ('196,997', '6.5', 'never')
    """
    if not value:
        return say("never")
    often = float(1 / value)
    return f"{often:,.1f}" if often < 10_000 else f"{often:,.0f}"


def money(cents: int) -> str:
    """Write an amount with its cents.

    >>> money(-125050), money(500)
    ('-$1,250.50', '$5.00')
    """
    whole, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{'-' if cents < 0 else ''}${whole:,}.{rest:02}"


def short_money(cents: int, *, sign: bool = False) -> str:
    """Write an amount as chips are called: whole dollars without cents.

    >>> short_money(1000), short_money(-1250), short_money(500, sign=True)
    ('$10', '-$12.50', '+$5')
    """
    return f"{'+' if sign and cents > 0 else ''}{money(cents).removesuffix('.00')}"


def whole_dollars(cents: float) -> str:
    """Write an amount in whole dollars.

    >>> whole_dollars(123_456.7)
    '$1,235'
    """
    return short_money(round(cents / CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR)


def net_words(cents: int) -> str:
    """Say what a player gained.

    >>> net_words(1250), net_words(-500), net_words(0)
    ('You won $12.50', 'You lost $5', 'You broke even')
    """
    if not cents:
        return say("You broke even")
    amount = short_money(abs(cents))
    return say("You won {amount}" if cents > 0 else "You lost {amount}", amount=amount)


def gain_words(cents: int) -> str:
    """Write what one wager gained; a push gained nothing.

    >>> gain_words(7500), gain_words(-500), gain_words(0)
    ('+$75', '−$5', 'push')
    """
    if not cents:
        return say("push")
    return f"{'+' if cents > 0 else '−'}{short_money(abs(cents))}"


def rounded_money(cents: float, *, sign: bool = False) -> str:
    """Write an amount that need not be whole cents.

    >>> rounded_money(12.34), rounded_money(0.2), rounded_money(151.0, sign=True)
    ('$0.12', 'less than a cent', '+$1.51')
    """
    whole = round(cents)
    if not whole and cents and not sign:
        return say("less than a cent")
    return f"{'+' if sign and whole > 0 else ''}{money(whole)}"


def say_odds(pay: str) -> str:
    """Write the odds of a pay in the reader's language.

    >>> say_odds("3 to 2"), say_odds("$125")
    ('3 to 2', '$125')
    """
    return say_name(pay).replace(" to ", say(" to ")).replace(" for ", say(" for "))


def dollars(amount: Fraction | float) -> str:
    """Write dollars that need not be whole cents.

    >>> dollars(54345.263)
    '$54,345.26'
    """
    return f"${float(amount):,.2f}"


def axis_dollars(amount: float) -> str:
    """Write dollars in little space, for the axis of a chart.

    >>> axis_dollars(1500), axis_dollars(250)
    ('$1.5k', '$250')
    """
    for size, letter in ((1_000_000, "m"), (1000, "k")):
        if amount >= size:
            return f"${amount / size:g}{letter}"
    return f"${amount:g}"


def signed_count(count: Fraction | int) -> str:
    """Write a count with its sign: a fraction of few digits in full, another to two places.

    >>> [signed_count(count) for count in (3, Fraction(-3, 2), 0, Fraction(7, 3))]
    ['+3', '-1.5', '0', '+2.33']
    """
    text = f"{float(count):+.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"+0", "-0"} else text
