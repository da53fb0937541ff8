"""Shared jackpots over HTTP: what everybody may know, and what the staff do."""
