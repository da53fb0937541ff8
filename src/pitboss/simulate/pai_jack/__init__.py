"""Pai Jack simulated."""
