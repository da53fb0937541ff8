"""Patterns: which outcomes a few cards make, as small pure functions over integers.

The table, the exact odds and the simulator call the same functions. A card is an integer
(`pitboss.cards`); every function takes integers, or indexable sequences of them with their count,
and returns an integer, so each can be compiled as it stands.
"""
