"""Jackpots that several tables share, as values and pure functions."""
