"""The odds of wagers: every row, the edge, the variance, the meter's part."""
