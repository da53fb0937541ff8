"""Jackpots that several tables share: values and pure functions; the books are the floor's."""
