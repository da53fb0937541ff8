"""Putting bets down and deciding: grids, slips and keys."""
