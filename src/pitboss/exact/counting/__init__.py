"""Counting deals: exact probabilities of cards."""
