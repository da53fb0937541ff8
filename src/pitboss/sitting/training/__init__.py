"""Training: decisions to practise, hard ones more often, with a score."""
