"""Ante Up 21 simulated."""
