"""Blackjack games simulated: a strategy and the rules as one automaton."""
