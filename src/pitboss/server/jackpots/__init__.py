"""Shared jackpots over HTTP: public figures, and the commands of staff."""
