"""The odds of side wagers that depend on how the main hand is played."""
