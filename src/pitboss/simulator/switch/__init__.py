"""Blackjack Switch in lanes."""
