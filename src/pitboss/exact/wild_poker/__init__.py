"""Deuces Wild Xtreme solved."""
