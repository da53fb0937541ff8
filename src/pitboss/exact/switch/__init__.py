"""Blackjack Switch solved."""
