"""Deuces Wild Xtreme simulated."""
