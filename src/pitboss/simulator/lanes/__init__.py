"""Rounds of one seat, with several shoes side by side."""
