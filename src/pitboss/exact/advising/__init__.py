"""Advice for cards that a player names: every legal choice with its value, the best first."""
