"""Functions with assertions, in a module of their own: pytest writes those of test files anew."""

from __future__ import annotations

from pitboss.compiled.jit import Array, Number, jit_linked


@jit_linked
def half(values: Array, at: int) -> Number:
    """Return half of a value, which must be even."""
    assert values[at] % 2 == 0, "it is even"
    return values[at] // 2


def halves(values: Array) -> Number:
    """Return the sum of the halves."""
    total = 0
    for at in range(len(values)):
        total += half(values, at)
    assert 2 * total == values.sum(), "nothing is lost"
    return total
