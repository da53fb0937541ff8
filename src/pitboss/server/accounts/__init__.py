"""Accounts of players: names, passwords, sessions, and the limits they set themselves."""
