"""Strategy charts: derived from a solved game, read back, and evaluated."""
