"""Numbers as a report writes them."""

from __future__ import annotations

from fractions import Fraction


def percent(value: Fraction | float, digits: int = 4) -> str:
    """Write a share as a percentage.

    >>> percent(Fraction(114, 3731)), percent(-0.01, 1)
    ('3.0555%', '−1.0%')
    """
    return f"{float(value):.{digits}%}".replace("-", "−")


def signed(value: float, digits: int = 4) -> str:
    """Write a change as a percentage with its sign.

    >>> signed(0.0041), signed(-0.0041, 2)
    ('+0.4100%', '−0.41%')
    """
    return f"{value:+.{digits}%}".replace("-", "−")


def one_in(value: Fraction | float) -> str:
    """Write a probability as "1 in n".

    >>> one_in(Fraction(5, 984984)), one_in(Fraction(2, 13)), one_in(Fraction(0))
    ('196,997', '6.5', 'never')
    """
    if not value:
        return "never"
    often = float(1 / value)
    return f"{often:,.1f}" if often < 10_000 else f"{often:,.0f}"


def dollars(amount: Fraction | float) -> str:
    """Write dollars with their cents.

    >>> dollars(54345.263)
    '$54,345.26'
    """
    return f"${float(amount):,.2f}"
