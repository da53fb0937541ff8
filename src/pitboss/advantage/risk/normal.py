"""The normal distribution, also far out in its tails."""

from __future__ import annotations

from math import erfc, exp, log, pi, sqrt

_FAR = -30.0
"""Below this the tail is computed by its asymptotic series; `erfc` would be 0 soon."""


def density(z: float) -> float:
    """Return the density of the standard normal distribution."""
    return exp(-z * z / 2) / sqrt(2 * pi)


def log_density(z: float) -> float:
    """Return the logarithm of `density(z)`."""
    return -z * z / 2 - log(2 * pi) / 2


def below(z: float) -> float:
    """Return the probability of a value below *z*.

    >>> below(0.0), round(below(1.96), 4)
    (0.5, 0.975)
    """
    return erfc(-z / sqrt(2)) / 2


def log_below(z: float) -> float:
    """Return the logarithm of `below(z)`; it stays exact where the probability is tiny.

    >>> round(log_below(-40.0), 3)
    -804.608
    """
    if z > _FAR:
        return log(below(z))
    series = 1 - 1 / z**2 + 3 / z**4 - 15 / z**6
    return -z * z / 2 - log(-z * sqrt(2 * pi)) + log(series)
