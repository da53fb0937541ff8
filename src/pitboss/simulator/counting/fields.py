"""The fields of the counters of a run with a counter: the cube, and the sums beside it."""

from __future__ import annotations

STEP = 13
"""The cube has a row for every so many cards gone."""
FIELDS = 3
"""A cell of the cube has the number of results, their sum and the sum of their squares."""
SHOES, SHOE_ROUNDS, SHOE_SQUARES, INSURED, INSURANCE_WON = range(5)
"""Counters beside the cube: whole shoes, their rounds, and the squares of those numbers; how often
the counter insured, and won."""
EXTRAS = 5
