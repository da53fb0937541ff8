"""Ante Up 21 solved."""
