"""Figures that others have published about these games, and ours beside them."""
