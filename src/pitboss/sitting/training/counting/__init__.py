"""Drills of counting: a countdown, true counts, and index plays."""
