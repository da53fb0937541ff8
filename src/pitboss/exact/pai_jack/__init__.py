"""Pai Jack solved."""
