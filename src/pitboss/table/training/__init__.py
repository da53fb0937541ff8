"""Training: decisions dealt to be decided, hard ones more often, and the score kept."""
