"""Pitboss: the rule book, the table and the mathematics laboratory for the blackjack family."""

__version__ = "0.1.0"
