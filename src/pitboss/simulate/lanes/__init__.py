"""Rounds of one seat, of several shoes side by side."""
